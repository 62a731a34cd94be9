"""Failing of the pending work of a device that is lost, whatever kind of queue it has.

1. From the moment of the loss all its queues refuse.
2. The waiter thread fails what is pending, under the runtime's lock: every execution gets the
   error, and the timelines go to their ends, so nothing waits for ever.
3. Nothing that completes later has an effect. Other devices go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamrt._native.lane_queue import LaneQueue
from streamrt._native.loss import Loss
from streamrt._runtime.submission import Raised

if TYPE_CHECKING:
    from streamrt._runtime.engine import Engine


class Losing:
    """Fails the pending work of one device, if that is lost."""

    def __init__(self, engine: Engine, loss: Loss) -> None:
        """Begins to listen for the loss."""
        self._engine = engine
        self._loss = loss
        self._queues: list[LaneQueue] = []
        loss.tell(self._begin)

    def add(self, queue: LaneQueue) -> None:
        """Takes note of a new queue of the device, each of which may say that it is lost."""
        queue.timeline.on_lost = self._loss.lose
        self._queues.append(queue)

    def _begin(self) -> None:
        for queue in self._queues:
            queue.refuse_all()
        self._engine.lost.append(self._fail_pending)
        self._engine.waiters.wake_thread()

    def _fail_pending(self) -> tuple[str, str]:
        """Fails what is pending; returns the name of the device, and the reason."""
        reason = self._loss.reason
        assert reason is not None
        for queue in self._queues:
            queue.timeline.lose(reason)  # from now on nothing completes
            cells: dict[int, int] = {}
            lane = self._engine.lane_of(queue.handle)
            for execution in lane.inflight:
                if execution.value > queue.completed:
                    error = self._loss.refusal(execution._describe())
                    assert error is not None
                    execution.outcome = Raised(error)
                    cells[execution.value] = execution.cell
            queue.fail_pending(lane.value, cells)
        return self._loss.name, reason
