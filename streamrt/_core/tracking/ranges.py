"""Tracked memory: the spans of one allocation, and the regions that commands access.

An allocation starts as one span. The first access to a part of it splits the span there; a write
to all of it makes it one span again. Accesses are byte intervals: a strided view counts as its
bounding interval, which can cost overlap between streams but never correctness. A write to a view
with gaps leaves the bytes in the gaps as they were, so a reader of these looks at their writer.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count, pairwise
from weakref import ref

from streamrt._core.tracking.timeline import Step, Timeline

# Bits that bar access to an allocation. GONE comes with DELETED: others may have its memory.
OPEN, FROZEN, DELETED, CAPTURED, GONE = 0, 1, 2, 4, 8

# Past this many spans, and again at each doubling, neighbours with one writer are merged, which
# costs a wait that was not needed at worst.
MOST_SPANS = 256

_memories = count(1)


class Span:
    """A byte interval with one history.

    Attributes:
        writer: the last execution that wrote it; its status cell tells whether it is poisoned.
        readers: the newest read point of each timeline since that write.
        reuse: the death frontier of the block's previous life, until the first write.
        beneath: with manual hazards, the newest earlier writer on each timeline, of bytes that
            may have been in the gaps of later writes.
    """

    __slots__ = ("beneath", "readers", "reuse", "start", "stop", "writer")

    def __init__(self, start: int, stop: int) -> None:
        self.start = start
        self.stop = stop
        self.writer: Step | None = None
        self.readers: dict[Timeline, int] | None = None
        self.reuse: dict[Timeline, int] | None = None
        self.beneath: dict[Timeline, Step] | None = None

    def producers(self) -> list[Step]:
        """Returns the steps that wrote what it holds, the last one first."""
        found = [] if self.writer is None else [self.writer]
        return found if self.beneath is None else [*found, *self.beneath.values()]

    def points(self) -> dict[Timeline, int]:
        """Returns all points of its history that the host has not seen reached."""
        found: dict[Timeline, int] = {}
        for source in (self.readers, self.reuse):
            if source:
                _merge(found, source)
        writer = self.writer
        if writer is not None:
            _merge(found, {writer.timeline: writer.value})
        return {timeline: value for timeline, value in found.items() if value > timeline.seen}

    def split(self, at: int) -> Span:
        """Cuts this span short at a byte offset and returns the rest, with the same history."""
        rest = Span(at, self.stop)
        self.stop = at
        rest.writer = self.writer
        rest.readers = dict(self.readers) if self.readers else None
        rest.reuse = self.reuse
        rest.beneath = self.beneath
        return rest

    def absorb(self, other: Span) -> None:
        """Takes over the neighbour behind, which has the same writer."""
        self.stop = other.stop
        for name in ("readers", "reuse"):
            mine, theirs = getattr(self, name), getattr(other, name)
            if theirs:
                merged = dict(mine or {})
                _merge(merged, theirs)
                setattr(self, name, merged)
        if other.beneath:
            for step in other.beneath.values():
                self.bury(step)

    def bury(self, step: Step, above: Timeline | None = None) -> None:
        """Remembers an earlier writer, which may have written some of its bytes last.

        Args:
            step: the earlier writer.
            above: the timeline of the last writer, which answers for earlier steps on it.
        """
        found = {t: s for t, s in (self.beneath or {}).items() if not s.clean and t is not above}
        known = found.get(step.timeline)
        if step.timeline is not above and (known is None or step.value > known.value):
            found[step.timeline] = step
        self.beneath = found


class Spans(list[Span]):
    """The spans of one memory, in order, without gaps. All of its handles have the same list.

    Attributes:
        most: past this many, neighbours are merged.
    """

    __slots__ = ("most",)

    def __init__(self, spans: Iterable[Span]) -> None:
        super().__init__(spans)
        self.most: int = MOST_SPANS


class Handles:
    """The handles of one memory that are alive. Nothing runs when one of them ends."""

    __slots__ = ("_most", "_refs")

    def __init__(self, *handles: Tracked) -> None:
        self._refs: list[ref[Tracked]] = [ref(handle) for handle in handles]
        self._most = 8

    def add(self, handle: Tracked) -> None:
        self._refs.append(ref(handle))
        if len(self._refs) > self._most:
            self._refs = [known for known in self._refs if known() is not None]
            self._most = max(8, 2 * len(self._refs))

    def __iter__(self) -> Iterator[Tracked]:
        return iter([handle for known in self._refs if (handle := known()) is not None])

    def __len__(self) -> int:
        return sum(known() is not None for known in self._refs)

    def is_any_open(self) -> bool:
        """Whether one of them was not deleted."""
        return any(not handle.bar & DELETED for handle in self)


class Tracked:
    """Memory as the hazard tracker sees it, through one handle: an allocation, a wrapped array.

    A bar concerns this handle alone, no other handle of the same memory.

    Attributes:
        memory: a number that all handles of the same memory have, and no others. Memories that
            turn out to be parts of one (see areas.py) get one number.
        spans: its parts in order, without gaps. All handles of the same memory have the same list.
        start: the first byte: 0, or an address if bytes are counted by address (see areas.py).
        stop: the byte behind the last.
        bar: bits, FROZEN (no more writes), DELETED (no access at all), CAPTURED (no memory) and
            GONE (its memory was given up).
        name: a text for people, or a number, because texts take time to make.
        handles: all handles of its memory, itself among them; None if there can be no other.
    """

    __slots__ = (
        "__weakref__", "bar", "handles", "memory", "name", "spans", "start", "stop",
    )  # fmt: skip

    def __init__(
        self,
        nbytes: int,
        name: str | int = "",
        reuse: dict[Timeline, int] | None = None,
        start: int = 0,
    ) -> None:
        stop = start + nbytes
        span = Span(start, stop)
        span.reuse = reuse
        self.memory: int = next(_memories)
        self.spans: Spans = Spans((span,))
        self.start: int = start
        self.stop: int = stop
        self.name: str | int = name
        self.bar: int = OPEN
        self.handles: Handles | None = None

    @property
    def nbytes(self) -> int:
        """Its size in bytes."""
        return self.stop - self.start

    @property
    def parts(self) -> int:
        """The number of its spans."""
        return len(self.spans)

    @property
    def is_shared(self) -> bool:
        """Whether its memory has another handle now."""
        return self.handles is not None and len(self.handles) > 1

    def share(self, name: str | int) -> Tracked:
        """Returns another handle of the same memory, without a bar. Under the runtime's lock."""
        other = self._like(name)
        if self.handles is None:
            self.handles = Handles(self)
        other.handles = self.handles
        self.handles.add(other)
        return other

    def _like(self, name: str | int) -> Tracked:
        """Returns an object with the same memory, which is no handle of it yet."""
        other = Tracked(self.nbytes, name, start=self.start)
        other.memory, other.spans = self.memory, self.spans
        return other

    def pass_on(self) -> Tracked:
        """Returns a handle that takes the place of this one, which is deleted. Under the lock."""
        heir = self._like(self.name)
        heir.bar, heir.handles = self.bar, self.handles
        if heir.handles is not None:
            heir.handles.add(heir)
        self.bar |= DELETED
        return heir

    def cut(self, start: int, stop: int) -> list[Span]:
        """Returns the spans that make up a byte interval, after splitting at its ends."""
        spans = self.spans
        if len(spans) > spans.most:
            self._coalesce()
            spans.most = max(MOST_SPANS, 2 * len(spans))
        first = self._boundary(start)
        last = self._boundary(stop)
        return spans[first:last]

    def _boundary(self, at: int) -> int:
        """Returns the index of the span that starts at a byte, split off if need be."""
        spans = self.spans
        if at >= self.stop:
            return len(spans)
        index = bisect_right(spans, at, key=_start) - 1
        if spans[index].start == at:
            return index
        spans.insert(index + 1, spans[index].split(at))
        return index + 1

    def _coalesce(self) -> None:
        """Merges neighbours with the same writer. Writers that were seen to succeed are dropped."""
        merged: list[Span] = []
        for span in self.spans:
            writer = span.writer
            if writer is not None and writer.clean and writer.value <= writer.timeline.seen:
                span.writer = None
            if merged and span.writer is merged[-1].writer:
                merged[-1].absorb(span)
            else:
                merged.append(span)
        self.spans[:] = merged

    def join_spans(self) -> None:
        """Makes it one span again, after one step wrote all of it."""
        del self.spans[1:]
        self.spans[0].stop = self.stop

    def end(self) -> dict[Timeline, int] | None:
        """Deletes it and ends its history; returns the death frontier, all that is left of it.

        From then on it keeps no execution and no error alive, even if something refers to it.
        """
        self.bar |= DELETED
        points: dict[Timeline, int] = {}
        for span in self.spans:
            if span.writer is not None or span.readers or span.reuse:
                _merge(points, span.points())
                span.writer = span.readers = span.beneath = None
                span.reuse = points
        return points or None

    def retire(self) -> dict[Timeline, int] | None:
        """Deletes this handle; returns the death frontier of its memory. Under the lock.

        The history ends with the last handle, once all that was submitted has been seen to end:
        until then others need it, or whoever wraps the memory meanwhile.
        """
        handles = self.handles
        if handles is None:
            return self.end()
        self.bar |= DELETED
        death = self.death_frontier()
        if death is None and not handles.is_any_open():
            self.end()
        return death

    def death_frontier(self) -> dict[Timeline, int] | None:
        """Returns the points that the memory's next user must follow; None if all are seen."""
        points: dict[Timeline, int] = {}
        for span in self.spans:
            if span.writer is not None or span.readers or span.reuse:
                _merge(points, span.points())
        return points or None


