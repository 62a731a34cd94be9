"""Plans of graphs: that they do what the program says, and what they refuse to plan."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

pytest.importorskip("hypothesis")
from graph.drawn_graphs import (
    Machine,
    join,
    kernel,
    most,
    random_graph,
    run_as_planned,
    run_as_written,
    turn,
    twice,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrt._compile.implementations import LLVM, Python
from streamrt._compile.kernel import Kernel
from streamrt._compile.layout import DELETED, Layout
from streamrt._core.planning.plan import POLICIES
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    CaptureError,
    CompileError,
)
from streamrt.graph.capture_plan import CapturePlan
from streamrt.graph.graph import Graph
from streamrt.graph.nodes import Node

TESTS = Path(__file__).resolve().parents[1]


def diamond() -> Graph:
    graph = Graph()
    x = graph.input("x", 1 << 16)
    a, b, c, d, y = (graph.empty(1 << 16) for _ in range(5))
    graph.add(twice, x, a)
    graph.add(twice, a, b)
    graph.copy(c, a)
    graph.add(join, b, c, d)
    graph.add(twice, d, y)
    graph.output("y", y)
    return graph


# -- what a plan does -----------------------------------------------------------------------------


@settings(max_examples=100)
@given(
    st.integers(0, 2**32),
    st.integers(0, 40),
    st.integers(1, 4),
    st.sampled_from((None, *POLICIES)),
)
def test_a_plan_computes_what_the_program_does_however_its_streams_interleave(
    seed: int, count: int, streams: int, policy: str | None
) -> None:
    random = Random(seed)
    graph = random_graph(random, count)
    try:
        plan = graph.plan(Machine(), streams=streams, policy=policy)
    except CaptureError:  # a cycle; the test of the order looks at these
        return
    expected = run_as_written(graph, seed)
    for _ in range(3):
        assert run_as_planned(plan, seed, random) == expected


def test_an_empty_graph_has_a_plan() -> None:
    plan = Graph().plan(Machine(), streams=2)
    assert (plan.nodes, plan.arena_nbytes, plan.streams) == ((), 0, 2)
    assert plan.explain().endswith("stream 0\n  nothing\nstream 1\n  nothing\n\nno temporaries")


def test_three_temporaries_that_never_overlap_use_one_block() -> None:
    graph = Graph()
    x = graph.input("x", 256)
    for _ in range(3):
        t = graph.empty(256)
        graph.add(twice, x, t)
        graph.add(turn, t, x, k=1)
    plan = graph.plan(Machine())
    assert plan.arena_nbytes == plan.live_bytes_bound == 1024
    assert plan.schedule.offsets[1:] == (0, 0, 0)
    assert plan.explain().endswith(
        "  temporary  bytes  offset  shares with  in place\n"
        "  t0          1024       0  t1, t2\n"
        "  t1          1024       0  t0, t2\n"
        "  t2          1024       0  t0, t1"
    )


def test_a_chain_of_elementwise_kernels_works_in_place() -> None:
    graph = Graph()
    x, y = graph.input("x", 256), graph.empty(256)
    a, b, c = (graph.empty(256) for _ in range(3))
    graph.add(twice, x, a)
    graph.add(twice, a, b)
    graph.add(join, a, b, c)
    graph.add(twice, c, y)
    graph.output("y", y)
    plan = graph.plan(Machine())
    assert [(pair.node, pair.source, pair.target) for pair in plan.schedule.in_place] == [(2, 2, 4)]
    assert plan.arena_nbytes == 2048


@pytest.mark.parametrize(
    ("signature", "elementwise"),
    [
        pytest.param("x: T[...], out y: T[...]", False, id="not declared"),
        pytest.param("x: T[...], out y: T[...], out z: T[...]", True, id="two outputs"),
        pytest.param("x: T[...], out y: T1[...]", True, id="elements of another size"),
    ],
)
def test_where_a_kernel_may_read_behind_what_it_writes_nothing_is_in_place(
    signature: str, elementwise: bool
) -> None:
    tried = kernel("tried", signature, "...", elementwise=elementwise)
    graph = Graph()
    x = graph.input("x", 64)
    a, b = graph.empty(64), graph.empty(64, "f8" if "T1" in signature else "f4")
    graph.add(twice, x, a)
    graph.add(tried, a, b, *([graph.empty(64)] if "out z" in signature else []))
    assert graph.plan(Machine()).schedule.in_place == ()


def test_an_operand_in_another_order_is_not_overwritten_in_place() -> None:
    graph = Graph()
    x, a, b = graph.input("x", 64), graph.empty(64), graph.empty(64)
    graph.add(twice, x, a)
    graph.add(twice, a[::-1], b)
    graph.copy(x, b)
    assert graph.plan(Machine()).schedule.in_place == ()


def test_each_kernel_is_asked_once_for_each_combination_of_layouts() -> None:
    graph = Graph()
    x, t = graph.input("x", 64), graph.empty(64)
    graph.fill(t, 0)
    for _ in range(50):
        graph.add(twice, x[:32], t[32:])
        graph.add(twice, x, t)
        graph.add(join, x, t, t)
    machine = Machine()
    graph.plan(machine)
    assert machine.asked == 3


def test_a_plan_is_instantiated_by_its_device() -> None:
    plan = diamond().plan(Machine())
    assert plan.instantiate() == (plan, 1)
    assert plan.instantiate(depth=3) == (plan, 3)


def test_more_streams_take_the_critical_path_unless_told_otherwise() -> None:
    graph = diamond()
    assert graph.plan(Machine()).policy == "least-memory"
    assert graph.plan(Machine(), streams=2).policy == "critical-path"
    assert graph.plan(Machine(), streams=2, policy="program-order").policy == "program-order"


# -- order ----------------------------------------------------------------------------------------


def conflicts(graph: Graph) -> set[tuple[int, int]]:
    """All pairs of nodes that touch a byte which one of them writes, and the explicit edges."""
    touched: list[dict[int, tuple[set[int], set[int]]]] = []
    for node in graph.nodes:
        mine: dict[int, tuple[set[int], set[int]]] = {}
        for access in node.accesses:
            read, written = mine.setdefault(access.operand.value, (set(), set()))
            covered = set(range(access.operand.start, access.operand.stop))
            if access.reads:
                read |= covered
            if access.writes:
                written |= covered
        touched.append(mine)
    found = {(before, node.index) for node in graph.nodes for before in node.after}
    for later, mine in enumerate(touched):
        for earlier in range(later):
            for value in mine.keys() & touched[earlier].keys():
                (read, written), (was_read, was_written) = mine[value], touched[earlier][value]
                if written & (was_read | was_written) or read & was_written:
                    found.add((earlier, later))
    return found


@settings(max_examples=100)
@given(st.integers(0, 2**32), st.integers(2, 25), st.integers(0, 12))
def test_nodes_are_planned_in_the_first_order_that_all_edges_allow(
    seed: int, count: int, edges: int
) -> None:
    random = Random(seed)
    graph = random_graph(random, count)
    for _ in range(edges):
        graph.order(*random.sample(graph.nodes, 2))
    needed = conflicts(graph)
    left = set(range(count))
    order: list[int] = []
    while free := [n for n in left if not any(b == n and a in left for a, b in needed)]:
        order.append(min(free))
        left.remove(min(free))
    if not left:
        assert [node.index for node in graph.plan(Machine()).nodes] == order
        return
    with pytest.raises(CaptureError, match=r"^plan on cpu:0: a cycle, node ") as caught:
        graph.plan(Machine())
    cycle = [int(n) for n in re.findall(r"node (\d+)", str(caught.value))]
    assert cycle[0] == cycle[-1] == caught.value.node == min(cycle)
    assert len(set(cycle)) == len(cycle) - 1
    reaches = closure(needed, count)
    assert all(b in reaches[a] for a, b in pairwise(cycle))


def closure(edges: set[tuple[int, int]], count: int) -> list[set[int]]:
    """Returns the nodes that come after each node."""
    reaches = [{b for a, b in edges if a == node} for node in range(count)]
    for _ in range(count):
        for found in reaches:
            found |= {last for middle in list(found) for last in reaches[middle]}
    return reaches


def test_an_edge_against_program_order_moves_nodes_that_do_not_conflict() -> None:
    graph = Graph()
    x, y = graph.input("x", 8), graph.input("y", 8)
    first, second = graph.fill(x, 0), graph.fill(y, 0)
    graph.order(second, first)
    plan = graph.plan(Machine())
    assert [node.index for node in plan.nodes] == [1, 0]
    assert [d.node for d in plan.schedule.dependencies[1]] == [0]


def test_a_cycle_is_named() -> None:
    graph = Graph()
    x, t, y = graph.input("x", 8), graph.empty(8), graph.empty(8)
    graph.fill(x, 1)
    graph.add(twice, x, t)
    graph.add(twice, t, y)
    graph.order(graph.nodes[2], graph.nodes[0])
    with pytest.raises(CaptureError) as caught:
        graph.plan(Machine())
    assert str(caught.value) == (
        "plan on cpu:0: a cycle, node 0 (fill) -> node 1 (twice) -> node 2 (twice) -> node 0 "
        "(fill); if two nodes touch the same bytes and one writes, the one added first runs first: "
        "remove an edge that order() added against that"
    )
    assert caught.value.node == 0


# -- what cannot be replayed ----------------------------------------------------------------------


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
    "a host call": (
        host_call,
        1,
        "node 1 (load), recorded at SITE: load is a Python function, a host call; "
        "replays run without Python, launch it between two graphs",
        None,
    ),
    "a kernel that does not compile": (
        broken,
        1,
        "compile broken: its source function raised ValueError: no such type; it was asked for",
        CompileError,
    ),
    "layouts that a kernel does not take": (
        dense_only,
        1,
        "plan on cpu:0: node 1 (dense), recorded at SITE: x is float32[4] with strides (8,); "
        "dense takes C-contiguous arrays only, copy it first",
        ArgumentError,
    ),
    "a deleted input": (
        deleted,
        1,
        "plan on cpu:0: node 1 (join), recorded at SITE: the input w is bound to a buffer that "
        "was deleted or donated; keep it alive until the graph is instantiated",
        None,
    ),
    "a temporary that is read first": (
        lambda g, x, t: g.copy(x, t),
        1,
        "plan on cpu:0: node 1 (copy), recorded at SITE: it reads float32[8] of the temporary t0, "
        "of which nothing was written before; write it first, or make it an input",
        None,
    ),
    "a part of one that is read first": (
        unwritten_part,
        2,
        "plan on cpu:0: node 2 (most), recorded at SITE: it reads float32[4] of the temporary t0, "
        "of which nothing was written before; write it first, or make it an input",
        None,
    ),
    "an output that is read first": (
        lambda g, x, t: (g.output("y", t), g.add(turn, x, t, k=1)),
        1,
        "plan on cpu:0: node 1 (turn), recorded at SITE: it reads float32[8] of the output y, "
        "of which nothing was written before; write it first, or make it an input",
        None,
    ),
    "an output that is never written": (
        lambda g, x, t: g.output("y", t),
        -1,
        "plan on cpu:0: no node writes the output y; launch, copy or fill into it, or leave it out",
        None,
    ),
}


@pytest.mark.parametrize("case", UNSAFE)
def test_a_plan_names_the_node_that_cannot_be_replayed_and_why(case: str) -> None:
    build, node, message, cause = UNSAFE[case]
    graph = Graph()
    x, t = graph.input("x", 8), graph.empty(8)
    graph.fill(x, 0)
    build(graph, x, t)
    pattern = re.escape(message).replace("SITE", r"\S+test_capture_plan\.py:\d+ in \S+")
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


# -- the hash -------------------------------------------------------------------------------------

TELL = """
from random import Random
from graph.drawn_graphs import Machine, random_graph
from streamrt.errors import CaptureError
for seed in range(10):
    graph = random_graph(Random(seed), 30)
    for streams in (1, 3):
        try:
            plan = graph.plan(Machine(), streams=streams)
        except CaptureError as error:
            print(error)
        else:
            print(plan.hash, plan.schedule, plan.explain())
