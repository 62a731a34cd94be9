"""Tracing: a Python function is run once, on tracers, and what it computes is a program."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.program import Program, TooLargeError, Value
from streamrt._jit.tracing import randomness
from streamrt._jit.tracing.cells import Cell
from streamrt._jit.tracing.recording import Recording, is_any
from streamrt._jit.tracing.tracer import Tracer
from streamrt._jit.trees import flatten
from streamrt._runtime.buffer import BEFORE_READING, Buffer
from streamrt._runtime.memory.arithmetic import STAND_INS
from streamrt.errors import TraceError

__all__ = ["Output", "Spec", "Traced", "record", "trace"]

_WEAK: dict[str, type] = {"f64": float, "i64": int, "bool": bool}


class Spec(NamedTuple):
    """One argument of a traced function, or one leaf of an argument.

    Attributes:
        dtype: the name of its dtype, such as `f32`.
        shape: its extents.
        is_scalar: whether it is passed by value.
        is_weak: whether it is a Python number, which yields to the dtypes of arrays.
        path: what messages call it: `x`, `params['w']`.
        is_output: whether the function may write to it, and changes the caller's array so.
    """

    dtype: str
    shape: tuple[int, ...]
    is_scalar: bool = False
    is_weak: bool = False
    path: str = "an argument"
    is_output: bool = False


class Output:
    """The place of a tracer in what a traced function returned; a leaf, so no dataclass.

    Attributes:
        index: the number of the result of the program.
        is_given: whether it is an argument or a captured Buffer, or a view of one, as far as NumPy
            is concerned. So `return x` is, and `return x.copy()` is not.
    """

    __slots__ = ("index", "is_given")

    def __init__(self, index: int, is_given: bool = False) -> None:
        self.index: int = index
        self.is_given: bool = is_given

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Output) and other.index == self.index

    def __hash__(self) -> int:
        return hash((Output, self.index))

    def __repr__(self) -> str:
        return f"Output({self.index})"


@dataclass(frozen=True, slots=True, eq=False)
class Traced:
    """The outcome of a trace.

    Attributes:
        program: the program. The parameters of captures follow those of the specs.
        result: what the function returned, with an `Output` in place of each tracer.
        captures: the Buffers that the function found by itself, in the order of their parameters.
        notes: what the user should know.
    """

    program: Program
    result: Any
    captures: tuple[Buffer, ...]
    notes: tuple[str, ...]


def trace(
    function: Callable[..., Any],
    specs: Sequence[Spec],
    call: Callable[[list[Any]], tuple[tuple[Any, ...], dict[str, Any]]],
    *,
    name: str,
    site: str,
    is_earlier: Callable[[object], bool] = lambda array: True,
) -> Traced:
    """Returns the program of a function, and what it returned.

    Args:
        function: the function.
        specs: the arguments that are arrays or numbers.
        call: gives the function's arguments for a list with one tracer for each spec.
        name: what messages call the function.
        site: the place of the function, which is named when no line of the user's runs.
        is_earlier: see `Recording`.

    Raises:
        TraceError: the function does what no trace can hold.
    """
    recording = Recording(name, site, Tracer)
    recording.is_earlier = is_earlier
    return record(recording, function, specs, call)


def record(
    recording: Recording,
    function: Callable[..., Any],
    specs: Sequence[Spec],
    call: Callable[[list[Any]], tuple[tuple[Any, ...], dict[str, Any]]],
) -> Traced:
    """Returns the findings of a trace; its tracers are of no use afterwards."""
    leaves: list[Any] = [_leaf(recording, spec) for spec in specs]
    before = randomness.state()
    outer, CURRENT.recording = CURRENT.recording, recording
    try:
        args, kwargs = call(leaves)
        returned = function(*args, **kwargs)
        recording.has_returned = True
        results: list[Value] = []
        result = _without_tracers(recording, returned, results)
        if randomness.has_moved(before):
            recording.note(randomness.NOTE.format(recording.name))
        program = recording.builder.finish(results)
        return Traced(program, result, tuple(recording.captures), tuple(recording.notes))
    except TooLargeError as error:
        raise recording.error_at_step(str(error)) from None
    except ValueError as error:
        if _NO_SEQUENCE in str(error) and isinstance(error.__cause__, TraceError):
            where, _, _ = str(error.__cause__).partition(": ")
            refusal = TraceError(
                f"{where}: assignment of a traced value to elements of a NumPy array: make the "
                "array with np.zeros(shape, like=x) of a traced x, or join values with np.stack"
            )
            raise refusal.with_traceback(error.__traceback__) from None
        raise
    finally:
        CURRENT.recording = outer
        recording.is_open = False


_NO_SEQUENCE = "setting an array element with a sequence"
"""The message of NumPy that stands in place of ours, if a tracer is put into an array."""


class _Current(threading.local):
    """The trace that this thread runs now, if any."""

    recording: Recording | None = None


CURRENT = _Current()


def _refuse_to_read(buffer: Buffer) -> None:
    """Raises an error if a Buffer is read as a NumPy array while this thread traces."""
    recording = CURRENT.recording
    if recording is not None:
        dtype, shape = buffer.dtype, list(buffer.shape)
        raise recording.error(
            f"reading of the captured Buffer {dtype}{shape}: NumPy would read it now, and never "
            "again; pass it as an argument"
        )


BEFORE_READING.append(_refuse_to_read)


def _stand_in(buffer: Buffer) -> Cell | None:
    """Returns the tracer of a Buffer that a function computes with, if this thread traces one."""
    recording = CURRENT.recording
    return None if recording is None else recording.capture(buffer)


STAND_INS.append(_stand_in)


def _leaf(recording: Recording, spec: Spec) -> Cell:
    is_half = spec.is_scalar and spec.dtype == "f16"  # which no kernel takes as a number
    dtype = "f32" if is_half else spec.dtype
    value = recording.builder.parameter(dtype, spec.shape, is_scalar=spec.is_scalar)
    value = recording.cast(value, DTYPES[spec.dtype])
    if spec.is_output:
        recording.names.append(f"the output {spec.path}")
        return Tracer(recording, value).as_array()
    recording.names.append(f"the argument {spec.path}")
    weak = _WEAK[spec.dtype] if spec.is_weak else None
    return Tracer.of_owner(recording, value, f"the argument {spec.path}", weak)


def _without_tracers(recording: Recording, returned: Any, results: list[Value]) -> Any:
    """Returns the function's result, with outputs in place of tracers; collects their values."""
    leaves, tree = flatten(returned)
    found: list[Any] = []
    known: dict[tuple[int, int], Output] = {}
    for leaf in leaves:
        if isinstance(leaf, Cell):
            if leaf._recording is not recording:
                raise recording.error(
                    f"return of {leaf._recording.origin(leaf._value)}: it belongs to another trace"
                )
            value = leaf.read()
            array = id(leaf._root()), id(value)  # equal values of two arrays are one value
            if array not in known:
                known[array] = Output(len(results), leaf.is_given)
                results.append(value)
            found.append(known[array])
        else:
            if is_any(leaf, *_OPAQUE) and any(isinstance(each, Cell) for each in leaf):
                raise recording.error(
                    f"return of a {type(leaf).__name__} of traced values: return a tuple, list, "
                    "dict or dataclass"
                )
            if is_any(leaf, Iterator):
                raise recording.error(
                    f"return of a {type(leaf).__name__}: it would give the elements of one call "
                    "only; return a tuple or a list"
                )
            found.append(leaf)
    return tree.unflatten(found)


_OPAQUE = (set, frozenset, deque, list, tuple, dict)
"""The containers that trees leave as they are, and subclasses of those that they know."""
