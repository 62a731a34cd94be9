"""Bridges, by which a native queue wakes an event loop or thread that waits for one of its points.

1. Each event loop has one bridge: a file descriptor that native code writes to, a listener
   number, and for every queue a heap of waiters by value.
2. A bridge arms a queue for each value that somebody begins to wait for; a queue keeps the lowest.
   One wake-up looks once at each queue that is waited for, settles every waiter up to what the
   timelines have reached, and arms again for the rest. An await of a value that is reached by
   then goes on at once, without a wake-up.
3. If no event loop runs, or one of another library, a thread takes its place. It never waits for
   such a loop, because the loop may be blocked until this thread does something.
4. A device whose time is virtual makes progress only while somebody waits: the bridge lets it go
   on, one command for each turn of its loop, as long as one of its waiters needs that.
5. In an exploration, its world lets devices go on, and looks at every bridge after each step. So
   there is no thread then, and no bridge lets virtual time pass.
6. The waiters that are left when the runtime is closed get an error. A completion whose loop is
   closed by then is counted and logged, and raises nothing in any thread.
"""

from __future__ import annotations

import heapq
import itertools
import os
import select
import threading
from collections import deque
from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING

from streamrt import _notes
from streamrt._core.finalizers import AtEnd
from streamrt._native.core import RUNNING, Core
from streamrt._native.queue import CellStatus
from streamrt._native.threads import Worker
from streamrt._runtime.waiting.listeners import Listener, listeners, open_descriptors
from streamrt._runtime.waiting.loop_future import Tell, Wakeup
from streamrt.errors import ClosedError

if TYPE_CHECKING:
    import asyncio

    from streamrt._native.lane_queue import LaneQueue
    from streamrt._runtime.world import World

LONG = 3600.0  # seconds
LATE = 1_000_000  # ns, from which on a loop that looks is late
MOST_READ = 256  # bytes; one wake-up is 8, and a larger buffer comes from the C library's allocator

# Value, ticket, cell, queue, callback. A ticket is unique, so nothing behind it is compared.
Waiter = tuple[int, int, int, "LaneQueue", Callable[[], object]]


