"""The graphs that every peer runs: a random layered DAG, and a ladder over two streams."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.scale import Scale
from benchmarks.work.clocks import Results, blocking_per_node, check

WIDTH = 100
SEED = 20250
STREAMS = 4
REPLAYED = 1000  # nodes of each graph that is replayed
FLOATS = 16

Floats = NDArray[np.float32]
Inputs = tuple[int, int, int]


def layered(nodes: int) -> list[Inputs]:
    """The three values that each node reads, in the order of submission.

    Values 0 to WIDTH - 1 are inputs; node i makes value i + WIDTH. A layer holds WIDTH nodes,
    each of which reads three different values of the layer before: about 30,000 edges for
    10,000 nodes. The seed is fixed, so all peers and all runs see one graph.
    """
    choose = random.Random(SEED)
    graph: list[Inputs] = []
    for node in range(nodes):
        first = node // WIDTH * WIDTH
        a, b, c = choose.sample(range(first, first + WIDTH), 3)
        graph.append((a, b, c))
    return graph


def given() -> Floats:
    """The inputs of the layered DAG when it is replayed, a row for each."""
    return np.random.default_rng(SEED).random((WIDTH, FLOATS)).astype(np.float32)


def lerp(a: Any, b: Any, c: Any) -> Any:
    """The output of a node for its inputs, which are arrays or tensors."""
    return a + c * (b - a)


def layers() -> Callable[[Iterable[Any]], list[Any]]:
    """The layered DAG of REPLAYED nodes as a function of its inputs, which returns the last layer.

    Its values are arrays or tensors.
    """
    graph = layered(REPLAYED)

    def run(given: Iterable[Any]) -> list[Any]:
        values = list(given)
        for a, b, c in graph:
            values.append(lerp(values[a], values[b], values[c]))
        return values[-WIDTH:]

    return run


def last_layer() -> Floats:
    """The last layer for the inputs `given()`."""
    return np.stack(layers()(given()))


def rungs() -> Iterator[tuple[Inputs, Inputs]]:
    """The ladder: the inputs of the left and the right node of each rung, REPLAYED nodes in all.

    Values 0 and 1 are the feet, value 2 is a constant; the left node of rung i makes value
    3 + 2 i, the right one the value after it. Both read the outputs of both nodes of the rung
    before, so on two streams every node waits for the other stream.
    """
    left, right = 0, 1
    for value in range(3, 3 + REPLAYED, 2):
        yield (left, right, 2), (right, left, 2)
        left, right = value, value + 1


def feet() -> Floats:
    """The inputs of the ladder, a row for each."""
    values: Floats = np.array([[0], [1], [0.25]], np.float32)
    return np.repeat(values, FLOATS, axis=1)


def top() -> Floats:
    """The outputs of the ladder: the values of its last rung."""
    values: list[Floats] = list(feet())
    for rung in rungs():
        values += [lerp(*(values[i] for i in inputs)) for inputs in rung]
    return np.stack(values[-2:])


def chained(start: float, links: int) -> float:
    """An element of y after `links` of `y += 0.5 * 0.5`, exact in single precision."""
    return start + links * 0.25


def close_to(found: object, expected: float | Floats) -> bool:
    """Whether a peer's own kernel computed the same values; it may round differently."""
    return bool(np.allclose(np.asarray(found), expected, rtol=1e-4, atol=1e-6))


def chain_results(run: Callable[[], object], scale: Scale) -> Results:
    """The row of a chain that a peer compiled as one function, which begins at 0.5 each time."""
    check(close_to(run(), chained(0.5, REPLAYED)), "a link of the chain is missing")
    return {"replay-chain": blocking_per_node(run, REPLAYED, scale.count(500, 100))}


def dag_results(run: Callable[[], Sequence[Any]], scale: Scale, full: int) -> Results:
    """The row of a DAG that a peer compiled as one function, which returns the last layer."""
    made = np.stack([np.asarray(value) for value in run()])
    check(close_to(made, last_layer()), "the DAG's last layer is wrong")
    return {"replay-dag": blocking_per_node(run, REPLAYED, scale.count(full, full // 6))}
