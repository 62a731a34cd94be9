"""A chain of operations on an array at a Dask worker, and a stencil over two of them."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

import streamrt as srt
from benchmarks.ours.beyond.launches import SILENCE
from benchmarks.scale import Scale
from benchmarks.work.beyond import clusters, tasks
from benchmarks.work.clocks import Results, median
from benchmarks.work.own_kernels import heat


@srt.jit
def _compiled(x: Any) -> Any:
    return tasks.chain(x)


async def beyond_chain(scale: Scale) -> Results:
    """The rows of a chain: an eager array, and the same compiled to one kernel."""
    with clusters.cluster(1) as client:
        async with srt.Runtime(srt.dask.devices(client, silence=SILENCE)) as rt:
            x = rt.asarray(np.full(tasks.CHAIN, 0.5, np.float32))

            async def eager() -> None:
                await tasks.chain(x).buffer

            async def compiled() -> None:
                await _compiled(x).buffer

            results = {
                "beyond-chain": await tasks.median_of(eager, scale.count(20, 5)) * 1e3,
                "beyond-chain-jit": await tasks.median_of(compiled, scale.count(20, 5)) * 1e3,
            }
            for made in (tasks.chain(x), _compiled(x)):
                tasks.checked_chain(float((await made.buffer.fetch())[0]))
            return results


class _Plates:
    """The plate over two devices: a stream on each, and two buffers there."""

    def __init__(self, rt: srt.Runtime) -> None:
        self.streams = [device.stream() for device in rt.devices]
        self.parts = [
            (rt.put(half, device), rt.empty(half.shape, half.dtype, device))
            for half, device in zip(tasks.halves(tasks.plate()), rt.devices, strict=True)
        ]

    async def run(self, steps: int, *, with_halos: bool) -> None:
        """Runs steps, and waits for the last ones."""
        for _ in range(steps):
            for stream, (x, y) in zip(self.streams, self.parts, strict=True):
                stream.launch(heat, x, y)
            if with_halos:
                (_, above), (_, below) = self.parts
                self.streams[0].copy(above[-1:], below[1:2])
                self.streams[1].copy(below[:1], above[-2:-1])
            self.parts = [(y, x) for x, y in self.parts]
        for stream in self.streams:
            await stream

    async def border(self, rows: int) -> tasks.Array:
        """Returns so many rows on both sides of the border between the two."""
        (above, _), (below, _) = self.parts
        return np.concatenate(
            [await above[-1 - rows : -1].fetch(), await below[1 : 1 + rows].fetch()]
        )


async def beyond_stencil(scale: Scale) -> Results:
    """The rows of a stencil: steps a second, and the share that remains beside the halos."""
    with clusters.cluster() as client:
        async with srt.Runtime(srt.dask.devices(client, silence=SILENCE)) as rt:
            plates = _Plates(rt)
            await plates.run(tasks.STEPS, with_halos=True)
            tasks.checked_steps(await plates.border(8), tasks.STEPS)
            joined: list[float] = []
            alone: list[float] = []
            for _ in range(scale.count(15, 5)):  # in turn
                for times, with_halos in ((joined, True), (alone, False)):
                    run = partial(plates.run, tasks.STEPS, with_halos=with_halos)
                    times.append(await tasks.seconds_of(run))
    return {
        "beyond-stencil": tasks.STEPS / median(joined),
        "beyond-stencil-share": median(alone) / median(joined),
        "beyond-step": 1e3 * median(alone) / tasks.STEPS,
    }
