"""The network that is served: 784-4096-4096-10, one row a request.

Its weights are 80 MB. A batch of one row has to read all of them, so a batch of 32 takes only two
or three times as long: the rows of a batch are what a service is measured by. It is this large
because Python has to keep up with three times the requests that it can answer.
"""

from __future__ import annotations

import functools
import itertools
import time
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt

Array: TypeAlias = "np.ndarray[Any, np.dtype[np.float32]]"

SIZES = (784, 4096, 4096, 10)
FEATURES, CLASSES = SIZES[0], SIZES[-1]
MARK = -1
"""The feature that is the number of the request: it tells what a batch runs, and weighs 0."""

MOST = 32
"""The rows of a full batch."""

BATCHES = (1, 2, 4, 8, 16, 24, MOST)
"""The sizes that are warmed."""

WITHIN = 0.1
"""Seconds from the time that was drawn for a request to its deadline: about five full batches."""

SAMPLES = 64


def scores(x: Any, weights: Any) -> Any:
    """Returns a row of scores for each row, in NumPy's words."""
    x = np.maximum(x @ weights[0], 0)
    x = np.maximum(x @ weights[1], 0)
    return x @ weights[2]


@functools.cache
def weights() -> list[Array]:
    rng = np.random.default_rng(0)
    made = [
        (rng.random((n, m), np.float32) - np.float32(0.5)) * np.float32((12 / n) ** 0.5)
        for n, m in itertools.pairwise(SIZES)
    ]
    made[0][MARK] = 0
    return made


@functools.cache
def samples() -> tuple[Array, Array]:
    """The rows that requests send, each with its answer."""
    x = np.random.default_rng(1).random((SAMPLES, FEATURES), np.float32)
    return x, scores(x, weights())


class Compiled:
    """The network as streamrt compiles it, on one thread; its full batches are the capacity.

    Attributes:
        rt: its runtime.
        model: a function of an array of rows.
    """

    def __init__(self, rt: srt.Runtime) -> None:
        self.rt = rt
        self.weights = [rt.put(each) for each in weights()]
        self.model = srt.jit(self._scores)
        self._full = rt.put(samples()[0][:MOST])

    async def warm(self) -> None:
        """Compiles the sizes of batches, beside the loop."""
        for rows in BATCHES:
            await self.model.warm(np.zeros((rows, FEATURES), np.float32))

    def _scores(self, x: Any) -> Any:
        return scores(x, self.weights)

    async def rate(self, seconds: float) -> float:
        """Returns the rows a second of full batches, one after the other."""
        began, batches = time.perf_counter(), 0
        while time.perf_counter() - began < seconds:
            await self.model(self._full).fetch()
            batches += 1
        return batches * MOST / (time.perf_counter() - began)
