"""The watchdog: a thread that names executions that run for too long, `Runtime(watchdog=seconds)`.

1. It looks at the oldest unfinished execution of each lane. It says of each at most once that it
   has been running for longer than the limit, and how much waits behind it.
2. A kernel of the CPU that is stuck cannot be ended: it is named, nothing more. Any other device
   that completes nothing is lost: then all work that is pending on it fails.
3. If a recorder is on, what it has is written to disk, and the log says where.
4. Virtual time does not pass while a device is stuck, so devices with virtual time are left out.
"""

from __future__ import annotations

import logging
import threading
import time
from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from streamrt._native.core import RUNNING
from streamrt._native.queue import CellStatus
from streamrt._native.threads import Worker
from streamrt._runtime.telling.fields import fields

if TYPE_CHECKING:
    from streamrt._runtime.engine import Engine
    from streamrt._runtime.execution import Execution
    from streamrt._runtime.lane import Lane
    from streamrt._runtime.recorder.flights import Copies

logger = logging.getLogger("streamrt")

LOOKS = 4  # in the time that an execution may take
LONGEST_NAP = 1.0  # seconds
JOIN = 5.0  # seconds that closing waits for the thread, which may be in a log handler


class Stuck(NamedTuple):
    """An execution that has run for too long, and how much waits behind it."""

    execution: Execution
    seconds: float
    behind: int
    elsewhere: int

    def __str__(self) -> str:
        execution = self.execution
        is_running = execution.timeline.look(execution.cell) == RUNNING
        return (
            f"watchdog: {execution._describe()} has been "
            f"{'running' if is_running else 'due'} for {self.seconds:.3g} s{_turns(execution)}; "
            f"submitted at {execution.site}; {self.behind} submissions wait behind it on its "
            f"stream, {self.elsewhere} on others"
        )


class Watchdog:
    """Looks at one runtime from a thread of its own, until it is stopped."""

    def __init__(self, engine: Engine, seconds: float) -> None:
        """Starts nothing yet.

        Args:
            engine: the runtime's engine.
            seconds: how long an execution may run.
        """
        self._engine = engine
        self._limit = seconds
        self._told: dict[Lane, int] = {}  # the value last named
        self._due: dict[Lane, tuple[int, int]] = {}  # the oldest value, and since when it is due
        self._copies: Copies | None = None
        self._stop = threading.Event()
        self._worker = Worker(self._run, "streamrt-watchdog")

    def start(self) -> None:
        """Starts its thread."""
        self._worker.start()

    def stop(self) -> None:
        """Ends its thread."""
        self._stop.set()
        if not self._worker.prevent():
            self._worker.wait(JOIN)

    def _run(self) -> None:
        while not self._stop.wait(min(self._limit / LOOKS, LONGEST_NAP)):
            found = self.look()
            copy = self._copy() if found else ""
            for stuck in found:
                more = fields(None, seconds=stuck.seconds, behind=stuck.behind + stuck.elsewhere)
                logger.error("%s%s", stuck, copy, extra=stuck.execution._fields() | more)
                queue = stuck.execution.timeline.queue
                if queue.loss is not None:
                    name = stuck.execution._describe()
                    queue.timeline.lose(f"no completion of {name} after {stuck.seconds:.3g} s")

    def _copy(self) -> str:
        """Writes to disk what ran before, if that is recorded; returns what the log says of it."""
        if self._engine.recorder is None:
            return ""
        from streamrt._runtime.recorder.flights import Copies  # few record

        self._copies = self._copies or Copies(self._engine)
        return self._copies.make()

    def look(self) -> list[Stuck]:
        """Returns the executions that ran for too long and were not named before."""
        now = time.monotonic_ns()
        with self._engine.lock:
            found = [self._look_at(lane, now) for lane in self._engine.lanes]
        return [stuck for stuck in found if stuck is not None]

    def _look_at(self, lane: Lane, now: int) -> Stuck | None:
        lane.reap()
        if not lane.inflight or lane.queue.advance is not None:
            return None
        oldest = lane.inflight[0]
        since = self._since(lane, oldest, now)
        if since is None or now - since < self._limit * 1e9:
            return None
        if self._told.get(lane) == oldest.value:
            return None
        self._told[lane] = oldest.value
        others = [other for other in self._engine.lanes if other is not lane]
        elsewhere = sum(_dependents(other, oldest) for other in others)
        seconds = (now - since) / 1e9
        return Stuck(oldest, seconds, len(lane.inflight) - 1, elsewhere)

    def _since(self, lane: Lane, oldest: Execution, now: int) -> int | None:
        """Returns when an execution started, or was due, in ns; None while it waits for others."""
        can_be_lost = lane.queue.loss is not None
        # A native device counts what it was handed as running, also while others run before it.
        is_handed = can_be_lost and lane.queue.is_native
        if lane.look(oldest.cell) == RUNNING and not is_handed:
            return CellStatus.from_address(oldest.cell).started
        if not can_be_lost or not _is_due(lane, oldest):
            return None
        value, since = self._due.get(lane, (0, 0))
        if value != oldest.value:
            since = now
            self._due[lane] = (oldest.value, since)
        return since


def _is_due(lane: Lane, execution: Execution) -> bool:
    """Whether everything that an execution waits for has ended."""
    edges = (*lane.waits_before(execution.value), *execution.edges)
    return all(edge.value <= edge.timeline.queue.completed for edge in edges)  # type: ignore[attr-defined]


def _dependents(lane: Lane, execution: Execution) -> int:
    """Returns how many executions in flight on another lane come after this one."""
    point = (execution.timeline, execution.value)
    waiting = list(lane.inflight)
    # If one comes after it, so do all behind that one.
    return len(waiting) - bisect_left(waiting, True, key=lambda e: lane.depends_on(e.value, *point))


def _turns(execution: Execution) -> str:
    """Returns the turns of the loops that an execution runs, as the end of a sentence."""
    progress = getattr(execution.subject, "progress", None)  # replays have it
    return "" if progress is None else progress(execution.timeline)
