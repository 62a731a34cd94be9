"""The cube root and the length of a vector in the plane, as vectors of f32 and f64."""

from __future__ import annotations

from streamrt._ir.math.formats import INF, format_of
from streamrt._ir.math.lanes import Vector, fma, polynomial
from streamrt._ir.math.logarithms import parts

__all__ = ["cbrt", "hypot"]

_ROOT_OF_TWO = 1.2599210498948732  # the third


def cbrt(x: Vector) -> Vector:
    """Returns the cube root.

    A polynomial gives one over the root of the mantissa, and an iteration of third order makes it
    exact to the last bits. The root is the number times the square of that, corrected once.
    """
    size = x.magnitude()
    n, f = parts(size)
    form = format_of(x)
    shifted = fma(n, 1 / 3, form.magic + form.bias)
    whole = shifted - (form.magic + form.bias)
    left = fma(whole, -3.0, n)  # -1, 0 or 1
    m = f + 1.0
    start = polynomial(m, "rcbrt")
    above, below = left > 0.0, left < 0.0
    start = start * x.full(1 / _ROOT_OF_TWO).where(above, x.full(_ROOT_OF_TWO).where(below, 1.0))
    m = m * x.full(2.0).where(above, x.full(0.5).where(below, 1.0))
    error = 1.0 - m * start * (start * start)
    start = fma(start * error, fma(error, 2 / 9, 1 / 3), start)
    inverse = start * start
    root = m * inverse
    root = fma(fma(root * root, root, -m) * inverse, -1 / 3, root)
    scale = (shifted.bits() << form.mantissa).as_float()
    value = (root * scale).where((size > 0.0) & (size < INF), size)
    return value.with_sign_of(x)


def hypot(x: Vector, y: Vector) -> Vector:
    """Returns the root of the sum of both squares, which neither overflows nor vanishes."""
    if x.element == "float":
        a, b = x.cast("fpext", "double"), y.cast("fpext", "double")
        value = fma(a, a, b * b).call("sqrt").cast("fptrunc", "float")
    else:
        a, b = x.magnitude(), y.magnitude()
        most = a.where(a > b, b)
        is_large, is_small = most > 2.0**500, most < 2.0**-400
        scale = x.full(2.0**-600).where(is_large, x.full(2.0**600).where(is_small, 1.0))
        back = x.full(2.0**600).where(is_large, x.full(2.0**-600).where(is_small, 1.0))
        a, b = a * scale, b * scale
        value = fma(a, a, b * b).call("sqrt") * back
    is_infinite = x.magnitude().equals(INF) | y.magnitude().equals(INF)
    return x.full(INF).where(is_infinite, value)
