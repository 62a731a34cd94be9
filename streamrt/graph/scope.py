"""Scope: what the block of a loop or a branch records, and the memory around it that it uses."""

from __future__ import annotations

from streamrt._compile.signatures.layout import Layout
from streamrt._core.planning.plan import make_plan
from streamrt.graph.listing import Listing
from streamrt.graph.lowering import lower
from streamrt.graph.nodes import Base, Body, Operand, Owner, Role
from streamrt.graph.replayable import check_written

__all__ = ["Scope"]


class Scope(Listing):
    """The listing of one block.

    Attributes:
        outer: the listing around it.
        bases: the memory around it that each of its inputs stands for, and which value that is.
        after: the nodes around it that its node is to follow besides those that it conflicts with.
    """

    def __init__(self, outer: Listing) -> None:
        super().__init__(Owner(outer._token.graph or outer._token))
        self.outer: Listing = outer
        self.bases: list[tuple[Base, int]] = []
        self.after: dict[int, None] = {}
        self._known: dict[tuple[int, int, int], Operand] = {}

    def _take(self, operand: Operand, what: str) -> Operand:
        """Returns an operand of this scope that stands for one of a listing around it.

        Raises:
            CaptureError: it belongs to another block, in this one or ended.
        """
        if operand.owner is self._token:
            return operand
        found = self.outer._take(operand, what)
        layout = self.outer._values[found.value].layout
        whole = self._input(found.value, 0, 0, layout)
        return Operand(self._token, whole.value, found.offset, found._layout)

    def _find(self, operand: Operand) -> Operand | None:
        if operand.owner is self._token:
            return operand
        found = self.outer._find(operand)
        known = None if found is None else self._known.get((found.value, 0, 0))
        if found is None or known is None:
            return None
        return Operand(self._token, known.value, found.offset, found._layout)

    def row(self, operand: Operand) -> Operand:
        """Returns the operand that is one row of an array around it in each turn."""
        found = self.outer._take(operand, "row")
        layout = found.layout
        strides = layout.strides
        row = Layout(layout.device, layout.dtype, layout.shape[1:], strides[1:])
        if row.contiguous:
            row = Layout(layout.device, layout.dtype, layout.shape[1:])
        first = self._input(found.value, found.offset, strides[0], row)
        return Operand(self._token, first.value, 0, row)  # the first one may have another shape

    def _free_name(self, role: Role) -> str:
        """Returns a name that no other value of the graph has, because texts show all of them."""
        return self.outer._free_name(role)

    def _input(self, value: int, origin: int, stride: int, layout: Layout) -> Operand:
        key = (value, origin, stride)
        known = self._known.get(key)
        if known is None:
            name: str | None = self.outer._values[value].name + ("_row" if stride else "")
            if name in self._names:
                name = None
            known = self._known[key] = self._new_value("input", layout, name)
            self.bases.append((Base(known.value, origin, stride), value))
        return known

    def body(self, what: str) -> Body:
        """Returns the nodes that were recorded since the last body, as a turn."""
        nodes, self._nodes = self._nodes, []
        calls, self._calls = self._calls, []
        lowered = lower(nodes, self._values, what)
        check_written(lowered, self._values, (), what)
        values, planned = lowered.values, lowered.nodes
        schedule = make_plan(values, planned, 1, "program-order")
        return Body(tuple(nodes), schedule, tuple(calls))
