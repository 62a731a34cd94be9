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
    if axes != (rank - 1,) or rank < 3 or not x.op.is_elementwise or not _is_outer(x):
        return None
    extent, parts = x.shape[-1], list[Value]()
    if not 1 < extent <= MOST or extent * _count(x) > MOST_VALUES:
        return None
    known: dict[tuple[Value, int], Value] = {}
    for k in range(MOST):
        if k < extent:
            parts.append(_at(make, x, k, value.shape, known))
    found = parts[0]
    if value.op.name == "sum" and value.dtype.kind == "f":
        found = make("add", make.full(0.0, value.dtype.name, value.shape), found)
    for part in parts[1:]:
        found = make(_BY[value.op.name], found, part)
    return found


def _is_outer(value: Value) -> bool:
    """Whether an elementwise value is made of broadcasts alone, none of them nearly as large."""
    stack, seen = [value], set[Value]()
    while stack:
        one = stack.pop()
        if one in seen or uniform(one) is not None:
            continue
        seen.add(one)
        if one.op.is_elementwise:
            stack += one.operands
        elif one.op.name != "broadcast" or one.operands[0].size * 2 > one.size:
            return False
        if len(seen) > MOST_VALUES:
            return False
    return True


def _count(value: Value) -> int:
    """Returns how many elementwise values it is made of, at most about `MOST_VALUES`."""
    stack, seen = [value], set[Value]()
    while stack and len(seen) <= MOST_VALUES:
        one = stack.pop()
        if one not in seen and one.op.is_elementwise:
            seen.add(one)
            stack += one.operands
    return len(seen)


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
