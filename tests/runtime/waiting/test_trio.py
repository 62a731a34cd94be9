"""The same on trio: awaiting, cancelling, coroutines in a stream, late completions."""

from __future__ import annotations

import logging
import threading
from collections.abc import Awaitable
from contextvars import ContextVar
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import PATIENCE, Gate, axpy, count, fail
from shared.trio_helpers import give, on_trio, trio, turns, until

import streamrt as srt
from streamrt.errors import (
    ArgumentError,
    DependencyError,
    HostCallError,
    KernelError,
    WouldDeadlockError,
)


@on_trio
async def test_everything_that_can_be_awaited_is_awaited_on_trio(
    gate: Gate, rt: srt.Runtime
) -> None:
    cpu = rt.device()
    stream = cpu.stream(high_water=2)
    x, y = rt.put(np.ones(4, "f4")), rt.put(np.zeros(4, "f4"))
    gate.hold(stream, y)
    launched = [stream.launch(axpy, x, y, 1.0) for _ in range(5)]
    called = stream.call(lambda a: float(a.sum()), y, reads=[y])
    awaitables: dict[str, Awaitable[Any]] = {
        "execution": launched[-1],
        "call": called,
        "event": stream.record(),
        "stream": stream,
        "buffer": y,
        "fetch": y.fetch(),
        "drain": stream.drain(),
        "barrier": rt.barrier(),
        "runtime": rt,
        "execute": rt.execute(axpy, x, y, alpha=1.0),
        "warm": rt.warm(count, rt.empty(1, "u4")),
    }
    results: dict[str, Any] = {}

    async def collect(name: str) -> None:
        results[name] = await awaitables[name]

    async with trio.open_nursery() as nursery:
        for name in awaitables:
            nursery.start_soon(collect, name)
        await until(lambda: "warm" in results)
        await turns()
        assert set(results) == {"warm"}
        gate.open()
    assert results["call"] == 21.0
    assert results["fetch"].tolist() == [6.0, 5.0, 5.0, 5.0]
    assert results["buffer"] is y
    assert all(e.done() for e in launched)
    with pytest.raises(KernelError, match="returned 7"):
        await stream.launch(fail, y, 7)
    with pytest.raises(DependencyError):
        await y.fetch()


@on_trio
async def test_cancelling_an_awaiter_leaves_the_work_and_the_others_alone(
    gate: Gate, rt: srt.Runtime
) -> None:
    """Rows 1, 4 and 25."""
    stream = rt.device().stream(high_water=1)
    held = gate.hold(stream)
    call = stream.call(lambda: 5)
    results: list[int] = []

    async def patient() -> None:
        results.append(await call)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(patient)
        for what in (held, call, stream.record(), stream, stream.drain()):
            with trio.move_on_after(0) as scope:
                await what
            assert scope.cancelled_caught
        with pytest.raises(trio.TooSlowError), trio.fail_after(0):
            await call
        assert not held.cancelled()
        gate.open()
    assert results == [5]
    await stream
    assert stream.pending == 0


# --- coroutines in a stream -----------------------------------------------------------------------


@on_trio
async def test_a_done_callback_is_called_on_the_loop_of_trio(rt: srt.Runtime) -> None:
    """It may use trio, wait for nothing, and raise: others are called all the same."""
    called: list[object] = []
    stream, ended = rt.device().stream(), trio.Event()

    def broken(_: object) -> None:
        raise SystemExit

    def callback(execution: srt.Execution) -> None:
        called.append((threading.get_ident(), trio.current_time() > 0, execution.result()))
        ended.set()

    execution = stream.call(int)
    execution.add_done_callback(broken)
    execution.add_done_callback(callback)
    await ended.wait()
    ended = trio.Event()
    execution.add_done_callback(callback)  # it has ended
    await ended.wait()
    assert await stream.call(str) == ""
    assert called == [(threading.get_ident(), True, 0)] * 2


