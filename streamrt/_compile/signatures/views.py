"""Views of arrays without their memory: NumPy works them out on an element that nobody reads."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, SupportsIndex, TypeAlias, cast

import numpy as np

from streamrt._compile.signatures.layout import Layout, bounds
from streamrt._core.values import extents_of, shown, told
from streamrt.errors import ArgumentError, ArgumentTypeError

__all__ = ["Take", "basic_index", "index_view", "reshape_view", "reshaped", "view_of"]

Take: TypeAlias = "Callable[[np.ndarray[Any, Any]], np.ndarray[Any, Any]]"


def index_view(layout: Layout, key: object, whole: object) -> tuple[int, np.ndarray[Any, Any]]:
    """Returns the result of `view_of` for an index of integers, slices, `...` and None.

    Args:
        layout: the array's layout.
        key: the index.
        whole: the array, as messages show it: a buffer or an operand.

    Raises:
        ArgumentError: the index is out of range, or NumPy would copy for it.
    """
    try:
        return view_of(layout, lambda shadow: shadow[basic_index(key)])
    except (IndexError, TypeError, ValueError, OverflowError) as error:
        raise ArgumentError(f"index {told(whole)}: {error}; use integers and slices") from error


def reshape_view(
    layout: Layout, shape: tuple[object, ...], whole: object
) -> tuple[int, np.ndarray[Any, Any]]:
    """Returns the result of `view_of` for the same elements in C order in another shape.

    Args:
        layout: the array's layout.
        shape: the arguments of `reshape`: integers, or one sequence of them; -1 is the rest.
        whole: the array, as messages show it: a buffer or an operand.

    Raises:
        ArgumentTypeError: the shape is no shape.
        ArgumentError: the sizes differ, or the strides do not allow it without a copy.
    """
    extents = reshaped(shape, f"reshape {told(whole)}")
    try:
        return view_of(layout, lambda shadow: np.reshape(shadow, extents, copy=False))
    except (ValueError, TypeError, OverflowError) as error:
        raise ArgumentError(
            f"reshape {told(whole)} to {extents}: {error}; copy it first"
        ) from error


def view_of(layout: Layout, take: Take) -> tuple[int, np.ndarray[Any, Any]]:
    """Returns the byte offset of a view's first element, and the view, which nobody may read.

    Args:
        layout: the array's layout.
        take: makes the view. Only the dtype, shape and strides of its result mean anything.

    Raises:
        IndexError, TypeError: as NumPy raises them.
        ValueError: as NumPy raises it, or if the result would not share the memory.
    """
    one = np.empty(1, layout.dtype)
    shadow = np.lib.stride_tricks.as_strided(one, layout.shape, layout.strides)
    view = take(shadow)
    offset = view.__array_interface__["data"][0] - shadow.__array_interface__["data"][0]
    low, high = bounds(layout)
    if not (view.size == 0 or low <= offset < high):
        raise ValueError("the result would not share its memory")
    return offset, view


def reshaped(shape: tuple[object, ...], what: str) -> tuple[int, ...]:
    """Returns the extents that `reshape` was given: integers, or one sequence of them.

    Raises:
        ArgumentTypeError: if it was given anything else.
    """
    is_number = len(shape) != 1 or isinstance(shape[0], SupportsIndex)
    given: object = shape if is_number else shape[0]
    extents = extents_of(given)
    if extents is None:
        raise ArgumentTypeError(f"{what} to {shown(given)}: it is no shape; pass integers")
    return extents


def basic_index(key: object) -> tuple[Any, ...]:
    """Returns an index for which NumPy makes a view, also of one element, and so reads no memory.

    Raises:
        TypeError: if NumPy would copy, or read the memory.
    """
    parts = cast("tuple[object, ...]", key) if isinstance(key, tuple) else (key,)
    basic: list[Any] = []
    for part in parts:
        if part is None or part is ... or isinstance(part, slice):
            basic.append(part)
        elif isinstance(part, bool | np.bool_):
            raise TypeError("found a bool")
        else:
            basic.append(operator.index(cast("SupportsIndex", part)))
    return tuple(basic) if any(part is ... for part in basic) else (*basic, ...)
