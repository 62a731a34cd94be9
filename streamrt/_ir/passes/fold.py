"""Folds constants: what depends on small constants alone is computed once, here.

1. A constant of several equal elements becomes one number, broadcast; so does one of no elements.
   Kernels take such a number as a scalar, whatever the shape is; the traced function may have
   made it with `np.zeros(x.shape)`.
2. An elementwise operation of numbers repeated becomes one number repeated.
3. A view of one number repeated is one number repeated.
4. Any other operation of small constants is computed if its result has at most 64 bytes.

The reference computes. So the result is that of `interpret`, bit for bit; and compiled code, whose
functions are off by some ulps, may differ from it by these.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from streamrt._ir.interpret import evaluate
from streamrt._ir.ops import OPS
from streamrt._ir.passes.rewriter import Rewriter, Rule, Rules, uniform
from streamrt._ir.program import Value

__all__ = ["LARGEST", "RULES"]

LARGEST = 64
"""The bytes of the largest constants that are folded, and of the largest results."""


def _evaluate(value: Value, arrays: list[np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
    with np.errstate(all="ignore"):
        return evaluate(value, arrays)


def _constant(make: Rewriter, value: Value) -> Value | None:
    """Rule 1."""
    if not value.shape:
        return None
    if value.size == 0:
        return make.full(0, value.dtype.name, value.shape)
    data: bytes = value.attributes[0]
    size = value.dtype.itemsize
    if data[:size] != data[-size:]:
        return None
    words = np.frombuffer(data, f"u{size}")
    if not (words == words[0]).all():
        return None
    return make.full(value.array.flat[0], value.dtype.name, value.shape)


def _elementwise(make: Rewriter, value: Value) -> Value | None:
    """Rule 2, else rule 4."""
    scalars = list[Value]()
    for operand in value.operands:
        scalar = uniform(operand)
        if scalar is None:
            # Most values are made of arrays that nobody knows yet; they leave here.
            return _small(make, value) if operand.op.name == "constant" else None
        scalars.append(scalar)
    one = make.builder.apply(
        value.op, *scalars, attributes=value.attributes, dtype=value.dtype.name
    )
    number = _evaluate(one, [scalar.array for scalar in scalars])
    return make.full(number[()], value.dtype.name, value.shape)


def _view(make: Rewriter, value: Value) -> Value | None:
    """Rule 3, else rule 4."""
    scalar = uniform(value.operands[0])
    if scalar is None:
        return _small(make, value)
    if uniform(value) is not None:
        return None  # it has the form already
    return make.full(scalar.array[()], value.dtype.name, value.shape)


def _small(make: Rewriter, value: Value) -> Value | None:
    """Rule 4."""
    if any(each.op.name != "constant" and uniform(each) is None for each in value.operands):
        return None
    if value.size * value.dtype.itemsize > LARGEST:
        return None
    for operand in value.operands:
        if operand.size == 0 and value.op.group == "reduce":
            return None  # whoever runs it refuses a maximum of nothing
        if operand.op.name == "constant":
            if len(operand.attributes[0]) > LARGEST:
                return None
        elif operand.size * operand.dtype.itemsize > LARGEST:
            return None
    if value.size == 0:
        return make.full(0, value.dtype.name, value.shape)
    arrays = [
        np.broadcast_to(scalar.array if (scalar := uniform(each)) else each.array, each.shape)
        for each in value.operands
    ]
    return make.simplest(make.builder.constant(_evaluate(value, arrays)))


_BY_GROUP: dict[str, Rule] = {
    "view": _view,
    **dict.fromkeys(("unary", "binary", "ternary", "cast"), _elementwise),
    **dict.fromkeys(("join", "product", "reduce"), _small),
}
RULES: Rules = {
    "constant": (_constant,),
    **{op.name: (_BY_GROUP[op.group],) for op in OPS if op.group in _BY_GROUP},
}
