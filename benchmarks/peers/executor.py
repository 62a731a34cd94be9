"""asyncio + ThreadPoolExecutor: the way of a program that has nothing else.

A pool with one worker stands for a stream: it keeps order, so a chain on it is submitted
without waiting. Kernels are calls whose arguments were packed beforehand (`native.prepare`).
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import numpy as np

from benchmarks.scale import Scale
from benchmarks.work import awaited, calls, clocks, graphs, memory, native
from benchmarks.work import threads as in_threads
from benchmarks.work.awaited import Submit, axpy, floats
from benchmarks.work.clocks import Results


@contextlib.contextmanager
def one_worker_pools(count: int) -> Generator[list[Submit]]:
    """Pools of one worker, as what hands a call to each."""
    loop = asyncio.get_running_loop()
    pools = [ThreadPoolExecutor(1) for _ in range(count)]
    try:
        yield [functools.partial(loop.run_in_executor, pool) for pool in pools]
    finally:
        for pool in pools:
            pool.shutdown()


async def busy(scale: Scale) -> Results:
    with one_worker_pools(1) as (submit,):
        return await awaited.busy(submit, scale)


async def edge(scale: Scale) -> Results:
    with one_worker_pools(2) as (load, work):
        return await awaited.edge(load, work, scale)


async def round_trip(scale: Scale) -> Results:
    with one_worker_pools(1) as (submit,):
        return await awaited.round_trip(submit, scale)


async def round_trip_20(scale: Scale) -> Results:
    with one_worker_pools(1) as (submit,):
        return await awaited.round_trip_20(submit, scale)


async def independent(scale: Scale) -> Results:
    """Empty kernels without dependencies, submitted all at once."""
    count = scale.count(10_000, 2000)
    empty = [native.prepare(native.EMPTY, floats()) for _ in range(count)]
    with one_worker_pools(1) as (submit,):
        await asyncio.gather(*map(submit, empty[:500]))
        return await clocks.each_awaited(
            "independent", count, lambda: asyncio.gather(*[submit(call) for call in empty])
        )


async def chain(scale: Scale) -> Results:
    """Run axpy after axpy on the same 16 floats: on one stream, and alternating between two."""
    count, call = scale.count(5000, 1000), axpy()
    with one_worker_pools(2) as submits:
        first = submits[0]

        async def one() -> None:
            await asyncio.gather(*[first(call) for _ in range(count)])

        async def two() -> None:
            for link in range(count):  # only the loop can put two pools in order
                await submits[link & 1](call)

        await asyncio.gather(*[first(call) for _ in range(500)])
        results = await clocks.each_awaited("chain", count, one)
        return results | await clocks.each_awaited("chain-two", count, two)


class _Countdown:
    """Runs a DAG: a node is submitted when the last node that it reads from is done."""

    def __init__(self, calls: list[native.Call], graph: list[graphs.Inputs]) -> None:
        self._calls = calls
        self._left = len(calls)
        self._done = asyncio.get_running_loop().create_future()
        self._waiting = [0] * len(graph)
        self._readers: list[list[int]] = [[] for _ in graph]
        for node, inputs in enumerate(graph):
            for value in inputs:
                if value >= graphs.WIDTH:
                    self._waiting[node] += 1
                    self._readers[value - graphs.WIDTH].append(node)

    async def run(self, hand_over: Callable[[native.Call], asyncio.Future[int]]) -> None:
        self._hand_over = hand_over
        for node in [node for node, waiting in enumerate(self._waiting) if not waiting]:
            self._submit(node)
        await self._done

    def _submit(self, node: int) -> None:
        future = self._hand_over(self._calls[node])
        future.add_done_callback(functools.partial(self._finished, node))

    def _finished(self, node: int, _future: asyncio.Future[int]) -> None:
        for reader in self._readers[node]:
            self._waiting[reader] -= 1
            if not self._waiting[reader]:
                self._submit(reader)
        self._left -= 1
        if not self._left:
            self._done.set_result(None)


async def dag(scale: Scale) -> Results:
    """The random layered DAG."""
    results: Results = {}
    loop = asyncio.get_running_loop()
    for nodes in (500, scale.count(10_000, 2000)):
        graph, nodes_calls = awaited.layered(nodes)
        with ThreadPoolExecutor(1) as pool:  # more workers only fight for the GIL: 1 was fastest
            hand_over = functools.partial(loop.run_in_executor, pool)
            run = functools.partial(_Countdown(nodes_calls, graph).run, hand_over)
            results = await clocks.each_awaited("dag", nodes, run)
    return results


async def pending(scale: Scale) -> Results:
    """Memory of an execution that has not started yet."""
    count = scale.count(20_000, 5000)
    call = native.prepare(native.EMPTY, floats())

    async def measure(grown: Callable[[Callable[[], object]], int]) -> float:
        gate = threading.Event()
        with one_worker_pools(1) as (submit,):
            futures = [submit(gate.wait)]
            try:
                return grown(lambda: futures.extend(submit(call) for _ in range(count))) / count
            finally:
                gate.set()
                await asyncio.gather(*futures)

    resident = await measure(memory.resident_growth)
    return {"pending-bytes": resident, "pending-python": await measure(memory.python_growth)}


async def overlap(scale: Scale) -> Results:
    """Load and compute stages of 2 ms, item by item, with eight slots between them."""
    items, iterations, load, work = awaited.stages(scale)
    free = asyncio.Queue[int]()
    for index in range(awaited.SLOTS):
        free.put_nowait(index)
    with one_worker_pools(2) as (loading, working):

        async def one(index: int) -> None:
            await loading(load[index])
            await working(work[index])
            free.put_nowait(index)

        began = time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for _ in range(items):
                group.create_task(one(await free.get()))
        elapsed = time.perf_counter() - began
    return clocks.overlap_results(items, iterations, elapsed)


async def start(scale: Scale) -> Results:
    """The time to import it, beyond that of NumPy."""
    return clocks.import_results("asyncio, concurrent.futures", scale.count(5, 3))


async def fresh(scale: Scale) -> Results:
    """NumPy's addition, which makes a fresh array, as a job of a pool of one worker."""
    loop = asyncio.get_running_loop()
    add: Any = np.add
    x, one = floats(), np.float32(1)
    with ThreadPoolExecutor(1) as pool:

        def call() -> None:
            loop.run_in_executor(pool, add, x, one)

        async def settled() -> None:
            await loop.run_in_executor(pool, add, x, one)

        return await calls.fresh_results(call, settled, scale)


