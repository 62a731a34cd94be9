"""Mathematical functions by their names in ops.py, written into a kernel as vectors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from streamrt._compile.emit import Code
from streamrt._ir.cpu import math32
from streamrt._ir.cpu.lanes import Vector

__all__ = ["NAMES", "emit_math"]

_UNARY = ("exp", "logistic", "tanh", "log", "erf")


def _table(module: object) -> Mapping[str, Callable[..., Vector]]:
    found: Mapping[str, Any] = vars(module)
    return {name: found[name] for name in _UNARY}


_FUNCTIONS = {"float": _table(math32)}

NAMES: frozenset[str] = frozenset(_UNARY)
"""The functions that `emit_math` knows."""


def emit_math(code: Code, name: str, lanes: int, element: str, *values: str) -> str:
    """Returns the name of a function's value, having written the code that computes it.

    Args:
        code: the function that is being written.
        name: one of NAMES.
        lanes: of the vectors; one lane is a plain number, which gives the same bits.
        element: `float` or `double`.
        values: the names of the arguments.
    """
    given = [Vector(code, lanes, element, value) for value in values]
    return _FUNCTIONS[element][name](*given).name
