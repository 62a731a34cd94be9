"""One device of OpenCL as a device of the contract: what its driver does."""

from __future__ import annotations

import ctypes
import struct
from math import prod

from streamrt._backends.gpu.contexts import DriverError
from streamrt._backends.gpu.device import GpuDevice, free_left
from streamrt._backends.gpu.modules import Module
from streamrt._backends.gpu.programs import Programs
from streamrt._backends.gpu.structures import kernel_of
from streamrt._backends.opencl.compiler import DriversCompiler, build
from streamrt._backends.opencl.context import ClContext
from streamrt._backends.opencl.library import Library
from streamrt._backends.opencl.memory import SvmMemory
from streamrt._backends.opencl.queue import OpenCLQueue
from streamrt._backends.opencl.standard import standard_code
from streamrt._compile.code import GPUText, OpenCLCode
from streamrt._compile.plan import Plan
from streamrt._native.core import Core
from streamrt._native.loss import Loss
from streamrt.errors import CompileError

__all__ = ["OpenCLDevice"]

_MOST_THREADS, _PARAMETERS = 0x11B0, 0x1191  # CL_KERNEL_WORK_GROUP_SIZE, CL_KERNEL_NUM_ARGS
_LOCAL_BYTES = 0x11B2  # CL_KERNEL_LOCAL_MEM_SIZE
_NATIVE = (
    *("srt_cl_set_context", "srt_cl_launch", "srt_cl_copy", "srt_cl_record", "srt_cl_wait"),
    *("srt_cl_query", "srt_cl_synchronize", "srt_cl_no_graph", "srt_cl_no_node"),
    *("srt_cl_exchange_mode", "srt_cl_attach"),
)
"""The functions of the table in driver.h, in its order."""

_HINTS = {
    "clCreateKernel": "; the text defines no `__kernel void` of that name, or the name is one of "
    "OpenCL C's own functions: pass another entry",
    "clSetKernelArg": "; the first parameter of a kernel is `const Words w`",
}
"""The remedies where a function of the driver refuses a kernel."""


