"""The executor's calls with fresh outputs, its own cost of a job, and submissions from threads."""

from __future__ import annotations

import asyncio
import functools
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import numpy as np

from benchmarks import calls, drivers, graphs, native
from benchmarks import threads as in_threads
from benchmarks.drivers import Results
from benchmarks.scale import Scale


def _floats() -> native.Array:
    return np.full(graphs.FLOATS, 0.5, np.float32)


async def fresh(scale: Scale) -> Results:
    """NumPy's addition, which makes a fresh array, as a job of a pool of one worker."""
    loop = asyncio.get_running_loop()
    x, one = _floats(), np.float32(1)
    with ThreadPoolExecutor(1) as pool:

        def call() -> None:
            loop.run_in_executor(pool, np.add, x, one)

        async def settled() -> None:
            await loop.run_in_executor(pool, np.add, x, one)

        return await calls.fresh_results(call, settled, scale)


async def drain(scale: Scale) -> Results:
    """The worker's cost of an empty job: from the first job to the last of a filled queue."""
    loop = asyncio.get_running_loop()
    count = 2000
    empty = native.prepare(native.EMPTY, _floats())
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
    return {"drain": drivers.median(samples[1:])}


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
        made = [_floats() for _ in range(count)]
        half = np.float32(0.5)
        return [native.prepare(native.AXPY, _floats(), y, scalar=half) for y in made], made

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
