"""Bytes to a Dask worker, from there, and from one worker to another."""

from __future__ import annotations

import numpy as np

import streamrt as srt
from benchmarks.ours.beyond.launches import SILENCE
from benchmarks.scale import Scale
from benchmarks.work.beyond import clusters, tasks
from benchmarks.work.clocks import Results, check


async def beyond_bytes(scale: Scale) -> Results:
    """The rows of bytes; what comes back is checked."""
    given = np.random.default_rng(0).random(tasks.LARGE, np.float32)
    with clusters.cluster() as client:
        async with srt.Runtime(srt.dask.devices(client, silence=SILENCE)) as rt:
            first, second = rt.devices
            stream = second.stream()
            here = await rt.aput(given, first)
            there = rt.empty(given.shape, given.dtype, second)

            async def put() -> None:
                await rt.aput(given, first)

            async def fetch() -> None:
                await here.fetch()

            async def between() -> None:
                await stream.copy(there, here)

            results = {
                "beyond-put": await tasks.rate_of(put, scale),
                "beyond-fetch": await tasks.rate_of(fetch, scale),
                "beyond-between": await tasks.rate_of(between, scale),
            }
            check(np.array_equal(given, await there.fetch()), "other bytes came back")
            return results
