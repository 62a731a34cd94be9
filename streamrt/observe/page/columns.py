"""Columns of numbers as a page holds them: the smallest type that fits, in base64."""

from __future__ import annotations

from base64 import b64encode
from typing import Any, TypeAlias

import numpy as np

Numbers: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
Column: TypeAlias = dict[str, object]

TYPES = ("u1", "u2", "i4", "u4")  # those that are tried, in this order; else f8, exact to 2**53


def column(numbers: Numbers) -> Column:
    """Returns a column that `column` in trace.js reads: its type and base64, or its one value."""
    if not len(numbers):
        return {"same": 0, "count": 0}
    least, most = numbers.min(), numbers.max()
    if least == most:
        return {"same": least.item(), "count": len(numbers)}
    kind = "f8"
    if numbers.dtype.kind in "iu":
        fits = (t for t in TYPES if np.iinfo(t).min <= least and most <= np.iinfo(t).max)
        kind = next(fits, kind)
    encoded = b64encode(numbers.astype(f"<{kind}").tobytes()).decode("ascii")
    return {"type": kind, "base64": encoded}
