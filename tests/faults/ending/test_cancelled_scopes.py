"""Scopes that are cancelled, or left by an exception: what is queued in them never runs."""

from __future__ import annotations

import asyncio
import signal

import numpy as np
import pytest
from shared.trial_kernels import Gate, count, counters, in_scope, until

import streamrt as srt
from streamrt._runtime.lane import Lane
from streamrt.errors import (
    ExecutionCancelledError,
)

# --- cancelling -----------------------------------------------------------------------------------


@pytest.mark.parametrize("is_async", [False, True], ids=["with", "async with"])
def test_leaving_by_an_exception_cancels_what_is_queued_and_waits_for_what_runs(
    is_async: bool,
) -> None:
    executions: list[srt.Execution] = []

    def body(rt: srt.Runtime) -> None:
        stream, gate, n = rt.device().stream(), Gate(rt), rt.put(np.zeros(1, "u4"))
        executions.append(gate.hold(stream))
        executions.extend(stream.launch(count, n) for _ in range(100))
        gate.running()
        executions[1].add_done_callback(lambda _: gate.open())  # cancelled last
        raise LookupError

    with srt.Runtime() as rt, Gate(rt) as gate:
        runs, n = counters(rt)
        stream = rt.device().stream()
        gate.hold(stream)
        spared = stream.launch(count, n)
        with pytest.RaisesGroup(LookupError):
            in_scope(rt, body, is_async)
        held, *queued = executions
        assert held.result() is None
        assert all(e.cancelled() for e in queued)
        assert not spared.done()
        assert runs[0] == 0


