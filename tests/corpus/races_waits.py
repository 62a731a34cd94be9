"""Races of manual ordering: a wait is forgotten, or it waits for the wrong thing.

The programs look at no values, so that nothing except the missing order can fail. Their twins do.
"""

from __future__ import annotations

import asyncio

from corpus.parts import head, outside, streams, vector
from corpus.registry import MANUAL, ONCE, RACE, TASKS, bug, twin

import streamrt as srt
from streamrt_kernels import axpy


@bug(RACE, budget=ONCE, options=MANUAL, cites="ROCm/pytorch#3194")
async def forgotten_wait(rt: srt.Runtime) -> None:
    """The stream that computes does not wait for the stream that brings its input."""
    load, work = streams(rt, "load", "work")
    batch, x, y = vector(rt, 1.0), vector(rt), vector(rt)
    load.copy(x, batch)  # first
    work.launch(axpy, x, y, alpha=2.0)  # second
    await y.fetch()


@twin(forgotten_wait)
async def _(rt: srt.Runtime) -> None:
    load, work = streams(rt, "load", "work")
    batch, x, y = vector(rt, 1.0), vector(rt), vector(rt)
    load.copy(x, batch)
    work.wait(load.record())
    work.launch(axpy, x, y, alpha=2.0)
    assert await head(y) == 2.0


@bug(RACE, budget=ONCE, options=MANUAL)
async def event_recorded_too_early(rt: srt.Runtime) -> None:
    """The event is recorded before the work that it is to stand for."""
    load, work = streams(rt, "load", "work")
    x, y = vector(rt), vector(rt)
    loaded = load.record()
    load.fill(x, 3.0)  # first
    work.wait(loaded)
    work.launch(axpy, x, y, alpha=1.0)  # second
    await y.fetch()


@twin(event_recorded_too_early)
async def _(rt: srt.Runtime) -> None:
    load, work = streams(rt, "load", "work")
    x, y = vector(rt), vector(rt)
    load.fill(x, 3.0)
    loaded = load.record()
    work.wait(loaded)
    work.launch(axpy, x, y, alpha=1.0)
    assert await head(y) == 3.0


@bug(RACE, budget=ONCE, options=MANUAL, cites="torch/cutorch#222")
async def one_event_for_two_streams(rt: srt.Runtime) -> None:
    """One event is recorded on two streams, so the wait for it covers the second stream only."""
    join, *branches = streams(rt, "join", "left", "right")
    halves, total, done = [vector(rt), vector(rt)], vector(rt), rt.event()
    for branch, half in zip(branches, halves, strict=True):
        branch.fill(half, 4.0)  # first
        branch.record(done)
    join.wait(done)
    for half in halves:
        join.launch(axpy, half, total, alpha=1.0)  # second
    await total.fetch()


@twin(one_event_for_two_streams)
async def _(rt: srt.Runtime) -> None:
    join, *branches = streams(rt, "join", "left", "right")
    halves, total = [vector(rt), vector(rt)], vector(rt)
    for branch, half in zip(branches, halves, strict=True):
        branch.fill(half, 4.0)
        join.wait(branch.record())
    for half in halves:
        join.launch(axpy, half, total, alpha=1.0)
    assert await head(total) == 8.0


@bug(RACE, budget=ONCE, options=MANUAL)
async def wrong_stream_waits(rt: srt.Runtime) -> None:
    """The stream that copies the result out waits, in place of the stream that computes it."""
    load, work, out = streams(rt, "load", "work", "out")
    x, y, result = vector(rt), vector(rt), vector(rt)
    load.fill(x, 1.0)  # first
    out.wait(load.record())
    work.launch(axpy, x, y, alpha=1.0)  # second
    out.wait(work.record())
    out.copy(result, y)
    await result.fetch()


@twin(wrong_stream_waits)
async def _(rt: srt.Runtime) -> None:
    load, work, out = streams(rt, "load", "work", "out")
    x, y, result = vector(rt), vector(rt), vector(rt)
    load.fill(x, 1.0)
    work.wait(load.record())
    work.launch(axpy, x, y, alpha=1.0)
    out.wait(work.record())
    out.copy(result, y)
    assert await head(result) == 1.0


@bug(RACE, budget=ONCE, options=MANUAL)
async def wait_after_the_launch(rt: srt.Runtime) -> None:
    """The wait stands behind the first launch that needs it."""
    load, work = streams(rt, "load", "work")
    x, y, z = vector(rt), vector(rt), vector(rt)
    load.fill(x, 1.0)  # first
    loaded = load.record()
    work.launch(axpy, x, y, alpha=1.0)  # second
    work.wait(loaded)
    work.launch(axpy, x, z, alpha=1.0)
    await z.fetch()


