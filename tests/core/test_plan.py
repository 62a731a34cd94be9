"""Plans of random programs, judged by an oracle that knows neither frontiers nor spans.

The oracle compares every pair of uses. For each node it keeps the set of all nodes before it, as
the bits of an integer, from two things only: the order of its stream and the waits it got.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from time import thread_time
from typing import Any

import pytest

pytest.importorskip("hypothesis")
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrt._core.planning import order as order_module
from streamrt._core.planning import packing, slots
from streamrt._core.planning.issue import CROSSING_NS
from streamrt._core.planning.occupancy import Taken
from streamrt._core.planning.plan import (
    ALIGNMENT,
    NO_VALUE,
    POLICIES,
    InPlace,
    PlanNode,
    PlanValue,
    Schedule,
    Use,
    digest,
    make_plan,
)
from streamrt.errors import ArgumentError

Program = tuple[list[PlanValue], list[PlanNode]]


def read(value: int, start: int = 0, stop: int = 64) -> Use:
    return Use(value, start, stop, reads=True, writes=False)


def write(value: int, start: int = 0, stop: int = 64) -> Use:
    return Use(value, start, stop, reads=False, writes=True)


def update(value: int, start: int = 0, stop: int = 64) -> Use:
    return Use(value, start, stop, reads=True, writes=True)


def temporaries(count: int, nbytes: int = 64) -> list[PlanValue]:
    return [PlanValue(nbytes, is_temporary=True)] * count


# -- programs -------------------------------------------------------------------------------------


@st.composite
def programs(draw: st.DrawFn) -> Program:
    return random_program(Random(draw(st.integers(0, 2**32))), draw(st.integers(0, 40)))


def random_program(random: Random, count: int) -> Program:
    """A few values of several sizes, views that overlap, explicit edges and in-place pairs."""
    sizes = [random.choice((0, 64, 64, 96, 256)) for _ in range(random.randint(1, 12))]
    values = [PlanValue(nbytes, random.random() < 0.7) for nbytes in sizes]

    def use() -> Use:
        value = random.randrange(len(values))
        nbytes = values[value].nbytes
        start, stop = 0, nbytes
        if random.random() < 0.3:
            start, stop = sorted((random.randint(0, nbytes), random.randint(0, nbytes)))
        return random.choice((read, read, write, update))(value, start, stop)

    nodes: list[PlanNode] = []
    for index in range(count):
        uses = [use() for _ in range(random.randint(0, 3))]
        pairs = [
            (i, j) for i, a in enumerate(uses) for j, b in enumerate(uses) if a.reads and b.writes
        ]
        after = [random.randrange(index)] if index and random.random() < 0.1 else []
        nodes.append(PlanNode(uses, random.choice((0, 300, 5000)), after, pairs))
    return values, nodes


def layered(random: Random, layers: int, width: int, sizes: list[int]) -> Program:
    """Layers of nodes, each of which writes a value and reads up to three of the layer before."""
    values = [PlanValue(random.choice(sizes), is_temporary=True) for _ in range(layers * width)]
    nodes: list[PlanNode] = []
    for index in range(len(values)):
        layer = index // width
        earlier = range((layer - 1) * width, layer * width) if layer else range(0)
        sources = random.sample(earlier, min(3, len(earlier)))
        uses = [read(i, 0, values[i].nbytes) for i in sources]
        uses.append(write(index, 0, values[index].nbytes))
        pairs = [(0, len(sources))] if sources and random.random() < 0.5 else []
        nodes.append(PlanNode(uses, random.choice((200, 1000, 5000)), (), pairs))
    return values, nodes


def scattered(random: Random, count: int, sizes: list[int], reach: int | None = None) -> Program:
    """Each node writes a value and reads three of any before it."""
    values = [PlanValue(random.choice(sizes), is_temporary=True) for _ in range(count)]
    nodes: list[PlanNode] = []
    for index in range(count):
        low = max(0, index - (reach or count))
        sources = sorted({random.randrange(low, index) for _ in range(3)}) if index else []
        uses = [read(i, 0, values[i].nbytes) for i in sources]
        uses.append(write(index, 0, values[index].nbytes))
        nodes.append(PlanNode(uses, random.choice((200, 1000, 5000))))
    return values, nodes


# -- the oracle -----------------------------------------------------------------------------------


def conflicts(nodes: list[PlanNode]) -> Iterator[tuple[int, int]]:
    """Every pair of nodes that must not change places."""
    for first, second in combinations(range(len(nodes)), 2):
        if first in nodes[second].after or any(
            a.value == b.value
            and max(a.start, b.start) < min(a.stop, b.stop)
            and (a.writes or b.writes)
            for a in nodes[first].uses
            for b in nodes[second].uses
        ):
            yield first, second


def reached(plan: Schedule, without: tuple[int, int] | None = None) -> list[int]:
    """The set of nodes before each node; optionally without one wait, (node, its number)."""
    before = [0] * len(plan.order)
    for node in plan.order:
        lane, position = plan.lanes[plan.stream_of[node]], plan.position_of[node]
        sources = [lane[position - 2]] if position > 1 else []
        for number, wait in enumerate(plan.waits[node]):
            if (node, number) != without:
                sources.append(plan.lanes[wait.stream][wait.position - 1])
        for source in sources:
            before[node] |= before[source] | 1 << source
    return before


def users(nodes: list[PlanNode]) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for index, node in enumerate(nodes):
        for use in node.uses:
            found.setdefault(use.value, set()).add(index)
    return found


def problems(values: list[PlanValue], nodes: list[PlanNode], plan: Schedule) -> Iterator[str]:
    yield from shape_problems(nodes, plan)
    before = reached(plan)
    needed = list(conflicts(nodes))
    for first, second in needed:
        if not before[second] >> first & 1:
            yield f"{second} is not ordered after {first}"
    for node, waits in enumerate(plan.waits):
        for number, wait in enumerate(waits):
            less = reached(plan, without=(node, number))
            if all(less[second] >> first & 1 for first, second in needed):
                yield f"{node} waits for {wait} and need not"
    for first, second in combinations(range(len(nodes)), 2):
        for a, b in ((first, second), (second, first)):
            if plan.happens_before(a, b) != bool(before[b] >> a & 1):
                yield f"happens_before({a}, {b}) is wrong"
    yield from memory_problems(values, nodes, plan, before)


def shape_problems(nodes: list[PlanNode], plan: Schedule) -> Iterator[str]:
    if sorted(plan.order) != list(range(len(nodes))):
        yield f"{plan.order} is no order of the nodes"
    for stream, lane in enumerate(plan.lanes):
        if list(lane) != [node for node in plan.order if plan.stream_of[node] == stream]:
            yield f"stream {stream} is not in issue order"
    known = set(conflicts(nodes))
    for node, waits in enumerate(plan.waits):
        for wait in waits:
            if plan.lanes[wait.stream][wait.position - 1] != wait.node:
                yield f"{wait} names the wrong node"
            if (wait.node, node) not in known:
                yield f"{node} waits for {wait} without a conflict"
            if wait.hazard not in reasons(nodes, wait.node, node, wait.value):
                yield f"{node} waits for {wait} for another reason"


def reasons(nodes: list[PlanNode], first: int, second: int, value: int) -> set[str]:
    """The hazards between two nodes about a value."""
    if value == NO_VALUE:
        return {"after"} if first in nodes[second].after else set()
    met = [
        (a, b)
        for a in nodes[first].uses
        for b in nodes[second].uses
        if a.value == b.value == value and max(a.start, b.start) < min(a.stop, b.stop)
    ]
    found = {"RAW" for a, b in met if a.writes and b.reads}
    found |= {"WAR" for a, b in met if a.reads and b.writes}
    return found | {"WAW" for a, b in met if a.writes and b.writes}


def memory_problems(
    values: list[PlanValue], nodes: list[PlanNode], plan: Schedule, before: list[int]
) -> Iterator[str]:
    using = users(nodes)
    for index, offset in enumerate(plan.offsets):
        if (offset is None) == (index in using and values[index].is_temporary):
            yield f"value {index} is at {offset}"
        top = (offset or 0) + values[index].nbytes
        if offset is not None and (offset % ALIGNMENT or top > plan.arena_nbytes):
            yield f"value {index} is at {offset}"
    placed = [i for i, offset in enumerate(plan.offsets) if offset is not None]
    for a, b in combinations(placed, 2):
        low, high = sorted((plan.offsets[a] or 0, plan.offsets[b] or 0))
        lower = a if (plan.offsets[a] or 0) == low else b
        if low + values[lower].nbytes <= high or not (values[a].nbytes and values[b].nbytes):
            continue
        if not any(after(before, using[x], using[y]) for x, y in ((a, b), (b, a))):
            pairs = [p for p in plan.in_place if {p.source, p.target} == {a, b}]
            if not pairs:
                yield f"values {a} and {b} live together and overlap"
    for pair in plan.in_place:
        yield from in_place_problems(values, nodes, plan, before, pair)
    if plan.arena_nbytes < plan.live_bytes_bound:
        yield f"{plan.arena_nbytes} bytes are fewer than {plan.live_bytes_bound}"


def after(before: list[int], first: set[int], second: set[int]) -> bool:
    """Whether all of one set come before all of another."""
    return all(before[y] >> x & 1 for x in first for y in second)


def in_place_problems(
    values: list[PlanValue], nodes: list[PlanNode], plan: Schedule, before: list[int], pair: InPlace
) -> Iterator[str]:
    node, source, target = pair
    using, uses = users(nodes), nodes[node].uses
    if plan.offsets[source] != plan.offsets[target]:
        yield f"{pair} do not share memory"
    if values[source].nbytes != values[target].nbytes:
        yield f"{pair} differ in size"
    if not after(before, using[source] - {node}, {node}):
        yield f"{pair}: the input is used elsewhere"
    if not after(before, {node}, using[target] - {node}):
        yield f"{pair}: the output is used before"
    written = [i for i, use in enumerate(uses) if use.value == target]
    if len(written) != 1 or uses[written[0]].reads:
        yield f"{pair}: the output is touched twice"
    for number, use in enumerate(uses):
        if use.value == source:
            allowed = (number, written[0]) in nodes[node].in_place
            same = (use.start, use.stop) == (uses[written[0]].start, uses[written[0]].stop)
            if use.writes or not allowed or not same:
                yield f"{pair} is not allowed"


# -- the properties -------------------------------------------------------------------------------


@settings(max_examples=300, deadline=None)
@given(programs(), st.integers(1, 4), st.sampled_from(POLICIES))
def test_conflicts_are_ordered_no_wait_is_spare_and_none_that_live_together_overlap(
    program: Program, streams: int, policy: str
) -> None:
    values, nodes = program
    assert list(problems(values, nodes, make_plan(values, nodes, streams, policy))) == []


@pytest.mark.parametrize("streams", [1, 2, 3, 4])
def test_so_do_layered_programs(streams: int) -> None:
    for seed in range(12):
        random = Random(seed)
        sizes = [random.randint(1, 5000) for _ in range(seed + 1)]
        values, nodes = layered(random, random.randint(2, 12), random.randint(1, 6), sizes)
        found = list(problems(values, nodes, make_plan(values, nodes, streams)))
        assert found == [], f"seed {seed}"


Fault = Callable[[pytest.MonkeyPatch], None]


def forgets_readers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(order_module, "_note_read", lambda *_: None)


def forgets_writers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(order_module._Spans, "write", lambda *_: None)


def keeps_every_wait(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(order_module, "_minimal", lambda needed, _: tuple(needed.values()))


def places_everything_at_the_bottom(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(packing, "_lowest_gap", lambda *_: 0)


def takes_what_is_not_ordered_for_before(patch: pytest.MonkeyPatch) -> None:
    tenant = slots._Axis.tenant

    def with_spans_only(self: slots._Axis, life: slots._Life) -> packing.Tenant:
        found = tenant(self, life)
        return found._replace(shadows=found.spans)

    patch.setattr(slots._Axis, "tenant", with_spans_only)


def forgets_what_is_between_two_uses(patch: pytest.MonkeyPatch) -> None:
    init = slots._Axis.__init__

    def with_uses_only(self: slots._Axis, placed: order_module.Placement) -> None:
        init(self, placed)
        for node, stream in enumerate(placed.stream_of):
            at = self._bases[stream] + placed.position_of[node]
            for table, own, other in ((self._follows, at - 1, 10**9), (self._leads, at, 0)):
                row = [other] * len(placed.lanes)
                row[stream] = own
                table[node] = tuple(row)

    patch.setattr(slots._Axis, "__init__", with_uses_only)


def overwrites_what_is_still_read(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(slots, "_dies", lambda *_: True)


def overwrites_what_is_already_there(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(slots, "_begins", lambda *_: True)


def overwrites_any_input(patch: pytest.MonkeyPatch) -> None:
    def is_allowed(values: list[PlanValue], node: PlanNode, read: int, write: int) -> bool:
        one, other = node.uses[read].value, node.uses[write].value
        return one != other and values[one].is_temporary and values[other].is_temporary

    patch.setattr(slots, "_is_allowed", is_allowed)


@pytest.mark.parametrize(
    ("fault", "symptom"),
    [
        (forgets_readers, "not ordered"),
        (forgets_writers, "not ordered"),
        (keeps_every_wait, "need not"),
        (places_everything_at_the_bottom, "live together"),
        (takes_what_is_not_ordered_for_before, "live together"),
        (forgets_what_is_between_two_uses, "live together"),
        (overwrites_what_is_still_read, "the input is used elsewhere"),
        (overwrites_what_is_already_there, "the output is used before"),
        (overwrites_any_input, "is not allowed"),
        (overwrites_any_input, "differ in size"),
    ],
)
def test_a_planner_without_one_of_its_rules_is_found_out(
    fault: Fault, symptom: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The properties can fail, and fail for the right reason."""
    fault(monkeypatch)
    programs = (random_program(Random(seed), 30) for seed in range(200))
    found = (
        line
        for values, nodes in programs
        for line in problems(values, nodes, make_plan(values, nodes, 3))
    )
    assert any(symptom in line for line in found)


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


