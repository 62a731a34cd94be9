"""Dask: futures for operations and bytes, Dask Array for the chain and the stencil."""

from __future__ import annotations

import asyncio
import importlib
import os
import signal
import time
from typing import Any

import numpy as np

from benchmarks.scale import Scale
from benchmarks.work.beyond import clusters, tasks
from benchmarks.work.clocks import Results, check

STAGES = 0.3  # seconds after which a task runs


async def beyond_launches(scale: Scale) -> Results:
    """Run the operation as tasks of their own, whose results stay at the worker."""
    async with clusters.awaited_cluster() as client:
        worker, *_ = await clusters.workers_of(client)
        small = np.full(tasks.FLOATS, 0.5, np.float32)
        x, y = await client.scatter([small, small.copy()], workers=[worker], hash=False)
        options: dict[str, Any] = {"workers": [worker], "pure": False}

        async def batch() -> None:
            xs, ys = [x] * tasks.BATCH, [y] * tasks.BATCH
            await client.gather(client.map(_axpy_and_forget, xs, ys, **options))

        async def trip() -> None:
            await client.submit(_axpy_and_forget, x, y, **options)

        return await tasks.launch_results(batch, trip, scale)


def _axpy_and_forget(x: tasks.Array, y: tasks.Array) -> None:
    """Computes, and has nothing brought back."""
    tasks.axpy(x, y)


async def beyond_bytes(scale: Scale) -> Results:
    """Scatter and gather past the scheduler, and run a task that needs what is elsewhere."""
    given = np.random.default_rng(0).random(tasks.LARGE, np.float32)
    async with clusters.awaited_cluster() as client:
        first, second = await clusters.workers_of(client)

        async def scattered() -> Any:
            return await client.scatter(given, workers=[first], direct=True, hash=False)

        async def between(held: Any) -> None:
            await client.submit(len, held, workers=[second], pure=False)

        here = await scattered()

        async def fetch() -> None:
            await client.gather(here, direct=True)

        put_rate = await tasks.rate_of(scattered, scale)
        fetch_rate = await tasks.rate_of(fetch, scale)
        times: list[float] = []
        for _ in range(scale.count(9, 3) + tasks.WARM):
            held = await scattered()  # one that the other worker has not
            began = time.perf_counter()
            await between(held)
            times.append(time.perf_counter() - began)
        check(np.array_equal(given, await client.gather(here, direct=True)), "other bytes came")
    between_rate = 4 * tasks.LARGE / tasks.median(times[tasks.WARM :]) / 1e9
    return {
        "beyond-put": put_rate,
        "beyond-fetch": fetch_rate,
        "beyond-between": between_rate,
    }


async def beyond_loss(scale: Scale) -> Results:
    """Kill a worker that runs a task which may not be tried again."""
    dask, distributed = (importlib.import_module(name) for name in ("dask", "distributed"))
    told: list[float] = []
    for _ in range(scale.count(3, 1)):
        with dask.config.set({"distributed.scheduler.allowed-failures": 0}):
            async with clusters.awaited_cluster(n_workers=1) as client:
                (pid,) = (await client.run(os.getpid)).values()
                running = client.submit(time.sleep, 60)
                await asyncio.sleep(STAGES)
                os.kill(pid, signal.SIGKILL)
                began = time.perf_counter()
                try:
                    await running
                except distributed.KilledWorker:
                    told.append(time.perf_counter() - began)
                else:
                    raise AssertionError("the loss was not told")
    return {"beyond-killed": max(told) * 1e3}


async def beyond_chain(scale: Scale) -> Results:
    """Run the chain on a block that is held at a worker; Dask fuses it into one task."""
    array = importlib.import_module("dask.array")
    async with clusters.awaited_cluster(n_workers=1) as client:
        x = client.persist(array.full(tasks.CHAIN, 0.5, dtype="f4", chunks=tasks.CHAIN))

        async def run() -> None:
            made = client.persist(tasks.chain(x))
            await _settled(made)
            tasks.checked_chain(float(await client.compute(made[0])))

        async def chain() -> None:
            await _settled(client.persist(tasks.chain(x)))

        await _settled(x)
        await run()
        return {"beyond-chain": await tasks.median_of(chain, scale.count(10, 3)) * 1e3}


async def beyond_stencil(scale: Scale) -> Results:
    """Run steps of `map_overlap` on a block at each worker, STEPS of them in one graph."""
    array = importlib.import_module("dask.array")
    async with clusters.awaited_cluster() as client:
        given = [
            await client.scatter(half, workers=[worker], direct=True, hash=False)
            for half, worker in zip(
                (tasks.plate()[: tasks.ROWS], tasks.plate()[tasks.ROWS :]),
                await clusters.workers_of(client),
                strict=True,
            )
        ]
        shape = (tasks.ROWS, tasks.COLUMNS)
        plate = array.concatenate([array.from_delayed(_delayed(f), shape, "f4") for f in given])
        plate = client.persist(plate)
        await _settled(plate)

        def stepped(x: Any) -> Any:
            for _ in range(tasks.STEPS):
                x = x.map_overlap(tasks.stepped, depth={0: 1, 1: 0}, boundary="none", dtype="f4")
            return x

        async def run() -> None:
            nonlocal plate
            plate = client.persist(stepped(plate))
            await _settled(plate)

        await run()
        rows = slice(tasks.ROWS - 8, tasks.ROWS + 8)
        tasks.checked_steps(await client.compute(plate[rows]), tasks.STEPS)
        taken = await tasks.median_of(run, scale.count(9, 3))
        return {"beyond-stencil": tasks.STEPS / taken}


def _delayed(future: Any) -> Any:
    return importlib.import_module("dask").delayed(future)


async def _settled(array: Any) -> None:
    """Waits until all blocks of an array are there."""
    await importlib.import_module("distributed").wait(array)
