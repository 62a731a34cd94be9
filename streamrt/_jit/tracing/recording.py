"""One trace while it runs: the builder of its program, and what it has met so far."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES, DType, from_numpy
from streamrt._ir.called import host_name
from streamrt._ir.program import Builder, Shape, Value
from streamrt._jit.sites import short, site
from streamrt._runtime.buffer import Buffer
from streamrt.errors import TraceError, TraceTypeError, TraceValueError

if TYPE_CHECKING:
    from streamrt._ir.composing.dependence import Dependence
    from streamrt._jit.tracing.cells import Cell

__all__ = [
    "CURRENT",
    "NOBODY",
    "SUPPORTED",
    "AgainError",
    "Caller",
    "ComplexError",
    "MissingError",
    "NoRuleError",
    "Recording",
    "UndecidedError",
    "dtype_of",
    "is_any",
    "tuple_of",
]

SUPPORTED = ", ".join(DTYPES)
"""The dtypes of programs, as messages list them."""

_asarray = np.asarray  # not what stands for it while a thread traces

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


class Caller(NamedTuple):
    """The call that a trace is made for, as far as the trace has to know it.

    Attributes:
        asker: who catches NumbersNeeded, and compiles numbers in; None if nobody does.
        is_earlier: whether an array of NumPy was there before the trace, as far as is known.
        is_eager: whether eager arrays are passed, so that their namespace is asked for functions.
    """

    asker: object = None
    is_earlier: Callable[[object], bool] = lambda array: True
    is_eager: bool = False


NOBODY = Caller()


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
        numbers: the Python numbers that the function used, as text, with their values.
        level: how much is replaced while it runs: 1 has functions of math and of lists replaced,
            too, and 2 has all arrays traced that NumPy makes, so that traced values can be written
            to them.
        missed: the refusal of an attribute of arrays that a tracer was asked for last, as `hasattr`
            asks; None if there is none.
        in_numpy: the functions of NumPy whose own code runs now, which writes to nothing but
            arrays.
        another: the level of a trace that may succeed where this one did not; -1 if none may.
        known: the elements of values that depend on no argument, as far as they were asked for.
        answers: the truth of unknown values, in the order in which the function asks for it.
        asked: these values.
        caller: the call that it is made for.
        depth: how many bodies of loops and branches run now, one in the other.
        loops: how many bodies of loops were begun.
        around: the numbers of the loops whose bodies run now.
        dependence: the loops on which values depend; None before the first loop.
    """

    __slots__ = (
        "_captured",
        "_numbers",
        "_origin",
        "another",
        "answers",
        "around",
        "asked",
        "builder",
        "caller",
        "captures",
        "dependence",
        "depth",
        "has_returned",
        "in_numpy",
        "instead_of_writing",
        "is_open",
        "kind",
        "known",
        "level",
        "loops",
        "missed",
        "name",
        "names",
        "notes",
        "numbers",
    )

    def __init__(
        self,
        name: str,
        origin: str,
        kind: type[Cell],
        caller: Caller = NOBODY,
        level: int = 0,
        answers: Sequence[bool] | None = None,
    ) -> None:
        self.builder: Builder = Builder()
        self.name: str = name
        self.kind: type[Cell] = kind
        self.is_open: bool = True
        self.has_returned: bool = False
        self.instead_of_writing: str = "write to a copy, as in `y = x.copy()`, and return that"
        self.names: list[str] = []
        self.captures: list[Buffer] = []
        self.notes: list[str] = []
        self.caller: Caller = caller
        self._origin: str = origin
        self._captured: dict[int, Cell] = {}
        self.numbers: list[tuple[str, Value]] = []
        self._numbers: dict[tuple[Any, str, Shape], Value] = {}
        self.level: int = level
        self.answers: Sequence[bool] | None = answers
        self.asked: list[Value] = []
        self.in_numpy: tuple[object, ...] = ()
        self.missed: TraceError | None = None
        self.another: int = -1
        self.known: dict[Value, np.ndarray[Any, Any] | None] = {}
        self.depth: int = 0
        self.loops: int = 0
        self.around: list[int] = []
        self.dependence: Dependence | None = None

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
            value = self.builder.constant(_asarray(number, dtype.numpy))
            self.numbers.append((repr(number), value))
            found = self._numbers[key] = self.builder.broadcast(value, shape) if shape else value
        return found

    def constant(self, array: np.ndarray[Any, Any] | np.generic, *, is_ours: bool = False) -> Value:
        """Returns a copy of an array as a constant; notes a large earlier one that is not ours."""
        given = np.asarray(array)
        dtype = dtype_of(given.dtype)
        if dtype is None:
            raise self.dtype_error(f"NumPy array {given.dtype}{list(given.shape)}", given.dtype)
        given = given.astype(dtype.numpy, copy=False)
        if is_repeated(given):
            scalar = self.builder.constant(given.reshape(-1)[0])
            return self.builder.apply("broadcast", scalar, attributes=(given.shape,))
        if given.nbytes > _NOTED and not is_ours and self.caller.is_earlier(array):
            self.note(
                f"{short(self.builder.site)}: the NumPy array {given.dtype}{list(given.shape)} is "
                "frozen; later changes to it are not seen; pass it as an argument, or make it a "
                "Buffer"
            )
        return self.builder.constant(given)

    def result(self, array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Returns a result that no tracer computes.

        One element is repeated in place of an array of equal ones, because that is written faster
        than copied. An array that was there before the trace stays as it is: it may change.
        """
        if array.nbytes <= _NOTED or not is_repeated(array) or self.caller.is_earlier(array):
            return array
        return np.broadcast_to(array.reshape(-1)[:1].copy().reshape(()), array.shape)

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

    def try_again(self, level: int, *, is_new: bool = False) -> None:
        """Takes note that a trace of a higher level may succeed, or of this one if that is new."""
        if is_new or level > self.level:
            self.another = max(self.another, level, self.level)

    def truth(self, value: Value, refusal: TraceError) -> bool:
        """Returns the truth of an unknown value, as whoever traces has decided it.

        Args:
            value: a bool of one element.
            refusal: the error if nobody decides it.
        """
        if self.answers is None:
            raise refusal
        scalar = value
        if value.shape:
            scalar = self.builder.apply("reshape", value, attributes=((),))
        if scalar in self.asked:
            return self.answers[self.asked.index(scalar)]
        if self.depth or (self.dependence is not None and self.dependence.has_inner(value)):
            raise TraceError(f"{refusal}; in a loop or a branch, and after one, use streamrt.cond")
        if len(self.asked) == len(self.answers):
            raise UndecidedError(refusal)
        self.asked.append(scalar)
        return self.answers[len(self.asked) - 1]

    # -- messages -------------------------------------------------------------------------------

    def origin(self, value: Value) -> str:
        """Returns how messages name a value: `bool[64, 10], made by > at model.py:11`."""
        root = value
        while root.op.name in ("broadcast", "reshape", "transpose") and root.operands:
            root = root.operands[0]
        if root.op.name == "parameter":
            return f"{value}, {self.names[root.attributes[0]]}"
        if root.op.name == "inner":
            return f"{value}, {root.attributes[1]} at {short(root.site or self._origin)}"
        name = host_name(root.op.name, root.attributes) if root.op.name == "ufunc" else root.op.name
        made = _SYMBOLS.get(name, name).format(root.dtype.name)
        return f"{value}, made by {made} at {short(root.site or self._origin)}"

    def note(self, text: str) -> None:
        """Keeps a note for the user, once."""
        if text not in self.notes:
            self.notes.append(text)

    def text(self, message: str) -> str:
        """Returns a message with the function and the line that runs, or the function's own."""
        place = self._origin if self.has_returned else site() or self._origin
        return f"trace {self.name} ({short(place)}): {message}"

    def text_at_step(self, message: str) -> str:
        """Returns a message with the line of the step that was traced last, which runs no more."""
        place = short(self.builder.site or self._origin)
        return f"trace {self.name} ({place}): {message}"

    def error(self, message: str) -> TraceError:
        """Returns the error for what no trace can hold."""
        return TraceError(self.text(message))

    def type_error(self, message: str) -> TraceTypeError:
        """Returns the error for a type that NumPy refuses, too."""
        return TraceTypeError(self.text(message))

    def dtype_error(self, what: str, dtype: np.dtype[Any] | None = None) -> TraceTypeError:
        """Returns the error for a dtype that programs do not have."""
        message = f"{what}: the dtypes of programs are {SUPPORTED}"
        if dtype is not None and dtype.kind == "c":
            return ComplexError(self.text(message))
        return self.type_error(message)

    def value_error(self, message: str) -> TraceValueError:
        """Returns the error for a shape, axis or index that NumPy refuses."""
        return TraceValueError(self.text(message))


class _Current(threading.local):
    """The trace that this thread runs now, if any."""

    recording: Recording | None = None


CURRENT = _Current()


class AgainError(BaseException):
    """Ends a trace that a higher level serves better; `Recording.another` is that level."""


class UndecidedError(BaseException):
    """Ends a trace that needs the truth of an unknown value; see branching.py.

    Attributes:
        refusal: what is said if nobody can decide it.
    """

    def __init__(self, refusal: TraceError) -> None:
        """See the attribute."""
        super().__init__(str(refusal))
        self.refusal: TraceError = refusal


class NoRuleError(TraceError):
    """A rule does not serve these arguments of its function; NumPy's own code may."""


class MissingError(TraceError, AttributeError):
    """A tracer has no such attribute; `hasattr` has to see an AttributeError."""


class ComplexError(TraceTypeError):
    """An operation of real arrays met complex numbers; what catches it tries that of pairs."""


def dtype_of(dtype: np.dtype[Any]) -> DType | None:
    """Returns the dtype of programs that equals a NumPy dtype, whatever its byte order."""
    return from_numpy(dtype) or from_numpy(dtype.newbyteorder("="))


def is_repeated(array: np.ndarray[Any, Any]) -> bool:
    """Returns whether it has several elements, all of the same bytes."""
    data = array.tobytes()
    return array.size > 1 and data == data[: array.itemsize] * array.size


def is_any(thing: Any, *classes: type) -> bool:
    """Returns whether it is an instance of one of these classes; tells type checkers nothing."""
    return isinstance(thing, classes)


def tuple_of(thing: Any) -> tuple[Any, ...]:
    """Returns a tuple as it is, and anything else as a tuple of one."""
    return thing if is_any(thing, tuple) else (thing,)
