"""Tensors of a file as arrays of NumPy."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from types import MappingProxyType
from typing import Any

import numpy as np

from streamrt._onnx.bounds import check_extents
from streamrt._onnx.dtypes import DTypeOf, dtype_of_number
from streamrt._onnx.external import Externals
from streamrt._onnx.nodes import Array, named
from streamrt.errors import ModuleError

__all__ = ["array_of_tensor"]

_EXTERNAL = 1  # TensorProto.EXTERNAL

# The field that has the elements if they are not raw, and the dtype in which they stand there.
_FIELDS: Mapping[str, tuple[str, str]] = MappingProxyType({
    "float32": ("float_data", "float32"), "float64": ("double_data", "float64"),
    "int64": ("int64_data", "int64"), "uint32": ("uint64_data", "uint64"),
    "uint64": ("uint64_data", "uint64"), "float16": ("int32_data", "uint16"),
})  # fmt: skip


def array_of_tensor(tensor: Any, externals: Externals, what: str) -> Array:
    """Returns a TensorProto as an array, which is read-only.

    Args:
        tensor: the message.
        externals: the files that it may name.
        what: begins messages.

    Raises:
        ModuleError: its type is none of programs, or its data do not fit its shape.
    """
    dtype = dtype_of_number(tensor.data_type, what)
    shape = tuple(tensor.dims)
    check_extents(shape, what)
    if tensor.HasField("segment"):
        raise ModuleError(f"{what}: it is in segments; write it as a whole")
    nbytes = prod(shape) * dtype.itemsize
    if tensor.data_location == _EXTERNAL:
        found = _raw(_external(tensor, externals, nbytes, what), dtype, nbytes, what)
    elif tensor.HasField("raw_data"):
        found = _raw(tensor.raw_data, dtype, nbytes, what)
    else:
        found = _typed(tensor, dtype, prod(shape), what)
    made = found.reshape(shape)
    made.flags.writeable = False
    return made


def _raw(data: bytes, dtype: DTypeOf, nbytes: int, what: str) -> Array:
    """Returns the elements of bytes, which are little-endian."""
    if len(data) != nbytes:
        raise ModuleError(f"{what}: {len(data)} bytes of data; its shape needs {nbytes}")
    if dtype == np.bool_:
        truths: Array = np.frombuffer(data, np.uint8) != 0
        return truths
    return np.frombuffer(data, dtype.newbyteorder("<")).astype(dtype, copy=False)


def _typed(tensor: Any, dtype: DTypeOf, size: int, what: str) -> Array:
    """Returns the elements of the field that a dtype has."""
    field, stored = _FIELDS.get(dtype.name, ("int32_data", "int32"))
    data = getattr(tensor, field)
    if len(data) != size:
        raise ModuleError(f"{what}: {len(data)} elements of data; its shape needs {size}")
    try:
        found = np.array(data, stored)
    except (OverflowError, ValueError) as error:
        raise ModuleError(f"{what}: {error}") from error
    return found.view(dtype) if dtype == np.float16 else found.astype(dtype)


def _external(tensor: Any, externals: Externals, nbytes: int, what: str) -> bytes:
    """Returns the bytes of a tensor in another file."""
    entries = {entry.key: entry.value for entry in tensor.external_data}
    location = entries.get("location")
    if not location:
        raise ModuleError(f"{what}: its data are in another file, which it does not name")
    numbers = {"offset": 0, "length": nbytes}
    for key in numbers:
        text = entries.get(key)
        if text is not None:
            if not (text.isascii() and text.isdigit() and len(text) < 20):
                raise ModuleError(f"{what}: its {key} is {named(text)}; it is a number of bytes")
            numbers[key] = int(text)
    if numbers["length"] != nbytes:
        raise ModuleError(f"{what}: {numbers['length']} bytes of data; its shape needs {nbytes}")
    return externals.read(location, numbers["offset"], nbytes, what)
