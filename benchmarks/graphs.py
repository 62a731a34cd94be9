"""The random layered DAG that every peer runs."""

from __future__ import annotations

import random

WIDTH = 100
SEED = 20250
STREAMS = 4

Inputs = tuple[int, int, int]


def layered(nodes: int) -> list[Inputs]:
    """For each node in submission order, the three values it reads.

    Values 0 to WIDTH - 1 are given; node i makes value i + WIDTH. A layer holds WIDTH nodes,
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
