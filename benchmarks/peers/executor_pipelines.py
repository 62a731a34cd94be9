"""Pipelines of a program that has only asyncio and ThreadPoolExecutor."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import TypeVar

import numpy as np

from benchmarks import pipelines
from benchmarks.drivers import Results
from benchmarks.pipelines import AHEAD, ROWS, Array, Network
from benchmarks.scale import Scale

T = TypeVar("T")
U = TypeVar("U")


def _windowed(
    pool: ThreadPoolExecutor, function: Callable[[T], U], items: Iterable[T]
) -> Iterator[U]:
    """Like `pool.map`, which takes all items at once, but only so many ahead."""
    left, inside = iter(items), deque[Future[U]]()
    inside.extend(pool.submit(function, item) for item in islice(left, AHEAD))
    while inside:
        yield inside.popleft().result()
        inside.extend(pool.submit(function, item) for item in islice(left, 1))


def _stacked(rows: Iterator[Array]) -> Iterator[Array]:
    while batch := list(islice(rows, ROWS)):
        yield np.stack(batch)


async def pipe_map(scale: Scale) -> Results:
    """`map` of a pool, which takes all items at once."""
    results: Results = {}
    for name, workers in (("pipe-map", 1), ("pipe-map-8", 8)):

        async def run(items: int, workers: int = workers) -> int:
            with ThreadPoolExecutor(workers) as pool:
                return pipelines.taken(pool.map(pipelines.add_one, range(items)))

        results |= await pipelines.each(name, run, scale.count(10_000, 1000))
    return results


async def pipe_coroutine(scale: Scale) -> Results:
    """Eight tasks between two queues. Results come as they are ready."""

    async def run(items: int) -> int:
        given, made = asyncio.Queue[int | None](AHEAD), asyncio.Queue[int](AHEAD)

        async def feed() -> None:
            for number in range(items):
                await given.put(number)
            for _ in range(8):
                await given.put(None)

        async def work() -> None:
            while (number := await given.get()) is not None:
                await made.put(await pipelines.aadd_one(number))

        total = 0
        async with asyncio.TaskGroup() as group:
            group.create_task(feed())
            for _ in range(8):
                group.create_task(work())
            for _ in range(items):
                total += await made.get()
        return total

    return await pipelines.each("pipe-coroutine", run, scale.count(20_000, 1000))


async def pipe_fill(scale: Scale) -> Results:
    """Rows from a worker, stacked by the consumer."""

    async def run(items: int) -> int:
        with ThreadPoolExecutor(1) as pool:
            rows = _windowed(pool, pipelines.make_row, range(items))
            return pipelines.taken_rows(_stacked(rows))

    return await pipelines.each("pipe-fill", run, scale.count(10_000, 1000), added=0)


async def pipe_overlap(scale: Scale) -> Results:
    """A pool for the loads and one worker for the computations."""
    compute = pipelines.Compute(scale)

    async def run(items: int) -> int:
        with ThreadPoolExecutor(pipelines.LOADERS) as loading, ThreadPoolExecutor(1) as computing:
            loaded = _windowed(loading, pipelines.load, range(items))
            return sum(1 for _ in computing.map(compute, loaded))

    return await pipelines.overlap_results(run, scale)


async def pipe_png(scale: Scale) -> Results:
    """A pool decodes; the consumer stacks and calls the network."""

    async def run(files: Sequence[Path], network: Network) -> list[Array]:
        with ThreadPoolExecutor(pipelines.DECODERS) as pool:
            return [network(batch) for batch in _stacked(_windowed(pool, pipelines.decoded, files))]

    return await pipelines.png_results(run, scale)
