"""How far a call walks through the house: the Python calls it makes, and the rooms it enters.

What is counted is counted as it runs, so the limits hold the shape of the house, not its speed.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from shared import walks, warm
from shared.trial_kernels import Gate
from shared.walks import Walk

import streamrt as srt
from streamrt import array_api as xp
from streamrt import testing
from streamrt._runtime.tracking import IN_PYTHON
from streamrt.pipeline import source
from streamrt_kernels import axpy

of_the_native_tracker = pytest.mark.skipif(IN_PYTHON, reason="the specification is Python")


def test_a_launch_walks_straight_down(rt: srt.Runtime) -> None:
    stream, x, y = rt.device().stream(), rt.put(np.ones(16, "f4")), rt.put(np.ones(16, "f4"))
    stream.launch(axpy, x, y, alpha=1.0).sync()
    with Walk() as second:  # it makes the next one native
        stream.launch(axpy, x, y, alpha=1.0)
    with Walk() as third:
        stream.launch(axpy, x, y, alpha=1.0)
    assert len(second.calls) <= 4, second  # and `bind`, which has no file
    assert second.returns == 0, second
    assert not third.calls or IN_PYTHON, third


async def test_an_await_crosses_at_most_seven_rooms(rt: srt.Runtime, gate: Gate) -> None:
    """It is one that suspends, from there until its task goes on."""
    stream = rt.device().stream()
    rt._engine.waiters.glance = lambda cell, patience: False  # type: ignore[method-assign]
    loop = asyncio.get_running_loop()
    rt._engine.waiters.loop_bridge(loop)  # which the first await on a loop makes
    execution = gate.hold(stream)
    loop.call_soon(gate.open)
    with Walk() as walk:
        await execution
    assert "_runtime/waiting/loop_future.py" in walk.rooms  # it did suspend
    assert len(walk.rooms) <= 7, sorted(walk.rooms)


def test_a_host_call_comes_back_to_few_rooms(rt: srt.Runtime) -> None:
    """The first call of a stream makes its host lane, and starts two threads."""
    stream = rt.device().stream()
    with Walk() as first:
        stream.call(len, ())
    with Walk() as second:
        stream.call(len, ())
    assert first.returns <= 25, first
    assert len(first.calls) <= 42, first
    assert len(second.calls) <= 25, second


def test_a_capture_of_three_operations_makes_few_calls(rt: srt.Runtime) -> None:
    stream, x = rt.device().stream(), rt.put(np.ones(16, "f4"))
    stream.launch(axpy, x, rt.empty(16), alpha=1.0)
    with rt.capture(x=x) as graph:
        with Walk() as walk:
            y = rt.empty(16)
            stream.fill(y, 0.0)
            stream.launch(axpy, x, y, alpha=1.0)
        graph.output("y", y)
    assert len(walk.calls) <= 80, walk


@of_the_native_tracker
def test_the_first_call_of_jit_makes_few_calls_and_a_cached_one_makes_one(tmp_path: Path) -> None:
    """It is the first one of a process: the modules that it imports count, too.

    In the cache of the other tests, it would count all their kernels.
    """
    environment = {**os.environ, "STREAMRT_CACHE_DIR": str(warm.copy_to(tmp_path / "cache"))}
    command = [sys.executable, walks.__file__]
    made = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    first, *_, cached = map(int, made.stdout.split())
    assert first <= 3020
    assert cached == 1


@of_the_native_tracker
def test_an_eager_operation_makes_two_calls(rt: srt.Runtime) -> None:
    x = rt.asarray(np.ones(16, "f4"))
    xp.add(xp.add(x, x), x)
    with Walk() as walk:
        xp.add(x, x)
    assert len(walk.calls) <= 2, walk.calls


@of_the_native_tracker
def test_a_replay_makes_no_call(rt: srt.Runtime) -> None:
    stream, x = rt.device().stream(), rt.put(np.ones(16, "f4"))
    with rt.capture(x=x) as graph:
        y = rt.empty(16)
        stream.fill(y, 0.0)
        stream.launch(axpy, x, y, alpha=1.0)
        graph.output("y", y)
    ready = graph.plan(rt.device()).instantiate()
    ready.replay()
    ready.replay().sync()
    with Walk() as walk:
        ready.replay()
    assert not walk.calls, walk.calls


def calls_of_each(run: Callable[[int], object], few: int, many: int, *rooms: str) -> float:
    """Returns the calls into rooms that each of many adds to what a few need, on average."""
    made: list[int] = []
    for number in (few, few, many):  # the first makes what the process keeps
        with Walk() as walk:
            run(number)
        made.append(sum(room.startswith(rooms) for room in walk.calls))
    return (made[2] - made[1]) / (many - few)


async def one_fill(rt: srt.Runtime) -> None:
    stream, x = rt.device().stream(), rt.empty(8)
    stream.fill(x, 1.0)
    await stream


async def fill_and_launch(rt: srt.Runtime) -> None:
    stream, x, y = rt.device().stream(), rt.empty(8), rt.empty(8)
    stream.fill(x, 1.0)
    stream.launch(axpy, x, y, alpha=1.0)
    await stream


@of_the_native_tracker
@pytest.mark.parametrize(("program", "most"), [(one_fill, 500), (fill_and_launch, 700)])
def test_an_explored_schedule_makes_few_calls(program: Callable[..., object], most: int) -> None:
    """A runtime of its own, which looks for races, counts in each."""

    def run(count: int) -> None:
        testing.explore(program, schedules=count).check()

    assert calls_of_each(run, 5, 25, "") <= most


def test_an_item_of_a_pipeline_makes_few_calls() -> None:
    """It is explored, because chunks depend on the clock."""

    def run(count: int) -> None:
        async def program(rt: srt.Runtime) -> None:
            async with source(range(count)).map(str, workers=1).run(rt) as run:
                async for _ in run:
                    pass

        testing.explore(program, schedules=1).check()

    rooms = f"pipeline{os.sep}", str(Path("_core", "flow"))
    assert calls_of_each(run, 100, 300, *rooms) <= 20
