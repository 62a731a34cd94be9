"""The same on trio: awaiting, cancelling, scopes, closing, coroutines in a stream."""

from __future__ import annotations

import logging
import threading
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any

import numpy as np
import pytest
from trial_kernels import PATIENCE, Gate, axpy, count, fail

import streamrt as srt
from streamrt.errors import (
    ArgumentError,
    ClosedError,
    DependencyError,
    HostCallError,
    KernelError,
    WouldDeadlockError,
)

trio: Any = pytest.importorskip("trio")
pytest.importorskip("trio.testing")


async def until(condition: Callable[[], object]) -> None:
    with trio.fail_after(PATIENCE):
        while not condition():
            await trio.lowlevel.checkpoint()


async def turns() -> None:
    """Lets all other tasks run until they are blocked."""
    await trio.testing.wait_all_tasks_blocked()


async def give(awaitable: Awaitable[Any]) -> Any:
    return await awaitable


def test_everything_that_can_be_awaited_is_awaited_on_trio(gate: Gate, rt: srt.Runtime) -> None:
    cpu = rt.device()

    async def main() -> None:
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
            "sync": rt.sync(),
            "execute": rt.execute(axpy, x, y, alpha=1.0),
            "compile": rt.compile(count, rt.empty(1, "u4")),
        }
        results: dict[str, Any] = {}

        async def collect(name: str) -> None:
            results[name] = await awaitables[name]

        async with trio.open_nursery() as nursery:
            for name in awaitables:
                nursery.start_soon(collect, name)
            await until(lambda: "compile" in results)
            await turns()
            assert set(results) == {"compile"}
            gate.open()
        assert results["call"] == 21.0
        assert results["fetch"].tolist() == [6.0, 5.0, 5.0, 5.0]
        assert results["buffer"] is y
        assert all(e.done() for e in launched)
        with pytest.raises(KernelError, match="returned 7"):
            await stream.launch(fail, y, 7)
        with pytest.raises(DependencyError):
            await y.fetch()

    trio.run(main)


def test_cancelling_an_awaiter_leaves_the_work_and_the_others_alone(
    gate: Gate, rt: srt.Runtime
) -> None:
    """Rows 1, 4 and 25."""
    stream = rt.device().stream(high_water=1)

    async def main() -> None:
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

    trio.run(main)


# --- scopes and closing ---------------------------------------------------------------------------


def test_a_scope_holds_on_trio_what_its_tasks_submit(gate: Gate, rt: srt.Runtime) -> None:
    stream, executions = rt.device().stream(), list[srt.Execution]()

    async def submit() -> None:
        executions.append(stream.call(lambda: None))

    async def main() -> None:
        left = trio.Event()

        async def work() -> None:
            async with rt.scope() as scope, trio.open_nursery() as nursery:
                executions.append(gate.hold(stream))
                for _ in range(3):
                    nursery.start_soon(submit)
            assert scope.pending == 0
            left.set()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(work)
            await until(lambda: len(executions) == 4)
            await turns()
            assert not left.is_set()
            gate.open()
        assert all(e.done() for e in executions)

    trio.run(main)


@pytest.mark.parametrize("in_body", [True, False], ids=["in the body", "while it waits"])
def test_cancelling_a_scope_on_trio_cancels_what_is_queued_and_waits_for_what_runs(
    in_body: bool, gate: Gate, rt: srt.Runtime
) -> None:
    """Row 6."""
    stream, runs = rt.device().stream(), np.zeros(1, "u4")
    executions: list[srt.Execution] = []

    async def main() -> None:
        over = trio.Event()

        async def work(task_status: Any) -> None:
            with trio.CancelScope() as cancel_scope:
                async with rt.scope():
                    executions.append(gate.hold(stream))
                    executions.append(stream.launch(count, rt.wrap(runs)))
                    gate.running()
                    task_status.started(cancel_scope)
                    if in_body:
                        await trio.sleep_forever()
            assert cancel_scope.cancelled_caught
            over.set()

        async with trio.open_nursery() as nursery:
            cancel_scope = await nursery.start(work)
            await turns()
            cancel_scope.cancel()
            await turns()
            assert executions[1].cancelled()
            assert not over.is_set()
            gate.open()
        assert executions[0].result() is None
        assert runs[0] == 0

    trio.run(main)


