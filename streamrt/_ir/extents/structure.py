"""The structure of a program: all of it but the numbers that shapes consist of."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from streamrt._ir.program import Attributes, Program, Shape, Value

__all__ = ["Structure", "lifted", "structure_of"]


class Structure(NamedTuple):
    """A program without its numbers.

    Attributes:
        key: equal for programs that differ in their numbers alone.
        numbers: the extents of all values, the numbers in their attributes, and the byte strides of
            parameters, in order.
    """

    key: Hashable
    numbers: tuple[int, ...]


_NUMBERED: dict[str, int] = {"reshape": 1, "broadcast": 1, "slice": 3, "update": 2, "iota": 1}
"""The operations whose attributes begin with tuples of numbers, and how many of these there are."""


def structure_of(program: Program, strides: Sequence[tuple[int, ...] | None]) -> Structure:
    """Returns the structure of a program, whose parameters have these strides."""
    place: dict[Value, int] = {}
    shape_of: list[Hashable] = []
    numbers: list[int] = []
    for value in _values(program):
        place[value] = len(place)
        op, attributes = value.op, value.attributes
        numbers += value.shape
        count = _NUMBERED.get(op.name, 0)
        for each in attributes[:count]:
            numbers += each
        shape_of.append((
            op.number, value.dtype.name, len(value.shape), attributes[count:],
            tuple(map(place.__getitem__, value.operands)),
        ))  # fmt: skip
    for each in strides:
        shape_of.append(None if each is None else len(each))
        numbers += each or ()
    results = tuple(map(place.__getitem__, program.results))
    return Structure((tuple(shape_of), results), tuple(numbers))


def lifted(
    program: Program, strides: Sequence[tuple[int, ...] | None], numbers: Sequence[Any]
) -> tuple[Program, list[tuple[Any, ...] | None]]:
    """Returns a program, and strides, with others in place of their numbers."""
    rest = iter(numbers)

    def taken(like: Shape) -> tuple[Any, ...]:
        return tuple([next(rest) for _ in like])

    new: dict[Value, Value] = {}
    for value in _values(program):
        shape, count = taken(value.shape), _NUMBERED.get(value.op.name, 0)
        attributes: Attributes = (
            *[taken(each) for each in value.attributes[:count]], *value.attributes[count:],
        )  # fmt: skip
        operands = tuple([new[operand] for operand in value.operands])
        new[value] = Value(
            value.op, operands, attributes, value.dtype, shape, value.number, value.site
        )
    found = [None if each is None else taken(each) for each in strides]
    parameters = tuple([new[each] for each in program.parameters])
    return Program(parameters, tuple([new[each] for each in program.results])), found


def _values(program: Program) -> Sequence[Value]:
    """Returns the parameters, also those that nothing uses, and all other values."""
    used = program.values()
    return [*program.parameters, *[each for each in used if each.op.name != "parameter"]]
