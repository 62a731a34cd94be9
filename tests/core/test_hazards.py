"""The answers of the tracker, command by command."""

from __future__ import annotations

import pytest
from core.trackers import PURE, Cells, Tracking, end

from streamrt._core.tracking.ranges import DELETED, FROZEN, Region, Tracked
from streamrt._native.core import DONE
from streamrt.errors import DeletedBufferError, FrozenBufferError

Told = tuple[list[str], list[str]]


class Program:
    """The streams a to e and a 64-byte buffer `x`; it gives answers as text."""

    def __init__(self, tracking: Tracking, manual: bool = False) -> None:
        self.tracking = tracking
        self.streams = {name: tracking.timeline(name) for name in "abcde"}
        self.manual = manual
        self.cells = Cells()
        self.x = self.memory()

    def memory(self, nbytes: int = 64) -> Tracked:
        return self.tracking.tracked(nbytes, "x")

    def part(self, start: int = 0, stop: int = 64, of: Tracked | None = None) -> Region:
        return self.tracking.region(of or self.x, start, stop)

    def run(
        self,
        stream: str,
        *,
        reads: list[Region] | None = None,
        writes: list[Region] | None = None,
        updates: list[Region] | None = None,
    ) -> Told:
        """Submits a command; returns its waits as `RAW a@1`, and its checks as `a@1`."""
        self.last = self.cells.step(self.streams[stream])
        written = [(r, False) for r in writes or ()] + [(r, True) for r in updates or ()]
        edges, checks = self.tracking.track(self.last, reads or [], written, self.manual)
        assert all(edge.memory == "x" for edge in edges)
        waits = sorted(f"{e.hazard} {e.timeline.name}@{e.value}" for e in edges)
        return waits, [f"{step.timeline.name}@{step.value}" for step in checks]

    def read(self, stream: str, start: int = 0, stop: int = 64) -> Told:
        return self.run(stream, reads=[self.part(start, stop)])

    def write(self, stream: str, start: int = 0, stop: int = 64) -> Told:
        return self.run(stream, writes=[self.part(start, stop)])

    def update(self, stream: str, start: int = 0, stop: int = 64) -> Told:
        return self.run(stream, updates=[self.part(start, stop)])

    def see(self, stream: str, value: int) -> None:
        self.streams[stream].observe(value)

    def awaits(self, stream: str, source: str, value: int) -> list[str]:
        """Returns the waits for an event."""
        point = self.streams[source], value
        edges = self.tracking.await_points(self.streams[stream], [point], False)
        return [f"{e.hazard} {e.timeline.name}@{e.value}{e.memory}" for e in edges]


@pytest.fixture
def program(tracking: Tracking) -> Program:
    return Program(tracking)


# -- which accesses conflict ------------------------------------------------------------------


def test_a_read_waits_for_the_writer_and_checks_its_cell(program: Program) -> None:
    program.write("a")
    assert program.read("b") == (["RAW a@1"], ["a@1"])


def test_a_write_waits_for_earlier_readers_and_not_for_what_they_waited_for(
    program: Program,
) -> None:
    program.write("a")
    program.read("b")
    program.read("c")
    assert program.write("d") == (["WAR b@1", "WAR c@1"], [])


def test_only_the_newest_read_of_a_stream_counts(program: Program) -> None:
    for _ in range(3):
        program.read("a")
    assert program.write("b") == (["WAR a@3"], [])


def test_a_write_waits_for_the_write_before_but_checks_nothing(program: Program) -> None:
    program.write("a")
    assert program.write("b") == (["WAW a@1"], [])


def test_an_update_reads_and_writes(program: Program) -> None:
    program.write("a")
    assert program.update("b") == (["RAW a@1"], ["a@1"])
    assert program.read("c") == (["RAW b@1"], ["b@1"])


def test_reads_do_not_wait_for_reads(program: Program) -> None:
    program.read("a")
    assert program.read("b") == ([], [])


def test_one_stream_needs_no_waits_but_every_check(program: Program) -> None:
    program.write("a")
    assert program.update("a") == ([], ["a@1"])
    assert program.read("a") == ([], ["a@2"])
    assert program.write("a") == ([], [])


