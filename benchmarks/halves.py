"""f16 as storage: one function of large arrays, whose elements have two bytes, and four."""

from __future__ import annotations

from typing import Any

import numpy as np

import streamrt as srt
from benchmarks.kernels import LARGE

NAMES = ("halves", "halves-over-f32")
"""The time with f16, and how many times as fast that is as with f32."""


@srt.kernel("x: T[n], b: T[n], out y: T[n]", types={"T": ("f16", "f32")})
def scaled(x: Any, b: Any, y: Any) -> None:
    """Computes in f32, whatever the arrays hold."""
    wide = x.astype(np.float32) * np.float32(0.5) + b.astype(np.float32)
    y[...] = np.maximum(wide, 0).astype(y.dtype)


def arrays(dtype: type[np.generic]) -> tuple[np.ndarray[Any, Any], ...]:
    """Returns two inputs, and memory for the output."""
    rng = np.random.default_rng(0)
    x, b = (rng.standard_normal(LARGE, np.float32).astype(dtype) for _ in range(2))
    return x, b, np.zeros_like(x)


def checked(x: Any, b: Any, y: Any) -> None:
    """Raises unless the function was computed.

    Raises:
        AssertionError: it was not.
    """
    expected = np.empty_like(y)
    with_numpy(x, b, expected)
    np.testing.assert_array_equal(y, expected)


def with_numpy(x: Any, b: Any, y: Any) -> None:
    """Computes the same with NumPy, in as few passes as it has."""
    wide = x.astype(np.float32)
    wide *= np.float32(0.5)
    wide += b
    np.maximum(wide, 0, out=wide)
    np.copyto(y, wide, casting="same_kind")
