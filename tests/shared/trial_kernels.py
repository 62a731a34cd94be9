"""Kernels in LLVM IR that the tests of the runtime launch, and a gate that holds a stream.

They are real: ordering, failing and cancelling happen in native threads.
A gate takes the place of a sleep: its kernel spins natively until the test opens it.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import time
from collections.abc import Callable
from typing import Any, Self

import numpy as np

import streamrt as srt

PATIENCE = 3600.0  # seconds until a test gives up on what should take microseconds


def slots(**kinds: str) -> str:
    """IR that loads the arguments from slot 1 on: `x="ptr"` or a scalar's type."""
    lines = [
        f"  %slot.{name} = getelementptr ptr, ptr %args, i64 {number}\n"
        f"  %{name} = load {kind}, ptr %slot.{name}\n"
        for number, (name, kind) in enumerate(kinds.items(), 1)
    ]
    return "".join(lines)


_AXPY = f"""
define i32 @axpy(ptr %args, i64 %lo, i64 %hi) {{
start:
{slots(x="ptr", y="ptr", alpha="float")}
  %layout = load ptr, ptr %args
  %where.dx = getelementptr i64, ptr %layout, i64 1
  %dx = load i64, ptr %where.dx
  %where.dy = getelementptr i64, ptr %layout, i64 2
  %dy = load i64, ptr %where.dy
  %any = icmp slt i64 %lo, %hi
  br i1 %any, label %loop, label %end
loop:
  %i = phi i64 [%lo, %start], [%next, %loop]
  %ox = mul i64 %i, %dx
  %oy = mul i64 %i, %dy
  %px = getelementptr i8, ptr %x, i64 %ox
  %py = getelementptr i8, ptr %y, i64 %oy
  %vx = load float, ptr %px, align 4
  %vy = load float, ptr %py, align 4
  %product = fmul float %alpha, %vx
  %sum = fadd float %vy, %product
  store float %sum, ptr %py, align 4
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %hi
  br i1 %more, label %loop, label %end
end:
  ret i32 0
}}
"""

_EMPTY = "define i32 @empty(ptr %args, i64 %lo, i64 %hi) {\n  ret i32 0\n}\n"

_COUNT = f"""
define i32 @count(ptr %args, i64 %lo, i64 %hi) {{
{slots(n="ptr")}
  %old = atomicrmw add ptr %n, i32 1 seq_cst
  ret i32 0
}}
"""

_FAIL = f"""
define i32 @fail(ptr %args, i64 %lo, i64 %hi) {{
{slots(y="ptr", code="i32")}
  ret i32 %code
}}
"""

# Word 0 opens it; word 1 says that the kernel runs.
_LATCH = f"""
declare i32 @sched_yield()
define i32 @latch(ptr %args, i64 %lo, i64 %hi) {{
start:
{slots(gate="ptr", y="ptr")}
  %running = getelementptr i32, ptr %gate, i64 1
  store atomic i32 1, ptr %running seq_cst, align 4
  br label %spin
spin:
  %word = load atomic i32, ptr %gate acquire, align 4
  %open = icmp ne i32 %word, 0
  br i1 %open, label %end, label %again
again:
  %ignored = call i32 @sched_yield()
  br label %spin
end:
  %old = load float, ptr %y, align 4
  %new = fadd float %old, 1.0
  store float %new, ptr %y, align 4
  ret i32 0
}}
"""

_BUSY = f"""
define i32 @busy(ptr %args, i64 %lo, i64 %hi) {{
start:
{slots(y="ptr", turns="i64")}
  br label %loop
loop:
  %i = phi i64 [0, %start], [%next, %loop]
  store volatile i64 %i, ptr %y, align 8
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %turns
  br i1 %more, label %loop, label %end
end:
  ret i32 0
}}
"""


_ONE_THREAD = "if (blockIdx.x || threadIdx.x) return;"

_CUDA_AXPY = """
extern "C" __global__ void axpy(const Words w, const float *x, float *y, float alpha)
{
    const long long step = (long long)gridDim.x * blockDim.x;
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < w.at[0]; i += step) {
        float *to = (float *)((char *)y + i * w.at[2]);
        *to += alpha * *(const float *)((const char *)x + i * w.at[1]);
    }
}
"""

_CUDA_EMPTY = 'extern "C" __global__ void empty(const Words w, float *y) {}'

_CUDA_COUNT = f"""
extern "C" __global__ void count(const Words w, unsigned *n)
{{
    {_ONE_THREAD}
    atomicAdd(n, 1u);
}}
"""

_CUDA_FAIL = f"""
extern "C" __global__ void fail(const Words w, float *y, int code, int *error)
{{
    {_ONE_THREAD}
    *error = code;
}}
"""

_CUDA_BUMP = f"""
extern "C" __global__ void bump(const Words w, float *y)
{{
    {_ONE_THREAD}
    y[0] += 1;
}}
"""

_OPENCL_AXPY = """
__kernel void axpy(const Words w, __global const float *x, __global float *y, float alpha)
{
    for (long i = get_global_id(0); i < w.at[0]; i += get_global_size(0)) {
        __global float *to = (__global float *)((__global char *)y + i * w.at[2]);
        *to += alpha * *(__global const float *)((__global const char *)x + i * w.at[1]);
    }
}
"""

_OPENCL_EMPTY = "__kernel void empty(const Words w, __global float *y) {}"

_ONE_ITEM = "if (get_global_id(0)) return;"

