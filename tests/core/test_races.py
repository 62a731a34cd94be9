"""The race detector beside a naive oracle: all pairs, sets of bytes, a transitive closure.

The numbers in the tests' docstrings are those of `streamrt/_core/races/detector.py`.
"""

from __future__ import annotations

import random
from itertools import product
from typing import Any, NamedTuple

import pytest

from streamrt._core.races import detector as clocks
from streamrt._core.races import uses as spans
from streamrt._core.races.detector import Line, Race, Races
from streamrt._core.races.uses import Use

BYTES = 24


class Timeline:
    """A timeline as the detector asks it."""

    def __init__(self, seen: int = 0, reached: int = 0) -> None:
        self.seen = seen
        self.reached = reached
        self.internal = False


class Access(NamedTuple):
    """One access of a drawn program: its line and value, its bytes, and what it comes after."""

    line: int
    value: int
    start: int
    step: int  # every step-th of the bytes; 1 for all
    number: int
    writes: bool
    after: frozenset[tuple[int, int]]

    @property
    def cells(self) -> frozenset[int]:
        return frozenset(self.start + self.step * i for i in range(self.number))

    @property
    def stop(self) -> int:
        return self.start + self.step * (self.number - 1) + 1


def meets(one: Use, other: Use) -> bool:
    def cells(use: Use) -> set[int]:
        start, step = use.form or (use.start, 1)
        return set(range(start, use.stop, step))

    return bool(cells(one) & cells(other))


def use_of(line: Line, access: Access) -> Use:
    form = (access.start, access.step) if access.step > 1 and access.number > 1 else None
    return Use(line, "", access.start, access.stop, access.writes, form)


