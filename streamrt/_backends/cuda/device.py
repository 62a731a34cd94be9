"""One GPU as a device of the contract: memory, plans of CUDA code, queues, and its loss."""

from __future__ import annotations

import ctypes
import hashlib
import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from math import prod
from typing import NamedTuple

from streamrt._backends.cuda.context import Context
from streamrt._backends.cuda.driver import Driver, DriverError
from streamrt._backends.cuda.foreign import Foreign
from streamrt._backends.cuda.graphs import Graphs
from streamrt._backends.cuda.memory import DeviceMemory
from streamrt._backends.cuda.own_kernels import OwnKernels
from streamrt._backends.cuda.queue import CudaQueue
from streamrt._backends.cuda.standard import standard_code
from streamrt._compile.code import CUDACode
from streamrt._compile.cuda.compiler import Compiler
from streamrt._compile.plan import Plan
from streamrt._core.program import Program, ProgramLoop
from streamrt._native.core import Core
from streamrt._native.device import NativeDevice
from streamrt._native.host_plan import STANDARD_CODES
from streamrt._native.loss import Loss
from streamrt._native.timeline import Timeline
from streamrt.errors import CompileError, ResourceError

_REMEDY = (
    "and nothing in this process can use that GPU any more, nor can CuPy or PyTorch; start the "
    "process again to use it"
)
LAUNCH_TIMEOUT = 702  # what native code is told of a device that others lost
_OF_ANOTHER_GPU = (209, 222, 223)  # no binary for the GPU, PTX too new, JIT compiler missing


@dataclass(slots=True)
class _Module:
    """A module, and how many plans use it.

    Attributes:
        image: the digest of its image.
        handle: where the driver writes its handle; 0 while it is not loaded.
        users: how many plans use it.
    """

    image: bytes = field(repr=False)
    handle: ctypes.c_uint64 = field(default_factory=ctypes.c_uint64)
    users: int = 0


class _Launch(NamedTuple):
    """The parts of a plan that native code hands over: see `new_cuda_plan` in cuda_builtins.h."""

    hand: str
    function: int
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    fallible: bool


