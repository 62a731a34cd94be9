"""Plans of graphs with loops: their memory, hash, texts, pictures and order; other extents."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from graph.mutating import without_a_wait
from loops.kinds import runtime
from loops.recording import tick
from shared.processes import python
from shared.trial_kernels import axpy

import streamrt as srt
from streamrt._core.planning.plan import ALIGNMENT
from streamrt.errors import ArgumentError
from streamrt.graph.capture_plan import CapturePlan
from streamrt.testing import check_plan

TESTS = Path(__file__).resolve().parents[1]
SEED = int(os.environ.get("STREAMRT_SEED", random.randrange(1 << 32)))
N = ALIGNMENT // 4


def planned(graph: srt.Graph, streams: int = 1) -> CapturePlan[Any]:
    with runtime("sim") as rt:
        return graph.plan(rt.device(), streams=streams)


def test_temporaries_share_memory_within_a_turn_and_between_loops() -> None:
    """Of ten in a row, each needs the one before it; two loops one after the other share all."""
    graph = srt.Graph()
    y = graph.input("y", N)
    for _ in range(3):
        with graph.repeat(5):
            before = y
            for _ in range(10):
                t = graph.empty(N)
                graph.copy(t, before)
                before = t
            with graph.repeat(2):
                graph.copy(inner := graph.empty(N), before)
                graph.copy(y, inner)
    assert planned(graph).arena_nbytes == 2 * ALIGNMENT
    with graph.repeat(2):
        graph.fill(beside := graph.empty(N), 1.0)
        graph.add(axpy, beside, y, 1.0)
    assert planned(graph, 2).arena_nbytes == 2 * ALIGNMENT


def loops(
    *, turns: int = 3, flag: int = 0, value: float = 1.0, first: int = 0, step: int = 1,
    side: float = 2.0, other: bool = True, kind: str = "if", name: str = "t",
) -> CapturePlan[Any]:  # fmt: skip
    graph = srt.Graph()
    x, flags = graph.input(f"{name}_x", (8, N)), graph.input(f"{name}_flags", 2, "?")
    with graph.repeat(turns) as loop:
        graph.fill(t := graph.empty(N, name=name), value)
        begin = graph.if_ if kind == "if" else graph.while_
        block: Any = begin(flags[flag : flag + 1])
        with block:
            graph.add(axpy, loop.row(x[first::step]), t, alpha=1.0)
        if other and kind == "if":
            with block.otherwise():
                graph.fill(t, side)
        graph.copy(loop.row(x), t)
    return planned(graph)


def test_the_hash_tells_loops_apart_by_what_they_do() -> None:
    """In the order of their turns, too, which the planner of the graph knows nothing of."""
    assert loops().hash == loops(name="u").hash
    plans = [
        loops(), loops(turns=2), loops(flag=1), loops(value=3.0), loops(first=1), loops(step=2),
        loops(side=3.0), loops(other=False), loops(kind="while"),
    ]  # fmt: skip
    assert len({plan.hash for plan in plans}) == len(plans)


TELL = f"""
from loops.nests import draw_nest
from loops.recording import build
from loops.test_planning import planned
for seed in range({SEED}, {SEED} + 6):
    plan = planned(build(draw_nest(seed)), 2)
    print(plan.hash, plan.schedule, plan.explain())
"""


def test_every_process_makes_the_same_plan_of_a_nest() -> None:
    print(f"seed {SEED}")
    told: set[str] = set()
    for seed in ("0", "4711"):
        env = {"PYTHONHASHSEED": seed, "PYTHONPATH": f"{TESTS.parent}:{TESTS}"}
        told.add(python("-c", TELL, check=True, env=env).stdout)
    assert len(told) == 1
    assert told.pop().count("hash ") == 6


def shown() -> srt.Graph:
    """A graph with all kinds of blocks."""
    graph = srt.Graph()
    x, n = graph.input("x", (4, N)), graph.input("n", 1, "i4")
    total, go = graph.input("total", N), graph.empty(1, "?", name="go")
    with graph.repeat(4) as loop:
        t = graph.empty(N)
        graph.copy(t, loop.row(x))
        graph.add(axpy, t, total, alpha=0.5)
    graph.add(tick, n, go)
    with graph.while_(go):
        with graph.if_(go) as branch:
            graph.fill(total, 1.0)
        with branch.otherwise():
            graph.copy(total, x[1])
        graph.add(tick, n, go)
    return graph


GRAPH = """
0: total = repeat 4(x, total)
  0: t0 = copy(x[turn])
  1: total = axpy(t0, total, alpha=0.5)
