"""sort and argsort: bits against NumPy, NaN, zeros, ties, all lengths of rows, every split."""

from __future__ import annotations

import ctypes
import struct

import numpy as np
import pytest

pytest.importorskip("hypothesis")
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.kernel_calls import Array, Launch, shifted

import streamrt as srt
from streamrt._compile.llvm.loading import acquire
from streamrt._compile.signatures.layout import Layout
from streamrt_kernels import argsort, reference, sort
from streamrt_kernels._radix import LONG, SHORT

DTYPES = ["f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "?"]
ODD = [0.0, -0.0, 1.5, -1.5, np.inf, -np.inf, np.nan, -np.nan, 5e-324, -5e-324, 1e300]


def rows(rng: np.random.Generator, n: int, m: int, dtype: str, kind: str) -> Array:
    """Rows of one kind: bits of any value, few values, values that agree in most digits."""
    if kind == "few":
        with np.errstate(over="ignore"):
            odd = np.array(ODD if dtype[0] == "f" else [0, 1, 2]).astype(dtype)
        return rng.choice(odd, (n, m))
    if kind == "near":
        return rng.integers(0, 100, (n, m)).astype(dtype)
    if dtype == "?":
        return rng.integers(0, 2, (n, m)).astype(dtype)
    return np.frombuffer(rng.bytes(n * m * int(dtype[1])), dtype).reshape(n, m)


def bits(array: Array) -> bytes:
    return array.tobytes()


@settings(max_examples=250, deadline=None)
@given(
    n=st.integers(0, 4),
    m=st.one_of(
        st.integers(0, 150),
        st.integers(151, 900),
        st.sampled_from([few + more for few in SHORT.values() for more in (0, 1)]),
    ),
    dtype=st.sampled_from(DTYPES),
    kind=st.sampled_from(["any", "few", "near"]),
    seed=st.integers(0, 2**32 - 1),
    cuts=st.lists(st.floats(0, 1), max_size=3),
)
def test_rows_and_their_columns_are_in_order(
    launch: Launch, n: int, m: int, dtype: str, kind: str, seed: int, cuts: list[float]
) -> None:
    x = rows(np.random.default_rng(seed), n, m, dtype, kind)
    with np.errstate(invalid="ignore"):
        want, columns = reference.sort(x), reference.argsort(x)
    y, indices = np.zeros_like(x), np.full((n, m), -1, "i8")
    launch(sort, x.copy(), y)
    launch(argsort, x.copy(), indices)
    assert bits(y) == bits(want)
    assert np.array_equal(indices, columns)
    y, indices = shifted(np.zeros_like(x)), shifted(np.full((n, m), -1, "i8"))
    assert launch.in_parts(sort, cuts, shifted(x), y) == 0
    assert launch.in_parts(argsort, cuts, shifted(x), indices) == 0
    assert bits(y) == bits(want)
    assert np.array_equal(indices, columns)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_the_reference_sorts_as_numpy_does(dtype: str) -> None:
    x = rows(np.random.default_rng(0), 9, 50, dtype, "few")
    with np.errstate(invalid="ignore"):
        assert np.array_equal(reference.sort(x), np.sort(x, axis=1), equal_nan=True)
    zeros = reference.sort(np.array([[0, -0.0, 0, -0.0]], dtype))
    assert np.signbit(zeros).tolist() == [[True, True, False, False]]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("kind", ["any", "near", "few"])
def test_a_long_row_is_sorted_with_larger_digits(launch: Launch, dtype: str, kind: str) -> None:
    x = rows(np.random.default_rng(1), 1, LONG + 77, dtype, kind)
    y, indices = np.zeros_like(x), np.zeros(x.shape, "i8")
    launch(sort, x.copy(), y)
    launch(argsort, x.copy(), indices)
    with np.errstate(invalid="ignore"):
        assert bits(y) == bits(reference.sort(x))
        assert np.array_equal(indices, reference.argsort(x))


def test_other_indices_and_shared_elements_are_refused(launch: Launch) -> None:
    x = np.zeros((2, 3), "i8")
    with pytest.raises(srt.errors.ArgumentError, match="indices"):
        launch(argsort, x, np.zeros((2, 3), "i4"))
    for kernel in (sort, argsort):
        with pytest.raises(srt.errors.ArgumentError, match="share"):
            launch(kernel, x, x)


@pytest.mark.parametrize("kernel", [sort, argsort], ids=["sort", "argsort"])
def test_a_row_too_long_is_refused_before_anything_is_read(kernel: srt.Kernel) -> None:
    shape, dtypes = (1, 2**32), ("u1", "u1" if kernel is sort else "i8")
    sizes = [np.dtype(dtype).itemsize for dtype in dtypes]
    layouts = [
        Layout(None, np.dtype(dtype), shape, (2**32 * size, size))
        for dtype, size in zip(dtypes, sizes, strict=True)
    ]
    plan = kernel.plan(layouts)
    entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)(
        acquire(plan).address
    )
    words = (ctypes.c_int64 * len(plan.words))(*plan.words)
    packed = struct.pack("<3Q", ctypes.addressof(words), 0, 0)  # nothing lies at these addresses
    assert entry(ctypes.create_string_buffer(packed, len(packed)), 0, 1) == 2
    assert "2**32" in kernel.errors[2]
