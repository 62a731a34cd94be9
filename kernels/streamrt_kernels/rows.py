"""Rows: maximum, minimum, their places, mean and variance, running sums, and rows at places."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._families import (
    every_to_rows,
    floats_of_rows,
    numbers_of_rows,
    places_in_rows,
    rows_at_places,
)


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


@every_to_rows
def cumsum_rows(x: Any, y: Any) -> None:
    """`y[i, j]` becomes the sum of the elements of row `i` of `x` up to column `j`.

    Args:
        x (T[n, m]): any strides; any dtype but bool. Integers wrap.
        y (T[n, m]): written; any strides.

    - NaN: all elements from a NaN on are NaN.
    - Errors: none.
    - Accuracy: of sums one by one; of f32, each is rounded to f32.
    - NumPy: `np.cumsum(x, axis=1, dtype=x.dtype)`.
    """
    y[...] = np.cumsum(x, axis=1, dtype=x.dtype)


@every_to_rows
def cumprod_rows(x: Any, y: Any) -> None:
    """`y[i, j]` becomes the product of the elements of row `i` of `x` up to column `j`.

    Args:
        x (T[n, m]): any strides; any dtype but bool. Integers wrap.
        y (T[n, m]): written; any strides.

    - NaN: all elements from a NaN on are NaN.
    - Errors: none.
    - Accuracy: half an ulp for each factor.
    - NumPy: `np.cumprod(x, axis=1, dtype=x.dtype)`.
    """
    y[...] = np.cumprod(x, axis=1, dtype=x.dtype)


@rows_at_places
def take(x: Any, index: Any, y: Any) -> None:
    """`y[i]` becomes row `index[i]` of `x`.

    Args:
        x (T[n, m]): any strides; any dtype.
        index (i64[k]): from -n to n - 1; negative ones count from the end.
        y (T[k, m]): written; any strides.

    - NaN: copied.
    - Errors: an index that is out of range fails the launch; nothing is written out of bounds, and
      rows at other places may be written.
    - NumPy: `x[index]`.
    """
    y[...] = np.take(x, index, axis=0)
