"""Tensors as MLIR: their types, their numbers, and the forms of operations on whole ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from streamrt._compile.signatures.dtypes import DType
from streamrt._ir.program import Shape


def element_type(dtype: DType) -> str:
    """Returns the MLIR type of an element: `f32`, `i8` for i8 and u8, `i1` for bool."""
    if dtype.kind == "b":
        return "i1"
    return dtype.name.replace("u", "i")


def tensor_type(element: str, shape: Shape) -> str:
    """Returns the MLIR type of a tensor: `tensor<4x8xf32>`."""
    return f"tensor<{''.join(f'{extent}x' for extent in shape)}{element}>"


def number(found: object, dtype: DType) -> str:
    """Returns an element as MLIR spells it, exactly."""
    if dtype.kind == "b":
        return "true" if found else "false"
    if dtype.kind != "f":
        return str(int(str(found)))
    array = np.asarray(found, dtype.numpy)
    if not np.isfinite(array):
        return f"0x{int(array.view(f'u{dtype.itemsize}')):0{2 * dtype.itemsize}X}"
    mantissa, _, exponent = str(array[()]).partition("e")  # the shortest text that reads back so
    mantissa = mantissa if "." in mantissa else f"{mantissa}.0"
    return f"{mantissa}e{exponent}" if exponent else mantissa


@dataclass(frozen=True, slots=True)
class Elements:
    """Writes operations on tensors of one shape.

    Attributes:
        emit: appends an operation, and returns the name of its result.
        shape: the shape.
    """

    emit: Callable[[str], str]
    shape: Shape

    def do(self, op: str, element: str, *operands: str) -> str:
        """Returns an operation whose operands and result have one type."""
        return self.emit(f"{op} {', '.join(operands)} : {self.type(element)}")

    def type(self, element: str) -> str:
        """Returns the type of a tensor of these elements."""
        return tensor_type(element, self.shape)

    def full(self, text: str, element: str) -> str:
        """Returns a number repeated."""
        return self.emit(f"arith.constant dense<{text}> : {self.type(element)}")

    def convert(self, op: str, operand: str, source: str, to: str) -> str:
        """Returns a conversion."""
        return self.emit(f"{op} {operand} : {self.type(source)} to {self.type(to)}")

    def compare(self, predicate: str, element: str, left: str, right: str) -> str:
        """Returns a comparison; the predicate is as arith.cmpf or arith.cmpi has it."""
        op = "arith.cmpf" if element.startswith("f") else "arith.cmpi"
        return self.emit(f"{op} {predicate}, {left}, {right} : {self.type(element)}")

    def select(self, element: str, condition: str, yes: str, no: str) -> str:
        """Returns a choice for each element."""
        types = f"{self.type('i1')}, {self.type(element)}"
        return self.emit(f"arith.select {condition}, {yes}, {no} : {types}")
