"""The exponential function and its family, as vectors of f32 and f64.

    exp(x) = 2**n * exp(r),  n the integer nearest to x / ln2,  |r| <= ln2 / 2

The bits of n come out of a sum with a number whose lowest bit counts ones. A bias in that number
makes them the exponent of 2**n, so that a shift is all that is left to do.
"""

from __future__ import annotations

from streamrt._ir.math.formats import LN2, LOG2_E, format_of, split
from streamrt._ir.math.lanes import Vector, fma, polynomial

__all__ = ["cosh", "erf", "exp", "exp2", "expm1", "logistic", "scaled", "sinh", "tanh"]


def _reduced(x: Vector, exponent: int, factor: float = 1.0) -> tuple[Vector, Vector]:
    """Returns r, and the bits of `n + bias + exponent`, for `exp(factor * x)`."""
    form = format_of(x)
    magic = form.magic + form.bias + exponent
    high, low, _ = split(LN2, x.element)
    shifted = fma(x, split(LOG2_E, x.element)[0] * factor, magic)
    n = shifted - magic
    rest = fma(n, -low / factor, fma(n, -high / factor, x))
    return (rest if factor == 1.0 else rest * factor), shifted.bits()


def _power(bits: Vector) -> Vector:
    """Returns the power of two with this biased exponent."""
    return (bits << format_of(bits).mantissa).as_float()


def _of_rest(rest: Vector) -> Vector:
    """Returns exp(r)."""
    return fma(fma(polynomial(rest, "exp"), rest, 1.0), rest, 1.0)


def scaled(value: Vector, bits: Vector, is_small: Vector) -> Vector:
    """Returns `2 * value * 2**n`, with the bits of n and its bias.

    In the small lanes, where the exponent may be below the least one, n is raised and the
    result is lowered again, so that denormal results are rounded once.
    """
    form = format_of(value)
    exponent = bits << form.mantissa
    exponent = (exponent + (form.lift << form.mantissa)).where(is_small, exponent)
    return value * exponent.as_float() * value.full(2.0 ** (1 - form.lift)).where(is_small, 2.0)


def exp(x: Vector) -> Vector:
    """Returns e to the power of x."""
    form = format_of(x)
    x = x.at_least(form.exp_least).at_most(form.exp_most)
    rest, bits = _reduced(x, -1)
    return scaled(_of_rest(rest), bits, x < form.exp_least / 2)


def exp2(x: Vector) -> Vector:
    """Returns 2 to the power of x."""
    form = format_of(x)
    x = x.at_least(form.exp2_least).at_most(form.exp2_most)
    shifted = x + (form.magic + form.bias - 1)
    rest = x - (shifted - (form.magic + form.bias - 1))
    value = fma(polynomial(rest, "exp2"), rest, 1.0)
    return scaled(value, shifted.bits(), x < form.exp2_least / 2)


def expm1(x: Vector) -> Vector:
    """Returns exp(x) - 1."""
    form = format_of(x)
    inside = x.at_least(-1.5 * form.mantissa).at_most(form.exp_most)
    value, half = _less_one(inside, -1)
    value = fma(value, half, half - 0.5)
    return (value + value).where(x.magnitude() > form.tiny**2, x)


def _less_one(x: Vector, exponent: int) -> tuple[Vector, Vector]:
    """Returns `exp(r) - 1`, and 2 to the power of `n + exponent`."""
    rest, bits = _reduced(x, exponent)
    return fma(polynomial(rest, "expm1") * rest, rest, rest), _power(bits)


def logistic(x: Vector) -> Vector:
    """Returns 1 / (1 + exp(-x))."""
    power = exp(-x.magnitude())
    return power.where(x < 0.0, 1.0) / (power + 1.0)


def tanh(x: Vector) -> Vector:
    """Returns the hyperbolic tangent: `1 - 2 / (exp(2 * x) + 1)`, but a polynomial below 0.55."""
    size, square = x.magnitude(), x * x
    near = fma(polynomial(square, "tanh") * square, x, x)
    rest, bits = _reduced(size.at_most(format_of(x).tanh_most), 0, 2.0)
    far = 1.0 - 2.0 / fma(_of_rest(rest), _power(bits), 1.0)
    return far.where(size > 0.55, near).with_sign_of(x)


def sinh(x: Vector) -> Vector:
    """Returns the hyperbolic sine, from a quarter of `expm1`, which does not overflow."""
    form = format_of(x)
    size = x.magnitude()
    value, quarter = _less_one(size.at_most(form.sinh_most), -2)
    value = fma(value, quarter, quarter - 0.25)
    value = value + value / fma(value, 4.0, 1.0)
    return (value + value).where(size > form.tiny**2, size).with_sign_of(x)


def cosh(x: Vector) -> Vector:
    """Returns the hyperbolic cosine."""
    form = format_of(x)
    rest, bits = _reduced(x.magnitude().at_most(form.sinh_most), -2)
    quarter = _of_rest(rest) * _power(bits)
    value = quarter + 0.0625 / quarter
    return value + value


def erf(x: Vector) -> Vector:
    """Returns the error function.

    The method is that of N. Juffa: a polynomial near 0, and another one, for the logarithm of the
    complement, where that is less than a fifth. So there is no division.
    """
    form = format_of(x)
    size, square = x.magnitude().at_most(form.erf_most), x * x
    near = fma(polynomial(square, "erf_near"), x, x)
    exponent = fma(polynomial(size, "erf_far"), -size, -size)
    rest, bits = _reduced(exponent, 0)
    far = (1.0 - _of_rest(rest) * _power(bits)).with_sign_of(x)
    return far.where(size > form.erf_near, near)
