"""Memory of a program's temporaries: one arena, shared by those that never live together.

1. Two temporaries may share memory if every use of one happens before every use of the other, by
   the order of the streams and the waits. The order of issue says nothing about that.
2. An output may take over an input's memory if the node allows it, the input dies there and the
   output begins there. The two, and those that continue them, are one tenant.
3. On each stream a tenant has a span (its uses there, and the nodes after one use and before
   another) and a shadow (the nodes neither before all of its uses nor after all of them). On
   one stream both are the lifetime.
4. Two tenants conflict if and only if the span of one meets the shadow of the other on some
   stream, whichever of the two is the one. If all of A happens before all of B, then A also
   happens before all of B's span, which is thus not in A's shadow; the same the other way round.
   If neither, then a use of B is in A's shadow, or one use of B happens before all of A and
   another after it. Then A's uses are in B's span, and they are always in A's own shadow.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from streamrt._core.planning.order import Frontier, Placement, PlanNode, PlanValue
from streamrt._core.planning.packing import Ranges, Tenant, pack

ALIGNMENT = 64


class InPlace(NamedTuple):
    """An output that takes over an input's memory.

    Attributes:
        node: the node that reads the one and writes the other.
        source: the input value's index.
        target: the output value's index.
    """

    node: int
    source: int
    target: int


class Arena(NamedTuple):
    """The arena of a plan: where each temporary lies.

    Attributes:
        offsets: the offset of each value in the arena, in bytes; None if it is not in it.
        arena_nbytes: the arena's size.
        live_bytes_bound: the most bytes that live at one moment of the issue order.
        in_place: the outputs that took over an input's memory.
    """

    offsets: tuple[int | None, ...]
    arena_nbytes: int
    live_bytes_bound: int
    in_place: tuple[InPlace, ...]


@dataclass(slots=True)
class _Life:
    """A temporary, or several in a row that share memory in place.

    Attributes:
        nbytes: its size, rounded up to the alignment.
        start: the moment of its first use in issue order.
        stop: the moment after its last.
        first: its first position on each stream that uses it.
        last: its last position there.
    """

    nbytes: int
    start: int
    stop: int
    first: dict[int, int]
    last: dict[int, int]

    def touch(self, moment: int, stream: int, position: int) -> None:
        """Takes note of one more use, in issue order."""
        self.stop = moment + 1
        self.first.setdefault(stream, position)
        self.last[stream] = position

    def join(self, later: _Life) -> None:
        """Takes over the life of one that begins where this one ends."""
        self.stop = later.stop
        for stream, position in later.first.items():
            self.first.setdefault(stream, position)
        self.last.update(later.last)


def aligned(nbytes: int) -> int:
    """Returns a size, rounded up to the alignment."""
    return -(-nbytes // ALIGNMENT) * ALIGNMENT


def assign_slots(
    values: Sequence[PlanValue], nodes: Sequence[PlanNode], placed: Placement
) -> Arena:
    """Gives every temporary that is used its offset in the arena."""
    lives = _find_lives(values, nodes, placed)
    in_place = tuple(_find_in_place(values, nodes, placed, lives))
    tenant_of = {value: index for index, value in enumerate(lives)}
    tenants = list(lives.values())
    for _, source, target in in_place:  # in issue order: the source knows its tenant
        tenants[tenant_of[source]].join(lives[target])
        tenant_of[target] = tenant_of[source]
    kept = sorted(set(tenant_of.values()))
    axis = _Axis(placed)
    packed = pack([axis.tenant(tenants[index]) for index in kept], axis.length)
    where = dict(zip(kept, packed.offsets, strict=True))
    offsets = tuple(where[tenant_of[i]] if i in tenant_of else None for i in range(len(values)))
    return Arena(offsets, packed.nbytes, packed.bound, in_place)


def _find_lives(
    values: Sequence[PlanValue], nodes: Sequence[PlanNode], placed: Placement
) -> dict[int, _Life]:
    """Returns each used temporary, by its index, as a tenant of its own."""
    lives: dict[int, _Life] = {}
    for moment, node in enumerate(placed.order):
        stream, position = placed.stream_of[node], placed.position_of[node]
        for use in nodes[node].uses:
            value = use.value
            if values[value].is_temporary:
                life = lives.get(value)
                if life is None:
                    nbytes = aligned(values[value].nbytes)
                    life = lives[value] = _Life(nbytes, moment, moment, {}, {})
                life.touch(moment, stream, position)
    return lives


# -- in place -------------------------------------------------------------------------------------


def _find_in_place(
    values: Sequence[PlanValue],
    nodes: Sequence[PlanNode],
    placed: Placement,
    lives: dict[int, _Life],
) -> Iterator[InPlace]:
    """Yields the pairs of an input that dies and an output that begins, in issue order."""
    for node in placed.order:
        taken: set[int] = set()
        for read, write in nodes[node].in_place:
            source, target = nodes[node].uses[read].value, nodes[node].uses[write].value
            if (
                source not in taken
                and target not in taken
                and _is_allowed(values, nodes[node], read, write)
                and _dies(lives[source], node, placed)
                and _begins(lives[target], node, placed)
            ):
                taken |= {source, target}
                yield InPlace(node, source, target)


def _is_allowed(values: Sequence[PlanValue], node: PlanNode, read: int, write: int) -> bool:
    """Returns whether the output may overwrite the input, element by element.

    The elements have to lie at the same bytes of both, and the node may use neither otherwise:
    another read of the input, or one of other bytes of it, may come after the output was written.
    """
    one, other = node.uses[read], node.uses[write]
    source, target = values[one.value], values[other.value]
    pairs = {allowed for allowed, output in node.in_place if output == write}
    return (
        source.is_temporary
        and target.is_temporary
        and one.value != other.value
        and source.nbytes == target.nbytes
        and not other.reads
        and all(
            index == write
            if use.value == other.value
            else index in pairs and not use.writes and use[1:3] == other[1:3]
            for index, use in enumerate(node.uses)
            if use.value in (one.value, other.value)
        )
    )


def _dies(life: _Life, node: int, placed: Placement) -> bool:
    """Returns whether all other uses happen before the node."""
    own, before = placed.stream_of[node], placed.before[node]
    return all(
        position == placed.position_of[node] if stream == own else position <= before[stream]
        for stream, position in life.last.items()
    )


def _begins(life: _Life, node: int, placed: Placement) -> bool:
    """Returns whether all other uses happen after the node."""
    own, own_position = placed.stream_of[node], placed.position_of[node]
    return all(
        position == own_position
        if stream == own
        else placed.before[placed.lanes[stream][position - 1]][own] >= own_position
        for stream, position in life.first.items()
    )


# -- spans and shadows ----------------------------------------------------------------------------


class _Axis:
    """The axis of all streams' positions, one stream after another, with the tenants' ranges."""

    def __init__(self, placed: Placement) -> None:
        self._lanes = placed.lanes
        self._bases = [0, *accumulate(len(lane) for lane in placed.lanes)]
        self.length: int = self._bases[-1]
        self.is_plain: bool = len(placed.lanes) == 1
        # For each node, the place on each stream's part of the axis where:
        self._begins: list[Frontier] = [()] * self.length  # the nodes not before it begin
        self._follows: list[Frontier] = [()] * self.length  # it or the nodes after it begin
        self._leads: list[Frontier] = [()] * self.length  # it or the nodes before it end
        self._ends: list[Frontier] = [()] * self.length  # the nodes not after it end
        if not self.is_plain:
            for stream in range(len(placed.lanes)):
                self._look_from(stream, placed.before)

    def _look_from(self, stream: int, before: Sequence[Frontier]) -> None:
        """Fills the tables for the nodes of a stream."""
        lane, base = self._lanes[stream], self._bases[stream]
        begins: list[Sequence[int]] = []
        ends: list[Sequence[int]] = []
        for other, start in enumerate(self._bases[:-1]):
            known = [before[node][stream] for node in self._lanes[other]]
            begins.append([start + before[node][other] for node in lane])
            ends.append([start + bisect_left(known, p) for p in range(1, len(lane) + 1)])
        ends[stream] = range(base + 1, base + len(lane) + 1)
        leads, follows = [*begins], [*ends]
        leads[stream], follows[stream] = ends[stream], begins[stream]
        for table, columns in (
            (self._begins, begins),
            (self._follows, follows),
            (self._leads, leads),
            (self._ends, ends),
        ):
            for node, row in zip(lane, zip(*columns, strict=True), strict=True):
                table[node] = row

    def tenant(self, life: _Life) -> Tenant:
        """Returns a life with its ranges."""
        if self.is_plain:
            lifetime = [(life.start, life.stop)]
            return Tenant(life.nbytes, life.start, life.stop, lifetime, lifetime)
        firsts = [self._lanes[stream][p - 1] for stream, p in life.first.items()]
        lasts = [self._lanes[stream][p - 1] for stream, p in life.last.items()]
        spans = _ranges(self._follows, firsts, self._leads, lasts)
        shadows = _ranges(self._begins, firsts, self._ends, lasts)
        return Tenant(life.nbytes, life.start, life.stop, spans, shadows)


def _ranges(
    starts: list[Frontier], firsts: list[int], stops: list[Frontier], lasts: list[int]
) -> Ranges:
    """Returns, for each stream, the range from the lowest of some starts to the highest stop."""
    if len(firsts) == 1:
        pairs = zip(starts[firsts[0]], stops[lasts[0]], strict=True)
    else:
        lowest = map(min, *[starts[node] for node in firsts])
        highest = map(max, *[stops[node] for node in lasts])
        pairs = zip(lowest, highest, strict=True)
    return [pair for pair in pairs if pair[0] < pair[1]]
