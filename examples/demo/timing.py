"""The time in which loading and computing went on, each alone and both at once.

Every execution knows when it started and when it finished (`Execution.times`), so the use that
a pipeline made of its machine can be read off afterwards, without a profiler.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import streamrt as srt

Interval: TypeAlias = tuple[int, int]
"""A start and an end, in ns of `time.monotonic_ns()`."""

SHORTEST = 0.2
"""The seconds of the shortest run whose fractions say anything about the pipeline.

The threads that start, the first batch and the last one overlap with nothing. They take some 10 ms,
which is a twentieth of this time, and most of a run of a few files.
"""


@dataclass(frozen=True, slots=True)
class Timing:
    """The time that the parts of a pipeline took, in seconds.

    Attributes:
        elapsed: the time from its beginning to its end.
        load: the time in which at least one file was being read.
        compute: the time in which at least one kernel was running.
        both: the time in which both went on at once.
    """

    elapsed: float
    load: float
    compute: float
    both: float

    @property
    def is_telling(self) -> bool:
        """Whether the run was long enough for `overlap` and `efficiency` to say anything."""
        return self.elapsed >= SHORTEST

    @property
    def overlap(self) -> float:
        """The fraction of the time in which loading and computing overlapped."""
        return self.both / self.elapsed if self.elapsed else 0.0

    @property
    def most_overlap(self) -> float:
        """The value that `overlap` would have if the shorter of the two were hidden completely."""
        return min(self.load, self.compute) / self.elapsed if self.elapsed else 0.0

    @property
    def ideal(self) -> float:
        """The time it would take if the shorter of the two were hidden completely."""
        return max(self.load, self.compute)

    @property
    def efficiency(self) -> float:
        """The ideal time as a fraction of the time it took."""
        return self.ideal / self.elapsed if self.elapsed else 0.0


def interval(execution: srt.Execution) -> Interval:
    """Return the interval in which an execution ran; it has ended."""
    times = execution.times
    return times.started, times.finished


def merge(intervals: Iterable[Interval]) -> list[Interval]:
    """Return the time that the intervals cover, in order and without overlap."""
    merged: list[Interval] = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def length(intervals: Iterable[Interval]) -> int:
    """Return the sum of the intervals' lengths."""
    return sum(end - start for start, end in intervals)


def common(first: Iterable[Interval], second: Iterable[Interval]) -> int:
    """Return the time in which one of the first and one of the second went on at once."""
    changes: list[tuple[int, int, int]] = []
    for index, intervals in enumerate((first, second)):
        for start, end in merge(intervals):
            changes += [(start, 1, index), (end, -1, index)]
    changes.sort()
    open_now, total = [0, 0], 0
    for (moment, change, index), (following, _, _) in pairwise(changes):
        open_now[index] += change
        if all(open_now):
            total += following - moment
    return total


def measure(elapsed: int, load: Iterable[Interval], compute: Iterable[Interval]) -> Timing:
    """Return the timing of a pipeline that took `elapsed` ns."""
    load, compute = merge(load), merge(compute)
    nanoseconds = elapsed, length(load), length(compute), common(load, compute)
    return Timing(*(1e-9 * count for count in nanoseconds))
