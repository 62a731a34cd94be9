"""The canonical bytes of a program: equal programs have equal bytes, and the digest names them.

    program    = b"SRTP" version parameters values results
    parameters = count (dtype is_scalar shape)*
    values     = count (operation number, operands, attributes)*
    results    = count place*

Numbers are unsigned varints, as LEB128 has them; starts and steps are signed, by zigzag. A text is
the number of its bytes, and these in UTF-8. A place is
the place of a value: parameters come first, the others follow depth-first from the results,
operands before what is made of them. A constant has its dtype, its shape and its bytes if it has at
most 64, else the BLAKE2b-256 digest of its bytes, which stand elsewhere.

No name, no place in a source and no address is part of it, nor is the order in which the values
were made. There is one encoding of a program: `decode` refuses any other, and whatever no builder
would build. So its result needs no other check, and data that anybody may have changed does no harm
here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import prod
from typing import Any

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES, DType
from streamrt._ir.called import CALLED, MOST_TEXT
from streamrt._ir.ops import BY_NUMBER, Op, accepts
from streamrt._ir.program import Builder, Program, Shape, Value

__all__ = ["MOST_AXES", "constants", "decode", "digest", "encode"]

MAGIC = b"SRTP"
VERSION = 1
INLINE = 64
"""The bytes of the largest constant that stands inside of the program."""

MOST_AXES = 64
"""The axes that a value may have, which is NumPy's limit."""

_MOST_BYTES = 1 << 62
_DTYPES = ("f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "bool", "f16")
_ARITIES = {"unary": 1, "binary": 2, "ternary": 3, "cast": 1, "view": 1, "reduce": 1, "product": 2}
_OF_MANY = ("concatenate", "ufunc")
"""The operations of as many operands as one likes."""


def encode(program: Program) -> bytes:
    """Returns the canonical bytes of a program."""
    writer = _Writer()
    places = {id(value): place for place, value in enumerate(program.parameters)}
    values = [value for value in program.values() if id(value) not in places]
    writer.data += MAGIC
    writer.number(VERSION)
    writer.number(len(program.parameters))
    for value in program.parameters:
        writer.dtype(value.dtype)
        writer.number(int(value.attributes[1]))
        writer.numbers(value.shape)
    writer.number(len(values))
    for value in values:
        writer.value(value, places)
        places[id(value)] = len(places)
    writer.numbers([places[id(result)] for result in program.results])
    return bytes(writer.data)


def digest(program: Program) -> bytes:
    """Returns the BLAKE2b-256 digest of a program's bytes: its identity."""
    return _digest(encode(program))


def constants(program: Program) -> dict[bytes, bytes]:
    """Returns the bytes of the constants that do not stand in the program's bytes, by digest."""
    large = [
        data
        for value in program.values()
        if value.op.name == "constant" and len(data := value.attributes[0]) > INLINE
    ]
    return {_digest(data): data for data in large}


def decode(data: bytes, constants: Mapping[bytes, bytes] | None = None) -> Program:
    """Returns the program that some bytes encode.

    Args:
        data: the bytes; they may come from anywhere.
        constants: the bytes of large constants, by digest, as `constants` returns them.

    Raises:
        ValueError: the bytes are no program's canonical bytes; it says where and why.
    """
    reader = _Reader(data, constants or {})
    try:
        program = reader.program()
    except ValueError as error:
        raise ValueError(f"read a program: {error}, at byte {reader.at} of {len(data)}") from None
    if encode(program) != data:
        raise ValueError("read a program: these bytes are not the canonical ones")
    return program


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=32).digest()


