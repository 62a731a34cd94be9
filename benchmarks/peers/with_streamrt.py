"""streamrt: launches on streams.

Cases about memory and size are in `streamrt_memory.py`, fresh outputs and threads in
`streamrt_calls.py`, graphs in `streamrt_replay.py` and `streamrt_planning.py`.

Every kernel takes at least one tracked buffer, every launch returns an Execution, and the
tracker is on (`hazards="auto"`).
"""

from __future__ import annotations

import functools
import gc
import statistics
import time

import numpy as np

import streamrt as srt
from benchmarks import drivers, graphs, native
from benchmarks.drivers import Results
from benchmarks.peers.streamrt_calls import fresh as fresh
from benchmarks.peers.streamrt_calls import threads as threads
from benchmarks.peers.streamrt_common import (
    AXPY,
    EMPTY,
    FLOATS,
    LERP,
    STAGE,
    floats,
    seen_stage,
    stage_buffers,
)
from benchmarks.peers.streamrt_compiled import cached as cached
from benchmarks.peers.streamrt_compiled import compiled_1 as compiled_1
from benchmarks.peers.streamrt_compiled import compiled_2 as compiled_2
from benchmarks.peers.streamrt_compiling import compiling as compiling
from benchmarks.peers.streamrt_eager import eager_arrays as eager_arrays
from benchmarks.peers.streamrt_eager import eager_functions as eager_functions
from benchmarks.peers.streamrt_exploring import exploring as exploring
from benchmarks.peers.streamrt_gpu import gpu_edge as gpu_edge
from benchmarks.peers.streamrt_kernels import kernels_1 as kernels_1
from benchmarks.peers.streamrt_kernels import kernels_2 as kernels_2
from benchmarks.peers.streamrt_kernels import own_kernels_1 as own_kernels_1
from benchmarks.peers.streamrt_kernels import own_kernels_2 as own_kernels_2
from benchmarks.peers.streamrt_memory import alloc as alloc
from benchmarks.peers.streamrt_memory import backlog as backlog
from benchmarks.peers.streamrt_memory import drain as drain
from benchmarks.peers.streamrt_memory import pending as pending
from benchmarks.peers.streamrt_memory import start as start
from benchmarks.peers.streamrt_pipelines import pipe_batch as pipe_batch
from benchmarks.peers.streamrt_pipelines import pipe_coroutine as pipe_coroutine
from benchmarks.peers.streamrt_pipelines import pipe_fill as pipe_fill
from benchmarks.peers.streamrt_pipelines import pipe_launched as pipe_launched
from benchmarks.peers.streamrt_pipelines import pipe_leave as pipe_leave
from benchmarks.peers.streamrt_pipelines import pipe_map as pipe_map
from benchmarks.peers.streamrt_pipelines import pipe_memory as pipe_memory
from benchmarks.peers.streamrt_pipelines import pipe_overlap as pipe_overlap
from benchmarks.peers.streamrt_pipelines import pipe_png as pipe_png
from benchmarks.peers.streamrt_pipelines import pipe_resume as pipe_resume
from benchmarks.peers.streamrt_pipelines import pipe_submit as pipe_submit
from benchmarks.peers.streamrt_planning import plan as plan
from benchmarks.peers.streamrt_planning import plan_memory as plan_memory
from benchmarks.peers.streamrt_replay import replay_chain as replay_chain
from benchmarks.peers.streamrt_replay import replay_dag as replay_dag
from benchmarks.peers.streamrt_replay import replay_parts as replay_parts
from benchmarks.peers.streamrt_replay import replay_start as replay_start
from benchmarks.peers.streamrt_replay import replay_two as replay_two
from benchmarks.peers.streamrt_simulated import simulated as simulated
from benchmarks.scale import STAGE_FACTOR, Scale


async def busy(scale: Scale) -> Results:
    """200 µs kernels on one stream while the loop idles, and while it computes in Python."""
    async with srt.Runtime() as rt:
        stream = rt.device("cpu").stream()
        launch = functools.partial(stream.launch, STAGE, *stage_buffers(rt), scale.iterations)
        return await drivers.busy_results(launch, scale)


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

        return await drivers.edge_results(run, gap, scale)