def test_a_retired_reader_is_not_waited_for_again(program: Program) -> None:
    program.read("a")
    program.write("b")
    assert program.write("c") == (["WAW b@1"], [])


# -- parts of a buffer ------------------------------------------------------------------------


def test_disjoint_views_are_independent(program: Program) -> None:
    program.write("a", 0, 32)
    assert program.write("b", 32, 64) == ([], [])
    assert program.read("a", 0, 32) == ([], ["a@1"])


def test_overlapping_views_are_not(program: Program) -> None:
    program.write("a", 0, 33)
    program.read("b", 40, 64)
    assert program.write("c", 32, 64) == (["WAR b@1", "WAW a@1"], [])
    assert program.read("d", 0, 32) == (["RAW a@1"], ["a@1"])


def test_a_read_of_everything_waits_for_the_writer_of_each_part(program: Program) -> None:
    for stream, start in (("a", 0), ("b", 16), ("c", 32)):
        program.write(stream, start, start + 16)
    assert program.read("d") == (["RAW a@1", "RAW b@1", "RAW c@1"], ["a@1", "b@1", "c@1"])


def test_accesses_split_spans_at_their_ends_and_a_write_of_everything_joins_them() -> None:
    """Only the specification shows its spans."""
    program = Program(PURE)

    def spans() -> list[tuple[int, int]]:
        return [(span.start, span.stop) for span in program.x.spans]

    whole = program.part()
    program.read("a", 16, 32)
    program.write("b", 24, 64)
    assert spans() == [(0, 16), (16, 24), (24, 32), (32, 64)]
    assert program.run("c", reads=[whole]) == (["RAW b@1"], ["b@1"])
    assert program.run("c", writes=[whole]) == ([], [])  # b came after a, and c after b
    assert spans() == [(0, 64)]
    assert program.run("d", reads=[whole]) == (["RAW c@2"], ["c@2"])


def test_a_part_keeps_the_history_from_before_it_was_split_off(program: Program) -> None:
    program.write("a")
    program.read("b")
    program.write("c", 0, 8)
    assert program.write("d", 8, 16) == (["WAR b@1"], [])
    assert program.write("e", 0, 8) == (["WAW c@1"], [])


def test_one_command_may_name_overlapping_views(program: Program) -> None:
    """An `out` does not hide the producer from an `inout` that overlaps it."""
    program.write("a")
    told = program.run(
        "b",
        reads=[program.part(0, 16)],
        writes=[program.part(8, 40)],
        updates=[program.part(32, 64)],
    )
    assert told == (["RAW a@1"], ["a@1"])
    assert program.read("b") == ([], ["a@1", "b@1"])


def test_ten_thousand_parts_are_tracked_in_linear_time() -> None:
    """Writes row by row, then reads all: the work for a row may not depend on their number.

    The test counts the spans looked at while neighbours are merged; it takes no time.
    """
    program, rows = Program(PURE), 10_000
    big = program.memory(8 * rows)
    looked_at = 0
    coalesce = Tracked._coalesce

    def counting(self: Tracked) -> None:
        nonlocal looked_at
        looked_at += len(self.spans)
        coalesce(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Tracked, "_coalesce", counting)
        for row in range(rows):
            program.run("a", writes=[program.part(8 * row, 8 * row + 8, of=big)])
        waits, checks = program.run("b", reads=[program.part(0, 8 * rows, of=big)])
    assert waits == [f"RAW a@{rows}"]
    assert checks == [f"a@{row + 1}" for row in range(rows)]
    assert looked_at < 4 * rows


# -- what is left out -------------------------------------------------------------------------


def test_a_wait_is_left_out_when_the_stream_has_waited_for_more(program: Program) -> None:
    y = program.memory()
    program.write("a")
    program.run("a", writes=[program.part(of=y)])
    assert program.run("b", reads=[program.part(of=y)]) == (["RAW a@2"], ["a@2"])
    assert program.read("b") == ([], ["a@1"])


def test_a_wait_is_left_out_when_another_stream_brought_the_order(program: Program) -> None:
    y = program.memory()
    program.write("a")
    program.run("b", reads=[program.part()], writes=[program.part(of=y)])
    told = program.run("c", reads=[program.part(of=y), program.part()])
    assert told == (["RAW b@1"], ["b@1", "a@1"])


