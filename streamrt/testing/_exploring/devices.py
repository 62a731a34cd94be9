"""The simulated devices of a world: one machine for all runtimes, in which faults strike."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from streamrt._backends.sim.costs import Costs
from streamrt._backends.sim.device import SimDevice
from streamrt._backends.sim.hardware import Hardware
from streamrt._backends.sim.queues import MachineQueue, Work
from streamrt._backends.sim.simulator import Simulator
from streamrt._core.commands import Launch
from streamrt._native.core import core
from streamrt.backend import Backend

MOST_EVENTS = 65536
_COSTS = Costs()


class Strikes(Protocol):
    """The faults that devices ask for."""

    def code(self, name: str) -> int:
        """Returns the error code with which a run of a kernel fails; 0 if it runs."""
        ...

    def work(self, work: Work) -> Work:
        """Returns the cost of a launch."""
        ...

    def alloc(self, device: SimDevice) -> bool:
        """Whether an allocation fails."""
        ...

    def lost(self, device: SimDevice) -> bool:
        """Whether a device is lost now."""
        ...

    def call(self, name: str) -> None:
        """Raises the error with which a host call fails, if it does."""
        ...


class WorldHardware(Hardware):
    """The hardware of a world.

    Attributes:
        faults: what strikes; None if nothing does.
    """

    def __init__(self) -> None:
        # With a choice, the machine offers what may run; the world takes its own steps.
        super().__init__(core(), _COSTS, lambda ready: 0, MOST_EVENTS, {})
        self.faults: Strikes | None = None

    def run(self, queue: MachineQueue, launch: Launch) -> int:
        """Runs a launch, or has it fail."""
        if self.faults is not None:
            code = self.faults.code(self.work_of(launch).name)
            if code:
                return code
        return super().run(queue, launch)

    def work(self, queue: MachineQueue, launch: Launch) -> Work:
        """Returns the cost of a launch, which may be slow."""
        work = super().work(queue, launch)
        return work if self.faults is None else self.faults.work(work)


class WorldDevice(SimDevice):
    """A device whose memory may be short."""

    def alloc(self, nbytes: int) -> int:
        """Returns the address of new memory, or 0."""
        hardware = self.hardware
        assert isinstance(hardware, WorldHardware)
        if hardware.faults is not None and hardware.faults.alloc(self):
            return 0
        return super().alloc(nbytes)


class StandIn(Simulator):
    """The devices of one kind on the machine of a world, in place of those of this machine."""

    _makes = WorldDevice

    def stand_on(self, hardware: WorldHardware) -> None:
        """Makes the devices those of a machine."""
        self._hardware = hardware

    def open(self, index: int) -> SimDevice:
        """Opens a device; another runtime may have another one of the same name open."""
        hardware = self._hardware
        assert hardware is not None
        with hardware.lock:
            used = hardware.devices.keys()
            number = next(n for n in range(len(used) + 1) if n not in used)
            return self._device(hardware, index, number)

    def count(self) -> int:
        """Returns the number of devices of a runtime that names none: one CPU."""
        return 1 if self.kind == "cpu" else 0


def stand_in(kind: str, given: Backend | None, hardware: WorldHardware) -> StandIn:
    """Returns the devices of a kind on a machine.

    Args:
        kind: the kind; `cpu` has host memory, others have memory of their own.
        given: the backend that a user gave; a Simulator says what its devices are like.
        hardware: the machine.
    """
    like = given if isinstance(given, Simulator) else _like(kind)
    found = object.__new__(StandIn)
    vars(found).update(vars(like))
    found.stand_on(hardware)
    hardware.costs = like.costs
    return found


@lru_cache(maxsize=64)
def _like(kind: str) -> Simulator:
    return Simulator(kind=kind, host_memory=kind == "cpu")
