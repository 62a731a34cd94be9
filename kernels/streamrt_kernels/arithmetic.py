"""Arithmetic, elementwise: sums, products, quotients, powers, roots, and rounding."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._families import binary, binary_floats, clip_family, unary, unary_numbers


@binary
def add(x: Any, z: Any, y: Any) -> None:
    """`y` becomes `x + z`.

    Args:
        x (T[...]): any shape and strides; any dtype but bool.
        z (T[...]): the same.
        y (T[...]): written; any strides. It may be the very same view as an input, and else shares
            no element with it.

    - NaN: as IEEE 754 has it.
    - Errors: none.
    - Accuracy: as NumPy's, bit by bit; integers wrap.
    - NumPy: `np.add`.
    """
    np.add(x, z, out=y)


@binary
def subtract(x: Any, z: Any, y: Any) -> None:
    """`y` becomes `x - z`.

    Args:
        x (T[...]): any shape and strides; any dtype but bool.
        z (T[...]): the same.
        y (T[...]): written; any strides. It may be the very same view as an input, and else shares
            no element with it.

    - NaN: as IEEE 754 has it.
    - Errors: none.
    - Accuracy: as NumPy's, bit by bit; integers wrap.
    - NumPy: `np.subtract`.
    """
    np.subtract(x, z, out=y)


@binary
def multiply(x: Any, z: Any, y: Any) -> None:
    """`y` becomes `x * z`.

    Args:
        x (T[...]): any shape and strides; any dtype but bool.
        z (T[...]): the same.
        y (T[...]): written; any strides. It may be the very same view as an input, and else shares
            no element with it.

    - NaN: as IEEE 754 has it.
    - Errors: none.
    - Accuracy: as NumPy's, bit by bit; integers wrap.
    - NumPy: `np.multiply`.
    """
    np.multiply(x, z, out=y)


@binary_floats
def divide(x: Any, z: Any, y: Any) -> None:
    """`y` becomes `x / z`.

    Args:
        x (T[...]): any shape and strides; f32 or f64.
        z (T[...]): the same.
        y (T[...]): written; any strides. It may be the very same view as an input, and else shares
            no element with it.

    - NaN: as IEEE 754 has it: 0 / 0 is NaN, 1 / 0 an infinity.
    - Errors: none.
    - Accuracy: as NumPy's, bit by bit.
    - NumPy: `np.divide`.
    """
    np.divide(x, z, out=y)


@binary
def maximum(x: Any, z: Any, y: Any) -> None:
    """`y` becomes the larger of `x` and `z`.

    Args:
        x (T[...]): any shape and strides; any dtype but bool.
        z (T[...]): the same.
        y (T[...]): written; any strides. It may be the very same view as an input, and else shares
            no element with it.

    - NaN: NaN if one of them is.
    - Errors: none.
    - Accuracy: exact; of two zeros it gives either.
    - NumPy: `np.maximum`.
    """
    np.maximum(x, z, out=y)


@binary
def minimum(x: Any, z: Any, y: Any) -> None:
    """`y` becomes the smaller of `x` and `z`.

    Args:
        x (T[...]): any shape and strides; any dtype but bool.
        z (T[...]): the same.
        y (T[...]): written; any strides. It may be the very same view as an input, and else shares
            no element with it.

    - NaN: NaN if one of them is.
    - Errors: none.
    - Accuracy: exact; of two zeros it gives either.
    - NumPy: `np.minimum`.
    """
    np.minimum(x, z, out=y)


@binary_floats
def power(x: Any, z: Any, y: Any) -> None:
    """`y` becomes `x` to the power `z`.

    Args:
        x (T[...]): any shape and strides; f32 or f64.
        z (T[...]): the same.
        y (T[...]): written; any strides. It may be the very same view as an input, and else shares
            no element with it.

    - NaN: as C99 has it.
    - Errors: none.
    - Accuracy: 0.51 ulp in f32, 1.01 in f64.
    - NumPy: `np.power`.
    """
    np.power(x, z, out=y)


@unary_numbers
def negative(x: Any, y: Any) -> None:
    """`y` becomes `-x`.

    Args:
        x (T[...]): any shape and strides; any dtype but bool.
        y (T[...]): written; any strides. It may be the very same view as `x`, and else shares no
            element with it.

    - NaN: stays.
    - Errors: none.
    - Accuracy: exact; integers wrap.
    - NumPy: `np.negative`.
    """
    np.negative(x, out=y)


@unary_numbers
def absolute(x: Any, y: Any) -> None:
    """`y` becomes the absolute value of `x`.

    Args:
        x (T[...]): any shape and strides; any dtype but bool.
        y (T[...]): written; any strides. It may be the very same view as `x`, and else shares no
            element with it.

    - NaN: stays.
    - Errors: none.
    - Accuracy: exact; the least integer stays as it is.
    - NumPy: `np.absolute`.
    """
    np.absolute(x, out=y)


@unary_numbers
def square(x: Any, y: Any) -> None:
    """`y` becomes `x * x`.

    Args:
        x (T[...]): any shape and strides; any dtype but bool.
        y (T[...]): written; any strides. It may be the very same view as `x`, and else shares no
            element with it.

    - NaN: stays.
    - Errors: none.
    - Accuracy: as NumPy's, bit by bit; integers wrap.
    - NumPy: `np.square`.
    """
    np.square(x, out=y)


@unary
def sqrt(x: Any, y: Any) -> None:
    """`y` becomes the square root of `x`.

    Args:
        x (T[...]): any shape and strides; f32 or f64.
        y (T[...]): written; any strides. It may be the very same view as `x`, and else shares no
            element with it.

    - NaN: stays, and is the root of what is below 0.
    - Errors: none.
    - Accuracy: rounded correctly.
    - NumPy: `np.sqrt`.
    """
    np.sqrt(x, out=y)


@unary
def reciprocal(x: Any, y: Any) -> None:
    """`y` becomes `1 / x`.

    Args:
        x (T[...]): any shape and strides; f32 or f64.
        y (T[...]): written; any strides. It may be the very same view as `x`, and else shares no
            element with it.

    - NaN: stays; 1 / 0 is an infinity.
    - Errors: none.
    - Accuracy: rounded correctly.
    - NumPy: `np.reciprocal`.
    """
    np.reciprocal(x, out=y)


@unary
def floor(x: Any, y: Any) -> None:
    """`y` becomes the largest whole number that is not above `x`.

    Args:
        x (T[...]): any shape and strides; f32 or f64.
        y (T[...]): written; any strides. It may be the very same view as `x`, and else shares no
            element with it.

    - NaN: stays.
    - Errors: none.
    - Accuracy: exact.
    - NumPy: `np.floor`.
    """
    np.floor(x, out=y)


@unary
def ceil(x: Any, y: Any) -> None:
    """`y` becomes the least whole number that is not below `x`.

    Args:
        x (T[...]): any shape and strides; f32 or f64.
        y (T[...]): written; any strides. It may be the very same view as `x`, and else shares no
            element with it.

    - NaN: stays.
    - Errors: none.
    - Accuracy: exact.
    - NumPy: `np.ceil`.
    """
    np.ceil(x, out=y)


@unary
def rint(x: Any, y: Any) -> None:
    """`y` becomes the whole number nearest to `x`, the even one of two.

    Args:
        x (T[...]): any shape and strides; f32 or f64.
        y (T[...]): written; any strides. It may be the very same view as `x`, and else shares no
            element with it.

    - NaN: stays.
    - Errors: none.
    - Accuracy: exact.
    - NumPy: `np.rint`.
    """
    np.rint(x, out=y)


@clip_family
def clip(x: Any, low: Any, high: Any, y: Any) -> None:
    """`y` becomes `x`, at least `low` and at most `high`.

    Args:
        x (T[...]): any shape and strides; any dtype but bool.
        low (T): the least value of the result.
        high (T): the greatest value of the result.
        y (T[...]): written; any strides. It may be the very same view as `x`, and else shares no
            element with it.

    - NaN: stays.
    - Errors: none.
    - Accuracy: exact; where `low` is above `high`, the result is `high`.
    - NumPy: `np.clip`.
    """
    y[...] = np.minimum(np.maximum(x, low), high)
