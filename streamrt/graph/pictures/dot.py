"""Graphs as Graphviz text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from streamrt._core.planning.order import AFTER, RAW
from streamrt.graph.flow import End, FlowEdge, find_flow
from streamrt.graph.nodes import Node, Value

__all__ = ["dot"]


def dot(
    nodes: Sequence[Node], values: Sequence[Value], outputs: Mapping[str, int], title: str = ""
) -> str:
    """Returns the graph in the DOT language.

    Nodes are boxes, inputs and outputs ellipses. A solid edge carries a value; a dotted one says
    that memory is overwritten, a dashed one that `order` was called.

    Args:
        nodes: the graph's.
        values: the graph's.
        outputs: the index of the value of each output.
        title: stands above the picture.
    """
    flow = find_flow(nodes, values, outputs)
    lines = [
        "digraph {",
        f"  label={_quoted(title)}; labelloc=t; rankdir=TB;" if title else "  rankdir=TB;",
        '  node [shape=box, style="rounded,filled", fillcolor="#d9e8f6", color="#2b6ca3"];',
        *(f"  {line}" for line in _ends(flow.ends, nodes, values, outputs)),
        *(f"  {_edge(edge, values)}" for edge in flow.edges),
        "}",
    ]
    return "\n".join(lines) + "\n"


def _ends(
    ends: Sequence[End],
    nodes: Sequence[Node],
    values: Sequence[Value],
    outputs: Mapping[str, int],
) -> Iterator[str]:
    names = list(outputs)
    for end in ends:
        if end.kind == "n":
            yield f"{end} [label={_quoted(f'{end.number} {nodes[end.number].name}')}];"
            continue
        fill = 'fillcolor="#d8efe6", color="#1b7f5f"'
        name = values[end.number].name
        if end.kind == "o":
            fill, name = 'fillcolor="#efe6d2", color="#8f6d1c"', names[end.number]
        yield f"{end} [label={_quoted(name)}, shape=ellipse, style=filled, {fill}];"


def _edge(edge: FlowEdge, values: Sequence[Value]) -> str:
    ends = f"{edge.source} -> {edge.target}"
    if edge.hazard == AFTER:
        return f"{ends} [style=dashed];"
    value = values[edge.value]
    if edge.hazard == RAW:
        return f"{ends} [label={_quoted(f'{value.name}: {value.layout}')}];"
    return f"{ends} [label={_quoted(f'{edge.hazard} {value.name}')}, style=dotted];"


def _quoted(text: str) -> str:
    """Returns a string of the language, whose labels know backslashes and HTML's entities."""
    escaped = text.replace("\\", "\\\\").replace("&", "&amp;").replace('"', '\\"')
    escaped = escaped.replace("\n", "\\n")
    return '"' + "".join(c if c.isprintable() else "\ufffd" for c in escaped) + '"'
