"""The elements of arrays: which dtypes they have, and one of them as `fill` takes it."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._compile.signatures.layout import Layout
from streamrt._core.values import shown
from streamrt._interrupts import BAD_VALUE
from streamrt._refusals import refusing
from streamrt.errors import ArgumentError, ArgumentTypeError

__all__ = ["check_elements", "element_bits", "element_dtype"]


@refusing
def element_dtype(dtype: object, what: str) -> np.dtype[Any]:
    """Returns the dtype of an array's elements, as users write it.

    NumPy's meaning of a text comes first, so `i8` has 8 bytes here and 8 bits in a signature. The
    names of signatures that mean nothing to NumPy, such as `f32`, are taken as well.

    Raises:
        ArgumentTypeError: neither NumPy nor signatures have such a dtype.
        ArgumentError: elements cannot have it.
    """
    try:
        wanted: np.dtype[Any] = np.dtype(cast("Any", dtype))
    except BAD_VALUE as error:
        if not (isinstance(dtype, str) and dtype in DTYPES):
            raise ArgumentTypeError(
                f"{what}: the dtype is {shown(dtype)}: {error}; pass one of NumPy's, such as "
                "float32, or one of a signature's, such as f32"
            ) from error
        wanted = DTYPES[dtype].numpy
    check_elements(wanted, what)
    if wanted.subdtype is not None:
        raise ArgumentError(f"{what}: the dtype is {wanted}; put its extents into the shape")
    if not wanted.isnative:
        raise ArgumentError(f"{what}: the dtype is {wanted}; buffers have native byte order")
    return wanted


def check_elements(dtype: np.dtype[Any], what: str) -> None:
    """Refuses dtypes whose elements are not plain bytes.

    Raises:
        ArgumentError: for objects, and for elements of no bytes.
    """
    if dtype.hasobject:
        raise ArgumentError(f"{what}: the dtype is {dtype}; buffers hold plain values, not objects")
    if not dtype.itemsize:
        raise ArgumentError(f"{what}: the dtype is {dtype!r}; elements have at least one byte")


@refusing
def element_bits(value: object, layout: Layout, what: object) -> int:
    """Returns the bytes of a value, as an element of a layout, as an integer.

    Raises:
        ArgumentError: if it does not convert, or elements have more than 8 bytes.
    """
    element = _element(value, layout, what)
    if layout.itemsize > 8:
        raise ArgumentError(f"{what}: dst is {layout}; elements of up to 8 bytes can be filled")
    return int.from_bytes(element.tobytes(), "little")


def _element(value: object, layout: Layout, what: object) -> np.ndarray[Any, Any]:
    """Returns a value as an element of a layout, equal to the value up to the rounding of floats.

    Raises:
        ArgumentError: if it does not convert.
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
    except BAD_VALUE as error:
        raise ArgumentError(
            f"{what}: the value is {shown(value)}, dst is {layout}; {error}"
        ) from error
    return element
