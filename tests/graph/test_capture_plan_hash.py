"""The hash of a plan tells plans apart by what they do, in every process alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from graph.drawn_graphs import Machine, diamond, kernel, turn
from shared.processes import python

from streamrt._compile.kernel import Kernel
from streamrt.graph.capture_plan import CapturePlan
from streamrt.graph.graph import Graph
from streamrt.graph.nodes import Node

TESTS = Path(__file__).resolve().parents[1]

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
        env = {"PYTHONHASHSEED": seed, "PYTHONPATH": f"{TESTS.parent}:{TESTS}"}
        told.add(python("-c", TELL, check=True, env=env).stdout)
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
