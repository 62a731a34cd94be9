"""Simplifies views and joins; no element of a result changes.

1. A view that shows its operand as it is goes: a reshape or a broadcast to the shape that is there,
   axes in their order, a slice of everything.
2. Two views of one kind are one.
3. A slice of what concatenate joins is a slice of one part, if it lies in one.
4. A slice of an update is a slice of the array before, if no written element is in it, and the
   piece, if it is what was written. An update of everything is its piece; an update of the place
   that the last one wrote replaces it. Of an array that is no join, concatenate puts the piece
   between what is before and behind it, along one axis or two.
5. Concatenate takes no empty parts, and the parts of a concatenate along its axis in its place, up
   to 64 in all. More are counted and not made, because each doubling doubles them.
6. An elementwise operation of broadcasts, from one shape or of numbers, is computed before it is
   broadcast.
7. A reduction over axes of one element, or over none, is a reshape; argmax and argmin there are 0.
   A sum begins with 0, so it makes 0 of -0. Of several axes, those of one element are taken away
   before.

A reshape that only adds or takes axes of one element is left as it is: fusion sees through it.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right

from streamrt._ir.ops import OPS
from streamrt._ir.passes.rewriter import Rewriter, Rules, uniform
from streamrt._ir.program import Shape, Value

__all__ = ["RULES"]


def _reshape(make: Rewriter, value: Value) -> Value | None:
    (x,) = value.operands
    if x.shape == value.shape:
        return x
    if x.op.name == "reshape":
        return make("reshape", x.operands[0], attributes=(value.shape,))
    return None


def _transpose(make: Rewriter, value: Value) -> Value | None:
    (x,), axes = value.operands, value.attributes[0]
    if list(axes) == sorted(axes):
        return x
    if x.op.name == "transpose":
        inner = x.attributes[0]
        return make("transpose", x.operands[0], attributes=(tuple(inner[axis] for axis in axes),))
    return None


def _broadcast(make: Rewriter, value: Value) -> Value | None:
    (x,) = value.operands
    if x.shape == value.shape:
        return x
    if x.op.name == "broadcast":
        return make("broadcast", x.operands[0], attributes=(value.shape,))
    return None


def _slice(make: Rewriter, value: Value) -> Value | None:
    """Rules 1 to 4: looks for the value deepest below of which it is a slice."""
    (x,), (starts, steps, shape) = value.operands, value.attributes
    if value.size == 0 and not (shape == x.shape and _is_everything(starts, steps, shape)):
        return make.full(0, value.dtype.name, shape)
    deepest = _DEEPEST if make.work > 0 else _NEAR
    for deep in range(deepest):
        make.work -= deep > _NEAR
        if shape == x.shape and _is_everything(starts, steps, shape):
            return x
        if x.op.name == "slice":
            first, by, _ = x.attributes
            starts = tuple(a + b * c for a, b, c in zip(first, by, starts, strict=True))
            steps = tuple(a * b for a, b in zip(by, steps, strict=True))
            (x,) = x.operands
        elif x.op.name == "concatenate" and (found := _part_of(make, x, starts, steps, shape)):
            x, starts = found
        elif x.op.name == "update" and (x.attributes, x.operands[1].shape) == (
            (starts, steps),
            shape,
        ):
            return x.operands[1]
        elif x.op.name == "update" and _misses(starts, steps, shape, x):
            x = x.operands[0]
        else:
            break
    if x is value.operands[0]:
        return None
    return make("slice", x, attributes=(starts, steps, shape))


_DEEPEST = 256
"""The values through which one slice is followed."""

_NEAR = 8
"""The values through which it is followed anyway."""


def _is_everything(starts: Shape, steps: Shape, shape: Shape) -> bool:
    """Returns whether a slice with the whole shape is in the array's order."""
    return all(
        count == 0 or (start == 0 and (step == 1 or count == 1))
        for start, step, count in zip(starts, steps, shape, strict=True)
    )


def _span(start: int, step: int, count: int) -> tuple[int, int]:
    """Returns the first and the last place that a slice takes along an axis."""
    last = start + (count - 1) * step
    return min(start, last), max(start, last)


def _part_of(
    make: Rewriter, joined: Value, starts: Shape, steps: Shape, shape: Shape
) -> tuple[Value, Shape] | None:
    """Returns the part that has all of a slice, and where the slice starts there."""
    axis: int = joined.attributes[0]
    low, high = _span(starts[axis], steps[axis], shape[axis])
    begins = make.begins.get(joined)
    if begins is None:
        extents = [part.shape[axis] for part in joined.operands]
        begins = make.begins[joined] = list(itertools.accumulate(extents, initial=0))
    at = bisect_right(begins, low) - 1  # of parts that begin there, the last one has elements
    if not 0 <= at < len(joined.operands) or high >= begins[at + 1]:
        return None
    return joined.operands[at], (*starts[:axis], starts[axis] - begins[at], *starts[axis + 1 :])