def test_failures_of_a_scope_on_trio_arrive_together(rt: srt.Runtime) -> None:
    """Row 9."""
    stream = rt.device().stream()

    async def work() -> None:
        async with rt.scope():
            stream.launch(fail, rt.empty(1), 7)
            stream.call(lambda: 1 / 0)

    async def main() -> None:
        with pytest.raises(ExceptionGroup, match="2 executions failed") as caught:
            await work()
        assert {type(e) for e in caught.value.exceptions} == {KernelError, ZeroDivisionError}

    trio.run(main)


@pytest.mark.parametrize("how", ["async with", "aclose"])
def test_a_cancellation_during_close_is_shielded_until_the_drain_is_over(how: str) -> None:
    """Row 6."""
    runs, executions = np.zeros(1, "u4"), list[srt.Execution]()

    async def main() -> None:
        rt = srt.Runtime()
        gate, closed = Gate(rt), trio.Event()

        def submit() -> None:
            stream = rt.device().stream()
            executions.append(gate.hold(stream))
            executions.append(stream.launch(count, rt.wrap(runs)))
            gate.running()

        async def work(task_status: Any) -> None:
            with trio.CancelScope() as cancel_scope:
                if how == "async with":
                    async with rt:
                        submit()
                        task_status.started(cancel_scope)
                else:
                    submit()
                    task_status.started(cancel_scope)
                    await rt.aclose()
            assert rt._engine.state == "closed"
            closed.set()

        async with trio.open_nursery() as nursery:
            cancel_scope = await nursery.start(work)
            await turns()
            cancel_scope.cancel()
            await turns()
            assert not closed.is_set()
            gate.open()
        assert all(e.result() is None for e in executions)
        assert runs[0] == 1

    trio.run(main)


def test_a_cancelled_close_is_bounded_by_drain_timeout(caplog: pytest.LogCaptureFixture) -> None:
    """Row 6."""
    gates: list[Gate] = []

    async def main() -> None:
        with trio.CancelScope() as cancel_scope:
            async with srt.Runtime(drain_timeout=0.01) as rt:
                gates.append(Gate(rt))
                gates[0].hold(rt.device().stream("stuck"))
                gates[0].running()
                cancel_scope.cancel()

    trio.run(main)
    assert any("latch on cpu:0/stuck@1 did not end within" in r.message for r in caplog.records)
    gates[0].open()


def test_who_still_waits_on_trio_when_the_runtime_is_closed_is_told() -> None:
    async def main() -> None:
        rt = srt.Runtime(drain_timeout=0.01)
        gate = Gate(rt)
        held = gate.hold(rt.device().stream())
        told: list[str] = []

        async def wait() -> None:
            with pytest.raises(ClosedError, match="the runtime was closed while it was running"):
                await held
            told.append("told")

        async with trio.open_nursery() as nursery:
            nursery.start_soon(wait)
            await turns()
            with trio.fail_after(PATIENCE):
                await rt.aclose()
        assert told == ["told"]
        gate.open()

    trio.run(main)


# --- coroutines in a stream -----------------------------------------------------------------------


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


def test_a_wait_that_a_coroutine_on_trio_needs_is_refused(rt: srt.Runtime, gate: Gate) -> None:
    """Rows 26 and 41."""
    stream, other = rt.device().stream(), rt.device().stream()
    after: list[srt.Execution] = []

    async def inside(array: np.ndarray[Any, Any]) -> str:
        with pytest.raises(WouldDeadlockError, match="comes after the call") as caught:
            await after[0]
        with pytest.raises(WouldDeadlockError, match="it comes after"):
            after[0].sync()
        return str(caught.value)

    async def main() -> None:
        y = rt.put(np.zeros(4, "f4"))
        gate.hold(stream)
        call = stream.call(inside, y)
        after.append(other.launch(axpy, rt.put(np.ones(4, "f4")), y, 1.0))
        with pytest.raises(WouldDeadlockError, match="this loop's call of"):
            after[0].sync()
        gate.open()
        assert "await it outside of the call" in await call
        await after[0]

    trio.run(main)


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
