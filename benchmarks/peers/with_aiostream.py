"""aiostream: operators of asynchronous iteration. It has no threads, so coroutines only."""

from __future__ import annotations

import importlib
from typing import Any

from benchmarks.scale import Scale
from benchmarks.work import pipelines
from benchmarks.work.clocks import Results

stream: Any = importlib.import_module("aiostream").stream


async def pipe_coroutine(scale: Scale) -> Results:
    """A coroutine function, eight calls at once."""

    async def run(items: int) -> int:
        made = stream.map(stream.iterate(range(items)), pipelines.aadd_one, task_limit=8)
        async with made.stream() as numbers:
            return await pipelines.ataken(numbers)

    return await pipelines.each("pipe-coroutine", run, scale.count(5000, 500))
