"""Reach: the bytes of each value that the nodes of a graph may use, as a file says it.

A file says no address, so it has to hold all bytes of an array that its graph uses. That may be
more than the buffer that an input is bound to, because other views of its memory may be used, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from streamrt.graph.nodes import Loop, Node, Operand

__all__ = ["Reach", "Span", "around_of"]

Span = tuple[int, int]
"""The lowest byte of a value that is used, and the one past the highest."""


def around_of(node: Node, loop: Loop) -> dict[int, int]:
    """Returns for each base of a loop, by its value, the value around it."""
    pairs = zip(loop.bases, node.operands, strict=False)
    return {base.value: operand.value for base, operand in pairs}


class Reach:
    """The bytes of values that nodes, and the arguments of calls, reach.

    Attributes:
        spans: the lowest byte of each value, and the one past the highest.
        firsts: the same for the first elements of rows. A loop passes their addresses, also if
            nothing reads them, and a device may ask that they are addresses of memory.
    """

    def __init__(self) -> None:
        self.spans: dict[int, Span] = {}
        self.firsts: dict[int, Span] = {}

    def add(self, operands: Sequence[Operand]) -> None:
        """Adds operands."""
        for operand in operands:
            if operand.layout.size:
                _add(self.spans, operand.value, operand.start, operand.stop)
            else:
                self.spans.setdefault(operand.value, (0, 0))

    def add_block(self, node: Node, loop: Loop, declared: Sequence[int], inner: Reach) -> set[int]:
        """Adds what a block reaches in all turns; returns the values that only its calls know.

        Args:
            node: its node.
            loop: what that runs.
            declared: the values of the block that the file declares.
            inner: what is reached of them in one turn.
        """
        around, bases = around_of(node, loop), {base.value: base for base in loop.bases}
        turns = loop.turns if loop.kind == "repeat" else 1
        hidden = set(around.values())
        for index in declared:
            if index not in bases:
                continue
            base, place = bases[index], around[index]
            hidden.discard(place)
            far = base.stride * max(turns - 1, 0)
            low, high = base.origin + min(0, far), base.origin + max(0, far)
            _add(self.firsts, place, base.origin, base.origin + loop.values[index].layout.itemsize)
            if index in inner.firsts:
                start, stop = inner.firsts[index]
                _add(self.firsts, place, low + start, high + stop)
            if index in inner.spans and turns:
                start, stop = inner.spans[index]
                _add(self.spans, place, low + start, high + stop)
            else:
                self.spans.setdefault(place, (0, 0))
        if loop.flag is not None:
            base = loop.bases[loop.flag[0]]
            _add(self.spans, around[base.value], loop.flag[1], loop.flag[1] + 1)
        self.add(node.operands[len(loop.bases) :])
        return hidden


def _add(spans: dict[int, Span], value: int, start: int, stop: int) -> None:
    low, high = spans.get(value, (start, stop))
    spans[value] = (min(low, start), max(high, stop))
