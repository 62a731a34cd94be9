"""Numbers that a trace needs to know: a traced function asks for the value of a number it got.

As in `range(n)` or `if n > 3`. Whoever traces may compile the number in and trace again, and then
the function gets the number itself. A value that depends on an array stays unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamrt._ir.program import Value
from streamrt._jit.sites import short, site

if TYPE_CHECKING:
    from streamrt._jit.tracing.cells import Cell

__all__ = ["NumbersNeeded", "ask"]


class NumbersNeeded(BaseException):
    """Ends a trace that needs numbers. No Exception, so that the user's code does not catch it.

    Attributes:
        asker: who traces, and compiles numbers in.
        numbers: the numbers of the parameters that are needed.
        what: what needs them.
        place: the user's line.
    """

    def __init__(self, asker: object, numbers: frozenset[int], what: str, place: str) -> None:
        """Not for users: `ask` raises it."""
        super().__init__(what)
        self.asker: object = asker
        self.numbers: frozenset[int] = numbers
        self.what: str = what
        self.place: str = place


def ask(what: str, *cells: Cell) -> None:
    """Ends the trace if that tells the values of these cells; else does nothing.

    Args:
        what: what needs the values.
        cells: cells of one trace.

    Raises:
        NumbersNeeded: they depend on nothing but numbers, and whoever traces compiles these in.
    """
    values = [cell.read() for cell in cells]
    asker = cells[0]._recording.caller.asker
    if asker is None:
        return
    numbers = _numbers(values)
    if numbers:
        raise NumbersNeeded(asker, numbers, what, short(site()))


def _numbers(values: list[Value]) -> frozenset[int]:
    """Returns the parameters that values depend on; none if an array is among them."""
    found: set[int] = set()
    seen: set[int] = set()
    waiting = list(values)
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if each.op.name == "inner":
            return frozenset()
        if each.op.name == "parameter":
            number, is_scalar = each.attributes
            if not is_scalar:
                return frozenset()
            found.add(number)
        waiting += each.operands
    return frozenset(found)