# -- memory ---------------------------------------------------------------------------------------


def test_three_temporaries_that_never_live_together_use_one_block() -> None:
    nodes = [PlanNode(uses, 1) for i in range(3) for uses in ([write(i)], [read(i), write(3)])]
    values = [*temporaries(3), PlanValue(64, is_temporary=False)]
    plan = make_plan(values, nodes, policy="program-order")
    assert plan.offsets == (0, 0, 0, None)
    assert plan.arena_nbytes == plan.live_bytes_bound == 64


def test_a_chain_needs_two_blocks_and_only_one_in_place() -> None:
    def chain(pairs: list[tuple[int, int]]) -> list[PlanNode]:
        links = [PlanNode([read(i), write(i + 1)], 1, (), pairs) for i in range(20)]
        return [PlanNode([write(0)], 1), *links]

    assert make_plan(temporaries(21), chain([])).arena_nbytes == 128
    plan = make_plan(temporaries(21), chain([(0, 1)]))
    assert plan.arena_nbytes == plan.live_bytes_bound == 64
    assert len(plan.in_place) == 20


def test_an_input_that_is_read_through_two_intervals_is_not_overwritten() -> None:
    """The output may be written before the node reads those bytes through the other interval."""
    uses = [read(0, 32, 48), write(1), read(0)]
    for pairs in ([(2, 1)], [(0, 1), (2, 1)]):
        assert make_plan(temporaries(2), [PlanNode(uses, 1, (), pairs)]).in_place == ()


