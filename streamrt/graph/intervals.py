"""Sets of bytes, as intervals."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

__all__ = ["Bytes"]


class Bytes:
    """A set of bytes, as disjoint intervals in order; intervals that touch are made one."""

    __slots__ = ("_starts", "_stops")

    def __init__(self) -> None:
        """Makes the empty set."""
        self._starts: list[int] = []
        self._stops: list[int] = []

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Yields its intervals, start and stop, in order."""
        return zip(self._starts, self._stops, strict=True)

    def add(self, start: int, stop: int) -> None:
        """Adds the bytes [start, stop)."""
        if start >= stop:
            return
        first = bisect_left(self._stops, start)  # the first that ends at `start` or later,
        last = bisect_right(self._starts, stop)  # and the first that begins after `stop`
        if first < last:
            start = min(start, self._starts[first])
            stop = max(stop, self._stops[last - 1])
        self._starts[first:last] = [start]
        self._stops[first:last] = [stop]

    def meets(self, start: int, stop: int) -> bool:
        """Returns whether it has any of the bytes [start, stop)."""
        at = bisect_right(self._stops, start)
        return start < stop and at < len(self._starts) and self._starts[at] < stop

    def gaps(self, start: int, stop: int) -> Iterator[tuple[int, int]]:
        """Yields the intervals of [start, stop) that it lacks, in order."""
        at = bisect_right(self._stops, start)
        while start < stop:
            inside = at < len(self._starts) and self._starts[at] < stop
            end = self._starts[at] if inside else stop
            if start < end:
                yield start, end
            start = self._stops[at] if inside else stop
            at += 1
