"""Views, joins, products and reductions as StableHLO."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any, TypeAlias

from streamrt._compile.signatures.dtypes import DTYPES, DType
from streamrt._ir.stablehlo.spelled.text import Block, Named
from streamrt._ir.values import Shape, Value

__all__ = ["SHAPE_RULES", "Rule", "extreme_of"]

Rule: TypeAlias = Callable[..., Named]
"""Appends an operation to a block; it takes the value and its operands."""


# -- views and joins -------------------------------------------------------------------------------


def _iota(to: Block, value: Value) -> Named:
    shape, axis = value.attributes
    return to.iota(shape, axis)


def _reshape(to: Block, value: Value, x: Named) -> Named:
    return to.reshape(x, value.shape)


def _transpose(to: Block, value: Value, x: Named) -> Named:
    return to.transpose(x, value.attributes[0])


def _broadcast(to: Block, value: Value, x: Named) -> Named:
    front = len(value.shape) - len(x.shape)
    return to.broadcast(x, value.shape, range(front, len(value.shape)))


def _slice(to: Block, value: Value, x: Named) -> Named:
    starts, steps, axes = _upwards(*value.attributes)
    return _reversed(to, to.slice(x, starts, steps, value.shape), axes)


def _update(to: Block, value: Value, x: Named, piece: Named) -> Named:
    starts, steps, axes = _upwards(value.attributes[0], value.attributes[1], piece.shape)
    piece = _reversed(to, piece, axes)
    if 0 in piece.shape:
        return x
    if piece.shape == x.shape:
        return piece
    if max(steps) == 1:
        places = [to.full(start, DTYPES["i64"]) for start in starts]
        names = ", ".join(each.name for each in (x, piece, *places))
        text = f"stablehlo.dynamic_update_slice {names}"
        return to.to(text, (x, piece, *places), x.dtype, x.shape)
    mask = to.full(True, DTYPES["bool"], piece.shape)
    is_new = _spread(to, mask, starts, steps, x.shape)
    return to.select(is_new, _spread(to, piece, starts, steps, x.shape), x)


def _concatenate(to: Block, value: Value, first: Named, *others: Named) -> Named:
    return to.concatenate((first, *others), value.attributes[0]) if others else first


def _upwards(starts: Shape, steps: Shape, shape: Shape) -> tuple[list[int], list[int], list[int]]:
    """Returns the starts and steps of a slice walked upwards, and the axes to reverse then."""
    begins: list[int] = []
    strides: list[int] = []
    axes: list[int] = []
    for axis, (start, step, count) in enumerate(zip(starts, steps, shape, strict=True)):
        if count > 1 and step < 0:
            axes.append(axis)
        begins.append(start + (count - 1) * step if count > 1 and step < 0 else start)
        strides.append(abs(step) if count > 1 else 1)
    return begins, strides, axes


def _reversed(to: Block, x: Named, axes: Sequence[int]) -> Named:
    if not axes:
        return x
    return to.line(f"stablehlo.reverse {x.name}, dims = {axes} : {x.type}", x.dtype, x.shape)


def _spread(
    to: Block, x: Named, starts: Sequence[int], steps: Sequence[int], shape: Shape
) -> Named:
    """Appends a tensor at the places of a slice of zeros."""
    zero = to.full(0, x.dtype)
    ends = [
        start + (n - 1) * step + 1 for start, step, n in zip(starts, steps, x.shape, strict=True)
    ]
    high = [extent - end for extent, end in zip(shape, ends, strict=True)]
    interior = [step - 1 for step in steps]
    walks = f"low = {list(starts)}, high = {high}, interior = {interior}"
    return to.to(f"stablehlo.pad {x.name}, {zero.name}, {walks}", (x, zero), x.dtype, shape)


# -- products and reductions -----------------------------------------------------------------------


def _matmul(to: Block, value: Value, left: Named, right: Named) -> Named:
    """Appends a product; of floats with all their bits, because a TPU or GPU may use fewer."""
    lead = [*range(len(left.shape) - 2)]
    text = f"stablehlo.dot_general {left.name}, {right.name}"
    if lead:
        text += f", batching_dims = {lead} x {lead}"
    text += f", contracting_dims = [{len(lead) + 1}] x [{len(lead)}]"
    if value.dtype.kind == "f":
        text += ", precision = [HIGHEST, HIGHEST]"
    return to.to(text, (left, right), value.dtype, value.shape)


def extreme_of(dtype: DType, is_max: bool) -> Any:
    """Returns the number that a maximum, or a minimum, begins with."""
    if dtype.kind == "f":
        return -inf if is_max else inf
    return dtype.bounds[not is_max]


def _reduce(to: Block, value: Value, x: Named) -> Named:
    (axes,) = value.attributes
    if not axes:
        return x
    name = value.op.name
    is_max = name in ("max", "any")
    op = {"sum": "add", "prod": "multiply", "max": "maximum", "min": "minimum"}.get(name, "")
    if x.dtype.kind == "b":
        op = "or" if is_max else "and"
    start = {"sum": 0, "prod": 1}.get(name, extreme_of(x.dtype, is_max))
    return to.reduced(f"stablehlo.{op}", x, start, axes)


def _place_of_extreme(to: Block, value: Value, x: Named) -> Named:
    """Appends the first place of the extreme element, or of a NaN, in jax's words for it."""
    ((axis,),) = value.attributes
    is_max, i64 = value.op.name == "argmax", DTYPES["i64"]
    places = to.iota(x.shape, axis)
    starts = to.full(extreme_of(x.dtype, is_max), x.dtype), to.full(0, i64)
    kept, other = to.fresh(x.dtype), to.fresh(x.dtype)
    at, other_at = to.fresh(i64), to.fresh(i64)
    region = to.inside()
    region.returns(_better(region, "GT" if is_max else "LT", kept, other, at, other_at))
    types = ", ".join(each.type for each in (x, places, *starts))
    results = [(x.dtype, value.shape), (i64, value.shape)]
    found = ", ".join(Named("", *result).type for result in results)
    head = (
        f"stablehlo.reduce({x.name} init: {starts[0].name}), ({places.name} init: "
        f"{starts[1].name}) across dimensions = [{axis}] : ({types}) -> ({found})"
    )
    reducer = f" reducer({kept.typed}, {other.typed}) ({at.typed}, {other_at.typed}) {{"
    return to.lines_of([head, reducer], [region], "}", results)[1]


def _better(
    to: Block, direction: str, x: Named, y: Named, at: Named, other: Named
) -> tuple[Named, Named]:
    """Appends the element that is kept, and its place; a NaN is kept, in the words of jax."""
    better = to.same("stablehlo.or", to.compare(direction, x, y), to.compare("NE", x, x))
    is_first = to.same("stablehlo.and", to.compare("EQ", x, y), to.compare("LT", at, other))
    nearer = to.same("stablehlo.or", better, is_first)
    return to.select(better, x, y), to.select(nearer, at, other)


SHAPE_RULES: dict[str, Rule] = {
    "iota": _iota,
    "reshape": _reshape,
    "transpose": _transpose,
    "broadcast": _broadcast,
    "slice": _slice,
    "concatenate": _concatenate,
    "update": _update,
    "matmul": _matmul,
    **dict.fromkeys(("sum", "prod", "max", "min", "any", "all"), _reduce),
    **dict.fromkeys(("argmax", "argmin"), _place_of_extreme),
}
"""The rule of each operation."""
