"""SPDL: stages in threads that an event loop of its own drives."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import pipelines
from benchmarks.drivers import Results
from benchmarks.pipelines import AHEAD, ROWS, Array, Network
from benchmarks.scale import Scale

_pipeline: Any = importlib.import_module("spdl.pipeline")

Steps = Callable[[Any], Any]


def _taken(items: Iterable[Any], steps: Steps, threads: int, take: Callable[[Any], Any]) -> Any:
    """Runs a pipeline; results that leave a stage keep their order in all of them."""
    builder = steps(_pipeline.PipelineBuilder().add_source(items))
    made = builder.add_sink(AHEAD).build(num_threads=threads)
    with made.auto_stop():
        return take(made.get_iterator())


async def pipe_map(scale: Scale) -> Results:
    """A function, with one worker and with eight."""
    results: Results = {}
    for name, workers in (("pipe-map", 1), ("pipe-map-8", 8)):

        async def run(items: int, workers: int = workers) -> int:
            def steps(builder: Any) -> Any:
                function = pipelines.add_one
                return builder.pipe(function, concurrency=workers, output_order="input")

            found: int = _taken(range(items), steps, workers, pipelines.taken)
            return found

        results |= await pipelines.each(name, run, scale.count(3000, 200))
    return results


async def pipe_coroutine(scale: Scale) -> Results:
    """A coroutine function, eight calls at once."""

    async def run(items: int) -> int:
        def steps(builder: Any) -> Any:
            return builder.pipe(pipelines.aadd_one, concurrency=8, output_order="input")

        found: int = _taken(range(items), steps, 1, pipelines.taken)
        return found

    return await pipelines.each("pipe-coroutine", run, scale.count(3000, 200))


async def pipe_fill(scale: Scale) -> Results:
    """Rows, gathered and stacked."""

    async def run(items: int) -> int:
        def steps(builder: Any) -> Any:
            return builder.pipe(pipelines.make_row).aggregate(ROWS).pipe(np.stack)

        found: int = _taken(range(items), steps, 2, pipelines.taken_rows)
        return found

    return await pipelines.each("pipe-fill", run, scale.count(3000, 200), added=0)


async def pipe_overlap(scale: Scale) -> Results:
    """Eight loads at once, and one computation."""
    compute = pipelines.Compute(scale)

    async def run(items: int) -> int:
        def steps(builder: Any) -> Any:
            return builder.pipe(
                pipelines.load, concurrency=pipelines.LOADERS, output_order="input"
            ).pipe(compute)

        found: int = _taken(
            range(items), steps, pipelines.LOADERS + 1, lambda made: sum(1 for _ in made)
        )
        return found

    return await pipelines.overlap_results(run, scale)


async def pipe_png(scale: Scale) -> Results:
    """Threads decode, one stacks, one calls the network."""

    async def run(files: Sequence[Path], network: Network) -> list[Array]:
        def steps(builder: Any) -> Any:
            return (
                builder.pipe(
                    pipelines.decoded, concurrency=pipelines.DECODERS, output_order="input"
                )
                .aggregate(ROWS)
                .pipe(np.stack)
                .pipe(network)
            )

        found: list[Array] = _taken(files, steps, pipelines.DECODERS + 2, list)
        return found

    return await pipelines.png_results(run, scale)
