"""Terms: values of a program with operators, in which formulas read as in a book."""

from __future__ import annotations

from typing import TypeAlias

from streamrt._ir.program import Builder, Value

__all__ = ["Complex", "Term", "choose"]


class Term:
    """A value of a program, which is never written to.

    All terms of a formula have one shape and, except for conditions, one dtype.
    """

    __slots__ = ("builder", "value")

    def __init__(self, builder: Builder, value: Value) -> None:
        self.builder: Builder = builder
        self.value: Value = value

    def of(self, operation: str, *others: Term | float) -> Term:
        """Returns the term of an operation of this term and others."""
        terms = [x if isinstance(x, Term) else self.number(x) for x in others]
        values = [term.value for term in terms]
        return Term(self.builder, self.builder.apply(operation, self.value, *values))

    def number(self, number: float) -> Term:
        """Returns a number in the shape and dtype of this term."""
        like = self.value
        return Term(self.builder, self.builder.full(number, like.dtype.name, like.shape))

    def __add__(self, other: Term | float) -> Term:
        return self.of("add", other)

    def __sub__(self, other: Term | float) -> Term:
        return self.of("subtract", other)

    def __mul__(self, other: Term | float) -> Term:
        return self.of("multiply", other)

    def __truediv__(self, other: Term | float) -> Term:
        return self.of("divide", other)

    def __neg__(self) -> Term:
        return self.of("negative")

    def __and__(self, other: Term) -> Term:
        return self.of("bitwise_and", other)

    def __or__(self, other: Term) -> Term:
        return self.of("bitwise_or", other)


Complex: TypeAlias = tuple[Term, Term]
"""A real and an imaginary part."""


def choose(condition: Term, yes: Complex, no: Complex) -> Complex:
    """Returns `yes` where a condition holds, and `no` elsewhere."""
    return condition.of("where", yes[0], no[0]), condition.of("where", yes[1], no[1])
