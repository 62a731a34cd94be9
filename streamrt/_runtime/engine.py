"""What all handles of one runtime share: the lock, the lanes, failures, waiters, finalizers.

Rules of the lock: it spans hazards, packing and publishing, so tracker order is queue order. No
user code runs under it, and finalizers never take it: they post to inboxes, which the next
allocation or tidying empties.
"""

from __future__ import annotations

import itertools
import logging
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from streamrt._core.finalizers import Inbox
from streamrt._core.tracking.areas import Areas
from streamrt._core.tracking.ranges import DELETED, FROZEN, GONE, Tracked
from streamrt._core.tracking.timeline import Timeline
from streamrt._native.core import RUNNING, Core
from streamrt._runtime.failures import Failures
from streamrt._runtime.options import Options
from streamrt._runtime.waiting.bridge import Bridge, LoopBridge, ThreadBridge
from streamrt.errors import ClosedError, ForkedRuntimeError, StateError, WouldDeadlockError

if TYPE_CHECKING:
    import asyncio

    from anyio.lowlevel import EventLoopToken

    from streamrt._core.tracking.hazards import Edges
    from streamrt._runtime.aids.watchdog import Watchdog
    from streamrt._runtime.contract_queue import DispatchedDevice
    from streamrt._runtime.execution import Execution
    from streamrt._runtime.lane import Lane
    from streamrt._runtime.memory import Memory

OPEN, CLOSED, FORKED = "open", "closed", "forked"

logger = logging.getLogger("streamrt")

LATE_YIELD = 50_000  # ns
OFF_FACTOR = 16

_indices = itertools.count(1)
sched_yield: Callable[[], None] = getattr(os, "sched_yield", lambda: time.sleep(0))


# An allocation that lost its last handle, from a finalizer to the next reaping: its hazards, whose
# block it was (None for foreign memory), and the block, or what keeps the foreign memory. Without
# hazards: a share of the block ended.
Dead = tuple[Tracked | None, "Memory | None", object]


class Loader(Protocol):
    """A device, as far as its plans are concerned."""

    def unload(self, plan: int) -> None:
        """Drops a handle that nothing submitted uses any more."""


class Loaded(NamedTuple):
    """Plans of a device, to be unloaded after their last use. Not by a finalizer: see `Instance`.

    Attributes:
        loader: the device.
        plans: its handles, those first that use others.
    """

    loader: Loader
    plans: list[int]


class HasPlans(Protocol):
    """A program, as far as its plans are concerned."""

    loaded: Loaded


# What a dropped instance of a graph leaves: the hazards of its arena, and its programs.
Retired = tuple[Tracked, Mapping[Any, HasPlans]]


class HostThread(threading.local):
    """Which host call runs in this thread, if any."""

    call: Execution | None = None


