"""Actors of Dask: an object at a worker, whose methods are called from here."""

from __future__ import annotations

from benchmarks.scale import Scale
from benchmarks.work.beyond import clusters, tasks
from benchmarks.work.clocks import Results


async def beyond_launches(scale: Scale) -> Results:
    """Run the operation on arrays that an actor holds."""
    async with clusters.awaited_cluster() as client:
        worker, *_ = await clusters.workers_of(client)
        held = await client.submit(tasks.Held, tasks.FLOATS, actor=True, workers=[worker])

        async def batch() -> None:
            for future in [held.axpy() for _ in range(tasks.BATCH)]:
                await future

        async def trip() -> None:
            await held.axpy()

        return await tasks.launch_results(batch, trip, scale)
