"""Functions that tracers cannot answer for themselves, such as np.asarray, np.zeros, math.sqrt.

NumPy asks its arguments about most of its functions (`__array_function__`), but not about those
that make arrays of anything. So these, and the functions of math, are replaced in their modules while any thread traces. In
a thread that does not trace, and when streamrt calls them, they do what they always did.

1. `np.asarray(x)` of a tracer is that tracer, and a list with tracers is stacked.
2. What NumPy makes of numbers alone is an array of NumPy's. Only a function that writes traced
   values to one is traced again, and then all that it makes is traced (`Recording.is_making`).
3. A module that has one of these functions under a name of its own, as after `from numpy import
   asarray`, is found when that function is first given a tracer. Then it has the replacement, too.
"""

from __future__ import annotations

import functools
import math
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import numpy as np

from streamrt._jit.tracing import constructions, math_functions
from streamrt._jit.tracing.cells import Cell
from streamrt._jit.tracing.elementwise import cell_of
from streamrt._jit.tracing.recording import CURRENT, Recording, dtype_of, is_any
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt._runtime.buffer import Buffer

__all__ = ["ORIGINALS", "always", "replaced", "spread"]

_TRACED = (Cell, Buffer, Wrapped)


def _is_traced(thing: Any) -> bool:
    """Returns whether a tracer is in some argument, or in lists and tuples there."""
    if is_any(thing, *_TRACED):
        return True
    return isinstance(thing, list | tuple) and any(map(_is_traced, thing))


def _taking(original: Callable[..., Any], rule: Callable[..., Any]) -> Callable[..., Any]:
    """Returns what stands for a function that makes an array of anything."""

    def made(recording: Recording, is_making: bool, args: Any, kwargs: Any) -> Any:
        thing = args[0] if args else kwargs.get("object", kwargs.get("a"))
        if _is_traced(thing):
            return rule(recording, *args, **kwargs)
        found = original(*args, **kwargs)
        is_new = not (is_any(thing, np.ndarray) and np.may_share_memory(found, thing))
        return _traced(recording, found) if is_making and is_new else found

    return made


def _making(original: Callable[..., Any], rule: Callable[..., Any] | None) -> Callable[..., Any]:
    """Returns what stands for a function that makes an array of a shape or of numbers."""

    def made(recording: Recording, is_making: bool, args: Any, kwargs: Any) -> Any:
        if rule is not None and (_is_traced(args) or _is_traced(list(kwargs.values()))):
            return rule(recording, *args, **kwargs)
        found = original(*args, **kwargs)
        return _traced(recording, found) if is_making else found

    return made


def _computing(original: Callable[..., Any], rule: Callable[..., Any]) -> Callable[..., Any]:
    """Returns what stands for a function of numbers."""

    def made(recording: Recording, is_making: bool, args: Any, kwargs: Any) -> Any:
        del is_making
        return rule(recording, *args) if _is_traced(args) else original(*args, **kwargs)

    return made


def _traced(recording: Recording, array: Any) -> Any:
    """Returns a new array of NumPy's as a tracer that can be written to, if programs have such."""
    if not is_any(array, np.ndarray) or dtype_of(array.dtype) is None:
        return array
    value = cell_of(recording, array).read()
    return recording.kind(recording, value).as_array()


_RULES: dict[str, tuple[Callable[..., Any], Callable[..., Any] | None]] = {
    "array": (_taking, constructions.array_),
    "asarray": (_taking, constructions.asarray_),
    "asanyarray": (_taking, constructions.asarray_),
    "ascontiguousarray": (_taking, constructions.ascontiguous_),
    "asfortranarray": (_taking, constructions.ascontiguous_),
    "require": (_taking, constructions.require_),
    "copy": (_taking, constructions.copy_),
    "zeros": (_making, None), "ones": (_making, None), "empty": (_making, None),
    "full": (_making, constructions.full_), "eye": (_making, None), "identity": (_making, None),
    "arange": (_making, None), "tri": (_making, None), "diag": (_making, None),
    "zeros_like": (_making, None), "ones_like": (_making, None), "empty_like": (_making, None),
    "full_like": (_making, constructions.full_like_), "linspace": (_making, None),
    **{f"math.{name}": (_computing, rule) for name, rule in math_functions.BY_NAME.items()},
}  # fmt: skip


def _module_of(name: str) -> dict[str, Any]:
    return vars(math if name.startswith("math.") else np)


def _replacement(name: str, original: Any, is_always: bool) -> Any:
    """Returns what stands for a function; `is_always` if what it makes is traced."""
    kind, rule = _RULES[name]
    made = kind(original, rule)

    def call(*args: Any, **kwargs: Any) -> Any:
        recording = CURRENT.recording
        if recording is None or _is_ours(sys._getframe(1)):
            return original(*args, **kwargs)
        return made(recording, is_always or recording.is_making, args, kwargs)

    return functools.update_wrapper(call, original)


def _is_ours(frame: FrameType) -> bool:
    package: Any = frame.f_globals.get("__package__")
    return is_any(package, str) and package.partition(".")[0] == "streamrt"


_ORIGINAL: dict[str, Any] = {name: _module_of(name)[name.removeprefix("math.")] for name in _RULES}
ORIGINALS: dict[int, str] = {id(each): name for name, each in _ORIGINAL.items()}
"""The names of the functions that are replaced, by their identity."""

_REPLACEMENTS = {name: _replacement(name, each, False) for name, each in _ORIGINAL.items()}
_ALWAYS = {name: _replacement(name, each, True) for name, each in _ORIGINAL.items()}


def always(thing: Any) -> Any:
    """Returns what stands for a function of NumPy's in its own code; others as they are."""
    name = ORIGINALS.get(id(thing))
    return thing if name is None else _ALWAYS[name]


# -- where they are replaced ---------------------------------------------------------------------

_lock = threading.Lock()
_running = 0
_spaces: dict[int, tuple[dict[str, Any], dict[str, str]]] = {
    id(vars(module)): (
        vars(module),
        {name.removeprefix("math."): name for name in _RULES if _module_of(name) is vars(module)},
    )
    for module in (np, math)
}
"""The namespaces in which functions are replaced, with the names that they have there."""


@contextmanager
def replaced() -> Iterator[None]:
    """Has the functions replaced while it lasts, and while any other thread traces."""
    global _running
    with _lock:
        _running += 1
        if _running == 1:
            _exchange(_ORIGINAL, _REPLACEMENTS)
    try:
        yield
    finally:
        with _lock:
            _running -= 1
            if not _running:
                _exchange(_REPLACEMENTS, _ORIGINAL)


def _exchange(old: dict[str, Any], new: dict[str, Any]) -> None:
    """Puts functions in the places of others; what somebody else put there stays."""
    for space, names in _spaces.values():
        for name, of in names.items():
            if space.get(name) is old[of]:
                space[name] = new[of]


def spread(frame: FrameType | None) -> bool:
    """Has functions replaced in the module that a frame runs in, too.

    Returns:
        Whether it has any that were not replaced before.
    """
    if frame is None or _is_ours(frame):
        return False
    space = frame.f_globals
    found = {name: ORIGINALS[id(each)] for name, each in space.items() if id(each) in ORIGINALS}
    with _lock:
        if not found or id(space) in _spaces:
            return False
        _spaces[id(space)] = space, found
        for name, of in found.items():
            space[name] = _REPLACEMENTS[of]
    return True
