"""Deadlines: what has not started by then never does, and everything else goes on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import anyio
import numpy as np
import pytest
from shared.trial_kernels import PATIENCE, Gate, axpy, count, values

import streamrt as srt
from streamrt import observe, testing
from streamrt.errors import ArgumentError, DeadlineError, DependencyError, StateError


def let_pass(deadline: srt.Deadline) -> None:
    while left := deadline.left:
        time.sleep(left)


def late(rt: srt.Runtime, gate: Gate, submit: Callable[[srt.Stream], Any]) -> Any:
    """Submits something behind a held stream, with a deadline that passes before the gate opens."""
    stream = rt.device().stream("late")
    gate.hold(stream)
    with srt.deadline(1e-3) as deadline:
        found = submit(stream)
    gate.running()
    let_pass(deadline)
    gate.open()
    return found


async def test_what_is_late_never_starts_and_its_readers_are_skipped(
    rt: srt.Runtime, gate: Gate
) -> None:
    """Row 297."""
    n, m = rt.put(np.zeros(1, "u4")), rt.put(np.zeros(1, "u4"))
    called: list[int] = []

    def submit(stream: srt.Stream) -> list[srt.Execution]:
        return [stream.launch(count, n), stream.call(called.append, 1), stream.fill(m, 7)]

    stale = late(rt, gate, submit)
    skipped = rt.device().stream("other").copy(rt.empty(1, "u4"), n)
    for each in stale:
        with pytest.raises(DeadlineError, match="its deadline passed before it started") as caught:
            await each
        assert isinstance(caught.value, TimeoutError)
        assert "submitted at" in caught.value.__notes__[0]
        assert each.cancelled()
        assert each.times.started == each.times.finished
        assert "expired: its deadline passed before it started" in each.explain()
    with pytest.raises(DependencyError, match="caused by DeadlineError") as skip:
        await skipped
    assert isinstance(skip.value.__cause__, DeadlineError)
    assert not called
    stream = rt.device().stream("late")
    stream.fill(n, 3)  # whoever writes over it runs
    stream.launch(count, n)
    assert values(n) == [4]
    text = observe.metrics(rt)
    assert 'streamrt_device_expired_total{device="cpu:0"} 3' in text
    assert 'streamrt_device_cancelled_total{device="cpu:0"} 0' in text
    assert 'streamrt_device_skipped_total{device="cpu:0"} 1' in text


def test_of_a_chain_that_is_late_the_first_is_the_root(rt: srt.Runtime, gate: Gate) -> None:
    """Row 297: the second was never to run, whatever the time is."""
    x, y = rt.put(np.ones(4, "f4")), rt.put(np.zeros(4, "f4"))

    def submit(stream: srt.Stream) -> list[srt.Execution]:
        return [stream.fill(x, 2.0), stream.launch(axpy, x, y, alpha=1.0)]

    first, second = late(rt, gate, submit)
    with pytest.raises(DependencyError) as caught:
        second.sync()
    assert str(caught.value.__cause__) == str(first.exception())
    assert isinstance(first.exception(), DeadlineError)


def test_a_deadline_that_does_not_pass_changes_nothing(rt: srt.Runtime) -> None:
    n = rt.put(np.zeros(1, "u4"))
    with srt.deadline(PATIENCE), rt.scope(deadline=PATIENCE):
        one = rt.device().stream().launch(count, n)
        rt.device().stream().call(int).sync()
    one.sync()
    assert 0 < one.times.started <= one.times.finished <= time.monotonic_ns()
    assert values(n) == [1]


@pytest.mark.parametrize("streams", [1, 2])
def test_a_replay_ends_between_two_nodes(rt: srt.Runtime, streams: int) -> None:
    """Row 298: the node that runs ends well, none starts after it, and the next replay is well."""
    m, y, n = (rt.put(np.zeros(1, dtype)) for dtype in ("u4", "f4", "f4"))
    stream, other = rt.device().stream(), rt.device().stream()
    with Gate(rt) as gate:
        with rt.capture() as graph:
            stream.fill(y, 1.0)
            gate.hold(stream, y)
            stream.launch(axpy, y, n, alpha=1.0)
            if streams == 2:
                other.launch(count, m)
        replay: Any = graph.plan(rt.device(), streams=streams).instantiate()
        with srt.deadline(0.05) as deadline:
            running = replay.replay()
        gate.running()
        assert not running.cancel()
        let_pass(deadline)
        gate.open()
        with pytest.raises(DeadlineError, match="passed between two of its nodes"):
            running.sync()
    with pytest.raises(DependencyError):
        stream.copy(rt.empty(1), n).sync()
    for each in (n, m):
        stream.fill(each, 0)
    replay.replay().sync()
    assert (values(n), values(y)) == ([2.0], [2.0])


def test_the_earliest_deadline_counts_and_tasks_and_calls_inherit_it(rt: srt.Runtime) -> None:
    """Row 297."""
    stream, n = rt.device().stream(), rt.put(np.zeros(1, "u4"))

    def submit() -> srt.Execution:
        return stream.fill(n, 7)

    async def main() -> list[srt.Execution]:
        with srt.deadline(0):
            called = stream.call(int)
            with srt.deadline(PATIENCE):
                inner = submit()
            with srt.deadline():
                same = submit()
            task = asyncio.create_task(asyncio.to_thread(submit))
        found = [inner, same, await task, called]
        with srt.deadline(PATIENCE):
            with srt.deadline(0):
                found.append(submit())
            await submit()
            found.append(await stream.call(stale_in_a_call))
        await submit()
        return found

    def stale_in_a_call() -> srt.Execution:
        with srt.deadline(0):
            return rt.device().stream("called").fill(n, 8)

    for each in asyncio.run(main()):
        with pytest.raises(DeadlineError):
            each.sync()
    stream.sync()


async def test_a_wait_that_is_over_leaves_the_work(rt: srt.Runtime, gate: Gate) -> None:
    """`asyncio.timeout` ends the wait alone."""
    stream, n = rt.device().stream(), rt.put(np.zeros(1, "u4"))
    gate.hold(stream)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(1e-3):
            await stream.launch(count, n)
    gate.open()
    await stream
    assert values(n) == [1]


@pytest.mark.parametrize("library", ["asyncio", "trio"])
def test_the_deadline_of_a_cancel_scope_is_followed_if_that_is_asked(
    rt: srt.Runtime, library: str
) -> None:
    """Row 297: it is taken at each submission, and only inside of a loop."""
    stream, n = rt.device().stream(), rt.put(np.zeros(1, "u4"))

    async def main() -> None:
        with srt.deadline(PATIENCE, follow=True):
            await stream.launch(count, n)
            scope = anyio.CancelScope(deadline=anyio.current_time() + PATIENCE)
            late: srt.Execution = stream.fill(n, 1)
            with scope:
                await stream.launch(count, n)
                scope.deadline = anyio.current_time() - 1
                late = stream.launch(count, n)
            with pytest.raises(DeadlineError):
                await late
            stream.fill(n, 2)
            await stream.launch(count, n)

    anyio.run(main, backend=library)
    with srt.deadline(follow=True):
        stream.launch(count, n).sync()
    with srt.deadline(0), srt.deadline(follow=True):
        late = stream.launch(count, n)
    with pytest.raises(DeadlineError):
        late.sync()


def test_deadlines_are_checked_and_entered_once(rt: srt.Runtime) -> None:
    """Row 299."""
    wrong: Any
    for wrong in (-1, float("nan"), "soon", True):
        with pytest.raises(ArgumentError, match="seconds"):
            srt.deadline(wrong)
        with pytest.raises(ArgumentError, match="seconds"):
            rt.scope(deadline=wrong)
    deadline = srt.deadline(float("inf"))
    assert deadline.left is None
    with deadline, pytest.raises(StateError, match="entered before"), deadline:
        pass
    assert rt.device().stream().call(int).sync() == 0


def test_in_an_exploration_the_time_is_virtual() -> None:
    """Row 297: an hour passes at once, and schedules differ in what is late."""
    ends: set[tuple[str, ...]] = set()

    async def ask(rt: srt.Runtime) -> None:
        stream, n = rt.device().stream(), rt.put(np.zeros(1, "u4"))
        with srt.deadline(3600):
            await stream.launch(count, n)
        with srt.deadline(1.2e-5):
            both = stream.launch(count, n), stream.launch(count, n)
        await asyncio.gather(*both, return_exceptions=True)
        ends.add(tuple(type(each.exception()).__name__ for each in both))
        with srt.deadline(3600):
            await asyncio.sleep(3601)
            late = stream.fill(n, 1)
        with pytest.raises(DeadlineError):
            await late

    async def program(rt: srt.Runtime) -> None:
        await asyncio.gather(ask(rt), ask(rt))

    testing.explore(program, schedules=200, seed=1).check()
    done, late, skipped = "NoneType", "DeadlineError", "DependencyError"
    assert ends == {(done, done), (done, late), (late, skipped)}
