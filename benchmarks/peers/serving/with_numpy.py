"""NumPy in a thread, behind the Batcher that streamrt has: it shows what compiling adds."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from benchmarks.scale import Scale
from benchmarks.work.clocks import Results
from benchmarks.work.serving import service
from benchmarks.work.serving.network import BATCHES, MINILM, MLP, MOST, Array, Compiled
from benchmarks.work.serving.service import Opened
from benchmarks.work.serving.threaded import Threaded
from streamrt.serving import Batcher


@asynccontextmanager
async def _opened(compiled: Compiled) -> AsyncGenerator[Opened]:
    model = Threaded(compiled.network)
    async with Batcher(
        model.arun, most=MOST, within=compiled.network.within, sizes=BATCHES
    ) as batcher:
        await batcher.warm((compiled.network.samples[0][0], float("inf")))

        async def ask(row: Array, due: float) -> Array:
            answer: Array = await batcher((row, due), within=max(0.0, due - time.monotonic()))
            return answer

        yield Opened(ask, model.ran)


async def serving(scale: Scale) -> Results:
    """A Batcher over an async function of a list, which calls NumPy in a thread."""
    return await service.measured(MLP, _opened, scale)


async def serving_minilm(scale: Scale) -> Results:
    """The same with MiniLM."""
    return await service.measured(MINILM, _opened, scale)
