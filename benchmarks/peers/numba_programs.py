"""numba's functions as people write them: one loop, or one nest of loops, and no temporary arrays.

`prange` divides the outer loop on two threads, and is a plain `range` on one. Fast math is off.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from benchmarks.peers.with_numba import numba, prange
from benchmarks.scale import Scale
from benchmarks.work import programs as work
from benchmarks.work.clocks import Results

HALF, ONE, TWO, FOUR = (np.float32(v) for v in (0.5, 1, 2, 4))
ROOT_HALF, RATE, TENTH, TINY = (np.float32(v) for v in (0.5**0.5, 0.02, 0.1, 1e-6))


def rms_rotary(x: Any, gain: Any, cos: Any, sin: Any) -> Any:
    y = np.empty_like(x)
    half = x.shape[1] // 2
    for i in prange(x.shape[0]):
        squares = np.float32(0)
        for j in range(x.shape[1]):
            squares += x[i, j] * x[i, j]
        scale = ONE / math.sqrt(squares / np.float32(x.shape[1]) + TINY)
        for j in range(half):
            a, b = x[i, j] * scale * gain[j], x[i, j + half] * scale * gain[j + half]
            y[i, j] = a * cos[i, j] - b * sin[i, j]
            y[i, j + half] = b * cos[i, j] + a * sin[i, j]
    return y


def black_scholes(price: Any, strike: Any, years: Any, volatility: Any) -> Any:
    call, put = np.empty_like(price), np.empty_like(price)
    for i in prange(price.shape[0]):
        spread = volatility[i] * math.sqrt(years[i])
        drift = (RATE + HALF * volatility[i] * volatility[i]) * years[i]
        d1 = (math.log(price[i] / strike[i]) + drift) / spread
        d2 = d1 - spread
        owed = strike[i] * math.exp(-RATE * years[i])
        up, paid = HALF * math.erf(d1 * ROOT_HALF), HALF * math.erf(d2 * ROOT_HALF)
        call[i] = price[i] * (HALF + up) - owed * (HALF + paid)
        put[i] = owed * (HALF - paid) - price[i] * (HALF - up)
    return call, put


def nearest(points: Any, others: Any) -> Any:
    found = np.empty(points.shape[0], np.int64)
    for i in prange(points.shape[0]):
        best, at = np.float32(np.inf), 0
        for j in range(others.shape[0]):
            distance = np.float32(0)
            for k in range(points.shape[1]):
                distance += (points[i, k] - others[j, k]) ** 2
            if distance < best:
                best, at = distance, j
        found[i] = at
    return found


def cumsum(x: Any) -> Any:
    y = np.empty_like(x)
    y[0] = x[0]
    for i in range(1, x.shape[0]):  # each row needs the one before
        for j in range(x.shape[1]):
            y[i, j] = y[i - 1, j] + x[i, j]
    return y


def stencil(x: Any) -> Any:
    n, m = x.shape
    y = np.empty((n - 2, m - 2), x.dtype)
    for i in prange(1, n - 1):
        for j in range(1, m - 1):
            around = x[i + 1, j] + x[i - 1, j] + x[i, j + 1] + x[i, j - 1]
            y[i - 1, j - 1] = x[i, j] + TENTH * (around - FOUR * x[i, j])
    return y


def sobel(x: Any) -> Any:
    n, m = x.shape
    y = np.empty((n - 2, m - 2), x.dtype)
    for i in prange(1, n - 1):
        for j in range(1, m - 1):
            right = x[i - 1, j + 1] + TWO * x[i, j + 1] + x[i + 1, j + 1]
            left = x[i - 1, j - 1] + TWO * x[i, j - 1] + x[i + 1, j - 1]
            below = x[i + 1, j - 1] + TWO * x[i + 1, j] + x[i + 1, j + 1]
            above = x[i - 1, j - 1] + TWO * x[i - 1, j] + x[i - 1, j + 1]
            across, down = right - left, below - above
            y[i - 1, j - 1] = math.sqrt(across * across + down * down)
    return y


def life(cells: Any) -> Any:
    n, m = cells.shape
    born = np.empty_like(cells)
    for i in prange(n):
        up, down = (i - 1) % n, (i + 1) % n
        for j in range(m):
            left = j - 1 if j > 0 else m - 1
            right = j + 1 if j < m - 1 else 0
            beside = cells[i, left] + cells[i, right]
            above = cells[up, left] + cells[up, j] + cells[up, right]
            below = cells[down, left] + cells[down, j] + cells[down, right]
            alive = above + beside + below
            born[i, j] = 1 if alive == 3 or (cells[i, j] == 1 and alive == 2) else 0
    return born


LOOPS = (rms_rotary, black_scholes, nearest, cumsum, stencil, sobel, life)


async def programs(scale: Scale, threads: int) -> Results:
    """The functions that are no products of matrices."""
    numba.set_num_threads(threads)
    made: work.Functions = {}
    for loop in LOOPS:
        parallel = threads > 1 and loop is not cumsum
        made[loop.__name__.replace("_", "-")] = numba.njit(parallel=parallel)(loop)
    calls = work.checked_calls(made, lambda array: array, lambda found: found)
    return work.timed(calls, scale)
