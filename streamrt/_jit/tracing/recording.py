"""One trace while it runs: the builder of its program, and what it has met so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES, DType, from_numpy
from streamrt._ir.program import Builder, Shape, Value
from streamrt._jit.sites import short, site
from streamrt._runtime.buffer import Buffer
from streamrt.errors import TraceError, TraceTypeError, TraceValueError

if TYPE_CHECKING:
    from streamrt._jit.tracing.cells import Cell

__all__ = ["SUPPORTED", "MissingError", "Recording", "dtype_of", "is_any", "tuple_of"]

SUPPORTED = ", ".join(DTYPES)
"""The dtypes of programs, as messages list them."""

_F16, _F32 = DTYPES["f16"], DTYPES["f32"]

_NOTED = 64
"""The bytes from which on a frozen array is worth a note."""

_MOST_DIMENSIONS = 64
"""The dimensions that NumPy's arrays may have (NPY_MAXDIMS)."""

_SYMBOLS = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "floor_divide": "//",
    "remainder": "%", "power": "**", "matmul": "@", "greater": ">", "greater_equal": ">=",
    "less": "<", "less_equal": "<=", "equal": "==", "not_equal": "!=", "bitwise_and": "&",
    "bitwise_or": "|", "bitwise_xor": "^", "left_shift": "<<", "right_shift": ">>",
    "slice": "indexing", "update": "an in-place write", "cast": "a cast to {}",
}  # fmt: skip


