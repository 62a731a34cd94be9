"""The element types of kernels, under all the names that the layers have for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

__all__ = ["COMPUTED", "DTYPES", "SPELLINGS", "DType", "from_numpy", "of_code"]


@dataclass(frozen=True, slots=True)
class DType:
    """One element type.

    Attributes:
        name: its name in signatures, such as `f32`.
        numpy: the NumPy dtype, in native byte order.
        llvm: the LLVM type of a value in memory; a bool is one byte, `i8`, and an f16 its bits,
            `i16`, because not every CPU knows what a `half` is (halves.py).
        code: the `struct` code of a value.
        slot: the `struct` codes of an 8-byte argument slot that holds one value.
        itemsize: bytes of one element; also its alignment.
        kind: `f`, `i`, `u` or `b`.
        bounds: the least and the greatest value of an integer or bool type.
    """

    name: str
    numpy: np.dtype[np.generic]
    llvm: str
    code: str
    slot: str
    itemsize: int
    kind: str
    bounds: tuple[int, int]


def _dtype(name: str, numpy_name: str, llvm: str, code: str) -> DType:
    numpy = np.dtype(numpy_name)
    padding = 8 - numpy.itemsize
    slot = f"{code}{padding}x" if padding else code
    bounds = _bounds(numpy.kind, 8 * numpy.itemsize)
    return DType(name, numpy, llvm, code, slot, numpy.itemsize, numpy.kind, bounds)


def _bounds(kind: str, bits: int) -> tuple[int, int]:
    if kind == "b":
        return 0, 1
    if kind == "u":
        return 0, (1 << bits) - 1
    return -(1 << (bits - 1)), (1 << (bits - 1)) - 1


_ALL = (
    _dtype("f16", "float16", "i16", "e"),
    _dtype("f32", "float32", "float", "f"),
    _dtype("f64", "float64", "double", "d"),
    _dtype("i8", "int8", "i8", "b"),
    _dtype("i16", "int16", "i16", "h"),
    _dtype("i32", "int32", "i32", "i"),
    _dtype("i64", "int64", "i64", "q"),
    _dtype("u8", "uint8", "i8", "B"),
    _dtype("u16", "uint16", "i16", "H"),
    _dtype("u32", "uint32", "i32", "I"),
    _dtype("u64", "uint64", "i64", "Q"),
    _dtype("bool", "bool", "i8", "?"),
)

DTYPES: Mapping[str, DType] = MappingProxyType({dtype.name: dtype for dtype in _ALL})
"""Every dtype by its name, in the order in which messages list the dtypes."""

COMPUTED: tuple[str, ...] = tuple([name for name in DTYPES if name != "f16"])
"""The dtypes in which code computes, and which scalars have: f16 is for arrays in memory only."""

SPELLINGS: Mapping[str, str] = MappingProxyType(
    {spelling: dtype.name for dtype in _ALL for spelling in (dtype.name, str(dtype.numpy))}
)
"""The name of a dtype by each text that signatures may have for it: `f32` and `float32`."""

_CODE = re.compile("[biuf][0-9]+")

# Equal NumPy dtypes hash alike whatever their C name (`l` and `q` on Linux), and a byte-swapped
# dtype equals none of these, so it is unknown here, as it should be.
_BY_NUMPY: dict[np.dtype[np.generic], DType] = {dtype.numpy: dtype for dtype in _ALL}


def from_numpy(dtype: np.dtype[np.generic]) -> DType | None:
    """Returns the dtype of kernels that equals a NumPy dtype, or None if kernels have none."""
    return _BY_NUMPY.get(dtype)


def of_code(text: str) -> DType | None:
    """Returns the dtype for which NumPy has this code: a letter and a number of bytes.

    Signatures count bits, as LLVM does, so they have no such codes: `f4` is refused there, and `i8`
    means one byte.
    """
    try:
        return from_numpy(np.dtype(text)) if _CODE.fullmatch(text) else None
    except TypeError:
        return None
