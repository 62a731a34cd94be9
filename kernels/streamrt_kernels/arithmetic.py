"""Arithmetic, elementwise: sums, products, quotients, powers, roots, and rounding."""

from __future__ import annotations

from typing import Any

import numpy as np

import streamrt as srt

from ._families import NUMBERS, floats, numbers

_IEEE, _EITHER = "as IEEE 754 has it.", "NaN if one of them is."
_WRAPS, _ZEROS = "as NumPy's, bit by bit; integers wrap.", "exact; of two zeros it gives either."

add: srt.Kernel = numbers("add", np.add, _WRAPS, nan=_IEEE)
"""`y` becomes `x + z`."""

subtract: srt.Kernel = numbers("subtract", np.subtract, _WRAPS, nan=_IEEE)
"""`y` becomes `x - z`."""

multiply: srt.Kernel = numbers("multiply", np.multiply, _WRAPS, nan=_IEEE)
"""`y` becomes `x * z`."""

divide: srt.Kernel = floats(
    "divide",
    np.divide,
    "as NumPy's, bit by bit.",
    nan="as IEEE 754 has it: 0 / 0 is NaN, 1 / 0 an infinity.",
)
"""`y` becomes `x / z`."""

maximum: srt.Kernel = numbers("maximum", np.maximum, _ZEROS, nan=_EITHER)
"""`y` becomes the larger of `x` and `z`."""

minimum: srt.Kernel = numbers("minimum", np.minimum, _ZEROS, nan=_EITHER)
"""`y` becomes the smaller of `x` and `z`."""

power: srt.Kernel = floats("power", np.power, "0.85 ulp in f32, 1.61 in f64.", nan="as C99 has it.")
"""`y` becomes `x` to the power `z`."""

negative: srt.Kernel = numbers("negative", np.negative, "exact; integers wrap.")
"""`y` becomes `-x`."""

absolute: srt.Kernel = numbers("absolute", np.absolute, "exact; the least integer stays as it is.")
"""`y` becomes the absolute value of `x`."""

square: srt.Kernel = numbers("square", np.square, _WRAPS)
"""`y` becomes `x * x`."""

sqrt: srt.Kernel = floats(
    "sqrt", np.sqrt, "rounded correctly.", nan="stays, and is the root of what is below 0."
)
"""`y` becomes the square root of `x`."""

reciprocal: srt.Kernel = floats(
    "reciprocal", np.reciprocal, "rounded correctly.", nan="stays; 1 / 0 is an infinity."
)
"""`y` becomes `1 / x`."""

floor: srt.Kernel = floats("floor", np.floor, "exact.")
"""`y` becomes the largest whole number that is not above `x`."""

ceil: srt.Kernel = floats("ceil", np.ceil, "exact.")
"""`y` becomes the least whole number that is not below `x`."""

rint: srt.Kernel = floats("rint", np.rint, "exact.")
"""`y` becomes the whole number nearest to `x`, the even one of two."""


@srt.kernel("x: T[...], low: T, high: T, out y: T[...]", types=NUMBERS, elementwise=True)
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
