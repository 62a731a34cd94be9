"""Earlier arrays: those of NumPy that were there before a trace, where the function can find them.

Such an array is frozen by the trace, which users are told. One that the function makes itself is
made again by each trace, so there is nothing to tell. NumPy does not say when an array was made. So
the things that a function finds by itself are searched for it: its closure, the globals that it
names, and what these hold, a few steps deep.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from typing import Any, cast

import numpy as np

from streamrt._jit.calling.inputs import class_of
from streamrt._jit.trees import slots_of

__all__ = ["EarlierArrays"]

_DEEPEST = 4
_MADE_IN_PYTHON = 1 << 9  # among the flags of a class
_MOST_THINGS = 4096
_CONTAINERS: tuple[type[Any], ...] = (list, tuple, set, frozenset)
_DICT: type[Any] = dict
_ARRAY: type[Any] = np.ndarray
_IN_MODULES: tuple[type[Any], ...] = (_ARRAY, _DICT, list, tuple)
_WITHOUT_PARTS: tuple[type[Any], ...] = (
    *(str, bytes, int, float, complex, types.NoneType, np.generic),
    *(types.ModuleType, types.BuiltinFunctionType, types.CodeType),
)


class EarlierArrays:
    """The arrays that can be found from some things; they are searched when first asked for."""

    def __init__(self, things: Callable[[], list[Any]]) -> None:
        """Takes a function that gives the things from which a user's function may reach others."""
        self._things = things
        self._found: set[int] | None = None
        self._is_cut = False

    def has(self, array: object) -> bool:
        """Returns whether an array, or the one whose memory it shows, was there before.

        It is taken for one if there was too much to search.
        """
        if self._found is None:
            self._found = self._search()
        return self._is_cut or id(_root(array)) in self._found

    def _search(self) -> set[int]:
        seen: dict[int, Any] = {}  # it keeps what a slot made, so that its id stays its own
        found: set[int] = set()
        things = self._things()
        level = [*things]
        for module in things:
            if isinstance(module, types.ModuleType):
                of_module = vars(module).values()
                level += [each for each in of_module if isinstance(each, _IN_MODULES)]
        for _ in range(_DEEPEST + 1):
            following: list[Any] = []
            for thing in level:
                if id(thing) in seen or isinstance(thing, _WITHOUT_PARTS):
                    continue
                seen[id(thing)] = thing
                if isinstance(thing, _ARRAY):
                    found.add(id(_root(thing)))
                else:
                    following += _parts(thing)
            self._is_cut = len(seen) + len(following) > _MOST_THINGS
            if self._is_cut:
                break
            level = following
        return found


def _root(array: Any) -> Any:
    """Returns the array that owns the memory of a view."""
    while isinstance(array.base, _ARRAY):
        array = array.base
    return array


def _parts(thing: Any) -> Iterator[Any]:
    """Yields what a thing holds; none of the user's code runs."""
    if isinstance(thing, _DICT):
        yield from cast("dict[Any, Any]", thing).values()
        return
    if isinstance(thing, _CONTAINERS):
        yield from cast("list[Any]", thing)
        return
    if isinstance(thing, types.MethodType):
        yield thing.__self__
        return
    if isinstance(thing, types.FunctionType):
        yield from (thing.__defaults__ or (), thing.__kwdefaults__ or {})
        yield from [cell.cell_contents for cell in thing.__closure__ or () if _is_full(cell)]
    if isinstance(thing, type):
        yield from vars(thing).values() if thing.__flags__ & _MADE_IN_PYTHON else ()
        return
    of = class_of(thing)
    yield of
    for name in (*slots_of(of), "__dict__"):
        try:
            yield object.__getattribute__(thing, name)
        except AttributeError:
            pass


def _is_full(cell: types.CellType) -> bool:
    try:
        _ = cell.cell_contents
    except ValueError:
        return False
    return True
