"""Small operations behind a Dask worker: alone, in batches, and with latency on the way."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

import streamrt as srt
from benchmarks.ours.common import AXPY, floats, stage_buffers
from benchmarks.ours.processes import STAGE
from benchmarks.scale import Scale
from benchmarks.work.beyond import clusters, tasks
from benchmarks.work.clocks import Results, median

SILENCE = 10.0
"""Seconds; a busy machine must lose no device where no loss is measured."""

FAR_LAUNCHES = 20_000
LATENCY = 1.0
"""Milliseconds, each way."""


async def _launches(devices: Sequence[str], scale: Scale) -> Results:
    """The rows of operations on the first of some devices."""
    async with srt.Runtime(devices) as rt:
        stream = rt.device().stream()
        x, y = floats(rt), floats(rt)

        async def batch() -> None:
            for _ in range(tasks.BATCH - 1):
                stream.launch(AXPY, x, y, 0.5)
            await stream.launch(AXPY, x, y, 0.5)

        async def trip() -> None:
            await stream.launch(AXPY, x, y, 0.5)

        return await tasks.launch_results(batch, trip, scale)


async def beyond_launches(scale: Scale) -> Results:
    """The rows of operations, behind a worker, in a child process and in this one."""
    results: Results = {}
    with clusters.cluster() as client:
        results |= await _launches(srt.dask.devices(client, silence=SILENCE), scale)
    for name, device in (("process", "process+cpu:0"), ("cpu", "cpu:0")):
        found = await _launches([device], scale)
        results[f"beyond-op-{name}"] = found["beyond-op"]
        results[f"beyond-trip-{name}"] = found["beyond-trip"]
    return results


async def _rate(client: object, scale: Scale, iterations: int) -> float:
    """Launches a second, with many in flight, of STAGE; without iterations, of axpy."""
    count = scale.count(FAR_LAUNCHES, FAR_LAUNCHES // 4)
    async with srt.Runtime(srt.dask.devices(client, silence=SILENCE)) as rt:
        stream = rt.device().stream()
        x, y = stage_buffers(rt) if iterations else (floats(rt), floats(rt))
        kernel, number = (STAGE, iterations) if iterations else (AXPY, 0.5)

        async def run() -> None:
            for _ in range(count - 1):
                stream.launch(kernel, x, y, number)
            await stream.launch(kernel, x, y, number)

        return count / await tasks.median_of(run, scale.count(9, 3))


async def _kept(client: object, scale: Scale, iterations: int) -> tuple[float, float]:
    """The share of launches that remains behind a relay that delays, in percent, and their rate."""
    rates: dict[float, list[float]] = {0.0: [], LATENCY: []}
    for _ in range(scale.count(3, 1)):
        for latency, found in rates.items():
            with ExitStack() as relays:
                delayed = clusters.Delayed(client, latency, relays)
                found.append(await _rate(delayed, scale, iterations))
    near, far = (median(found) for found in rates.values())
    return 100 * far / near, far


async def beyond_latency(scale: Scale) -> Results:
    """The rows of latency, with operations of 10 µs, and with some that take no time."""
    with clusters.cluster(1) as client:
        share, rate = await _kept(client, scale, max(1, scale.short // 2))
        share_of_nothing, rate_of_nothing = await _kept(client, scale, 0)
    return {
        "beyond-far": share,
        "beyond-far-rate": rate,
        "beyond-far-empty": share_of_nothing,
        "beyond-far-empty-rate": rate_of_nothing,
    }
