"""Events: handles on points that timelines have promised to reach."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from streamrt._core.handles import Handle
from streamrt._refusals import refusing
from streamrt._runtime.waiting.time_left import TimeLeft
from streamrt.errors import EventNotRecordedError, StateError

if TYPE_CHECKING:
    from streamrt._runtime.lane import Lane


class Front:
    """The point of an event that was recorded in a capture.

    Attributes:
        capture: the capture.
        nodes: the last nodes before the point; nodes after it follow these.
    """

    __slots__ = ("capture", "nodes")

    def __init__(self, capture: object, nodes: tuple[int, ...]) -> None:
        self.capture = capture
        self.nodes = nodes


class Event(Handle):
    """A point after everything that a stream, or several, had been given when it was recorded.

    Awaiting an event, `sync` and `Stream.wait` take its point as it is at that moment. Recording
    the event again changes nothing for those who wait already. An event tells that work has ended,
    not that it succeeded: executions tell that.
    """

    _instead = "stream.record() makes another"

    __slots__ = ("_points",)

    def __init__(self) -> None:
        """An event that was not recorded yet: `stream.record(event)` records it."""
        self._points: tuple[tuple[Lane, int], ...] | Front | None = None

    def _record(self, points: tuple[tuple[Lane, int], ...] | Front) -> None:
        self._points = points

    def _recorded(self, what: str) -> tuple[tuple[Lane, int], ...]:
        points = self._points
        if points is None:
            raise EventNotRecordedError(
                f"{what}: the event was never recorded, so nothing will signal it; "
                "call stream.record(event) first"
            )
        if not isinstance(points, tuple):
            raise StateError(
                f"{what}: the event was recorded in a capture, where nothing runs; only streams of "
                "that capture can wait for it"
            )
        return points

    def done(self) -> bool:
        """Whether the point of the event is reached."""
        return all(lane.is_reached(value) for lane, value in self._recorded("ask an event"))

    def __await__(self) -> Generator[Any, None, None]:
        for lane, value in self._recorded("await an event"):
            if lane.queue.completed < value:
                yield from lane.engine.waiters.suspend(lane, lane.queue, value)
            else:
                yield from lane.engine.waiters.give_way()
            lane.tidy(value)

    @refusing
    def sync(self, timeout: float | None = None) -> None:
        """Blocks the calling thread until the point of the event is reached.

        Args:
            timeout: in seconds; None waits as long as it takes.

        Raises:
            TimeoutError: the point was not reached in time.
            WouldDeadlockError: the point comes after the caller itself.
            EventNotRecordedError: the event was never recorded.
        """
        deadline = TimeLeft(timeout, "sync")
        for lane, value in self._recorded("sync an event"):
            if lane.is_reached(value):
                continue
            lane.engine.hosts.refuse_deadlock(lane, value, f"sync on {lane.name}@{value}")
            if not lane.block(value, 0, deadline.left):
                raise TimeoutError(f"sync: {lane.name}@{value} was not reached after {timeout} s")
            lane.tidy(value)

    def __repr__(self) -> str:
        if self._points is None:
            return "<Event, not recorded>"
        if not isinstance(self._points, tuple):
            return "<Event, recorded in a capture>"
        return f"<Event {', '.join(f'{lane.name}@{value}' for lane, value in self._points)}>"
