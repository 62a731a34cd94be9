"""Vectors of numbers that compute: arithmetic in Python, which writes IR.

    x = Vector(code, 16, "float", "%v3")
    y = (x * 2.0 + 1.0).where(x > 0.0, x)

A Python number beside a vector stands for a vector of that number. Each operation writes one
instruction or two, without flags: nothing is reordered, and a lane's result does not depend on the
number of lanes.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from streamrt._compile.llvm.emit import Code, suffix, vector
from streamrt._ir.math.polynomials import COEFFICIENTS

__all__ = ["Number", "Vector", "fma", "polynomial"]

Number: TypeAlias = "Vector | float"

_BITS = {"float": 32, "double": 64, "i32": 32, "i64": 64}


def literal(element: str, number: float) -> str:
    """Returns a number as LLVM writes it; a float is rounded to its type first."""
    return _literal(element, number, math.copysign(1.0, number))


@cache
def _literal(element: str, number: float, sign: float) -> str:
    """Returns a number as text; a zero and its opposite are equal, so their sign is given, too."""
    del sign
    if element == "i1":
        return "true" if number else "false"
    if element.startswith("i"):
        return str(int(number))
    if element == "float":
        (number,) = struct.unpack("<f", struct.pack("<f", number))
    return f"0x{struct.unpack('<Q', struct.pack('<d', number))[0]:016X}"


@dataclass(frozen=True, slots=True)
class Vector:
    """A value in each of `lanes` lanes.

    Attributes:
        code: the function that computes it.
        lanes: how many; one lane is the plain element.
        element: `float`, `double`, `i32`, `i64` or `i1`.
        name: of the value in the code, or a constant.
    """

    code: Code
    lanes: int
    element: str
    name: str

    @property
    def type(self) -> str:
        """The type of the whole vector."""
        return vector(self.lanes, self.element)

    @property
    def is_float(self) -> bool:
        """Whether the lanes hold floats."""
        return self.element in ("float", "double")

    @property
    def integer(self) -> str:
        """The integer of the lanes' width."""
        return f"i{_BITS[self.element]}"

    def full(self, number: Number) -> Vector:
        """Returns a vector like this one with a number in each lane; a vector as it is."""
        if isinstance(number, Vector):
            return number
        text = literal(self.element, number)
        if self.lanes > 1:
            text = f"splat ({self.element} {text})"
        return Vector(self.code, self.lanes, self.element, text)

    def _made(self, expression: str, element: str | None = None) -> Vector:
        return Vector(self.code, self.lanes, element or self.element, self.code.let(expression))

    def _binary(self, what: str, other: Number) -> Vector:
        return self._made(f"{what} {self.type} {self.name}, {self.full(other).name}")

    def _arithmetic(self, what: str, other: Number) -> Vector:
        return self._binary(f"f{what}" if self.is_float else what, other)

    def _compared(self, what: str, other: Number) -> Vector:
        kind = f"fcmp o{what}" if self.is_float else f"icmp {_SIGNED.get(what, what)}"
        return self._made(f"{kind} {self.type} {self.name}, {self.full(other).name}", "i1")

    def __add__(self, other: Number) -> Vector:
        return self._arithmetic("add", other)

    def __sub__(self, other: Number) -> Vector:
        return self._arithmetic("sub", other)

    def __rsub__(self, other: float) -> Vector:
        return self.full(other) - self

    def __mul__(self, other: Number) -> Vector:
        return self._arithmetic("mul", other)

    def __truediv__(self, other: Number) -> Vector:
        return self._binary("fdiv", other)

    def __rtruediv__(self, other: float) -> Vector:
        return self.full(other) / self

    def __neg__(self) -> Vector:
        return self._made(f"fneg {self.type} {self.name}")

    def __and__(self, other: Number) -> Vector:
        return self._binary("and", other)

    def __or__(self, other: Number) -> Vector:
        return self._binary("or", other)

    def __xor__(self, other: Number) -> Vector:
        return self._binary("xor", other)

    def __invert__(self) -> Vector:
        return self ^ self.full(-1 if self.element != "i1" else 1)

    def __lshift__(self, count: Number) -> Vector:
        return self._binary("shl", count)

    def __rshift__(self, count: Number) -> Vector:
        """Returns an integer shifted to the right, with its sign."""
        return self._binary("ashr", count)

    def unsigned_shift(self, count: Number) -> Vector:
        """Returns an integer shifted to the right, filled up with zeros."""
        return self._binary("lshr", count)

    def __lt__(self, other: Number) -> Vector:
        return self._compared("lt", other)

    def __le__(self, other: Number) -> Vector:
        return self._compared("le", other)

    def __gt__(self, other: Number) -> Vector:
        return self._compared("gt", other)

    def __ge__(self, other: Number) -> Vector:
        return self._compared("ge", other)

    def equals(self, other: Number) -> Vector:
        """Returns the lanes in which both are equal."""
        return self._compared("eq", other)

    def is_nan(self) -> Vector:
        """Returns the lanes that hold NaN."""
        return self._made(f"fcmp uno {self.type} {self.name}, {self.name}", "i1")

    def where(self, mask: Vector, other: Number) -> Vector:
        """Returns this value in the lanes of a mask, and another one in the rest."""
        masked = f"{mask.type} {mask.name}, {self.type} {self.name}"
        return self._made(f"select {masked}, {self.type} {self.full(other).name}")

    def at_least(self, least: float) -> Vector:
        """Returns the greater of this and a number; NaN stays NaN."""
        return self.full(least).where(self < least, self)

    def at_most(self, most: float) -> Vector:
        """Returns the smaller of this and a number; NaN stays NaN."""
        return self.full(most).where(self > most, self)

    def cast(self, what: str, element: str) -> Vector:
        """Returns the value converted by one of LLVM's casts, such as `bitcast`."""
        to = vector(self.lanes, element)
        return self._made(f"{what} {self.type} {self.name} to {to}", element)

    def bits(self) -> Vector:
        """Returns the bits of a float."""
        return self.cast("bitcast", self.integer)

    def as_float(self) -> Vector:
        """Returns the float that has these bits."""
        return self.cast("bitcast", "float" if self.element == "i32" else "double")

    def call(self, name: str, *others: Number) -> Vector:
        """Returns the result of an intrinsic, called with the value and others of its type."""
        wide = self.type
        given = [(wide, value.name) for value in (self, *map(self.full, others))]
        called = self.code.call(wide, f"llvm.{name}.{suffix(wide)}", *given)
        return Vector(self.code, self.lanes, self.element, called)

    def magnitude(self) -> Vector:
        """Returns a float without its sign."""
        return self.call("fabs")

    def with_sign_of(self, other: Vector) -> Vector:
        """Returns a float with the sign of another one."""
        return self.call("copysign", other)


_SIGNED = {"lt": "slt", "le": "sle", "gt": "sgt", "ge": "sge"}


def fma(factor: Vector, other: Number, addend: Number) -> Vector:
    """Returns `factor * other + addend`, rounded once."""
    return factor.call("fma", other, addend)


def polynomial(x: Vector, name: str) -> Vector:
    """Returns the value of a polynomial of polynomials.py at x, by Horner's rule."""
    coefficients = COEFFICIENTS[x.element][name]
    value = x.full(coefficients[-1])
    for coefficient in reversed(coefficients[:-1]):
        value = fma(value, x, coefficient)
    return value
