"""Masks: bools that depend on no argument become constants.

jax writes a mask, such as the triangle of attention, as a comparison of indexes. In a kernel that
would be done again for each row that the mask is for. So a mask of moderate size is computed here,
if it is made of integers and bools alone: there is only one way to compute these.
"""

from __future__ import annotations

import numpy as np

from streamrt._ir.interpret import interpret
from streamrt._ir.program import Program, Value
from streamrt._ir.rebuilding import rebuilt

__all__ = ["LARGEST", "with_masks"]

LARGEST = 1 << 20
"""The elements of the largest mask that becomes a constant."""

MOST = 1 << 22
"""The elements of all arrays that are made on the way; with more, the masks stay as they are."""

_GROUPS = ("unary", "binary", "ternary", "cast", "view", "join")

_FEW = 64  # elements, which the passes fold anyway


def with_masks(program: Program) -> Program:
    """Returns the program with its masks as constants; one with loops stays as it is."""
    masks = Program((), () if program.loops else tuple(_masks(program)))
    if not masks.results or sum(value.size for value in masks.values()) > MOST:
        return program
    with np.errstate(all="ignore"):
        found = interpret(masks, ())
    known = dict(zip(masks.results, found, strict=True))
    return rebuilt(program, range(len(program.parameters)), known=known)


def _masks(program: Program) -> list[Value]:
    """Returns the masks that views of them, or values that depend on arguments, are made of."""
    known: set[Value] = set()
    wanted: dict[Value, None] = {}
    for value in program.values():
        is_exact = value.op.group in _GROUPS or value.op.name in ("iota", "constant")
        if is_exact and value.dtype.kind != "f" and known.issuperset(value.operands):
            known.add(value)
            if value.op.is_elementwise:  # a mask that is made of it will do
                continue
        wanted |= dict.fromkeys(value.operands)
    return [
        value
        for value in wanted
        if value in known
        and value.op.is_elementwise
        and value.dtype.kind == "b"
        and _FEW < value.size <= LARGEST
    ]
