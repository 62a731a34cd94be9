"""Replaces idioms by what computes them as well or better; results differ by ulps.

1. x ** n is 1, x, square(x), x * square(x) or square(square(x)) for n = 0, 1, 2, 3, 4.
   x ** -1 is the reciprocal, and 2 ** x is exp2(x). If x is never negative and no -0.0, x ** 0.5 is
   sqrt(x), x ** -0.5 is its reciprocal, and x ** 1.5 is x * sqrt(x); of -inf and -0.0 they differ.
2. 1 / (1 + exp(-x)) is logistic(x); so is the reciprocal.
3. 0.5 * (1 + tanh(x)) is logistic(2 * x), which is also right where tanh is near -1 and the sum
   loses all its digits; 0.5 * x * (1 + tanh(y)) is x * logistic(2 * y), in whatever order the
   three are multiplied. It needs one exponential and one division.

The largest error of these powers is 1.5 ulp. An integer power is exact, whichever way it is
computed.
"""

from __future__ import annotations

from streamrt._ir.passes.rewriter import Rewriter, Rules, is_number, uniform
from streamrt._ir.passes.simplify import is_not_negative
from streamrt._ir.program import Value

__all__ = ["RULES"]


def _power(make: Rewriter, value: Value) -> Value | None:
    """Rule 1."""
    x, exponent = value.operands
    if is_number(x, 2) and value.dtype.kind == "f":
        return make("exp2", exponent)
    if is_number(exponent, 0) or is_number(exponent, -0.0):
        return make.full(1, value.dtype.name, value.shape)
    if is_number(exponent, 1):
        return x
    if is_number(exponent, 2):
        return make("square", x)
    if is_number(exponent, 3):
        return make("multiply", x, make("square", x))
    if is_number(exponent, 4):
        return make("square", make("square", x))
    if is_number(exponent, -1):
        return make("reciprocal", x)
    return _half_power(make, x, exponent)


def _half_power(make: Rewriter, x: Value, exponent: Value) -> Value | None:
    """Rule 1 of the powers that need a square root."""
    halves = [half for half in (0.5, -0.5, 1.5) if is_number(exponent, half)]
    if not halves or not is_not_negative(x):
        return None
    root = make("sqrt", x)
    if halves == [0.5]:
        return root
    return make("multiply", x, root) if halves == [1.5] else make("reciprocal", root)


def _one_plus(value: Value, name: str) -> Value | None:
    """Returns x if a value is 1 + f(x), where f is the operation of that name."""
    if value.op.name != "add" or not is_number(value.operands[1], 1):
        return None
    inner = value.operands[0]
    return inner.operands[0] if inner.op.name == name else None


def _reciprocal(make: Rewriter, value: Value) -> Value | None:
    """Rule 2; the value is a reciprocal or a quotient."""
    if value.op.name == "divide" and not is_number(value.operands[0], 1):
        return None
    x = _one_plus(value.operands[-1], "exp")
    return None if x is None else make("logistic", make("negative", x))


def _multiply(make: Rewriter, value: Value) -> Value | None:
    """Rule 3."""
    for one, other in (value.operands, reversed(value.operands)):
        x = _one_plus(one, "tanh")
        if x is not None:
            half = _half(other)
            if half is not None:
                logistic = make("logistic", _twice(make, x))
                return logistic if half is other else make("multiply", half, logistic)
        if is_number(other, 0.5) and one.op.name == "multiply":
            for factor, plus in (one.operands, reversed(one.operands)):
                x = _one_plus(plus, "tanh")
                if x is not None:
                    return make("multiply", factor, make("logistic", _twice(make, x)))
    return None


def _half(value: Value) -> Value | None:
    """Returns x if a value is 0.5 * x, the value itself if it is 0.5."""
    if is_number(value, 0.5):
        return value
    if value.op.name == "multiply" and is_number(value.operands[1], 0.5):
        return value.operands[0]
    return None


def _twice(make: Rewriter, value: Value) -> Value:
    """Returns 2 * x; a factor that is there already is doubled instead, which is exact."""
    if value.op.name == "multiply":
        x, factor = value.operands
        scalar = uniform(factor)
        if scalar is not None and abs(float(scalar.array)) < 1e30:
            number = 2 * float(scalar.array)
            return make("multiply", x, make.full(number, value.dtype.name, value.shape))
    return make("multiply", value, make.full(2, value.dtype.name, value.shape))


RULES: Rules = {
    "power": (_power,),
    "reciprocal": (_reciprocal,),
    "divide": (_reciprocal,),
    "multiply": (_multiply,),
}
