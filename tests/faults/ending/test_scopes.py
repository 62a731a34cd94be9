"""Scopes: they end when all in them is over, and by nothing else than what is documented."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable

import numpy as np
import pytest
from shared.threaded_backend import ThreadedBackend
from shared.trial_kernels import Gate, axpy, count, counters, fail, in_scope, until

import streamrt as srt
from streamrt._runtime import scope as scope_module
from streamrt.errors import (
    ArgumentError,
    ClosedError,
    DependencyError,
    KernelError,
    StateError,
    WouldDeadlockError,
)

Submit = Callable[[], srt.Execution]


# --- what belongs to it ---------------------------------------------------------------------------


async def test_a_scope_ends_when_all_submitted_in_it_is_over(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    stream, other = cpu.stream(), cpu.stream()
    x, y = (rt.put(np.zeros(4, "f4")) for _ in range(2))
    executions: list[srt.Execution] = []
    everything: list[Submit] = [
        lambda: stream.launch(axpy, x, y, 1.0),
        lambda: stream.copy(rt.empty(4), y),
        lambda: stream.fill(y, 1.0),
        lambda: stream.call(lambda: None),
        lambda: rt.execute(axpy, x, y, alpha=2.0),
        y.fetch,
    ]

    async def in_a_task(submit: Submit) -> None:
        executions.append(submit())

    async def main() -> None:
        async with rt.scope() as scope:
            gate.hold(stream, y)
            executions.extend(submit() for submit in everything)
            y.to(cpu)
            tasks = [asyncio.create_task(in_a_task(submit)) for submit in everything]
            await asyncio.wait(tasks)
            assert scope.pending == 1 + len(everything) * 2 + 1
        assert all(e.done() for e in executions)
        assert scope.pending == 0
        assert repr(scope) == "<Scope closed: 0 pending>"

    with Gate(rt) as outside:
        held = outside.hold(other)
        leaving = asyncio.create_task(main())
        await until(lambda: len(executions) == 2 * len(everything))
        for _ in range(10):
            await asyncio.sleep(0)
        assert not leaving.done()
        gate.open()
        await leaving
        assert not held.done()


def test_leaving_a_scope_blocks_the_thread_until_all_is_over() -> None:
    runs = np.zeros(300, "u4")
    with srt.Runtime() as rt:
        n = rt.wrap(runs)
        streams = [rt.device().stream() for _ in range(3)]
        with rt.scope():
            for i in range(300):
                streams[i % 3].launch(count, n[i : i + 1])
        assert runs.tolist() == [1] * 300


def test_what_a_device_in_python_runs_is_waited_for_and_cancelled_alike() -> None:
    backend = ThreadedBackend()
    with srt.Runtime(["threaded:0"], backends=[backend]) as rt:
        stream = rt.device().stream()
        with rt.scope() as scope:
            y = rt.put(np.ones(4, "f4"))
            last = [stream.fill(y, 1.0) for _ in range(20)][-1]
        assert last.done()
        backend.devices[0].is_open.clear()
        with rt.scope() as scope:
            fills = [stream.fill(rt.empty(4), 1.0) for _ in range(5)]
            assert scope.cancel() == 5
        assert all(e.cancelled() for e in fills)
        backend.devices[0].is_open.set()


async def test_the_inner_scope_owns_what_is_submitted_in_it(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    stream = cpu.stream()
    async with rt.scope() as outer:
        held = gate.hold(stream)
        async with rt.scope() as inner:
            inside = cpu.stream().fill(rt.empty(1), 1.0)
        assert inside.done()
        assert not held.done()
        assert (outer.pending, inner.pending) == (1, 0)
        gate.open()


async def test_what_a_task_submits_after_its_scope_belongs_to_the_next_one_that_is_open(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    stream, go = cpu.stream(), asyncio.Event()

    async def outlives() -> srt.Execution:
        await go.wait()
        return gate.hold(stream)

    async with rt.scope() as outer:
        async with rt.scope():
            first = asyncio.create_task(outlives())
        go.set()
        held = await first
        assert outer.pending == 1
        go.clear()
        second = asyncio.create_task(outlives())
        gate.open()
    assert held.done()
    go.set()
    await (await second)  # belongs to none
    assert rt._engine.scopes == 0


async def test_a_scope_that_is_left_waits_for_what_its_host_calls_submit(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    first, second = cpu.stream(), cpu.stream()
    runs, n = counters(rt)
    again: list[srt.Execution] = []

    def submit_more() -> None:
        again.append(second.launch(count, n))

    async with rt.scope():
        gate.hold(first)
        first.call(submit_more)
        opener = asyncio.get_running_loop().call_later(0, gate.open)
    opener.cancel()
    assert again[0].done()
    assert runs[0] == 1


def test_a_scope_may_be_left_in_another_context_than_it_was_entered_in(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    entered, elsewhere = contextvars.copy_context(), contextvars.copy_context()
    scope = rt.scope()
    entered.run(scope.__enter__)
    inside = entered.run(cpu.stream().fill, rt.empty(1), 1.0)
    elsewhere.run(scope.__exit__, None, None, None)
    assert inside.done()
    assert rt._engine.scopes == 0
    with rt.scope() as other:
        entered.run(cpu.stream().fill, rt.empty(1), 1.0)
        assert other.pending == 0
        assert other._members == []
    reentered = entered.run(rt.scope().__enter__)
    assert reentered._parent is None  # closed ones do not pile up
    entered.run(reentered.__exit__, None, None, None)


def test_a_scope_waits_once_for_each_stream_and_is_closed_in_the_moment_all_is_over(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    streams = [cpu.stream() for _ in range(2)]
    with rt.scope() as scope:
        for stream in streams:
            gate.hold(stream)
        last = [stream.call(lambda: None) for stream in streams for _ in range(50)][49::50]
        points = {(p.lane, p.value) for p in scope._points()}
        assert {(e.timeline, e.value) for e in last} <= points
        assert len(points) == 4  # the streams' own lanes and those of their calls
        gate.open()
        rt.barrier().sync()
        assert scope._points() == []
        streams[0].call(lambda: None)
        assert scope.pending == 0  # there is no moment between the look and the close
    assert scope_module._innermost.get() is None


def test_scopes_of_two_runtimes_keep_apart() -> None:
    with srt.Runtime() as one, srt.Runtime() as two:
        first, second = one.device().stream(), two.device().stream()
        with Gate(one) as gate, one.scope() as outer:
            held = gate.hold(first)
            with two.scope() as inner:
                second.fill(two.empty(1), 1.0)
                first.call(lambda: None)
                assert inner._members[0].timeline.engine is two._engine
            assert inner.pending == 0
            assert outer.pending == 2
            gate.open()
        assert held.done()


def test_a_long_scope_forgets_what_went_well_and_keeps_failures(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    stream, n = cpu.stream(), rt.put(np.zeros(1, "u4"))
    kept: list[int] = []

    def work() -> None:
        with rt.scope() as scope:
            for i in range(20_000):
                stream.launch(count, n)
                if i in (10, 5000):
                    stream.launch(fail, rt.empty(1), 7)
                if i == 7000:
                    with pytest.raises(KernelError):
                        stream.launch(fail, rt.empty(1), 7).sync()
                if i % 100 == 0:
                    stream.sync()
                    kept.append(len(scope._members))

    with pytest.RaisesGroup(KernelError, KernelError, match="2 failures in a scope"):
        work()
    assert max(kept) <= 512
    assert np.asarray(n)[0] == 20_000


# --- failures -------------------------------------------------------------------------------------


async def test_several_failures_in_a_scope_arrive_together_and_none_is_lost() -> None:
    """Row 9."""
    skipped: list[srt.Execution] = []

    async def work(rt: srt.Runtime) -> None:
        stream, y = rt.device().stream(), rt.empty(1)
        async with rt.scope():
            stream.launch(fail, y, 7)
            skipped.append(stream.copy(rt.empty(1), y))
            stream.call(lambda: [][1])
            with pytest.raises(ZeroDivisionError):
                await stream.call(lambda: 1 / 0)  # somebody has this one
            with Gate(rt) as gate:
                gate.hold(stream)
                stream.call(print).cancel()
            rt.device().stream().launch(fail, rt.empty(1), 8)

    async with srt.Runtime() as rt:
        three = (IndexError, KernelError, KernelError)
        with pytest.RaisesGroup(*three, match="3 failures in a scope") as caught:
            await work(rt)
        assert all("test_scopes.py" in e.__notes__[0] for e in caught.value.exceptions)
        with pytest.raises(DependencyError):
            await skipped[0]
    # leaving the runtime raised nothing: all were told


def test_one_failure_arrives_in_a_group_and_counts_as_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Row 9."""
    seven = pytest.RaisesExc(KernelError, match="returned 7")
    with srt.Runtime() as rt:
        stream, y = rt.device().stream(), rt.put(np.zeros(1, "f4"))
        failed: list[srt.Execution] = []
        with pytest.RaisesGroup(seven, match="1 failure in a scope") as caught, rt.scope():
            failed.append(stream.launch(fail, y, 7))
        assert failed.pop().exception() is caught.value.exceptions[0]
    assert not caplog.records


