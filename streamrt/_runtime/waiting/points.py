"""Points of lanes, to await."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

from streamrt._runtime.lane import Lane


class Point(NamedTuple):
    """A value of a lane, to await; with a cell, its being final will do."""

    lane: Lane
    value: int
    cell: int = 0

    def __await__(self) -> Generator[Any, None, None]:
        lane, value, cell = self
        yield from lane.engine.waiters.suspend(lane, lane.queue, value, cell)
