"""A forgotten wait: the loader overwrites a block that is still being read.

    pytest examples/explored/forgotten_wait.py
    WITHOUT_THE_FIX=1 pytest examples/explored/forgotten_wait.py

Two blocks take turns: while one is loaded, the other one is added to a total. The program places
its waits itself (`hazards="manual"`), and needs two of them in each round:

    load: wait for the kernel that read this block two rounds ago
    work: wait for the load

The second is hard to forget, because without it nothing is right. Without the first the program is
right as long as loading is slower than computing. The race detector needs no luck: it names both
lines in the first schedule, whatever the order was.
"""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

import streamrt as srt
from streamrt_kernels import axpy

MENDED = "WITHOUT_THE_FIX" not in os.environ
SIZE = 1000  # elements of a block


async def add_up(rt: srt.Runtime, rounds: int = 5) -> float:
    """Loads blocks in one stream and adds them up in another one."""
    load, work = (rt.device().stream(name) for name in ("load", "work"))
    blocks = [rt.empty(SIZE, "f4") for _ in range(2)]
    added: list[srt.Event | None] = [None, None]  # what read each block last
    total = rt.put(np.zeros(SIZE, "f4"))
    for number in range(rounds):
        turn = number % 2
        before = added[turn]
        if MENDED and before is not None:
            load.wait(before)
        load.call(np.copyto, blocks[turn], number, writes=[blocks[turn]])  # in place of a file
        work.wait(load.record())
        work.launch(axpy, blocks[turn], total, alpha=1.0)
        added[turn] = work.record()
    return float((await total.fetch())[0])


@pytest.mark.explore(schedules=50, devices=["cpu:0"], hazards="manual")
async def test_the_blocks_are_added_up(streamrt_rt: srt.Runtime) -> None:
    """The total is right, and no two accesses race, in 50 orders of loading and computing."""
    assert await add_up(streamrt_rt, 5) == 0 + 1 + 2 + 3 + 4


if __name__ == "__main__":
    sys.exit(subprocess.call([sys.executable, "-m", "pytest", __file__, *sys.argv[1:]]))
