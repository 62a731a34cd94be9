"""streamrt's exploration: how many schedules of a program, and faults in it, a second.

The programs submit to one simulated device, in a fresh runtime for each schedule, without the race
detector unless a row says so. `asyncio.run` runs the same program on the same simulator.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import streamrt as srt
from benchmarks.scale import Scale
from streamrt import testing
from streamrt_kernels import axpy

N = 8
LAUNCHES = 50


def _submitted(rt: srt.Runtime) -> list[srt.Stream]:
    device = rt.device()
    streams = [device.stream("one"), device.stream("two")]
    x, y = rt.empty(N), rt.empty(N)
    for stream, buffer in zip(streams, (x, y), strict=True):
        stream.fill(buffer, 1.0)
    for number in range(LAUNCHES - 2):
        streams[number % 2].launch(axpy, x, y, alpha=1.0)
    return streams


def blocking(rt: srt.Runtime) -> None:
    for stream in _submitted(rt):
        stream.sync()


async def awaiting(rt: srt.Runtime) -> None:
    for stream in _submitted(rt):
        await stream


async def small(rt: srt.Runtime) -> None:
    stream, x = rt.device().stream(), rt.empty(N)
    stream.fill(x, 1.0)
    await stream


async def several(rt: srt.Runtime) -> None:
    """Four tasks that submit, wait and fetch: what a sweep is for."""
    device = rt.device()

    async def one(number: int) -> None:
        stream, x = device.stream(), rt.empty(N)
        stream.fill(x, number)
        await asyncio.sleep(1e-5)
        await stream.launch(axpy, x, rt.put(zeros), alpha=1.0)

    zeros = np.zeros(N, "f4")
    async with asyncio.TaskGroup() as group:
        for number in range(4):
            group.create_task(one(number))


def _rate(count: int, run: Callable[[], Any]) -> float:
    began = time.perf_counter()
    run()
    return count / (time.perf_counter() - began)


def _explored(program: Callable[..., Any], count: int, **options: Any) -> float:
    """Schedules a second; the first ones, which load the kernels, are not counted."""

    def run(schedules: int) -> None:
        found = testing.explore(program, schedules=schedules, **options)
        found.check()

    run(5)
    return _rate(count, lambda: run(count))


def _by_asyncio(count: int) -> float:
    async def program() -> None:
        simulator = testing.Simulator(1)
        async with srt.Runtime(["sim:0"], backends=[simulator]) as rt:
            await awaiting(rt)

    def run() -> None:
        for _ in range(count):
            asyncio.run(program())

    return _rate(count, run)


def _swept() -> float:
    began = time.perf_counter()
    swept = testing.sweep(several, schedules=4, races=False)
    swept.check()
    return swept.schedules / (time.perf_counter() - began)


async def exploring(scale: Scale) -> dict[str, float]:
    count = scale.count(300, 100)

    def measure() -> dict[str, float]:
        awaited = _explored(awaiting, count, races=False)
        return {
            "explore-fresh": _explored(blocking, count, races=False),
            "explore-races": _explored(blocking, count, races=True),
            "explore-loop": awaited,
            "explore-share": awaited / _by_asyncio(count // 2),
            "explore-small": _explored(small, 3 * count, races=False),
            "sweep": _swept(),
        }

    return await asyncio.to_thread(measure)
