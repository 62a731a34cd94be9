"""Operations of eager arrays: one on 1,000 floats, and ten after each other on 1,000,000."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks import calls
from benchmarks.drivers import Results, median
from benchmarks.scale import Scale

SMALL, LARGE = 1000, 1_000_000


def numbers(size: int) -> np.ndarray[Any, Any]:
    """The elements of an operand."""
    return np.linspace(-2.0, 2.0, size, dtype=np.float32)


def chain(tanh: Callable[[Any], Any], x: Any, y: Any) -> Any:
    """Ten operations, each of which is one pass over memory where it is eager."""
    u = x * y + x - y
    t = tanh(u * 0.5)
    v = (1.0 - t * t) * x
    return (v + t) * y


async def timed(
    add: Callable[[], object], ten: Callable[[], object], settled: calls.Settled, scale: Scale
) -> Results:
    """The rows of a library.

    Args:
        add: adds two arrays of `SMALL` elements.
        ten: runs the chain on arrays of `LARGE` elements, and returns when its result is there.
        settled: awaits all additions before it.
        scale: how long to measure.
    """
    return {
        "eager-op": await calls.back_to_back(add, settled, scale),
        "eager-chain": chain_time(ten, scale),
    }


def chain_time(ten: Callable[[], object], scale: Scale) -> float:
    """The median time of a chain in ms."""
    for _ in range(3):
        ten()
    samples: list[float] = []
    until = time.perf_counter() + scale.seconds(1.5, 0.15)
    while time.perf_counter() < until or len(samples) < 5:
        began = time.perf_counter()
        ten()
        samples.append((time.perf_counter() - began) * 1e3)
    return median(samples)
