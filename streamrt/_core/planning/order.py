"""The order of a program: which nodes each node has to follow, and what it waits for.

1. Nodes are given in program order, and that order says which of two conflicting nodes is the
   first. A read follows the last writer of its bytes (RAW), a write the readers since (WAR) or,
   without any, the last writer (WAW). Bytes are tracked in spans, split where an access ends.
2. Each node has a frontier: how many nodes of every stream happen before it, by the order of its
   own stream and the waits so far. A wait is left out if the frontier reaches it, or that of
   another wait does. None of the remaining waits could be left out: they are the transitive
   reduction, found without its cost.

Time and memory grow with the number of spans that the uses cover, and of their readers.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

RAW, WAR, WAW, AFTER = "RAW", "WAR", "WAW", "after"
NO_VALUE = -1
NO_NODE = -1


class NodeUse(NamedTuple):
    """One use of a value by a node: it touches bytes [start, stop).

    Attributes:
        value: the value's index.
        start: the first byte.
        stop: the byte after the last.
        reads: whether the node reads them.
        writes: whether the node writes them.
    """

    value: int
    start: int
    stop: int
    reads: bool
    writes: bool


class PlanValue(NamedTuple):
    """Memory that nodes read and write.

    Attributes:
        nbytes: its size in bytes.
        is_temporary: whether the plan gives it memory. Inputs, outputs and constants have
            memory of their own.
    """

    nbytes: int
    is_temporary: bool


class PlanNode(NamedTuple):
    """One command of a program.

    Attributes:
        uses: the bytes that it touches.
        cost: how long it runs, in nanoseconds; an estimate.
        after: earlier nodes that it follows besides those it conflicts with, by index.
        in_place: pairs (index of a use that reads, index of a use that writes), each of which
            says that the output may overwrite the input, element by element.
    """

    uses: Sequence[NodeUse]
    cost: int
    after: Sequence[int] = ()
    in_place: Sequence[tuple[int, int]] = ()


class Dependency(NamedTuple):
    """A node that has to end first, and why.

    Attributes:
        node: its index.
        hazard: RAW, WAR, WAW or after.
        value: the index of the value they conflict about; NO_VALUE for `after`.
    """

    node: int
    hazard: str
    value: int


class PlanWait(NamedTuple):
    """A point on another stream, and why it is waited for.

    Attributes:
        stream: the other stream.
        position: how many of its nodes have ended there; the first node's position is 1.
        node: the node at that position.
        hazard: RAW, WAR, WAW or after.
        value: the index of the value they conflict about; NO_VALUE for `after`.
    """

    stream: int
    position: int
    node: int
    hazard: str
    value: int


Dependencies = Sequence[Sequence[Dependency]]
Frontier = tuple[int, ...]


# -- what has to follow what ----------------------------------------------------------------------


class _Spans:
    """One value's bytes in spans: the start, the last writer and the readers since of each."""

    __slots__ = ("nbytes", "readers", "starts", "writers")

    def __init__(self, nbytes: int) -> None:
        self.nbytes = nbytes
        self.starts = [0]
        self.writers = [NO_NODE]
        self.readers: list[list[int]] = [[]]

    def cut(self, start: int, stop: int) -> range:
        """Returns the indices of the spans of a byte interval, after splitting at its ends."""
        if start == 0 and stop == self.nbytes:
            return range(len(self.starts))
        first = self._boundary(start)
        return range(first, self._boundary(stop))

    def _boundary(self, at: int) -> int:
        starts = self.starts
        if at >= self.nbytes:
            return len(starts)
        index = bisect_left(starts, at)
        if index == len(starts) or starts[index] != at:
            starts.insert(index, at)
            self.writers.insert(index, self.writers[index - 1])
            self.readers.insert(index, self.readers[index - 1][:])
        return index

    def write(self, start: int, stop: int, node: int) -> None:
        """Makes a byte interval one span, without readers."""
        spans = self.cut(start, stop)
        if len(spans) == 1:
            self.writers[spans.start] = node
            self.readers[spans.start] = []
        elif spans:
            part = slice(spans.start, spans.stop)
            self.starts[part] = [start]
            self.writers[part] = [node]
            self.readers[part] = [[]]


