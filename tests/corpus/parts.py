"""What the programs of the corpus are made of: streams, vectors, and work that takes a while."""

from __future__ import annotations

from typing import Any

import numpy as np

import streamrt as srt

N = 8  # elements of a vector
SOON = 1e-3  # seconds; longer than any of the programs takes on a device


def streams(rt: srt.Runtime, *names: str) -> list[srt.Stream]:
    """Makes streams of the first device."""
    return [rt.device().stream(name) for name in names]


def vector(rt: srt.Runtime, value: float = 0.0, device: str | None = None) -> srt.Buffer:
    """Makes a vector of equal numbers."""
    return rt.put(np.full(N, value, "f4"), device)


async def outside(rt: srt.Runtime, name: str, steps: int = 1) -> None:
    """Waits for something outside of the loop: a disk, a client, another kernel.

    Args:
        rt: the runtime.
        name: the name of its stream.
        steps: how long it takes, in fills, each after the one before.
    """
    stream, scratch = rt.device().stream(name), rt.empty(N)
    for step in range(steps - 1):
        stream.fill(scratch, step)
    await stream.fill(scratch, steps)


async def look(buffer: srt.Buffer, value: float, mended: bool) -> None:
    """Fetches a buffer; in a mended program its first element has to be right."""
    found = await head(buffer)
    assert not mended or found == value


async def head(buffer: srt.Buffer) -> Any:
    """The first element, after all that was submitted to write it."""
    return (await buffer.fetch())[(0,) * buffer.ndim]
