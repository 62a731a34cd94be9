"""The order in which a graph's nodes are planned: the program's, unless explicit edges forbid it.

Program order says which of two conflicting nodes is first; explicit edges may contradict it
elsewhere. If both kinds of edges together form a cycle, the error names a short one.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from streamrt._core.planning.order import PlanNode, PlanValue, find_dependencies
from streamrt.errors import CaptureError
from streamrt.graph.nodes import Node

__all__ = ["find_order"]


def find_order(
    nodes: Sequence[Node], values: Sequence[PlanValue], plain: Sequence[PlanNode], what: str
) -> Sequence[int]:
    """Returns the nodes' indices, the lowest first wherever the edges leave a choice.

    Args:
        nodes: the graph's, in program order.
        values: the planner's.
        plain: the planner's nodes, without explicit edges.
        what: begins messages.

    Raises:
        CaptureError: the edges form a cycle.
    """
    if all(other < node.index for node in nodes for other in node.after):
        return range(len(nodes))
    before = [
        {*(dependency.node for dependency in found), *node.after}
        for node, found in zip(nodes, find_dependencies(values, plain), strict=True)
    ]
    missing = [len(found) for found in before]
    following: list[list[int]] = [[] for _ in nodes]
    for index, found in enumerate(before):
        for other in found:
            following[other].append(index)
    ready = [index for index, count in enumerate(missing) if not count]
    heapify(ready)
    order: list[int] = []
    while ready:
        index = heappop(ready)
        order.append(index)
        for other in following[index]:
            missing[other] -= 1
            if not missing[other]:
                heappush(ready, other)
    if len(order) < len(nodes):
        raise _cycle(nodes, before, missing, what)
    return order


def _cycle(
    nodes: Sequence[Node], before: Sequence[set[int]], missing: Sequence[int], what: str
) -> CaptureError:
    """Returns the error that names a cycle among the nodes that could not be ordered."""
    node = next(index for index, count in enumerate(missing) if count)
    way: list[int] = []
    while node not in way:  # each node that misses some follows one that does
        way.append(node)
        node = min(other for other in before[node] if missing[other])
    found = way[way.index(node) :]
    found = _shortcut(found[::-1], before)
    least = found.index(min(found))
    found = found[least:] + found[:least]
    names = " -> ".join(str(nodes[index]) for index in [*found, found[0]])
    return CaptureError(
        f"{what}: a cycle, {names}; if two nodes touch the same bytes and one writes, the one "
        "added first runs first: remove an edge that order() added against that",
        found[0],
    )


def _shortcut(cycle: list[int], before: Sequence[set[int]]) -> list[int]:
    """Returns a shortest cycle through the first backward edge of the given one."""
    count = len(cycle)
    at = next(i for i in range(count) if cycle[i] > cycle[(i + 1) % count])
    start, goal = cycle[at], cycle[(at + 1) % count]  # `goal` follows `start` by order()
    came_from = {start: start}  # from `start` back to `goal`, which it follows as well
    found = [start]
    for node in found:
        for other in sorted(before[node]):
            if other not in came_from:
                came_from[other] = node
                found.append(other)
        if goal in came_from:
            break
    way = [goal]
    while way[-1] != start:
        way.append(came_from[way[-1]])
    return way
