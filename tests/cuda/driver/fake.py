"""Loads the fake CUDA driver beside this file, and says what a test may do with it.

The driver is C (fake.h says what it does), compiled once with ziglang into `build/cuda` of the
repository. A `Fake` is one driver with its own devices:

    with Fake(seed=3, devices=2) as fake:
        driver = Driver.of(fake.functions)
        ...
        fake.check()

A kernel is a C function `const char *f(const unsigned grid_block_seed[7], void **parameters)`. It
returns None, or a text that says which rule it broke. Its pointers are those of the host: the fake
has translated them.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

HERE = Path(__file__).resolve().parent
BUILD = HERE.parents[2] / "build" / "cuda"
FLAGS = (
    *("-std=c11", "-D_GNU_SOURCE", "-O2", "-g", "-fPIC", "-shared", "-pthread"),
    *("-fvisibility=hidden", "-fno-sanitize=all", "-Wall", "-Wextra", "-Werror"),
)
POINTER = 0
"""The size of a parameter that is a pointer, in `Fake.image`."""
KINDS = (
    *("contexts", "streams", "events", "memory pools", "modules", "functions", "graphs"),
    *("graph nodes", "executable graphs", "allocations"),
)
_closed: list[tuple[ctypes.CDLL, list[weakref.ref[object]]]] = []
"""Closed libraries, each with the objects that may still call it."""


class KernelFunction(Protocol):
    """A kernel as a C function of this process."""

    @property
    def address(self) -> int:
        """The function's address."""
        ...

    @property
    def sizes(self) -> Sequence[int]:
        """The bytes of each parameter; `POINTER` (0) for a pointer.

        A parameter of 8 bytes may be a pointer, too: it is one if it holds an address of device
        memory or of page-locked memory. Only of what is said to be one, all are checked.
        """
        ...


class Function(NamedTuple):
    """The plain form of a `KernelFunction`."""

    address: int
    sizes: tuple[int, ...]


class MisuseError(AssertionError):
    """A rule of the driver was broken, or something is live that should have been destroyed."""


@functools.cache
def build(source: Path) -> Path:
    """Compiles a C file with the headers beside it to a library, unless that was done before."""
    texts = [source, *sorted(source.parent.glob("*.h"))]
    digest = hashlib.sha256(b"\0".join(path.read_bytes() for path in texts)).hexdigest()[:16]
    library = BUILD / f"{source.stem}-{digest}.so"
    if not library.exists():
        BUILD.mkdir(parents=True, exist_ok=True)
        made = library.with_suffix(f".{os.getpid()}")
        command = [sys.executable, "-m", "ziglang", "cc", *FLAGS, str(source), "-o", str(made)]
        subprocess.run(command, check=True)
        made.replace(library)
    return library


def _load() -> ctypes.CDLL:
    """Returns a copy of the library with a state of its own: a closed one, or a new one.

    One that somebody may still call is left alone: what he gives back there would be others'.
    """
    for number, (library, users) in enumerate(_closed):
        if not any(user() for user in users):
            del _closed[number]
            return library
    with tempfile.NamedTemporaryFile(suffix=".so") as copy:
        shutil.copyfile(build(HERE / "fake.c"), copy.name)
        library = ctypes.CDLL(copy.name)
    u32, u64, i32 = ctypes.c_uint32, ctypes.c_uint64, ctypes.c_int32
    signatures = {
        "table": (ctypes.c_void_p, ctypes.POINTER(u32)),
        "open": (None, u64, u32, u64, u32, u32),
        "close": (i32,),
        "set_attribute": (None, u32, u32, u32),
        "set_memory": (None, u32, u64),
        "gate": (i32, u64, u32, u64),
        "set_capturing": (None, u64, u32),
        "set_recording": (None, u32),
        "inject": (i32, ctypes.c_char_p, u64, i32, u32, u32),
        "fault": (i32, ctypes.c_char_p, u64, i32),
        "resume": (None,),
        "lose": (None, u32, i32),
        "pending": (u64, u64),
        "await_waiting": (None, u32),
        "settle": (None,),
        "threads": (u32,),
        "counts": (u64, u32, ctypes.POINTER(u64)),
        "misuse": (i32, u32, ctypes.c_char_p, u64, i32),
        "live": (None, ctypes.POINTER(u64)),
    }
    for name, (result, *arguments) in signatures.items():
        function = getattr(library, f"fake_{name}")
        function.restype, function.argtypes = result, arguments
    return library


