"""Ranges: the Python integers for which compiled code computes what NumPy does.

A Python integer is passed as i64. Beside an array of a smaller type it is cast to that type, and
there NumPy raises an OverflowError for a number that does not fit, or compares it exactly. So a
number out of range is compiled in: then the trace does what NumPy does with it. A number that was
computed with before the cast has no range that is known, and is always compiled in.
"""

from __future__ import annotations

from collections.abc import Collection

from streamrt._ir.program import Program, Value

__all__ = ["ranges_of"]

NEVER = (1, 0)


def ranges_of(program: Program, integers: Collection[int]) -> dict[int, tuple[int, int]]:
    """Returns the least and the greatest number for each parameter that has such bounds.

    Args:
        program: the program, as traced.
        integers: the parameters that are Python integers.
    """
    found: dict[int, tuple[int, int]] = {}
    for value in program.values() if integers else ():
        dtype = value.dtype
        if value.op.name != "cast" or value.shape or dtype.kind not in "iu" or dtype.name == "i64":
            continue
        (operand,) = value.operands
        least, most = dtype.bounds
        for number in _parameters(operand).intersection(integers):
            is_itself = operand.op.name == "parameter"
            low, high = (max(least, -(1 << 63)), min(most, (1 << 63) - 1)) if is_itself else NEVER
            before = found.get(number, (low, high))
            found[number] = (max(low, before[0]), min(high, before[1]))
    return found


def _parameters(value: Value) -> set[int]:
    """Returns the parameters that a value without dimensions depends on."""
    found: set[int] = set()
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if id(each) in seen or each.shape:
            continue
        seen.add(id(each))
        if each.op.name == "parameter":
            found.add(each.attributes[0])
        waiting += each.operands
    return found
