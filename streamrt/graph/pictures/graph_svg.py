"""Graphs as pictures: boxes in layers, from the inputs at the top to the outputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from streamrt._core.planning.order import AFTER, RAW
from streamrt.graph.flow import End, Flow, FlowEdge, find_flow
from streamrt.graph.nodes import Node, Value, numbered
from streamrt.graph.pictures.canvas import LINE, MARGIN, Canvas, fit, width_of
from streamrt.graph.pictures.layered import place

__all__ = ["draw_graph", "label_of"]

SHOWN = 60  # the most nodes in a picture; then the first are shown
BOX = 44  # the height of a box with two lines
PITCH = 92  # the distance from layer to layer
TOP = 46  # the room for the title
WIDEST = 190  # the greatest width of a box


def draw_graph(
    nodes: Sequence[Node], values: Sequence[Value], outputs: Mapping[str, int], title: str = ""
) -> str:
    """Returns the graph as SVG text.

    Solid curves carry values, dotted ones say that memory is overwritten, dashed ones that
    `order` was called. Of a large graph the first nodes are shown.

    Args:
        nodes: the graph's.
        values: the graph's.
        outputs: the index of the value behind each output.
        title: stands above the picture; without one it says how much there is.
    """
    flow = _first(find_flow(nodes, values, outputs))
    labels = [label_of(end, nodes, values, outputs) for end in flow.ends]
    widths = [min(WIDEST, max(width_of(a, 14), width_of(b, 12)) + 22) for a, b in labels]
    number = {end: index for index, end in enumerate(flow.ends)}
    pairs = [(number[edge.source], number[edge.target]) for edge in flow.edges]
    layers = place(widths, pairs, [end.kind == "i" for end in flow.ends])
    title = title or f"{len(nodes)} nodes, {len(values)} values"
    footer = list(_footer(flow, len(nodes)))
    width = max(layers.width, *(width_of(line, 13) for line in (title, *footer)))
    left = MARGIN + (width - layers.width) / 2
    canvas = Canvas()
    canvas.text(MARGIN, MARGIN + 10, title, "name")
    for edge, way in zip(flow.edges, layers.ways, strict=True):
        ends = layers.layer[number[edge.source]], layers.layer[number[edge.target]]
        _draw_edge(canvas, edge, [left + x for x in way], *ends, values)
    for index, (end, label) in enumerate(zip(flow.ends, labels, strict=True)):
        x, y = left + layers.x[index], TOP + layers.layer[index] * PITCH
        _draw_box(canvas, x, y, widths[index], end, label)
    bottom = TOP + max(0, layers.count - 1) * PITCH + BOX
    for row, line in enumerate(footer):
        canvas.text(MARGIN, bottom + 28 + row * LINE, line, "note")
    height = bottom + MARGIN + (len(footer) * LINE + 8 if footer else 0)
    return canvas.svg(title, width + 2 * MARGIN, height)


def _draw_edge(
    canvas: Canvas,
    edge: FlowEdge,
    way: Sequence[float],
    first: int,
    last: int,
    values: Sequence[Value],
) -> None:
    """Draws an arrow from one box down to another, straight past the layers between."""
    step = 1 if last >= first else -1
    points: list[tuple[float, float]] = []
    for number, x in enumerate(way):
        top = TOP + (first + number * step) * PITCH
        points += [(x, side) for side in (top, top + BOX)[::step]]
    line = {AFTER: "edge after", RAW: "edge"}.get(edge.hazard, "edge over faint")
    head = "head" if edge.hazard in (AFTER, RAW) else "head faded"
    value = "" if edge.hazard == AFTER else f"{edge.hazard} {values[edge.value].name}"
    canvas.curve(points[1:-1], line, head, value or "an explicit order")


def _draw_box(
    canvas: Canvas, x: float, y: float, width: float, end: End, label: tuple[str, str]
) -> None:
    kind, radius = {"n": ("work", 5), "i": ("good", BOX / 2), "o": ("other", BOX / 2)}[end.kind]
    canvas.rect(x - width / 2, y, width, BOX, kind, ": ".join(label), radius)
    canvas.text(x, y + 18, fit(label[0], width - 14, 14), "name mid")
    canvas.text(x, y + 35, fit(label[1], width - 14, 12), "note mid")


def _first(flow: Flow) -> Flow:
    """Returns the part that fits in one picture: the first nodes and their neighbours."""
    left_out = {end for end in flow.ends if end.kind == "n" and end.number >= SHOWN}
    if not left_out:
        return flow
    shown = {End("n", index) for index in range(SHOWN)}
    edges = [e for e in flow.edges if shown & {*e[:2]} and not left_out & {*e[:2]}]
    shown |= {end for edge in edges for end in (edge.source, edge.target)}
    return Flow(tuple(end for end in flow.ends if end in shown), tuple(edges))


def _footer(flow: Flow, nodes: int) -> Iterator[str]:
    hazards = {edge.hazard for edge in flow.edges}
    if nodes > SHOWN:
        yield f"… and {nodes - SHOWN} more nodes"
    if hazards - {RAW, AFTER}:
        yield "dotted: overwrites what the other one reads or wrote"
    if AFTER in hazards:
        yield "dashed: an explicit order"


def label_of(
    end: End, nodes: Sequence[Node], values: Sequence[Value], outputs: Mapping[str, int]
) -> tuple[str, str]:
    """Returns the two lines of a box: the name of what it stands for, and its layout.

    In place of a layout, a loop has the names of the nodes that it runs.
    """
    if end.kind == "n":
        node = nodes[end.number]
        if node.loop is not None:
            inner = dict.fromkeys(each.name for each, _ in numbered([node])[1:])
            return f"{end.number} {node.name}", ", ".join(inner)
        written = [str(access.operand.layout) for access in node.accesses if access.writes]
        more = f" +{len(written) - 1}" if len(written) > 1 else ""
        return f"{end.number} {node.name}", f"{written[0]}{more}" if written else ""
    if end.kind == "i":
        return values[end.number].name, str(values[end.number].layout)
    name = list(outputs)[end.number]
    return name, str(values[outputs[name]].layout)
