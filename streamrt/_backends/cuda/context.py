"""The primary context of one GPU, and its attributes.

CuPy, PyTorch and the CUDA runtime use the same context, so memory and streams can be shared with
them. It belongs to the process, and each user retains it ("Primary Context Management").
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from streamrt._backends.cuda.driver import Driver

# CUdevice_attribute
_MULTIPROCESSORS, _MAJOR, _MINOR, _HAS_POOLS = 16, 75, 76, 115


class Context:
    """The primary context of one GPU, retained until `release`.

    Attributes:
        driver: the driver.
        index: the number of the GPU, as the driver counts.
        device: its CUdevice.
        handle: its CUcontext.
        multiprocessors: how many the GPU has.
        architecture: what code for it is compiled for, as in `sm_90`.
        has_pools: whether it has memory pools.
    """

    def __init__(self, driver: Driver, index: int) -> None:
        """Retains the context.

        Raises:
            DriverError: the driver refuses.
        """
        self.driver: Driver = driver
        self.index: int = index
        self.device: int = driver.number("cuDeviceGet", index)
        self.multiprocessors: int = self._attribute(_MULTIPROCESSORS)
        self.architecture: str = f"sm_{self._attribute(_MAJOR)}{self._attribute(_MINOR)}"
        self.has_pools: bool = bool(self._attribute(_HAS_POOLS))
        self.handle: int = driver.new("cuDevicePrimaryCtxRetain", self.device)

    def _attribute(self, number: int) -> int:
        return self.driver.number("cuDeviceGetAttribute", number, self.device)

    @contextmanager
    def current(self) -> Generator[Driver]:
        """Makes it this thread's context in a block, and then again the one that was before."""
        driver = self.driver
        before = driver.new("cuCtxGetCurrent")
        if before == self.handle:
            yield driver
            return
        driver.call("cuCtxSetCurrent", self.handle)
        try:
            yield driver
        finally:
            driver.result("cuCtxSetCurrent", before or None)

    def release(self) -> None:
        """Gives the context back; nothing of this runtime's may be in it any more."""
        self.driver.call("cuDevicePrimaryCtxRelease", self.device)
