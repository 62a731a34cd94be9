"""Tracing: a Python function is run once, on tracers, and what it computes is a program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from streamrt._ir.program import Program, Value
from streamrt._jit import randomness
from streamrt._jit.cells import Cell
from streamrt._jit.recording import Recording
from streamrt._jit.tracer import Tracer
from streamrt._jit.trees import flatten
from streamrt._runtime.buffer import Buffer

__all__ = ["Output", "Spec", "Traced", "is_traced", "trace"]

_WEAK: dict[str, type] = {"f64": float, "i64": int, "bool": bool}


@dataclass(frozen=True, slots=True)
class Spec:
    """One argument of a traced function, or one leaf of an argument.

    Attributes:
        dtype: the name of its dtype, such as `f32`.
        shape: its extents.
        is_scalar: whether it is passed by value.
        is_weak: whether it is a Python number, which yields to the dtypes of arrays.
        path: what messages call it: `x`, `params['w']`.
    """

    dtype: str
    shape: tuple[int, ...]
    is_scalar: bool = False
    is_weak: bool = False
    path: str = "an argument"


class Output:
    """The place of a tracer in what a traced function returned; a leaf, so no dataclass.

    Attributes:
        index: the number of the result of the program.
    """

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index: int = index

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


def is_traced(thing: object) -> bool:
    """Returns whether it is a tracer, whose operations some trace records."""
    return isinstance(thing, Cell)


def trace(
    function: Callable[..., Any],
    specs: Sequence[Spec],
    call: Callable[[list[Any]], tuple[tuple[Any, ...], dict[str, Any]]],
    *,
    name: str,
    site: str,
) -> Traced:
    """Returns the program of a function, and what it returned.

    Args:
        function: the function.
        specs: the arguments that are arrays or numbers.
        call: gives the function's arguments for a list with one tracer for each spec.
        name: what messages call the function.
        site: the place of the function, which is named when no line of the user's runs.

    Raises:
        TraceError: the function does what no trace can hold.
    """
    recording = Recording(name, site, Tracer)
    recording.builder.site = site
    leaves: list[Any] = [_leaf(recording, spec) for spec in specs]
    before = randomness.state()
    try:
        args, kwargs = call(leaves)
        returned = function(*args, **kwargs)
        results: list[Value] = []
        result = _without_tracers(recording, returned, results)
        if before is not None and randomness.state() != before:
            recording.note(randomness.NOTE.format(name))
        program = recording.builder.finish(results)
        return Traced(program, result, tuple(recording.captures), tuple(recording.notes))
    finally:
        recording.is_open = False


def _leaf(recording: Recording, spec: Spec) -> Cell:
    value = recording.builder.parameter(spec.dtype, spec.shape, is_scalar=spec.is_scalar)
    recording.names.append(f"the argument {spec.path}")
    weak = _WEAK[spec.dtype] if spec.is_weak else None
    return Tracer.of_owner(recording, value, f"the argument {spec.path}", weak)


def _without_tracers(recording: Recording, returned: Any, results: list[Value]) -> Any:
    """Returns what was returned, with outputs in place of tracers, and collects their values."""
    leaves, tree = flatten(returned)
    found: list[Any] = []
    for leaf in leaves:
        if isinstance(leaf, Cell):
            if leaf._recording is not recording:
                raise recording.error(
                    f"return of {leaf._recording.origin(leaf._value)}: it belongs to another trace"
                )
            found.append(Output(len(results)))
            results.append(leaf.read())
        else:
            found.append(leaf)
    return tree.unflatten(found)
