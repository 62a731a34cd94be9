"""The primary context of one GPU, and its attributes.

CuPy, PyTorch and the CUDA runtime use the same context, so memory and streams can be shared with
them. It belongs to the process, and each user retains it ("Primary Context Management").

While a thread of another library records a graph, calls such as cuMemAlloc are refused to all other
threads, and spoil the record. It is not so in the mode "relaxed", which is for calls that have
nothing to do with the record (cuThreadExchangeStreamCaptureMode). All calls here are such calls.

A call that fails either says that the device is lost, or is refused. What is refused when it is
given back stays with the driver until the process ends: that is an error of nobody who waits.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager

from streamrt._backends.cuda.driver import OUT_OF_MEMORY, Driver
from streamrt._backends.gpu.contexts import DriverContext, DriverError
from streamrt._native.loss import Loss

# CUdevice_attribute
_MULTIPROCESSORS, _MAJOR, _MINOR, _HAS_POOLS = 16, 75, 76, 115
_RELAXED = 2  # CU_STREAM_CAPTURE_MODE_RELAXED


class Context(DriverContext):
    """The primary context of one GPU, retained until `release`.

    Attributes:
        driver: the driver.
        loss: the loss of the device.
        index: the number of the GPU, as the driver counts.
        device: its CUdevice.
        handle: its CUcontext.
        multiprocessors: how many the GPU has.
        architecture: what code for it is compiled for, as in `sm_90`.
        has_pools: whether it has memory pools.
    """

    def __init__(self, driver: Driver, index: int, loss: Loss, ends: Callable[[int], int]) -> None:
        """Retains the context.

        Args:
            driver: the driver, which is initialised.
            index: the number of the GPU, as the driver counts.
            loss: the loss of the device.
            ends: says whether a CUresult ends the device; see driver.h.

        Raises:
            DriverError: the driver refuses.
        """
        super().__init__(loss, ends)
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
        """Makes it this thread's context in a block, and then again the one that was before.

        The thread is relaxed in the block, and then again in the mode in which it was before.
        """
        driver, mode = self.driver, ctypes.c_int(_RELAXED)
        before = driver.new("cuCtxGetCurrent")
        is_other = before != self.handle
        if is_other:
            self._switched.add(threading.get_ident())
        driver.result("cuThreadExchangeStreamCaptureMode", ctypes.byref(mode))
        try:
            if is_other:
                driver.call("cuCtxSetCurrent", self.handle)
            yield driver
        finally:
            driver.result("cuThreadExchangeStreamCaptureMode", ctypes.byref(mode))
            if is_other:
                driver.result("cuCtxSetCurrent", before or None)
                self._switched.discard(threading.get_ident())

    def spell(self, code: int) -> str:
        """Returns a CUresult as people know it."""
        return f"{self.driver.name_of(code)} ({code})"

    def no_memory(self) -> DriverError:
        """Returns the error of pinned memory that is not there."""
        return self.driver.error("cuMemHostAlloc", OUT_OF_MEMORY)

    def finish(self) -> None:
        """Waits for all that the context was given.

        Raises:
            DriverError: the device is lost.
        """
        with self.current() as driver:
            driver.call("cuCtxSynchronize")

    def took(self, name: str, code: int) -> None:
        """Notes the code that a function returned, one that gives something back to the driver.

        Raises:
            DriverError: it ends the device.
        """
        if code:
            error = self.driver.error(name, code)
            if self.ends(code):
                raise error
            self.note(error)

    def release(self) -> None:
        """Gives the context back, once; nothing of this runtime's may be in it any more."""
        driver = self.driver
        if threading.get_ident() in self._switched:  # an interrupt kept this thread in it
            driver.result("cuCtxSetCurrent", None)
        release = driver.function("cuDevicePrimaryCtxRelease")
        if self._place.value:
            self._place.value = 0
            code = release(self.device)
            self.took("cuDevicePrimaryCtxRelease", code)
