"""Elementwise functions: each is a native function, written with NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from streamrt._jit.wrapped_arrays import Wrapped
from streamrt.array_api import _host
from streamrt.array_api._array import Array
from streamrt.array_api._dtypes import result_type
from streamrt.array_api._functions import native
from streamrt.array_api._public import public
from streamrt.array_api._views import view
from streamrt.errors import ArgumentError, ArgumentTypeError

__all__ = [
    "abs", "acos", "acosh", "add", "asin", "asinh", "atan", "atan2", "atanh", "bitwise_and",
    "bitwise_invert", "bitwise_left_shift", "bitwise_or", "bitwise_right_shift", "bitwise_xor",
    "ceil", "clip", "conj", "copysign", "cos", "cosh", "divide", "equal", "exp", "expm1", "floor",
    "floor_divide", "greater", "greater_equal", "hypot", "imag", "isfinite", "isinf", "isnan",
    "less", "less_equal", "log", "log1p", "log2", "log10", "logaddexp", "logical_and",
    "logical_not", "logical_or", "logical_xor", "maximum", "minimum", "multiply", "negative",
    "nextafter", "not_equal", "positive", "pow", "real", "reciprocal", "remainder", "round", "sign",
    "signbit", "sin", "sinh", "sqrt", "square", "subtract", "tan", "tanh", "trunc",
]  # fmt: skip


Unary = Callable[[Any], Array]
Binary = Callable[[Any, Any], Array]


def _made(function: Any, name: str, what: str, is_real: bool = False) -> Any:
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Returns {what}."
    return native(is_real=is_real)(function)


def _unary(name: str, ufunc: np.ufunc, what: str, *, is_real: bool = False) -> Unary:
    """Returns the function of one array that a ufunc computes; `what` it returns."""

    def function(x: Any, /) -> Any:
        return ufunc(x)

    return cast("Unary", _made(function, name, what, is_real))


def _whole(name: str, ufunc: np.ufunc, what: str) -> Unary:
    """Returns a function that rounds; integers stay as they are."""

    def function(x: Any, /) -> Any:
        return np.positive(x) if x.dtype.kind in "biu" else ufunc(x)

    return cast("Unary", _made(function, name, what))


def _binary(name: str, ufunc: np.ufunc, what: str) -> Binary:
    """Returns the function of two arrays that a ufunc computes."""

    def function(x1: Any, x2: Any, /) -> Any:
        return ufunc(x1, x2)

    return cast("Binary", _made(function, name, what))


abs: Unary = _unary(
    "abs", np.absolute, "absolute values; of a complex number its distance from 0", is_real=True
)
acos: Unary = _unary(
    "acos", np.arccos, "the angles in radians, from 0 to pi, that have these cosines"
)
acosh: Unary = _unary("acosh", np.arccosh, "the numbers of which these are the hyperbolic cosines")
asin: Unary = _unary(
    "asin", np.arcsin, "the angles in radians, from -pi/2 to pi/2, that have these sines"
)
asinh: Unary = _unary("asinh", np.arcsinh, "the numbers of which these are the hyperbolic sines")
atan: Unary = _unary(
    "atan", np.arctan, "the angles in radians, from -pi/2 to pi/2, that have these tangents"
)
atanh: Unary = _unary("atanh", np.arctanh, "the numbers of which these are the hyperbolic tangents")
bitwise_invert: Unary = _unary(
    "bitwise_invert", np.invert, "integers with all bits flipped, or bools negated"
)
ceil: Unary = _whole("ceil", np.ceil, "the smallest integers that are no less")
conj: Unary = _unary("conj", np.conjugate, "complex conjugates")
cos: Unary = _unary("cos", np.cos, "the cosines of angles in radians")
cosh: Unary = _unary("cosh", np.cosh, "hyperbolic cosines")
exp: Unary = _unary("exp", np.exp, "powers of e")
expm1: Unary = _unary("expm1", np.expm1, "powers of e, minus 1, exact also near 0")
floor: Unary = _whole("floor", np.floor, "the largest integers that are no greater")
isfinite: Unary = _unary("isfinite", np.isfinite, "whether elements are neither infinite nor NaN")
isinf: Unary = _unary("isinf", np.isinf, "whether elements are infinite")
isnan: Unary = _unary("isnan", np.isnan, "whether elements are NaN")
log: Unary = _unary("log", np.log, "natural logarithms")
log10: Unary = _unary("log10", np.log10, "logarithms to the base 10")
log1p: Unary = _unary("log1p", np.log1p, "natural logarithms of 1 + x, exact also near 0")
log2: Unary = _unary("log2", np.log2, "logarithms to the base 2")
logical_not: Unary = _unary("logical_not", np.logical_not, "whether elements are false")
negative: Unary = _unary("negative", np.negative, "elements with the other sign")
positive: Unary = _unary("positive", np.positive, "a copy of the elements")
reciprocal: Unary = _unary("reciprocal", np.reciprocal, "1 / x")
round: Unary = _whole(
    "round", np.rint, "the nearest integers, the even one of two that are as near"
)
sign: Unary = _unary("sign", np.sign, "-1, 0 or 1 by the sign; of a complex number x / abs(x)")
signbit: Unary = _unary("signbit", np.signbit, "whether the sign bit is set")
sin: Unary = _unary("sin", np.sin, "the sines of angles in radians")
sinh: Unary = _unary("sinh", np.sinh, "hyperbolic sines")
sqrt: Unary = _unary("sqrt", np.sqrt, "square roots")
square: Unary = _unary("square", np.square, "x * x")
tan: Unary = _unary("tan", np.tan, "the tangents of angles in radians")
tanh: Unary = _unary("tanh", np.tanh, "hyperbolic tangents")
trunc: Unary = _whole("trunc", np.trunc, "the nearest integers that are no farther from 0")

add: Binary = _binary("add", np.add, "x1 + x2")
atan2: Binary = _binary(
    "atan2", np.arctan2, "the angles in radians of points, whose y is x1 and whose x is x2"
)
bitwise_and: Binary = _binary("bitwise_and", np.bitwise_and, "the bits that both have")
bitwise_left_shift: Binary = _binary("bitwise_left_shift", np.left_shift, "x1 * 2**x2, of integers")
bitwise_or: Binary = _binary("bitwise_or", np.bitwise_or, "the bits that one or both have")
bitwise_right_shift: Binary = _binary(
    "bitwise_right_shift", np.right_shift, "x1 // 2**x2, of integers"
)
bitwise_xor: Binary = _binary(
    "bitwise_xor", np.bitwise_xor, "the bits that one has and the other has not"
)
copysign: Binary = _binary("copysign", np.copysign, "x1 with the sign of x2")
divide: Binary = _binary("divide", np.divide, "x1 / x2")
equal: Binary = _binary("equal", np.equal, "whether elements are equal")
floor_divide: Binary = _binary("floor_divide", np.floor_divide, "x1 / x2, rounded down")
greater: Binary = _binary("greater", np.greater, "whether x1 > x2")
greater_equal: Binary = _binary("greater_equal", np.greater_equal, "whether x1 >= x2")
hypot: Binary = _binary("hypot", np.hypot, "sqrt(x1**2 + x2**2), without overflow on the way")
less: Binary = _binary("less", np.less, "whether x1 < x2")
less_equal: Binary = _binary("less_equal", np.less_equal, "whether x1 <= x2")
logaddexp: Binary = _binary(
    "logaddexp", np.logaddexp, "log(exp(x1) + exp(x2)), without overflow on the way"
)
logical_and: Binary = _binary("logical_and", np.logical_and, "whether both elements are true")
logical_or: Binary = _binary(
    "logical_or", np.logical_or, "whether one of the elements is true, or both"
)
logical_xor: Binary = _binary(
    "logical_xor", np.logical_xor, "whether one of the elements is true, but not both"
)
maximum: Binary = _binary("maximum", np.maximum, "the greater of two elements; NaN if one is NaN")
minimum: Binary = _binary("minimum", np.minimum, "the lesser of two elements; NaN if one is NaN")
multiply: Binary = _binary("multiply", np.multiply, "x1 * x2")
not_equal: Binary = _binary("not_equal", np.not_equal, "whether elements differ")
pow: Binary = _binary("pow", np.power, "x1 to the power of x2")
remainder: Binary = _binary(
    "remainder", np.remainder, "x1 - x2 * floor(x1 / x2), which has the sign of x2"
)
subtract: Binary = _binary("subtract", np.subtract, "x1 - x2")


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
    if isinstance(x, Wrapped) and x.buffer.dtype.kind == "c":
        return cast("Array", view(x, lambda x: x.imag, "imag"))
    return _imag(x)


@native()
def _real(x: Any, /) -> Any:
    return np.real(x)


@public
def real(x: Any, /) -> Array:
    """Returns a view of the real parts of complex numbers; of other numbers, the array itself."""
    if isinstance(x, Wrapped) and x.buffer.dtype.kind == "c":
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
