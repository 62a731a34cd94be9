"""Logarithms and their family, as vectors of f32 and f64.

log(x) = n * ln2 + log1p(f),  x = 2**n * (1 + f),  1 + f between the roots of 1/2 and 2
"""

from __future__ import annotations

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

__all__ = [
    "arccosh", "arcsinh", "arctanh", "log", "log1p", "log2", "log10", "log_at_ends",
    "normal_parts", "parts",
]  # fmt: skip

_ROOT_OF_HALF = {"i32": 0x3F3504F3, "i64": 0x3FE6A09E667F3BCD}


def normal_parts(x: Vector) -> tuple[Vector, Vector]:
    """Returns n, an integer, and f; x is positive and no denormal number."""
    shift = format_of(x).mantissa
    bits = x.bits()
    n = (bits - _ROOT_OF_HALF[bits.element]) >> shift
    return n, (bits - (n << shift)).as_float() - 1.0


def parts(x: Vector) -> tuple[Vector, Vector]:
    """Returns n, as a float, and f; x is positive, or the result will not be used."""
    form = format_of(x)
    is_small = x < 2.0 ** (1 - form.bias)
    n, f = normal_parts((x * 2.0**form.mantissa).where(is_small, x))
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


def log_at_ends(x: Vector, value: Vector) -> Vector:
    """Returns a logarithm with its values at 0, at infinity, and for negative numbers."""
    value = value.where(x < INF, x)  # infinity and NaN
    value = x.full(-INF).where(x.equals(0.0), value)
    return x.full(NAN).where(x < 0.0, value)


def _natural(n: Vector, f: Vector) -> Vector:
    high, low, _ = split(LN2, f.element)
    return fma(n, high, _tail(f, n * low) + f)


def log(x: Vector) -> Vector:
    """Returns the natural logarithm."""
    return log_at_ends(x, _natural(*parts(x)))


def log2(x: Vector) -> Vector:
    """Returns the logarithm to base 2; that of a power of two is exact."""
    n, f = parts(x)
    high, low, _ = split(LOG2_E, x.element)
    value = _tail(f) + f
    return log_at_ends(x, fma(value, high, fma(value, low, n)))


def log10(x: Vector) -> Vector:
    """Returns the logarithm to base 10."""
    n, f = parts(x)
    high, low, _ = split(LOG10_E, x.element)
    ten_high, ten_low, _ = split(LOG10_2, x.element)
    value = _tail(f) + f
    value = fma(value, high, fma(value, low, n * ten_low))
    return log_at_ends(x, fma(n, ten_high, value))


def log1p(x: Vector) -> Vector:
    """Returns log(1 + x)."""
    return _log1p(x, None)


def _log1p(x: Vector, more: Vector | None) -> Vector:
    """Returns `log(1 + x)`, with ln2 more in the lanes of a mask, where x is huge."""
    form = format_of(x)
    total = x + 1.0
    n, f = normal_parts(total)
    # The rounding error of the sum, so that 1 + x = total + error; it scales like the total.
    seen = total - 1.0
    error = (x - seen) + (1.0 - (total - seen))
    scale = ((n.full(form.bias) - n) << form.mantissa).as_float()
    f = fma(error, scale.where(x < form.huge, 0.0), f)
    count = n.cast("sitofp", x.element)
    if more is not None:
        count = (count + 1.0).where(more, count)
    value = log_at_ends(total, _natural(count, f))
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
