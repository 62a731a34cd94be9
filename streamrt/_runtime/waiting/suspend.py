"""Suspending a coroutine until a point on a timeline, on asyncio and, through anyio, on trio."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, NamedTuple

from streamrt._native.core import RUNNING
from streamrt._runtime.engine import running_loop
from streamrt._runtime.waiting.bridge import Tell, closed_while_waiting

if TYPE_CHECKING:
    from streamrt._runtime.lane import Lane


class Point(NamedTuple):
    """A value of a lane, to await; with a cell, its being final will do."""

    lane: Lane
    value: int
    cell: int = 0

    def __await__(self) -> Generator[Any, None, None]:
        yield from suspend(*self)


def suspend(lane: Lane, value: int, cell: int = 0) -> Generator[Any, None, None]:
    """Suspends the running coroutine until the lane reaches a value or the cell is final."""
    engine = lane.engine
    engine.check_alive()
    loop = running_loop()
    if loop is not None:
        if engine.call_tasks:
            from asyncio import current_task

            engine.refuse_awaiting_oneself(lane, value, current_task())
        yield from engine.loop_bridge(loop).wakeup(lane, value, cell)
    else:
        yield from _suspend_elsewhere(lane, value, cell).__await__()


async def _suspend_elsewhere(lane: Lane, value: int, cell: int) -> None:
    """On a loop that is not asyncio's: a thread waits and tells it."""
    import anyio  # slow to import, and asyncio needs none of it
    import anyio.lowlevel

    engine = lane.engine
    if engine.call_tasks:
        engine.refuse_awaiting_oneself(lane, value, anyio.get_current_task().id)
    event = anyio.Event()
    token: Any = anyio.lowlevel.current_token().native_token
    tell = Tell(token, event.set, engine.note_late)
    engine.thread_bridge().wait(lane, value, cell, tell)
    await event.wait()
    if lane.queue.completed < value and not (cell and lane.look(cell) > RUNNING):
        raise closed_while_waiting(lane, value)
