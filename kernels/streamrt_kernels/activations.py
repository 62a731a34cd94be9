"""Activations of neural networks, elementwise: relu, sigmoid, gelu and their like."""

from __future__ import annotations

from typing import Any

import numpy as np

import streamrt as srt

from ._families import unary, unary_with_alpha, unary_with_slope


@unary
def relu(x: Any, y: Any) -> None:
    """`y` becomes `x` where it is above 0, else 0.

    Args:
        x (T[...]): any shape and strides; f32 or f64.
        y (T[...]): written; any strides. It may be the very same view as `x`, and else shares no
            element with it.

    - NaN: stays.
    - Errors: none.
    - Accuracy: exact.
    - NumPy: `np.maximum(x, 0)`.
    """
    y[...] = np.maximum(x, 0)


@unary_with_slope
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


@unary_with_alpha
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


@unary
def sigmoid(x: Any, y: Any) -> None:
    """`y` becomes `1 / (1 + exp(-x))`, between 0 and 1.

    Args:
        x (T[...]): any shape and strides; f32 or f64.
        y (T[...]): written; any strides. It may be the very same view as `x`, and else shares no
            element with it.

    - NaN: stays.
    - Errors: none.
    - Accuracy: 2.41 ulp in f32, 2.28 in f64, also in the tails.
    - NumPy: `1 / (1 + np.exp(-x))`.
    """
    y[...] = 1 / (1 + np.exp(-x))


@unary
def silu(x: Any, y: Any) -> None:
    """`y` becomes `x / (1 + exp(-x))`, which is called swish, too.

    Args:
        x (T[...]): any shape and strides; f32 or f64.
        y (T[...]): written; any strides. It may be the very same view as `x`, and else shares no
            element with it.

    - NaN: stays; so is the result of -inf.
    - Errors: none.
    - Accuracy: 4 ulp.
    - NumPy: `x / (1 + np.exp(-x))`.
    """
    y[...] = x * (1 / (1 + np.exp(-x)))


@unary
def gelu(x: Any, y: Any) -> None:
    """`y` becomes `x` times the part of a normal distribution that is below `x`.

    Args:
        x (T[...]): any shape and strides; f32 or f64.
        y (T[...]): written; any strides. It may be the very same view as `x`, and else shares no
            element with it.

    - NaN: stays; so is the result of -inf.
    - Errors: none.
    - Accuracy: 4 ulp of the larger of `x` and the result, because the sum `1 + erf` cancels below
      0.
    - NumPy: `0.5 * x * (1 + scipy.special.erf(x / np.sqrt(2)))`.
    """
    y[...] = 0.5 * x * (1 + srt.erf(0.7071067811865476 * x))


@unary
def gelu_tanh(x: Any, y: Any) -> None:
    """`y` becomes the approximation of `gelu` by a tanh.

    Args:
        x (T[...]): any shape and strides; f32 or f64.
        y (T[...]): written; any strides. It may be the very same view as `x`, and else shares no
            element with it.

    - NaN: stays; so is the result of -inf.
    - Errors: none.
    - Accuracy: 8 ulp.
    - NumPy: `0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x**3)))`.
    """
    y[...] = 0.5 * x * (1 + np.tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)))


@unary
def softplus(x: Any, y: Any) -> None:
    """`y` becomes `log(1 + exp(x))`, without overflow.

    Args:
        x (T[...]): any shape and strides; f32 or f64.
        y (T[...]): written; any strides. It may be the very same view as `x`, and else shares no
            element with it.

    - NaN: stays.
    - Errors: none.
    - Accuracy: 4 ulp.
    - NumPy: `np.logaddexp(x, 0)`.
    """
    y[...] = np.maximum(x, 0) + np.log1p(np.exp(-np.absolute(x)))
