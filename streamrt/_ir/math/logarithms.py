"""Logarithms, their family, and powers, as vectors of f32 and f64.

log(x) = n * ln2 + log1p(f),  x = 2**n * (1 + f),  1 + f between the roots of 1/2 and 2
"""

from __future__ import annotations

from streamrt._ir.math.exponentials import exp_for_f32, exp_of_sum
from streamrt._ir.math.formats import (
    INF,
    LN2,
    LOG2_E,
    LOG10_2,
    LOG10_E,
    NAN,
    format_of,
    split,
)  # fmt: skip
from streamrt._ir.math.lanes import Vector, fma, polynomial

__all__ = ["arccosh", "arcsinh", "arctanh", "log", "log1p", "log2", "log10", "parts", "power"]

_ROOT_OF_HALF = {"i32": 0x3F3504F3, "i64": 0x3FE6A09E667F3BCD}


def _parts(x: Vector) -> tuple[Vector, Vector]:
    """Returns n, an integer, and f; x is positive and no denormal number."""
    shift = format_of(x).mantissa
    bits = x.bits()
    n = (bits - _ROOT_OF_HALF[bits.element]) >> shift
    return n, (bits - (n << shift)).as_float() - 1.0


def parts(x: Vector) -> tuple[Vector, Vector]:
    """Returns n, as a float, and f; x is positive, or the result will not be used."""
    form = format_of(x)
    is_small = x < 2.0 ** (1 - form.bias)
    n, f = _parts((x * 2.0**form.mantissa).where(is_small, x))
    count = n.cast("sitofp", x.element)
    return (count - float(form.mantissa)).where(is_small, count), f


def _tail(f: Vector, lowest: Vector | None = None) -> Vector:
    """Returns `log1p(f) - f`, plus what else is small; rounding the sum with f comes last."""
    if f.element == "float":
        square = polynomial(f, "log") * f
        return square * f if lowest is None else fma(square, f, lowest)
    half = f * 0.5 * f
    s = f / (f + 2.0)
    square = s * s
    rest = fma(polynomial(square, "log"), square, half)
    return (s * rest if lowest is None else fma(s, rest, lowest)) - half


def _log(x: Vector, value: Vector) -> Vector:
    """Returns a logarithm with its values at 0, at infinity, and for negative numbers."""
    value = value.where(x < INF, x)  # infinity and NaN
    value = x.full(-INF).where(x.equals(0.0), value)
    return x.full(NAN).where(x < 0.0, value)


def _natural(n: Vector, f: Vector) -> Vector:
    high, low, _ = split(LN2, f.element)
    return fma(n, high, _tail(f, n * low) + f)


def log(x: Vector) -> Vector:
    """Returns the natural logarithm."""
    return _log(x, _natural(*parts(x)))


def log2(x: Vector) -> Vector:
    """Returns the logarithm to base 2; that of a power of two is exact."""
    n, f = parts(x)
    high, low, _ = split(LOG2_E, x.element)
    value = _tail(f) + f
    return _log(x, fma(value, high, fma(value, low, n)))


def log10(x: Vector) -> Vector:
    """Returns the logarithm to base 10."""
    n, f = parts(x)
    high, low, _ = split(LOG10_E, x.element)
    ten_high, ten_low, _ = split(LOG10_2, x.element)
    value = _tail(f) + f
    value = fma(value, high, fma(value, low, n * ten_low))
    return _log(x, fma(n, ten_high, value))


def log1p(x: Vector) -> Vector:
    """Returns log(1 + x)."""
    return _log1p(x, None)


def _log1p(x: Vector, more: Vector | None) -> Vector:
    """Returns `log(1 + x)`, with ln2 more in the lanes of a mask, where x is huge."""
    form = format_of(x)
    total = x + 1.0
    n, f = _parts(total)
    # The rounding error of the sum, so that 1 + x = total + error; it scales like the total.
    seen = total - 1.0
    error = (x - seen) + (1.0 - (total - seen))
    scale = ((n.full(form.bias) - n) << form.mantissa).as_float()
    f = fma(error, scale.where(x < form.huge, 0.0), f)
    count = n.cast("sitofp", x.element)
    if more is not None:
        count = (count + 1.0).where(more, count)
    value = _log(total, _natural(count, f))
    return value.where(x.magnitude() > form.tiny**2, x)


