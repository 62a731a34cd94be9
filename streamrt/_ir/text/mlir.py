"""A program as MLIR text, in the dialects func, tensor, linalg, arith and math.

Each value is one tensor of a static shape, each elementwise operation is one of whole tensors.
`mlir-opt` and other tools read the text; the semantics are those of ops.py. A parameter that is
passed by value is a plain number there. Reductions and products say what is added, not in which
order. Operations of the group `call` have no standard form there, and are refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from streamrt._compile.signatures.dtypes import DType
from streamrt._ir.passes.rewriter import uniform
from streamrt._ir.program import Program, Shape, Value
from streamrt._ir.text.mlir_elements import spell_elements
from streamrt._ir.text.mlir_tensors import element_type, number, tensor_type
from streamrt.errors import CompileError

__all__ = ["spell_mlir"]

_LISTED = 64
"""The bytes of the largest constant that is listed element by element, and not as hexadecimals."""


def spell_mlir(program: Program, name: str = "program") -> str:
    """Returns a program as the text of an MLIR module with one function.

    Args:
        program: the program.
        name: the name of the function; what is no letter, digit or `_` in it becomes `_`.

    Raises:
        CompileError: the standard dialects have no such operation.
    """
    function = "".join(each if each.isascii() and each.isalnum() else "_" for each in name)
    return "\n".join(["module {", *_Writer(program, function or "_").lines, "}", ""])


class _Writer:
    """Writes one function, value by value."""

    def __init__(self, program: Program, name: str) -> None:
        self.body: list[str] = []
        self._made = 0
        names = dict[int, str]()
        heads = list[str]()
        for place, value in enumerate(program.parameters):
            is_number = value.attributes[1]
            kind = element_type(value.dtype) if is_number else _type(value)
            heads.append(f"%x{place}: {kind}")
            names[id(value)] = f"%x{place}"
            if is_number:
                made = self.emit(f"tensor.from_elements %x{place} : {_type(value)}")
                names[id(value)] = made
        for value in program.values():
            if id(value) not in names:
                names[id(value)] = self._value(value, [names[id(x)] for x in value.operands])
        types = ", ".join(map(_type, program.results))
        results = ", ".join(names[id(result)] for result in program.results)
        returned = f"return {results} : {types}" if program.results else "return"
        self.lines = [
            f"  func.func @{name}({', '.join(heads)}) -> ({types}) {{",
            *self.body,
            f"    {returned}",
            "  }",
        ]

    def emit(self, text: str) -> str:
        """Appends an operation; returns the name of its result."""
        self._made += 1
        made = f"%{self._made}"
        self.body.append(f"    {made} = {text}")
        return made

    def _value(self, value: Value, operands: list[str]) -> str:
        scalar = uniform(value)
        if scalar is not None:
            return self._full(number(scalar.array[()], value.dtype), value.dtype, value.shape)
        if value.size == 0:
            return self._empty(_type(value))  # tensor has no slices of nothing
        if value.op.is_elementwise:
            return spell_elements(self.emit, value, operands)
        if value.op.group == "call":
            raise CompileError(
                f"write a program as MLIR: it has {value.op}, for which the dialects func, tensor, "
                "linalg, arith and math have no operation; compute it outside of the function"
            )
        if value.op.group == "reduce":
            return self._reduce(value, operands[0])
        return getattr(self, f"_{value.op.name}")(value, *operands)  # type: ignore[no-any-return]

    # -- pieces ------------------------------------------------------------------------------------

    def _full(self, text: str, dtype: DType, shape: Shape) -> str:
        kind = tensor_type(element_type(dtype), shape)
        return self.emit(f"arith.constant dense<{text}> : {kind}")

    def _empty(self, kind: str) -> str:
        return self.emit(f"tensor.empty() : {kind}")

    def _reshaped(self, x: str, dtype: DType, shape: Shape, to: Shape) -> str:
        """Emits a reshape, by way of one axis."""
        element = element_type(dtype)
        if shape == to:
            return x
        flat = (prod(shape),) if shape and to else ()
        if len(shape) > 1 or (shape and not to):
            kinds = f"{tensor_type(element, shape)} into {tensor_type(element, flat)}"
            x = self.emit(f"tensor.collapse_shape {x} {_groups(shape, flat)} : {kinds}")
        if len(to) > 1 or (to and not shape):
            kinds = f"{tensor_type(element, flat)} into {tensor_type(element, to)}"
            extents = f"output_shape {list(to)}"
            x = self.emit(f"tensor.expand_shape {x} {_groups(to, flat)} {extents} : {kinds}")
        return x

    def _generated(self, element: str, shape: Shape, lines: Sequence[str]) -> str:
        """Emits a tensor whose elements a block computes from its indexes, %i0, %i1, ..."""
        kind = tensor_type(element, shape)
        out = self._empty(kind)
        axes = ", ".join(f"d{axis}" for axis in range(len(shape)))
        kinds = ", ".join(['"parallel"'] * len(shape))
        made = self.emit(
            f"linalg.generic {{indexing_maps = [affine_map<({axes}) -> ({axes})>], "
            f"iterator_types = [{kinds}]}} outs({out} : {kind}) {{"
        )
        self.body.append(f"    ^bb0(%o: {element}):")
        for axis in range(len(shape)):
            self.body.append(f"      %i{axis} = linalg.index {axis} : index")
        self.body += [*(f"      {line}" for line in lines), f"    }} -> {kind}"]
        return made

    def _flipped(self, x: str, dtype: DType, shape: Shape, axes: Sequence[int]) -> str:
        """Emits a tensor with the elements of some axes in the opposite order."""
        if not axes:
            return x
        element, lines = element_type(dtype), list[str]()
        for axis in axes:
            lines.append(f"%c{axis} = arith.constant {shape[axis] - 1} : index")
            lines.append(f"%j{axis} = arith.subi %c{axis}, %i{axis} : index")
        at = ", ".join(f"%j{axis}" if axis in axes else f"%i{axis}" for axis in range(len(shape)))
        lines.append(f"%e = tensor.extract {x}[{at}] : {tensor_type(element, shape)}")
        lines.append(f"linalg.yield %e : {element}")
        return self._generated(element, shape, lines)

    # -- operations --------------------------------------------------------------------------------

    def _constant(self, value: Value) -> str:
        data: bytes = value.attributes[0]
        if len(data) > _LISTED and value.dtype.kind != "b":
            text = f'"0x{data.hex().upper()}"'
        else:
            text = _listed(value.array, value.dtype)
        return self._full(text, value.dtype, value.shape)

    def _iota(self, value: Value) -> str:
        axis = value.attributes[1]
        lines = [f"%e = arith.index_cast %i{axis} : index to i64", "linalg.yield %e : i64"]
        return self._generated("i64", value.shape, lines)

    def _reshape(self, value: Value, x: str) -> str:
        return self._reshaped(x, value.dtype, value.operands[0].shape, value.shape)

    def _transpose(self, value: Value, x: str) -> str:
        if list(value.attributes[0]) == sorted(value.attributes[0]):
            return x  # some releases of MLIR crash at a transpose without axes
        out = self._empty(_type(value))
        given = f"ins({x} : {_type(value.operands[0])}) outs({out} : {_type(value)})"
        return self.emit(f"linalg.transpose {given} permutation = {list(value.attributes[0])}")

    def _broadcast(self, value: Value, x: str) -> str:
        (operand,), to = value.operands, value.shape
        front = len(to) - len(operand.shape)
        kept = [k for k in range(front, len(to)) if operand.shape[k - front] == to[k]]
        added = [k for k in range(len(to)) if k not in kept]
        if not added:
            return x
        shape = tuple(to[k] for k in kept)
        x = self._reshaped(x, value.dtype, operand.shape, shape)
        out = self._empty(_type(value))
        kind = tensor_type(element_type(value.dtype), shape)
        given = f"ins({x} : {kind}) outs({out} : {_type(value)})"
        return self.emit(f"linalg.broadcast {given} dimensions = {added}")

    def _slice(self, value: Value, x: str) -> str:
        starts, steps, shape = value.attributes
        walks, axes = _ascending(starts, steps, shape)
        kinds = f"{_type(value.operands[0])} to {_type(value)}"
        found = self.emit(f"tensor.extract_slice {x}{walks} : {kinds}")
        return self._flipped(found, value.dtype, shape, axes)

    def _update(self, value: Value, x: str, piece: str) -> str:
        shape = value.operands[1].shape
        if prod(shape) == 0:
            return x
        walks, axes = _ascending(value.attributes[0], value.attributes[1], shape)
        piece = self._flipped(piece, value.dtype, shape, axes)
        kinds = f"{_type(value.operands[1])} into {_type(value)}"
        return self.emit(f"tensor.insert_slice {piece} into {x}{walks} : {kinds}")

    def _concatenate(self, value: Value, *parts: str) -> str:
        kinds = ", ".join(map(_type, value.operands))
        joined = f"dim({value.attributes[0]}) {', '.join(parts)}"
        return self.emit(f"tensor.concat {joined} : ({kinds}) -> {_type(value)}")

    def _matmul(self, value: Value, *factors: str) -> str:
        element, lead = element_type(value.dtype), value.shape[:-2]
        names, kinds = list[str](), list[str]()
        for factor, operand in zip(factors, value.operands, strict=True):
            shape = (prod(lead), *operand.shape[-2:]) if lead else operand.shape
            names.append(self._reshaped(factor, value.dtype, operand.shape, shape))
            kinds.append(tensor_type(element, shape))
        shape = (prod(lead), *value.shape[-2:]) if lead else value.shape
        zero = self._full(number(0, value.dtype), value.dtype, shape)
        given = f"ins({', '.join(names)} : {', '.join(kinds)})"
        kind = tensor_type(element, shape)
        op = "linalg.batch_matmul" if lead else "linalg.matmul"
        found = self.emit(f"{op} {given} outs({zero} : {kind}) -> {kind}")
        return self._reshaped(found, value.dtype, shape, value.shape)

    def _reduce(self, value: Value, x: str) -> str:
        (operand,), (axes,) = value.operands, value.attributes
        if value.op.name.startswith("arg"):
            return self._place_of_extreme(value, x)
        if not axes:
            return x
        op, start = _reduction(value.op.name, operand.dtype)
        out = self._full(start, value.dtype, value.shape)
        given = f"ins({x} : {_type(operand)}) outs({out} : {_type(value)})"
        return self.emit(f"linalg.reduce {{ {op} }} {given} dimensions = {list(axes)}")

    def _place_of_extreme(self, value: Value, x: str) -> str:
        (operand,), ((axis,),) = value.operands, value.attributes
        element = element_type(operand.dtype)
        best = self._full(number(0, operand.dtype), operand.dtype, value.shape)
        place = self._full("0", value.dtype, value.shape)
        every = [f"d{k}" for k in range(len(operand.shape))]
        others = [each for k, each in enumerate(every) if k != axis]
        outer = f"affine_map<({', '.join(every)}) -> ({', '.join(others)})>"
        inner = f"affine_map<({', '.join(every)}) -> ({', '.join(every)})>"
        kinds = ['"reduction"' if k == axis else '"parallel"' for k in range(len(every))]
        best_type = tensor_type(element, value.shape)
        made = self.emit(
            f"linalg.generic {{indexing_maps = [{inner}, {outer}, {outer}], "
            f"iterator_types = [{', '.join(kinds)}]}} ins({x} : {_type(operand)}) "
            f"outs({best}, {place} : {best_type}, {_type(value)}) {{"
        )
        self.body[-1] = self.body[-1].replace(f"{made} =", f"{made}:2 =")
        self.body += [f"    ^bb0(%e: {element}, %b: {element}, %p: i64):"]
        self.body += [f"      {line}" for line in _better(value.op.name, operand.dtype, axis)]
        self.body.append(f"    }} -> ({best_type}, {_type(value)})")
        return f"{made}#1"


def _type(value: Value) -> str:
    return tensor_type(element_type(value.dtype), value.shape)


def _groups(shape: Shape, flat: Shape) -> str:
    return str([list(range(len(shape)))]) if flat else "[]"


def _listed(array: np.ndarray[Any, Any], dtype: DType) -> str:
    if array.ndim == 0:
        return number(array[()], dtype)
    return f"[{', '.join(_listed(row, dtype) for row in array)}]" if array.size else ""


def _ascending(starts: Shape, steps: Shape, shape: Shape) -> tuple[str, list[int]]:
    """Returns the places of a slice, walked upwards, and the axes that it walks downwards."""
    begins, strides, axes = list[int](), list[int](), list[int]()
    for axis, (start, step, count) in enumerate(zip(starts, steps, shape, strict=True)):
        if count < 2:
            begins.append(start if count else 0)
            strides.append(1)
            continue
        begins.append(start if step > 0 else start + (count - 1) * step)
        strides.append(abs(step))
        if step < 0:
            axes.append(axis)
    return f"{begins} {list(shape)} {strides}", axes


def _reduction(name: str, dtype: DType) -> tuple[str, str]:
    """Returns the operation that joins two elements, and the number to start with."""
    kind = {"f": "f", "i": "si"}.get(dtype.kind, "ui")
    if name in ("max", "min"):
        low, high = (-np.inf, np.inf) if dtype.kind == "f" else dtype.bounds
        start = number(low if name == "max" else high, dtype)
        if dtype.kind == "b":
            return ("arith.ori" if name == "max" else "arith.andi"), start
        longer = "imum" if dtype.kind == "f" else ""
        return f"arith.{name}{longer}{kind}", start
    if name in ("any", "all"):
        return ("arith.ori", "false") if name == "any" else ("arith.andi", "true")
    op = "add" if name == "sum" else "mul"
    return f"arith.{op}{kind[-1]}", number(0 if name == "sum" else 1, dtype)


def _better(name: str, dtype: DType, axis: int) -> list[str]:
    """Returns the block that keeps the first extreme element and its index; a NaN is extreme."""
    element, side = element_type(dtype), "gt" if name == "argmax" else "lt"
    compare, order = ("arith.cmpf", "o") if dtype.kind == "f" else ("arith.cmpi", "u")
    order = "s" if dtype.kind == "i" else order
    lines = [
        f"%k = linalg.index {axis} : index",
        "%n = arith.index_cast %k : index to i64",
        "%zero = arith.constant 0 : i64",
        "%first = arith.cmpi eq, %n, %zero : i64",
        f"%more = {compare} {order}{side}, %e, %b : {element}",
        "%better = arith.ori %first, %more : i1",
    ]
    better = "%better"
    if dtype.kind == "f":
        better = "%chosen"
        lines += [
            f"%nan = arith.cmpf uno, %e, %e : {element}",
            f"%sound = arith.cmpf ord, %b, %b : {element}",
            "%new = arith.andi %nan, %sound : i1",
            "%chosen = arith.ori %better, %new : i1",
        ]
    return [
        *lines,
        f"%value = arith.select {better}, %e, %b : {element}",
        f"%place = arith.select {better}, %n, %p : i64",
        f"linalg.yield %value, %place : {element}, i64",
    ]
