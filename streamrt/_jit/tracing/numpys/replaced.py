"""Functions that tracers cannot answer for themselves, such as np.asarray, np.zeros, math.sqrt.

NumPy asks its arguments about most of its functions (`__array_function__`), but not about those
that make arrays of anything. So something stands in the places of these, and of the functions of
math, while any thread traces (replacing.py). In a thread that does not trace, and when NumPy or
streamrt calls it, it does what the function does.

1. `np.asarray(x)` of a tracer is that tracer, and a list with tracers is stacked.
2. What NumPy makes of numbers alone is an array of NumPy's. Only a function that writes traced
   values to one is traced again, and then all that it makes is traced (`Recording.level`).
"""

from __future__ import annotations

import functools
import math
import sys
from collections.abc import Callable
from functools import cache
from types import FrameType
from typing import Any

import numpy as np

from streamrt._jit.tracing.cells import Cell, Pair
from streamrt._jit.tracing.complexes.calls import call_function
from streamrt._jit.tracing.complexes.pairs import cast
from streamrt._jit.tracing.operands import cell_of
from streamrt._jit.tracing.recording import CURRENT, ComplexError, Recording, dtype_of, is_any
from streamrt._jit.tracing.rules import constructions, math_functions
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt._runtime.buffer import Buffer

__all__ = ["REPLACED", "SCALARS", "always", "is_ours", "of_lists", "of_math", "original"]

_TRACED = (Cell, Pair, Buffer, Wrapped)
_DISPATCHER: Any = vars(np)["sum"].__class__
_ASARRAY: Any = np.asarray  # not its own stand-in


def _is_traced(thing: Any) -> bool:
    """Returns whether a tracer is in some argument, or in lists and tuples there."""
    if is_any(thing, *_TRACED):
        return True
    return is_any(thing, list, tuple) and any(_is_traced(each) for each in thing)


def _taking(original: Callable[..., Any], rule: Callable[..., Any]) -> Callable[..., Any]:
    """Returns the stand-in of a function that makes an array of anything."""

    def made(recording: Recording, is_making: bool, args: Any, kwargs: Any) -> Any:
        thing = args[0] if args else kwargs.get("object", kwargs.get("a"))
        if _is_traced(thing):
            return _by_rule(recording, original, rule, args, kwargs)
        found = original(*args, **kwargs)
        is_new = not (is_any(thing, np.ndarray) and np.may_share_memory(found, thing))
        return _traced(recording, found) if is_making and is_new else found

    return made


def _making(original: Callable[..., Any], rule: Callable[..., Any] | None) -> Callable[..., Any]:
    """Returns the stand-in of a function that makes an array of a shape or of numbers."""

    def made(recording: Recording, is_making: bool, args: Any, kwargs: Any) -> Any:
        if _is_traced(args) or _is_traced(list(kwargs.values())):
            if rule is not None:
                return _by_rule(recording, original, rule, args, kwargs)
            if args and isinstance(args[0], list | tuple) and type(original) is _DISPATCHER:
                args = (_joined(recording, args[0]), *args[1:])
        found = original(*args, **kwargs)
        return _traced(recording, found) if is_making else found

    return made


def _by_rule(
    recording: Recording, original: Any, rule: Callable[..., Any], args: Any, kwargs: Any
) -> Any:
    """Returns the result of a rule, or of that for complex arrays."""
    try:
        return rule(recording, *args, **kwargs)
    except ComplexError:
        pass  # an error of what follows is not caused by this one
    return call_function(recording, original, args, kwargs)


def _joined(recording: Recording, things: Any) -> Any:
    """Returns a list with tracers as an array."""
    return _by_rule(recording, _ASARRAY, constructions.asarray_, (things,), {})


def _computing(original: Callable[..., Any], rule: Callable[..., Any]) -> Callable[..., Any]:
    """Returns the stand-in of a function of numbers."""

    def made(recording: Recording, is_making: bool, args: Any, kwargs: Any) -> Any:
        del is_making
        return rule(recording, *args) if _is_traced(args) else original(*args, **kwargs)

    return made


def _traced(recording: Recording, array: Any) -> Any:
    """Returns a new array of NumPy's as a tracer that can be written to, if programs have such."""
    if not is_any(array, np.ndarray) or isinstance(array, Pair):
        return array
    if array.dtype.char in "FD":
        return cast(recording, array, array.dtype, is_array=True)
    if dtype_of(array.dtype) is None:
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
    "asarray_chkfinite": (_taking, constructions.chkfinite_),
    "copy": (_taking, constructions.copy_),
    "zeros": (_making, None), "ones": (_making, None), "empty": (_making, None),
    "full": (_making, constructions.full_), "eye": (_making, None), "identity": (_making, None),
    "arange": (_making, None), "tri": (_making, None), "diag": (_making, None),
    "zeros_like": (_making, None), "ones_like": (_making, None), "empty_like": (_making, None),
    "full_like": (_making, constructions.full_like_), "linspace": (_making, None),
}  # fmt: skip


