"""Kernels of Python functions as OpenCL C, run by a driver, beside NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from cuda.test_kernel_functions import blur, drawn, filtered, in_place, two_steps
from ir.on_opencl.opencl_runs import run_kernel

import streamrt as srt
import streamrt_kernels
from streamrt.errors import ArgumentError


@srt.kernel("x: f32[n], out y: f32[n]")
def weighted(x: Any, y: Any) -> None:
    """Its array is no scalar: it lies in memory of constants."""
    y[...] = x * np.resize(np.array([1, -2, 3], np.float32), 60)


@srt.kernel("x: f32[n, m], out low: f32[n], out total: f32[m], out at: i64[n], out y: f32[n, m]")
def ends(x: Any, low: Any, total: Any, at: Any, y: Any) -> None:
    """Steps that need shared memory, and have functions of the same names."""
    low[...], at[...] = x.min(axis=1), x.argmin(axis=1)
    total[...] = x.sum(axis=0)
    y[...] = np.tanh(x) + np.sin(x)


@srt.kernel("x: f32[n], at: i64[k], out y: f32[k]")
def picked(x: Any, at: Any, y: Any) -> None:
    y[...] = x[at]


@srt.kernel("x: f32[n], out y: f32[k]")
def shuffled(x: Any, y: Any) -> None:
    """Its indices are constants."""
    y[...] = x[np.array([3, -1, 0, 2])]


@srt.kernel("x: f32[n, m], out y: f32[n, k]")
def along(x: Any, y: Any) -> None:
    y[...] = np.take(x, np.array([3, -1, 0]), axis=1)


def compare(kernel: srt.Kernel, *values: Any) -> None:
    implementation: Any = kernel.implementations["cpu"]
    expected = [v.copy() if isinstance(v, np.ndarray) else v for v in values]
    implementation.function(*expected)
    assert run_kernel(kernel, *values) == 0
    for found, wanted in zip(values, expected, strict=True):
        if isinstance(found, np.ndarray):
            np.testing.assert_allclose(found, wanted, rtol=2e-5, atol=1e-5)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize(("n", "m"), [(2, 2), (3, 9), (40, 30)])
def test_parts_of_an_output_are_one_launch(dtype: str, n: int, m: int) -> None:
    compare(blur, drawn(n, m, dtype=dtype), drawn(n, m, dtype=dtype))
    compare(blur, drawn(m, n, dtype=dtype).T, drawn(2 * n, m, dtype=dtype)[::-2])


def test_several_outputs_scalars_constants_and_places_that_are_read_and_written() -> None:
    compare(filtered, drawn(1000), drawn(1000), np.zeros((), "f4"), 3)
    compare(in_place, drawn(17, 9), drawn(9), drawn(17, 5), drawn(5, 9), drawn(17, 9))


def test_steps_with_shared_memory_are_one_launch() -> None:
    low, total, at = np.zeros(7, "f4"), np.zeros(3000, "f4"), np.zeros(7, "i8")
    compare(ends, drawn(7, 3000), low, total, at, drawn(7, 3000))
    compare(picked, drawn(50), np.array([3, -1, 49, 0]), drawn(4))


def test_constants_are_read_where_opencl_has_them() -> None:
    compare(weighted, drawn(60), drawn(60))
    for kernel, y in ((shuffled, drawn(4)), (along, drawn(5, 3))):
        compare(kernel, drawn(50) if y.ndim == 1 else drawn(5, 4), y)


def test_standard_kernels_are_numpys_too() -> None:
    k = streamrt_kernels
    compare(k.clip, drawn(5, 7), -0.5, 0.5, drawn(5, 7))
    compare(k.layer_norm, drawn(4, 50), drawn(50), drawn(50), drawn(4, 50), 1e-5)
    compare(k.argmax_rows, drawn(9, 70), np.zeros(9, "i8"))


def test_what_one_launch_of_opencl_cannot_do_is_refused() -> None:
    with pytest.raises(ArgumentError, match=r"it computes matmul, .* one after the other"):
        run_kernel(two_steps, drawn(4, 5), drawn(5, 6), drawn(4, 6))
