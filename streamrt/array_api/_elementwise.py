"""Elementwise functions: each is a native function, written with NumPy."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from streamrt._jit.wrapped import Wrapped
from streamrt.array_api import _host
from streamrt.array_api._array import Array
from streamrt.array_api._dtypes import result_type
from streamrt.array_api._functions import native
from streamrt.array_api._public import public
from streamrt.array_api._views import view
from streamrt.errors import ArgumentError, ArgumentTypeError


@native(is_real=True)
def abs(x: Any, /) -> Any:  # noqa: A001
    """Returns absolute values; of a complex number its distance from 0."""
    return np.abs(x)


@native()
def acos(x: Any, /) -> Any:
    """Returns the angles in radians, from 0 to pi, that have these cosines."""
    return np.arccos(x)


@native()
def acosh(x: Any, /) -> Any:
    """Returns the numbers of which these are the hyperbolic cosines."""
    return np.arccosh(x)


@native()
def asin(x: Any, /) -> Any:
    """Returns the angles in radians, from -pi/2 to pi/2, that have these sines."""
    return np.arcsin(x)


@native()
def asinh(x: Any, /) -> Any:
    """Returns the numbers of which these are the hyperbolic sines."""
    return np.arcsinh(x)


@native()
def atan(x: Any, /) -> Any:
    """Returns the angles in radians, from -pi/2 to pi/2, that have these tangents."""
    return np.arctan(x)


@native()
def atanh(x: Any, /) -> Any:
    """Returns the numbers of which these are the hyperbolic tangents."""
    return np.arctanh(x)


@native()
def cos(x: Any, /) -> Any:
    """Returns the cosines of angles in radians."""
    return np.cos(x)


@native()
def cosh(x: Any, /) -> Any:
    """Returns hyperbolic cosines."""
    return np.cosh(x)


@native()
def exp(x: Any, /) -> Any:
    """Returns powers of e."""
    return np.exp(x)


@native()
def expm1(x: Any, /) -> Any:
    """Returns powers of e, minus 1, exact also near 0."""
    return np.expm1(x)


@native()
def log(x: Any, /) -> Any:
    """Returns natural logarithms."""
    return np.log(x)


@native()
def log10(x: Any, /) -> Any:
    """Returns logarithms to the base 10."""
    return np.log10(x)


@native()
def log1p(x: Any, /) -> Any:
    """Returns natural logarithms of 1 + x, exact also near 0."""
    return np.log1p(x)


@native()
def log2(x: Any, /) -> Any:
    """Returns logarithms to the base 2."""
    return np.log2(x)


@native()
def reciprocal(x: Any, /) -> Any:
    """Returns 1 / x."""
    return np.reciprocal(x)


@native()
def sin(x: Any, /) -> Any:
    """Returns the sines of angles in radians."""
    return np.sin(x)


@native()
def sinh(x: Any, /) -> Any:
    """Returns hyperbolic sines."""
    return np.sinh(x)


@native()
def sqrt(x: Any, /) -> Any:
    """Returns square roots."""
    return np.sqrt(x)


@native()
def tan(x: Any, /) -> Any:
    """Returns the tangents of angles in radians."""
    return np.tan(x)


@native()
def tanh(x: Any, /) -> Any:
    """Returns hyperbolic tangents."""
    return np.tanh(x)


@native()
def bitwise_invert(x: Any, /) -> Any:
    """Returns integers with all bits flipped, or bools negated."""
    return np.invert(x)


@native()
def ceil(x: Any, /) -> Any:
    """Returns the smallest integers that are no less."""
    return np.positive(x) if x.dtype.kind in "biu" else np.ceil(x)


@native()
def conj(x: Any, /) -> Any:
    """Returns complex conjugates."""
    return np.conjugate(x)


@native()
def floor(x: Any, /) -> Any:
    """Returns the largest integers that are no greater."""
    return np.positive(x) if x.dtype.kind in "biu" else np.floor(x)


@native()
def isfinite(x: Any, /) -> Any:
    """Returns whether elements are neither infinite nor NaN."""
    return np.isfinite(x)


@native()
def isinf(x: Any, /) -> Any:
    """Returns whether elements are infinite."""
    return np.isinf(x)


@native()
def isnan(x: Any, /) -> Any:
    """Returns whether elements are NaN."""
    return np.isnan(x)


@native()
def logical_not(x: Any, /) -> Any:
    """Returns whether elements are false."""
    return np.logical_not(x)


@native()
def negative(x: Any, /) -> Any:
    """Returns elements with the other sign."""
    return np.negative(x)


@native()
def positive(x: Any, /) -> Any:
    """Returns a copy of the elements."""
    return np.positive(x)


@native()
def round(x: Any, /) -> Any:  # noqa: A001
    """Returns the nearest integers, the even one of two that are as near."""
    return np.positive(x) if x.dtype.kind in "biu" else np.rint(x)


@native()
def sign(x: Any, /) -> Any:
    """Returns -1, 0 or 1 by the sign; of a complex number x / abs(x)."""
    return np.sign(x)


@native()
def signbit(x: Any, /) -> Any:
    """Returns whether the sign bit is set."""
    return np.signbit(x)


@native()
def square(x: Any, /) -> Any:
    """Returns x * x."""
    return np.square(x)


@native()
def trunc(x: Any, /) -> Any:
    """Returns the nearest integers that are no farther from 0."""
    return np.positive(x) if x.dtype.kind in "biu" else np.trunc(x)


@native()
def add(x1: Any, x2: Any, /) -> Any:
    """Returns x1 + x2."""
    return np.add(x1, x2)


@native()
def atan2(x1: Any, x2: Any, /) -> Any:
    """Returns the angles in radians of points, whose y is x1 and whose x is x2."""
    return np.arctan2(x1, x2)


@native()
def bitwise_and(x1: Any, x2: Any, /) -> Any:
    """Returns the bits that both have."""
    return np.bitwise_and(x1, x2)


@native()
def bitwise_left_shift(x1: Any, x2: Any, /) -> Any:
    """Returns x1 * 2**x2, of integers."""
    return np.left_shift(x1, x2)


@native()
def bitwise_or(x1: Any, x2: Any, /) -> Any:
    """Returns the bits that one or both have."""
    return np.bitwise_or(x1, x2)


@native()
def bitwise_right_shift(x1: Any, x2: Any, /) -> Any:
    """Returns x1 // 2**x2, of integers."""
    return np.right_shift(x1, x2)


