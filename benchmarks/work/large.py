"""Kernels that memory limits: copies beside the C library's own, and f16 as storage beside f32."""

from __future__ import annotations

import ctypes
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

import streamrt as srt

LARGE = 1 << 24
"""Elements of an array: 64 MiB of f32, more than a cache."""


class Memory:
    """The speed of the memory itself: the C library's own copies and fills, on some threads."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads)
        self._threads = threads
        rng = np.random.default_rng(1)
        self._source, self._target = (
            rng.standard_normal(LARGE, np.float32),
            np.empty(LARGE, np.float32),
        )

    def _shares(self) -> list[slice]:
        step = LARGE // self._threads
        return [slice(k * step, (k + 1) * step) for k in range(self._threads)]

    def copy(self) -> None:
        """Copies 64 MiB."""

        def part(share: slice) -> None:
            source, target = self._source[share], self._target[share]
            ctypes.memmove(target.ctypes.data, source.ctypes.data, source.nbytes)

        list(self._pool.map(part, self._shares()))

    def fill(self) -> None:
        """Fills 64 MiB."""

        def part(share: slice) -> None:
            target = self._target[share]
            ctypes.memset(target.ctypes.data, 1, target.nbytes)

        list(self._pool.map(part, self._shares()))


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
