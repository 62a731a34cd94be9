"""Points of lanes, which can be awaited."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

from streamrt._runtime.lane import Lane


class Point(NamedTuple):
    """A value of a lane, which can be awaited; with a cell, a final cell ends the wait, too."""

    lane: Lane
    value: int
    cell: int = 0

    def __await__(self) -> Generator[Any, None, None]:
        lane, value, cell = self
        yield from lane.engine.waiters.suspend(lane, lane.queue, value, cell)
