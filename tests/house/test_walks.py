"""How far a call walks through the house: the Python calls it makes, and the rooms it enters.

A room is a file of streamrt. A return is a call into a room that the walk had left before. What is
counted is counted as it runs, so the limits hold the shape of the house, not its speed.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from types import FrameType
from typing import Any, Self

import numpy as np
from shared.trial_kernels import Gate

import streamrt as srt
from streamrt._runtime.tracking import IN_PYTHON
from streamrt_kernels import axpy

HOUSE = f"{Path(srt.__file__).parent}{os.sep}"


class Walk:
    """The calls made in a `with` block, in this thread."""

    def __init__(self) -> None:
        self.calls: list[str] = []  # the room of each
        self._kept: Any = None

    def _note(self, frame: FrameType, event: str, argument: object) -> None:
        del argument
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(HOUSE):
            self.calls.append(name.removeprefix(HOUSE))

    def __enter__(self) -> Self:
        self._kept = sys.getprofile()
        sys.setprofile(self._note)
        return self

    def __exit__(self, *error: object) -> None:
        sys.setprofile(self._kept)

    @property
    def rooms(self) -> set[str]:
        return set(self.calls)

    @property
    def returns(self) -> int:
        """How often it came into a room that it had left before."""
        known, count, here = set[str](), 0, ""
        for room in self.calls:
            count += room != here and room in known
            known.add(room)
            here = room
        return count

    def __str__(self) -> str:
        return f"{len(self.calls)} calls, {len(self.rooms)} rooms, {self.returns} returns"


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
