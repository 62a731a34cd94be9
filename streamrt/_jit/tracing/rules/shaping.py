"""Shapes in a trace: reshape, transpose, concatenate and the like, without any arithmetic."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np

from streamrt._ir.program import Shape, Value
from streamrt._jit.tracing.cells import Cell
from streamrt._jit.tracing.operands import asked_dtype, cell_of, common_shape, operand_of, prepared
from streamrt._jit.tracing.promotion import Key, resolve
from streamrt._jit.tracing.recording import Recording, is_any
from streamrt._jit.tracing.rules.reductions import axes_of, axis_of

__all__ = [
    "aligned",
    "atleast",
    "broadcast_to",
    "concatenate",
    "expand_dims",
    "flip",
    "moveaxis",
    "permuted",
    "ravel",
    "reshape",
    "split",
    "squeeze",
    "stack",
    "swapaxes",
    "transpose",
]


def integers(recording: Recording, what: str, thing: Any) -> tuple[int, ...]:
    """Returns an integer, or a sequence of integers, as a tuple."""
    given: Any = thing if is_any(thing, tuple, list, np.ndarray) else (thing,)
    try:
        return tuple([operator.index(each) for each in given])
    except TypeError:
        raise recording.type_error(f"{what}: {thing!r} is no integer or tuple of them") from None


def reshape(recording: Recording, thing: Any, shape: Any, order: Any = "C") -> Cell:
    """Returns the elements in another shape; one extent may be -1."""
    cell = cell_of(recording, thing)
    recording.begin()
    value = cell.read()
    if _is_reversed(recording, cell, "reshape", order):
        asked = integers(recording, "reshape", shape)
        return transpose(recording, reshape(recording, transpose(recording, cell), asked[::-1]))
    asked = integers(recording, "reshape", shape)
    rest = prod(extent for extent in asked if extent != -1)
    if asked.count(-1) == 1 and rest and value.size % rest == 0:
        asked = tuple([value.size // rest if extent == -1 else extent for extent in asked])
    if prod(asked) != value.size or min(asked, default=0) < 0:
        raise recording.value_error(f"reshape of {value} to {shape}: the sizes differ")
    return cell.reshape_to(asked)


def _is_reversed(recording: Recording, cell: Cell, what: str, order: Any) -> bool:
    """Returns whether an order in memory has the first axis change first."""
    if order in ("A", "K") and not cell._is_dense:
        raise recording.error(
            f"{what}(order={order!r}): programs know no order in memory; write the axes, as in "
            f"x.transpose(...).{what}(...)"
        )
    return bool(order == "F")


def ravel(recording: Recording, thing: Any, order: Any = "C") -> Cell:
    """Returns the elements in one dimension."""
    cell = cell_of(recording, thing)
    recording.begin()
    if _is_reversed(recording, cell, "ravel", order):
        cell = transpose(recording, cell)
    return cell.reshape_to((cell.read().size,), is_ravel=True)


def permuted(recording: Recording, cell: Cell, axes: Sequence[int]) -> Cell:
    """Returns a view with the axes in another order."""
    if list(axes) == list(range(len(axes))):
        return cell.viewed(is_dense=cell._is_dense)
    return cell.viewed(("transpose", (tuple(axes),)))


def transpose(recording: Recording, thing: Any, axes: Any = None) -> Cell:
    """Returns a view with the axes reversed, or in a given order."""
    cell = cell_of(recording, thing)
    recording.begin()
    ndim = len(cell.read().shape)
    if axes is None:
        order: tuple[int, ...] = tuple(reversed(range(ndim)))
    else:
        given = integers(recording, "transpose", axes)
        order = tuple([axis_of(recording, "transpose", axis, ndim) for axis in given])
    if sorted(order) != list(range(ndim)):
        raise recording.value_error(f"transpose of {cell.read()} by {axes}: axes do not match")
    return permuted(recording, cell, order)


def swapaxes(recording: Recording, thing: Any, axis1: Any, axis2: Any) -> Cell:
    """Returns a view with two axes swapped."""
    cell = cell_of(recording, thing)
    recording.begin()
    ndim = len(cell.read().shape)
    one = axis_of(recording, "swapaxes", axis1, ndim)
    two = axis_of(recording, "swapaxes", axis2, ndim)
    order = list(range(ndim))
    order[one], order[two] = two, one
    return permuted(recording, cell, order)


def moveaxis(recording: Recording, thing: Any, source: Any, destination: Any) -> Cell:
    """Returns a view with axes moved to other places."""
    cell = cell_of(recording, thing)
    recording.begin()
    ndim = len(cell.read().shape)
    origins, targets = (
        [axis_of(recording, "moveaxis", axis, ndim) for axis in integers(recording, "moveaxis", a)]
        for a in (source, destination)
    )
    counts = {len(each) for each in (origins, targets, set(origins), set(targets))}
    if len(counts) > 1:
        raise recording.value_error(f"moveaxis from {source} to {destination}: they do not fit")
    order = [axis for axis in range(ndim) if axis not in origins]
    for target, origin in sorted(zip(targets, origins, strict=True)):
        order.insert(target, origin)
    return permuted(recording, cell, order)


def expand_dims(recording: Recording, thing: Any, axis: Any) -> Cell:
    """Returns a view with new axes of extent 1."""
    cell = cell_of(recording, thing)
    recording.begin()
    value = cell.read()
    given = integers(recording, "expand_dims", axis)
    ndim = len(value.shape) + len(given)
    axes = axes_of(recording, "expand_dims", given, ndim)
    rest = iter(value.shape)
    shape = tuple([1 if k in axes else next(rest) for k in range(ndim)])
    return cell.reshape_to(shape)


def squeeze(recording: Recording, thing: Any, axis: Any = None) -> Cell:
    """Returns a view without axes of extent 1."""
    cell = cell_of(recording, thing)
    recording.begin()
    value = cell.read()
    if axis is None:
        return cell.reshape_to(tuple([extent for extent in value.shape if extent != 1]))
    axes = axes_of(recording, "squeeze", axis, len(value.shape))
    if any(value.shape[each] != 1 for each in axes):
        raise recording.value_error(f"squeeze of {value}: axis {axis} is longer than 1")
    return cell.reshape_to(tuple([n for k, n in enumerate(value.shape) if k not in axes]))


def broadcast_to(recording: Recording, thing: Any, shape: Any) -> Cell:
    """Returns a view in a shape to which it can be broadcast; it cannot be written to."""
    cell = cell_of(recording, thing)
    recording.begin()
    value = cell.read()
    asked = integers(recording, "np.broadcast_to", shape)
    if common_shape(recording, "np.broadcast_to", [asked, value.shape]) != asked:
        raise recording.value_error(f"np.broadcast_to of {value} to {asked}: it does not fit")
    return cell.viewed(("broadcast", (asked,))) if value.shape != asked else cell.viewed()


def atleast(recording: Recording, ndim: int, *things: Any) -> Any:
    """Returns each array with at least so many axes."""
    found: list[Cell] = []
    for thing in things:
        cell = cell_of(recording, thing)
        shape = cell.read().shape
        if len(shape) >= ndim:
            found.append(cell)
        else:
            found.append(cell.reshape_to((1,) * (ndim - len(shape)) + shape))
    return found[0] if len(found) == 1 else tuple(found)


def flip(recording: Recording, thing: Any, axis: Any = None) -> Cell:
    """Returns a view with the elements along some axes in reverse order."""
    cell = cell_of(recording, thing)
    recording.begin()
    shape = cell.read().shape
    axes = axes_of(recording, "np.flip", axis, len(shape))
    starts = tuple([max(n - 1, 0) if k in axes else 0 for k, n in enumerate(shape)])
    steps = tuple([-1 if k in axes and n > 1 else 1 for k, n in enumerate(shape)])
    return cell.viewed(("slice", (starts, steps, shape)), is_item=True)


def aligned(
    recording: Recording, what: str, things: Any, dtype: Any, *, yields: bool = True
) -> tuple[list[Value], bool]:
    """Returns arrays as values of one dtype, and whether all are dense.

    Python numbers among them yield to the dtypes of the others, if so asked.
    """
    if isinstance(things, Cell):
        rows: Any = things
        things = list(rows)
    if not things:
        raise recording.value_error(f"{what}: no arrays were given")
    operands = [operand_of(recording, thing) for thing in things]
    keys: list[Key] = [key for _, key, _ in operands]
    if yields:
        keys.sort(key=lambda key: isinstance(key, type))  # wherever they stand
    else:
        keys = [resolve(np.add, (key, key)).outputs[0].name for key in keys]
    wanted = resolve(np.add, (keys[0], keys[0])).outputs[0]
    for key in keys[1:]:
        wanted = resolve(np.add, (wanted.name, key)).outputs[0]
    if dtype is not None:
        wanted = asked_dtype(recording, dtype)
    found: list[Value] = []
    for operand, _, _ in operands:
        shape = operand.shape if isinstance(operand, Value) else ()
        found.append(prepared(recording, operand, wanted, shape))
    return found, all(is_dense for _, _, is_dense in operands)


def concatenate(
    recording: Recording, things: Any, axis: Any = 0, out: Any = None, *, dtype: Any = None
) -> Cell:
    """Returns arrays joined along an axis; None flattens them first."""
    recording.begin()
    if out is not None:
        raise recording.error("np.concatenate(out=...): leave it out")
    values, is_dense = aligned(recording, "np.concatenate", things, dtype)
    if axis is None:
        values = [
            recording.builder.apply("reshape", value, attributes=((value.size,),))
            for value in values
        ]
        axis = 0
    return _joined(recording, "np.concatenate", values, axis, is_dense)


def _joined(
    recording: Recording, what: str, values: list[Value], axis: Any, is_dense: bool
) -> Cell:
    first = values[0].shape
    if not first:
        raise recording.value_error(f"{what}: arrays without dimensions cannot be joined")
    place = axis_of(recording, what, axis, len(first))
    for value in values:
        rest = value.shape[:place] + value.shape[place + 1 :]
        if len(value.shape) != len(first) or rest != first[:place] + first[place + 1 :]:
            raise recording.value_error(
                f"{what} of {', '.join(map(str, values))}: they differ beside axis {place}"
            )
    made = values[0]
    if len(values) > 1:
        made = recording.builder.apply("concatenate", *values, attributes=(place,))
    return recording.kind(recording, made, is_dense)


def stack(
    recording: Recording, things: Any, axis: Any = 0, out: Any = None, *, dtype: Any = None
) -> Cell:
    """Returns arrays of one shape joined along a new axis."""
    recording.begin()
    if out is not None:
        raise recording.error("np.stack(out=...): leave it out")
    values, is_dense = aligned(recording, "np.stack", things, dtype, yields=False)
    shapes: set[Shape] = {value.shape for value in values}
    if len(shapes) > 1:
        raise recording.value_error(f"np.stack of {', '.join(map(str, values))}: shapes differ")
    (shape,) = shapes
    place = axis_of(recording, "np.stack", axis, len(shape) + 1)
    longer = (*shape[:place], 1, *shape[place:])
    recording.check_shape(longer)
    values = [recording.builder.apply("reshape", v, attributes=(longer,)) for v in values]
    return _joined(recording, "np.stack", values, place, is_dense)


def split(recording: Recording, thing: Any, parts: Any, axis: Any, exact: bool) -> list[Cell]:
    """Returns views of parts along an axis: so many, or between the places given."""
    cell = cell_of(recording, thing)
    recording.begin()
    shape = cell.read().shape
    place = axis_of(recording, "np.split", axis, len(shape))
    extent = shape[place]
    if is_any(parts, int, np.integer):
        count = int(parts)
        if count < 1 or (exact and extent % count):
            raise recording.value_error(f"np.split of {extent} elements in {count} parts")
        small, more = divmod(extent, count)
        sizes = [small + 1] * more + [small] * (count - more)
        cuts = [sum(sizes[:k]) for k in range(count + 1)]
    else:
        cuts = [0, *integers(recording, "np.split", parts), extent]
    found: list[Cell] = []
    for low, high in pairwise(cuts):
        start, stop, _ = slice(low, high).indices(extent)
        counts = (*shape[:place], max(stop - start, 0), *shape[place + 1 :])
        starts = [0] * len(shape)
        starts[place] = start if counts[place] else 0
        found.append(cell.viewed(("slice", (tuple(starts), (1,) * len(shape), counts))))
    return found
