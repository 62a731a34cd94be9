"""Reading: the canonical bytes of a program become the program."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any

from streamrt._compile.signatures.dtypes import COMPUTED, DTYPES
from streamrt._ir.called import CALLED
from streamrt._ir.encoding.blocks import Blocks
from streamrt._ir.encoding.order import in_order, mark_of
from streamrt._ir.encoding.pieces import BLOCK, INLINE, LOOPS, MAGIC, PLAIN, Read, digest_of
from streamrt._ir.encoding.writing import OF_MANY
from streamrt._ir.limits import LIMITS, Limits, TooMuchError
from streamrt._ir.ops import BY_NUMBER, OPS, Op, accepts
from streamrt._ir.program import Program, Shape, Value

__all__ = ["decode"]

_ARITIES = {"unary": 1, "binary": 2, "ternary": 3, "cast": 1, "view": 1, "reduce": 1, "product": 2}
_PLAIN: dict[int, frozenset[str]] = {
    op.number: frozenset([name for name in COMPUTED if accepts(op, DTYPES[name].kind)])
    for op in OPS
    if op.group in ("unary", "binary")
}
"""The dtypes that operations of one or two operands of one dtype take, by number."""


def decode(
    data: bytes,
    constants: Mapping[bytes, bytes] | None = None,
    limits: Limits = LIMITS,
    *,
    are_checked: bool = False,
) -> Program:
    """Returns the program that some bytes encode.

    Args:
        data: the bytes; they may come from anywhere.
        constants: the bytes of large constants, by digest, as `constants` returns them.
        limits: what the program may have at most.
        are_checked: whether somebody has compared the constants with their digests already.

    Raises:
        ValueError: the bytes are no program's canonical bytes, or the program is beyond a limit; it
            says where and why.
    """
    reader = _Reader(data, constants or {}, limits, are_checked=are_checked)
    try:
        program = reader.program()
    except (ValueError, TooMuchError) as error:
        raise ValueError(f"read a program: {error}, at byte {reader.at} of {len(data)}") from None
    if not reader.is_canonical(program):
        raise ValueError("read a program: these bytes are not the canonical ones")
    return program


class _Reader(Blocks):
    def __init__(
        self, data: bytes, constants: Mapping[bytes, bytes], limits: Limits, *, are_checked: bool
    ) -> None:
        super().__init__(data, limits)
        self.constants = constants
        self.are_checked = are_checked

    def program(self) -> Program:
        """Reads all bytes."""
        if self.take(len(MAGIC)) != MAGIC:
            raise ValueError(f"the bytes do not begin with {MAGIC.decode()}")
        version = self.number()
        if version not in (PLAIN, LOOPS):
            raise ValueError(
                f"the version is {version}; this release reads version {PLAIN} and {LOOPS}"
            )
        for _ in range(self.count("parameters")):
            dtype, is_scalar, shape = self.dtype(), self.number(1), self.numbers()
            if is_scalar and shape:
                raise ValueError(f"a scalar parameter has the shape {shape}")
            self.values.append(self.builder.parameter(dtype.name, shape, is_scalar=bool(is_scalar)))
        for _ in range(self.count("values")):
            self.item(version)
        results = self.places()
        if self.at != len(self.data):
            raise ValueError("there are bytes behind the end")
        self.check_ended()
        if self.has_loops:
            self.check_scope("a result", results)
        if (version == LOOPS) is not self.has_loops:
            raise ValueError(f"version {LOOPS} is for programs with loops")
        return self.builder.finish(results)

    def is_canonical(self, program: Program) -> bool:
        """Returns whether the items are those of `encode`, in its order.

        Numbers in more bytes than they need were refused, and everything else has one spelling.
        """
        items = in_order(program)
        if self.has_loops:
            return self.marks == [
                item if isinstance(item, Value) else mark_of(item) for item in items
            ]
        return self.marks == items

    def count(self, what: str) -> int:
        """Reads how many parameters or values there are."""
        count = self.number(len(self.data))
        if count > self.limits.values:
            raise ValueError(f"it has {count:,} {what}; {self.limits.values:,} is the most")
        return count

    # -- values ------------------------------------------------------------------------------------

    def item(self, version: int) -> None:
        """Reads a value, or the begin or the end of a loop."""
        number = self.number()
        if number == BLOCK and version == LOOPS:
            self.block()
            return
        value = self.value(number)
        if self.has_loops:
            self.check_scope(f"the {value.op}", (value,))
        self.values.append(value)
        self.marks.append(value)

    def value(self, number: int) -> Value:
        """Reads the rest of a value, whose operation has that number."""
        op = BY_NUMBER.get(number)
        if op is None or number in (0, BLOCK):
            raise ValueError("no operation has this number")
        if op.name == "constant":
            return self.constant()
        if op.name == "iota":
            shape = self.numbers()
            return self.builder.iota(shape, self.axis(shape))
        operands = tuple([self.place() for _ in range(self.operands_of(op))])
        first = operands[0]
        if number in _PLAIN and first.dtype.name in _PLAIN[number]:
            last = operands[-1]
            if first.dtype is last.dtype and first.shape == last.shape:
                dtype = first.dtype if op.result == "same" else DTYPES[op.result]
                return self.builder.elementwise(op, operands, dtype, first.shape)
        given = self.dtype().name if op.name == "cast" else None
        attributes = self.attributes(op, operands)
        _check_operands(op, operands, attributes)
        return self.builder.apply(op, *operands, attributes=attributes, dtype=given)

    def operands_of(self, op: Op) -> int:
        """Returns how many operands a value has; reads it if the operation does not say."""
        count = _ARITIES.get(op.group, 2)
        if op.name in OF_MANY:
            count = self.number()
        elif op.group == "call":
            count = CALLED[op.name].operands
        if not 0 < count <= len(self.data):
            raise ValueError(f"{op} of {count} values")
        if count > self.limits.operands:
            raise ValueError(f"{op} of {count:,} values; {self.limits.operands:,} is the most")
        return count

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
                _FIELDS.get(field, Read.numbers)(self)
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
            is_it = len(data) == nbytes and (self.are_checked or digest_of(data) == key)
            if not is_it:
                raise ValueError(f"constant {key.hex()} of {nbytes} bytes is missing or differs")
        if dtype.kind == "b" and data.strip(b"\0\1"):
            raise ValueError("a bool is neither 0 nor 1")
        return self.builder.constant_of(data, dtype, shape)


_FIELDS: dict[str, Callable[[_Reader], Any]] = {
    **dict.fromkeys(("axis", "flag", "number"), Read.number),
    "text": Read.text,
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
