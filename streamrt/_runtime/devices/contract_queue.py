"""Queues of backends without native code, as lanes use them.

A submission to such a queue is noted in one native step, and stays in the runtime's outbox until
`take` has handed it to the backend, as plain data. A signal's handler may break `take` off
anywhere; then it is called again for the same submission.

1. A point that the tracker noted must come true. So `take` promises each signal before the backend
   hears of it.
2. A device gets no wait that it cannot do itself. A batch with such a wait is held, with everything
   later on its queue, until the other timeline has reached the point. Then the engine's waiter
   thread submits it, never a user's loop.
3. A device is lost when it says so, raises from `submit` or breaks the contract. Then everything
   pending on all its queues fails with DeviceLostError, and so does every later submission. The
   timelines of the device go to their ends (rising.py), and its memory is never used again, unless
   it recovers. Other devices are not affected.
4. A device that recovered has another epoch: other queues, and other handles of plans. Their
   timelines go on where the lost ones ended, so that points in the program stay what they are.
5. If a handler raises inside a backend's own `submit`, nobody knows whether the queue took the
   batch, unless it counts in `taken`. So a device without that count is lost then.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from streamrt._core.commands import Check, Command, Launch, Signal, Wait
from streamrt._core.tracking.hazards import Edges
from streamrt._interrupts import from_handler
from streamrt._native.loss import Loss
from streamrt._native.queue import CellStatus
from streamrt._native.timeline import NOTHING, Timeline
from streamrt._runtime.devices.contract_plans import Packed
from streamrt._runtime.ending.deadlines import on_virtual_clock
from streamrt.backend import Queue, VirtualQueue
from streamrt.errors import DeviceLostError

if TYPE_CHECKING:
    from streamrt._runtime.devices.contract_device import DispatchedDevice
    from streamrt._runtime.engine import Engine
    from streamrt._runtime.execution import Execution

Batch = tuple[list[Wait], list[Command]]  # the waits that hold it, and the commands after them


class DispatchedQueue:
    """A queue of the contract, as a lane uses one."""

    is_native = False

    def __init__(
        self,
        engine: Engine,
        device: DispatchedDevice,
        open_queue: Callable[[str, Timeline], Queue],
        name: str,
        timeline: Timeline,
    ) -> None:
        self.name: str = name
        self.timeline: Timeline = timeline
        self.handle: int = timeline.handle
        self.is_closed: bool = False
        self.cancelled: bool = False
        self.device: DispatchedDevice = device
        self.loss: Loss = device.loss
        self._engine = engine
        self._open_queue = open_queue
        self.can_wait_on: Callable[[int], bool] = device.can_wait_on
        self._open()
        self._taken = 0  # the value of the last submission that was taken
        self._batches: deque[Batch] = deque()
        self._returned: list[None] = []  # one element while the oldest batch was submitted
        self._awaited: Wait | None = None  # for which the oldest batch is held
        engine.core.set_limit(self.handle, timeline.limit)

    def _open(self) -> None:
        """Opens the queue of the backend."""
        queue = self._open_queue(self.name, self.timeline)
        self.advance: Callable[[], bool] | None = None
        self.now: Callable[[], int] | None = None
        if hasattr(queue, "advance"):  # quicker than to look at the whole protocol
            virtual = cast(VirtualQueue, queue)
            self.advance, self.now = virtual.advance, virtual.now
        self._now = self.now or time.monotonic_ns
        self._queue = queue
        self._counts = hasattr(queue, "taken")
        self._submitted = 0

    def renew(self) -> None:
        """Opens another queue of the backend, after a loss; the device is lost if it raises.

        Under the lock, while the queue refuses.
        """
        self.timeline = self.timeline.renewed()
        self.timeline.on_lost = self.loss.lose
        try:
            self._open()
        except Exception as error:
            if from_handler(error):
                raise
            self.timeline.lose(f"open {self.name} again: {type(error).__name__}: {error}")

    def accept(self) -> None:
        """Takes submissions, unless the queue is closed."""
        self._engine.core.set_limit(self.handle, 0 if self.is_closed else self.timeline.limit)

    @property
    def completed(self) -> int:
        return self.timeline.completed

    @property
    def limit(self) -> int:
        return self.timeline.limit

    # -- submitting -----------------------------------------------------------------------------

    def can_issue(self) -> int:
        """Returns the value that the next submission will signal; 0 if the queue refuses."""
        return self._engine.core.can_issue(self.handle)

    def error_of(self, what: str, refused: int) -> DeviceLostError:
        return self.timeline.lost_work(what, self.device.name, refused)

    def take(
        self, value: int, edges: Edges, execution: Execution | None, packed: Packed | None
    ) -> None:
        """Hands one submission to the backend, or holds it. Under the lock.

        Args:
            value: the value that it signals.
            edges: the waits before it.
            execution: the execution; None for a bare signal.
            packed: the launch; None for a bare signal.
        """
        if self._taken < value:
            cell = NOTHING if execution is None else execution.cell
            batch = self._batch(edges, execution, packed)
            if self.timeline.promised < value:
                self.timeline.expect(cell)
            recorder = self._engine.recorder
            if recorder is not None and recorder.is_on:
                recorder.note_edges(self.handle, value, edges)
            self._batches += (batch,)  # no call, behind which a handler could run
            self._taken = value
        self._go_on()

    def _batch(self, edges: Edges, execution: Execution | None, packed: Packed | None) -> Batch:
        waits = [Wait(edge.timeline.handle, edge.value) for edge in edges]
        if self.loss.epoch:  # what an earlier epoch signalled the backend does not know
            waits = [wait for wait in waits if not self._are_reached([wait])]
        others: list[Wait] = []
        try:
            others = [wait for wait in waits if not self.can_wait_on(wait.queue)]
        except Exception as error:
            if from_handler(error):
                raise
            self.timeline.lose(f"it raised {type(error).__name__}: {error}")
        commands: list[Command] = [wait for wait in waits if wait not in others]
        if execution is None or packed is None:
            return others, [*commands, Signal()]
        status = CellStatus.from_address(execution.cell)
        is_new = not status.submitted
        status.submitted = self._now()
        if is_new and status.deadline and self.now is not None and self._engine.world is None:
            status.deadline = on_virtual_clock(status.deadline, self.now())
        commands += [Check(step.cell) for step in execution.checks]
        plan, slots, peer = packed
        handle = self.device.plans.handles.get(plan)
        if handle is None:  # an epoch ended after it was looked up, so the launch is skipped
            commands.append(Check(self.device.failed))
        return others, [*commands, Launch(execution.cell, handle or 0, slots, peer)]

    def _go_on(self) -> int:
        """Submits the batches that nothing holds; returns their number. Under the lock."""
        number = 0
        while self._batches and self.loss.reason is None:
            waits, commands = self._batches[0]
            if waits and not self._are_reached(waits):
                self._hold(waits)
                break
            self._submit(commands)
            number += 1
            self._submitted += 1  # no call in these three
            self._returned = []
            del self._batches[0]
        return number

    def _submit(self, commands: list[Command]) -> None:
        """Submits a batch, unless that was done and broken off behind it."""
        if self._returned or (self._counts and cast(Any, self._queue).taken > self._submitted):
            return
        try:
            # One call, so that the result is there if a handler raises behind it.
            self._returned.extend(map(self._queue.submit, (commands,)))
        except BaseException as error:
            if not isinstance(error, Exception) or from_handler(error):
                if not (self._counts or self._returned):
                    self.timeline.lose("a handler raised inside its queue's `submit`")
                raise
            self.timeline.lose(f"its queue raised {type(error).__name__}: {error}")

    # -- holding --------------------------------------------------------------------------------

    def _are_reached(self, waits: list[Wait]) -> bool:
        return all(self._engine.core.completed(wait.queue) >= wait.value for wait in waits)

    def _hold(self, waits: list[Wait]) -> None:
        """Has `_release` called when the first open wait of the oldest batch has ended."""
        wait = next((w for w in waits if not self._are_reached([w])), waits[0])
        if wait is not self._awaited:
            source = self._engine.lane_of(wait.queue).queue
            self._engine.waiters.thread_bridge().wait(source, wait.value, 0, self._release)
            self._awaited = wait

    def _release(self) -> None:
        """Submits the batches whose waits have ended. On the waiter thread."""
        with self._engine.lock:
            self._awaited = None
            released = self._go_on()
            value = self.timeline.promised - len(self._batches)
        if released and self.advance is not None:  # somebody may be waiting for it already
            self._engine.waiters.demand(self, value)
            self._engine.waiters.wake_all()  # or for later work, on any queue

    # -- ending ---------------------------------------------------------------------------------

    def give_up(self) -> None:
        """Drops the held batches, after a loss; a lost timeline takes note of nothing."""
        self._batches.clear()

    def end_pending(self, value: int, cells: Mapping[int, int]) -> None:
        """Raises the timeline to a value, after a loss; see `LaneQueue`."""
        del cells  # the timeline knows what was promised
        self.timeline.fail_to(value)

    def rename(self, name: str) -> None:
        """Takes the name of the stream that uses it from now on."""
        self.name = name
        rename = getattr(self._queue, "rename", None)
        if rename is not None:
            rename(name)

    def stop(self, value: int, cell: int) -> bool:
        """Asks the loops of a running replay to end; see `LaneQueue.stop`."""
        del value
        return bool(self.timeline.ask_to_stop(cell))

    def refuse(self) -> None:
        """Refuses all further submissions; earlier ones go on."""
        self.is_closed = True
        self.refuse_all()

    def refuse_all(self) -> None:
        """Has the native step refuse; the reason is found by who is refused."""
        self._engine.core.set_limit(self.handle, 0)

    def close(self, timeout: float) -> bool:
        """Ends the queue after its work; returns False if that did not end in time."""
        self.refuse()
        if self.loss.reason is not None:
            return True
        try:
            return self._queue.close(timeout) and self.completed == self.timeline.promised
        except Exception as error:
            if from_handler(error):
                raise
            self.timeline.lose(f"its queue raised {type(error).__name__}: {error}")
            return True

    def end_by_force(self) -> bool:
        return False

    def free(self) -> None:
        """Frees the timeline. Only after all queues that wait on it have ended."""
        self.timeline.close()
        self.handle = self.timeline.handle
