"""Pictures of random graphs and plans, read back: what they show is true and can be seen."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from graph.drawn_pictures import (
    Picture,
    add,
    assert_apart,
    graph_picture,
    plan_of,
    plan_picture,
    random_graph,
    relu,
)
from shared.processes import python

from streamrt._compile.implementations import Python
from streamrt._compile.kernel import Kernel
from streamrt._core.planning.plan import NodeUse, PlanNode, PlanValue, make_plan
from streamrt.graph.flow import find_flow
from streamrt.graph.graph import Graph
from streamrt.graph.pictures.canvas import STYLE
from streamrt.graph.pictures.dot import dot
from streamrt.graph.pictures.graph_svg import draw_graph
from streamrt.graph.pictures.plan_svg import draw_plan

TESTS = Path(__file__).resolve().parents[1]
sys.path.append(str(TESTS.parent))
from benchmarks import picture as ratios  # noqa: E402

HOSTILE = '</text><b a="x">&amp;\'\\n]]>'
hostile = Kernel(HOSTILE, "x: f32[...], out y: f32[...]", cpu=Python(lambda x, y: None))
SEEDS = range(10)


# -- graphs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_every_node_input_and_output_has_a_box_of_its_own(seed: int) -> None:
    random = Random(seed)
    graph = random_graph(random, random.randint(0, 60))
    picture = Picture(graph_picture(graph))
    picture.check()
    boxes = [*picture.of("work"), *picture.of("good"), *picture.of("other")]
    assert_apart(boxes)
    expected = [f"{node.index} {node.name}" for node in graph.nodes]
    expected += [*graph.inputs, *graph.outputs]
    assert Counter(area.words.partition(":")[0] for area in boxes) == Counter(expected)
    assert not Counter(expected) - Counter(picture.words)


@pytest.mark.parametrize("seed", SEEDS)
def test_values_flow_from_the_last_writer_of_a_byte_to_its_readers(seed: int) -> None:
    """Byte by byte, without spans."""
    graph = random_graph(Random(seed), 40)
    expected: set[tuple[str, str, int]] = set()
    wrote = {
        (index, byte): f"i{index}"
        for index in graph.inputs.values()
        for byte in range(graph.values[index].nbytes)
    }
    for node in graph.nodes:
        for access in node.accesses:
            o = access.operand
            if access.reads:
                sources = {wrote.get((o.value, byte)) for byte in range(o.start, o.stop)} - {None}
                expected |= {(str(source), f"n{node.index}", o.value) for source in sources}
        for access in node.accesses:
            o = access.operand
            if access.writes:
                wrote |= dict.fromkeys(
                    ((o.value, b) for b in range(o.start, o.stop)), f"n{node.index}"
                )
    for number, index in enumerate(graph.outputs.values()):
        sources = {wrote.get((index, b)) for b in range(graph.values[index].nbytes)} - {None}
        expected |= {(str(source), f"o{number}", index) for source in sources}
    flow = find_flow(graph.nodes, graph.values, graph.outputs)
    found = {(str(e.source), str(e.target), e.value) for e in flow.edges if e.hazard == "RAW"}
    assert found == expected


def test_a_large_graph_shows_its_first_nodes_and_says_how_many_more() -> None:
    graph = random_graph(Random(5), 300)
    picture = Picture(graph_picture(graph))
    picture.check()
    assert len(picture.of("work")) == 60
    assert "… and 240 more nodes" in picture.words


def test_explicit_edges_are_dashed_even_where_they_close_a_cycle() -> None:
    graph = Graph()
    x = graph.input("x", (4,), "f4")
    first = graph.add(relu, x, graph.empty((4,), "f4"))
    second = graph.add(relu, x, graph.empty((4,), "f4"))
    graph.order(first, second)
    graph.order(second, first)
    svg = graph_picture(graph)
    Picture(svg).check()
    assert svg.count('class="edge after"') == 2
    assert re.findall(r"(n\d -> n\d) \[style=dashed\]", graph.to_dot()) == ["n1 -> n0", "n0 -> n1"]


def test_an_empty_graph_has_pictures() -> None:
    graph = Graph()
    Picture(graph_picture(graph)).check()
    schedule, costs = plan_of(graph, Random(0), 2)
    Picture(plan_picture(graph, schedule, costs)).check()


# -- Graphviz text --------------------------------------------------------------------------------


def read_dot(text: str) -> tuple[dict[str, str], list[tuple[str, str, str]]]:
    """Names with labels and edges with labels, as the language reads them."""
    string = r'"((?:[^"\\]|\\.)*)"'
    head, *lines, end = text.splitlines()
    assert (head, end) == ("digraph {", "}")
    names: dict[str, str] = {}
    edges: list[tuple[str, str, str]] = []
    for line in lines:
        assert line.endswith(";")
        label = re.search(rf"label={string}", line)
        words = label[1] if label else ""
        words = re.sub(r"\\(.)", r"\1", words).replace("&amp;", "&")
        if edge := re.fullmatch(
            rf"  (\w+) -> (\w+) \[(?:[a-z]+=(?:{string}|\w+)(?:, )?)+\];", line
        ):
            edges.append((edge[1], edge[2], words))
        elif end_ := re.match(r"  ([ino]\d+) \[label=", line):
            names[end_[1]] = words
    return names, edges


@pytest.mark.parametrize("seed", SEEDS)
def test_graphviz_text_has_all_ends_and_edges(seed: int) -> None:
    graph = random_graph(Random(seed), 30)
    names, edges = read_dot(dot(graph.nodes, graph.values, graph.outputs))
    flow = find_flow(graph.nodes, graph.values, graph.outputs)
    assert list(names) == [str(end) for end in flow.ends]
    assert [edge[:2] for edge in edges] == [(str(e.source), str(e.target)) for e in flow.edges]
    for edge, (_, _, label) in zip(flow.edges, edges, strict=True):
        value = graph.values[edge.value]
        carried = f"{value.name}: {value.layout}" if edge.hazard == "RAW" else ""
        assert label == (carried or ("" if edge.value < 0 else f"{edge.hazard} {value.name}"))


# -- plans ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("streams", [1, 2, 4])
def test_a_plan_shows_bars_and_temporaries_that_do_not_overlap(seed: int, streams: int) -> None:
    random = Random(seed)
    graph = random_graph(random, random.randint(1, 55))
    schedule, costs = plan_of(graph, random, streams)
    svg = plan_picture(graph, schedule, costs)
    picture = Picture(svg)
    picture.check()
    bars, tenants = picture.of("work"), picture.of("good")
    assert_apart(bars)
    assert_apart(tenants)
    assert_apart([*bars, *picture.of("ground")])
    shown = Counter(bar.words.partition(":")[0] for bar in bars)
    assert shown == Counter(f"{node.index} {node.name}" for node in graph.nodes)
    placed = [i for i, offset in enumerate(schedule.offsets) if offset is not None]
    found = Counter(tenant.words.partition(":")[0] for tenant in tenants)
    assert found == Counter(graph.values[i].name for i in placed)
    assert svg.count('<path class="edge" d="M') >= sum(map(len, schedule.waits))


@pytest.mark.parametrize("seed", SEEDS)
def test_temporaries_lie_where_the_plan_says(seed: int) -> None:
    random = Random(seed)
    graph = random_graph(random, 30)
    schedule, costs = plan_of(graph, random, 2)
    tenants = Picture(plan_picture(graph, schedule, costs)).of("good")
    names = {value.name: index for index, value in enumerate(graph.values)}
    if not tenants:
        pytest.skip("the graph has no temporaries")
    bottom = max(t.bottom for t in tenants)
    ends = {index: t for t in tenants if (index := names[t.words.partition(":")[0]]) >= 0}
    scale = max((t.bottom - t.top) / graph.values[i].nbytes for i, t in ends.items())
    for index, tenant in ends.items():
        offset = schedule.offsets[index]
        assert offset is not None
        assert tenant.bottom == pytest.approx(bottom - offset * scale, abs=1.5)


def test_a_large_plan_shows_its_first_nodes_and_says_so() -> None:
    graph = random_graph(Random(6), 300)
    schedule, costs = plan_of(graph, Random(6), 3)
    picture = Picture(plan_picture(graph, schedule, costs))
    picture.check()
    assert len(picture.of("work")) == 60
    assert any("the first 60 of 300 nodes" in words for words in picture.words)


def test_waits_are_labelled_and_the_title_has_the_figures() -> None:
    graph = Graph()
    x = graph.input("x", (64,), "f4")
    t = [graph.empty((64,), "f4", name=f"t{n}") for n in range(5)]
    graph.add(relu, x, t[0])
    graph.add(relu, t[0], t[1])
    graph.add(relu, t[0], t[2])
    graph.add(add, t[1], t[2], t[3])
    values = [PlanValue(value.nbytes, value.role == "temporary") for value in graph.values]
    commands = [
        PlanNode([NodeUse(a.operand.value, 0, 256, a.reads, a.writes) for a in node.accesses], 5000)
        for node in graph.nodes
    ]
    schedule = make_plan(values, commands, 2)
    picture = Picture(plan_picture(graph, schedule, [5000] * 4))
    assert [words for words in picture.words if words.startswith("RAW")] == ["RAW t0", "RAW t1"]
    title = "cpu:0: 2 streams, critical-path, arena 768 B, 1.00x of the bound 768 B, about 16 µs"
    assert picture.words[0] == title
    assert "= the bound" in picture.words


# -- both -----------------------------------------------------------------------------------------


def test_hostile_names_are_words_and_nothing_else() -> None:
    graph = Graph()
    x = graph.input("x", (4,), "f4")
    graph.add(hostile, x, graph.empty((4,), "f4"))
    title = f"{HOSTILE}\x00\n"
    schedule, costs = plan_of(graph, Random(0), 1)
    for svg in (
        draw_graph(graph.nodes, graph.values, graph.outputs, title),
        draw_plan(schedule, graph.nodes, graph.values, costs, title),
    ):
        picture = Picture(svg)
        picture.check()
        tags = {e.tag.partition("}")[2] for e in picture.root.iter()}
        assert tags <= {"svg", "title", "style", "rect", "path", "text"}
        assert any(area.words.startswith(f"0 {HOSTILE}: ") for area in picture.of("work"))
        assert picture.words[0].startswith(f"{HOSTILE}\ufffd\ufffd")
    names, _ = read_dot(dot(graph.nodes, graph.values, graph.outputs, title))
    assert names["n0"] == f"0 {HOSTILE}"


def test_no_text_is_smaller_than_eleven_pixels() -> None:
    sizes = [
        int(size)
        for size in re.findall(r"(\d+)px (?:system|})|font-size: (\d+)px", STYLE)
        for size in size
        if size
    ]
    assert len(sizes) >= 2
    assert min(sizes) >= 11


def test_pictures_are_the_same_in_every_process() -> None:
    program = (
        "from random import Random\n"
        "from graph.drawn_pictures import graph_picture, plan_of, plan_picture, random_graph\n"
        "graph = random_graph(Random(3), 40)\n"
        "print(graph_picture(graph), graph.to_dot())\n"
        "print(plan_picture(graph, *plan_of(graph, Random(3), 3)))\n"
    )
    found = [
        python(
            "-c",
            program,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": f"{TESTS.parent}:{TESTS}"},
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert found[0].count("</svg>") == 2
    assert found[0] == found[1]


# -- the benchmark's ratios -----------------------------------------------------------------------


def test_each_ratio_stands_at_its_place_on_a_logarithmic_axis() -> None:
    lines = [
        ratios.Drawn("round trip", {"streamrt": 0.002, "executor": 1.0, "jax": 0.2}, 0.02),
        ratios.Drawn(HOSTILE, {"streamrt": 20.0, "executor": 1.0}, None),
    ]
    picture = Picture(ratios.svg(lines))
    picture.check()
    assert {"round trip", HOSTILE, "0.001", "0.01", "0.1", "1", "10", "100"} <= set(picture.words)
    circles = picture.root.iter("{http://www.w3.org/2000/svg}circle")
    places = {
        "".join(c.itertext()): (float(c.attrib["cx"]), float(c.attrib["cy"])) for c in circles
    }
    ((target, _),) = [(r.left + 1, r.top) for r in picture.of("streamrt") if r.words]
    x = {hint: place[0] for hint, place in places.items()}
    decade = (x["jax: 0.2"] - x["streamrt: 0.002"]) / 2
    assert 10 < decade == pytest.approx(target - x["streamrt: 0.002"], abs=0.2)
    assert x["streamrt: 20"] - x["jax: 0.2"] == pytest.approx(2 * decade, abs=0.2)
    assert places["jax: 0.2"][1] < places["streamrt: 20"][1]
