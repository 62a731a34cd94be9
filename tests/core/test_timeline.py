"""Timelines: frontiers, their snapshots, and what the host has seen."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from core.trackers import Tracking

from streamrt._core.tracking.timeline import Timeline

Make = Callable[[int], list[Timeline]]


@pytest.fixture
def timelines(tracking: Tracking) -> Make:
    """Makes timelines that have promised a hundred commands."""

    def make(count: int) -> list[Timeline]:
        found = [tracking.timeline(f"t{i}") for i in range(count)]
        for timeline in found:
            timeline.value = 100
        return found

    return make


def test_a_snapshot_holds_from_the_wait_that_made_it_to_the_next(timelines: Make) -> None:
    a, b, c = timelines(3)
    c.join([(a, 1)], 3)
    c.join([(b, 7)], 5)
    assert [dict(c.frontier_at(value)) for value in (2, 3, 4, 5, 99)] == [
        {},
        {a: 1},
        {a: 1},
        {a: 1, b: 7},
        {a: 1, b: 7},
    ]


def test_a_join_takes_the_frontier_of_the_point_and_not_of_today(timelines: Make) -> None:
    a, b, c = timelines(3)
    b.join([(a, 1)], 2)
    b.join([(a, 9)], 6)
    c.join([(b, 4)], 1)
    assert c.frontier == {b: 4, a: 1}
    assert c.depends_on(1, a, 1)
    assert not c.depends_on(1, a, 2)
    assert c.depends_on(5, c, 5)


def test_snapshots_are_not_changed_by_later_joins(timelines: Make) -> None:
    a, b = timelines(2)
    b.join([(a, 1)], 1)
    before = b.frontier_at(1)
    b.join([(a, 2)], 2)
    assert before == {a: 1}
    assert b.frontier_at(1) == before


def test_seeing_a_point_is_seeing_what_it_came_after(timelines: Make) -> None:
    a, b, c = timelines(3)
    b.join([(a, 5)], 2)
    c.join([(b, 3)], 4)
    c.observe(3)
    assert (a.seen, b.seen, c.seen) == (0, 0, 3)
    c.observe(4)
    assert (a.seen, b.seen, c.seen) == (5, 3, 4)
    c.observe(1)
    assert c.seen == 4


def test_what_was_seen_leaves_snapshots_and_long_frontiers(timelines: Make) -> None:
    a, b, *others = timelines(200)
    for value in range(1, 50):
        b.join([(a, value)], value)
    b.observe(40)
    assert [dict(b.frontier_at(value)) for value in (40, 41)] == [{}, {a: 41}]
    for value, other in enumerate(others, start=50):
        other.observe(1)
        b.join([(other, 1)], value)
        assert len(b.frontier) < 20
    assert b.frontier[a] == 49


def test_a_chain_over_two_thousand_timelines_is_seen_at_once(timelines: Make) -> None:
    chain = timelines(2000)
    for before, after in pairwise(chain):
        after.join([(before, 1)], 1)
    chain[-1].observe(1)
    assert {timeline.seen for timeline in chain} == {1}
