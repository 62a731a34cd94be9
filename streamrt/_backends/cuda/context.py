"""The primary context of one GPU, and its attributes.

CuPy, PyTorch and the CUDA runtime use the same context, so memory and streams can be shared with
them. It belongs to the process, and each user retains it ("Primary Context Management").
"""

from __future__ import annotations

import ctypes
import threading
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
        self.handle: int = 0
        self._switched: set[int] = set()  # the threads whose context it is for a moment
        self._place = ctypes.c_uint64(0)  # of the handle, until that is given back
        try:
            driver.call("cuDevicePrimaryCtxRetain", ctypes.byref(self._place), self.device)
            self.handle = self._place.value
        except BaseException:
            self.release()
            raise

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
        self._switched.add(threading.get_ident())
        try:
            driver.call("cuCtxSetCurrent", self.handle)
            yield driver
        finally:
            driver.result("cuCtxSetCurrent", before or None)
            self._switched.discard(threading.get_ident())

    def release(self) -> None:
        """Gives the context back, once; nothing of this runtime's may be in it any more."""
        driver = self.driver
        if threading.get_ident() in self._switched:  # an interrupt kept this thread in it
            driver.result("cuCtxSetCurrent", None)
        release = driver.function("cuDevicePrimaryCtxRelease")
        if self._place.value:
            self._place.value = 0
            code = release(self.device)
            driver.check("cuDevicePrimaryCtxRelease", code)