class _Writer:
    def __init__(self) -> None:
        self.data = bytearray()

    def number(self, number: int) -> None:
        while number > 127:
            self.data.append(number & 127 | 128)
            number >>= 7
        self.data.append(number)

    def signed(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            self.number(number << 1 if number >= 0 else (-number << 1) - 1)

    def numbers(self, numbers: Sequence[int]) -> None:
        self.number(len(numbers))
        for number in numbers:
            self.number(number)

    def text(self, text: str) -> None:
        data = text.encode()
        self.number(len(data))
        self.data += data

    def dtype(self, dtype: DType) -> None:
        self.data.append(_DTYPES.index(dtype.name))

    def value(self, value: Value, places: Mapping[int, int]) -> None:
        op, attributes = value.op, value.attributes
        self.number(op.number)
        if op.name in _OF_MANY:
            self.number(len(value.operands))
        for operand in value.operands:
            self.number(places[id(operand)])
        if op.name == "constant":
            self.constant(value)
        elif op.name == "cast":
            self.dtype(value.dtype)
        elif op.name in ("slice", "update"):
            self.signed(attributes[0])
            self.signed(attributes[1])
            if op.name == "slice":
                self.numbers(attributes[2])
        else:
            for attribute in attributes:
                if isinstance(attribute, int):
                    self.number(attribute)
                elif isinstance(attribute, str):
                    self.text(attribute)
                else:
                    self.numbers(attribute)

    def constant(self, value: Value) -> None:
        data: bytes = value.attributes[0]
        self.dtype(value.dtype)
        self.numbers(value.shape)
        self.data += data if len(data) <= INLINE else _digest(data)


class _Reader:
    def __init__(self, data: bytes, constants: Mapping[bytes, bytes]) -> None:
        self.data, self.at, self.constants = data, 0, constants
        self.builder = Builder()
        self.values: list[Value] = []

    # -- pieces ------------------------------------------------------------------------------------

    def take(self, count: int) -> bytes:
        if count > len(self.data) - self.at:
            raise ValueError(f"{count} bytes are missing")
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self, most: int = _MOST_BYTES) -> int:
        number = shift = 0
        while True:
            (byte,) = self.take(1)
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
            if shift > 63:
                raise ValueError("a number has more than 63 bits")
        if number > most:
            raise ValueError(f"{number} is above {most}")
        return number

    def signed(self, count: int) -> tuple[int, ...]:
        numbers = [self.number(2 * _MOST_BYTES - 1) for _ in range(count)]
        return tuple([-((n + 1) >> 1) if n & 1 else n >> 1 for n in numbers])

    def numbers(self, most: int = _MOST_BYTES, most_of_them: int = MOST_AXES) -> Shape:
        return tuple([self.number(most) for _ in range(self.number(most_of_them))])

    def text(self) -> str:
        return self.take(self.number(MOST_TEXT)).decode()

    def dtype(self) -> DType:
        (code,) = self.take(1)
        if code >= len(_DTYPES):
            raise ValueError(f"no dtype has number {code}")
        return DTYPES[_DTYPES[code]]

    def place(self) -> Value:
        place = self.number()
        if place >= len(self.values):
            raise ValueError(f"value {place} does not come before value {len(self.values)}")
        return self.values[place]

    # -- programs ----------------------------------------------------------------------------------

    def program(self) -> Program:
        if self.take(len(MAGIC)) != MAGIC:
            raise ValueError(f"the bytes do not begin with {MAGIC.decode()}")
        version = self.number()
        if version != VERSION:
            raise ValueError(f"the version is {version}; this release reads version {VERSION}")
        for _ in range(self.number(len(self.data))):
            dtype, is_scalar, shape = self.dtype(), self.number(1), self.numbers()
            if is_scalar and shape:
                raise ValueError(f"a scalar parameter has the shape {shape}")
            self.check(self.builder.parameter(dtype.name, shape, is_scalar=bool(is_scalar)))
        for _ in range(self.number(len(self.data))):
            self.check(self.value())
        results = [self.place() for _ in range(self.number(len(self.data)))]
        if self.at != len(self.data):
            raise ValueError("there are bytes behind the end")
        return self.builder.finish(results)

    def check(self, value: Value) -> None:
        """Adds a value if it is one that an array can hold."""
        if len(value.shape) > MOST_AXES:
            raise ValueError(f"no array is a {value}")
        self.values.append(value)

    def value(self) -> Value:
        op = BY_NUMBER.get(self.number())
        if op is None or op.name == "parameter":
            raise ValueError("no operation has this number")
        if op.name == "constant":
            return self.constant()
        if op.name == "iota":
            shape = self.numbers()
            return self.builder.iota(shape, self.axis(shape))
        count = _ARITIES.get(op.group, 2)
        if op.name in _OF_MANY:
            count = self.number()
        elif op.group == "call":
            count = CALLED[op.name].operands
        if not 0 < count <= len(self.data):
            raise ValueError(f"{op} of {count} values")
        operands = [self.place() for _ in range(count)]
        dtype = self.dtype().name if op.name == "cast" else None
        attributes = self.attributes(op, operands)
        _check_operands(op, operands, attributes)
        return self.builder.apply(op, *operands, attributes=attributes, dtype=dtype)

    def axis(self, shape: Shape) -> int:
        axis = self.number()
        if axis >= len(shape):
            raise ValueError(f"axis {axis} of {len(shape)} axes")
        return axis

    def attributes(self, op: Op, operands: Sequence[Value]) -> tuple[Any, ...]:
        if op.name in ("slice", "update"):
            axes = len(operands[0].shape)
            found = self.signed(axes), self.signed(axes)
            return (*found, self.numbers()) if op.name == "slice" else found
        if op.name == "concatenate":
            return (self.axis(operands[0].shape),)
        if op.group == "call":
            return tuple([
                _FIELDS.get(field, _Reader.numbers)(self)
                for field in CALLED[op.name].fields
            ])  # fmt: skip
        return (self.numbers(),) if op.group in ("view", "reduce") else ()

    def constant(self) -> Value:
        dtype, shape = self.dtype(), self.numbers()
        nbytes = prod(shape) * dtype.itemsize
        if nbytes <= INLINE:
            data = self.take(nbytes)
        else:
            key = self.take(32)
            data = self.constants.get(key, b"")
            if len(data) != nbytes or _digest(data) != key:
                raise ValueError(f"constant {key.hex()} of {nbytes} bytes is missing or differs")
        if dtype.kind == "b" and data.strip(b"\0\1"):
            raise ValueError("a bool is neither 0 nor 1")
        return self.builder.constant(np.frombuffer(data, dtype.numpy).reshape(shape))


_FIELDS: dict[str, Callable[[_Reader], Any]] = {
    **dict.fromkeys(("axis", "flag", "number"), _Reader.number),
    "text": _Reader.text,
}
"""The readers of attributes of calls; all others are numbers in a row."""


def _check_operands(op: Op, operands: Sequence[Value], attributes: tuple[Any, ...]) -> None:
    """Checks what a builder leaves to those who build."""
    last = operands[-1]
    if not accepts(op, last.dtype.kind):
        raise ValueError(f"{op} takes no {last.dtype.name}")
    if op.group == "product" and len(operands[0].shape) != len(last.shape):
        raise ValueError(f"{op} of {operands[0]} and {last}")
    if op.group == "reduce":
        axes: tuple[int, ...] = attributes[0]
        if op.name.startswith("arg") and len(axes) != 1:
            raise ValueError(f"{op} over {len(axes)} axes")
        reduced = [last.shape[axis] for axis in axes if axis < len(last.shape)]
        if op.name in ("max", "min", "argmax", "argmin") and 0 in reduced:
            raise ValueError(f"{op} of nothing")
