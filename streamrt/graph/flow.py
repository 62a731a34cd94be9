"""The edges of a graph as its pictures show them: which node gets a value from which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from streamrt._core.planning.order import (
    AFTER,
    NO_VALUE,
    RAW,
    NodeUse,
    PlanNode,
    PlanValue,
    find_dependencies,
)
from streamrt.graph.nodes import Node, Value

__all__ = ["End", "Flow", "FlowEdge", "find_flow"]


class End(NamedTuple):
    """One end of an edge: a node, an input or an output.

    Attributes:
        kind: one letter: `n`, `i` or `o`.
        number: the index of the node, of the input's value, or of the output among the outputs.
    """

    kind: str
    number: int

    def __str__(self) -> str:
        return f"{self.kind}{self.number}"


class FlowEdge(NamedTuple):
    """One end comes before another.

    Attributes:
        source: the first.
        target: the second.
        hazard: RAW if the value goes from one to the other; WAR or WAW if the second overwrites
            it; `after` if only `order` says so.
        value: the value's index; NO_VALUE for `after`.
    """

    source: End
    target: End
    hazard: str
    value: int


@dataclass(frozen=True, slots=True)
class Flow:
    """A graph's ends and edges, in an order that depends on the graph alone.

    Attributes:
        ends: inputs, nodes, outputs.
        edges: the edges, sorted by target.
    """

    ends: tuple[End, ...]
    edges: tuple[FlowEdge, ...]


def find_flow(nodes: Sequence[Node], values: Sequence[Value], outputs: Mapping[str, int]) -> Flow:
    """Finds the ends and edges of a graph.

    Args:
        nodes: the graph's, each with its own index.
        values: the graph's.
        outputs: the index of the value of each output.
    """
    inputs = [End("i", i) for i, value in enumerate(values) if value.role == "input"]
    commands = [End("n", i) for i in range(len(nodes))]
    results = [End("o", i) for i in range(len(outputs))]
    ends = (*inputs, *commands, *results)
    rank = {end: position for position, end in enumerate(ends)}
    edges = [
        edge
        for index, uses in _uses(nodes, values, outputs).items()
        for edge in _edges(index, values[index], uses)
    ]
    joined = {(edge.source, edge.target) for edge in edges}
    for index, node in enumerate(nodes):
        for other in node.after:
            edge = FlowEdge(End("n", other), End("n", index), AFTER, NO_VALUE)
            if (edge.source, edge.target) not in joined:
                edges.append(edge)
    edges.sort(key=lambda e: (rank[e.target], rank[e.source], e.value))
    return Flow(ends, tuple(edges))


def _uses(
    nodes: Sequence[Node], values: Sequence[Value], outputs: Mapping[str, int]
) -> dict[int, dict[End, list[NodeUse]]]:
    """Returns the users of each value. An input writes all of it first, an output reads it last."""
    found: dict[int, dict[End, list[NodeUse]]] = {}

    def note(end: End, index: int, start: int, stop: int, *, reads: bool, writes: bool) -> None:
        use = NodeUse(0, start, stop, reads, writes)
        found.setdefault(index, {}).setdefault(end, []).append(use)

    for index, value in enumerate(values):
        if value.role == "input":
            note(End("i", index), index, 0, value.nbytes, reads=False, writes=True)
    for index, node in enumerate(nodes):
        for access in node.accesses:
            operand = access.operand
            low = values[operand.value].low
            start, stop = operand.start - low, operand.stop - low
            end = End("n", index)
            note(end, operand.value, start, stop, reads=access.reads, writes=access.writes)
    for number, index in enumerate(outputs.values()):
        note(End("o", number), index, 0, values[index].nbytes, reads=True, writes=False)
    return found


def _edges(index: int, value: Value, uses: Mapping[End, list[NodeUse]]) -> Iterator[FlowEdge]:
    ends = list(uses)
    commands = [PlanNode(part, 0) for part in uses.values()]
    found = find_dependencies([PlanValue(value.nbytes, False)], commands)
    for end, dependencies in zip(ends, found, strict=True):
        for before in dependencies:
            source = ends[before.node]
            # An input is not ordered before a node that overwrites it.
            if before.hazard == RAW or source.kind == "n":
                yield FlowEdge(source, end, before.hazard, index)
