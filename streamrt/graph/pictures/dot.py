"""Graphs as Graphviz text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from streamrt._core.planning.order import AFTER, RAW
from streamrt.graph.flow import FlowEdge, find_flow
from streamrt.graph.nodes import Node, Value
from streamrt.graph.pictures.canvas import PALETTE
from streamrt.graph.pictures.graph_svg import label_of

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
        f'  node [shape=box, style="rounded,filled", {_fill("blue")}];',
    ]
    looks = {"n": "", "i": _fill("green"), "o": _fill("brown")}
    for end in flow.ends:
        look = looks[end.kind] and f", shape=ellipse, style=filled, {looks[end.kind]}"
        lines.append(f"  {end} [label={_quoted(label_of(end, nodes, values, outputs)[0])}{look}];")
    lines += [*(f"  {_edge(edge, values)}" for edge in flow.edges), "}"]
    return "\n".join(lines) + "\n"


def _fill(colour: str) -> str:
    """Returns the attributes of a box in a colour of the palette."""
    return f'fillcolor="{PALETTE[f"pale{colour}"][0]}", color="{PALETTE[colour][0]}"'


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
