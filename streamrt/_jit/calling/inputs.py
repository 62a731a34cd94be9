"""Inputs: what each leaf of a call is to the traced function.

`array`     a Buffer, or a NumPy array that is copied to one: an array parameter
`scalar`    a number: a parameter that is passed by value, so that another one needs no new trace
`default`   a number that is the default of its parameter: part of what is compiled
`value`     part of what is compiled: a static argument, a bool, a string, a function, a dtype, ...
`constant`  a NumPy array in an attribute of an object, and whatever else the function may find by
            itself, such as another function: frozen, and known again by its identity
`capture`   a Buffer in a closure or a global, which the function may find by itself

A number in an attribute of an object is a `value`, because there it describes the object. A number
in an argument, or in a tuple, list or dict of these, is data, except where the argument is the
default of its parameter: most functions are never passed another one.
"""

from __future__ import annotations

import sys
import types
from enum import Enum
from typing import Any, NamedTuple

import numpy as np

from streamrt._compile.signatures.dtypes import DTYPES, from_numpy
from streamrt._core.values import shown
from streamrt._interrupts import BAD_VALUE
from streamrt._jit.wrapped_arrays import Wrapped
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.submission import Submission
from streamrt.errors import ArgumentError, ArgumentTypeError

__all__ = [
    "ARRAY",
    "GENERIC",
    "SIMPLE",
    "Slot",
    "check_static",
    "class_of",
    "dtype_name",
    "is_number",
    "is_plain",
    "is_value",
    "kind_of",
]

SIMPLE: frozenset[type[Any]] = frozenset({bool, bytes, int, str, type(None)})
"""The classes of values that are keys as they are, beside their class."""

ARRAY: type[Any] = np.ndarray
GENERIC: type[Any] = np.generic
_SET: type[Any] = set
_COROUTINE: type[Any] = types.CoroutineType
_RANDOM: tuple[type[Any], ...] = (np.random.Generator, np.random.RandomState)

_OUTSIDE = sys.stdlib_module_names | {"numpy", "streamrt", "streamrt_kernels", "builtins"}
_NEVER = type | types.ModuleType | types.FunctionType | types.MethodType | BaseException | Enum
_INT64 = DTYPES["i64"].bounds


class Slot(NamedTuple):
    """One leaf of a call.

    Attributes:
        kind: see above.
        path: what messages call it, as in `params['w']`.
        of: the class of the leaf.
        donated: whether the call gives the Buffer up.
    """

    kind: str
    path: str
    of: type[Any]
    donated: bool = False


def class_of(thing: object) -> type[Any]:
    """Returns the class of a thing, for type checkers that know no more than that it is one."""
    return type(thing)


def is_plain(thing: object) -> bool:
    """Returns whether an object is no more than its attributes, as the instances of a model are.

    It is not if its class comes with Python, NumPy or streamrt, or says itself what it is equal to.
    """
    of: type[Any] = type(thing)
    if of is types.SimpleNamespace:
        return True
    is_function = callable(thing) and hasattr(of, "__get__")  # also one that Cython compiled
    if (
        is_function
        or isinstance(thing, _NEVER | Wrapped)
        or of.__module__.partition(".")[0] in _OUTSIDE
    ):
        return False
    own: Any = of.__hash__
    if own not in (object.__hash__, None) or hasattr(of, "__array__"):
        return False
    return all(base is object or base.__flags__ & 1 << 9 for base in of.__mro__)  # made in Python


def kind_of(leaf: Any, path: str, what: str, *, is_attribute: bool, is_hidden: bool) -> str:
    """Returns the kind of a leaf.

    Args:
        leaf: the leaf.
        path: what messages call it.
        what: begins messages.
        is_attribute: whether it stands in an attribute of an object, or below one.
        is_hidden: whether the function finds it by itself; then no error is raised.

    Raises:
        ArgumentTypeError: functions cannot be traced with such an argument.
    """
    if isinstance(leaf, Buffer | Wrapped):
        return "capture" if is_hidden else "array"
    if isinstance(leaf, ARRAY):
        return "constant" if is_attribute or is_hidden else "array"
    if is_hidden:
        return "value" if is_value(leaf) else "constant"
    if not is_number(leaf):
        _refuse(leaf, path, what)
    elif not is_attribute:
        return "scalar"
    check_static(leaf, path, what)
    return "value"


