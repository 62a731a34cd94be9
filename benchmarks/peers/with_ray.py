"""Ray: actors, which hold the arrays; two cores, and calls in order of submission."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import os
import signal
import time
from collections.abc import Generator
from typing import Any

import numpy as np

from benchmarks.scale import Scale
from benchmarks.work.beyond import tasks
from benchmarks.work.clocks import Results

BEGUN = 0.3  # seconds after which a call runs


@contextlib.contextmanager
def _ray() -> Generator[Any]:
    """Starts Ray on this machine; gives the package."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray: Any = importlib.import_module("ray")
    ray.init(
        num_cpus=tasks.WORKERS,
        include_dashboard=False,
        log_to_driver=False,
        logging_level=logging.CRITICAL,
    )
    try:
        yield ray
    finally:
        ray.shutdown()


async def beyond_launches(scale: Scale) -> Results:
    """Run the operation on arrays that an actor holds."""
    with _ray() as ray:
        held = ray.remote(tasks.Held).remote(tasks.FLOATS)

        async def batch() -> None:
            ray.get([held.axpy.remote() for _ in range(tasks.BATCH)])

        async def trip() -> None:
            ray.get(held.axpy.remote())

        return await tasks.launch_results(batch, trip, scale)


async def beyond_loss(scale: Scale) -> Results:
    """Kill the process of an actor that runs."""
    told: list[float] = []
    with _ray() as ray:
        for _ in range(scale.count(3, 1)):
            actor = ray.remote(_Sleeper).remote()
            pid = ray.get(actor.pid.remote())
            running = actor.sleep.remote(60)
            await asyncio.sleep(BEGUN)
            os.kill(pid, signal.SIGKILL)
            began = time.perf_counter()
            try:
                ray.get(running)
            except ray.exceptions.RayActorError:
                told.append(time.perf_counter() - began)
            else:
                raise AssertionError("the loss was not told")
    return {"beyond-killed": max(told) * 1e3}


class _Sleeper:
    """An actor that can be killed."""

    def pid(self) -> int:
        return os.getpid()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


async def beyond_chain(scale: Scale) -> Results:
    """Run the chain on an array that an actor holds: in place, a call for each operation."""
    with _ray() as ray:
        actors = ray.remote(tasks.Held)
        held = actors.remote(tasks.CHAIN)

        async def chain() -> None:
            for _ in range(tasks.TURNS):
                held.multiply.remote(tasks.FACTOR)
                held.add.remote(tasks.SUMMAND)
            ray.get(held.first.remote())

        await chain()
        tasks.checked_chain(ray.get(held.first.remote()))
        return {"beyond-chain": await tasks.median_of(chain, scale.count(10, 3)) * 1e3}


class Part:
    """The part of the plate at one actor.

    Attributes:
        x: the plate, with a row of the other one.
    """

    def __init__(self, *, upper: bool) -> None:
        self.x = tasks.halves(tasks.plate())[0 if upper else 1].copy()
        self._y = np.empty_like(self.x)
        self._halo, self._edge = (-1, -2) if upper else (0, 1)

    def edge(self) -> tasks.Array:
        """Returns the row that the other one needs."""
        return self.x[self._edge].copy()

    def step(self, halo: tasks.Array) -> tasks.Array:
        """Takes the row of the other one, and makes a step; returns the new row for it."""
        self.x[self._halo] = halo
        tasks.compiled_step()(self.x, self._y)
        self.x, self._y = self._y, self.x
        return self.edge()

    def rows(self, first: int, last: int) -> tasks.Array:
        return self.x[first:last].copy()


async def beyond_stencil(scale: Scale) -> Results:
    """Run the steps by two actors, which hand each other a row; nothing waits between the steps."""
    with _ray() as ray:
        parts = ray.remote(Part)
        above, below = parts.remote(upper=True), parts.remote(upper=False)

        async def run() -> None:
            a, b = above.edge.remote(), below.edge.remote()
            for _ in range(tasks.STEPS):
                a, b = above.step.remote(b), below.step.remote(a)
            ray.get([a, b])

        await run()
        rows = [above.rows.remote(-9, -1), below.rows.remote(1, 9)]
        tasks.checked_steps(np.concatenate(ray.get(rows)), tasks.STEPS)
        return {"beyond-stencil": tasks.STEPS / await tasks.median_of(run, scale.count(9, 3))}
