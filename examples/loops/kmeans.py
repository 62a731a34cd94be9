"""K-means in one call: a loop that stops by itself when no point changes its cluster.

    python examples/loops/kmeans.py

The loop is a `streamrt.while_loop`. Its turns run in native code, so the call returns at once, and
the event loop goes on until the centres are there. Nothing but the result comes back to Python.
Without `jit` the same function is plain NumPy. `own_kernels/k_means.py` lets Python decide when to
stop, after each round.
"""

from __future__ import annotations

import asyncio
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt

POINTS, CLUSTERS, DIMENSIONS = 20_000, 8, 2
MOST_TURNS = 500

Array: TypeAlias = "np.ndarray[Any, Any]"
Carry: TypeAlias = "tuple[Array, Array, Any, Any]"


def clustered(points: Array, centres: Array) -> tuple[Array, Array, Any]:
    """Moves centres to the means of the points that are nearest to them, until they stay.

    Args:
        points: float64, (n, d).
        centres: the first centres, float64, (k, d).

    Returns:
        The centres, (k, d); the cluster of each point, int64, (n,); and the number of turns.
    """

    def is_moving(carry: Carry) -> Any:
        _, _, changed, turns = carry
        return (changed > 0) & (turns < MOST_TURNS)

    def turn(carry: Carry) -> Carry:
        centres, before, _, turns = carry
        # The square of a distance is |x|^2 - 2 x c + |c|^2, and |x|^2 is the same for all centres.
        squares = (centres * centres).sum(axis=1) - 2 * (points @ centres.T)
        nearest = squares.argmin(axis=1)
        is_mine = (nearest[:, None] == np.arange(len(centres))).astype(points.dtype)
        counts = is_mine.sum(axis=0)[:, None]
        moved = is_mine.T @ points / np.maximum(counts, 1)
        centres = np.where(counts > 0, moved, centres)  # one without points stays
        return centres, nearest, (nearest != before).sum(), turns + 1

    nobody = np.full(len(points), -1)
    centres, nearest, _, turns = srt.while_loop(is_moving, turn, (centres, nobody, 1, 0))
    return centres, nearest, turns


compiled = srt.jit(clustered)


def clouds(seed: int) -> tuple[Array, Array]:
    """Returns points in clouds that overlap, and some of the points, to begin with."""
    random = np.random.default_rng(seed)
    middles = random.uniform(-4, 4, (CLUSTERS, DIMENSIONS))
    whose = random.integers(CLUSTERS, size=POINTS)
    points = middles[whose] + random.standard_normal((POINTS, DIMENSIONS))
    return points, random.choice(points, CLUSTERS, replace=False)


async def main(seed: int = 7) -> None:
    """Finds the clusters of drawn points, and compares them with those that NumPy finds."""
    points, first = clouds(seed)
    async with srt.Runtime() as rt:
        x, start = rt.put(points), rt.put(first)
        await compiled.warm(x, start)  # compiling would hold the loop
        centres, nearest, turns = compiled(x, start)  # returns at once
        found, whose = await centres.fetch(), await nearest.fetch()
        count = int(await turns.fetch())

    expected, _, in_numpy = clustered(points, first)
    print(f"{len(points)} points: no point changed its cluster in turn {count}")
    for centre, size in zip(found, np.bincount(whose, minlength=CLUSTERS), strict=True):
        print(f"{size:6} points around {centre[0]:6.2f} {centre[1]:6.2f}")
    print(f"NumPy made {in_numpy} turns")
    print(f"largest difference to NumPy: {np.abs(found - expected).max():.0e}")


if __name__ == "__main__":
    asyncio.run(main())
