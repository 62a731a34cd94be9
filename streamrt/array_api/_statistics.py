"""Reductions and what is made of them: sums, means, extremes, differences, truths."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from streamrt._jit.tracing.recording import is_any
from streamrt._jit.tracing.tracer import Tracer
from streamrt.array_api._array import Array
from streamrt.array_api._dtypes import checked_dtype
from streamrt.array_api._functions import native
from streamrt.array_api._manipulation import concat
from streamrt.array_api._public import public
from streamrt.errors import ArgumentError

__all__ = [
    "all", "any", "cumulative_prod", "cumulative_sum", "diff", "max", "mean", "min", "prod", "std",
    "sum", "var",
]  # fmt: skip

_np: Any = np  # its overloads know nothing of arrays that are traced


def _wanted(dtype: Any, what: str) -> Any:
    return None if dtype is None else checked_dtype(dtype, what)


@native()
def _sum(x: Any, /, *, axis: Any, dtype: Any, keepdims: bool) -> Any:
    return np.sum(x, axis=axis, dtype=dtype, keepdims=keepdims)


@public
def sum(x: Any, /, *, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Array:
    """Returns sums of elements; of no elements, 0.

    Args:
        x: the array.
        axis: the axis, or several; None means all.
        dtype: the dtype of the sums; None is int64 or uint64 for bools and integers, else that of
            the elements.
        keepdims: whether the axes stay, with extent 1.
    """
    return _sum(x, axis=axis, dtype=_wanted(dtype, "sum"), keepdims=keepdims)


@native()
def _prod(x: Any, /, *, axis: Any, dtype: Any, keepdims: bool) -> Any:
    return np.prod(x, axis=axis, dtype=dtype, keepdims=keepdims)


@public
def prod(x: Any, /, *, axis: Any = None, dtype: Any = None, keepdims: bool = False) -> Array:
    """Returns products of elements, in the dtypes of `sum`; of no elements, 1."""
    return _prod(x, axis=axis, dtype=_wanted(dtype, "prod"), keepdims=keepdims)


@native()
def max(x: Any, /, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Returns the largest elements; NaN if there is one.

    Args:
        x: the array; not empty along the axes.
        axis: the axis, or several; None means all.
        keepdims: whether the axes stay, with extent 1.
    """
    return np.max(x, axis=axis, keepdims=keepdims)


@native()
def min(x: Any, /, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Returns the least elements; see `max`."""
    return np.min(x, axis=axis, keepdims=keepdims)


@native()
def mean(x: Any, /, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Returns means of elements; of no elements, NaN.

    Args:
        x: the array.
        axis: the axis, or several; None means all.
        keepdims: whether the axes stay, with extent 1.
    """
    if is_any(x, np.ndarray) and not x.size:  # NumPy would warn of no elements
        return np.full_like(np.sum(x, axis=axis, keepdims=keepdims), np.nan)
    return np.mean(x, axis=axis, keepdims=keepdims)


@native()
def var(x: Any, /, *, axis: Any = None, correction: float = 0.0, keepdims: bool = False) -> Any:
    """Returns variances: the mean square distances from the mean.

    Args:
        x: the array.
        axis: the axis, or several; None means all.
        correction: taken off the number of elements that is divided by; 1 gives the unbiased
            variance of a sample.
        keepdims: whether the axes stay, with extent 1.
    """
    return np.var(x, axis=axis, ddof=correction, keepdims=keepdims)


@native()
def std(x: Any, /, *, axis: Any = None, correction: float = 0.0, keepdims: bool = False) -> Any:
    """Returns standard deviations, the square roots of variances; see `var`."""
    return np.std(x, axis=axis, ddof=correction, keepdims=keepdims)


@native()
def all(x: Any, /, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Returns whether all elements are true, or not 0; of no elements, True.

    Args:
        x: the array.
        axis: the axis, or several; None means all.
        keepdims: whether the axes stay, with extent 1.
    """
    return np.all(x, axis=axis, keepdims=keepdims)


@native()
def any(x: Any, /, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Returns whether an element is true, or not 0; of no elements, False; see `all`."""
    return np.any(x, axis=axis, keepdims=keepdims)


# -- along an axis --------------------------------------------------------------------------------


@native()
def _cumsum(x: Any, /, *, axis: int, dtype: Any, is_first: bool) -> Any:
    found = np.cumsum(x, axis=axis, dtype=dtype)
    return _with_first(found, axis, 0) if is_first else found


@native()
def _cumprod(x: Any, /, *, axis: int, dtype: Any, is_first: bool) -> Any:
    found = _np.cumprod(x, axis=axis, dtype=dtype)
    return _with_first(found, axis, 1) if is_first else found


def _with_first(found: Any, axis: int, number: int) -> Any:
    shape = [*found.shape]
    shape[axis] = 1
    return np.concatenate([np.full(tuple(shape), number, found.dtype), found], axis=axis)


def _one_axis(x: Any, axis: int | None, what: str) -> int:
    if axis is not None:
        return axis
    if x.ndim > 1:
        raise ArgumentError(f"{what}: the array has {x.ndim} dimensions; pass an axis")
    return 0


@public
def cumulative_sum(
    x: Any, /, *, axis: int | None = None, dtype: Any = None, include_initial: bool = False
) -> Array:
    """Returns the sums of all elements up to each one.

    Args:
        x: the array, with one dimension at least.
        axis: the axis; None for arrays with one.
        dtype: as in `sum`.
        include_initial: whether the results begin with the sum of no elements, 0.
    """
    what = "cumulative_sum"
    axis = _one_axis(x, axis, what)
    return _cumsum(x, axis=axis, dtype=_wanted(dtype, what), is_first=include_initial)


@public
def cumulative_prod(
    x: Any, /, *, axis: int | None = None, dtype: Any = None, include_initial: bool = False
) -> Array:
    """Returns the products of all elements up to each one; see `cumulative_sum`."""
    what = "cumulative_prod"
    axis = _one_axis(x, axis, what)
    return _cumprod(x, axis=axis, dtype=_wanted(dtype, what), is_first=include_initial)


@native()
def _diff(x: Any, /, *, axis: int, n: int) -> Any:
    return np.diff(x, n=n, axis=axis)


@public
def diff(
    x: Any, /, *, axis: int = -1, n: int = 1, prepend: Any = None, append: Any = None
) -> Array:
    """Returns the differences of neighbours along an axis.

    Args:
        x: the array.
        axis: the axis.
        n: how often differences are taken.
        prepend: elements that are put before those of `x` first.
        append: elements that are put behind them.
    """
    if isinstance(x, Tracer):
        around = {k: v for k, v in (("prepend", prepend), ("append", append)) if v is not None}
        return cast("Array", np.diff(cast("Any", x), n, axis, **around))
    parts = [each for each in (prepend, x, append) if each is not None]
    return _diff(concat(parts, axis=axis) if len(parts) > 1 else x, axis=axis, n=n)