async def drain(scale: Scale) -> Results:
    """The worker's cost of an empty job: from the first job to the last of a filled queue."""
    loop = asyncio.get_running_loop()
    count = 2000
    empty = native.prepare(native.EMPTY, floats())
    samples: list[float] = []
    with ThreadPoolExecutor(1) as pool:
        for _ in range(scale.count(10, 3) + 1):
            gate = threading.Event()
            loop.run_in_executor(pool, gate.wait)
            began = loop.run_in_executor(pool, time.perf_counter_ns)
            jobs = [loop.run_in_executor(pool, empty) for _ in range(count)]
            ended = loop.run_in_executor(pool, time.perf_counter_ns)
            gate.set()
            samples.append((await ended - await began) / count)
            await asyncio.gather(*jobs)
    return {"drain": clocks.median(samples[1:])}


def _work(
    pools: Sequence[Executor], jobs: Sequence[Callable[[], int]], made: Sequence[native.Array]
) -> in_threads.Work:
    """Threads that submit their job to their pool."""
    last: list[Future[int]] = []

    def submit(pool: Executor, job: Callable[[], int], count: int) -> None:
        last.append([pool.submit(job) for _ in range(count)][-1])

    def settle() -> None:
        while last:
            last.pop().result()

    return in_threads.Work(
        [functools.partial(submit, *pair) for pair in zip(pools, jobs, strict=True)],
        settle,
        lambda: made,
    )


def _measure(scale: Scale) -> Results:
    pools = [ThreadPoolExecutor(1) for _ in range(max(in_threads.COUNTS))]
    lock = threading.Lock()

    def axpys(count: int) -> tuple[list[native.Call], list[native.Array]]:
        made = [floats() for _ in range(count)]
        half = np.float32(0.5)
        return [native.prepare(native.AXPY, floats(), y, scalar=half) for y in made], made

    def own(count: int) -> in_threads.Work:
        return _work(pools[:count], *axpys(count))

    def one(count: int) -> in_threads.Work:
        return _work(pools[:1] * count, *axpys(count))

    def shared(count: int) -> in_threads.Work:
        (call,), made = axpys(1)

        def locked() -> int:  # nothing else keeps two pools from the buffer
            with lock:
                return call()

        return _work(pools[:count], [locked] * count, made)

    results: Results = {}
    for share in (own, one, shared):
        results |= in_threads.thread_results(share.__name__, share, scale)
    for pool in pools:
        pool.shutdown()
    return results


async def threads(scale: Scale) -> Results:
    """Jobs of axpy from several threads: to own pools, to one, and on one buffer, under a lock."""
    return await asyncio.to_thread(_measure, scale)
