"""One GPU of NVIDIA as a device of the contract: what its driver does."""

from __future__ import annotations

import ctypes
from collections.abc import Generator
from contextlib import contextmanager

from streamrt._backends.cuda.context import Context
from streamrt._backends.cuda.driver import Driver
from streamrt._backends.cuda.foreign import Foreign
from streamrt._backends.cuda.graphs import Graphs
from streamrt._backends.cuda.memory import DeviceMemory
from streamrt._backends.cuda.own_kernels import OwnKernels
from streamrt._backends.cuda.queue import CudaQueue
from streamrt._backends.cuda.standard import standard_code
from streamrt._backends.gpu.contexts import DriverError
from streamrt._backends.gpu.device import GpuDevice, Launch, free_left
from streamrt._backends.gpu.modules import Compiler, Module
from streamrt._backends.gpu.programs import Programs
from streamrt._compile.code import CUDACode, GPUText
from streamrt._native.core import Core
from streamrt._native.loss import Loss

_REMEDY = (
    "and nothing in this process can use that GPU any more, nor can CuPy or PyTorch; start the "
    "process again to use it"
)
_OF_ANOTHER_GPU = (209, 222, 223)  # no binary for the GPU, PTX too new, JIT compiler missing


class CudaDevice(GpuDevice):
    """One GPU."""

    runs = "cuda"
    takes = CUDACode
    spelled = "cuda=CUDA(...)"
    queue = CudaQueue

    _context: Context
    _memory: DeviceMemory

    def __init__(self, native: Core, driver: Driver, compiler: Compiler, index: int) -> None:
        """Opens the GPU of that index; the driver is initialised.

        Raises:
            DriverError: the driver refuses.
        """
        free_left(driver.left)
        context = Context(driver, index, Loss(f"cuda:{index}", _REMEDY), native.ends_gpu)
        try:
            memory = DeviceMemory(context)
        except BaseException:
            context.release()
            raise
        self._own = OwnKernels(self._load, self.unload)
        super().__init__(native, driver.table, driver.left, compiler, context, memory)
        look = memory.look
        self._foreign = Foreign(context, self._gpu, self._lost, self._mark_plan, look)
        self.foreign = self._foreign

    def new_programs(self) -> Programs:
        return Graphs(self._core, self._context, self._memory, self._own)

    def standard_code(self, name: str, words: tuple[int, ...]) -> GPUText:
        return standard_code(name, words)

    def note_copy(self, plan: int, words: tuple[int, ...]) -> None:
        self._own.note_copy(plan, words)

    def forget_copy(self, plan: int) -> None:
        self._own.forget(plan)

    def load_image(self, module: Module, image: bytes) -> None:
        with self._context.current() as driver:
            driver.call("cuModuleLoadData", ctypes.byref(module.handle), image)

    def function_of(self, module: Module, code: GPUText, codes: str, words: tuple[int, ...]) -> int:
        del codes, words
        with self._context.current() as driver:
            function = driver.new("cuModuleGetFunction", module.handle.value, code.entry.encode())
            if "cuFuncLoad" in driver:  # else the first launch does it, and waits for the device
                driver.call("cuFuncLoad", function)
        return function

    def unload_image(self, handle: int) -> None:
        with self._context.current() as driver:
            unload = driver.function("cuModuleUnload")
            code = unload(handle)
            self._context.took("cuModuleUnload", code)

    def hint_of(self, error: DriverError) -> str:
        return "; update the driver" if error.code in _OF_ANOTHER_GPU else ""

    @contextmanager
    def _loading(self, what: str) -> Generator[None]:
        with super()._loading(what), self._context.current():
            yield

    def _mark_plan(self) -> int:
        """Returns a plan that waits for an event; its argument is that."""
        return self._new_plan(Launch("srt_hand_mark", 0, (1, 1, 1), (1, 1, 1), False), "P", ())

    def close(self) -> None:
        self._own.end()
        for queue in self._queues:
            queue.give_back()
        with self._context.taking_back():
            self._foreign.close(self.unload)
        super().close()