_OPENCL_COUNT = f"""
__kernel void count(const Words w, volatile __global uint *n)
{{
    {_ONE_ITEM}
    atomic_inc(n);
}}
"""

_OPENCL_FAIL = f"""
__kernel void fail(const Words w, __global float *y, int code, __global int *error)
{{
    {_ONE_ITEM}
    *error = code;
}}
"""

_OPENCL_BUMP = f"""
__kernel void bump(const Words w, __global float *y)
{{
    {_ONE_ITEM}
    y[0] += 1;
}}
"""


def _address(name: str) -> int:
    address = ctypes.cast(getattr(ctypes.CDLL(None), name), ctypes.c_void_p).value
    assert address is not None
    return address


axpy = srt.Kernel(
    "axpy",
    "x: f32[n], inout y: f32[n], alpha: f32",
    cpu=srt.LLVM(_AXPY, entry="axpy", strided=True),
    cuda=srt.CUDA(_CUDA_AXPY, "axpy", strided=True),
    opencl=srt.OpenCL(_OPENCL_AXPY, strided=True),
    split="n",
    aliasing=True,
    pure=True,
)
"""y += alpha * x, with any strides, split over workers where it is long.

One element after the other where it is short: there x and y may share some.
"""

empty = srt.Kernel(
    "empty",
    "inout y: f32[n]",
    cpu=srt.LLVM(_EMPTY, entry="empty"),
    cuda=srt.CUDA(_CUDA_EMPTY, "empty"),
    opencl=srt.OpenCL(_OPENCL_EMPTY),
)
"""Does nothing to a buffer that it says it changes."""

count = srt.Kernel(
    "count",
    "inout n: u32[1]",
    cpu=srt.LLVM(_COUNT, entry="count"),
    cuda=srt.CUDA(_CUDA_COUNT, "count"),
    opencl=srt.OpenCL(_OPENCL_COUNT),
)
"""Counts how often it ran."""

fail = srt.Kernel(
    "fail",
    "inout y: f32[n], code: i32",
    cpu=srt.LLVM(_FAIL, entry="fail"),
    cuda=srt.CUDA(_CUDA_FAIL, "fail", fallible=True),
    opencl=srt.OpenCL(_OPENCL_FAIL, fallible=True),
    errors={7: "seven is not allowed"},
)
"""Returns the code it is given: an error unless that is 0."""

latch = srt.Kernel(
    "latch",
    "gate: u32[2], inout y: f32[n]",
    cpu=srt.LLVM(_LATCH, entry="latch", symbols={"sched_yield": _address("sched_yield")}),
)
"""Spins until the gate is open, then adds 1 to y[0]. Launch it through `Gate.hold`."""

bump = srt.Kernel(
    "bump",
    "inout y: f32[n]",
    cuda=srt.CUDA(_CUDA_BUMP, "bump"),
    opencl=srt.OpenCL(_OPENCL_BUMP),
)
"""Adds 1 to y[0]."""

busy = srt.Kernel("busy", "inout y: i64[1], turns: i64", cpu=srt.LLVM(_BUSY, entry="busy"))
"""Counts to `turns`, some tenths of a ns each, and leaves the last number."""


class Gate:
    """Holds streams until it is opened; leaving it opens it, so that no test leaves work stuck.

    A stream of another device waits for a held one of the CPU, which the runtime must have, too.
    """

    def __init__(self, rt: srt.Runtime) -> None:
        self._words = np.zeros(2, "u4")
        self._buffer = rt.wrap(self._words, device="cpu:0").freeze()
        self._own = rt.put(np.zeros(1, "f4"), "cpu:0")  # kept: reused memory would wait for it

    def hold(self, stream: srt.Stream, y: srt.Buffer | None = None) -> srt.Execution:
        """Submits a kernel that runs until the gate opens; it adds 1 to y[0], if there is one."""
        cpu = self._buffer.device
        if stream.device is cpu:
            return stream.launch(latch, self._buffer, self._own if y is None else y)
        held = cpu.stream().launch(latch, self._buffer, self._own)
        stream.wait(held)
        return held if y is None else stream.launch(bump, y)

    def running(self) -> None:
        """Returns once the kernel runs."""
        deadline = time.monotonic() + PATIENCE
        while not self._words[1]:
            assert time.monotonic() < deadline, "the kernel that the gate holds never started"
            os.sched_yield()

    def open(self) -> None:
        """Lets what it holds finish."""
        self._words[0] = 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.open()


def in_scope(rt: srt.Runtime, body: Callable[[srt.Runtime], object], is_async: bool) -> None:
    """Runs a function in a scope: in one of `with`, or in one of `async with` on a loop."""

    async def asynchronous() -> None:
        async with rt.scope():
            body(rt)

    if is_async:
        asyncio.run(asynchronous())
    else:
        with rt.scope():
            body(rt)


async def until(condition: Callable[[], object]) -> None:
    """Lets the other tasks of the loop run until a condition holds."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "the condition never came to hold"
        await asyncio.sleep(0)


def values(buffer: srt.Buffer) -> list[Any]:
    """A buffer's elements, after all that was submitted to write them."""
    found: list[Any] = np.asarray(buffer).tolist()
    return found


def counters(
    rt: srt.Runtime, number: int = 1
) -> tuple[np.ndarray[tuple[int], np.dtype[np.uint32]], srt.Buffer]:
    """Counters of some kernels' runs: as an array, and as a buffer that shares its memory."""
    runs = np.zeros(number, "u4")
    return runs, rt.wrap(runs)
