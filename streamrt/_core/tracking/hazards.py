"""The hazard tracker: what a command must wait for, given what it reads and writes.

`track` is called after the command's arguments are packed and it cannot fail any more, and its
answer goes out with the command. A command that cannot be packed is never tracked.

1. A read waits for the last writer (RAW). A write waits for the readers since (WAR) and for the
   last writer (WAW); the first write to reused memory waits for its previous life.
2. A point is left out if it is on the command's own timeline, seen by the host, or dominated by
   the stream's frontier; of several, those that another one's frontier dominates are left out
   too. None of the remaining points could be left out.
3. A read checks its writer's cell even if the wait is left out, unless the host has seen the
   writer succeed. Poison spreads by reads, and by writes to regions with gaps: the bytes in the
   gaps stay as they were, and from then on this command answers for them.
4. A read of a frozen allocation leaves no read point, unless another handle may write to it.

With `hazards="manual"`, too, a command gets the waits that no user could place: for the previous
life of reused memory, and between the commands of users and those on timelines to which no user
submits (the runtime's own copies). The bytes in the gaps of a write may come from another command
then, which need not be ordered before the write: a span remembers both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from streamrt._core.tracking.ranges import CAPTURED, DELETED, Region, Span, Tracked, label
from streamrt._core.tracking.timeline import Step, Timeline
from streamrt.errors import DeletedBufferError, FrozenBufferError, StateError


class Edge(NamedTuple):
    """One inserted wait and its reason, free of references to executions."""

    timeline: Timeline
    value: int
    hazard: str  # RAW, WAR, WAW, reuse, or event for an explicit wait
    memory: str | int


Reads = Sequence[Region]
Writes = Sequence[tuple[Region, bool]]
Steps = tuple[Step, ...]
Edges = tuple[Edge, ...]
Checks = Steps | dict[Step, None]
FEW = 16
_NONE: tuple[()] = ()


Needed = dict[Timeline, Edge]


def _need(
    needed: Needed | None, own: Timeline, source: Timeline, value: int, hazard: str, name: str | int
) -> Needed | None:
    """Adds a point to the newest needed of each timeline, unless it is known to be reached."""
    if source is own or value <= source.seen or value <= own.frontier.get(source, 0):
        return needed
    if needed is None:
        return {source: Edge._make((source, value, hazard, name))}
    known = needed.get(source)
    if known is None or value > known.value:
        needed[source] = Edge._make((source, value, hazard, name))
    return needed


def _minimal(needed: Needed) -> Edges:
    """Returns the waits that no other of them implies."""
    edges = tuple(needed.values())
    if len(edges) == 1:
        return edges
    return tuple(
        edge
        for edge in edges
        if not any(
            other.timeline.frontier_at(other.value).get(edge.timeline, 0) >= edge.value
            for other in edges
            if other is not edge
        )
    )


def track(  # noqa: C901 - in line for speed
    step: Step, reads: Reads, writes: Writes, manual: bool = False
) -> tuple[Edges, Steps]:
    """Takes note of a command; returns what it waits for and whose cells it checks.

    Args:
        step: the command, at the next value of its timeline.
        reads: the regions that it only reads (`in`).
        writes: the regions that it writes, each with whether it also reads it (`inout`).
        manual: insert only the waits that no user could place.

    Raises:
        DeletedBufferError: an accessed allocation was deleted; nothing was noted.
        FrozenBufferError: a written allocation was frozen; nothing was noted.
        StateError: an accessed allocation belongs to a capture; nothing was noted.
    """
    refuse_barred(reads, writes)
    timeline, value = step.timeline, step.value
    timeline.value = value
    needed: Needed | None = None
    checks = _producers(writes) if len(writes) > 1 else _NONE
    for region in reads:
        tracked = region.tracked
        for span in region.everything or tracked.cut(region.start, region.stop):
            writer = span.writer
            if writer is not None and not writer.clean:
                if writer not in checks:
                    checks = _with(checks, writer) if checks else (writer,)
                source = writer.timeline
                if source is not timeline and (not manual or source.internal or timeline.internal):
                    needed = _need(needed, timeline, source, writer.value, "RAW", tracked.name)
            if manual and span.beneath:
                checks, needed = _dig(span.beneath, step, checks, needed, tracked.name)
            readers = span.readers
            if readers is not None:
                readers[timeline] = value
            elif not tracked.bar or tracked.handles is not None:
                span.readers = {timeline: value}
    for region, is_read in writes:
        tracked = region.tracked
        spans = region.everything or tracked.cut(region.start, region.stop)
        for span in spans:
            writer, readers = span.writer, span.readers
            if writer is not None and writer is not step:
                if not writer.clean and (is_read or region.has_gaps) and writer not in checks:
                    checks = _with(checks, writer) if checks else (writer,)
                source = writer.timeline
                if source is not timeline and (not manual or source.internal or timeline.internal):
                    hazard = "RAW" if is_read else "WAW"
                    needed = _need(needed, timeline, source, writer.value, hazard, tracked.name)
            if readers and (len(readers) > 1 or timeline not in readers):
                for source, point in readers.items():
                    if not manual or source.internal or timeline.internal:
                        needed = _need(needed, timeline, source, point, "WAR", tracked.name)
            if span.reuse:
                for source, point in span.reuse.items():
                    needed = _need(needed, timeline, source, point, "reuse", tracked.name)
            if manual:
                if span.beneath and (is_read or region.has_gaps):
                    checks, needed = _dig(span.beneath, step, checks, needed, tracked.name)
                _write_over(span, step, region.has_gaps)
            else:
                span.readers = span.reuse = None
            span.writer = step
        if len(spans) > 1 and not manual and spans is region.everything:
            tracked.join_spans()
    if not needed:
        return _NONE, tuple(checks)
    edges = _minimal(needed)
    timeline.join([edge[:2] for edge in edges], value)
    return edges, tuple(checks)


def _producers(writes: Writes) -> Checks:
    """Returns the producers that several writes check.

    It is called before any write is noted, because an `out` that overlaps an `inout` would hide
    the producer of the `inout`.
    """
    checks: Checks = _NONE
    for region, is_read in writes:
        if is_read or region.has_gaps:
            for span in region.spans():
                writer = span.writer
                if writer is not None and not writer.clean and writer not in checks:
                    checks = _with(checks, writer)
                if span.beneath:
                    for earlier in span.producers():
                        if not earlier.clean and earlier not in checks:
                            checks = _with(checks, earlier)
    return checks


def _dig(
    beneath: Mapping[Timeline, Step],
    step: Step,
    checks: Checks,
    needed: Needed | None,
    name: str | int,
) -> tuple[Checks, Needed | None]:
    """Adds the checks and waits for the earlier writers of read bytes, with manual hazards."""
    timeline = step.timeline
    for writer in beneath.values():
        if writer is not step and not writer.clean:
            checks = _with(checks, writer)
            source = writer.timeline
            if source is not timeline and (source.internal or timeline.internal):
                needed = _need(needed, timeline, source, writer.value, "RAW", name)
    return checks, needed


def _write_over(span: Span, step: Step, has_gaps: bool) -> None:
    """Notes a write with manual hazards, when it is not ordered after the span's history.

    So the span goes on remembering all of it.
    """
    span.readers = span.points()
    if not has_gaps:
        span.beneath = None
    elif span.writer is not None and span.writer is not step:
        span.bury(span.writer, step.timeline)


def _with(checks: Checks, writer: Step) -> Checks:
    """Adds a producer to check. They are a tuple while they are few, then a dict, for speed."""
    if writer in checks:
        return checks
    if isinstance(checks, dict):
        checks[writer] = None
        return checks
    if len(checks) < FEW:
        return (*checks, writer)
    return dict.fromkeys((*checks, writer))


def await_points(
    timeline: Timeline, points: Iterable[tuple[Timeline, int]], asked: bool = False
) -> Edges:
    """Returns the waits for some points, except those the stream is known to come after.

    Args:
        timeline: the timeline of the stream that waits.
        points: the points to wait for.
        asked: whether the user asked for the waits. Then they are shown even if the host has seen
            the points reached.
    """
    edges: Edges = ()
    for source, value in points:
        is_known = source is timeline or value <= timeline.frontier.get(source, 0)
        if not is_known and (asked or value > source.seen):
            edges += (Edge._make((source, value, "event", "")),)
    return edges


def refuse_barred(reads: Reads, writes: Writes) -> None:
    """Raises what `track` raises, if a bar forbids one of these accesses."""
    for region in reads:
        if region.tracked.bar >= DELETED:
            raise _refused(region.tracked)
    for region, _ in writes:
        if region.tracked.bar:
            raise _refused(region.tracked)


def _refused(tracked: Tracked) -> StateError:
    if tracked.bar & CAPTURED:
        return StateError(
            f"access {label(tracked.name)}: it was made in a capture and has no memory; name it "
            "an output, a replay gives it some"
        )
    if tracked.bar & DELETED:
        return DeletedBufferError(
            f"access {label(tracked.name)}: it was deleted or donated; make a new buffer"
        )
    return FrozenBufferError(
        f"write {label(tracked.name)}: it was frozen, which ends writing; write to a copy of it"
    )
