"""Kernels of Python functions on GPUs: their CUDA texts, executed on the CPU, beside NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from cuda.texts import on_cpu

import streamrt as srt
import streamrt_kernels
from streamrt.errors import ArgumentError

pytestmark = pytest.mark.cuda


@srt.kernel("x: T[n, m], out y: T[n, m]", types={"T": ("f32", "f64")})
def blur(x: Any, y: Any) -> None:
    y[1:-1, 1:-1] = 0.25 * (x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:])
    y[0], y[-1] = x[0], x[-1]
    y[1:-1, 0], y[1:-1, -1] = x[1:-1, 0], x[1:-1, -1]


@srt.kernel("x: f32[n], out y: f32[n], out total: f32[], shift: i64")
def filtered(x: Any, y: Any, total: Any, shift: Any) -> None:
    weights = np.array([0.25, 0.5, 0.25], np.float32)
    y[0] = y[-1] = 0
    y[1:-1] = x[:-2] * weights[0] + x[1:-1] * weights[1] + x[2:] * weights[2] + shift
    total[...] = x.sum() / 7


@srt.kernel("inout x: f32[n, m], b: f32[m], a: f32[n, k], c: f32[k, m], out y: f32[n, m]")
def in_place(x: Any, b: Any, a: Any, c: Any, y: Any) -> None:
    x[...] = np.maximum(x * b, 0) + x
    y[...] = a @ c + b


@srt.kernel("a: f32[n, k], c: f32[k, m], out y: f32[n, m]")
def two_steps(a: Any, c: Any, y: Any) -> None:
    product = a @ c
    y[...] = product / product.sum(axis=1, keepdims=True)


def compare(kernel: srt.Kernel, *values: Any) -> None:
    implementation: Any = kernel.implementations["cpu"]
    expected = [v.copy() if isinstance(v, np.ndarray) else v for v in values]
    implementation.function(*expected)
    assert on_cpu.run_kernel(kernel, *values, seed=len(values)) == 0
    for found, wanted in zip(values, expected, strict=True):
        if isinstance(found, np.ndarray):
            np.testing.assert_allclose(found, wanted, rtol=2e-5, atol=1e-5)


def drawn(*shape: int, dtype: str = "f4") -> np.ndarray[Any, Any]:
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype(dtype)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize(("n", "m"), [(2, 2), (3, 9), (40, 30)])
def test_parts_of_an_output_are_one_launch(dtype: str, n: int, m: int) -> None:
    compare(blur, drawn(n, m, dtype=dtype), drawn(n, m, dtype=dtype))
    compare(blur, drawn(m, n, dtype=dtype).T, drawn(2 * n, m, dtype=dtype)[::-2])


def test_several_outputs_scalars_constants_and_places_that_are_read_and_written() -> None:
    compare(filtered, drawn(1000), drawn(1000), np.zeros((), "f4"), 3)
    compare(in_place, drawn(17, 9), drawn(9), drawn(17, 5), drawn(5, 9), drawn(17, 9))


def test_standard_kernels_are_numpys_too() -> None:
    k = streamrt_kernels
    compare(k.clip, drawn(5, 7), -0.5, 0.5, drawn(5, 7))
    compare(k.layer_norm, drawn(4, 50), drawn(50), drawn(50), drawn(4, 50), 1e-5)
    compare(k.argmax_rows, drawn(9, 70), np.zeros(9, "i8"))


def test_steps_that_need_one_another_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ArgumentError, match=r"it computes matmul, .* one after the other"):
        on_cpu.run_kernel(two_steps, drawn(4, 5), drawn(5, 6), drawn(4, 6))
    monkeypatch.setenv("STREAMRT_JIT", "0")
    with pytest.raises(ArgumentError, match="STREAMRT_JIT is 0, and cuda runs no Python"):
        on_cpu.run_kernel(blur, drawn(6, 6), drawn(6, 6))
