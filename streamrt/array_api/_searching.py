"""Functions that choose, search, sort, and find what is unique."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np

from streamrt._core.values import check_choice
from streamrt.array_api import _host
from streamrt.array_api._array import Array
from streamrt.array_api._functions import native
from streamrt.array_api._public import public
from streamrt.errors import ArgumentError, ArgumentTypeError

__all__ = [
    "argmax", "argmin", "argsort", "count_nonzero", "nonzero", "searchsorted", "sort", "take",
    "take_along_axis", "unique_all", "unique_counts", "unique_inverse", "unique_values", "where",
]  # fmt: skip

_np: Any = np  # its overloads know nothing of arrays that are traced

# -- elements at places ---------------------------------------------------------------------------


@native()
def _take(x: Any, indices: Any, /, *, axis: int) -> Any:
    return np.take(x, indices, axis=axis)


@public
def take(x: Any, indices: Any, /, *, axis: int | None = None) -> Array:
    """Returns the elements at some places along an axis.

    Args:
        x: the array.
        indices: the places, an array of integers. One that is out of range fails the operation.
        axis: the axis; None for arrays with one dimension.
    """
    if axis is None:
        if x.ndim != 1:
            raise ArgumentError(f"take: the array has {x.ndim} dimensions; pass an axis")
        axis = 0
    _check_integers(indices, "take")
    return _take(x, indices, axis=axis)


@native()
def _take_along_axis(x: Any, indices: Any, /, *, axis: int) -> Any:
    return np.take_along_axis(x, indices, axis=axis)


@public
def take_along_axis(x: Any, indices: Any, /, *, axis: int = -1) -> Array:
    """Returns elements along an axis, at places that differ from row to row.

    Args:
        x: the array.
        indices: the places, an array of integers of the same rank, broadcast along other axes.
        axis: the axis.
    """
    _check_integers(indices, "take_along_axis")
    return _take_along_axis(x, indices, axis=axis)


def _check_integers(indices: Any, what: str) -> None:
    if indices.dtype.kind not in "iu":
        raise ArgumentTypeError(f"{what}: indices is {indices.dtype}; pass integers")


@native()
def where(condition: Any, x1: Any, x2: Any, /) -> Any:
    """Returns elements of `x1` where the condition is true, and of `x2` elsewhere."""
    return _np.where(condition, x1, x2)


# -- searching ------------------------------------------------------------------------------------


@native()
def argmax(x: Any, /, *, axis: int | None = None, keepdims: bool = False) -> Any:
    """Returns the first places of the largest elements.

    Args:
        x: the array; not empty along the axis.
        axis: the axis; None takes all elements in C order.
        keepdims: whether the axis stays, with extent 1.
    """
    return np.argmax(x, axis=axis, keepdims=keepdims)


@native()
def argmin(x: Any, /, *, axis: int | None = None, keepdims: bool = False) -> Any:
    """Returns the first places of the least elements; see `argmax`."""
    return np.argmin(x, axis=axis, keepdims=keepdims)


@native()
def count_nonzero(x: Any, /, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Returns how many elements are not 0."""
    return np.count_nonzero(x, axis=axis, keepdims=keepdims)


@public
def nonzero(x: Any, /) -> tuple[Array, ...]:
    """Returns the places of the elements that are not 0, an array for each axis. Waits for `x`."""
    if not x.ndim:
        raise ArgumentError("nonzero: the array has no dimensions")
    return cast("tuple[Array, ...]", _host.compute_now(np.nonzero, "nonzero", [x], Array))


@native()
def _searchsorted(x1: Any, x2: Any, /, *, side: Any) -> Any:
    return _np.searchsorted(x1, x2, side=side)


@public
def searchsorted(x1: Any, x2: Any, /, *, side: str = "left", sorter: Any = None) -> Array:
    """Returns the places in a sorted array at which elements would keep it sorted.

    Args:
        x1: the array, with one dimension, in ascending order.
        x2: the elements.
        side: `left` for the first such place, `right` for the last one.
        sorter: the places of the elements of `x1` in ascending order, if it is not sorted.
    """
    check_choice(side, "searchsorted: side", "left", "right")
    return _searchsorted(x1 if sorter is None else take(x1, sorter), x2, side=side)


# -- sorting --------------------------------------------------------------------------------------


@native()
def sort(x: Any, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Any:
    """Returns the elements in order.

    Args:
        x: the array.
        axis: the axis.
        descending: whether the largest comes first.
        stable: whether equal elements keep their order; they do in any case.
    """
    del stable
    found = np.sort(x, axis=axis, stable=True)
    return np.flip(found, axis) if descending else found


@native()
def argsort(x: Any, /, *, axis: int = -1, descending: bool = False, stable: bool = True) -> Any:
    """Returns the places of the elements in order; see `sort`."""
    del stable
    if not descending:
        return np.argsort(x, axis=axis, stable=True)
    backwards = np.argsort(np.flip(x, axis), axis=axis, stable=True)
    return (x.shape[axis] - 1) - np.flip(backwards, axis)


# -- sets -----------------------------------------------------------------------------------------


class UniqueAll(NamedTuple):
    """The result of `unique_all`: values, their first places, the way back, and their counts."""

    values: Array
    indices: Array
    inverse_indices: Array
    counts: Array


class UniqueCounts(NamedTuple):
    """The result of `unique_counts`: values, and how often each is there."""

    values: Array
    counts: Array


class UniqueInverse(NamedTuple):
    """The result of `unique_inverse`: values, and the place in them of each element."""

    values: Array
    inverse_indices: Array


def _unique(function: Callable[..., Any], name: str, x: Any) -> Any:
    def several(x: Any) -> Any:
        return tuple(function(x))

    return _host.compute_now(several, name, [x], Array)


@public
def unique_all(x: Any, /) -> UniqueAll:
    """Returns each value once, with its first place, its count, and the way back. Waits for `x`."""
    return UniqueAll(*_unique(np.unique_all, "unique_all", x))


@public
def unique_counts(x: Any, /) -> UniqueCounts:
    """Returns each value once, and how often it is there. Waits for `x`."""
    return UniqueCounts(*_unique(np.unique_counts, "unique_counts", x))


@public
def unique_inverse(x: Any, /) -> UniqueInverse:
    """Returns each value once, and for each element its place among these. Waits for `x`."""
    return UniqueInverse(*_unique(np.unique_inverse, "unique_inverse", x))


@public
def unique_values(x: Any, /) -> Array:
    """Returns each value once, in order. Waits for `x`."""
    return cast("Array", _host.compute_now(_values, "unique_values", [x], Array))


def _values(x: Any) -> Any:
    return np.unique(x, equal_nan=False)
