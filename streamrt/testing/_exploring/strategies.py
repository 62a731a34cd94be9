"""Strategies: who draws the values of a schedule.

    random    each choice is as likely as the others
    pct       priorities, lowered at few drawn moments: lets something fall far behind
    delays    every schedule with at most so many deviations, one after the other: a bounded proof
    mixed     the normal schedule first, then the others in turn

A uniform choice seldom lets one stream fall far behind. Priorities do: Burckhardt et al., "A
randomized scheduler with probabilistic guarantees of finding bugs", ASPLOS 2010.

A fault is drawn with a probability by which a schedule has about one; the first schedule of an
exploration, which is the normal one, has counted the places.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Protocol

from streamrt.testing._exploring.tape import Choose, Key, Tape, following

REDRAWN = 0.05
FAULT = "fault "
"""Labels of faults begin with it."""


class Strategy(Protocol):
    """Draws the schedules of an exploration."""

    def choosers(self, seed: int) -> Iterator[Choose]:
        """Gives a way to choose for each schedule, the normal one first; ends if there is no other.

        It is asked for the next one after `ran` was told of the one before.
        """
        ...

    def ran(self, tape: Tape) -> None:
        """Takes note of the tape of the schedule that has run."""
        ...


class Endless:
    """The base of strategies that draw each schedule by a seed of its own, the normal one first.

    They know the lengths of the schedules so far.

    Attributes:
        draws: the most draws of a schedule.
        faults: the most places for faults.
    """

    def __init__(self) -> None:
        self.draws: int = 1
        self.faults: int = 1

    def choosers(self, seed: int) -> Iterator[Choose]:
        """See `Strategy`."""
        yield following({})
        for number in count(1):
            yield self.chooser(random.Random(f"{seed}/{number}"), number)

    def chooser(self, draw: random.Random, number: int) -> Choose:
        """Returns a way to choose in one schedule.

        Args:
            draw: the source of its values.
            number: the number of the schedule.
        """
        raise NotImplementedError

    def ran(self, tape: Tape) -> None:
        """Takes note of the tape of the schedule that has run."""
        self.draws = max(self.draws, len(tape.draws))
        if self.faults == 1:
            places = sum([label.startswith(FAULT) for label, _, _ in tape.draws])
            self.faults = max(1, places)

    def fault(self, draw: random.Random, bound: int) -> int:
        """Returns the value of a fault's draw: seldom one that is not 0."""
        return draw.randrange(1, bound) if draw.random() * self.faults < 1 else 0


class Random(Endless):
    """Each choice is as likely as the others."""

    def chooser(self, draw: random.Random, number: int) -> Choose:
        """See `Endless`."""
        del number
        uniform = draw.random

        def choose(number: int, label: str, bound: int, keys: Sequence[Key]) -> int:
            del number, keys
            if label.startswith(FAULT):
                return self.fault(draw, bound)
            return int(uniform() * bound)

        return choose


class PCT(Endless):
    """Priorities, lowered at few drawn moments."""

    def __init__(self, changes: int = 3, redrawn: float = 0.0) -> None:
        """Draws nothing yet.

        Args:
            changes: how often the highest priority becomes the lowest.
            redrawn: how often all priorities are drawn again, as a share of the choices.
        """
        super().__init__()
        self._changes = changes
        self._redrawn = redrawn

    def chooser(self, draw: random.Random, number: int) -> Choose:
        """See `Endless`."""
        del number
        lowered = {draw.randrange(self.draws): -i for i in range(1, self._changes + 1)}
        priorities: dict[Key, float] = {}

        def choose(number: int, label: str, bound: int, keys: Sequence[Key]) -> int:
            if label.startswith(FAULT):
                return self.fault(draw, bound)
            if not keys:
                return draw.randrange(bound)
            if self._redrawn and draw.random() < self._redrawn:
                priorities.clear()
            ranks = [priorities.setdefault(key, draw.random()) for key in keys]
            best = ranks.index(max(ranks))
            if number in lowered:
                priorities[keys[best]] = lowered[number]
            return best

        return choose


class Delays:
    """Every schedule with at most so many deviations, those with fewer first."""

    def __init__(self, most: int = 2) -> None:
        self._most = most
        self._next: deque[dict[int, int]] = deque([{}])
        self._now: dict[int, int] = {}

    def choosers(self, seed: int) -> Iterator[Choose]:
        """See `Strategy`."""
        del seed  # it draws nothing
        while self._next:
            self._now = self._next.popleft()
            yield following(self._now)

    def ran(self, tape: Tape) -> None:
        """Takes note of the places at which the next schedules can deviate once more."""
        if len(self._now) == self._most:
            return
        after = max(self._now, default=-1) + 1
        for number in range(after, len(tape.draws)):
            bound = tape.draws[number][1]
            self._next += [self._now | {number: value} for value in range(1, bound)]


class Mixed(Endless):
    """The normal schedule first, then random and PCT in turn, with priorities redrawn or not."""

    def __init__(self) -> None:
        super().__init__()
        uniform = Random()
        self._parts: tuple[PCT | Random, ...] = (uniform, PCT(), uniform, PCT(0, REDRAWN))

    def chooser(self, draw: random.Random, number: int) -> Choose:
        """See `Endless`."""
        return self._parts[number % 4].chooser(draw, number)

    def ran(self, tape: Tape) -> None:
        """See `Strategy`."""
        super().ran(tape)
        for part in self._parts:
            part.draws, part.faults = self.draws, self.faults


def strategy_of(name: str) -> Strategy | None:
    """Returns the strategy of a name such as `mixed`, `pct`, `pct(5)` or `delays(2)`."""
    kind, _, rest = name.partition("(")
    digits = rest.removesuffix(")")
    if rest and not (rest.endswith(")") and digits.isdecimal() and int(digits) > 0):
        return None
    if not rest:
        plain: dict[str, Callable[[], Strategy]]
        plain = {"random": Random, "pct": PCT, "delays": Delays, "mixed": Mixed}
        return plain[kind]() if kind in plain else None
    counted: dict[str, Callable[[int], Strategy]] = {"pct": PCT, "delays": Delays}
    return counted[kind](int(digits)) if kind in counted else None
