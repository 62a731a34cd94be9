"""The functions of OpenCL that the backend calls, by ctypes. Each raises for an error.

"The OpenCL Specification", version 2.0, has the functions; its header cl.h has the numbers.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

_P, _U, _B, _Z = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_uint64, ctypes.c_size_t
_TEXT = ctypes.c_char_p
_CHECKED: dict[str, tuple[Any, ...]] = {
    "clGetPlatformIDs": (_U, _P, _P),
    "clGetDeviceIDs": (_P, _B, _U, _P, _P),
    "clGetDeviceInfo": (_P, _U, _Z, _P, _P),
    "clBuildProgram": (_P, _U, _P, _TEXT, _P, _P),
    "clGetProgramBuildInfo": (_P, _P, _U, _Z, _P, _P),
    "clGetKernelWorkGroupInfo": (_P, _P, _U, _Z, _P, _P),
    "clSetKernelArg": (_P, _U, _Z, _P),
    "clSetKernelArgSVMPointer": (_P, _U, _P),
    "clEnqueueNDRangeKernel": (_P, _P, _U, _P, _P, _P, _U, _P, _P),
    "clEnqueueSVMMemcpy": (_P, _U, _P, _P, _Z, _U, _P, _P),
    "clSetEventCallback": (_P, ctypes.c_int32, _P, _P),
    "clReleaseCommandQueue": (_P,),
    "clReleaseProgram": (_P,),
    "clReleaseKernel": (_P,),
    "clReleaseEvent": (_P,),
    "clFlush": (_P,),
}
_MAKING: dict[str, tuple[Any, ...]] = {  # they return what they make, and write a code
    "clCreateContext": (_P, _U, _P, _P, _P),
    "clCreateCommandQueueWithProperties": (_P, _P, _P),
    "clCreateProgramWithSource": (_P, _U, _P, _P),
    "clCreateKernel": (_P, _TEXT),
}
SVM, SVM_FINE = (
    1 << 0,
    1 << 1,
)  # of CL_DEVICE_SVM_CAPABILITIES: coarse-grained, fine-grained buffers
_UNITS, _CAPABILITIES, _BUILD_LOG, _GROUP = 0x1002, 0x1053, 0x1183, 0x11B0


class CLError(Exception):
    """A function of OpenCL returned an error.

    Attributes:
        code: the error, negative.
    """

    def __init__(self, name: str, code: int) -> None:
        super().__init__(f"{name} returned {code}")
        self.code: int = code


class Library:
    """The OpenCL library of the system: a loader, or a driver."""

    def __init__(self) -> None:
        """Loads it.

        Raises:
            OSError: there is none.
        """
        self.native: Any = ctypes.CDLL("libOpenCL.so.1")
        for name, types in _CHECKED.items():
            getattr(self.native, name).argtypes = types
        for name, types in _MAKING.items():
            function = getattr(self.native, name)
            function.argtypes, function.restype = (*types, _P), _P
        alloc, free = self.native.clSVMAlloc, self.native.clSVMFree
        alloc.argtypes, alloc.restype = (_P, _B, _Z, _U), _P
        free.argtypes, free.restype = (_P, _P), None

    def call(self, name: str, *arguments: object) -> None:
        """Calls a function that returns a code."""
        code: int = getattr(self.native, name)(*arguments)
        if code:
            raise CLError(name, code)

    def make(self, name: str, *arguments: object) -> int:
        """Calls a function that returns what it makes."""
        code = ctypes.c_int32()
        made: int | None = getattr(self.native, name)(*arguments, ctypes.byref(code))
        if made is None or code.value:
            raise CLError(name, code.value)
        return made

    def address(self, name: str) -> int:
        """Returns the address of a function."""
        return ctypes.cast(getattr(self.native, name), _P).value or 0

    def devices(self) -> list[int]:
        """Returns the devices of the first platform that has some with both kinds of memory."""
        count, places = _U(), (_P * 16)()
        self.call("clGetPlatformIDs", 16, places, ctypes.byref(count))
        for platform in places[: count.value]:
            found = (_P * 64)()
            all_kinds = 0xFFFFFFFF
            # A platform without devices returns an error.
            if not self.native.clGetDeviceIDs(platform, all_kinds, 64, found, ctypes.byref(count)):
                fit = [d for d in found[: count.value] if d and self._has_memory(d)]
                if fit:
                    return fit
        return []

    def _has_memory(self, device: int) -> bool:
        return self._number(device, _CAPABILITIES, _B) & (SVM | SVM_FINE) == SVM | SVM_FINE

    def units(self, device: int) -> int:
        """Returns the number of compute units of a device."""
        return self._number(device, _UNITS, _U)

    def _number(self, device: int, what: int, kind: Callable[[], Any]) -> int:
        found = kind()
        self.call("clGetDeviceInfo", device, what, ctypes.sizeof(found), ctypes.byref(found), None)
        return int(found.value)

    def build_log(self, program: int, device: int) -> str:
        """Returns the messages of the compiler."""
        text = ctypes.create_string_buffer(1 << 16)
        self.call("clGetProgramBuildInfo", program, device, _BUILD_LOG, len(text), text, None)
        return text.value.decode(errors="replace").strip()

    def most_threads(self, kernel: int, device: int) -> int:
        """Returns the most work-items of a work-group of a kernel."""
        found = _Z()
        size = ctypes.sizeof(found)
        where = ctypes.byref(found)
        self.call("clGetKernelWorkGroupInfo", kernel, device, _GROUP, size, where, None)
        return int(found.value)
