"""The way of a lost device's timelines to their ends, in the order that was promised.

A wait is left out if another one implies it. So later work of other devices may wait for an
execution of the lost device alone, and rely on all that this one was to wait for.

1. A timeline rises past a value only when all points are reached that its submission waited for,
   on whatever device. In the usual case these are reached, and all timelines rise at once.
2. What is left goes on when such a point of another device is reached, on the waiter thread. A
   submission waits only for earlier ones, so the earliest of all that are left can always go on.
3. The executions have failed before, and whoever waits for one of them is told then. Only what
   waits for a point, such as later work, an event or `drain`, waits for the timeline.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from streamrt._core.tracking.hazards import Edge, Edges
from streamrt._native.tracking import edges_of
from streamrt.errors import StateError

if TYPE_CHECKING:
    from streamrt._runtime.engine import Engine
    from streamrt._runtime.lane import Lane


class Rising:
    """The rise of all timelines of a device that was lost."""

    def __init__(
        self, engine: Engine, lanes: Sequence[Lane], then: Callable[[], object] | None
    ) -> None:
        """Notes what each pending submission waits for.

        Args:
            engine: the runtime's.
            lanes: the lanes of the device, whose queues have given up.
            then: called under no lock if the last timeline comes to its end later; None if nothing
                is to be done.
        """
        self._engine = engine
        self._then = then
        self._rows = [_Row(lane) for lane in lanes]

    def rise(self) -> bool:
        """Raises the timelines as far as they may; returns whether all are at their ends.

        Under the runtime's lock. The waiter thread does the rest.
        """
        while any(row.rise(self._is_reached) for row in self._rows):
            pass
        self._rows = [row for row in self._rows if row.waits]
        lost = [row.lane for row in self._rows]
        points = [row.waits_for(self._is_reached) for row in self._rows]
        if None in points:  # another device has reached one since the rows looked
            return self.rise()
        for point in points:
            if point is not None and point.timeline not in lost:
                self._go_on_after(point)
        return not self._rows

    def _is_reached(self, edge: Edge) -> bool:
        lane = cast("Lane", edge.timeline)
        return lane.queue.completed >= edge.value

    def _go_on_after(self, edge: Edge) -> None:
        source = cast("Lane", edge.timeline).queue
        try:
            self._engine.waiters.thread_bridge().wait(source, edge.value, 0, self._go_on)
        except StateError:  # closed, with a queue that does not end: nobody waits any more
            pass

    def _go_on(self) -> None:
        """Goes on at a point that was reached. On the waiter thread."""
        with self._engine.lock:
            if not self._rows:
                return
            is_over = self.rise()
        self._engine.waiters.wake_all()  # virtual time may go on, on any queue
        if is_over and self._then is not None:
            self._then()


class _Row:
    """The pending submissions of one lane.

    Attributes:
        lane: the lane.
        waits: the values of those that wait, each with its waits, the oldest first.
    """

    def __init__(self, lane: Lane) -> None:
        self.lane: Lane = lane
        done = lane.queue.completed
        pending = [execution for execution in lane.inflight if execution.value > done]
        marks = dict(lane._track.marks)  # other threads forget some
        waits = {value: edges_of(mark) for value, mark in marks.items() if value > done}
        waits.update({execution.value: execution.edges for execution in pending})
        self.waits: deque[tuple[int, Edges]] = deque(sorted(waits.items(), key=_first))
        self._cells = {execution.value: execution.cell for execution in pending}

    def rise(self, is_reached: Callable[[Edge], bool]) -> bool:
        """Raises the timeline as far as it may; returns whether it has risen."""
        while self.waits and all(map(is_reached, self.waits[0][1])):
            self.waits.popleft()
        value = self.waits[0][0] - 1 if self.waits else self.lane.value
        if self.lane.queue.completed >= value:
            return False
        self.lane.queue.end_pending(value, self._cells)
        return True

    def waits_for(self, is_reached: Callable[[Edge], bool]) -> Edge | None:
        """Returns a point that its oldest submission still waits for; None if all are reached."""
        return next((edge for edge in self.waits[0][1] if not is_reached(edge)), None)


def _first(pair: tuple[int, Edges]) -> int:
    return pair[0]
