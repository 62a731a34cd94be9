"""streamrt: launches on streams.

Every kernel takes at least one tracked buffer, every launch returns an Execution, and the
tracker is on (`hazards="auto"`).
"""

from __future__ import annotations

import functools
import time

import numpy as np

import streamrt as srt
from benchmarks.ours.common import (
    AXPY,
    EMPTY,
    FLOATS,
    LERP,
    STAGE,
    floats,
    seen_stage,
    stage_buffers,
)
from benchmarks.scale import STAGE_FACTOR, Scale
from benchmarks.work import clocks, graphs, native
from benchmarks.work.clocks import Results


async def busy(scale: Scale) -> Results:
    """200 µs kernels on one stream while the loop idles, and while it computes in Python."""
    async with srt.Runtime() as rt:
        stream = rt.device("cpu").stream()
        launch = functools.partial(stream.launch, STAGE, *stage_buffers(rt), scale.iterations)
        return await clocks.busy_results(launch, scale)


async def edge(scale: Scale) -> Results:
    """Time from the end of a kernel to the start of its reader on another stream."""
    async with srt.Runtime() as rt:
        load, work = rt.device("cpu").stream("load"), rt.device("cpu").stream("work")
        source, middle = stage_buffers(rt)
        _, target = stage_buffers(rt)

        async def run(iterations: int) -> None:
            load.launch(STAGE, source, middle, iterations)
            await work.launch(STAGE, middle, target, 1)

        def gap() -> int:
            return int(np.asarray(target)[native.BEGAN] - np.asarray(middle)[native.ENDED])

        return await clocks.edge_results(run, gap, scale)


async def round_trip(scale: Scale) -> Results:
    """An empty kernel, launched and awaited."""
    async with srt.Runtime() as rt:
        launch = functools.partial(rt.device("cpu").stream().launch, EMPTY, floats(rt))
        return await clocks.trip_results("round-trip", launch, scale, 10_000)


async def round_trip_20(scale: Scale) -> Results:
    """A kernel of 20 µs that declares no bound, launched and awaited."""
    async with srt.Runtime() as rt:
        stream = rt.device("cpu").stream()
        source, seen, times = seen_stage(rt)
        launch = functools.partial(stream.launch, STAGE, source, seen, scale.short)
        return await clocks.long_trip_results(launch, times, scale)


async def independent(scale: Scale) -> Results:
    """Empty kernels on buffers of their own, submitted all at once."""
    count = scale.count(20_000, 2000)
    async with srt.Runtime() as rt:
        stream = rt.device("cpu").stream()
        buffers = [floats(rt) for _ in range(count)]
        for buffer in buffers[:500]:
            stream.launch(EMPTY, buffer)
        await stream

        async def run() -> object:
            executions = [stream.launch(EMPTY, buffer) for buffer in buffers]
            await stream
            return executions

        return await clocks.each_awaited("independent", count, run)


async def chain(scale: Scale) -> Results:
    """Run axpy after axpy on the same 16 floats: on one stream, and alternating between two."""
    count = scale.count(20_000, 2000)
    async with srt.Runtime() as rt:
        x, y = floats(rt), floats(rt)
        streams = [rt.device("cpu").stream() for _ in range(2)]
        for link in range(500):
            streams[link & 1].launch(AXPY, x, y, 0.5)
        await rt
        first = streams[0]

        async def one() -> object:
            executions = [first.launch(AXPY, x, y, 0.5) for _ in range(count)]
            await executions[-1]
            return executions

        async def two() -> object:
            executions = [streams[link & 1].launch(AXPY, x, y, 0.5) for link in range(count)]
            await executions[-1]
            return executions

        results = await clocks.each_awaited("chain", count, one)
        results |= await clocks.each_awaited("chain-two", count, two)
        expected = graphs.chained(0.5, 500 + 2 * count)
        clocks.check(bool(np.asarray(y)[0] == expected), "a link of the chain is missing")
    return results


async def races(scale: Scale) -> Results:
    """Submit the alternating chain with the race detector, and without it."""
    count = scale.count(5_000, 1000)
    each: dict[str, float] = {}
    for is_watched in (True, False):
        async with srt.Runtime(races=is_watched) as rt:
            x, y = floats(rt), floats(rt)
            streams = [rt.device("cpu").stream() for _ in range(2)]
            times: list[float] = []
            for _ in range(6):
                began = time.perf_counter()
                for link in range(count):
                    streams[link & 1].launch(AXPY, x, y, 0.5)
                times.append(time.perf_counter() - began)
                await rt
            expected = graphs.chained(0.5, 6 * count)
            clocks.check(bool(np.asarray(y)[0] == expected), "a link of the chain is missing")
            clocks.check(not rt.races, "a race was found where there is none")
        each["races" if is_watched else "races-off"] = clocks.median(times[1:]) / count * 1e6
    return each


async def _dag(rt: srt.Runtime, streams: list[srt.Stream], nodes: int) -> float:
    """The µs of a node."""
    graph = graphs.layered(nodes)
    given = [floats(rt) for _ in range(graphs.WIDTH)]
    values = given + [rt.empty(FLOATS) for _ in range(nodes)]
    made = values[graphs.WIDTH :]

    async def run() -> object:
        executions = [
            streams[node & 3].launch(LERP, values[a], values[b], values[c], made[node])
            for node, (a, b, c) in enumerate(graph)
        ]
        for stream in streams:
            await stream
        return executions

    return (await clocks.each_awaited("", nodes, run))[""]


async def dag(scale: Scale) -> Results:
    """The random layered DAG, submitted eagerly to four streams."""
    async with srt.Runtime() as rt:
        streams = [rt.device("cpu").stream() for _ in range(graphs.STREAMS)]
        await _dag(rt, streams, 500)
        return {"dag": await _dag(rt, streams, scale.count(10_000, 2000))}


async def dag_growth(scale: Scale) -> Results:
    """A node's cost in a DAG of 100,000 nodes over its cost in one of 1,000."""
    async with srt.Runtime() as rt:
        streams = [rt.device("cpu").stream() for _ in range(graphs.STREAMS)]
        await _dag(rt, streams, 500)
        few = clocks.median([await _dag(rt, streams, 1000) for _ in range(9)])
        return {"dag-growth": await _dag(rt, streams, scale.count(100_000, 10_000)) / few}


async def overlap(scale: Scale) -> Results:
    """Load and compute stages of 2 ms; the waits between them and for a slot are inserted."""
    items = scale.count(500, 100)
    iterations = scale.iterations * STAGE_FACTOR
    async with srt.Runtime() as rt:
        load = rt.device("cpu").stream("load")
        work = rt.device("cpu").stream("work", high_water=16)
        source, total = stage_buffers(rt)
        slots = [stage_buffers(rt)[1] for _ in range(8)]
        await work.launch(STAGE, source, total, 1)
        began = time.perf_counter()
        for item in range(items):
            slot = slots[item % len(slots)]
            load.launch(STAGE, source, slot, iterations)
            work.launch(STAGE, slot, total, iterations)
            await work.drain()
        await work
        elapsed = time.perf_counter() - began
        made = np.asarray(total)
    results = clocks.overlap_results(items, iterations, elapsed)
    clocks.check(made[0] == native.two_stages(iterations), "the pipeline's output is wrong")
    return results
