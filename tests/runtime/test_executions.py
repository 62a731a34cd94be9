"""The protocol of an execution: that of an asyncio Future, from any thread."""

from __future__ import annotations

import asyncio
import contextvars
import ctypes
import time

import numpy as np
import pytest
from shared.trial_kernels import Gate, count, fail

import streamrt as srt
from streamrt._native.queue import CellStatus
from streamrt._runtime.lane import LONGEST_LOOK, SHORTEST_LOOK
from streamrt.errors import ExecutionCancelledError, KernelError


async def test_an_execution_is_asked_as_a_future_is(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    stream, n = cpu.stream("x"), rt.put(np.zeros(1, "u4"))
    held = gate.hold(stream)
    queued = stream.launch(count, n)
    called = stream.call(lambda: {"a": 1})
    gate.running()
    for execution, state in ((held, "running"), (queued, "pending"), (called, "pending")):
        assert not execution.done()
        assert not execution.cancelled()
        assert f": {state}>" in repr(execution)
        for ask in (execution.result, execution.exception):
            with pytest.raises(asyncio.InvalidStateError, match=f"is {state}; await it"):
                ask()
    with pytest.raises(TimeoutError, match=r"sync count on cpu:0/x@2: not over after 0.01 s"):
        queued.sync(0.01)
    with pytest.raises(TimeoutError):
        queued.sync(0)
    assert not held.cancel()
    gate.open()
    assert await called == {"a": 1}
    assert (await held, held.result(), held.exception()) == (None, None, None)
    assert called.sync() is called.result() is await called
    assert held.done()
    assert not held.cancelled()
    assert not held.cancel()


async def test_times_are_monotone_and_zero_until_they_come(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    stream, n = cpu.stream(), rt.put(np.zeros(1, "u4"))
    before = time.monotonic_ns()
    held = gate.hold(stream)
    queued = stream.launch(count, n)
    cancelled = stream.call(print)
    cancelled.cancel()
    gate.running()
    assert before <= held.times.submitted <= held.times.started <= time.monotonic_ns()
    assert held.times.finished == queued.times.started == queued.times.finished == 0
    gate.open()
    await stream
    for execution in (held, queued):
        submitted, started, finished = execution.times
        assert before <= submitted <= started <= finished <= time.monotonic_ns()
    assert held.times.finished <= queued.times.started
    assert cancelled.times.finished >= queued.times.finished


async def test_done_callbacks_run_on_the_loop_in_their_context(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    variable: contextvars.ContextVar[str] = contextvars.ContextVar("variable")
    stream, y = cpu.stream(), rt.put(np.zeros(1, "f4"))
    found: list[tuple[str, bool, srt.Execution]] = []
    finished = asyncio.Event()

    def callback(execution: srt.Execution) -> None:
        asyncio.get_running_loop()
        found.append((variable.get(), execution.done(), execution))
        if len(found) == 4:
            finished.set()

    gate.hold(stream)
    executions = [stream.launch(fail, y, 7), stream.call(int), stream.call(print)]
    executions[2].cancel()
    for i, execution in enumerate(executions):
        variable.set(str(i))
        execution.add_done_callback(callback)
    gate.open()
    await stream
    await executions[1]
    variable.set("late")
    executions[1].add_done_callback(callback)
    assert not any(name == "late" for name, _, _ in found), "never before it returns"
    await asyncio.wait_for(finished.wait(), 3600)
    assert all(done for _, done, _ in found)
    assert {(name, e._describe()) for name, _, e in found} == {
        (name, e._describe())
        for name, e in zip(["0", "1", "2", "late"], [*executions, executions[1]], strict=True)
    }
    assert isinstance(executions[0].exception(), KernelError)
    assert isinstance(executions[2].exception(), ExecutionCancelledError)


def test_done_callbacks_come_without_a_loop_as_well() -> None:
    called: list[srt.Execution] = []
    with srt.Runtime() as rt:
        stream, n = rt.device().stream(), rt.put(np.zeros(1, "u4"))
        with Gate(rt) as gate:
            gate.hold(stream)
            executions = [stream.launch(count, n) for _ in range(100)]
            for execution in executions:
                execution.add_done_callback(called.append)
            executions[50].cancel()
        stream.sync()
    assert sorted(e.value for e in called) == [e.value for e in executions]


async def test_executions_work_with_asyncios_own_tools(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    stream = cpu.stream()
    gate.hold(stream)
    calls = [stream.call(lambda i=i: i) for i in range(20)]  # type: ignore[misc]
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(calls[0], 0.0)
    gathered = asyncio.gather(*calls)
    await asyncio.sleep(0)
    gate.open()
    assert await gathered == list(range(20))
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(_give(call)) for call in calls]
    assert [task.result() for task in tasks] == list(range(20))


async def _give(execution: srt.Execution) -> object:
    return await execution


def test_an_await_looks_longer_where_a_longer_look_would_have_seen_the_end(
    cpu: srt.Device,
) -> None:
    lane, cell = cpu.stream()._lane, CellStatus()
    given_up = 1_000_000

    def patience_after(started: int, finished: int) -> int:
        cell.started, cell.finished = given_up + started, given_up + finished
        lane.learn(ctypes.addressof(cell), given_up)
        return lane.patience

    assert lane.patience == SHORTEST_LOOK
    assert [patience_after(-1, LONGEST_LOOK - 1) for _ in range(4)] == [4000, 8000, 16000, 16000]
    assert patience_after(-1, LONGEST_LOOK) == LONGEST_LOOK // 2  # it took too long
    assert patience_after(1, 2) == LONGEST_LOOK // 4  # its thread may have needed this core
    assert [patience_after(1, 2) for _ in range(2)] == [SHORTEST_LOOK, SHORTEST_LOOK]
