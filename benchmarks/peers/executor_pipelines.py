"""Pipelines of a program that has only asyncio and ThreadPoolExecutor.

`map` of a pool takes all items at once; with it nothing is ever submitted late. Other pipelines
take so many ahead. The consumer stacks the results of workers; another pool has the computations.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Any

import numpy as np

from benchmarks.scale import Scale
from benchmarks.work import pipelines
from benchmarks.work.clocks import Results
from benchmarks.work.pipelines import AHEAD, ROWS, Array, Work


def _windowed(pool: ThreadPoolExecutor, work: Work) -> Iterator[Any]:
    """Like `pool.map`, which takes all items at once, but only so many ahead."""
    left, inside = iter(work.items), deque[Future[Any]]()
    inside.extend(pool.submit(work.function, item) for item in islice(left, AHEAD))
    while inside:
        yield inside.popleft().result()
        inside.extend(pool.submit(work.function, item) for item in islice(left, 1))


def _stacked(rows: Iterator[Array]) -> Iterator[Array]:
    while batch := list(islice(rows, ROWS)):
        yield np.stack(batch)


@contextlib.contextmanager
def _made(work: Work) -> Generator[Iterable[Any]]:
    with ThreadPoolExecutor(work.workers) as pool:
        if work.stacked:  # the consumer calls the network
            batches = _stacked(_windowed(pool, work))
            yield map(work.then, batches) if work.then else batches
        elif work.then:
            with ThreadPoolExecutor(1) as computing:
                yield computing.map(work.then, _windowed(pool, work))
        else:
            yield pool.map(work.function, work.items)


pipe_map, pipe_fill, pipe_overlap, pipe_png = pipelines.iterated(_made, 10_000, 1000)


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