@twin(wait_after_the_launch)
async def _(rt: srt.Runtime) -> None:
    load, work = streams(rt, "load", "work")
    x, y, z = vector(rt), vector(rt), vector(rt)
    load.fill(x, 1.0)
    loaded = load.record()
    work.wait(loaded)
    work.launch(axpy, x, y, alpha=1.0)
    work.launch(axpy, x, z, alpha=1.0)
    assert (await head(y), await head(z)) == (1.0, 1.0)


@bug(RACE, budget=ONCE, options=MANUAL)
async def relay_recorded_before_its_wait(rt: srt.Runtime) -> None:
    """The event of the stream between two others is older than the wait that it should pass on."""
    load, relay, work = streams(rt, "load", "relay", "work")
    x, y = vector(rt), vector(rt)
    load.fill(x, 1.0)  # first
    passed_on = relay.record()
    relay.wait(load.record())
    work.wait(passed_on)
    work.launch(axpy, x, y, alpha=1.0)  # second
    await y.fetch()


@twin(relay_recorded_before_its_wait)
async def _(rt: srt.Runtime) -> None:
    load, relay, work = streams(rt, "load", "relay", "work")
    x, y = vector(rt), vector(rt)
    load.fill(x, 1.0)
    relay.wait(load.record())
    passed_on = relay.record()
    work.wait(passed_on)
    work.launch(axpy, x, y, alpha=1.0)
    assert await head(y) == 1.0


@bug(RACE, budget=ONCE, options=MANUAL)
async def sleep_in_place_of_a_wait(rt: srt.Runtime) -> None:
    """A sleep that has always been long enough takes the place of a wait."""
    load, work = streams(rt, "load", "work")
    x, y = vector(rt), vector(rt)
    load.fill(x, 5.0)  # first
    await asyncio.sleep(0.05)
    work.launch(axpy, x, y, alpha=1.0)  # second
    await y.fetch()


@twin(sleep_in_place_of_a_wait)
async def _(rt: srt.Runtime) -> None:
    load, work = streams(rt, "load", "work")
    x, y = vector(rt), vector(rt)
    loaded = load.fill(x, 5.0)
    await loaded
    work.launch(axpy, x, y, alpha=1.0)
    assert await head(y) == 5.0


@bug(RACE, budget=TASKS, options=MANUAL)
async def first_of_two_taken_for_both(rt: srt.Runtime) -> None:
    """The program goes on after the first of two completions, and uses what both write."""
    work, *branches = streams(rt, "work", "left", "right")
    halves, total = [vector(rt), vector(rt)], vector(rt)
    pairs = zip(branches, halves, strict=True)
    filled = [asyncio.ensure_future(s.fill(half, 1.0)) for s, half in pairs]  # first
    await asyncio.wait(filled, return_when=asyncio.FIRST_COMPLETED)
    for half in halves:
        work.launch(axpy, half, total, alpha=1.0)  # second
    await asyncio.gather(*filled)
    await total.fetch()


@twin(first_of_two_taken_for_both)
async def _(rt: srt.Runtime) -> None:
    work, *branches = streams(rt, "work", "left", "right")
    halves, total = [vector(rt), vector(rt)], vector(rt)
    pairs = zip(branches, halves, strict=True)
    filled = [asyncio.ensure_future(s.fill(half, 1.0)) for s, half in pairs]
    await asyncio.wait(filled)
    for half in halves:
        work.launch(axpy, half, total, alpha=1.0)
    await asyncio.gather(*filled)
    assert await head(total) == 2.0


@bug(RACE, budget=TASKS, options=MANUAL, cites="NVIDIA/cudf-spark#5485")
async def spilled_while_it_is_written(rt: srt.Runtime) -> None:
    """A table is in the store before it is written, and memory pressure may spill it by then."""
    work, out = streams(rt, "work", "out")
    raw, table, cold = vector(rt, 1.0), vector(rt), vector(rt)
    store: dict[str, srt.Buffer] = {}

    async def produce() -> None:
        store["table"] = table
        await work.launch(axpy, raw, table, alpha=1.0)  # first

    async def spill() -> None:
        await outside(rt, "pressure", 2)
        if "table" in store:
            await out.copy(cold, store.pop("table"))  # second

    await asyncio.gather(produce(), spill())
    await table.fetch()


@twin(spilled_while_it_is_written)
async def _(rt: srt.Runtime) -> None:
    work, out = streams(rt, "work", "out")
    raw, table, cold = vector(rt, 1.0), vector(rt), vector(rt)
    store: dict[str, srt.Buffer] = {}

    async def produce() -> None:
        await work.launch(axpy, raw, table, alpha=1.0)
        store["table"] = table

    async def spill() -> None:
        await outside(rt, "pressure", 2)
        if "table" in store:
            await out.copy(cold, store.pop("table"))
            assert await head(cold) == 1.0

    await asyncio.gather(produce(), spill())
    assert await head(table) == 1.0