@native()
def bitwise_xor(x1: Any, x2: Any, /) -> Any:
    """Returns the bits that one has and the other has not."""
    return np.bitwise_xor(x1, x2)


@native()
def copysign(x1: Any, x2: Any, /) -> Any:
    """Returns x1 with the sign of x2."""
    return np.copysign(x1, x2)


@native()
def divide(x1: Any, x2: Any, /) -> Any:
    """Returns x1 / x2."""
    return np.divide(x1, x2)


@native()
def equal(x1: Any, x2: Any, /) -> Any:
    """Returns whether elements are equal."""
    return np.equal(x1, x2)


@native()
def floor_divide(x1: Any, x2: Any, /) -> Any:
    """Returns x1 / x2, rounded down."""
    return np.floor_divide(x1, x2)


@native()
def greater(x1: Any, x2: Any, /) -> Any:
    """Returns whether x1 > x2."""
    return np.greater(x1, x2)


@native()
def greater_equal(x1: Any, x2: Any, /) -> Any:
    """Returns whether x1 >= x2."""
    return np.greater_equal(x1, x2)


@native()
def hypot(x1: Any, x2: Any, /) -> Any:
    """Returns sqrt(x1**2 + x2**2), without overflow on the way."""
    return np.hypot(x1, x2)


@native()
def less(x1: Any, x2: Any, /) -> Any:
    """Returns whether x1 < x2."""
    return np.less(x1, x2)