def is_number(leaf: Any) -> bool:
    """Returns whether a leaf is a number that can be passed by value."""
    return isinstance(leaf, int | float | GENERIC) and not isinstance(leaf, bool | Enum)


def is_value(leaf: Any) -> bool:
    """Returns whether a leaf that is compiled in is known by what it is equal to."""
    return isinstance(leaf, int | float | str | bytes | GENERIC | Enum | None)


def _refuse(leaf: Any, path: str, what: str) -> None:
    """Raises ArgumentTypeError if an argument is neither data nor something to compile in."""
    of = class_of(leaf)
    remedy = ""
    if isinstance(leaf, Submission):
        remedy = "await it first, and pass its result"
    elif isinstance(leaf, _RANDOM):
        remedy = "its numbers would be drawn once; pass an array of random numbers"
    elif isinstance(leaf, _COROUTINE):
        remedy = "await it first"
    elif isinstance(leaf, complex):
        remedy = f"pass numbers of {', '.join(DTYPES)}"
    elif hasattr(of, "__next__"):
        remedy = "it can be walked once only; pass a list or a tuple"
    elif isinstance(leaf, _SET):
        remedy = "it has no order; pass a list or a tuple"
    elif hasattr(of, "__array__") or hasattr(of, "__dlpack__"):
        remedy = "pass np.asarray of it, or runtime.from_dlpack of it"
    if remedy:
        raise ArgumentTypeError(f"{what}: {path} is {_described(leaf)}; {remedy}")


def check_static(value: object, path: str, what: str) -> None:
    """Raises ArgumentTypeError, which names the part at fault, if a value is no key."""
    try:
        hash(value)
    except BAD_VALUE as error:
        culprit, of = _unhashable(value, path)
        raise ArgumentTypeError(
            f"{what}: {culprit} is {_described(of)}, which has no hash; what is compiled in must "
            "be hashable: pass tuples for lists and frozen dataclasses for dicts"
        ) from error


def _unhashable(value: Any, path: str) -> tuple[str, object]:
    """Returns the path and the value of the innermost part that has no hash."""
    parts: list[tuple[str, Any]]
    of = class_of(value)
    if tuple in of.__mro__:
        parts = [(f"{path}[{i}]", part) for i, part in enumerate(value)]
    else:
        fields = getattr(of, "__dataclass_fields__", {})
        parts = [(f"{path}.{name}", getattr(value, name, None)) for name in fields]
    for where, part in parts:
        try:
            hash(part)
        except BAD_VALUE:
            return _unhashable(part, where)
    return path, value


def _described(value: object) -> str:
    return f"{shown(value)} ({type(value).__name__})"


def dtype_name(dtype: np.dtype[Any], path: str, what: str) -> str:
    """Returns the name that programs have for a dtype.

    Raises:
        ArgumentTypeError: programs have no such dtype.
    """
    found = from_numpy(dtype)
    if found is None:
        raise ArgumentTypeError(f"{what}: {path} is {dtype}; programs have {', '.join(DTYPES)}")
    return found.name


def scalar_dtype(leaf: Any, path: str, what: str) -> str:
    """Returns the name of the dtype in which a number is passed.

    Raises:
        ArgumentTypeError: programs have no such dtype.
        ArgumentError: the number is too large.
    """
    if isinstance(leaf, GENERIC):
        return dtype_name(leaf.dtype, path, what)
    if isinstance(leaf, float):
        return "f64"
    if isinstance(leaf, int) and not _INT64[0] <= leaf <= _INT64[1]:
        raise ArgumentError(f"{what}: {path} is {shown(leaf)}; integers have 64 bits: pass a float")
    return "i64"
