"""The bytes that a loop says it touches: what it reads and writes of the memory around it."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
from loops.nests import Array, Step, compute, draw_nest, fresh, with_views
from loops.recording import recorded

import streamrt as srt

ROUNDS = int(os.environ.get("STREAMRT_ROUNDS", "1"))
SEED = int(os.environ.get("STREAMRT_SEED", random.randrange(1 << 32)))


def touched(graph: srt.Graph, nodes: Any, name: str, array: Array) -> tuple[Any, Any]:
    """Marks of the elements of an array that nodes say they read, and of those they write."""
    found = np.zeros((2, array.nbytes), "?")
    for access in (access for node in nodes for access in node.accesses):
        if graph.values[access.operand.value].name == name:
            part = slice(access.operand.start, access.operand.stop)
            found[0, part] |= access.reads
            found[1, part] |= access.writes
    each = found.reshape(2, *array.shape, array.itemsize)
    return each[0].any(-1), each[1].any(-1)


def after(step: Step, arrays: Mapping[str, Array]) -> dict[str, Array]:
    """What a step leaves of some arrays."""
    left = {name: array.copy() for name, array in arrays.items() if name != "w"}
    compute([step], with_views(left))
    return left


def scribbled(array: Array, where: Any) -> Array:
    """The array with other elements there."""
    changed = array.copy()
    if array.dtype == "?":
        changed[where] ^= True
    elif array.dtype == "i4":
        changed[where] = (changed[where] + 1) % 4
    else:
        changed[where] = 7777
    return changed


def test_a_loop_reads_and_writes_no_more_than_it_says() -> None:
    """What it does not read may hold anything; what it writes without a read is all overwritten."""
    print(f"seed {SEED}")
    seen: Counter[str] = Counter()
    for number in range(30 * ROUNDS):
        nest = draw_nest(SEED + number, 6)
        arrays: dict[str, Array] = with_views(fresh(number))
        for step, graph, nodes in recorded(nest):
            known = {name: array for name, array in arrays.items() if name != "w"}
            if any(node.loop is not None for node in nodes):
                right = after(step, known)
                for name, array in known.items():
                    reads, writes = touched(graph, nodes, name, array)
                    seen[f"{reads.any()} {writes.any()}"] += 1
                    changed = scribbled(array, ~reads)
                    left = after(step, {**known, name: changed})
                    wanted = {**right, name: np.where(reads | writes, right[name], changed)}
                    for other, found in left.items():
                        np.testing.assert_array_equal(
                            found,
                            wanted[other],
                            f"nest {nest.seed}, {nodes[-1]}: {other} by {name}",
                        )
            compute([step], arrays)
    assert len(seen) == 4, "each way to touch an array is there"
