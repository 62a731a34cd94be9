"""Operands in a trace: arrays, numbers and lists as values, and shapes to which they broadcast."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, TypeAlias, cast

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES, DType
from streamrt._ir.program import Shape, Value
from streamrt._jit.tracing.cells import Cell, Pair
from streamrt._jit.tracing.promotion import Key, resolve
from streamrt._jit.tracing.recording import ComplexError, Recording, dtype_of, is_any
from streamrt._jit.wrapped_arrays import Wrapped, unwrapped
from streamrt._runtime.buffer import Buffer

__all__ = [
    "Operand",
    "array_of",
    "asked_dtype",
    "cell_of",
    "common_shape",
    "number_of",
    "operand_of",
    "prepared",
    "shape_of",
    "shown",
    "value_of",
]

Operand: TypeAlias = "Value | int | float"
"""A value, or a Python number, which takes the dtype of the others."""


def operand_of(recording: Recording, thing: Any) -> tuple[Operand, Key, bool]:
    """Returns an operand, what promotion knows of it, and whether its elements are dense.

    Raises:
        TraceError: traces cannot hold it.
    """
    if isinstance(thing, Cell):
        if thing._recording is not recording:
            if not thing._recording.is_open:
                thing.read()
            raise recording.error(
                f"use of {thing._recording.origin(thing._value)}: it belongs to the trace of "
                f"{thing._recording.name}; pass it as an argument"
            )
        value = thing._value if thing._link is None and recording.is_open else thing.read()
        return value, thing._weak or value.dtype.name, thing._is_dense
    kind: Any = cast("Any", type(thing))
    if kind is float or kind is int or kind is bool:
        return thing, kind, True
    if isinstance(thing, Pair):
        raise ComplexError(recording.text(f"use of {thing._origin()} as real numbers; write .real"))
    if is_any(thing, np.ndarray, np.generic):
        value = recording.constant(thing)
        flags = thing.flags
        return value, value.dtype.name, bool(flags.c_contiguous)
    if isinstance(thing, Buffer | Wrapped):
        value = recording.capture(unwrapped(thing)).read()
        return value, value.dtype.name, True
    if isinstance(thing, bool | int | float):
        number = thing if isinstance(thing, bool) else operator.pos(thing)
        return number, int if isinstance(thing, int) else float, True
    if is_any(thing, list, tuple):
        return operand_of(recording, array_of(recording, thing))
    if isinstance(thing, complex):
        raise ComplexError(recording.text(f"use of {shown(thing)} as real numbers; write .real"))
    raise recording.type_error(f"use of {kind.__name__} as an array: {shown(thing)} is none")


def shown(thing: Any) -> str:
    """Returns a short form of an object for a message."""
    text = repr(thing)
    return text if len(text) <= 40 else text[:37] + "..."


def array_of(recording: Recording, things: Sequence[Any]) -> np.ndarray[Any, Any] | Cell:
    """Returns nested sequences as an array: one of NumPy's, or a traced one.

    Raises:
        TraceError: the shapes of traced parts differ.
    """
    parts = [array_of(recording, each) if is_any(each, list, tuple) else each for each in things]
    if any(is_any(each, Pair) for each in parts):
        raise ComplexError(recording.text("use of a list with complex values as real numbers"))
    if not any(is_any(each, Cell, Buffer, Wrapped) for each in parts):
        return np.asarray(things)
    builder = recording.builder
    values = [value_of(recording, each) for each in parts]
    shapes = {value.shape for value in values}
    if len(shapes) > 1:
        raise recording.value_error(f"a list of {', '.join(map(str, values))}: shapes differ")
    wanted = values[0].dtype
    for value in values[1:]:
        wanted = resolve(np.add, (wanted.name, value.dtype.name)).outputs[0]
    (shape,) = shapes
    rows = [
        builder.apply("reshape", recording.cast(value, wanted), attributes=((1, *shape),))
        for value in values
    ]
    made = rows[0] if len(rows) == 1 else builder.apply("concatenate", *rows, attributes=(0,))
    recording.check_shape(made.shape)
    return recording.kind(recording, made)


def value_of(recording: Recording, thing: Any) -> Value:
    """Returns a thing as a value; a Python number becomes i64 or f64 or bool."""
    operand, _, _ = operand_of(recording, thing)
    if isinstance(operand, Value):
        return operand
    return number_of(recording, operand, DTYPES[_OF_WEAK[type(operand)]])


_OF_WEAK: dict[type, str] = {bool: "bool", int: "i64", float: "f64"}


def cell_of(recording: Recording, thing: Any) -> Cell:
    """Returns a thing as a cell: a cell as it is, a constant or capture otherwise."""
    if isinstance(thing, Cell):
        operand_of(recording, thing)
        return thing
    recording.begin()
    if isinstance(thing, Buffer | Wrapped):
        return recording.capture(unwrapped(thing))
    return recording.kind.of_owner(recording, value_of(recording, thing), "a NumPy array")


def number_of(recording: Recording, number: float, dtype: DType) -> Value:
    """Returns a Python number of that dtype.

    Raises:
        TraceValueError: the dtype does not hold it.
    """
    try:
        return recording.number(number, dtype)
    except OverflowError as error:
        raise recording.value_error(f"use of {number}: {error}") from None


def shape_of(operand: Operand) -> Shape:
    """Returns the shape of an operand."""
    return operand.shape if isinstance(operand, Value) else ()


def common_shape(recording: Recording, what: str, shapes: Sequence[Shape]) -> Shape:
    """Returns the shape to which all can be broadcast.

    Raises:
        TraceValueError: none exists.
    """
    first = shapes[0]
    if all(shape == first or not shape for shape in shapes):
        return first
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise recording.value_error(
            f"{what} of shapes {', '.join(map(str, shapes))}: they cannot be broadcast together"
        ) from None


def prepared(recording: Recording, operand: Operand, dtype: DType, shape: Shape) -> Value:
    """Returns an operand as a value of that dtype and shape."""
    if not isinstance(operand, Value):
        operand = number_of(recording, operand, dtype)
    return recording.broadcast(recording.cast(operand, dtype), shape)


def asked_dtype(recording: Recording, thing: Any) -> DType:
    """Returns the dtype that `dtype=` or `astype` asks for.

    Raises:
        TraceTypeError: programs have no such dtype.
    """
    try:
        asked = np.dtype(thing)
    except TypeError as error:
        raise recording.type_error(f"dtype {shown(thing)}: {error}") from None
    found = dtype_of(asked)
    if found is None:
        raise recording.dtype_error(f"dtype {asked}", asked)
    return found
