"""Indexes by arrays: integers that are known or traced, and masks that are known.

Several arrays of integers are one array of places in the axes that they index, which are joined for
it. A place out of range becomes one that is out of range of these, so the launch fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.program import Shape, Value
from streamrt._jit.tracing.cells import Cell, Step
from streamrt._jit.tracing.known import are_known, real_of
from streamrt._jit.tracing.operands import common_shape, shown
from streamrt._jit.tracing.recording import Recording, is_any, tuple_of
from streamrt._jit.tracing.rules.called import index_of
from streamrt._jit.tracing.rules.constructions import asarray_
from streamrt._jit.tracing.rules.shaping import moveaxis

__all__ = ["are_numbers", "holds_arrays", "normal", "picked", "put"]

MOST_KNOWN = 4096
"""The elements of the largest array to which a known index is written without a host call."""

_OUT = 1 << 62
"""An index that is out of range of any axis."""


def normal(recording: Recording, key: Any) -> Any:
    """Returns an index with arrays for lists, and integers for masks that are known."""
    if is_any(key, list) and all(part is None or is_any(part, slice) for part in key):
        return key
    parts: list[Any] = []
    for part in tuple_of(key):
        if is_any(part, list):
            traced = not are_known(recording, part) or any(is_any(each, Cell) for each in part)
            part = asarray_(recording, part) if traced else np.asarray(part, None if part else int)
        if is_any(part, Cell) and _kind(part) == "b" and are_known(recording, part):
            part = np.asarray(real_of(recording, part))
        if type(part) is np.ndarray and part.dtype.kind == "b":
            if part.ndim:
                parts += part.nonzero()
                continue
            raise recording.error("index by a bool: write np.where")
        parts.append(part)
    return parts[0] if len(parts) == 1 else tuple(parts)


def _kind(part: Cell) -> str:
    return part.read().dtype.kind


def _is_array(part: Any) -> bool:
    if is_any(part, Cell):
        return _kind(part) in "iu"
    return type(part) is np.ndarray and part.dtype.kind in "iu"


def holds_arrays(key: Any) -> bool:
    """Returns whether an index has an array of integers, or a traced integer."""
    return any(map(_is_array, tuple_of(key)))


def are_numbers(key: Any) -> bool:
    """Returns whether the arrays of an index that holds some have no dimensions."""
    return not any(_is_array(part) and np.ndim(part) for part in tuple_of(key))


def _places(recording: Recording, cell: Cell, key: Any) -> tuple[Any, list[int], list[Any]]:
    """Returns the basic part of an index, the axes by which arrays index, and these arrays."""
    parts = list(tuple_of(key))
    if ... not in [part if part is ... else None for part in parts]:
        parts.append(...)
    ndim = len(cell.read().shape)
    used = sum(part is not None and part is not ... for part in parts)
    if used > ndim:
        raise recording.value_error(f"index {shown(key)}: {used} indexes for {ndim} dimensions")
    at = next(k for k, part in enumerate(parts) if part is ...)
    parts[at : at + 1] = [slice(None)] * (ndim - used)
    basic: list[Any] = []
    axes: list[int] = []
    arrays: list[Any] = []
    for axis, part in enumerate(parts):
        is_integer = not (part is None or is_any(part, slice))
        if is_integer:
            axes.append(axis)
            arrays.append(part)
        basic.append(slice(None) if is_integer else part)
    return tuple(basic), axes, arrays


def _stand_together(key: Any) -> bool:
    """Returns whether no slice, None or `...` stands between the integers of an index."""
    parts = tuple_of(key)
    rest = [part is None or part is ... or is_any(part, slice) for part in parts]
    places = [k for k, is_other in enumerate(rest) if not is_other]
    return places == list(range(places[0], places[-1] + 1))


def _flat(recording: Recording, arrays: Sequence[Any], extents: Shape) -> Value:
    """Returns one array of places in joined axes."""
    if len(arrays) == 1:
        return index_of(recording, "index by an array", arrays[0], extents[0])
    what = "index by arrays"
    found = [index_of(recording, what, each, n) for each, n in zip(arrays, extents, strict=True)]
    shape = common_shape(recording, what, [value.shape for value in found])
    builder = recording.builder
    total: Value | None = None
    outside: Value | None = None
    for value, extent in zip(found, extents, strict=True):
        value = recording.broadcast(value, shape)
        zero, size = (builder.full(number, "i64", shape) for number in (0, extent))
        moved = builder.apply("add", value, size)
        value = builder.apply("where", builder.apply("less", value, zero), moved, value)
        below, above = builder.apply("less", value, zero), builder.apply("less_equal", size, value)
        wrong = builder.apply("bitwise_or", below, above)
        outside = wrong if outside is None else builder.apply("bitwise_or", outside, wrong)
        scaled = value if total is None else builder.apply("multiply", total, size)
        total = scaled if total is None else builder.apply("add", scaled, value)
    assert total is not None
    assert outside is not None  # there is an array at least
    return builder.apply("where", outside, builder.full(_OUT, "i64", shape), total)


def picked(recording: Recording, cell: Cell, key: Any, view: Any, *, is_item: bool = True) -> Cell:
    """Returns the elements that an index with arrays picks: a copy.

    Args:
        recording: the trace.
        cell: the array.
        key: the index.
        view: returns a view by a basic index.
        is_item: whether NumPy gives a scalar if no dimensions are left.
    """
    basic, axes, arrays = _places(recording, cell, key)
    seen: Cell = view(recording, cell, basic)
    if not any(map(np.ndim, arrays)):
        return _rows(recording, seen, axes, arrays, is_item)
    shape = seen.read().shape
    extents = tuple([shape[axis] for axis in axes])
    index = _flat(recording, arrays, extents)
    first = axes[0]
    if len(axes) > 1:
        first = first if _stand_together(key) else 0
        seen = moveaxis(recording, seen, axes, tuple(range(first, first + len(axes))))
        shape = seen.read().shape
    joined = (*shape[:first], prod(extents), *shape[first + len(axes) :])
    value = seen.read()
    if joined != shape:
        value = recording.builder.apply("reshape", value, attributes=(joined,))
    made = recording.builder.apply("take", value, index, attributes=(first,))
    recording.check_shape(made.shape)
    return recording.kind(recording, made)


def _rows(
    recording: Recording, cell: Cell, axes: Sequence[int], numbers: Sequence[Any], is_item: bool
) -> Cell:
    """Returns a view at traced integers, one for each axis."""
    shape = cell.read().shape
    steps: list[Step] = []
    for axis, number in reversed(list(zip(axes, numbers, strict=True))):
        index = index_of(recording, "index", number, shape[axis])
        steps.append(("row", (axis, index)))
    return cell.viewed(*steps, is_item=is_item)


def put(recording: Recording, cell: Cell, key: Any, value: Value) -> None:
    """Writes to the elements that an index with arrays picks."""
    what = "assignment by an index with arrays"
    old = cell.read()
    if not old.size or not value.size:
        return
    if old.size <= MOST_KNOWN and are_known(recording, key):
        made = _put_known(recording, old, real_of(recording, key), value)
    else:
        places = recording.builder.apply(
            "reshape", recording.builder.iota((old.size,), 0), attributes=(old.shape,)
        )
        index = picked(recording, recording.kind(recording, places), key, _view_of_places).read()
        if common_shape(recording, what, [index.shape, value.shape]) != index.shape:
            raise recording.value_error(f"{what}: {value} does not fit {list(index.shape)}")
        given = recording.broadcast(recording.cast(value, old.dtype), index.shape)
        made = recording.builder.apply("put", old, index, given)
    cell.write(made, what)


def _view_of_places(recording: Recording, cell: Cell, key: Any) -> Cell:
    return cell[key]  # type: ignore[index]


def _put_known(recording: Recording, old: Value, key: Any, value: Value) -> Value:
    """Returns a value with elements at known places replaced."""
    where = np.full(old.shape, -1)
    shape = where[key].shape
    if common_shape(recording, "assignment by an index", [shape, value.shape]) != shape:
        raise recording.value_error(f"assignment of {value} to elements of shape {list(shape)}")
    where[key] = np.arange(prod(shape)).reshape(shape)  # of two values for one place the last
    builder = recording.builder
    test = recording.constant(where >= 0)
    value = recording.cast(value, old.dtype)
    if value.size == 1:
        one = builder.apply("reshape", value, attributes=((),))
        return builder.apply("where", test, recording.broadcast(one, old.shape), old)
    whole = recording.broadcast(value, shape)
    flat = builder.apply("reshape", whole, attributes=((whole.size,),))
    index = recording.cast(recording.constant(np.maximum(where, 0)), DTYPES["i64"])
    taken = builder.apply("take", flat, index, attributes=(0,))
    return builder.apply("where", test, taken, old)