def find_dependencies(
    values: Sequence[PlanValue], nodes: Sequence[PlanNode]
) -> list[list[Dependency]]:
    """Returns the nodes that each node has to follow, each of them once.

    The only reduction is that a write need not follow the last writer if readers did since.
    """
    histories: dict[int, _Spans] = {}
    found: list[list[Dependency]] = []
    for index, node in enumerate(nodes):
        needed: dict[int, Dependency] = {}
        for use in node.uses:
            history = histories.get(use.value)
            if history is None:
                history = histories[use.value] = _Spans(values[use.value].nbytes)
            if use.reads and use.start < use.stop:
                _note_read(history, use, index, needed)
        for use in node.uses:
            if use.writes and use.start < use.stop:
                _note_write(histories[use.value], use, index, needed)
        for other in node.after:
            if other not in needed:
                needed[other] = Dependency(other, AFTER, NO_VALUE)
        found.append(list(needed.values()))
    return found


def _note_read(history: _Spans, use: NodeUse, node: int, needed: dict[int, Dependency]) -> None:
    """Notes a read. All reads of a node come before its writes, which would hide the producers."""
    all_writers, all_readers = history.writers, history.readers
    for span in history.cut(use.start, use.stop):
        writer = all_writers[span]
        if writer != NO_NODE and writer not in needed:
            needed[writer] = Dependency._make((writer, RAW, use.value))
        readers = all_readers[span]
        if not readers or readers[-1] != node:
            readers.append(node)


def _note_write(history: _Spans, use: NodeUse, node: int, needed: dict[int, Dependency]) -> None:
    """Notes a write. A writer with readers since needs no edge, because they follow it."""
    for span in history.cut(use.start, use.stop):
        readers, writer = history.readers[span], history.writers[span]
        for reader in readers:
            if reader != node and reader not in needed:
                needed[reader] = Dependency(reader, WAR, use.value)
        if not readers and writer not in (NO_NODE, node) and writer not in needed:
            needed[writer] = Dependency(writer, WAW, use.value)
    history.write(use.start, use.stop, node)


# -- what is waited for ---------------------------------------------------------------------------


class Placement(NamedTuple):
    """The place of each node, and the nodes that happen before it.

    Attributes:
        order: the nodes as they are issued.
        stream_of: each node's stream.
        lanes: the nodes of each stream, in order.
        position_of: each node's position on its stream, counted from 1.
        before: for each node, how many nodes of each stream happen before it.
        waits: the waits of each node.
    """

    order: list[int]
    stream_of: list[int]
    lanes: list[list[int]]
    position_of: list[int]
    before: list[Frontier]
    waits: list[tuple[PlanWait, ...]]


def place_waits(
    order: list[int], stream_of: list[int], streams: int, dependencies: Dependencies
) -> Placement:
    """Finds the waits of each node: those that nothing else implies.

    Args:
        order: all nodes as they are issued, each after its dependencies.
        stream_of: each node's stream.
        streams: how many there are.
        dependencies: those of each node.
    """
    count = len(order)
    lanes: list[list[int]] = [[] for _ in range(streams)]
    position_of = [0] * count
    before: list[Frontier] = [()] * count
    waits: list[tuple[PlanWait, ...]] = [()] * count
    known = [[0] * streams for _ in range(streams)]
    for node in order:
        stream = stream_of[node]
        frontier = known[stream]
        needed: dict[int, PlanWait] = {}
        for other, hazard, value in dependencies[node]:
            source, position = stream_of[other], position_of[other]
            if source == stream or position <= frontier[source]:
                continue
            if source not in needed or position > needed[source].position:
                needed[source] = PlanWait(source, position, other, hazard, value)
        if needed:
            waits[node] = _minimal(needed, before)
            for wait in waits[node]:
                frontier[:] = map(max, frontier, before[wait.node])
                frontier[wait.stream] = max(frontier[wait.stream], wait.position)
        before[node] = tuple(frontier)
        lanes[stream].append(node)
        frontier[stream] = position_of[node] = len(lanes[stream])
    return Placement(order, stream_of, lanes, position_of, before, waits)


def _minimal(needed: dict[int, PlanWait], before: Sequence[Frontier]) -> tuple[PlanWait, ...]:
    """Returns the waits that no other of them implies, by stream."""
    if len(needed) == 1:
        return tuple(needed.values())
    waits = [needed[stream] for stream in sorted(needed)]
    return tuple(
        wait
        for wait in waits
        if not any(before[other.node][wait.stream] >= wait.position for other in waits)
    )


def path_back(dependencies: Dependencies, start: int, goal: int) -> Iterator[int]:
    """Yields the nodes on a way from a node back to an earlier one that it follows, if any."""
    came_from: dict[int, int] = {start: NO_NODE}
    found = [start]
    for node in found:
        if node == goal:
            break
        for before in dependencies[node]:
            if before.node >= goal and before.node not in came_from:
                came_from[before.node] = node
                found.append(before.node)
    node = goal if goal in came_from else NO_NODE
    while node != NO_NODE:
        yield node
        node = came_from[node]