_JOINING = frozenset((
    "concatenate", "concat", "stack", "vstack", "hstack", "dstack", "column_stack", "block",
    "select", "lexsort", "einsum", "broadcast_arrays", "meshgrid", "histogramdd",
))  # fmt: skip
"""The functions that take lists of arrays, so NumPy asks these."""


def _replacement(original: Any, kind: Any, rule: Any, is_always: bool = False) -> Any:
    """Returns the stand-in of a function; `is_always` if what it makes is traced."""
    made = kind(original, rule)

    def call(*args: Any, **kwargs: Any) -> Any:
        recording = CURRENT.recording
        if recording is None or is_ours(sys._getframe(1)):
            return original(*args, **kwargs)
        return made(recording, is_always or recording.level == 2, args, kwargs)

    return functools.update_wrapper(call, original)


def is_ours(frame: FrameType) -> bool:
    package: Any = frame.f_globals.get("__package__")
    return is_any(package, str) and package.partition(".")[0] in ("streamrt", "numpy")


def _of_lists(original: Any) -> Any:
    """Returns the stand-in of a function of arrays, which takes a list with tracers.

    NumPy asks the list about it, and not what is in it.
    """

    def call(*args: Any, **kwargs: Any) -> Any:
        recording = CURRENT.recording
        if recording is None or not args or type(args[0]) not in (list, tuple):
            return original(*args, **kwargs)
        if _is_traced(args[0]) and not is_ours(sys._getframe(1)):
            args = (_joined(recording, args[0]), *args[1:])
        return original(*args, **kwargs)

    return functools.update_wrapper(call, original)


class _Scalar(type):
    """The class of what stands for a type of NumPy's scalars: it is equal to that type."""

    def __eq__(cls, other: object) -> bool:
        return other is cls.__mro__[1] or other is cls

    def __hash__(cls) -> int:
        return hash(cls.__mro__[1])

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, cls.__mro__[1])

    def __subclasscheck__(cls, subclass: type) -> bool:
        return issubclass(subclass, cls.__mro__[1])


def _scalar_type(original: Any) -> Any:
    """Returns the stand-in of a type of NumPy's scalars, which converts tracers, too."""

    def new(cls: Any, *args: Any) -> Any:
        recording = CURRENT.recording
        if recording is None or not args or not _is_traced(args[0]):
            return original(*args)
        made = constructions.asarray_(recording, args[0], original)
        value = made.read()
        return made if value.shape else recording.kind(recording, value)

    return _Scalar(original.__name__, (original,), {"__new__": new, "__module__": "numpy"})


REPLACED: dict[str, tuple[Any, Any]] = {
    name: (original, _replacement(original, *rule))
    for name, rule in _RULES.items()
    for original in (getattr(np, name),)
}
"""The functions of NumPy by their names, and their stand-ins while a thread traces."""


@cache
def of_math() -> dict[str, tuple[Any, Any]]:
    """Returns the functions of the module math, and their stand-ins."""
    found = {
        name: (original, _replacement(original, _computing, rule))
        for name, rule in math_functions.BY_NAME.items()
        for original in (getattr(math, name),)
    }
    _STANDING.update({id(other): each for each, other in found.values()})
    return found


@cache
def _always() -> dict[int, Any]:
    return {
        id(original): _replacement(original, *_RULES[name], True)
        for name, (original, _) in REPLACED.items()
    }


@cache
def of_lists() -> dict[str, tuple[Any, Any]]:
    """Returns the functions of arrays, and their stand-ins in traces that met lists of tracers."""
    found = {
        name: (each, _of_lists(each))
        for name, each in vars(np).items()
        if type(each) is _DISPATCHER and name not in _RULES and name not in _JOINING
    }
    _STANDING.update({id(other): each for each, other in found.values()})
    return found


SCALARS: dict[str, tuple[Any, Any]] = {
    each.__name__: (each, _scalar_type(each)) for each in (np.float32, np.float64)
}
"""Types of scalars, and what stands for them in a module that calls them with tracers."""


_STANDING = {id(pair[1]): pair[0] for pair in (*REPLACED.values(), *SCALARS.values())}


def original(thing: Any) -> Any:
    """Returns the original of a stand-in; others as they are."""
    return _STANDING.get(id(thing), thing)


def always(thing: Any) -> Any:
    """Returns the stand-in of a function of NumPy's in its own code; others as they are."""
    return _always().get(id(thing), thing)
