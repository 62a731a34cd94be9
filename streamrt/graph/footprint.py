"""Footprints: the accesses of one replay to the memory that is bound to a graph.

To the rest of a program a replay is one launch. It reads the bytes that its nodes read before the
graph itself has written them; operands count as their bounding byte intervals. An operand with
gaps that is written counts as read, too, because the bytes in the gaps stay as they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from streamrt.graph.intervals import Bytes
from streamrt.graph.nodes import Loop, Node, Value

__all__ = ["Footprint", "footprints", "loop_touches"]


@dataclass(frozen=True, slots=True)
class Footprint:
    """The bytes of one input or output that a graph touches, from the value's first element.

    All intervals are disjoint, `reads` and `writes` together, and each of the two is in order.

    Attributes:
        value: the value's index.
        reads: the start and stop of each interval that is only read.
        writes: the start and stop of each interval that is written, and whether any of its bytes
            is read before, or may be left as it was.
    """

    value: int
    reads: tuple[tuple[int, int], ...]
    writes: tuple[tuple[int, int, bool], ...]


@dataclass(slots=True)
class _Touched:
    read: Bytes = field(default_factory=Bytes)  # before the graph has written it
    written: Bytes = field(default_factory=Bytes)

    def summary(self, value: int) -> Footprint:
        reads = (gap for start, stop in self.read for gap in self.written.gaps(start, stop))
        writes = ((a, b, self.read.meets(a, b)) for a, b in self.written)
        return Footprint(value, tuple(reads), tuple(writes))


def footprints(nodes: Sequence[Node], values: Sequence[Value]) -> tuple[Footprint, ...]:
    """Returns the footprint on each input and output that the nodes touch, by value.

    Args:
        nodes: the nodes, in an order in which they may run.
        values: the graph's.
    """
    touched: dict[int, _Touched] = {}
    for node in nodes:
        uses = [
            (operand, *mode)
            for operand, mode in zip(node.operands, node.modes, strict=True)
            if values[operand.value].role != "temporary"
        ]
        for operand, reads, _ in uses:  # a node reads before it writes
            found = touched.setdefault(operand.value, _Touched())
            if reads or operand.layout.has_gaps:
                for start, stop in found.written.gaps(operand.start, operand.stop):
                    found.read.add(start, stop)
        for operand, _, writes in uses:
            if writes:
                touched[operand.value].written.add(operand.start, operand.stop)
    return tuple(touched[value].summary(value) for value in sorted(touched))


Touched = tuple[int, int, bool, bool]
"""A range of bytes, from a value's first element, and whether a node reads and writes it."""


def loop_touches(loop: Loop) -> list[Touched]:
    """Returns for each base of a loop the bytes around it that all its turns touch.

    They count as read if a turn reads them before it writes them, and also if they are written but
    may keep what they held: in a `while` that has no turn, or in an `if` on one side alone.
    """
    prints = [
        {found.value: found for found in footprints(body.nodes, loop.values)}
        for body in loop.bodies
    ]
    sides = 2 if loop.kind == "if" else 1
    found: list[Touched] = []
    for number, base in enumerate(loop.bases):
        sets = [side[base.value] for side in prints if base.value in side]
        reads = [(a, b) for each in sets for a, b in each.reads]
        writes = [(a, b) for each in sets for a, b, _ in each.writes]
        is_read = bool(reads) or any(old for each in sets for _, _, old in each.writes)
        if loop.flag is not None and loop.flag[0] == number:
            reads.append((loop.flag[1], loop.flag[1] + 1))
            is_read = True
        if not (reads or writes) or (loop.kind == "repeat" and not loop.turns):
            found.append((base.origin, base.origin, True, False))  # a use of no bytes
            continue
        low, high = min(reads + writes)[0], max(stop for _, stop in reads + writes)
        is_sure = (
            loop.kind != "while"
            and writes == [(low, high)] * sides
            and abs(base.stride) <= high - low
        )
        reach = base.stride * max(loop.turns - 1, 0)
        found.append((
            base.origin + low + min(reach, 0), base.origin + high + max(reach, 0),
            is_read or (bool(writes) and not is_sure), bool(writes),
        ))  # fmt: skip
    return found
