"""The writes of a kernel function: which values it puts where in its outputs.

A traced function that writes to parts of an array has made a chain of `update`s, each a copy of the
array with one part replaced. A kernel writes the parts themselves. So the chain is taken apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import lcm, prod
from typing import NamedTuple

from streamrt._compile.signatures.layout import Layout
from streamrt._ir.program import Program, Shape, Value
from streamrt._jit.sites import short
from streamrt._jit.tracing.recording import Recording
from streamrt.errors import TraceError

__all__ = ["Part", "Write", "are_apart", "check_outputs", "writes_of"]


class Part(NamedTuple):
    """A part of an array: for each axis the indexes from a start, by steps."""

    starts: Shape
    steps: Shape
    shape: Shape

    @classmethod
    def whole(cls, shape: Shape) -> Part:
        """Returns the part that is all of an array."""
        return cls((0,) * len(shape), (1,) * len(shape), shape)

    def part(self, starts: Shape, steps: Shape, shape: Shape) -> Part:
        """Returns a part of this part."""
        return Part(
            tuple([a + b * s for a, b, s in zip(self.starts, starts, self.steps, strict=True)]),
            tuple([a * b for a, b in zip(self.steps, steps, strict=True)]),
            shape,
        )

    def place(self, layout: Layout) -> tuple[int, tuple[int, ...]]:
        """Returns the bytes from an array's first element to the part's, and its byte strides."""
        offset = sum([start * s for start, s in zip(self.starts, layout.strides, strict=True)])
        return offset, tuple([a * b for a, b in zip(self.steps, layout.strides, strict=True)])

    def ranges(self) -> tuple[range, ...]:
        """Returns the indexes of each axis, in rising order."""
        found: list[range] = []
        for start, step, count in zip(*self, strict=True):
            last = start + (count - 1) * step
            found.append(range(min(start, last), max(start, last) + 1, abs(step) or 1))
        return tuple(found)


class Write(NamedTuple):
    """One write: a value, and where its elements go.

    Attributes:
        value: the value.
        output: the number of the output.
        part: the part of it that is written; it has the shape of the value.
    """

    value: Value
    output: int
    part: Part


def writes_of(before: Value, after: Value, output: int) -> list[Write]:
    """Returns the writes that made of an output what it is at the end, in order.

    Args:
        before: the output as it was.
        after: the output as it is.
        output: its number.
    """
    found: list[Write] = []
    whole = Part.whole(after.shape)
    waiting: list[tuple[Value, Part]] = [(after, whole)]
    while waiting:
        value, part = waiting.pop()
        if value.op.name == "update":
            starts, steps = value.attributes
            old, new = value.operands
            waiting.append((new, part.part(starts, steps, new.shape)))
            if new.size != value.size:  # else nothing is left of the old elements
                waiting.append((old, part))
        elif value.op.name == "concatenate":
            waiting += reversed(list(_joined(value, part)))
        elif value.size and not (value is before and part == whole):
            found.append(Write(value, output, part))
    return found


def _joined(value: Value, part: Part) -> Iterator[tuple[Value, Part]]:
    """Yields the parts that a concatenation puts side by side."""
    axis: int = value.attributes[0]
    at, ones = 0, (1,) * len(value.shape)
    for each in value.operands:
        starts = tuple([at if k == axis else 0 for k in range(len(value.shape))])
        yield each, part.part(starts, ones, each.shape)
        at += each.shape[axis]


# -- what is written, and what is not -------------------------------------------------------------


def check_outputs(
    recording: Recording,
    program: Program,
    outputs: Sequence[tuple[str, Value, Value]],
    unknown: Sequence[str],
) -> None:
    """Refuses a function that leaves a part of an output as it was, or reads it before.

    Args:
        recording: the trace.
        program: its program.
        outputs: the name, the parameter and the last value of each output.
        unknown: the names of those without old elements.

    Raises:
        TraceError: with the line, if it is one.
    """
    names = {value: name for name, value, _ in outputs if name in unknown}
    for name, value, after in outputs:
        root = _root(after)
        if root not in names or _covers(_parts_of(after, root), Part.whole(root.shape)):
            continue
        if root is not value:
            raise _read_too_early(recording, names[root], f"written to {name}")
        left = "that is" if after is value else "of which a part is"
        raise recording.error(
            f"{name} is an output {left} never written; write all of it, as in "
            f"`{name}[...] = x`, or declare it inout"
        )
    for reader in program.values():
        for place, value in enumerate(reader.operands):
            root = _root(value)
            if root not in names or (reader.op.name == "update" and place == 0):
                continue
            read = Part.whole(value.shape)
            if reader.op.name == "slice":
                read = Part(*reader.attributes)
            if not _covers(_parts_of(value, root), read):
                raise _read_too_early(recording, names[root], f"read at {short(reader.site)}")


def _read_too_early(recording: Recording, name: str, how: str) -> TraceError:
    return recording.error(
        f"{name} is {how} before it is written; it is an output, whose old elements are unknown: "
        "declare it inout"
    )


def _root(value: Value) -> Value:
    """Returns the array that a chain of updates began with."""
    while value.op.name == "update":
        value = value.operands[0]
    return value


def _parts_of(value: Value, root: Value) -> list[Part]:
    """Returns the parts that a chain of updates has written."""
    found: list[Part] = []
    while value.op.name == "update":
        starts, steps = value.attributes
        value, new = value.operands
        found.append(Part(starts, steps, new.shape))
    return found if value is root else [Part.whole(value.shape)]


def _covers(parts: Sequence[Part], whole: Part) -> bool:
    """Whether each element of a part is in one of others."""
    if not prod(whole.shape) or whole in parts:
        return True
    wanted = whole.ranges()
    boxes = [part.ranges() for part in parts if prod(part.shape)]
    kinds = [_kinds(axis, [box[k] for box in boxes]) for k, axis in enumerate(wanted)]
    return all(_in_all(one) for one in product(*kinds))


def _in_all(members: tuple[int, ...]) -> bool:
    """Whether some box has the index of each axis; an axis has the boxes as bits."""
    found = -1
    for each in members:
        found &= each
    return found != 0


def _kinds(axis: range, ranges: Sequence[range]) -> set[int]:
    """Returns the kinds of indexes of an axis: the ranges that have such an index, as bits.

    What an index is in changes where a range begins or ends, and between these in a period.
    """
    period = lcm(axis.step, *[one.step for one in ranges])
    edges = sorted({axis.start, axis.stop, *[b for one in ranges for b in (one.start, one.stop)]})
    kinds: set[int] = set()
    for first, last in pairwise(edges):
        for index in range(first, min(last, first + period)):
            if index in axis:
                kinds.add(sum(1 << k for k, one in enumerate(ranges) if index in one))
    return kinds


def are_apart(one: Part, other: Part) -> bool:
    """Whether two parts surely share no element."""
    pairs = zip(one.ranges(), other.ranges(), strict=True)
    return any(not _meet(a, b) for a, b in pairs)


def _meet(one: range, other: range) -> bool:
    """Whether two ranges may share an index; if both have steps, they are taken to."""
    first, last = max(one.start, other.start), min(one[-1], other[-1])
    if first > last:
        return False
    if one.step == other.step:
        return (one.start - other.start) % one.step == 0
    return True
