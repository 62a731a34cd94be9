"""The recovery of a device that was lost: its next epoch.

1. When the pending work has failed, a thread of its own calls the device's `recover`, under no
   lock. The waiter thread goes on, because others wait by it. The device refuses meanwhile.
2. If the memory is gone, an execution that fails counts as the writer of all of it. So whoever
   reads it is skipped, and whoever writes it again heals it, as after any failure.
3. Then the queues of all lanes are opened again, and take submissions. Only now does the epoch
   begin: before that, nobody can read what is gone.
4. A device that is lost more often than MOST times in PERIOD is lost for ever. So is one whose
   `recover` raises, or finds that it cannot. A runtime that ends has no device that comes back.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol, cast

from streamrt._core.tracking.hazards import Writes
from streamrt._core.tracking.ranges import DELETED, FROZEN
from streamrt._core.values import shown
from streamrt._interrupts import from_handler
from streamrt._native.loss import Loss
from streamrt._native.threads import Worker
from streamrt._native.timeline import Timeline
from streamrt._runtime.devices.contract_device import DispatchedDevice
from streamrt._runtime.devices.contract_queue import DispatchedQueue
from streamrt._runtime.engine import Engine
from streamrt._runtime.execution import Execution
from streamrt._runtime.failures import spell
from streamrt._runtime.lane import Lane
from streamrt._runtime.memory.allocations import find_live, whole_region
from streamrt._runtime.memory.blocks import Memory
from streamrt._runtime.races.watched_lanes import WatchedLane
from streamrt._runtime.telling.fields import fields
from streamrt.backend import Command, Launch, Recovered
from streamrt.errors import DeviceLostError, ResourceError

logger = logging.getLogger("streamrt")

MOST = 3
PERIOD = 60.0  # seconds


class Recovering:
    """The recovery of one device.

    Attributes:
        clock: the time in seconds, by which losses are counted.
    """

    def __init__(self, engine: Engine, device: Recoverable, memory: Memory, space: str) -> None:
        """Waits for the first loss.

        Args:
            engine: the runtime's.
            device: the device.
            memory: its memory.
            space: the memory that its addresses belong to; see `DeviceState`.
        """
        self.clock: Callable[[], float] = time.monotonic
        self._engine = engine
        self._device = device
        self._loss: Loss = cast("Loss", device.loss)
        self._memory = memory
        self._space = space
        self._past: list[tuple[float, str]] = []
        self._worker: Worker | None = None
        self._lane: Lane | None = None
        self._marks: list[Execution[Any]] = []  # those of the last loss; readers want their error
        self._is_stopped = False
        engine.recoveries.append(self.stop)

    def begin(self) -> Callable[[], object] | None:
        """Decides about a loss; see `Recovery`."""
        loss, now = self._loss, self.clock()
        past = [entry for entry in self._past if now - entry[0] < PERIOD]
        self._past = [*past, (now, str(loss.reason))]
        if self._is_stopped:
            loss.end(str(loss.reason))
            return None
        if len(self._past) > MOST:
            reasons = "; ".join(reason for _, reason in self._past)
            loss.end(f"it was lost {len(self._past)} times in {PERIOD:g} s: {reasons}")
            return None
        return self._start

    def stop(self) -> None:
        """Keeps the device from coming back, because the runtime ends."""
        with self._engine.lock:
            self._is_stopped = True

    def wait(self, timeout: float) -> bool:
        """Waits until no recovery is going on; False if one is after `timeout` seconds."""
        worker = self._worker
        return worker is None or worker.prevent() or worker.wait(timeout)

    def _start(self) -> None:
        if self._engine.world is not None:  # an exploration has no threads
            self._recover()
            return
        worker = self._worker = Worker(self._recover, f"streamrt-recover {self._loss.name}")
        try:
            worker.start()
        except ResourceError as error:
            self._give_up(spell(error))

    def _recover(self) -> None:
        try:
            found = None if self._is_stopped else self._device.recover()
            if isinstance(found, Recovered) and found.memory in ("kept", "gone"):
                self._come_back(found)
            elif found is None:
                self._give_up("")
            else:
                self._give_up(f"its `recover` returned {shown(found)}")
        except BaseException as error:
            self._give_up(f"its recovery raised {spell(error)}")
            is_of_program = not isinstance(error, Exception) or from_handler(error)
            if is_of_program and self._engine.world is not None:
                raise

    def _give_up(self, why: str) -> None:
        loss = self._loss
        with self._engine.lock:
            loss.end("; ".join(filter(None, [loss.reason, why])))
        if not self._is_stopped and self._engine.world is None:
            extra = fields(None, device=loss.name)
            logger.error("%s is lost for ever: %s", loss.name, loss.reason, extra=extra)

    def _come_back(self, found: Recovered) -> None:
        device, loss = self._device, self._loss
        failed = self._mark(f"launch on {loss.name}: {loss.name} was lost meanwhile", ())
        marks = [failed]
        if found.memory == "gone":
            text = f"read memory of {loss.name}: it is gone, because the device was lost"
            gone = None
            while gone is None and not self._is_stopped:  # a buffer may be deleted meanwhile
                gone = self._mark_gone(f"{text}: {loss.reason}; write it again")
            marks.append(gone)
        with self._engine.lock:
            if self._is_stopped or None in marks or failed is None:
                loss.end(str(loss.reason))
                return
            self._marks = [mark for mark in marks if mark is not None]
            device.begin_epoch(failed.cell)
        if self._engine.world is None and loss.reason is None:
            text = "%s works again, in epoch %d; its memory is %s"
            extra = fields(None, device=loss.name)
            logger.warning(text, loss.name, loss.epoch, found.memory, extra=extra)

    # -- marks ------------------------------------------------------------------------------------

    def _mark_gone(self, text: str) -> Execution[Any] | None:
        """Submits the failing execution that writes all memory of the device."""
        live = [each for each in find_live(self._memory) if not each.tracked.bar & DELETED]
        frozen = [each.tracked for each in live if each.tracked.bar & FROZEN]
        for tracked in frozen:
            tracked.bar &= ~FROZEN
        try:
            regions = [whole_region(each, each.tracked.nbytes) for each in live]
            return self._mark(text, [(region, False) for region in regions])
        finally:
            for tracked in frozen:
                tracked.bar |= FROZEN

    def _mark(self, text: str, writes: Writes) -> Execution[Any] | None:
        """Submits an execution that fails with that error; None if the runtime has ended."""
        lane = self._lane = self._lane or self._open_lane()
        frame = sys._getframe()
        call = ((), tuple(writes), Mark("loss", text), frame.f_code, frame.f_lasti, None)
        submit: Callable[[], Execution[Any] | None] = partial(
            lane._track.post, (0, (), ""), None, *call
        )
        if not isinstance(lane, WatchedLane) or not lane.queue.can_issue():
            return submit()
        return lane.watch.submit(lane, ((), ()), "loss", frame, submit)  # nobody's access

    def _open_lane(self) -> Lane:
        engine, name = self._engine, f"{self._loss.name}/lost"
        with engine.lock:
            timeline = Timeline(engine.next_index(), native=engine.core)
            nowhere = cast("DispatchedDevice", Nowhere(name))
            queue = DispatchedQueue(engine, nowhere, FailingQueue, name, timeline)
            watched = engine.watch is not None
            lane = WatchedLane(engine, queue, self._space) if watched else Lane(engine, queue)
            lane.internal = True
            engine.lanes.append(lane)
        return lane


class Recoverable(Protocol):
    """A device that may come back."""

    @property
    def loss(self) -> Loss | None:
        """Its loss."""
        ...

    def recover(self) -> object:
        """Makes it work again; see `streamrt.backend.RecoveringDevice`."""
        ...

    def begin_epoch(self, failed: int) -> None:
        """Lets it work again. Under the runtime's lock."""
        ...


class Nowhere:
    """The device of the queue in which every launch fails."""

    failed = 0

    def __init__(self, name: str) -> None:
        self.name: str = name
        self.loss: Loss = Loss(name)
        self.plans: Nowhere = self
        self.handles: dict[int, int] = {}

    def can_wait_on(self, timeline: int) -> bool:
        """Returns False: it waits for nothing."""
        del timeline
        return False


class Mark(NamedTuple):
    """The subject of an execution that stands for a loss. Nobody has to be told of its failure."""

    name: str
    text: str

    def _failure(self, what: str, code: int, node: int) -> DeviceLostError:
        del what, code, node
        error = DeviceLostError(self.text)
        error._is_told = True
        return error


class FailingQueue:
    """A queue in which every launch fails at once."""

    def __init__(self, name: str, timeline: Timeline) -> None:
        del name
        self._timeline = timeline

    def submit(self, commands: Sequence[Command]) -> None:
        """See `streamrt.backend.Queue`, also for `close`."""
        for command in commands:
            if isinstance(command, Launch) and self._timeline.start(command.cell):
                self._timeline.finish(command.cell, 1)

    def close(self, timeout: float) -> bool:
        """Ends it; nothing is ever in it."""
        del timeout
        return True
