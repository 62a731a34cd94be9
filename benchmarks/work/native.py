"""The kernels of the benchmark: LLVM IR for streamrt, the same code through ctypes for others.

Every entry has streamrt's kernel ABI, `i32 entry(ptr args, i64 lo, i64 hi)`: `args` is an
array of eight-byte slots, slot 0 points to the extents and strides, then one slot for each
parameter. The peers that call native code get the very same machine code: `prepare` fills the
slots once and returns a callable without arguments that releases the GIL while it runs, so
that they pay for neither packing nor checks.
"""

from __future__ import annotations

import ctypes
import functools
import importlib
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Call = Callable[[], int]
Step = tuple[int, Sequence[int], int]
"""The address of an entry, the words of all its slots, and its extent."""


@dataclass(frozen=True, slots=True)
class NativeKernel:
    """A kernel as text, for srt.Kernel to take and for `prepare` to compile."""

    name: str
    signature: str
    source: str
    split: str | None = None


def _loads(**kinds: str) -> str:
    """IR that loads the arguments from slot 1 on: `x="ptr"` or a scalar's type."""
    return "".join(
        f"  %{name}.slot = getelementptr i64, ptr %args, i64 {number}\n"
        f"  %{name} = load {kind}, ptr %{name}.slot\n"
        for number, (name, kind) in enumerate(kinds.items(), 1)
    )


def _each(name: str, body: str, arrays: str, read: str, **scalars: str) -> str:
    """IR of a kernel whose body is for each element: it stands at `%x.at`, and `%x.i` is read."""
    elements = [f"  %{x}.at = getelementptr float, ptr %{x}, i64 %i\n" for x in arrays]
    elements += [f"  %{x}.i = load float, ptr %{x}.at\n" for x in read]
    return f"""
define i32 @{name}(ptr %args, i64 %lo, i64 %hi) {{
entry:
{_loads(**dict.fromkeys(arrays, "ptr"), **scalars)}  br label %head
head:
  %i = phi i64 [ %lo, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %hi
  br i1 %more, label %body, label %done
body:
{"".join(elements)}{body}
  %next = add i64 %i, 1
  br label %head
done:
  ret i32 0
}}
"""


EMPTY = NativeKernel(
    "empty",
    "inout x: f32[n]",
    """
define i32 @empty(ptr %args, i64 %lo, i64 %hi) {
  ret i32 0
}
""",
)

AXPY = NativeKernel(
    "axpy",
    "x: f32[n], inout y: f32[n], alpha: f32",
    _each(
        "axpy",
        """
  %scaled = fmul float %alpha, %x.i
  %sum = fadd float %scaled, %y.i
  store float %sum, ptr %y.at""",
        "xy",
        read="xy",
        alpha="float",
    ),
    split="n",
)

# The node of the random DAG has three inputs; its output stays between their bounds.
LERP = NativeKernel(
    "lerp",
    "a: f32[n], b: f32[n], c: f32[n], out y: f32[n]",
    _each(
        "lerp",
        """
  %span = fsub float %b.i, %a.i
  %part = fmul float %c.i, %span
  %sum = fadd float %a.i, %part
  store float %sum, ptr %y.at""",
        "abcy",
        read="abc",
    ),
    split="n",
)

# A stage that takes a counted number of iterations and writes down when it ran. The chain of
# multiplications is bound by latency, so neither SMT nor memory traffic changes its length; the
# exclusive or between them keeps an optimiser from folding several turns into one.
# The clock is read by the kernel itself: a peer's own idea of "finished" may be late.
STAGE = NativeKernel(
    "stage",
    "x: i64[m], inout y: i64[m], iterations: i64",
    f"""
declare i32 @clock_gettime(i32, ptr)

define internal i64 @now() {{
  %time = alloca [2 x i64]
  %ignored = call i32 @clock_gettime(i32 {time.CLOCK_MONOTONIC}, ptr %time)
  %nanos.at = getelementptr i64, ptr %time, i64 1
  %seconds = load i64, ptr %time
  %nanos = load i64, ptr %nanos.at
  %scaled = mul i64 %seconds, 1000000000
  %sum = add i64 %scaled, %nanos
  ret i64 %sum
}}

define i32 @stage(ptr %args, i64 %lo, i64 %hi) {{
entry:
{_loads(x="ptr", y="ptr", iterations="i64")}
  %began = call i64 @now()
  %seed = load i64, ptr %x
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %state = phi i64 [ %seed, %entry ], [ %advanced, %loop ]
  %mixed = xor i64 %state, 1442695040888963407
  %advanced = mul i64 %mixed, 6364136223846793005
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %iterations
  br i1 %more, label %loop, label %done
done:
  %ended = call i64 @now()
  %began.at = getelementptr i64, ptr %y, i64 1
  %ended.at = getelementptr i64, ptr %y, i64 2
  store i64 %advanced, ptr %y
  store i64 %began, ptr %began.at
  store i64 %ended, ptr %ended.at
  ret i32 0
}}
""",
)
STAGE_WORDS, BEGAN, ENDED = 3, 1, 2

