"""How a native queue wakes an event loop or a thread that waits for a point on a timeline.

1. Each event loop has one bridge: a file descriptor that native code writes to, a listener
   number, and for every queue a heap of waiters by value.
2. A bridge arms a queue for the lowest value anyone waits for. One wake-up settles every waiter
   up to what the timelines have reached, and arms again for the rest.
3. Descriptors are never closed but reused, and so are listener numbers: a native thread may be
   about to write to one that was just given up, which then costs a spurious wake-up and not
   eight bytes in a stranger's file.
4. Where no event loop runs, or one of another library, a thread takes its place.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
import os
import select
import socket
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from streamrt._native.core import RUNNING, Core
from streamrt.errors import StateError

if TYPE_CHECKING:
    from streamrt._runtime.lane import Lane

logger = logging.getLogger("streamrt")
Waiter = tuple[int, int, int, Callable[[], object]]  # value, ticket, cell, callback


class _Listeners:
    """The process's listener numbers and the descriptors native code writes to for each."""

    def __init__(self) -> None:
        self._spare: list[tuple[int, int]] = []
        self._keep: list[socket.socket] = []
        self._lock = threading.Lock()

    def take(self, core: Core) -> tuple[int, int]:
        """A listener number and the descriptor to read from."""
        with self._lock:
            if self._spare:
                return self._spare.pop()
            if hasattr(os, "eventfd") and os.environ.get("STREAMRT_PORTABLE", "") != "1":
                reader = writer = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
            else:
                ends = socket.socketpair()
                for end in ends:
                    end.setblocking(False)
                self._keep += ends
                reader, writer = (end.fileno() for end in ends)
            number = core.listen(writer)
            if number >= 64:
                raise StateError(
                    "wait on an event loop: 64 loops wait already; close some of them first"
                )
            return number, reader

    def give(self, number: int, reader: int) -> None:
        with self._lock:
            self._spare.append((number, reader))


_listeners = _Listeners()


class Bridge:
    """Waiters of one event loop or thread, by queue and value."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._number, self.reader = _listeners.take(core)
        self._waiting: dict[Lane, list[Waiter]] = {}
        self._tickets = itertools.count()
        self._lock = threading.Lock()

    def wait(self, lane: Lane, value: int, cell: int, callback: Callable[[], object]) -> None:
        """Calls back once the lane's timeline has reached a value, or the cell is final.

        Args:
            lane: whose timeline.
            value: the point to reach.
            cell: a status cell, or 0.
            callback: called on the bridge's own thread; may come early only if the cell is final.
        """
        with self._lock:
            waiters = self._waiting.setdefault(lane, [])
            heapq.heappush(waiters, (value, next(self._tickets), cell, callback))
            reached = self._core.arm(lane.handle, waiters[0][0], self._number)
        if reached:
            self.wake_later()

    def wake_later(self) -> None:
        """Has `settle` run soon on the bridge's own thread. From any thread."""
        raise NotImplementedError

    def settle(self) -> None:
        """Calls every waiter back whose point is reached. On the bridge's own thread."""
        _drain_descriptor(self.reader)
        ready: list[Callable[[], object]] = []
        lanes: list[Lane] = []
        with self._lock:
            for lane, waiters in list(self._waiting.items()):
                lanes.append(lane)
                while True:
                    ready += self._reached(lane, waiters)
                    if not waiters:
                        del self._waiting[lane]
                        break
                    if not self._core.arm(lane.handle, waiters[0][0], self._number):
                        break
        for lane in lanes:
            lane.tidy()
        for callback in ready:
            callback()

    def _reached(self, lane: Lane, waiters: list[Waiter]) -> list[Callable[[], object]]:
        """Removes and returns the callbacks of one queue that are due."""
        ready: list[Callable[[], object]] = []
        completed = self._core.completed(lane.handle)
        while waiters and waiters[0][0] <= completed:
            ready.append(heapq.heappop(waiters)[3])
        if lane.cancelled:  # their cells are final before their turn comes
            early = [w for w in waiters if w[2] and self._core.look(w[2]) > RUNNING]
            if early:
                waiters[:] = [w for w in waiters if w not in early]
                heapq.heapify(waiters)
                ready += [w[3] for w in early]
        return ready

    def end(self) -> None:
        """Gives the listener number back; the bridge is not used again."""
        _listeners.give(self._number, self.reader)


class LoopBridge(Bridge):
    """The bridge of an asyncio event loop."""

    def __init__(self, core: Core, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(core)
        self.loop = loop
        loop.add_reader(self.reader, self.settle)

    def wake_later(self) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.settle)

    def future(self, lane: Lane, value: int, cell: int = 0) -> asyncio.Future[None]:
        """A future of this loop that is settled when the point is reached."""
        future: asyncio.Future[None] = self.loop.create_future()

        def settled() -> None:
            if not future.done():
                future.set_result(None)

        self.wait(lane, value, cell, settled)
        return future

    def end(self) -> None:
        if not self.loop.is_closed():
            self.loop.remove_reader(self.reader)
        super().end()


class ThreadBridge(Bridge):
    """A bridge with a thread of its own, for waiters that have no asyncio loop."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self._ended = False
        self._wake_end = os.pipe()
        self._thread = threading.Thread(target=self._run, name="streamrt-waiter", daemon=True)
        self._thread.start()

    def wake_later(self) -> None:
        os.write(self._wake_end[1], b"w")

    def _run(self) -> None:
        poll = select.poll()
        poll.register(self.reader, select.POLLIN)
        poll.register(self._wake_end[0], select.POLLIN)
        while not self._ended:
            for descriptor, _ in poll.poll():
                if descriptor == self._wake_end[0]:
                    os.read(descriptor, 4096)
            try:
                self.settle()
            except Exception:
                logger.exception("a done-callback raised")

    def end(self) -> None:
        self._ended = True
        self.wake_later()
        if threading.current_thread() is not self._thread:
            self._thread.join()
            for descriptor in self._wake_end:
                os.close(descriptor)
        super().end()


def _drain_descriptor(descriptor: int) -> None:
    try:
        while len(os.read(descriptor, 4096)) == 4096:
            pass
    except BlockingIOError:
        pass
