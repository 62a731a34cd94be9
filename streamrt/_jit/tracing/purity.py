"""Purity: a function that does more than compute its result is found by tracing it twice.

What a trace reads of the world is frozen: the time, random numbers, counters. What it writes there
happens once, while it is traced. Two traces of one function differ in the first case, and a tracer
that is left over shows the second.
"""

from __future__ import annotations

import gc
import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from streamrt._ir.program import Program, Value
from streamrt._jit.sites import short
from streamrt._jit.tracing.cells import Cell
from streamrt._jit.tracing.recording import Recording, is_any
from streamrt._jit.tracing.trace import Output, Spec, Traced, record
from streamrt._jit.tracing.tracer import Tracer
from streamrt._jit.trees import flatten
from streamrt.errors import TraceError

__all__ = ["check_pure"]


def check_pure(
    function: Callable[..., Any],
    specs: Sequence[Spec],
    call: Callable[[list[Any]], tuple[tuple[Any, ...], dict[str, Any]]],
    *,
    name: str,
    site: str,
    is_earlier: Callable[[object], bool] = lambda array: True,
) -> Traced:
    """Traces a function twice, and returns the second trace; the arguments are those of `trace`.

    Raises:
        TraceError: the traces differ, or a traced value is kept somewhere.
    """
    recordings = [Recording(name, site, Tracer) for _ in range(2)]
    for each in recordings:
        each.is_earlier = is_earlier
    first, second = (record(each, function, specs, call) for each in recordings)
    found = _difference(first, second) or _difference_of_numbers(recordings)
    if found:
        raise TraceError(
            f"check {name} ({short(site)}): two traces differ: {found}; pass what changes as an "
            "argument"
        )
    for recording in recordings:
        _check_leaks(recording)
    return second


def _difference(first: Traced, second: Traced) -> str:
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


def _difference_of_numbers(recordings: Sequence[Recording]) -> str:
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


# -- traced values that are kept -------------------------------------------------------------------


def _check_leaks(recording: Recording) -> None:
    """Refuses a trace of which somebody keeps a traced value.

    Raises:
        TraceError: with the value, and the place that keeps it.
    """
    gc.collect()
    left: list[Any] = gc.get_objects()
    mine = [each for each in left if isinstance(each, Cell) and each._recording is recording]
    left.clear()
    for cell in mine:
        holder = _holder(cell, {id(mine)}, 0)
        if holder:
            raise TraceError(
                f"check {recording.name}: {recording.origin(cell._value)}, is kept in {holder}; "
                "return it from the function instead"
            )


_PASSED = (list, tuple, set, types.CellType)


def _holder(thing: Any, ignored: set[int], depth: int) -> str:
    """Returns the place that keeps an object alive, as code names it; empty if none is found.

    Frames and tracers do not count: they hold what they work on, and views. No generator or inner
    function may stand here, because their cells would be found, too.
    """
    if depth > _DEEPEST:
        return ""
    found: list[Any] = gc.get_referrers(thing)
    ignored.add(id(found))
    for each in found:
        if id(each) in ignored or isinstance(each, types.FrameType | Cell):
            continue
        ignored.add(id(each))
        name = _as_holder(each, thing, ignored, depth)
        if name:
            return name
    return ""


_DEEPEST = 4


def _as_holder(holder: Any, thing: Any, ignored: set[int], depth: int) -> str:
    if type(holder) is dict:
        return _entry(holder, thing, ignored, depth)
    if is_any(holder, *_PASSED):
        outer = _holder(holder, ignored, depth + 1)
        is_cell = isinstance(holder, types.CellType)
        text = "a closure" if is_cell else f"a {type(holder).__name__}"
        return f"{text} in {outer}" if outer else "" if is_any(holder, tuple) else text
    key = _key_of(getattr(holder, "__dict__", None), thing)
    return f"the attribute {key!r} of a {type(holder).__name__}" if key is not None else ""


def _entry(holder: Any, thing: Any, ignored: set[int], depth: int) -> str:
    """Returns how code names an entry of a dict: a global, an attribute, or an entry."""
    key = _key_of(holder, thing)
    found: list[Any] = gc.get_referrers(holder)
    ignored.add(id(found))
    for each in found:
        if isinstance(each, types.FunctionType) and each.__globals__ is holder:
            return f"the global {key} of {holder.get('__name__', 'a module')}"
        if isinstance(each, types.ModuleType):
            return f"the global {key} of {each.__name__}"
        if getattr(each, "__dict__", None) is holder:
            return f"the attribute {key!r} of a {type(each).__name__}"
    outer = _holder(holder, ignored, depth + 1)
    text = f"the entry {key!r} of a dict"
    return f"{text} in {outer}" if outer else text


def _key_of(holder: Any, thing: Any) -> Any:
    """Returns the key under which a dict has an object, or None."""
    if not is_any(holder, dict):
        return None
    for key, value in holder.items():
        if value is thing:
            return key
    return None
