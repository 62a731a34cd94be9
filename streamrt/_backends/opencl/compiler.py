"""Compiles OpenCL C by the driver of a device, to a binary of that driver; the cache on disk."""

from __future__ import annotations

import ctypes
import logging
import time
from contextlib import suppress

from streamrt._backends.gpu.contexts import DriverError
from streamrt._backends.opencl.context import ClContext
from streamrt._compile.cache import DiskCache
from streamrt._compile.code import GPUText
from streamrt._compile.llvm_code import digest_of
from streamrt._compile.spent import SPENT
from streamrt.errors import CompileError

__all__ = ["DriversCompiler", "build"]

GENERATOR_VERSION = 1
"""A part of every cache key. Raise it whenever this file makes other code of the same text."""

STANDARD = "-cl-std=CL1.2"
ROUNDED = "-cl-fp32-correctly-rounded-divide-sqrt"  # else they may be off by 3 ulp
_LOG, _SIZES, _BINARIES = 0x1183, 0x1165, 0x1166  # CL_PROGRAM_BUILD_LOG, _BINARY_SIZES, _BINARIES

_log = logging.getLogger(__name__)


class DriversCompiler:
    """The compiler of the driver of one device."""

    def __init__(self, context: ClContext, disk: DiskCache | None = None) -> None:
        """Takes the context of the device.

        Args:
            context: the context.
            disk: the cache; None for the one of all compiled kernels.
        """
        self._context = context
        self._disk = disk or DiskCache()

    def compile(self, code: GPUText, architecture: str) -> bytes:
        """Returns a binary for the device.

        Raises:
            CompileError: if the text does not compile.
        """
        options = _options(code, self._context.rounds)
        generator = f"opencl generator {GENERATOR_VERSION}"
        key = digest_of((generator, architecture, options, code.source))
        found = self._disk.get(key)
        if found is not None:
            SPENT.found += 1
            return found
        start = time.perf_counter()
        made = self._compiled(code, options)
        seconds = SPENT.note_compiled(time.perf_counter() - start)
        _log.debug("compiled %s for %s in %.1f ms", code.entry, architecture, 1e3 * seconds)
        self._disk.put(key, made)
        return made

    def _compiled(self, code: GPUText, options: str) -> bytes:
        context, library = self._context, self._context.library
        text = ctypes.c_char_p(code.source.encode("utf-8", "replace"))
        place = ctypes.byref(text)
        program = library.new("clCreateProgramWithSource", context.handle, 1, place, None)
        try:
            build(context, program, options)
            return _binary(context, program)
        except DriverError as error:
            said = _log_of(context, program)
            raise CompileError(
                f"compile {code.entry}: the driver of {context.loss.name} refuses the OpenCL text "
                f"that {code.where} gives; correct the source\n{said or error}"
            ) from error
        finally:
            with suppress(DriverError):  # a program that stays is no reason to refuse the kernel
                library.call("clReleaseProgram", program)


def build(context: ClContext, program: int, options: str) -> None:
    """Builds a program for the device of a context.

    Raises:
        DriverError: it does not build.
    """
    device = ctypes.c_void_p(context.device)
    given = options.encode()
    context.library.call("clBuildProgram", program, 1, ctypes.byref(device), given, None, None)


def _binary(context: ClContext, program: int) -> bytes:
    """Returns the binary of a program that was built for one device of the context.

    The driver says one of each device of the context, those that it was not built for are empty.
    """
    library = context.library
    raw = library.bytes("clGetProgramInfo", program, _SIZES)
    sizes = [int.from_bytes(raw[at : at + 8], "little") for at in range(0, len(raw), 8)]
    binaries = [ctypes.create_string_buffer(size) for size in sizes]
    places = (ctypes.c_void_p * len(sizes))(*map(ctypes.addressof, binaries))
    nbytes = ctypes.sizeof(places)
    library.call("clGetProgramInfo", program, _BINARIES, nbytes, places, None)
    return max((each.raw for each in binaries), key=len)


def _log_of(context: ClContext, program: int) -> str:
    """Returns the words of the driver's compiler; "" if it has none to say."""
    with suppress(DriverError):
        said = context.library.text("clGetProgramBuildInfo", program, context.device, _LOG)
        return said.strip()
    return ""


def _options(code: GPUText, rounds: bool) -> str:
    usual = [] if any(each.startswith("-cl-std") for each in code.options) else [STANDARD]
    if rounds:
        usual.append(ROUNDED)
    return " ".join((*usual, *code.options))
