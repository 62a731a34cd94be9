"""Rebuilding: a program with other parameters or constants, or as part of another program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from streamrt._ir.program import Builder, Program, Value
from streamrt._ir.traced_loops import TracedLoop

__all__ = ["copied", "rebuilt"]

_TUPLE: type[Any] = tuple


def rebuilt(
    program: Program,
    order: Sequence[int],
    lifted: Sequence[Value] = (),
    more: Sequence[np.ndarray[Any, Any]] = (),
    known: Mapping[Value, np.ndarray[Any, Any]] = MappingProxyType({}),
) -> Program:
    """Returns a program that computes the same.

    Args:
        program: the program.
        order: the numbers of its parameters, in the order of the new one's.
        lifted: constants of it that are parameters of the new one, after these.
        more: arrays that are results of the new one, after those of the program.
        known: values of it that are constants of the new one, with their elements.
    """
    builder = Builder()
    made: dict[Value, Value] = {}
    for number in order:
        old = program.parameters[number]
        is_scalar = bool(old.attributes[1])
        made[old] = builder.parameter(old.dtype.name, old.shape, is_scalar=is_scalar)
    for constant in lifted:
        made[constant] = builder.parameter(constant.dtype.name, constant.shape)
    for value, array in known.items():
        made[value] = builder.constant(array)
    copied(program, builder, made)
    results = [made[value] for value in program.results]
    return builder.finish([*results, *map(builder.constant, more)])


def copied(program: Program, builder: Builder, made: dict[Value, Value]) -> None:
    """Makes the values of a program again, with its loops.

    Args:
        program: the program.
        builder: makes the values.
        made: the new values by the old ones: at first those of the parameters, at last of all.
    """
    for value in program.values():
        if value in made:
            continue
        if value.op.name == "inner":
            made[value] = builder.inner(value.dtype, value.shape, value.attributes[1])
        else:
            made[value] = builder.again(value, [made[each] for each in value.operands])
    for loop in program.loops:
        for inner in (*loop.inners, *loop.results):
            if inner not in made:  # nothing uses it
                made[inner] = builder.inner(inner.dtype, inner.shape, inner.attributes[1])
        builder.add_loop(_loop(loop, made))


def _loop(loop: TracedLoop, made: dict[Value, Value]) -> TracedLoop:
    def new(part: Any) -> Any:
        if isinstance(part, Value):
            return made[part]
        if not isinstance(part, _TUPLE):
            return part
        parts = [new(each) for each in part]
        return part._make(parts) if hasattr(part, "_make") else tuple(parts)

    names = ("carried", "rows", "stacked", "index", "flag", "choices")
    return replace(loop, **{name: new(getattr(loop, name)) for name in names})
