"""Two traces of one function are compared: what the first difference between them is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from streamrt._ir.program import Program, Value
from streamrt._jit.sites import short
from streamrt._jit.tracing.recording import Recording, is_any
from streamrt._jit.tracing.traced import Output, Traced
from streamrt._jit.trees import flatten

if TYPE_CHECKING:
    from streamrt._ir.traced_loops import TracedLoop

__all__ = ["difference", "difference_of_numbers"]


def difference(first: Traced, second: Traced) -> str:
    """Returns the difference between two traces as text; empty if they are equal."""
    if [id(each) for each in first.captures] != [id(each) for each in second.captures]:
        return "they captured different Buffers"
    programs = (first.program, second.program)
    places, others = ({id(p): -k - 1 for k, p in enumerate(each.parameters)} for each in programs)
    made = [_in_order(program) for program in programs]
    for k, (one, other) in enumerate(zip(*made, strict=False)):
        places[id(one)], others[id(other)] = k, k
        if _described(one, places) != _described(other, others):
            return f"{_named(one)} the first time, {_named(other)} the second time"
    for one, other in zip(first.program.loops, second.program.loops, strict=False):
        if _wired(one, places) != _wired(other, others):
            return f"{one.name} at {short(one.site)}, which has other turns or carries other values"
    common = min(map(len, made))
    for values, when in zip(made, ("first", "second"), strict=True):
        if len(values) > common:
            return f"{_named(values[common])} the {when} time only"
    return _difference_of_results(first.result, second.result)


def _in_order(program: Program) -> list[Value]:
    """Returns the values of a program in the order in which they were made, without parameters."""
    values = [value for value in program.values() if value.op.name != "parameter"]
    return sorted(values, key=lambda value: value.number)


def _described(value: Value, places: dict[int, int]) -> tuple[Any, ...]:
    """Returns all that makes a value what it is, with places in place of its operands."""
    operands = tuple([places[id(operand)] for operand in value.operands])
    return value.op.number, operands, value.attributes, value.dtype, value.shape


def _wired(loop: TracedLoop, places: dict[int, int]) -> tuple[Any, ...]:
    """Returns all that makes a loop what it is, with places in place of its values.

    A value that nothing needs has none.
    """
    values = [*loop.outer, *loop.inners, *loop.body, *loop.results]
    return loop.kind, loop.turns, tuple([places.get(id(value)) for value in values])


def difference_of_numbers(recordings: Sequence[Recording]) -> str:
    """Returns which Python number differs; as f32 in the program it may be the same."""
    first, second = (recording.numbers for recording in recordings)
    for (one, value), (other, _) in zip(first, second, strict=False):
        if one != other:
            return f"{one} the first time, {other} the second time, at {short(value.site)}"
    return ""


def _named(value: Value) -> str:
    text = f"{value.op} of {value}"
    if value.op.name == "constant":
        elements = value.array
        text = f"the number {elements}" if elements.size == 1 else f"an array {value}"
    return f"{text} at {short(value.site)}"


def _difference_of_results(first: Any, second: Any) -> str:
    """Returns the difference between two results as text; arrays of the program are equal."""
    leaves, tree = flatten(first)
    others, other_tree = flatten(second)
    if tree != other_tree:
        return "the results have different structures"
    for one, other, path in zip(leaves, others, tree.paths, strict=True):
        if type(one) is not type(other) or not _equal(one, other):
            return f"result{path} was {_shown(one)} the first time, {_shown(other)} the second time"
    return ""


def _equal(one: Any, other: Any) -> bool:
    if one is other or isinstance(one, Output):
        return bool(one == other)
    if is_any(one, np.ndarray):
        return bool(np.array_equal(one, other, equal_nan=one.dtype.kind in "fc"))
    if isinstance(one, float | complex):
        return one == other or (one != one and other != other)
    if isinstance(one, str | bytes | int | np.generic):
        return bool(one == other)
    return True  # two objects of one class, which only their class could compare


def _shown(thing: Any) -> str:
    text = repr(thing)
    return text if len(text) <= 60 else text[:57] + "..."