class Bridge(Listener):
    """Waiters of one event loop or thread, by queue and value."""

    seekers: Collection[object] = ()  # those who wait for memory; see `Waiters`

    def __init__(
        self, core: Core, first: Callable[[], object] | None = None, world: World | None = None
    ) -> None:
        """Makes a bridge without waiters; `open` comes before anything else.

        Args:
            core: the native core.
            first: called before the waiters are settled, if anything is to be.
            world: the world that drives it; None in production.
        """
        self._core = core
        self._first = first
        self._world = world
        self.is_open: bool = False
        self._number: int = -1
        self.reader: int = -1
        self._waiting: dict[LaneQueue, list[Waiter]] = {}
        self._ready: deque[Waiter] = deque()
        self._tickets = itertools.count()
        self._lock = threading.Lock()
        self._is_waking = False
        self._is_ended = False
        self._has_virtual = False  # whether somebody waits for a queue with virtual time

    def open(self) -> None:
        """Takes a listener number and begins to listen. After Ctrl-C in it, it is called again."""
        if self.listener is None:
            listeners.take(self._core, self)
            assert self.listener is not None
        self._number, self.reader = self.listener
        self._begin()
        self.is_open = True

    def _begin(self) -> None:
        """Begins to listen. After Ctrl-C in it, it is called again."""
        raise NotImplementedError

    def expect(
        self, queue: LaneQueue, value: int, cell: int, callback: Callable[[], object]
    ) -> bool:
        """Calls back once a queue reaches a value, or the cell is final; False if it is reached.

        If the value is reached already, nobody is called back.

        Args:
            queue: the queue that signals the point.
            value: the point to reach.
            cell: a status cell, or 0.
            callback: called on the bridge's own thread; may come early only if the cell is final.
        """
        # An armed queue wakes the bridge once, so one that is there already is not armed.
        if self._core.completed(queue.handle) >= value:
            return False
        with self._lock:
            # The lock keeps `settle` from looking between the two steps.
            if self._core.arm(queue.handle, value, self._number):
                return False
            if queue.advance is not None and self._world is None:
                self._has_virtual = True
            waiter = (value, next(self._tickets), cell, queue, callback)
            heapq.heappush(self._waiting.setdefault(queue, []), waiter)
        if self._has_virtual:
            self._go_on()
        return True

    @property
    def has_waiters(self) -> bool:
        """Whether anybody waits here, or is to be called back."""
        return bool(self._waiting or self._ready)

    def has_reached(self) -> bool:
        """Whether anybody waits for a point that is reached."""
        completed = self._core.completed
        with self._lock:
            waiting = self._waiting.items()
            return bool([queue for queue, w in waiting if completed(queue.handle) >= w[0][0]])

    def waiting(self) -> list[tuple[LaneQueue, int, Callable[[], object]]]:
        """Returns the waiters: the queue, the value and the callback of each.

        It takes no lock, because a signal's handler may ask, above a frame that has the lock.
        """
        found = [waiter for waiters in list(self._waiting.values()) for waiter in list(waiters)]
        return [(queue, value, callback) for value, _, _, queue, callback in sorted(found)]

    def wait(self, queue: LaneQueue, value: int, cell: int, callback: Callable[[], object]) -> None:
        """Calls back like `expect`, and soon if the value is reached or the cell final already."""
        if not self.expect(queue, value, cell, callback):
            with self._lock:  # those who came earlier are called earlier
                self._take_reached(queue, self._waiting.get(queue, []))
            self._ready.append((value, next(self._tickets), cell, queue, callback))
            self.wake_later()
        elif cell and self._core.look(cell) > RUNNING:  # cancelled before its turn
            self.wake_later()

    def wake_later(self) -> None:
        """Makes `settle` run soon on the bridge's own thread; callable from any thread.

        Calls coalesce: if one is under way, `settle` has yet to look, and sees every change that
        was made before the others.
        """
        if not self._is_waking:
            self._is_waking = True
            try:
                self._wake()
            except BaseException:  # Ctrl-C
                self._is_waking = False
                raise

    def _wake(self) -> None:
        raise NotImplementedError

    def settle(self) -> None:
        """Calls back every waiter whose point is reached; runs on the bridge's own thread.

        If Ctrl-C breaks it off, the next turn does the rest; a waiter may be called back twice.
        """
        self._is_waking = False
        try:
            _drain_descriptor(self.reader)
            if self._first is not None:
                self._first()
            self._find_ready()
            if _notes.listeners and self._ready:
                self._tell_if_late()
            while self._ready:
                self._ready[0][4]()
                self._ready.popleft()
        except BaseException:
            self.wake_later()
            raise
        if self._has_virtual and self._let_virtual_time_pass():
            self._go_on()

    def _tell_if_late(self) -> None:
        """Tells whether the bridge looks long after the first of its waiters was due."""
        value, _, cell, queue, _ = self._ready[0]
        reached = CellStatus.from_address(cell).finished if cell else 0
        if reached and self._world is None and _notes.now() - reached > LATE:
            _notes.tell("late", "loop", reached, point=(queue.timeline.index, value))

    def _find_ready(self) -> None:
        """Moves due waiters to `_ready`, and arms the queues for the others."""
        with self._lock:
            for queue, waiters in list(self._waiting.items()):
                while True:
                    self._take_reached(queue, waiters)
                    if not waiters:
                        del self._waiting[queue]
                        break
                    if not self._core.arm(queue.handle, waiters[0][0], self._number):
                        break

    def _let_virtual_time_pass(self) -> bool:
        """Lets a device with virtual time that somebody waits for do one step; whether one did."""
        with self._lock:
            virtual = [queue.advance for queue in self._waiting if queue.advance is not None]
            self._has_virtual = bool(virtual)
        return any(advance() for advance in virtual)

    def _go_on(self) -> None:
        """Makes `settle` run in the next turn, like `wake_later`."""
        self.wake_later()

    def _take_reached(self, queue: LaneQueue, waiters: list[Waiter]) -> None:
        """Moves the due waiters of one queue to `_ready`."""
        completed, ready = self._core.completed(queue.handle), self._ready
        while waiters and waiters[0][0] <= completed:
            # One call, because a signal handler could raise between a pop and an append.
            ready.extend(map(heapq.heappop, (waiters,)))
        if queue.cancelled:  # cancelled executions have final cells before their turn
            final = sorted(w for w in waiters if w[2] and self._core.look(w[2]) > RUNNING)
            ready.extend(final)
            waiters[:] = [waiter for waiter in waiters if waiter not in final]
            heapq.heapify(waiters)

    def _left(self) -> list[Waiter]:
        """Removes and returns the waiters that were never called back."""
        with self._lock:
            waiters = [waiter for waiters in self._waiting.values() for waiter in waiters]
            waiters += self._ready
            self._waiting.clear()
            self._ready.clear()
        return waiters

    def end(self) -> None:
        """Gives the listener number back; the bridge is not used again."""
        self._is_ended = True
        listeners.give(self)