class OpenCLDevice(GpuDevice):
    """One device of OpenCL."""

    runs = "opencl"
    takes = OpenCLCode
    spelled = "opencl=OpenCL(...)"
    queue = OpenCLQueue

    _context: ClContext

    def __init__(self, native: Core, library: Library, index: int) -> None:
        """Opens the device of that index, over all platforms.

        Raises:
            BackendNotFoundError: it lacks what streamrt needs.
            DriverError: the driver refuses.
        """
        free_left(library.left)
        loss = Loss(f"opencl:{index}")
        context = ClContext(library, index, loss, native.ends_gpu)
        self._table = (ctypes.c_uint64 * len(_NATIVE))(*[native.entries[name] for name in _NATIVE])
        self._kernels: dict[int, int] = {}  # the cl_kernel of each function
        table = ctypes.addressof(self._table)
        compiler, memory = DriversCompiler(context), SvmMemory(context)
        super().__init__(native, table, library.left, compiler, context, memory)

    def new_programs(self) -> Programs:
        return Programs(self._core)

    def standard_code(self, name: str, words: tuple[int, ...]) -> GPUText:
        return standard_code(name, words)

    def load(self, plan: Plan) -> int:
        binding = plan.binding
        dtypes = () if binding is None else binding.dtypes.values()
        if ("f64" in dtypes or "d" in plan.codes) and not self._context.has_f64:
            raise CompileError(
                f"load {plan.kernel} on {self._lost.name}: it has f64, and the device has no "
                "cl_khr_fp64; use f32"
            )
        return super().load(plan)

    def load_image(self, module: Module, image: bytes) -> None:
        context = self._context
        device, size = ctypes.c_void_p(context.device), ctypes.c_uint64(len(image))
        place = ctypes.cast(ctypes.c_char_p(image), ctypes.c_void_p)
        parts = (ctypes.byref(device), ctypes.byref(size), ctypes.byref(place), None)
        program = context.library.new("clCreateProgramWithBinary", context.handle, 1, *parts)
        module.handle.value = program
        build(context, program, "")

    def function_of(self, module: Module, code: GPUText, codes: str, words: tuple[int, ...]) -> int:
        library = self._context.library
        kernel = library.new("clCreateKernel", module.handle.value, code.entry.encode())
        try:
            sizes = [0 if c == "P" else struct.calcsize(c) for c in codes]
            if code.fallible:
                sizes.append(0)
            given = (ctypes.c_int64 * max(1, len(words)))(*words)
            nbytes = ctypes.sizeof(given) + sum(size or 8 for size in sizes)
            self._check(kernel, code, 1 + len(sizes), nbytes)
            library.call("clSetKernelArg", kernel, 0, ctypes.sizeof(given), given)
            self._check_types(kernel, code, sizes)
            function = self._core.new_cl_function(library.calls, kernel, tuple(sizes))
        except BaseException:
            library.call("clReleaseKernel", kernel)
            raise
        self._kernels[function] = kernel
        return function

    def _check(self, kernel: int, code: GPUText, parameters: int, nbytes: int) -> None:
        """Refuses a kernel that the device cannot launch.

        Args:
            kernel: the cl_kernel.
            code: its code.
            parameters: how many parameters a launch passes.
            nbytes: the bytes of these.

        Raises:
            CompileError: it cannot.
        """
        context, what = self._context, f"load {code.entry} on {self._lost.name}"
        found = context.library.number("clGetKernelInfo", kernel, _PARAMETERS)
        if found != parameters:
            raise CompileError(
                f"{what}: its kernel has {found} parameters, and a launch passes {parameters}: the "
                "layout words, those of the signature"
                f"{', and the address of the error' if code.fallible else ''}; correct the text"
            )
        if nbytes > context.argument_bytes:
            raise CompileError(
                f"{what}: its parameters and layout words have {nbytes} bytes, and a kernel of the "
                f"device takes {context.argument_bytes}; pass fewer arrays, or arrays of fewer "
                "dimensions"
            )
        most = context.library.number(
            "clGetKernelWorkGroupInfo", kernel, context.device, _MOST_THREADS
        )
        if prod(code.block) > most:
            raise CompileError(
                f"{what}: its blocks have {prod(code.block)} work-items, and the device runs at "
                f"most {most} of this kernel in a work-group; pass a smaller block"
            )
        local = context.library.number(
            "clGetKernelWorkGroupInfo", kernel, context.device, _LOCAL_BYTES
        )
        if local > context.local_bytes:  # a launch of it would end the process: an assert of PoCL
            raise CompileError(
                f"{what}: it has {local} bytes of __local memory, and the device has "
                f"{context.local_bytes} for a work-group; use less"
            )

    def _check_types(self, kernel: int, code: GPUText, sizes: list[int]) -> None:
        """Refuses a kernel whose parameters a launch could not set, so that it is told here.

        Args:
            kernel: the cl_kernel.
            code: its code.
            sizes: the bytes of each parameter behind the layout words; 0 for an address.

        Raises:
            CompileError: the driver takes no such parameter.
        """
        library = self._context.library
        for place, size in enumerate(sizes, 1):
            try:
                if size:
                    library.call("clSetKernelArg", kernel, place, size, bytes(size))
                else:
                    library.call("clSetKernelArgSVMPointer", kernel, place, None)
            except DriverError as error:
                wanted = f"scalar of {size} bytes" if size else "`__global` pointer"
                raise CompileError(
                    f"load {code.entry} on {self._lost.name}: parameter {place} behind the layout "
                    f"words is no {wanted}: {error}; correct the text"
                ) from error

    def hint_of(self, error: DriverError) -> str:
        return _HINTS.get(error.function, "")

    def unload(self, plan: int) -> None:
        function = kernel_of(plan).function if plan in self._module_of else 0
        super().unload(plan)
        if function:
            kernel = self._kernels.pop(function)
            self._core.release(function)
            with self._context.taking_back():
                self._context.library.call("clReleaseKernel", kernel)

    def unload_image(self, handle: int) -> None:
        self._context.library.call("clReleaseProgram", handle)
