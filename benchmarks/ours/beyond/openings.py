"""The time to open devices behind Dask workers, and until the loss of one is told."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import streamrt as srt
from benchmarks.ours.common import AXPY, FLOATS, stage_buffers
from benchmarks.ours.processes import STAGE
from benchmarks.scale import Scale
from benchmarks.work.beyond import clusters
from benchmarks.work.beyond.processes import places_of
from benchmarks.work.clocks import Results, check
from streamrt.errors import DeviceLostError

RUNNING, STUBS = 8, 50
LONG = 100_000  # kernels of 200 µs in one: 20 s, so that it still runs
BEGUN = 0.3  # seconds after which it does


async def beyond_open(scale: Scale) -> Results:
    """The rows of opening: until each device has run a launch, or until all stubs have answered."""
    del scale
    await _first_launch(["cpu:0"])  # the runtime's own start is another row
    with clusters.cluster(RUNNING) as client:
        began = time.perf_counter()
        await _first_launch(srt.dask.devices(client))
        running = time.perf_counter() - began
    with clusters.stubs(STUBS) as client:
        began = time.perf_counter()
        async with srt.Runtime(srt.dask.devices(client, memory=1 << 24)) as rt:
            streams = [device.stream() for device in rt.devices]
            opened = time.perf_counter() - began
            check(len(streams) == STUBS, f"{len(streams)} stubs were opened")
    return {"beyond-open": running, "beyond-open-stubs": opened}


async def _first_launch(devices: list[srt.dask.WorkerDevice] | list[str]) -> None:
    """Opens a runtime, and has each device run a launch."""
    async with srt.Runtime(devices) as rt:
        for execution in [_launch(rt, device) for device in rt.devices]:
            await execution


def _launch(rt: srt.Runtime, device: srt.Device) -> srt.Execution[None]:
    x, y = (rt.put(np.full(FLOATS, 0.5, np.float32), device) for _ in range(2))
    return device.stream().launch(AXPY, x, y, 0.5)


async def beyond_loss(scale: Scale) -> Results:
    """The rows of losses; the longest of some, because the worst case is what counts."""
    killed: list[float] = []
    silent: list[float] = []
    for _ in range(scale.count(3, 1)):
        with clusters.cluster(1) as client:
            silent.append(await _told(client, scale, partial(_stop, client)))
            killed.append(await _told(client, scale, partial(_kill, client)))
    return {"beyond-killed": max(killed) * 1e3, "beyond-silent": max(silent) * 1e3}


async def _told(client: object, scale: Scale, strike: Callable[[], Callable[[], object]]) -> float:
    """The seconds from a strike until the exception of a kernel that runs."""
    async with srt.Runtime(srt.dask.devices(client)) as rt:
        source, target = stage_buffers(rt)
        running = rt.device().stream().launch(STAGE, source, target, LONG * scale.iterations)
        await asyncio.sleep(BEGUN)
        undo = strike()
        began = time.perf_counter()
        try:
            await running
        except DeviceLostError:
            return time.perf_counter() - began
        finally:
            undo()
    raise AssertionError("the loss was not told")


def _kill(client: Any) -> Callable[[], object]:
    """Kills the worker of a client."""
    (pid,) = client.run(os.getpid).values()
    os.kill(pid, signal.SIGKILL)
    return lambda: None


def _stop(client: Any) -> Callable[[], object]:
    """Stops the place of a client's worker; the result lets it go on, to its end."""
    (places,) = client.run(places_of).values()
    (pid,) = places
    os.kill(pid, signal.SIGSTOP)
    return partial(os.kill, pid, signal.SIGCONT)
