"""Suspending a coroutine until a point on a timeline, on asyncio and, through anyio, on trio."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from streamrt._runtime.engine import running_loop

if TYPE_CHECKING:
    from streamrt._runtime.lane import Lane


def suspend(lane: Lane, value: int, cell: int = 0) -> Generator[Any, None, None]:
    """Suspends the running coroutine until the lane reaches a value or the cell is final."""
    lane.engine.check_alive()
    loop = running_loop()
    if loop is not None:
        if lane.engine.call_tasks:
            lane.engine.refuse_awaiting_oneself(lane, value)
        yield from lane.engine.loop_bridge(loop).wakeup(lane, value, cell)
    else:
        yield from _suspend_elsewhere(lane, value, cell).__await__()


async def _suspend_elsewhere(lane: Lane, value: int, cell: int) -> None:
    """On a loop that is not asyncio's: a thread waits and tells it."""
    import anyio.from_thread  # slow to import, and asyncio needs none of it
    import anyio.lowlevel

    event, token = anyio.Event(), anyio.lowlevel.current_token()

    def tell() -> None:
        anyio.from_thread.run_sync(event.set, token=token)

    lane.engine.thread_bridge().wait(lane, value, cell, tell)
    await event.wait()