def test_what_two_streams_do_side_by_side_shares_nothing_unless_it_is_ordered() -> None:
    """Issue order is not enough; within each stream blocks are shared all the same."""
    nodes = [PlanNode([use(i)], 9000) for i in range(8) for use in (write, read)]
    plan = make_plan(temporaries(8), nodes, 2, "program-order")
    assert plan.waits == ((),) * 16
    assert plan.arena_nbytes == 128
    assert len({plan.offsets[i] for i in range(8)}) == 2


def test_for_least_memory_what_was_begun_is_finished_first() -> None:
    nodes = [PlanNode([use(i)], 1000) for i in range(8) for use in (write, read)]
    assert make_plan(temporaries(8), nodes).arena_nbytes == 8 * 64
    plan = make_plan(temporaries(8), nodes, policy="least-memory")
    assert plan.arena_nbytes == plan.live_bytes_bound == 64


def test_for_least_memory_the_node_that_frees_most_goes_first() -> None:
    """1 frees nothing until 2 has read the value as well; then it comes before 3."""
    nodes = [
        PlanNode([write(0)], 1),
        PlanNode([read(0), write(1)], 1),
        PlanNode([read(0)], 1),
        PlanNode([write(2, 0, 32)], 1, after=[0]),
        PlanNode([read(1), read(2, 0, 32)], 1),
    ]
    values = [*temporaries(2), PlanValue(32, is_temporary=True)]
    assert make_plan(values, nodes, policy="least-memory").order == (0, 2, 1, 3, 4)


