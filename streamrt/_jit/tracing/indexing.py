"""Indexing in a trace: integers, slices, `...` and None give views; masks only take writes.

An array of integers, alone or beside slices, gives a copy of the elements there.
"""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from streamrt._compile.signatures.dtypes import DType
from streamrt._ir.program import Shape, Value
from streamrt._jit.tracing.cells import Cell, Step
from streamrt._jit.tracing.elementwise import select
from streamrt._jit.tracing.known import are_known, or_known
from streamrt._jit.tracing.masked import Masked
from streamrt._jit.tracing.needed import ask
from streamrt._jit.tracing.operands import common_shape, shown, value_of
from streamrt._jit.tracing.picking import are_numbers, holds_arrays, normal, picked, put
from streamrt._jit.tracing.recording import Recording, is_any, tuple_of
from streamrt.errors import TraceError

__all__ = ["assign", "get"]


def get(recording: Recording, cell: Cell, key: Any) -> Any:
    """Returns a view by a basic index; a copy by arrays of integers."""
    recording.begin()
    key = normal(recording, key)
    if holds_arrays(key):
        return picked(recording, cell, key, _view)
    is_mask = isinstance(key, Cell) and key.read().dtype.kind == "b"
    if is_mask and key.read().shape == cell.read().shape != () and not are_known(recording, key):
        return Masked(recording, recording.kind(recording, cell.read()), key.read())
    try:
        return _view(recording, cell, key)
    except TraceError as error:
        return or_known(recording, error, operator.getitem, (cell, key), {})


def _view(recording: Recording, cell: Cell, key: Any) -> Cell:
    steps, is_dense = _steps(recording, cell.read().shape, key)
    is_item = not any(part is ... for part in tuple_of(key))
    found = cell.viewed(*steps, is_dense=cell._is_dense and is_dense, is_item=is_item)
    return found if is_item else found.as_array()


def assign(recording: Recording, cell: Cell, key: Any, thing: Any) -> None:
    """Writes to the elements of an index, or of a mask."""
    recording.begin()
    what = "assignment to elements"
    if cell.is_number:
        raise recording.error(f"{what} of a value without dimensions; write y = ...")
    key = normal(recording, key)
    dtype = cell.read().dtype
    if holds_arrays(key) and not are_numbers(key):
        put(recording, cell, key, _fitting(recording, what, thing, dtype))
        return
    if is_any(key, Cell) and not holds_arrays(key):
        _assign_masked(recording, cell, key, thing)
        return
    is_scalar = is_any(thing, np.integer, np.floating) and not is_any(thing, Cell)
    value = _fitting(recording, what, thing, dtype, is_scalar)
    if holds_arrays(key):
        place = picked(recording, cell, key, _view, is_item=False)
    else:
        steps, _ = _steps(recording, cell.read().shape, key)
        place = cell.viewed(*steps)
    shape = place.read().shape
    given = value.shape
    while len(given) > len(shape) and given[0] == 1:  # NumPy drops leading extents of 1
        given = given[1:]
    if given != value.shape:
        value = recording.builder.apply("reshape", value, attributes=(given,))
    if common_shape(recording, what, [shape, given]) != shape:
        raise recording.value_error(f"{what} of shape {shape}: {value} cannot be broadcast to it")
    made = recording.broadcast(recording.cast(value, dtype), shape)
    place.write(made, "item assignment")


def _fitting(
    recording: Recording, what: str, thing: Any, dtype: DType, is_scalar: bool = False
) -> Value:
    """Returns the assigned thing as a value.

    Raises:
        TraceValueError: it is a number of Python that no integer of the dtype is, or a scalar of
            NumPy's, which only an index takes for one.
    """
    if dtype.kind in "iu" and (is_scalar or type(thing) in (int, float)):
        least, most = dtype.bounds
        if not (math.isfinite(thing) and least <= int(thing) <= most):
            raise recording.value_error(f"{what}: {dtype.name} cannot hold {shown(thing)}")
    return value_of(recording, thing)


