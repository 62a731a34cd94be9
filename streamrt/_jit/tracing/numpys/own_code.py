"""NumPy's own Python code, run on tracers.

Most functions of NumPy are Python code made of a few dozen others. What has no rule of ours in
numpy_table.py is traced through that code, so that it means what NumPy means by it. The code runs
in a copy of its namespace, in which the functions of replaced.py stand in the places of those that
know arrays of NumPy's only; the code itself and everybody else's NumPy stay as they are.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from streamrt._jit.tracing.numpys.in_c import STANDING_FOR
from streamrt._jit.tracing.numpys.replaced import always, original
from streamrt._jit.tracing.recording import is_any

__all__ = ["own_code"]

_copies: dict[int, dict[str, Any]] = {}
"""The copies of namespaces, by the identity of the originals, which live as long as NumPy."""

_functions: dict[Any, Callable[..., Any] | None] = {}


def own_code(function: Any) -> Callable[..., Any] | None:
    """Returns the Python code of a function of NumPy, for tracers; None if it has none."""
    if function not in _functions:
        inner: Any = getattr(function, "_implementation", None)
        is_python = isinstance(inner, FunctionType) and _is_numpys(inner.__module__)
        _functions[function] = _for_tracers(inner) if is_python else None
    return _functions[function]


def _is_numpys(name: Any) -> bool:
    return is_any(name, str) and name.partition(".")[0] == "numpy"


def _for_tracers(thing: Any) -> Any:
    """Returns a function or a module of NumPy's as its code shall see it; others as they are."""
    if isinstance(thing, FunctionType) and _is_numpys(thing.__globals__.get("__name__")):
        made = FunctionType(
            thing.__code__,
            _copy_of(thing.__globals__),
            thing.__name__,
            thing.__defaults__,
            thing.__closure__,
        )
        made.__kwdefaults__ = thing.__kwdefaults__
        return made
    if isinstance(thing, ModuleType) and _is_numpys(thing.__name__):
        return _Module(thing)
    return thing


def _copy_of(space: dict[str, Any]) -> dict[str, Any]:
    """Returns the copy of a namespace in which NumPy's code runs on tracers."""
    found = _copies.get(id(space))
    if found is None:
        found = _copies[id(space)] = _Copy(space)
    return found


class _Copy(dict[str, Any]):
    """A namespace that takes a name from another one when it is first asked for."""

    def __init__(self, space: dict[str, Any]) -> None:
        super().__init__(__name__=space["__name__"], __builtins__=builtins)
        self._original = space

    def __missing__(self, name: str) -> Any:
        thing = original(self._original[name])
        found = STANDING_FOR.get(id(thing)) or _for_tracers(always(thing))
        self[name] = found
        return found


class _Module:
    """A module of NumPy's, whose functions are those for tracers."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        space = vars(self._module)
        return _copy_of(space)[name] if name in space else getattr(self._module, name)