"""


def test_every_process_makes_the_same_plan_of_the_same_graph() -> None:
    told: set[str] = set()
    for seed in ("0", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", TELL],
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": f"{TESTS.parent}:{TESTS}"},
        )
        told.add(done.stdout)
    assert len(told) == 1
    assert told.pop().count("hash ") > 10


def chain(
    *,
    name: str = "t",
    dtype: str = "f4",
    size: int = 8,
    first: Kernel = turn,
    scalar: float = 1,
    fill: float = 0,
    results: int = 1,
    ordered: bool = False,
) -> CapturePlan[Any]:
    graph = Graph()
    x, t = graph.input(f"{name}_x", size, dtype), graph.empty(size, dtype, name=f"{name}_t")
    nodes: list[Node] = [graph.fill(t, fill), graph.add(first, x, t, k=scalar)]
    other = graph.empty(4, dtype)
    nodes.append(graph.fill(other, 0))
    if ordered:
        graph.order(nodes[0], nodes[2])
    graph.output(f"{name}_y", t)
    if results > 1:
        graph.output(f"{name}_z", x)
    return graph.plan(Machine())


def test_the_hash_tells_plans_apart_by_what_they_do_and_not_by_names() -> None:
    renamed = kernel("turn", str(turn.signature))  # another object
    same = [
        chain(),
        chain(name="other"),
        chain(first=renamed),
        chain(scalar=True),
        chain(first=turn, scalar=1),
    ]
    assert len({plan.hash for plan in same}) == 1
    others = [
        chain(scalar=2),
        chain(fill=1),
        chain(dtype="i4"),
        chain(size=16),
        chain(first=kernel("turned", str(turn.signature))),
        chain(first=kernel("turn", "x: T[n], inout y: T[n], k: i32")),
        chain(results=2),
        chain(ordered=True),
    ]
    assert len({plan.hash for plan in [*same, *others]}) == len(others) + 1


def test_the_hash_is_that_of_the_shapes_to_bind_even_where_no_node_sees_them() -> None:
    def plan(shape: tuple[int, ...]) -> CapturePlan[Any]:
        graph = Graph()
        x = graph.input("x", shape)
        graph.fill(x.reshape(-1), 0)
        return graph.plan(Machine())

    assert len({plan(shape).hash for shape in ((8,), (2, 4), (4, 2))}) == 3


def test_the_hash_is_that_of_the_kind_of_device_the_streams_and_the_policy() -> None:
    graph = diamond()
    base = graph.plan(Machine())
    assert graph.plan(Machine("cpu:7")).hash == base.hash
    others = [
        graph.plan(Machine(), streams=2),
        graph.plan(Machine(), policy="program-order"),
    ]
    assert len({plan.hash for plan in [base, *others]}) == 3


# -- text -----------------------------------------------------------------------------------------


def test_a_plan_explains_its_streams_its_waits_and_its_memory() -> None:
    plan = diamond().plan(Machine(), streams=2)
    text = plan.explain().replace(plan.hash[:12], "HASH")
    assert text == EXPLAINED


EXPLAINED = """\
plan of 5 nodes for cpu:0: 2 streams, critical-path, hash HASH
arena 786432 bytes, bound 786432 (1.00x); estimated 296.11 us

