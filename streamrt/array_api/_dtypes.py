"""The dtypes of the namespace, which are NumPy's, and what the standard asks of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from streamrt._core.values import shown
from streamrt._interrupts import BAD_VALUE
from streamrt._jit.tracing.recording import is_any
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt.array_api._public import public
from streamrt.errors import ArgumentTypeError

__all__ = [
    "DTYPES", "Dtype", "can_cast", "checked_dtype", "dtype_of", "finfo", "iinfo", "isdtype",
    "known_dtype", "result_type",
]  # fmt: skip

Dtype: TypeAlias = "np.dtype[Any]"

_NAMES = (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
    "float32", "float64", "complex64", "complex128",
)  # fmt: skip

DTYPES: dict[str, Dtype] = {name: np.dtype(name) for name in _NAMES}
"""Every dtype of arrays by its name."""

_KNOWN = frozenset(DTYPES.values())

_KINDS: dict[str, str] = {
    "bool": "b",
    "signed integer": "i",
    "unsigned integer": "u",
    "integral": "iu",
    "real floating": "f",
    "complex floating": "c",
    "numeric": "iufc",
}


def checked_dtype(dtype: object, what: str) -> Dtype:
    """Returns a dtype as the user wrote it.

    Raises:
        ArgumentTypeError: arrays have no such dtype.
    """
    try:
        found: Dtype = np.dtype(dtype)  # type: ignore[call-overload]
    except BAD_VALUE as error:
        raise ArgumentTypeError(f"{what}: the dtype is {shown(dtype)}: {error}") from error
    return known_dtype(found, what)


def known_dtype(dtype: Dtype, what: str) -> Dtype:
    """Returns a dtype of NumPy's, in native byte order, if arrays may have it.

    Raises:
        ArgumentTypeError: arrays have no such dtype.
    """
    found = dtype.newbyteorder("=")
    if found not in _KNOWN:
        raise ArgumentTypeError(f"{what}: the dtype is {dtype}; arrays have {', '.join(DTYPES)}")
    return found


def dtype_of(thing: Any) -> Any:
    """Returns the dtype of an array; a dtype or a number as it is."""
    return thing.buffer.dtype if isinstance(thing, Wrapped) else thing


# -- functions of the namespace -------------------------------------------------------------------


@public
def result_type(*arrays_and_dtypes: Any) -> Dtype:
    """Returns the dtype to which arrays, dtypes and Python's numbers are promoted.

    Raises:
        ArgumentTypeError: there are no arrays and no dtypes, or no dtype holds all.
    """
    given = [dtype_of(each) for each in arrays_and_dtypes]
    if all(isinstance(each, bool | int | float | complex) for each in given):
        raise ArgumentTypeError("result_type: pass at least one array or dtype")
    try:
        return known_dtype(np.result_type(*given), "result_type")
    except TypeError as error:
        said = str(error) or type(error).__name__  # which a list of the user's own may raise
        raise ArgumentTypeError(f"result_type: {said}") from error


@public
def can_cast(from_: Any, to: object, /) -> bool:
    """Returns whether a cast between two dtypes follows the rules of promotion.

    Args:
        from_: an array or a dtype.
        to: a dtype.
    """
    source = checked_dtype(dtype_of(from_), "can_cast")
    return bool(np.can_cast(source, checked_dtype(to, "can_cast")))


@public
def isdtype(dtype: object, kind: Any) -> bool:
    """Returns whether a dtype is of a kind.

    Args:
        dtype: the dtype.
        kind: a dtype; `bool`, `signed integer`, `unsigned integer`, `integral`, `real floating`,
            `complex floating` or `numeric`; or a tuple of such.
    """
    found = checked_dtype(dtype, "isdtype")
    if is_any(kind, tuple):
        return any(isdtype(found, each) for each in kind)
    if isinstance(kind, str):
        if kind not in _KINDS:
            raise ArgumentTypeError(
                f"isdtype: found {shown(kind)}; the kinds are {', '.join(_KINDS)}"
            )
        return found.kind in _KINDS[kind]
    return found == checked_dtype(kind, "isdtype")


@dataclass(frozen=True, slots=True)
class FloatInfo:
    """Limits of a floating-point dtype.

    Attributes:
        bits: the bits of a number; of a complex one, those of its real part.
        eps: the distance from 1.0 to the next larger number.
        max: the largest number.
        min: the least number, which is negative.
        smallest_normal: the smallest positive number with a whole significand.
        dtype: the dtype; of a complex one, that of its real part.
    """

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: Dtype


@dataclass(frozen=True, slots=True)
class IntegerInfo:
    """Limits of an integer dtype.

    Attributes:
        bits: the bits of a number.
        max: the largest number.
        min: the least number.
        dtype: the dtype.
    """

    bits: int
    max: int
    min: int
    dtype: Dtype


@public
def finfo(type: Any, /) -> FloatInfo:  # noqa: A002
    """Returns the limits of a floating-point dtype, or of an array's."""
    dtype = checked_dtype(dtype_of(type), "finfo")
    if dtype.kind not in "fc":
        raise ArgumentTypeError(f"finfo: the dtype is {dtype}; pass a floating-point one")
    found: Any = np.finfo(dtype)
    return FloatInfo(
        int(found.bits),
        float(found.eps),
        float(found.max),
        float(found.min),
        float(found.smallest_normal),
        np.dtype(found.dtype),
    )


@public
def iinfo(type: Any, /) -> IntegerInfo:  # noqa: A002
    """Returns the limits of an integer dtype, or of an array's."""
    dtype = checked_dtype(dtype_of(type), "iinfo")
    if dtype.kind not in "iu":
        raise ArgumentTypeError(f"iinfo: the dtype is {dtype}; pass an integer one")
    found = np.iinfo(dtype)
    return IntegerInfo(int(found.bits), int(found.max), int(found.min), dtype)
