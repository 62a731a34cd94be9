"""Texts in OpenCL C, run by the OpenCL driver that is present: by ctypes, and one at a time.

    codes = compiled([form, other])
    codes[0].run(arrays, scalars, grid=3)

So these tests judge the texts alone, whatever the backend does. Memory is SVM: what a kernel may
write is copied there and back whole, with the bytes around it.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence
from ctypes import c_char_p, c_int, c_size_t, c_uint, c_ulong, c_void_p
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from streamrt._compile.code import OpenCLCode
from streamrt._compile.kernel import Kernel
from streamrt._compile.opencl.text import words_type
from streamrt._compile.plan import Plan
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._compile.signatures.layout import Layout
from streamrt._ir.gpu.dialects import OPENCL
from streamrt._ir.gpu.emit import THREADS, blocks_for, emit
from streamrt._ir.loops import Loops

Array = np.ndarray[Any, Any]
OPTIONS = "-cl-std=CL1.2"
PRAGMA = "#pragma OPENCL FP_CONTRACT OFF\n"


@dataclass(frozen=True)
class Driver:
    """The first device of the first platform that has one."""

    library: ctypes.CDLL
    device: int
    context: int
    queue: int

    def call(self, name: str, *arguments: Any) -> None:
        code = self.library[name](*arguments)
        assert code == 0, f"{name} returned {code}"

    def made(self, name: str, *arguments: Any) -> int:
        code = c_int()
        function = self.library[name]
        function.restype = c_void_p
        found = function(*arguments, ctypes.byref(code))
        assert code.value == 0, f"{name} returned {code.value}"
        return int(found)


@cache
def driver() -> Driver:
    """The driver; fails where there is none."""
    library = ctypes.CDLL("libOpenCL.so.1")
    platforms, count = (c_void_p * 8)(), c_uint()
    assert library.clGetPlatformIDs(8, platforms, ctypes.byref(count)) == 0
    device = c_void_p()
    for platform in platforms[: count.value]:
        anything = c_ulong(0xFFFFFFFF)
        if library.clGetDeviceIDs(c_void_p(platform), anything, 1, ctypes.byref(device), None) == 0:
            break
    assert device.value is not None
    empty = Driver(library, device.value, 0, 0)
    context = empty.made("clCreateContext", None, 1, ctypes.byref(device), None, None)
    queue = empty.made("clCreateCommandQueue", c_void_p(context), device, c_ulong(0))
    return Driver(library, device.value, context, queue)


@cache
def kernel(source: str, entry: str) -> int:
    """Returns a kernel of a text; it stays compiled."""
    on = driver()
    text = c_char_p(source.encode())
    program = c_void_p(
        on.made("clCreateProgramWithSource", c_void_p(on.context), 1, ctypes.byref(text), None)
    )
    device = c_void_p(on.device)
    code = on.library.clBuildProgram(program, 1, ctypes.byref(device), OPTIONS.encode(), None, None)
    if code:
        log = ctypes.create_string_buffer(1 << 16)
        on.call("clGetProgramBuildInfo", program, device, 0x1183, c_size_t(len(log)), log, None)
        raise AssertionError(f"{log.value.decode(errors='replace')}\n{source}")
    return on.made("clCreateKernel", program, entry.encode())


def launch(
    source: str,
    entry: str,
    words: Sequence[int],
    arguments: Sequence[Array | bytes],
    blocks: Sequence[int],
    block: Sequence[int],
    *,
    fallible: bool = False,
) -> int:
    """Runs a kernel on copies of arrays, and copies them back; returns the code that it wrote.

    Args:
        source: the whole text.
        entry: the kernel's name in it.
        words: the layout words.
        arguments: arrays, and scalars as bytes.
        blocks: the grid.
        block: the threads of a block.
        fallible: whether it ends with a pointer to a code.
    """
    on, function = driver(), c_void_p(kernel(source, entry))
    error = np.zeros(1, np.int32)
    given = [*arguments, error] if fallible else list(arguments)
    copies: dict[int, tuple[Array, int]] = {}
    allocate = on.library.clSVMAlloc
    allocate.restype = c_void_p
    for array in given:
        if isinstance(array, np.ndarray):
            root = _root(array)
            if root.ctypes.data not in copies:
                made = allocate(c_void_p(on.context), c_ulong(1), c_size_t(root.nbytes + 1), 0)
                assert made, "clSVMAlloc returned nothing"
                copies[root.ctypes.data] = root, made
    for root, made in copies.values():
        _copy(on, made, root.ctypes.data, root.nbytes)
    packed = struct.pack(f"<{max(1, len(words))}q", *(words or [0]))
    on.call("clSetKernelArg", function, 0, c_size_t(len(packed)), packed)
    for k, one in enumerate(given, 1):
        if isinstance(one, bytes):
            on.call("clSetKernelArg", function, k, c_size_t(len(one)), one)
        else:
            start = _root(one).ctypes.data
            place = copies[start][1] + one.ctypes.data - start
            on.call("clSetKernelArgSVMPointer", function, k, c_void_p(place))
    size = (c_size_t * 3)(*[n * m for n, m in zip(blocks, block, strict=True)])
    local, queue = (c_size_t * 3)(*block), c_void_p(on.queue)
    on.call("clEnqueueNDRangeKernel", queue, function, 3, None, size, local, 0, None, None)
    for root, made in copies.values():
        if root.flags.writeable:
            _copy(on, root.ctypes.data, made, root.nbytes)
    on.call("clFinish", queue)
    for _, made in copies.values():
        on.library.clSVMFree(c_void_p(on.context), c_void_p(made))
    return int(error[0])


def _root(array: Array) -> Array:
    """Returns the array that has the memory of another one."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def _copy(on: Driver, to: int, of: int, nbytes: int) -> None:
    if nbytes:
        addresses = c_void_p(to), c_void_p(of), c_size_t(nbytes)
        on.call("clEnqueueSVMMemcpy", c_void_p(on.queue), 1, *addresses, 0, None, None)