class Recording:
    """The state of one trace.

    Attributes:
        builder: makes the values of the program.
        name: the function's name.
        kind: the class that traced code sees values as.
        is_open: whether the trace still runs.
        has_returned: whether the function has returned, so no line of it runs.
        instead_of_writing: what messages advise where it writes to an argument.
        names: what messages call the parameters, in their order.
        captures: the Buffers that the function found by itself, in the order of their parameters.
        notes: what the user should know about the trace.
        is_earlier: whether an array of NumPy was there before the trace, as far as is known.
        numbers: the Python numbers that the function used, as text, with their values.
    """

    __slots__ = (
        "_captured",
        "_numbers",
        "_origin",
        "builder",
        "captures",
        "has_returned",
        "instead_of_writing",
        "is_earlier",
        "is_open",
        "kind",
        "name",
        "names",
        "notes",
        "numbers",
    )

    def __init__(self, name: str, origin: str, kind: type[Cell]) -> None:
        self.builder: Builder = Builder()
        self.name: str = name
        self.kind: type[Cell] = kind
        self.is_open: bool = True
        self.has_returned: bool = False
        self.instead_of_writing: str = "write to a copy, as in `y = x.copy()`, and return that"
        self.names: list[str] = []
        self.captures: list[Buffer] = []
        self.notes: list[str] = []
        self.is_earlier: Callable[[object], bool] = lambda array: True
        self._origin: str = origin
        self._captured: dict[int, Cell] = {}
        self.numbers: list[tuple[str, Value]] = []
        self._numbers: dict[tuple[Any, str, Shape], Value] = {}

    # -- operands -------------------------------------------------------------------------------

    def begin(self) -> Builder:
        """Begins an operation: finds the user's line."""
        self.builder.site = site()
        return self.builder

    def number(self, number: Any, dtype: DType, shape: Shape = ()) -> Value:
        """Returns a Python number as that dtype, broadcast to a shape.

        Raises:
            OverflowError: the dtype has no such number.
        """
        key = (number or repr(number), dtype.name, shape)  # 0.0, -0.0 and False are told apart
        found = self._numbers.get(key)
        if found is None:
            value = self.builder.constant(np.asarray(number, dtype.numpy))
            self.numbers.append((repr(number), value))
            found = self._numbers[key] = self.builder.broadcast(value, shape) if shape else value
        return found

    def constant(self, array: np.ndarray[Any, Any] | np.generic) -> Value:
        """Returns a copy of an array as a constant; notes a large one if it is an earlier one."""
        given = np.asarray(array)
        dtype = dtype_of(given.dtype)
        if dtype is None:
            raise self.dtype_error(f"NumPy array {given.dtype}{list(given.shape)}")
        given = given.astype(dtype.numpy, copy=False)
        data = given.tobytes()
        if given.size > 1 and data == data[: given.itemsize] * given.size:
            scalar = self.builder.constant(given.reshape(-1)[0])
            return self.builder.apply("broadcast", scalar, attributes=(given.shape,))
        if given.nbytes > _NOTED and self.is_earlier(array):
            self.note(
                f"{short(self.builder.site)}: the NumPy array {given.dtype}{list(given.shape)} is "
                "frozen; later changes to it are not seen; pass it as an argument, or make it a "
                "Buffer"
            )
        return self.builder.constant(given)

    def capture(self, buffer: Buffer) -> Cell:
        """Returns the parameter that stands for a Buffer which the function found by itself."""
        found = self._captured.get(id(buffer))
        if found is None:
            dtype = dtype_of(buffer.dtype)
            if dtype is None:
                raise self.dtype_error(f"Buffer {buffer.dtype}{list(buffer.shape)}")
            value = self.builder.parameter(dtype.name, buffer.shape)
            text = f"the captured Buffer {dtype.name}{list(buffer.shape)}"
            self.captures.append(buffer)  # which keeps it, so its id stays its own
            self.names.append(text)
            found = self._captured[id(buffer)] = self.kind.of_owner(self, value, text)
        return found

    def check_shape(self, shape: Shape) -> None:
        """Refuses what is no shape of an array: more dimensions than NumPy has, or negative ones.

        Raises:
            TraceValueError: it is no such shape.
        """
        if any(extent < 0 for extent in shape):
            raise self.value_error(f"an array of shape {shape}: a dimension is negative")
        if len(shape) > _MOST_DIMENSIONS:
            raise self.value_error(
                f"an array of {len(shape)} dimensions: NumPy has at most {_MOST_DIMENSIONS}"
            )

    def broadcast(self, value: Value, shape: Shape) -> Value:
        """Returns a value in a shape to which it can be broadcast."""
        if value.shape == shape:
            return value
        return self.builder.apply("broadcast", value, attributes=(shape,))

    def cast(self, value: Value, dtype: DType) -> Value:
        """Returns a value with another dtype."""
        if value.dtype is dtype:
            return value
        return self.builder.apply("cast", value, dtype=dtype.name)

    def widened(self, value: Value) -> Value:
        """Returns a value in which programs compute: f32 in place of f16."""
        return self.cast(value, _F32) if value.dtype is _F16 else value

    # -- messages -------------------------------------------------------------------------------

    def origin(self, value: Value) -> str:
        """Returns how messages name a value: `bool[64, 10], made by > at model.py:11`."""
        root = value
        while root.op.name in ("broadcast", "reshape", "transpose") and root.operands:
            root = root.operands[0]
        if root.op.name == "parameter":
            return f"{value}, {self.names[root.attributes[0]]}"
        made = _SYMBOLS.get(root.op.name, root.op.name).format(root.dtype.name)
        return f"{value}, made by {made} at {short(root.site or self._origin)}"

    def note(self, text: str) -> None:
        """Keeps a note for the user, once."""
        if text not in self.notes:
            self.notes.append(text)

    def text(self, message: str) -> str:
        """Returns a message with the function and the line that runs, or the function's own."""
        place = self._origin if self.has_returned else site() or self._origin
        return f"trace {self.name} ({short(place)}): {message}"

    def error_at_step(self, message: str) -> TraceValueError:
        """Returns the error for the step that was traced last, whose line no longer runs."""
        place = short(self.builder.site or self._origin)
        return TraceValueError(f"trace {self.name} ({place}): {message}")

    def error(self, message: str) -> TraceError:
        """Returns the error for what no trace can hold."""
        return TraceError(self.text(message))

    def type_error(self, message: str) -> TraceTypeError:
        """Returns the error for a type that NumPy refuses, too."""
        return TraceTypeError(self.text(message))

    def dtype_error(self, what: str) -> TraceTypeError:
        """Returns the error for a dtype that programs do not have."""
        return self.type_error(f"{what}: the dtypes of programs are {SUPPORTED}")

    def value_error(self, message: str) -> TraceValueError:
        """Returns the error for a shape, axis or index that NumPy refuses."""
        return TraceValueError(self.text(message))


class MissingError(TraceError, AttributeError):
    """A tracer has no such attribute; `hasattr` has to see an AttributeError."""


def dtype_of(dtype: np.dtype[Any]) -> DType | None:
    """Returns the dtype of programs that equals a NumPy dtype, whatever its byte order."""
    return from_numpy(dtype) or from_numpy(dtype.newbyteorder("="))


def is_any(thing: Any, *classes: type) -> bool:
    """Returns whether it is an instance of one of these classes; tells type checkers nothing."""
    return isinstance(thing, classes)


def tuple_of(thing: Any) -> tuple[Any, ...]:
    """Returns a tuple as it is, and anything else as a tuple of one."""
    return thing if is_any(thing, tuple) else (thing,)
