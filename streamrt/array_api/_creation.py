"""Functions that make arrays: of numbers, of other libraries' arrays, and of nothing."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any, cast

import numpy as np

from streamrt._core.values import check_choice, check_shape, shown
from streamrt._jit.default_runtime import current_runtime, put_on
from streamrt._jit.recording import is_any
from streamrt._jit.results import frame_of_user
from streamrt._jit.tracer import Tracer
from streamrt._jit.wrapped import Wrapped
from streamrt._runtime.buffer import Buffer, new_buffer
from streamrt._runtime.device import Device
from streamrt._runtime.submission import Submission
from streamrt.array_api import _views
from streamrt.array_api._array import Array
from streamrt.array_api._dtypes import checked_dtype, known_dtype
from streamrt.array_api._functions import native
from streamrt.array_api._manipulation import astype, reshape
from streamrt.array_api._public import public
from streamrt.errors import ArgumentError, ArgumentTypeError

_FLOAT, _INTEGER = np.dtype("float64"), np.dtype("int64")


def _device(device: Any, beside: Any = None) -> Device:
    """Returns a device by itself or its name; without one that of an array, or the current one."""
    if isinstance(device, Device):
        return device
    if isinstance(beside, Wrapped) and device is None:
        return beside._buffer.device
    runtime = current_runtime()
    return runtime.device() if device is None else runtime.device(device)


def _put(array: np.ndarray[Any, Any], device: Device) -> Array:
    return Array(put_on(device, array, frame_of_user()))


def _computed(
    make: Callable[[], np.ndarray[Any, Any]],
    shape: tuple[int, ...],
    dtype: np.dtype[Any],
    device: Device | str | None,
) -> Array:
    """Returns what NumPy makes, unless the device has no memory for it."""
    empty(shape, dtype=dtype, device=device)
    return _put(make(), _device(device))


# -- of what there is -----------------------------------------------------------------------------


@public
def asarray(
    obj: Any,
    /,
    *,
    dtype: Any = None,
    device: Device | str | None = None,
    copy: bool | None = None,
) -> Array:
    """Returns an array of what there is.

    Args:
        obj: an array of this namespace, a Buffer, a number, nested sequences of numbers, or an
            array of another library (by DLPack, `__array__` or the buffer protocol).
        dtype: the dtype; None takes that of `obj`. Python's floats become float64, and integers
            int64.
        device: the device, or its name; None leaves an array where it is, and takes the current
            runtime's first device for others.
        copy: True copies; None copies if need be; False raises if it would be needed. Arrays of
            NumPy and other libraries are copied, unless it is False: then their memory is shared.

    Raises:
        ArgumentTypeError: arrays have no such dtype, or it is no array.
        ArgumentError: `copy` is False, and a copy is needed.
    """
    if isinstance(obj, Tracer):
        return cast("Array", obj if dtype is None else obj.astype(dtype))
    wanted = None if dtype is None else checked_dtype(dtype, "asarray")
    if isinstance(obj, Buffer):
        known_dtype(obj.dtype, "asarray")
        obj = Array(obj)
    if isinstance(obj, Array):
        return _of_array(obj, wanted, device, copy)
    if copy is False:
        return _of_array(from_dlpack(obj, device=device), wanted, None, False)
    return _put(_of_numbers(obj, wanted), _device(device))


def _of_array(x: Array, dtype: Any, device: Any, copy: bool | None) -> Array:
    target = x.device if device is None else _device(device)
    if copy is False and (target is not x.device or dtype not in (None, x.dtype)):
        raise ArgumentError(f"asarray({x!r}): another dtype or device needs a copy")
    found = x if dtype in (None, x.dtype) else astype(x, dtype)
    if target is not x.device:
        return found.to_device(target)
    return _views.copied(x) if copy and found is x else found


def _of_numbers(obj: Any, dtype: Any) -> np.ndarray[Any, Any]:
    """Returns a copy of what is no array of ours as a NumPy array."""
    if is_any(obj, list, tuple) and _has_arrays(obj):
        raise ArgumentTypeError("asarray: found arrays in a sequence; join them with stack")
    if isinstance(obj, Submission):
        raise ArgumentTypeError(f"asarray: found {shown(obj)}; await it first, and pass its result")
    try:
        if dtype is not None and isinstance(obj, int) and not isinstance(obj, bool):
            found = np.asarray(obj).astype(dtype) if dtype.kind in "fc" else np.asarray(obj, dtype)
        else:
            found = np.asarray(obj, dtype)
    except OverflowError as error:
        raise ArgumentError(f"asarray: {error}") from error
    except (TypeError, ValueError) as error:
        raise ArgumentTypeError(f"asarray of {shown(obj)}: {error}") from error
    known_dtype(found.dtype, f"asarray of {type(obj).__name__}")
    return found


def _has_arrays(things: Any) -> bool:
    return any(
        isinstance(each, Wrapped | Tracer) or (is_any(each, list, tuple) and _has_arrays(each))
        for each in things
    )


@public
def from_dlpack(
    x: Any, /, *, device: Device | str | None = None, copy: bool | None = None
) -> Array:
    """Returns an array that shares the memory of another library's array.

    The other library's accesses are not tracked: it must not write while operations are pending.

    Args:
        x: an array with `__dlpack__`.
        device: the device, or its name; None is the current runtime's first, or the array's GPU.
        copy: True copies; None and False share.

    Raises:
        ArgumentError: the memory cannot be shared as it is.
    """
    if isinstance(x, Array):
        return _of_array(x, None, device, copy)
    if not hasattr(x, "__dlpack__"):
        raise ArgumentTypeError(f"from_dlpack: {type(x).__name__} has no __dlpack__")
    if copy:
        return _put(np.from_dlpack(x), _device(device))
    found = Array(current_runtime().from_dlpack(x, device))
    known_dtype(found.dtype, "from_dlpack")
    return found


# -- of nothing -----------------------------------------------------------------------------------


@public
def empty(shape: Any, *, dtype: Any = None, device: Device | str | None = None) -> Array:
    """Returns an array whose elements are anything.

    Args:
        shape: the extents.
        dtype: the dtype; None is float64.
        device: the device, or its name; None is the current runtime's first.
    """
    target = _device(device)
    wanted = _FLOAT if dtype is None else checked_dtype(dtype, "empty")
    return Array(new_buffer(target, target._state.intern(wanted, check_shape(shape, "empty"))))


@public
def full(
    shape: Any,
    fill_value: complex,
    *,
    dtype: Any = None,
    device: Device | str | None = None,
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
    return empty(x.shape, dtype=wanted, device=_device(device, x))


@public
def full_like(
    x: Any,
    /,
    fill_value: complex,
    *,
    dtype: Any = None,
    device: Device | str | None = None,
) -> Array:
    """Returns an array of the shape and dtype of another, whose elements are all the same."""
    if isinstance(x, Tracer):
        return cast("Array", np.full_like(cast("Any", x), fill_value, dtype=dtype))
    wanted = x.dtype if dtype is None else dtype
    return full(x.shape, fill_value, dtype=wanted, device=_device(device, x))


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
