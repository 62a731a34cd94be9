"""Dependence: on which loops a value depends, because inner values of their bodies lead to it.

A value that depends on no loop is computed once, outside of all of them. The result of a loop
depends on the loops around it alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from streamrt._ir.program import Value
from streamrt._ir.traced_loops import TracedLoop

__all__ = ["Dependence", "dependence_of"]

NOTHING: frozenset[int] = frozenset()


class Dependence:
    """The loops on which values depend; each value is looked at once.

    A loop has a number, which its owner chooses.
    """

    def __init__(self) -> None:
        self._known: dict[Value, frozenset[int]] = {}

    def begin(self, number: int, inners: Iterable[Value]) -> None:
        """Notes inner values that stand for what changes in the body of a loop."""
        self._known |= dict.fromkeys(inners, frozenset((number,)))

    def end(self, number: int, loop: TracedLoop) -> frozenset[int]:
        """Notes the results of a loop whose values are all there; returns the loops around it."""
        around = self.of(*loop.outer, *loop.body) - {number}
        self._known |= dict.fromkeys(loop.results, around)
        return around

    def of(self, *values: Value) -> frozenset[int]:
        """Returns the loops on which one of these values depends."""
        known = self._known
        stack = [*values]
        while stack:
            each = stack[-1]
            if each in known:
                stack.pop()
                continue
            waiting = [operand for operand in each.operands if operand not in known]
            if waiting:
                stack += waiting
                continue
            known[each] = NOTHING.union(*[known[operand] for operand in each.operands])
            stack.pop()
        return NOTHING.union(*[known[each] for each in values])

    @staticmethod
    def has_inner(value: Value) -> bool:
        """Returns whether a value is made of an inner value, which may be a loop's result."""
        seen, stack = set[Value](), [value]
        while stack:
            each = stack.pop()
            if each.op.name == "inner":
                return True
            if each not in seen:
                seen.add(each)
                stack += each.operands
        return False


def dependence_of(loops: Iterable[TracedLoop]) -> tuple[Dependence, Mapping[int, frozenset[int]]]:
    """Returns the dependence of a program's values, and the loops around each of its loops.

    A loop has its place in the order of the program as its number.
    """
    made, listed = Dependence(), list(loops)
    for number, loop in enumerate(listed):
        made.begin(number, loop.inners)
    return made, {number: made.end(number, loop) for number, loop in enumerate(listed)}
