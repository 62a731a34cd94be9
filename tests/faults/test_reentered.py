"""User code that runs in the middle of a submission: arguments, finalizers, the collector."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator

import numpy as np
import pytest
from shared.litter import cycle
from shared.trial_kernels import axpy, busy, count

import streamrt as srt
from streamrt._runtime.tracking import IN_PYTHON
from streamrt.errors import ClosedError, DeletedBufferError, StateError, WouldDeadlockError
from streamrt.testing import Simulator

N = 4
pytestmark = pytest.mark.skipif(IN_PYTHON, reason="the specification may not be re-entered")


class World:
    """A runtime with a warm kernel, and what hostile code can get hold of."""

    def __init__(self, rt: srt.Runtime) -> None:
        self.rt = rt
        self.stream, self.other = rt.device().stream(), rt.device().stream()
        self.x, self.y = rt.put(np.ones(N, "f4")), rt.put(np.zeros(N, "f4"))
        self.n = rt.put(np.zeros(1, "u4"))
        for stream in (self.stream, self.other):
            stream.launch(axpy, self.x, self.y, 0.0)
            stream.launch(count, self.n)
        rt.barrier().sync()

    def launch(self, act: Callable[[World], object]) -> srt.Execution:
        return self.stream.launch(axpy, self.x, self.y, Hostile(self, act))

    @property
    def values(self) -> tuple[int, ...]:
        return self.stream._lane.value, self.other._lane.value


class Hostile:
    """A number that does something when it is converted."""

    def __init__(self, world: World, act: Callable[[World], object]) -> None:
        self.world, self.act = world, act

    def __float__(self) -> float:
        self.act(self.world)
        return 1.0

    def __index__(self) -> int:
        self.act(self.world)
        return 1


class Submitting:
    """Submits when it is finalized, by the collector or not."""

    def __init__(self, world: World, stream: srt.Stream) -> None:
        self.world, self.stream = world, stream

    def __del__(self) -> None:
        self.stream.launch(count, self.world.n)


@pytest.fixture
def world() -> Generator[World]:
    with srt.Runtime(["cpu:0"]) as rt:
        yield World(rt)


def fail(world: World) -> None:
    raise ValueError("asked for")


def test_an_argument_that_raises_leaves_no_trace(world: World) -> None:
    """Row 74."""
    before = world.values
    with pytest.raises(ValueError, match="asked for"):
        world.launch(fail)
    n = world.rt.put(np.zeros(1, "i8"))
    world.stream.launch(busy, n, 1).sync()
    before = world.values
    with pytest.raises(ValueError, match="asked for"):
        world.stream.launch(busy, n, Hostile(world, fail))
    assert world.values == before


@pytest.mark.parametrize("end", ["delete", "donate"])
def test_an_argument_that_ends_a_buffer_of_its_launch_has_that_refused(
    world: World, end: str
) -> None:
    """Row 74."""
    before = world.values
    with pytest.raises(DeletedBufferError if end == "delete" else StateError):
        world.launch(lambda w: getattr(w.y, end)())
    assert world.values == before


@pytest.mark.parametrize("which", ["stream", "other"])
def test_an_argument_that_launches_is_submitted_before_its_launch(world: World, which: str) -> None:
    """Row 74."""
    outer = world.launch(lambda w: getattr(w, which).launch(axpy, w.x, w.y, 2.0))
    outer.sync()
    assert world.y.fetch().sync().tolist() == [3.0] * N
    if which == "stream":
        assert outer.value == world.stream._lane.value


def test_an_argument_that_closes_the_runtime_has_its_launch_refused(world: World) -> None:
    """Row 74."""
    with pytest.raises(ClosedError):
        world.launch(lambda w: w.rt.close())


def test_an_argument_that_closes_its_stream_leaves_both_usable(world: World) -> None:
    """Row 74: the launch was under way, and ends."""
    before = world.stream._lane.value
    try:
        world.launch(lambda w: w.stream.close())
    except ClosedError:
        pass
    world.rt.barrier().sync()
    done = world.stream._lane.value - before
    assert world.y.fetch().sync().tolist() == [float(done)] * N


def test_an_argument_that_drops_the_plans_has_them_loaded_again(world: World) -> None:
    """Row 74."""
    world.launch(lambda w: w.rt.device()._state.forget_plans("axpy")).sync()
    assert world.y.fetch().sync().tolist() == [1.0] * N


def test_an_argument_that_collects_has_finalizers_submit_first(world: World) -> None:
    """Row 74."""
    for stream in (world.stream, world.other):
        cycle(Submitting(world, stream))
    before = sum(world.values)
    world.launch(lambda w: gc.collect()).sync()
    assert sum(world.values) == before + 3
    world.rt.barrier().sync()
    assert int(world.n.fetch().sync()[0]) == 4


@pytest.fixture
def eager_collector() -> Generator[None]:
    """A collector that runs at nearly every allocation."""
    gc.collect()
    gc.freeze()
    before = gc.get_threshold()
    gc.set_threshold(1)
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.mark.usefixtures("eager_collector")
@pytest.mark.parametrize("kind", ["launches", "calls", "waits"])
def test_finalizers_that_submit_at_any_allocation_of_a_submission(world: World, kind: str) -> None:
    """Row 74: whole submissions between those of the user, and none is lost."""
    made = 0
    for number in range(300):
        if number % 3 == 0:
            cycle(Submitting(world, (world.stream, world.other)[number % 2]))
            made += 1
        if kind == "launches":
            world.stream.launch(axpy, world.x, world.y, 1.0)
        elif kind == "calls":
            world.stream.call(int)
        else:
            world.stream.wait(world.other.record())
            world.stream.launch(axpy, world.x, world.y, 1.0)
    gc.collect()
    world.rt.barrier().sync()
    assert int(world.n.fetch().sync()[0]) == 2 + made
    if kind != "calls":
        assert world.y.fetch().sync().tolist() == [300.0] * N


def test_a_callback_of_the_collector_may_launch(world: World) -> None:
    """Row 74."""
    calls = 0

    def launch(phase: str, info: object) -> None:
        nonlocal calls
        calls += 1
        world.other.launch(count, world.n)

    before = gc.get_threshold()
    gc.callbacks.append(launch)
    try:
        gc.set_threshold(20)
        for _ in range(200):
            world.stream.launch(axpy, world.x, world.y, 1.0)
            world.stream.call(int)
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(launch)
    world.rt.barrier().sync()
    assert calls > 2
    assert int(world.n.fetch().sync()[0]) == 2 + calls
    assert world.y.fetch().sync().tolist() == [200.0] * N


def test_a_dropped_result_may_use_the_runtime_in_its_finalizer(world: World) -> None:
    """Row 74: whatever notes the end of the call, the result goes when the lock is free."""
    used: list[int] = []

    class Result:
        def __del__(self) -> None:
            used.append(world.rt.device().memory_stats().in_use)
            world.rt.empty(4)
            world.stream.launch(count, world.n)

    for _ in range(5):
        for _ in range(40):
            world.stream.call(Result)
        world.rt.barrier().sync()
        world.rt.device().memory_stats()
        for _ in range(100):
            world.stream.launch(axpy, world.x, world.y, 1.0)
    world.rt.barrier().sync()
    world.rt.device().memory_stats()
    assert len(used) == 200
    world.rt.barrier().sync()
    assert int(world.n.fetch().sync()[0]) == 202


def test_whoever_interrupts_the_runtime_submits_or_is_refused_and_does_not_hang(
    world: World,
) -> None:
    """Row 74: a finalizer or a handler that runs in a thread that has the lock."""
    lock = world.rt._engine.lock
    world.stream.call(int).sync()
    with lock:
        run = world.stream.launch(axpy, world.x, world.y, 1.0)
        called = world.stream.call(int)
        with pytest.raises(WouldDeadlockError, match="only submit there"), lock:
            pass
    run.sync()
    assert called.sync() == 0


def test_what_is_submitted_where_nobody_can_hand_over_is_handed_over_by_the_next() -> None:
    """Rows 73 and 74."""
    with srt.Runtime(["sim:0"], backends=[Simulator()]) as rt:
        stream, n = rt.device().stream(), rt.put(np.zeros(1, "u4"))
        stream.launch(count, n).sync()
        with rt._engine.lock:
            stream.launch(count, n)
            last = stream.launch(count, n)
        assert len(rt._engine.lock.outbox) == 2
        last.sync()
        assert not rt._engine.lock.outbox
        assert int(n.fetch().sync()[0]) == 3
