"""Steps that a launch hands to the driver: a kernel with its range, or a dense copy."""

from __future__ import annotations

import ctypes
import struct
import threading
from collections.abc import Sequence
from math import prod
from typing import Protocol

from streamrt.errors import CompileError
from streamrt_opencl_contract.library import CLError, Library


class Step(Protocol):
    """Work of the driver that a handle of `load` stands for."""

    def enqueue(self, queue: int, arguments: Sequence[int], error: int) -> int | None:
        """Hands it to a queue of the driver; returns its event, None if there is nothing to do.

        Args:
            queue: the driver's queue.
            arguments: the argument slots of the launch.
            error: the address of the word for the kernel's code, which is 0.
        """
        ...

    def release(self) -> None:
        """Gives back what it has of the driver."""
        ...


class Compiler:
    """The compiled texts of a context, which are kept: a driver takes long for each."""

    def __init__(self, library: Library, context: int) -> None:
        self._library = library
        self._context = context
        self._programs: dict[tuple[str, str], int] = {}
        self._lock = threading.Lock()

    def kernel(self, source: str, entry: str, options: tuple[str, ...], device: int) -> int:
        """Returns a new kernel of a text.

        Raises:
            CompileError: the driver refuses the text.
        """
        standard = any(option.startswith("-cl-std") for option in options)
        wanted = " ".join(options if standard else ("-cl-std=CL1.2", *options))
        library = self._library
        try:
            with self._lock:
                program = self._programs.get((source, wanted))
                if program is None:
                    program = self._build(source, wanted, device)
                    self._programs[source, wanted] = program
            return library.make("clCreateKernel", program, entry.encode())
        except CLError as error:
            raise CompileError(f"compile {entry}: {error}") from error

    def _build(self, source: str, options: str, device: int) -> int:
        library, text = self._library, ctypes.c_char_p(source.encode())
        make = "clCreateProgramWithSource"
        program = library.make(make, self._context, 1, ctypes.byref(text), None)
        try:
            library.call("clBuildProgram", program, 0, None, options.encode(), None, None)
        except CLError as error:
            log = library.build_log(program, device)
            library.call("clReleaseProgram", program)
            raise CompileError(f"{error}\n{log}") from error
        return program


class Text:
    """A kernel in OpenCL C, with all of a launch but its arguments."""

    def __init__(
        self,
        library: Library,
        kernel: int,
        device: int,
        words: Sequence[int],
        sizes: tuple[tuple[int, int, int], tuple[int, int, int]],
        codes: str,
        is_fallible: bool = False,
    ) -> None:
        """Takes a kernel.

        Args:
            library: the driver.
            kernel: the kernel.
            device: the device.
            words: the layout words, its first parameter.
            sizes: the blocks in x, y and z, and the threads of a block.
            codes: the `struct` codes of the other parameters; `P` is an address.
            is_fallible: whether it ends with the address of a word for its code.

        Raises:
            CompileError: the block has too many threads.
        """
        self._library = library
        self._kernel = kernel
        self._codes = codes
        self._is_fallible = is_fallible
        self._lock = threading.Lock()  # the arguments are the kernel's, until it is enqueued
        blocks, block = sizes
        threads, most = prod(block), library.most_threads(kernel, device)
        if threads > most:
            self.release()
            raise CompileError(f"its block has {threads} threads; here it has at most {most}")
        self._block = (ctypes.c_size_t * 3)(*block)
        self._range = (ctypes.c_size_t * 3)(*[n * m for n, m in zip(blocks, block, strict=True)])
        at = (ctypes.c_int64 * max(1, len(words)))(*words)
        library.call("clSetKernelArg", self._kernel, 0, ctypes.sizeof(at), at)

    def enqueue(self, queue: int, arguments: Sequence[int], error: int) -> int | None:
        """See `Step`."""
        library, kernel, event = self._library, self._kernel, ctypes.c_void_p()
        with self._lock:
            last = 1
            for code, value in zip(self._codes, arguments, strict=True):
                if code == "P":
                    library.call("clSetKernelArgSVMPointer", kernel, last, value)
                else:
                    slot = ctypes.byref(ctypes.c_uint64(value & (1 << 64) - 1))
                    library.call("clSetKernelArg", kernel, last, struct.calcsize(code), slot)
                last += 1
            if self._is_fallible:
                library.call("clSetKernelArgSVMPointer", kernel, last, error)
            sizes = (3, None, self._range, self._block)
            where = ctypes.byref(event)
            library.call("clEnqueueNDRangeKernel", queue, kernel, *sizes, 0, None, where)
        return event.value

    def release(self) -> None:
        """Gives the kernel back."""
        self._library.call("clReleaseKernel", self._kernel)


class DenseCopy:
    """A copy of bytes, by the driver's own function."""

    def __init__(self, library: Library, nbytes: int) -> None:
        self._library = library
        self._nbytes = nbytes

    def enqueue(self, queue: int, arguments: Sequence[int], error: int) -> int | None:
        """See `Step`."""
        target, source = arguments
        if not self._nbytes or target == source:
            return None
        event = ctypes.c_void_p()
        where = ctypes.byref(event)
        sizes = (target, source, self._nbytes)
        self._library.call("clEnqueueSVMMemcpy", queue, 0, *sizes, 0, None, where)
        return event.value

    def release(self) -> None:
        """Has nothing of the driver."""
