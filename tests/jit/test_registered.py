"""Functions that were compiled ahead of time serve in place of traced ones."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

import streamrt as srt

calls: list[tuple[int, float]] = []
Floats = ctypes.POINTER(ctypes.c_float)


@ctypes.CFUNCTYPE(None, Floats, ctypes.c_float, Floats, ctypes.c_int64)
def twice(x: Any, scale: float, y: Any, n: int) -> None:
    calls.append((n, scale))
    for i in range(n):
        y[i] = 2 * scale * x[i]


def test_a_registered_function_wins_where_it_fits(rt: srt.Runtime) -> None:
    @srt.jit
    def scaled(x: Any, scale: Any) -> Any:
        return x * scale

    rt.register("scaled", twice, "x: f32[n], scale: f32, out y: f32[n]")
    calls.clear()
    x = rt.put(np.arange(5, dtype="f4"))
    for _ in range(3):  # by way of Python, then natively
        np.testing.assert_array_equal(np.asarray(scaled(x, 3.0)), 6 * np.arange(5))
    assert calls == [(5, 3.0)] * 3
    # The others are traced: another rank, gaps between elements, another dtype.
    matrix = rt.put(np.ones((2, 2), "f4"))
    np.testing.assert_array_equal(np.asarray(scaled(matrix, 3.0)), np.full((2, 2), 3.0))
    np.testing.assert_array_equal(np.asarray(scaled(x[::2], 3.0)), [0, 6, 12])
    np.testing.assert_array_equal(np.asarray(scaled(rt.put(np.ones(2)), 3.0)), [3.0, 3.0])
    assert len(calls) == 3


def test_a_function_of_another_name_or_form_is_traced(rt: srt.Runtime) -> None:
    @srt.jit
    def doubled(x: Any) -> Any:
        return x + x, x

    rt.register("scaled", twice, "x: f32[n], scale: f32, out y: f32[n]")
    rt.register("doubled", twice, "x: f32[n], scale: f32, out y: f32[n]")
    calls.clear()
    both, same = doubled(rt.put(np.ones(3, "f4")))
    np.testing.assert_array_equal(np.asarray(both), np.asarray(same) * 2)
    assert not calls
