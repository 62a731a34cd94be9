"""The standard kernels' times, and the memory's own speed."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from benchmarks.drivers import Results, median
from benchmarks.scale import Scale

LARGE = 1 << 24
"""Elements of a kernel that memory limits: 64 MiB of f32 an array, more than a cache."""


def timed(calls: dict[str, Callable[[], object]], scale: Scale) -> Results:
    """The median time of each call in ms; a call returns when its result is there."""
    found: Results = {}
    for name, call in calls.items():
        call()
        call()
        samples: list[float] = []
        until = time.perf_counter() + scale.seconds(0.4, 0.05)
        while time.perf_counter() < until or len(samples) < 5:
            began = time.perf_counter()
            call()
            samples.append((time.perf_counter() - began) * 1e3)
        found[name] = median(samples)
    return found


class Memory:
    """The speed of the memory itself: the C library's own copies and fills, on some threads."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads)
        self._threads = threads
        rng = np.random.default_rng(1)
        self._source, self._target = (
            rng.standard_normal(LARGE, np.float32),
            np.empty(LARGE, np.float32),
        )

    def _shares(self) -> list[slice]:
        step = LARGE // self._threads
        return [slice(k * step, (k + 1) * step) for k in range(self._threads)]

    def copy(self) -> None:
        """Copies 64 MiB."""

        def part(share: slice) -> None:
            source, target = self._source[share], self._target[share]
            ctypes.memmove(target.ctypes.data, source.ctypes.data, source.nbytes)

        list(self._pool.map(part, self._shares()))

    def fill(self) -> None:
        """Fills 64 MiB."""

        def part(share: slice) -> None:
            target = self._target[share]
            ctypes.memset(target.ctypes.data, 1, target.nbytes)

        list(self._pool.map(part, self._shares()))