class LoopBridge(Bridge):
    """The bridge of an asyncio event loop."""

    def __init__(
        self,
        core: Core,
        loop: asyncio.AbstractEventLoop,
        late: Callable[[int], object],
        world: World | None = None,
    ) -> None:
        """Makes the bridge of the running loop.

        Args:
            core: the native core.
            loop: the running loop.
            late: called with the number of waiters that were left when the loop was closed.
            world: the world that drives it; None in production.
        """
        super().__init__(core, world=world)
        self.loop = loop
        self._late = late

    def _begin(self) -> None:
        if self._world is None:
            self.loop.add_reader(self.reader, self.settle)
        else:
            self._world.watch(self)

    def _wake(self) -> None:
        try:
            self.loop.call_soon_threadsafe(self.settle)
        except RuntimeError:  # the loop was closed, and nobody waits on it any more
            pass

    def _go_on(self) -> None:
        if not self._is_waking:
            self._is_waking = True
            self.loop.call_soon(self.settle)

    def end(self) -> None:
        """Ends its waiters with an error, on the loop, which may be another thread's."""
        if self._waiting or self._ready:
            try:
                self.loop.call_soon_threadsafe(self._end_here)
            except RuntimeError:  # the loop was closed
                super().end()
                self._late(len(self._left()))
        else:
            self._end_here()

    def _end_here(self) -> None:
        # Ctrl-C may have come when there was a listener already, and no reader yet.
        has_reader = self.listener is not None and self.reader >= 0 and self._world is None
        if has_reader and not self.loop.is_closed():
            self.loop.remove_reader(self.reader)
        super().end()
        for value, _, _, queue, callback in self._left():
            if isinstance(callback, Wakeup) and queue.completed < value:
                callback.settle(closed_while_waiting(queue, value))
            else:
                callback()


class _Descriptor(AtEnd):
    """A finalizer that closes a descriptor."""

    __slots__ = ()

    def __init__(self, descriptor: int) -> None:
        self.__del__ = partial(os.close, descriptor)


class ThreadBridge(Bridge):
    """A bridge with a thread of its own, for waiters that have no asyncio loop."""

    _wake_end: tuple[int, ...] = ()

    def __init__(self, core: Core, first: Callable[[], object]) -> None:
        self._wake_end = open_descriptors(os.pipe, "wait for work in a thread")
        super().__init__(core, first)
        # Closed with this object: before that, somebody who holds it could still write to them.
        self._ends = tuple(_Descriptor(descriptor) for descriptor in self._wake_end)
        self._worker = Worker(self._run, "streamrt-waiter")

    def _begin(self) -> None:
        self._worker.start()

    def _wake(self) -> None:
        os.write(self._wake_end[1], b"w")

    def _run(self) -> None:
        poll = select.poll()
        poll.register(self.reader, select.POLLIN)
        poll.register(self._wake_end[0], select.POLLIN)
        while not self._is_ended:
            found = poll.poll(1 if self.seekers else None)  # ms
            if (self._wake_end[0], select.POLLIN) in found:
                os.read(self._wake_end[0], 4096)
            (self.settle if found or self._first is None else self._first)()
        self.settle()  # points that were reached before the end, and not yet looked at
        for *_, callback in self._left():
            if isinstance(callback, Tell):
                callback()

    def end(self) -> None:
        self._is_ended = True
        self._wake()
        if not self._worker.prevent() and threading.current_thread() is not self._worker.thread:
            while not self._worker.wait(LONG):
                pass
        super().end()


class WorldBridge(Bridge):
    """The bridge for waiters without an asyncio loop in an exploration: its world settles it."""

    def __init__(self, core: Core, first: Callable[[], object], world: World) -> None:
        super().__init__(core, first, world)
        self._explored = world

    def _begin(self) -> None:
        self._explored.watch(self)

    def _wake(self) -> None:
        """The world looks after each step."""

    @property
    def has_waiters(self) -> bool:
        """Whether to look: also at lost devices, and for memory."""
        return bool(self._is_waking or self.seekers or super().has_waiters)

    def end(self) -> None:
        self.settle()
        super().end()


def closed_while_waiting(queue: LaneQueue, value: int) -> ClosedError:
    """Returns the error of a waiter that is left when the runtime is closed."""
    return ClosedError(
        f"await {queue.name}@{value}: the runtime was closed while it was running; raise "
        "drain_timeout if it needs more time"
    )


def _drain_descriptor(descriptor: int) -> None:
    try:
        while len(os.read(descriptor, MOST_READ)) == MOST_READ:
            pass
    except BlockingIOError:
        pass
