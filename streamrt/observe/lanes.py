"""Lanes: which slices of a track stand in one row, so that any two are nested or apart.

1. The order of slices is that of their begins. At one time, those without length come first, then
   longer ones before shorter ones, so that a slice stands before those inside it.
2. A slice without length holds none.
3. An execution holds nodes and nothing else. In threads a slice holds whatever lies inside it,
   except that a span holds only those spans that were made in it: the spans of two tasks are no
   parent and child, even if one lies inside the other.
4. A wake-up and a late loop hold nothing, because they overlap by chance.
5. A slice that fits in no open lane takes the first lane that is free.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from typing import Any, TypeAlias

import numpy as np

from streamrt.observe.trace import EventKind, Events, Span

Ints: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"
Times: TypeAlias = tuple[Ints, Ints]

_EXECUTION, _NODE, _SPAN = int(EventKind.EXECUTION), int(EventKind.NODE), int(EventKind.SPAN)
_LONELY = (int(EventKind.WAKE), int(EventKind.LATE))
_NEVER_RAN = (3, 5, 6)  # cancelled, skipped and expired, in STATES
_DEEPEST = 1000  # spans in spans; a longer chain of parents is a circle


def shown(events: Events) -> Times:
    """Returns when the slices of events begin and end; no slice ends before it begins.

    An execution that never ran is a slice without length, at its end.
    """
    started, finished = events["started"].astype(np.int64), events["finished"].astype(np.int64)
    idle = (events["kind"] == _EXECUTION) & np.isin(events["state"], _NEVER_RAN)
    started = np.where(idle & (started < events["submitted"]), finished, started)
    return started, np.maximum(started, finished)


def queued(events: Events) -> Ints:
    """Returns the time from the submission of executions until their slices begin."""
    waited: Ints = np.maximum(shown(events)[0] - events["submitted"], 0)
    return waited


def in_order_of_begins(events: Events, times: Times) -> Ints:
    """Returns the places of events in the order of rule 1; at one time, as they were submitted."""
    started, finished = times
    kind = events["kind"]
    rank = np.where(kind == _NODE, 2, np.where((kind == _SPAN) | (kind == _EXECUTION), 0, 1))
    number = np.where((kind == _NODE) | (kind == _SPAN), events["node"], 0).astype(np.int64)
    inner = rank << 32 | number
    return np.lexsort((events["submitted"], inner, -finished, finished > started, started))


def lanes_of(events: Events, times: Times, groups: Ints, spans: Mapping[int, Span]) -> Ints:
    """Returns the lane of each event in its group; events, times and groups in order of begins."""
    lanes = np.zeros(len(events), np.int64)
    started, finished = times
    order = np.argsort(groups, kind="stable")
    edges = np.flatnonzero(np.diff(groups[order])) + 1
    for one in np.split(order, edges):
        begins, ends = started[one], finished[one]
        if len(one) and (begins[1:] < np.maximum.accumulate(ends)[:-1]).any():
            lanes[one] = _lanes(events[one], begins, ends, spans)
    return lanes


def _lanes(events: Events, begins: Ints, ends: Ints, spans: Mapping[int, Span]) -> list[int]:
    """The lanes of the events of one group."""
    lanes = _Lanes(spans)
    columns = (events[name].tolist() for name in ("kind", "node", "tag"))
    return [lanes.place(*one) for one in zip(*columns, begins.tolist(), ends.tolist(), strict=True)]


class _Lanes:
    """The open slices of each lane of a group."""

    def __init__(self, spans: Mapping[int, Span]) -> None:
        self._spans = spans
        # (end, kind, innermost span or 0) of each open slice, outermost first.
        self._open: list[list[tuple[int, int, int]]] = []
        self._busy: list[tuple[int, int]] = []  # (end of the outermost, lane), a heap
        self._free: list[int] = []  # a heap
        self._home: dict[int, int] = {}  # the lane of each span
        self._last = -1

    def place(self, kind: int, number: int, tag: int, begin: int, end: int) -> int:
        """Puts the next slice into a lane, and returns the lane."""
        lane = -1 if kind in _LONELY else self._around(kind, number, tag, begin, end)
        if lane < 0:
            lane = self._empty(begin)
            heappush(self._busy, (end, lane))
        stack = self._open[lane]
        if kind == _SPAN:
            self._home[number] = lane
            stack.append((end, kind, number))
        else:
            stack.append((end, kind, stack[-1][2] if stack else 0))
        self._last = lane
        return lane

    def _around(self, kind: int, number: int, tag: int, begin: int, end: int) -> int:
        """The lane with an open slice that may hold this one; -1 if none is found."""
        if kind == _SPAN and number in self._spans:
            tag = self._spans[number].parent
        for lane in (self._home.get(tag, -1), self._last):
            if lane < 0:
                continue
            stack = self._open[lane]
            while stack and stack[-1][0] <= begin:
                stack.pop()
            if stack and end <= stack[-1][0] and self._may_hold(stack[-1], kind, number):
                return lane
        return -1

    def _may_hold(self, outer: tuple[int, int, int], kind: int, number: int) -> bool:
        _, outer_kind, span = outer
        if outer_kind in (_EXECUTION, _NODE) or kind == _NODE:
            return outer_kind == _EXECUTION and kind == _NODE
        return kind != _SPAN or not span or is_inside(self._spans, number, span)

    def _empty(self, begin: int) -> int:
        """The first lane in which nothing is open."""
        while self._busy and self._busy[0][0] <= begin:
            heappush(self._free, heappop(self._busy)[1])
        if not self._free:
            self._open.append([])
            return len(self._open) - 1
        lane = heappop(self._free)
        self._open[lane].clear()
        return lane


def is_inside(spans: Mapping[int, Span], number: int, outer: int) -> bool:
    """Returns whether a span was made in another one, or in a span in it."""
    for _ in range(_DEEPEST):
        span = spans.get(number)
        if span is None or not span.parent:
            return False
        if span.parent == outer:
            return True
        number = span.parent
    return False
