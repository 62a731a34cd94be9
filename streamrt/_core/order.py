"""The order of a program: what each node has to follow, where it runs, and what it waits for.

1. Nodes are given in program order, and that order says which of two conflicting nodes is the
   first. A read follows the last writer of its bytes (RAW), a write the readers since (WAR) or,
   without any, the last writer (WAW). Bytes are tracked in spans, split where an access ends.
2. Issue is list scheduling: whenever a stream becomes free, the ready node with the longest path
   behind it is issued to the stream on which it starts first (Graham 1969; HLFET in Kwok and
   Ahmad, "Static scheduling algorithms", 1999). Crossing to another stream costs CROSSING_NS.
3. Each node has a frontier: how many nodes of every stream happen before it, by the order of its
   own stream and the waits so far. A wait is left out if the frontier reaches it, or that of
   another wait does. What remains cannot be left out: this is the transitive reduction, as far
   as waits go, without its cost.

Time and memory grow with the number of spans that the uses cover, and of their readers.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

RAW, WAR, WAW, AFTER = "RAW", "WAR", "WAW", "after"
NO_VALUE = -1
NO_NODE = -1

# What a wait for another stream delays a node by, beside one on the node's own.
CROSSING_NS = 1000


class Use(NamedTuple):
    """A node touches bytes [start, stop) of a value.

    Attributes:
        value: the value's index.
        start: the first byte.
        stop: the byte behind the last.
        reads: whether the node reads them.
        writes: whether the node writes them.
    """

    value: int
    start: int
    stop: int
    reads: bool
    writes: bool


class Value(NamedTuple):
    """What nodes read and write.

    Attributes:
        nbytes: its size.
        is_temporary: whether the plan gives it memory. Inputs, outputs and constants have
            memory of their own.
    """

    nbytes: int
    is_temporary: bool


class Node(NamedTuple):
    """One command of a program.

    Attributes:
        uses: what it touches.
        cost: how long it runs, in nanoseconds; an estimate.
        after: the nodes it follows besides those it conflicts with, by index; earlier ones.
        in_place: pairs (index of a use that reads, index of a use that writes), each of which
            says that the output may overwrite the input, element by element.
    """

    uses: Sequence[Use]
    cost: int
    after: Sequence[int] = ()
    in_place: Sequence[tuple[int, int]] = ()


class Dependency(NamedTuple):
    """A node that has to be over, and why.

    Attributes:
        node: its index.
        hazard: RAW, WAR, WAW or after.
        value: the index of the value they conflict about; NO_VALUE for `after`.
    """

    node: int
    hazard: str
    value: int


class Wait(NamedTuple):
    """A point on another stream, and why it is waited for.

    Attributes:
        stream: the other stream.
        position: how many of its nodes are over then; the first node's position is 1.
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
        """The indices of the spans that make up a byte interval, after splitting at its ends."""
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
        if spans:
            part = slice(spans.start, spans.stop)
            self.starts[part] = [start]
            self.writers[part] = [node]
            self.readers[part] = [[]]


def find_dependencies(values: Sequence[Value], nodes: Sequence[Node]) -> list[list[Dependency]]:
    """What each node has to follow, each predecessor once; not reduced but for retired readers."""
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


def _note_read(history: _Spans, use: Use, node: int, needed: dict[int, Dependency]) -> None:
    """All reads of a node are noted before its writes, which would hide the producers."""
    all_writers, all_readers = history.writers, history.readers
    for span in history.cut(use.start, use.stop):
        writer = all_writers[span]
        if writer != NO_NODE and writer not in needed:
            needed[writer] = Dependency._make((writer, RAW, use.value))
        readers = all_readers[span]
        if not readers or readers[-1] != node:
            readers.append(node)


def _note_write(history: _Spans, use: Use, node: int, needed: dict[int, Dependency]) -> None:
    """A writer that has readers since needs no edge of its own: they follow it."""
    for span in history.cut(use.start, use.stop):
        readers, writer = history.readers[span], history.writers[span]
        for reader in readers:
            if reader != node and reader not in needed:
                needed[reader] = Dependency(reader, WAR, use.value)
        if not readers and writer not in (NO_NODE, node) and writer not in needed:
            needed[writer] = Dependency(writer, WAW, use.value)
    history.write(use.start, use.stop, node)


# -- when and where -------------------------------------------------------------------------------


def remaining(nodes: Sequence[Node], dependencies: Dependencies) -> list[int]:
    """The cost of the longest path that begins with each node."""
    longest = [0] * len(nodes)
    for index in range(len(nodes) - 1, -1, -1):
        length = longest[index] + nodes[index].cost
        longest[index] = length
        for before in dependencies[index]:
            if length > longest[before.node]:
                longest[before.node] = length
    return longest