@native()
def less_equal(x1: Any, x2: Any, /) -> Any:
    """Returns whether x1 <= x2."""
    return np.less_equal(x1, x2)


@native()
def logaddexp(x1: Any, x2: Any, /) -> Any:
    """Returns log(exp(x1) + exp(x2)), without overflow on the way."""
    return np.logaddexp(x1, x2)


@native()
def logical_and(x1: Any, x2: Any, /) -> Any:
    """Returns whether both elements are true."""
    return np.logical_and(x1, x2)


@native()
def logical_or(x1: Any, x2: Any, /) -> Any:
    """Returns whether one of the elements is true, or both."""
    return np.logical_or(x1, x2)


@native()
def logical_xor(x1: Any, x2: Any, /) -> Any:
    """Returns whether one of the elements is true, but not both."""
    return np.logical_xor(x1, x2)


@native()
def maximum(x1: Any, x2: Any, /) -> Any:
    """Returns the greater of two elements; NaN if one is NaN."""
    return np.maximum(x1, x2)


@native()
def minimum(x1: Any, x2: Any, /) -> Any:
    """Returns the lesser of two elements; NaN if one is NaN."""
    return np.minimum(x1, x2)


@native()
def multiply(x1: Any, x2: Any, /) -> Any:
    """Returns x1 * x2."""
    return np.multiply(x1, x2)


@native()
def not_equal(x1: Any, x2: Any, /) -> Any:
    """Returns whether elements differ."""
    return np.not_equal(x1, x2)


@native()
def pow(x1: Any, x2: Any, /) -> Any:  # noqa: A001
    """Returns x1 to the power of x2."""
    return np.power(x1, x2)


@native()
def remainder(x1: Any, x2: Any, /) -> Any:
    """Returns x1 - x2 * floor(x1 / x2), which has the sign of x2."""
    return np.remainder(x1, x2)


@native()
def subtract(x1: Any, x2: Any, /) -> Any:
    """Returns x1 - x2."""
    return np.subtract(x1, x2)


@native()
def clip(x: Any, /, min: Any = None, max: Any = None) -> Any:  # noqa: A002
    """Returns elements, the nearest limit of those outside.

    Args:
        x: the array; the result has its dtype.
        min: the least element; None is no limit.
        max: the greatest element; None is no limit.
    """
    found = x
    if min is not None:
        found = np.maximum(found, min)
    if max is not None:
        found = np.minimum(found, max)
    return found.astype(x.dtype) if found is not x else np.positive(x)


@native()
def _imag(x: Any, /) -> Any:
    return np.zeros_like(x)


@public
def imag(x: Any, /) -> Array:
    """Returns a view of the imaginary parts of complex numbers; of other numbers, zeros."""
    if isinstance(x, Wrapped) and x._buffer.dtype.kind == "c":
        return cast("Array", view(x, lambda x: x.imag, "imag"))
    return _imag(x)


@native()
def _real(x: Any, /) -> Any:
    return np.real(x)


@public
def real(x: Any, /) -> Array:
    """Returns a view of the real parts of complex numbers; of other numbers, the array itself."""
    if isinstance(x, Wrapped) and x._buffer.dtype.kind == "c":
        return cast("Array", view(x, lambda x: x.real, "real"))
    return cast("Array", x) if isinstance(x, Wrapped) else _real(x)


@public
def nextafter(x1: Any, x2: Any, /) -> Array:
    """Returns the next floating-point numbers after x1 towards x2. A host call."""
    dtype = result_type(x1, x2)
    if dtype.kind != "f":
        raise ArgumentTypeError(f"nextafter: found {dtype}; pass floats")
    shapes = [getattr(each, "shape", ()) for each in (x1, x2)]
    try:
        shape = np.broadcast_shapes(*shapes)
    except ValueError as error:
        raise ArgumentError(f"nextafter: {error}") from None
    (made,) = _host.call(np.nextafter, "nextafter", [x1, x2], [(shape, dtype)], Array)
    return cast("Array", made)
