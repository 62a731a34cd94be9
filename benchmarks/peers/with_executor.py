"""asyncio + ThreadPoolExecutor: the way of a program that has nothing else.

A pool with one worker stands for a stream: it keeps order, so a chain on it is submitted
without waiting. Kernels are calls whose arguments were packed beforehand (`native.prepare`).
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import gc
import threading
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from benchmarks import drivers, graphs, native
from benchmarks.drivers import Results
from benchmarks.memory import python_growth, resident_growth
from benchmarks.peers.executor_calls import drain as drain
from benchmarks.peers.executor_calls import fresh as fresh
from benchmarks.peers.executor_calls import threads as threads
from benchmarks.peers.executor_pipelines import pipe_coroutine as pipe_coroutine
from benchmarks.peers.executor_pipelines import pipe_fill as pipe_fill
from benchmarks.peers.executor_pipelines import pipe_map as pipe_map
from benchmarks.peers.executor_pipelines import pipe_overlap as pipe_overlap
from benchmarks.peers.executor_pipelines import pipe_png as pipe_png
from benchmarks.peers.executor_replay import replay_chain as replay_chain
from benchmarks.peers.executor_replay import replay_dag as replay_dag
from benchmarks.peers.executor_replay import replay_start as replay_start
from benchmarks.peers.executor_replay import replay_two as replay_two
from benchmarks.scale import STAGE_FACTOR, Scale

FLOATS = 16


@contextlib.contextmanager
def one_worker_pools(count: int) -> Generator[list[ThreadPoolExecutor], None, None]:
    pools = [ThreadPoolExecutor(1) for _ in range(count)]
    try:
        yield pools
    finally:
        for pool in pools:
            pool.shutdown()


def floats() -> native.Array:
    return np.full(FLOATS, 0.5, np.float32)


async def busy(scale: Scale) -> Results:
    """200 µs kernels on one stream while the loop idles, and while it computes in Python."""
    loop = asyncio.get_running_loop()
    call = native.prepare(native.STAGE, *native.stage_arrays(), scalar=np.int64(scale.iterations))
    with one_worker_pools(1) as (pool,):

        def launch() -> asyncio.Future[int]:
            return loop.run_in_executor(pool, call)

        return await drivers.busy_results(launch, scale)


async def edge(scale: Scale) -> Results:
    """Time from the end of a kernel to the start of its reader on another stream."""
    loop = asyncio.get_running_loop()
    source, middle = native.stage_arrays()
    _, target = native.stage_arrays()
    produce = {
        iterations: native.prepare(native.STAGE, source, middle, scalar=np.int64(iterations))
        for iterations in (scale.iterations, scale.short)
    }
    consume = native.prepare(native.STAGE, middle, target, scalar=np.int64(1))
    with one_worker_pools(2) as (load, work):

        async def run(iterations: int) -> None:
            await loop.run_in_executor(load, produce[iterations])
            await loop.run_in_executor(work, consume)

        def gap() -> int:
            return int(target[native.BEGAN] - middle[native.ENDED])

        return await drivers.edge_results(run, gap, scale)


async def round_trip(scale: Scale) -> Results:
    """An empty kernel, launched and awaited."""
    loop = asyncio.get_running_loop()
    call = native.prepare(native.EMPTY, floats())
    with one_worker_pools(1) as (pool,):
        launch = functools.partial(loop.run_in_executor, pool, call)
        await drivers.round_trips(launch, 200)
        warm = await drivers.round_trips(launch, scale.count(3000, 500))
        after_idle = await drivers.round_trips(launch, scale.count(500, 100), drivers.IDLE)
    return drivers.round_trip_results(warm, after_idle)


async def round_trip_20(scale: Scale) -> Results:
    """A kernel of 20 µs, launched and awaited."""
    loop = asyncio.get_running_loop()
    source, times = native.stage_arrays()
    call = native.prepare(native.STAGE, source, times, scalar=np.int64(scale.short))
    with one_worker_pools(1) as (pool,):
        launch = functools.partial(loop.run_in_executor, pool, call)
        return await drivers.long_round_trip_results(launch, times, scale)


async def independent(scale: Scale) -> Results:
    """Empty kernels without dependencies, submitted all at once."""
    loop = asyncio.get_running_loop()
    count = scale.count(10_000, 2000)
    calls = [native.prepare(native.EMPTY, floats()) for _ in range(count)]
    with one_worker_pools(1) as (pool,):
        await asyncio.gather(*[loop.run_in_executor(pool, call) for call in calls[:500]])
        gc.collect()
        began = time.perf_counter()
        await asyncio.gather(*[loop.run_in_executor(pool, call) for call in calls])
        elapsed = time.perf_counter() - began
    return {"independent": elapsed / count * 1e6}


async def chain(scale: Scale) -> Results:
    """Run axpy after axpy on the same 16 floats: on one stream, and alternating between two."""
    loop = asyncio.get_running_loop()
    count = scale.count(5000, 1000)
    call = native.prepare(native.AXPY, floats(), floats(), scalar=np.float32(0.5))
    with one_worker_pools(2) as pools:
        first = pools[0]
        await asyncio.gather(*[loop.run_in_executor(first, call) for _ in range(500)])
        began = time.perf_counter()
        await asyncio.gather(*[loop.run_in_executor(first, call) for _ in range(count)])
        one = time.perf_counter() - began
        began = time.perf_counter()
        for link in range(count):  # only the loop can put two pools in order
            await loop.run_in_executor(pools[link & 1], call)
        two = time.perf_counter() - began
    return {"chain": one / count * 1e6, "chain-two": two / count * 1e6}


class _Countdown:
    """Runs a DAG: a node is submitted when the last node that it reads from is done."""

    def __init__(self, calls: list[native.Call], graph: list[graphs.Inputs]) -> None:
        self._loop = asyncio.get_running_loop()
        self._calls = calls
        self._left = len(calls)
        self._done = self._loop.create_future()
        self._waiting = [0] * len(graph)
        self._readers: list[list[int]] = [[] for _ in graph]
        for node, inputs in enumerate(graph):
            for value in inputs:
                if value >= graphs.WIDTH:
                    self._waiting[node] += 1
                    self._readers[value - graphs.WIDTH].append(node)

    async def run(self, pool: ThreadPoolExecutor) -> None:
        self._pool = pool
        for node in [node for node, waiting in enumerate(self._waiting) if not waiting]:
            self._submit(node)
        await self._done

    def _submit(self, node: int) -> None:
        future = self._loop.run_in_executor(self._pool, self._calls[node])
        future.add_done_callback(functools.partial(self._finished, node))

    def _finished(self, node: int, _future: asyncio.Future[int]) -> None:
        for reader in self._readers[node]:
            self._waiting[reader] -= 1
            if not self._waiting[reader]:
                self._submit(reader)
        self._left -= 1
        if not self._left:
            self._done.set_result(None)


async def _dag_seconds(nodes: int) -> float:
    graph = graphs.layered(nodes)
    values = [floats() for _ in range(graphs.WIDTH + nodes)]
    calls = [
        native.prepare(native.LERP, values[a], values[b], values[c], output)
        for (a, b, c), output in zip(graph, values[graphs.WIDTH :], strict=True)
    ]
    with ThreadPoolExecutor(1) as pool:  # more workers only fight for the GIL: 1 was fastest
        gc.collect()
        began = time.perf_counter()
        await _Countdown(calls, graph).run(pool)
        return time.perf_counter() - began


async def dag(scale: Scale) -> Results:
    """The random layered DAG."""
    nodes = scale.count(10_000, 2000)
    await _dag_seconds(500)
    return {"dag": await _dag_seconds(nodes) / nodes * 1e6}


async def pending(scale: Scale) -> Results:
    """Memory of an execution that has not started yet."""
    loop = asyncio.get_running_loop()
    count = scale.count(50_000, 5000)
    call = native.prepare(native.EMPTY, floats())

    async def measure(grown: Callable[[Callable[[], object]], int]) -> float:
        gate = threading.Event()
        futures: list[asyncio.Future[int]] = []

        def hold() -> object:
            futures.extend(loop.run_in_executor(pool, call) for _ in range(count))
            return futures

        with one_worker_pools(1) as (pool,):
            blocked = loop.run_in_executor(pool, gate.wait)
            try:
                per_execution = grown(hold) / count
            finally:
                gate.set()
            await asyncio.gather(blocked, *futures)
        return per_execution

    resident = await measure(resident_growth)
    return {"pending-bytes": resident, "pending-python": await measure(python_growth)}


async def overlap(scale: Scale) -> Results:
    """Load and compute stages of 2 ms, item by item, with eight slots between them."""
    loop = asyncio.get_running_loop()
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
    free = asyncio.Queue[int]()
    for index in range(len(slots)):
        free.put_nowait(index)
    with one_worker_pools(2) as (loader, worker):

        async def one(index: int) -> None:
            await loop.run_in_executor(loader, load[index])
            await loop.run_in_executor(worker, work[index])
            free.put_nowait(index)

        began = time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for _ in range(items):
                group.create_task(one(await free.get()))
        elapsed = time.perf_counter() - began
    return drivers.overlap_results(items, iterations, elapsed)


async def start(scale: Scale) -> Results:
    """The time to import it, beyond that of NumPy."""
    repeats = scale.count(5, 3)
    return {"import": drivers.import_seconds("asyncio, concurrent.futures", repeats)}