def test_order_is_taken_over_as_it_was_at_the_point_waited_for(program: Program) -> None:
    """A later wait of b for a says nothing about b's earlier command."""
    y = program.memory()
    program.run("b", writes=[program.part(of=y)])
    program.write("a")
    program.read("b")
    assert program.run("c", reads=[program.part(of=y)]) == (["RAW b@1"], ["b@1"])
    assert program.read("c") == (["RAW a@1"], ["a@1"])


def test_what_the_host_has_seen_needs_no_wait_on_any_stream(program: Program) -> None:
    program.write("a")
    program.read("b")
    program.see("b", 1)
    assert program.read("c") == ([], ["a@1"])
    assert program.write("d") == (["WAR c@1"], [])


def test_a_producer_seen_to_succeed_is_not_checked(program: Program) -> None:
    program.write("a")
    end(program.last.cell, DONE)
    program.tracking.reap(program.streams["a"], 1, [program.last])
    assert program.read("b") == ([], [])


def test_an_event_is_waited_for_unless_it_is_known_to_be_past(program: Program) -> None:
    program.write("a")
    program.write("a")
    assert program.awaits("b", "a", 1) == ["event a@1"]
    assert program.awaits("a", "a", 2) == []
    program.read("b")
    assert program.awaits("b", "a", 2) == []
    program.see("a", 1)
    assert program.awaits("c", "a", 1) == []
    assert program.awaits("c", "a", 2) == ["event a@2"]


# -- lives of memory --------------------------------------------------------------------------


def reborn(program: Program) -> None:
    """The memory of x becomes another buffer."""
    program.x = program.tracking.tracked(64, "x", program.x.death_frontier())


def test_the_first_write_to_reused_memory_waits_for_all_uses_of_its_last_life(
    program: Program,
) -> None:
    program.write("a", 0, 32)
    program.read("b", 32, 64)
    reborn(program)
    assert program.write("c", 0, 16) == (["reuse a@1", "reuse b@1"], [])
    assert program.write("d", 16, 32) == (["reuse a@1", "reuse b@1"], [])
    assert program.write("c", 16, 32) == (["WAW d@1"], [])


def test_a_life_without_writes_passes_the_earlier_one_on(program: Program) -> None:
    program.write("a")
    reborn(program)
    assert program.read("b") == ([], [])
    reborn(program)
    assert program.write("c") == (["reuse a@1", "reuse b@1"], [])


def test_memory_whose_uses_were_all_seen_has_no_past(program: Program) -> None:
    program.write("a")
    program.read("b")
    program.see("b", 1)
    assert program.x.death_frontier() is None


def test_manual_hazards_leave_everything_out_but_reuse(tracking: Tracking) -> None:
    program = Program(tracking, manual=True)
    program.write("a")
    assert program.read("b") == ([], ["a@1"])
    assert program.write("c") == ([], [])
    reborn(program)
    assert program.write("d") == (["reuse a@1", "reuse b@1", "reuse c@1"], [])


# -- what is refused --------------------------------------------------------------------------


def test_reads_of_frozen_memory_leave_no_points(program: Program) -> None:
    program.write("a")
    program.x.bar |= FROZEN
    assert program.read("b") == (["RAW a@1"], ["a@1"])
    assert program.x.death_frontier() == {program.streams["a"]: 1}


def test_a_write_to_frozen_memory_is_refused_and_leaves_no_trace(program: Program) -> None:
    frozen, other = program.memory(), program.memory()
    frozen.bar |= FROZEN
    with pytest.raises(FrozenBufferError, match=r"^write x: .*; write to a copy"):
        program.run("a", reads=[program.part(of=other)], writes=[program.part(of=frozen)])
    assert program.streams["a"].value == 0
    assert program.run("b", writes=[program.part(of=other)]) == ([], [])


@pytest.mark.parametrize("bar", [DELETED, DELETED | FROZEN])
def test_any_access_to_deleted_memory_is_refused(program: Program, bar: int) -> None:
    program.x.bar |= bar
    for access in (program.read, program.write, program.update):
        with pytest.raises(DeletedBufferError, match=r"^access x: .*; make a new buffer"):
            access("a")
    assert program.streams["a"].value == 0
