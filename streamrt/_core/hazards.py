"""The hazard tracker: what a command must wait for, given what it reads and writes.

    order   what a command must wait for and whose cells it must check; changes nothing
            that another command could notice
    commit  the command was packed: its accesses count from now on

Between the two the command is packed into a queue; one that cannot be packed was never there.

1. A read waits for the last writer (RAW). A write waits for the readers since (WAR) and for the
   last writer (WAW); the first write to reused memory waits for its previous life.
2. A point is left out if it is on the command's own timeline, seen by the host, or dominated by
   the stream's frontier; of several, those that another one's frontier dominates are left out
   too. What remains cannot be left out.
3. A read checks its writer's cell even where the wait is left out, unless the host has seen the
   writer succeed. Only reads carry poison.
4. A read of a frozen allocation leaves no read point.

Waits are asked for with `hazards="manual"`, too, but only those of reused memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from streamrt._core.ranges import DELETED, OPEN, Region, Span, Tracked
from streamrt._core.timeline import Frontier, Step, Timeline
from streamrt.errors import DeletedBufferError, FrozenBufferError


class Edge(NamedTuple):
    """One inserted wait and its reason, free of references to executions."""

    timeline: Timeline
    value: int
    hazard: str  # RAW, WAR, WAW, reuse, or event for an explicit wait
    memory: str


Steps = tuple[Step, ...]
Edges = tuple[Edge, ...]
_NONE: tuple[()] = ()


class _Candidates(dict[Timeline, Edge]):
    """The newest point needed of each timeline."""

    def __init__(self, timeline: Timeline) -> None:
        super().__init__()
        self.own = timeline
        self.frontier: Frontier = timeline.frontier

    def need(self, source: Timeline, value: int, hazard: str, tracked: Tracked) -> None:
        if source is self.own or value <= source.seen or value <= self.frontier.get(source, 0):
            return
        known = self.get(source)
        if known is None or value > known.value:
            self[source] = Edge(source, value, hazard, tracked.name)

    def need_all(self, points: dict[Timeline, int], hazard: str, tracked: Tracked) -> None:
        for source, value in points.items():
            self.need(source, value, hazard, tracked)

    def minimal(self) -> Edges:
        edges = tuple(self.values())
        if len(edges) < 2:
            return edges
        return tuple(
            edge
            for edge in edges
            if not any(
                other is not edge
                and other.timeline.frontier_at(other.value).get(edge.timeline, 0) >= edge.value
                for other in edges
            )
        )


def order(
    timeline: Timeline, reads: Sequence[Region], writes: Sequence[Region], manual: bool = False
) -> tuple[Edges, Steps]:
    """What the next command on a timeline waits for, and the writers whose cells it checks.

    Args:
        timeline: of the stream the command goes to.
        reads: what it reads (`in` and `inout`).
        writes: what it writes (`inout` and `out`).
        manual: insert no waits but those of reused memory.

    Raises:
        DeletedBufferError: an accessed allocation was deleted.
        FrozenBufferError: a written allocation was frozen.
    """
    edges: Edges = _NONE
    checks: Steps = _NONE
    others: list[tuple[Region, Span, bool]] | None = None
    for region in reads:
        tracked = region.tracked
        if tracked.bar == DELETED:
            raise _refused(tracked)
        for span in tracked.spans if region.whole else tracked.cut(region.start, region.stop):
            writer = span.writer
            if writer is not None and not writer.clean:
                if writer not in checks:
                    checks = (*checks, writer)
                if writer.timeline is not timeline:
                    others = [] if others is None else others
                    others.append((region, span, False))
    for region in writes:
        tracked = region.tracked
        if tracked.bar != OPEN:
            raise _refused(tracked)
        for span in tracked.spans if region.whole else tracked.cut(region.start, region.stop):
            writer = span.writer
            if (
                (writer is not None and writer.timeline is not timeline)
                or span.readers
                or span.reuse
            ):
                others = [] if others is None else others
                others.append((region, span, True))
    if others is not None:
        edges = _edges(timeline, others, manual)
    return edges, checks


def _edges(timeline: Timeline, others: list[tuple[Region, Span, bool]], manual: bool) -> Edges:
    """The minimal waits for spans that other streams may have touched."""
    needed = _Candidates(timeline)
    for region, span, writing in others:
        tracked = region.tracked
        if writing and span.reuse:
            needed.need_all(span.reuse, "reuse", tracked)
        if manual:
            continue
        if span.writer is not None:
            hazard = "WAW" if writing else "RAW"
            needed.need(span.writer.timeline, span.writer.value, hazard, tracked)
        if writing and span.readers:
            needed.need_all(span.readers, "WAR", tracked)
    return needed.minimal()


def commit(step: Step, reads: Sequence[Region], writes: Sequence[Region], edges: Edges) -> None:
    """Records a packed command: its accesses, its waits, its value."""
    timeline, value = step.timeline, step.value
    timeline.value = value
    for region in reads:
        tracked = region.tracked
        if tracked.bar == OPEN:
            for span in tracked.spans if region.whole else tracked.cut(region.start, region.stop):
                readers = span.readers
                if readers is None:
                    span.readers = {timeline: value}
                else:
                    readers[timeline] = value
    for region in writes:
        if region.whole:
            region.tracked.written(step)
        else:
            for span in region.spans():
                span.writer = step
                span.readers = None
                span.reuse = None
    if edges:
        timeline.join([(edge.timeline, edge.value) for edge in edges], value)


def await_point(timeline: Timeline, source: Timeline, value: int) -> Edges:
    """The wait for an event, unless it is known to have happened before."""
    if (
        source is timeline
        or value <= source.seen
        or value <= timeline.frontier.get(source, 0)
    ):
        return _NONE
    return (Edge(source, value, "event", ""),)


def _refused(tracked: Tracked) -> DeletedBufferError | FrozenBufferError:
    if tracked.bar == DELETED:
        return DeletedBufferError(
            f"access {tracked.name}: it was deleted or donated; make a new buffer"
        )
    return FrozenBufferError(
        f"write {tracked.name}: it was frozen, which ends writing; write to a copy of it"
    )
