"""Functions that change shapes and dtypes, and join arrays. Views where memory can be shared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from streamrt._core.values import check_shape, shown
from streamrt._jit.tracing.recording import is_any
from streamrt._jit.tracing.tracer import Tracer
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt.array_api import _host
from streamrt.array_api._array import Array
from streamrt.array_api._dtypes import checked_dtype, result_type
from streamrt.array_api._functions import native
from streamrt.array_api._public import public
from streamrt.array_api._views import copied, view_or_trace
from streamrt.errors import ArgumentError, ArgumentTypeError

__all__ = [
    "astype", "broadcast_arrays", "broadcast_to", "concat", "expand_dims", "flip",
    "matrix_transpose", "moveaxis", "permute_dims", "repeat", "reshape", "roll", "squeeze", "stack",
    "tile", "unstack",
]  # fmt: skip

Axis = int | tuple[int, ...] | None


def _axes(axis: Any) -> Any:
    """Returns axes as NumPy takes them, also given as a list."""
    return tuple(axis) if is_any(axis, list) else axis


# -- dtypes ---------------------------------------------------------------------------------------


@native(static=("dtype",))
def _cast(x: Any, dtype: Any) -> Any:
    return x.astype(dtype)


@public
def astype(x: Any, dtype: Any, /, *, copy: bool = True, device: Any = None) -> Array:
    """Returns the elements in another dtype.

    Args:
        x: the array.
        dtype: the dtype.
        copy: whether to copy also if nothing changes.
        device: the device of the result, or its name; None is that of `x`.

    Raises:
        ArgumentTypeError: complex numbers would become real; use `real`.
    """
    wanted = checked_dtype(dtype, "astype")
    if x.dtype.kind == "c" and wanted.kind != "c":
        raise ArgumentTypeError(f"astype: {x.dtype} to {wanted}: use real, imag or abs first")
    found: Any = x
    if wanted != x.dtype:
        found = _cast(x, wanted)
    elif copy:
        found = x.copy() if isinstance(x, Tracer) else copied(x)
    return cast("Array", found if device is None else found.to_device(device))


# -- views ----------------------------------------------------------------------------------------


@public
def reshape(x: Any, /, shape: Sequence[int] | int, *, copy: bool | None = None) -> Array:
    """Returns the elements in another shape, as a view if that is possible.

    Args:
        x: the array.
        shape: the extents; one may be -1, which follows from the others.
        copy: True copies; False refuses to; None copies if need be.

    Raises:
        ArgumentError: the sizes differ, or `copy` is False and a copy is needed.
    """
    given: Any = shape
    extents: tuple[int, ...] = tuple(given) if is_any(given, tuple, list) else (given,)
    if isinstance(x, Tracer):
        return cast("Array", x.reshape(extents, copy=copy))
    source = copied(x) if copy else x
    try:
        return cast(
            "Array",
            view_or_trace(source, lambda x: np.reshape(x, extents, copy=False), "reshape"),
        )
    except ArgumentError as error:
        if copy is False or "avoid creating a copy" not in str(error):
            raise
    dense = copied(x)
    return cast(
        "Array", view_or_trace(dense, lambda x: np.reshape(x, extents, copy=False), "reshape")
    )


@public
def permute_dims(x: Any, /, axes: Sequence[int]) -> Array:
    """Returns a view with the axes in another order."""
    if len(axes) != x.ndim:
        raise ArgumentError(f"permute_dims: found {shown(axes)} for {x.ndim} axes")
    return cast("Array", view_or_trace(x, lambda x: np.transpose(x, tuple(axes)), "permute_dims"))


@public
def matrix_transpose(x: Any, /) -> Array:
    """Returns a view with the last two axes swapped."""
    if x.ndim < 2:
        raise ArgumentError(f"matrix_transpose: found {x.ndim} dimensions; it takes 2 or more")
    return cast("Array", view_or_trace(x, lambda x: np.swapaxes(x, -1, -2), "matrix_transpose"))


@public
def moveaxis(x: Any, source: Axis, destination: Axis, /) -> Array:
    """Returns a view with some axes at other places; the others keep their order."""

    def take(x: Any) -> Any:
        return np.moveaxis(x, _axes(source), _axes(destination))

    return cast("Array", view_or_trace(x, take, "moveaxis"))


@public
def expand_dims(x: Any, /, axis: Axis = 0) -> Array:
    """Returns a view with new axes of extent 1.

    Args:
        x: the array.
        axis: the places of the new axes in the result.
    """
    return cast("Array", view_or_trace(x, lambda x: np.expand_dims(x, _axes(axis)), "expand_dims"))


@public
def squeeze(x: Any, /, axis: Axis) -> Array:
    """Returns a view without some axes of extent 1.

    Raises:
        ArgumentError: an axis has another extent.
    """
    return cast("Array", view_or_trace(x, lambda x: np.squeeze(x, _axes(axis)), "squeeze"))


@public
def flip(x: Any, /, *, axis: Axis = None) -> Array:
    """Returns a view with elements in reverse along some axes; None means all."""

    def take(x: Any) -> Any:
        return np.flip(x, _axes(axis)) if x.ndim else x[...]

    return cast("Array", view_or_trace(x, take, "flip"))


@public
def broadcast_to(x: Any, /, shape: Sequence[int]) -> Array:
    """Returns a view in which elements stand for several; it cannot be written to."""
    wanted = check_shape(shape, "broadcast_to")
    return cast("Array", view_or_trace(x, lambda x: np.broadcast_to(x, wanted), "broadcast_to"))


@public
def broadcast_arrays(*arrays: Any) -> list[Array]:
    """Returns views of one shape, to which all arrays are broadcast."""
    try:
        shape = np.broadcast_shapes(*[each.shape for each in arrays])
    except ValueError as error:
        raise ArgumentError(f"broadcast_arrays: {error}") from None
    return [broadcast_to(each, shape) for each in arrays]


@public
def unstack(x: Any, /, *, axis: int = 0) -> tuple[Array, ...]:
    """Returns views of the parts along an axis, without that axis."""
    if not x.ndim:
        raise ArgumentError("unstack: the array has no dimensions")
    moved = moveaxis(x, axis, 0)
    return tuple(moved[place] for place in range(moved.shape[0]))


# -- joins ----------------------------------------------------------------------------------------


@native(static=("axis",))
def _concat(arrays: Any, axis: Any) -> Any:
    return np.concatenate(
        [each.reshape(-1) for each in arrays] if axis is None else arrays, axis=axis or 0
    )


@public
def concat(arrays: Sequence[Any], /, *, axis: int | None = 0) -> Array:
    """Returns arrays joined along an axis that they have.

    Args:
        arrays: at least one; they have the same shape apart from the axis.
        axis: the axis; None takes the elements of all in C order.
    """
    return _concat(_promoted(arrays, "concat"), axis)


@native(static=("axis",))
def _stack(arrays: Any, axis: int) -> Any:
    return np.stack(arrays, axis=axis)


@public
def stack(arrays: Sequence[Any], /, *, axis: int = 0) -> Array:
    """Returns arrays of one shape joined along a new axis."""
    return _stack(_promoted(arrays, "stack"), axis)


def _promoted(arrays: Sequence[Any], what: str) -> list[Any]:
    """Returns arrays in the dtype that holds all of them."""
    if not is_any(arrays, list, tuple, Wrapped):
        raise ArgumentTypeError(f"{what}: found {shown(arrays)}; pass a list or a tuple of arrays")
    found = list(arrays)
    if not found:
        raise ArgumentError(f"{what}: found no arrays")
    dtype = result_type(*[each.dtype for each in found])
    return [each if each.dtype == dtype else astype(each, dtype) for each in found]


@native(static=("shift",))
def _roll(x: Any, /, shift: Any, *, axis: Any) -> Any:
    if isinstance(shift, int) and not is_any(axis, tuple):
        return np.roll(x, shift, axis)
    shifts, axes = np.broadcast_arrays(shift, axis)
    found = np.copy(x)  # there may be no axes
    for one, along in zip(shifts.ravel().tolist(), axes.ravel().tolist(), strict=True):
        found = np.roll(found, one, along)
    return found


@public
def roll(x: Any, /, shift: Any, *, axis: Any = None) -> Array:
    """Returns the elements moved along axes; those that leave at one end come back at the other.

    Args:
        x: the array.
        shift: by how many places; several for several axes.
        axis: the axes; None takes all elements in C order.
    """
    return _roll(x, _axes(shift), axis=_axes(axis))


@native(static=("repetitions",))
def tile(x: Any, repetitions: tuple[int, ...], /) -> Any:
    """Returns copies of an array side by side: so many along each axis."""
    return np.tile(x, repetitions)


@native(static=("repeats",))
def _repeat(x: Any, repeats: int, *, axis: int | None) -> Any:
    return np.repeat(x, repeats, axis=axis)


@public
def repeat(x: Any, repeats: Any, /, *, axis: int | None = None) -> Array:
    """Returns each element several times, one after the other.

    Args:
        x: the array.
        repeats: how often; an array has a number for each element along the axis, and is waited
            for, because the shape of the result depends on it.
        axis: the axis; None takes the elements in C order.
    """
    if isinstance(repeats, int):
        return _repeat(x, repeats, axis=axis)

    def function(x: Any, repeats: Any) -> Any:
        return np.repeat(x, repeats, axis=axis)

    return cast("Array", _host.compute_now(function, "repeat", [x, repeats], Array))
