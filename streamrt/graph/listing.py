"""Listings: the values and nodes of a graph, or of the block of a loop, as they were recorded."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from streamrt._compile.kernel import Kernel
from streamrt._compile.signatures.layout import Layout
from streamrt.graph import checks
from streamrt.graph.calls import RecordedCall
from streamrt.graph.nodes import Loop, Modes, Node, Op, Operand, Owner, Role, Value, modes_of

__all__ = ["Listing", "caller"]

_PREFIXES: dict[str, str] = {"input": "in", "output": "out", "temporary": "t"}


def caller() -> str:
    """Returns the place in the user's code that called a method of a graph; for such methods."""
    frame = sys._getframe(2)
    return f"{frame.f_code.co_filename}:{frame.f_lineno} in {frame.f_code.co_name}"


class Listing:
    """Values, and nodes that use them."""

    def __init__(self, owner: Owner | None = None) -> None:
        # Operands know their listing by this, because they must not keep it and its bound buffers.
        self._token = owner or Owner()
        self._values: list[Value] = []
        self._nodes: list[Node] = []
        self._calls: list[RecordedCall] = []
        self._names: dict[str, int] = {}  # of values and of results, to the value
        self._unnamed = dict.fromkeys(_PREFIXES, 0)
        self._modes: dict[Kernel | Op, Modes] = {}
        self._open: list[Any] = []  # the scopes of open blocks, the innermost last

    def _new_value(
        self, role: Role, layout: Layout, name: str | None = None, bound: object = None
    ) -> Operand:
        """Adds a value, a temporary to the open block; returns the operand that is all of it."""
        if self._open and role == "temporary":
            found: Operand = self._open[-1]._new_value(role, layout, name)
            return found
        if name is None:
            name = self._free_name(role)
        else:
            checks.check_name(name, self._names, f"{role} {checks.spell_name(name)}")
        index = self._names[name] = len(self._values)
        operand = Operand(self._token, index, 0, layout)
        self._values.append(Value(name, role, layout, operand.start, operand.stop, bound))
        return operand

    def _take(self, operand: Operand, what: str) -> Operand:
        """Returns an operand of this listing that stands for one that may be used in it."""
        raise NotImplementedError

    def _find(self, operand: Operand) -> Operand | None:
        """Returns the same as `_take`, but adds nothing: None if nothing here uses the value."""
        return operand if operand.owner is self._token else None

    def _free_name(self, role: Role) -> str:
        while True:
            name = f"{_PREFIXES[role]}{self._unnamed[role]}"
            self._unnamed[role] += 1
            if name not in self._names:
                return name

    def _append(
        self,
        op: Op,
        kernel: Kernel | None,
        arguments: Sequence[Any],
        after: tuple[int, ...],
        site: str,
        loop: Loop | None = None,
        modes: Modes | None = None,
    ) -> Node:
        """Appends a node without a check. It makes few calls, because captures record by it.

        Args:
            op: the kind of command.
            kernel: the kernel of a launch.
            arguments: the same as in `Node`; scalars become Python's own numbers.
            after: the nodes that it follows besides those it conflicts with, by index.
            site: the place in the source at which it was recorded.
            loop: what a loop or a branch runs.
            modes: those of its operands, if its kind does not say it.
        """
        if self._open:
            scope = self._open[-1]
            taken = [scope._take(a, op) if isinstance(a, Operand) else a for a in arguments]
            scope.after.update(dict.fromkeys(after))
            node: Node = scope._append(op, kernel, taken, (), site, loop, modes)
            return node
        known, values = kernel or op, self._values
        if modes is None:
            modes = self._modes.get(known)
            if modes is None:
                modes = self._modes[known] = modes_of(op, kernel)
        plain = [*arguments]
        for place, argument in enumerate(plain):
            if not isinstance(argument, Operand):
                if argument.__class__ is not int:
                    plain[place] = checks.plain_scalar(argument)
                continue
            value = values[argument.value]
            if argument.start < value.low or argument.stop > value.high:
                self._cover(argument)
        node = Node(len(self._nodes), op, kernel, tuple(plain), after, site, modes, loop)
        self._nodes.append(node)
        return node

    def _cover(self, operand: Operand) -> None:
        """Extends the operand's value to the bytes of the operand, if it has elements."""
        if operand.layout.size:
            value = self._values[operand.value]
            low, high = min(value.low, operand.start), max(value.high, operand.stop)
            self._values[operand.value] = replace(value, low=low, high=high)
