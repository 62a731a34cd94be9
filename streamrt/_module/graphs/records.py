"""Records of graphs: what the file of a module says of a graph, as Python values.

A graph and the block of a loop have values, which are numbered: first those that they declare, then
the results of calls, in the order of the calls. What a call records besides, its temporaries and
constants, is not part of a file, because another release may lower its program otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from streamrt._compile.signatures.dtypes import DTYPES, from_numpy
from streamrt._compile.signatures.layout import Layout, bounds, dense_strides
from streamrt._ir.program import Program

__all__ = [
    "KINDS", "Argument", "BaseRecord", "BlockKind", "BlockRecord", "CallRecord", "CopyRecord",
    "FillRecord", "GraphRecord", "InnerRecord", "LaunchRecord", "LayoutRecord", "NodeRecord",
    "OperandRecord", "ValueRecord", "calls_of", "described",
]  # fmt: skip

BlockKind: TypeAlias = Literal["repeat", "while", "if"]

KINDS: Final[tuple[BlockKind, ...]] = ("repeat", "while", "if")
"""The kinds of blocks, in the order of their numbers."""


@dataclass(frozen=True, slots=True)
class LayoutRecord:
    """The dtype and the shape of memory; byte strides unless it is dense in C order."""

    dtype: str
    shape: tuple[int, ...]
    strides: tuple[int, ...] | None = None

    def layout(self) -> Layout:
        """Returns it as a layout on no device."""
        return Layout(None, DTYPES[self.dtype].numpy, self.shape, self.strides)

    def bounds(self) -> tuple[int, int]:
        """Returns the byte offsets of its lowest byte, and past its highest."""
        return bounds(self.layout())

    def __str__(self) -> str:
        return f"{self.dtype}{list(self.shape)}"


def described(layout: Layout) -> LayoutRecord | None:
    """Returns the record of a layout; None if files do not have its dtype."""
    found = from_numpy(layout.dtype)
    if found is None:
        return None
    is_dense = layout.strides == dense_strides(layout.shape, layout.itemsize)
    return LayoutRecord(found.name, layout.shape, None if is_dense else layout.strides)


@dataclass(frozen=True, slots=True)
class ValueRecord:
    """Memory of a graph, or of one turn of a block.

    Attributes:
        name: its name; that of an output stands there, and this is empty.
        layout: what it holds.
        is_input: whether it has memory before a replay.
        part: the digest of the array of the module that an input is bound to; None if each replay
            has to bind one.
        low: where that array begins, in bytes from the value's first element; it may reach beyond
            the layout on both sides, because a graph may use what is around it.
    """

    name: str
    layout: LayoutRecord
    is_input: bool
    part: bytes | None = None
    low: int = 0


@dataclass(frozen=True, slots=True)
class BaseRecord:
    """Memory around a block, as one of its values.

    Attributes:
        outer: the number of the value around it.
        origin: where it begins, in bytes from that one's first element.
        stride: the bytes by which it moves after each turn.
        layout: what it holds.
    """

    outer: int
    origin: int
    stride: int
    layout: LayoutRecord


InnerRecord: TypeAlias = "ValueRecord | BaseRecord"


@dataclass(frozen=True, slots=True)
class OperandRecord:
    """A part of a value: the value's number, where it begins in bytes, and what it is."""

    value: int
    offset: int
    layout: LayoutRecord


Argument: TypeAlias = "OperandRecord | bool | int | float | None"


@dataclass(frozen=True, slots=True)
class CopyRecord:
    """A copy.

    Attributes:
        dst: what is written.
        src: what is read.
        after: the numbers of the nodes that it follows besides those it conflicts with.
    """

    dst: OperandRecord
    src: OperandRecord
    after: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FillRecord:
    """A fill; `bits` are the bytes of an element as an integer."""

    dst: OperandRecord
    bits: int
    after: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LaunchRecord:
    """A launch of a standard kernel, by its name, with arguments in the order of its signature."""

    kernel: str
    arguments: tuple[Argument, ...]
    after: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CallRecord:
    """A call of a compiled function.

    Attributes:
        name: the name of the function.
        program: what it computes.
        contract: whether products and sums may be rounded once, as one operation.
        arguments: for each parameter an operand or a number, or None if nothing depends on it.
        parts: the digests of the arrays of the module that the last parameters are.
        results: the names of the values that the results become, as those of values.
        after: the numbers of the nodes that it follows besides those it conflicts with.
    """

    name: str
    program: Program
    contract: bool
    arguments: tuple[Argument, ...]
    parts: tuple[bytes, ...]
    results: tuple[str, ...]
    after: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BlockRecord:
    """A loop or a branch.

    Attributes:
        kind: `repeat`, `while` or `if`.
        turns: how many turns a `repeat` has; else 0.
        flag: the place of the flag of the others in their first value, in bytes.
        values: the values that it declares.
        bodies: the nodes of a turn; for an `if`, maybe also those of its other side.
        arena: the number of the value around it that has the memory of one turn; None without.
        after: the numbers of the nodes that it follows besides those it conflicts with.
    """

    kind: BlockKind
    turns: int
    flag: int
    values: tuple[InnerRecord, ...]
    bodies: tuple[tuple[NodeRecord, ...], ...]
    arena: int | None = None
    after: tuple[int, ...] = ()


NodeRecord: TypeAlias = "CopyRecord | FillRecord | LaunchRecord | CallRecord | BlockRecord"


@dataclass(frozen=True, slots=True)
class GraphRecord:
    """A graph.

    Attributes:
        name: its name in the module.
        values: the values that it declares.
        nodes: its nodes, in program order.
        outputs: the results: their names, and the numbers of values.
    """

    name: str
    values: tuple[ValueRecord, ...]
    nodes: tuple[NodeRecord, ...]
    outputs: tuple[tuple[str, int], ...]

    @property
    def parts(self) -> list[bytes]:
        """The digests of the arrays of the module that it uses."""
        found = [value.part for value in self.values if value.part is not None]
        return found + [digest for call in calls_of(self.nodes) for digest in call.parts]

    def __str__(self) -> str:
        """Returns the inputs to bind, and the results: `step(x: f32[4]) -> y: f32[4]`."""
        given = [v for v in self.values if v.is_input and v.part is None]
        layouts = [value.layout for value in self.values]
        for node in self.nodes:
            if isinstance(node, CallRecord):
                results = node.program.results
                layouts += [LayoutRecord(each.dtype.name, each.shape) for each in results]
        made = ", ".join([f"{name}: {layouts[number]}" for name, number in self.outputs])
        inputs = ", ".join([f"{value.name}: {value.layout}" for value in given])
        result = made if len(self.outputs) == 1 else f"({made})" if made else "None"
        return f"{self.name}({inputs}) -> {result}"


def calls_of(nodes: Sequence[NodeRecord]) -> Iterator[CallRecord]:
    """Yields the calls among nodes, also those in blocks."""
    for node in nodes:
        if isinstance(node, CallRecord):
            yield node
        elif isinstance(node, BlockRecord):
            for body in node.bodies:
                yield from calls_of(body)