class _Entry(ctypes.Structure):
    _fields_ = (("name", ctypes.c_char_p), ("address", ctypes.c_void_p), ("version", ctypes.c_int))


class Fake:
    """A CUDA driver without a device."""

    def __init__(
        self,
        seed: int = 0,
        devices: int = 1,
        *,
        memory: int = 1 << 30,
        depth: int = 1000,
        version: int = 13000,
        attributes: Mapping[int, int] | None = None,
    ) -> None:
        """Opens a driver.

        Args:
            seed: decides the order of streams, hesitations, orders inside of graphs and kernels.
            devices: how many; 8 at most.
            memory: bytes of each device.
            depth: pending operations of a stream from which on the driver would block a launch.
            version: what `cuDriverGetVersion` says.
            attributes: of all devices, by the numbers of `CUdevice_attribute`. The number 0 is no
                attribute: whether devices can access each other's memory (1).
        """
        self._library = _load()
        self._library.fake_open(seed, devices, memory, depth, version)
        self.closed = False
        self.users: list[weakref.ref[object]] = []
        self.devices = devices
        for device in range(devices):
            for number, value in (attributes or {}).items():
                self._library.fake_set_attribute(device, number, value)
        count = ctypes.c_uint32()
        table = self._library.fake_table(ctypes.byref(count))
        entries = (_Entry * count.value).from_address(table)
        self.functions: dict[str, int] = {e.name.decode(): e.address for e in entries}
        """The address of each function by the driver's own name.

        Their arguments are those that `cuGetProcAddress` finds for CUDA 12.0, as `cuMemAlloc` is
        `cuMemAlloc_v2`; `cuFuncLoad` is there since 12.4 only.
        """
        self.versions: dict[str, int] = {e.name.decode(): e.version for e in entries}
        self._names = list(self.functions)

    def __enter__(self) -> Fake:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Drops what is pending and ends all threads. The functions return 4 from then on."""
        if self.closed:
            return
        self.closed = True
        if self._library.fake_close():
            _closed.append((self._library, self.users))

    @staticmethod
    def image(functions: Mapping[str, KernelFunction]) -> bytes:
        """Returns what `cuModuleLoadData` takes: kernels by name."""
        parts: list[bytes] = []
        for name, function in functions.items():
            text, sizes = name.encode(), function.sizes
            parts.append(struct.pack("=QII", function.address, len(sizes), len(text)))
            parts.append(struct.pack(f"={len(sizes)}I", *sizes) + text)
        body = b"".join(parts)
        return b"FAKE" + struct.pack("=IQ", len(functions), 16 + len(body)) + body

    # --- what happens -------------------------------------------------------------------------

    def hold(self, stream: int = 0) -> None:
        """Holds a stream: it begins no operation until it is released. 0: all streams."""
        self._gate(stream, held=True, steps=0)

    def release(self, stream: int = 0) -> None:
        """Lets a stream go on. 0: ends a hold of all streams, not the holds of single ones."""
        self._gate(stream, held=False, steps=0)

    def step(self, stream: int, operations: int = 1) -> None:
        """Lets a held stream do some more operations; a graph's node is one."""
        self._gate(stream, held=True, steps=operations)

    def _gate(self, stream: int, *, held: bool, steps: int) -> None:
        if not self._library.fake_gate(stream, held, steps):
            raise ValueError(f"hold or release {stream:#x}: it is no stream of this driver")

    def set_capturing(self, stream: int, captures: bool) -> None:
        """Says that a stream records a graph; it runs its work all the same."""
        self._library.fake_set_capturing(stream, captures)

    def set_recording(self, records: bool) -> None:
        """Says that a thread of another library records a graph, in the mode "global".

        Calls of other threads that could spoil the record are refused, and remembered as a misuse,
        unless their thread is relaxed.
        """
        self._library.fake_set_recording(records)

    def settle(self) -> None:
        """Waits until no stream can go on: all are empty, held, or wait for another."""
        self._library.fake_settle()

    def fail(self, function: str, n: int, code: int, *, sticky: bool = False) -> None:
        """Lets the n-th call of a function from now on return a code, and do nothing.

        If `sticky`, each later call in the same context returns the code, too.
        """
        self._inject(function, n, code, sticky=sticky, hang=False)

    def hang(self, function: str, n: int = 1) -> None:
        """Lets the n-th call of a function from now on hang until `resume`; then it goes on."""
        self._inject(function, n, 0, sticky=False, hang=True)

    def _inject(self, function: str, n: int, code: int, *, sticky: bool, hang: bool) -> None:
        if n < 1 or not self._library.fake_inject(function.encode(), n, code, sticky, hang):
            raise ValueError(f"inject into call {n} of {function}: there is no such call, or room")

    def fault(self, kernel: str, n: int = 1, code: int = 700) -> None:
        """Lets the n-th run of a kernel from now on fault: the device is lost with the code.

        As on a device, the launch itself is over by then and returned 0.
        """
        if n < 1 or not self._library.fake_fault(kernel.encode(), n, code):
            raise ValueError(f"let run {n} of {kernel} fault: there is no such run, or room")

    def resume(self) -> None:
        """Lets all calls go on that hang."""
        self._library.fake_resume()

    def lose(self, device: int = 0, code: int = 719) -> None:
        """Gives a device's context a sticky error; what is pending there never ends."""
        self._library.fake_lose(device, code)

    def set_memory(self, nbytes: int, device: int = 0) -> None:
        """Sets the bytes of a device; more may be in use already."""
        self._library.fake_set_memory(device, nbytes)

    # --- what one sees ------------------------------------------------------------------------

    def pending(self, stream: int) -> int:
        """The number of operations in a stream that are not over."""
        return int(self._library.fake_pending(stream))

    def await_waiting(self, calls: int = 1) -> None:
        """Waits until at least so many calls wait for the device, or hang."""
        self._library.fake_await_waiting(calls)

    def counts(self) -> dict[str, int]:
        """The calls of each function so far; a function that nobody called is not there."""
        total: dict[str, int] = {}
        for counts in self.counts_by_thread().values():
            for name, n in counts.items():
                total[name] = total.get(name, 0) + n
        return total

    def counts_by_thread(self) -> dict[int, dict[str, int]]:
        """The same for each thread, by its `threading.get_native_id()`."""
        found: dict[int, dict[str, int]] = {}
        numbers = (ctypes.c_uint64 * len(self._names))()
        for thread in range(self._library.fake_threads()):
            native_id = self._library.fake_counts(thread, numbers)
            counts = found.setdefault(int(native_id), {})
            for name, n in zip(self._names, numbers, strict=True):
                if n:
                    counts[name] = counts.get(name, 0) + n
        return found

    def live(self) -> dict[str, int]:
        """The number of things of each kind that must be destroyed yet, except on lost devices."""
        numbers = (ctypes.c_uint64 * len(KINDS))()
        self._library.fake_live(numbers)
        return {kind: n for kind, n in zip(KINDS, numbers, strict=True) if n}

    def misuses(self, *, forget: bool = False) -> list[str]:
        """The rules that were broken so far, one text each."""
        texts: list[str] = []
        text = ctypes.create_string_buffer(512)
        while self._library.fake_misuse(len(texts), text, len(text), False):
            texts.append(text.value.decode(errors="replace"))
        if forget:
            self._library.fake_misuse(0, text, len(text), True)
        return texts

    def check(self, *, live: bool = True) -> None:
        """Raises `MisuseError` if a rule was broken or, if `live`, something was not destroyed."""
        problems = self.misuses()
        if live and (left := self.live()):
            problems.append(
                "not destroyed: " + ", ".join(f"{n} {kind}" for kind, n in left.items())
            )
        if problems:
            raise MisuseError("\n".join(problems))