stream 0
  node 0 (twice)
  node 1 (twice)
stream 1
  node 2 (copy)   waits for node 0 (twice) on stream 0: RAW t0
  node 3 (join)   waits for node 1 (twice) on stream 0: RAW t1
  node 4 (twice)

  temporary   bytes  offset  shares with  in place
  t0         262144       0
  t1         262144  262144  t3
  t2         262144  524288
  t3         262144  262144  t1           takes over t1 in node 3 (join)"""


def test_a_plan_draws_itself() -> None:
    plan = diamond().plan(Machine(), streams=2)
    picture = ElementTree.fromstring(plan.to_svg())
    told = " ".join(picture.itertext())
    assert all(node.name in told for node in plan.nodes)


def test_a_wait_by_an_explicit_edge_is_explained_as_one() -> None:
    graph = Graph()
    x, y = graph.input("x", 1 << 20), graph.input("y", 1 << 20)
    graph.order(graph.fill(x, 0), graph.fill(y, 0))
    graph.order(graph.fill(x[:0], 1), graph.nodes[1])
    text = graph.plan(Machine(), streams=2).explain()
    assert "  node 1 (fill)  waits for node 2 (fill) on stream 1: by order()" in text.splitlines()


def test_a_plan_of_thousands_is_explained_node_by_node() -> None:
    graph = Graph()
    x = graph.input("x", 8)
    for _ in range(1000):
        t = graph.empty(8)
        graph.add(most, x, t[:1])
        graph.add(turn, t, x, k=1)
    plan = graph.plan(Machine(), streams=3)
    lines = plan.explain().splitlines()
    assert sorted(int(n) for n in re.findall(r"^  node (\d+)", "\n".join(lines), re.MULTILINE)) == [
        *range(2000)
    ]
    offsets = plan.schedule.offsets[1:]
    spans = [(o, o + 32) for o in offsets if o is not None]
    for line, (start, stop) in zip(lines[-1000:], spans, strict=True):
        shared = sum(start < b and a < stop for a, b in spans) - 1
        named = re.search(r"\d  (t\d+(?:, t\d+)*)(?: and (\d+) more)?$", line)
        found = len(named[1].split(",")) + int(named[2] or 0) if named else 0
        assert found == shared