class Game:
    """A drawn program, played to the detector and to the oracle at once.

    The oracle keeps, for each point, the set of all points it comes after: no clocks, no ranges.
    """

    def __init__(self, seed: int, lines: int = 4, strict: bool = True, gaps: bool = True) -> None:
        self.random = random.Random(seed)
        self.timelines = [Timeline() for _ in range(lines)]
        self.lines = [Line(t) for t in self.timelines]
        self.races = Races(meets, strict)
        self.strict = strict
        self.gaps = gaps
        self.care = self.random.choice((0.0, 0.5, 0.9, 0.99, 1.0))  # how often it waits as it must
        self.values = [0] * lines
        self.after: list[set[tuple[int, int]]] = [set() for _ in range(lines)]
        self.closure: dict[tuple[int, int], frozenset[tuple[int, int]]] = {}
        self.host: set[tuple[int, int]] = set()
        self.accesses: list[Access] = []
        self.found: list[tuple[Access, Access]] = []
        self.expected: list[set[tuple[Access, Access]]] = []

    def play(self, steps: int) -> None:
        for _ in range(steps):
            draw = self.random.random()
            if draw < 0.25:
                self.wait()
            elif draw < 0.33:
                self.be_told()
            else:
                self.submit()

    def past(self, line: int, value: int) -> set[tuple[int, int]]:
        """Returns all points up to one, and what they come after."""
        points = {(line, v) for v in range(1, value + 1)}
        return points.union(*(self.closure.get(point, ()) for point in points))

    def wait(self) -> None:
        reader, source = self.random.sample(range(len(self.lines)), 2)
        self.wait_for(reader, source, self.random.randint(0, self.values[source]))

    def wait_for(self, reader: int, source: int, value: int) -> None:
        point = (self.lines[source], value)
        self.races.order(self.lines[reader], self.values[reader] + 1, [point])
        self.after[reader] |= self.past(source, value)

    def be_told(self) -> None:
        line = self.random.randrange(len(self.lines))
        value = self.random.randint(0, self.values[line])
        if value:
            if self.strict:
                self.races.know(self.lines[line], value)
            else:  # the tracker has seen all that it comes after, too
                for source, reached in self.past(line, value):
                    timeline = self.timelines[source]
                    timeline.seen = max(timeline.seen, reached)
            self.host |= self.past(line, value)

    def drawn(self, line: int) -> Access:
        draw = self.random
        step = draw.choice((1, 1, 2, 3)) if self.gaps else 1
        count = draw.randint(1, BYTES // step // 2)
        start = draw.randint(1, BYTES - step * (count - 1))
        value, writes = self.values[line] + 1, draw.random() < 0.5
        return Access(line, value, start, step, count, writes, frozenset(self.after[line]))

    def submit(self) -> None:
        line = self.random.randrange(len(self.lines))
        self.after[line] |= self.host | self.past(line, self.values[line])
        drawn = [self.drawn(line) for _ in range(self.random.randint(1, 2))]
        if self.random.random() < self.care:
            for earlier, access in product(self.accesses, drawn):
                if self.is_race(earlier, access):
                    self.wait_for(line, earlier.line, earlier.value)
        after = frozenset(self.after[line])
        drawn = [access._replace(after=after) for access in drawn]
        self.values[line] = value = self.values[line] + 1
        self.closure[line, value] = after
        uses = [use_of(self.lines[line], access) for access in drawn]
        access_of = dict(zip(uses, drawn, strict=True))
        refused = self.races.conflicts(self.lines[line], value, uses)
        found = self.races.access(self.lines[line], value, uses)
        if self.strict:
            assert self.places(refused) >= self.places(found)  # `access` forgets as it goes
            assert bool(refused) == bool(found)
        self.found += [(race.first.facts, access_of[race.second]) for race in found]
        for use, access in access_of.items():
            use.facts = access
        self.expected.append(
            {(a, b) for a, b in product(self.accesses, drawn) if self.is_race(a, b)}
        )
        self.accesses += drawn

    def places(self, races: list[Race]) -> set[tuple[Line, int]]:
        return {(race.first.line, race.first.value) for race in races}

    def is_race(self, a: Access, b: Access) -> bool:
        if a.line == b.line or not (a.writes or b.writes) or not a.cells & b.cells:
            return False
        return (a.line, a.value) not in b.after


@pytest.mark.parametrize(
    "strict", [True, pytest.param(False, marks=pytest.mark.slow)], ids=["strict", "auto"]
)
@pytest.mark.parametrize("gaps", [True, False], ids=["gaps", "dense"])
@pytest.mark.parametrize(
    "seeds",
    [range(300), pytest.param(range(300, 600), marks=pytest.mark.slow)],
    ids=["some", "all"],
)
def test_the_detector_finds_what_the_oracle_finds(
    seeds: range, strict: bool, gaps: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1 to 7. Nothing else is reported, and of each program at least the first racing submission.

    After a race, a detector with one history for each byte may miss others, as FastTrack does.
    """
    monkeypatch.setattr(spans, "MOST_SPANS", 8)
    racing = clean = 0
    for seed in seeds:
        game = Game(seed, strict=strict, gaps=gaps)
        game.play(40)
        expected = set().union(*game.expected)
        assert set(game.found) <= expected, f"seed {seed}: false reports"
        first = next((found for found in game.expected if found), None)
        if first is None:
            clean += 1
            assert not game.found
            continue
        racing += 1
        submission = next(iter(first))[1]
        at_first = [b for _, b in game.found if (b.line, b.value) == submission[:2]]
        assert at_first, f"seed {seed}: the first race was missed, {sorted(first)}"
    assert racing > 100
    assert clean > 100


@pytest.mark.parametrize(
    "seeds",
    [range(40), pytest.param(range(40, 100), marks=pytest.mark.slow)],
    ids=["some", "all"],
)
def test_ordered_programs_have_no_race_however_long_they_are(
    seeds: range,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """8. What is forgotten makes up no race: snapshots, spans and uses, with small limits."""
    monkeypatch.setattr(clocks, "MOST_SNAPSHOTS", 4)
    monkeypatch.setattr(spans, "MOST_USES", 2)
    monkeypatch.setattr(spans, "MOST_SPANS", 4)
    for seed in seeds:
        game = Game(seed)
        game.play(120)
        assert set(game.found) <= set().union(*game.expected), f"seed {seed}"


def lines(count: int, strict: bool = True) -> tuple[Races, list[Line]]:
    return Races(meets, strict), [Line(Timeline()) for _ in range(count)]


def touch(races: Races, line: Line, value: int, **more: Any) -> list[Race]:
    use = Use(line, more.pop("space", ""), 8, 16, more.pop("writes", True), **more)
    return races.access(line, value, [use])


def test_luck_orders_nothing_with_strict() -> None:
    """4. A point that the tracker has seen counts in auto mode only."""
    for strict in (True, False):
        races, (one, other) = lines(2, strict)
        touch(races, one, 1)
        one.timeline.seen = 1  # type: ignore[misc]
        assert bool(touch(races, other, 1)) is strict


@pytest.mark.parametrize("strict", [True, False], ids=["strict", "auto"])
def test_the_runtime_orders_reused_memory(strict: bool) -> None:
    """5. The next write comes after what was reached, and passes that on; a read reads nothing."""
    for reached in (0, 1):
        races, (one, other, third) = lines(3, strict)
        one.timeline = Timeline(reached=reached)
        touch(races, one, 1, life=1)
        assert not touch(races, other, 1, life=2, writes=False)
        assert bool(touch(races, other, 2, life=2)) is (not reached)
        races.order(third, 1, [(other, 2)])
        if reached:
            assert not touch(races, third, 1, life=1), "what `other` learned was passed on"


def test_what_was_seen_orders_the_runtimes_own_lines() -> None:
    """5. With `strict`, too."""
    for seen in (0, 1):
        races, (one, other) = lines(2)
        one.timeline = Timeline(seen)
        other.timeline.internal = True  # type: ignore[misc]
        touch(races, one, 1)
        assert bool(touch(races, other, 1)) is (not seen)


def test_memory_that_is_still_its_owners_is_not_reused() -> None:
    """5. An array that is wrapped twice has two lives, and no frontier orders the two."""
    for is_alive in (True, False):
        races, (one, other) = lines(2)
        one.timeline = Timeline(1, 1)
        touch(races, one, 1, life=1, owner=lambda alive=is_alive: alive or None)
        assert bool(touch(races, other, 1, life=2)) is is_alive


def test_spaces_are_apart() -> None:
    """6. Addresses of two devices have nothing to do with each other."""
    races, (one, other) = lines(2)
    touch(races, one, 1, space="sim:0")
    assert not touch(races, other, 1, space="sim:1")
    assert touch(races, other, 2, space="sim:0")


def test_what_nobody_can_decide_is_counted() -> None:
    """7. It is not reported."""
    races, (one, other) = Races(lambda a, b: None, True), lines(2)[1]
    touch(races, one, 1, form=2)
    assert not touch(races, other, 1)
    assert races.undecided == 1


def test_what_was_cancelled_races_with_nothing() -> None:
    races, (one, other) = lines(2)
    touch(races, one, 1)
    races.void(one, 1)
    assert not touch(races, other, 1)


def test_a_new_tenant_of_a_timeline_is_a_line_of_its_own() -> None:
    """1. Nothing but luck put it on the same timeline; old points belong to the old line."""
    races, (one,) = lines(1)
    touch(races, one, 3)
    tenant = Line(one.timeline, 3, one)
    assert tenant.of(3) is one
    assert tenant.of(4) is tenant
    assert touch(races, tenant, 4)


def test_a_host_call_tells_what_it_waited_for() -> None:
    """2. Code of the program runs in it, and comes after all that the call came after."""
    races, (work, host, other) = lines(3)
    touch(races, work, 1)
    races.order(host, 1, [(work, 1)])
    races.know_before(host, 1)
    assert not touch(races, other, 1)


def test_awaiting_a_buffer_tells_of_its_writers() -> None:
    """2. Also of those that had ended before, and of them only."""
    races, (one, other, third) = lines(3)
    touch(races, one, 1)
    races.access(other, 1, [Use(other, "", 100, 108, True)])
    races.know_writers("", 8, 16)
    assert not touch(races, third, 1)
    assert races.access(third, 2, [Use(third, "", 100, 108, False)])
