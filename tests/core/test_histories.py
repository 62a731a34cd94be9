"""Histories, as others ask them: who wrote the contents, which memory it is, how it ends."""

from __future__ import annotations

import pytest
from core.trackers import Cells, Tracking, end

from streamrt._core.tracking.ranges import DELETED, Region, Tracked
from streamrt._core.tracking.timeline import Step, Timeline
from streamrt._native.core import DONE


class Desk:
    """The memory x of 64 bytes, its regions, and the streams a and b."""

    def __init__(self, tracking: Tracking) -> None:
        self.tracking = tracking
        self.cells = Cells()
        self.a, self.b = tracking.timeline("a"), tracking.timeline("b")
        self.x = tracking.tracked(64, "x")
        self.low, self.high = self.part(0, 32), self.part(32, 64)
        self.whole = self.part(0, 64)

    def part(self, start: int, stop: int, of: Tracked | None = None) -> Region:
        return self.tracking.region(of or self.x, start, stop)

    def run(self, timeline: Timeline, reads: list[Region], writes: list[Region]) -> Step:
        step = self.cells.step(timeline)
        self.tracking.track(step, reads, [(region, False) for region in writes])
        return step


@pytest.fixture
def desk(tracking: Tracking) -> Desk:
    return Desk(tracking)


def test_writers_are_those_of_the_bytes_it_covers_that_were_not_seen_to_succeed(
    desk: Desk,
) -> None:
    first, second = desk.run(desk.a, [], [desk.low]), desk.run(desk.b, [], [desk.high])
    assert (desk.low.writers(), desk.whole.writers()) == ([first], [first, second])
    end(first.cell, DONE)
    assert desk.whole.writers() == [first, second]
    desk.tracking.reap(desk.a, 1, [first])
    assert desk.whole.writers() == [second]


def test_a_writer_counts_as_unread_until_something_reads_its_bytes(desk: Desk) -> None:
    first, second = desk.run(desk.a, [], [desk.low]), desk.run(desk.b, [], [desk.high])
    assert desk.whole.unread_writers() == [first, second]
    desk.run(desk.b, [desk.low], [])
    assert desk.whole.unread_writers() == [second]


def test_reuse_points_last_until_the_bytes_are_written(desk: Desk) -> None:
    y = desk.tracking.tracked(64, "y", {desk.a: 3})
    desk.run(desk.b, [], [desk.part(0, 32, of=y)])
    assert desk.part(0, 32, of=y).reuse_points() == []
    assert desk.part(0, 64, of=y).reuse_points() == [(desk.a, 3)]


def test_all_handles_of_one_memory_have_one_number_and_others_have_another(
    tracking: Tracking,
) -> None:
    x, y = tracking.tracked(64, "x"), tracking.tracked(64, "y")
    shared = x.share("again")
    assert x.memory == shared.memory == shared.pass_on().memory != y.memory
    assert x.is_shared
    assert not y.is_shared


def test_memories_that_turn_out_to_be_one_get_one_number(tracking: Tracking) -> None:
    areas = tracking.areas()
    x, _ = areas.enter(0, 64, "x")
    again, _ = areas.enter(0, 64, "again")
    y, _ = areas.enter(64, 128, "y")
    apart, _ = areas.enter(512, 576, "apart")
    assert x.memory == again.memory != y.memory
    both, _ = areas.enter(32, 96, "both")
    assert x.memory == again.memory == y.memory == both.memory != apart.memory
    assert areas.enter(100, 128, "later")[0].memory == both.memory


def test_a_history_ends_with_the_last_handle_once_all_was_seen(desk: Desk) -> None:
    again = desk.x.share("again")
    step = desk.run(desk.a, [], [desk.whole])
    assert desk.x.retire() == {desk.a: 1}
    assert desk.x.bar & DELETED
    desk.a.observe(1)
    assert desk.part(0, 64, of=again).writers() == [step]
    assert again.retire() is None
    assert desk.part(0, 64, of=again).writers() == []


def test_an_ended_history_keeps_none_of_several_writers(desk: Desk) -> None:
    """With manual hazards, writes that leave gaps stand beside each other."""
    part = desk.tracking.region(desk.x, 0, 64, True)
    steps: list[Step] = []
    for timeline in (desk.a, desk.b):
        steps.append(desk.cells.step(timeline))
        desk.tracking.track(steps[-1], [], [(part, False)], True)
    assert desk.whole.writers() == steps[::-1]
    assert desk.x.end() == {desk.a: 1, desk.b: 1}
    assert desk.whole.writers() == []
