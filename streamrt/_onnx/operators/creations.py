"""Operators that make arrays of numbers."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import numpy as np

from streamrt._onnx.bounds import check_extents
from streamrt._onnx.dtypes import dtype_of_number
from streamrt._onnx.operators.given import MOST_COUNTED, Given, Rule, Rules, filled
from streamrt.errors import ModuleError

__all__ = ["RULES", "constant_of"]

_CONSTANTS = {
    "value_float": np.float32, "value_floats": np.float32,
    "value_int": np.int64, "value_ints": np.int64,
}  # fmt: skip


def constant_of(given: Given) -> Any:
    """Returns the array of a node Constant.

    Raises:
        ModuleError: it has none, or one that is not read.
    """
    attributes = given.node.attributes
    if len(attributes) != 1:
        raise ModuleError(f"{len(attributes)} values; a constant has one")
    ((name, value),) = attributes.items()
    if name == "value":
        return value
    if name not in _CONSTANTS:
        raise ModuleError(f"constants of {name} are not read")
    return np.asarray(value, _CONSTANTS[name])


def _filled(given: Given) -> Any:
    value = given.attribute("value", np.zeros(1, np.float32))
    if value.size != 1:
        raise ModuleError(f"a value of {value.size} elements; it has one")
    return filled(given.integers(0) or (), value, "the result")


def _range(given: Given) -> Any:
    start, limit, step = (np.asarray(given[place]).reshape(()) for place in range(3))
    if not step:
        raise ModuleError("the step is 0")
    count = np.ceil((float(limit) - float(start)) / float(step))
    if not count <= MOST_COUNTED:  # also if it is NaN
        raise ModuleError(f"{count} elements; at most {MOST_COUNTED} are made")
    numbers = np.arange(max(int(count), 0)).astype(start.dtype)
    return (start + numbers * step).astype(start.dtype)


def _eye(given: Given) -> Any:
    x, number = given[0], given.attribute("dtype")
    dtype = x.dtype if number is None else dtype_of_number(number, "dtype")
    if x.ndim != 2:
        raise ModuleError(f"an array of {x.ndim} dimensions; it has two")
    check_extents(x.shape, "the result", MOST_COUNTED)
    rows, columns = x.shape
    return np.eye(rows, columns, given.attribute("k", 0)).astype(dtype)


RULES: Rules = MappingProxyType({
    "Constant": Rule(constant_of), "ConstantOfShape": Rule(_filled, (0,)),
    "Range": Rule(_range, (0, 1, 2)), "EyeLike": Rule(_eye),
})  # fmt: skip
"""The rules of these operators."""
