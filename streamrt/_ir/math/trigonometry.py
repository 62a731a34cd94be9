"""Trigonometric functions and their inverses, as vectors of f32 and f64.

The rest of an argument by pi/2 comes from pi/2 in three parts, with one rounding a part. The first
difference is exact, because near a multiple of pi/2 its bits cancel. No part is negative, so that
the rest of minus zero keeps its sign.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from streamrt._ir.math.formats import INF, PI_2, PI_4, TWO_BY_PI, format_of, split
from streamrt._ir.math.huge_angles import with_huge
from streamrt._ir.math.lanes import Vector, fma, polynomial

__all__ = [
    "CORES", "arccos", "arcsin", "arctan", "arctan2", "cos", "rest_of", "sin", "tan",
]  # fmt: skip


def rest_of(x: Vector) -> tuple[Vector, Vector]:
    """Returns the rest of x by pi/2, and an integer with the quadrant in its lowest bits."""
    magic = format_of(x).magic
    shifted = fma(x, split(TWO_BY_PI, x.element)[0], magic)
    n = shifted - magic
    rest = x
    for part in split(PI_2, x.element, down=True):
        rest = fma(n, -part, rest)
    return rest, shifted.bits()


def _sin_of_rest(rest: Vector, square: Vector) -> Vector:
    return fma(polynomial(square, "sin") * square, rest, rest).with_sign_of(rest)


def _cos_of_rest(square: Vector) -> Vector:
    return fma(fma(polynomial(square, "cos"), square, -0.5), square, 1.0)


def _flipped(value: Vector, quadrant: Vector) -> Vector:
    """Returns a value with its sign changed where bit 1 of the quadrant is set."""
    sign = (quadrant & 2) << (30 if quadrant.element == "i32" else 62)
    return (value.bits() ^ sign).as_float()


def _sin(rest: Vector, quadrant: Vector) -> Vector:
    square = rest * rest
    is_cos = (quadrant & 1).equals(1)
    value = _cos_of_rest(square).where(is_cos, _sin_of_rest(rest, square))
    return _flipped(value, quadrant)


def _cos(rest: Vector, quadrant: Vector) -> Vector:
    return _sin(rest, quadrant + 1)


def _tan(rest: Vector, quadrant: Vector) -> Vector:
    square = rest * rest
    is_odd = (quadrant & 1).equals(1)
    sin, cos = _sin_of_rest(rest, square), _cos_of_rest(square)
    return cos.where(is_odd, sin) / (-sin).where(is_odd, cos)


CORES: Mapping[str, Callable[[Vector, Vector], Vector]] = {"sin": _sin, "cos": _cos, "tan": _tan}
"""The functions of an angle, each made of its rest by pi/2 and the number of its quadrant."""


def sin(x: Vector) -> Vector:
    """Returns the sine."""
    return with_huge("sin", x, _sin(*rest_of(x)), _sin)


def cos(x: Vector) -> Vector:
    """Returns the cosine."""
    return with_huge("cos", x, _cos(*rest_of(x)), _cos)


def tan(x: Vector) -> Vector:
    """Returns the tangent."""
    return with_huge("tan", x, _tan(*rest_of(x)), _tan)


def _arcsin_of(size: Vector) -> tuple[Vector, Vector]:
    """Returns the arc sine, but half the arc cosine of sizes above 1/2; and where they are."""
    is_large = size > 0.5
    square = (1.0 - size) * 0.5
    square = square.where(is_large, size * size)
    argument = square.call("sqrt").where(is_large, size)
    return fma(polynomial(square, "arcsin") * square, argument, argument), is_large


def arcsin(x: Vector) -> Vector:
    """Returns the inverse of the sine."""
    value, is_large = _arcsin_of(x.magnitude())
    high, low, _ = split(PI_2, x.element)
    return (fma(value, -2.0, low) + high).where(is_large, value).with_sign_of(x)


def arccos(x: Vector) -> Vector:
    """Returns the inverse of the cosine."""
    value, is_large = _arcsin_of(x.magnitude())
    high, low, _ = split(PI_2, x.element)
    twice = value + value
    far = (2 * high - (twice - 2 * low)).where(x < 0.0, twice)
    return far.where(is_large, high - (value.with_sign_of(x) - low))


_EIGHTH = 0.4142135623730951  # the tangents of pi/8 and of three times that
_THREE_EIGHTHS = 2.414213562373095


def arctan(x: Vector) -> Vector:
    """Returns the inverse of the tangent."""
    size = x.magnitude()
    is_middle, is_large = size > _EIGHTH, size > _THREE_EIGHTHS
    over = x.full(-1.0).where(is_large, (size - 1.0).where(is_middle, size))
    under = size.where(is_large, (size + 1.0).where(is_middle, 1.0))
    eighths = x.full(2.0).where(is_large, x.full(1.0).where(is_middle, 0.0))
    return _arctan_of(over / under, eighths).with_sign_of(x)


def _arctan_of(ratio: Vector, eighths: Vector) -> Vector:
    """Returns an arc tangent plus so many quarters of pi."""
    square = ratio * ratio
    value = fma(polynomial(square, "arctan") * square, ratio, ratio)
    high, low, _ = split(PI_4, ratio.element)
    return fma(eighths, high, fma(eighths, low, value))


def arctan2(y: Vector, x: Vector) -> Vector:
    """Returns the angle of the point (x, y), with the cases of C99 (F.10.1.4)."""
    height, width = y.magnitude(), x.magnitude()
    is_steep = height > width
    less, more = width.where(is_steep, height), height.where(is_steep, width)
    both = less.equals(INF)
    less, more = less.full(1.0).where(both, less), more.full(1.0).where(both, more)
    more = more.full(1.0).where(more.equals(0.0), more)
    is_middle = less > more * _EIGHTH
    scale = more.full(0.25).where(more > 1.0, 1.0)  # the sum might overflow
    less_scaled, more_scaled = less * scale, more * scale
    over = (less_scaled - more_scaled).where(is_middle, less)
    under = (less_scaled + more_scaled).where(is_middle, more)
    ratio = over / under
    # The angle is a number of quarters of pi, plus or minus the arc tangent of the ratio.
    quarters = x.full(1.0).where(is_middle, 0.0)
    is_left = x.bits() < 0
    quarters = (2.0 - quarters).where(is_steep, quarters)
    quarters = (4.0 - quarters).where(is_left, quarters)
    ratio = (-ratio).where(is_steep ^ is_left, ratio)
    angle = _arctan_of(ratio, quarters).with_sign_of(y)
    return angle.where(~(x.is_nan() | y.is_nan()), x + y)