async def round_trip(scale: Scale) -> Results:
    """An empty kernel, launched and awaited."""
    async with srt.Runtime() as rt:
        stream = rt.device("cpu").stream()
        launch = functools.partial(stream.launch, EMPTY, floats(rt))
        await drivers.round_trips(launch, 200)
        warm = await drivers.round_trips(launch, scale.count(10_000, 1000))
        after_idle = await drivers.round_trips(launch, scale.count(500, 100), drivers.IDLE)
    return drivers.round_trip_results(warm, after_idle)


async def round_trip_20(scale: Scale) -> Results:
    """A kernel of 20 µs that declares no bound, launched and awaited."""
    async with srt.Runtime() as rt:
        stream = rt.device("cpu").stream()
        source, seen, times = seen_stage(rt)
        launch = functools.partial(stream.launch, STAGE, source, seen, scale.short)
        return await drivers.long_round_trip_results(launch, times, scale)


async def independent(scale: Scale) -> Results:
    """Empty kernels on buffers of their own, submitted all at once."""
    count = scale.count(20_000, 2000)
    async with srt.Runtime() as rt:
        stream = rt.device("cpu").stream()
        buffers = [floats(rt) for _ in range(count)]
        for buffer in buffers[:500]:
            stream.launch(EMPTY, buffer)
        await stream
        gc.collect()
        began = time.perf_counter()
        executions = [stream.launch(EMPTY, buffer) for buffer in buffers]
        await stream
        elapsed = time.perf_counter() - began
        del executions
    return {"independent": elapsed / count * 1e6}


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
        began = time.perf_counter()
        executions = [first.launch(AXPY, x, y, 0.5) for _ in range(count)]
        await executions[-1]
        one = time.perf_counter() - began
        began = time.perf_counter()
        executions = [streams[link & 1].launch(AXPY, x, y, 0.5) for link in range(count)]
        await executions[-1]
        two = time.perf_counter() - began
        expected = 0.5 + (500 + 2 * count) * 0.25
        drivers.check(bool(np.asarray(y)[0] == expected), "a link of the chain is missing")
    return {"chain": one / count * 1e6, "chain-two": two / count * 1e6}


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
            expected = 0.5 + 6 * count * 0.25
            drivers.check(bool(np.asarray(y)[0] == expected), "a link of the chain is missing")
            drivers.check(not rt.races, "a race was found where there is none")
        each["races" if is_watched else "races-off"] = statistics.median(times[1:]) / count * 1e6
    return each


async def _dag_seconds(rt: srt.Runtime, streams: list[srt.Stream], nodes: int) -> float:
    graph = graphs.layered(nodes)
    given = [floats(rt) for _ in range(graphs.WIDTH)]
    values = given + [rt.empty((FLOATS,), "f4") for _ in range(nodes)]
    gc.collect()
    began = time.perf_counter()
    executions = [
        streams[node & 3].launch(LERP, values[a], values[b], values[c], values[node + graphs.WIDTH])
        for node, (a, b, c) in enumerate(graph)
    ]
    for stream in streams:
        await stream
    elapsed = time.perf_counter() - began
    del executions
    return elapsed


async def dag(scale: Scale) -> Results:
    """The random layered DAG, submitted eagerly to four streams."""
    nodes = scale.count(10_000, 2000)
    async with srt.Runtime() as rt:
        streams = [rt.device("cpu").stream() for _ in range(graphs.STREAMS)]
        await _dag_seconds(rt, streams, 500)
        elapsed = await _dag_seconds(rt, streams, nodes)
    return {"dag": elapsed / nodes * 1e6}


async def dag_growth(scale: Scale) -> Results:
    """A node's cost in a DAG of 100,000 nodes over its cost in one of 1,000."""
    many = scale.count(100_000, 10_000)
    async with srt.Runtime() as rt:
        streams = [rt.device("cpu").stream() for _ in range(graphs.STREAMS)]
        await _dag_seconds(rt, streams, 500)
        few_each = drivers.median([await _dag_seconds(rt, streams, 1000) for _ in range(9)]) / 1000
        many_each = await _dag_seconds(rt, streams, many) / many
    return {"dag-growth": many_each / few_each}


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
    results = drivers.overlap_results(items, iterations, elapsed)
    drivers.check(made[0] == native.two_stages(iterations), "the pipeline's output is wrong")
    return results
