"""The types of elements: the numbers that ONNX has for them, and NumPy's dtypes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np

from streamrt.errors import ModuleError

__all__ = ["DTypeOf", "dtype_of_number"]

DTypeOf: TypeAlias = "np.dtype[Any]"

# TensorProto.DataType in onnx.proto. The data of each type stand in its field if they are not raw.
_READ: Mapping[int, str] = MappingProxyType({
    1: "float32", 2: "uint8", 3: "int8", 4: "uint16", 5: "int16", 6: "int32", 7: "int64",
    9: "bool", 10: "float16", 11: "float64", 12: "uint32", 13: "uint64",
})  # fmt: skip
_REFUSED: Mapping[int, str] = MappingProxyType({
    0: "undefined", 8: "string", 14: "complex64", 15: "complex128", 16: "bfloat16",
    17: "float8e4m3fn", 18: "float8e4m3fnuz", 19: "float8e5m2", 20: "float8e5m2fnuz", 21: "uint4",
    22: "int4", 23: "float4e2m1", 24: "float8e8m0", 25: "uint2", 26: "int2",
})  # fmt: skip


def dtype_of_number(number: int, what: str) -> DTypeOf:
    """Returns the dtype of NumPy for a number of TensorProto.DataType.

    Args:
        number: the number.
        what: begins the message.

    Raises:
        ModuleError: programs have no such dtype.
    """
    found = _READ.get(number)
    if found is None:
        name = _REFUSED.get(number, f"type {number}")
        raise ModuleError(f"{what}: {name} elements; those of {', '.join(_READ.values())} are read")
    return np.dtype(found)