def _assign_masked(recording: Recording, cell: Cell, key: Any, thing: Any) -> None:
    mask, old = value_of(recording, key), cell.read()
    if isinstance(thing, Masked):
        if thing.mask is not mask or mask.shape != old.shape:
            raise thing._refusal()
        chosen = recording.kind(
            recording, recording.cast(value_of(recording, thing.whole), old.dtype)
        )
        merged = select(recording, key, chosen, recording.kind(recording, old))
        cell.write(merged.read(), "assignment by a mask")
        return
    value = _fitting(recording, "assignment by a mask", thing, old.dtype)
    if mask.dtype.kind != "b":
        if isinstance(key, Cell) and not mask.shape:
            ask("an index", key)
        raise recording.type_error(f"assignment by {mask}: an index is of integers or bools")
    if mask.shape != old.shape[: len(mask.shape)] or value.size != 1:
        raise recording.error(
            f"assignment of {value} by a mask {mask} to {old}: only one number for a mask of the "
            "leading shape can be traced; write np.where(mask, value, y)"
        )
    full = mask.shape + (1,) * (len(old.shape) - len(mask.shape))
    if full != mask.shape:
        mask = recording.builder.apply("reshape", mask, attributes=(full,))
    if value.shape:
        value = recording.builder.apply("reshape", value, attributes=((),))
    kind = recording.kind
    number = kind(recording, recording.cast(value, old.dtype))
    made = select(recording, kind(recording, mask), number, kind(recording, old)).read()
    cell.write(made, "assignment by a mask")


def _steps(recording: Recording, shape: Shape, key: Any) -> tuple[tuple[Step, ...], bool]:
    """Returns the steps of a basic index, and whether it keeps the elements side by side."""
    parts = _parts(recording, shape, key)
    starts, steps, counts = list[int](), list[int](), list[int]()
    seen: list[int] = []
    axis = 0
    for part in parts:
        if part is None:
            seen.append(1)
            continue
        extent = shape[axis]
        if is_any(part, slice):
            start, stop, step = _bounds(recording, part, extent)
            count = len(range(start, stop, step))
            seen.append(count)
        else:
            start, step, count = _place(recording, part, extent, axis), 1, 1
        starts.append(start if count else 0)
        steps.append(step if count > 1 else 1)
        counts.append(count)
        axis += 1
    found: list[Step] = []
    if tuple(counts) != shape or any(starts) or steps != [1] * len(steps):
        found.append(("slice", (tuple(starts), tuple(steps), tuple(counts))))
    if seen != counts:
        found.append(("reshape", (tuple(seen),)))
    return tuple(found), _is_dense(shape, steps, counts)


def _is_dense(shape: Shape, steps: list[int], counts: list[int]) -> bool:
    whole = True
    for extent, step, count in zip(reversed(shape), reversed(steps), reversed(counts), strict=True):
        if count != 1 and (step != 1 or not whole):
            return False
        whole = whole and count == extent
    return True


def _bounds(recording: Recording, part: slice, extent: int) -> tuple[int, int, int]:
    for bound in (part.start, part.stop, part.step):
        if isinstance(bound, Cell) and not are_known(recording, bound):
            ask("a slice", bound)
            raise recording.error(
                f"slice by {recording.origin(bound.read())}: its value is not known while tracing; "
                "declare the argument static"
            )
    try:
        return part.indices(extent)
    except (TypeError, ValueError) as error:
        raise recording.value_error(f"index {shown(part)}: {error}") from None


def _place(recording: Recording, part: int, extent: int, axis: int) -> int:
    if not -extent <= part < extent:
        raise recording.value_error(
            f"index {part}: it is out of range of axis {axis}, which has {extent} elements"
        )
    return part % extent


def _parts(recording: Recording, shape: Shape, key: Any) -> list[Any]:
    """Returns the parts of an index for all axes, without `...`."""
    given: tuple[Any, ...] = tuple_of(key)
    parts: list[Any] = []
    at = -1
    for part in given:
        if part is ...:
            if at >= 0:
                raise recording.value_error("index: only one `...` may stand in it")
            at = len(parts)
        elif part is None or is_any(part, slice):
            parts.append(part)
        else:
            parts.append(_integer(recording, part))
    missing = len(shape) - sum(part is not None for part in parts)
    if missing < 0:
        raise recording.value_error(
            f"index {shown(key)}: {len(shape) - missing} indexes for {len(shape)} dimensions"
        )
    whole = [slice(None)] * missing
    return parts + whole if at < 0 else parts[:at] + whole + parts[at:]


def _integer(recording: Recording, part: Any) -> int:
    if isinstance(part, bool | np.bool_):
        raise recording.error("index by a bool: write np.where")
    if isinstance(part, Cell):
        value = part.read()
        advice = "an index is of integers"
        if value.dtype.kind == "b":
            advice = "the number of elements would depend on values; write np.where(mask, x, other)"
        raise recording.error(f"index by {recording.origin(value)}: {advice}")
    if is_any(part, np.ndarray, list) and np.ndim(part):
        kind = np.asarray(part).dtype.kind
        advice = "np.where(mask, x, other)" if kind == "b" else "np.take, once for each axis"
        raise recording.error(
            f"index by an array: only one of integers, beside slices, can be traced; write {advice}"
        )
    try:
        return operator.index(part)
    except TypeError:
        raise recording.value_error(
            f"index {shown(part)}: only integers, slices, `...` and None can be traced"
        ) from None
