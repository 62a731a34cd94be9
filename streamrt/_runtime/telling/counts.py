"""Counts of one runtime that only rise, whoever has its lanes: by stream, and how late loops were.

They are kept all the time, because each costs nothing on the hot path: a queue counts what it was
given anyway, and a lane counts only what did not succeed.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

MOST_NAMES = 1024  # of streams that have gone; beyond it the oldest are forgotten
_NUMBERED = re.compile(r"/(s|graph)\d+(\.\d+)?$")  # names that a runtime gives once
BITS = 64


class Counts(NamedTuple):
    """The submissions of a stream so far, and those that did not succeed.

    Attributes:
        submitted: all of them: launches, replays, copies, fills, host calls and waits.
        failed: the executions that failed by themselves.
        cancelled: those that were cancelled before they started.
        skipped: those that never ran, because what they read was not written.
        expired: those that never ran, or ended between two nodes, at their deadline.
    """

    submitted: int = 0
    failed: int = 0
    cancelled: int = 0
    skipped: int = 0
    expired: int = 0

    def plus(self, more: Sequence[int], sign: int = 1) -> Counts:
        """Returns the sums of two counts; with -1 for the sign, the differences."""
        return Counts(*(own + sign * other for own, other in zip(self, more, strict=True)))


NONE = Counts()


class Departed(OrderedDict[str, Counts]):
    """The counts of streams whose lanes other streams have now, by name."""

    def add(self, name: str, counts: Counts) -> None:
        """Adds the counts of a stream that is gone. Under the runtime's lock."""
        if _NUMBERED.search(name):
            return
        self[name] = self.of(name).plus(counts)
        self.move_to_end(name)
        if len(self) > MOST_NAMES:
            self.popitem(last=False)

    def of(self, name: str) -> Counts:
        """Returns the counts of all streams of a name that are gone."""
        return self.get(name, NONE)


class Spread:
    """Times by their size: how many had the logarithm b, which is 2**b <= ns < 2**(b + 1).

    Attributes:
        counts: the number for each b; a time of 0 counts as one of 1 ns.
        total: the sum of the times, in ns.
    """

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts: list[int] = [0] * BITS
        self.total: int = 0

    def note(self, ns: int) -> None:
        """Counts one more time."""
        ns = max(ns, 0)
        self.counts[max(ns.bit_length() - 1, 0)] += 1
        self.total += ns
