"""Kernels that write several parts of an array, all of one shape: what these share is done once."""

from __future__ import annotations

from streamrt._ir.fusion.affine import Index, identity
from streamrt._ir.fusion.body import Body, Tensor
from streamrt._ir.fusion.cutting import MOST_OPERANDS, MOST_OPS, Cut, Cutter
from streamrt._ir.program import Shape, Value

__all__ = ["Shared"]


class Shared:
    """The kernels for the parts of one array. They are added at the end, behind what they read."""

    def __init__(self, cutter: Cutter) -> None:
        self._cutter = cutter
        self._open: dict[Shape, Body] = {}
        self._bodies: dict[int, Body] = {}
        self._stores: list[tuple[Body, Value, Index, int]] = []

    def express(self, part: Value, there: Index) -> None:
        """Writes what computes a part.

        Args:
            part: the part.
            there: the index of its elements in the array.

        Raises:
            TooLongError: see `Body.express`.
        """
        shape = part.shape
        body = self._open.pop(shape, None)
        if body is None or len(body.code) > MOST_OPS or len(body.accesses) > MOST_OPERANDS // 2:
            body = self._cutter.body(shape)
        place = body.express(part, identity(range(len(shape)), shape))
        self._open[shape] = body  # one that got too long takes no other part
        self._bodies[id(body)] = body
        self._stores.append((body, part, there, place))

    def finish(self, tensor: Tensor) -> None:
        """Adds the kernels, which write to a tensor, and completes it."""
        for body in self._bodies.values():
            self._cutter.add(Cut("elementwise", body))
        for body, part, there, place in self._stores:
            body.store(part, there, tensor, place)
        tensor.maker = len(self._cutter.fused.cuts) - 1
