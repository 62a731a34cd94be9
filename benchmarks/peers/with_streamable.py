"""streamable: lazy iterators, with threads or tasks where a stage wants more than one."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import pipelines
from benchmarks.drivers import Results
from benchmarks.pipelines import AHEAD, ROWS, Array, Network
from benchmarks.scale import Scale

stream: Any = importlib.import_module("streamable").stream


async def pipe_map(scale: Scale) -> Results:
    """A function: called by the consumer, and in eight threads."""
    results: Results = {}
    for name, workers in (("pipe-map", 1), ("pipe-map-8", 8)):

        async def run(items: int, workers: int = workers) -> int:
            numbers = stream(range(items)).map(pipelines.add_one, concurrency=workers)
            return pipelines.taken(numbers)

        results |= await pipelines.each(name, run, scale.count(10_000, 1000))
    return results


async def pipe_coroutine(scale: Scale) -> Results:
    """A coroutine function, eight calls at once."""

    async def run(items: int) -> int:
        return await pipelines.ataken(stream(range(items)).map(pipelines.aadd_one, concurrency=8))

    return await pipelines.each("pipe-coroutine", run, scale.count(10_000, 1000))


async def pipe_fill(scale: Scale) -> Results:
    """Rows, grouped and stacked, all in the consumer."""

    async def run(items: int) -> int:
        rows = stream(range(items)).map(pipelines.make_row)
        return pipelines.taken_rows(rows.group(ROWS).map(np.stack))

    return await pipelines.each("pipe-fill", run, scale.count(10_000, 1000), added=0)


async def pipe_overlap(scale: Scale) -> Results:
    """Eight loads at once; the consumer computes."""
    compute = pipelines.Compute(scale)

    async def run(items: int) -> int:
        loaded = stream(range(items)).map(pipelines.load, concurrency=pipelines.LOADERS)
        return sum(1 for _ in loaded.map(compute))

    return await pipelines.overlap_results(run, scale)


async def pipe_png(scale: Scale) -> Results:
    """Threads decode up to a buffer ahead; the consumer stacks and calls the network."""

    async def run(files: Sequence[Path], network: Network) -> list[Array]:
        pictures = stream(files).map(pipelines.decoded, concurrency=pipelines.DECODERS)
        return list(pictures.buffer(AHEAD).group(ROWS).map(np.stack).map(network))

    return await pipelines.png_results(run, scale)
