"""Single values as StableHLO, and which of them have no form there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.ops import Op
from streamrt._ir.passes.rewriter import uniform
from streamrt._ir.stablehlo.spelled.calls import CALL_RULES
from streamrt._ir.stablehlo.spelled.elements import spell_elements
from streamrt._ir.stablehlo.spelled.fft import spell_fft
from streamrt._ir.stablehlo.spelled.shapes import SHAPE_RULES, Rule
from streamrt._ir.stablehlo.spelled.text import Block, Named, constant_text, of_type
from streamrt._ir.values import Value

__all__ = ["is_constant", "is_spelled", "spell_constant", "spell_value"]

_RULES: Mapping[str, Rule] = MappingProxyType({**SHAPE_RULES, **CALL_RULES, "fft": spell_fft})

_MOST_BOOLS = 64
"""The bools that are listed one by one; more are hexadecimals, converted."""


def is_spelled(op: Op) -> bool:
    """Returns whether an operation has a form."""
    return op.group in ("source", "unary", "binary", "ternary", "cast") or op.name in _RULES


def is_constant(value: Value) -> bool:
    """Returns whether a value is a constant, or one number repeated, or has no elements."""
    if value.op.name in ("parameter", "inner"):
        return False
    return value.op.name == "constant" or value.size == 0 or uniform(value) is not None


def spell_constant(to: Block, value: Value) -> Named:
    """Appends a value of which `is_constant` is true."""
    scalar = uniform(value)
    if scalar is not None:
        return to.full(scalar.array[()], value.dtype, value.shape)
    if value.size == 0:
        text = f"stablehlo.constant dense<> : {of_type(value.dtype, value.shape)}"
        return to.line(text, value.dtype, value.shape)
    array, dtype = value.array, value.dtype
    if dtype.kind == "b" and value.size > _MOST_BOOLS:
        array, dtype = array.view(np.uint8), DTYPES["u8"]
    text = f"stablehlo.constant dense<{constant_text(array, dtype)}>"
    found = to.line(f"{text} : {of_type(dtype, value.shape)}", dtype, value.shape)
    return to.convert(found, value.dtype)


def spell_value(to: Block, value: Value, operands: Sequence[Named]) -> Named:
    """Appends a value that is no source, except an iota; returns its name.

    Args:
        to: takes the lines.
        value: a value whose operation has a form, and that is no constant.
        operands: the names of its operands.
    """
    if value.op.is_elementwise:
        return spell_elements(to, value, operands)
    return _RULES[value.op.name](to, value, *operands)
