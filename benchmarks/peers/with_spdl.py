"""SPDL: stages in threads that an event loop of its own drives; all but the first have one."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Generator, Iterable
from typing import Any

import numpy as np

from benchmarks.scale import Scale
from benchmarks.work import pipelines
from benchmarks.work.clocks import Results
from benchmarks.work.pipelines import AHEAD, ROWS, Work

_pipeline: Any = importlib.import_module("spdl.pipeline")


@contextlib.contextmanager
def _made(work: Work) -> Generator[Iterable[Any]]:
    """A pipeline; results that leave a stage keep their order in all of them."""
    builder = _pipeline.PipelineBuilder().add_source(work.items)
    builder = builder.pipe(work.function, concurrency=work.workers, output_order="input")
    if work.stacked:
        builder = builder.aggregate(ROWS).pipe(np.stack)
    if work.then:
        builder = builder.pipe(work.then)
    threads = work.workers + work.stacked + (work.then is not None)
    made = builder.add_sink(AHEAD).build(num_threads=threads)
    with made.auto_stop():
        yield made.get_iterator()


pipe_map, pipe_fill, pipe_overlap, pipe_png = pipelines.iterated(_made, 3000, 200)


async def pipe_coroutine(scale: Scale) -> Results:
    """A coroutine function, eight calls at once."""

    async def run(items: int) -> int:
        builder = _pipeline.PipelineBuilder().add_source(range(items))
        builder = builder.pipe(pipelines.aadd_one, concurrency=8, output_order="input")
        made = builder.add_sink(AHEAD).build(num_threads=1)
        with made.auto_stop():
            return pipelines.taken(made.get_iterator())

    return await pipelines.each("pipe-coroutine", run, scale.count(3000, 200))
