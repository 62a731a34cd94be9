"""A simulator whose devices work in the host's memory: in any order, and on wrapped arrays."""

from __future__ import annotations

from streamrt._backends.sim.device import SimDevice
from streamrt._backends.sim.memory import Space
from streamrt.testing import Simulator


class _OnHost(SimDevice):
    host_memory = True

    def alloc(self, nbytes: int) -> int:
        return self.hardware.core.allocate(max(1, nbytes))

    def free(self, address: int) -> None:
        self.hardware.core.release(address)


def _as_it_is(address: int, here: Space, only_here: bool) -> int:
    del here, only_here
    return address


class HostSimulator(Simulator):
    """Simulated devices that use the host's memory as it is, and check no address."""

    def open(self, index: int) -> SimDevice:
        device = super().open(index)
        device.__class__ = _OnHost
        device.hardware._real = _as_it_is  # type: ignore[method-assign]
        return device
