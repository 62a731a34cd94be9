"""anyio.to_thread on asyncio: a thread of a shared set for every call.

anyio has no stream: a chain, and an edge, are one await after the other.
"""

from __future__ import annotations

import asyncio
import time

import anyio
from anyio.to_thread import run_sync

from benchmarks.scale import Scale
from benchmarks.work import awaited, clocks, graphs, native
from benchmarks.work.clocks import Results


async def busy(scale: Scale) -> Results:
    """One kernel at a time."""
    one = anyio.CapacityLimiter(1)

    def submit(call: native.Call) -> asyncio.Task[int]:
        return asyncio.create_task(run_sync(call, limiter=one))

    return await awaited.busy(submit, scale)


async def edge(scale: Scale) -> Results:
    return await awaited.edge(run_sync, run_sync, scale)


async def round_trip(scale: Scale) -> Results:
    return await awaited.round_trip(run_sync, scale)


async def round_trip_20(scale: Scale) -> Results:
    return await awaited.round_trip_20(run_sync, scale)


async def independent(scale: Scale) -> Results:
    """Empty kernels without dependencies, as tasks of one group."""
    count = scale.count(2000, 500)
    calls = [native.prepare(native.EMPTY, awaited.floats()) for _ in range(count)]

    async def run() -> None:
        async with anyio.create_task_group() as group:
            for call in calls:
                group.start_soon(run_sync, call)

    return await clocks.each_awaited("independent", count, run)


async def chain(scale: Scale) -> Results:
    """Run axpy after axpy on the same 16 floats."""
    count, call = scale.count(3000, 500), awaited.axpy()

    async def run() -> None:
        for _ in range(count):
            await run_sync(call)

    return await clocks.each_awaited("chain", count, run)


async def dag(scale: Scale) -> Results:
    """The random layered DAG: a task for each node, an event for each value."""
    nodes = scale.count(2000, 500)
    graph, calls = awaited.layered(nodes)
    ready = [anyio.Event() for _ in range(graphs.WIDTH + nodes)]
    for event in ready[: graphs.WIDTH]:
        event.set()

    async def node(inputs: graphs.Inputs, output: int, call: native.Call) -> None:
        for value in inputs:
            await ready[value].wait()
        await run_sync(call)
        ready[output].set()

    async def run() -> None:
        async with anyio.create_task_group() as group:
            for number, inputs in enumerate(graph):
                group.start_soon(node, inputs, number + graphs.WIDTH, calls[number])

    return await clocks.each_awaited("dag", nodes, run)


async def overlap(scale: Scale) -> Results:
    """Load and compute stages of 2 ms: two tasks with a bounded stream of slots between."""
    items, iterations, load, work = awaited.stages(scale)
    send, receive = anyio.create_memory_object_stream[int](awaited.SLOTS - 2)

    async def loading() -> None:
        async with send:
            for item in range(items):
                await run_sync(load[item % awaited.SLOTS])
                await send.send(item % awaited.SLOTS)

    began = time.perf_counter()
    async with anyio.create_task_group() as group, receive:
        group.start_soon(loading)
        async for slot in receive:
            await run_sync(work[slot])
    elapsed = time.perf_counter() - began
    return clocks.overlap_results(items, iterations, elapsed)


async def start(scale: Scale) -> Results:
    """The time to import it, beyond that of NumPy."""
    return clocks.import_results("anyio, anyio.to_thread", scale.count(5, 3))
