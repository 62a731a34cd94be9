"""Kernels that reduce rows, and reductions that take more than one kernel."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import prod

from streamrt._ir.fusion.affine import Index, along, identity
from streamrt._ir.fusion.body import Tensor
from streamrt._ir.fusion.cutting import (
    MOST_OPS,
    Cut,
    Cutter,
    are_last,
    inlined,
    is_legal,
    natural,
    reduces,
    walked_as_one,
)
from streamrt._ir.loops import BLOCK
from streamrt._ir.ops import BY_NAME, Op
from streamrt._ir.program import Shape, Value

__all__ = ["LONG", "PARTIAL", "make_rows", "reductions_in"]

LONG = 4 * BLOCK
"""The length above which a row is reduced in blocks."""

SHORT = 16
"""The length below which a row is not reduced alone, if it is one of many that are reduced."""

PARTIAL = Op(-1, "partial", "reduce")
"""Stands for the partial results of a reduction in blocks; never in a program's bytes."""


def reductions_in(cutter: Cutter, value: Value) -> list[Value]:
    """Returns the reductions that a value is made of and that are computed with it."""
    if cutter.separate:
        return [value] if reduces(value) else []
    return [
        one
        for one in inlined(value, cutter.tensors, through_reductions=False)
        if one.op.group == "reduce" and reduces(one) and id(one) not in cutter.tensors
    ]


def make_rows(cutter: Cutter, value: Value, reduction: Value) -> Tensor | None:
    """Makes a kernel that reduces rows; None if the value does not fit those of a reduction."""
    axes: Shape = reduction.attributes[0]
    shape = reduction.operands[0].shape
    if value.shape == shape and not are_last(axes, shape):
        return None
    runs = _runs(axes)
    if len(runs) > 1:
        return _in_turns(cutter, value, reduction, runs) if value is reduction else None
    length = prod(shape[axis] for axis in axes)
    if length > LONG and reduction.op.name not in ("argmax", "argmin"):
        return _in_blocks(cutter, value, reduction, length) if value is reduction else None
    if not are_last(axes, shape):
        # Reductions of columns have one stage: others that they need come from memory.
        for one in reductions_in(cutter, reduction.operands[0]):
            cutter.make(one)
    for _ in range(2):
        body = cutter.body(shape, axes)
        index = natural(value.shape, body)
        if index is None:
            return None
        place = cutter.top(body, value, index)
        cut = Cut("rows", body)
        if is_legal(cut):
            return cutter.finish(cut, value, index, place)
        if value is not reduction:
            return None
        cutter.dense(reduction.operands[0])
    raise AssertionError("a dense operand can be walked by one loop")


def _in_turns(cutter: Cutter, value: Value, reduction: Value, runs: list[Shape]) -> Tensor:
    """Reduces axes that are not neighbours: the last ones first."""
    inner = _derived(cutter, reduction, reduction.operands[0], runs[-1])
    outer = _derived(cutter, reduction, inner, tuple(axis for run in runs[:-1] for axis in run))
    tensor = cutter.tensors[id(value)] = cutter.make(outer)
    return tensor


def _derived(cutter: Cutter, like: Value, operand: Value, axes: Shape) -> Value:
    """Returns a value that reduces other axes in the way of a reduction."""
    shape = tuple(n for axis, n in enumerate(operand.shape) if axis not in axes)
    made = Value(like.op, (operand,), (axes,), like.dtype, shape, like.number, like.site)
    cutter.kept.append(made)
    return made


