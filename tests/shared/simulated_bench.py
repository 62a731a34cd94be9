"""A simulator with its devices, as the tests of the simulator drive it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from shared.contract_streams import Stream
from shared.trial_kernels import axpy

from streamrt._backends.sim.device import SimDevice
from streamrt._compile.kernel import Kernel
from streamrt._compile.signatures.layout import Layout
from streamrt.testing import Costs, Simulator

COSTS = Costs(launch=10, memory=4, link=1, latency=100, kernels={"count": 50})
N = 16  # floats in most blocks
ONE = int.from_bytes(np.float32(1).tobytes(), "little")


class Bench:
    """A simulator with its devices, and short ways to use them."""

    def __init__(self, seed: int | None = 0, devices: int = 1, **options: Any) -> None:
        self.sim = Simulator(seed, costs=COSTS, **options)
        self.devices: list[SimDevice] = [self.sim.open(index) for index in range(devices)]
        self.streams: list[Stream] = []

    def stream(self, device: int = 0) -> Stream:
        number = len(self.streams) + 1
        stream = Stream(self.devices[device], f"sim:{device}/s{number}", number)
        self.streams.append(stream)
        return stream

    def kernel(self, kernel: Kernel, *layouts: tuple[str, int], device: int = 0) -> int:
        plan = kernel.plan([Layout(None, np.dtype(d), (n,)) for d, n in layouts])
        return self.devices[device].load(plan)

    def axpy(self, device: int = 0, n: int = N) -> int:
        return self.kernel(axpy, ("f4", n), ("f4", n), device=device)

    def copy(self, nbytes: int = 4 * N, device: int = 0) -> int:
        words = (1, 1, nbytes, 1, 1)
        return self.devices[device].load_standard("copy", words, nbytes, nbytes)

    def drain(self) -> None:
        for stream in self.streams:
            while stream.advance():
                pass

    def read(
        self, address: int, dtype: str = "f4", n: int = N, device: int = 0
    ) -> NDArray[np.generic]:
        """The contents at an address of a device, after all that was submitted."""
        self.drain()
        host = np.zeros(n, dtype)
        stream = self.stream(device)
        stream.launch(self.copy(host.nbytes, device), host.ctypes.data, address)
        self.drain()
        return host


def fill_plan(device: SimDevice, n: int = 1) -> int:
    return device.load_standard("fill", (1, 4, n, 4), n, n)
