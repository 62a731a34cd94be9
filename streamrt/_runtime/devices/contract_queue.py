"""Devices and queues of backends without native code, as lanes use them.

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
   timelines of the device reach their end, and its memory is never used again. Other devices are
   not affected.
4. If a handler raises inside a backend's own `submit`, nobody knows whether the queue took the
   batch, unless it counts in `taken`. So a device without that count is lost then.
"""

from __future__ import annotations

import struct
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from streamrt._compile.kernel import Plan
from streamrt._core.commands import Check, Command, Launch, Signal, Wait
from streamrt._core.finalizers import Inbox
from streamrt._core.tracking.hazards import Edges
from streamrt._interrupts import from_handler
from streamrt._native.loss import Loss
from streamrt._native.queue import CellStatus
from streamrt._native.timeline import NOTHING, Timeline
from streamrt._runtime.ending.losing import Losing
from streamrt.backend import (
    BackendDevice,
    BeginCall,
    HostingDevice,
    PinningDevice,
    Program,
    Queue,
    ReplayDevice,
    VirtualQueue,
)
from streamrt.errors import DeviceLostError

if TYPE_CHECKING:
    from streamrt._runtime.engine import Engine
    from streamrt._runtime.execution import Execution

Convert = Callable[[tuple[Any, ...]], tuple[int, ...]]
Batch = tuple[list[Wait], list[Command]]  # the waits that hold it, and the commands after them
Packed = tuple[int, tuple[int, ...], str]  # plan, argument slots and peer, as in `Launch`


# Memory of closed devices that arrays had shared. It is freed when another device is opened or
# closed, because a finalizer may not call a backend.
_left: Inbox[tuple[DispatchedDevice, int]] = Inbox()


def _free_left() -> None:
    for device, address in _left.taken():
        device.free(address)


class DispatchedDevice:
    """A device of the contract, whose queues are `DispatchedQueue`s."""

    calls_python = True

    def __init__(self, engine: Engine, device: BackendDevice, name: str) -> None:
        _free_left()
        self.name = name
        self.runs: str = device.runs
        self.host_sees, self.sees_host = device.host_sees, device.sees_host
        # Quicker than to look at the whole protocols.
        self.pins: bool = hasattr(device, "alloc_host")
        self.orders_calls: bool = hasattr(device, "open_host_queue")
        self.loss: Loss = Loss(name)
        self._losing = Losing(engine, self.loss)
        self._engine = engine
        self._device = device
        self._plans: dict[int, tuple[int, Convert]] = {}
        self._numbers = 0
        self._waits: dict[int, bool] = {}  # answers of `can_wait_on`
        self._calls: dict[str, int] = {}  # handles of host calls, by name

    def observe(self, observer: Callable[..., None]) -> bool:
        """Has a function told what each kernel changes; False if the backend cannot tell."""
        observe = getattr(self._device, "observe", None)
        if observe is not None:
            observe(observer)
        return observe is not None

    def alloc(self, nbytes: int) -> int:
        self.loss.check(f"allocate {nbytes} bytes on {self.name}")
        return self._device.alloc(nbytes)

    def free(self, address: int) -> None:
        if self.loss.reason is None:  # a lost device may still be writing
            self._device.free(address)

    def alloc_host(self, nbytes: int) -> int:
        """Returns new memory of the host, where the device `pins`."""
        self.loss.check(f"allocate {nbytes} bytes of the host for {self.name}")
        return cast(PinningDevice, self._device).alloc_host(nbytes)

    def free_host(self, address: int) -> None:
        """Gives memory of the host back, where the device `pins`."""
        if self.loss.reason is None:
            cast(PinningDevice, self._device).free_host(address)

    def releaser(self, address: int) -> Callable[[], object]:
        """Returns a finalizer that leaves memory to be freed later."""
        return partial(_left, (self, address))

    def load(self, plan: Plan) -> int:
        return self._add(self._device.load(plan), _packer(plan.slots))

    def load_packed(self, plan: Plan) -> int:
        """Loads a plan whose launches pass argument slots, instead of arguments."""
        return self._add(self._device.load(plan), tuple)

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        return self._add(self._device.load_standard(name, words, extent, grain), tuple)

    @property
    def can_replay(self) -> bool:
        """Whether it runs whole programs."""
        return hasattr(self._device, "instantiate")

    def instantiate(self, program: Program) -> int:
        """Returns a plan for a program whose steps have plans of this device."""
        device = cast(ReplayDevice, self._device)
        streams = tuple(
            tuple(replace(step, plan=self._plans[step.plan][0]) for step in steps)
            for steps in program.streams
        )
        return self._add(device.instantiate(Program(streams, program.bases)), tuple)

    def _add(self, handle: int, convert: Convert) -> int:
        self._numbers += 1
        self._plans[self._numbers] = (handle, convert)
        return self._numbers

    def unload(self, plan: int) -> None:
        handle, _ = self._plans.pop(plan)
        if self.loss.reason is None:
            self._device.unload(handle)

    def can_wait_on(self, timeline: int) -> bool:
        known = self._waits.get(timeline)
        if known is None:
            known = self._waits[timeline] = self._device.can_wait_on(timeline)
        return known

    def open_queue(self, name: str, timeline: Timeline) -> DispatchedQueue:
        return self._opened(name, timeline, self._device.open_queue)

    def open_host_queue(self, name: str, timeline: Timeline, begin: BeginCall) -> DispatchedQueue:
        """Opens the queue for the host calls of one stream."""
        open_queue = cast(HostingDevice, self._device).open_host_queue
        return self._opened(name, timeline, partial(open_queue, begin=begin))

    def call_plan(self, name: str) -> int:
        """Returns the backend's handle for calls of a function of that name."""
        if name not in self._calls:
            self._calls[name] = cast(HostingDevice, self._device).load_call(name)
        return self._calls[name]

    def _opened(
        self, name: str, timeline: Timeline, open_queue: Callable[[str, Timeline], Queue]
    ) -> DispatchedQueue:
        self.loss.check(f"open {name}")
        opened = open_queue(name, timeline)
        queue = DispatchedQueue(self._engine, self, opened, name, timeline)
        self._losing.add(queue)
        return queue

    def convert(self, plan: int, values: tuple[Any, ...], peer: str = "") -> Packed:
        """Returns the payload of a launch: the backend's handle, the argument slots, the peer.

        Raises:
            TypeError: a scalar does not convert.
        """
        handle, convert = self._plans[plan]
        return handle, convert(values), peer

    def close(self) -> None:
        _free_left()
        self._device.close()


