"""The computation of each kernel in NumPy, with which the tests compare the kernels.

Each function has its kernel's name, takes its inputs and scalars, and returns what it writes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
"""An array of any of the kernel's dtypes."""

_PI = np.longdouble("3.14159265358979323846264338327950288")


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
    if x.dtype == np.float16:  # which has no number near the bounds of most integers
        x = x.astype(np.float32)
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


def _philox(seed: int, first: int, count: int, purpose: int) -> npt.NDArray[np.uint64]:
    """Return the words of Philox 4x32-10 of `count` blocks from `first` on, as [count, 4]."""
    low, half = np.uint64((1 << 32) - 1), np.uint64(32)
    blocks = np.arange(count, dtype=np.uint64) + np.uint64(first)
    zeros = np.zeros_like(blocks)
    c = [blocks & low, blocks >> half, zeros, zeros + np.uint64(purpose)]
    for k in range(10):
        key0 = np.uint64((seed + k * 0x9E3779B9) % (1 << 32))
        key1 = np.uint64(((seed >> 32) + k * 0xBB67AE85) % (1 << 32))
        p0, p1 = c[0] * np.uint64(0xD2511F53), c[2] * np.uint64(0xCD9E8D57)
        c = [(p1 >> half) ^ c[1] ^ key0, p1 & low, (p0 >> half) ^ c[3] ^ key1, p0 & low]
    return np.stack(c, axis=1)


def _drawn(y: Array, seed: int, offset: int, purpose: int) -> Array:
    """Return random bits of the width of `y`, from the start of the block of `offset` on."""
    per = 16 // y.itemsize
    words = _philox(seed, offset // per, -(-(offset % per + y.size) // per), purpose)
    if y.itemsize == 4:
        return words.astype(np.uint32).reshape(-1)
    return (words[:, 0::2] | words[:, 1::2] << np.uint64(32)).reshape(-1)


def _cut(values: Array, y: Array, offset: int) -> Array:
    """Return the elements for `y` of those from the start of the block of `offset` on."""
    start = offset % (16 // y.itemsize)
    return values[start : start + y.size].reshape(y.shape)


def random_bits(y: Array, seed: int, offset: int) -> Array:
    """Return an array like `y`, u32 or u64, of the words of Philox 4x32-10."""
    return _cut(_drawn(y, seed, offset, 0), y, offset)


def uniform(y: Array, seed: int, offset: int) -> Array:
    """Return an array like `y`, f32 or f64, of random numbers from [0, 1)."""
    bits, used = 8 * y.itemsize, np.finfo(y.dtype).nmant + 1
    drawn = _cut(_drawn(y, seed, offset, 0), y, offset)
    result: Array = (drawn >> drawn.dtype.type(bits - used)).astype(y.dtype)
    result *= y.dtype.type(2.0**-used)
    return result


def normal(y: Array, seed: int, offset: int) -> Array:
    """Return an array like `y`, f32 or f64, of normal numbers, computed in longdouble."""
    drawn = _drawn(y, seed, offset, 1).reshape(-1, 2)
    real = y.dtype.type
    if y.itemsize == 4:
        u = drawn[:, 0].astype(real) * real(2.0**-32) + real(2.0**-33)
    else:
        u = (drawn[:, 0] >> np.uint64(11)).astype(real) * real(2.0**-53) + real(2.0**-54)
    radius = np.sqrt(-2 * np.log(u.astype(np.longdouble)))
    quarter = drawn.dtype.type(8 * y.itemsize - 2)
    quadrant = (drawn[:, 1] + (drawn.dtype.type(1) << (quarter - drawn.dtype.type(1)))) >> quarter
    rest = (drawn[:, 1] - (quadrant << quarter)).view(f"i{y.itemsize}").astype(np.longdouble)
    angle = rest * (_PI / np.longdouble(2.0 ** (8 * y.itemsize - 1)))
    around = np.stack([np.cos(angle), -np.sin(angle), -np.cos(angle), np.sin(angle)])
    cosine, sine = (np.choose((quadrant.astype(np.int64) + k) % 4, around) for k in (0, 3))
    pair = np.stack([radius * cosine, radius * sine], axis=1)
    return _cut(pair.astype(real).reshape(-1), y, offset)


def sort(x: Array) -> Array:
    """Return the rows of `x` in ascending order, NaN last, -0 before 0."""
    if x.dtype.kind != "f":
        return np.sort(x, axis=1)
    order = np.lexsort((~np.signbit(x), x), axis=1)
    result: Array = np.take_along_axis(x, order, axis=1)
    return np.where(np.isnan(result), x.dtype.type(np.nan), result)


def argsort(x: Array) -> npt.NDArray[np.int64]:
    """Return the columns of each row in ascending order of its elements, NaN last; stable."""
    return np.argsort(x, axis=1, kind="stable").astype(np.int64)


def bincount(x: Array, m: int) -> npt.NDArray[np.int64]:
    """Return how often each of 0 to m - 1 occurs in `x`."""
    return np.bincount(x.astype(np.int64), minlength=m).astype(np.int64)


def histogram(x: Array, edges: Array) -> npt.NDArray[np.int64]:
    """Return the number of elements of `x` in each bin between the edges."""
    if len(edges) < 2:
        return np.zeros(0, np.int64)
    return np.histogram(x[~np.isnan(x)], edges)[0].astype(np.int64)
