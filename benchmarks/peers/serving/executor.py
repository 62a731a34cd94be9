"""asyncio and a thread for each request, as the pattern of a web service has it: no batches."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from benchmarks.scale import Scale
from benchmarks.work.clocks import Results
from benchmarks.work.serving import service
from benchmarks.work.serving.network import MINILM, MLP, Array, Compiled
from benchmarks.work.serving.service import Opened
from benchmarks.work.serving.threaded import Threaded


@asynccontextmanager
async def _opened(compiled: Compiled) -> AsyncGenerator[Opened]:
    model = Threaded(compiled.network)

    async def ask(row: Array, due: float) -> Array:
        async with asyncio.timeout(due - time.monotonic()):
            (answer,) = await model.arun([(row, due)])
            return answer

    yield Opened(ask, model.ran)


async def serving(scale: Scale) -> Results:
    """One call of the network for each request, in the threads of the loop's executor."""
    return await service.measured(MLP, _opened, scale)


async def serving_minilm(scale: Scale) -> Results:
    """The same with MiniLM."""
    return await service.measured(MINILM, _opened, scale)
