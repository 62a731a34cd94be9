"""Products of matrices and vectors, which run as matrix products of the compiler."""

from __future__ import annotations

from typing import Any

import numpy as np

from streamrt.array_api._array import Array
from streamrt.array_api._functions import native
from streamrt.array_api._public import public
from streamrt.errors import ArgumentError

__all__ = ["matmul", "tensordot", "vecdot"]


@native()
def matmul(x1: Any, x2: Any, /) -> Any:
    """Returns matrix products; a vector counts as a row at the left, and a column at the right.

    Args:
        x1: `(..., n, k)`, or `(k,)`.
        x2: `(..., k, m)`, or `(k,)`.
    """
    return np.matmul(x1, x2)


@native()
def _tensordot(x1: Any, x2: Any, /, *, axes: Any) -> Any:
    return np.tensordot(x1, x2, axes)


@public
def tensordot(x1: Any, x2: Any, /, *, axes: Any = 2) -> Array:
    """Returns sums of products over some axes of each array.

    Args:
        x1: an array.
        x2: an array.
        axes: the number of axes, the last ones of `x1` and the first ones of `x2`; or two sequences
            of axes, which belong together in pairs.
    """
    pairs = axes if isinstance(axes, int) else tuple(tuple(each) for each in axes)
    return _tensordot(x1, x2, axes=pairs)


@native()
def _vecdot(x1: Any, x2: Any, /, *, axis: int) -> Any:
    if np.ndarray in (type(x1), type(x2)):  # complex ones, which the host computes
        return np.vecdot(x1, x2, axis=axis)  # type: ignore[call-overload]
    one, other = np.moveaxis(x1, axis, -1), np.moveaxis(x2, axis, -1)
    if one.shape[-1] != other.shape[-1]:
        raise ArgumentError(
            f"vecdot: the vectors have {one.shape[-1]} and {other.shape[-1]} elements; only the "
            "other axes are broadcast"
        )
    product = one * other
    return np.sum(product, axis=-1, dtype=product.dtype)


@public
def vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Array:
    """Returns the dot products of vectors along an axis; `x1` is conjugated.

    Args:
        x1: an array.
        x2: an array with the same extent along the axis.
        axis: the axis, counted from the last one: negative.
    """
    return _vecdot(x1, x2, axis=axis)