class Engine:
    """The shared state of one open runtime."""

    def __init__(self, core: Core, options: Options) -> None:
        self.core = core
        self.options = options
        self.lock: threading.Lock = threading.Lock()
        self.state: str = OPEN
        self.ending: deque[Callable[[], object]] = deque()  # the steps that are left; see closing
        self.is_ending: threading.RLock = threading.RLock()
        self.lanes: list[Lane] = []
        self.failures: Failures = Failures()
        self.dead: Inbox[Dead] = Inbox()
        self.retired: Inbox[Retired] = Inbox()
        self.unloads: deque[tuple[Loader, int]] = deque()  # plans that nothing submitted uses
        self.areas: Areas = Areas()
        self.lost: deque[DispatchedDevice] = deque()  # devices whose pending work has to fail
        self.has_virtual_time = False
        self.watchdog: Watchdog | None = None
        self.scopes = 0  # how many are open
        self.captures = 0  # the same
        self.late: int = 0  # completions whose event loop was closed by then
        # By loop; by asyncio's task, or the number that anyio gives a task of trio's.
        self.loop_calls: dict[object, set[Execution]] = {}
        self.call_tasks: dict[object, tuple[Lane, int]] = {}
        self._limbo: list[tuple[dict[Timeline, int], object]] = []
        self._unused: list[tuple[dict[Timeline, int], Loaded]] = []
        self._loop_bridges: dict[asyncio.AbstractEventLoop, LoopBridge] = {}
        self._thread_bridge: ThreadBridge | None = None
        self._ended_bridge: ThreadBridge | None = None
        self._bridge_lock = threading.Lock()
        self._yields_off = 0
        self.host_thread: HostThread = HostThread()

    def next_index(self) -> int:
        """A number for a timeline, unique in the process."""
        return next(_indices)

    # -- state --------------------------------------------------------------------------------

    def refusal(self, what: str) -> StateError:
        """Why nothing can be submitted any more."""
        if self.state == FORKED:
            return ForkedRuntimeError(
                f"{what}: the runtime was opened before this process was forked, and its threads "
                "stayed behind; open a runtime in the child"
            )
        return ClosedError(f"{what}: the runtime is closed; open another one")

    def check_open(self, what: str) -> None:
        """Raises ClosedError or ForkedRuntimeError unless the runtime is open."""
        if self.state != OPEN:
            raise self.refusal(what)

    def check_alive(self) -> None:
        """Raises ForkedRuntimeError in the child of a fork, where nothing is ever signalled."""
        if self.state == FORKED:
            raise self.refusal("wait")

    def forked(self) -> None:
        """In the child of a fork: refuse everything, touch nothing of the parent's."""
        self.state = FORKED
        self.lock = threading.Lock()
        for lane in self.lanes:
            lane.forked()

    # -- tidying --------------------------------------------------------------------------------

    def reap_lanes(self) -> None:
        """Takes note of everything that has completed. Under the lock."""
        for lane in self.lanes:
            lane.reap()

    def reap_dead(self) -> None:
        """Returns dropped allocations to their pools. Under the lock.

        Each is looked after before it is taken out, in steps that do nothing a second time: where
        Ctrl-C breaks this off, the next reaping begins with the same one.
        """
        dead = self.dead.things
        while dead:
            tracked, memory, block = dead[0]
            if tracked is None:
                cast("Memory", memory).unshare(block, dead)
                continue
            if tracked.bar & GONE:  # posted twice: others' finalizers may delete it, too
                pass
            elif tracked.handles is None and memory is not None and not tracked.bar & FROZEN:
                memory.give(block, tracked.end())  # the usual case
            else:
                self._bury(tracked, memory, block)
            tracked.bar |= GONE
            dead.popleft()
        retired = self.retired.things
        while retired:
            tracked, programs = retired[0]
            tracked.bar |= DELETED  # others' finalizers may not replay them from now on
            death = tracked.death_frontier() or {}
            unused = [(death, program.loaded) for program in programs.values()]
            self._unused += unused  # with no call behind it but the next
            retired.popleft()
        if self._limbo:
            self._limbo = [entry for entry in self._limbo if not _is_over(entry[0])]
        if self._unused:
            kept = [entry for entry in self._unused if not _is_over(entry[0])]
            over = [loaded for death, loaded in self._unused if _is_over(death)]
            self.unloads += [(loaded.loader, plan) for loaded in over for plan in loaded.plans]
            self._unused = kept

    def _bury(self, tracked: Tracked, memory: Memory | None, block: object) -> None:
        """Nobody uses an allocation any more: its memory waits for what was submitted."""
        tracked.bar |= DELETED
        handles = tracked.handles
        death = tracked.end() if handles is None else tracked.death_frontier()
        if handles is not None and death is None and not any(h.bar & DELETED == 0 for h in handles):
            tracked.end()  # else others need the history, or who wraps the memory meanwhile
        if tracked.bar & FROZEN:  # its reads left no points: any lane may be reading it
            death = self._all_points() or None
        if death is not None and (memory is None or handles is not None):
            self._limbo.append((death, (tracked, block)))
        if memory is not None:
            memory.give(block, death)

    def reap_at_times(self) -> None:
        """As `reap_dead`, if it is worth the look at what is pending. Under the lock."""
        if len(self.dead.things) > len(self._limbo):
            self.reap_dead()

    def keep_until_passed(self, thing: object, points: dict[Timeline, int]) -> None:
        """Drops a thing once these points are over. Under the lock."""
        self._limbo.append((points, thing))

    def unload(self, loaded: Loaded) -> None:
        """Has plans unloaded that nothing submitted uses. Under any lock."""
        self.unloads += [(loaded.loader, plan) for plan in loaded.plans]

    def unload_later(self, loaded: Loaded) -> None:
        """Unloads plans once all that is submitted so far is over. Under the lock."""
        self._unused.append((self._all_points(), loaded))

    def _all_points(self) -> dict[Timeline, int]:
        """The last point of every lane that is not known to be over."""
        return {lane: lane.value for lane in self.lanes if lane.value > lane.seen}

    def tidy(self) -> None:
        """Takes note of all that happened, and reports failures nobody asked for."""
        self._end_bridges_of_closed_loops()
        with self.lock:
            self.reap_lanes()
            self.reap_dead()
        self.after_lock()
        if self.dead.things:  # such an error was the last to hold memory
            with self.lock:
                self.reap_dead()

    def after_lock(self) -> None:
        """Does what finalizers left to do and the lock forbids: it runs others' code."""
        self.failures.report_dropped()
        while self.unloads:
            try:
                loader, plan = self.unloads.popleft()
            except IndexError:  # another thread was quicker
                break
            try:
                loader.unload(plan)
            except Exception:
                logger.exception("unload a plan: the backend raised")

    def fail_lost(self) -> None:
        """Fails what is pending on devices that were lost. On the waiter thread."""
        if not self.lost:
            return
        while self.lost:
            with self.lock:
                self.lost.popleft().fail_pending()
        self.wake_bridges()

    # -- waiting --------------------------------------------------------------------------------

    def lane_of(self, handle: int) -> Lane:
        """The lane whose timeline has that handle. Under the lock."""
        return next(lane for lane in self.lanes if lane.handle == handle)

    def demand(self, lane: Lane, value: int) -> None:
        """Has a lane go on to a value, of a device that makes progress only when somebody waits."""
        self.thread_bridge().wait(lane, value, 0, _nothing)

    def demand_all(self, edges: Edges) -> None:
        """As `demand`, for what native code is about to wait for."""
        for edge in edges:
            lane = cast("Lane", edge.timeline)
            if lane.queue.advance is not None:
                self.demand(lane, edge.value)

    def wake_waiter_thread(self) -> None:
        """Has the waiter thread look at lost devices. From any thread, under any lock."""
        try:
            self.thread_bridge().wake_later()
        except StateError:  # closed: nobody waits
            pass

    def glance(self, cell: int, patience: int) -> bool:
        """Whether an execution is final after some microseconds, `patience` in ns at most.

        A short kernel is, and suspending a coroutine costs more. Its thread may be waiting for
        this core: it gets it, twice. A yield that returns late was given to a stranger; then
        yields go off for many times as long, and a look without them has to do.
        """
        before = time.monotonic_ns()
        if before >= self._yields_off:
            look = self.core.look
            sched_yield()
            if look(cell) > RUNNING:
                return True
            sched_yield()
            after = time.monotonic_ns()
            if after - before > LATE_YIELD:
                self._yields_off = after + OFF_FACTOR * (after - before)
        return self.core.glance(cell, patience) > RUNNING

    def loop_bridge(self, loop: asyncio.AbstractEventLoop) -> LoopBridge:
        """The bridge of the running event loop."""
        bridge = self._loop_bridges.get(loop)
        if bridge is None or not bridge.is_open:
            self.check_open("wait on an event loop")
            self._end_bridges_of_closed_loops()
            with self._bridge_lock:
                if bridge is None:
                    bridge = self._loop_bridges[loop] = LoopBridge(self.core, loop, self.note_late)
                bridge.open()
        return bridge

    def _end_bridges_of_closed_loops(self) -> None:
        """Who waited there will not be told, and lets go of what it waited for."""
        with self._bridge_lock:
            for loop in [loop for loop in self._loop_bridges if loop.is_closed()]:
                self._loop_bridges[loop].end()
                del self._loop_bridges[loop]

    def thread_bridge(self) -> ThreadBridge:
        """The bridge for waiters without an asyncio loop."""
        with self._bridge_lock:
            if self._thread_bridge is None:
                self.check_open("wait in a thread")
                self._thread_bridge = ThreadBridge(self.core, self.fail_lost)
            if not self._thread_bridge.is_open:
                self._thread_bridge.open()
            return self._thread_bridge

    def wake_bridges(self) -> None:
        """Has every waiter look again, after a cancel."""
        with self._bridge_lock:
            bridges = [*self._loop_bridges.values()]
            thread_bridge = self._thread_bridge
        for bridge in bridges:
            bridge.wake_later()
        if thread_bridge is not None:
            thread_bridge.wake_later()

    def end_bridges(self) -> None:
        """Gives up all bridges, at close. Where it is broken off, a second call does the rest."""
        with self._bridge_lock:
            bridges: list[Bridge] = [*self._loop_bridges.values()]
            if self._thread_bridge is not None:  # from now on nobody gets it
                self._ended_bridge, self._thread_bridge = self._thread_bridge, None
        if self._ended_bridge is not None:
            bridges.append(self._ended_bridge)
        for bridge in bridges:
            bridge.end()
        with self._bridge_lock:
            self._loop_bridges.clear()
            self._ended_bridge = None

    def note_late(self, number: int) -> None:
        """Counts completions that nobody can be told of, for their event loop was closed."""
        self.late += number
        if number:
            logger.info("%d completions came after the event loop they were for closed", number)

    def forget_call(self, loop: object, execution: Execution) -> None:
        """A coroutine call is over. Under the lock."""
        calls = self.loop_calls.get(loop, set())
        calls.discard(execution)
        if not calls:
            self.loop_calls.pop(loop, None)

    def refuse_deadlock(self, timeline: Timeline, value: int, what: str) -> None:
        """Raises WouldDeadlockError if a blocking wait here would wait for its own caller."""
        blocked: list[Execution] = []
        if self.host_thread.call is not None:
            blocked.append(self.host_thread.call)
        if self.loop_calls:
            loop = running_loop() or running_elsewhere()
            blocked += [e for e in list(self.loop_calls.get(loop, ())) if not e.done()]
        for call in blocked:
            if timeline.depends_on(value, call.timeline, call.value):
                where = "the host call" if call is self.host_thread.call else "this loop's call of"
                raise WouldDeadlockError(
                    f"{what}: it comes after {call.describe()}, and {where} it would wait in; "
                    "await it instead, or wait elsewhere"
                )

    def refuse_awaiting_oneself(self, timeline: Timeline, value: int, task: object) -> None:
        """Raises WouldDeadlockError if a host call's coroutine awaits what comes after it."""
        call = self.call_tasks.get(task)
        if call is not None and timeline.depends_on(value, *call):
            raise WouldDeadlockError(
                f"await {timeline.name}@{value}: it comes after the call at "
                f"{call[0].name}@{call[1]}, which awaits it; await it outside of the call"
            )


def _is_over(points: dict[Timeline, int]) -> bool:
    """Whether the host has seen all of these points reached."""
    return all(value <= timeline.seen for timeline, value in points.items())


def _nothing() -> None:
    """Nobody is told: the point itself was wanted."""


def running_loop() -> asyncio.AbstractEventLoop | None:
    """The asyncio loop that runs in this thread, if one does."""
    if "asyncio" not in sys.modules:  # slow to import, and no loop can be running
        return None
    from asyncio import get_running_loop

    try:
        return get_running_loop()
    except RuntimeError:
        return None


def running_elsewhere() -> EventLoopToken | None:
    """The loop of another library than asyncio that runs in this thread, if one does."""
    if "trio" not in sys.modules or running_loop() is not None:
        return None
    import anyio.lowlevel

    try:
        return anyio.lowlevel.current_token()
    except RuntimeError:  # none does
        return None