def test_waiting_after_an_exception_is_bounded_and_what_still_runs_is_named(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with srt.Runtime(drain_timeout=3600) as rt:
        stream, gate, buffers = rt.device().stream("stuck"), Gate(rt), [rt.put(np.zeros(1, "f4"))]
        held: list[srt.Execution] = []
        address = buffers[0]._address

        def work() -> None:
            with rt.scope(drain_timeout=0.01):
                held.append(gate.hold(stream, buffers[0]))
                gate.running()
                raise LookupError

        with pytest.RaisesGroup(LookupError):
            work()
        assert not held[0].done()
        (record,) = caplog.records
        assert "latch on cpu:0/stuck@1 has not ended" in record.message
        buffers.clear()
        others = [rt.put(np.zeros(1, "f4")) for _ in range(3)]
        assert address not in {other._address for other in others}
        gate.open()
        held[0].sync()


async def test_a_cancellation_while_it_waits_cancels_what_is_queued_and_goes_on_once_it_is_over(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    """Row 6."""
    stream = cpu.stream()
    runs, n = counters(rt)
    executions: list[srt.Execution] = []

    async def main() -> None:
        async with rt.scope():
            executions.append(gate.hold(stream))
            executions.extend(stream.launch(count, n) for _ in range(10))

    task = asyncio.create_task(main())
    await until(lambda: len(executions) == 11)
    gate.running()
    await asyncio.sleep(0)
    task.cancel()
    await until(lambda: executions[1].cancelled())
    for _ in range(3):  # held back: the one before is on its way out already
        task.cancel()
        for _ in range(10):
            await asyncio.sleep(0)
    assert not task.done()
    gate.open()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert executions[0].done()
    assert runs[0] == 0
    assert rt._engine.scopes == 0


async def test_a_cancellation_while_an_exception_leaves_does_not_replace_it(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    """Row 6."""
    stream = cpu.stream()
    left = asyncio.Event()

    async def main() -> None:
        async with rt.scope():
            gate.hold(stream)
            gate.running()
            left.set()
            raise LookupError

    task = asyncio.create_task(main())
    await left.wait()
    await asyncio.sleep(0)
    task.cancel()
    for _ in range(10):
        await asyncio.sleep(0)
    assert not task.done()
    gate.open()
    with pytest.RaisesGroup(LookupError):
        await task


async def test_a_timeout_around_a_scope_cancels_it_and_stays_balanced(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    """Row 5."""
    runs, n = counters(rt)
    stream = cpu.stream()
    task = asyncio.current_task()
    assert task is not None
    gate.hold(stream)
    queued: list[srt.Execution] = []
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0), rt.scope():
            queued.append(stream.launch(count, n))
    assert queued[0].cancelled()
    assert task.cancelling() == 0
    assert runs[0] == 0


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_while_a_scope_waits_cancels_what_is_queued(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 21."""
    stream = cpu.stream()
    runs, n = counters(rt)
    executions: list[srt.Execution] = []
    block = Lane.block

    def block_and_open(lane: Lane, value: int, cell: int, timeout: float | None) -> bool:
        if executions[1].cancelled():  # it still waits, because of what runs
            gate.open()
        else:
            gate.running()
            signal.raise_signal(signal.SIGINT)
        return block(lane, value, cell, timeout)

    monkeypatch.setattr(Lane, "block", block_and_open)

    def work() -> None:
        with rt.scope():
            executions.append(gate.hold(stream))
            executions.extend(stream.launch(count, n) for _ in range(10))

    with pytest.raises(KeyboardInterrupt):
        work()
    assert executions[0].result() is None
    assert all(e.cancelled() for e in executions[1:])
    assert runs[0] == 0


async def test_cancel_tells_how_many_it_kept_from_starting(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    stream = cpu.stream()
    async with rt.scope() as scope:
        assert scope.cancel() == scope.pending == 0
        held = gate.hold(stream)
        queued = [stream.call(print) for _ in range(5)]
        gate.running()
        assert scope.pending == 6
        assert scope.cancel() == 5
        assert scope.cancel() == 0
        assert scope.pending == 1
        gate.open()
    assert held.result() is None
    for execution in queued:
        with pytest.raises(ExecutionCancelledError):
            await execution
    assert scope.cancel() == 0


async def test_cancelling_what_a_scope_waits_for_ends_it_at_once(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    stream = cpu.stream()
    outside = gate.hold(stream)
    scope, queued = rt.scope(), list[srt.Execution]()

    async def main() -> None:
        async with scope:
            queued.extend(stream.call(print) for _ in range(3))

    leaving = asyncio.create_task(main())
    await until(lambda: len(queued) == 3)
    for _ in range(10):
        await asyncio.sleep(0)
    assert not leaving.done()
    assert scope.cancel() == 3
    await leaving
    assert not outside.done()


# --- swallowed cancellations ----------------------------------------------------------------------


@pytest.mark.parametrize("what", ["scope", "runtime"])
async def test_a_body_that_swallows_a_cancellation_is_warned_and_does_not_hang(what: str) -> None:
    """Row 7."""
    runs = np.zeros(1, "u4")
    entered, never = asyncio.Event(), asyncio.Event()

    async def body(rt: srt.Runtime) -> None:
        entered.set()
        try:
            await never.wait()
        except asyncio.CancelledError:
            rt.device().stream().launch(count, rt.wrap(runs))

    async def leaving_a_scope() -> None:
        with srt.Runtime() as rt:
            async with rt.scope():
                await body(rt)

    async def leaving_a_runtime() -> None:
        async with srt.Runtime() as rt:
            await body(rt)

    main = leaving_a_scope if what == "scope" else leaving_a_runtime
    task = asyncio.create_task(main())
    await entered.wait()
    task.cancel()
    with pytest.warns(RuntimeWarning, match=f"leave a {what}: .*swallowed the cancel") as caught:
        await task
    assert caught[0].filename == __file__
    assert runs[0] == 1


async def test_a_balanced_cancellation_warns_of_nothing(rt: srt.Runtime, cpu: srt.Device) -> None:
    """Row 7: warnings are errors here."""
    never = asyncio.Event()
    task = asyncio.current_task()
    assert task is not None
    async with srt.Runtime(), rt.scope():
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await never.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await never.wait()
        task.uncancel()
    task.cancel()
    try:
        await never.wait()
    except asyncio.CancelledError:
        async with rt.scope():  # what was cancelled before it was entered is none of its own
            cpu.stream().fill(rt.empty(1), 1.0)
        task.uncancel()
