"""The fault rows on simulated devices, where nothing runs until somebody waits, under many seeds.

Rows 13 and 15 are in test_devices.py. What a row needs a running thread or a busy machine for has
no counterpart here.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Generator
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import axpy, count, fail

import streamrt as srt
from streamrt._backends.sim.hardware import Hardware
from streamrt.errors import (
    ArgumentError,
    DependencyError,
    DeviceLostError,
    EventNotRecordedError,
    ExecutionCancelledError,
    KernelError,
    OutOfMemoryError,
    QueueFullError,
)
from streamrt.testing import Simulator

SEEDS = [None, *range(12)]


class Setup:
    """A runtime with the CPU and a simulated device."""

    def __init__(self, rt: srt.Runtime, simulator: Simulator) -> None:
        self.rt = rt
        self.simulator = simulator
        self.sim = rt.device("sim:0")
        self.a, self.b = self.sim.stream("a"), self.sim.stream("b")

    def zeros(self, elements: int = 4, dtype: Any = "f4") -> srt.Buffer:
        return self.rt.put(np.zeros(elements, dtype), self.sim)


@pytest.fixture(params=SEEDS)
def setup(request: pytest.FixtureRequest) -> Generator[Setup]:
    simulator = Simulator(request.param, memory=1 << 20)
    names = ["cpu:0", "sim:0"]
    with srt.Runtime(names, backends=[simulator], queue_limit=200) as rt:
        yield Setup(rt, simulator)
        assert not simulator.violations


async def waiter(execution: srt.Execution) -> object:
    return await execution


async def in_no_time(execution: srt.Execution) -> None:
    async with asyncio.timeout(0):
        await execution


async def test_an_awaiter_that_is_cancelled_cancels_nobody_else(setup: Setup) -> None:
    """Rows 1, 4 and 5: the execution goes on, its other awaiters too; the counts are balanced."""
    n = setup.zeros(1, "u4")
    last = [setup.a.launch(count, n) for _ in range(20)][-1]
    tasks = [asyncio.create_task(waiter(last)) for _ in range(3)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    with pytest.raises(asyncio.CancelledError):
        await tasks[1]
    with pytest.raises(TimeoutError):
        await in_no_time(last)
    current = asyncio.current_task()
    assert current is not None
    assert current.cancelling() == 0
    assert not last.done()
    del n  # in flight
    assert await asyncio.gather(tasks[0], tasks[2]) == [None, None]
    assert last.done()


async def test_what_is_cancelled_in_the_queue_never_runs(setup: Setup) -> None:
    """Rows 2 and 3: it has one outcome, whichever order things happen in."""
    n, m = setup.zeros(1, "u4"), setup.zeros(1, "u4")
    doomed = setup.a.launch(count, n)
    dependent, independent = setup.b.launch(count, n), setup.b.launch(count, m)
    assert doomed.cancel()
    assert not doomed.cancel()
    with pytest.raises(ExecutionCancelledError):
        await doomed
    with pytest.raises(DependencyError, match="cancelled before it started"):
        await dependent
    await independent
    assert not independent.cancel()
    assert (await m.fetch()).tolist() == [1]
    await setup.a.fill(n, 5)  # all of it: the poison is gone
    assert (await n.fetch()).tolist() == [5]


async def test_a_failing_kernel_poisons_exactly_its_dependents(setup: Setup) -> None:
    """Rows 8 and 46: each time it is asked; other ranges of the buffer stay usable."""
    y, z, n = setup.zeros(8), setup.zeros(), setup.zeros(1, "u4")
    root = setup.a.launch(fail, y[:4], 7)
    reader = setup.b.launch(axpy, y[:4], z, 1.0)
    beside = setup.b.launch(axpy, y[4:], y[4:], 1.0)
    independent = setup.b.launch(count, n)
    for _ in range(2):
        with pytest.raises(KernelError, match="returned 7; seven is not") as caught:
            await root
        with pytest.raises(DependencyError) as info:
            await reader
        assert info.value.__cause__ is caught.value
        assert "test_simulated.py" in caught.value.__notes__[0]
        with pytest.raises(DependencyError):
            await z.fetch()
    await beside
    await independent
    assert (await y[4:].fetch()).tolist() == [0.0] * 4


async def test_several_failures_arrive_together(setup: Setup) -> None:
    """Row 9: from a scope, as one group."""

    async def three_failures() -> None:
        async with setup.rt.scope():
            for _ in range(3):
                setup.a.launch(fail, setup.zeros(), 7)
            setup.a.launch(count, setup.zeros(1, "u4"))

    with pytest.raises(ExceptionGroup) as caught:
        await three_failures()
    assert [type(error) for error in caught.value.exceptions] == [KernelError] * 3


def test_out_of_memory_is_an_error_and_room_comes_back(setup: Setup) -> None:
    """Row 12: the device has 1 MiB."""
    kept = [setup.rt.empty(1 << 17, "u1", setup.sim) for _ in range(6)]
    more = (setup.rt.empty(1 << 17, "u1", setup.sim) for _ in range(6))
    with pytest.raises(OutOfMemoryError, match=r"uint8\[131072\]"):
        kept.extend(more)
    setup.a.fill(kept[0], 1)
    kept.clear()
    setup.rt.empty(1 << 19, "u1", setup.sim)


def test_a_dropped_failure_is_reported_once(setup: Setup, caplog: pytest.LogCaptureFixture) -> None:
    """Row 23: with its submit site, though nobody ever awaited it."""
    setup.a.launch(fail, setup.zeros(), 7)
    with caplog.at_level(logging.ERROR, "streamrt"):
        setup.rt.barrier().sync()
        gc.collect()
        setup.rt.barrier().sync()
        setup.sim.memory_stats()
    (record,) = caplog.records
    assert "nobody retrieved" in record.message
    assert record.exc_info is not None
    assert "test_simulated.py" in record.exc_info[1].__notes__[0]  # type: ignore[union-attr]


async def test_back_pressure_holds_and_then_refuses(setup: Setup) -> None:
    """Rows 24 and 25: drain holds the producer; past the limit a launch raises; no slot leaks."""
    stream = setup.sim.stream(high_water=10)
    n = setup.zeros(1, "u4")
    for _ in range(100):
        stream.launch(count, n)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await stream.drain()
    await stream.drain()
    assert stream.pending <= 10
    launches = (stream.launch(count, n) for _ in range(1000))
    with pytest.raises(QueueFullError, match="the limit is 200"):
        list(launches)
    await stream
    assert stream.pending == 0
    await stream.launch(count, n)


async def test_events_stand_for_the_point_they_were_recorded_at(setup: Setup) -> None:
    """Rows 26 and 27: one never recorded is refused; recorded again, each awaiter keeps its own."""
    with pytest.raises(EventNotRecordedError):
        setup.a.wait(setup.rt.event())
    n, m = setup.zeros(1, "u4"), setup.zeros(1, "u4")
    first = setup.a.launch(count, n)
    event = setup.a.record()
    setup.b.wait(event)
    second = setup.b.launch(count, m)
    setup.a.launch(count, n)
    setup.a.record(event)
    await second
    assert first.done()
    await event
    assert (await n.fetch()).tolist() == [2]


async def test_overlapping_views_are_ordered_by_range(setup: Setup) -> None:
    """Row 28: in both directions, and in place."""
    y = setup.zeros(8)
    for _ in range(3):
        setup.a.fill(y[:6], 1.0)
        setup.b.launch(axpy, y[:2], y[2:4], 1.0)
        setup.a.launch(axpy, y[2:6], y[2:6], 1.0)
    assert (await y.fetch()).tolist() == [1, 1, 4, 4, 2, 2, 0, 0]


async def test_memory_that_is_dropped_in_flight_is_used_again_only_after_its_last_use(
    setup: Setup,
) -> None:
    """Row 30."""
    total, expected = setup.zeros(), 0.0
    for round_ in range(30):
        x = setup.rt.empty(4, "f4", setup.sim)
        setup.a.fill(x, float(round_))
        setup.b.launch(axpy, x, total, 1.0)
        expected += round_
        del x  # the next round gets its block while it is still to be read
    assert (await total.fetch()).tolist() == [expected] * 4
    del total
    await setup.rt
    assert setup.sim.memory_stats().in_use == 0


def test_wrong_arguments_are_refused_at_the_call(setup: Setup) -> None:
    """Row 31: nothing was submitted."""
    x, y = setup.zeros(), setup.zeros(5)
    before = setup.a.pending
    for wrong in (y, setup.rt.put(np.zeros(4, "f4"), "cpu"), setup.zeros(4, "i4")):
        with pytest.raises(ArgumentError):
            setup.a.launch(axpy, x, wrong, 1.0)
    assert setup.a.pending == before
    setup.a.launch(axpy, x[:0], y[:0], 1.0).sync()
    setup.a.launch(axpy, y[::2][:2], x[:2], 1.0).sync()


def test_ctrl_c_in_the_middle_of_a_step_leaves_nothing_hanging(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows 21 and 43: nobody knows how far the step got, so the device is lost."""
    n = setup.zeros(1, "u4")
    setup.rt.barrier().sync()
    pending = [setup.a.launch(count, n) for _ in range(5)]

    def interrupted(*arguments: object) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Hardware, "run", interrupted)
        with pytest.raises(KeyboardInterrupt):
            pending[-1].sync()
    for execution in pending:
        with pytest.raises(DeviceLostError, match="broken off"):
            execution.sync(60)
    y = setup.rt.put(np.zeros(4, "f4"), "cpu")
    setup.rt.device("cpu").stream().fill(y, 1.0).sync()


