"""NumPy in a thread, behind the Batcher that streamrt has: it shows what compiling adds."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from benchmarks.scale import Scale
from benchmarks.work.clocks import Results
from benchmarks.work.serving import network, service
from benchmarks.work.serving.network import BATCHES, MOST, WITHIN, Array
from benchmarks.work.serving.service import Opened
from benchmarks.work.serving.threaded import Threaded
from streamrt.serving import Batcher


@asynccontextmanager
async def _opened(_compiled: network.Compiled) -> AsyncGenerator[Opened]:
    model = Threaded()
    async with Batcher(model.arun, most=MOST, within=WITHIN, sizes=BATCHES) as batcher:
        await batcher.warm((network.samples()[0][0], float("inf")))

        async def ask(row: Array, due: float) -> Array:
            answer: Array = await batcher((row, due), within=max(0.0, due - time.monotonic()))
            return answer

        yield Opened(ask, model.ran)


async def serving(scale: Scale) -> Results:
    """A Batcher over an async function of a list, which calls NumPy in a thread."""
    return await service.measured(_opened, scale)
