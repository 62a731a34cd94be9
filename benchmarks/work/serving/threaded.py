"""The network in NumPy and a thread, for the peers that bring no network of their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from benchmarks.work.serving import network
from benchmarks.work.serving.network import Array
from benchmarks.work.serving.service import Ran

Item: TypeAlias = tuple[Array, float]
"""A row and its deadline, by the monotonic clock."""


class Threaded:
    """The network of NumPy, which counts what it runs."""

    def __init__(self) -> None:
        self._weights = network.weights()
        self._ran = Ran()

    def run(self, items: Sequence[Item]) -> list[Array]:
        """Returns the scores of each row, in the calling thread."""
        self._ran.add(time.monotonic(), [due for _, due in items])
        return list(network.scores(np.stack([row for row, _ in items]), self._weights))

    async def arun(self, items: Sequence[Item]) -> list[Array]:
        """Returns the scores of each row, from a thread."""
        return await asyncio.to_thread(self.run, items)

    async def ran(self) -> Ran:
        """Returns the counts of all that was run since the last call."""
        found, self._ran = self._ran, Ran()
        return found
