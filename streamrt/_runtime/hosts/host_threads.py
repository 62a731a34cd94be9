"""The threads that run host calls, and the refusal of waits in them that would never end.

A stream's host calls have a queue of their own, that of its host lane. On devices with real time
that is a native queue whose thread runs the calls: `HostThread`. On devices with virtual time the
device orders the calls, like everything else on it, and tells when each begins: `CallThread` runs
them then. In an exploration its world does, see world.py.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from streamrt._native.core import CALL_HOST, RUNNING, Core
from streamrt._native.queue import NativeQueue
from streamrt._native.timeline import Timeline as NativeTimeline
from streamrt._runtime.tracking import Timeline
from streamrt._runtime.waiting.callbacks import Callbacks
from streamrt._runtime.waiting.loops import running_elsewhere, running_loop
from streamrt._runtime.world import World
from streamrt.errors import WouldDeadlockError

RunNext = Callable[[], tuple[int, int]]
PATIENCE = 0.25  # seconds


class HostThread:
    """A thread for one stream's host calls: it runs native code until a call, then Python."""

    def __init__(self, core: Core, name: str, timeline: NativeTimeline, run_next: RunNext) -> None:
        """Makes the queue; its thread starts with the first submission.

        Args:
            core: the native core.
            name: the name of the queue and the thread.
            timeline: the timeline that the queue raises.
            run_next: runs the call whose turn it is; returns its cell and its final state.
        """
        self.queue = NativeQueue(core, name, timeline, self._drain)
        self._core = core
        self._run_next = run_next

    def _drain(self) -> None:
        core, handle = self._core, self.queue.handle
        while core.srt_drain(handle) == CALL_HOST:
            cell, state = self._run_next()
            core.srt_host_done(handle, cell, state, 0)


class CallThread:
    """A thread for the host calls of one stream of a device with virtual time.

    The device waits for a call that it has begun, so that one seed gives one order. It does so for
    a limited time only, because the call may itself wait for the thread that the device waits in.
    """

    def __init__(self) -> None:
        """Makes no thread before the first call."""
        self._calls = Callbacks()

    def run(self, function: Callable[[], object], patience: float = PATIENCE) -> None:
        """Has the thread call a function; returns when it has ended, or after some seconds."""
        ended = threading.Lock()
        ended.acquire()

        def call() -> None:
            try:
                function()
            finally:
                ended.release()

        self._calls.open()
        self._calls.call(call)
        ended.acquire(timeout=patience)

    def end(self) -> None:
        """Lets the thread end after its calls."""
        self._calls.end()


class HostRun(NamedTuple):
    """A host call's place in the order, by which waits that would never end are found.

    Attributes:
        name: the function's name.
        timeline: the timeline of the host lane.
        value: the point that the call signals.
        cell: its status cell.
        block: the block that keeps the cell.
    """

    name: str
    timeline: Timeline
    value: int
    cell: int
    block: object

    def __str__(self) -> str:
        return f"{self.name} on {self.timeline.name}@{self.value}"


class _Here(threading.local):
    """The host call that runs in this thread, if any."""

    call: HostRun | None = None


class Hosts:
    """The host calls of one runtime, by the thread, loop or task that runs them.

    Attributes:
        here: its `call` is the one that runs in this thread.
        has_coroutines: whether a coroutine was ever called.
        by_task: the point that a task's call signals, by asyncio's task or trio's number of it.
        world: the world that runs the calls; None for threads.
    """

    def __init__(self, core: Core, lanes: Sequence[Any], world: World | None = None) -> None:
        """Starts without calls.

        Args:
            core: the native core.
            lanes: all lanes of the runtime, as they become more.
            world: the attribute.
        """
        self.world: World | None = world
        self.here: _Here = _Here()
        self.has_coroutines: bool = False
        self.by_task: dict[object, tuple[Timeline, int]] = {}
        self._core = core
        self._lanes = lanes

    def open(self, name: str, timeline: NativeTimeline, run_next: RunNext) -> NativeQueue:
        """Opens the queue for one stream's host calls; see `HostThread`."""
        return HostThread(self._core, name, timeline, run_next).queue

    def _of_loop(self, loop: object) -> list[HostRun]:
        """Returns the calls of coroutines that run, or will run, on a loop."""
        found: list[HostRun] = []
        for lane in [lane.companion for lane in list(self._lanes) if lane.companion is not None]:
            for e in lane.inflight:
                loop_of = getattr(e.outcome, "loop", None)  # of a HostCall that has not ended
                if loop_of == loop and self._core.look(e.cell) <= RUNNING:
                    found.append(HostRun(e.subject.name, lane, e.value, e.cell, e._block))
        return found

    def refuse_deadlock(
        self, timeline: Timeline, value: int, what: str, of: Callable[[], str] = str
    ) -> None:
        """Raises WouldDeadlockError if a blocking wait here would wait for its own caller.

        Args:
            timeline: the timeline of the point that is waited for.
            value: its value.
            what: begins the message.
            of: returns what comes behind that; it is not called for nothing.
        """
        here = self.here.call
        if here is None and not self.has_coroutines:
            return
        blocked = [] if here is None else [here]
        if self.has_coroutines:
            loop = running_loop() or running_elsewhere()
            blocked += [] if loop is None else self._of_loop(loop)
        for call in blocked:
            if timeline.depends_on(value, call.timeline, call.value):
                if call is here:
                    why = f"the host call {call}, in which this would wait"
                    remedy = "wait after the call has returned"
                else:
                    why = f"this loop's call of {call}, which cannot go on while the loop waits"
                    remedy = "await it instead"
                raise WouldDeadlockError(f"{what}{of()}: it comes after {why}; {remedy}")

    def refuse_awaiting_oneself(self, timeline: Timeline, value: int, task: object) -> None:
        """Raises WouldDeadlockError if a host call's coroutine awaits a point after itself."""
        call = self.by_task.get(task)
        if call is not None and timeline.depends_on(value, *call):
            raise WouldDeadlockError(
                f"await {timeline.name}@{value}: it comes after the call at "
                f"{call[0].name}@{call[1]}, which awaits it; await it outside of the call"
            )
