"""Races of manual ordering: a wait is forgotten, or it waits for the wrong thing.

Only a mended program looks at values, so that nothing except the missing order can fail.
"""

from __future__ import annotations

import asyncio

from corpus.parts import head, look, outside, streams, vector
from corpus.registry import MANUAL, ONCE, RACE, TASKS, bug

import streamrt as srt
from streamrt_kernels import axpy


@bug(RACE, budget=ONCE, options=MANUAL, cites="ROCm/pytorch#3194")
async def forgotten_wait(rt: srt.Runtime, mended: bool = False) -> None:
    """The stream that computes does not wait for the stream that brings its input."""
    load, work = streams(rt, "load", "work")
    batch, x, y = vector(rt, 1.0), vector(rt), vector(rt)
    load.copy(x, batch)  # first
    if mended:
        work.wait(load.record())
    work.launch(axpy, x, y, alpha=2.0)  # second
    await look(y, 2.0, mended)


@bug(RACE, budget=ONCE, options=MANUAL)
async def event_recorded_too_early(rt: srt.Runtime, mended: bool = False) -> None:
    """The event is recorded before the work that it is to stand for."""
    load, work = streams(rt, "load", "work")
    x, y = vector(rt), vector(rt)
    if mended:
        load.fill(x, 3.0)
    loaded = load.record()
    if not mended:
        load.fill(x, 3.0)  # first
    work.wait(loaded)
    work.launch(axpy, x, y, alpha=1.0)  # second
    await look(y, 3.0, mended)


@bug(RACE, budget=ONCE, options=MANUAL, cites="torch/cutorch#222")
async def one_event_for_two_streams(rt: srt.Runtime, mended: bool = False) -> None:
    """One event is recorded on two streams, so the wait for it covers the second stream only."""
    join, *branches = streams(rt, "join", "left", "right")
    halves, total, done = [vector(rt), vector(rt)], vector(rt), rt.event()
    for branch, half in zip(branches, halves, strict=True):
        branch.fill(half, 4.0)  # first
        branch.record(done)
        if mended:
            join.wait(done)
    join.wait(done)
    for half in halves:
        join.launch(axpy, half, total, alpha=1.0)  # second
    await look(total, 8.0, mended)


@bug(RACE, budget=ONCE, options=MANUAL)
async def wrong_stream_waits(rt: srt.Runtime, mended: bool = False) -> None:
    """The stream that copies the result out waits, in place of the stream that computes it."""
    load, work, out = streams(rt, "load", "work", "out")
    x, y, result = vector(rt), vector(rt), vector(rt)
    load.fill(x, 1.0)  # first
    (work if mended else out).wait(load.record())
    work.launch(axpy, x, y, alpha=1.0)  # second
    out.wait(work.record())
    out.copy(result, y)
    await look(result, 1.0, mended)


@bug(RACE, budget=ONCE, options=MANUAL)
async def wait_after_the_launch(rt: srt.Runtime, mended: bool = False) -> None:
    """The wait stands behind the first launch that needs it."""
    load, work = streams(rt, "load", "work")
    x, y, z = vector(rt), vector(rt), vector(rt)
    load.fill(x, 1.0)  # first
    loaded = load.record()
    if mended:
        work.wait(loaded)
    work.launch(axpy, x, y, alpha=1.0)  # second
    if not mended:
        work.wait(loaded)
    work.launch(axpy, x, z, alpha=1.0)
    if mended:
        assert (await head(y), await head(z)) == (1.0, 1.0)
    else:
        await z.fetch()


@bug(RACE, budget=ONCE, options=MANUAL)
async def relay_recorded_before_its_wait(rt: srt.Runtime, mended: bool = False) -> None:
    """The event of the stream between two others is older than the wait that it should pass on."""
    load, relay, work = streams(rt, "load", "relay", "work")
    x, y = vector(rt), vector(rt)
    load.fill(x, 1.0)  # first
    if mended:
        relay.wait(load.record())
    passed_on = relay.record()
    if not mended:
        relay.wait(load.record())
    work.wait(passed_on)
    work.launch(axpy, x, y, alpha=1.0)  # second
    await look(y, 1.0, mended)


@bug(RACE, budget=ONCE, options=MANUAL)
async def sleep_in_place_of_a_wait(rt: srt.Runtime, mended: bool = False) -> None:
    """A sleep that has always been long enough takes the place of a wait."""
    load, work = streams(rt, "load", "work")
    x, y = vector(rt), vector(rt)
    loaded = load.fill(x, 5.0)  # first
    await (loaded if mended else asyncio.sleep(0.05))
    work.launch(axpy, x, y, alpha=1.0)  # second
    await look(y, 5.0, mended)


@bug(RACE, budget=TASKS, options=MANUAL)
async def first_of_two_taken_for_both(rt: srt.Runtime, mended: bool = False) -> None:
    """The program goes on after the first of two completions, and uses what both write."""
    work, *branches = streams(rt, "work", "left", "right")
    halves, total = [vector(rt), vector(rt)], vector(rt)
    pairs = zip(branches, halves, strict=True)
    filled = [asyncio.ensure_future(s.fill(half, 1.0)) for s, half in pairs]  # first
    until = asyncio.ALL_COMPLETED if mended else asyncio.FIRST_COMPLETED
    await asyncio.wait(filled, return_when=until)
    for half in halves:
        work.launch(axpy, half, total, alpha=1.0)  # second
    await asyncio.gather(*filled)
    await look(total, 2.0, mended)


@bug(RACE, budget=TASKS, options=MANUAL, cites="NVIDIA/cudf-spark#5485")
async def spilled_while_it_is_written(rt: srt.Runtime, mended: bool = False) -> None:
    """A table is in the store before it is written, and memory pressure may spill it by then."""
    work, out = streams(rt, "work", "out")
    raw, table, cold = vector(rt, 1.0), vector(rt), vector(rt)
    store: dict[str, srt.Buffer] = {}

    async def produce() -> None:
        if mended:
            await work.launch(axpy, raw, table, alpha=1.0)
        store["table"] = table
        if not mended:
            await work.launch(axpy, raw, table, alpha=1.0)  # first

    async def spill() -> None:
        await outside(rt, "pressure", 2)
        if "table" in store:
            await out.copy(cold, store.pop("table"))  # second
            if mended:
                assert await head(cold) == 1.0

    await asyncio.gather(produce(), spill())
    await look(table, 1.0, mended)
