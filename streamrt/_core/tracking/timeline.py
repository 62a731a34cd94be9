"""Timelines, points on them, and what a stream is known to come after.

A timeline counts the signals of one queue; a point is (timeline, value). A frontier is a sparse
vector clock, `{timeline: value}`: everything that its owner is known to come after. Frontiers are
never changed in place, so a snapshot is a reference.

1. A wait on (T, v) joins T's frontier as it was at v, not as it is now. T keeps a snapshot for
   each value at which it waited itself; between two snapshots its frontier did not change.
2. `seen` is the highest value of T that the host has seen reached. Whatever is submitted from now
   on comes after it, on every stream. So points up to `seen` need no wait and are dropped from
   frontiers.
3. A forgotten snapshot may cost a wait that was not needed, never correctness. Snapshots up to
   `seen` are forgotten, because the points in them are seen as well.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping

Frontier = Mapping["Timeline", int]
_NOTHING: Frontier = {}
FEW = 8  # from a longer frontier, points that were seen are dropped


class Timeline:
    """A counter that only rises, and the frontier of the stream that raises it.

    Attributes:
        name: its name in messages, as in `cpu:0/s1`.
        handle: the backend's handle of it.
        value: the last promised value (the last command's).
        seen: the highest value the host has seen reached.
        frontier: the points that the next command on the stream comes after.
        internal: whether no user submits to it, so that nobody else could place its waits.
        _track: for the runtime's lanes, which are timelines; the tracker does not know it.
    """

    __slots__ = (
        "_snapshots", "_track", "_values", "frontier", "handle", "internal", "name", "seen",
        "value",
    )  # fmt: skip

    def __init__(self, name: str, handle: int = 0) -> None:
        self.name: str = name
        self.handle: int = handle
        self.value: int = 0
        self.seen: int = 0
        self.frontier: Frontier = _NOTHING
        self.internal: bool = False
        self._values: list[int] = []
        self._snapshots: list[Frontier] = []

    def frontier_at(self, value: int) -> Frontier:
        """Returns the points on other timelines that the command with that value came after."""
        values = self._values
        if not values:
            return _NOTHING
        if value >= values[-1]:
            return self._snapshots[-1]
        index = bisect_right(values, value)
        return self._snapshots[index - 1] if index else _NOTHING

    def join(self, waits: Iterable[tuple[Timeline, int]], value: int) -> None:
        """Records that the command with that value waited for those points."""
        merged = {**self.frontier}
        for source, reached in waits:
            if reached > merged.get(source, 0):
                merged[source] = reached
            for t, v in source.frontier_at(reached).items():
                if v > merged.get(t, 0) and t is not self:
                    merged[t] = v
        if len(merged) > FEW:
            merged = {t: v for t, v in merged.items() if v > t.seen}
        # Without a call in between, in which the handler of a signal could raise.
        self.frontier = merged
        self._values += (value,)
        self._snapshots += (merged,)

    def observe(self, value: int) -> None:
        """Takes note that the host has seen this timeline reach a value."""
        if value <= self.seen:
            return
        for timeline, reached in self.frontier_at(value).items():  # transitively closed
            timeline._forget(reached)
        self._forget(value)

    def _forget(self, value: int) -> None:
        """Drops the snapshots up to a value: it is seen, and so are the points in them."""
        if value > self.seen:
            self.seen = value
            known = bisect_right(self._values, value)
            del self._values[:known]
            del self._snapshots[:known]

    def depends_on(self, value: int, other: Timeline, since: int) -> bool:
        """Returns whether the command with that value comes after `other` has reached `since`."""
        if other is self:
            return value >= since
        return self.frontier_at(value).get(other, 0) >= since

    def __repr__(self) -> str:
        return f"<Timeline {self.name}: {self.seen} seen, {self.value} promised>"


class Step:
    """The place of one execution in the order: a point, and how the execution ended.

    Attributes:
        cell: the backend's handle of its status cell.
        clean: whether the host saw it succeed; then nobody needs to look at the cell again.
    """

    __slots__ = ("cell", "clean", "timeline", "value")

    def __init__(self, timeline: Timeline, value: int, cell: int = 0) -> None:
        self.timeline: Timeline = timeline
        self.value: int = value
        self.cell: int = cell
        self.clean: bool = False

    def __repr__(self) -> str:
        return f"<Step {self.timeline.name}@{self.value}>"
