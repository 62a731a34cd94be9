"""Simplifies joins of views: what is put together from neighbours, and joins of joins.

1. A slice of an array with other axes of one element is taken before these come or go.
2. Parts that are neighbouring slices of one array are one slice; those that are one number
   repeated are one part.
3. A concatenate of concatenates along another axis that change over at the same places is joined
   the other way round, if rule 2 makes one part of each column then. So pairs of a real and an
   imaginary part that belong together are moved as they lie.
"""

from __future__ import annotations

from collections.abc import Sequence

from streamrt._ir.passes.rewriter import Rewriter, Rules, uniform
from streamrt._ir.program import Shape, Value

__all__ = ["RULES"]

_DEEPEST = 64
"""The views through which a part is seen; one below more of them counts as stored."""


def _slice(make: Rewriter, value: Value) -> Value | None:
    """Rule 1."""
    (x,), (starts, steps, shape) = value.operands, value.attributes
    axes = _unit_axes(x)
    if axes is None:
        return None
    before = x.operands[0]
    first, by, extents = list[int](), list[int](), list[int]()
    for axis in axes:  # of the reshaped array; None is an axis of one element that it lacks
        first.append(0 if axis is None else starts[axis])
        by.append(1 if axis is None else steps[axis])
        extents.append(1 if axis is None else shape[axis])
    if any(shape[axis] != 1 for axis in range(len(shape)) if axis not in axes):
        return None  # an empty one
    taken = make("slice", before, attributes=(tuple(first), tuple(by), tuple(extents)))
    return make("reshape", taken, attributes=(shape,))


def _unit_axes(value: Value) -> list[int | None] | None:
    """Returns for each axis before a reshape the one after it; None if others than 1 come or go."""
    if value.op.name != "reshape":
        return None
    before, after = value.operands[0].shape, value.shape
    long = [axis for axis, n in enumerate(after) if n != 1]
    if [n for n in before if n != 1] != [after[axis] for axis in long]:
        return None
    rest = iter(long)
    return [None if n == 1 else next(rest) for n in before]


def _concatenate(make: Rewriter, value: Value) -> Value | None:
    """Rules 2 and 3."""
    axis: int = value.attributes[0]
    parts = list[Value]()
    for part in value.operands:
        both = None if not parts else _neighbours(make, parts[-1], part, axis)
        if both is not None:
            parts[-1] = both
        else:
            parts.append(part)
    if len(parts) == 1:
        return parts[0]
    if len(parts) < len(value.operands):
        return make("concatenate", *parts, attributes=(axis,))
    return _turned(make, value)


def _neighbours(make: Rewriter, one: Value, other: Value, axis: int) -> Value | None:
    """Returns the value of which two others are the halves along an axis; None if there is none."""
    scalar = uniform(one)
    if scalar is not None and scalar is uniform(other):
        extent = one.shape[axis] + other.shape[axis]
        return make.builder.broadcast(scalar, (*one.shape[:axis], extent, *one.shape[axis + 1 :]))
    if one.op.name != "slice" or other.op.name != "slice":
        return None
    (x,), (starts, steps, shape) = one.operands, one.attributes
    others, other_steps, other_shape = other.attributes
    if other.operands[0] is not x or steps[axis] != 1 or steps != other_steps:
        return None
    rest = [k for k in range(len(shape)) if k != axis]
    if any(starts[k] != others[k] or shape[k] != other_shape[k] for k in rest):
        return None
    if others[axis] != starts[axis] + shape[axis]:
        return None
    whole = (*shape[:axis], shape[axis] + other_shape[axis], *shape[axis + 1 :])
    return make("slice", x, attributes=(starts, steps, whole))


def _turned(make: Rewriter, value: Value) -> Value | None:
    """Rule 3."""
    first = _parts(make, value.operands[0])
    if first is None:
        return None
    inner, parts = first
    if inner == value.attributes[0] or make.work <= 0:
        return None
    make.work -= len(value.operands) * len(parts)
    sizes = [part.shape[inner] for part in parts]
    columns: list[Sequence[Value]] = []
    for part in value.operands:
        row = _parts(make, part)
        if row is None or row[0] != inner or [part.shape[inner] for part in row[1]] != sizes:
            return None
        columns.append(row[1])
    made: list[Value] = []
    for column in zip(*columns, strict=True):
        made.append(make("concatenate", *column, attributes=value.attributes))
        if made[-1].op.name == "concatenate":
            return None
    return make("concatenate", *made, attributes=(inner,))


def _parts(make: Rewriter, value: Value) -> tuple[int, list[Value]] | None:
    """Returns the axis and the parts of a concatenate, maybe seen with more axes of one element.

    None if it is none, or if its parts are more than views of what lies in memory.
    """
    joined, axes = value, list[int | None](range(len(value.shape)))
    if value.op.name == "reshape" and (found := _unit_axes(value)) is not None:
        joined, axes = value.operands[0], found
    if joined.op.name != "concatenate" or not all(map(_is_stored, joined.operands)):
        return None
    along: int = joined.attributes[0]
    axis = axes[along]
    if axis is None:
        return None
    parts: list[Value] = []
    for part in joined.operands:
        shape: Shape = (*value.shape[:axis], part.shape[along], *value.shape[axis + 1 :])
        parts.append(make("reshape", part, attributes=(shape,)))
    return axis, parts


def _is_stored(value: Value) -> bool:
    if uniform(value) is not None:
        return True
    for _ in range(_DEEPEST):
        if value.op.group != "view":
            break
        value = value.operands[0]
    return not value.op.is_elementwise and value.op.group != "join"


RULES: Rules = {"slice": (_slice,), "concatenate": (_concatenate,)}
