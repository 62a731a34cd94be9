"""batched_matmul: matrix products of many pairs, by the compiler."""

from __future__ import annotations

from typing import Any

import streamrt as srt

from ._families import FLOATS


@srt.kernel("a: T[b, n, k], w: T[b, k, m], out c: T[b, n, m]", types=FLOATS)
def batched_matmul(a: Any, w: Any, c: Any) -> None:
    """`c[i]` becomes the matrix product of `a[i]` and `w[i]`.

    A transposed factor is a view, and is not copied: pass a buffer of `w.transpose(0, 2, 1)`'s
    strides, such as `rt.wrap` gives for a transposed array.

    Args:
        a (T[b, n, k]): any strides; f32 or f64.
        w (T[b, k, m]): any strides.
        c (T[b, n, m]): written; any strides.

    - NaN: as products and sums have it; `0 * inf` is NaN.
    - Errors: none.
    - Accuracy: each sum is within `k` ulp of the sum of the absolute products.
    - NumPy: `a @ w`.
    """
    c[...] = a @ w
