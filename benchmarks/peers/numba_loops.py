"""numba's functions with long loops, as people write them: plain loops, without temporary arrays.

Fast math is off, and all run on one thread.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from benchmarks.peers.with_numba import numba
from benchmarks.scale import Scale
from benchmarks.work import loops as work
from benchmarks.work.clocks import Results

SIZE, DAMPING, SOFT, TIME = work.SIZE, work.DAMPING, work.SOFT, work.TIME
STEPS, TURNS, ITERATIONS = work.STEPS, work.TURNS, work.ITERATIONS


@numba.njit
def _euler(y: Any) -> Any:
    y = y.copy()
    for _ in range(STEPS):
        for i in range(y.shape[0]):
            for j in range(y.shape[1]):
                y[i, j] += SIZE * (np.float32(math.sin(y[i, j])) - DAMPING * y[i, j])
    return y


@numba.njit
def _neural(y: Any, w: Any) -> Any:
    y = y.copy()
    following = np.empty_like(y)
    for _ in range(STEPS):
        for i in range(y.shape[0]):
            for j in range(y.shape[1]):
                total = np.float32(0)
                for k in range(w.shape[0]):
                    total += y[i, k] * w[k, j]
                following[i, j] = y[i, j] + SIZE * np.float32(math.tanh(total))
        y, following = following, y
    return y


@numba.njit
def _mandelbrot(real: Any, imaginary: Any) -> Any:
    counts = np.zeros(real.shape, np.int32)
    for i in range(real.shape[0]):
        for j in range(real.shape[1]):
            a, b = real[i, j], imaginary[i, j]
            x = y = 0.0
            count = 0
            while count < ITERATIONS:
                x, y = x * x - y * y + a, 2 * x * y + b
                if x * x + y * y >= 4:
                    break
                count += 1
            counts[i, j] = count
    return counts


@numba.njit
def _nbody(x: Any, y: Any, z: Any, u: Any, v: Any, w: Any, mass: Any) -> Any:
    x, y, z, u, v, w = x.copy(), y.copy(), z.copy(), u.copy(), v.copy(), w.copy()
    for _ in range(TURNS):
        for i in range(x.shape[0]):
            a = b = c = np.float32(0)
            for j in range(x.shape[0]):
                dx, dy, dz = x[j] - x[i], y[j] - y[i], z[j] - z[i]
                square = dx * dx + dy * dy + dz * dz + SOFT
                pull = mass[j] / (square * math.sqrt(square))
                a += dx * pull
                b += dy * pull
                c += dz * pull
            u[i] += TIME * a
            v[i] += TIME * b
            w[i] += TIME * c
        for i in range(x.shape[0]):
            x[i] += TIME * u[i]
            y[i] += TIME * v[i]
            z[i] += TIME * w[i]
    return x, y, z, u, v, w


async def loops(scale: Scale) -> Results:
    """Functions with long loops."""
    made = {
        "loop-euler": _euler,
        "loop-neural": _neural,
        "loop-mandelbrot": _mandelbrot,
        "loop-nbody": _nbody,
    }
    return work.timed(made, lambda array: array, lambda found: found, scale)
