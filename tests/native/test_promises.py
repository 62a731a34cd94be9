"""The promises of a timeline, against the same rules said with a Python list."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from streamrt._native.core import CANCELLED, DONE, FAILED, PENDING, RUNNING, SKIPPED, Core
from streamrt._native.core import core as load_core
from streamrt._native.queue import CELL_BYTES, CellStatus
from streamrt._native.timeline import NOTHING, RESULT, Timeline
from streamrt.errors import ArgumentError

INDEX = 7
CELLS = 64  # the first is never promised
OFTEN = ("expect", "check", "cancel", "begin", "start", "finish", "fail", "advance")


class Rules:
    """The rules 1 to 3 of timeline.py, and what they make of the cells."""

    def __init__(self) -> None:
        self.promises: list[int] = []  # of the values 1, 2, 3, …
        self.begun = self.completed = self.strays = self.poison = 0
        self.lost: str | None = None
        self.is_closed = False
        self.reasons: list[str] = []
        self.cells: dict[int, dict[str, int]] = {}

    def cell(self, address: int) -> dict[str, int]:
        empty = {"state": PENDING, "error": 0, "root": 0, "node": 0, "refused": 0}
        return self.cells.setdefault(address, empty)

    def expect(self, cell: int) -> int:
        self.promises.append(cell)
        return len(self.promises)

    def cancel(self, cell: int) -> int:
        found = self.cell(cell)
        won = found["state"] == PENDING
        if won:
            found["state"] = CANCELLED
        return int(won)

    def check(self, cell: int) -> None:
        if not self.is_over and self.cell(cell)["state"] > DONE and not self.poison:
            self.poison = self.cell(cell)["root"]

    def start(self, cell: int) -> bool:
        if not self._is_next(cell, "started", self.begun + 1, cell != NOTHING):
            return False
        self.begun += 1
        found, own = self.cell(cell), INDEX << 40 | self.begun
        found["root"], poison, self.poison = self.poison or own, self.poison, 0
        if found["state"] == CANCELLED:
            found["root"] = own
        else:
            found["state"] = SKIPPED if poison else RUNNING
        self._pass()
        return found["state"] == RUNNING

    def signal(self) -> None:
        if self._is_next(NOTHING, "signalled", self.begun + 1):
            self.begun += 1
            self._pass()

    def finish(self, cell: int, error: int) -> None:
        self._end(cell, "finished", error=error)

    def fail(self, cell: int, reason: str) -> None:
        if reason not in self.reasons:
            self.reasons.append(reason)
        self._end(cell, "failed", refused=self.reasons.index(reason) + 1)

    def advance(self, results: list[tuple[int, int]]) -> None:
        for error, node in results:
            stranger = -1  # a result names no cell
            cell = [*self.promises, stranger][self.completed] or stranger
            if self.begun > self.completed or self.is_over:
                self._end(cell, "finished", error=error, node=node if error else 0)
            elif self._is_next(cell, "finished", self.completed + 1):
                self._never_started("finished")

    def _end(self, cell: int, what: str, **told: int) -> None:
        if self.is_over or (cell and self.cell(cell)["state"] > RUNNING):
            self.strays += 1
        elif self._is_next(cell, what, self.completed + 1):
            if self.begun == self.completed:
                self._never_started(what)
                return
            state = FAILED if told.get("error") or told.get("refused") else DONE
            self.cell(cell).update(told, state=state)
            self._pass()

    def _never_started(self, what: str) -> None:
        self.lost = f"the execution at {self.completed + 1} {what} and never started"

    def lose(self, reason: str) -> None:
        if not self.is_over:
            self.lost = reason

    def fail_all(self) -> None:
        if self.is_closed:
            return
        for value in range(self.completed + 1, len(self.promises) + 1):
            if cell := self.promises[value - 1]:
                self.poison = 0  # what is checked later may be of another epoch
                found = self.cell(cell)
                if found["state"] not in (SKIPPED, FAILED):
                    found["root"] = INDEX << 40 | value
                if found["state"] <= RUNNING:
                    found["state"] = FAILED
        self.begun = self.completed = len(self.promises)

    def close(self) -> None:
        self.is_closed = True

    @property
    def is_over(self) -> bool:
        return self.lost is not None or self.is_closed

    def _pass(self) -> None:
        """Signals what has begun and does not run any more."""
        while self.completed < self.begun:
            cell = self.promises[self.completed]
            if cell and self.cell(cell)["state"] == RUNNING:
                return
            self.completed += 1

    def _is_next(self, cell: int, what: str, value: int, may: bool = True) -> bool:
        if self.is_over:
            self.strays += 1
            return False
        found = self.promises[value - 1] if value <= len(self.promises) else None
        if found == cell and may:
            return True
        rule = {None: "nothing is pending", NOTHING: "a bare signal is next"}
        self.lost = (
            f"{'an execution' if cell else 'a bare signal'} {what} at {value}: "
            f"{rule.get(found, 'another execution is next')}; commands complete in the order of "
            "submission, each once"
        )
        return False


class Pair:
    """A timeline and the rules, which are told the same."""

    def __init__(self, core: Core, draw: random.Random) -> None:
        self.core = core
        self.draw = draw
        self.block = core.new_cells(CELLS)
        self.timeline, self.rules = Timeline(INDEX, native=core), Rules()
        self.told: list[str] = []
        self.timeline.on_lost = self.told.append
        self.used = 0

    def what(self) -> str:
        """Mostly something that may be done now."""
        rules, draw = self.rules, self.draw
        if draw.random() < 0.03:
            return draw.choice(("lose", "fail_all", "close", *OFTEN))
        may_begin, may_end = rules.begun < len(rules.promises), rules.begun > rules.completed
        may = ["expect", "check", "cancel", *(["begin"] * 4 * may_begin)]
        return draw.choice([*may, *(("finish", "fail", "advance", "advance") * may_end)])

    def cell(self, right: int) -> int:
        """The right cell; seldom any that is known, one that is never promised, or none."""
        wrong = (self.known(), self.block, NOTHING)
        return right if self.draw.random() < 0.98 else self.draw.choice(wrong)

    def known(self) -> int:
        return self.block + self.draw.randint(min(1, self.used), self.used) * CELL_BYTES

    def promise(self, value: int) -> int:
        return self.rules.promises[value - 1] if value <= len(self.rules.promises) else NOTHING

    def step(self) -> None:
        what, rules, draw = self.what(), self.rules, self.draw
        begins, ends = self.cell(self.promise(rules.begun + 1)), self.promise(rules.completed + 1)
        ends, known, error = self.cell(ends), self.known(), draw.choice((0, 0, 7))
        reason = draw.choice("ab")
        results = [(draw.choice((0, 0, 5)), n) for n in range(draw.randint(0, 3))]
        packed = b"".join(RESULT.pack(*found, 0, 0) for found in results)
        new = NOTHING
        if what == "expect" and self.used < CELLS - 1 and draw.random() < 0.8:
            self.used += 1
            new = self.block + self.used * CELL_BYTES
        steps: dict[str, Callable[[Any], object]] = {
            "expect": lambda one: one.expect(new),
            "begin": lambda one: one.start(begins) if begins else one.signal(),
            "start": lambda one: one.start(begins),
            "finish": lambda one: one.finish(ends, error),
            "fail": lambda one: one.fail(ends, reason),
            "advance": lambda one: one.advance(results if one is rules else packed),
            "check": lambda one: one.check(known),
            "cancel": lambda one: one.cancel(known) if one is rules else self.cancel(known),
            "lose": lambda one: one.lose("it is gone"),
            "fail_all": lambda one: one.fail_all(),
            "close": lambda one: one.close(),
        }
        theirs, mine = steps[what](rules), steps[what](self.timeline)
        assert mine == theirs, what
        self.compare()

    def cancel(self, cell: int) -> int:
        return self.core.cancel(cell, self.timeline.handle)

    def compare(self) -> None:
        mine, rules = self.timeline, self.rules
        found = (mine.completed, mine.promised, mine.lost, list(mine.reasons))
        assert found == (rules.completed, len(rules.promises), rules.lost, rules.reasons)
        assert mine.strays == rules.strays
        assert self.told == ([] if rules.lost is None else [rules.lost])
        for address, wanted in rules.cells.items():
            status = CellStatus.from_address(address)
            assert {name: getattr(status, name) for name in wanted} == wanted
            if wanted["state"] == DONE:
                assert 0 < status.started <= status.finished

    def end(self) -> None:
        self.timeline.close()
        self.core.release(self.block)


@example(17276)  # a check, a loss of all, and another check
@given(st.integers(0, 2**32))
@settings(max_examples=100, deadline=None)
def test_a_timeline_does_what_the_rules_say(seed: int) -> None:
    pair = Pair(load_core(), random.Random(seed))
    for _ in range(150):
        pair.step()
    pair.end()


def test_the_ring_grows_with_its_backlog_and_goes_with_it(core: Core) -> None:
    timeline = Timeline(INDEX, native=core)
    cells = core.new_cells(5)
    for number in range(10000):
        timeline.expect(cells + number // 2000 * CELL_BYTES if number % 2000 == 0 else NOTHING)
    for number in range(10000):
        if number % 2000:
            timeline.signal()
        else:
            assert timeline.start(cells + number // 2000 * CELL_BYTES)
    assert timeline.completed == 0
    assert timeline._promises.room > 10000
    timeline.advance(bytes(RESULT.size) * 5)
    assert timeline.completed == 10000
    timeline.expect()
    assert timeline._promises.room < 100
    timeline.close()
    core.release(cells)


@pytest.mark.parametrize("results", [bytes(23), 5, memoryview(bytes(96))[::2], "x" * 24])
def test_results_that_are_none_are_refused_and_nothing_ends(core: Core, results: Any) -> None:
    timeline, cell = Timeline(INDEX, native=core), core.new_cells(1)
    timeline.expect(cell)
    timeline.start(cell)
    with pytest.raises(ArgumentError, match="advance a timeline: the results"):
        timeline.advance(results)
    assert (timeline.completed, core.look(cell), timeline.lost) == (0, RUNNING, None)
    timeline.close()
    core.release(cell)


def test_the_times_of_a_result_are_those_of_the_cell(core: Core) -> None:
    """An execution counts as started when the one before it ended, as with `finish`."""
    timeline, cells = Timeline(INDEX, native=core), core.new_cells(3)
    for number in range(3):
        timeline.expect(cells + number * CELL_BYTES)
        timeline.start(cells + number * CELL_BYTES, 100)
    times = [(0, 200), (150, 300), (350, 400)]
    timeline.advance(bytearray(b"".join(RESULT.pack(0, 0, *pair) for pair in times)))
    found = [CellStatus.from_address(cells + number * CELL_BYTES) for number in range(3)]
    assert [(cell.started, cell.finished) for cell in found] == [(100, 200), (200, 300), (350, 400)]
    timeline.close()
    core.release(cells)


def test_a_breach_of_native_code_is_told_by_the_next_method(core: Core) -> None:
    """C code that begins an execution which nobody has promised has no way to say so itself."""
    timeline, cell = Timeline(INDEX, native=core), core.new_cells(1)
    reasons: list[str] = []
    timeline.on_lost = reasons.append
    assert core.begin(timeline._at, cell, 0) == 2
    assert timeline.lost is None
    timeline.check(cell)
    assert reasons == [timeline.lost]
    assert "an execution started at 1: nothing is pending" in reasons[0]
    timeline.close()
    core.release(cell)
