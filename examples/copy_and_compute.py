"""Blocks through devices: copied in, computed on, copied out, all three at once.

    python examples/copy_and_compute.py

A pipeline fills blocks in the host's memory, copies each to a device, computes there and copies the
result back. The copies in, the work and the copies out each have a queue of their own. A block's
steps follow each other because they share its memory. Different blocks share nothing, so one comes
in while another is computed on, and a third one leaves. No step waits in Python.

Every GPU gets a part of the blocks. Where there is none, two simulated devices do, and the program
prints a timeline in virtual time.
"""

from __future__ import annotations

import asyncio
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt
from streamrt.pipeline import Pipeline, Spec, source
from streamrt.testing import Costs, Simulator

SIZE = 1 << 16  # elements of a block: 256 KiB
BLOCKS = 24
SPEED = 32.0  # bytes per ns that a kernel moves on a simulated device
AHEAD = 6  # blocks of each device that may be under way

Array: TypeAlias = "np.ndarray[Any, Any]"


def read(number: int, x: Array) -> None:
    """Writes a block into its memory, from a file or a decoder; here it is a ramp."""
    x[:] = np.linspace(number - 12, number - 11, SIZE, dtype="f4")


@srt.jit
def gelu(x: Any) -> Any:
    """Returns the smooth step that transformers use."""
    return 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x**3)))


def through(device: srt.Device, rank: int, world: int) -> Pipeline[srt.Buffer]:
    """Defines the pipeline of one device, for its part of the blocks."""
    return (
        source(range(BLOCKS))
        .shard(rank, world)
        .fill(read, {"x": Spec(SIZE)}, workers=2)
        .to(device)
        .submit(gelu, on=device)
        .to("cpu:0")
    )


async def results(rt: srt.Runtime, pipeline: Pipeline[srt.Buffer]) -> list[Array]:
    """Runs a pipeline; returns the blocks that came back, in order."""
    async with pipeline.run(rt, ahead=AHEAD) as run:
        return [await y.fetch() async for y in run]


async def on_all(names: list[str], simulator: Simulator) -> list[list[Array]]:
    """Sends the blocks through devices; returns the results of each of them."""
    async with srt.Runtime(["cpu:0", *names], backends=[simulator]) as rt:
        devices = [rt.device(name) for name in names]
        for device in devices:
            await gelu.warm(rt.empty(SIZE, device=device))  # compiles beside the loop
        parts = [through(device, rank, len(names)) for rank, device in enumerate(devices)]
        return await asyncio.gather(*(results(rt, part) for part in parts))


async def main() -> None:
    """Sends the blocks through all devices, and compares the results with NumPy's."""
    with srt.Runtime() as rt:
        gpus = [device.name for device in rt.devices if device.kind == "cuda"]
    names = gpus or ["sim:0", "sim:1"]
    simulator = Simulator(None, costs=Costs(memory=SPEED))
    found = await on_all(names, simulator)

    right = True
    for rank, part in enumerate(found):
        for number, y in zip(range(rank, BLOCKS, len(names)), part, strict=True):
            x = np.linspace(number - 12, number - 11, SIZE, dtype="f4").astype("f8")
            wanted = 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x**3)))
            right = right and bool(np.allclose(y, wanted, rtol=1e-4, atol=1e-5))
    print(f"{BLOCKS} blocks went through {', '.join(names)}; all results are right: {right}")
    if not gpus:
        print(simulator.timeline(72))


if __name__ == "__main__":
    asyncio.run(main())
