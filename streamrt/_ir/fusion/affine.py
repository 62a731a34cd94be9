"""Affine indexes: where an element of a value lies, seen from the loops of a kernel.

The index of an element has one entry for each axis of the value: a start, and for some loops a
step. `(3, ((0, 2),))` is 3 + 2 * i0. A view of a value maps an index into the view to one into the
value, so views cost nothing inside of a kernel. Only a reshape may fail, where an index would need
a division.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import TypeAlias

from streamrt._ir.program import Shape, Value

__all__ = [
    "Affine",
    "Index",
    "along",
    "identity",
    "inverse",
    "linear",
    "moved",
    "through",
    "unfolded",
]

Affine: TypeAlias = tuple[int, tuple[tuple[int, int], ...]]
"""A start, and pairs of a loop and a step; the loops are in order, and no step is 0."""

Index: TypeAlias = tuple[Affine, ...]

ZERO: Affine = (0, ())


def along(loop: int) -> Affine:
    """Returns the index that is that of a loop."""
    return (0, ((loop, 1),))


def identity(loops: Sequence[int], shape: Sequence[int]) -> Index:
    """Returns the index of a value whose axes are walked by these loops, one each."""
    return tuple(ZERO if n == 1 else along(k) for k, n in zip(loops, shape, strict=True))


def inverse(axes: Shape) -> list[int]:
    """Returns for each axis of a transposed array's operand its place in the array."""
    return sorted(range(len(axes)), key=axes.__getitem__)


def moved(index: Index, starts: Sequence[int], steps: Sequence[int] = ()) -> Index:
    """Returns the index in an array of an element whose index in a part of it is given."""
    steps = steps or (1,) * len(starts)
    return tuple([
        added([(start, ()), scaled(one, step)])
        for one, start, step in zip(index, starts, steps, strict=True)
    ])  # fmt: skip


def scaled(one: Affine, factor: int) -> Affine:
    """Returns an index times a number that is not 0."""
    if factor == 1:
        return one
    start, steps = one
    return (start * factor, tuple([(loop, step * factor) for loop, step in steps]))


def added(parts: Sequence[Affine]) -> Affine:
    """Returns the sum of indexes."""
    if len(parts) == 1:
        return parts[0]
    steps: dict[int, int] = {}
    for _, terms in parts:
        for loop, step in terms:
            steps[loop] = steps.get(loop, 0) + step
    return (
        sum(start for start, _ in parts),
        tuple((loop, steps[loop]) for loop in sorted(steps) if steps[loop]),
    )


def linear(index: Index, strides: Sequence[int]) -> Affine:
    """Returns the distance of an element from the first one, by the strides of the axes."""
    return added([scaled(one, s) for one, s in zip(index, strides, strict=True) if s])


def through(view: Value, index: Index, extents: Sequence[int]) -> Index | None:
    """Maps an index into a view to one into its operand; None if that is not affine.

    Args:
        view: a value made by an operation of the group `view`.
        index: an index into it.
        extents: the extents of the kernel's loops.
    """
    operand = view.operands[0].shape
    name = view.op.name
    if not operand:
        return ()
    if name == "transpose":
        axes: Shape = view.attributes[0]
        found = [ZERO] * len(axes)
        for axis, one in zip(axes, index, strict=True):
            found[axis] = one
        return tuple(found)
    if name == "broadcast":
        kept = index[len(index) - len(operand) :]
        return tuple([ZERO if n == 1 else one for n, one in zip(operand, kept, strict=True)])
    if name == "slice":
        starts, steps, _ = view.attributes
        parts = zip(starts, steps, index, strict=True)
        return tuple(added([(start, ()), scaled(one, step)]) for start, step, one in parts)
    return unfolded(index, view.shape, operand, extents)


def unfolded(index: Index, shape: Shape, operand: Shape, extents: Sequence[int]) -> Index | None:
    """Maps an index into a reshaped array to one into the array; None if that is not affine."""
    if 0 in shape:
        return (ZERO,) * len(operand)
    found = [ZERO] * len(operand)
    for outer, inner in _groups(shape, operand):
        whole, step = list[Affine](), 1
        for axis in reversed(outer):
            whole.append(scaled(index[axis], step))
            step *= shape[axis]
        split = _split(added(whole), [operand[axis] for axis in inner], extents)
        if split is None:
            return None
        for axis, one in zip(inner, split, strict=True):
            found[axis] = one
    return tuple(found)


def _groups(left: Shape, right: Shape) -> Iterator[tuple[list[int], list[int]]]:
    """Gives the smallest groups of axes, without those of extent 1, that hold the same elements."""
    first = [axis for axis, n in enumerate(left) if n != 1]
    second = [axis for axis, n in enumerate(right) if n != 1]
    i = k = 0
    while i < len(first) and k < len(second):
        start, begin = i, k
        a, b = left[first[i]], right[second[k]]
        i, k = i + 1, k + 1
        while a != b:
            if a < b:
                a, i = a * left[first[i]], i + 1
            else:
                b, k = b * right[second[k]], k + 1
        yield first[start:i], second[begin:k]


def _split(one: Affine, shape: Sequence[int], extents: Sequence[int]) -> Index | None:
    """Splits the index of a long axis into those of axes that make it up, if no carry can occur."""
    if len(shape) == 1:
        return (one,)
    start, terms = one
    found: list[Affine] = []
    for axis, extent in enumerate(shape):
        step = prod(shape[axis + 1 :])
        mine = [(loop, s // step) for loop, s in terms if s % step == 0]
        terms = tuple((loop, s) for loop, s in terms if s % step)
        digit, start = divmod(start, step)
        last = digit + sum(s * (extents[loop] - 1) for loop, s in mine)
        if last >= extent or any(s < 0 for _, s in mine):
            return None
        found.append((digit, tuple(mine)))
    return tuple(found)
