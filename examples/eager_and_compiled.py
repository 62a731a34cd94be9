"""Eager NumPy code and a compiled function in one class: k-means over points in a buffer.

    python examples/eager_and_compiled.py

The part that looks at every point is compiled. The part that decides when to stop is plain Python
and NumPy on a few numbers: it awaits them, and branches on them.
"""

from __future__ import annotations

import asyncio
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt

POINTS, CLUSTERS, ROUNDS = 20_000, 5, 50

Array: TypeAlias = "np.ndarray[Any, Any]"


class Clusters:
    """Clusters of points, whose centres are moved until they stay.

    Attributes:
        points: all points, f32[n, d]; the compiled method gets it as an argument.
    """

    def __init__(self, rt: srt.Runtime, points: Array) -> None:
        self.points = rt.put(points)

    @srt.jit
    def moved(self, centres: Any) -> tuple[Any, Any]:
        """Returns the means of the points next to each centre, and how many these are."""
        distances = np.stack(
            [np.sum((self.points - centre) ** 2, axis=1) for centre in centres], axis=1
        )
        nearest = distances.argmin(axis=1)
        is_mine = (nearest[:, None] == np.arange(CLUSTERS)).astype(np.float32)
        counts = is_mine.sum(axis=0)
        return is_mine.T @ self.points / np.maximum(counts, 1)[:, None], counts

    async def fit(self, centres: Array) -> tuple[Array, int]:
        """Moves the centres until they stay; returns them, and the number of rounds."""
        for number in range(1, ROUNDS + 1):
            moved, counts = self.moved(centres)  # submitted; the loop is free meanwhile
            found, sizes = await moved.fetch(), await counts.fetch()
            found[sizes == 0] = centres[sizes == 0]  # eager: an empty cluster stays
            distance = float(np.abs(found - centres).max())
            centres = found
            if distance < 1e-4:  # a branch on a value, outside of the compiled function
                return centres, number
        return centres, ROUNDS


async def main() -> None:
    """Finds the centres of five clouds of points."""
    random = np.random.default_rng(7)
    true = random.uniform(-10, 10, (CLUSTERS, 2))
    points = np.concatenate(
        [random.normal(centre, 0.5, (POINTS // CLUSTERS, 2)) for centre in true]
    ).astype(np.float32)
    async with srt.Runtime() as rt:
        clusters = Clusters(rt, points)
        start = points[:: POINTS // CLUSTERS].copy()
        await clusters.moved.warm(start)  # compiling would hold the loop
        centres, rounds = await clusters.fit(start)
    error = np.abs(centres - true).max()
    print(f"{rounds} rounds, centres within {error:.3f} of the true ones")


if __name__ == "__main__":
    asyncio.run(main())
