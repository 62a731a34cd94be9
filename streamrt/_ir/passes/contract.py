"""Contracts products and sums of floats: a * b + c is rounded once, by one instruction.

1. a * b + c and c + a * b become fma(a, b, c); a * b - c becomes fma(a, b, -c), and c - a * b
   becomes fma(-a, b, c). A square is a product.
2. The product has to be used by that sum alone, or have a number among its factors. Otherwise a
   kernel that loads the product would have to load both factors instead.
3. Of two products in one sum, the right one is contracted if it can be.
4. Equal products are never contracted with each other: a * b - a * b stays 0.

`contract=False` of `jit` leaves it out. Then results are those of NumPy, operation by operation.
"""

from __future__ import annotations

from streamrt._ir.passes.rewriter import uniform
from streamrt._ir.program import Builder, Program, Value

__all__ = ["contract"]

_SUMS = ("add", "subtract")
_PRODUCTS = ("multiply", "square")


def contract(program: Program, builder: Builder) -> Program:
    """Returns a program with products and sums contracted.

    Args:
        program: the program.
        builder: the one that made its values. Those that do not change stay as they are.
    """
    uses: dict[Value, int] = dict.fromkeys(program.results, 1)
    values, is_needed = program.values(), False
    for value in values:
        for operand in value.operands:
            uses[operand] = uses.get(operand, 0) + 1
        if value.op.name in _SUMS and value.dtype.kind == "f":
            left, right = value.operands
            is_needed |= left.op.name in _PRODUCTS or right.op.name in _PRODUCTS
    if not is_needed:
        return program
    new = dict[Value, Value]()
    for old in values:
        operands = old.operands
        if new and not new.keys().isdisjoint(operands):
            operands = tuple([new.get(operand, operand) for operand in operands])
        builder.site = old.site
        made: Value | None = None
        if old.op.name in _SUMS and old.dtype.kind == "f" and operands[0] is not operands[1]:
            made = _contracted(builder, old, operands, uses)
        if made is None and operands is not old.operands:
            made = builder._value(old.op, operands, old.attributes, old.dtype, old.shape)
        if made is not None:
            new[old] = made
    return Program(program.parameters, tuple([new.get(x, x) for x in program.results]))


def _contracted(
    builder: Builder, old: Value, operands: tuple[Value, ...], uses: dict[Value, int]
) -> Value | None:
    for place in (1, 0):
        factors = _factors(operands[place])
        if factors is None:
            continue
        if uses[old.operands[place]] > 1 and not any(map(uniform, factors)):
            continue
        return _fused(builder, old.op.name, place, factors, operands[1 - place])
    return None


def _factors(value: Value) -> tuple[Value, Value] | None:
    if value.op.name == "multiply":
        left, right = value.operands
        return left, right
    if value.op.name == "square":
        (x,) = value.operands
        return x, x
    return None


def _fused(
    builder: Builder, name: str, place: int, factors: tuple[Value, Value], other: Value
) -> Value:
    """Returns the sum or difference of a product, which stands at a place, and another value."""
    left, right = factors
    if name == "subtract":
        if place == 0:
            other = builder.apply("negative", other)
        else:
            left = builder.apply("negative", left)
    return builder.apply("fma", left, right, other)
