"""OpenCL's functions, called by ctypes: those of the loader of this machine, or of a test.

The loader finds the drivers, by the files in /etc/OpenCL/vendors or by OCL_ICD_FILENAMES. Where the
system has none, that of Intel's wheels (intel-opencl-rt) serves, which lies beside the interpreter.
The functions' manual is "The OpenCL Specification".
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from streamrt._backends.gpu.contexts import DriverError
from streamrt._core.finalizers import Inbox
from streamrt.errors import BackendNotFoundError

__all__ = ["CL_BROKEN", "CL_REFUSED", "INSTALL", "Library", "Shared", "spell"]

NAME = "libOpenCL.so.1"
INSTALL = (
    "install one: `apt-get install pocl-opencl-icd ocl-icd-libopencl1` (43 MB), or "
    "`pip install intel-opencl-rt intel-cmplr-lib-rt` (225 MB)"
)
CL_REFUSED, CL_BROKEN = 10_000, 20_000
"""The numbers of results in driver.h: minus an error, a call that returned it, and work that ended
in it."""

# The types of arguments, by letter: a pointer or handle, an address, a size or bit field, an int,
# an unsigned int, a text.
_TYPES: dict[str, Any] = {
    "P": ctypes.c_void_p,
    "A": ctypes.c_uint64,
    "N": ctypes.c_uint64,
    "i": ctypes.c_int,
    "u": ctypes.c_uint,
    "s": ctypes.c_char_p,
}
_FUNCTIONS = {
    "clGetPlatformIDs": "uPP",
    "clGetPlatformInfo": "PuNPP",
    "clGetDeviceIDs": "PNuPP",
    "clGetDeviceInfo": "PuNPP",
    "clReleaseContext": "P",
    "clReleaseCommandQueue": "P",
    "clFinish": "P",
    "clBuildProgram": "PuPsPP",
    "clGetProgramInfo": "PuNPP",
    "clGetProgramBuildInfo": "PPuNPP",
    "clReleaseProgram": "P",
    "clGetKernelInfo": "PuNPP",
    "clGetKernelWorkGroupInfo": "PPuNPP",
    "clSetKernelArg": "PuNP",
    "clSetKernelArgSVMPointer": "PuP",
    "clReleaseKernel": "P",
}
"""Functions that return an error."""

_MAKERS = {
    "clCreateContext": "PuPPP",
    "clCreateCommandQueueWithProperties": "PPP",
    "clCreateProgramWithSource": "PuPP",
    "clCreateProgramWithBinary": "PuPPPP",
    "clCreateKernel": "Ps",
}
"""Functions that return what they make, and write an error behind their arguments."""

_NATIVE = (
    *("clSetKernelArg", "clSetKernelArgSVMPointer", "clEnqueueNDRangeKernel", "clEnqueueSVMMemcpy"),
    *("clEnqueueMarkerWithWaitList", "clEnqueueBarrierWithWaitList", "clSetEventCallback"),
    *("clFlush", "clRetainEvent", "clReleaseEvent", "clGetEventInfo"),
)
"""The functions that native code calls, in the order of `cl_calls` in opencl.h."""

NAME_OF_DEVICE, VERSION_OF_DRIVER, VERSION_OF_DEVICE = 0x102B, 0x102D, 0x102F  # cl_device_info

_NAMES = {
    0: """SUCCESS DEVICE_NOT_FOUND DEVICE_NOT_AVAILABLE COMPILER_NOT_AVAILABLE
    MEM_OBJECT_ALLOCATION_FAILURE OUT_OF_RESOURCES OUT_OF_HOST_MEMORY PROFILING_INFO_NOT_AVAILABLE
    MEM_COPY_OVERLAP IMAGE_FORMAT_MISMATCH IMAGE_FORMAT_NOT_SUPPORTED BUILD_PROGRAM_FAILURE
    MAP_FAILURE MISALIGNED_SUB_BUFFER_OFFSET EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
    COMPILE_PROGRAM_FAILURE LINKER_NOT_AVAILABLE LINK_PROGRAM_FAILURE DEVICE_PARTITION_FAILED
    KERNEL_ARG_INFO_NOT_AVAILABLE""",
    30: """INVALID_VALUE INVALID_DEVICE_TYPE INVALID_PLATFORM INVALID_DEVICE INVALID_CONTEXT
    INVALID_QUEUE_PROPERTIES INVALID_COMMAND_QUEUE INVALID_HOST_PTR INVALID_MEM_OBJECT
    INVALID_IMAGE_FORMAT_DESCRIPTOR INVALID_IMAGE_SIZE INVALID_SAMPLER INVALID_BINARY
    INVALID_BUILD_OPTIONS INVALID_PROGRAM INVALID_PROGRAM_EXECUTABLE INVALID_KERNEL_NAME
    INVALID_KERNEL_DEFINITION INVALID_KERNEL INVALID_ARG_INDEX INVALID_ARG_VALUE INVALID_ARG_SIZE
    INVALID_KERNEL_ARGS INVALID_WORK_DIMENSION INVALID_WORK_GROUP_SIZE INVALID_WORK_ITEM_SIZE
    INVALID_GLOBAL_OFFSET INVALID_EVENT_WAIT_LIST INVALID_EVENT INVALID_OPERATION INVALID_GL_OBJECT
    INVALID_BUFFER_SIZE INVALID_MIP_LEVEL INVALID_GLOBAL_WORK_SIZE INVALID_PROPERTY
    INVALID_IMAGE_DESCRIPTOR INVALID_COMPILER_OPTIONS INVALID_LINKER_OPTIONS
    INVALID_DEVICE_PARTITION_COUNT INVALID_PIPE_SIZE INVALID_DEVICE_QUEUE INVALID_SPEC_ID
    MAX_SIZE_RESTRICTION_EXCEEDED""",
    1001: "PLATFORM_NOT_FOUND_KHR",
}
"""The names of errors, from minus that number on downwards."""


def spell(code: int) -> str:
    """Returns a result as people read it, as in `CL_OUT_OF_RESOURCES (-5)`."""
    base = CL_BROKEN if code >= CL_BROKEN else CL_REFUSED
    error = base - code
    name = "an error of the driver"
    for first, names in _NAMES.items():
        listed = names.split()
        if 0 <= -error - first < len(listed):
            name = f"CL_{listed[-error - first]}"
    ended = "work that ended with " if base == CL_BROKEN else ""
    return f"{ended}{name} ({error})"


@dataclass(slots=True, eq=False)
class Shared:
    """A context that devices of one platform share.

    Attributes:
        handle: its cl_context.
        users: how many devices have it.
        is_lost: whether a device in it was lost. Then the next one that is opened gets another.
    """

    handle: int
    users: int = 0
    is_lost: bool = False


class Library:
    """The functions of OpenCL, by name.

    Attributes:
        calls: the address of the functions that native code calls; the library keeps them.
        left: memory of closed devices that arrays had shared; see `Left`.
        contexts: the contexts of the platforms, by these: devices of one platform share one.
    """

    _loaded: ClassVar[Library | None] = None

    def __init__(self, library: ctypes.CDLL) -> None:
        """Takes a library that has the functions.

        Raises:
            BackendNotFoundError: one is missing, because the loader is older than OpenCL 2.
        """
        self.left: Inbox[tuple[Callable[[int], object], int]] = Inbox()
        self.contexts: dict[int, Shared] = {}
        self._library = library
        self._functions: dict[str, Any] = {}
        try:
            for name, letters in _FUNCTIONS.items():
                self._add(name, ctypes.c_int, letters)
            for name, letters in _MAKERS.items():
                self._add(name, ctypes.c_void_p, letters + "P")
            self._add("clSVMAlloc", ctypes.c_void_p, "PNNu")
            self._add("clSVMFree", None, "PP")
            addresses = [self._address(name) for name in _NATIVE]
        except AttributeError as error:
            raise BackendNotFoundError(
                f"load OpenCL: {error}; the loader is older than OpenCL 2.0, install a newer one"
            ) from error
        self._calls = (ctypes.c_uint64 * len(addresses))(*addresses)
        self.calls: int = ctypes.addressof(self._calls)

    def _add(self, name: str, result: Any, letters: str) -> None:
        prototype = ctypes.CFUNCTYPE(result, *map(_TYPES.__getitem__, letters))
        self._functions[name] = prototype(self._address(name))

    def _address(self, name: str) -> int:
        return ctypes.cast(getattr(self._library, name), ctypes.c_void_p).value or 0

    @classmethod
    def load(cls) -> Library:
        """Returns the loader of this machine.

        Raises:
            BackendNotFoundError: there is none, or it is too old.
        """
        if cls._loaded is None:
            cls._loaded = cls(_find())
        return cls._loaded

    def call(self, name: str, *arguments: Any) -> None:
        """Calls a function.

        Raises:
            DriverError: it failed.
        """
        code: int = self._functions[name](*arguments)
        if code:
            raise error_of(name, code)

    def new(self, name: str, *arguments: Any) -> int:
        """Calls a function that makes something; returns its handle.

        Raises:
            DriverError: it failed.
        """
        code = ctypes.c_int(0)
        made: int | None = self._functions[name](*arguments, ctypes.byref(code))
        if code.value or not made:
            raise error_of(name, code.value)
        return made

    def number(self, name: str, *arguments: Any) -> int:
        """Asks for a fact that is a number of up to 8 bytes; the handles and its number are given.

        Raises:
            DriverError: it failed.
        """
        found = ctypes.c_uint64(0)
        self.call(name, *arguments, 8, ctypes.byref(found), None)
        return found.value

    def text(self, name: str, *arguments: Any) -> str:
        """Asks for a fact that is text; see `number`."""
        return self.bytes(name, *arguments).rstrip(b"\0").decode("utf-8", "replace")

    def bytes(self, name: str, *arguments: Any) -> bytes:
        """Asks for a fact of any size; see `number`."""
        size = ctypes.c_uint64(0)
        self.call(name, *arguments, 0, None, ctypes.byref(size))
        found = ctypes.create_string_buffer(size.value)
        self.call(name, *arguments, size.value, found, None)
        return found.raw

    def alloc(self, context: int, flags: int, nbytes: int) -> int:
        """Returns the address of new shared memory; 0 if there is none."""
        address: int | None = self._functions["clSVMAlloc"](context, flags, nbytes, 64)
        return address or 0

    def free(self, context: int, address: int) -> None:
        """Frees shared memory."""
        self._functions["clSVMFree"](context, address)

    def devices(self) -> list[tuple[int, int]]:
        """Returns all devices, each behind its platform."""
        found: list[tuple[int, int]] = []
        for platform in self._handles("clGetPlatformIDs"):
            all_kinds = 0xFFFFFFFF
            found += [
                (platform, each) for each in self._handles("clGetDeviceIDs", platform, all_kinds)
            ]
        return found

    def described(self) -> list[str]:
        """Returns the name of each device, with the version and the driver."""
        what = (NAME_OF_DEVICE, VERSION_OF_DEVICE, VERSION_OF_DRIVER)
        return [
            ", ".join(self.text("clGetDeviceInfo", device, each) for each in what)
            for _, device in self.devices()
        ]

    def _handles(self, name: str, *of: int) -> list[int]:
        count = ctypes.c_uint(0)
        try:
            self.call(name, *of, 0, None, ctypes.byref(count))
            handles = (ctypes.c_void_p * count.value)()
            self.call(name, *of, count.value, handles, None)
        except DriverError:  # none is there, which counts as an error
            return []
        return [handle for handle in handles if handle]


def error_of(function: str, code: int) -> DriverError:
    """Returns the error that says what a function returned."""
    return DriverError(function, CL_REFUSED - code, spell(CL_REFUSED - code))


def _find() -> ctypes.CDLL:
    """Returns the loader's library.

    Raises:
        BackendNotFoundError: there is none.
    """
    beside = Path(sys.prefix) / "lib"
    driver = beside / "libintelocl.so"
    names = [NAME]
    if (
        driver.exists()
    ):  # its wheels leave no file that says so, and their loader finds no libraries
        os.environ.setdefault("OCL_ICD_FILENAMES", str(driver))
        names.insert(0, str(beside / NAME))
        with suppress(OSError):
            ctypes.CDLL(str(driver))
    problems: list[OSError] = []
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError as error:
            problems.append(error)
    raise BackendNotFoundError(f"load OpenCL: {problems[-1]}; {INSTALL}") from problems[-1]
