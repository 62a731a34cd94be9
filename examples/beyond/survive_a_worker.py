"""Heat in a plate on two workers of Dask: one is killed, and the program goes on.

    python examples/beyond/survive_a_worker.py

Each worker has one half of the plate, and one more row: the nearest one of the other half. After
each step this row is copied from worker to worker. The plate passes this process at the checkpoints
alone. A worker that is lost takes its half along. Dask starts another one in its place, and the
device is there again, in its next epoch. Then both halves are written as they were at the last
checkpoint, and the steps since then are done once more.

The example needs the packages of `pip install streamrt[dask]`.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from distributed import Client, LocalCluster

import streamrt as srt
from streamrt.errors import DependencyError, DeviceLostError

ROWS, COLUMNS = 200, 300  # of the plate; the number of rows is even
STEPS, BETWEEN = 300, 50  # all steps, and those between two checkpoints
KILLED_AT = 120
PATIENCE = 60  # seconds, for a worker to come back

Array: TypeAlias = "np.ndarray[Any, Any]"


def flow(u: Any, v: Any) -> None:
    """Lets heat flow for one step, from `u` to `v`; the borders stay as they are."""
    around = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
    v[1:-1, 1:-1] = np.float32(0.25) * around
    v[0], v[-1] = u[0], u[-1]
    v[1:-1, 0], v[1:-1, -1] = u[1:-1, 0], u[1:-1, -1]


step = srt.kernel("u: f32[n, m], out v: f32[n, m]")(flow)


class Halves:
    """A plate on two devices: the upper half, the lower half, and a copy of each for its steps."""

    def __init__(self, rt: srt.Runtime, plate: Array) -> None:
        """Writes the plate to the devices; needs nothing that they had before."""
        self._streams = [device.stream("steps") for device in rt.devices]
        middle = ROWS // 2
        parts = plate[: middle + 1], plate[middle - 1 :]
        self._now = [rt.put(part, device=at) for part, at in zip(parts, rt.devices, strict=True)]
        self._next = [rt.empty(u.shape, u.dtype, device=u.device) for u in self._now]

    def advance(self) -> None:
        """Submits one step of both halves, and the copies of the rows between them."""
        for stream, now, after in zip(self._streams, self._now, self._next, strict=True):
            stream.launch(step, now, after)
        upper, lower = self._next
        self._streams[0].copy(upper[-1:], lower[1:2])
        self._streams[1].copy(lower[:1], upper[-2:-1])
        self._now, self._next = self._next, self._now

    async def fetch(self) -> Array:
        """Returns the whole plate, when all steps have ended."""
        upper, lower = await asyncio.gather(*(half.fetch() for half in self._now))
        return np.concatenate([upper[:-1], lower[1:]])


async def run(rt: srt.Runtime, plate: Array, kill: Callable[[], object]) -> Array:
    """Returns a plate after all steps, whatever is lost meanwhile; kills a worker on the way."""
    saved, done, is_killed = plate, 0, False
    while done < STEPS:
        try:
            halves = Halves(rt, saved)
            while done < STEPS:
                async with rt.scope():
                    for number in range(done, done + BETWEEN):
                        halves.advance()
                        if number == KILLED_AT and not is_killed:
                            is_killed = True
                            kill()
                saved = await halves.fetch()
                done += BETWEEN
        except* (DeviceLostError, DependencyError) as group:
            print(f"lost after step {done}: {str(group.exceptions[0]).splitlines()[0]}")
            await back(rt)
            print(f"goes on from step {done}, in epochs {[at.epoch for at in rt.devices]}")
    return saved


async def back(rt: srt.Runtime) -> None:
    """Waits until all devices take work.

    Raises:
        TimeoutError: one does not come back.
    """
    async with asyncio.timeout(PATIENCE):
        for device in rt.devices:
            while True:
                try:
                    await rt.put(np.zeros(1), device=device)
                    break
                except (DeviceLostError, DependencyError):
                    await asyncio.sleep(0.05)


def hot_plate() -> Array:
    """Returns a cold plate with one hot border, and one that becomes warm along its length."""
    plate = np.zeros((ROWS, COLUMNS), "f4")
    plate[0] = 100
    plate[:, -1] = np.linspace(100, 0, ROWS)
    return plate


def computed_here(plate: Array) -> Array:
    """Returns a plate after all steps, as NumPy computes them."""
    now, after = plate.copy(), plate.copy()
    for _ in range(STEPS):
        flow(now, after)
        now, after = after, now
    return now


async def main(client: Any) -> None:
    """Runs all steps on the workers of a cluster, and compares the plate with that of NumPy."""
    logging.getLogger("streamrt").setLevel(logging.CRITICAL)  # it logs each loss
    names = await asyncio.to_thread(srt.dask.devices, client, silence=10)
    processes = await asyncio.to_thread(client.run, os.getpid)
    victim = processes[names[1].address]
    plate = hot_plate()
    async with srt.Runtime(devices=names) as rt:
        await rt.warm(step, rt.put(plate), rt.empty(plate.shape))
        found = await run(rt, plate, lambda: os.kill(victim, signal.SIGKILL))
    same = np.array_equal(found, computed_here(plate))
    print(f"{STEPS} steps on {len(names)} workers:", "the bits of NumPy" if same else "WRONG")


def at_workers() -> None:
    """Runs `main` with a cluster of this machine."""
    cluster: Any = LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL
    )
    with cluster, Client(cluster) as client:
        asyncio.run(main(client))


if __name__ == "__main__":
    at_workers()
