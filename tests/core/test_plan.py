"""Plans of given programs: their order, streams and digest, the work to make them, and refusals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from time import thread_time

import pytest
from core.planner_programs import read, scattered, temporaries, update, write
from shared.processes import python

from streamrt._core.planning import order as order_module
from streamrt._core.planning import packing
from streamrt._core.planning.issue import CROSSING_NS
from streamrt._core.planning.occupancy import Taken
from streamrt._core.planning.plan import NO_VALUE, NodeUse, PlanNode, PlanValue, digest, make_plan
from streamrt.errors import ArgumentError

# -- order and streams ----------------------------------------------------------------------------


def test_the_longest_remaining_path_goes_first() -> None:
    nodes = [PlanNode([write(0)], 10), PlanNode([write(1)], 10), PlanNode([update(1)], 50)]
    assert make_plan(temporaries(2), nodes).order == (1, 2, 0)
    assert make_plan(temporaries(2), nodes, policy="program-order").order == (0, 1, 2)


def test_a_diamond_runs_its_arms_side_by_side() -> None:
    nodes = [
        PlanNode([write(0)], 9000),
        PlanNode([read(0), write(1)], 9000),
        PlanNode([read(0), write(2)], 9000),
        PlanNode([read(1), read(2), write(3)], 9000),
    ]
    plan = make_plan(temporaries(4), nodes, 2)
    assert plan.lanes == ((0, 1), (2, 3))
    waits = [[(w.stream, w.position, w.node, w.hazard, w.value) for w in ws] for ws in plan.waits]
    assert waits == [[], [], [(0, 1, 0, "RAW", 0)], [(0, 2, 1, "RAW", 1)]]
    assert plan.length_ns == 3 * 9000 + CROSSING_NS


def test_a_chain_stays_on_one_stream_and_so_do_nodes_that_crossing_would_delay() -> None:
    chain = [PlanNode([update(0)], 100) for _ in range(20)]
    assert make_plan(temporaries(1), chain, 4).lanes[1:] == ((), (), ())
    fan = [PlanNode([write(0)], 100), *[PlanNode([read(0)], 100) for _ in range(5)]]
    assert make_plan(temporaries(1), fan, 4).lanes[1:] == ((), (), ())


def test_independent_work_is_spread_evenly() -> None:
    nodes = [PlanNode([write(i)], 1000) for i in range(12)]
    plan = make_plan(temporaries(12), nodes, 4)
    assert [len(lane) for lane in plan.lanes] == [3, 3, 3, 3]
    assert plan.length_ns == 3000


def test_dependencies_are_kept_with_their_reasons() -> None:
    nodes = [
        PlanNode([write(0)], 1),
        PlanNode([read(0)], 1),
        PlanNode([write(0, 0, 32)], 1),
        PlanNode([write(0, 16, 64)], 1, after=[0]),
    ]
    found = make_plan(temporaries(1), nodes).dependencies
    told = [[(d.node, d.hazard, d.value) for d in before] for before in found]
    assert told == [
        [],
        [(0, "RAW", 0)],
        [(1, "WAR", 0)],
        [(2, "WAW", 0), (1, "WAR", 0), (0, "after", NO_VALUE)],
    ]


# -- the same plan everywhere ---------------------------------------------------------------------

TELL = """
from random import Random
from core.planner_programs import layered, random_program
from streamrt._core.planning.plan import digest, make_plan
for streams in (1, 3):
    for program in (layered(Random(1), 20, 5, [64, 100, 3000]), random_program(Random(2), 60)):
        print(make_plan(*program, streams), digest(*program, streams))
