"""The network in NumPy and a thread, for the peers that bring no network of their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from benchmarks.work.serving.network import Array, Network
from benchmarks.work.serving.service import Ran

Item: TypeAlias = tuple[Array, float]
"""A row and its deadline, by the monotonic clock."""


class Threaded:
    """A network in NumPy, which counts what it runs."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._ran = Ran()

    def run(self, items: Sequence[Item]) -> list[Array]:
        """Returns the scores of each row, in the calling thread."""
        self._ran.add(time.monotonic(), [due for _, due in items])
        rows = np.stack([row for row, _ in items])
        return list(self._network.forward(rows, self._network.weights))

    async def arun(self, items: Sequence[Item]) -> list[Array]:
        """Returns the scores of each row, from a thread."""
        return await asyncio.to_thread(self.run, items)

    async def ran(self) -> Ran:
        """Returns the counts of all that was run since the last call."""
        found, self._ran = self._ran, Ran()
        return found
