"""Plans of graphs: they do what the program says, in an order that all edges allow."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest

pytest.importorskip("hypothesis")
from graph.drawn_graphs import (
    Machine,
    diamond,
    join,
    kernel,
    random_graph,
    run_as_planned,
    run_as_written,
    turn,
    twice,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrt._core.planning.plan import POLICIES
from streamrt.errors import CaptureError
from streamrt.graph.graph import Graph

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
