"""Graphs as pictures: boxes in layers, from the inputs at the top to the outputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from streamrt._core.planning.order import AFTER, RAW
from streamrt.graph.flow import End, Flow, FlowEdge, find_flow
from streamrt.graph.nodes import Node, Value
from streamrt.graph.pictures.canvas import LINE, MARGIN, fit, head, page, rect, text, width_of
from streamrt.graph.pictures.layered import place

__all__ = ["draw_graph"]

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
    labels = [_label(end, nodes, values, outputs) for end in flow.ends]
    widths = [_width(*label) for label in labels]
    number = {end: index for index, end in enumerate(flow.ends)}
    pairs = [(number[edge.source], number[edge.target]) for edge in flow.edges]
    layers = place(widths, pairs, [end.kind == "i" for end in flow.ends])
    title = title or f"{len(nodes)} nodes, {len(values)} values"
    footer = list(_footer(flow, len(nodes)))
    width = max(layers.width, *(width_of(line, 13) for line in (title, *footer)))
    left = MARGIN + (width - layers.width) / 2
    bottom = TOP + max(1, layers.count) * PITCH - (PITCH - BOX)
    parts = [text(MARGIN, MARGIN + 10, title, "name")]
    for edge, (source, target), way in zip(flow.edges, pairs, layers.ways, strict=True):
        parts.append(_curve(edge, layers.layer[source], layers.layer[target], way, left, values))
    for index, (end, (first, second)) in enumerate(zip(flow.ends, labels, strict=True)):
        x, y = left + layers.x[index], TOP + layers.layer[index] * PITCH
        parts += _box(end, first, second, x, y, widths[index])
    for row, line in enumerate(footer):
        parts.append(text(MARGIN, bottom + 28 + row * LINE, line, "note"))
    height = bottom + MARGIN + (len(footer) * LINE + 8 if footer else 0)
    return page(title, width + 2 * MARGIN, height, parts)


def _first(flow: Flow) -> Flow:
    """Returns the part that fits in one picture: the first nodes and their neighbours."""
    nodes = sum(end.kind == "n" for end in flow.ends)
    if nodes <= SHOWN:
        return flow
    shown = {End("n", index) for index in range(SHOWN)}
    edges = [
        e
        for e in flow.edges
        if {e.source, e.target} & shown
        and all(end in shown or end.kind != "n" for end in (e.source, e.target))
    ]
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


# -- boxes ----------------------------------------------------------------------------------------


def _label(
    end: End, nodes: Sequence[Node], values: Sequence[Value], outputs: Mapping[str, int]
) -> tuple[str, str]:
    """Returns the two lines of a box."""
    if end.kind == "n":
        node = nodes[end.number]
        written = [str(access.operand.layout) for access in node.accesses if access.writes]
        more = f" +{len(written) - 1}" if len(written) > 1 else ""
        return f"{end.number} {node.name}", f"{written[0]}{more}" if written else ""
    if end.kind == "i":
        return values[end.number].name, str(values[end.number].layout)
    name = list(outputs)[end.number]
    return name, str(values[outputs[name]].layout)


def _width(first: str, second: str) -> float:
    return min(WIDEST, max(width_of(first, 14), width_of(second, 12)) + 22)


def _box(end: End, first: str, second: str, x: float, y: float, width: float) -> Iterator[str]:
    kind = {"n": "work", "i": "good", "o": "other"}[end.kind]
    radius = 5 if end.kind == "n" else BOX / 2
    whole = f"{first}: {second}"
    yield rect(x - width / 2, y, width, BOX, kind, radius, whole)
    room = width - 14
    yield text(x, y + 18, fit(first, room, 14), "name mid")
    yield text(x, y + 35, fit(second, room, 12), "note mid")


# -- curves ---------------------------------------------------------------------------------------


def _curve(
    edge: FlowEdge,
    source: int,
    target: int,
    way: Sequence[float],
    left: float,
    values: Sequence[Value],
) -> str:
    """Returns a curve from one box down to another, straight past the layers between."""
    step = 1 if target >= source else -1
    line = {AFTER: "edge after", RAW: "edge"}.get(edge.hazard, "edge over")
    kind = "head" if edge.hazard in (AFTER, RAW) else "head overhead"
    points: list[tuple[float, float]] = []
    for number, x in enumerate(way):
        top = TOP + (source + number * step) * PITCH
        sides = (top, top + BOX) if step > 0 else (top + BOX, top)
        points += [(left + x, side) for side in sides]
    points = points[1:-1]
    tip_x, tip_y = points[-1]
    path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for number, ((x, y), (to_x, to_y)) in enumerate(pairwise(points)):
        if number % 2:
            path += f"V{to_y:.1f}"
            continue
        is_last = number == len(points) - 2
        to_y -= 6 * step if is_last else 0
        bend = (to_y - y) / 2
        path += f"C{x:.1f} {y + bend:.1f} {to_x:.1f} {to_y - bend:.1f} {to_x:.1f} {to_y:.1f}"
    hint = (
        "an explicit order" if edge.hazard == AFTER else f"{edge.hazard} {values[edge.value].name}"
    )
    title = f"<title>{hint}</title>"
    return f'<path class="{line}" d="{path}">{title}</path>' + head(
        tip_x, tip_y, down=step, right=0, kind=kind
    )
