"""Memory that several handles may share, and its one history, found by an array's address.

An allocation of the pool has one history and, as a rule, one handle. Arrays that come from
outside may be anything: wrapped twice, slices of each other, or the pool's own memory on its way
back through NumPy or DLPack. So all wrapped arrays are entered here, and all memory of the pool
that is shared with the outside.

1. An array that lies in a known area becomes one more handle of its memory. The handles share one
   history; each has a name and a bar of its own. Usually no area is near, and the array gets one.
2. An array that overlaps known areas without lying in one of them makes one area of them all.
   Therefore bytes of wrapped arrays are counted by address, so that no numbers change. The lists
   of spans that are given up become empty, so that regions that covered all of one find their part.
3. Bytes of the pool's memory are counted from the allocation's first, as before it was shared.
4. An area ends with its last handle, once everything submitted has ended. The poison of failed
   work ends with it. Nothing here keeps a history alive.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import NamedTuple

from streamrt._core.tracking.ranges import Handles, Span, Spans, Tracked, label
from streamrt.errors import ArgumentError

# From so many areas on, and again at each doubling, those that have ended are forgotten.
MOST_AREAS = 256


class Area(NamedTuple):
    """Memory with one history.

    Attributes:
        start: the first byte's address.
        stop: the address behind the last.
        origin: the address from which its spans count bytes.
        handles: the handles of this memory.
    """

    start: int
    stop: int
    origin: int
    handles: Handles

    def history(self) -> Tracked | None:
        """Returns a handle with its history; None if neither a user nor pending work needs it."""
        handle = next(iter(self.handles), None)
        if handle is not None and (
            self.handles.is_any_open() or handle.death_frontier() is not None
        ):
            return handle
        return None


class Areas:
    """The areas of one runtime, in order; no two overlap. Used under the runtime's lock only."""

    def __init__(self) -> None:
        self._areas: list[Area] = []
        self._starts: list[int] = []
        self._most = MOST_AREAS

    def __len__(self) -> int:
        return len(self._areas)

    def touches(self, start: int, stop: int) -> bool:
        """Returns whether any of these bytes may have a history."""
        return any(len(area.handles) for area in self._areas[self._touched(start, stop)])

    def enter(self, start: int, stop: int, name: str) -> tuple[Tracked, int]:
        """Returns a new handle of the memory between two addresses, and the origin of its bytes.

        Raises:
            ArgumentError: the memory reaches beyond an allocation of the pool that it shares.
        """
        if start == stop:
            return Tracked(0, name), start
        touched = self._touched(start, stop)
        areas = self._areas[touched]
        known = [(a, handle) for a in areas if (handle := a.history()) is not None]
        if not known:
            handle = Tracked(stop - start, name, start=start)
            handle.handles = Handles(handle)
            self._put(touched, Area(start, stop, 0, handle.handles))
            return handle, 0
        area, handle = known[0]
        if not (area.start <= start and stop <= area.stop):
            area = _joined(known, start, stop, name)
            self._put(touched, area)
        return handle.share(name), area.origin

    def export(self, tracked: Tracked, address: int) -> None:
        """Takes note that memory of the pool, at an address, is shared with the outside.

        An area that is known there belongs to an earlier life of these bytes, and is replaced.
        """
        if tracked.handles is None and tracked.nbytes:
            tracked.handles = Handles(tracked)
            stop = address + tracked.nbytes
            area = Area(address, stop, address, tracked.handles)
            self._put(self._touched(address, stop), area)

    def _touched(self, start: int, stop: int) -> slice:
        """Returns the place of the areas that overlap these bytes, or the place for a new one."""
        last = bisect_left(self._starts, stop)
        first = max(0, bisect_right(self._starts, start) - 1)
        if first < last and self._areas[first].stop <= start:
            first += 1
        return slice(min(first, last), last)

    def _put(self, place: slice, area: Area) -> None:
        self._areas[place] = [area]
        self._starts[place] = [area.start]
        if len(self._areas) > self._most:
            self._areas = [area for area in self._areas if area.handles]
            self._starts = [area.start for area in self._areas]
            self._most = max(MOST_AREAS, 2 * len(self._areas))


def _joined(known: list[tuple[Area, Tracked]], start: int, stop: int, name: str) -> Area:
    """Makes one area of several, each with a handle, and of the bytes between two addresses."""
    for area, handle in known:
        if area.origin:
            raise ArgumentError(
                f"wrap {name}: it shares the memory of buffer {label(handle.name)} and reaches "
                "beyond it; wrap memory that lies in one buffer"
            )
    start, stop = min(start, known[0][0].start), max(stop, known[-1][0].stop)
    edges = [start, *(edge for area, _ in known for edge in (area.start, area.stop)), stop]
    gaps = [Span(low, high) for low, high in list(pairwise(edges))[::2] if low < high]
    lists = [handle.spans for _, handle in known]
    spans = Spans(sorted([*gaps, *(span for found in lists for span in found)], key=_start))
    spans.most = lists[0].most
    memory, handles = known[0][1].memory, Handles()
    for area, _ in known:
        for handle in list(area.handles):
            handle.memory, handle.spans = memory, spans
            handle.start, handle.stop = start, stop
            handle.handles = handles
            handles.add(handle)
    for given_up in lists:
        given_up.clear()
    return Area(start, stop, 0, handles)


def _start(span: Span) -> int:
    return span.start
