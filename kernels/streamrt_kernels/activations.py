"""Activations of neural networks, elementwise: relu, sigmoid, gelu and their like."""

from __future__ import annotations

from typing import Any

import numpy as np

import streamrt as srt

from ._families import FLOATS, floats

_ALSO = "stays; so is the result of -inf."

relu: srt.Kernel = floats("relu", lambda x: np.maximum(x, 0), "exact.", numpy="np.maximum(x, 0)")
"""`y` becomes `x` where it is above 0, else 0."""

sigmoid: srt.Kernel = floats(
    "sigmoid",
    lambda x: 1 / (1 + np.exp(-x)),
    "2.41 ulp in f32, 2.28 in f64, also in the tails.",
    numpy="1 / (1 + np.exp(-x))",
)
"""`y` becomes `1 / (1 + exp(-x))`, between 0 and 1."""

silu: srt.Kernel = floats(
    "silu", lambda x: x * (1 / (1 + np.exp(-x))), "4 ulp.", nan=_ALSO, numpy="x / (1 + np.exp(-x))"
)
"""`y` becomes `x / (1 + exp(-x))`, which is called swish, too."""

gelu: srt.Kernel = floats(
    "gelu",
    lambda x: 0.5 * x * (1 + srt.erf(0.7071067811865476 * x)),
    "4 ulp of the larger of `x` and the result, because the sum `1 + erf` cancels below\n  0.",
    nan=_ALSO,
    numpy="0.5 * x * (1 + scipy.special.erf(x / np.sqrt(2)))",
)
"""`y` becomes `x` times the part of a normal distribution that is below `x`."""

gelu_tanh: srt.Kernel = floats(
    "gelu_tanh",
    lambda x: 0.5 * x * (1 + np.tanh(0.7978845608028654 * (x + 0.044715 * x * x * x))),
    "8 ulp.",
    nan=_ALSO,
    numpy="0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x**3)))",
)
"""`y` becomes the approximation of `gelu` by a tanh."""

softplus: srt.Kernel = floats(
    "softplus",
    lambda x: np.maximum(x, 0) + np.log1p(np.exp(-np.absolute(x))),
    "4 ulp.",
    numpy="np.logaddexp(x, 0)",
)
"""`y` becomes `log(1 + exp(x))`, without overflow."""


@srt.kernel("x: T[...], slope: T, out y: T[...]", types=FLOATS, elementwise=True)
def leaky_relu(x: Any, slope: Any, y: Any) -> None:
    """`y` becomes `x` where it is above 0, else `slope * x`.

    Args:
        x (T[...]): any shape and strides; f32 or f64.
        slope (T): the factor of negative elements.
        y (T[...]): written; any strides. It may be the very same view as `x`, and else shares no
            element with it.

    - NaN: stays.
    - Errors: none.
    - Accuracy: as NumPy's, bit by bit.
    - NumPy: `np.where(x > 0, x, slope * x)`.
    """
    y[...] = np.where(x > 0, x, slope * x)


@srt.kernel("x: T[...], alpha: T, out y: T[...]", types=FLOATS, elementwise=True)
def elu(x: Any, alpha: Any, y: Any) -> None:
    """`y` becomes `x` where it is above 0, else `alpha * (exp(x) - 1)`.

    Args:
        x (T[...]): any shape and strides; f32 or f64.
        alpha (T): the factor of negative elements.
        y (T[...]): written; any strides. It may be the very same view as `x`, and else shares no
            element with it.

    - NaN: stays.
    - Errors: none.
    - Accuracy: 3 ulp.
    - NumPy: `np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0)))`.
    """
    y[...] = np.where(x > 0, x, alpha * np.expm1(np.minimum(x, 0)))
