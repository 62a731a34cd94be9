"""A use after free: a slot is given back before the other device has copied it.

    pytest examples/explored/freed_too_early.py
    WITHOUT_THE_FIX=1 pytest examples/explored/freed_too_early.py

One device makes blocks in the slots of a ring, another one copies each block to its own memory and
adds it up. A slot that is given back carries an event: whoever takes the slot next waits for it.
The event has to stand for the last use of the slot, which is the copy on the *other* device.
Without the fix it stands for the making of the block, so the slot may be overwritten while it is
copied.

The ring is the program's own, so streamrt knows nothing of its rules (`hazards="manual"`). With
`hazards="auto"` streamrt would place all of these waits.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque

import numpy as np
import pytest

import streamrt as srt
from streamrt_kernels import axpy

MENDED = "WITHOUT_THE_FIX" not in os.environ
SIZE = 1000  # elements of a block
SLOTS = 2


class Ring:
    """Slots, each with the event of its last use."""

    def __init__(self, slots: list[srt.Buffer]) -> None:
        self._free: deque[tuple[srt.Buffer, srt.Event | None]] = deque(
            (slot, None) for slot in slots
        )

    def take(self, stream: srt.Stream) -> srt.Buffer:
        """Takes a slot; work that is submitted to the stream from now on may overwrite it."""
        slot, used = self._free.popleft()
        if used is not None:
            stream.wait(used)
        return slot

    def give_back(self, slot: srt.Buffer, used: srt.Event) -> None:
        """Gives a slot back, which is free once the event is reached."""
        self._free.append((slot, used))


async def pipeline(rt: srt.Runtime, blocks: int = 5) -> float:
    """Makes blocks on the first device, and adds them up on the second one."""
    first, second = rt.devices
    make, add = first.stream("make"), second.stream("add")
    ring = Ring([rt.empty(SIZE, "f4", device=first) for _ in range(SLOTS)])
    block, total = rt.empty(SIZE, "f4", device=second), rt.put(np.zeros(SIZE, "f4"), second)
    for number in range(blocks):
        slot = ring.take(make)
        make.fill(slot, number)
        made = make.record()
        add.wait(made)
        add.copy(block, slot)
        ring.give_back(slot, add.record() if MENDED else made)
        add.launch(axpy, block, total, alpha=1.0)
    return float((await total.fetch())[0])


@pytest.mark.explore(schedules=50, devices=["sim:0", "sim:1"], hazards="manual")
async def test_the_blocks_arrive(streamrt_rt: srt.Runtime) -> None:
    """Each block arrives as it was made, in 50 orders of the two devices."""
    assert await pipeline(streamrt_rt, 5) == 0 + 1 + 2 + 3 + 4


if __name__ == "__main__":
    sys.exit(subprocess.call([sys.executable, "-m", "pytest", __file__, *sys.argv[1:]]))