def _misses(starts: Shape, steps: Shape, shape: Shape, update: Value) -> bool:
    """Returns whether a slice surely has no element that an update writes."""
    written = zip(*update.attributes, update.operands[1].shape, strict=True)
    for one, other in zip(zip(starts, steps, shape, strict=True), written, strict=True):
        if other[2] == 0:
            return True
        (low, high), (least, most) = _span(*one), _span(*other)
        if high < least or most < low:
            return True
    return False


_MOST_PIECES = 64
"""The parts that one concatenate may get by taking those of others; each is a kernel."""


def _concatenate(make: Rewriter, value: Value) -> Value | None:
    (axis,) = value.attributes
    pieces = [
        part.operands if part.op.name == "concatenate" and part.attributes == (axis,) else (part,)
        for part in value.operands
    ]
    if sum(map(len, pieces)) > _MOST_PIECES:
        pieces = [(part,) for part in value.operands]
    parts = [part for piece in pieces for part in piece if part.shape[axis]]
    if len(parts) == len(value.operands) and all(map(_is_same, parts, value.operands)):
        return value.operands[0] if len(parts) == 1 else None
    if not parts:
        return value.operands[0]
    return make("concatenate", *parts, attributes=(axis,)) if len(parts) > 1 else parts[0]


def _is_same(one: Value, other: Value) -> bool:
    return one is other


def _update(make: Rewriter, value: Value) -> Value | None:
    (x, piece), (starts, steps) = value.operands, value.attributes
    if piece.size == 0:
        return x
    if piece.shape == x.shape and _is_everything(starts, steps, x.shape):
        return piece
    is_again = x.op.name == "update" and x.attributes == value.attributes
    if is_again and x.operands[1].shape == piece.shape:
        return make("update", x.operands[0], piece, attributes=value.attributes)
    return _put_between(make, value)


def _put_between(make: Rewriter, value: Value) -> Value | None:
    """Joins what is before a piece, the piece and what is behind it, along one axis or two.

    A value that is put together already is left: the piece is written to its memory.
    """
    (x, piece), (starts, steps) = value.operands, value.attributes
    odd = [axis for axis, n in enumerate(x.shape) if piece.shape[axis] != n]
    if len(odd) > 2 or x.op.group == "join" or any(step != 1 for step in steps):
        return None
    for axis in reversed(odd):
        # Along the axes before this one, the piece still has its own extents.
        begin = [start if k < axis else 0 for k, start in enumerate(starts)]
        shape = [piece.shape[k] if k < axis else n for k, n in enumerate(x.shape)]
        parts, stop = list[Value](), starts[axis] + piece.shape[axis]
        for first, last in ((0, starts[axis]), (stop, x.shape[axis])):
            if first < last:
                begin[axis], shape[axis] = first, last - first
                parts.append(make("slice", x, attributes=(tuple(begin), steps, tuple(shape))))
        parts.insert(1 if starts[axis] else 0, piece)
        piece = make("concatenate", *parts, attributes=(axis,))
    return piece


def _elementwise(make: Rewriter, value: Value) -> Value | None:
    """Rule 6."""
    before: Shape | None = None
    for operand in value.operands:
        if uniform(operand) is not None:
            continue
        if operand.op.name != "broadcast":
            return None
        if before not in (None, operand.operands[0].shape):
            return None
        before = operand.operands[0].shape
    if before is None:
        return None
    operands = [_before(make, operand, before) for operand in value.operands]
    dtype = value.dtype.name if value.op.result == "given" else None
    made = make(value.op, *operands, attributes=value.attributes, dtype=dtype)
    return make("broadcast", made, attributes=(value.shape,))


def _before(make: Rewriter, operand: Value, shape: Shape) -> Value:
    scalar = uniform(operand)
    if scalar is None:
        return operand.operands[0]
    return make("broadcast", scalar, attributes=(shape,)) if shape else scalar


def _reduce(make: Rewriter, value: Value) -> Value | None:
    """Rule 7."""
    (x,), axes = value.operands, tuple[int, ...](value.attributes[0])
    left = [axis for axis in axes if x.shape[axis] != 1]
    if not left:
        if value.op.name.startswith("arg"):
            return make.full(0, "i64", value.shape)
        found = make("reshape", x, attributes=(value.shape,))
        if value.op.name == "sum" and value.dtype.kind == "f":
            found = make("add", make.full(0.0, value.dtype.name, value.shape), found)
        return found
    if len(left) == len(axes):
        return None
    kept = [axis for axis in range(len(x.shape)) if axis not in axes or axis in left]
    flat = make("reshape", x, attributes=(tuple(x.shape[axis] for axis in kept),))
    return make(value.op, flat, attributes=(tuple(kept.index(axis) for axis in left),))


RULES: Rules = {
    "reshape": (_reshape,),
    "transpose": (_transpose,),
    "broadcast": (_broadcast,),
    "slice": (_slice,),
    "concatenate": (_concatenate,),
    "update": (_update,),
    **{op.name: (_elementwise,) for op in OPS if op.is_elementwise},
    **{op.name: (_reduce,) for op in OPS if op.group == "reduce"},
}
