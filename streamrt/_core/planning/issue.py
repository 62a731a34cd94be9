"""List scheduling of nodes onto streams: when and where each one runs, by a policy.

1. Whenever a stream becomes free, one of the ready nodes is issued to the stream on which it
   starts first. Crossing to another stream costs CROSSING_NS.
2. By critical path, the node with the longest path after it goes first (Graham 1969; HLFET in
   Kwok and Ahmad, "Static scheduling algorithms", 1999). On one stream every order takes equally
   long, and this one tends to begin many values before it ends any.
3. For least memory, the node that adds the fewest bytes to the living ones goes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush

from streamrt._core.planning.order import NO_NODE, Dependencies, PlanNode, PlanValue

# How much later a node starts because it waits for a node on another stream.
CROSSING_NS = 1000


def remaining(nodes: Sequence[PlanNode], dependencies: Dependencies) -> list[int]:
    """Returns the cost of the longest path that begins with each node."""
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
        finish: the time at which each node ends, in nanoseconds from the start.
        free: the time at which each stream is free again.
    """

    def __init__(self, nodes: Sequence[PlanNode], dependencies: Dependencies, streams: int) -> None:
        self._nodes = nodes
        self._dependencies = dependencies
        self.order: list[int] = []
        self.stream_of = [0] * len(nodes)
        self.finish = [0] * len(nodes)
        self.free = [0] * streams

    def place(self, node: int) -> None:
        """Appends a node to the stream on which it starts first.

        Of several it takes the stream of the node's last predecessor, then the one that idles
        least, then the first.
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
        """Returns the time at which the last node that this one follows ends."""
        return max((self.finish[d.node] for d in self._dependencies[node]), default=0)


def successors(dependencies: Dependencies) -> list[list[int]]:
    """Returns the nodes that follow each node."""
    following: list[list[int]] = [[] for _ in dependencies]
    for index, before in enumerate(dependencies):
        for dependency in before:
            following[dependency.node].append(index)
    return following


def issue_by_critical_path(
    values: Sequence[PlanValue], nodes: Sequence[PlanNode], dependencies: Dependencies, streams: int
) -> Issue:
    """Issues, whenever a stream is free, the ready node with the longest path after it."""
    path = remaining(nodes, dependencies)
    return _issue_by_rank(nodes, dependencies, streams, lambda node: (-path[node], 0))


def issue_for_least_memory(
    values: Sequence[PlanValue], nodes: Sequence[PlanNode], dependencies: Dependencies, streams: int
) -> Issue:
    """Issues, whenever a stream is free, the ready node that adds the fewest living bytes.

    Of several it takes the one that became ready last, so that begun work is finished first.
    """
    growth = _Growth(values, nodes)
    return _issue_by_rank(nodes, dependencies, streams, growth.rank, growth.take)


def issue_in_program_order(
    values: Sequence[PlanValue], nodes: Sequence[PlanNode], dependencies: Dependencies, streams: int
) -> Issue:
    """Issues the nodes as they were given, each to the stream on which it starts first."""
    issue = Issue(nodes, dependencies, streams)
    for node in range(len(nodes)):
        issue.place(node)
    return issue


def _issue_by_rank(
    nodes: Sequence[PlanNode],
    dependencies: Dependencies,
    streams: int,
    rank: Callable[[int], tuple[int, int]],
    take: Callable[[int], Iterable[int]] | None = None,
) -> Issue:
    """Issues, whenever a stream is free, the ready node of the lowest rank.

    Args:
        nodes: all nodes.
        dependencies: those of each node.
        streams: how many there are.
        rank: gives the rank of a ready node; of equal ranks the first node goes first.
        take: notes that a node was issued, and gives the nodes whose rank has fallen.
    """
    issue = Issue(nodes, dependencies, streams)
    following = successors(dependencies)
    missing = [len(before) for before in dependencies]
    is_ready, is_issued = [False] * len(nodes), [False] * len(nodes)
    ready: list[tuple[tuple[int, int], int]] = []
    coming: list[tuple[int, int]] = [(0, i) for i, count in enumerate(missing) if not count]
    while coming or ready:
        now = min(issue.free)
        if not ready:
            now = max(now, coming[0][0])
        while coming and coming[0][0] <= now:
            _, node = heappop(coming)
            is_ready[node] = True
            heappush(ready, (rank(node), node))
        _, node = heappop(ready)
        if is_issued[node]:  # under a lower rank
            continue
        is_issued[node] = True
        issue.place(node)
        for other in following[node]:
            missing[other] -= 1
            if not missing[other]:
                heappush(coming, (issue.ready_at(other), other))
        for other in take(node) if take else ():
            if is_ready[other] and not is_issued[other]:
                heappush(ready, (rank(other), other))
    return issue


class _Growth:
    """The number of living bytes that each node would add, as nodes are issued."""

    def __init__(self, values: Sequence[PlanValue], nodes: Sequence[PlanNode]) -> None:
        self._nbytes = [value.nbytes if value.is_temporary else 0 for value in values]
        self._touched = [sorted({use.value for use in node.uses}) for node in nodes]
        self._left = [0] * len(values)  # how many nodes are still to use each value,
        self._who = [0] * len(values)  # and the exclusive or of their indices: the last one's
        self._is_begun = [False] * len(values)
        self._issued = 0
        for index, touched in enumerate(self._touched):
            for value in touched:
                self._left[value] += 1
                self._who[value] ^= index

    def rank(self, node: int) -> tuple[int, int]:
        """Returns the bytes that begin to live less those that die; then the newest go first."""
        grown = 0
        for value in self._touched[node]:
            if not self._is_begun[value]:
                grown += self._nbytes[value]
            if self._left[value] == 1:
                grown -= self._nbytes[value]
        return grown, -self._issued

    def take(self, node: int) -> Iterator[int]:
        """Notes that a node was issued; yields the nodes that are now the last to use a value."""
        self._issued += 1
        for value in self._touched[node]:
            self._is_begun[value] = True
            self._left[value] -= 1
            self._who[value] ^= node
            if self._left[value] == 1:
                yield self._who[value]
