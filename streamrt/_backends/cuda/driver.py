"""The functions of the CUDA driver, called by ctypes, from whatever table they come.

The real table is that of `libcuda.so.1`. Its functions are asked for by `cuGetProcAddress_v2` at
CUDA 12.0, so that a newer driver gives the functions that are described here, whatever newer
versions of them it has. Tests hand over a table of another library's addresses. Nothing else is
linked, and no package is imported.

The driver's manual is https://docs.nvidia.com/cuda/cuda-driver-api/; its modules are named below.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from streamrt._backends.gpu.contexts import DriverError
from streamrt._core.finalizers import Inbox
from streamrt.errors import BackendNotFoundError

if TYPE_CHECKING:
    from streamrt._backends.cuda.memory import DeviceMemory

LIBRARY = "libcuda.so.1"
OLDEST = 12_000  # CUDA 12.0, as the driver counts
NO_GPU, NOT_INITIALISED, OUT_OF_MEMORY = 100, 3, 2
NOT_READY = 600  # of a query: work is pending

# The types of arguments, by letter: a pointer or handle, a device address, a size, an int, an
# unsigned int, an unsigned char. All functions return a CUresult.
_TYPES: dict[str, Any] = {
    "P": ctypes.c_void_p,
    "A": ctypes.c_uint64,
    "N": ctypes.c_size_t,
    "i": ctypes.c_int,
    "u": ctypes.c_uint,
    "b": ctypes.c_ubyte,
}
_FUNCTIONS = {
    # "Initialization", "Version Management", "Error Handling"
    "cuInit": "u",
    "cuDriverGetVersion": "P",
    "cuGetErrorName": "iP",
    "cuGetErrorString": "iP",
    # "Device Management", "Primary Context Management", "Context Management", "Peer Context Access"
    "cuDeviceGetCount": "P",
    "cuDeviceGet": "Pi",
    "cuDeviceGetName": "Pii",
    "cuDeviceGetAttribute": "Pii",
    "cuDeviceTotalMem": "Pi",
    "cuDeviceGetUuid": "Pi",
    "cuDevicePrimaryCtxRetain": "Pi",
    "cuDevicePrimaryCtxRelease": "i",
    "cuCtxSetCurrent": "P",
    "cuCtxGetCurrent": "P",
    "cuCtxSynchronize": "",
    "cuDeviceCanAccessPeer": "Pii",
    "cuCtxEnablePeerAccess": "Pu",
    # "Memory Management", "Stream Ordered Memory Allocator"
    "cuMemAlloc": "PN",
    "cuMemFree": "A",
    "cuMemGetInfo": "PP",
    "cuMemHostAlloc": "PNu",
    "cuMemFreeHost": "P",
    "cuMemcpyAsync": "AANP",
    "cuMemcpy2DAsync": "PP",
    "cuMemsetD8Async": "AbNP",
    "cuMemPoolCreate": "PP",
    "cuMemPoolDestroy": "P",
    "cuMemPoolSetAttribute": "PiP",
    "cuMemPoolGetAttribute": "PiP",
    "cuMemPoolTrimTo": "PN",
    "cuMemPoolSetAccess": "PPN",
    "cuMemAllocFromPoolAsync": "PNPP",
    "cuMemFreeAsync": "AP",
    # "Unified Addressing"
    "cuPointerGetAttribute": "PiA",
    # "Stream Management", "Event Management", "Stream Memory Operations"
    "cuStreamCreate": "Pu",
    "cuStreamDestroy": "P",
    "cuStreamQuery": "P",
    "cuStreamSynchronize": "P",
    "cuStreamWaitEvent": "PPu",
    "cuStreamGetCtx": "PP",
    "cuStreamIsCapturing": "PP",
    "cuThreadExchangeStreamCaptureMode": "P",
    "cuEventCreate": "Pu",
    "cuEventDestroy": "P",
    "cuEventRecord": "PP",
    "cuEventQuery": "P",
    "cuEventSynchronize": "P",
    "cuEventElapsedTime": "PPP",
    # "Module Management", "Execution Control"
    "cuModuleLoadData": "PP",
    "cuModuleUnload": "P",
    "cuModuleGetFunction": "PPP",
    "cuFuncGetAttribute": "PiP",
    "cuLaunchKernel": "PuuuuuuuPPP",
    "cuLaunchHostFunc": "PPP",
    # "Graph Management"
    "cuGraphCreate": "Pu",
    "cuGraphAddKernelNode": "PPPNP",
    "cuGraphInstantiateWithFlags": "PPA",
    "cuGraphExecKernelNodeSetParams": "PPP",
    "cuGraphLaunch": "PP",
    "cuGraphExecDestroy": "P",
    "cuGraphDestroy": "P",
}
# Functions that a driver may lack, and the CUDA version at which they are asked for. Conditional
# nodes work since 12.4, and `cuGraphAddNode` has other arguments since 12.3.
_OPTIONAL = {
    "cuFuncLoad": ("P", 12_040),
    "cuGraphAddNode": ("PPPNP", 12_020),
    "cuGraphConditionalHandleCreate": ("PPPuu", 12_040),
}

NATIVE = (
    "cuCtxSetCurrent", "cuLaunchKernel", "cuMemcpyAsync", "cuEventRecord", "cuStreamWaitEvent",
    "cuEventQuery", "cuEventSynchronize", "cuGraphLaunch", "cuGraphExecKernelNodeSetParams",
    "cuThreadExchangeStreamCaptureMode",
)  # fmt: skip
"""The functions that native code calls, in the order of the table in driver.h."""


class Driver:
    """The driver's functions, by name.

    Attributes:
        table: the address of the table that native code calls; the driver keeps it.
        memories: those of all open devices, which reach each other where the driver allows it.
        left: memory of closed devices that arrays had shared: what frees it, and its address. It is
            freed when another device is opened or closed, because no finalizer may do that.
    """

    _loaded: ClassVar[Driver | None] = None

    def __init__(self, functions: Mapping[str, int], keep: object = None) -> None:
        """Takes the addresses of functions.

        Args:
            functions: by the names that `cuGetProcAddress` takes, as in "cuMemAlloc".
            keep: an object that keeps the library.

        Raises:
            BackendNotFoundError: one is missing.
        """
        missing = [name for name in _FUNCTIONS if not functions.get(name)]
        if missing:
            raise BackendNotFoundError(
                f"load NVIDIA's driver: it has no function {missing[0]}; install a newer one"
            )
        self._keep = keep
        self.memories: list[DeviceMemory] = []
        self.left: Inbox[tuple[Callable[[int], object], int]] = Inbox()
        types = _FUNCTIONS | {name: letters for name, (letters, _) in _OPTIONAL.items()}
        self._calls: dict[str, Callable[..., int]] = {
            name: ctypes.CFUNCTYPE(ctypes.c_int, *map(_TYPES.__getitem__, letters))(functions[name])
            for name, letters in types.items()
            if functions.get(name)
        }
        addresses = [functions[name] for name in NATIVE]
        self._table = (ctypes.c_uint64 * (len(NATIVE) + 1))(*addresses)  # it tells of no ends
        self.table: int = ctypes.addressof(self._table)

    @classmethod
    def of(cls, functions: Mapping[str, int]) -> Driver:
        """Returns a driver of functions that the caller keeps."""
        return cls(functions)

    @classmethod
    def load(cls) -> Driver:
        """Returns the machine's driver. It is not initialised by this.

        Raises:
            BackendNotFoundError: there is none, or it is too old.
        """
        if cls._loaded is None:
            cls._loaded = cls(*_find(LIBRARY))
        return cls._loaded

    def free_left(self) -> None:
        """Frees memory that arrays of closed devices had shared, and nobody shares now."""
        for free, address in self.left.taken():
            free(address)

    def __contains__(self, name: str) -> bool:
        """Whether it has a function of that name."""
        return name in self._calls

    def function(self, name: str) -> Callable[..., int]:
        """Returns a function that returns a CUresult.

        A handle that is forgotten in one statement and given to it in the next is given back
        exactly once: between the two, no interrupt can break that off, as it could inside `call`.
        """
        return self._calls[name]

    def result(self, name: str, *arguments: Any) -> int:
        """Calls a function; returns its CUresult."""
        return self._calls[name](*arguments)

    def call(self, name: str, *arguments: Any) -> None:
        """Calls a function.

        Raises:
            DriverError: it failed.
        """
        self.check(name, self._calls[name](*arguments))

    def check(self, name: str, code: int) -> None:
        """Raises DriverError unless what a function returned is CUDA_SUCCESS."""
        if code:
            raise self.error(name, code)

    def new(self, name: str, *arguments: Any) -> int:
        """Calls a function whose first parameter is where it writes its result, and returns that.

        Args:
            name: the function.
            arguments: the others.

        Raises:
            DriverError: it failed.
        """
        result = ctypes.c_uint64(0)
        self.call(name, ctypes.byref(result), *arguments)
        return result.value

    def number(self, name: str, *arguments: Any) -> int:
        """Does the same for a function that writes an int."""
        result = ctypes.c_int(0)
        self.call(name, ctypes.byref(result), *arguments)
        return result.value

    def error(self, function: str, code: int) -> DriverError:
        """Returns the error that says what a function returned."""
        spelled = f"{self.name_of(code)} ({code})"
        return DriverError(function, code, spelled, self._say("cuGetErrorString", code))

    def name_of(self, code: int) -> str:
        """Returns the name of a CUresult."""
        return self._say("cuGetErrorName", code)

    def _say(self, name: str, code: int) -> str:
        text = ctypes.c_char_p()
        failed = self._calls[name](code, ctypes.byref(text))
        return "unknown error" if failed or not text.value else text.value.decode()


def _find(library: str) -> tuple[dict[str, int], object]:
    """Returns the functions of a driver's library, and the library.

    Raises:
        BackendNotFoundError: there is no such library, or it is older than CUDA 12.0.
    """
    try:
        found = ctypes.CDLL(library)
    except OSError as error:
        raise BackendNotFoundError(f"load NVIDIA's driver: {error}; install it") from error
    version = ctypes.c_int(0)
    try:
        found.cuDriverGetVersion(ctypes.byref(version))
        find = found.cuGetProcAddress_v2
    except AttributeError as error:  # it came with CUDA 12.0
        raise _too_old(version.value) from error
    if version.value < OLDEST:
        raise _too_old(version.value)
    # const char *symbol, void **function, int version, cuuint64_t flags, where it says why not
    find.argtypes = (ctypes.c_char_p, *map(_TYPES.__getitem__, "PiAP"))
    functions: dict[str, int] = {}
    versions = dict.fromkeys(_FUNCTIONS, OLDEST)
    versions |= {name: since for name, (_, since) in _OPTIONAL.items() if since <= version.value}
    for name, since in versions.items():
        address = ctypes.c_uint64(0)
        if not find(name.encode(), ctypes.byref(address), since, 0, None) and address.value:
            functions[name] = address.value
    return functions, found


def _too_old(version: int) -> BackendNotFoundError:
    return BackendNotFoundError(
        f"load NVIDIA's driver: it is made for CUDA {spell_version(version)}, and 12.0 is the "
        "oldest that works; install driver 525 or later"
    )


def spell_version(version: int) -> str:
    """Returns a version of CUDA as people write it."""
    return f"{version // 1000}.{version % 1000 // 10}"
