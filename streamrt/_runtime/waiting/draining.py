"""`Stream.drain`: a coroutine that waits for back-pressure, and that can also block its thread."""

from __future__ import annotations

from collections.abc import Coroutine, Generator, Iterator
from typing import Any, NamedTuple

from streamrt._runtime.event import Event
from streamrt._runtime.waiting.deadline import Deadline
from streamrt._runtime.waiting.points import Point
from streamrt._runtime.waiting.waiters import Waiters

# Python's warning about a coroutine that was never awaited names it by this.
NAME = "Stream.drain (in synchronous code: `stream.drain().sync()`)"


class Drain(Coroutine[Any, Any, None]):
    """The wait of one `Stream.drain`: await it, or block the thread with `sync`.

    It does nothing before that. If it is dropped unused, Python warns.
    """

    __slots__ = ("_coroutine", "_name", "_points")

    def __init__(self, name: str, points: Iterator[Point], waiters: Waiters) -> None:
        """Not for users: `Stream.drain` makes it.

        Args:
            name: the name of the stream.
            points: the points to wait for, each found after the one before was reached.
            waiters: the runtime's.
        """
        self._name = name
        self._points = points
        self._coroutine = _drain(points, waiters)
        self._coroutine.__qualname__ = NAME  # type: ignore[attr-defined]

    def sync(self, timeout: float | None = None) -> None:
        """Blocks the calling thread in place of an `await`.

        Args:
            timeout: in seconds; None waits as long as it takes.

        Raises:
            TimeoutError: too much work was still pending.
            WouldDeadlockError: some of that work waits for the caller.
        """
        self._coroutine.close()
        deadline = Deadline(timeout, f"drain {self._name}")
        for lane, value, _ in self._points:
            event = Event()
            event._record(((lane, value),))
            event.sync(deadline.left)

    def __await__(self) -> Generator[Any, None, None]:
        return self._coroutine.__await__()

    def send(self, value: Any, /) -> Any:
        """See `collections.abc.Coroutine`."""
        return self._coroutine.send(value)

    def throw(self, *error: Any) -> Any:
        """See `collections.abc.Coroutine`."""
        return self._coroutine.throw(*error)

    def close(self) -> None:
        """See `collections.abc.Coroutine`."""
        self._coroutine.close()


async def _drain(points: Iterator[Point], waiters: Waiters) -> None:
    for point in points:
        await point
        point.lane.tidy(point.value)
    await _Turn(waiters)


class _Turn(NamedTuple):
    """A turn for the other tasks of the loop, if one is due."""

    waiters: Waiters

    def __await__(self) -> Generator[Any, None, None]:
        return self.waiters.give_way()
