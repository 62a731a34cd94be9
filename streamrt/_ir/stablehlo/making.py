"""Maker: a builder of programs with the words that StableHLO's operations need.

Programs compute nothing in f16: `apply` casts to f32, and rounds the result to f16.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.interpret import interpret
from streamrt._ir.ops import BY_NAME, computes
from streamrt._ir.program import Attributes, Builder, Program, Shape, Value

__all__ = ["Maker", "strides", "unsigned"]

_MOST_LOOKED_AT = 64
"""The values that `known` looks through."""


def unsigned(dtype: str) -> str:
    """Returns the unsigned integers of as many bits as the integers of a dtype."""
    return "u" + dtype[1:]


def strides(steps: Shape, shape: Shape) -> Shape:
    """Returns the steps along each axis: 1 where none is made, so equal slices are equal."""
    return tuple([step if n > 1 else 1 for step, n in zip(steps, shape, strict=True)])


class Maker:
    """Makes values.

    Attributes:
        builder: what keeps them.
        bits: the stand-ins for the bits of floats as integers, which programs lack: of each the
            floats, and the token at which it was made. Who asks for the sign bit alone finds it.
    """

    def __init__(self, builder: Builder) -> None:
        self.builder: Builder = builder
        self.bits: dict[Value, tuple[Value, int]] = {}

    def apply(self, name: str, *operands: Value, attributes: Attributes = ()) -> Value:
        """Returns the value of an operation of programs, which is no cast; of f16 by f32."""
        op = BY_NAME[name]
        wide = operands
        if computes(op) or name in _NOT_OF_HALVES:
            wide = tuple([self.wide(value) for value in operands])
        made = self.builder.apply(op, *wide, attributes=attributes)
        is_half = operands[-1].dtype.name == "f16" and made.dtype.name == "f32"
        return self.cast(made, "f16") if is_half else made

    def cast(self, value: Value, dtype: str) -> Value:
        """Returns a value as NumPy's astype does, by rule 3 of ops.py."""
        same = value.dtype.name == dtype
        return value if same else self.builder.apply("cast", value, dtype=dtype)

    def wide(self, value: Value) -> Value:
        """Returns a value in a dtype that programs compute in: f32 for f16, else its own."""
        return self.cast(value, "f32") if value.dtype.name == "f16" else value

    def like(self, number: Any, value: Value) -> Value:
        """Returns a number as an array with the dtype and the shape of a value."""
        return self.builder.full(number, value.dtype.name, value.shape)

    def sign_bit(self, bits: Value) -> Value | None:
        """Returns where floats whose bits these are have the sign bit; None for other integers."""
        return self.apply("signbit", self.wide(self.bits[bits][0])) if bits in self.bits else None

    # -- shapes ------------------------------------------------------------------------------------

    def reshape(self, value: Value, shape: Shape) -> Value:
        """Returns the same elements, in C order, in another shape."""
        same = value.shape == shape
        return value if same else self.builder.apply("reshape", value, attributes=(shape,))

    def transpose(self, value: Value, axes: Shape) -> Value:
        """Returns a value with its axes in another order, as np.transpose does."""
        same = axes == tuple(range(len(axes)))
        return value if same else self.builder.apply("transpose", value, attributes=(axes,))

    def broadcast(self, value: Value, shape: Shape) -> Value:
        """Returns a value in a shape to which NumPy would broadcast it."""
        same = value.shape == shape
        return value if same else self.builder.apply("broadcast", value, attributes=(shape,))

    def into(self, value: Value, dimensions: Shape, shape: Shape) -> Value:
        """Returns a value of which axis `k` becomes axis `dimensions[k]` of a shape."""
        order = tuple(sorted(range(len(dimensions)), key=dimensions.__getitem__))
        extents = [1] * len(shape)
        for axis, extent in zip(dimensions, value.shape, strict=True):
            extents[axis] = extent
        return self.broadcast(self.reshape(self.transpose(value, order), tuple(extents)), shape)

    def slice(self, value: Value, starts: Shape, steps: Shape, shape: Shape) -> Value:
        """Returns a part; starts and steps are along each axis, and steps may be negative."""
        steps = strides(steps, shape)
        if value.shape == shape and all(step == 1 for step in steps):
            return value
        return self.builder.apply("slice", value, attributes=(starts, steps, shape))

    def along(self, value: Value, axis: int, start: int, count: int) -> Value:
        """Returns `count` elements along one axis, from `start` on."""
        rank = len(value.shape)
        starts = tuple([start if each == axis else 0 for each in range(rank)])
        shape = tuple([count if k == axis else extent for k, extent in enumerate(value.shape)])
        return self.slice(value, starts, (1,) * rank, shape)

    def reverse(self, value: Value, axes: Shape) -> Value:
        """Returns a value with the order along some axes turned round."""
        starts = [n - 1 if axis in axes else 0 for axis, n in enumerate(value.shape)]
        steps = [-1 if axis in axes else 1 for axis in range(len(value.shape))]
        return self.slice(value, tuple(starts), tuple(steps), value.shape)

    def counting(self, shape: Shape, axis: int) -> Value:
        """Returns an i64 array that holds the index along one axis."""
        return self.builder.iota(shape, axis)

    # -- indexes, and what is known ----------------------------------------------------------------

    def clamped(self, index: Value, most: int) -> Value:
        """Returns an index as i64, which is at least 0 and at most `most`."""
        if index.dtype.kind == "u":
            if most < index.dtype.bounds[1]:  # before the cast, by which a large u64 is negative
                index = self.apply("minimum", index, self.like(most, index))
            return self.cast(index, "i64")
        index = self.cast(index, "i64")
        index = self.apply("maximum", index, self.like(0, index))
        return self.apply("minimum", index, self.like(most, index))

    def known(self, value: Value) -> Any:
        """Returns the number that a value without dimensions always is; None if it depends.

        Only what some dozens of operations make of single numbers is found.
        """
        seen, stack = {value}, [value]
        while stack:
            for each in (last := stack.pop()).operands:
                if each not in seen:
                    seen.add(each)
                    stack.append(each)
            is_number = last.op.is_elementwise or last.op.name == "constant"
            is_view = last.op.name in ("reshape", "broadcast", "transpose", "slice")
            if last.size != 1 or not (is_number or is_view) or len(seen) > _MOST_LOOKED_AT:
                return None
        (found,) = interpret(Program((), (value,)), [])
        return found.item()

    def has(self, value: Value, number: Any) -> bool:
        """Returns whether each element of a value is a known number, or NaN."""
        while value.op.name in ("broadcast", "reshape"):
            (value,) = value.operands
        found = None if value.shape else self.known(value)
        wanted = np.asarray(number, DTYPES[value.dtype.name].numpy).item()
        return found is not None and bool(found == wanted)


_NOT_OF_HALVES = ("cumsum", "cumprod", "cummax", "cummin")
"""Operations with kernels of their own that take no f16."""
