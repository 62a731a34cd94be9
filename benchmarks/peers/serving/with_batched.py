"""batched: collects the calls of some milliseconds to batches, and has a deadline nowhere."""

from __future__ import annotations

import asyncio
import importlib
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from benchmarks.scale import Scale
from benchmarks.work.clocks import Results
from benchmarks.work.serving import service
from benchmarks.work.serving.network import MINILM, MLP, MOST, Array, Compiled
from benchmarks.work.serving.service import Opened
from benchmarks.work.serving.threaded import Threaded

_aio: Any = importlib.import_module("batched.aio")


@asynccontextmanager
async def _opened(compiled: Compiled) -> AsyncGenerator[Opened]:
    """A batcher that waits for 2 ms if its batch is not full."""
    model = Threaded(compiled.network)
    call = _aio.dynamically(model.run, batch_size=MOST, timeout_ms=2.0)

    async def ask(row: Array, due: float) -> Array:
        async with asyncio.timeout(due - time.monotonic()):
            answer: Array = await call((row, due))
            return answer

    yield Opened(ask, model.ran)


async def serving(scale: Scale) -> Results:
    """Batches of the network in NumPy; a call that is given up is left out of its batch."""
    return await service.measured(MLP, _opened, scale)


async def serving_minilm(scale: Scale) -> Results:
    """The same with MiniLM."""
    return await service.measured(MINILM, _opened, scale)
