"""anyio.to_thread on asyncio: a thread of a shared set for every call.

anyio has no stream: a chain, and an edge, are one await after the other.
"""

from __future__ import annotations

import asyncio
import functools
import gc
import time

import anyio
import numpy as np
from anyio import to_thread

from benchmarks import drivers, graphs, native
from benchmarks.drivers import Results
from benchmarks.peers.with_executor import floats
from benchmarks.scale import STAGE_FACTOR, Scale


async def busy(scale: Scale) -> Results:
    """200 µs kernels, one at a time, while the loop idles, and while it computes in Python."""
    one = anyio.CapacityLimiter(1)
    call = native.prepare(native.STAGE, *native.stage_arrays(), scalar=np.int64(scale.iterations))

    def launch() -> asyncio.Task[int]:
        return asyncio.create_task(to_thread.run_sync(call, limiter=one))

    return await drivers.busy_results(launch, scale)


async def edge(scale: Scale) -> Results:
    """Time from the end of a kernel to the start of the next one, which reads its output."""
    source, middle = native.stage_arrays()
    _, target = native.stage_arrays()
    produce = {
        iterations: native.prepare(native.STAGE, source, middle, scalar=np.int64(iterations))
        for iterations in (scale.iterations, scale.short)
    }
    consume = native.prepare(native.STAGE, middle, target, scalar=np.int64(1))

    async def run(iterations: int) -> None:
        await to_thread.run_sync(produce[iterations])
        await to_thread.run_sync(consume)

    def gap() -> int:
        return int(target[native.BEGAN] - middle[native.ENDED])

    return await drivers.edge_results(run, gap, scale)


async def round_trip(scale: Scale) -> Results:
    """An empty kernel, called and awaited."""
    call = native.prepare(native.EMPTY, floats())
    launch = functools.partial(to_thread.run_sync, call)
    await drivers.round_trips(launch, 200)
    warm = await drivers.round_trips(launch, scale.count(3000, 500))
    after_idle = await drivers.round_trips(launch, scale.count(500, 100), drivers.IDLE)
    return drivers.round_trip_results(warm, after_idle)


async def round_trip_20(scale: Scale) -> Results:
    """A kernel of 20 µs, called and awaited."""
    source, times = native.stage_arrays()
    call = native.prepare(native.STAGE, source, times, scalar=np.int64(scale.short))
    launch = functools.partial(to_thread.run_sync, call)
    return await drivers.long_round_trip_results(launch, times, scale)


async def independent(scale: Scale) -> Results:
    """Empty kernels without dependencies, as tasks of one group."""
    count = scale.count(2000, 500)
    calls = [native.prepare(native.EMPTY, floats()) for _ in range(count)]
    gc.collect()
    began = time.perf_counter()
    async with anyio.create_task_group() as group:
        for call in calls:
            group.start_soon(to_thread.run_sync, call)
    elapsed = time.perf_counter() - began
    return {"independent": elapsed / count * 1e6}


async def chain(scale: Scale) -> Results:
    """Run axpy after axpy on the same 16 floats."""
    count = scale.count(3000, 500)
    call = native.prepare(native.AXPY, floats(), floats(), scalar=np.float32(0.5))
    began = time.perf_counter()
    for _ in range(count):
        await to_thread.run_sync(call)
    elapsed = time.perf_counter() - began
    return {"chain": elapsed / count * 1e6}


async def dag(scale: Scale) -> Results:
    """The random layered DAG: a task for each node, an event for each value."""
    nodes = scale.count(2000, 500)
    graph = graphs.layered(nodes)
    values = [floats() for _ in range(graphs.WIDTH + nodes)]
    ready = [anyio.Event() for _ in range(graphs.WIDTH + nodes)]
    for event in ready[: graphs.WIDTH]:
        event.set()

    async def node(inputs: graphs.Inputs, output: int, call: native.Call) -> None:
        for value in inputs:
            await ready[value].wait()
        await to_thread.run_sync(call)
        ready[output].set()

    calls = [
        native.prepare(native.LERP, values[a], values[b], values[c], output)
        for (a, b, c), output in zip(graph, values[graphs.WIDTH :], strict=True)
    ]
    gc.collect()
    began = time.perf_counter()
    async with anyio.create_task_group() as group:
        for number, inputs in enumerate(graph):
            group.start_soon(node, inputs, number + graphs.WIDTH, calls[number])
    elapsed = time.perf_counter() - began
    return {"dag": elapsed / nodes * 1e6}


async def overlap(scale: Scale) -> Results:
    """Load and compute stages of 2 ms: two tasks with a bounded stream of slots between."""
    items = scale.count(500, 100)
    iterations = scale.iterations * STAGE_FACTOR
    source, total = native.stage_arrays()
    slots = [native.stage_arrays()[1] for _ in range(8)]
    load = [
        native.prepare(native.STAGE, source, slot, scalar=np.int64(iterations)) for slot in slots
    ]
    work = [
        native.prepare(native.STAGE, slot, total, scalar=np.int64(iterations)) for slot in slots
    ]
    send, receive = anyio.create_memory_object_stream[int](len(slots) - 2)

    async def loading() -> None:
        async with send:
            for item in range(items):
                await to_thread.run_sync(load[item % len(slots)])
                await send.send(item % len(slots))

    began = time.perf_counter()
    async with anyio.create_task_group() as group, receive:
        group.start_soon(loading)
        async for slot in receive:
            await to_thread.run_sync(work[slot])
    elapsed = time.perf_counter() - began
    return drivers.overlap_results(items, iterations, elapsed)


async def start(scale: Scale) -> Results:
    """The time to import it, beyond that of NumPy."""
    return {"import": drivers.import_seconds("anyio, anyio.to_thread", scale.count(5, 3))}
