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

from streamrt._jit.sites import short
from streamrt._jit.tracing.cells import Cell, Pair
from streamrt._jit.tracing.comparing import difference, difference_of_numbers
from streamrt._jit.tracing.recording import NOBODY, Caller, Recording, is_any
from streamrt._jit.tracing.trace import traced
from streamrt._jit.tracing.traced import Spec, Traced
from streamrt.errors import TraceError

__all__ = ["check_pure"]


def check_pure(
    function: Callable[..., Any],
    specs: Sequence[Spec],
    call: Callable[[list[Any]], tuple[tuple[Any, ...], dict[str, Any]]],
    *,
    name: str,
    site: str,
    caller: Caller = NOBODY,
) -> Traced:
    """Traces a function twice, and returns the second trace; the arguments are those of `trace`.

    Raises:
        TraceError: the traces differ, or a traced value is kept somewhere.
    """
    (first, one), (second, other) = (
        traced(function, specs, call, name=name, site=site, caller=caller) for _ in range(2)
    )
    recordings = [one, other]
    found = difference(first, second) or difference_of_numbers(recordings)
    if found:
        raise TraceError(
            f"check {name} ({short(site)}): two traces differ: {found}; pass what changes as an "
            "argument"
        )
    for recording in recordings:
        _check_leaks(recording)
    return second


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
    if isinstance(holder, Pair):
        return _holder(holder, ignored, depth)
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
