"""The work at two workers, and the clocks of it: small operations, a chain of them, a stencil."""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Awaitable, Callable
from typing import Any

import numpy as np

from benchmarks.scale import Scale
from benchmarks.work.clocks import Results, check, median, p99, round_trips

Array = np.ndarray[Any, Any]
Run = Callable[[], Awaitable[object]]

WORKERS = 2
FLOATS = 16
BATCH = 100
LARGE = 1 << 24
"""Floats that are moved: 64 MiB."""

WARM = 3
"""Moves that are not counted: a system that has just been started gives memory slowly."""

CHAIN = 1 << 18
"""Floats of the chain: 1 MiB."""

TURNS = 100
"""Pairs of operations of the chain: 200 operations."""

FACTOR, SUMMAND = np.float32(0.999), np.float32(0.001)

ROWS, COLUMNS = 4096, 4096
"""The part of the plate at one worker, without the row of the other one: a step of about 10 ms."""

STEPS = 20
"""Steps of the stencil between two waits; even, so that both plates end where they began."""


class Held:
    """An array at a worker, with operations in place; the actor of Dask and of Ray."""

    def __init__(self, floats: int) -> None:
        self.x = np.full(floats, 0.5, np.float32)
        self.y = np.full(floats, 0.5, np.float32)

    def axpy(self) -> None:
        self.y += np.float32(0.5) * self.x

    def multiply(self, factor: np.float32) -> None:
        self.y *= factor

    def add(self, summand: np.float32) -> None:
        self.y += summand

    def first(self) -> float:
        return float(self.y[0])


def axpy(x: Array, y: Array) -> Array:
    """Returns a new array; the operation of Dask's futures, which do not change what they hold."""
    return y + np.float32(0.5) * x


def chain(x: Any) -> Any:
    """Returns the result of 200 operations, one after the other."""
    for _ in range(TURNS):
        x = x * FACTOR + SUMMAND
    return x


def checked_chain(first: float, before: float = 0.5) -> None:
    """Raises RuntimeError unless the chain made this number of `before`."""
    wanted = float(chain(np.float32(before)))
    check(math.isclose(first, wanted, rel_tol=1e-4), f"the chain made {first} of {before}")


# -- clocks ----------------------------------------------------------------------------------------


async def seconds_of(run: Run) -> float:
    began = time.perf_counter()
    await run()
    return time.perf_counter() - began


async def median_of(run: Run, count: int, warm: int = 1) -> float:
    """The median of the seconds that a run takes, after `warm` that are not counted."""
    for _ in range(warm):
        await run()
    return median([await seconds_of(run) for _ in range(count)])


async def launch_results(batch: Run, trip: Run, scale: Scale) -> Results:
    """The rows of an operation: of BATCH that `batch` awaits together, and alone by `trip`."""
    each = await median_of(batch, scale.count(100, 20)) / BATCH
    trips = await round_trips(trip, scale.count(1000, 200))
    return {
        "beyond-op": each * 1e6,
        "beyond-trip": median(trips) / 1e3,
        "beyond-trip-p99": p99(trips) / 1e3,
    }


async def rate_of(run: Run, scale: Scale) -> float:
    """GB/s of a run that moves LARGE floats; the median of some."""
    return 4 * LARGE / await median_of(run, scale.count(9, 3), WARM) / 1e9


# -- the stencil -----------------------------------------------------------------------------------


def plate() -> Array:
    """Returns the plate, whose upper half lies at the first worker."""
    return np.random.default_rng(0).standard_normal((2 * ROWS, COLUMNS), np.float32)


def halves(whole: Array) -> tuple[Array, Array]:
    """Returns the part of each worker, with the row next to it."""
    return whole[: ROWS + 1], whole[ROWS - 1 :]


def stepped(x: Array) -> Array:
    """Returns the plate after a step, in new memory; its borders stay as they are."""
    y = np.empty_like(x)
    compiled_step()(x, y)
    return y


@functools.cache
def compiled_step() -> Callable[[Array, Array], None]:
    """Returns the step that peers use: loops that numba compiles, on one core."""
    import numba

    compiled: Callable[[Array, Array], None] = numba.njit(nogil=True)(_step)
    return compiled


def _step(x: Array, y: Array) -> None:
    n, m = x.shape
    y[0], y[n - 1] = x[0], x[n - 1]
    for i in range(1, n - 1):
        y[i, 0], y[i, m - 1] = x[i, 0], x[i, m - 1]
        for j in range(1, m - 1):
            around = x[i - 1, j] + x[i + 1, j] + x[i, j - 1] + x[i, j + 1]
            y[i, j] = np.float32(0.2) * x[i, j] + np.float32(0.2) * around


def after(steps: int, rows: int) -> Array:
    """Returns so many rows on both sides of the border between the workers, after some steps."""
    margin = rows + steps  # what lies further away has no influence
    x = plate()[ROWS - margin : ROWS + margin]
    for _ in range(steps):
        around = x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:]
        x = x.copy()
        x[1:-1, 1:-1] = np.float32(0.2) * (x[1:-1, 1:-1] + around)
    return x[margin - rows : margin + rows]


def checked_steps(found: Array, steps: int) -> None:
    """Raises AssertionError unless these rows around the border come of so many steps."""
    wanted = after(steps, len(found) // 2)
    np.testing.assert_allclose(found, wanted, rtol=1e-3, atol=1e-5)
