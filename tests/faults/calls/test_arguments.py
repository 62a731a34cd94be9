"""Arguments of launches that do not fit: refused at the call, and nothing was queued."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import axpy, count, fail, values

import streamrt as srt
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    DeletedBufferError,
    FrozenBufferError,
    SignatureError,
    StreamRTError,
)
from streamrt.testing import Simulator

dense = srt.Kernel(
    "dense",
    "x: f32[n], out y: f32[n]",
    cpu=srt.LLVM("define i32 @dense(ptr %a, i64 %l, i64 %h) {\n  ret i32 0\n}", entry="dense"),
)


class Given:
    """The handles that the cases below are made of."""

    def __init__(self, rt: srt.Runtime) -> None:
        self.rt = rt
        self.x, self.y = rt.put(np.ones(8, "f4")), rt.put(np.zeros(8, "f4"))
        self.gone = rt.put(np.ones(8, "f4"))
        self.gone.delete()

    def put(self, array: Any, **where: Any) -> srt.Buffer:
        return self.rt.put(array, **where)

    def frozen(self) -> srt.Buffer:
        array = np.zeros(8, "f4")
        array.flags.writeable = False
        return self.rt.wrap(array)


Case = tuple[srt.Kernel, Callable[[Given], tuple[Any, ...]], type[StreamRTError], str]
CASES: dict[str, Case] = {
    "dtype": (axpy, lambda g: (g.put(np.ones(8, "f8")), g.y, 1.0), ArgumentError,
        "x is float64[8]; it is declared x: f32[n]"),
    "shape": (axpy, lambda g: (g.x[:4], g.y, 1.0), ArgumentError,
        "y is float32[8], x is float32[4]; they are declared x: f32[n] and inout y: f32[n], "
        "so n is both 4 and 8"),
    "rank": (axpy, lambda g: (g.x.reshape(2, 4), g.y, 1.0), ArgumentError,
        "x is float32[2, 4]; it is declared x: f32[n]"),
    "fixed extent": (count, lambda g: (g.put(np.zeros(2, "u4")),), ArgumentError,
        "n is uint32[2]; it is declared inout n: u32[1]"),
    "device": (axpy, lambda g: (g.put(np.ones(8, "f4"), device="cpu:1"), g.y, 1.0), ArgumentError,
        "x is on cpu:1; copy it with x.to('cpu:0')"),
    "not contiguous": (dense, lambda g: (g.x[::2], g.y[:4]), ArgumentError,
        "x is float32[4] with strides (8,); dense takes C-contiguous arrays only, copy it first"),
    "read-only": (axpy, lambda g: (g.x, g.frozen(), 1.0), FrozenBufferError,
        "it was frozen, which ends writing; write to a copy of it"),
    "deleted": (axpy, lambda g: (g.gone, g.y, 1.0), DeletedBufferError,
        "x was deleted or donated; pass a buffer that is alive"),
    "an array": (axpy, lambda g: (np.ones(8, "f4"), g.y, 1.0), ArgumentTypeError,
        "x is of type numpy.ndarray; x: f32[n] takes a Buffer, which Runtime.put makes from an "
        "array by copying, Runtime.wrap by sharing"),
    "a missing scalar": (axpy, lambda g: (g.x, g.y), ArgumentTypeError,
        "alpha missing; axpy takes x, y, alpha"),
    "two missing": (axpy, lambda g: (g.x,), ArgumentTypeError,
        "y, alpha missing; axpy takes x, y, alpha"),
    "a buffer as a scalar": (axpy, lambda g: (g.x, g.y, g.x), ArgumentTypeError,
        "alpha is of type streamrt._runtime.buffer.Buffer; a scalar of f32 takes a float"),
    "a float below all": (axpy, lambda g: (g.x, g.y, -1e39), ArgumentError,
        "alpha is -1e+39; f32 ends at 3.4028235e38"),
    "an integer above all floats": (axpy, lambda g: (g.x, g.y, 10**400), ArgumentError,
        "alpha is an integer too great; f32 ends at 3.4028235e38"),
    "too many": (axpy, lambda g: (g.x, g.y, 1.0, 2.0), ArgumentTypeError,
        "4 positional arguments; axpy takes x, y, alpha"),
    "a scalar of another type": (axpy, lambda g: (g.x, g.y, "1"), ArgumentTypeError,
        "alpha is of type str; a scalar of f32 takes a float"),
    "an integer that is a float": (fail, lambda g: (g.y, 1.5), ArgumentTypeError,
        "code is of type float; a scalar of i32 takes an integer"),
    "a scalar out of range": (fail, lambda g: (g.y, 2**31), ArgumentError,
        "code is 2147483648; i32 holds -2147483648 to 2147483647"),
    "a float out of range": (axpy, lambda g: (g.x, g.y, 1e300), ArgumentError,
        "alpha is 1e+300; f32 ends at 3.4028235e38"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("warm", [False, True], ids=["first launch", "later launch"])
def test_an_argument_that_does_not_fit_is_refused_by_name(name: str, warm: bool) -> None:
    """Row 31."""
    kernel, arguments, kind, message = CASES[name]
    with srt.Runtime(devices=["cpu:0", "cpu:1"]) as rt:
        stream, given = rt.device("cpu:0").stream("s"), Given(rt)
        if warm:
            stream.launch(axpy, given.x, given.y, 0.0).sync()
            stream.launch(fail, given.y, 0).sync()
            stream.launch(count, rt.put(np.zeros(1, "u4"))).sync()
        given_now, before = arguments(given), stream._lane.value
        with pytest.raises(kind) as caught:
            stream.launch(kernel, *given_now)
        assert type(caught.value) is kind
        if kind is FrozenBufferError:  # which names the buffer
            assert str(caught.value).endswith(message)
        else:
            assert str(caught.value) == f"launch {kernel.name} on cpu:0/s: {message}"
        assert stream._lane.value == before
        stream.launch(axpy, given.x, given.y, 2.0)
        assert values(given.y) == [2.0] * 8


def test_zero_size_and_strided_inputs_work_where_the_kernel_allows_them(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 31."""
    stream = cpu.stream()
    x, y = rt.put(np.arange(10, dtype="f4")), rt.put(np.zeros(5, "f4"))
    stream.launch(axpy, x[::2], y, 1.0)
    stream.launch(axpy, x[::-2], y[::-1], 1.0)
    stream.launch(axpy, x[:0], y[:0], 1.0).sync()
    stream.launch(axpy, rt.empty(0), rt.empty((0,)), 1.0).sync()
    stream.launch(dense, rt.empty(0), rt.empty(0)).sync()
    assert values(y) == [1, 5, 9, 13, 17]