class Issue:
    """List scheduling onto streams: nodes are placed one by one, dependencies first.

    Attributes:
        order: the nodes placed so far.
        stream_of: the stream of each node.
        finish: when each node ends, in nanoseconds from the start.
        free: when each stream is free again.
    """

    def __init__(self, nodes: Sequence[Node], dependencies: Dependencies, streams: int) -> None:
        self._nodes = nodes
        self._dependencies = dependencies
        self.order: list[int] = []
        self.stream_of = [0] * len(nodes)
        self.finish = [0] * len(nodes)
        self.free = [0] * streams

    def place(self, node: int) -> None:
        """Appends a node to the stream on which it starts first.

        Of several it takes the one that its last predecessor ran on, then the one that leaves
        the least idle, then the first.
        """
        latest, home, elsewhere = 0, NO_NODE, 0  # the last predecessor, and the last elsewhere
        for before in self._dependencies[node]:
            finish, stream = self.finish[before.node], self.stream_of[before.node]
            if stream == home:
                latest = max(latest, finish)
            elif home == NO_NODE or finish > latest:
                latest, home, elsewhere = finish, stream, latest
            else:
                elsewhere = max(elsewhere, finish)
        best: tuple[int, bool, int, int] | None = None
        crossed = latest + CROSSING_NS if home != NO_NODE else 0
        stayed = max(latest, elsewhere + CROSSING_NS) if elsewhere else latest
        for stream, free in enumerate(self.free):
            is_home = stream == home
            start = max(free, stayed if is_home else crossed)
            rank = (start, not is_home, -free, stream)
            if best is None or rank < best:
                best = rank
        assert best is not None
        start, _, _, stream = best
        self.stream_of[node] = stream
        self.finish[node] = self.free[stream] = start + self._nodes[node].cost
        self.order.append(node)

    def ready_at(self, node: int) -> int:
        """When the last node that this one follows is over."""
        return max((self.finish[d.node] for d in self._dependencies[node]), default=0)


def successors(dependencies: Dependencies) -> list[list[int]]:
    """The nodes that follow each node."""
    following: list[list[int]] = [[] for _ in dependencies]
    for index, before in enumerate(dependencies):
        for dependency in before:
            following[dependency.node].append(index)
    return following


def issue_by_critical_path(
    nodes: Sequence[Node], dependencies: Dependencies, streams: int
) -> Issue:
    """Issues, whenever a stream is free, the ready node with the longest path behind it."""
    issue = Issue(nodes, dependencies, streams)
    path = remaining(nodes, dependencies)
    following = successors(dependencies)
    missing = [len(before) for before in dependencies]
    ready: list[tuple[int, int]] = []
    coming: list[tuple[int, int]] = [(0, i) for i, count in enumerate(missing) if not count]
    while coming or ready:
        now = min(issue.free)
        if not ready:
            now = max(now, coming[0][0])
        while coming and coming[0][0] <= now:
            _, node = heappop(coming)
            heappush(ready, (-path[node], node))
        _, node = heappop(ready)
        issue.place(node)
        for other in following[node]:
            missing[other] -= 1
            if not missing[other]:
                heappush(coming, (issue.ready_at(other), other))
    return issue


def issue_in_program_order(
    nodes: Sequence[Node], dependencies: Dependencies, streams: int
) -> Issue:
    """Issues the nodes as they were given, each to the stream on which it starts first."""
    issue = Issue(nodes, dependencies, streams)
    for node in range(len(nodes)):
        issue.place(node)
    return issue


# -- what is waited for ---------------------------------------------------------------------------


class Placement(NamedTuple):
    """Where nodes stand, and what happens before them.

    Attributes:
        order: the nodes as they are issued.
        stream_of: each node's stream.
        lanes: the nodes of each stream, in order.
        position_of: each node's position on its stream, counted from 1.
        before: of each node, how many nodes of each stream happen before it.
        waits: of each node.
    """

    order: list[int]
    stream_of: list[int]
    lanes: list[list[int]]
    position_of: list[int]
    before: list[Frontier]
    waits: list[tuple[Wait, ...]]


def place_waits(issue: Issue, dependencies: Dependencies) -> Placement:
    """The waits of each node, in issue order: those that nothing else brings along."""
    count = len(issue.order)
    streams = len(issue.free)
    stream_of = issue.stream_of
    lanes: list[list[int]] = [[] for _ in range(streams)]
    position_of = [0] * count
    before: list[Frontier] = [()] * count
    waits: list[tuple[Wait, ...]] = [()] * count
    known = [[0] * streams for _ in range(streams)]
    for node in issue.order:
        stream = stream_of[node]
        frontier = known[stream]
        needed: dict[int, Wait] = {}
        for other, hazard, value in dependencies[node]:
            source, position = stream_of[other], position_of[other]
            if source == stream or position <= frontier[source]:
                continue
            if source not in needed or position > needed[source].position:
                needed[source] = Wait(source, position, other, hazard, value)
        if needed:
            waits[node] = _minimal(needed, before)
            for wait in waits[node]:
                frontier[:] = map(max, frontier, before[wait.node])
                frontier[wait.stream] = max(frontier[wait.stream], wait.position)
        before[node] = tuple(frontier)
        lanes[stream].append(node)
        frontier[stream] = position_of[node] = len(lanes[stream])
    return Placement(issue.order, stream_of, lanes, position_of, before, waits)


def _minimal(needed: dict[int, Wait], before: Sequence[Frontier]) -> tuple[Wait, ...]:
    """The waits that no other of them brings along, by stream."""
    if len(needed) == 1:
        return tuple(needed.values())
    waits = [needed[stream] for stream in sorted(needed)]
    return tuple(
        wait
        for wait in waits
        if not any(before[other.node][wait.stream] >= wait.position for other in waits)
    )


def path_back(dependencies: Dependencies, start: int, goal: int) -> Iterator[int]:
    """The nodes on a way from one node back to an earlier one that it has to follow, if any."""
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
