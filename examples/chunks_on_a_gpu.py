"""Chunks on their way through a device: the next is copied in while one is computed on.

    python examples/chunks_on_a_gpu.py

The device is a GPU if there is one, and else the CPU. `aput` copies a chunk to the device, a stream
computes on it, and `fetch` copies the result back, each on a queue of its own. A chunk's three
steps follow each other because they share its memory. Different chunks share nothing, so the copies
of some run beside the computing of others.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt

CHUNK = 1 << 18  # elements
CHUNKS = 24
AHEAD = 4  # chunks that may be under way

Array: TypeAlias = "np.ndarray[Any, Any]"


@srt.jit
def gelu(x: Any) -> Any:
    """Returns the smooth step that transformers use."""
    return 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x**3)))


async def run(rt: srt.Runtime, device: srt.Device, data: Array) -> list[Array]:
    """Computes all chunks of the data; returns their results in order."""
    work = gelu.on(device.stream("work"))
    await gelu.warm(rt.empty(CHUNK, device=device))  # compiles in another thread
    under_way: deque[srt.Execution[Array]] = deque()
    results: list[Array] = []
    for chunk in data:
        x = await rt.aput(chunk, device)  # native threads copy; the loop goes on
        under_way.append(work(x).fetch())
        if len(under_way) == AHEAD:
            results.append(await under_way.popleft())
    while under_way:
        results.append(await under_way.popleft())
    return results


def choose(rt: srt.Runtime) -> srt.Device:
    """Returns the first GPU, or the CPU where there is none."""
    return next((device for device in rt.devices if device.kind == "cuda"), rt.device("cpu:0"))


async def main() -> None:
    """Runs some chunks, and compares the results with NumPy's."""
    data = np.linspace(-4, 4, CHUNK * CHUNKS, dtype=np.float32).reshape(CHUNKS, CHUNK)
    async with srt.Runtime() as rt:
        device = choose(rt)
        results = await run(rt, device, data)
    x = data[:, ::4096].astype(np.float64)
    wanted = 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x**3)))
    found = np.stack(results)[:, ::4096]
    print(f"{CHUNKS} chunks of {CHUNK * 4 // 1024} KB went through {device.name}")
    print(f"largest difference to NumPy's results: {abs(found - wanted).max():.0e}")


if __name__ == "__main__":
    asyncio.run(main())
