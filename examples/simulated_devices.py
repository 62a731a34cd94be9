"""Two simulated devices: copies overlap computing, in virtual time, with a timeline printed.

    python examples/simulated_devices.py [SEED]

Chunks of an array go to two devices in turn, are computed there and come back. Each device has two
copy engines and one compute slot, and copies run beside the streams, so that the next chunk arrives
while this one is computed. The program names no waits.

Without a seed, the costs give the order. With a seed, the simulator chooses any order that the
program allows. The results must be the same.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt
from streamrt.testing import Costs, Simulator
from streamrt_kernels import axpy

CHUNKS = 8
SIZE = 1 << 16  # elements of a chunk: 256 KiB
WORK = 20_000  # ns of virtual time that the kernel takes

Array: TypeAlias = "np.ndarray[Any, Any]"


async def triple(given: Array, simulator: Simulator) -> Array:
    """Adds twice the array to itself, chunk by chunk, on two simulated devices."""
    names = ["sim:0", "sim:1"]
    async with srt.Runtime(names, backends=[simulator]) as rt:
        work = [device.stream("work") for device in rt.devices]
        results: list[srt.Execution[Array]] = []
        kept: list[srt.Buffer] = []  # dropped buffers would be reused: less memory, more waits
        for number, chunk in enumerate(np.split(given, CHUNKS)):
            device = rt.devices[number % len(names)]
            x, y = rt.put(chunk, device), rt.put(chunk, device)  # copies on a lane of the device
            kept += [x, y]
            work[number % len(names)].launch(axpy, x, y, alpha=2.0)
            results.append(y.fetch())
        return np.concatenate([await result for result in results])


async def main(seed: int | None = None) -> None:
    """Runs the program, checks the result and prints a timeline of the devices."""
    simulator = Simulator(seed, costs=Costs(kernels={"axpy": WORK}))
    given = np.arange(CHUNKS * SIZE, dtype="f4")
    found = await triple(given, simulator)
    assert (found == 3 * given).all()

    events = simulator.trace
    compute = sum(e.finish - e.start for e in events if e.what == "axpy")
    copies = sum(e.finish - e.start for e in events if e.what == "copy")
    span = max(e.finish for e in events) - min(e.start for e in events)
    print(f"{CHUNKS} chunks on 2 devices: {copies / 1e3:.0f} µs of copying and ", end="")
    print(f"{compute / 1e3:.0f} µs of computing took {span / 1e3:.0f} µs of virtual time\n")
    print(simulator.timeline(64))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if sys.argv[1:] else None))
