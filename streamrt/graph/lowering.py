"""A graph as the planner takes it: byte intervals, costs, edges and in-place pairs.

1. Nodes come in an order that respects conflicts and explicit edges (ordering.py).
2. A node's cost is an estimate from the bytes of its operands alone, by how many bytes one thread
   of today's machines moves. It serves to compare nodes, not to predict a time: it is too low for
   a kernel whose work grows faster than its operands, such as a matrix product.
3. An output may take over an input's memory if the kernel says that it goes from element to
   element (`Kernel.elementwise`) and writes only that output. Both operands are whole
   temporaries, dense, with elements of one size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from streamrt._core.planning.order import NodeUse, PlanNode, PlanValue
from streamrt.graph.forms import Form, Forms
from streamrt.graph.nodes import Node, Operand, Value
from streamrt.graph.ordering import find_order

__all__ = ["Lowered", "lower"]


@dataclass(frozen=True, slots=True)
class Lowered:
    """A graph as the planner takes it.

    Attributes:
        values: the planner's, one for each of the graph's.
        sources: the graph's nodes, in the order in which they are planned.
        nodes: the planner's, one for each of them.
        forms: the form of each of them.
    """

    values: list[PlanValue]
    sources: tuple[Node, ...]
    nodes: list[PlanNode]
    forms: list[Form]


def lower(nodes: Sequence[Node], values: Sequence[Value], what: str) -> Lowered:
    """Returns the graph as the planner takes it; `what` begins messages.

    Raises:
        CaptureError: the edges form a cycle.
    """
    sizes = [PlanValue(value.nbytes, value.role == "temporary") for value in values]
    lows = [value.low for value in values]
    known = Forms()
    forms: list[Form] = []
    plain: list[PlanNode] = []
    for node in nodes:
        form = known.of(node)
        uses = _uses(node.operands, form, lows)
        forms.append(form)
        plain.append(PlanNode(uses, form.cost, (), _in_place(uses, form, sizes)))
    order = find_order(nodes, sizes, plain, what)
    position_of = {index: position for position, index in enumerate(order)}
    lowered = [
        plain[index]._replace(after=tuple(position_of[other] for other in nodes[index].after))
        if nodes[index].after
        else plain[index]
        for index in order
    ]
    sources = tuple(nodes[index] for index in order)
    return Lowered(sizes, sources, lowered, [forms[index] for index in order])


def _uses(operands: Sequence[Operand], form: Form, lows: Sequence[int]) -> list[NodeUse]:
    uses: list[NodeUse] = []
    for operand, (low, high), (reads, writes) in zip(operands, form.spans, form.modes, strict=True):
        if low < high:
            first = operand.offset - lows[operand.value]
            uses.append(NodeUse(operand.value, first + low, first + high, reads, writes))
        else:  # an empty part may lie anywhere
            uses.append(NodeUse(operand.value, 0, 0, reads, writes))
    return uses


def _in_place(
    uses: Sequence[NodeUse], form: Form, values: Sequence[PlanValue]
) -> Sequence[tuple[int, int]]:
    """Returns those pairs of the form in which both are whole temporaries here."""
    if not form.in_place or not _is_temporary(uses[form.in_place[0][1]], values):
        return ()
    return [pair for pair in form.in_place if _is_temporary(uses[pair[0]], values)]


def _is_temporary(use: NodeUse, values: Sequence[PlanValue]) -> bool:
    value = values[use.value]
    return value.is_temporary and use.stop - use.start == value.nbytes
