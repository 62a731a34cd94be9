"""Building of graphs: from the record in a file to a graph, for the device that will run it.

The graph is built as by hand, with all checks of that, so whatever a file says it does no more than
what a user could have written. At the end it is checked that nothing is read before it is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import FrameType
from typing import Any, cast

import numpy as np

from streamrt._compile.signatures.layout import Layout
from streamrt._module.graphs.calls import CallsInGraph
from streamrt._module.graphs.records import (
    BaseRecord,
    BlockRecord,
    CallRecord,
    CopyRecord,
    FillRecord,
    GraphRecord,
    InnerRecord,
    LaunchRecord,
    NodeRecord,
    OperandRecord,
    ValueRecord,
)
from streamrt._module.graphs.standard_kernels import standard_kernel
from streamrt._module.weights import Weights
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.device import Device
from streamrt._runtime.making import buffer_like
from streamrt._runtime.transfers import write_array
from streamrt.errors import ArgumentError
from streamrt.graph.blocks import Block
from streamrt.graph.calls import RecordedCall
from streamrt.graph.checks import check_copy, check_launch
from streamrt.graph.graph import Graph
from streamrt.graph.listing import Listing
from streamrt.graph.lowering import lower
from streamrt.graph.nodes import Operand, Role
from streamrt.graph.replayable import check_written
from streamrt.graph.scope import Scope

__all__ = ["GraphBuilder"]

MOST_EDGES = 10_000_000
"""The orders between nodes besides those of memory."""

_RESERVED = -1
"""The index that names have until their values are made, so that no other value takes them."""


@dataclass(frozen=True, slots=True)
class _Level:
    """A graph or a block in it, with the indices of its values by their numbers in the file."""

    listing: Listing
    places: list[int]


class GraphBuilder:
    """A graph of a module that is built for a device.

    Attributes:
        at: the place in the file's graph that is built now, for messages.
    """

    def __init__(
        self, record: GraphRecord, weights: Weights, device: Device, site: str, frame: FrameType
    ) -> None:
        """Takes what is built.

        Args:
            record: what the file says.
            weights: the arrays of the module.
            device: the device that will run it.
            site: the place of its nodes, for errors.
            frame: the user's frame, for the submit site of copies.
        """
        self._record = record
        self._weights = weights
        self._device = device
        self._site = site
        self._frame = frame
        self.at: str = ""
        self._graph = Graph()
        self._calls = CallsInGraph(self._graph, device, site, frame)

    def graph(self) -> Graph:
        """Returns the graph.

        Raises:
            ArgumentError: a kernel does not take its arguments.
            CaptureError: a node reads what was not written, or the order has a cycle.
            CompileError: the device cannot run a function that it calls.
        """
        graph, record = self._graph, self._record
        graph._names.update(dict.fromkeys(_names(record), _RESERVED))
        level = _Level(graph, [])
        for value in record.values:
            level.places.append(self._declare(graph, value))
        ranges = self._nodes(level, record.nodes)
        self.at = ""
        self._order(ranges)
        for name, number in record.outputs:
            self._output(name, level.places[number])
        for name in [name for name, index in graph._names.items() if index == _RESERVED]:
            del graph._names[name]
        lowered = lower(graph._nodes, graph._values, self._site)
        check_written(lowered, graph._values, [*graph._outputs.values()], self._site)
        self._bind(level)
        return graph

    # -- values ------------------------------------------------------------------------------------

    def _declare(self, listing: Listing, value: ValueRecord) -> int:
        role: Role = "input" if value.is_input else "temporary"
        name = self._free(listing, value.name)
        return listing._new_value(role, value.layout.layout(), name).value

    def _free(self, listing: Listing, name: str) -> str | None:
        """Returns a name that a value may have now; None if another value has it."""
        if listing._names.get(name) == _RESERVED:
            del listing._names[name]
        return None if not name or name in listing._names else name

    def _rename(self, listing: Listing, index: int, wanted: str) -> None:
        value = listing._values[index]
        name = self._free(listing, wanted)
        if name is not None:
            del listing._names[value.name]
            listing._names[name] = index
            listing._values[index] = replace(value, name=name)

    def _output(self, name: str, index: int) -> None:
        graph = self._graph
        value = graph._values[index]
        if graph._names.get(name) == _RESERVED:
            del graph._names[name]
        graph.output(name, Operand(graph._token, index, 0, value.layout))

    def _bind(self, level: _Level) -> None:
        """Binds inputs to the arrays of the module; those that are written to copies of them."""
        graph = self._graph
        written = {
            operand.value
            for node in graph._nodes
            for operand, (_, writes) in zip(node.operands, node.modes, strict=True)
            if writes
        }
        for value, index in zip(self._record.values, level.places, strict=False):
            if value.part is not None:
                buffer = self._buffer(value, value.part, index in written)
                graph._values[index] = replace(graph._values[index], bound=buffer)

    def _buffer(self, value: ValueRecord, part: bytes, is_written: bool) -> Buffer:
        device, layout = self._device, value.layout.layout()
        dtype, shape = value.layout.dtype, value.layout.shape
        nbytes = len(self._weights.elements(part))
        is_whole = layout.contiguous and not value.low and nbytes == layout.nbytes
        if not is_whole:
            dtype, shape = "u8", (nbytes,)
        if is_written:
            array = self._weights.array(part, dtype, shape)
            found = buffer_like(device, array, device.host_sees)
            write_array(found, array, self._frame)
        else:
            found = self._weights.on(device, part, dtype, shape, self._frame)
        if is_whole:
            return found
        allocation = found._allocation
        assert allocation is not None
        strides = None if layout.contiguous else layout.strides
        laid = device._state.intern(layout.dtype, layout.shape, strides)
        return Buffer(device, allocation, laid, found._address - value.low)

    # -- nodes -------------------------------------------------------------------------------------

    def _nodes(self, level: _Level, records: Sequence[NodeRecord]) -> list[range]:
        """Adds nodes; returns the indices of those that each of the records became."""
        nodes = level.listing._nodes
        ranges: list[range] = []
        for number, record in enumerate(records):
            if level.listing is self._graph:
                self.at = f"node {number}: "
            first = len(nodes)
            self._node(level, record)
            ranges.append(range(first, len(nodes)))
        return ranges

    def _node(self, level: _Level, record: NodeRecord) -> None:
        graph = self._graph
        match record:
            case CopyRecord():
                parts = self._operand(level, record.dst), self._operand(level, record.src)
                check_copy(*parts)
                graph._append("copy", None, parts, (), self._site)
            case FillRecord():
                filled = self._operand(level, record.dst), record.bits
                graph._append("fill", None, filled, (), self._site)
            case LaunchRecord():
                given = [self._argument(level, each) for each in record.arguments]
                kernel = standard_kernel(record.kernel)
                kernel, checked = check_launch(kernel, given, {}, graph._owners())
                graph._append("launch", kernel, checked, (), self._site)
            case CallRecord():
                self._call(level, record)
            case BlockRecord():
                self._block(level, record)

    def _operand(self, level: _Level, record: OperandRecord) -> Operand:
        place, layout = level.places[record.value], record.layout.layout()
        return Operand(level.listing._token, place, record.offset, layout)

    def _argument(self, level: _Level, argument: Any) -> Any:
        return self._operand(level, argument) if isinstance(argument, OperandRecord) else argument

    def _call(self, level: _Level, record: CallRecord) -> None:
        listing, program = level.listing, record.program
        given = [self._argument(level, each) for each in record.arguments]
        rest = program.parameters[len(given) :]
        arrays = [
            self._weights.on(self._device, digest, value.dtype.name, value.shape, self._frame)
            for digest, value in zip(record.parts, rest, strict=True)
        ]
        first, name = len(listing._nodes), record.name
        results = self._calls.add(name, program, record.contract, [*given, *arrays])
        stop = len(listing._nodes)
        for operand, wanted in zip(results, record.results, strict=True):
            level.places.append(operand.value)
            self._rename(listing, operand.value, wanted)
        noted = RecordedCall(
            name, program, record.contract, first, stop, tuple(given), tuple(results), tuple(arrays)
        )
        listing._calls.append(noted)

    def _block(self, level: _Level, record: BlockRecord) -> None:
        flag = None
        if record.kind != "repeat":
            base = cast("BaseRecord", record.values[0])
            layout = Layout(None, np.dtype(bool), ())
            flag = Operand(level.listing._token, level.places[base.outer], record.flag, layout)
        arena = None if record.arena is None else level.places[record.arena]
        block = _LoadedBlock(self._graph, record, flag, self._site, arena)
        with block:
            scope = self._graph._open[-1]
            inner = _Level(scope, [])
            for value in record.values:
                inner.places.append(self._inner(level, scope, value))
            for number, body in enumerate(record.bodies):
                if number:
                    block.turn()
                self._nodes(inner, body)

    def _inner(self, level: _Level, scope: Scope, value: InnerRecord) -> int:
        if isinstance(value, ValueRecord):
            return self._declare(scope, value)
        outer, layout = level.places[value.outer], value.layout.layout()
        return scope._input(outer, value.origin, value.stride, layout).value

    # -- order -------------------------------------------------------------------------------------

    def _order(self, ranges: Sequence[range]) -> None:
        """Adds the order that memory does not say: a call begins and ends as one node."""
        nodes, edges = self._graph._nodes, 0
        asked = {number for record in self._record.nodes for number in record.after}
        ends = {number: self._ends(ranges[number]) for number in asked}
        for record, mine in zip(self._record.nodes, ranges, strict=True):
            if not record.after:
                continue
            edges += len(mine) * sum(len(ends[number]) for number in record.after)
            if edges > MOST_EDGES:
                raise ArgumentError(f"its nodes have more than {MOST_EDGES:,} orders")
            before = dict.fromkeys(end for number in record.after for end in ends[number])
            for index in mine:
                nodes[index] = replace(nodes[index], after=tuple(before))

    def _ends(self, indices: range) -> list[int]:
        """Returns those nodes of a call that no other node of it follows by what it uses."""
        found: dict[int, None] = {}
        writers: dict[int, tuple[int, int, int]] = {}
        for index in indices:
            node = self._graph._nodes[index]
            for part, (_, writes) in zip(node.operands, node.modes, strict=True):
                writer, start, stop = writers.get(part.value, (-1, 0, 0))
                if part.start < stop and start < part.stop:
                    found.pop(writer, None)
                if writes:
                    writers[part.value] = (index, part.start, part.stop)
            found[index] = None
        return [*found]


class _LoadedBlock(Block):
    """The block of a loop or a branch that a file has, while it is recorded."""

    def __init__(
        self, graph: Graph, record: BlockRecord, flag: Operand | None, site: str, arena: int | None
    ) -> None:
        turns = record.turns if record.kind == "repeat" else int(record.kind == "if")
        super().__init__(graph, record.kind, turns, flag, site)
        self._place = arena

    def turn(self) -> None:
        """Ends the first side of a branch; the other one follows."""
        assert self._scope is not None
        self._bodies.append(self._scope.body(f"the block of {self._kind} at {self._site}"))

    def _arena(self, nbytes: int) -> Operand:
        """Takes the value that the file has for it, made larger if need be."""
        if self._place is None:
            return super()._arena(nbytes)
        graph, place = self._graph, self._place
        around: Listing = graph._open[-1] if graph._open else graph
        value = around._values[place]
        layout = Layout(None, np.dtype("u1"), (max(nbytes, value.nbytes),))
        around._values[place] = replace(value, layout=layout, low=0, high=layout.nbytes)
        return Operand(around._token, place, 0, layout)


def _names(record: GraphRecord) -> set[str]:
    """Returns all names of values in a graph, also those in blocks, and of its outputs."""
    found = {value.name for value in record.values} | {name for name, _ in record.outputs}
    waiting: list[NodeRecord] = [*record.nodes]
    while waiting:
        node = waiting.pop()
        if isinstance(node, CallRecord):
            found.update(node.results)
        elif isinstance(node, BlockRecord):
            found |= {value.name for value in node.values if isinstance(value, ValueRecord)}
            waiting += [each for body in node.bodies for each in body]
    return found - {""}
