"""Mathematical functions of f32, as vectors.

Each takes and returns vectors of `float`. The methods are the usual ones: the argument is reduced
to a small interval, a polynomial (polynomials.py) gives the function there, and the result is put
together again. docs/ulp.md has the greatest error of each, over every float32.
"""

from __future__ import annotations

import math

from streamrt._ir.cpu import polynomials as p
from streamrt._ir.cpu.lanes import Vector, fma, polynomial

__all__ = ["erf", "exp", "log", "logistic", "tanh"]

INF, NAN = math.inf, math.nan
LOG2_E = 1.44269504
LN2_HIGH, LN2_LOW = 0.693359375, -2.12194440e-4  # the first has 12 bits: its multiples are exact
MAGIC = 1.5 * 2**23
"""A number this large has its units in the lowest bit: adding it rounds to an integer."""


def _halves(x: Vector, scale: float, bias: int) -> tuple[Vector, Vector, Vector]:
    """Returns `n`, the float nearest to `scale * x / ln2`; the rest of x; and the bits of n + bias.

    The rest is of x itself, so `exp(scale * x)` is `2**n * exp(scale * rest)`.
    """
    shifted = fma(x, LOG2_E * scale, MAGIC + bias)
    n = shifted - (MAGIC + bias)
    rest = fma(n, -LN2_LOW / scale, fma(n, -LN2_HIGH / scale, x))
    return n, rest, shifted.bits()


def exp(x: Vector) -> Vector:
    """Returns e to the power of x.

    The power of two, between -150 and 128, takes two factors.
    """
    x = x.at_least(-104.0).at_most(89.0)
    _, rest, biased = _halves(x, 1.0, 126)  # half of 2**n
    value = fma(fma(polynomial(rest, p.EXP_32), rest, 1.0), rest, 1.0)
    is_small = x < -64.0
    exponent = biased << 23
    exponent = (exponent + (64 << 23)).where(is_small, exponent)
    return value * exponent.as_float() * x.full(2.0**-63).where(is_small, 2.0)


def _exp_of_negative(x: Vector) -> Vector:
    """Returns e to the power of x, which is not above 0; less than 2**-126 becomes about 0."""
    _, rest, biased = _halves(x.at_least(-87.0), 1.0, 127)
    value = fma(fma(polynomial(rest, p.EXP_32), rest, 1.0), rest, 1.0)
    return value * (biased << 23).as_float()


def logistic(x: Vector) -> Vector:
    """Returns 1 / (1 + exp(-x))."""
    power = exp(-x.magnitude())
    return power.where(x < 0.0, 1.0) / (power + 1.0)


def tanh(x: Vector) -> Vector:
    """Returns the hyperbolic tangent: `1 - 2 / (exp(2 * x) + 1)`, but a polynomial below 0.55.

    It is 1 from 9.02 on.
    """
    size = x.magnitude()
    square = x * x
    near = fma(polynomial(square, p.TANH_32) * square, x, x)
    _, rest, biased = _halves(size.at_most(9.1), 2.0, 127)
    rest = rest + rest
    value = fma(fma(polynomial(rest, p.EXP_32), rest, 1.0), rest, 1.0)
    far = 1.0 - 2.0 / fma(value, (biased << 23).as_float(), 1.0)
    return far.where(size > 0.55, near).with_sign_of(x)


def erf(x: Vector) -> Vector:
    """Returns the error function; the method is that of N. Juffa (two polynomials, no division).

    It is 1 from 3.92 on.
    """
    size = x.magnitude().at_most(3.94)
    square = x * x
    near = fma(polynomial(square, p.ERF_NEAR_32), x, x)
    exponent = fma(polynomial(size, p.ERF_FAR_32), -size, -size)
    far = (1.0 - _exp_of_negative(exponent)).with_sign_of(x)
    return far.where(size > 0.92, near)


def log(x: Vector) -> Vector:
    """Returns the natural logarithm."""
    n, f = _parts(x)
    value = fma(n, LN2_LOW, polynomial(f, p.LOG_32) * f * f) + f
    return _log_specials(x, fma(n, LN2_HIGH, value))


def _parts(x: Vector) -> tuple[Vector, Vector]:
    """Returns n and f with `x = 2**n * (1 + f)`, where 1 + f is between the roots of 1/2 and 2."""
    is_small = x < 2.0**-126
    bits = (x * 2.0**23).where(is_small, x).bits()
    root = 0x3F3504F3
    n = (bits - root) >> 23
    f = (bits - (n << 23)).as_float() - 1.0
    count = n.cast("sitofp", "float")
    return (count - 23.0).where(is_small, count), f


def _log_specials(x: Vector, value: Vector) -> Vector:
    """Returns a logarithm with its values at 0, at infinity, and for what has none."""
    value = value.where(x < INF, x)  # infinity and NaN
    value = x.full(-INF).where(x.equals(0.0), value)
    return x.full(NAN).where(x < 0.0, value)
