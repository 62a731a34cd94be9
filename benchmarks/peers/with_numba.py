"""numba: the functions as parallel loops, which numba compiles ahead of the clock.

The loops are what a user of numba would write: one pass for each reduction of a row, and no
temporary arrays. Fast math is off, as in streamrt, except that sums of rows may be reordered:
without that numba adds them one by one.
"""

from __future__ import annotations

import functools
import importlib
import math
from typing import Any

import numpy as np

from benchmarks.scale import Scale
from benchmarks.work import clocks, functions
from benchmarks.work import own_kernels as heat
from benchmarks.work.clocks import Results

numba: Any = importlib.import_module("numba")
prange: Any = numba.prange
_parallel = numba.njit(parallel=True)
_sums = numba.njit(parallel=True, fastmath={"reassoc"})
HALF, ONE, SCALE, CUBE = (np.float32(v) for v in (0.5, 1, 0.7978845608, 0.044715))


@_parallel  # type: ignore[untyped-decorator]
def _gelu(x: Any, w: Any, b: Any) -> Any:
    y = np.empty_like(x)
    for i in prange(x.shape[0]):
        for j in range(x.shape[1]):
            u = x[i, j] * w[j] + b[j]
            y[i, j] = HALF * u * (ONE + math.tanh(SCALE * (u + CUBE * (u * u * u))))
    return y


@_sums  # type: ignore[untyped-decorator]
def _softmax(x: Any) -> Any:
    y = np.empty_like(x)
    for i in prange(x.shape[0]):
        largest = x[i, 0]
        for j in range(x.shape[1]):
            largest = max(largest, x[i, j])
        total = np.float32(0)
        for j in range(x.shape[1]):
            e = math.exp(x[i, j] - largest)
            y[i, j] = e
            total += e
        for j in range(x.shape[1]):
            y[i, j] /= total
    return y


@_sums  # type: ignore[untyped-decorator]
def _layernorm(x: Any, w: Any, b: Any) -> Any:
    y = np.empty_like(x)
    m = np.float32(x.shape[1])
    for i in prange(x.shape[0]):
        total = np.float32(0)
        for j in range(x.shape[1]):
            total += x[i, j]
        mean = total / m
        squares = np.float32(0)
        for j in range(x.shape[1]):
            squares += (x[i, j] - mean) * (x[i, j] - mean)
        root = math.sqrt(squares / m + np.float32(1e-5))
        for j in range(x.shape[1]):
            y[i, j] = (x[i, j] - mean) / root * w[j] + b[j]
    return y


@_sums  # type: ignore[untyped-decorator]
def _total(x: Any) -> Any:
    total = np.float32(0)
    for i in prange(x.shape[0]):
        total += x[i]
    return total


@numba.njit(parallel=True)  # type: ignore[untyped-decorator]
def _heat(x: Any, y: Any) -> None:
    n, m = x.shape
    for i in prange(n):
        if i == 0 or i == n - 1:
            y[i] = x[i]
        else:
            y[i, 0], y[i, m - 1] = x[i, 0], x[i, m - 1]
            for j in range(1, m - 1):
                around = x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1]
                y[i, j] = np.float32(0.2) * x[i, j] + np.float32(0.2) * around


def _calls() -> dict[str, Any]:
    data = functions.data()
    loops = {"gelu": _gelu, "softmax": _softmax, "layernorm": _layernorm, "sum": _total}
    made = {name: functools.partial(loop, *data[name]) for name, loop in loops.items()}
    for name, call in made.items():
        functions.checked(name, call())
    return made


async def compiled(scale: Scale, threads: int) -> Results:
    """Compiled functions."""
    numba.set_num_threads(threads)
    return functions.timed(_calls(), scale)


async def own_kernels(scale: Scale, threads: int) -> Results:
    """The step of heat; the same for all ways to write it."""
    numba.set_num_threads(threads)
    x, y = heat.plate()
    heat.checked(lambda: _heat(x, y), x, y)

    def steps() -> None:
        for _ in range(heat.STEPS // 2):
            _heat(x, y)
            _heat(y, x)

    found = clocks.timed({"heat": steps}, scale.seconds(0.4, 0.05))
    return dict.fromkeys(heat.NAMES, found["heat"])
