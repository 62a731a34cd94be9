"""Functions that make arrays of nothing but a shape, or by a rule."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any, cast

import numpy as np

from streamrt._core.values import check_choice, check_shape, shown
from streamrt._jit.tracing.recording import is_any
from streamrt._jit.tracing.tracer import Tracer
from streamrt._runtime.device import Device
from streamrt._runtime.inner import new_array
from streamrt.array_api import _views
from streamrt.array_api._array import Array
from streamrt.array_api._conversion import device_named, put
from streamrt.array_api._dtypes import checked_dtype
from streamrt.array_api._functions import native
from streamrt.array_api._manipulation import reshape
from streamrt.array_api._public import public
from streamrt.errors import ArgumentError, ArgumentTypeError

__all__ = [
    "arange", "empty", "empty_like", "eye", "full", "full_like", "linspace", "meshgrid", "ones",
    "ones_like", "tril", "triu", "zeros", "zeros_like",
]  # fmt: skip

_FLOAT, _INTEGER = np.dtype("float64"), np.dtype("int64")


def _computed(
    make: Callable[[], np.ndarray[Any, Any]],
    shape: tuple[int, ...],
    dtype: np.dtype[Any],
    device: Device | str | None,
) -> Array:
    """Returns the array that NumPy makes, unless the device has no memory for it."""
    empty(shape, dtype=dtype, device=device)
    return put(make(), device_named(device))


# -- of nothing -----------------------------------------------------------------------------------


@public
def empty(shape: Any, *, dtype: Any = None, device: Device | str | None = None) -> Array:
    """Returns an array whose elements are anything.

    Args:
        shape: the extents.
        dtype: the dtype; None is float64.
        device: the device, or its name; None is the current runtime's first.
    """
    target = device_named(device)
    wanted = _FLOAT if dtype is None else checked_dtype(dtype, "empty")
    return Array(new_array(target, wanted, check_shape(shape, "empty")))


@public
def full(
    shape: Any, fill_value: complex, *, dtype: Any = None, device: Device | str | None = None
) -> Array:
    """Returns an array whose elements are all the same; see `empty`.

    Args:
        shape: the extents.
        fill_value: the elements.
        dtype: the dtype; None is bool, int64, float64 or complex128, as the value has it.
        device: as in `empty`.
    """
    value: Any = np.asarray(fill_value)[()] if is_any(fill_value, Array) else fill_value
    if not is_any(value, *_views.NUMBERS):
        raise ArgumentTypeError(f"full: found {shown(fill_value)}; pass a number")
    wanted = np.asarray(value).dtype if dtype is None else dtype
    made = empty(shape, dtype=wanted, device=device)
    _views.overwrite(made, made.dtype.type(value), "full")
    return made


@public
def zeros(shape: Any, *, dtype: Any = None, device: Device | str | None = None) -> Array:
    """Returns an array of zeros; see `empty`."""
    return full(shape, 0, dtype=_FLOAT if dtype is None else dtype, device=device)


@public
def ones(shape: Any, *, dtype: Any = None, device: Device | str | None = None) -> Array:
    """Returns an array of ones; see `empty`."""
    return full(shape, 1, dtype=_FLOAT if dtype is None else dtype, device=device)


@public
def empty_like(x: Any, /, *, dtype: Any = None, device: Device | str | None = None) -> Array:
    """Returns an array of the shape and dtype of another, whose elements are anything."""
    if isinstance(x, Tracer):
        return cast("Array", np.empty_like(cast("Any", x), dtype=dtype))
    wanted = x.dtype if dtype is None else dtype
    return empty(x.shape, dtype=wanted, device=device_named(device, x))


@public
def full_like(
    x: Any, /, fill_value: complex, *, dtype: Any = None, device: Device | str | None = None
) -> Array:
    """Returns an array of the shape and dtype of another, whose elements are all the same."""
    if isinstance(x, Tracer):
        return cast("Array", np.full_like(cast("Any", x), fill_value, dtype=dtype))
    wanted = x.dtype if dtype is None else dtype
    return full(x.shape, fill_value, dtype=wanted, device=device_named(device, x))


@public
def zeros_like(x: Any, /, *, dtype: Any = None, device: Device | str | None = None) -> Array:
    """Returns an array of zeros of the shape and dtype of another."""
    return full_like(x, 0, dtype=dtype, device=device)


@public
def ones_like(x: Any, /, *, dtype: Any = None, device: Device | str | None = None) -> Array:
    """Returns an array of ones of the shape and dtype of another."""
    return full_like(x, 1, dtype=dtype, device=device)


# -- of rules -------------------------------------------------------------------------------------


@public
def arange(
    start: float,
    /,
    stop: float | None = None,
    step: float = 1,
    *,
    dtype: Any = None,
    device: Device | str | None = None,
) -> Array:
    """Returns evenly spaced numbers from `start` on, below `stop`.

    Args:
        start: the first number; if `stop` is None, it is the end, and the first number is 0.
        stop: the end, which is not among them.
        step: the distance.
        dtype: the dtype; None is int64 if all are integers, else float64.
        device: the device, or its name.
    """
    first, last = (0, start) if stop is None else (start, stop)
    if not step:
        raise ArgumentError("arange: step is 0")
    is_whole = all(isinstance(each, int) for each in (first, last, step))
    default = _INTEGER if is_whole else _FLOAT
    wanted = default if dtype is None else checked_dtype(dtype, "arange")
    count = max(math.ceil((last - first) / step), 0)
    if count == 0:
        return empty((0,), dtype=wanted, device=device)
    return _computed(lambda: np.arange(first, last, step, dtype=wanted), (count,), wanted, device)


@public
def linspace(
    start: complex,
    stop: complex,
    /,
    num: int,
    *,
    dtype: Any = None,
    device: Device | str | None = None,
    endpoint: bool = True,
) -> Array:
    """Returns `num` evenly spaced numbers from `start` to `stop`.

    Args:
        start: the first number.
        stop: the last number.
        num: how many.
        dtype: the dtype; None is float64, or complex128 if one of the two is complex.
        device: the device, or its name.
        endpoint: whether `stop` is among them.
    """
    is_complex = is_any(start, complex) or is_any(stop, complex)
    default = np.dtype("complex128") if is_complex else _FLOAT
    wanted = default if dtype is None else checked_dtype(dtype, "linspace")
    count = operator.index(num)
    return _computed(
        lambda: np.linspace(start, stop, count, dtype=wanted, endpoint=endpoint),
        check_shape(count, "linspace"), wanted, device,
    )  # fmt: skip


@public
def eye(
    n_rows: int,
    n_cols: int | None = None,
    /,
    *,
    k: int = 0,
    dtype: Any = None,
    device: Device | str | None = None,
) -> Array:
    """Returns a matrix with ones on a diagonal, and zeros elsewhere.

    Args:
        n_rows: its rows.
        n_cols: its columns; None means as many.
        k: the diagonal: 0 is the main one, positive ones are above.
        dtype: the dtype; None is float64.
        device: the device, or its name.
    """
    wanted = _FLOAT if dtype is None else checked_dtype(dtype, "eye")
    rows, first = operator.index(n_rows), operator.index(k)
    columns = rows if n_cols is None else operator.index(n_cols)
    made = zeros((rows, columns), dtype=wanted, device=device)
    count = min(rows, columns - first) if first >= 0 else min(rows + first, columns)
    if count > 0:
        at = first if first >= 0 else -first * columns
        reshape(made, (-1,))[at : at + (count - 1) * (columns + 1) + 1 : columns + 1] = 1
    return made


@native()
def tril(x: Any, /, *, k: int = 0) -> Any:
    """Returns matrices with zeros above the diagonal `k`."""
    _check_matrices(x, "tril")
    return np.tril(x, k)


@native()
def triu(x: Any, /, *, k: int = 0) -> Any:
    """Returns matrices with zeros below the diagonal `k`."""
    _check_matrices(x, "triu")
    return np.triu(x, k)


def _check_matrices(x: Any, what: str) -> None:
    if x.ndim < 2:
        raise ArgumentError(f"{what}: found shape {list(x.shape)}; pass matrices")


@public
def meshgrid(*arrays: Any, indexing: str = "xy") -> list[Array]:
    """Returns the coordinates of a grid, an array for each axis.

    Args:
        arrays: the coordinates along each axis; they have one dimension and one dtype.
        indexing: `xy` has the second axis first, `ij` has not.
    """
    check_choice(indexing, "meshgrid: indexing", "xy", "ij")
    if len({each.dtype for each in arrays}) > 1:
        raise ArgumentError("meshgrid: the dtypes differ; use astype")
    rank = len(arrays)
    order = [1, 0, *range(2, rank)] if indexing == "xy" and rank > 1 else list(range(rank))
    extents = tuple(arrays[axis].size for axis in order)

    def spread(axis: int) -> Array:
        shape = [1] * rank
        shape[order.index(axis)] = -1

        def take(x: Any) -> Any:
            return np.broadcast_to(np.reshape(x, tuple(shape), copy=False), extents)

        found = _views.copied(_views.view(reshape(arrays[axis], (-1,)), take, "meshgrid"))
        return cast("Array", found)

    return [spread(axis) for axis in range(rank)]
