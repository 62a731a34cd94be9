"""async-batcher: batches of a bounded queue; deadlines are the caller's.

A call that is cancelled makes it lose the answers of the whole batch (0.2.2), so each call is
shielded from its own timeout.
"""

from __future__ import annotations

import asyncio
import importlib
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import streamrt as srt
from benchmarks.scale import Scale
from benchmarks.work.clocks import Results
from benchmarks.work.serving import service
from benchmarks.work.serving.network import MINILM, MLP, MOST, Array, Compiled
from benchmarks.work.serving.service import Opened
from benchmarks.work.serving.threaded import Item, Threaded

_batcher: Any = importlib.import_module("async_batcher.batcher")
_exceptions: Any = importlib.import_module("async_batcher.exceptions")

WAITING = 4 * MOST
"""The rows that may wait: as many as can be answered by their deadline."""


@asynccontextmanager
async def _opened(compiled: Compiled) -> AsyncGenerator[Opened]:
    model = Threaded(compiled.network)

    class Batches(_batcher.AsyncBatcher):
        """The library's batcher over the network."""

        async def process_batch(self, batch: list[Item]) -> list[Array]:
            return await model.arun(batch)

    batches: Any = Batches(max_batch_size=MOST, max_queue_time=0.002, max_queue_size=WAITING)

    async def ask(row: Array, due: float) -> Array:
        call = asyncio.ensure_future(batches.process((row, due)))
        try:
            async with asyncio.timeout(due - time.monotonic()):
                answer: Array = await asyncio.shield(call)
                return answer
        except _exceptions.QueueFullException as error:
            raise srt.errors.OverloadedError("ask: the queue is full") from error

    yield Opened(ask, model.ran)
    await batches.stop(force=True)


async def serving(scale: Scale) -> Results:
    """Batches of the network in NumPy; a full queue refuses."""
    return await service.measured(MLP, _opened, scale)


async def serving_minilm(scale: Scale) -> Results:
    """The same with MiniLM."""
    return await service.measured(MINILM, _opened, scale)
