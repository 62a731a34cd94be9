"""A lost wake-up: a task waits for an event that was set, and cleared by the task itself.

    pytest examples/explored/lost_wakeup.py
    WITHOUT_THE_FIX=1 pytest examples/explored/lost_wakeup.py

Tasks compute results, and one task takes them. If there is none, it shows a message, clears an
event and waits for it. Showing takes a while, because a host thread does it. A result that comes
meanwhile sets the event, and then the event is cleared: nobody sets it again.

In the ordinary order the message is shown before the first result comes, and all is well. An
exploration also has kernels end first, and then says who waits at which line, and that nobody is
left who could set the event. To mend it, clear the event before you look whether there is a result.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys

import numpy as np
import pytest

import streamrt as srt
from streamrt_kernels import axpy

MENDED = "WITHOUT_THE_FIX" not in os.environ
SIZE = 100_000  # elements
TASKS = 3


class Results:
    """Results that have come and were not taken yet."""

    def __init__(self) -> None:
        self._ready: list[int] = []
        self._added = asyncio.Event()

    def add(self, number: int) -> None:
        """Adds a result, and wakes up whoever waits for one."""
        self._ready.append(number)
        self._added.set()

    async def take(self, screen: srt.Stream) -> int:
        """Takes a result, as soon as there is one."""
        if MENDED:
            self._added.clear()
        if not self._ready:
            await screen.call(str, "waiting ...")  # in place of `print`
            if not MENDED:
                self._added.clear()
            await self._added.wait()
        return self._ready.pop()


async def compute(rt: srt.Runtime) -> list[int]:
    """Computes in some tasks, and takes their results as they come."""
    results = Results()
    work, screen = (rt.device().stream(name) for name in ("work", "screen"))
    x, y = rt.put(np.ones(SIZE, "f4")), rt.put(np.zeros(SIZE, "f4"))

    async def one(number: int) -> None:
        await work.launch(axpy, x, y, alpha=1.0)
        results.add(number)

    async with asyncio.TaskGroup() as group:
        for number in range(TASKS):
            group.create_task(one(number), name=f"compute {number}")
        return [await results.take(screen) for _ in range(TASKS)]


@pytest.mark.explore(schedules=200)
async def test_each_result_is_taken(streamrt_rt: srt.Runtime) -> None:
    """Each result is taken once, in 200 orders of the tasks, the kernels and the host calls."""
    assert sorted(await compute(streamrt_rt)) == list(range(TASKS))


if __name__ == "__main__":
    sys.exit(subprocess.call([sys.executable, "-m", "pytest", __file__, *sys.argv[1:]]))