async def test_thousands_are_pending_on_one_buffer_and_all_come_to_an_end() -> None:
    """Row 44: 16,000 on the simulator."""
    simulator = Simulator(3)
    async with srt.Runtime(["sim:0"], backends=[simulator]) as rt:
        streams = [rt.device().stream() for _ in range(4)]
        n = rt.put(np.zeros(1, "u4"))
        pending = [streams[k % 4].launch(count, n) for k in range(16_000)]
        doomed = pending[-1000:]
        assert all(execution.cancel() for execution in doomed)
        await pending[-1001]
        with pytest.raises(ExecutionCancelledError):
            await doomed[-1]
        assert (await n[:0].fetch()).size == 0


@pytest.mark.parametrize("how", ["execute", "replay", "launch"])
@pytest.mark.parametrize("again", range(3))  # the second and third are native where there is C
def test_the_cpu_waits_for_virtual_time_however_it_is_asked(how: str, again: int) -> None:
    """What is executed or replayed on the CPU behind a copy of a simulated device."""
    with srt.Runtime(["cpu:0", "sim:0"], backends=[Simulator(again)]) as rt:
        cpu, sim = rt.device("cpu:0"), rt.device("sim:0")
        x, y = rt.empty(8), rt.put(np.ones(8, "f4"), cpu)
        with rt.capture(x=x) as graph:
            cpu.stream().launch(axpy, x, y, alpha=1.0)
        ready = graph.plan(cpu).instantiate()
        work, link = cpu.stream("work"), sim.stream("link")
        for number in range(1, 2 + again):
            link.copy(x, rt.put(np.full(8, number, "f4"), sim))
            if how == "execute":
                run = rt.execute(axpy, x, y, alpha=1.0)
            elif how == "replay":
                run = ready.replay(x=x)
            else:
                run = work.launch(axpy, x, y, alpha=1.0)
            run.sync()
            assert np.asarray(y)[0] == 1 + number * (number + 1) // 2
