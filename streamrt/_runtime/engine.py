"""The state that all handles of one runtime share: the lock, the lanes, failures, waiters.

Rules of the lock: one submission packs, tracks and issues under it, so the order of the tracker is
the order of the queue. No user code runs under it. Finalizers never take it: they post to inboxes,
which the next allocation or tidying empties.
"""

from __future__ import annotations

import itertools
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from streamrt._core.finalizers import Inbox
from streamrt._core.tracking.areas import Areas
from streamrt._core.tracking.pool import Pool
from streamrt._native.core import Core
from streamrt._runtime.ending.lifecycle import FORKED, Lifecycle, OpenRun
from streamrt._runtime.ending.reclaim import Dead, Reclaimer
from streamrt._runtime.failures import Failures
from streamrt._runtime.hosts.host_threads import Hosts
from streamrt._runtime.options import Options
from streamrt._runtime.telling.counts import Departed, Spread
from streamrt._runtime.telling.fields import fields
from streamrt._runtime.telling.seldom import Seldom
from streamrt._runtime.tracking import Lock, Tracked, join
from streamrt._runtime.waiting.waiters import Waiters
from streamrt._runtime.world import World, exploring

if TYPE_CHECKING:
    from streamrt._native.loss import Told
    from streamrt._runtime.lane import Lane
    from streamrt._runtime.lineage.log import Log
    from streamrt._runtime.races.watch import Watch
    from streamrt._runtime.recorder.hooks import Hooks

logger = logging.getLogger("streamrt")

LOADS = 64  # plans that are loaded between two looks at ended work, at most

_indices = itertools.count(1)