@pytest.mark.parametrize("is_async", [False, True], ids=["with", "async with"])
def test_an_exception_of_the_body_and_failures_beside_it_arrive_together(is_async: bool) -> None:
    """Row 9."""

    def body(rt: srt.Runtime) -> None:
        stream = rt.device().stream()
        stream.launch(fail, rt.put(np.zeros(1, "f4")), 7)
        stream.sync()
        with Gate(rt) as gate:
            gate.hold(stream)
            stream.call(print)
            gate.running()
            raise LookupError("mine")

    # The call is cancelled by leaving, and is no failure.
    with srt.Runtime() as rt:
        with pytest.raises(ExceptionGroup, match="2 failures in a scope") as caught:
            in_scope(rt, body, is_async)
        assert [type(e) for e in caught.value.exceptions] == [LookupError, KernelError]


@pytest.mark.parametrize("kind", [KeyboardInterrupt, asyncio.CancelledError])
@pytest.mark.parametrize("is_async", [False, True], ids=["with", "async with"])
def test_what_ends_more_than_the_scope_goes_on_alone_and_failures_are_logged(
    kind: type[BaseException], is_async: bool, caplog: pytest.LogCaptureFixture
) -> None:
    def body(rt: srt.Runtime) -> None:
        rt.device().stream().launch(fail, rt.put(np.zeros(1, "f4")), 7)
        rt.barrier().sync()
        raise kind

    with srt.Runtime() as rt, pytest.raises(kind):
        in_scope(rt, body, is_async)
    (record,) = caplog.records
    assert record.exc_info
    assert record.exc_info[0] is KernelError


