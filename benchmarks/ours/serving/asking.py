"""The cost of an ask: CPU time beyond that of the model's batch."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import numpy as np

import streamrt as srt
from benchmarks.scale import Scale
from benchmarks.work.serving.network import MOST
from streamrt.serving import Batcher


async def cpu_of_an_ask(scale: Scale) -> float:
    """Returns the µs of CPU, of all threads, that an ask and its answer add to those of a batch."""

    @srt.jit
    def twice(x: Any) -> Any:
        return x + x

    rounds, rows = scale.count(300, 50), np.ones((MOST, 16), np.float32)
    with srt.Runtime(threads=1) as rt:
        batch = rt.put(rows)
        async with Batcher(twice, most=MOST, within=60.0) as ask:

            async def asks() -> None:
                await asyncio.gather(*[ask(row) for row in rows])

            async def call() -> None:
                await twice(batch).fetch()

            await ask.warm(rows[0])
            of_asks, of_calls = [await _spent(run, rounds) for run in (asks, call)]
    return (of_asks - of_calls) / MOST


async def _spent(run: Callable[[], Awaitable[None]], rounds: int) -> float:
    """The µs of CPU of a run: the best of five, because other work only adds to it."""
    found: list[float] = []
    for _ in range(5):
        began = time.process_time()
        for _ in range(rounds):
            await run()
        found.append((time.process_time() - began) / rounds * 1e6)
    return min(found)
