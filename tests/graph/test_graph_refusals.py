"""Calls of a graph that are refused: each says what was found, and leaves nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from graph.drawn_graphs import small, turn, twice

import streamrt as srt
from streamrt.errors import ArgumentError, ArgumentTypeError, CaptureError
from streamrt.graph.graph import Graph
from streamrt.graph.nodes import Operand

Attempt = Callable[[Any, Operand, Operand], Any]  # Any: what is wrong is also of wrong types
strange = Graph().input("x", 8)

REFUSED: dict[str, tuple[Attempt, type[Exception], str]] = {
    "a name that is no identifier": (lambda g, x, t: g.input("a b", 8), ArgumentError,
        "input a b: the name is 'a b'; names are Python identifiers, "
        "no keywords, and do not begin with an underscore"),
    "a keyword": (lambda g, x, t: g.empty(8, name="lambda"), ArgumentError,
        "temporary lambda: the name is 'lambda'; names are Python identifiers, "
        "no keywords, and do not begin with an underscore"),
    "an underscore": (lambda g, x, t: g.output("_y", t), ArgumentError,
        "output _y: the name is '_y'; names are Python identifiers, "
        "no keywords, and do not begin with an underscore"),
    "a name of a wrong type": (lambda g, x, t: g.input(7, 8), ArgumentTypeError,
        "input 7: the name is of type int; names are text"),
    "a name that is taken": (lambda g, x, t: g.empty(8, name="x"), ArgumentError,
        "temporary x: the graph has a value x already; take another name"),
    "a result's name that is taken": (lambda g, x, t: g.output("t0", x), ArgumentError,
        "output t0: the graph has a value t0 already; take another name"),
    "a negative extent": (lambda g, x, t: g.empty((2, -1)), ArgumentError,
        "empty temporary: the shape is (2, -1); extents are at least 0"),
    "more than there is": (lambda g, x, t: g.input("y", 1 << 60), ArgumentError,
        f"input y: the shape is ({1 << 60},); no machine has that much memory"),
    "no shape": (lambda g, x, t: g.empty("8"), ArgumentTypeError,
        "empty temporary: the shape is '8'; pass integers"),
    "no dtype": (lambda g, x, t: g.empty(8, "f5"), ArgumentTypeError,
        "empty temporary: the dtype is 'f5': data type 'f5' not understood; pass one of NumPy's, "
        "such as float32, or one of a signature's, such as f32"),
    "a dtype of objects": (lambda g, x, t: g.empty(8, object), ArgumentError,
        "empty temporary: the dtype is object; buffers hold plain values, not objects"),
    "an input that is neither shape nor handle": (lambda g, x, t: g.input("y", np.zeros(3)),
        ArgumentTypeError,
        "input y: what was passed is of type numpy.ndarray; a graph takes operands, "
        "which its input() and empty() give"),
    "a temporary as an input": (lambda g, x, t: g.input("y", t), ArgumentError,
        "input y: found the temporary t0; only a whole input can be named as one"),
    "a part of an input as an input": (lambda g, x, t: g.input("y", x[1:]), ArgumentError,
        "input y: found a part of the input x; only a whole input can be named as one"),
    "a part of a temporary as a result": (lambda g, x, t: g.output("y", t[2:]), CaptureError,
        "output y: float32[6] at byte 8 is a part of t0, float32[8]; "
        "outputs are whole values, copy the part to a new one"),
    "a result twice": (lambda g, x, t: (g.output("y", t), g.output("z", t)), ArgumentError,
        "output z: y is the output y already; a value can be one output only"),
    "no kernel": (lambda g, x, t: g.add(print, x, t), ArgumentTypeError,
        "add to the graph: found builtin_function_or_method; launches are of kernels, "
        "and graph.copy and graph.fill are nodes of their own"),
    "an argument missing": (lambda g, x, t: g.add(twice, x), ArgumentTypeError,
        "add twice: y missing; twice takes x, y"),
    "an unknown keyword": (lambda g, x, t: g.add(twice, x, t, alpha=1), ArgumentTypeError,
        "add twice: unexpected keyword alpha; twice takes x, y"),
    "shapes that differ": (lambda g, x, t: g.add(twice, x[1:], t), ArgumentError,
        "add twice: y is float32[8], x is float32[7]; twice needs equal shapes"),
    "a scalar out of range": (lambda g, x, t: g.add(turn, x, t, k=1 << 63), ArgumentError,
        f"add turn: k is {1 << 63}; i64 holds {-(1 << 63)} to {(1 << 63) - 1}"),
    "an operand of another graph": (lambda g, x, t: g.add(twice, strange, t), ArgumentError,
        "add twice: x belongs to another graph; pass operands of this one"),
    "an array": (lambda g, x, t: g.add(twice, np.zeros(8, "f4"), t), ArgumentTypeError,
        "add twice: x is of type numpy.ndarray; a graph takes operands, "
        "which its input() and empty() give"),
    "a copy between shapes": (lambda g, x, t: g.copy(t[1:], x), ArgumentError,
        "copy: dst is float32[7], src is float32[8]; copy needs equal shapes and dtypes"),
    "a copy that overlaps": (lambda g, x, t: g.copy(t[1:], t[:-1]), ArgumentError,
        "copy: dst <Operand float32[7] of value 1 at byte 4> and src <Operand float32[7] of "
        "value 1 at byte 0> overlap; copy through another buffer"),
    "a copy from another graph": (lambda g, x, t: g.copy(t, strange), ArgumentError,
        "copy: src belongs to another graph; pass operands of this one"),
    "a fill that does not convert": (lambda g, x, t: g.fill(g.empty(2, "u1"), 256), ArgumentError,
        "fill: the value is 256, dst is uint8[2]; it does not fit"),
    "a fill of wide elements": (lambda g, x, t: g.fill(g.empty(2, "c16"), 1), ArgumentError,
        "fill: dst is complex128[2]; elements of up to 8 bytes can be filled"),
    "a fill of no operand": (
        lambda g, x, t: g.fill(None, 1),
        ArgumentTypeError,
        "fill: dst is of type NoneType; a graph takes operands, which its input() and empty() give",
    ),
    "an edge to itself": (lambda g, x, t: g.order(g.nodes[0], g.nodes[0]), ArgumentError,
        "order: first and then are both node 0 (fill); pass two nodes"),
    "an edge to what is no node": (lambda g, x, t: g.order(g.nodes[0], 1), ArgumentTypeError,
        "order: then is of type int; pass a node that add() returned"),
    "an edge from another graph": (lambda g, x, t: g.order(small_node(), g.nodes[0]), ArgumentError,
        "order: first is node 0 (twice) of another graph; pass two of this one"),
}  # fmt: skip


def small_node() -> Any:
    graph, x, t = small()
    return graph.add(twice, x, t)


@pytest.mark.parametrize("case", REFUSED)
def test_what_does_not_fit_is_refused_at_the_call_and_leaves_nothing(case: str) -> None:
    attempt, kind, message = REFUSED[case]
    graph, x, t = small()
    graph.fill(t, 0)
    with pytest.raises(kind, match=f"^{re.escape(message)}$") as caught:
        attempt(graph, x, t)
    assert type(caught.value) is kind
    assert len(graph.nodes) == 1
    assert graph.values[0].name == "x"


def test_a_buffer_is_no_operand(rt: srt.Runtime) -> None:
    graph, _, t = small()
    with pytest.raises(ArgumentTypeError, match=r"x is of type .*Buffer; a graph takes operands"):
        graph.add(twice, rt.empty(8), t)