def arcsinh(x: Vector) -> Vector:
    """Returns the inverse of the hyperbolic sine."""
    size = x.magnitude()
    is_huge = size > format_of(x).huge
    square = size * size
    small = size + square / ((square + 1.0).call("sqrt") + 1.0)
    return _log1p(size.where(is_huge, small), is_huge).with_sign_of(x)


def arccosh(x: Vector) -> Vector:
    """Returns the inverse of the hyperbolic cosine, which is not negative."""
    is_huge = x > format_of(x).huge
    less = x - 1.0
    small = less + fma(less, less, less + less).call("sqrt")
    value = _log1p(x.where(is_huge, small), is_huge)
    return x.full(NAN).where(x < 1.0, value)


def arctanh(x: Vector) -> Vector:
    """Returns the inverse of the hyperbolic tangent."""
    size = x.magnitude()
    return (log1p((size + size) / (1.0 - size)) * 0.5).with_sign_of(x)


def power(x: Vector, y: Vector) -> Vector:
    """Returns x to the power of y; f32 goes through f64, whose errors it does not see."""
    size = x.magnitude()
    if x.element == "float":
        value = _power_in_f64(size.cast("fpext", "double"), y.cast("fpext", "double"))
        value = value.cast("fptrunc", "float")
    else:
        value = _power_of(size, y)
    return _power_specials(x, y, size, value)


def _power_in_f64(x: Vector, y: Vector) -> Vector:
    """Returns the power of an f32 that is not negative; shorter polynomials do for f32."""
    n, f = _parts(x)
    s = f / (f + 2.0)
    square = s * s
    value = fma(polynomial(square, "log_for_f32") * square, s, s + s)
    high, _, _ = split(LN2, "double")
    exponent = y * _log(x, fma(n.cast("sitofp", "double"), high, value))
    return exp_for_f32(exponent)


def _power_specials(x: Vector, y: Vector, size: Vector, value: Vector) -> Vector:
    """Returns a power with its sign, and what C99 (F.10.4.4) says of special arguments."""
    is_whole = y.equals(y.call("trunc"))
    half = y * 0.5
    is_odd = is_whole & ~half.equals(half.call("trunc"))
    is_negative = x.bits() < 0
    value = (-value).where(is_negative & is_odd, value)
    # A negative number has no root; but minus infinity and minus zero have.
    has_none = (x < 0.0) & (x > -INF) & ~is_whole & ~y.is_nan()
    value = x.full(NAN).where(has_none, value)
    is_one = x.equals(1.0) | y.equals(0.0) | (size.equals(1.0) & y.magnitude().equals(INF))
    return x.full(1.0).where(is_one, value)


def _power_of(x: Vector, y: Vector) -> Vector:
    """Returns the power of a number that is not negative, by way of a logarithm of two parts."""
    high, low = _log_in_two(x)
    product = y * high
    rest = fma(y, high, -product) + y * low
    plain = y * log(x)  # at 0, infinity and NaN
    is_plain = ~((x > 0.0) & (x < INF))
    is_large = product.magnitude() > 1024.0
    return exp_of_sum(plain.where(is_plain, product), x.full(0.0).where(is_plain | is_large, rest))


def _log_in_two(x: Vector) -> tuple[Vector, Vector]:
    """Returns the logarithm as a sum of two, with about 68 bits.

    It is that of `(1 + s) / (1 - s)` with `s = f / (2 + f)`: twice s, plus s**3 times a series in
    s**2 whose constant term, 2 / 3, has two parts, too.
    """
    n, f = parts(x)
    below = f + 2.0
    below_low = f - (below - 2.0)
    s = f / below
    s_low = (fma(-s, below, f) - s * below_low) / below
    square = s * s
    square_low = fma(s, s, -square) + s * s_low * 2.0
    series = polynomial(square, "log_tail")
    added = square * series
    factor = added + 2.0 / 3.0
    factor_low = (added - (factor - 2.0 / 3.0)) + fma(square, series, -added) + 2.0**-54 * 2 / 3
    cube = square * factor
    cube_low = fma(square, factor, -cube) + square * factor_low + square_low * factor
    tail = s * cube
    tail_low = fma(s, cube, -tail) + s * cube_low + s_low * cube
    twice = s + s
    value = twice + tail
    low = (twice - value) + tail + (s_low + s_low + tail_low)
    # The first part of ln2 has 32 bits, so that n times it is exact.
    whole = n * 0.693147180369123816490
    total = whole + value
    return total, (whole - total) + value + fma(n, 1.90821492927058770002e-10, low)
