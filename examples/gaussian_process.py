"""A Gaussian process as one writes it with NumPy, compiled: a curve through noisy points.

    python examples/gaussian_process.py

np.linalg.cholesky and np.linalg.solve are calls of NumPy's own library, in the turn of the stream;
what stands around them becomes kernels. A length scale is a number, so that one compilation serves
all of them. A matrix that is not positive definite fails its call, and no other.
"""

from __future__ import annotations

import asyncio
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt

POINTS, NOISE = 60, 0.1
LENGTHS = (0.1, 0.3, 1.0, 3.0)

Array: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"


def kernel(a: Array, b: Array, length: float) -> Array:
    """Returns how much values at the places of `a` and `b` go together, (len(a), len(b))."""
    return np.exp(-0.5 * ((a[:, None] - b[None, :]) / length) ** 2)


def factors(x: Array, y: Array, length: float, noise: float) -> tuple[Any, Any]:
    """Returns the Cholesky factor of the covariance of the points, and its solution for `y`."""
    lower = np.linalg.cholesky(kernel(x, x, length) + noise**2 * np.eye(len(x)))
    return lower, np.linalg.solve(lower.T, np.linalg.solve(lower, y))


def log_likelihood(x: Array, y: Array, length: float, noise: float) -> Any:
    """Returns the logarithm of how likely the points are with a length scale."""
    lower, weights = factors(x, y, length, noise)
    return -0.5 * y @ weights - np.log(np.diag(lower)).sum() - len(x) / 2 * np.log(2 * np.pi)


def posterior(x: Array, y: Array, new: Array, length: float, noise: float) -> tuple[Array, Array]:
    """Returns the mean and the standard deviation of the curve at new places."""
    lower: Array
    lower, weights = factors(x, y, length, noise)
    across = kernel(x, new, length)
    half = np.linalg.solve(lower, across)
    return across.T @ weights, np.sqrt(1.0 - np.sum(half**2, axis=0))


compiled_likelihood, compiled_posterior = srt.jit(log_likelihood), srt.jit(posterior)


async def main() -> None:
    """Chooses a length scale, and compares the curve with the true one and with NumPy's."""
    random = np.random.default_rng(7)
    x = random.uniform(0, 6, POINTS)
    y = np.sin(2 * x) + NOISE * random.standard_normal(POINTS)
    new = np.linspace(1, 5, 9)
    async with srt.Runtime() as rt:
        points = rt.put(x), rt.put(y)
        await compiled_likelihood.warm(*points, LENGTHS[0], NOISE)
        await compiled_posterior.warm(*points, new, LENGTHS[0], NOISE)
        likely = [compiled_likelihood(*points, length, NOISE) for length in LENGTHS]  # all at once
        found = [float(await each.fetch()) for each in likely]
        best = LENGTHS[int(np.argmax(found))]
        mean, deviation = compiled_posterior(*points, new, best, NOISE)
        curve, width = await mean.fetch(), await deviation.fetch()
    for length, value in zip(LENGTHS, found, strict=True):
        print(f"length scale {length}: log likelihood {value:.1f}{' *' * (length == best)}")
    print(f"{compiled_likelihood.stats().traces} trace for {len(LENGTHS)} length scales")
    print(f"off by {np.abs(curve - np.sin(2 * new)).max():.2f}, says at most {2 * width.max():.2f}")
    expected = posterior(x, y, new, best, NOISE)
    worst = max(np.abs(curve - expected[0]).max(), np.abs(width - expected[1]).max())
    print(f"largest difference to NumPy: {worst:.0e}")


if __name__ == "__main__":
    asyncio.run(main())
