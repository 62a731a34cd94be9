"""Replacing: the modules in which functions are replaced, and the traces for which they are.

1. Those of NumPy in REPLACED, while any thread traces.
2. Those of `of_math` and `of_lists`, while a trace is made again, because the first one needed
   them.
3. A module that has one of them under a name of its own, as after `from numpy import asarray`, is
   found when that is first given a tracer (`spread`). Then it has the replacement, too.

NumPy's own modules are left alone: own_code.py runs copies of its code.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping
from functools import cache
from operator import itemgetter
from types import FrameType, ModuleType
from typing import Any

import numpy as np

from streamrt._jit.tracing.numpys.replaced import REPLACED, SCALARS, is_ours, of_lists, of_math

__all__ = ["replaced", "spread"]

_lock = threading.Lock()


class _Space:
    """A namespace in which functions are replaced."""

    def __init__(self, space: dict[str, Any], pairs: Mapping[str, tuple[Any, Any]]) -> None:
        self._space = space
        self._read = itemgetter(*pairs, next(iter(pairs)))  # two names at least give a tuple
        firsts, seconds = zip(*pairs.values(), strict=True)
        self._values = (*firsts, firsts[0]), (*seconds, seconds[0])
        self._pairs = [dict(zip(pairs, each, strict=True)) for each in (firsts, seconds)]

    def exchange(self, to: int) -> None:
        """Puts the replacements there with 1, the originals with 0; others' changes stay."""
        if self._read(self._space) == self._values[1 - to]:
            self._space.update(self._pairs[to])
            return
        for name, old in self._pairs[1 - to].items():
            if self._space.get(name) is old:
                self._space[name] = self._pairs[to][name]


class _Level:
    """Functions that are replaced together.

    Attributes:
        running: how many traces need them replaced.
        spaces: the namespaces, by the identity of their dictionaries.
    """

    def __init__(self, *spaces: tuple[Any, Mapping[str, tuple[Any, Any]]]) -> None:
        self.running: int = 0
        self.spaces: dict[int, _Space] = {id(each[0]): _Space(*each) for each in spaces}

    def enter(self) -> None:
        """Replaces the functions, if no other trace did."""
        with _lock:
            self.running += 1
            if self.running == 1:
                for space in self.spaces.values():
                    space.exchange(1)

    def leave(self) -> None:
        """Puts the functions back, if no other trace needs them replaced."""
        with _lock:
            self.running -= 1
            if not self.running:
                for space in self.spaces.values():
                    space.exchange(0)


_first = _Level((vars(np), REPLACED))


@cache
def _second() -> _Level:
    """Returns the functions that are replaced while a trace is made again."""
    return _Level((vars(np), of_lists()), (vars(math), of_math()))


@cache
def _known() -> dict[int, tuple[Any, Any]]:
    """Returns all that is replaced somewhere, by the identity of the originals."""
    kinds = (REPLACED, of_lists(), of_math(), SCALARS)
    pairs = [pair for each in kinds for pair in each.values()]
    return {id(pair[0]): pair for pair in pairs}


class replaced:  # noqa: N801 - as contextlib names such classes
    """Has functions replaced while it lasts."""

    def __init__(self, level: int) -> None:
        """Takes the level of a recording."""
        self._level = level

    def __enter__(self) -> None:
        _first.enter()
        if self._level:
            _second().enter()

    def __exit__(self, *_: object) -> None:
        _first.leave()
        if self._level:
            _second().leave()


def spread(frame: FrameType | None) -> bool:
    """Has functions replaced in the module that a frame runs in, too, and in those it works with.

    Returns:
        Whether it has any that were not replaced before.
    """
    while frame is not None and is_ours(frame):
        frame = frame.f_back
    if frame is None:
        return False
    things = (*frame.f_globals.values(), *frame.f_locals.values())
    modules = [vars(each) for each in things if isinstance(each, ModuleType)]
    with _lock:
        found = [_spread_to(space) for space in (frame.f_globals, *modules)]
    return any(found)


def _spread_to(space: dict[str, Any]) -> bool:
    """Has functions replaced in a namespace; returns whether it has any."""
    if id(space) in _first.spaces or str(space.get("__name__")).partition(".")[0] in _LEFT_ALONE:
        return False
    known = _known()
    pairs = {name: known[id(each)] for name, each in space.items() if id(each) in known}
    if pairs:
        found = _first.spaces[id(space)] = _Space(space, pairs)
        found.exchange(1)
    return bool(pairs)


_LEFT_ALONE = ("numpy", "math", "streamrt")
"""The packages whose modules have their own functions in every trace."""
