"""Reduces outer differences and products along a short axis without storing them.

A reduction of 2 to 8 elements of a last axis, of what is made of broadcasts of smaller arrays,
becomes operations of so many slices. So the squared distances of all pairs of points are
elementwise, and whatever reduces them further never has them stored.
"""

from __future__ import annotations

from streamrt._ir.ops import OPS
from streamrt._ir.passes.rewriter import Rewriter, Rules, uniform
from streamrt._ir.program import Shape, Value

__all__ = ["RULES"]

MOST = 8
"""The elements of the longest axis."""

MOST_VALUES = 48
"""The most values that a reduction becomes."""

_BY = {"sum": "add", "prod": "multiply", "max": "maximum", "min": "minimum"}


def _reduce(make: Rewriter, value: Value) -> Value | None:
    (x,), axes = value.operands, value.attributes[0]
    rank = len(x.shape)
    if axes != (rank - 1,) or rank < 3 or not x.op.is_elementwise:
        return None
    extent, count, parts = x.shape[-1], _operations(x), list[Value]()
    if not count or not 1 < extent <= MOST or extent * count > MOST_VALUES:
        return None
    known: dict[tuple[Value, int], Value] = {}
    for k in range(MOST):  # an extent may be an `Extent`, which no range takes
        if k < extent:
            parts.append(_at(make, x, k, value.shape, known))
    found = parts[0]
    if value.op.name == "sum" and value.dtype.kind == "f":
        found = make("add", make.full(0.0, value.dtype.name, value.shape), found)
    for part in parts[1:]:
        found = make(_BY[value.op.name], found, part)
    return found


def _operations(value: Value) -> int:
    """Returns how many operations an elementwise value of outer operands takes.

    Returns 0 if there are too many, or if not all is made of broadcasts that are much larger than
    what they repeat.
    """
    stack, seen, count = [value], set[Value](), 0
    while stack:
        one = stack.pop()
        if one in seen or uniform(one) is not None:
            continue
        seen.add(one)
        if one.op.is_elementwise:
            stack += one.operands
            count += 1
        elif one.op.name != "broadcast" or one.operands[0].size * 2 > one.size:
            return 0
        if len(seen) > MOST_VALUES:
            return 0
    return count


def _at(
    make: Rewriter, value: Value, k: int, shape: Shape, known: dict[tuple[Value, int], Value]
) -> Value:
    """Returns the elements of a value at one place of its last axis."""
    found = known.get((value, k))
    if found is not None:
        return found
    scalar = uniform(value)
    if scalar is not None:
        found = make("broadcast", scalar, attributes=(shape,))
    elif value.op.is_elementwise:
        parts = [_at(make, each, k, shape, known) for each in value.operands]
        dtype = value.dtype.name if value.op.result == "given" else None
        found = make(value.op, *parts, attributes=value.attributes, dtype=dtype)
    else:
        (x,) = value.operands
        if x.shape and x.shape[-1] != 1:
            first = (*[0] * (len(x.shape) - 1), k)
            there = (*x.shape[:-1], 1)
            x = make("slice", x, attributes=(first, (1,) * len(there), there))
        if x.shape:
            x = make("reshape", x, attributes=(x.shape[:-1],))
        found = make("broadcast", x, attributes=(shape,))
    known[value, k] = found
    return found


RULES: Rules = {op.name: (_reduce,) for op in OPS if op.name in _BY}