class CudaDevice(NativeDevice):
    """One GPU."""

    runs = "cuda"
    host_sees = False
    sees_host = False
    pins = True
    can_replay = True
    can_loop = True

    def __init__(self, native: Core, driver: Driver, compiler: Compiler, index: int) -> None:
        """Opens the GPU of that index; the driver is initialised.

        Raises:
            DriverError: the driver refuses.
        """
        driver.free_left()
        loss = Loss(f"cuda:{index}", _REMEDY)
        super().__init__(native, loss)
        self._driver = driver
        self._compiler = compiler
        self._context = Context(driver, index, loss, native.ends_gpu)
        try:
            self._memory = DeviceMemory(self._context)
        except BaseException:
            self._context.release()
            raise
        self._gpu = native.new_gpu(driver.table, self._context.handle)
        self._queues: list[CudaQueue] = []
        self._pinned = 0  # blocks of the host's memory, for which the context is kept
        self._shared = 0  # blocks that arrays of others share after the close, likewise
        self._modules: dict[bytes, _Module] = {}
        self._module_of: dict[int, _Module] = {}  # by plan
        self._own = OwnKernels(self._load, self.unload)
        self._graphs = Graphs(native, self._context, self._memory, self._own)
        look = self._memory.look
        self._foreign = Foreign(self._context, self._gpu, self._lost, self._mark_plan, look)
        self.foreign = self._foreign
        self._lock = threading.Lock()  # for modules
        self._lost.tell(self._stop_native_code)
        self._lost.tell(self._memory.forget)

    @property
    def _lost(self) -> Loss:
        assert self.loss is not None
        return self.loss

    # -- loss -----------------------------------------------------------------------------------

    def look_for_loss(self) -> None:
        """Says so if native code has seen that the device is lost, and sees its threads leave."""
        if not self._gpu:
            return
        code = self._core.gpu_lost(self._gpu)
        if code:
            self._lost.lose(f"the driver says {self._driver.name_of(code)} ({code})")
        if self._lost.reason is not None:
            for queue in list(self._queues):
                queue.part()

    def _stop_native_code(self) -> None:
        if self._gpu:
            self._core.lose_gpu(self._gpu, LAUNCH_TIMEOUT)

    @property
    def _is_gone(self) -> bool:
        """Whether it is lost or closed, so that its driver is not called any more."""
        return self._lost.reason is not None or not self._gpu

    # -- memory ---------------------------------------------------------------------------------

    def alloc(self, nbytes: int) -> int:
        """Returns the address of new memory, or 0.

        Raises:
            ResourceError: the driver refuses, though memory is left.
            DeviceLostError: the device is lost.
        """
        with self._allocating(f"allocate {nbytes} bytes on {self._lost.name}"):
            return self._memory.alloc(nbytes)

    @contextmanager
    def _allocating(self, what: str) -> Generator[None]:
        self._lost.check(what)
        try:
            yield
        except DriverError as error:
            self._context.judge(error)
            self._lost.check(what)
            raise ResourceError(f"{what}: {error}; only this call was refused") from error

    def free(self, address: int) -> None:
        if self._lost.reason is None:  # a lost device may still be writing
            with self._context.taking_back():
                self._memory.free(address)

    def alloc_host(self, nbytes: int) -> int:
        """Returns the address of new pinned memory of the host, or 0; see `alloc`."""
        with self._allocating(f"allocate {nbytes} pinned bytes for {self._lost.name}"):
            address = self._memory.alloc_host(nbytes)
        self._pinned += bool(address)
        return address

    def free_host(self, address: int) -> None:
        """Gives pinned memory back; see `free`."""
        if self._lost.reason is None:
            with self._context.taking_back():
                self._memory.free_host(address)
                self._pinned -= 1
                self._release()

    def releaser(self, address: int) -> Callable[[], object]:
        """Returns a finalizer that leaves memory to be freed by `Driver.free_left`."""
        self._shared += 1
        return partial(self._driver.left, (self._free_shared, address))

    def _free_shared(self, address: int) -> None:
        """Frees memory that arrays have shared beyond the close, after whatever still uses it."""
        if self._lost.reason is None:
            with self._context.taking_back():
                with self._context.current() as driver:
                    driver.call("cuCtxSynchronize")  # no stream is known that may use it
                self._memory.free(address)
                self._shared -= 1
                self._release()

    # -- plans ----------------------------------------------------------------------------------

    def load(self, plan: Plan) -> int:
        if not isinstance(plan.code, CUDACode):
            raise CompileError(
                f"load {plan.kernel} on {self._lost.name}: its code is a "
                f"{type(plan.code).__name__}; a GPU runs kernels with cuda=CUDA(...)"
            )
        return self._load(plan.kernel, plan.code, plan.codes, plan.words)

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        del extent, grain  # they divide the work among threads of a CPU
        nbytes = _bytes_side_by_side(words) if name == "copy" else 0
        if nbytes:
            launch = _Launch("srt_hand_copy", 0, (1, 1, 1), (1, 1, 1), False)
            plan = self._new_plan(launch, "PP", (nbytes,))
            self._own.note_copy(plan, words)
            return plan
        return self._load(name, standard_code(name, words), STANDARD_CODES[name], words)

    def _load(self, name: str, code: CUDACode, codes: str, words: tuple[int, ...]) -> int:
        what = f"load {name} on {self._lost.name}"
        self._lost.check(what)
        image = self._compiler.compile(code, self._context.architecture)
        grid = code.grid_for(words, self._context.multiprocessors)
        module = self._module(image, what)
        try:
            function = self._function(module, code.entry, what)
            launch = _Launch("srt_hand_kernel", function, grid, code.block, code.fallible)
            plan = self._new_plan(launch, codes, words)
        except BaseException:
            self._drop(module)
            raise
        self._module_of[plan] = module
        return plan

    def _new_plan(self, launch: _Launch, codes: str, words: tuple[int, ...]) -> int:
        native = self._core
        hand = native.entries[launch.hand]
        args = (hand, launch.function, launch.grid, launch.block, 0, int(launch.fallible))
        return native.new_cuda_plan(*args, tuple(map(ord, codes)), words)

    def _module(self, image: bytes, what: str) -> _Module:
        """Returns the module of an image, with one user more."""
        digest = hashlib.sha256(image).digest()
        with self._lock:
            found = self._modules.get(digest)
            if found is None or not found.handle.value:
                # It is known before it is loaded, so that an interrupt cannot lose it.
                found = self._modules[digest] = _Module(digest)
                with self._loading(what) as driver:
                    driver.call("cuModuleLoadData", ctypes.byref(found.handle), image)
            found.users += 1
            return found

    def _function(self, module: _Module, entry: str, what: str) -> int:
        with self._loading(what) as driver:
            function = driver.new("cuModuleGetFunction", module.handle.value, entry.encode())
            if "cuFuncLoad" in driver:  # else the first launch does it, and waits for the device
                driver.call("cuFuncLoad", function)
        return function

    @contextmanager
    def _loading(self, what: str) -> Generator[Driver]:
        """Lets the driver load code.

        Raises:
            CompileError: it refuses the code.
            DeviceLostError: the device is lost.
        """
        try:
            with self._context.current() as driver:
                yield driver
        except DriverError as error:
            self._memory.look()
            self._lost.check(what)
            hint = "; update the driver" if error.code in _OF_ANOTHER_GPU else ""
            raise CompileError(f"{what}: {error}{hint}") from error

    def _drop(self, module: _Module) -> None:
        with self._lock:
            module.users -= 1
            if not module.users and not self._is_gone:
                with self._context.taking_back():
                    self._unload_module(module)

    def _unload_module(self, module: _Module) -> None:
        with self._context.current() as driver:
            unload = driver.function("cuModuleUnload")
            if module.handle.value:
                handle, module.handle.value = module.handle.value, 0
                code = unload(handle)
                self._context.took("cuModuleUnload", code)
        self._modules.pop(module.image, None)

    # -- programs -------------------------------------------------------------------------------

    def instantiate(self, program: Program) -> int:
        """Returns a plan that runs a whole program, as a CUDA graph; see graphs.py.

        Raises:
            ArgumentError: the program is not sound, could hang, or has too many bases.
            MemoryError: there is no room for it.
            CompileError: the driver refuses it.
            DeviceLostError: the device is lost.
        """
        what = f"instantiate a program on {self._lost.name}"
        self._lost.check(what)
        with self._loading(what):
            return self._graphs.open(program)

    def load_loop(self, loop: ProgramLoop) -> int:
        """Returns a plan that runs a loop or a branch, or is that of a step; see graphs.py.

        Raises:
            ArgumentError: the loop is not sound.
            MemoryError: there is no room for it.
            DeviceLostError: the device is lost.
        """
        what = f"load a loop on {self._lost.name}"
        self._lost.check(what)
        with self._loading(what):
            return self._graphs.open_loop(loop)

    def unload(self, plan: int) -> None:
        with self._context.taking_back():
            self._graphs.close(plan, is_lost=self._is_gone)
        self._own.forget(plan)
        module = self._module_of.pop(plan, None)
        super().unload(plan)
        if module is not None:
            self._drop(module)

    def _mark_plan(self) -> int:
        """Returns a plan that waits for an event; its argument is that."""
        return self._new_plan(_Launch("srt_hand_mark", 0, (1, 1, 1), (1, 1, 1), False), "P", ())

    # -- queues ---------------------------------------------------------------------------------

    def open_queue(self, name: str, timeline: Timeline) -> CudaQueue:
        self._lost.check(f"open {name}")
        parts = (self._gpu, self._context, self._memory, self._lost)
        queue = CudaQueue(self._core, name, timeline, *parts)
        self._queues.append(queue)
        return queue

    def close(self) -> None:
        """Gives everything back. It may be done again, if an interrupt has broken it off."""
        self._own.end()
        for queue in self._queues:
            queue.give_back()
        with self._context.taking_back():
            self._foreign.close(self.unload)
        if self._lost.reason is None:
            with self._context.taking_back():
                self._graphs.end()
                for module in list(self._modules.values()):  # an interrupt may have lost their plan
                    self._unload_module(module)
        gpu, self._gpu = self._gpu, 0
        if gpu and not any(queue.is_abandoned for queue in self._queues):
            self._core.release(gpu)
        if self._lost.reason is None:
            with self._context.taking_back():
                self._release()
        self._driver.free_left()

    def _release(self) -> None:
        """Gives the pool and the context back, after the close and the last array over memory."""
        if not (self._gpu or self._shared):
            self._memory.close()
            if not self._pinned:
                self._context.release()


def _bytes_side_by_side(words: Sequence[int]) -> int:
    """Returns the bytes of a copy between dense layouts; 0 for other layouts, and no bytes."""
    rank, item, *rest = words
    extents, strides = rest[:rank], rest[rank:]
    dense = item
    for level in reversed(range(rank)):
        if extents[level] != 1 and {strides[level], strides[rank + level]} != {dense}:
            return 0
        dense *= extents[level]
    return item * prod(extents)
