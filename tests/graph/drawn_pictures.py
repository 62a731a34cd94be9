"""Random graphs and plans, the pictures that they draw, and a reader of such pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random
from xml.etree import ElementTree

from streamrt._compile.implementations import Python
from streamrt._compile.kernel import Kernel
from streamrt._core.planning.plan import NodeUse, PlanNode, PlanValue, Schedule, make_plan
from streamrt.graph.graph import Graph
from streamrt.graph.nodes import Node
from streamrt.graph.pictures.canvas import width_of
from streamrt.graph.pictures.graph_svg import draw_graph
from streamrt.graph.pictures.plan_svg import draw_plan

relu = Kernel("relu", "x: f32[...], out y: f32[...]", cpu=Python(lambda x, y: None))
add = Kernel("add", "x: f32[...], y: f32[...], out z: f32[...]", cpu=Python(lambda x, y, z: None))
bump = Kernel("bump", "inout x: f32[...]", cpu=Python(lambda x: None))


def random_graph(random: Random, count: int) -> Graph:
    """Kernels, copies and fills on whole values and parts, with a few explicit edges."""
    graph = Graph()
    made = [graph.input(f"x{n}", (random.choice((16, 32)), 8), "f4") for n in range(3)]
    nodes: list[Node] = []
    for _ in range(count):
        first, second = random.choice(made[-6:]), random.choice(made)
        half = first[:8] if random.random() < 0.3 else first
        kind = random.choice(("relu", "relu", "add", "add", "bump", "copy", "fill"))
        if kind == "fill":
            nodes.append(graph.fill(half, 0.0))
            continue
        if kind == "bump":
            nodes.append(graph.add(bump, half))
            continue
        fresh = graph.empty(half.shape, "f4")
        if kind == "copy":
            nodes.append(graph.copy(fresh, half))
        elif kind == "add" and second.shape == half.shape:
            nodes.append(graph.add(add, half, second, fresh))
        else:
            nodes.append(graph.add(relu, half, fresh))
        made.append(fresh)
        if len(nodes) > 3 and random.random() < 0.1:
            graph.order(random.choice(nodes[:-1]), nodes[-1])
    if made[-1].value >= 3:
        graph.output("result", made[-1])
    return graph


def plan_of(graph: Graph, random: Random, streams: int) -> tuple[Schedule, list[int]]:
    """A plan with costs from nothing to much, of all temporaries."""
    values = [PlanValue(value.nbytes, value.role == "temporary") for value in graph.values]
    costs = [random.choice((0, 300, 4000, 50_000)) for _ in graph.nodes]
    commands: list[PlanNode] = []
    for node, cost in zip(graph.nodes, costs, strict=True):
        uses = [
            NodeUse(a.operand.value, a.operand.start, a.operand.stop, a.reads, a.writes)
            for a in node.accesses
        ]
        pairs = [(0, len(uses) - 1)] if node.name in ("relu", "add") else []
        commands.append(PlanNode(uses, cost, node.after, pairs))
    return make_plan(values, commands, streams), costs


def graph_picture(graph: Graph) -> str:
    return draw_graph(graph.nodes, graph.values, graph.outputs)


def plan_picture(graph: Graph, schedule: Schedule, costs: list[int], title: str = "cpu:0") -> str:
    return draw_plan(schedule, graph.nodes, graph.values, costs, title=title)


# -- reading a picture ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Area:
    left: float
    top: float
    right: float
    bottom: float
    kind: str
    words: str

    def meets(self, other: Area) -> bool:
        """Whether they overlap by more than rounding."""
        slack = 0.3
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > slack and down > slack


class Picture:
    """The parts of an SVG text."""

    def __init__(self, svg: str) -> None:
        self.root = ElementTree.fromstring(svg)
        _, _, self.width, self.height = map(float, self.root.attrib["viewBox"].split())
        self.rects = [self._rect(e) for e in self._all("rect")]
        self.texts = [self._text(e) for e in self._all("text")]
        self.words = [area.words for area in self.texts]

    def _all(self, tag: str) -> list[ElementTree.Element]:
        return self.root.findall(f".//{{http://www.w3.org/2000/svg}}{tag}")

    def _rect(self, e: ElementTree.Element) -> Area:
        x, y, w, h = (float(e.attrib[name]) for name in ("x", "y", "width", "height"))
        return Area(x, y, x + w, y + h, e.attrib["class"], "".join(e.itertext()))

    def _text(self, e: ElementTree.Element) -> Area:
        x, y, kind = float(e.attrib["x"]), float(e.attrib["y"]), e.attrib["class"]
        size = 12 if "note" in kind else 13
        width = width_of(e.text or "", size)
        kinds = kind.split()
        left = x - (width / 2 if "mid" in kinds else width if "end" in kinds else 0)
        return Area(left, y - size + 3, left + width, y + 3, kind, e.text or "")

    def of(self, kind: str) -> list[Area]:
        return [area for area in self.rects if area.kind == kind]

    def points(self) -> Iterator[tuple[float, float]]:
        """All points of all paths, of their controls too."""
        for path in self._all("path"):
            at = (0.0, 0.0)
            for letter, numbers in re.findall(r"([A-Za-z])([^A-Za-z]*)", path.attrib["d"]):
                found = [float(n) for n in numbers.split()]
                if letter in "MLC":
                    for at in zip(found[::2], found[1::2], strict=True):
                        yield at
                elif letter in "HV":
                    at = (found[0], at[1]) if letter == "H" else (at[0], found[0])
                    yield at
                else:
                    assert letter == "Z", f"a command the test cannot read: {letter}"

    def check(self) -> None:
        """Nothing is cut off, and no words stand on others."""
        for area in (*self.rects, *self.texts):
            assert 0 <= area.left <= area.right <= self.width, area
            assert 0 <= area.top <= area.bottom <= self.height, area
        for x, y in self.points():
            assert 0 <= x <= self.width
            assert 0 <= y <= self.height
        assert_apart(self.texts)


def assert_apart(areas: list[Area]) -> None:
    for one, other in combinations(areas, 2):
        assert not one.meets(other), (one, other)