def test_a_coroutine_in_a_stream_runs_on_trio(rt: srt.Runtime) -> None:
    variable: ContextVar[str] = ContextVar("variable")
    stream = rt.device().stream()

    async def increment(array: np.ndarray[Any, Any], name: str = "") -> str:
        thread = threading.get_ident()
        await trio.lowlevel.checkpoint()
        array += 1
        return f"{name} {variable.get()} {thread == threading.main_thread().ident}"

    async def raises() -> None:
        await trio.lowlevel.checkpoint()
        raise LookupError("mine")

    async def main() -> None:
        variable.set("as submitted")
        n = rt.put(np.zeros(1, "u4"))
        stream.launch(count, n)
        call = stream.call(increment, n, name="called")
        stream.launch(count, n)
        variable.set("changed")
        assert await call == "called as submitted True"
        assert (await n.fetch()).tolist() == [3]
        with pytest.raises(LookupError, match="mine") as caught:
            await stream.call(raises)
        assert "test_trio.py" in caught.value.__notes__[0]

    trio.run(main)
    with pytest.raises(ArgumentError, match="no event loop runs here"):
        stream.call(raises)


@on_trio
async def test_a_wait_that_a_coroutine_on_trio_needs_is_refused(
    rt: srt.Runtime, gate: Gate
) -> None:
    """Rows 26 and 41."""
    stream, other = rt.device().stream(), rt.device().stream()
    after: list[srt.Execution] = []

    async def inside(array: np.ndarray[Any, Any]) -> str:
        with pytest.raises(WouldDeadlockError, match="comes after the call") as caught:
            await after[0]
        with pytest.raises(WouldDeadlockError, match="it comes after"):
            after[0].sync()
        return str(caught.value)

    y = rt.put(np.zeros(4, "f4"))
    gate.hold(stream)
    call = stream.call(inside, y)
    after.append(other.launch(axpy, rt.put(np.ones(4, "f4")), y, 1.0))
    with pytest.raises(WouldDeadlockError, match="this loop's call of"):
        after[0].sync()
    gate.open()
    assert "await it outside of the call" in await call
    await after[0]


def test_a_coroutine_whose_trio_run_is_over_fails_its_call(rt: srt.Runtime, gate: Gate) -> None:
    stream = rt.device().stream()
    started = threading.Event()

    async def never() -> None:
        started.set()
        await trio.sleep_forever()

    async def leaves_one_running() -> srt.Execution:
        call = stream.call(never)
        await until(started.is_set)
        return call

    async def leaves_one_queued() -> srt.Execution:
        gate.hold(stream)
        return stream.call(never)

    running = trio.run(leaves_one_running)
    with pytest.raises(HostCallError, match="the function raised Cancelled"):
        running.sync()
    queued = trio.run(leaves_one_queued)
    gate.open()
    with pytest.raises(HostCallError, match="the loop it was submitted on was closed"):
        queued.sync()
    assert stream.call(lambda: 1).sync() == 1


# --- late completions -----------------------------------------------------------------------------


def test_a_completion_after_the_trio_run_is_counted_and_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Row 16."""
    caplog.set_level(logging.INFO, "streamrt")
    with srt.Runtime() as rt:
        gate = Gate(rt)
        stream = rt.device().stream()
        held = gate.hold(stream)

        async def main() -> None:
            for _ in range(3):
                with trio.move_on_after(0):
                    await held

        trio.run(main)
        gate.open()
        held.sync()
        assert trio.run(give, stream.call(lambda: 5)) == 5  # the thread that tells is alive
    assert rt._engine.waiters.late == 3
    assert [r.message for r in caplog.records if "came after the event loop" in r.message]


def test_one_trio_run_that_blocks_holds_up_no_other(rt: srt.Runtime, gate: Gate) -> None:
    """A blocked loop is told without waiting for it."""
    stream = rt.device().stream()
    blocked, go = threading.Event(), threading.Event()

    async def blocks(held: srt.Execution) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(give, held)
            await turns()
            blocked.set()
            assert go.wait(PATIENCE)

    held = gate.hold(stream)
    thread = threading.Thread(target=trio.run, args=(blocks, held))
    thread.start()
    assert blocked.wait(PATIENCE)
    gate.open()
    held.sync()
    with Gate(rt) as second:
        late = second.hold(stream)

        async def main() -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(give, late)
                await turns()
                second.open()

        trio.run(main)
    go.set()
    thread.join(PATIENCE)
    assert not thread.is_alive()
