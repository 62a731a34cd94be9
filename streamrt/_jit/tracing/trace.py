"""Tracing: a Python function is run once, on tracers, and what it computes is a program."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._interrupts import from_handler
from streamrt._ir.program import Program, TooLargeError, Value
from streamrt._jit.sites import site_of_error
from streamrt._jit.tracing import randomness
from streamrt._jit.tracing.branching import Answers, Way, explored, guarded, was_raised
from streamrt._jit.tracing.cells import Cell, Pair
from streamrt._jit.tracing.comparing import difference
from streamrt._jit.tracing.masked import Masked
from streamrt._jit.tracing.needed import NumbersNeeded
from streamrt._jit.tracing.numpys.replacing import replaced
from streamrt._jit.tracing.numpys.scipy_fft import answering
from streamrt._jit.tracing.recording import CURRENT, NOBODY, AgainError, Caller, Recording, is_any
from streamrt._jit.tracing.traced import Output, Spec, Traced
from streamrt._jit.tracing.tracer import Tracer
from streamrt._jit.trees import flatten
from streamrt._runtime.buffer import BEFORE_READING, Buffer
from streamrt._runtime.memory.arithmetic import STAND_INS
from streamrt.errors import StreamRTError, TraceError, TraceTypeError, TraceValueError

__all__ = ["record", "trace", "traced"]

_WEAK: dict[str, type] = {"f64": float, "i64": int, "bool": bool}


def trace(
    function: Callable[..., Any],
    specs: Sequence[Spec],
    call: Callable[[list[Any]], tuple[tuple[Any, ...], dict[str, Any]]],
    *,
    name: str,
    site: str,
    caller: Caller = NOBODY,
) -> Traced:
    """Returns the program of a function, and what it returned.

    Args:
        function: the function.
        specs: the arguments that are arrays or numbers.
        call: gives the function's arguments for a list with one tracer for each spec.
        name: what messages call the function.
        site: the place of the function, which is named when no line of the user's runs.
        caller: the call that it is made for.

    Raises:
        TraceError: the function does what no trace can hold.
    """
    made, _ = traced(function, specs, call, name=name, site=site, caller=caller)
    return made


def traced(
    function: Callable[..., Any],
    specs: Sequence[Spec],
    call: Callable[[list[Any]], tuple[tuple[Any, ...], dict[str, Any]]],
    *,
    name: str,
    site: str,
    caller: Caller = NOBODY,
) -> tuple[Traced, Recording]:
    """Returns the trace, and the recording that it comes of; see `trace`."""

    def run(answers: Answers) -> Way:
        level = 0
        for left in range(MOST_ATTEMPTS, -1, -1):
            recording = Recording(name, site, Tracer, caller, level, answers)
            try:
                return Way(recording, answers, record(recording, function, specs, call))
            except AgainError:
                level = recording.another
            except Exception as error:
                if from_handler(error):
                    raise
                if recording.another < 0 or not left:
                    if not answers:
                        raise
                    return Way(recording, answers, None, error)
                level = recording.another
        raise AssertionError  # the last attempt returns or raises

    way, raising = explored(run, _are_same)
    made: Traced = way.made
    if raising:
        results = made.program.results
        if not results:
            raise way.recording.error(
                "a branch on a value that decides nothing but whether the call fails: return an "
                "array, too"
            )
        if any(each.recording.captures != way.recording.captures for each in raising):
            raise way.recording.error("a branch on a value finds other Buffers: pass them all")
        checked = tuple(guarded(way, raising, results))
        program = Program(made.program.parameters, checked, made.program.loops)
        made = replace(made, program=program)
    return made, way.recording


MOST_ATTEMPTS = 8
"""The traces of one call; each but the last found another module with functions to replace."""


def _are_same(one: Way, other: Way) -> bool:
    """Returns whether two ways through a function compute the same."""
    return not difference(one.made, other.made)


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
        with replaced(recording.level), answering():
            returned = function(*args, **kwargs)
        recording.has_returned = True
        results: list[Value] = []
        result = _without_tracers(recording, returned, results)
        if recording.dependence is not None:
            from streamrt._jit.tracing.repeating.bodies import check_ended  # few have loops

            check_ended(recording, "return", results)
        if randomness.has_moved(before):
            recording.note(randomness.NOTE.format(recording.name))
        program = recording.builder.finish(results)
        return Traced(program, result, tuple(recording.captures), tuple(recording.notes))
    except TooLargeError as error:
        raise TraceValueError(recording.text_at_step(str(error))) from None
    except ValueError as error:
        if isinstance(error.__cause__, NumbersNeeded):  # a number was put into a NumPy array
            raise error.__cause__ from None
        if _NO_SEQUENCE in str(error) and isinstance(error.__cause__, TraceError):
            recording.try_again(2)
            where, _, _ = str(error.__cause__).partition(": ")
            refusal = TraceError(
                f"{where}: assignment of a traced value to elements of a NumPy array: make the "
                "array with np.zeros(shape, like=x) of a traced x, or join values with np.stack"
            )
            raise refusal.with_traceback(error.__traceback__) from None
        _end(recording, error)
        raise
    except Exception as error:
        _end(recording, error)
        raise
    finally:
        CURRENT.recording = outer
        recording.is_open = False
        recording.caller = NOBODY


def _end(recording: Recording, error: Exception) -> None:
    """Raises a refusal in place of an error by which code that takes no tracers ends a trace.

    Code in C has errors of its own for them, and code in Python may hide a refusal by another one.
    """
    if isinstance(error, StreamRTError) or from_handler(error):
        return
    hidden = error.__cause__ or error.__context__
    while hidden is not None and not isinstance(hidden, TraceError):
        hidden = hidden.__cause__ or hidden.__context__
    recording.builder.site = site_of_error(error)
    name = type(error).__name__
    text = f"{error}; what says so is no function of NumPy's, and may take no traced values"
    hidden = hidden or recording.missed  # as `hasattr` hides it
    if hidden is not None:
        made = TraceError(f"{hidden} (then {name}: {error})")
    elif type(error).__module__.partition(".")[0] == "numba":
        made = TraceError(recording.text_at_step(f"{name}: {text}"))
    elif type(error) in (TypeError, ValueError) and not was_raised(error):
        kind = TraceTypeError if type(error) is TypeError else TraceValueError
        made = kind(recording.text_at_step(text))
    else:
        return
    raise made.with_traceback(error.__traceback__) from None


_NO_SEQUENCE = "setting an array element with a sequence"
"""The message of NumPy that stands in place of ours, if a tracer is put into an array."""


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
        elif isinstance(leaf, Masked):
            raise leaf._refusal()
        elif isinstance(leaf, Pair):
            raise recording.error(
                f"return of {leaf._origin()}: programs have no complex dtypes; return .real and "
                ".imag"
            )
        else:
            if is_any(leaf, *_OPAQUE) and any(isinstance(each, Cell | Pair) for each in leaf):
                raise recording.error(
                    f"return of a {type(leaf).__name__} of traced values: return a tuple, list, "
                    "dict or dataclass"
                )
            if is_any(leaf, Iterator):
                raise recording.error(
                    f"return of a {type(leaf).__name__}: it would give the elements of one call "
                    "only; return a tuple or a list"
                )
            found.append(recording.result(leaf) if type(leaf) is np.ndarray else leaf)
    return tree.unflatten(found)


_OPAQUE = (set, frozenset, deque, list, tuple, dict)
"""The containers that trees leave as they are, and subclasses of those that they know."""
