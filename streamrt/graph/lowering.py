"""From a graph to what the planner takes: byte intervals, costs, edges and in-place pairs.

1. Program order says which of two conflicting nodes is first. Explicit edges may contradict it
   elsewhere: then the nodes are put into the order nearest to it that respects both kinds.
2. A node's cost is an estimate from the bytes of its operands alone, at about what one thread of
   today's machines moves. It serves to compare nodes, not to predict a time: of a kernel whose
   work grows faster than its operands, such as a matrix product, it is too low.
3. An output may take over an input's memory where the kernel goes from element to element. A
   signature comes close to saying so: its only arrays are `[...]`, one of them is written, and it
   may be split anywhere. Both operands are whole values, dense, with equal elements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from streamrt._compile.kernel import Kernel
from streamrt._compile.layout import Layout, bounds
from streamrt._compile.signature import ELLIPSIS
from streamrt._core.order import Node as PlanNode
from streamrt._core.order import Use, find_dependencies
from streamrt._core.order import Value as PlanValue
from streamrt.errors import CaptureError
from streamrt.graph.nodes import Node, Operand, Value

__all__ = ["Lowered", "Shape", "Shapes", "lower", "lower_values"]

# The estimate: a launch without bytes, and what is moved meanwhile.
LAUNCH_NS = 50
BYTES_PER_NS = 8


@dataclass(frozen=True, slots=True)
class Shape:
    """What the planner needs of a layout.

    Attributes:
        layout: one for all that are equal.
        low: the offset of its lowest byte from the first element.
        high: the offset past its highest.
    """

    layout: Layout
    low: int
    high: int


class Shapes:
    """Layouts, equal ones as one object: each view that a graph takes has a layout of its own."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Shape] = {}
        self._of: dict[Layout, Shape] = {}

    def of(self, layout: Layout) -> Shape:
        """The one shape of all equal layouts."""
        found = self._of.get(layout)
        if found is None:
            key = (layout.device, layout.dtype, layout.shape, layout.strides)
            found = self._known.get(key)
            if found is None:
                found = self._known[key] = Shape(layout, *bounds(layout))
            self._of[layout] = found
        return found


@dataclass(frozen=True, slots=True)
class Lowered:
    """A graph as the planner takes it.

    Attributes:
        sources: the graph's nodes, in the order in which they are planned.
        nodes: the planner's, one for each of them.
    """

    sources: tuple[Node, ...]
    nodes: list[PlanNode]


def lower_values(values: Sequence[Value]) -> list[PlanValue]:
    """The planner's values, one for each of the graph's."""
    return [PlanValue(value.nbytes, value.role == "temporary") for value in values]


def lower(nodes: Sequence[Node], values: Sequence[Value], shapes: Shapes) -> Lowered:
    """The planner's nodes, in an order that respects conflicts and explicit edges.

    Raises:
        CaptureError: the edges form a cycle.
    """
    plain = [_lower_node(node, values, shapes) for node in nodes]
    order = _find_order(nodes, lower_values(values), plain)
    position_of = {index: position for position, index in enumerate(order)}
    lowered = [
        plain[index]._replace(after=tuple(position_of[other] for other in nodes[index].after))
        if nodes[index].after
        else plain[index]
        for index in order
    ]
    return Lowered(tuple(nodes[index] for index in order), lowered)


def _lower_node(node: Node, values: Sequence[Value], shapes: Shapes) -> PlanNode:
    """The node without its explicit edges."""
    uses: list[Use] = []
    moved = 0
    for operand, reads, writes in _accesses(node):
        shape = shapes.of(operand.layout)
        moved += shape.layout.nbytes
        if shape.low < shape.high:
            first = operand.offset - values[operand.value].low
            use = Use(operand.value, first + shape.low, first + shape.high, reads, writes)
        else:
            use = Use(operand.value, 0, 0, reads, writes)  # an empty part may lie anywhere
        uses.append(use)
    return PlanNode(uses, LAUNCH_NS + moved // BYTES_PER_NS, (), _in_place(node, values))


def _accesses(node: Node) -> list[tuple[Operand, bool, bool]]:
    return [(a.operand, a.reads, a.writes) for a in node.accesses]


def _in_place(node: Node, values: Sequence[Value]) -> Sequence[tuple[int, int]]:
    """Pairs of an input and an output, by their places among the operands."""
    kernel = node.kernel
    if kernel is None or not _is_elementwise(kernel):
        return ()
    modes = [p.mode for p in kernel.signature.arrays]
    target = modes.index("out")
    output = node.operands[target]
    whole = values[output.value]
    pairs: list[tuple[int, int]] = []
    for index, operand in enumerate(node.operands):
        source = values[operand.value]
        if (
            modes[index] == "in"
            and source.role == whole.role == "temporary"
            and operand.layout.itemsize == output.layout.itemsize
            and operand.layout.contiguous
            and output.layout.contiguous
            and operand.layout.nbytes == source.nbytes
            and output.layout.nbytes == whole.nbytes
        ):
            pairs.append((index, target))
    return pairs


def _is_elementwise(kernel: Kernel) -> bool:
    arrays = kernel.signature.arrays
    return (
        kernel.split == ELLIPSIS
        and all(p.ellipsis for p in arrays)
        and [p.mode for p in arrays if p.writes] == ["out"]
    )


# -- order ----------------------------------------------------------------------------------------


def _find_order(
    nodes: Sequence[Node], values: Sequence[PlanValue], plain: Sequence[PlanNode]
) -> Sequence[int]:
    """The nodes' indices, the lowest first wherever the edges leave a choice."""
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
        raise _cycle(nodes, before, missing)
    return order


def _cycle(
    nodes: Sequence[Node], before: Sequence[set[int]], missing: Sequence[int]
) -> CaptureError:
    """The error that names a cycle among the nodes that still miss some."""
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
        f"plan: a cycle, {names}; of nodes that touch the same bytes, one writing, the one added "
        "first runs first, so remove an edge that order() added against that",
        found[0],
    )


def _shortcut(cycle: list[int], before: Sequence[set[int]]) -> list[int]:
    """A shortest cycle through the first backward edge of one."""
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
