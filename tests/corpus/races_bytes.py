"""Races of manual ordering: it matters which bytes two streams use, and when they are used again.

Only a mended program looks at values, so that nothing except the missing order can fail.
"""

from __future__ import annotations

import numpy as np
from corpus.parts import N, head, look, streams, vector
from corpus.registry import MANUAL, ONCE, RACE, bug

import streamrt as srt
from streamrt_kernels import axpy

LAPS = 5


@bug(RACE, budget=ONCE, options=MANUAL)
def overlapping_views(rt: srt.Runtime, mended: bool = False) -> None:
    """Two streams work on the parts of one vector, and the parts share an element."""
    left, right = streams(rt, "left", "right")
    x, y = vector(rt), vector(rt)
    left.fill(x[: 4 if mended else 5], 1.0)  # first
    right.launch(axpy, x[4:], y[4:], alpha=1.0)  # second
    rt.sync()
    if mended:
        assert np.asarray(x).tolist() == [1.0] * 4 + [0.0] * (N - 4)
        assert not np.asarray(y).any()


@bug(RACE, budget=ONCE, options=MANUAL)
async def column_in_two_sets(rt: srt.Runtime, mended: bool = False) -> None:
    """Two streams fill every second and every third column, so one column belongs to both."""
    even, other = streams(rt, "even", "other")
    table = rt.put(np.zeros((4, 6), "f4"))
    even.fill(table[:, 0::2], 1.0)  # first
    other.fill(table[:, 1 :: 2 if mended else 3], 2.0)  # second
    found = await table.fetch()
    if mended:
        assert found.tolist() == [[1.0, 2.0] * 3] * 4


@bug(RACE, budget=ONCE, options=MANUAL, cites="cupy/cupy#5155")
async def snapshot_overwritten(rt: srt.Runtime, mended: bool = False) -> None:
    """The next step overwrites a state of which a snapshot is still being copied."""
    step, out = streams(rt, "step", "out")
    state, snapshot = vector(rt), vector(rt)
    step.fill(state, 1.0)
    out.wait(step.record())
    out.copy(snapshot, state)  # first
    if mended:
        step.wait(out.record())
    step.fill(state, 2.0)  # second
    if mended:
        assert (await head(snapshot), await head(state)) == (1.0, 2.0)
    else:
        await snapshot.fetch()


@bug(RACE, budget=ONCE, options=MANUAL)
async def weights_updated_too_soon(rt: srt.Runtime, mended: bool = False) -> None:
    """The update of the weights does not wait for the step that reads them."""
    forward, update = streams(rt, "forward", "update")
    weights, x, y = vector(rt, 1.0), vector(rt, 1.0), vector(rt)
    if mended:
        update.wait(forward.launch(axpy, weights, y, alpha=1.0))
    else:
        forward.launch(axpy, weights, y, alpha=1.0)  # first
    update.launch(axpy, x, weights, alpha=-1.0)  # second
    if mended:
        assert (await head(y), await head(weights)) == (1.0, 0.0)
    else:
        await y.fetch()


@bug(RACE, budget=ONCE, options=MANUAL, cites="pytorch/pytorch#83984")
async def two_writers(rt: srt.Runtime, mended: bool = False) -> None:
    """One stream clears a vector and another one fills it, and nobody says who is last."""
    base, side = streams(rt, "base", "side")
    a = rt.empty(N)
    base.fill(a, 0.0)  # first
    if mended:
        side.wait(base.record())
    side.fill(a, 5.0)  # second
    await look(a, 5.0, mended)


@bug(RACE, budget=ONCE, devices=("sim:0", "sim:1"), cites="cupy/cupy#4988")
async def copied_on_the_wrong_stream(mended: bool = False) -> None:
    """The copy to the second device runs on a stream that knows nothing of the kernel."""
    async with srt.Runtime(["sim:0", "sim:1"], hazards="check") as rt:
        here, there = rt.device("sim:0").stream("here"), rt.device("sim:1").stream("there")
        x, y, copy = vector(rt, 1.0), vector(rt), vector(rt, device="sim:1")
        if mended:
            there.wait(here.launch(axpy, x, y, alpha=3.0))
        else:
            here.launch(axpy, x, y, alpha=3.0)  # first
        there.copy(copy, y)  # second
        await look(copy, 3.0, mended)


@bug(RACE, budget=ONCE, options=MANUAL)
async def ring_slot_used_again(rt: srt.Runtime, mended: bool = False) -> None:
    """A ring of staging buffers: the first slot that is used again is not waited for."""
    load, work = streams(rt, "load", "work")
    batches, total = [vector(rt, lap) for lap in range(LAPS)], vector(rt)
    ring, used = [vector(rt) for _ in range(3)], list[srt.Event]()
    for lap, batch in enumerate(batches):
        slot = ring[lap % 3]
        if lap > 3 or (mended and lap == 3):
            load.wait(used[lap - 3])
        load.copy(slot, batch)  # second
        work.wait(load.record())
        work.launch(axpy, slot, total, alpha=1.0)  # first
        used.append(work.record())
    await look(total, sum(range(LAPS)), mended)
