"""Memory that goes from a dropped buffer to the next one without the pool, and calls that use it.

With the tracker in Python the pool serves all of them, and everything here holds as well.
"""

from __future__ import annotations

import gc
import random
import weakref
from collections.abc import Generator
from typing import Any

import numpy as np
import pytest
from shared.striking import struck
from shared.trial_kernels import Gate, values

import streamrt as srt
from streamrt._core.tracking.pool import Block, Pool, size_class
from streamrt._core.tracking.ranges import Handles
from streamrt._runtime.tracking import IN_PYTHON
from streamrt.errors import ArgumentError, ClosedError, DeletedBufferError
from streamrt_kernels import axpy, copy

SIZES = (1, 60, 64, 65, 200, 256, 300, 1000, 1024, 5000, 70_000)


class Held:
    """An object of a user in a cycle with itself."""

    def __init__(self, *things: object) -> None:
        self.things = things
        self.itself = self


@pytest.fixture
def no_collection() -> Generator[None]:
    """Keeps the collector from running, except when it is called."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("seed", range(4))
def test_values_are_right_whoever_has_the_memory_next(rt: srt.Runtime, seed: int) -> None:
    draw, device = random.Random(seed), rt.device()
    streams = [device.stream() for _ in range(4)]
    results = [rt.empty(4096) for _ in range(60)]
    expected: list[float] = []
    for number, result in enumerate(results):
        kept = rt.empty(4096)
        draw.choice(streams).fill(kept, float(number))
        for _ in range(draw.randrange(6)):
            rubbish = rt.empty(4096)  # drops the one before while it is being written
            draw.choice(streams).fill(rubbish, -1.0)
        other = rt.empty(4096)
        draw.choice(streams).launch(copy, kept, other)
        del kept
        draw.choice(streams).launch(copy, other, result)
        expected.append(float(number))
    assert [set(values(result)) for result in results] == [{number} for number in expected]


def allocated(pool: Pool, nbytes: int) -> Block:
    """Returns a block of a pool that serves every request itself."""
    size = size_class(nbytes)
    return pool.take(size, for_host=False) or pool.add(0, size)


@pytest.mark.parametrize("seed", range(6))
def test_the_statistics_are_those_of_a_pool_that_serves_all_requests(
    rt: srt.Runtime, seed: int
) -> None:
    draw, device, pool = random.Random(seed), rt.device(), Pool()
    live: list[tuple[srt.Buffer, Block]] = []
    for step in range(1500):
        if live and draw.random() < 0.5:
            pool.give(live.pop(draw.randrange(len(live)))[1], None)
        else:
            nbytes = draw.choice(SIZES)
            is_for_host = draw.random() < 0.1
            buffer = rt.put(np.zeros(nbytes, "u1")) if is_for_host else rt.empty(nbytes, "u1")
            live.append((buffer, allocated(pool, nbytes)))
            del buffer
        if step % 100 == 0:
            assert device.memory_stats() == pool.stats()
    addresses = [buffer._address for buffer, _ in live]
    assert len({*addresses}) == len(addresses)
    live.clear()
    assert device.memory_stats().in_use == 0


def test_memory_that_the_collector_frees_waits_for_its_last_use(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate, no_collection: None
) -> None:
    a, b = cpu.stream("a"), cpu.stream("b")
    total = rt.put(np.zeros(300, "f4"))
    x = rt.put(np.ones(300, "f4"))
    gate.hold(a)
    a.fill(x, 5.0)
    a.launch(copy, x, total)
    address = x._address
    Held(x)
    del x
    gc.collect()  # clears the history, too, before anybody has looked at it
    y = rt.empty(300)
    assert y._address == address
    second = b.fill(y, 9.0)
    assert "reuses memory that cpu:0/a" in rt.explain(second)
    gate.open()
    assert (values(total), values(y)) == ([5.0] * 300, [9.0] * 300)


def test_memory_is_handed_out_once_if_giving_it_back_is_interrupted(
    rt: srt.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    device, give = rt.device(), Pool.give

    def interrupted(pool: Pool, *args: Any) -> None:
        give(pool, *args)
        monkeypatch.undo()
        raise KeyboardInterrupt

    for _ in range(3):
        x = rt.empty(1000)
        del x
        monkeypatch.setattr(Pool, "give", interrupted)
        with pytest.raises(KeyboardInterrupt):
            device.memory_stats()
        kept = [rt.empty(1000) for _ in range(3)]
        assert len({buffer._address for buffer in kept}) == 3
        del kept
    assert device.memory_stats().in_use == 0


def test_what_is_refused_is_refused_also_where_memory_lies_ready(rt: srt.Runtime) -> None:
    with srt.Runtime() as other:
        for runtime in (rt, other):
            for _ in range(3):
                runtime.empty(100)
                runtime.execute(copy, runtime.put(np.zeros(100, "f4"))).sync()
        with pytest.raises(ArgumentError, match="belongs to another runtime"):
            rt.empty(100, device=other.device())
        x = other.put(np.zeros(100, "f4"))
        with pytest.raises(ArgumentError, match="belongs to another runtime"):
            rt.execute(copy, x)
        deleted = rt.put(np.zeros(100, "f4"))
        deleted.delete()
        with pytest.raises(DeletedBufferError):
            rt.execute(copy, deleted)
        wrongs: list[Any] = [(), (1, 2, 3, 4), ("x",), (-1,), (1.5,)]
        for wrong in wrongs:
            with pytest.raises((srt.errors.ArgumentError, TypeError)):
                rt.empty(*wrong)
        kept = other.empty(100)
        del kept
    with pytest.raises(ClosedError, match="the runtime is closed"):
        other.empty(100)
    with pytest.raises(ClosedError, match="the runtime is closed"):
        other.execute(copy, x)


def test_a_warm_call_gives_what_a_cold_one_gives(rt: srt.Runtime) -> None:
    x, y = rt.put(np.arange(64, dtype="f4")), rt.put(np.ones(64, "f4"))
    found = [rt.execute(copy, x) for _ in range(5)]
    changed = [rt.execute(axpy, x, y, alpha=2.0) for _ in range(5)]
    sites = {str(execution._submit_site()) for execution in found}
    assert [site.count("test_recycling.py") for site in sites] == [1]
    assert [values(execution.sync()) for execution in found] == [[*range(64)]] * 5
    assert {id(execution.sync()) for execution in changed} == {id(y)}
    assert values(y) == [1.0 + 10 * i for i in range(64)]
    assert len({execution.sync()._address for execution in found}) == 5
    with pytest.raises(srt.errors.ArgumentError, match="alpha"):
        rt.execute(axpy, x, y, alpha="two")


def test_the_output_of_a_call_is_freed_without_the_collector(
    rt: srt.Runtime, cpu: srt.Device, no_collection: None
) -> None:
    x = rt.put(np.ones(64, "f4"))
    for _ in range(4):
        execution = rt.execute(copy, x)
        output = weakref.ref(execution.sync())
        del execution
        assert output() is None
    assert cpu.memory_stats().in_use == 256


def test_a_warm_call_runs_on_the_stream_that_writes_its_input(rt: srt.Runtime, gate: Gate) -> None:
    x = rt.put(np.arange(64, dtype="f4"))
    for _ in range(3):
        rt.execute(copy, rt.execute(copy, x).sync()).sync()
    own, late = rt.device().stream(), rt.empty(64)
    gate.hold(own)
    stock = [rt.empty(64) for _ in range(20)]
    del stock  # so that each output is made of a dropped one
    own.launch(copy, x, late)
    first = rt.execute(copy, late)
    others = [rt.execute(copy, x) for _ in range(3)]
    for other in others:
        other.sync()
    second = rt.execute(copy, first.outcome)
    assert second.timeline is first.timeline
    assert first.timeline not in [other.timeline for other in others]
    gate.open()
    assert values(second.sync()) == [*range(64)]


def test_replays_with_fresh_outputs_give_each_its_own_values(rt: srt.Runtime) -> None:
    device = rt.device()
    stream, inputs = device.stream(), [rt.put(np.full(64, i, "f4")) for i in range(5)]
    with rt.capture(x=inputs[0]) as graph:
        first, second = rt.empty(64), rt.empty(64)
        stream.launch(copy, inputs[0], first)
        stream.launch(copy, first, second)
        graph.output("first", first)
        graph.output("second", second)
    draw, kept = random.Random(1), list[tuple[float, srt.Execution[Any]]]()
    with graph.plan(device).instantiate(depth=2) as graph_exec:
        for number in range(300):
            x = draw.choice(inputs)
            if draw.random() < 0.3:
                stream.fill(x, float(number))
            replay = graph_exec.replay(x=x)
            copied = rt.empty(64)
            stream.launch(copy, replay.outcome[draw.randrange(2)], copied)
            if draw.random() < 0.2:
                kept.append((values(x)[0], replay))
                kept.append((values(copied)[0], replay))
            if len(kept) > 10:
                del kept[: draw.randrange(10)]
            for value, done in kept:
                assert [set(values(y)) for y in done.sync()] == [{value}, {value}]
        with pytest.raises(ArgumentError, match="share memory"):
            graph_exec.replay(x=inputs[0], first=inputs[0])
        with pytest.raises(srt.errors.ArgumentTypeError, match="unexpected y"):
            graph_exec.replay(y=inputs[0])
        with pytest.raises(srt.errors.ArgumentTypeError, match="found int"):
            graph_exec.replay(x=3)  # type: ignore[arg-type]
        inputs[0].delete()
        with pytest.raises(DeletedBufferError, match="x of #"):
            graph_exec.replay(x=inputs[0])
        with pytest.raises(DeletedBufferError, match="x of #"):
            graph_exec.replay()
    with pytest.raises(ClosedError, match="the GraphExec is closed"):
        graph_exec.replay(x=inputs[1])


@pytest.mark.skipif(IN_PYTHON, reason="there each request has many places to be broken off")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_signals_behind_native_steps_lose_no_memory(rt: srt.Runtime, cpu: srt.Device) -> None:
    """A few requests go through Python."""
    x, stream = rt.put(np.ones(64, "f4")), cpu.stream()
    with rt.capture(x=x) as graph:
        y = rt.empty(64)
        stream.launch(copy, x, y)
        graph.output("y", y)
    del y
    replays = graph.plan(cpu).instantiate()

    def work(replays: srt.GraphExec = replays) -> None:
        for _ in range(10):
            stream.launch(copy, rt.execute(copy, x).outcome, rt.empty(64))
            replays.replay(x=rt.empty(64))
        for _ in range(1000):  # until it strikes
            rt.execute(copy, x).sync()

    times = struck(work, 1500)
    rt.sync()
    assert times > 1000
    assert values(rt.execute(copy, x).sync()) == [1.0] * 64
    replays.close()
    del replays, graph, work
    gc.collect()
    assert cpu.memory_stats().in_use < 256 * times // 50  # one in five, if all went there


def test_memory_that_ends_in_a_cycle_still_has_its_handles(rt: srt.Runtime) -> None:
    """The collector breaks a cycle up before the memory is given up, which asks for the handles."""
    for _ in range(20):
        x = rt.put(np.ones(16, "f4"))
        tracked = x._region.tracked
        tracked.handles = Handles(tracked)  # as if shared, and interrupted before others knew
        circle: list[object] = [x]
        circle.append(circle)
        del x, tracked, circle
        gc.collect()
    assert rt.device().memory_stats().in_use == 0