def test_values_with_memory_of_their_own_and_unused_ones_get_none() -> None:
    values = [PlanValue(64, is_temporary=False), *temporaries(2)]
    plan = make_plan(values, [PlanNode([read(0), write(1)], 1, (), [(0, 1)])])
    assert plan.offsets == (None, 0, None)
    assert plan.in_place == ()


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    "sizes",
    [
        pytest.param([4096], id="equal"),
        pytest.param([1 << i for i in range(6, 21)], id="powers of two"),
        pytest.param([64, 200, 1000, 4096, 5000, 65536, 100_000], id="mixed"),
    ],
)
def test_one_stream_stays_within_a_tenth_of_the_live_bytes(policy: str, sizes: list[int]) -> None:
    for seed in range(10):
        random = Random(seed)
        for values, nodes in (
            layered(random, 40, 8, sizes),
            scattered(random, 400, sizes),
            scattered(random, 400, sizes, reach=20),
        ):
            plan = make_plan(values, nodes, 1, policy)
            assert plan.arena_nbytes <= 1.1 * plan.live_bytes_bound, f"seed {seed}"


@pytest.mark.parametrize("streams", [1, 2])
def test_long_programs_of_odd_sizes_are_mended_where_they_stick_out(
    streams: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """These are the hardest to pack; the oracle looks at the tenants that were moved."""
    values, nodes = scattered(Random(3), 400, [*range(64_000, 128_000, 64)], reach=20)
    windows = 0
    improve = packing._Packer._improve

    def counting(self: packing._Packer, *arguments: Any) -> dict[int, int]:
        nonlocal windows
        windows += 1
        return improve(self, *arguments)

    monkeypatch.setattr(packing._Packer, "_improve", counting)
    mended = make_plan(values, nodes, streams, "program-order")
    assert list(memory_problems(values, nodes, mended, reached(mended))) == []
    assert bool(windows) == (streams == 1)
    monkeypatch.setattr(packing._Packer, "_mend", lambda *_: None)
    plan = make_plan(values, nodes, streams, "program-order")
    assert (mended.arena_nbytes < plan.arena_nbytes) == (streams == 1)


# -- the same plan everywhere ---------------------------------------------------------------------

TELL = """
from random import Random
from test_plan import digest, layered, make_plan, random_program
for streams in (1, 3):
    for program in (layered(Random(1), 20, 5, [64, 100, 3000]), random_program(Random(2), 60)):
        print(make_plan(*program, streams), digest(*program, streams))
"""


def test_every_process_makes_the_same_plan_with_the_same_digest() -> None:
    told: set[str] = set()
    root = Path(__file__).resolve().parents[2]
    for seed in ("0", "1", "4711"):
        path = ":".join(map(str, [root, Path(__file__).parent]))
        done = subprocess.run(
            [sys.executable, "-c", TELL],
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": path},
        )
        told.add(done.stdout)
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
        ({"nodes": [PlanNode([Use(0, 0, 8, False, False)], 1)]}, "neither reads nor writes"),
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
