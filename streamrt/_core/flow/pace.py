"""Paces: how long a place of a pipeline was busy, starved or blocked, and how long calls took."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

STEPS = 8  # classes of times in each power of two: 9 % apart


@dataclass(slots=True)
class Pace:
    """The times and counts of the workers of one place.

    The times are of workers: with four workers, four seconds pass in each second. Those of awaiting
    and compiling are parts of the busy time.

    Attributes:
        workers: how many there are.
        count: the elements whose calls ended.
        failed: how many of these failed, not counting attempts that were repeated.
        skipped: how many of these were skipped.
        busy: the seconds in which workers called functions.
        starved: the seconds in which workers had nothing to do because nothing arrived.
        blocked: the seconds in which they had nothing to do while the window was full.
        awaiting: the seconds in which tasks were suspended in their calls, until they ended.
        compiling: the seconds in which calls compiled kernels.
        mean: the seconds that a call took of late; 0.0 before the first has ended.
    """

    workers: int
    count: int = 0
    failed: int = 0
    skipped: int = 0
    busy: float = 0.0
    starved: float = 0.0
    blocked: float = 0.0
    awaiting: float = 0.0
    compiling: float = 0.0
    mean: float = 0.0
    _since: float | None = None
    _times: dict[int, int] = field(default_factory=dict[int, int])

    def pass_to(self, now: float, free: int, is_full: bool) -> None:
        """Counts the time since the last call, with as many workers free as at that time."""
        if self._since is not None:
            passed = now - self._since
            self.busy += (self.workers - free) * passed
            if is_full:
                self.blocked += free * passed
            else:
                self.starved += free * passed
        self._since = now

    def called(self, count: int, seconds: float) -> None:
        """Takes note of as many calls, which took that many seconds together."""
        if not count:
            return
        each = max(seconds / count, 1e-9)
        self.count += count
        self.mean = each if not self.mean else self.mean + (each - self.mean) * 0.25
        step = round(math.log2(each) * STEPS)
        self._times[step] = self._times.get(step, 0) + count

    def quantile(self, part: float) -> float:
        """Returns the seconds within which that part of all calls ended, to 9 %; 0.0 before any."""
        wanted = part * sum(self._times.values())
        seen = 0
        for step in sorted(self._times):
            seen += self._times[step]
            if seen >= wanted:
                return float(2.0 ** (step / STEPS))
        return 0.0