class DispatchedQueue:
    """A queue of the contract, as a lane uses one."""

    is_native = False

    def __init__(
        self,
        engine: Engine,
        device: DispatchedDevice,
        queue: Queue,
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
        self.advance: Callable[[], bool] | None = None
        self.now: Callable[[], int] | None = None
        if hasattr(queue, "advance"):  # quicker than to look at the whole protocol
            virtual = cast(VirtualQueue, queue)
            self.advance, self.now = virtual.advance, virtual.now
        self._now = self.now or time.monotonic_ns
        self._engine = engine
        self._queue = queue
        self._counts = hasattr(queue, "taken")
        self._taken = 0  # the value of the last submission that was taken
        self._batches: deque[Batch] = deque()
        self._submitted = 0  # batches that the backend has
        self._returned: list[None] = []  # one element while the oldest batch was submitted
        self._awaited: Wait | None = None  # for which the oldest batch is held
        engine.core.set_limit(self.handle, timeline.limit)

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
        reason = list(self.timeline.reasons)[refused - 1]
        return DeviceLostError(f"{what}: {self.device.name} lost its work: {reason}")

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
        others: list[Wait] = []
        try:
            others = [wait for wait in waits if not self.device.can_wait_on(wait.queue)]
        except Exception as error:
            if from_handler(error):
                raise
            self.timeline.lose(f"it raised {type(error).__name__}: {error}")
        commands: list[Command] = [wait for wait in waits if wait not in others]
        if execution is None or packed is None:
            return others, [*commands, Signal()]
        CellStatus.from_address(execution.cell).submitted = self._now()
        commands += [Check(step.cell) for step in execution.checks]
        return others, [*commands, Launch(execution.cell, *packed)]

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

    def fail_pending(self, last: int, cells: Mapping[int, int]) -> None:
        """Drops the held batches after a loss, and ends the timeline."""
        del last, cells  # the timeline knows what was promised
        self._batches.clear()
        self.timeline.fail_all()

    def rename(self, name: str) -> None:
        """Takes the name of the stream that uses it from now on."""
        self.name = name
        rename = getattr(self._queue, "rename", None)
        if rename is not None:
            rename(name)

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

    def free(self) -> None:
        """Frees the timeline. Only after all queues that wait on it have ended."""
        self.timeline.close()
        self.handle = self.timeline.handle


def _packer(slots: str) -> Convert:
    """Returns a function that turns arguments into 8-byte slots, as integers.

    Args:
        slots: a `struct` format for each argument, padded to 8 bytes.
    """
    pack = struct.Struct("<" + slots).pack
    unpack = struct.Struct(f"<{struct.calcsize('<' + slots) // 8}Q").unpack

    def convert(values: tuple[Any, ...]) -> tuple[int, ...]:
        try:
            return unpack(pack(*values))
        except struct.error as error:
            raise TypeError(str(error)) from error

    return convert
