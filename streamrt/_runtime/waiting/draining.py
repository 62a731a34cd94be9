"""`Stream.drain`: a coroutine that waits for back-pressure, and that can also block its thread."""

from __future__ import annotations

from collections.abc import Iterator

from streamrt._runtime.event import Event
from streamrt._runtime.waiting.points import Blocking, Point, Turn
from streamrt._runtime.waiting.time_left import TimeLeft
from streamrt._runtime.waiting.waiters import Waiters

# Python's warning about a coroutine that was never awaited names it by this.
NAME = "Stream.drain (in synchronous code: `stream.drain().sync()`)"


class Drain(Blocking):
    """The wait of one `Stream.drain`: await it, or block the thread with `sync`.

    It does nothing before that. If it is dropped unused, Python warns.
    """

    __slots__ = ("_name", "_points")

    def __init__(self, name: str, points: Iterator[Point], waiters: Waiters) -> None:
        """Not for users: `Stream.drain` makes it.

        Args:
            name: the name of the stream.
            points: the points to wait for, each found after the one before was reached.
            waiters: the runtime's.
        """
        super().__init__(_drain(points, waiters), NAME)
        self._name = name
        self._points = points

    def sync(self, timeout: float | None = None) -> None:
        """Blocks the calling thread in place of an `await`.

        Args:
            timeout: in seconds; None waits as long as it takes.

        Raises:
            TimeoutError: too much work was still pending.
            WouldDeadlockError: some of that work waits for the caller.
        """
        self._coroutine.close()
        deadline = TimeLeft(timeout, f"drain {self._name}")
        for lane, value, _ in self._points:
            event = Event()
            event._record(((lane, value),))
            event.sync(deadline.left)


async def _drain(points: Iterator[Point], waiters: Waiters) -> None:
    for point in points:
        await point
        point.lane.tidy(point.value)
    await Turn(waiters)
