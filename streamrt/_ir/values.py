"""Values: what programs consist of."""

from __future__ import annotations

from math import prod
from typing import Any, TypeAlias

import numpy as np

from streamrt._compile.signatures.dtypes import DType
from streamrt._ir.ops import Op

__all__ = ["Attributes", "Shape", "Value"]

Shape: TypeAlias = tuple[int, ...]
Attributes: TypeAlias = tuple[Any, ...]


class Value:
    """One value of a program: an array with a dtype and a shape.

    Attributes:
        op: the operation that makes it.
        operands: the values that it is made of.
        attributes: the rest of what the operation takes, as ops.py lists it. A parameter has its
            number and whether it is a scalar argument; a constant has its bytes in C order. An
            inner value has a number of its own, and its name in messages.
        dtype: the dtype of its elements.
        shape: its extents.
        number: its place in the order in which the builder made the values; operands come first.
        site: the place in the user's source that made it first, as `file:line in function`; not
            part of its identity.
    """

    __slots__ = ("attributes", "dtype", "number", "op", "operands", "shape", "site")

    def __init__(
        self,
        op: Op,
        operands: tuple[Value, ...],
        attributes: Attributes,
        dtype: DType,
        shape: Shape,
        number: int,
        site: str,
    ) -> None:
        self.op: Op = op
        self.operands: tuple[Value, ...] = operands
        self.attributes: Attributes = attributes
        self.dtype: DType = dtype
        self.shape: Shape = shape
        self.number: int = number
        self.site: str = site

    @property
    def size(self) -> int:
        """The number of its elements."""
        return prod(self.shape)

    @property
    def array(self) -> np.ndarray[Any, Any]:
        """The elements of a constant; read-only."""
        (data,) = self.attributes
        return np.frombuffer(data, self.dtype.numpy).reshape(self.shape)

    def __str__(self) -> str:
        return f"{self.dtype.name}[{', '.join(map(str, self.shape))}]"

    def __repr__(self) -> str:
        return f"<Value {self.number}: {self} = {self.op}>"
