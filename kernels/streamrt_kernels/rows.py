"""Rows: maximum, minimum, their places, mean and variance, running sums, and rows at places."""

from __future__ import annotations

from typing import Any

import numpy as np

import streamrt as srt

from ._families import (
    EVERY,
    FLOATS,
    floats_of_rows,
    numbers_of_rows,
    numbers_to_rows,
    places_in_rows,
)

_ZEROS, _GIVES = "exact; of two zeros it gives either.", "a row with a NaN gives NaN."
_FROM_THERE = "all elements from a NaN on are NaN."

max_rows: srt.Kernel = numbers_of_rows(
    "max_rows", lambda x: x.max(axis=1), _ZEROS, nan=_GIVES, numpy="x.max(axis=1)"
)
"""`y[i]` becomes the largest element of row `i` of `x`.

A transposed view of an array gives the largest elements of its columns, without a copy.
"""

min_rows: srt.Kernel = numbers_of_rows(
    "min_rows", lambda x: x.min(axis=1), _ZEROS, nan=_GIVES, numpy="x.min(axis=1)"
)
"""`y[i]` becomes the least element of row `i` of `x`."""

argmax_rows: srt.Kernel = places_in_rows(
    "argmax_rows",
    lambda x: x.argmax(axis=1),
    "exact.",
    nan="counts as the largest, so the first NaN of a row is found.",
    numpy="x.argmax(axis=1)",
)
"""`y[i]` becomes the column of the largest element of row `i` of `x`, the first of several."""

argmin_rows: srt.Kernel = places_in_rows(
    "argmin_rows",
    lambda x: x.argmin(axis=1),
    "exact.",
    nan="counts as the least, so the first NaN of a row is found.",
    numpy="x.argmin(axis=1)",
)
"""`y[i]` becomes the column of the least element of row `i` of `x`, the first of several."""

mean_rows: srt.Kernel = floats_of_rows(
    "mean_rows",
    lambda x: x.mean(axis=1),
    "of a pairwise sum, the same for every number of workers.",
    nan=_GIVES,
    numpy="x.mean(axis=1)",
)
"""`y[i]` becomes the mean of row `i` of `x`; that of an empty row is NaN."""


cumsum_rows: srt.Kernel = numbers_to_rows(
    "cumsum_rows",
    lambda x: x.cumsum(axis=1, dtype=x.dtype),
    "of sums one by one; of f32, each is rounded to f32. Integers wrap.",
    nan=_FROM_THERE,
    numpy="np.cumsum(x, axis=1, dtype=x.dtype)",
)
"""`y[i, j]` becomes the sum of the elements of row `i` of `x` up to column `j`."""

cumprod_rows: srt.Kernel = numbers_to_rows(
    "cumprod_rows",
    lambda x: x.cumprod(axis=1, dtype=x.dtype),
    "half an ulp for each factor. Integers wrap.",
    nan=_FROM_THERE,
    numpy="np.cumprod(x, axis=1, dtype=x.dtype)",
)
"""`y[i, j]` becomes the product of the elements of row `i` of `x` up to column `j`."""


@srt.kernel("x: T[n, m], out y: T[n]", types=FLOATS)
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


@srt.kernel("x: T[n, m], index: i64[k], out y: T[k, m]", types=EVERY)
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
