"""Where functions are replaced while a thread traces, and when.

1. Those of REPLACED, in NumPy's module and in math, while any thread traces.
2. Those of OF_LISTS, too, while a trace that met a list with tracers, or an array that it writes
   tracers to, is made again.
3. A module that has one of them under a name of its own, as after `from numpy import asarray`, is
   found when that is first given a tracer (`spread`). Then it has the replacement, too.

NumPy's own modules are left alone: numpys_own.py runs copies of its code.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any

import numpy as np

from streamrt._jit.tracing.replaced import OF_LISTS, REPLACED, SCALARS, is_ours

__all__ = ["replaced", "spread"]

_lock = threading.Lock()


class _Level:
    """Functions that are replaced together.

    Attributes:
        running: how many traces need them replaced.
        spaces: the namespaces, by their identity, with the names there and what these stand for.
    """

    def __init__(self, *spaces: tuple[dict[str, Any], Mapping[str, tuple[Any, Any]]]) -> None:
        self.running: int = 0
        self.spaces: dict[int, tuple[dict[str, Any], Mapping[str, tuple[Any, Any]]]] = {
            id(space): (space, pairs) for space, pairs in spaces
        }

    def enter(self) -> None:
        """Replaces the functions, if no other trace did."""
        with _lock:
            self.running += 1
            if self.running == 1:
                for space, pairs in self.spaces.values():
                    _exchange(space, pairs, 0)

    def leave(self) -> None:
        """Puts the functions back, if no other trace needs them replaced."""
        with _lock:
            self.running -= 1
            if not self.running:
                for space, pairs in self.spaces.values():
                    _exchange(space, pairs, 1)


def _exchange(space: dict[str, Any], pairs: Mapping[str, tuple[Any, Any]], now: int) -> None:
    """Puts things in the places of others; what somebody else put there stays."""
    for name, pair in pairs.items():
        if space.get(name) is pair[now]:
            space[name] = pair[1 - now]


_PREFIX = "math."
_first = _Level(
    (vars(np), {name: pair for name, pair in REPLACED.items() if not name.startswith(_PREFIX)}),
    (
        vars(math),
        {name[5:]: pair for name, pair in REPLACED.items() if name.startswith(_PREFIX)},
    ),
)
_second = _Level((vars(np), OF_LISTS))

_known = {id(pair[0]): pair for pair in (*REPLACED.values(), *OF_LISTS.values(), *SCALARS.values())}


@contextmanager
def replaced(is_again: bool) -> Iterator[None]:
    """Has functions replaced while it lasts; `is_again` if a first trace did not succeed."""
    levels = (_first, _second) if is_again else (_first,)
    for level in levels:
        level.enter()
    try:
        yield
    finally:
        for level in levels:
            level.leave()


def spread(frame: FrameType | None) -> bool:
    """Has functions replaced in the module that a frame runs in, too.

    Returns:
        Whether it has any that were not replaced before.
    """
    if frame is None or is_ours(frame):
        return False
    space = frame.f_globals
    if str(space.get("__name__")).partition(".")[0] in ("numpy", "math"):
        return False
    with _lock:
        if id(space) in _first.spaces:
            return False
        pairs = {name: _known[id(each)] for name, each in space.items() if id(each) in _known}
        if not pairs:
            return False
        _first.spaces[id(space)] = space, pairs
        _exchange(space, pairs, 0)
    return True
