"""The memory of a device of OpenCL: buffers of shared virtual memory."""

from __future__ import annotations

from streamrt._backends.opencl.context import ClContext

__all__ = ["SvmMemory"]

_READ_WRITE, _FINE = 1 << 0, 1 << 10  # CL_MEM_READ_WRITE, CL_MEM_SVM_FINE_GRAIN_BUFFER
MOST = 1 << 46
"""More bytes than any machine has. Some drivers take such sizes and fail later."""


class SvmMemory:
    """The buffers of one device, coarse-grained, and fine-grained ones for the host."""

    def __init__(self, context: ClContext) -> None:
        """Takes the context that they are made in."""
        self._context = context

    def alloc(self, nbytes: int) -> int:
        """Returns the address of a new buffer; 0 if there is none."""
        return self._new(_READ_WRITE, nbytes)

    def alloc_host(self, nbytes: int) -> int:
        """Returns the address of a new buffer that the host uses, too; 0 if there is none."""
        return self._new(_READ_WRITE | _FINE, nbytes)

    def _new(self, flags: int, nbytes: int) -> int:
        if nbytes > MOST:
            return 0
        return self._context.library.alloc(self._context.handle, flags, nbytes)

    def free(self, address: int) -> None:
        """Frees a buffer, which no submitted work uses any more."""
        self._context.library.free(self._context.handle, address)

    free_host = free

    def look(self) -> None:
        """Notices nothing: no call tells whether a device is lost."""

    def forget(self) -> None:
        """Does nothing; nobody else knows the buffers."""

    def close(self) -> None:
        """Does nothing, after all buffers were freed."""
