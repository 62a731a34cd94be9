"""Reductions of rows: maximum, minimum, their places, mean and variance."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._families import floats_of_rows, numbers_of_rows, places_in_rows


@numbers_of_rows
def max_rows(x: Any, y: Any) -> None:
    """`y[i]` becomes the largest element of row `i` of `x`.

    Args:
        x (T[n, m]): any strides, at least one column; any dtype but bool. A transposed view of an
            array gives the largest elements of its columns, without a copy.
        y (T[n]): written; any strides.

    - NaN: a row with a NaN gives NaN.
    - Errors: none.
    - Accuracy: exact; of two zeros it gives either.
    - NumPy: `x.max(axis=1)`.
    """
    y[...] = x.max(axis=1)


@numbers_of_rows
def min_rows(x: Any, y: Any) -> None:
    """`y[i]` becomes the least element of row `i` of `x`.

    Args:
        x (T[n, m]): any strides, at least one column; any dtype but bool.
        y (T[n]): written; any strides.

    - NaN: a row with a NaN gives NaN.
    - Errors: none.
    - Accuracy: exact; of two zeros it gives either.
    - NumPy: `x.min(axis=1)`.
    """
    y[...] = x.min(axis=1)


@places_in_rows
def argmax_rows(x: Any, y: Any) -> None:
    """`y[i]` becomes the column of the largest element of row `i` of `x`, the first of several.

    Args:
        x (T[n, m]): any strides, at least one column; any dtype but bool.
        y (i64[n]): written; any strides.

    - NaN: counts as the largest, so the first NaN of a row is found.
    - Errors: none.
    - NumPy: `x.argmax(axis=1)`.
    """
    y[...] = x.argmax(axis=1)


@places_in_rows
def argmin_rows(x: Any, y: Any) -> None:
    """`y[i]` becomes the column of the least element of row `i` of `x`, the first of several.

    Args:
        x (T[n, m]): any strides, at least one column; any dtype but bool.
        y (i64[n]): written; any strides.

    - NaN: counts as the least, so the first NaN of a row is found.
    - Errors: none.
    - NumPy: `x.argmin(axis=1)`.
    """
    y[...] = x.argmin(axis=1)


@floats_of_rows
def mean_rows(x: Any, y: Any) -> None:
    """`y[i]` becomes the mean of row `i` of `x`; that of an empty row is NaN.

    Args:
        x (T[n, m]): any strides; f32 or f64.
        y (T[n]): written; any strides.

    - NaN: a row with a NaN gives NaN.
    - Errors: none.
    - Accuracy: of a pairwise sum, the same for every number of workers.
    - NumPy: `x.mean(axis=1)`.
    """
    y[...] = x.mean(axis=1)


@floats_of_rows
def var_rows(x: Any, y: Any) -> None:
    """`y[i]` becomes the variance of row `i` of `x`, the mean square of the distances to the mean.

    Args:
        x (T[n, m]): any strides; f32 or f64.
        y (T[n]): written; any strides.

    - NaN: a row with a NaN or an infinity gives NaN.
    - Errors: none.
    - Accuracy: of pairwise sums, in two passes over a row.
    - NumPy: `x.var(axis=1)`.
    """
    centred = x - x.mean(axis=1, keepdims=True)
    y[...] = np.mean(centred * centred, axis=1)
