"""`Device.room`: a coroutine that waits for room in memory, a block, and a wait of a thread."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Self

from streamrt._runtime.memory.rooms import Rooms
from streamrt._runtime.waiting.points import Blocking
from streamrt._runtime.waiting.time_left import TimeLeft

# Python's warning about a coroutine that was never awaited names it by this.
NAME = "Device.room (in synchronous code: `with device.room(nbytes):`)"


class Room(Blocking):
    """The wait of one `Device.room`: await it, enter it, or block the thread with `sync`.

    It does nothing before that. If it is dropped unused, Python warns.
    """

    __slots__ = ("_request", "_rooms")

    def __init__(self, rooms: Rooms, nbytes: tuple[int, ...]) -> None:
        """Not for users: `Device.room` makes it."""
        self._rooms = rooms
        self._request = rooms.ask(nbytes)
        super().__init__(rooms.wait(self._request), NAME)

    def sync(self, timeout: float | None = None) -> None:
        """Blocks the calling thread until the bytes are free; it holds nothing for the thread.

        Args:
            timeout: in seconds; None waits as long as it takes.

        Raises:
            TimeoutError: they were not free in time.
        """
        self._block(TimeLeft(timeout, self._request.what), timeout)
        self._rooms.leave(self._request)

    def _block(self, time_left: TimeLeft, timeout: float | None) -> None:
        self._coroutine.close()
        rooms, request, woken = self._rooms, self._request, threading.Event()
        world = rooms.engine.world
        try:
            if rooms.enter(request, woken.set):
                while world is not None and not request.is_over:
                    if not world.advance():
                        raise world.stuck(f"block until there is {request.what}")
                    rooms.look()
                if not woken.wait(time_left.left):
                    raise TimeoutError(f"{request.what}: not free after {timeout} s")
            request.check()
        except BaseException:
            rooms.leave(request)
            raise

    async def __aenter__(self) -> Self:
        self._request.is_kept = True
        await self._coroutine
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._rooms.leave(self._request)

    def __enter__(self) -> Self:
        self._block(TimeLeft(None, self._request.what), None)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._rooms.leave(self._request)
