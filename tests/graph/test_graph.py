"""Graphs built by hand: what they hold, how they read as text, when a capture lets them change."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from graph.drawn_graphs import Machine, join, most, small, turn, twice

from streamrt._compile.signatures.layout import Layout
from streamrt.errors import ArgumentError, StateError
from streamrt.graph.graph import Graph
from streamrt.graph.nodes import Operand, Value

F4 = np.dtype("f4")


# -- text -----------------------------------------------------------------------------------------


def test_a_graph_reads_as_its_values_and_one_assignment_for_each_node() -> None:
    graph = Graph()
    x = graph.input("x", (2, 4))
    state = graph._new_value("input", Layout(None, F4, (8,)), "state", bound=object())
    h, y = graph.empty((2, 4)), graph.empty((2, 4), name="sum")
    graph.add(twice, x, h)
    first = graph.add(join, x, y=h, z=y)
    graph.add(turn, y.reshape(8)[::-1], state, k=np.int32(3))
    graph.copy(h[0, 1:3], y[1, ::2])
    last = graph.fill(state[:2], -1.5)
    graph.order(last, first)
    graph.output("y", y)
    graph.output("last_x", x)
    assert str(graph) == "\n".join(
        [
            "graph: 5 nodes",
            "input x: float32[2, 4]",
            "input state: float32[8], bound",
            "temporary t0: float32[2, 4]",
            "output y: float32[2, 4]",
            "output last_x: the input x",
            "0: t0 = twice(x)",
            "1: y = join(x, t0) after 4",
            "2: state = turn(y[float32[8] at 28 by (-4,)], state, k=3)",
            "3: t0[float32[2] at 4] = copy(y[float32[2] at 16 by (8,)])",
            "4: state[float32[2] at 0] = fill(-1.5)",
        ]
    )


def test_a_graph_without_anything_has_a_text() -> None:
    assert str(Graph()) == "graph: 0 nodes"


def test_a_graph_draws_itself() -> None:
    graph, x, t = small()
    graph.add(twice, x, t)
    graph.output("y", t)
    for text in (graph.to_dot(), " ".join(ElementTree.fromstring(graph.to_svg()).itertext())):
        assert {"x", "y", "twice"} <= set(re.findall(r"\w+", text))


# -- values ---------------------------------------------------------------------------------------


def test_values_without_a_name_are_numbered_by_role_past_names_that_are_taken() -> None:
    graph = Graph()
    graph.empty(1, name="t1")
    for _ in range(3):
        graph.empty(1)
    for _ in range(2):
        graph._new_value("input", Layout(None, F4, ()))
    assert [value.name for value in graph.values] == ["t1", "t0", "t2", "t3", "in0", "in1"]


def test_inputs_and_outputs_are_found_by_name() -> None:
    graph, x, t = small()
    graph.add(twice, x, t)
    assert graph.output("y", t) is t
    graph.output("same", x)
    assert graph.inputs == {"x": 0}
    assert graph.outputs == {"y": 1, "same": 0}
    assert [(value.name, value.role) for value in graph.values] == [("x", "input"), ("y", "output")]
    graph.empty(1, name="t0")  # the name that y had


def test_an_input_may_be_a_result_under_its_own_name() -> None:
    graph, x, _ = small()
    graph.output("x", x)
    assert (graph.inputs, graph.outputs) == ({"x": 0}, {"x": 0})
    graph.input("z", x)
    assert (graph.inputs, graph.outputs) == ({"z": 0}, {"x": 0})
    with pytest.raises(ArgumentError, match="the graph has a value x already"):
        graph.empty(8, name="x")


def test_a_value_grows_with_the_operands_that_nodes_use() -> None:
    graph, x, t = small()
    beyond = Operand(graph._token, x.value, -16, Layout(None, F4, (12,)))
    graph._append("copy", None, (t[:0], beyond[:0]), (), "here")
    assert graph.values[0].is_rebindable
    graph._append("launch", twice, (beyond, beyond), (), "here")
    assert (graph.values[0].low, graph.values[0].high) == (-16, 32)
    assert not graph.values[0].is_rebindable
    assert graph.values[1] == Value("t0", "temporary", t.layout, 0, 32)


def test_handles_are_resolved_by_the_capture() -> None:
    graph = Graph()
    first = graph._new_value("input", Layout(None, F4, (4,)), bound="weights")
    second = graph._new_value("temporary", Layout(None, F4, (4,)))
    handles = {"w": first, "h": second}
    graph._resolve = lambda handle, _: handles[str(handle)]
    assert graph.input("weights", "w") is first
    assert graph.output("y", "h") is second
    assert (graph.inputs, graph.outputs) == ({"weights": 0}, {"y": 1})
    assert graph.values[0].bound == "weights"


# -- nodes ----------------------------------------------------------------------------------------


def test_a_node_knows_where_it_was_added() -> None:
    graph, x, t = small()
    for node in (graph.add(twice, x, t), graph.copy(t, x), graph.fill(t, 0)):
        assert re.search(r"test_graph\.py:\d+ in test_a_node_knows_where_it_was_added$", node.site)


def test_scalars_are_plain_numbers_that_nobody_changes() -> None:
    graph, x, t = small()
    k = np.array(3)
    node = graph.add(turn, x, t, k=k)
    k[...] = 4
    assert node.arguments[2] == 3
    assert type(node.arguments[2]) is int
    held = graph._append("launch", turn, (x, t, np.True_), (), "here")
    assert type(held.arguments[2]) is bool
    halved = graph._append("launch", turn, (x, t, np.float64(0.5)), (), "here")
    assert type(halved.arguments[2]) is float


def test_edges_are_told_once_and_between_nodes_of_any_age() -> None:
    graph, x, t = small()
    a, b, c = graph.fill(t, 0), graph.fill(x, 0), graph.fill(t, 1)
    graph.order(a, b)
    graph.order(c, b)
    graph.order(graph.nodes[0], graph.nodes[1])
    assert [node.after for node in graph.nodes] == [(), (0, 2), ()]


# -- captures -------------------------------------------------------------------------------------


def test_an_open_capture_has_no_plan() -> None:
    graph, x, t = small()
    graph._begin()
    graph._append("launch", twice, (x, t), (), "here")
    assert str(graph).splitlines()[0] == "graph: 1 node, the capture is still open"
    with pytest.raises(StateError, match=r"^plan: the capture is still open; leave its block"):
        graph.plan(Machine())
    graph._seal()
    assert len(graph.plan(Machine()).nodes) == 1


def test_a_captured_graph_gets_names_and_edges_but_nothing_new() -> None:
    graph, x, t = small()
    graph._begin()
    a = graph._append("launch", twice, (x, t), (), "here")
    b = graph._append("launch", most, (x, t[:1]), (), "here")
    graph._seal()
    graph.order(a, b)
    graph.input("z", x)
    graph.output("y", t)
    before = str(graph)
    for attempt in (
        lambda: graph.input("new", 8),
        lambda: graph.empty(8),
        lambda: graph.add(twice, x, t),
        lambda: graph.copy(t, x),
        lambda: graph.fill(t, 0),
    ):
        with pytest.raises(
            StateError, match=r"the graph's capture is over; capture it again, with"
        ):
            attempt()
    assert str(graph) == before


def test_a_discarded_graph_says_why_whatever_is_asked() -> None:
    graph, x, t = small()
    graph._begin()
    node, other = graph.fill(t, 0), graph.fill(x, 0)
    graph._discard("its block raised ValueError")
    assert str(graph).startswith("graph: 2 nodes, discarded: its block raised ValueError\n")
    for attempt in (
        lambda: graph.plan(Machine()),
        lambda: graph.input("z", x),
        lambda: graph.input("new", 8),
        lambda: graph.output("y", t),
        lambda: graph.empty(8),
        lambda: graph.order(node, other),
        lambda: graph.add(twice, x, t),
    ):
        with pytest.raises(
            StateError,
            match=r"capture was discarded: its block raised ValueError; capture it again$",
        ):
            attempt()
