"""The plans of random programs, judged by an oracle; planners that lack a rule are found out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

pytest.importorskip("hypothesis")
from core.planner_programs import Program, layered, problems, random_program
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrt._core.planning import order as order_module
from streamrt._core.planning import packing, slots
from streamrt._core.planning.plan import POLICIES, PlanNode, PlanValue, make_plan


@st.composite
def programs(draw: st.DrawFn) -> Program:
    return random_program(Random(draw(st.integers(0, 2**32))), draw(st.integers(0, 40)))


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