@pytest.mark.parametrize("dtype", [">f4", ">i2", ">c16"])
def test_byte_swapped_arrays_are_put_in_native_order_and_cannot_be_shared(
    dtype: str, rt: srt.Runtime
) -> None:
    """Row 31."""
    array = np.arange(4).astype(dtype)
    buffer = rt.put(array)
    assert buffer.dtype.isnative
    assert values(buffer) == array.tolist()
    with pytest.raises(ArgumentError, match=f"wrap: the dtype is {dtype}; use rt.put, which copi"):
        rt.wrap(array)
    with pytest.raises(ArgumentError, match="buffers have native byte order"):
        rt.empty(4, dtype)


def test_objects_are_refused_wherever_memory_comes_from(rt: srt.Runtime) -> None:
    """Row 31."""
    array = np.array([object()])
    for use in (lambda: rt.put(array), lambda: rt.wrap(array), lambda: rt.empty(1, object)):
        with pytest.raises(ArgumentError, match="the dtype is object; buffers hold plain values"):
            use()


def test_keywords_reach_parameters_and_wrong_ones_are_named(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 31."""
    stream, given = cpu.stream("s"), Given(rt)
    stream.launch(axpy, alpha=np.float32(2), y=given.y, x=given.x)
    assert values(given.y) == [2.0] * 8
    for keywords, message in (
        ({"alpha": 1.0, "beta": 2.0}, "unexpected keyword beta; axpy takes x, y, alpha"),
        ({"x": given.x, "alpha": 1.0}, "x is given by position and by keyword; axpy takes x, y"),
    ):
        with pytest.raises(ArgumentTypeError, match=f"launch axpy on cpu:0/s: {message}"):
            stream.launch(axpy, given.x, given.y, **keywords)
    with pytest.raises(ArgumentTypeError, match="found str; pass a Kernel first"):
        stream.launch("axpy", given.x)  # type: ignore[arg-type]


STENCIL = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 2, *[ctypes.c_int64] * 3)
"""The prototype of `x: f32[n], out y: f32[n]`, with bounds."""


@pytest.mark.parametrize("kind", ["cpu", "sim"])
def test_a_native_stencil_gives_the_same_split_and_whole(kind: str) -> None:
    """Row 63."""
    parts: list[tuple[int, int]] = []

    @STENCIL
    def smooth(x: int, y: int, n: int, lo: int, hi: int) -> None:
        floats = ctypes.c_float * n
        read, write = (np.ctypeslib.as_array(floats.from_address(a)) for a in (x, y))
        padded = np.pad(read, 1, mode="edge")
        write[lo:hi] = padded[lo:hi] + padded[lo + 2 : hi + 2]
        parts.append((lo, hi))

    with srt.Runtime([kind], backends=[Simulator()]) as rt:
        signature = "x: f32[n], out y: f32[n]"
        with pytest.raises(SignatureError, match="kernel smooth: n is split, and its nat"):
            rt.register("smooth", smooth, signature, split="n")
        kernel = rt.register("smooth", smooth, signature, split="n", grain=16, bounds=True)
        is_split = False  # a second thread may only be on its way
        for n in (1, 15, 16, 17, 64, *[1000] * 100):
            array = np.arange(n, dtype="f4") ** 2
            padded = np.pad(array, 1, mode="edge")
            parts.clear()
            found = np.asarray(rt.execute(kernel, rt.put(array)).sync())
            assert found.tolist() == (padded[:-2] + padded[2:]).tolist()
            edges = sorted(parts)
            assert [hi for _, hi in edges] == [*(lo for lo, _ in edges[1:]), n]
            is_split = n > 16 and (is_split or len(parts) > 1)
            if is_split and n == 1000:
                break
        assert is_split or kind == "sim"


def test_a_function_that_may_read_behind_what_it_writes_takes_no_elementwise_kernels_place(
    rt: srt.Runtime,
) -> None:
    """Row 63: a graph may give that kernel's output the memory of its input."""
    calls: list[int] = []

    @ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
    def double(x: int, y: int, n: int) -> None:
        calls.append(n)

    signature = "x: f32[n], out y: f32[n]"
    source = srt.LLVM("define i32 @f(ptr %a, i64 %b, i64 %c) {\n  ret i32 0\n}\n", entry="f")
    kernel = srt.Kernel("double", signature, cpu=source, elementwise=True)
    for elementwise in (False, True):
        rt.register("double", double, signature, elementwise=elementwise)
        rt.execute(kernel, rt.put(np.ones(3, "f4"))).sync()
        assert calls == [3] * elementwise
