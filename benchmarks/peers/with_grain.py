"""grain: a data set that threads read ahead, in order; what follows runs in the consumer."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import pipelines
from benchmarks.drivers import Results
from benchmarks.pipelines import AHEAD, ROWS, Array, Network
from benchmarks.scale import Scale

logging.disable(logging.WARNING)  # it says that jax is not there
grain: Any = importlib.import_module("grain")


def _mapped(items: Any, function: Callable[[Any], Any], threads: int) -> Any:
    options = grain.ReadOptions(num_threads=threads, prefetch_buffer_size=AHEAD)
    return grain.MapDataset.source(items).map(function).to_iter_dataset(options)


async def pipe_map(scale: Scale) -> Results:
    """A function, with one worker and with eight."""
    results: Results = {}
    for name, workers in (("pipe-map", 1), ("pipe-map-8", 8)):

        async def run(items: int, workers: int = workers) -> int:
            return pipelines.taken(_mapped(range(items), pipelines.add_one, workers))

        results |= await pipelines.each(name, run, scale.count(5000, 500))
    return results


async def pipe_fill(scale: Scale) -> Results:
    """Rows, batched by grain's own way."""

    async def run(items: int) -> int:
        rows = _mapped(range(items), pipelines.make_row, 1)
        return pipelines.taken_rows(rows.batch(ROWS))

    return await pipelines.each("pipe-fill", run, scale.count(5000, 500), added=0)


async def pipe_overlap(scale: Scale) -> Results:
    """Eight loads at once; the consumer computes."""
    compute = pipelines.Compute(scale)

    async def run(items: int) -> int:
        loaded = _mapped(range(items), pipelines.load, pipelines.LOADERS)
        return sum(1 for _ in loaded.map(compute))

    return await pipelines.overlap_results(run, scale)


async def pipe_png(scale: Scale) -> Results:
    """Threads decode; the consumer stacks and calls the network."""

    async def run(files: Sequence[Path], network: Network) -> list[Array]:
        pictures = _mapped(files, pipelines.decoded, pipelines.DECODERS)
        return list(pictures.batch(ROWS, batch_fn=np.stack).map(network))

    return await pipelines.png_results(run, scale)
