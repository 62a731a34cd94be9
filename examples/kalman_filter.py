"""A Kalman filter as one writes it with NumPy, compiled: positions and speeds of many vehicles.

    python examples/kalman_filter.py

The function makes its matrices with np.eye and np.zeros, writes to them, and inverts them. A call
returns at once, and its results are arguments of the next one. So the loop that receives the
measurements never waits for a matrix.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt

VEHICLES, STEPS = 500, 40
SECONDS = 0.5  # between two measurements
SPEED_ERROR = 0.5  # of a measured speed, in m/s
PUSH = 0.1  # how much a speed changes by itself

Array: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"


def filtered(state: Array, cov: Array, measured: Array, error: Array) -> tuple[Array, Array]:
    """Takes one measurement of each vehicle in; returns its new state and covariance.

    Args:
        state: the position and the speed of each vehicle, (n, 2).
        cov: how uncertain these are, (n, 2, 2).
        measured: the same as the sensors have it, (n, 2).
        error: the standard deviation of each measured position, (n,).
    """
    move = np.eye(2)
    move[0, 1] = SECONDS
    drift = PUSH * np.array([[SECONDS**3 / 3, SECONDS**2 / 2], [SECONDS**2 / 2, SECONDS]])
    noise = np.zeros((len(error), 2, 2))
    noise[:, 0, 0] = error**2
    noise[:, 1, 1] = SPEED_ERROR**2

    state = state @ move.T
    cov = move @ cov @ move.T + drift
    gain = cov @ np.linalg.inv(cov + noise)
    state = state + np.matvec(gain, measured - state)
    return state, cov - gain @ cov


compiled = srt.jit(filtered)


async def measurements(
    random: np.random.Generator, truth: Array, error: Array
) -> AsyncGenerator[Array]:
    """Moves the vehicles, and yields what the sensors see; stands for a network."""
    for _ in range(STEPS):
        truth[:, 1] += random.normal(0, np.sqrt(PUSH * SECONDS), VEHICLES)
        truth[:, 0] += truth[:, 1] * SECONDS
        await asyncio.sleep(0)
        yield truth + random.standard_normal(truth.shape) * np.stack(
            [error, np.full(VEHICLES, SPEED_ERROR)], axis=1
        )


async def main() -> None:
    """Follows the vehicles, and compares the result with the truth and with NumPy's."""
    random = np.random.default_rng(7)
    truth = random.normal(0, 10, (VEHICLES, 2))
    error = random.uniform(1, 5, VEHICLES)
    start = np.zeros((VEHICLES, 2)), np.tile(100 * np.eye(2), (VEHICLES, 1, 1))
    async with srt.Runtime() as rt:
        errors = rt.put(error)
        state, cov = rt.put(start[0]), rt.put(start[1])
        await compiled.warm(state, cov, state, errors)  # compiling would hold the loop
        seen: list[Array] = []
        async for measured in measurements(random, truth, error):
            state, cov = compiled(state, cov, measured, errors)  # submitted; nothing waits
            seen.append(measured)
        found = await state.fetch()

    expected = start
    for measured in seen:
        expected = filtered(*expected, measured, error)
    print(f"measured positions: off by {rms(seen[-1][:, 0] - truth[:, 0]):.2f} m")
    print(f"filtered positions: off by {rms(found[:, 0] - truth[:, 0]):.2f} m")
    print(f"largest difference to NumPy: {np.abs(found - expected[0]).max():.0e}")


def rms(differences: Array) -> float:
    """Returns the root of the mean square."""
    return float(np.sqrt(np.mean(differences**2)))


if __name__ == "__main__":
    asyncio.run(main())
