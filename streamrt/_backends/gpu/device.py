"""One device behind a driver: memory, plans of a GPU's code, queues, and its loss."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import partial
from math import prod
from typing import ClassVar, NamedTuple

from streamrt._backends.gpu.contexts import DriverContext, DriverError, DriverMemory
from streamrt._backends.gpu.modules import Compiler, Module, Modules
from streamrt._backends.gpu.programs import Programs
from streamrt._backends.gpu.queue import GpuQueue
from streamrt._compile.code import GPUText
from streamrt._compile.plan import Plan
from streamrt._core.finalizers import Inbox
from streamrt._core.program import Program, ProgramLoop
from streamrt._native.core import Core
from streamrt._native.device import NativeDevice
from streamrt._native.host_plan import STANDARD_CODES
from streamrt._native.timeline import Timeline
from streamrt.errors import CompileError, ResourceError

__all__ = ["GpuDevice", "Launch", "Left", "free_left"]

LAUNCH_TIMEOUT = 702
"""The result that native code is told of a device that others lost; see driver.h."""

Left = Inbox[tuple[Callable[[int], object], int]]
"""Memory of closed devices that arrays had shared: what frees it, and its address. It is freed when
another device is opened or closed, because no finalizer may do that."""


class Launch(NamedTuple):
    """The parts of a plan that native code hands over: see `new_gpu_plan` in gpu_builtins.h."""

    hand: str
    function: int
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    fallible: bool


class GpuDevice(NativeDevice, ABC):
    """One device behind a driver."""

    host_sees = False
    sees_host = False
    pins = True
    can_replay = True
    can_loop = True

    takes: ClassVar[type[GPUText]]
    spelled: ClassVar[str]  # as in `cuda=CUDA(...)`
    queue: ClassVar[type[GpuQueue]]

    def __init__(
        self,
        native: Core,
        table: int,
        left: Left,
        compiler: Compiler,
        context: DriverContext,
        memory: DriverMemory,
    ) -> None:
        """Makes the native half.

        Args:
            native: the native core.
            table: the address of the driver's table.
            left: takes the memory that arrays share beyond the close.
            compiler: compiles kernels.
            context: the context of the device.
            memory: its memory.
        """
        super().__init__(native, context.loss)
        self._lost = context.loss
        self._left = left
        self._compiler = compiler
        self._context = context
        self._memory = memory
        self._gpu = native.new_gpu(table, context.handle)
        self._queues: list[GpuQueue] = []
        self._pinned = 0  # blocks of the host's memory, for which the context is kept
        self._shared = 0  # blocks that arrays of others share after the close, likewise
        self._modules = Modules(self.load_image, self.unload_image)
        self._module_of: dict[int, Module] = {}  # by plan
        self._programs: Programs = self.new_programs()
        self._lost.tell(self._stop_native_code)
        self._lost.tell(self._memory.forget)

    # -- what a driver does -----------------------------------------------------------------------

    @abstractmethod
    def new_programs(self) -> Programs:
        """Returns a maker of programs and loops."""

    @abstractmethod
    def standard_code(self, name: str, words: tuple[int, ...]) -> GPUText:
        """Returns the code of a standard operation.

        Raises:
            NotImplementedError: there is no such operation, or not for items of that size.
        """

    @abstractmethod
    def load_image(self, module: Module, image: bytes) -> None:
        """Loads what the compiler returned, and notes the handle.

        Raises:
            DriverError: the driver refuses.
        """

    @abstractmethod
    def function_of(self, module: Module, code: GPUText, codes: str, words: tuple[int, ...]) -> int:
        """Returns the handle of a module's kernel for one plan.

        Raises:
            DriverError: the driver refuses.
        """

    @abstractmethod
    def unload_image(self, handle: int) -> None:
        """Unloads a module.

        Raises:
            DriverError: the device is lost.
        """

    def hint_of(self, error: DriverError) -> str:
        """Returns a remedy where the driver refuses code, behind a semicolon."""
        del error
        return ""

    # -- loss -----------------------------------------------------------------------------------

    def look_for_loss(self) -> None:
        """Says so if native code has seen that the device is lost, and sees its threads leave."""
        if not self._gpu:
            return
        code = self._core.gpu_lost(self._gpu)
        if code:
            self._lost.lose(f"the driver says {self._context.spell(code)}")
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
        """Returns a finalizer that leaves memory to be freed later; see `Left`."""
        self._shared += 1
        return partial(self._left, (self._free_shared, address))

    def _free_shared(self, address: int) -> None:
        """Frees memory that arrays have shared beyond the close, after whatever still uses it."""
        if self._lost.reason is None:
            with self._context.taking_back():
                self._context.finish()  # no stream is known that may use it
                self._memory.free(address)
                self._shared -= 1
                self._release()

    # -- plans ----------------------------------------------------------------------------------

    def load(self, plan: Plan) -> int:
        code = plan.code
        if not isinstance(code, self.takes):
            raise CompileError(
                f"load {plan.kernel} on {self._lost.name}: its code is a {type(code).__name__}; "
                f"this device runs kernels with {self.spelled}"
            )
        return self._load(plan.kernel, code, plan.codes, plan.words)

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        del extent, grain  # they divide the work among threads of a CPU
        nbytes = _bytes_side_by_side(words) if name == "copy" else 0
        if nbytes:
            launch = Launch("srt_hand_copy", 0, (1, 1, 1), (1, 1, 1), False)
            plan = self._new_plan(launch, "PP", (nbytes,))
            self.note_copy(plan, words)
            return plan
        return self._load(name, self.standard_code(name, words), STANDARD_CODES[name], words)

    def note_copy(self, plan: int, words: tuple[int, ...]) -> None:
        """Notes that a plan is the driver's own copy."""

    def _load(self, name: str, code: GPUText, codes: str, words: tuple[int, ...]) -> int:
        what = f"load {name} on {self._lost.name}"
        self._lost.check(what)
        with self._loading(what):
            image = self._compiler.compile(code, self._context.architecture)
        grid = code.grid_for(words, self._context.multiprocessors)
        with self._loading(what):
            module = self._modules.use(image)
        try:
            with self._loading(what):
                function = self.function_of(module, code, codes, words)
            launch = Launch("srt_hand_kernel", function, grid, code.block, code.fallible)
            plan = self._new_plan(launch, codes, words)
        except BaseException:
            self._drop(module)
            raise
        self._module_of[plan] = module
        return plan

    def _new_plan(self, launch: Launch, codes: str, words: tuple[int, ...]) -> int:
        native = self._core
        hand = native.entries[launch.hand]
        args = (hand, launch.function, launch.grid, launch.block, 0, int(launch.fallible))
        return native.new_gpu_plan(*args, tuple(map(ord, codes)), words)

    @contextmanager
    def _loading(self, what: str) -> Generator[None]:
        """Lets the driver load code.

        Raises:
            CompileError: it refuses the code.
            DeviceLostError: the device is lost.
        """
        try:
            yield
        except DriverError as error:
            self._memory.look()
            self._lost.check(what)
            raise CompileError(f"{what}: {error}{self.hint_of(error)}") from error

    def _drop(self, module: Module) -> None:
        with self._context.taking_back():
            self._modules.drop(module, self._is_gone)

    # -- programs -------------------------------------------------------------------------------

    def instantiate(self, program: Program) -> int:
        """Returns a plan that runs a whole program, see programs.py.

        Raises:
            ArgumentError: the program is not sound, could hang, or has too many bases.
            MemoryError: there is no room for it.
            CompileError: the driver refuses it.
            DeviceLostError: the device is lost.
        """
        what = f"instantiate a program on {self._lost.name}"
        self._lost.check(what)
        with self._loading(what):
            return self._programs.open(program)

    def load_loop(self, loop: ProgramLoop) -> int:
        """Returns a plan that runs a loop or a branch, or is that of a step; see programs.py.

        Raises:
            ArgumentError: the loop is not sound.
            MemoryError: there is no room for it.
            DeviceLostError: the device is lost.
        """
        what = f"load a loop on {self._lost.name}"
        self._lost.check(what)
        with self._loading(what):
            return self._programs.open_loop(loop)

    def unload(self, plan: int) -> None:
        with self._context.taking_back():
            self._programs.close(plan, is_lost=self._is_gone)
        self.forget_copy(plan)
        module = self._module_of.pop(plan, None)
        super().unload(plan)
        if module is not None:
            self._drop(module)

    def forget_copy(self, plan: int) -> None:
        """Drops what was noted of a plan that is unloaded; see `note_copy`."""

    # -- queues ---------------------------------------------------------------------------------

    def open_queue(self, name: str, timeline: Timeline) -> GpuQueue:
        self._lost.check(f"open {name}")
        queue = self.queue(self._core, name, timeline, self._gpu, self._context, self._memory)
        self._queues.append(queue)
        return queue

    def close(self) -> None:
        """Gives everything back. It may be done again, if an interrupt has broken it off."""
        for queue in self._queues:
            queue.give_back()
        if self._lost.reason is None:
            with self._context.taking_back():
                self._programs.end()
                self._modules.end()
        gpu, self._gpu = self._gpu, 0
        if gpu and not any(queue.is_abandoned for queue in self._queues):
            self._core.release(gpu)
        if self._lost.reason is None:
            with self._context.taking_back():
                self._release()
        free_left(self._left)

    def _release(self) -> None:
        """Gives the pool and the context back, after the close and the last array over memory."""
        if not (self._gpu or self._shared):
            self._memory.close()
            if not self._pinned:
                self._context.release()


def free_left(left: Left) -> None:
    """Frees memory that arrays of closed devices had shared, and nobody shares now."""
    for free, address in left.taken():
        free(address)


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
