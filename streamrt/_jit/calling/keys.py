"""Keys: equal for values that compile to the same, and so part of what a variant is found by."""

from __future__ import annotations

import functools
import sys
import types
from collections.abc import Hashable
from typing import Any

import numpy as np

from streamrt._jit.calling.free_variables import (
    MOST_PARTS,
    globals_of,
    hidden_inputs,
    is_users_function,
)
from streamrt._jit.calling.inputs import GENERIC, SIMPLE, class_of, is_plain, is_value
from streamrt._jit.options import Wrapper
from streamrt._jit.trees import flatten
from streamrt.errors import ArgumentError

__all__ = ["value_key"]


class _Same:
    """Equals only another one of the same thing, which it keeps alive."""

    __slots__ = ("_thing",)

    def __init__(self, thing: object) -> None:
        self._thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other._thing is self._thing

    def __hash__(self) -> int:
        return id(self._thing)


def value_key(value: Any) -> Hashable:
    """Returns a key that is equal for values which compile to the same.

    So it tells 1 from 1.0 and True, and 0.0 from -0.0. Functions that were made again and again by
    the same code, as lambdas are, have one key if they find the same in their closures and modules.
    """
    of: object = class_of(value)
    if of in SIMPLE:
        return of, value
    if of is float:
        return of, value.hex()
    if of is tuple:
        return of, *map(value_key, value)
    if of is types.FunctionType:
        return _function_key(value)
    if of is types.MethodType:
        return of, _function_key(value.__func__), *_parts_key(value.__self__)
    if of is functools.partial:
        return of, value_key(value.func), *_parts_key((value.args, value.keywords))
    if isinstance(value, Wrapper):
        return of, value, value_key(value.__wrapped__)
    if isinstance(value, GENERIC):
        return of, value.tobytes()
    return of, value


def _function_key(function: object) -> Hashable:
    """Returns a key of a function: its code, its defaults, and all that it finds by itself."""
    if not isinstance(function, types.FunctionType) or _is_others(function):
        return function
    code, space = function.__code__, function.__globals__
    names = function.__kwdefaults__ or {}
    found = [*(function.__defaults__ or ()), *names.values()]
    try:
        found += [cell.cell_contents for cell in function.__closure__ or ()]
    except ValueError:  # a cell that is not filled yet
        return _Same(function)
    found += [space.get(name) for name in globals_of(code)]
    if not all(type(each) in _QUICK for each in found):  # their own hidden inputs count, too
        found += [source.read() for source in hidden_inputs(function).sources]
        return code, id(space), *names, *_parts_key(found)
    return code, id(space), *names, *map(value_key, found)


def _is_others(function: types.FunctionType) -> bool:
    """Whether it is a function at the top of another package's module; these do not change."""
    module = sys.modules.get(function.__module__)
    is_there = getattr(module, function.__qualname__, None) is function
    return is_there and not is_users_function(function)


_QUICK = SIMPLE | {float, np.float64, np.float32, np.ufunc, types.ModuleType}
"""The classes of values that name nothing by themselves, and have quick keys."""


def _parts_key(value: Any) -> tuple[Hashable, ...]:
    """Returns a key of a container by its parts; functions among them count by identity."""
    try:
        leaves, tree = flatten(value, is_object=is_plain, most=MOST_PARTS)
    except ArgumentError:  # it holds itself, or too much
        return (_Same(value),)
    return tree, *[value_key(leaf) if is_value(leaf) else _Same(leaf) for leaf in leaves]
