"""Elementwise values of concatenated ones: a kernel for each region that reads one part of each.

A rolled or padded array that is only read elementwise is never stored so. What reads it is cut at
the borders of its parts, and each region computes from the parts themselves. Regions of one shape,
as the two halves of a row, share a kernel, and so what both need.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

from streamrt._ir.fusion.affine import identity, inverse, moved
from streamrt._ir.fusion.body import Tensor
from streamrt._ir.fusion.cutting import Cutter, below_views
from streamrt._ir.fusion.sharing import Shared
from streamrt._ir.ops import BY_NAME
from streamrt._ir.program import Attributes, Shape, Value

__all__ = ["make_regions"]

MOST = 9
"""The regions of a value; with more borders the concatenated values are stored."""

MOST_PARTS = 64
"""The parts of a concatenated value that may stay without a place in memory."""


def make_regions(cutter: Cutter, value: Value) -> Tensor | None:
    """Makes the kernels of a value of concatenated ones; None if it has no borders, or too many."""
    if cutter.separate or not value.op.is_elementwise:
        return None
    cuts = _Regions(cutter)
    borders = cuts.borders(value)
    if not 1 < prod(len(each) + 1 for each in borders) <= MOST:
        return None
    sides = [
        list(itertools.pairwise((0, *sorted(each), extent)))
        for each, extent in zip(borders, value.shape, strict=True)
    ]
    shared = Shared(cutter)
    for region in itertools.product(*sides):
        starts = tuple([start for start, _ in region])
        part = cuts.restricted(value, starts, tuple([stop - start for start, stop in region]))
        index = identity(range(len(starts)), part.shape)
        shared.express(part, moved(index, starts))
    tensor = cutter.new_tensor(value, -1)
    shared.finish(tensor)
    return tensor


Borders = tuple[frozenset[int], ...]


@dataclass(slots=True)
class _Regions:
    """The borders of values, and the parts of values in a region.

    Attributes:
        cutter: the cuts of the program.
    """

    cutter: Cutter
    _borders: dict[int, Borders] = field(default_factory=dict[int, Borders])
    _parts: dict[tuple[int, Shape, Shape], Value] = field(
        default_factory=dict[tuple[int, Shape, Shape], Value]
    )

    def borders(self, value: Value) -> Borders:
        """Returns along each axis where a value changes over from one part to another."""
        found = self._borders.get(id(value))
        if found is None:
            found = self._borders[id(value)] = self._borders_of(value)
        return found

    def _borders_of(self, value: Value) -> Borders:
        none = (frozenset[int](),) * len(value.shape)
        if not self._is_open(value):
            return none
        if value.op.is_elementwise:
            found = none
            for operand in value.operands:
                found = _joined(found, self.borders(operand))
            return found
        if value.op.name == "concatenate":
            return self._of_parts(value, none)
        below = self.borders(value.operands[0])
        if not any(below):
            return none
        if value.op.name == "slice":
            begin: Shape = value.attributes[0]
            return tuple([
                frozenset([at - start for at in each if start < at < start + extent])
                for each, start, extent in zip(below, begin, value.shape, strict=True)
            ])  # fmt: skip
        if value.op.name == "transpose":
            order: Shape = value.attributes[0]
            return tuple([below[axis] for axis in order])
        new = len(value.shape) - len(below)  # of broadcast
        return (*none[:new], *below)

    def _of_parts(self, value: Value, none: Borders) -> Borders:
        axis: int = value.attributes[0]
        at, found = 0, none
        for part in value.operands:
            own = list(self.borders(part))
            own[axis] = frozenset([at + each for each in (0, *own[axis])]) - {0}
            found = _joined(found, tuple(own))
            at += part.shape[axis]
        return found

    def _is_open(self, value: Value) -> bool:
        """Whether the parts of a value are made of the parts of its operands."""
        cutter, name = self.cutter, value.op.name
        if id(value) in cutter.tensors or id(value) in cutter.cut:
            return False
        if name == "slice":
            return all(step == 1 for step in value.attributes[1])
        if name == "concatenate":
            is_short = len(value.operands) <= MOST_PARTS
            return is_short and (cutter.is_read_once(value) or self._is_copied(value))
        return value.op.is_elementwise or name in ("transpose", "broadcast")

    def _is_copied(self, value: Value) -> bool:
        """Whether all parts of a concatenated value lie in memory, or in such values."""
        for part in value.operands:
            base = below_views(part, self.cutter.tensors)
            is_here = base.op.group == "source" or id(base) in self.cutter.tensors
            if not is_here and not (base.op.name == "concatenate" and self._is_open(base)):
                return False
        return True

    def restricted(self, value: Value, starts: Shape, shape: Shape) -> Value:
        """Returns a part of a value: a box from some starts on."""
        if shape == value.shape:
            return value
        key = (id(value), starts, shape)
        found = self._parts.get(key)
        if found is None:
            found = self._parts[key] = self._restricted(value, starts, shape)
        return found

    def _restricted(self, value: Value, starts: Shape, shape: Shape) -> Value:
        name = value.op.name
        if self._is_open(value):
            if value.op.is_elementwise:
                parts = [self.restricted(each, starts, shape) for each in value.operands]
                return self._new(value, name, parts, value.attributes, shape)
            if name == "concatenate":
                found = self._part_of(value, starts, shape)
                if found is not None:
                    return found
            elif any(self.borders(value.operands[0])):
                return self._below(value, starts, shape)
        if value.op.name == "broadcast" and value.operands[0].size == 1:
            return self._new(value, name, value.operands, (shape,), shape)
        steps = (1,) * len(shape)
        return self._new(value, "slice", (value,), (starts, steps, shape), shape)

    def _part_of(self, value: Value, starts: Shape, shape: Shape) -> Value | None:
        """Returns the part of a concatenated value; None if it is made of several."""
        axis: int = value.attributes[0]
        at = 0
        for part in value.operands:
            first, extent = starts[axis] - at, part.shape[axis]
            if first >= 0 and first + shape[axis] <= extent:
                inner = (*starts[:axis], first, *starts[axis + 1 :])
                return self.restricted(part, inner, shape)
            at += extent
        return None

    def _below(self, value: Value, starts: Shape, shape: Shape) -> Value:
        """Returns the part of a view: the view of a part, or that part itself."""
        (operand,), name = value.operands, value.op.name
        if name == "slice":
            first: Shape = value.attributes[0]
            inner = tuple([a + b for a, b in zip(first, starts, strict=True)])
            return self.restricted(operand, inner, shape)
        if name == "transpose":
            places = inverse(value.attributes[0])
            inner, extents = (tuple([each[k] for k in places]) for each in (starts, shape))
            part = self.restricted(operand, inner, extents)
            return self._new(value, name, (part,), value.attributes, shape)
        new = len(value.shape) - len(operand.shape)
        pairs = list(zip(operand.shape, starts[new:], shape[new:], strict=True))
        inner = tuple([0 if n == 1 else start for n, start, _ in pairs])
        part = self.restricted(operand, inner, tuple([min(n, m) for n, _, m in pairs]))
        return self._new(value, name, (part,), (shape,), shape)

    def _new(
        self,
        like: Value,
        name: str,
        operands: Sequence[Value],
        attributes: Attributes,
        shape: Shape,
    ) -> Value:
        made = Value(
            BY_NAME[name], tuple(operands), attributes, like.dtype, shape, like.number, like.site
        )
        self.cutter.kept.append(made)
        return made


def _joined(one: Borders, other: Borders) -> Borders:
    return tuple([a | b for a, b in zip(one, other, strict=True)])
