"""A real asynchronous backend in Python: a thread for each queue, memory the host must not touch.

It stands for devices that the native core knows nothing of. It does no waits itself, so the
runtime holds the work that waits; kernels are native code called in its threads.
"""

from __future__ import annotations

import ctypes
import itertools
import queue
import threading
from collections.abc import Sequence
from functools import partial
from typing import Literal, cast

from streamrt._compile.llvm.placed import Objects
from streamrt._native.core import core
from streamrt._native.host_loop import Stops
from streamrt._native.timeline import RESULT
from streamrt.backend import (
    Check,
    Command,
    HostLoop,
    HostPlan,
    Launch,
    LLVMCode,
    Plan,
    ProgramLoop,
    Recovered,
    Signal,
    Timeline,
    compile_object,
    elsewhere,
    shared_of,
)


class ThreadedQueue:
    def __init__(self, device: ThreadedDevice, name: str, timeline: Timeline) -> None:
        self.device = device
        self.timeline = timeline
        self._batches: queue.SimpleQueue[list[Command] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def submit(self, commands: Sequence[Command]) -> None:
        self._batches.put(list(commands))

    def _run(self) -> None:
        while (batch := self._batches.get()) is not None:
            for command in batch:
                self._do(command)

    def _do(self, command: Command) -> None:
        match command:
            case Check(cell):
                self.timeline.check(cell)
            case Launch(cell, plan, arguments):
                self.device.is_open.wait()
                if self.timeline.start(cell):
                    stops = partial(self.timeline.stops, cell)
                    self.timeline.finish(cell, self.device.run(plan, arguments, stops))
            case Signal():
                self.timeline.signal()
            case _:
                raise AssertionError(f"{command} is not for this device")

    def close(self, timeout: float) -> bool:
        self._batches.put(None)
        self._thread.join(timeout)
        return not self._thread.is_alive()


class ThreadedDevice:
    """A device; clearing `is_open` holds everything before its start."""

    runs = "cpu"
    host_sees = False
    sees_host = False
    queue = ThreadedQueue

    def __init__(self) -> None:
        self.is_open = threading.Event()
        self.is_open.set()
        self.queues: list[ThreadedQueue] = []
        self._plans: dict[int, HostPlan | HostLoop] = {}
        self._numbers = itertools.count()

    def alloc(self, nbytes: int) -> int:
        return core().allocate(nbytes)

    def free(self, address: int) -> None:
        core().release(address)

    def load(self, plan: Plan) -> int:
        return self._add(HostPlan.load(plan))

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        return self._add(HostPlan.load_standard(name, words, extent))

    def load_loop(self, loop: ProgramLoop) -> int:
        return self._add(HostLoop(loop, self.run))

    def _add(self, plan: HostPlan | HostLoop) -> int:
        number = next(self._numbers)
        self._plans[number] = plan
        return number

    def unload(self, plan: int) -> None:
        del self._plans[plan]

    def run(self, plan: int, arguments: Sequence[int], stops: Stops = None) -> int:
        found = self._plans[plan]
        if isinstance(found, HostLoop):
            return found.run(arguments, stops)
        return found.run(arguments)

    def can_wait_on(self, timeline: int) -> bool:
        return False

    def open_queue(self, name: str, timeline: Timeline) -> ThreadedQueue:
        opened = self.queue(self, name, timeline)
        self.queues.append(opened)
        return opened

    def close(self) -> None:
        pass


class ThreadedBackend:
    """The kind `threaded`, with two devices."""

    kind = "threaded"

    def __init__(self) -> None:
        self.devices: dict[int, ThreadedDevice] = {}

    def count(self) -> int:
        return 2

    def open(self, index: int) -> ThreadedDevice:
        device = self.devices[index] = ThreadedDevice()
        return device


# -- ahead: a device that is far away --------------------------------------------------------------

WINDOW = 256  # launches that have begun before the first of them ends


class AheadQueue(ThreadedQueue):
    """One thread begins launches in their order, a second one runs them."""

    def __init__(self, device: ThreadedDevice, name: str, timeline: Timeline) -> None:
        self._begun: queue.SimpleQueue[Launch | None] = queue.SimpleQueue()
        self._inside = 0  # launches that have begun and not ended
        self._changed = threading.Condition()
        self._runner = threading.Thread(target=self._run_begun, name=f"{name}.far", daemon=True)
        self._runner.start()
        super().__init__(device, name, timeline)

    def _do(self, command: Command) -> None:
        if not isinstance(command, Launch):
            self._until(0)  # a signal comes after all launches; a producer may be one of them
            super()._do(command)
            return
        self.device.is_open.wait()
        self._until(WINDOW - 1)
        if self.timeline.start(command.cell):
            with self._changed:
                self._inside += 1
            self._begun.put(command)

    def _until(self, inside: int) -> None:
        """Waits until no more launches than that are inside."""
        with self._changed:
            self._changed.wait_for(lambda: self._inside <= inside)

    def _run_begun(self) -> None:
        while (launch := self._begun.get()) is not None:
            stops = partial(self.timeline.stops, launch.cell)
            error = self.device.run(launch.plan, launch.arguments, stops)
            self.timeline.finish(launch.cell, error)
            with self._changed:
                self._inside -= 1
                self._changed.notify()

    def close(self, timeout: float) -> bool:
        if not super().close(timeout):
            return False
        self._begun.put(None)
        self._runner.join(timeout)
        return not self._runner.is_alive()


class AheadDevice(ThreadedDevice):
    queue = AheadQueue


class AheadBackend:
    """The kind `ahead`."""

    kind = "ahead"

    def count(self) -> int:
        return 2

    def open(self, index: int) -> AheadDevice:
        return AheadDevice()


# -- placed: a device that loads what others compiled ----------------------------------------------


class PlacedDevice(ThreadedDevice):
    """Plans are objects, by digest, with symbols in packed form, as in a process of its own."""

    def __init__(self) -> None:
        super().__init__()
        self._objects = Objects()
        self._images: dict[bytes, bytes] = {}
        self._digests: dict[int, bytes] = {}

    def load(self, plan: Plan) -> int:
        code, what = plan.code, f"load {plan.kernel} on a placed device"
        assert isinstance(code, LLVMCode)
        packed = elsewhere(code, what)
        for digest, each in {code.digest: code, **shared_of(code)}.items():
            if digest not in self._images:
                self._images[digest] = compile_object(each, name=plan.kernel)
        address = self._objects.acquire(code.digest, self._images, code.entry, packed, plan.kernel)
        number = self._add(HostPlan(address, plan.codes, plan.words, plan.extent))
        self._digests[number] = code.digest
        return number

    def unload(self, plan: int) -> None:
        super().unload(plan)
        if plan in self._digests:
            self._objects.release(self._digests.pop(plan))


class PlacedBackend:
    """The kind `placed`."""

    kind = "placed"

    def count(self) -> int:
        return 2

    def open(self, index: int) -> PlacedDevice:
        return PlacedDevice()


# -- packed: one that reports many ends at once ----------------------------------------------------


class PackedQueue(AheadQueue):
    """Signals before their turn, and ends all launches that have run meanwhile in one call."""

    def _do(self, command: Command) -> None:
        if isinstance(command, Signal):
            self.timeline.signal()
        else:
            super()._do(command)

    def _run_begun(self) -> None:
        taken: list[Launch | None] = []
        while None not in taken:
            taken = [self._begun.get()]
            while not self._begun.empty():  # nobody else takes from it
                taken.append(self._begun.get())
            errors = [
                self.device.run(one.plan, one.arguments, partial(self.timeline.stops, one.cell))
                for one in taken
                if one is not None
            ]
            self.timeline.advance(b"".join(RESULT.pack(error, 0, 0, 0) for error in errors))
            with self._changed:
                self._inside -= len(errors)
                self._changed.notify()


class PackedDevice(AheadDevice):
    queue = PackedQueue


class PackedBackend(AheadBackend):
    """The kind `packed`."""

    kind = "packed"

    def open(self, index: int) -> PackedDevice:
        return PackedDevice()


# -- recovering: a device that is lost and comes back ----------------------------------------------


class RecoveringQueue(ThreadedQueue):
    device: RecoveringDevice

    def _do(self, command: Command) -> None:
        if isinstance(command, Launch):
            self.device.is_open.wait()
            with self.device.busy:  # after a loss nothing starts
                self.device.count_launch()
                super()._do(command)
        else:
            super()._do(command)


class RecoveringDevice(ThreadedDevice):
    """A device that is lost at a launch that a test chooses, or by `lose`.

    Attributes:
        answers: what `recover` does, call by call: it returns this, raises it, or calls it. Then it
            returns what `memory` says.
        may_recover: an event; clearing it holds `recover`.
        left: how many launches begin before it is lost; -1 for no such loss.
    """

    queue = RecoveringQueue

    def __init__(self) -> None:
        super().__init__()
        self.memory: Literal["kept", "gone"] = "kept"
        self.answers: list[object] = []
        self.recoveries = 0
        self.may_recover = threading.Event()
        self.may_recover.set()
        self.busy = threading.RLock()
        self.left = -1
        self._sizes: dict[int, int] = {}

    def alloc(self, nbytes: int) -> int:
        address = super().alloc(nbytes)
        self._sizes[address] = nbytes
        return address

    def free(self, address: int) -> None:
        del self._sizes[address]
        super().free(address)

    def unload(self, plan: int) -> None:
        if plan in self._plans:  # else it is of an earlier epoch
            super().unload(plan)

    def count_launch(self) -> None:
        if self.left == 0:
            self.lose("it fell off the bus")
        self.left -= 1

    def lose(self, reason: str) -> None:
        self.left = -1
        self.queues[-1].timeline.lose(reason)

    def recover(self) -> Recovered | None:
        self.recoveries += 1
        self.may_recover.wait()
        answer = self.answers.pop(0) if self.answers else Recovered(self.memory)
        if callable(answer):
            answer = answer()
        if isinstance(answer, BaseException):
            raise answer
        with self.busy:  # what had begun before the loss is over
            self._plans.clear()
            for each in self.queues:
                each.close(0)
            self.queues.clear()
            if isinstance(answer, Recovered) and answer.memory == "gone":
                for address, nbytes in self._sizes.items():
                    ctypes.memset(address, 0xA5, nbytes)
        return cast("Recovered | None", answer)


class RecoveringBackend:
    """The kind `recovering`."""

    kind = "recovering"

    def __init__(self, device: type[RecoveringDevice] = RecoveringDevice) -> None:
        self.devices: dict[int, RecoveringDevice] = {}
        self._device = device

    def count(self) -> int:
        return 2

    def open(self, index: int) -> RecoveringDevice:
        device = self.devices[index] = self._device()
        return device