# --- refusals -------------------------------------------------------------------------------------


async def test_a_scope_that_would_wait_for_its_own_caller_is_refused(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 41."""
    stream, other = cpu.stream(), cpu.stream()
    begun, may_end = asyncio.Event(), asyncio.Event()

    def waits_for_itself() -> None:
        with rt.scope():
            stream.fill(rt.empty(1), 1.0)

    def leaves() -> None:
        with rt.scope():
            stream.fill(rt.empty(1), 1.0)
            raise LookupError  # cancels the fill, so there is nothing to wait for

    async def needs_the_loop() -> None:
        begun.set()
        await may_end.wait()

    with pytest.raises(WouldDeadlockError, match="it comes after"):
        await stream.call(waits_for_itself)
    with pytest.RaisesGroup(LookupError):
        await stream.call(leaves)
    with pytest.RaisesGroup(LookupError, ZeroDivisionError), rt.scope():
        stream.call(needs_the_loop)
        other.call(lambda: 1 / 0)
        await other
        await begun.wait()
        raise LookupError  # goes on at once, because nobody can wait for what runs
    may_end.set()
    await stream
    assert rt._engine.scopes == 0


def test_a_scope_is_entered_once_and_only_while_the_runtime_is_open() -> None:
    with srt.Runtime() as rt:
        scope = rt.scope()
        assert repr(scope) == "<Scope not entered: 0 pending>"
        with scope, pytest.raises(StateError, match="it was entered before"):
            scope.__enter__()
        for timeout in (-1, "1", float("nan")):
            with pytest.raises(ArgumentError, match="make a scope: drain_timeout is"):
                rt.scope(drain_timeout=timeout)  # type: ignore[arg-type]
        late = rt.scope()
        with rt.scope() as open_at_close:
            rt.device().stream().fill(rt.empty(1), 1.0)
            rt.close()
        assert open_at_close.pending == 0
    with pytest.raises(ClosedError, match="enter a scope"):
        late.__enter__()
