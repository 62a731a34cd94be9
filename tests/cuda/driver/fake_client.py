"""A small client of the fake driver: what its own tests say in one line each."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from cuda.driver.fake import POINTER, Fake, Function, build

KERNELS = {
    "note": (POINTER, 8),
    "axpy": (8, POINTER, POINTER, 4),
    "poke": (POINTER, 8),
    "down": (POINTER, 8),
    "broken": (),
    "seed": (POINTER,),
    "spin": (POINTER, POINTER),
}
NON_BLOCKING, NO_TIMING = 1, 2


class DriverError(Exception):
    """A call returned a code."""

    def __init__(self, name: str, code: int) -> None:
        super().__init__(f"{name} returned {code}")
        self.code = code


class _Properties(ctypes.Structure):
    _fields_ = (
        *(("kind", ctypes.c_uint32), ("handles", ctypes.c_uint32)),
        *(("place", ctypes.c_uint32), ("id", ctypes.c_int32)),
        *(("security", ctypes.c_void_p), ("most", ctypes.c_uint64), ("rest", ctypes.c_char * 56)),
    )


class Access(ctypes.Structure):
    _fields_ = (("place", ctypes.c_uint32), ("id", ctypes.c_int32), ("flags", ctypes.c_uint32))


class NodeParameters(ctypes.Structure):
    _fields_ = (
        *(("function", ctypes.c_uint64), ("shape", ctypes.c_uint32 * 6)),
        *(("shared", ctypes.c_uint32), ("parameters", ctypes.c_void_p)),
        *(("extra", ctypes.c_void_p), ("kernel", ctypes.c_uint64), ("context", ctypes.c_uint64)),
    )


class ConditionalNode(ctypes.Structure):
    _fields_ = (
        *(("type", ctypes.c_int), ("reserved", ctypes.c_int * 3), ("handle", ctypes.c_uint64)),
        *(("kind", ctypes.c_int), ("size", ctypes.c_uint)),
        *(("bodies", ctypes.POINTER(ctypes.c_uint64)), ("context", ctypes.c_uint64)),
        ("rest", ctypes.c_uint64 * 26),
    )


class Client:
    """One device of a fake driver, whose context is current on the thread that made it."""

    def __init__(self, fake: Fake, device: int = 0) -> None:
        self.fake = fake
        self.device = device
        self.call("cuInit", 0)
        self.context = self.made("cuDevicePrimaryCtxRetain", device)
        self.call("cuCtxSetCurrent", self.context)
        self._keep: list[object] = []

    def code(self, name: str, *arguments: object) -> int:
        """Calls a function and returns its code."""
        function = ctypes.CFUNCTYPE(ctypes.c_int)(self.fake.functions[name])
        passed = [ctypes.c_uint64(a & 2**64 - 1) if isinstance(a, int) else a for a in arguments]
        return int(function(*passed))

    def call(self, name: str, *arguments: object) -> None:
        if code := self.code(name, *arguments):
            raise DriverError(name, code)

    def made(self, name: str, *arguments: object) -> int:
        """Calls a function that writes a number of 8 bytes to where its first argument points."""
        made = ctypes.c_uint64()
        self.call(name, ctypes.byref(made), *arguments)
        return made.value

    # --- making -------------------------------------------------------------------------------

    def stream(self, flags: int = NON_BLOCKING) -> int:
        return self.made("cuStreamCreate", flags)

    def event(self, flags: int = NO_TIMING) -> int:
        return self.made("cuEventCreate", flags)

    def pool(self, most: int = 0) -> int:
        properties = _Properties(1, 0, 1, self.device, None, most, b"")
        return self.made("cuMemPoolCreate", ctypes.byref(properties))

    def plain(self, nbytes: int = 4096) -> int:
        return self.made("cuMemAlloc", nbytes)

    def pinned(self, nbytes: int = 4096) -> int:
        return self.made("cuMemHostAlloc", nbytes, 0)

    def module(self) -> int:
        library = ctypes.CDLL(str(build(Path(__file__).with_name("fake_kernels.c"))))
        image = self.fake.image(
            {name: Function(_address(library, name), sizes) for name, sizes in KERNELS.items()}
        )
        return self.made("cuModuleLoadData", image)

    def function(self, name: str, module: int | None = None) -> int:
        return self.made("cuModuleGetFunction", module or self.module(), name.encode())

    # --- doing --------------------------------------------------------------------------------

    def launch_code(self, function: int, stream: int, *values: object) -> int:
        return self.code(
            "cuLaunchKernel", function, *(1,) * 6, 0, stream, self.parameters(*values), 0
        )

    def launch(self, function: int, stream: int, *values: object) -> None:
        """Launches with the values: integers are 8 bytes, floats 4."""
        if code := self.launch_code(function, stream, *values):
            raise DriverError("cuLaunchKernel", code)

    def parameters(self, *values: object) -> ctypes.Array[ctypes.c_void_p]:
        cells = [
            ctypes.c_float(v) if isinstance(v, float) else ctypes.c_int64(v)  # type: ignore[arg-type]
            for v in values
        ]
        self._keep += cells
        return (ctypes.c_void_p * max(1, len(cells)))(*[ctypes.addressof(c) for c in cells])

    def node(self, function: int, *values: object) -> NodeParameters:
        parameters = self.parameters(*values)
        self._keep.append(parameters)
        shape = (ctypes.c_uint32 * 6)(*(1,) * 6)
        return NodeParameters(function, shape, 0, ctypes.addressof(parameters), None, 0, 0)

    def add(self, graph: int, node: NodeParameters, after: Sequence[int] = ()) -> int:
        handles = (ctypes.c_uint64 * max(1, len(after)))(*after)
        return self.made("cuGraphAddKernelNode", graph, handles, len(after), ctypes.byref(node))

    def condition(self, graph: int) -> int:
        return self.made("cuGraphConditionalHandleCreate", graph, self.context, 0, 0)

    def branch(
        self, graph: int, condition: int, after: Sequence[int] = (), *, repeats: bool = False
    ) -> tuple[int, int]:
        """Adds a conditional node; returns it, and the graph that is its body."""
        handles = (ctypes.c_uint64 * max(1, len(after)))(*after)
        node = ConditionalNode(
            type=13, handle=condition, kind=int(repeats), size=1, context=self.context
        )
        place = ctypes.byref(node)
        made = self.made("cuGraphAddNode", graph, handles, len(after), place)
        return made, node.bodies[0]

    def add_code(self, graph: int, node: NodeParameters, after: Sequence[int]) -> int:
        handles, made = (ctypes.c_uint64 * len(after))(*after), ctypes.c_uint64()
        nowhere = ctypes.byref(made)
        given = ctypes.byref(node)
        return self.code("cuGraphAddKernelNode", nowhere, graph, handles, len(after), given)

    def write(self, address: int, values: Sequence[int]) -> None:
        """Writes words of 8 bytes to device memory, and waits."""
        self.call("cuMemcpyHtoD", address, (ctypes.c_int64 * len(values))(*values), 8 * len(values))

    def read(self, address: int, count: int) -> list[int]:
        """Reads words of 8 bytes from device memory."""
        words = (ctypes.c_int64 * count)()
        self.call("cuMemcpyDtoH", words, address, 8 * count)
        return list(words)

    def sync(self, stream: int) -> None:
        self.call("cuStreamSynchronize", stream)


def in_thread(work: Callable[[], object]) -> threading.Thread:
    """Starts a thread, to which no context is current."""
    thread = threading.Thread(target=work)
    thread.start()
    return thread


def calling(c: Client, codes: list[int], name: str, *arguments: object) -> threading.Thread:
    """A thread that makes a call of the driver, and keeps its code."""

    def call() -> None:
        c.call("cuCtxSetCurrent", c.context)
        codes.append(c.code(name, *arguments))

    return in_thread(call)


def _address(library: ctypes.CDLL, name: str) -> int:
    address = ctypes.cast(getattr(library, name), ctypes.c_void_p).value
    assert address is not None
    return address
