"""The answers of the tracker, command by command."""

from __future__ import annotations

import pytest
from core.trackers import PURE, Cells, Tracking, end

from streamrt._core.tracking.ranges import DELETED, FROZEN, Region, Tracked
from streamrt._native.core import DONE
from streamrt.errors import DeletedBufferError, FrozenBufferError


class Program:
    """The streams a to e, the 64-byte buffers `x` and `y`; it takes steps, and answers, as text."""

    def __init__(self, tracking: Tracking, manual: bool = False) -> None:
        self.tracking = tracking
        self.streams = {name: tracking.timeline(name) for name in "abcde"}
        self.manual = manual
        self.cells = Cells()
        self.x, self.y = self.memory(), self.memory()

    def memory(self, nbytes: int = 64) -> Tracked:
        return self.tracking.tracked(nbytes, "x")

    def part(self, start: int = 0, stop: int = 64, of: Tracked | None = None) -> Region:
        return self.tracking.region(of or self.x, start, stop)

    def play(self, story: str) -> None:
        """Takes the steps of a story, and compares the answers that it has behind arrows."""
        for line in story.split("; "):
            step, _, expected = line.partition(" -> ")
            found = self.step(step)
            assert not expected or found == expected, line

    def step(self, text: str) -> str:
        """Takes one step: `a writes`, `b reads y & updates 8-16`, `c sees 1`, `b awaits a@2`."""
        stream, verb, *rest = text.split(" ")
        if text == "x reborn":  # its memory becomes another buffer
            self.x = self.tracking.tracked(64, "x", self.x.death_frontier())
        elif verb == "sees":
            self.streams[stream].observe(int(rest[0]))
        elif verb == "awaits":
            source, value = rest[0].split("@")
            point = self.streams[source], int(value)
            edges = self.tracking.await_points(self.streams[stream], [point], False)
            told = [f"{e.hazard} {e.timeline.name}@{e.value}{e.memory}" for e in edges]
            return ", ".join(told) or "nothing"
        else:
            uses = [use.partition(" ") for use in text[2:].split(" & ")]
            return self.run(stream, [(verb, self._region(what)) for verb, _, what in uses])
        return ""

    def _region(self, what: str) -> Region:
        if "-" in what:
            start, stop = map(int, what.split("-"))
            return self.part(start, stop)
        return self.part(of=self.y if what == "y" else self.x)

    def run(self, stream: str, uses: list[tuple[str, Region]]) -> str:
        """Submits a command; returns its waits and its checks as `RAW a@1, checks a@1`."""
        assert {verb for verb, _ in uses} <= {"reads", "writes", "updates"}
        self.last = self.cells.step(self.streams[stream])
        reads = [region for verb, region in uses if verb == "reads"]
        written = [(region, False) for verb, region in uses if verb == "writes"]
        written += [(region, True) for verb, region in uses if verb == "updates"]
        edges, checks = self.tracking.track(self.last, reads, written, self.manual)
        assert all(edge.memory == "x" for edge in edges)
        told = sorted(f"{e.hazard} {e.timeline.name}@{e.value}" for e in edges)
        told += [f"checks {step.timeline.name}@{step.value}" for step in checks]
        return ", ".join(told) or "nothing"


@pytest.fixture
def program(tracking: Tracking) -> Program:
    return Program(tracking)


