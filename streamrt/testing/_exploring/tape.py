"""The tape of a schedule: every choice is a labelled draw below a bound, and 0 is the normal one.

So the tape of zeros is the ordinary run, and a schedule is told by its few draws that are not 0:
its deviations. A tape takes its values from a strategy, or from deviations that it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from zlib import crc32

from streamrt.testing._reports.facts import Draw

Key = int | str
Choose = Callable[[int, str, int, Sequence[Key]], int]
"""Returns the value of a draw: its number, its label, its bound, and what stands for each value."""

Namer = Callable[[int], str]


class Tape:
    """The draws of one schedule.

    Attributes:
        draws: label, bound and value of each draw so far.
    """

    def __init__(self, choose: Choose) -> None:
        """Makes an empty tape whose values a strategy chooses."""
        self.draws: list[tuple[str, int, int]] = []
        self._choose = choose

    def draw(self, label: str, bound: int, keys: Sequence[Key] = (), name: Namer = str) -> int:
        """Returns the next value.

        Args:
            label: what is chosen.
            bound: how many values there are; 2 at least.
            keys: for each value, what stands for it in every draw of this schedule.
            name: returns a value in words; only called for people.
        """
        del name
        value = self._choose(len(self.draws), label, bound, keys)
        self.draws.append((label, bound, value))
        return value

    @property
    def deviations(self) -> dict[int, int]:
        """The values that are not 0, by the number of their draw."""
        return {number: value for number, (_, _, value) in enumerate(self.draws) if value}

    def digest(self) -> int:
        """Returns a number that differs if any draw's label or bound does."""
        return crc32("\n".join([f"{label} {bound}" for label, bound, _ in self.draws]).encode())


def following(deviations: Mapping[int, int]) -> Choose:
    """Returns a strategy that repeats deviations as far as they fit, and else chooses 0."""
    get = deviations.get

    def choose(number: int, label: str, bound: int, keys: Sequence[Key]) -> int:
        del label, keys
        value = get(number, 0)
        return value if value < bound else 0

    return choose


class NamedTape(Tape):
    """A tape that keeps each choice in words, too, for a report.

    Attributes:
        named: the draws.
        clock: returns the virtual time, in ns; whoever draws sets it.
    """

    def __init__(self, choose: Choose) -> None:
        super().__init__(choose)
        self.named: list[Draw] = []
        self.clock: Callable[[], int] = _no_clock

    def draw(self, label: str, bound: int, keys: Sequence[Key] = (), name: Namer = str) -> int:
        """Returns the next value; see `Tape.draw`."""
        value = super().draw(label, bound, keys, name)
        words = (name(value), name(0)) if value else ("", "")
        self.named.append(Draw(label, bound, value, *words, self.clock()))
        return value


def _no_clock() -> int:
    return -1