class Engine(Lifecycle):
    """The shared state of one open runtime.

    Attributes:
        core: the native core.
        options: the options that the runtime was opened with.
        lock: see above.
        lanes: all its lanes.
        world: who runs it; None in production, see world.py.
        hosts: its host calls.
        waiters: the coroutines and threads that wait for its work.
        reclaimer: dropped memory and plans.
        failures: its failures, and whether anybody was told.
        areas: foreign memory, by address.
        lost: functions that fail the work of lost devices; called on the waiter thread.
        recoveries: functions that keep lost devices from coming back, when the runtime ends.
        at_end: functions that end the devices, after all lanes have ended.
        ending: the steps of closing that are left; see closing.py.
        watch: its race detector; None without one.
        lineage: its log, by which lost buffers are made again; None without one.
        is_told: whether one of these is told of each submission, so that none is all native.
        recorder: its recorder; None before anything was recorded.
        pools: the memory pool of each open device, by name.
        note_nodes: functions that have the nodes of a device's programs noted.
        scopes, interpreters: the numbers of open ones.
        runs: the open runs of pipelines, which closing ends.
        departed: the counts of streams that are gone.
        delays: how late the watched loops were; None if none was ever watched.
        seldom: the conditions that are logged once a minute.
        opened_at: when it was opened, in seconds since 1970.
    """

    def __init__(self, core: Core, options: Options) -> None:
        super().__init__()
        self.core = core
        self.options = options
        self.lock: Lock = Lock()
        self.lanes: list[Lane] = []
        self.world: World | None = exploring.get()
        self.hosts: Hosts = Hosts(core, self.lanes, self.world)
        self.waiters: Waiters = Waiters(core, self, self.hosts, self.before_waiters)
        self.reclaimer: Reclaimer = Reclaimer(self.lanes, self.lock)
        if self.world is not None:
            self.reclaimer.refuse()  # native code draws nothing, so Memory hands out each block
        self.dead: Inbox[Dead] = self.reclaimer.dead
        self.failures: Failures = Failures()
        self.areas: Areas = Areas(Tracked, join)
        self.lost: deque[Callable[[], Told]] = deque()
        self.recoveries: list[Callable[[], object]] = []
        self.looks_for_loss: list[Callable[[], object]] = []
        self.returns: list[Callable[[], object]] = []
        self.at_end: list[Callable[[], None]] = []
        self.ending: deque[Callable[[], object]] = deque()
        self.is_ending: threading.RLock = threading.RLock()
        self.stop_watching: Callable[[], None] | None = None
        self.watch: Watch | None = None
        self.lineage: Log | None = None
        self.is_told: bool = options.races or options.check or options.recompute is not None
        self.recorder: Hooks | None = None
        self.pools: dict[str, Pool] = {}
        self.note_nodes: list[Callable[[], object]] = []
        self.scopes = 0
        self.runs: dict[OpenRun, None] = {}
        self.interpreters = 0
        self.departed: Departed = Departed()
        self.delays: Spread | None = None
        self.seldom: Seldom = Seldom()
        self.opened_at: float = time.time()
        self._loads = 0

    def send_round(self) -> None:
        """Has launches take the way through Python if an interpreter is open."""
        self.lock.detours = self.interpreters

    def record(self, lane: Lane) -> None:
        """Has the recorder, if it is on, take a lane that begins to serve a stream."""
        if self.recorder is not None and self.recorder.is_on:
            self.recorder.add(lane)

    def next_index(self) -> int:
        """Returns a number for a timeline, unique in the process."""
        return next(_indices)

    def forked(self) -> None:
        """Refuses everything in the child of a fork, and touches nothing of the parent's."""
        self.reclaimer.refuse()
        self.state = FORKED
        if self.recorder is not None:
            self.recorder.forked()
        self.lock = Lock()
        self.runs.clear()
        self.core.forget_locks()
        for lane in self.lanes:
            lane.forked()

    # -- handing over ---------------------------------------------------------------------------

    def hand_over(self) -> None:
        """Does what submissions have left to do in Python, in their order.

        Whoever submits does it, and before waiting, too, because a signal's handler may have broken
        it off. Each submission stays in the outbox until all of it is done, so nothing is lost by
        that. Where this thread has the lock already, a finalizer or a handler of the user has
        submitted; then the next one does it.
        """
        lock = self.lock
        if lock.outbox and not lock.is_mine():
            with lock:
                self._hand_over_all()

    def _hand_over_all(self) -> None:
        outbox = self.lock.outbox
        while outbox:
            lane, value, edges, execution, payload = outbox[0]
            lane.pass_on(value, edges, execution, payload)
            del outbox[0]  # no call, behind which a handler could run

    def before_waiters(self) -> None:
        """Hands over, and fails the pending work of lost devices. On the waiter thread."""
        self.hand_over()
        for look in self.looks_for_loss:
            look()
        self.fail_lost()
        if self.waiters.seekers:
            self.waiters.look_for_memory()

    # -- tidying --------------------------------------------------------------------------------

    def reap_lanes(self) -> None:
        """Takes note of everything that has completed. Under the lock."""
        for lane in self.lanes:
            lane.reap()

    def tidy(self) -> None:
        """Takes note of ended work and dropped memory; reports failures that nobody retrieved."""
        self.take_returned()
        self.waiters.end_bridges_of_closed_loops()
        with self.lock:
            self.reap_lanes()
            self.reclaimer.reap()
        self.after_lock()
        if self.reclaimer.count():  # a reported error was the last to hold memory
            with self.lock:
                self.reclaimer.reap()
        if self.waiters.seekers:
            self.waiters.look_for_memory()

    def take_returned(self) -> None:
        """Takes back memory that other libraries let go of. Under no lock, because it submits."""
        for take_back in self.returns:
            take_back()

    def before_loading(self) -> None:
        """Unloads plans that nothing uses any more, before more are loaded. Under no lock.

        Executions that have ended and were not noted may be the last to know a kernel.
        """
        self._loads += 1
        if self.reclaimer.has_plans or self._loads % LOADS == 0:
            self.tidy()

    def after_lock(self) -> None:
        """Reports failures and unloads plans. Under no lock, because both run others' code."""
        self.failures.report_dropped()
        self.reclaimer.unload_now()

    def fail_lost(self) -> None:
        """Fails the pending work of lost devices. On the waiter thread, or on one that closes."""
        if not self.lost:
            return
        told: list[Told] = []
        while self.lost:
            with self.lock:
                self._hand_over_all()
                if self.lost:
                    told.append(self.lost.popleft()())
        self.waiters.wake_all()
        for device, reason, count, recover in told:
            if self.world is None:  # an exploration judges what is logged, and lost it on purpose
                text = "%s is lost: %s (executions that failed: %d)"
                logger.error(text, device, reason, count, extra=fields(None, device=device))
            if recover is not None:
                recover()

    def lane_of(self, handle: int) -> Lane:
        """Returns the lane whose timeline has that handle. Under the lock."""
        return next(lane for lane in self.lanes if lane.handle == handle)
