"""K-means with a kernel of its own: distances by a matrix product, the nearest centre, the means.

    python examples/own_kernels/k_means.py

The kernel has two outputs: which centre is the nearest to a point, and how far it is. A function of
`jit` makes the means of them. Nothing but the centres comes back to Python, which decides when to
stop. `eager_and_compiled.py` does the same with `jit` alone.
"""

from __future__ import annotations

import asyncio
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt

POINTS, CLUSTERS, DIMENSIONS = 20_000, 6, 3
ROUNDS = 50

Array: TypeAlias = "np.ndarray[Any, Any]"


@srt.kernel("x: f32[n, d], centres: f32[k, d], out nearest: i64[n], out distance: f32[n]")
def assign(x: Any, centres: Any, nearest: Any, distance: Any) -> None:
    """Finds for each point the nearest centre, and the square of its distance.

    That is `|x|^2 - 2 x c + |c|^2`, so most of the work is one product of matrices.
    """
    squares = (centres * centres).sum(axis=1) - 2 * (x @ centres.T)
    nearest[...] = squares.argmin(axis=1)
    distance[...] = np.maximum(squares.min(axis=1) + (x * x).sum(axis=1), 0)


@srt.jit
def means(x: Any, nearest: Any, centres: Any) -> tuple[Any, Any]:
    """Returns the mean of the points of each centre, and how many these are; none: it stays."""
    is_mine = (nearest[:, None] == np.arange(len(centres))).astype(np.float32)
    counts = is_mine.sum(axis=0)[:, None]
    moved = is_mine.T @ x / np.maximum(counts, 1)  # 0 of a centre without points
    return moved + (counts == 0) * centres, counts[:, 0]


def spread(points: Array, count: int) -> Array:
    """Returns points that are far from each other, one after the other, to begin with."""
    chosen = [points[0]]
    while len(chosen) < count:
        away = np.min([((points - each) ** 2).sum(axis=1) for each in chosen], axis=0)
        chosen.append(points[away.argmax()])
    return np.array(chosen)


async def fit(rt: srt.Runtime, points: Array, centres: Array) -> tuple[Array, Array, float, int]:
    """Moves the centres until they stay.

    Returns:
        the centres, the number of points of each, the mean distance of a point to its centre, and
        the number of rounds.
    """
    x = rt.put(points)
    await means.warm(x, np.zeros(len(points), "i8"), centres)  # compiling would hold the loop
    rounds = 0
    while True:
        rounds += 1
        nearest, distance = await rt.execute(assign, x, rt.put(centres))
        moved, counts = means(x, nearest, centres)
        before, centres = centres, await moved.fetch()
        if rounds == ROUNDS or np.abs(centres - before).max() < 1e-5:
            mean = float(np.sqrt(await distance.fetch()).mean())
            return centres, await counts.fetch(), mean, rounds


def clouds(seed: int) -> tuple[Array, Array]:
    """Returns points in clouds around centres, and these centres."""
    random = np.random.default_rng(seed)
    true = random.permuted(np.linspace(-10, 10, CLUSTERS)[:, None] * np.ones(DIMENSIONS), axis=0)
    whose = random.integers(CLUSTERS, size=POINTS)
    noise = random.standard_normal((POINTS, DIMENSIONS))
    return (true[whose] + 1.4 * noise).astype("f4"), true


async def main(seed: int = 7) -> None:
    """Finds the centres of clouds, and prints them beside the true ones."""
    points, true = clouds(seed)
    async with srt.Runtime() as rt:
        centres, counts, distance, rounds = await fit(rt, points, spread(points, CLUSTERS))
    print(f"{rounds} rounds; a point is {distance:.2f} from its centre on average")
    for centre, count in zip(centres, counts, strict=True):
        error = np.abs(true - centre).max(axis=1).min()
        numbers = " ".join(f"{each:6.2f}" for each in centre)
        print(f"{count:6.0f} points around {numbers}   within {error:.3f}")


if __name__ == "__main__":
    asyncio.run(main())
