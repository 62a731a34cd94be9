"""Normalisations of rows: softmax, log_softmax, layer_norm and rms_norm."""

from __future__ import annotations

from typing import Any

import numpy as np

import streamrt as srt

from ._families import FLOATS


@srt.kernel("x: T[n, m], out y: T[n, m]", types=FLOATS)
def softmax(x: Any, y: Any) -> None:
    """Each row of `y` becomes `exp(x)` divided by its sum over the row.

    Args:
        x (T[n, m]): any strides; f32 or f64.
        y (T[n, m]): written; any strides.

    - NaN: a row with a NaN or with inf becomes NaN.
    - Errors: none.
    - Accuracy: the largest element of a row is taken off first, so nothing overflows. An element is
      within `4 + m / 16` ulp, in practice within 4, and the same for every number of workers.
    - NumPy: `e / e.sum(-1, keepdims=True)` with `e = np.exp(x - x.max(-1, keepdims=True))`.
    """
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    y[...] = e / e.sum(axis=-1, keepdims=True)


@srt.kernel("x: T[n, m], out y: T[n, m]", types=FLOATS)
def log_softmax(x: Any, y: Any) -> None:
    """Each row of `y` becomes the logarithm of the softmax of the row of `x`.

    Args:
        x (T[n, m]): any strides; f32 or f64.
        y (T[n, m]): written; any strides.

    - NaN: a row with a NaN or with inf becomes NaN.
    - Errors: none.
    - Accuracy: as NumPy's, about 2 ulp of the larger of the result and of `x - max(x)`.
    - NumPy: `z - np.log(np.exp(z).sum(-1, keepdims=True))` with `z = x - x.max(-1, keepdims=True)`.
    """
    z = x - x.max(axis=-1, keepdims=True)
    y[...] = z - np.log(np.exp(z).sum(axis=-1, keepdims=True))


@srt.kernel("x: T[n, m], weight: T[m], bias: T[m], out y: T[n, m], epsilon: T", types=FLOATS)
def layer_norm(x: Any, weight: Any, bias: Any, y: Any, epsilon: Any) -> None:
    """Each row of `y` becomes the row of `x` at mean 0 and variance 1, times `weight` plus `bias`.

    Args:
        x (T[n, m]): any strides; f32 or f64.
        weight (T[m]): the factor of each column.
        bias (T[m]): what is added to each column.
        y (T[n, m]): written; any strides.
        epsilon (T): is added to the variance, so that rows of equal elements become `bias`.

    - NaN: a row with a NaN or an infinity becomes NaN.
    - Errors: none.
    - Accuracy: mean and variance are pairwise sums, in two passes over a row.
    - NumPy: `(x - mean) / np.sqrt(x.var(-1, keepdims=True) + epsilon) * weight + bias`.
    """
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = (centred * centred).mean(axis=-1, keepdims=True)
    y[...] = centred / np.sqrt(variance + epsilon) * weight + bias


@srt.kernel("x: T[n, m], weight: T[m], out y: T[n, m], epsilon: T", types=FLOATS)
def rms_norm(x: Any, weight: Any, y: Any, epsilon: Any) -> None:
    """Each row of `y` becomes the row of `x` at mean square 1, times `weight`.

    Args:
        x (T[n, m]): any strides; f32 or f64.
        weight (T[m]): the factor of each column.
        y (T[n, m]): written; any strides.
        epsilon (T): is added to the mean square, so that rows of zeros stay 0.

    - NaN: a row with a NaN becomes NaN.
    - Errors: none.
    - Accuracy: the mean square is a pairwise sum. A square overflows where the element is above the
      root of the largest number.
    - NumPy: `x / np.sqrt((x * x).mean(-1, keepdims=True) + epsilon) * weight`.
    """
    y[...] = x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + epsilon) * weight
