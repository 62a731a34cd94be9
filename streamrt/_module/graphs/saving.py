"""Saving of graphs: what a graph does, as its record.

1. Nodes that a call of a compiled function recorded become that call. What they use and nothing
   else does, the temporaries and constants of the call, is left out.
2. Launches of standard kernels are named. Any other kernel is code, and is refused.
3. An input with a name of the user's stays one that each replay binds. Of the others, those that
   are bound to frozen buffers become arrays of the module, or all of them if the user says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from streamrt._compile.signatures.layout import DELETED, Layout, bounds
from streamrt._core.tracking.ranges import FROZEN
from streamrt._ir.program import Program
from streamrt._module.graphs.reach import Reach, around_of
from streamrt._module.graphs.reading import DEEPEST_BLOCK
from streamrt._module.graphs.records import (
    Argument,
    BaseRecord,
    BlockRecord,
    CallRecord,
    CopyRecord,
    FillRecord,
    GraphRecord,
    InnerRecord,
    LaunchRecord,
    LayoutRecord,
    NodeRecord,
    OperandRecord,
    ValueRecord,
    described,
)
from streamrt._module.graphs.standard_kernels import name_in_files
from streamrt._module.parting import add_arrays, parts_of, refuse_code, without_arrays
from streamrt._runtime.buffer import Buffer
from streamrt.errors import ArgumentError, StateError
from streamrt.graph.calls import RecordedCall
from streamrt.graph.graph import Graph
from streamrt.graph.nodes import Loop, Node, Operand, Value

__all__ = ["saved_graph"]

_GIVEN_NAME = re.compile(r"in\d+")
"""The names that captures give to inputs."""

_Item = Node | RecordedCall


def saved_graph(
    graph: Graph, name: str, what: str, is_embedding: bool, parts: dict[bytes, memoryview]
) -> GraphRecord:
    """Returns the record of a graph; adds its arrays to the parts.

    Args:
        graph: the graph.
        name: its name in the module.
        what: begins messages.
        is_embedding: whether all buffers that inputs without a name are bound to become arrays.
        parts: the arrays of the module, by their digests.

    Raises:
        ArgumentError: a file cannot hold it; the message says why.
        StateError: it is not complete.
    """
    state = "its capture or a block is still open; leave that first" if graph._open else ""
    state = state or graph._state()
    if state:
        raise StateError(f"{what}: {state}")
    return _Saving(graph, what, is_embedding, parts).record(name)


@dataclass(frozen=True, slots=True)
class _Level:
    """The values of a graph or of a block, and what the file says of them.

    Attributes:
        values: all of them.
        bodies: the nodes, and the calls in place of theirs.
        inner: the same for the blocks among the nodes, by node.
        declared: those values that the file declares.
        numbers: the numbers that the file gives to values, by index.
        reach: the bytes that are used of each value.
    """

    values: Sequence[Value]
    bodies: list[list[_Item]]
    inner: Mapping[Node, _Level]
    declared: list[int]
    numbers: dict[int, int]
    reach: Reach


class _Saving:
    """A graph that is saved."""

    def __init__(
        self, graph: Graph, what: str, is_embedding: bool, parts: dict[bytes, memoryview]
    ) -> None:
        self._graph = graph
        self._what = what
        self._is_embedding = is_embedding
        self._parts = parts
        self._programs: dict[int, tuple[Program, tuple[bytes, ...]]] = {}

    def record(self, name: str) -> GraphRecord:
        graph = self._graph
        outputs = graph._outputs
        level = self._level(graph._values, [(graph._nodes, graph._calls)], outputs.values(), 0)
        values = [self._value(level, index) for index in level.declared]
        (items,) = level.bodies
        after = self._after(items)
        nodes = [self._node(level, item, after[number]) for number, item in enumerate(items)]
        named = tuple([(text, level.numbers[index]) for text, index in outputs.items()])
        return GraphRecord(name, tuple(values), tuple(nodes), named)

    # -- what is declared --------------------------------------------------------------------------

    def _level(
        self,
        values: Sequence[Value],
        bodies: Sequence[tuple[Sequence[Node], Sequence[RecordedCall]]],
        pinned: Any,
        depth: int,
    ) -> _Level:
        """Finds out which values a graph or a block declares.

        Args:
            values: its values.
            bodies: the nodes of each of its bodies, and the calls among them.
            pinned: the values that it declares in any case.
            depth: how many blocks are around.
        """
        if depth > DEEPEST_BLOCK:
            raise ArgumentError(
                f"{self._what}: more than {DEEPEST_BLOCK} blocks stand in one another; a file "
                "holds no more"
            )
        items = [list(self._items(nodes, calls)) for nodes, calls in bodies]
        inner: dict[Node, _Level] = {}
        used, made, hidden = set[int](pinned), list[int](), set[int]()
        reach = Reach()
        for item in chain.from_iterable(items):
            if isinstance(item, RecordedCall):
                made += [each.value for each in item.results]
                reach.add([each for each in item.arguments if isinstance(each, Operand)])
            elif item.loop is None:
                reach.add(item.operands)
            else:
                inner[item] = found = self._block_level(item.loop, depth + 1)
                hidden |= reach.add_block(item, item.loop, found.declared, found.reach)
        used |= reach.spans.keys()
        for nodes, calls in bodies:
            for call in calls:
                for node in nodes[call.first : call.stop]:
                    hidden |= {each.value for each in node.operands}
        has_calls = any(calls for _, calls in bodies)
        used -= set(made)
        declared = [
            index
            for index, value in enumerate(values)
            if index in used
            or not (index in hidden or index in made or (has_calls and value.role == "temporary"))
        ]
        numbers = {index: number for number, index in enumerate([*declared, *made])}
        return _Level(values, items, inner, declared, numbers, reach)

    def _block_level(self, loop: Loop, depth: int) -> _Level:
        bodies = [(body.nodes, body.calls) for body in loop.bodies]
        pinned = [] if loop.flag is None else [loop.bases[loop.flag[0]].value]
        return self._level(loop.values, bodies, pinned, depth)

    def _items(self, nodes: Sequence[Node], calls: Sequence[RecordedCall]) -> Iterator[_Item]:
        """Yields nodes in order, with calls in place of those that they recorded."""
        place = 0
        for call in calls:
            if call.first < place or call.stop > len(nodes):
                raise ArgumentError(
                    f"{self._what}: the nodes of the call of {call.name} at node {call.first} are "
                    "not whole; capture the graph again"
                )
            yield from nodes[place : call.first]
            yield call
            place = call.stop
        yield from nodes[place:]

    # -- values ------------------------------------------------------------------------------------

    def _layout(self, layout: Layout, who: str) -> LayoutRecord:
        found = described(layout)
        if found is None:
            raise ArgumentError(f"{self._what}: {who} is {layout}; a file holds no such dtype")
        if any(stride % layout.itemsize for stride in layout.strides):
            raise ArgumentError(
                f"{self._what}: {who} is {layout} with strides {layout.strides}; in a file they "
                "are multiples of the element size"
            )
        return found

    def _value(self, level: _Level, index: int) -> ValueRecord:
        """Returns the record of a value of the graph itself, or of a temporary of a block."""
        value = level.values[index]
        layout = self._layout(value.layout, value.name)
        if value.role != "input":
            return ValueRecord("" if value.role == "output" else value.name, layout, False)
        low, high = least, most = bounds(value.layout)
        if index in level.reach.spans:
            start, stop = level.reach.spans[index]
            low, high = min(low, start), max(high, stop)
        bound: Any = value.bound
        if bound is None or not (self._is_array(value, bound)):
            if (low, high) != (least, most):
                raise ArgumentError(
                    f"{self._what}: the graph uses memory around the input {value.name}, {layout}, "
                    "which is a part of a buffer; name all of it, as by rt.capture(x=buffer), or "
                    "freeze it"
                )
            return ValueRecord(value.name, layout, True)
        if bound._layout is DELETED:
            raise ArgumentError(
                f"{self._what}: the input {value.name} is bound to a buffer that was deleted or "
                "donated; keep it alive until the graph is saved"
            )
        low, high = _with_firsts(bound, low, high, level.reach.firsts.get(index, (low, high)))
        digest = self._add(_bytes_of(value.layout, bound, low, high))
        return ValueRecord(value.name, layout, True, digest, low)

    def _is_array(self, value: Value, bound: Any) -> bool:
        """Returns whether an input that is bound to a buffer becomes an array of the module."""
        is_frozen = bound._layout is not DELETED and bound._region.tracked.bar & FROZEN
        is_unnamed = _GIVEN_NAME.fullmatch(value.name) is not None
        return is_unnamed and bool(self._is_embedding or is_frozen)

    def _add(self, array: Any) -> bytes:
        (digest,) = add_arrays([np.asarray(array)], self._parts)
        return digest

    # -- nodes -------------------------------------------------------------------------------------

    def _node(self, level: _Level, item: _Item, after: tuple[int, ...] = ()) -> NodeRecord:
        if isinstance(item, RecordedCall):
            return self._call(level, item, after)
        if item.loop is not None:
            return self._block(level, item, item.loop, after)
        if item.op == "fill":
            dst, bits = item.arguments
            return FillRecord(self._operand(level, dst), bits, after)
        if item.kernel is None:
            dst, src = item.operands
            return CopyRecord(self._operand(level, dst), self._operand(level, src), after)
        name = name_in_files(item.kernel)
        if name is None:
            raise ArgumentError(
                f"{self._what}: {item}, recorded at {item.site}: kernel {item.kernel.name} is "
                "code, which no file holds; write it as a function of jit"
            )
        arguments = [self._argument(level, each) for each in item.arguments]
        return LaunchRecord(name, tuple(arguments), after)

    def _operand(self, level: _Level, operand: Operand) -> OperandRecord:
        number = level.numbers[operand.value]
        layout = self._layout(operand.layout, level.values[operand.value].name)
        return OperandRecord(number, operand.offset, layout)

    def _argument(self, level: _Level, argument: Any) -> Argument:
        if isinstance(argument, Operand):
            return self._operand(level, argument)
        found: bool | int | float | None = argument
        return found

    def _call(self, level: _Level, call: RecordedCall, after: tuple[int, ...]) -> CallRecord:
        program, digests = self._program(call)
        count = len(call.arguments)
        arguments = [self._argument(level, _plain(v.dtype.kind, a))
                     for v, a in zip(program.parameters, call.arguments, strict=False)]  # fmt: skip
        own = tuple([self._add(each) for each in call.arrays])
        assert len(program.parameters) == count + len(own) + len(digests)
        names = [level.values[each.value] for each in call.results]
        results = tuple(["" if value.role == "output" else value.name for value in names])
        return CallRecord(
            call.name, program, call.contract, tuple(arguments), (*own, *digests), results, after
        )

    def _program(self, call: RecordedCall) -> tuple[Program, tuple[bytes, ...]]:
        """Returns the program of a call, with its large constants as arrays of the module."""
        found = self._programs.get(id(call.program))
        if found is None:
            refuse_code(call.program, f"{self._what}: {call.name}")
            program, arrays = without_arrays(call.program, range(len(call.program.parameters)))
            found = program, tuple(parts_of(program, arrays, self._parts))
            self._programs[id(call.program)] = found
        return found

    def _block(self, level: _Level, node: Node, loop: Loop, after: tuple[int, ...]) -> BlockRecord:
        inner = level.inner[node]
        around = around_of(node, loop)
        bases = {base.value: base for base in loop.bases}
        values: list[InnerRecord] = []
        for index in inner.declared:
            value, base = loop.values[index], bases.get(index)
            if base is None:
                values.append(self._value(inner, index))
                continue
            number = level.numbers[around[index]]
            layout = self._layout(value.layout, value.name)
            values.append(BaseRecord(number, base.origin, base.stride, layout))
        bodies = [tuple([self._node(inner, item) for item in body]) for body in inner.bodies]
        arena = [level.numbers[each.value] for each in node.operands[len(loop.bases) :]]
        flag = 0 if loop.flag is None else loop.flag[1]
        turns = loop.turns if loop.kind == "repeat" else 0
        return BlockRecord(
            loop.kind, turns, flag, tuple(values), tuple(bodies), arena[0] if arena else None, after
        )

    # -- order -------------------------------------------------------------------------------------

    def _after(self, items: Sequence[_Item]) -> list[tuple[int, ...]]:
        """Returns for each node and call of the graph the numbers of those that it follows.

        Raises:
            ArgumentError: a part of a call has an order of its own.
        """
        nodes = self._graph._nodes
        number_of: list[int] = []
        for number, item in enumerate(items):
            count = item.stop - item.first if isinstance(item, RecordedCall) else 1
            number_of += [number] * count
        found: list[tuple[int, ...]] = []
        for number, item in enumerate(items):
            mine = nodes[item.first : item.stop] if isinstance(item, RecordedCall) else [item]
            orders = {node.after for node in mine}
            later = [each for order in orders for each in order if number_of[each] >= number]
            between = items[number : max([number, *[number_of[each] for each in later]]) + 1]
            if len(orders) > 1 or (
                later and any(isinstance(each, RecordedCall) for each in between)
            ):
                raise ArgumentError(
                    f"{self._what}: {mine[0]} has an order that a call of a compiled function is "
                    "in the way of, which is one node in a file; order by events in the capture"
                )
            after = [number_of[each] for order in orders for each in order]
            found.append(tuple(dict.fromkeys(after)))
        return found


def _with_firsts(buffer: Any, low: int, high: int, firsts: tuple[int, int]) -> tuple[int, int]:
    """Returns bytes of a buffer's memory with those of first elements that are there."""
    allocation, tracked = buffer._allocation, buffer._region.tracked
    begin = allocation.address + tracked.start - buffer._address
    end = begin + tracked.nbytes
    return min(low, max(firsts[0], begin)), max(high, min(firsts[1], end))


def _bytes_of(layout: Layout, buffer: Any, low: int, high: int) -> np.ndarray[Any, Any]:
    """Returns the bytes of the buffer that an input is bound to, as they lie in memory.

    If there are bytes between its elements, they are there, too: the graph may use them.

    Args:
        layout: the layout of the input.
        buffer: the buffer.
        low: where the bytes begin, from the first element.
        high: where they end.
    """
    if layout.has_gaps or (low, high) != bounds(layout):
        flat = buffer._device._state.intern(np.dtype(np.uint8), (high - low,))
        return np.asarray(Buffer(buffer._device, buffer._allocation, flat, buffer._address + low))
    memory = np.zeros(high - low, np.uint8)
    if layout.size:
        view = np.ndarray(layout.shape, layout.dtype, memory, -low, layout.strides)
        view[...] = np.asarray(buffer)
    return memory


def _plain(kind: str, argument: Any) -> Any:
    """Returns a number as the class that files have for its kind of dtype."""
    if argument is None or isinstance(argument, Operand):
        return argument
    return {"f": float, "b": bool}.get(kind, int)(argument)
