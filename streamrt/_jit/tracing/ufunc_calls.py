"""Ufuncs that programs do not have: the host calls them, in the turn of the stream.

The program names a ufunc by its place, so one that no loaded module has by its own name is refused.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from streamrt._compile.signatures.dtypes import DType
from streamrt._ir.program import Builder, Shape, Value
from streamrt._ir.ufunc_calls import IMPORTED, MOST_PLACE, is_handler, is_writing, loop_text
from streamrt._jit.tracing.ufunc_table import Rule

__all__ = ["apply", "place_of", "rule_of"]

_PLACES: dict[np.ufunc, str] = {}


def place_of(ufunc: np.ufunc) -> str:
    """Returns the place of a ufunc, as `scipy.special:jv`; empty if programs may not have it."""
    found = _PLACES.get(ufunc)
    if found is None:
        found = "" if is_writing(ufunc.__name__) else _searched(ufunc)
        if found:  # a module that has it may yet be loaded
            _PLACES[ufunc] = found
    return found


def _searched(ufunc: np.ufunc) -> str:
    """Returns the place in the first module that has the ufunc: a public one, if there is any."""
    name = ufunc.__name__
    if not name.isidentifier() or set(map(_is_of_objects, ufunc.types)) == {True}:
        return ""
    for known in IMPORTED:
        if _has(sys.modules.get(known), ufunc):
            return f"{known}:{name}"
    having = [known for known, module in sys.modules.copy().items() if _has(module, ufunc)]
    having.sort(key=lambda known: (len(re.findall(r"(?:^|\.)_", known)), known.count("."), known))
    return next((place for known in having if len(place := f"{known}:{name}") <= MOST_PLACE), "")


def _is_of_objects(types: str) -> bool:
    return "O" in types


def _has(module: Any, ufunc: np.ufunc) -> bool:
    """Returns whether a module has a ufunc by its name; no module loads others for that."""
    held: Any = getattr(module, "__dict__", None) or {}
    return held.get(ufunc.__name__) is ufunc


def rule_of(ufunc: np.ufunc, inputs: tuple[DType, ...], outputs: tuple[DType, ...]) -> Rule | None:
    """Returns the rule of an elementwise ufunc in these dtypes; None if it has no place."""
    place = place_of(ufunc)
    if not place:
        return None

    def rule(builder: Builder, *values: Value) -> tuple[Value, ...]:
        shape, bare = values[0].shape, [_bare(value) for value in values]
        common = np.broadcast_shapes(*[value.shape for value in bare])
        made = apply(builder, place, (inputs, outputs), bare, [common] * len(outputs))
        return tuple([v if v.shape == shape else builder.broadcast(v, shape) for v in made])

    return rule


def _bare(value: Value) -> Value:
    """Returns the value before it was broadcast, because the ufunc itself can do that, too."""
    while value.op.name == "broadcast":
        value = value.operands[0]
    return value


def apply(
    builder: Builder,
    place: str,
    loop: tuple[Sequence[DType], Sequence[DType]],
    operands: Sequence[Value],
    shapes: Sequence[Shape],
    method: str = "",
    axis: int = 0,
) -> list[Value]:
    """Returns the results of a ufunc that the host calls.

    Args:
        builder: that of the program.
        place: where the ufunc is.
        loop: the dtypes in which it computes: those of its operands, and of its results.
        operands: the operands, in these dtypes.
        shapes: those of its results.
        method: the method that is called; the ufunc itself if it is empty.
        axis: that of the method.
    """
    outputs, handler, text = loop[1], _handler(), loop_text(*loop)
    made: dict[int, Value] = {}
    for first, dtype in enumerate(outputs):
        if first in made:
            continue
        places = [k for k, other in enumerate(outputs) if other is dtype]
        sizes = [prod(shapes[k]) for k in places]
        shape = shapes[first] if len(places) == 1 else (sum(sizes),)
        attributes = (place, method, text, handler, axis, first, shape)
        whole = builder.apply("ufunc", *operands, attributes=attributes)
        made[first] = whole
        if len(places) > 1:
            made |= dict(
                zip(places, _parts(builder, whole, [shapes[k] for k in places]), strict=True)
            )
    return [made[k] for k in range(len(outputs))]


def _parts(builder: Builder, whole: Value, shapes: Sequence[Shape]) -> list[Value]:
    """Returns the arrays that lie in one row behind one another."""
    found: list[Value] = []
    start = 0
    for shape in shapes:
        part = builder.apply("slice", whole, attributes=((start,), (1,), (prod(shape),)))
        found.append(builder.apply("reshape", part, attributes=(shape,)))
        start += prod(shape)
    return found


def _handler() -> str:
    """Returns the place of the function of numpy.linalg that makes errors now, if one does."""
    if np.geterr()["invalid"] != "call":
        return ""
    function: Any = np.geterrcall()
    place = f"{getattr(function, '__module__', '')}:{getattr(function, '__name__', '')}"
    return place if is_handler(place) else ""
