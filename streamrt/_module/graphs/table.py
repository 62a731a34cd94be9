"""Graphs in the table of a module: their canonical bytes.

    graph     = name values nodes outputs
    values    = count (kind name layout [part low])*             0 input, 1 bound input, 2 temporary
    outputs   = count (name value)*
    nodes     = count (node [after])*                            after: of the graph itself
    after     = count number*
    node      = 0 operand operand | 1 operand eight bytes | 2 kernel arguments
              | 3 name contract program arguments parts names
              | 4 turns block | 5 flag block | 6 flag block
    block     = arena inner count nodes*
    inner     = count (0 outer origin stride layout | 2 name layout)*
    operand   = value offset layout
    layout    = dtype shape (0 | 1 stride*)
    argument  = 0 operand | 1 | 2 | 3 nine bytes | 4 eight bytes | 5

Node 0 is a copy, 1 a fill, 2 a launch, 3 a call, 4 to 6 are `repeat`, `while_` and `if_`. Arguments
are operands, False, True, an int, a float, and none. An arena is 0, or one more than a value's
number. reading.py reads them.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

from streamrt._module.graphs.records import (
    KINDS,
    Argument,
    BaseRecord,
    BlockRecord,
    CallRecord,
    CopyRecord,
    FillRecord,
    GraphRecord,
    LaunchRecord,
    LayoutRecord,
    NodeRecord,
    OperandRecord,
    ValueRecord,
)
from streamrt._module.words import TableWritten

__all__ = ["write_graph"]


def write_graph(
    graph: GraphRecord, programs: Mapping[int, int], places: Mapping[bytes, int]
) -> bytes:
    """Returns a graph as bytes.

    Args:
        graph: the graph.
        programs: the numbers of its programs in the table, by their `id`.
        places: the numbers of the parts, by their digests.
    """
    writer = _GraphWriter(programs, places)
    writer.text(graph.name)
    writer.number(len(graph.values))
    for value in graph.values:
        writer.value(value)
    writer.nodes(graph.nodes, is_inner=False)
    writer.number(len(graph.outputs))
    for name, number in graph.outputs:
        writer.text(name)
        writer.number(number)
    return bytes(writer.data)


class _GraphWriter(TableWritten):
    def __init__(self, programs: Mapping[int, int], places: Mapping[bytes, int]) -> None:
        super().__init__()
        self._programs = programs
        self._places = places

    def value(self, value: ValueRecord) -> None:
        self.number(2 if not value.is_input else 0 if value.part is None else 1)
        self.text(value.name)
        self.layout(value.layout)
        if value.part is not None:
            self.number(self._places[value.part])
            self.integer(value.low)

    def layout(self, layout: LayoutRecord) -> None:
        self.named_dtype(layout.dtype)
        self.numbers(layout.shape)
        self.number(int(layout.strides is not None))
        for stride in layout.strides or ():
            self.integer(stride)

    def operand(self, operand: OperandRecord) -> None:
        self.number(operand.value)
        self.integer(operand.offset)
        self.layout(operand.layout)

    def arguments(self, arguments: Sequence[Argument]) -> None:
        self.number(len(arguments))
        for argument in arguments:
            if isinstance(argument, OperandRecord):
                self.number(0)
                self.operand(argument)
            elif argument is None or isinstance(argument, bool):
                self.number(5 if argument is None else 1 + argument)
            elif isinstance(argument, int):
                self.number(3)
                self.data.extend(argument.to_bytes(9, "little", signed=True))
            else:
                self.number(4)
                self.data.extend(struct.pack("<d", argument))

    def nodes(self, nodes: Sequence[NodeRecord], *, is_inner: bool) -> None:
        self.number(len(nodes))
        for node in nodes:
            self.node(node)
            if not is_inner:
                self.numbers(node.after)

    def node(self, node: NodeRecord) -> None:
        match node:
            case CopyRecord():
                self.number(0)
                self.operand(node.dst)
                self.operand(node.src)
            case FillRecord():
                self.number(1)
                self.operand(node.dst)
                self.data.extend(node.bits.to_bytes(8, "little"))
            case LaunchRecord():
                self.number(2)
                self.text(node.kernel)
                self.arguments(node.arguments)
            case CallRecord():
                self.number(3)
                self.text(node.name)
                self.number(int(node.contract))
                self.number(self._programs[id(node.program)])
                self.arguments(node.arguments)
                self.numbers([self._places[digest] for digest in node.parts])
                self.number(len(node.results))
                for name in node.results:
                    self.text(name)
            case BlockRecord():
                self.block(node)

    def block(self, block: BlockRecord) -> None:
        self.number(4 + KINDS.index(block.kind))
        if block.kind == "repeat":
            self.number(block.turns)
        else:
            self.integer(block.flag)
        self.number(0 if block.arena is None else block.arena + 1)
        self.number(len(block.values))
        for value in block.values:
            if isinstance(value, BaseRecord):
                self.number(0)
                self.number(value.outer)
                self.integer(value.origin)
                self.integer(value.stride)
                self.layout(value.layout)
            else:
                self.value(value)
        self.number(len(block.bodies))
        for body in block.bodies:
            self.nodes(body, is_inner=True)
