"""Ray Serve: a replica in a process of its own, which makes batches; its queue is bounded.

Requests go from the process of the service to the replica by a handle, which is quicker than Ray's
own HTTP. So the row travels twice.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
import os
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import streamrt as srt
from benchmarks.scale import Scale
from benchmarks.work.clocks import Results
from benchmarks.work.serving import service
from benchmarks.work.serving.network import BY_NAME, MINILM, MLP, MOST, Array, Compiled
from benchmarks.work.serving.service import Opened, Ran
from benchmarks.work.serving.threaded import Item, Threaded

ray: Any = importlib.import_module("ray")
serve: Any = importlib.import_module("ray.serve")

WAITING = 4 * MOST


@serve.deployment(
    max_ongoing_requests=WAITING, max_queued_requests=WAITING, ray_actor_options={"num_cpus": 1}
)
class _Replica:
    def __init__(self, name: str) -> None:
        self._model = Threaded(BY_NAME[name])

    @serve.batch(max_batch_size=MOST, batch_wait_timeout_s=0.002)
    async def __call__(self, items: list[Item]) -> list[Array]:
        return await self._model.arun(items)

    async def ran(self) -> Ran:
        return await self._model.ran()


@asynccontextmanager
async def _opened(compiled: Compiled) -> AsyncGenerator[Opened]:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    logging.getLogger("ray.serve").setLevel(logging.ERROR)  # it tells of each refusal
    try:
        handle = await asyncio.to_thread(serve.run, _Replica.bind(compiled.network.name))

        async def ask(row: Array, due: float) -> Array:
            try:
                async with asyncio.timeout(due - time.monotonic()):
                    answer: Array = await handle.remote((row, due))
                    return answer
            except serve.exceptions.BackPressureError as error:
                raise srt.errors.OverloadedError("ask: the queue is full") from error

        async def ran() -> Ran:
            found: Ran = await handle.ran.remote()
            return found

        yield Opened(ask, ran)
    finally:
        serve.shutdown()
        ray.shutdown()


async def serving(scale: Scale) -> Results:
    """Batches of the network in NumPy, in a replica."""
    return await service.measured(MLP, _opened, scale)


async def serving_minilm(scale: Scale) -> Results:
    """The same with MiniLM."""
    return await service.measured(MINILM, _opened, scale)
