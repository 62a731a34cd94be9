"""One device of OpenCL as its driver knows it, in a context with the others of its platform.

Devices of one platform share a context, so that each may use the memory of the others in copies.
Memory is shared virtual memory in whole buffers: an address and an offset into the buffer are what
kernels get, as on other devices. The host's side of copies, and the words in which kernels report,
are fine-grained: both sides see them without a call of the driver.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable

from streamrt._backends.gpu.contexts import DriverContext, DriverError
from streamrt._backends.opencl.library import (
    Library,
    Shared,
    error_of,
    spell,
)
from streamrt._native.loss import Loss
from streamrt.errors import BackendNotFoundError

__all__ = ["ClContext"]

# cl_device_info
_TYPE, _UNITS, _MOST_ARGUMENTS, _LOCAL_BYTES = 0x1000, 0x1002, 0x1017, 0x1023
_EXTENSIONS, _SHARED_MEMORY, _FLOATS = 0x1030, 0x1053, 0x101B
_IN_BUFFERS, _FINE_BUFFERS = 1, 2  # of the capabilities of shared memory
_OUT_OF_HOST_MEMORY = -6
_CPU = 2  # CL_DEVICE_TYPE_CPU
_ROUNDED_QUOTIENTS = 1 << 7  # CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT
FOR_A_CORE = 256
"""The multiprocessors that a core of a CPU counts as. It runs one work-item after the other, and
each that strides over the elements walks through all memory."""
_sharing = threading.Lock()  # for the contexts of platforms


class ClContext(DriverContext):
    """A device, whose platform's context is retained until `release`.

    Attributes:
        library: OpenCL's functions.
        loss: the loss of the device.
        device: its cl_device_id.
        handle: its cl_context.
        multiprocessors: its compute units; of a CPU, FOR_A_CORE times as many.
        architecture: what code for it is compiled for: its name and its driver's.
        argument_bytes: the most bytes of the parameters of a kernel.
        local_bytes: the most bytes of __local memory of a work-group.
        has_f64: whether kernels may have doubles.
        rounds: whether quotients and roots of floats can be rounded correctly.
    """

    def __init__(
        self, library: Library, index: int, loss: Loss, ends: Callable[[int], int]
    ) -> None:
        """Retains the context.

        Args:
            library: OpenCL's functions.
            index: the number of the device, over all platforms.
            loss: the loss of the device.
            ends: says whether a result ends the device; see driver.h.

        Raises:
            BackendNotFoundError: the device lacks what streamrt needs.
            DriverError: the driver refuses.
        """
        super().__init__(loss, ends)
        self.library: Library = library
        self._platform, self.device = library.devices()[index]
        self.architecture: str = library.described()[index]
        self._check()
        each = FOR_A_CORE if self._number(_TYPE) & _CPU else 1
        self.multiprocessors: int = each * (self._number(_UNITS) & 0xFFFFFFFF)
        self.argument_bytes: int = self._number(_MOST_ARGUMENTS)
        self.local_bytes: int = self._number(_LOCAL_BYTES)
        self.has_f64: bool = "cl_khr_fp64" in self._text(_EXTENSIONS).split()
        self.rounds: bool = bool(self._number(_FLOATS) & _ROUNDED_QUOTIENTS)
        self._shared: Shared | None = None
        self.handle: int = self._retained()
        self.loss.tell(self._leave)

    def _number(self, what: int) -> int:
        return self.library.number("clGetDeviceInfo", self.device, what)

    def _text(self, what: int) -> str:
        return self.library.text("clGetDeviceInfo", self.device, what)

    def _check(self) -> None:
        """Refuses a device without the shared memory that streamrt's is."""
        try:
            has = self._number(_SHARED_MEMORY)
        except DriverError:  # older than OpenCL 2.0
            has = 0
        if not has & _IN_BUFFERS or not has & _FINE_BUFFERS:
            grain = "" if not has & _IN_BUFFERS else "fine-grained "
            raise BackendNotFoundError(
                f"open {self.loss.name}: {self.architecture}, has no {grain}shared virtual memory, "
                "of which streamrt's buffers are; use another driver or device"
            )

    def _retained(self) -> int:
        contexts = self.library.contexts
        with _sharing:
            shared = contexts.get(self._platform)
            if shared is None or shared.is_lost:
                peers = [each for of, each in self.library.devices() if of == self._platform]
                devices = (ctypes.c_void_p * len(peers))(*peers)
                made = self.library.new("clCreateContext", None, len(peers), devices, None, None)
                shared = contexts[self._platform] = Shared(made)
            shared.users += 1
            self._shared = shared
            return shared.handle

    def _leave(self) -> None:
        """Leaves the context to those that have it, because a device in it is lost."""
        if self._shared is not None:
            self._shared.is_lost = True

    def spell(self, code: int) -> str:
        """Returns a result as people know it, as in `CL_OUT_OF_RESOURCES (-5)`."""
        return spell(code)

    def no_memory(self) -> DriverError:
        """Returns the error of memory of the host that is not there."""
        return error_of("clSVMAlloc", _OUT_OF_HOST_MEMORY)

    def finish(self) -> None:
        """Waits for nothing: each queue has waited for what it was given when it ended."""

    def release(self) -> None:
        """Gives the context back, once; nothing of this runtime's may be in it any more."""
        with _sharing:
            shared, self._shared = self._shared, None
            if shared is None:
                return
            shared.users -= 1
            if shared.users:
                return
            if self.library.contexts.get(self._platform) is shared:
                del self.library.contexts[self._platform]
            self.library.call("clReleaseContext", shared.handle)
