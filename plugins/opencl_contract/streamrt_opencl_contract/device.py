"""The devices: memory of SVM, plans, queues; and the kind of device.

Memory of a device is coarse-grained SVM, which the host does not touch. Memory of the host for
copies is fine-grained SVM, which both use as it is (rule 12).
"""

from __future__ import annotations

import ctypes
import itertools
import threading
from math import prod

from streamrt.backend import OpenCLCode, Plan, Timeline
from streamrt.errors import BackendNotFoundError, CompileError
from streamrt_opencl_contract.library import CLError, Library
from streamrt_opencl_contract.plans import Compiler, DenseCopy, Step, Text
from streamrt_opencl_contract.queue import OpenCLQueue
from streamrt_opencl_contract.texts import ENTRIES, slots_of, text_of

READ_WRITE, FINE = 1 << 0, 1 << 10  # CL_MEM_READ_WRITE, CL_MEM_SVM_FINE_GRAIN_BUFFER
ALIGNMENT = 64
THREADS, BLOCKS_PER_UNIT = 64, 32


class Platform:
    """The devices of a driver, in one context that is never released.

    Attributes:
        library: the driver.
        devices: its devices.
        context: the context; 0 without devices.
        compiler: compiles for them.
    """

    def __init__(self) -> None:
        """Finds them.

        Raises:
            BackendNotFoundError: there is no library, or no driver.
        """
        try:
            self.library = Library()
            self.devices = self.library.devices()
            places = (ctypes.c_void_p * len(self.devices))(*self.devices)
            made = (None, len(self.devices), places, None, None)
            self.context = self.library.make("clCreateContext", *made) if self.devices else 0
        except (OSError, CLError) as error:
            raise BackendNotFoundError(f"open a device of OpenCL: {error}") from error
        self.compiler = Compiler(self.library, self.context)


class OpenCLDevice:
    """A device of OpenCL; see `streamrt.backend.BackendDevice`.

    Attributes:
        library: the driver.
        plans: what each handle of a plan stands for.
    """

    runs = "opencl"
    host_sees = sees_host = False

    def __init__(self, platform: Platform, handle: int) -> None:
        """Takes a device of the driver."""
        self.library = library = platform.library
        self.plans: dict[int, Step] = {}
        self._context = platform.context
        self._compiler = platform.compiler
        self._handle = handle
        self._units = library.units(handle)
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()

    def alloc(self, nbytes: int) -> int:
        """See `streamrt.backend.BackendDevice`, also for the methods that follow."""
        return self._alloc(READ_WRITE, nbytes)

    def alloc_host(self, nbytes: int) -> int:
        """Returns memory of the host that the device uses as it is."""
        return self._alloc(READ_WRITE | FINE, nbytes)

    def _alloc(self, flags: int, nbytes: int) -> int:
        return self.library.native.clSVMAlloc(self._context, flags, nbytes, ALIGNMENT) or 0

    def free(self, address: int) -> None:
        """Gives memory back."""
        self.library.native.clSVMFree(self._context, address)

    free_host = free

    def load(self, plan: Plan) -> int:
        """Compiles a text in OpenCL C."""
        code = plan.code
        if not isinstance(code, OpenCLCode):
            raise CompileError(f"load {plan.kernel}: its code is a {type(code).__name__}")
        kernel = self._compiler.kernel(code.source, code.entry, code.options, self._handle)
        sizes = code.grid_for(plan.words, self._units), code.block
        made = (self.library, kernel, self._handle, plan.words, sizes, plan.codes, code.fallible)
        return self._keep(Text(*made))

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        """Compiles a copy or a fill; a dense copy is the driver's own."""
        rank, item, *rest = words
        shape, steps = rest[:rank], rest[rank:]
        if name not in ENTRIES:
            raise NotImplementedError(f"devices of OpenCL have no operation {name}")
        dense = [item * prod(shape[axis + 1 :]) for axis in range(rank)]
        if name == "copy" and steps == [*dense, *dense]:
            return self._keep(DenseCopy(self.library, item * prod(shape)))
        blocks = min(-(-prod(shape) // THREADS) or 1, BLOCKS_PER_UNIT * self._units)
        sizes = (blocks, 1, 1), (THREADS, 1, 1)
        codes = "PP" if name == "copy" else "P" + "Q" * slots_of(item)
        kernel = self._compiler.kernel(text_of(name, words), ENTRIES[name], (), self._handle)
        return self._keep(Text(self.library, kernel, self._handle, words, sizes, codes))

    def _keep(self, step: Step) -> int:
        number = next(self._numbers)
        self.plans[number] = step
        return number

    def unload(self, plan: int) -> None:
        """Releases a kernel."""
        step = self.plans.pop(plan, None)
        if step is not None:
            step.release()

    def can_wait_on(self, timeline: int) -> bool:
        """Leaves all waits to the runtime."""
        return False

    def new_queue(self) -> int:
        """Returns a new in-order queue of the driver."""
        make = "clCreateCommandQueueWithProperties"
        return self.library.make(make, self._context, self._handle, None)

    def open_queue(self, name: str, timeline: Timeline) -> OpenCLQueue:
        """Opens a queue."""
        return OpenCLQueue(self, name, timeline)

    def close(self) -> None:
        """Leaves the context, because arrays may still share memory of the host."""


class OpenCLBackend:
    """The kind: the devices of one platform, which share a context."""

    kind = "opencl-contract"

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._platform: Platform | None = None

    def _found(self) -> Platform:
        with self._lock:
            self._platform = self._platform or Platform()
            return self._platform

    def count(self) -> int:
        """Shows none: a runtime has to name them."""
        return 0

    def has(self, index: int) -> bool:
        """Whether there is a device of that index."""
        return index < len(self._found().devices)

    def open(self, index: int) -> OpenCLDevice:
        """Opens a device."""
        found = self._found()
        if index >= len(found.devices):
            raise BackendNotFoundError(
                f"open {self.kind}:{index}: the driver has {len(found.devices)} devices with "
                "fine-grained buffers"
            )
        return OpenCLDevice(found, found.devices[index])
