"""Functions that make arrays of what there is: numbers, and the arrays of other libraries."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

import numpy as np

from streamrt._core.values import shown, told
from streamrt._jit.calling.default_runtime import current_runtime, put_on
from streamrt._jit.calling.results import frame_of_user
from streamrt._jit.tracing.recording import is_any
from streamrt._jit.tracing.tracer import Tracer
from streamrt._jit.trees import flatten
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.device import Device
from streamrt._runtime.submission import Submission
from streamrt.array_api import _host, _views
from streamrt.array_api._array import Array
from streamrt.array_api._dtypes import checked_dtype, known_dtype
from streamrt.array_api._manipulation import astype
from streamrt.array_api._public import public
from streamrt.errors import ArgumentError, ArgumentTypeError

__all__ = ["asarray", "from_dlpack"]


def device_named(device: Any, beside: Any = None) -> Device:
    """Returns a device by itself or its name; without one that of an array, or the current one."""
    if isinstance(device, Device):
        return device
    if isinstance(beside, Wrapped) and device is None:
        return beside.buffer.device
    runtime = current_runtime()
    return runtime.device() if device is None else runtime.device(device)


def put(array: np.ndarray[Any, Any], device: Device) -> Array:
    """Returns an array with a copy of what a NumPy array holds."""
    return Array(put_on(device, array, frame_of_user()))


@public
def asarray(
    obj: Any, /, *, dtype: Any = None, device: Device | str | None = None, copy: bool | None = None
) -> Array:
    """Returns an array of what there is.

    Args:
        obj: an array of this namespace, a Buffer, a number, nested sequences of numbers and of
            arrays without dimensions, or an array of another library (by DLPack, `__array__` or
            the buffer protocol).
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
        wanted = obj.dtype if dtype is None else dtype
        return cast("Array", obj.astype(wanted, copy=bool(copy)))
    wanted = None if dtype is None else checked_dtype(dtype, "asarray")
    if isinstance(obj, Buffer):
        known_dtype(obj.dtype, "asarray")
        obj = Array(obj)
    if isinstance(obj, Array):
        return _of_array(obj, wanted, device, copy)
    if copy is False:
        return _of_array(from_dlpack(obj, device=device), wanted, None, False)
    if is_any(obj, list, tuple) and _has_arrays(obj):
        return _of_sequence(obj, wanted, device)
    return put(_of_numbers(obj, wanted), device_named(device))


def _of_array(x: Array, dtype: Any, device: Any, copy: bool | None) -> Array:
    target = x.device if device is None else device_named(device)
    if copy is False and (target is not x.device or dtype not in (None, x.dtype)):
        raise ArgumentError(f"asarray({told(x)}): another dtype or device needs a copy")
    found = x if dtype in (None, x.dtype) else astype(x, dtype)
    if target is not x.device:
        return found.to_device(target)
    return _views.copied(x) if copy and found is x else found


def _has_arrays(things: Any) -> bool:
    return any(
        isinstance(each, Wrapped | Tracer) or (is_any(each, list, tuple) and _has_arrays(each))
        for each in things
    )


def _of_sequence(obj: Any, dtype: Any, device: Any) -> Array:
    """Returns an array of nested sequences that hold arrays; it waits for none of them."""
    leaves, tree = flatten(obj)
    if any(isinstance(each, Tracer) or getattr(each, "shape", ()) for each in leaves):
        raise ArgumentTypeError(
            "asarray: found arrays with dimensions in a sequence; join them with stack"
        )
    shadow = tree.unflatten([
        np.zeros((), each.buffer.dtype) if isinstance(each, Wrapped) else each for each in leaves
    ])  # fmt: skip
    like = _of_numbers(shadow, None)
    if dtype is not None:
        if like.dtype.kind == "c" and dtype.kind != "c":
            raise ArgumentTypeError(f"asarray: {like.dtype} to {dtype}: use real or imag first")
        like = _of_numbers(shadow, dtype)
    join = partial(np.asarray, dtype=like.dtype)
    (made,) = _host.call(join, "asarray", [obj], [(like.shape, like.dtype)], Array)
    return cast("Array", made if device is None else made.to_device(device_named(device)))


def _of_numbers(obj: Any, dtype: Any) -> np.ndarray[Any, Any]:
    """Returns a copy of what is no array of ours as a NumPy array."""
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
        return put(np.from_dlpack(x), device_named(device))
    found = Array(current_runtime().from_dlpack(x, device))
    known_dtype(found.dtype, "from_dlpack")
    return found
