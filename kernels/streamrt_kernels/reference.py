"""The computation of each kernel in NumPy, with which the tests compare the kernels.

Each function has its kernel's name, takes its inputs and scalars, and returns what it writes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
"""An array of any of the kernel's dtypes."""


def fill(y: Array, value: float) -> Array:
    """Return an array like `y` with `value` everywhere."""
    return np.full_like(y, value)


def copy(x: Array) -> Array:
    """Return a copy of `x`."""
    return x.copy()


def cast(x: Array, dtype: npt.DTypeLike) -> Array:
    """Return `x` in `dtype` as astype does; floats are clipped to integers, NaN is 0."""
    target = np.dtype(dtype)
    if x.dtype.kind != "f" or target.kind not in "iu":
        with np.errstate(over="ignore"):
            return x.astype(target)
    limits = np.iinfo(target.name)
    # The bounds as floats are the first values outside: a power of two is exact in any float.
    low, high = x.dtype.type(limits.min), x.dtype.type(float(limits.max) + 1)
    inside = np.trunc(np.where(np.isnan(x), 0, x))
    below, above = inside < low, inside >= high
    result = np.where(below | above, 0, inside).astype(target)
    return np.where(below, limits.min, np.where(above, limits.max, result)).astype(target)


def axpy(x: Array, y: Array, alpha: float) -> Array:
    """Return `y + alpha * x`, rounded after the product and after the sum."""
    result: Array = y + x.dtype.type(alpha) * x
    return result


def sum_rows(x: Array) -> Array:
    """Return the sum of each row, in the dtype of `x`."""
    result: Array = x.sum(axis=1, dtype=x.dtype)
    return result


def normalize_rows(x: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return the rows of `x` at Euclidean length 1, computed in f64; zero rows stay."""
    deep = x.astype(np.float64)
    norms = np.sqrt((deep * deep).sum(axis=1, keepdims=True))
    with np.errstate(invalid="ignore"):
        return (deep / np.where(norms == 0, 1, norms)).astype(np.float32)


def matmul(a: Array, b: Array) -> Array:
    """Return `a @ b`."""
    return a @ b


def matmul_nt(a: Array, b: Array) -> Array:
    """Return `a @ b.T`."""
    return a @ b.T


def ngrams(
    data: npt.NDArray[np.uint8], ends: npt.NDArray[np.int64], d: int, length: int
) -> npt.NDArray[np.float32]:
    """Return for each text in `data` the counts of its n-grams in `d` buckets."""
    starts = [0, *ends[:-1]]
    rows = [_counts(data[start:end], d, length) for start, end in zip(starts, ends, strict=False)]
    return np.array(rows, np.float32).reshape(len(ends), d)


def _counts(text: npt.NDArray[np.uint8], d: int, length: int) -> npt.NDArray[np.float32]:
    count = len(text) - length + 1
    if count <= 0:
        return np.zeros(d, np.float32)
    h = np.full(count, 2166136261, np.uint32)
    for k in range(length):
        h = (h ^ text[k : k + count]) * np.uint32(16777619)
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        h = (h ^ (h >> np.uint32(shift))) * np.uint32(factor)
    h ^= h >> np.uint32(16)
    buckets = (h.astype(np.uint64) * np.uint64(d)) >> np.uint64(32)
    counts = np.bincount(buckets.astype(np.int64), minlength=d)
    return np.minimum(counts, 1 << 24).astype(np.float32)


def top_k(x: npt.NDArray[np.float32], k: int) -> tuple[npt.NDArray[np.float32], Array]:
    """Return the k largest of each row, descending, lower index first, NaN last; their columns."""
    # A stable sort keeps equal values in the order of their columns.
    order: npt.NDArray[np.int64] = np.lexsort((-x, np.isnan(x)), axis=1)[:, :k]
    return np.take_along_axis(x, order, axis=1), order


def iota(y: Array, start: float, step: float) -> Array:
    """Return an array like `y` of `start + i * step`, where each operation rounds to its dtype."""
    dtype = y.dtype.type
    with np.errstate(all="ignore"):
        result: Array = dtype(start) + np.arange(len(y)).astype(dtype) * dtype(step)
    return result


def scatter_add(idx: npt.NDArray[np.int64], x: Array, y: Array) -> Array:
    """Return a copy of `y` in which row `idx[j]` has grown by row `j` of `x`, in the order of j."""
    result = y.copy()
    np.add.at(result, idx, x)
    return result
