"""A simulated device and its queues, as the contract of a backend describes them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING

from streamrt._backends.sim.hardware import Call, Hardware, LoadedPlan, Observer
from streamrt._backends.sim.memory import HostSpace, Space
from streamrt._backends.sim.queues import Engines, Work
from streamrt._core.commands import Command
from streamrt._core.program import MOST_TURNS, SOME_TURNS, ProgramLoop
from streamrt._native.host_loop import HostLoop
from streamrt._native.host_plan import HostPlan
from streamrt._native.timeline import Timeline
from streamrt.errors import DeviceLostError

if TYPE_CHECKING:
    from streamrt.backend import BeginCall, Plan


class SimQueue:
    """A queue of a simulated device. Nothing in it runs until somebody calls `advance`."""

    def __init__(
        self,
        device: SimDevice,
        engines: Engines,
        name: str,
        timeline: Timeline,
        begin: BeginCall | None = None,
    ) -> None:
        self.timeline: Timeline = timeline
        self._device = device
        self._hardware = device.hardware
        self._machine = device.hardware.machine
        self._lock = device.hardware.lock
        self._queue = self._machine.open_queue(engines, name, timeline)
        if begin is not None:
            self._hardware.calls[self._queue] = begin

    def submit(self, commands: Sequence[Command]) -> None:
        with self._lock:
            lost = self._device.lost
            if lost is not None and self.timeline.lost is None:
                raise DeviceLostError(f"submit to {self._queue.name}: {lost}")
            self._machine.submit(self._queue, commands)

    @property
    def taken(self) -> int:
        """The number of batches that it was given."""
        return self._queue.taken

    def advance(self) -> bool:
        return self._hardware.step()

    def rename(self, name: str) -> None:
        """Gives it another name, under which the trace shows its commands from now on."""
        with self._lock:
            self._queue.name = name

    def now(self) -> int:
        return self._machine.now

    def drop(self) -> None:
        """Drops its commands; it runs nothing any more. Under the lock."""
        self._machine.drop(self._queue)

    def close(self, timeout: float) -> bool:
        deadline = time.monotonic() + timeout
        while self._queue.batches:
            if not self.advance() or time.monotonic() > deadline:
                break
        with self._lock:
            if self._queue.batches:
                return False
            if self in self._device.queues:
                self._device.queues.remove(self)
            self._hardware.calls.pop(self._queue, None)
        return True


class SimDevice:
    """One simulated device.

    Attributes:
        name: its name, as in `sim:0`.
        queues: the open queues.
        lost: the reason why it was lost, or None.
    """

    runs = "cpu"

    def __init__(
        self,
        hardware: Hardware,
        engines: Engines,
        name: str,
        memory: int | None,
        *,
        host_memory: bool = False,
    ) -> None:
        self.host_sees: bool = host_memory
        self.sees_host: bool = host_memory
        self.hardware: Hardware = hardware
        self.engines: Engines = engines
        self.name: str = name
        self.queues: list[SimQueue] = []
        self.lost: str | None = None
        space = HostSpace if host_memory else Space
        self._space = space(hardware.core, name, engines.number, memory)
        hardware.devices[engines.number] = self
        hardware.spaces[engines.number] = self._space

    def alloc(self, nbytes: int) -> int:
        with self.hardware.lock:
            return self._space.alloc(nbytes)

    def free(self, address: int) -> None:
        with self.hardware.lock:
            self._space.free(address)

    def load(self, plan: Plan) -> int:
        work = Work(plan.kernel, copies=False, ns=self.hardware.costs.of_kernel(plan))
        loaded = LoadedPlan(HostPlan.load(plan), work)
        loaded.is_kernel = True
        loaded.pass_over([nbytes == 0 for nbytes in plan.sizes])
        return self.hardware.add(loaded)

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        del grain  # one thread runs it all
        standard = HostPlan.load_standard(name, words, extent)
        rank, itemsize, *extents = words
        nbytes = itemsize * prod(extents[:rank])
        costs = self.hardware.costs
        work = Work(name, copies=name == "copy", ns=costs.of_bytes(nbytes))
        plan = LoadedPlan(standard, work)
        plan.only_here = name == "fill"
        plan.transfer = work._replace(ns=costs.of_transfer(nbytes))
        if not nbytes:
            plan.pass_over([True] * len(plan.addresses))
        return self.hardware.add(plan)

    def load_loop(self, loop: ProgramLoop) -> int:
        hardware = self.hardware
        turns = loop.turns if loop.turns < MOST_TURNS else SOME_TURNS
        sides = (loop.body, loop.other)
        ns = turns * max(sum(hardware.cost_of(step.plan) for step in side) for side in sides)
        kind = "if" if loop.turns == 1 and loop.flag else "while" if loop.flag else "repeat"
        plan = LoadedPlan(HostLoop(loop, hardware.call_step), Work(kind, copies=False, ns=ns))
        plan.is_kernel = True
        return hardware.add(plan)

    def unload(self, plan: int) -> None:
        self.hardware.remove(plan)

    def can_wait_on(self, timeline: int) -> bool:
        with self.hardware.lock:
            return self.hardware.machine.knows(timeline)

    def open_queue(self, name: str, timeline: Timeline) -> SimQueue:
        with self.hardware.lock:
            queue = SimQueue(self, self.engines, name, timeline)
            self.queues.append(queue)
            return queue

    def open_host_queue(self, name: str, timeline: Timeline, begin: BeginCall) -> SimQueue:
        host = Engines(self.engines.index)  # a thread, which waits for no other
        with self.hardware.lock:
            queue = SimQueue(self, host, name, timeline, begin)
            self.queues.append(queue)
            return queue

    def load_call(self, name: str) -> int:
        return self.hardware.add(Call(name, self.hardware.costs.call))

    def observe(self, observer: Observer) -> None:
        """Has a function told, from now on, what each kernel changes in the device's memory.

        Args:
            observer: the function. It is called under the machine's lock, so it calls nobody.
        """
        with self.hardware.lock:
            self.hardware.observers[self.engines.number] = observer

    def close(self) -> None:
        with self.hardware.lock:
            self.hardware.observers.pop(self.engines.number, None)
            if self.hardware.devices.get(self.engines.number) is self:
                del self.hardware.devices[self.engines.number]

    def lose(self, reason: str) -> None:
        """Stops the device for good: the timelines of its queues are lost."""
        with self.hardware.lock:
            if self.lost is None:
                self.lost = reason
            queues = list(self.queues)
            for queue in queues:
                queue.drop()
        for queue in queues:  # not under the lock, because their owners may submit elsewhere
            queue.timeline.lose(reason)
