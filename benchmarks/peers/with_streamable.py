"""streamable: lazy iterators, with threads or tasks where a stage wants more than one."""

from __future__ import annotations

import contextlib
import importlib
from typing import Any

import numpy as np

from benchmarks.scale import Scale
from benchmarks.work import pipelines
from benchmarks.work.clocks import Results
from benchmarks.work.pipelines import AHEAD, ROWS, Work

stream: Any = importlib.import_module("streamable").stream


def _made(work: Work) -> contextlib.nullcontext[Any]:
    """A function of one worker is called by the consumer, and so is all that follows."""
    made = stream(work.items).map(work.function, concurrency=work.workers)
    if work.stacked:
        made = (made.buffer(AHEAD) if work.workers > 1 else made).group(ROWS).map(np.stack)
    return contextlib.nullcontext(made.map(work.then) if work.then else made)


pipe_map, pipe_fill, pipe_overlap, pipe_png = pipelines.iterated(_made, 10_000, 1000)


async def pipe_coroutine(scale: Scale) -> Results:
    """A coroutine function, eight calls at once."""

    async def run(items: int) -> int:
        return await pipelines.ataken(stream(range(items)).map(pipelines.aadd_one, concurrency=8))

    return await pipelines.each("pipe-coroutine", run, scale.count(10_000, 1000))
