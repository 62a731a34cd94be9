"""The networks that are served, one row a request.

They are so large that Python keeps up with three times the requests that they can answer. A batch
of one row takes a large part of the time of 32, so the rows of a batch are what a service is
measured by.
"""

from __future__ import annotations

import functools
import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt

Array: TypeAlias = "np.ndarray[Any, np.dtype[np.float32]]"

MOST = 32
"""The rows of a full batch."""

BATCHES = (1, 2, 4, 8, 16, 24, MOST)
"""The sizes that are warmed."""

MARK = -1
"""The feature that is the number of the request. It tells what a batch runs, no more."""

SAMPLES = 64


@dataclass(frozen=True)
class Network:
    """A network, in NumPy's words.

    Attributes:
        name: its name; those of its rows begin with it.
        features: the length of a row, with the number of the request.
        outputs: the length of an answer.
        within: the seconds from the time that was drawn for a request to its deadline: about five
            full batches.
        forward: returns the answers for rows and weights.
        read: makes the weights, in dicts, lists and tuples.
        drawn: makes rows, without the numbers of requests.
        dtype: of rows.
        seconds: how long a load lasts.
    """

    name: str
    features: int
    outputs: int
    within: float
    forward: Callable[[Any, Any], Any]
    read: Callable[[], Any]
    drawn: Callable[[np.random.Generator], Any]
    dtype: str = "<f4"
    seconds: float = 4.0

    @functools.cached_property
    def weights(self) -> Any:
        """The weights, as arrays."""
        return self.read()

    @functools.cached_property
    def samples(self) -> tuple[Array, Array]:
        """The rows that requests send, each with its answer."""
        x = np.zeros((SAMPLES, self.features), self.dtype)
        x[:, :MARK] = self.drawn(np.random.default_rng(1))
        return x, self.forward(x, self.weights)


class Compiled:
    """A network as streamrt compiles it; its full batches are the capacity.

    Attributes:
        network: the network.
        rt: its runtime.
        weights: the weights on its device.
        model: a function of rows and weights.
    """

    def __init__(self, rt: srt.Runtime, network: Network) -> None:
        self.network = network
        self.rt = rt
        self.weights = _placed(rt, network.weights)
        self.model = srt.jit(network.forward)
        self._full = rt.put(network.samples[0][:MOST])

    async def warm(self) -> None:
        """Compiles the sizes of batches, beside the loop."""
        for rows in BATCHES:
            x = np.zeros((rows, self.network.features), self.network.dtype)
            await self.model.warm(x, self.weights)

    async def rate(self, seconds: float) -> float:
        """Returns the rows a second of full batches, one after the other."""
        began, batches = time.perf_counter(), 0
        while time.perf_counter() - began < seconds:
            await self.model(self._full, self.weights).fetch()
            batches += 1
        return batches * MOST / (time.perf_counter() - began)


def _placed(rt: srt.Runtime, tree: Any) -> Any:
    """The arrays of dicts, lists and tuples as Buffers."""
    if isinstance(tree, dict):
        return {name: _placed(rt, part) for name, part in tree.items()}
    if isinstance(tree, list | tuple):
        return type(tree)(_placed(rt, part) for part in tree)
    return rt.put(tree)


# -- a network of three products -------------------------------------------------------------------

SIZES = (784, 4096, 4096, 10)
"""80 MB of weights: a batch of one row reads all of them."""


def _products(x: Any, weights: Any) -> Any:
    x = np.maximum(x[:, :MARK] @ weights[0], 0)
    x = np.maximum(x @ weights[1], 0)
    return x @ weights[2]


def _weights() -> list[Array]:
    rng = np.random.default_rng(0)
    return [
        (rng.random((n, m), np.float32) - np.float32(0.5)) * np.float32((12 / n) ** 0.5)
        for n, m in itertools.pairwise(SIZES)
    ]


MLP = Network(
    name="serving",
    features=SIZES[0] + 1,
    outputs=SIZES[-1],
    within=0.1,
    forward=_products,
    read=_weights,
    drawn=lambda rng: rng.random((SAMPLES, SIZES[0]), np.float32),
)

# -- MiniLM ----------------------------------------------------------------------------------------

TOKENS, EMBEDDED = 16, 384


def _embeddings(x: Any, weights: Any) -> Any:
    from benchmarks.work import minilm  # needs SciPy and the weights

    tokens = x[:, :MARK]
    return minilm.forward(tokens, (tokens > 0).astype(np.float32), weights)


def _minilm_weights() -> Any:
    from benchmarks.work import minilm  # needs SciPy and the weights

    return minilm.weights()


MINILM = Network(
    name="serving-minilm",
    features=TOKENS + 1,
    outputs=EMBEDDED,
    within=0.7,
    forward=_embeddings,
    read=_minilm_weights,
    drawn=lambda rng: rng.integers(1, 30_000, (SAMPLES, TOKENS)),
    dtype="<i8",
    seconds=8.0,
)

BY_NAME = {network.name: network for network in (MLP, MINILM)}