"""


def test_every_process_makes_the_same_plan_with_the_same_digest() -> None:
    told: set[str] = set()
    tests = Path(__file__).resolve().parents[1]
    for seed in ("0", "1", "4711"):
        env = {"PYTHONHASHSEED": seed, "PYTHONPATH": f"{tests.parent}:{tests}"}
        told.add(python("-c", TELL, check=True, env=env).stdout)
    assert len(told) == 1
    assert "arena_nbytes" in told.pop()


def test_the_digest_tells_any_two_inputs_apart() -> None:
    values, nodes = temporaries(2), [PlanNode([read(0), write(1)], 5), PlanNode([read(1)], 5)]
    inputs = [
        (values, nodes, 1, "critical-path"),
        (values, nodes, 2, "critical-path"),
        (values, nodes, 1, "program-order"),
        ([*values, *temporaries(1)], nodes, 1, "critical-path"),
        ([values[0], PlanValue(64, is_temporary=False)], nodes, 1, "critical-path"),
        (values, nodes[:1], 1, "critical-path"),
        (values, [nodes[0]._replace(cost=6), nodes[1]], 1, "critical-path"),
        (values, [nodes[0]._replace(in_place=[(0, 1)]), nodes[1]], 1, "critical-path"),
        (values, [nodes[0], nodes[1]._replace(after=[0])], 1, "critical-path"),
        (values, [nodes[0], nodes[1]._replace(uses=[read(1, 0, 32)])], 1, "critical-path"),
        (values, [nodes[0], nodes[1]._replace(uses=[update(1)])], 1, "critical-path"),
    ]
    assert len({digest(*each) for each in inputs}) == len(inputs)
    as_tuples = [PlanNode(tuple(node.uses), node.cost) for node in nodes]
    assert digest(tuple(values), as_tuples) == digest(values, nodes)


# -- size -----------------------------------------------------------------------------------------


def test_planning_grows_in_step_with_the_program() -> None:
    """Counts the questions to the innermost structures; it takes no time."""

    def work(count: int) -> int:
        asked = 0
        trees, cut = Taken.ask, order_module._Spans.cut

        def ask(self: Taken, start: int, stop: int) -> int:
            nonlocal asked
            asked += 1
            return trees(self, start, stop)

        def counting(self: order_module._Spans, start: int, stop: int) -> range:
            nonlocal asked
            found = cut(self, start, stop)
            asked += len(found)
            return found

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Taken, "ask", ask)
            patch.setattr(order_module._Spans, "cut", counting)
            patch.setattr(packing, "MOST_PLACEMENTS", 0)  # one round each
            make_plan(*scattered(Random(0), count, [64, 1000, 5000]), 2)
        return asked

    assert work(4000) < 2.2 * work(2000)


def test_ten_thousand_nodes_are_planned_in_seconds() -> None:
    """A generous limit, which a quadratic planner would miss by far."""
    values, nodes = scattered(Random(0), 10_000, [256, 1000, 4096, 100_000])
    start = thread_time()
    plan = make_plan(values, nodes)
    assert thread_time() - start < 10
    assert plan.arena_nbytes <= 1.1 * plan.live_bytes_bound


def test_many_parts_of_one_value_are_tracked_part_by_part() -> None:
    parts = 5000
    values = [PlanValue(64 * parts, is_temporary=True)]
    rows = [PlanNode([write(0, 64 * i, 64 * i + 64)], 100) for i in range(parts)]
    again = [PlanNode([update(0, 64 * i, 64 * i + 64)], 100) for i in range(parts)]
    plan = make_plan(values, [*rows, *again, PlanNode([read(0, 0, 64 * parts)], 100)], 2)
    assert sum(map(len, plan.dependencies)) == 2 * parts
    assert len(plan.waits[-1]) == 1


# -- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"policy": "fastest"}, "no policy 'fastest'; take one of critical-path, least-mem"),
        ({"streams": 0}, "on 0 streams; it takes at least one"),
        ({"nodes": [PlanNode([read(2)], 1)]}, "plan node 0: its use 0 is of value 2; there are 2"),
        ({"nodes": [PlanNode([read(-1)], 1)]}, "use 0 is of value -1"),
        (
            {"nodes": [PlanNode([read(0, 0, 65)], 1)]},
            r"bytes \[0, 65\) of value 0; .* has 64 bytes",
        ),
        ({"nodes": [PlanNode([read(0, 9, 8)], 1)]}, r"bytes \[9, 8\)"),
        ({"nodes": [PlanNode([NodeUse(0, 0, 8, False, False)], 1)]}, "neither reads nor writes"),
        ({"nodes": [PlanNode([], -1)]}, "its cost is -1 ns; costs are at least 0"),
        ({"nodes": [PlanNode([], 1, [0])]}, "plan node 0: it is to follow itself"),
        ({"nodes": [PlanNode([], 1, [1])]}, "follow node 1, and there are 1"),
        ({"nodes": [PlanNode([], 1, [-1])]}, "follow node -1, and there are 1"),
        ({"nodes": [PlanNode([], 1, [1]), PlanNode([], 1)]}, "which comes later in the program"),
        ({"nodes": [PlanNode([read(0)], 1, (), [(1, 0)])]}, "begins with no use that reads"),
        ({"nodes": [PlanNode([read(0)], 1, (), [(0, 0)])]}, "ends with no use that writes"),
        ({"values": [PlanValue(-1, True)], "nodes": []}, "value 0 has -1 bytes"),
    ],
)
def test_bad_input_is_refused_with_what_was_found(changes: dict[str, object], message: str) -> None:
    given: dict[str, object] = {"values": temporaries(2), "nodes": [], **changes}
    with pytest.raises(ArgumentError, match=message):
        make_plan(**given)  # type: ignore[arg-type]


def test_a_cycle_is_printed() -> None:
    """A cycle may be closed by hazards: 2 reads a value that 1 made of the value that 0 wrote."""
    nodes = [
        PlanNode([write(0)], 1, after=[2]),
        PlanNode([read(0), write(1)], 1),
        PlanNode([read(1)], 1),
    ]
    with pytest.raises(ArgumentError, match=r"plan node 0: .* a cycle, 0 -> 1 -> 2 -> 0; "):
        make_plan(temporaries(2), nodes)


def test_an_empty_program_has_an_empty_plan() -> None:
    plan = make_plan([], [], 2)
    assert plan == replace(plan, order=(), lanes=((), ()), arena_nbytes=0, live_bytes_bound=0)
