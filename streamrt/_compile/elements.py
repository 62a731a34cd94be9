"""One element of an array, as `fill` takes it."""

from __future__ import annotations

from typing import Any

import numpy as np

from streamrt._compile.layout import Layout
from streamrt.errors import ArgumentError

__all__ = ["element_of"]


def element_of(value: object, layout: Layout, what: str) -> np.ndarray[Any, Any]:
    """A value as an element of a layout: equal to it, up to rounding of floats.

    Raises:
        ArgumentError: it does not convert.
    """
    try:
        if isinstance(getattr(value, "_layout", None), Layout):
            raise TypeError("a buffer is no value; use copy")
        given = np.array(value)
        if given.shape:
            raise ValueError(f"its shape is {given.shape}; pass one element")
        kinds = given.dtype.kind + layout.dtype.kind
        casting: Any = "unsafe" if set(kinds) <= set("biuf") else "same_kind"
        with np.errstate(all="raise", under="ignore"):
            element = given.astype(layout.dtype, casting=casting)
        if layout.dtype.kind in "biu" and element != given:
            raise ValueError("it does not fit")
    except (TypeError, ValueError, ArithmeticError) as error:
        raise ArgumentError(f"{what}: the value is {value!r}, dst is {layout}; {error}") from error
    return element
