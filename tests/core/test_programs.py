"""Random programs: every conflict is ordered, and no inserted wait could be left out."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("hypothesis")
from core.tracker_faults import Fault, without
from core.tracker_programs import problems, random_program
from core.tracker_scripts import Operation
from core.trackers import EACH, Tracking
from hypothesis import given, settings
from hypothesis import strategies as st

from streamrt._core.tracking import hazards, ranges
from streamrt._core.tracking.ranges import Region, Span, Tracked
from streamrt._core.tracking.timeline import Timeline

programs = st.builds(random_program, st.randoms(use_true_random=False), st.integers(0, 40))


# -- the properties -------------------------------------------------------------------------------


@pytest.mark.parametrize("tracking", EACH, ids=str)
@settings(max_examples=400)
@given(program=programs)
def test_conflicts_are_ordered_and_no_wait_could_be_left_out(
    tracking: Tracking, program: list[Operation]
) -> None:
    assert problems(program, tracking=tracking) == []


@pytest.mark.parametrize("tracking", EACH, ids=str)
@settings(max_examples=100)
@given(program=programs)
def test_manual_hazards_still_order_the_lives_of_a_block(
    tracking: Tracking, program: list[Operation]
) -> None:
    assert problems(program, manual=True, tracking=tracking) == []


def test_so_do_long_programs(tracking: Tracking) -> None:
    for seed in range(150):
        program = random_program(Random(seed)) * 3
        assert problems(program, tracking=tracking) == [], f"seed {seed}"


def test_so_do_programs_with_merged_spans(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the specification can be told to merge few spans."""
    monkeypatch.setattr(ranges, "MOST_SPANS", 2)
    for seed in range(150):
        program = random_program(Random(seed)) * 3
        assert problems(program) == [], f"seed {seed}"


def joins_the_frontier_as_it_is_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Timeline, "frontier_at", lambda self, value: self.frontier)


def remembers_no_snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Timeline, "frontier_at", lambda self, value: {})


def keeps_dominated_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hazards, "_minimal", lambda needed: tuple(needed.values()))


def forgets_what_the_host_saw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Timeline, "observe", lambda self, value: None)


def sees_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    observe = Timeline.observe
    monkeypatch.setattr(Timeline, "observe", lambda self, value: observe(self, value + 1))


def dies_without_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    def writers_only(self: Tracked) -> dict[Timeline, int]:
        return {s.writer.timeline: s.writer.value for s in self.spans if s.writer is not None}

    monkeypatch.setattr(Tracked, "death_frontier", writers_only)


def overwrites_what_is_in_gaps(monkeypatch: pytest.MonkeyPatch) -> None:
    make = Region.__init__
    monkeypatch.setattr(Region, "__init__", lambda self, *args: make(self, *args[:3]))


@pytest.mark.parametrize(
    ("fault", "symptom"),
    [
        pytest.param(without("RAW"), "not ordered", id="no RAW"),
        pytest.param(without("WAR"), "not ordered", id="no WAR"),
        pytest.param(without("WAW"), "not ordered", id="no WAW"),
        pytest.param(without("reuse"), "not ordered", id="no reuse"),
        (joins_the_frontier_as_it_is_now, "not ordered"),
        (sees_too_much, "not ordered"),
        (dies_without_readers, "not ordered"),
        (remembers_no_snapshots, "need not"),
        (keeps_dominated_waits, "need not"),
        (forgets_what_the_host_saw, "need not"),
        (overwrites_what_is_in_gaps, "checks cells"),
    ],
)
def test_a_core_without_one_of_its_rules_is_found_out(
    fault: Fault, symptom: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The property can fail, and fails for the right reason."""
    fault(monkeypatch)
    found = (line for seed in range(60) for line in problems(random_program(Random(seed))))
    assert any(symptom in line for line in found)


def forgets_what_is_beneath(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Span, "bury", lambda self, step, above=None: None)


@pytest.mark.parametrize(
    ("fault", "symptom"),
    [
        pytest.param(without("RAW"), "not ordered", id="no RAW"),
        pytest.param(without("WAR"), "not ordered", id="no WAR"),
        (forgets_what_is_beneath, "not ordered"),
        (forgets_what_is_beneath, "checks cells"),
    ],
)
def test_so_it_is_with_manual_hazards(
    fault: Fault, symptom: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    programs = (random_program(Random(seed)) for seed in range(60))
    assert any(symptom in line for one in programs for line in problems(one, manual=True))
