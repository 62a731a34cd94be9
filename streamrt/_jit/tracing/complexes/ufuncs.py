"""Ufuncs of complex arrays, as formulas of their real and imaginary parts.

The formulas are those of NumPy (numpy/_core/src/umath/loops.c.src) and of its npymath, which has
them from FreeBSD. So results overflow only where NumPy's do, and infinities are treated alike. The
last bits may differ, because a product and a sum are rounded once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np

from streamrt._jit.tracing.complexes.terms import Complex, Term, choose

__all__ = ["RULES", "Rule", "power"]

Rule: TypeAlias = "Callable[..., Complex | Term]"
"""Makes the result of a ufunc, complex or real, from complex operands of one shape and dtype."""


def _add(x: Complex, y: Complex) -> Complex:
    return x[0] + y[0], x[1] + y[1]


def _subtract(x: Complex, y: Complex) -> Complex:
    return x[0] - y[0], x[1] - y[1]


def _multiply(x: Complex, y: Complex) -> Complex:
    return x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]


def _divide(x: Complex, y: Complex) -> Complex:
    """Returns a quotient by Smith's algorithm, which divides by the greater part first."""
    (a, b), (c, d) = x, y
    is_first = c.of("absolute").of("greater_equal", d.of("absolute"))
    ratio, scale = _smith(c, d)
    one = (a + b * ratio) * scale, (b - a * ratio) * scale
    ratio, scale = _smith(d, c)
    other = (a * ratio + b) * scale, (b * ratio - a) * scale
    zero = c.of("equal", 0) & d.of("equal", 0)
    size = c.of("absolute")
    return choose(zero, (a / size, b / size), choose(is_first, one, other))


def _smith(great: Term, small: Term) -> tuple[Term, Term]:
    """Returns the ratio of two parts, and the factor of both parts of the quotient."""
    ratio = small / great
    return ratio, (great + small * ratio).of("reciprocal")


def _reciprocal(x: Complex) -> Complex:
    ratio, scale = _smith(x[0], x[1])
    one = scale, -ratio * scale
    ratio, scale = _smith(x[1], x[0])
    other = ratio * scale, -scale
    is_first = x[0].of("absolute").of("greater_equal", x[1].of("absolute"))
    return choose(is_first, one, other)


def _negative(x: Complex) -> Complex:
    return -x[0], -x[1]


def _positive(x: Complex) -> Complex:
    return x


def _conjugate(x: Complex) -> Complex:
    return x[0], -x[1]


def _square(x: Complex) -> Complex:
    return _multiply(x, x)


def _absolute(x: Complex) -> Term:
    return x[0].of("hypot", x[1])


def _exp(x: Complex) -> Complex:
    size = x[0].of("exp")
    whole = size * x[1].of("cos"), size * x[1].of("sin")
    return choose(x[1].of("equal", 0), (size, x[1]), whole)


def _log(x: Complex) -> Complex:
    return _absolute(x).of("log"), x[1].of("arctan2", x[0])


def _sqrt(x: Complex) -> Complex:
    a, b = x
    far = ((_absolute(x) + a.of("absolute")) * 0.5).of("sqrt")  # the greater part of the root
    near = b / (far + far)
    right = far, near
    left = near.of("absolute"), far.of("copysign", b)
    made = choose(a.of("less", 0), left, right)
    return choose(_absolute(x).of("equal", 0), (a.of("absolute"), b), made)


def _sin(x: Complex) -> Complex:
    return x[0].of("sin") * x[1].of("cosh"), x[0].of("cos") * x[1].of("sinh")


def _cos(x: Complex) -> Complex:
    return x[0].of("cos") * x[1].of("cosh"), -(x[0].of("sin") * x[1].of("sinh"))


def _sinh(x: Complex) -> Complex:
    return x[0].of("sinh") * x[1].of("cos"), x[0].of("cosh") * x[1].of("sin")


def _cosh(x: Complex) -> Complex:
    return x[0].of("cosh") * x[1].of("cos"), x[0].of("sinh") * x[1].of("sin")


def _tanh(x: Complex) -> Complex:
    a, b = x
    tangent, sine = b.of("tan"), a.of("sinh")
    beta = tangent * tangent + 1
    root = (sine * sine + 1).of("sqrt")
    below = beta * sine * sine + 1
    near = beta * root * sine / below, tangent / below
    small = (a.of("absolute") * -2).of("exp") * 4
    far = a.number(1).of("copysign", a), b.of("sin") * b.of("cos") * small
    return choose(a.of("absolute").of("greater", 22), far, near)


def power(x: Complex, exponent: int) -> Complex:
    """Returns a power by repeated squares, as NumPy computes small ones."""
    left, square = abs(exponent), x
    made = None
    while left:
        if left & 1:
            made = square if made is None else _multiply(made, square)
        left >>= 1
        square = _square(square) if left else square
    if made is None:
        return x[0].number(1), x[0].number(0)
    return made if exponent > 0 else _reciprocal(made)


# -- predicates ----------------------------------------------------------------------------------


def _equal(x: Complex, y: Complex) -> Term:
    return x[0].of("equal", y[0]) & x[1].of("equal", y[1])


def _not_equal(x: Complex, y: Complex) -> Term:
    return x[0].of("not_equal", y[0]) | x[1].of("not_equal", y[1])


def _isfinite(x: Complex) -> Term:
    return x[0].of("isfinite") & x[1].of("isfinite")


def _isnan(x: Complex) -> Term:
    return x[0].of("isnan") | x[1].of("isnan")


def _isinf(x: Complex) -> Term:
    return x[0].of("isinf") | x[1].of("isinf")


RULES: Mapping[np.ufunc, Rule] = {
    np.add: _add, np.subtract: _subtract, np.multiply: _multiply, np.divide: _divide,
    np.negative: _negative, np.positive: _positive, np.conjugate: _conjugate,
    np.square: _square, np.reciprocal: _reciprocal, np.absolute: _absolute,
    np.exp: _exp, np.log: _log, np.sqrt: _sqrt, np.sin: _sin, np.cos: _cos, np.sinh: _sinh,
    np.cosh: _cosh, np.tanh: _tanh, np.equal: _equal, np.not_equal: _not_equal,
    np.isfinite: _isfinite, np.isnan: _isnan, np.isinf: _isinf,
}  # fmt: skip
"""The rule of each ufunc that takes complex arrays."""