STORIES = {
    # -- which accesses conflict ----------------------------------------------------------------
    "a read waits for the writer and checks its cell":
        "a writes; b reads -> RAW a@1, checks a@1",
    "a write waits for earlier readers and not for what they waited for":
        "a writes; b reads; c reads; d writes -> WAR b@1, WAR c@1",
    "only the newest read of a stream counts":
        "a reads; a reads; a reads; b writes -> WAR a@3",
    "a write waits for the write before but checks nothing":
        "a writes; b writes -> WAW a@1",
    "an update reads and writes":
        "a writes; b updates -> RAW a@1, checks a@1; c reads -> RAW b@1, checks b@1",
    "reads do not wait for reads":
        "a reads; b reads -> nothing",
    "one stream needs no waits but every check":
        "a writes; a updates -> checks a@1; a reads -> checks a@2; a writes -> nothing",
    "a retired reader is not waited for again":
        "a reads; b writes; c writes -> WAW b@1",
    # -- parts of a buffer ----------------------------------------------------------------------
    "disjoint views are independent":
        "a writes 0-32; b writes 32-64 -> nothing; a reads 0-32 -> checks a@1",
    "overlapping views are not":
        "a writes 0-33; b reads 40-64; c writes 32-64 -> WAR b@1, WAW a@1; "
        "d reads 0-32 -> RAW a@1, checks a@1",
    "a read of everything waits for the writer of each part":
        "a writes 0-16; b writes 16-32; c writes 32-48; "
        "d reads -> RAW a@1, RAW b@1, RAW c@1, checks a@1, checks b@1, checks c@1",
    "a part keeps the history from before it was split off":
        "a writes; b reads; c writes 0-8; d writes 8-16 -> WAR b@1; e writes 0-8 -> WAW c@1",
    "an `out` does not hide the producer from an `inout` of the same command that overlaps it":
        "a writes; b reads 0-16 & writes 8-40 & updates 32-64 -> RAW a@1, checks a@1; "
        "b reads -> checks a@1, checks b@1",
    # -- what is left out -----------------------------------------------------------------------
    "a wait is left out when the stream has waited for more":
        "a writes; a writes y; b reads y -> RAW a@2, checks a@2; b reads -> checks a@1",
    "a wait is left out when another stream brought the order":
        "a writes; b reads x & writes y; c reads y & reads x -> RAW b@1, checks b@1, checks a@1",
    "a later wait of b for a says nothing about b's earlier command":
        "b writes y; a writes; b reads; c reads y -> RAW b@1, checks b@1; "
        "c reads -> RAW a@1, checks a@1",
    "what the host has seen needs no wait on any stream":
        "a writes; b reads; b sees 1; c reads -> checks a@1; d writes -> WAR c@1",
    "an event is waited for unless it is known to be past":
        "a writes; a writes; b awaits a@1 -> event a@1; a awaits a@2 -> nothing; b reads; "
        "b awaits a@2 -> nothing; a sees 1; c awaits a@1 -> nothing; c awaits a@2 -> event a@2",
    # -- lives of memory ------------------------------------------------------------------------
    "the first write to reused memory waits for all uses of its last life":
        "a writes 0-32; b reads 32-64; x reborn; c writes 0-16 -> reuse a@1, reuse b@1; "
        "d writes 16-32 -> reuse a@1, reuse b@1; c writes 16-32 -> WAW d@1",
    "a life without writes passes the earlier one on":
        "a writes; x reborn; b reads -> nothing; x reborn; c writes -> reuse a@1, reuse b@1",
}  # fmt: skip


@pytest.mark.parametrize("story", STORIES)
def test_a_command_waits_for_and_checks_what_its_story_says(program: Program, story: str) -> None:
    program.play(STORIES[story])


def test_accesses_split_spans_at_their_ends_and_a_write_of_everything_joins_them() -> None:
    """Only the specification shows its spans."""
    program = Program(PURE)

    def spans() -> list[tuple[int, int]]:
        return [(span.start, span.stop) for span in program.x.spans]

    program.play("a reads 16-32; b writes 24-64")
    assert spans() == [(0, 16), (16, 24), (24, 32), (32, 64)]
    program.play("c reads -> RAW b@1, checks b@1; c writes -> nothing")  # b is after a, c after b
    assert spans() == [(0, 64)]
    program.play("d reads -> RAW c@2, checks c@2")


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
            program.run("a", [("writes", program.part(8 * row, 8 * row + 8, of=big))])
        told = program.run("b", [("reads", program.part(0, 8 * rows, of=big))])
    assert told == ", ".join([f"RAW a@{rows}", *(f"checks a@{row + 1}" for row in range(rows))])
    assert looked_at < 4 * rows


def test_a_producer_seen_to_succeed_is_not_checked(program: Program) -> None:
    program.play("a writes")
    end(program.last.cell, DONE)
    program.tracking.reap(program.streams["a"], 1, [program.last])
    program.play("b reads -> nothing")


def test_memory_whose_uses_were_all_seen_has_no_past(program: Program) -> None:
    program.play("a writes; b reads; b sees 1")
    assert program.x.death_frontier() is None


def test_manual_hazards_leave_everything_out_but_reuse(tracking: Tracking) -> None:
    Program(tracking, manual=True).play(
        "a writes; b reads -> checks a@1; c writes -> nothing; x reborn; "
        "d writes -> reuse a@1, reuse b@1, reuse c@1"
    )


# -- what is refused --------------------------------------------------------------------------


def test_reads_of_frozen_memory_leave_no_points(program: Program) -> None:
    program.play("a writes")
    program.x.bar |= FROZEN
    program.play("b reads -> RAW a@1, checks a@1")
    assert program.x.death_frontier() == {program.streams["a"]: 1}


def test_a_write_to_frozen_memory_is_refused_and_leaves_no_trace(program: Program) -> None:
    program.x.bar |= FROZEN
    with pytest.raises(FrozenBufferError, match=r"^write x: .*; write to a copy"):
        program.play("a reads y & writes x")
    assert program.streams["a"].value == 0
    program.play("b writes y -> nothing")


@pytest.mark.parametrize("bar", [DELETED, DELETED | FROZEN])
def test_any_access_to_deleted_memory_is_refused(program: Program, bar: int) -> None:
    program.x.bar |= bar
    for access in ("reads", "writes", "updates"):
        with pytest.raises(DeletedBufferError, match=r"^access x: .*; make a new buffer"):
            program.step(f"a {access}")
    assert program.streams["a"].value == 0
