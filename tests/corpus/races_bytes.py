"""Races of manual ordering: it matters which bytes two streams use, and when they are used again.

The programs look at no values, so that nothing except the missing order can fail. Their twins do.
"""

from __future__ import annotations

import numpy as np
from corpus.parts import N, head, streams, vector
from corpus.registry import MANUAL, ONCE, RACE, bug, twin

import streamrt as srt
from streamrt_kernels import axpy

LAPS = 5


@bug(RACE, budget=ONCE, options=MANUAL)
def overlapping_views(rt: srt.Runtime) -> None:
    """Two streams work on the parts of one vector, and the parts share an element."""
    left, right = streams(rt, "left", "right")
    x, y = vector(rt), vector(rt)
    left.fill(x[:5], 1.0)  # first
    right.launch(axpy, x[4:], y[4:], alpha=1.0)  # second
    rt.sync()


@twin(overlapping_views)
def _(rt: srt.Runtime) -> None:
    left, right = streams(rt, "left", "right")
    x, y = vector(rt), vector(rt)
    left.fill(x[:4], 1.0)
    right.launch(axpy, x[4:], y[4:], alpha=1.0)
    rt.sync()
    assert np.asarray(x).tolist() == [1.0] * 4 + [0.0] * (N - 4)
    assert not np.asarray(y).any()


@bug(RACE, budget=ONCE, options=MANUAL)
async def column_in_two_sets(rt: srt.Runtime) -> None:
    """Two streams fill every second and every third column, so one column belongs to both."""
    even, third = streams(rt, "even", "third")
    table = rt.put(np.zeros((4, 6), "f4"))
    even.fill(table[:, 0::2], 1.0)  # first
    third.fill(table[:, 1::3], 2.0)  # second
    await table.fetch()


@twin(column_in_two_sets)
async def _(rt: srt.Runtime) -> None:
    even, odd = streams(rt, "even", "odd")
    table = rt.put(np.zeros((4, 6), "f4"))
    even.fill(table[:, 0::2], 1.0)
    odd.fill(table[:, 1::2], 2.0)
    assert (await table.fetch()).tolist() == [[1.0, 2.0] * 3] * 4


@bug(RACE, budget=ONCE, options=MANUAL, cites="cupy/cupy#5155")
async def snapshot_overwritten(rt: srt.Runtime) -> None:
    """The next step overwrites a state of which a snapshot is still being copied."""
    step, out = streams(rt, "step", "out")
    state, snapshot = vector(rt), vector(rt)
    step.fill(state, 1.0)
    out.wait(step.record())
    out.copy(snapshot, state)  # first
    step.fill(state, 2.0)  # second
    await snapshot.fetch()


@twin(snapshot_overwritten)
async def _(rt: srt.Runtime) -> None:
    step, out = streams(rt, "step", "out")
    state, snapshot = vector(rt), vector(rt)
    step.fill(state, 1.0)
    out.wait(step.record())
    out.copy(snapshot, state)
    step.wait(out.record())
    step.fill(state, 2.0)
    assert (await head(snapshot), await head(state)) == (1.0, 2.0)


@bug(RACE, budget=ONCE, options=MANUAL)
async def weights_updated_too_soon(rt: srt.Runtime) -> None:
    """The update of the weights does not wait for the step that reads them."""
    forward, update = streams(rt, "forward", "update")
    weights, x, y = vector(rt, 1.0), vector(rt, 1.0), vector(rt)
    forward.launch(axpy, weights, y, alpha=1.0)  # first
    update.launch(axpy, x, weights, alpha=-1.0)  # second
    await y.fetch()


@twin(weights_updated_too_soon)
async def _(rt: srt.Runtime) -> None:
    forward, update = streams(rt, "forward", "update")
    weights, x, y = vector(rt, 1.0), vector(rt, 1.0), vector(rt)
    update.wait(forward.launch(axpy, weights, y, alpha=1.0))
    update.launch(axpy, x, weights, alpha=-1.0)
    assert (await head(y), await head(weights)) == (1.0, 0.0)


@bug(RACE, budget=ONCE, options=MANUAL, cites="pytorch/pytorch#83984")
async def two_writers(rt: srt.Runtime) -> None:
    """One stream clears a vector and another one fills it, and nobody says who is last."""
    base, side = streams(rt, "base", "side")
    a = rt.empty(N)
    base.fill(a, 0.0)  # first
    side.fill(a, 5.0)  # second
    await a.fetch()


@twin(two_writers)
async def _(rt: srt.Runtime) -> None:
    base, side = streams(rt, "base", "side")
    a = rt.empty(N)
    base.fill(a, 0.0)
    side.wait(base.record())
    side.fill(a, 5.0)
    assert await head(a) == 5.0


@bug(RACE, budget=ONCE, devices=("sim:0", "sim:1"), cites="cupy/cupy#4988")
async def copied_on_the_wrong_stream() -> None:
    """The copy to the second device runs on a stream that knows nothing of the kernel."""
    async with srt.Runtime(["sim:0", "sim:1"], hazards="check") as rt:
        here, there = rt.device("sim:0").stream("here"), rt.device("sim:1").stream("there")
        x, y, copy = vector(rt, 1.0), vector(rt), vector(rt, device="sim:1")
        here.launch(axpy, x, y, alpha=3.0)  # first
        there.copy(copy, y)  # second
        await copy.fetch()


@twin(copied_on_the_wrong_stream)
async def _() -> None:
    async with srt.Runtime(["sim:0", "sim:1"], hazards="check") as rt:
        here, there = rt.device("sim:0").stream("here"), rt.device("sim:1").stream("there")
        x, y, copy = vector(rt, 1.0), vector(rt), vector(rt, device="sim:1")
        there.wait(here.launch(axpy, x, y, alpha=3.0))
        there.copy(copy, y)
        assert await head(copy) == 3.0


@bug(RACE, budget=ONCE, options=MANUAL)
async def ring_slot_used_again(rt: srt.Runtime) -> None:
    """A ring of staging buffers: the first slot that is used again is not waited for."""
    load, work = streams(rt, "load", "work")
    batches, total = [vector(rt, lap) for lap in range(LAPS)], vector(rt)
    ring, used = [vector(rt) for _ in range(3)], list[srt.Event]()
    for lap, batch in enumerate(batches):
        slot = ring[lap % 3]
        if lap > 3:
            load.wait(used[lap - 3])
        load.copy(slot, batch)  # second
        work.wait(load.record())
        work.launch(axpy, slot, total, alpha=1.0)  # first
        used.append(work.record())
    await total.fetch()


@twin(ring_slot_used_again)
async def _(rt: srt.Runtime) -> None:
    load, work = streams(rt, "load", "work")
    batches, total = [vector(rt, lap) for lap in range(LAPS)], vector(rt)
    ring, used = [vector(rt) for _ in range(3)], list[srt.Event]()
    for lap, batch in enumerate(batches):
        slot = ring[lap % 3]
        if lap >= 3:
            load.wait(used[lap - 3])
        load.copy(slot, batch)
        work.wait(load.record())
        work.launch(axpy, slot, total, alpha=1.0)
        used.append(work.record())
    assert await head(total) == sum(range(LAPS))
