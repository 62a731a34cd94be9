"""A queue of a device of OpenCL: its command queue, which is in order, and marks in that."""

from __future__ import annotations

import ctypes
import time

from streamrt._backends.gpu.queue import PARTING, GpuQueue
from streamrt._backends.opencl.context import ClContext
from streamrt._native.core import CREDIT

__all__ = ["OpenCLQueue"]

_LOOK = 0.001  # seconds between two looks at callbacks that are about to come


class OpenCLQueue(GpuQueue):
    """A queue whose records are handed to a command queue of OpenCL."""

    _context: ClContext
    _command_queue = 0
    _stream = 0
    _marks: tuple[int, ...] = ()

    def make_stream(self) -> tuple[int, tuple[int, ...]]:
        context, core = self._context, self._core
        if not self._command_queue:
            properties = (ctypes.c_uint64 * 1)(0)
            self._command_queue = context.library.new(
                "clCreateCommandQueueWithProperties", context.handle, context.device, properties
            )
        if not self._stream:
            self._stream = core.new_cl_stream(context.library.calls, self._command_queue)
        while len(self._marks) < CREDIT:
            self._marks += (core.new_cl_mark(self._stream),)
        return self._stream, self._marks

    def part(self) -> bool:
        if self._stream:
            self._core.give_cl_stream_up(self._stream)
        return super().part()

    def give_back(self) -> bool:
        if not self._rests():  # the driver may come back to the stream, and to the queue
            self.is_abandoned = True
            return False
        return super().give_back()

    def end_stream(self) -> None:
        if self._command_queue:  # idle, unless an interrupt broke off the opening
            self._context.library.call("clFinish", self._command_queue)
        while self._marks:
            mark, self._marks = self._marks[-1], self._marks[:-1]
            self._core.drop_cl_mark(mark)
        if self._stream:
            stream, self._stream = self._stream, 0
            self._core.drop_cl_stream(stream)
        if self._command_queue:
            queue, self._command_queue = self._command_queue, 0
            self._context.library.call("clReleaseCommandQueue", queue)

    def _rests(self) -> bool:
        """Whether all callbacks have come; waits for them for a moment."""
        deadline = time.monotonic() + PARTING
        while self._stream and not self._core.cl_stream_rests(self._stream):
            if time.monotonic() > deadline:
                return False
            time.sleep(_LOOK)
        return True
