"""Calls: the nodes that one call of a compiled function recorded, and what it computes.

How a function becomes nodes is a release's own business. So the file of a graph holds its calls in
place of such nodes, and `load` makes nodes of them again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from streamrt._core.handles import Unique
from streamrt.graph.nodes import Operand

if TYPE_CHECKING:
    from streamrt._ir.program import Program

__all__ = ["RecordedCall"]


@dataclass(frozen=True, slots=True, eq=False)
class RecordedCall(Unique):
    """A call of a compiled function, among the nodes of a graph or of a block.

    Attributes:
        name: the name of the function.
        program: what it computes.
        contract: whether products and sums may be rounded once, as one operation.
        first: the index of its first node.
        stop: the index past its last one; it may have none.
        arguments: an operand or a number for each parameter of the program; None for an array that
            no node uses.
        results: an operand for each result of the program.
        arrays: what the parameters after these are: frozen buffers that belong to the function.
    """

    _instead = "capture the graph, or build it, where it is used"

    name: str
    program: Program
    contract: bool
    first: int
    stop: int
    arguments: tuple[Operand | bool | int | float | None, ...]
    results: tuple[Operand, ...]
    arrays: Sequence[Any] = ()