def label(name: str | int) -> str:
    """Returns an allocation's name as text."""
    return name if isinstance(name, str) else f"#{name}"


class Region:
    """The part of an allocation that a buffer or view covers: bytes [start, stop).

    Attributes:
        everything: the allocation's list of spans if the region is all of it, else None. The list
            becomes empty when the memory turns out to be a part of a larger one.
        has_gaps: whether some of its bytes belong to no element.
        address: of its first element, for launches; the tracker does not look at it.
    """

    __slots__ = ("address", "everything", "has_gaps", "start", "stop", "tracked")

    def __init__(
        self, tracked: Tracked, start: int, stop: int, has_gaps: bool = False, address: int = 0
    ) -> None:
        self.tracked: Tracked = tracked
        self.address: int = address
        self.start: int = start
        self.stop: int = stop
        self.has_gaps: bool = has_gaps
        whole = start == tracked.start and stop >= tracked.stop
        self.everything: list[Span] | None = tracked.spans if whole else None

    def spans(self) -> list[Span]:
        """Returns the spans that it covers, split at its ends."""
        return self.everything or self.tracked.cut(self.start, self.stop)

    def writers(self) -> list[Step]:
        """Returns the steps that wrote what it holds and were not seen to succeed.

        Under the lock.
        """
        found = {step: None for span in self.spans() for step in span.producers()}
        return [step for step in found if not step.clean]

    def unread_writers(self) -> list[Step]:
        """Returns those of the last writers whose bytes nothing has read since. Under the lock."""
        found = {span.writer: None for span in self.spans() if not span.readers}
        return [step for step in found if step is not None and not step.clean]

    def reuse_points(self) -> list[tuple[Timeline, int]]:
        """Returns the death frontier of the memory's previous life, of bytes not written since.

        Under the lock.
        """
        return [point for span in self.spans() for point in (span.reuse or {}).items()]

    def __repr__(self) -> str:
        part = "" if self.everything else f"[{self.start}:{self.stop}]"
        return f"<Region {label(self.tracked.name)}{part}>"


def join(handles: Sequence[Tracked], start: int, stop: int) -> None:
    """Makes one memory of those of several handles, and of the bytes between two addresses.

    The lists of spans that are given up become empty.

    Args:
        handles: all handles of these memories, in the order of their bytes.
        start: the first byte.
        stop: the byte behind the last.
    """
    lists = list({id(handle.spans): handle.spans for handle in handles}.values())
    edges = [start, *(at for spans in lists for at in (spans[0].start, spans[-1].stop)), stop]
    gaps = [Span(low, high) for low, high in list(pairwise(edges))[::2] if low < high]
    memory, joined = handles[0].memory, Spans(sorted([*gaps, *chain(*lists)], key=_start))
    joined.most = lists[0].most
    for handle in handles:
        handle.memory, handle.spans = memory, joined
        handle.start, handle.stop = start, stop
    for given_up in lists:
        given_up.clear()


def _start(span: Span) -> int:
    return span.start


def _merge(points: dict[Timeline, int], others: dict[Timeline, int]) -> None:
    for timeline, value in others.items():
        if value > points.get(timeline, 0):
            points[timeline] = value
