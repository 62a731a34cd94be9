"""Failing of the pending work of a device that is lost, whatever kind of queue it has.

1. From the moment of the loss all its queues refuse.
2. The waiter thread fails what is pending, under the runtime's lock: every execution gets the
   error, and whoever waits for it is told. The timelines go to their ends, so nothing waits for
   ever, but none overtakes what it was to wait for; see rising.py.
3. Nothing that completes later has an effect. Other devices go on.
4. A device that can recover does so when its timelines have come to their ends, if it was not lost
   too often; see recovering.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from streamrt._native.core import SKIPPED
from streamrt._native.lane_queue import LaneQueue
from streamrt._native.loss import Loss, Told
from streamrt._runtime.ending.rising import Rising
from streamrt._runtime.submission import Raised

if TYPE_CHECKING:
    from streamrt._runtime.engine import Engine
    from streamrt._runtime.execution import Execution


class Recovery(Protocol):
    """The recovery of a device that may come back."""

    def begin(self) -> Callable[[], object] | None:
        """Decides that the device, which is lost, is to recover, and returns what does it.

        Under the runtime's lock. None if it is lost for ever; the loss then says why.
        """
        ...

    def wait(self, timeout: float) -> bool:
        """Waits until no recovery is going on; False if one is after `timeout` seconds."""
        ...


class Losing:
    """Fails the pending work of one device, if that is lost.

    Attributes:
        queues: its queues.
        recovery: its recovery; None if it is lost for ever.
    """

    def __init__(self, engine: Engine, loss: Loss) -> None:
        """Begins to listen for the loss."""
        self._engine = engine
        self._loss = loss
        self.queues: list[LaneQueue] = []
        self.recovery: Recovery | None = None
        loss.tell(self._begin)

    def add(self, queue: LaneQueue) -> None:
        """Takes note of a new queue of the device, each of which may say that it is lost.

        Under the lock. The device may have been lost while the queue was opened: whoever says so
        does that before it looks for queues, and this looks after the queue is among them.
        """
        queue.timeline.on_lost = self._loss.lose
        self.queues.append(queue)
        if self._loss.reason is not None:
            queue.refuse_all()

    def _begin(self) -> None:
        for queue in self.queues:
            queue.refuse_all()
        self._engine.lost.append(self._fail_pending)
        self._engine.waiters.wake_thread()

    def _fail_pending(self) -> Told:
        """Fails what is pending, once for each loss. Under the lock, on the waiter thread."""
        recover = None if self.recovery is None else self.recovery.begin()
        reason, engine = self._loss.reason, self._engine
        assert reason is not None
        for queue in self.queues:
            queue.timeline.lose(reason)
        for queue in self.queues:
            queue.give_up()  # from now on nothing completes
        engine.reap_lanes()
        lanes = [engine.lane_of(queue.handle) for queue in self.queues]
        pending = [
            execution
            for lane in lanes
            for execution in lane.inflight
            if execution.value > lane.queue.completed
        ]
        for execution in pending:
            self._fail(execution)
        for execution in sorted(pending, key=_is_skipped):  # their causes come first
            execution._note_failure()
        is_over = Rising(engine, lanes, recover).rise()
        return Told(self._loss.name, reason, len(pending), recover if is_over else None)

    def _fail(self, execution: Execution) -> None:
        """Ends one execution, and tells whoever waits for it, before its timeline moves."""
        error = self._loss.refusal(execution._describe())
        assert error is not None
        execution.outcome = Raised(error)
        lane = execution.timeline
        lane.queue.cancelled = True  # its cell is final before its turn
        self._engine.core.fail_early(lane.handle, execution.cell, execution.value)


def _is_skipped(execution: Execution) -> bool:
    return execution._state() == SKIPPED
