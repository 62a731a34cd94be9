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
from streamrt._ir.program import Builder, Program, Value, rebuild

__all__ = ["contract"]

_SUMS = ("add", "subtract")
_PRODUCTS = ("multiply", "square")


def contract(program: Program) -> Program:
    """Returns a program with products and sums contracted; the program itself if it has none."""
    uses: dict[int, int] = {id(result): 1 for result in program.results}
    is_needed = False
    for value in program.values():
        for operand in value.operands:
            uses[id(operand)] = uses.get(id(operand), 0) + 1
        if value.op.name in _SUMS and value.dtype.kind == "f":
            left, right = value.operands
            is_needed |= left.op.name in _PRODUCTS or right.op.name in _PRODUCTS
    if not is_needed:
        return program

    def rule(builder: Builder, old: Value, operands: tuple[Value, ...]) -> Value | None:
        if old.op.name not in _SUMS or old.dtype.kind != "f" or operands[0] is operands[1]:
            return None
        for place in (1, 0):
            factors = _factors(operands[place])
            if factors is None:
                continue
            if uses[id(old.operands[place])] > 1 and not any(map(uniform, factors)):
                continue
            return _fused(builder, old.op.name, place, factors, operands[1 - place])
        return None

    return rebuild(program, rule)


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
