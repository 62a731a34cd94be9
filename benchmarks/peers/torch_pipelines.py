"""torch's DataLoader: without workers, or with two processes."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import pipelines
from benchmarks.drivers import Results
from benchmarks.pipelines import ROWS, Array, Network
from benchmarks.scale import Scale

_data: Any = importlib.import_module("torch.utils.data")
PROCESSES = 2


class _Mapped:
    """A data set of what a function returns for each item."""

    def __init__(self, items: Sequence[Any], function: Callable[[Any], Any]) -> None:
        self._items, self._function = items, function

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, number: int) -> Any:
        return self._function(self._items[number])


def _loader(items: Sequence[Any], function: Callable[[Any], Any], **options: Any) -> Any:
    return _data.DataLoader(_Mapped(items, function), **options)


async def pipe_map(scale: Scale) -> Results:
    """A function: without workers, and with two processes in place of eight workers."""
    results: Results = {}
    for name, processes in (("pipe-map", 0), ("pipe-map-8", PROCESSES)):

        async def run(items: int, processes: int = processes) -> int:
            numbers = _loader(
                range(items), pipelines.add_one, batch_size=None, num_workers=processes
            )
            return pipelines.taken(numbers)

        results |= await pipelines.each(name, run, scale.count(5000, 500))
    return results


async def pipe_fill(scale: Scale) -> Results:
    """Rows, stacked by the loader, without workers."""

    async def run(items: int) -> int:
        batches = _loader(range(items), pipelines.make_row, batch_size=ROWS, collate_fn=np.stack)
        return pipelines.taken_rows(batches)

    return await pipelines.each("pipe-fill", run, scale.count(10_000, 1000), added=0)


async def pipe_overlap(scale: Scale) -> Results:
    """Loads in as many processes as the others have threads; the consumer computes."""
    compute = pipelines.Compute(scale)

    async def run(items: int) -> int:
        loaded = _loader(
            range(items), pipelines.load, batch_size=None, num_workers=pipelines.LOADERS
        )
        return sum(1 for _ in map(compute, loaded))

    return await pipelines.overlap_results(run, scale)


async def pipe_png(scale: Scale) -> Results:
    """Two processes decode and stack; the consumer calls the network."""

    async def run(files: Sequence[Path], network: Network) -> list[Array]:
        pictures = _loader(files, pipelines.decoded, batch_size=ROWS, num_workers=PROCESSES)
        return [network(batch) for batch in pictures]

    return await pipelines.png_results(run, scale)