1: n, go = tick(n)
2: go, total, n = while go(go, total, x, n)
  0: total = if go(go, x)
    0: total = fill(1.0)
  otherwise
    0: total = copy(x[float32[16] at 64])
  1: n, go = tick(n)
"""
PLAN = """
stream 0
  node 0 (repeat 4)
    node 0 (copy)
    node 1 (axpy)
  node 2 (while)     waits for node 1 (tick) on stream 1: RAW go
    node 0 (if)
      node 0 (fill)
    otherwise
      node 0 (copy)
    node 1 (tick)
stream 1
  node 1 (tick)
"""


def test_texts_show_what_a_loop_runs_and_pictures_show_it_as_one_node() -> None:
    graph = shown()
    assert GRAPH.strip() in str(graph)
    plan = planned(graph, 2)
    assert PLAN.strip() in plan.explain()
    for picture in (graph.to_svg(), plan.to_svg()):
        assert "repeat 4" in picture
        assert "while" in picture
    assert "copy, axpy" in graph.to_svg()
    dot = graph.to_dot()
    for line in ('n2 [label="2 while"]', 'n0 -> n2 [label="total: float32[16]"]', "n1 -> n2"):
        assert line in dot


def test_a_wait_that_a_loop_lacks_is_found() -> None:
    """Loops have no turn then: one whose flag nobody clears would never end."""
    graph = srt.Graph()
    x, flag = graph.input("x", (4, N)), graph.input("flag", 1, "?")
    total = graph.empty(N)
    graph.fill(total, 1.0)
    with graph.while_(flag):
        graph.fill(flag, True)
        graph.add(axpy, x[0], total, alpha=1.0)
    for row in (1, 2, 3):
        graph.fill(t := graph.empty(N), 1.0)
        graph.add(axpy, x[row], t, alpha=1.0)
        with graph.repeat(row):
            graph.add(axpy, t, total, alpha=1.0)
    plan = planned(graph, 3)
    assert not check_plan(plan, schedules=20).disorders
    found = 0
    for mutant in without_a_wait(plan):
        checked = check_plan(mutant.plan, schedules=500)
        assert checked.disorders, mutant.name
        found += any(plan.nodes[one.second].loop is not None for one in checked.disorders)
    assert found > 0


def test_what_a_loop_uses_keeps_its_extents_and_all_else_may_shrink() -> None:
    """Row 253."""
    with runtime("cpu") as rt:
        stream = rt.device().stream()
        x, other = rt.put(np.ones((4, N), "f4")), rt.put(np.ones(8, "f4"))
        total = rt.put(np.zeros(N, "f4"))
        with rt.capture(x=x, other=other) as graph:
            with graph.repeat(4) as loop:
                stream.launch(axpy, loop.row(x), total, alpha=1.0)
            stream.copy(kept := rt.empty(8), other)
            graph.output("kept", kept)
        replayer: Any = graph.plan(rt.device()).instantiate()
        assert (
            np.asarray(replayer.replay(other=rt.put(np.full(3, 2.0, "f4"))).sync()).tolist()
            == [2.0] * 3
        )
        for small in ((3, N), (4, N - 1)):
            with pytest.raises(ArgumentError, match=r"node 0 \(repeat 4\) uses .* of it") as caught:
                replayer.replay(x=rt.put(np.ones(small, "f4")))
            assert "its shape and strides are fixed" in str(caught.value)
        assert np.asarray(total).tolist() == [4.0] * N