# A latch holds its stream until the host stores something else than 0 into the flag.
LATCH = NativeKernel(
    "latch",
    "flag: i64[m], inout x: f32[n]",
    """
define i32 @latch(ptr %args, i64 %lo, i64 %hi) {
entry:
  %flag.slot = getelementptr i64, ptr %args, i64 1
  %flag = load ptr, ptr %flag.slot
  br label %look
look:
  %value = load atomic i64, ptr %flag monotonic, align 8
  %closed = icmp eq i64 %value, 0
  br i1 %closed, label %look, label %open
open:
  ret i32 0
}
""",
)


def libc_symbols() -> dict[str, int]:
    """The absolute addresses of the functions that the kernels call."""
    function = ctypes.CDLL(None).clock_gettime
    address = ctypes.cast(function, ctypes.c_void_p).value
    return {"clock_gettime": address or 0}


# Calls one entry with one row of slots after another: what is left of a replay if nothing but its
# kernels remains.
_CALL_ALL = """
define i64 @call_all(ptr %entry, ptr %rows, i64 %count, i64 %words, i64 %extent) {
begin:
  br label %head
head:
  %i = phi i64 [ 0, %begin ], [ %next, %body ]
  %errors = phi i64 [ 0, %begin ], [ %sum, %body ]
  %more = icmp ult i64 %i, %count
  br i1 %more, label %body, label %done
body:
  %word = mul i64 %i, %words
  %row = getelementptr i64, ptr %rows, i64 %word
  %error = call i32 %entry(ptr %row, i64 0, i64 %extent)
  %wide = zext i32 %error to i64
  %sum = or i64 %errors, %wide
  %next = add i64 %i, 1
  br label %head
done:
  ret i64 %errors
}
"""


# Turns of a loop in C: what is left of a loop if nothing but its kernels remains. A row has an
# entry, its slots, and its extent.
_TURNS = """
define i64 @turns(ptr %rows, i64 %count, i64 %turns) {
begin:
  br label %turn
turn:
  %t = phi i64 [ 0, %begin ], [ %t.next, %turned ]
  %again = icmp ult i64 %t, %turns
  br i1 %again, label %step, label %done
step:
  %i = phi i64 [ 0, %turn ], [ %i.next, %step ]
  %word = mul i64 %i, 3
  %row = getelementptr i64, ptr %rows, i64 %word
  %slots.at = getelementptr i64, ptr %row, i64 1
  %extent.at = getelementptr i64, ptr %row, i64 2
  %entry = load ptr, ptr %row
  %slots = load ptr, ptr %slots.at
  %extent = load i64, ptr %extent.at
  %error = call i32 %entry(ptr %slots, i64 0, i64 %extent)
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %count
  br i1 %more, label %step, label %turned
turned:
  %t.next = add i64 %t, 1
  br label %turn
done:
  ret i64 0
}
"""


@functools.cache
def _compiler() -> tuple[Any, Any, Any]:
    # llvmlite has no type information; Any ends here.
    llvm: Any = importlib.import_module("llvmlite.binding")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    found = llvm.get_host_cpu_features()
    flags = found.flatten() + (",-prefer-256-bit" if found.get("avx512f") else "")
    machine = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=flags, opt=2, jit=True
    )
    return llvm, machine, llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)


def compiled(text: str) -> bytes:
    """An object file for this CPU, as streamrt compiles a kernel by default.

    Without the passes and the CPU's features the peers would run other machine code.
    """
    llvm, machine, _ = _compiler()
    module = llvm.parse_assembly(text)
    module.verify()
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(1))
    builder.getModulePassManager().run(module, builder)
    made: bytes = machine.emit_object(module)
    return made


@functools.cache
def _address(text: str, name: str) -> int:
    llvm, _, engine = _compiler()
    engine.add_object_file(llvm.ObjectFileRef.from_data(compiled(text)))
    engine.finalize_object()
    address: int = engine.get_function_address(name)
    return address