@dataclass(frozen=True)
class OnOpenCL:
    """The text of a form."""

    form: Loops
    source: str
    entry: str = "kernel0"

    def run(self, arrays: Sequence[Array], scalars: Sequence[Any] = (), *, grid: int = 0) -> None:
        """Runs it over operands, outputs last.

        Args:
            arrays: the operands.
            scalars: a number for each scalar slot.
            grid: the number of blocks; by default what the text asks for.
        """
        form = self.form
        words = [form.extents[loop] for loop in form.extent_words()]
        for array in arrays:
            words += array.strides
        dtypes = [DTYPES[dtype] for dtype in form.scalars]
        slots = [struct.pack("<" + d.slot, v) for d, v in zip(dtypes, scalars, strict=True)]
        numbers = [slot[: d.itemsize] for d, slot in zip(dtypes, slots, strict=True)]
        blocks = grid or blocks_for(form, dict(enumerate(form.extents)))
        given: list[Array | bytes] = [*arrays, *numbers]
        launch(self.source, self.entry, words, given, (blocks, 1, 1), (THREADS, 1, 1))


def compiled(forms: Sequence[Loops]) -> list[OnOpenCL]:
    """The texts of forms; each is compiled when it first runs."""
    found: list[OnOpenCL] = []
    for form in forms:
        words = len(form.extent_words()) + sum(len(o.loops) for o in form.operands)
        definitions = PRAGMA + words_type(words, 0, 0, ())
        found.append(OnOpenCL(form, definitions + emit(form, "kernel0", OPENCL)))
    return found


def run_plan(plan: Plan, arguments: Sequence[Array | np.generic]) -> int:
    """Runs the OpenCL code of a plan, as a device would launch it; returns its code."""
    code = plan.code
    assert isinstance(code, OpenCLCode)
    given = [a if isinstance(a, np.ndarray) else a.tobytes() for a in arguments]
    grid = code.grid_for(plan.words, 3)
    return launch(
        code.source, code.entry, plan.words, given, grid, code.block, fallible=code.fallible
    )


def run_kernel(kernel: Kernel, *values: Any) -> int:
    """Runs a kernel's OpenCL text on NumPy's memory, and returns its error code."""
    arrays = [v for v in values if isinstance(v, np.ndarray)]
    plan = kernel.plan([Layout(None, a.dtype, a.shape, a.strides) for a in arrays], "opencl")
    assert plan.binding is not None
    dtypes = [DTYPES[plan.binding.dtypes[name]].numpy for name in kernel.signature.names]
    arguments = [
        v if isinstance(v, np.ndarray) else dtype.type(v)
        for v, dtype in zip(values, dtypes, strict=True)
    ]
    return run_plan(plan, arguments)
