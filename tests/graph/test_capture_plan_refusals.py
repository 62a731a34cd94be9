"""Graphs that cannot be planned: which node is named, and why."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from graph.drawn_graphs import Machine, diamond, join, kernel, most, turn

from streamrt._compile.implementations import LLVM, Python
from streamrt._compile.kernel import Kernel
from streamrt._compile.signatures.layout import DELETED, Layout
from streamrt.errors import ArgumentError, ArgumentTypeError, CaptureError, CompileError
from streamrt.graph.graph import Graph


class Gone:
    _layout = DELETED


def host_call(graph: Graph, x: Any, t: Any) -> None:
    function = Kernel("load", "x: f32[...], out y: f32[...]", cpu=Python(lambda x, y: None))
    graph.add(function, x, t)


def broken(graph: Graph, x: Any, t: Any) -> None:
    def source(binding: object) -> str:
        raise ValueError("no such type")

    graph.add(Kernel("broken", "x: T[n]", cpu=LLVM(source, entry="broken")), x)


def dense_only(graph: Graph, x: Any, t: Any) -> None:
    graph.add(kernel("dense", "x: T[n], out y: T[n]", strided=False), x[::2], t[:4])


def deleted(graph: Graph, x: Any, t: Any) -> None:
    layout = Layout(None, x.dtype, (8,))
    gone = graph._new_value("input", layout, "w", bound=Gone())
    graph.add(join, x, gone, t)


def unwritten_part(graph: Graph, x: Any, t: Any) -> None:
    graph.fill(t[:4], 0)
    graph.add(most, t[4:], x[:1])


UNSAFE: dict[str, tuple[Callable[[Graph, Any, Any], Any], int, str, type[Exception] | None]] = {
    "a host call": (host_call, 1,
        "node 1 (load), recorded at SITE: load is a Python function, a host call; "
        "replays run without Python, launch it between two graphs", None),
    "a kernel that does not compile": (broken, 1,
        "compile broken: its source function raised ValueError: no such type; it was asked for",
        CompileError),
    "layouts that a kernel does not take": (dense_only, 1,
        "plan on cpu:0: node 1 (dense), recorded at SITE: x is float32[4] with strides (8,); "
        "dense takes C-contiguous arrays only, copy it first", ArgumentError),
    "a deleted input": (deleted, 1,
        "plan on cpu:0: node 1 (join), recorded at SITE: the input w is bound to a buffer that "
        "was deleted or donated; keep it alive until the graph is instantiated", None),
    "a temporary that is read first": (lambda g, x, t: g.copy(x, t), 1,
        "plan on cpu:0: node 1 (copy), recorded at SITE: it reads float32[8] of the temporary t0, "
        "of which nothing was written before; write it first, or make it an input", None),
    "a part of one that is read first": (unwritten_part, 2,
        "plan on cpu:0: node 2 (most), recorded at SITE: it reads float32[4] of the temporary t0, "
        "of which nothing was written before; write it first, or make it an input", None),
    "an output that is read first": (lambda g, x, t: (g.output("y", t), g.add(turn, x, t, k=1)), 1,
        "plan on cpu:0: node 1 (turn), recorded at SITE: it reads float32[8] of the output y, "
        "of which nothing was written before; write it first, or make it an input", None),
    "an output that is never written": (lambda g, x, t: g.output("y", t), -1,
        "plan on cpu:0: no node writes the output y; launch, copy or fill into it, or leave it out",
        None),
}  # fmt: skip


@pytest.mark.parametrize("case", UNSAFE)
def test_a_plan_names_the_node_that_cannot_be_replayed_and_why(case: str) -> None:
    build, node, message, cause = UNSAFE[case]
    graph = Graph()
    x, t = graph.input("x", 8), graph.empty(8)
    graph.fill(x, 0)
    build(graph, x, t)
    pattern = re.escape(message).replace("SITE", r"\S+test_capture_plan_refusals\.py:\d+ in \S+")
    with pytest.raises(CaptureError, match=pattern) as caught:
        graph.plan(Machine())
    assert caught.value.node == (None if node < 0 else node)
    assert type(caught.value.__cause__) is (cause or type(None))


def test_a_kernel_without_an_implementation_for_the_device_is_named() -> None:
    pattern = r"^plan on cuda:1: node 0 \(twice\), recorded at .*: twice has no implementation for"
    with pytest.raises(CaptureError, match=pattern) as caught:
        diamond().plan(Machine("cuda:1"))
    assert caught.value.node == 0
    assert type(caught.value.__cause__) is ArgumentError


def test_a_deleted_buffer_that_nothing_uses_is_no_trouble_until_it_is_a_result() -> None:
    graph = diamond()
    gone = graph._new_value("input", Layout(None, graph.values[0].layout.dtype, (8,)), "w", Gone())
    graph.plan(Machine())
    graph.output("z", gone)
    with pytest.raises(CaptureError, match="the output w is a buffer that was deleted or donated"):
        graph.plan(Machine())


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"streams": 0}, ArgumentError, "plan on cpu:0: streams is 0; a plan has 1 to 64"),
        ({"streams": 65}, ArgumentError, "plan on cpu:0: streams is 65; a plan has 1 to 64"),
        ({"streams": True}, ArgumentTypeError, "plan on cpu:0: streams is True; pass an integer"),
        (
            {"policy": "fastest"},
            ArgumentError,
            "plan on cpu:0: there is no policy 'fastest'; "
            "take one of critical-path, least-memory, program-order",
        ),
        (
            {"device": "cpu:0"},
            ArgumentTypeError,
            "plan: the device is of type str; pass one that rt.device() gave",
        ),
    ],
)
def test_what_a_plan_cannot_be_made_with_is_refused(
    arguments: dict[str, Any], kind: type[Exception], message: str
) -> None:
    given: dict[str, Any] = {"device": Machine(), **arguments}
    with pytest.raises(kind, match=f"^{re.escape(message)}$"):
        diamond().plan(**given)