def _in_blocks(cutter: Cutter, value: Value, reduction: Value, length: int) -> Tensor:
    """Reduces long rows: blocks of them first, then what these gave."""
    axes: Shape = reduction.attributes[0]
    operand = reduction.operands[0]
    shape = operand.shape
    if len(axes) > 1 or not are_last(axes, shape):
        return _flattened(cutter, value, reduction, length)
    blocks = -(-length // BLOCK)
    kept = tuple(n for axis, n in enumerate(shape) if axis not in axes)
    partial = Value(
        PARTIAL, (operand,), (reduction.op.name,), reduction.dtype, (*kept, blocks),
        reduction.number, reduction.site,
    )  # fmt: skip
    cutter.kept.append(partial)
    for one in reductions_in(cutter, operand):  # of whole rows, which no block has
        cutter.make(one)
    # Loops: the kept axes, the blocks, and the long axis.
    outer = range(len(kept))
    row = len(kept) + 1
    index = (*identity(outer, kept), along(row))
    extents = (*kept, blocks, length)
    there = (*identity(outer, kept), along(len(kept)))
    if not _reduced_beside(cutter, reduction, partial, extents, index):
        body = cutter.body(extents, (row,))
        place = body.express(operand, index)
        if not any(access.steps[row] for access in body.accesses):
            # The loop has its extent from an operand that it walks.
            cutter.dense(operand)
            body = cutter.body(extents, (row,))
            place = body.express(operand, index)
        place = body.apply("reduce", reduction.dtype.name, (place,), by=reduction.op.name)
        cutter.finish(Cut("rows", body, BLOCK), partial, there, place)
    whole = _derived(cutter, reduction, partial, (len(kept),))
    tensor = cutter.tensors[id(value)] = cutter.make(whole)
    return tensor


def _reduced_beside(
    cutter: Cutter, reduction: Value, partial: Value, extents: Shape, index: Index
) -> bool:
    """Reduces blocks in a kernel that reduces blocks of the same array; False if none can."""
    if cutter.separate:
        return False
    row = len(extents) - 1
    for number in range(len(cutter.fused.cuts) - 1, -1, -1):
        cut = cutter.fused.cuts[number]
        if not cut.block or tuple(cut.body.extents) != extents or cut.body.row != (row,):
            continue
        if len(cut.body.code) > MOST_OPS // 2:
            continue
        before, read = cut.body.copy(), len(cut.body.accesses)
        place = cutter.tried(number, reduction.operands[0], index)
        if place is None or len(cut.body.accesses) > read:
            cut.body = before
            continue
        place = cut.body.apply("reduce", reduction.dtype.name, (place,), by=reduction.op.name)
        cutter.note(number)
        there = (*index[:-1], along(row - 1))
        cut.body.store(partial, there, cutter.new_tensor(partial, number), place)
        return True
    return False


def _flattened(cutter: Cutter, value: Value, reduction: Value, length: int) -> Tensor:
    """Reduces long axes that are several, or not the last: as one axis at the end."""
    axes: Shape = reduction.attributes[0]
    operand = reduction.operands[0]
    kept = tuple(axis for axis in range(len(operand.shape)) if axis not in axes)
    order = (*kept, *axes)
    shape = (*(operand.shape[axis] for axis in kept), length)
    if len(axes) == 1 or _walks_as_one(cutter, operand, axes):
        moved = _moved(cutter, operand, order, shape, {})
    elif operand.shape[axes[-1]] >= SHORT and not cutter.separate:
        return _in_turns(cutter, value, reduction, [axes[:-1], axes[-1:]])
    else:
        moved = _look_at(cutter, operand, order, shape)
    tensor = cutter.make(_derived(cutter, reduction, moved, (len(kept),)))
    cutter.tensors[id(value)] = tensor
    return tensor


def _walks_as_one(cutter: Cutter, operand: Value, axes: Shape) -> bool:
    """Whether one loop can walk some axes of all that a value is made of."""
    body = cutter.body(operand.shape)
    body.express(operand, identity(range(len(operand.shape)), operand.shape))
    is_counted = any(each.name == "index" for each in body.code)
    long = [axis for axis in axes if operand.shape[axis] > 1]
    return not is_counted and all(
        walked_as_one(body.accesses, outer, inner, operand.shape)
        for outer, inner in itertools.pairwise(long)
    )


def _moved(
    cutter: Cutter, value: Value, order: Shape, shape: Shape, known: dict[int, Value]
) -> Value:
    """Returns a value with its axes in another order and shape.

    One that is computed elementwise is computed of operands that were moved so.
    """
    found = known.get(id(value))
    if found is not None:
        return found
    is_here = id(value) not in cutter.tensors and id(value) not in cutter.cut
    if value.op.name == "broadcast" and value.operands[0].size == 1:
        found = _view(cutter, value.operands[0], "reshape", (), ())
        found = _view(cutter, found, "broadcast", shape, shape)
    elif value.op.is_elementwise and is_here and not cutter.separate:
        parts = [_moved(cutter, each, order, shape, known) for each in value.operands]
        found = Value(
            value.op, tuple(parts), value.attributes, value.dtype, shape, value.number, value.site
        )
        cutter.kept.append(found)
    else:
        found = _look_at(cutter, value, order, shape)
    known[id(value)] = found
    return found


def _look_at(cutter: Cutter, value: Value, order: Shape, shape: Shape) -> Value:
    """Returns a view of a value, with its axes in another order and shape."""
    if order != tuple(range(len(order))):
        value = _view(cutter, value, "transpose", order, [value.shape[axis] for axis in order])
    return _view(cutter, value, "reshape", shape, shape)


def _view(cutter: Cutter, of: Value, name: str, attribute: Shape, shape: Sequence[int]) -> Value:
    made = Value(BY_NAME[name], (of,), (attribute,), of.dtype, tuple(shape), of.number, of.site)
    cutter.kept.append(made)
    return made


def _runs(axes: Shape) -> list[Shape]:
    """Returns the runs of neighbours among axes."""
    found: list[Shape] = []
    for axis in axes:
        if found and found[-1][-1] == axis - 1:
            found[-1] = (*found[-1], axis)
        else:
            found.append((axis,))
    return found
