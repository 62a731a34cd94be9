"""Histories, as others ask them: who wrote the contents, which memory it is, how it ends."""

from __future__ import annotations

from streamrt._core.tracking.areas import Areas
from streamrt._core.tracking.hazards import track
from streamrt._core.tracking.ranges import DELETED, Region, Tracked
from streamrt._core.tracking.timeline import Step, Timeline


def run(timeline: Timeline, reads: list[Region], writes: list[Region]) -> Step:
    step = Step(timeline, timeline.value + 1)
    track(step, reads, [(region, False) for region in writes])
    return step


def test_writers_are_those_of_the_bytes_it_covers_that_were_not_seen_to_succeed() -> None:
    x, a, b = Tracked(64, "x"), Timeline("a"), Timeline("b")
    low, high, whole = Region(x, 0, 32), Region(x, 32, 64), Region(x, 0, 64)
    first, second = run(a, [], [low]), run(b, [], [high])
    assert (low.writers(), whole.writers()) == ([first], [first, second])
    first.clean = True
    assert whole.writers() == [second]


def test_a_writer_counts_as_unread_until_something_reads_its_bytes() -> None:
    x, a, b = Tracked(64, "x"), Timeline("a"), Timeline("b")
    low, high, whole = Region(x, 0, 32), Region(x, 32, 64), Region(x, 0, 64)
    first, second = run(a, [], [low]), run(b, [], [high])
    assert whole.unread_writers() == [first, second]
    run(b, [low], [])
    assert whole.unread_writers() == [second]


def test_reuse_points_last_until_the_bytes_are_written() -> None:
    a, b = Timeline("a"), Timeline("b")
    x = Tracked(64, "x", {a: 3})
    run(b, [], [Region(x, 0, 32)])
    assert Region(x, 0, 32).reuse_points() == []
    assert Region(x, 0, 64).reuse_points() == [(a, 3)]


def test_all_handles_of_one_memory_have_one_number_and_others_have_another() -> None:
    x, y = Tracked(64, "x"), Tracked(64, "y")
    shared = x.share("again")
    assert x.memory == shared.memory == shared.pass_on().memory != y.memory
    assert x.is_shared
    assert not y.is_shared


def test_memories_that_turn_out_to_be_one_get_one_number() -> None:
    areas = Areas()
    x, _ = areas.enter(0, 64, "x")
    again, _ = areas.enter(0, 64, "again")
    y, _ = areas.enter(64, 128, "y")
    apart, _ = areas.enter(512, 576, "apart")
    assert x.memory == again.memory != y.memory
    both, _ = areas.enter(32, 96, "both")
    assert x.memory == again.memory == y.memory == both.memory != apart.memory
    assert areas.enter(100, 128, "later")[0].memory == both.memory


def test_a_history_ends_with_the_last_handle_once_all_was_seen() -> None:
    x, a = Tracked(64, "x"), Timeline("a")
    again = x.share("again")
    step = run(a, [], [Region(x, 0, 64)])
    assert x.retire() == {a: 1}
    assert x.bar & DELETED
    a.observe(1)
    assert Region(again, 0, 64).writers() == [step]
    assert again.retire() is None
    assert Region(again, 0, 64).writers() == []
