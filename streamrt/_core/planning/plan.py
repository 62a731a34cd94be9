"""The planner: from a program's nodes to a schedule, with memory for its temporaries.

It knows no kernel, no device and no buffer. Graphs and compiled functions share it. A plan
depends on its input alone, so it is the same in every process.

    values, nodes ─> find_dependencies (order.py) ─> issue by policy (issue.py)
                  ─> place_waits (order.py) ─> assign_slots (slots.py, packing.py) ─> Schedule
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from streamrt._core.planning.issue import (
    Issue,
    issue_by_critical_path,
    issue_for_least_memory,
    issue_in_program_order,
)
from streamrt._core.planning.order import (
    NO_VALUE,
    Dependencies,
    Dependency,
    NodeUse,
    PlanNode,
    PlanValue,
    PlanWait,
    find_dependencies,
    path_back,
    place_waits,
)
from streamrt._core.planning.slots import ALIGNMENT, InPlace, assign_slots
from streamrt.errors import ArgumentError

__all__ = (
    "ALIGNMENT", "NO_VALUE", "POLICIES", "Dependency", "InPlace", "NodeUse", "PlanNode",
    "PlanValue", "PlanWait", "Schedule", "digest", "make_plan",
)  # fmt: skip

_ISSUE: dict[str, Callable[[Sequence[PlanValue], Sequence[PlanNode], Dependencies, int], Issue]] = {
    "critical-path": issue_by_critical_path,
    "least-memory": issue_for_least_memory,
    "program-order": issue_in_program_order,
}
POLICIES = tuple(_ISSUE)

# Part of every digest: a planner that answers differently makes other plans of the same input.
_EDITION = 2


@dataclass(frozen=True, slots=True)
class Schedule:
    """A program's fixed strategy.

    Attributes:
        dependencies: the nodes that each node has to follow, with the reasons, not reduced.
        order: the nodes as they are to be issued; every node comes after its dependencies.
        lanes: the nodes of each stream, in order.
        stream_of: the stream of each node.
        position_of: the position of each node on its stream, counted from 1.
        waits: the waits of each node for other streams; none of them could be left out.
        before: for each node, how many nodes of each stream happen before it.
        offsets: the offset of each value in the arena, in bytes; None if it is not in it.
        arena_nbytes: the arena's size.
        live_bytes_bound: the most bytes of temporaries, each rounded up to the alignment, that
            live at one moment of `order`; no arena for this schedule is smaller.
        in_place: the outputs that took over an input's memory, in issue order.
        length_ns: how long it runs by the estimated costs.
        policy: the policy by which the order was chosen.
    """

    dependencies: tuple[tuple[Dependency, ...], ...]
    order: tuple[int, ...]
    lanes: tuple[tuple[int, ...], ...]
    stream_of: tuple[int, ...]
    position_of: tuple[int, ...]
    waits: tuple[tuple[PlanWait, ...], ...]
    before: tuple[tuple[int, ...], ...]
    offsets: tuple[int | None, ...]
    arena_nbytes: int
    live_bytes_bound: int
    in_place: tuple[InPlace, ...]
    length_ns: int
    policy: str

    def happens_before(self, first: int, second: int) -> bool:
        """Returns whether one node ends before the other starts, at any speed of the streams."""
        return self.before[second][self.stream_of[first]] >= self.position_of[first]


def make_plan(
    values: Sequence[PlanValue],
    nodes: Sequence[PlanNode],
    streams: int = 1,
    policy: str = "critical-path",
) -> Schedule:
    """Fixes the order, the streams, the waits and the memory of a program.

    Args:
        values: the memory that the nodes read and write.
        nodes: the commands in program order, which orders those that conflict.
        streams: how many streams there are to run on.
        policy: one of POLICIES.

    Raises:
        ArgumentError: an unknown policy, less than one stream, an index or a byte range out of
            bounds, or a node that is to follow itself or a later one.
    """
    _check(values, nodes, streams, policy)
    dependencies = find_dependencies(values, nodes)
    issue = _ISSUE[policy](values, nodes, dependencies, streams)
    placed = place_waits(issue.order, issue.stream_of, streams, dependencies)
    memory = assign_slots(values, nodes, placed)
    return Schedule(
        dependencies=tuple(map(tuple, dependencies)),
        order=tuple(placed.order),
        lanes=tuple(map(tuple, placed.lanes)),
        stream_of=tuple(placed.stream_of),
        position_of=tuple(placed.position_of),
        waits=tuple(placed.waits),
        before=tuple(placed.before),
        offsets=memory.offsets,
        arena_nbytes=memory.arena_nbytes,
        live_bytes_bound=memory.live_bytes_bound,
        in_place=memory.in_place,
        length_ns=max(issue.free),
        policy=policy,
    )


def digest(
    values: Sequence[PlanValue],
    nodes: Sequence[PlanNode],
    streams: int = 1,
    policy: str = "critical-path",
) -> str:
    """Returns a hash of the input of `make_plan`, in hexadecimal; equal in every process."""
    state = sha256(f"streamrt plan {_EDITION};{streams};{policy}\n".encode())
    for nbytes, is_temporary in values:
        state.update(b"v%d,%d\n" % (nbytes, is_temporary))
    for node in nodes:
        uses = b";".join(b"%d,%d,%d,%d,%d" % tuple(use) for use in node.uses)
        after = b",".join(b"%d" % other for other in node.after)
        pairs = b";".join(b"%d,%d" % tuple(pair) for pair in node.in_place)
        state.update(b"n%d|%b|%b|%b\n" % (node.cost, uses, after, pairs))
    return state.hexdigest()


# -- refusals -------------------------------------------------------------------------------------


def _check(
    values: Sequence[PlanValue], nodes: Sequence[PlanNode], streams: int, policy: str
) -> None:
    if policy not in _ISSUE:
        known = ", ".join(POLICIES)
        raise ArgumentError(f"make a plan: there is no policy {policy!r}; take one of {known}")
    if streams < 1:
        raise ArgumentError(f"make a plan: on {streams} streams; it takes at least one")
    for index, value in enumerate(values):
        if value.nbytes < 0:
            raise ArgumentError(
                f"make a plan: value {index} has {value.nbytes} bytes; sizes are at least 0"
            )
    for index, node in enumerate(nodes):
        _check_uses(values, node, index)
        for other in node.after:
            if not 0 <= other < index:
                raise _misplaced(values, nodes, index, other)


def _check_uses(values: Sequence[PlanValue], node: PlanNode, index: int) -> None:
    if not node.cost >= 0:
        raise ArgumentError(f"plan node {index}: its cost is {node.cost} ns; costs are at least 0")
    for number, (value, start, stop, reads, writes) in enumerate(node.uses):
        if not 0 <= value < len(values):
            found = f"its use {number} is of value {value}"
            raise ArgumentError(f"plan node {index}: {found}; there are {len(values)} values")
        nbytes = values[value].nbytes
        if not 0 <= start <= stop <= nbytes:
            found = f"its use {number} is of bytes [{start}, {stop}) of value {value}"
            raise ArgumentError(f"plan node {index}: {found}; the value has {nbytes} bytes")
        if not (reads or writes):
            found = f"its use {number}, of value {value}, neither reads nor writes"
            raise ArgumentError(f"plan node {index}: {found}; leave it out")
    uses = node.uses
    for read, write in node.in_place:
        if not (0 <= read < len(uses) and uses[read].reads):
            found = f"its in-place pair ({read}, {write}) begins with no use that reads"
        elif not (0 <= write < len(uses) and uses[write].writes):
            found = f"its in-place pair ({read}, {write}) ends with no use that writes"
        else:
            continue
        rule = "a pair is the index of a use that reads and of one that writes"
        raise ArgumentError(f"plan node {index}: {found}; {rule}")


def _misplaced(
    values: Sequence[PlanValue], nodes: Sequence[PlanNode], index: int, other: int
) -> ArgumentError:
    """Returns the error about a node that is to follow itself, a later one or none."""
    rule = "a node may follow earlier nodes only"
    if not 0 <= other < len(nodes):
        return ArgumentError(
            f"plan node {index}: it is to follow node {other}, and there are {len(nodes)}; {rule}"
        )
    if other == index:
        return ArgumentError(f"plan node {index}: it is to follow itself; {rule}")
    legal = [
        node._replace(after=[before for before in node.after if 0 <= before < i])
        for i, node in enumerate(nodes[: other + 1])
    ]
    way = [*path_back(find_dependencies(values, legal), other, index)]
    if way:
        cycle = " -> ".join(map(str, [*way, way[0]]))
        found = f"it is to follow node {other}, which follows it: a cycle, {cycle}"
        return ArgumentError(f"plan node {index}: {found}; {rule}")
    found = f"it is to follow node {other}, which comes later in the program"
    return ArgumentError(f"plan node {index}: {found}; {rule}")
