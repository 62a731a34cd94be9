"""Hidden inputs: values that a function finds in its closure and among the globals of its module.

They count like arguments. So a Buffer in a global is read by reference, and a number, a string or a
function that was bound again has the function traced again. Functions that the function names are
looked into, too, if they are the user's. What is reached in other ways, such as an attribute of a
module, is frozen when it is traced; so are names of modules, because each function has some.
"""

from __future__ import annotations

import builtins
import dis
import functools
import operator
import sys
import types
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from streamrt._jit.calling.inputs import is_plain, kind_of
from streamrt._jit.options import Wrapper
from streamrt._jit.trees import flatten
from streamrt.errors import ArgumentError

__all__ = [
    "MOST_PARTS", "Hidden", "Source", "closes_over_data", "globals_of", "hidden_inputs",
    "is_users_function",
]  # fmt: skip

MOST_FUNCTIONS = 64
MOST_PARTS = 128
"""The most parts of a container that is looked at; a larger one is taken as it is."""

_OUTSIDE = sys.stdlib_module_names | {"numpy", "streamrt", "streamrt_kernels"}


@dataclass(frozen=True, slots=True)
class Source:
    """A place where a function finds a value by itself.

    Attributes:
        holder: the namespace of a module, the cell of a closure, or a `functools.partial`.
        name: the key in the namespace, or the name of the attribute.
        path: what messages call it.
    """

    holder: Any
    name: str
    path: str

    def read(self) -> Any:
        """Returns the value that is there now; `Unbound` if there is none."""
        try:
            is_namespace = type(self.holder) is dict
            return (
                operator.getitem(self.holder, self.name)
                if is_namespace
                else getattr(self.holder, self.name)
            )
        except (KeyError, ValueError, AttributeError):
            return Unbound

    @property
    def is_global(self) -> bool:
        """Whether the holder is the namespace of a module."""
        return type(self.holder) is dict

    def expression(self, holder: str) -> str:
        """Returns Python text that reads the value from a holder of that name."""
        is_namespace = type(self.holder) is dict
        return f"{holder}[{self.name!r}]" if is_namespace else f"{holder}.{self.name}"


def closes_over_data(function: types.FunctionType) -> bool:
    """Returns whether all that is in a function's closure is data, and so known by its value."""
    for cell in function.__closure__ or ():
        try:
            leaves, _ = flatten(cell.cell_contents, is_object=is_plain, most=MOST_PARTS)
        except (ValueError, ArgumentError):  # it is empty, or too much is in it
            return False
        if any(
            _kind_of(leaf) == "constant" and not isinstance(leaf, np.ndarray) for leaf in leaves
        ):
            return False
    return True


class Unbound:
    """Stands for the value of a name that has none."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """The hidden inputs of a function.

    Attributes:
        sources: the places at which each call looks, each once.
        watched: places with what was there: another function there has other hidden inputs.
    """

    sources: tuple[Source, ...]
    watched: tuple[tuple[Source, Any], ...]

    @property
    def is_current(self) -> bool:
        """Whether they are still the function's hidden inputs."""
        return all(source.read() is value for source, value in self.watched)

    def key(self) -> Hashable:
        """Returns a key. Two functions have equal keys only if one call finds the same in both.

        The places in closures differ between functions of the same code.
        """
        places = [(id(each.holder) if each.is_global else 0, each.name) for each in self.sources]
        return tuple(places), tuple([id(value) for _, value in self.watched])


def hidden_inputs(function: Any) -> Hidden:
    """Returns the places of the values that a function may find by itself."""
    found: dict[tuple[int, str], Source] = {}
    watched: list[tuple[Source, Any]] = []
    seen: set[int] = set()
    waiting: list[Any] = [function]
    while waiting and len(seen) < MOST_FUNCTIONS:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        for source in _sources(each):
            value = source.read()
            if is_users_function(value):
                waiting.append(value)
                watched.append((source, value))
            if value is Unbound or _is_others_module(value):
                watched.append((source, value))
            else:
                found.setdefault((id(source.holder), source.name), source)
    return Hidden(tuple(found.values()), tuple(watched))


def _sources(function: Any) -> Iterator[Source]:
    """Yields the places that one function names itself."""
    if isinstance(function, functools.partial):
        yield Source(function, "func", "the function of a partial")
        yield Source(function, "args", "arguments of a partial")
        yield Source(function, "keywords", "arguments of a partial")
        return
    if isinstance(function, Wrapper):
        function = function.__wrapped__
    if not isinstance(function, types.FunctionType):
        return
    names = function.__code__.co_freevars
    for name, cell in zip(names, function.__closure__ or (), strict=True):
        yield Source(cell, "cell_contents", name)
    for name in globals_of(function.__code__):
        if name in function.__globals__ or not hasattr(builtins, name):
            yield Source(function.__globals__, name, name)


@functools.lru_cache(maxsize=1024)
def globals_of(code: types.CodeType) -> tuple[str, ...]:
    """Returns the names that code, and the functions in it, look up in the module."""
    found: dict[str, None] = {}
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            found[str(step.argval)] = None
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found |= dict.fromkeys(globals_of(constant))
    return tuple(found)


def is_users_function(value: Any) -> bool:
    """Returns whether it is a function of the user's, whose module may change."""
    inner = value.__wrapped__ if isinstance(value, Wrapper) else value
    if isinstance(inner, functools.partial):
        return True
    return (
        isinstance(inner, types.FunctionType)
        and (inner.__module__ or "").partition(".")[0] not in _OUTSIDE
        and "site-packages" not in inner.__code__.co_filename
    )


def _is_others_module(value: Any) -> bool:
    """Returns whether it is a module, and not the user's."""
    if not isinstance(value, types.ModuleType):
        return False
    where = getattr(value, "__file__", None) or ""
    return value.__name__.partition(".")[0] in _OUTSIDE or "site-packages" in where


def _kind_of(leaf: Any) -> str:
    return kind_of(leaf, "", "", is_attribute=False, is_hidden=True)
