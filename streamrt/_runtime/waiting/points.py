"""Points of lanes, which can be awaited, and coroutines that can also block their thread."""

from __future__ import annotations

from collections.abc import Coroutine, Generator
from typing import Any, NamedTuple

from streamrt._runtime.lane import Lane
from streamrt._runtime.waiting.waiters import Waiters


class Point(NamedTuple):
    """A value of a lane, which can be awaited; with a cell, a final cell ends the wait, too."""

    lane: Lane
    value: int
    cell: int = 0

    def __await__(self) -> Generator[Any, None, None]:
        lane, value, cell = self
        yield from lane.engine.waiters.suspend(lane, lane.queue, value, cell)


class Turn(NamedTuple):
    """A turn for the other tasks of the loop, if one is due."""

    waiters: Waiters

    def __await__(self) -> Generator[Any, None, None]:
        return self.waiters.give_way()


class Blocking(Coroutine[Any, Any, None]):
    """The base of coroutines with a method `sync`, which does the same in the thread.

    It does nothing before either. If it is dropped unused, Python warns.
    """

    __slots__ = ("_coroutine",)

    def __init__(self, coroutine: Coroutine[Any, Any, None], name: str) -> None:
        """Wraps a coroutine.

        Args:
            coroutine: what awaiting it does.
            name: how Python's warning names it.
        """
        self._coroutine = coroutine
        self._coroutine.__qualname__ = name  # type: ignore[attr-defined]

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
