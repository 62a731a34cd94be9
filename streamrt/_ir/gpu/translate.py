"""The CPU's mathematical functions as CUDA C: `Vector` writes LLVM IR, and this translates it.

So a function has one source, in _ir/cpu, the same bits on both kinds of devices, and the errors
that docs/tables/ulp.md says. One lane is enough for CUDA, where every thread is one; then each
instruction of IR is one expression of C.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from streamrt._compile.llvm.emit import Code, Module
from streamrt._ir.gpu.helpers import need
from streamrt._ir.gpu.values import literal
from streamrt._ir.gpu.writer import Writer
from streamrt._ir.math.lanes import Vector

__all__ = ["ELEMENTS", "Translation"]

ELEMENTS = {"f32": "float", "f64": "double"}
"""The LLVM type of each float dtype."""

_DTYPES = {"float": "f32", "double": "f64", "i32": "i32", "i64": "i64", "i1": "bool"}

_FLOATS = {"fadd": "+", "fsub": "-", "fmul": "*", "fdiv": "/"}
_WHOLE = {"add": "+", "sub": "-", "mul": "*", "and": "&", "or": "|", "xor": "^", "shl": "<<"}
_ORDERS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}


@dataclass(slots=True)
class Translation(Code):
    """The body of a function, one statement of C for each instruction of IR.

    Attributes:
        writer: takes the helper functions that it calls.
        count: the variables so far.
    """

    module: Module = field(default_factory=Module)
    writer: Writer = field(kw_only=True)
    count: int = 0

    def let(self, expression: str) -> str:
        """Appends an instruction of IR, as a constant; returns its name."""
        result, text = self._translated(expression)
        self.count += 1
        self.do(f"const {self._type(result)} t{self.count} = {text};")
        return f"t{self.count}"

    def do(self, statement: str) -> None:
        """Appends a line of C."""
        self.lines.append(f"    {statement}")

    def call(self, result: str, name: str, *arguments: tuple[str, str]) -> str:
        """Appends a call of one of LLVM's own functions, which CUDA has under the name of C."""
        function = self.writer.dialect.function_of(name.split(".")[1], _DTYPES[result])
        given = [self._operand(type_, value) for type_, value in arguments]
        self.count += 1
        self.do(f"const {result} t{self.count} = {function}({', '.join(given)});")
        return f"t{self.count}"

    def vector(self, element: str, name: str) -> Vector:
        """Returns a variable of the function as a value that computes."""
        return Vector(self, 1, element, name)

    def _type(self, element: str) -> str:
        return self.writer.dialect.register[_DTYPES[element]]

    def _operand(self, element: str, value: str) -> str:
        """Returns an operand: a variable, or a constant as LLVM writes it."""
        if value[0].isalpha():
            return value
        dtype = _DTYPES[element]
        if not value.startswith("0x"):
            return literal(self.writer.dialect, dtype, int(value))
        (number,) = struct.unpack("<d", struct.pack("<Q", int(value, 16)))
        text = literal(self.writer.dialect, dtype, number)
        if "_of_bits" in text:
            need(self.writer, f"{dtype}_of_bits")
        return text

    def _translated(self, expression: str) -> tuple[str, str]:
        """Returns the type of an instruction, and its value in C."""
        name, rest = expression.split(" ", 1)
        if name == "select":
            parts = [part.split(" ") for part in rest.split(", ")]
            truth, yes, no = (self._operand(element, value) for element, value in parts)
            return parts[1][0], f"{truth} ? {yes} : {no}"
        if " to " in rest:
            given, to = rest.split(" to ")
            element, value = given.split(" ")
            return to, self._cast(name, element, value, to)
        order = ""
        if name.endswith("cmp"):
            order, rest = rest.split(" ", 1)
        element, values = rest.split(" ", 1)
        operands = [self._operand(element, value) for value in values.split(", ")]
        if order:
            return "i1", self._compared(order, *operands)
        if name == "fneg":
            return element, f"-{operands[0]}"
        return element, self._binary(name, element, *operands)

    def _compared(self, order: str, a: str, b: str) -> str:
        if order == "uno":
            return f"{a} != {a} || {b} != {b}"
        return f"{a} {_ORDERS[order.removeprefix('o').removeprefix('s')]} {b}"

    def _binary(self, name: str, element: str, a: str, b: str) -> str:
        if name in _FLOATS:
            return f"{a} {_FLOATS[name]} {b}"
        if element == "i1":
            return f"{a} {_WHOLE[name]} {b}"
        if name == "ashr":
            return f"{a} >> {b}"
        whole = self._type(element)
        wide = "unsigned" if element == "i32" else self.writer.dialect.ulong
        if name == "lshr":
            return f"({whole})(({wide}){a} >> {b})"
        return f"({whole})(({wide}){a} {_WHOLE[name]} ({wide}){b})"

    def _cast(self, name: str, element: str, value: str, to: str) -> str:
        value = self._operand(element, value)
        if name == "bitcast":
            one = f"{_DTYPES[to]}_of_bits" if to in ("float", "double") else ""
            return f"{need(self.writer, one or f'{_DTYPES[element]}_bits')}({value})"
        return f"({self._type(to)}){value}"
