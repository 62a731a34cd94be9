"""The waiters for work of one runtime: coroutines, threads, and native queues.

    glance    looks for a short time, before an await suspends
    suspend   suspends a coroutine, on asyncio or, through anyio, on trio
    demand    lets a device with virtual time go on; nobody is told

Each event loop has a bridge of its own. All other waiters share one thread's; see bridge.py.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Generator
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from streamrt._native.core import RUNNING, Core
from streamrt._runtime.ending.lifecycle import FORKED, Lifecycle
from streamrt._runtime.hosts.host_threads import Hosts
from streamrt._runtime.telling.fields import fields
from streamrt._runtime.tracking import Timeline
from streamrt._runtime.waiting.bridge import (
    Bridge,
    LoopBridge,
    ThreadBridge,
    WorldBridge,
    closed_while_waiting,
)
from streamrt._runtime.waiting.callbacks import Callbacks
from streamrt._runtime.waiting.loop_future import Tell, Wakeup
from streamrt._runtime.waiting.loops import running_elsewhere, running_loop
from streamrt.errors import StateError

if TYPE_CHECKING:
    import asyncio

    from streamrt._native.lane_queue import LaneQueue

LATE_YIELD = 50_000  # ns
TURN = 5_000_000  # ns, as long as the interpreter lets one thread keep it
ROW = 32  # awaits; a program that sleeps between its awaits gives way often enough
OFF_FACTOR = 16

logger = logging.getLogger("streamrt")
sched_yield: Callable[[], None] = getattr(os, "sched_yield", lambda: time.sleep(0))


class Seeker(Protocol):
    """Somebody who waits for memory. It looks for it again and again: see `Waiters.seekers`."""

    def look(self) -> None:
        """Looks whether the memory is there by now. From any thread, under no lock."""
        ...


class Waiters:
    """The waiters of one runtime.

    Attributes:
        seekers: those who wait for memory. A finalizer tells nobody that a buffer was dropped,
            because no Python may run in it. So while there are any, the thread looks every
            millisecond; an exploration looks after each step.
        late: the number of completions that came after their event loop had closed.
        turn_ends: the time, in ns, from which on an await gives way even if it need not suspend.
        row: how many awaits of executions may end without a look at that time.
        callbacks: the thread that calls done-callbacks; None before the first of them.
    """

    def __init__(
        self, core: Core, lifecycle: Lifecycle, hosts: Hosts, first: Callable[[], object]
    ) -> None:
        """Starts without waiters.

        Args:
            core: the native core.
            lifecycle: the runtime's.
            hosts: the running host calls; they refuse an await that would never end.
            first: called on the waiter thread before anybody is told.
        """
        self.late: int = 0
        self.turn_ends: int = 0
        self.row: int = ROW
        self.callbacks: Callbacks | None = None
        self.seekers: dict[Seeker, None] = {}
        self._core = core
        self._lifecycle = lifecycle
        self._hosts = hosts
        self._now = time.monotonic_ns if hosts.world is None else hosts.world.now
        self._first = first
        self._loop_bridges: dict[asyncio.AbstractEventLoop, LoopBridge] = {}
        self._thread_bridge: ThreadBridge | WorldBridge | None = None
        self._ended_bridge: ThreadBridge | WorldBridge | None = None
        self._lock = threading.Lock()
        self._yields_off = 0

    # -- waiting --------------------------------------------------------------------------------

    def glance(self, cell: int, patience: int) -> bool:
        """Whether an execution is final after at most `patience` ns: some microseconds.

        A short kernel is, and suspending a coroutine costs more. The kernel's thread may be waiting
        for this core, so the core is yielded to it, twice. A yield that returns late went to
        another process; then this looks without yields, for many times as long.
        """
        before = time.monotonic_ns()
        if before >= self._yields_off:
            look = self._core.look
            sched_yield()
            if look(cell) > RUNNING:
                return True
            sched_yield()
            after = time.monotonic_ns()
            if after - before > LATE_YIELD:
                self._yields_off = after + OFF_FACTOR * (after - before)
        return self._core.glance(cell, patience) > RUNNING

    def give_way(self) -> Generator[Any, None, None]:
        """Lets the other tasks of the loop have a turn, if no await has suspended for some time.

        A task that awaits only what has ended, or ends within a glance, would keep the loop.
        """
        self.row, now = ROW, self._now()
        if now < self.turn_ends:
            return
        self.turn_ends = now + TURN
        if running_loop() is not None:
            yield
        elif running_elsewhere() is not None:
            import anyio.lowlevel  # slow to import

            yield from anyio.lowlevel.checkpoint().__await__()

    def suspend(
        self, timeline: Timeline, queue: LaneQueue, value: int, cell: int = 0
    ) -> Generator[Any, None, None]:
        """Suspends the running coroutine until a queue reaches a value or the cell is final.

        If the value has been reached by now, it goes on, and gives way if that is due.
        """
        if self._lifecycle.state == FORKED:
            self._lifecycle.check_alive()
        self._lifecycle.hand_over()
        loop = running_loop()
        if loop is not None:
            if self._hosts.by_task:
                from asyncio import current_task

                self._hosts.refuse_awaiting_oneself(timeline, value, current_task())
            wakeup = Wakeup(loop)
            is_open = self.loop_bridge(loop).expect(queue, value, cell, wakeup)
            if is_open:
                yield from wakeup
        else:
            is_open = yield from self._suspend_elsewhere(timeline, queue, value, cell).__await__()
        if is_open:
            self.turn_ends = self._now() + TURN
        else:
            yield from self.give_way()

    async def _suspend_elsewhere(
        self, timeline: Timeline, queue: LaneQueue, value: int, cell: int
    ) -> bool:
        """Suspends on a loop that is not asyncio's: a thread waits and tells it.

        False if the value was reached already.
        """
        import anyio  # slow to import, and asyncio needs none of it
        import anyio.lowlevel

        task = anyio.get_current_task()
        if self._hosts.by_task:
            self._hosts.refuse_awaiting_oneself(timeline, value, task.id)
        event = anyio.Event()
        token: Any = anyio.lowlevel.current_token().native_token
        tell = Tell(token, event.set, self.note_late, task)
        if not self.thread_bridge().expect(queue, value, cell, tell):
            return False
        await event.wait()
        if queue.completed < value and not (cell and self._core.look(cell) > RUNNING):
            raise closed_while_waiting(queue, value)
        return True

    def call_back(
        self, queue: LaneQueue, value: int, cell: int, call: Callable[[], object]
    ) -> None:
        """Has a function called that must not raise, once a queue has reached a value.

        It is called on the loop of trio that runs here, if one does; else in a thread.
        """
        self._lifecycle.hand_over()
        token = running_elsewhere()
        world = self._hosts.world
        later: Callable[[], object]
        if world is not None:
            later = partial(world.later, call, "done-callback")
        elif token is not None:
            native: Any = token.native_token
            later = Tell(native, call, self.note_late)
        else:
            later = partial(self._callbacks_thread().call, call)
        self.thread_bridge().wait(queue, value, cell, later)

    def demand(self, queue: LaneQueue, value: int) -> None:
        """Makes a queue with virtual time go on to a value; it makes progress only for waiters."""
        self.thread_bridge().wait(queue, value, 0, _nothing)

    def seek(self, seeker: Seeker) -> None:
        """Has somebody who waits for memory look for it until `seekers` does not have it."""
        self.seekers[seeker] = None
        self.thread_bridge().wake_later()

    def look_for_memory(self) -> None:
        """Has those who wait for memory look for it. Under no lock."""
        for seeker in list(self.seekers):
            seeker.look()

    # -- bridges --------------------------------------------------------------------------------

    def loop_bridge(self, loop: asyncio.AbstractEventLoop) -> LoopBridge:
        """Returns the bridge of the running event loop, made if need be."""
        bridge = self._loop_bridges.get(loop)
        if bridge is None or not bridge.is_open:
            self._lifecycle.check_open("wait on an event loop")
            self.end_bridges_of_closed_loops()
            with self._lock:
                if bridge is None:
                    bridge = LoopBridge(self._core, loop, self.note_late, self._hosts.world)
                    self._loop_bridges[loop] = bridge
                bridge.open()
        return bridge

    def thread_bridge(self) -> ThreadBridge | WorldBridge:
        """Returns the bridge for waiters without an asyncio loop, made if need be."""
        with self._lock:
            if self._thread_bridge is None:
                self._lifecycle.check_open("wait in a thread")
                world = self._hosts.world
                if world is None:
                    self._thread_bridge = ThreadBridge(self._core, self._first)
                else:
                    self._thread_bridge = WorldBridge(self._core, self._first, world)
                self._thread_bridge.seekers = self.seekers
            if not self._thread_bridge.is_open:
                self._thread_bridge.open()
            return self._thread_bridge

    def _callbacks_thread(self) -> Callbacks:
        with self._lock:
            if self.callbacks is None:
                self._lifecycle.check_open("call back in a thread")
                self.callbacks = Callbacks()
            self.callbacks.open()
            return self.callbacks

    def wake_thread(self) -> None:
        """Makes the waiter thread look at once; callable from any thread, under any lock."""
        try:
            self.thread_bridge().wake_later()
        except StateError:  # closed: nobody waits
            pass

    def wake_all(self) -> None:
        """Makes every waiter look again, after a cancel."""
        with self._lock:
            bridges: list[Bridge] = [*self._loop_bridges.values()]
            if self._thread_bridge is not None:
                bridges.append(self._thread_bridge)
        for bridge in bridges:
            bridge.wake_later()

    def note_late(self, number: int) -> None:
        """Counts completions that nobody can be told of, because their event loop has closed."""
        self.late += number
        if number:
            text = "%d completions came after the event loop they were for closed"
            logger.info(text, number, extra=fields(None, count=number))

    def all_waiting(self) -> list[tuple[LaneQueue, int, Callable[[], object]]]:
        """Returns the waiters of all bridges: the queue, the value and the callback of each."""
        bridges: list[Bridge] = list(self._loop_bridges.values())
        thread = self._thread_bridge
        if thread is not None:
            bridges.append(thread)
        return [waiter for bridge in bridges for waiter in bridge.waiting()]

    # -- ending ---------------------------------------------------------------------------------

    def end_bridges_of_closed_loops(self) -> None:
        """Ends the bridges of loops that were closed, with their waiters."""
        with self._lock:
            for loop in [loop for loop in self._loop_bridges if loop.is_closed()]:
                self._loop_bridges[loop].end()
                del self._loop_bridges[loop]

    def end(self) -> None:
        """Ends all bridges, at close. If it is broken off, a second call does the rest."""
        with self._lock:
            bridges: list[Bridge] = [*self._loop_bridges.values()]
            if self._thread_bridge is not None:  # from now on nobody gets it
                self._ended_bridge, self._thread_bridge = self._thread_bridge, None
        if self._ended_bridge is not None:
            bridges.append(self._ended_bridge)
        for bridge in bridges:
            bridge.end()
        with self._lock:
            self._loop_bridges.clear()
            self._ended_bridge = None
            if self.callbacks is not None:
                self.callbacks.end()


def _nothing() -> None:
    """Does nothing, because nobody has to be told."""