def address_of(kernel: NativeKernel) -> int:
    """Returns the address of a kernel's entry."""
    return _address(kernel.source, kernel.name)


@functools.cache
def entry(kernel: NativeKernel) -> Callable[[int, int, int], int]:
    """The compiled entry; calling it releases the GIL."""
    prototype = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
    return prototype(_address(kernel.source, kernel.name))


class _Bound:
    """A call that owns the memory its slots point to."""

    def __init__(self, kernel: NativeKernel, arrays: tuple[Array, ...], scalars: bytes) -> None:
        addresses = [array.ctypes.data for array in arrays]
        self._arrays = arrays
        self._layout = (ctypes.c_int64 * 1)(arrays[-1].size)
        slots = [ctypes.addressof(self._layout), *addresses]
        packed = b"".join(slot.to_bytes(8, "little") for slot in slots) + scalars.ljust(8, b"\0")
        self._slots = ctypes.create_string_buffer(packed, len(packed))
        extent = arrays[-1].size if kernel.split else 1
        self.run = functools.partial(entry(kernel), ctypes.addressof(self._slots), 0, extent)


_kept: list[object] = []


def prepare(kernel: NativeKernel, *arrays: Array, scalar: np.generic | None = None) -> Call:
    """Returns a callable that runs `kernel` on `arrays` and a last scalar; all is packed now.

    The arrays stay alive until the process ends.
    """
    bound = _Bound(kernel, arrays, b"" if scalar is None else scalar.tobytes())
    _kept.append(bound)
    return bound.run


def prepare_all(kernel: NativeKernel, calls: Sequence[Sequence[int]], extent: int) -> Call:
    """Returns a callable that runs `kernel` once for each list of slots, in a native loop.

    Args:
        kernel: a kernel of one split dimension.
        calls: the words of the slots behind slot 0: addresses and scalars.
        extent: the number of elements in each call.
    """
    layout = (ctypes.c_int64 * 1)(extent)
    words = len(calls[0]) + 1
    rows = np.array([[ctypes.addressof(layout), *slots] for slots in calls], np.uint64)
    types = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)
    loop = ctypes.CFUNCTYPE(ctypes.c_int64, *types)(_address(_CALL_ALL, "call_all"))
    _kept.append((layout, rows))
    return functools.partial(
        loop, _address(kernel.source, kernel.name), rows.ctypes.data, len(calls), words, extent
    )


def prepare_turns(steps: Sequence[Step], turns: int) -> Call:
    """Returns a callable that runs some steps in order, again and again, in a native loop.

    Args:
        steps: the steps, in order.
        turns: how often.
    """
    slots = [(ctypes.c_uint64 * len(words))(*words) for _, words, _ in steps]
    rows = np.array(
        [
            (entry, ctypes.addressof(words), extent)
            for words, (entry, _, extent) in zip(slots, steps, strict=True)
        ],
        np.uint64,
    )
    types = (ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
    loop = ctypes.CFUNCTYPE(ctypes.c_int64, *types)(_address(_TURNS, "turns"))
    _kept.append((slots, rows))
    return functools.partial(loop, rows.ctypes.data, len(steps), turns)


def stage_arrays() -> tuple[Array, Array]:
    """An input and an output for STAGE."""
    return np.ones(STAGE_WORDS, np.int64), np.zeros(STAGE_WORDS, np.int64)


def stage_seconds(iterations: int, repeats: int = 20) -> float:
    """The median time of one STAGE of this many iterations, with nothing beside it."""
    source, target = stage_arrays()
    call = prepare(STAGE, source, target, scalar=np.int64(iterations))
    durations: list[int] = []
    for _ in range(repeats):
        call()
        durations.append(int(target[ENDED] - target[BEGAN]))
    return statistics.median(durations) / 1e9


def two_stages(iterations: int) -> int:
    """The output of a STAGE whose input is another one's output."""
    source, middle = stage_arrays()
    _, target = stage_arrays()
    prepare(STAGE, source, middle, scalar=np.int64(iterations))()
    prepare(STAGE, middle, target, scalar=np.int64(iterations))()
    return int(target[0])


def calibrate(seconds: float = 200e-6) -> int:
    """The number of iterations that make one STAGE last `seconds` on this machine."""
    probe = 100_000
    stage_seconds(probe)  # the core's clock rises first
    return max(1, round(probe * seconds / stage_seconds(probe, repeats=100)))
