"""Memory of a program's temporaries: one arena, shared by those that never live together.

1. Two temporaries may share memory if every use of one happens before every use of the other, by
   the order of the streams and the waits. That one is issued before the other says nothing.
2. An output may take over an input's memory where the node allows it, the input dies there and
   the output begins there. The two, and what continues them, are one tenant.
3. Of each stream, a tenant has a span (its first to its last use there) and a shadow (the nodes
   neither before all of its uses nor after all of them). Two tenants conflict if and only if the
   span of one meets the shadow of the other on some stream. On one stream both are the lifetime.
4. Dynamic storage allocation is NP-hard. Tenants are placed first-fit, and what stuck out is
   placed earlier in the next round, while the work lasts (Joslin and Clements, "Squeaky wheel
   optimization", 1999). The order to begin with is by the heaviest moment that a tenant lives
   through, or by size; both are tried (Pisarchyk and Lee, "Efficient memory management for deep
   neural net inference", 2020, compare them).
5. What is taken at a moment is an integer with a bit for each granule of the arena, and a segment
   tree over the moments holds the unions: n log n in the number of tenants, however many of them
   live together. Sizes are rounded up to granules only meanwhile; at the end everything falls
   down to the lowest offset that keeps who lies above whom.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import gcd
from operator import or_
from typing import NamedTuple

from streamrt._core.order import Node, Placement, Value

ALIGNMENT = 64

# Granules that the live bytes are divided into at most; more fit tighter and take longer.
MOST_GRANULES = 8192
# Tenants placed, over all rounds, before the best round so far is taken; and at most so many.
MOST_PLACEMENTS = 12_000
MOST_ROUNDS = 24
# Rounds end early at this share of the lower bound.
CLOSE_ENOUGH = 1.02

Ranges = list[tuple[int, int]]


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


class Memory(NamedTuple):
    """Where temporaries lie.

    Attributes:
        offsets: of each value in the arena, in bytes; None if it has no place in it.
        arena_nbytes: the arena's size.
        live_bytes_bound: the most bytes that live at one moment of the issue order.
        in_place: the outputs that took over an input's memory.
    """

    offsets: tuple[int | None, ...]
    arena_nbytes: int
    live_bytes_bound: int
    in_place: tuple[InPlace, ...]


@dataclass(slots=True)
class _Tenant:
    """A temporary, or several in a row that share memory in place.

    Attributes:
        nbytes: its size, rounded up to the alignment.
        start: the moment of its first use in issue order.
        stop: the moment behind its last.
        first: its first position on each stream that uses it.
        last: its last one.
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

    def join(self, later: _Tenant) -> None:
        """Takes over one that begins where this one ends."""
        self.stop = later.stop
        for stream, position in later.first.items():
            self.first.setdefault(stream, position)
        self.last.update(later.last)


def aligned(nbytes: int) -> int:
    """A size, rounded up to the alignment."""
    return -(-nbytes // ALIGNMENT) * ALIGNMENT


def assign_slots(values: Sequence[Value], nodes: Sequence[Node], placed: Placement) -> Memory:
    """Gives every temporary that is used its offset in the arena."""
    lives = _find_lives(values, nodes, placed)
    in_place = tuple(_find_in_place(values, nodes, placed, lives))
    tenant_of = {value: index for index, value in enumerate(lives)}
    tenants = list(lives.values())
    for _, source, target in in_place:  # in issue order: the source knows its tenant
        tenants[tenant_of[source]].join(lives[target])
        tenant_of[target] = tenant_of[source]
    kept = sorted(set(tenant_of.values()))
    packer = _Packer([tenants[index] for index in kept], placed)
    where = dict(zip(kept, packer.pack(), strict=True))
    offsets = tuple(where[tenant_of[i]] if i in tenant_of else None for i in range(len(values)))
    return Memory(offsets, packer.arena, packer.bound, in_place)


def _find_lives(
    values: Sequence[Value], nodes: Sequence[Node], placed: Placement
) -> dict[int, _Tenant]:
    """Each used temporary, by its index, as a tenant of its own."""
    lives: dict[int, _Tenant] = {}
    for moment, node in enumerate(placed.order):
        stream, position = placed.stream_of[node], placed.position_of[node]
        for use in nodes[node].uses:
            value = use.value
            if values[value].is_temporary:
                life = lives.get(value)
                if life is None:
                    nbytes = aligned(values[value].nbytes)
                    life = lives[value] = _Tenant(nbytes, moment, moment, {}, {})
                life.touch(moment, stream, position)
    return lives


# -- in place -------------------------------------------------------------------------------------


def _find_in_place(
    values: Sequence[Value], nodes: Sequence[Node], placed: Placement, lives: dict[int, _Tenant]
) -> Iterator[InPlace]:
    """The pairs of an input that dies and an output that begins, in issue order."""
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


def _is_allowed(values: Sequence[Value], node: Node, read: int, write: int) -> bool:
    """Whether the node touches the two so that overwriting is safe element by element.

    The elements have to lie at the same bytes of both, and the node may use neither otherwise:
    another read of the input may come after the output was written.
    """
    one, other = node.uses[read], node.uses[write]
    source, target = values[one.value], values[other.value]
    pairs = {allowed for allowed, output in node.in_place if output == write}
    return (
        source.is_temporary
        and target.is_temporary
        and one.value != other.value
        and source.nbytes == target.nbytes
        and (one.start, one.stop) == (other.start, other.stop)
        and not other.reads
        and all(
            index == write if use.value == other.value else index in pairs and not use.writes
            for index, use in enumerate(node.uses)
            if use.value in (one.value, other.value)
        )
    )


def _dies(life: _Tenant, node: int, placed: Placement) -> bool:
    """Whether all other uses happen before the node."""
    own, before = placed.stream_of[node], placed.before[node]
    return all(
        position == placed.position_of[node] if stream == own else position <= before[stream]
        for stream, position in life.last.items()
    )


def _begins(life: _Tenant, node: int, placed: Placement) -> bool:
    """Whether all other uses happen after the node."""
    own, own_position = placed.stream_of[node], placed.position_of[node]
    return all(
        position == own_position
        if stream == own
        else placed.before[placed.lanes[stream][position - 1]][own] >= own_position
        for stream, position in life.first.items()
    )


# -- who conflicts with whom ----------------------------------------------------------------------


class _Axis:
    """All streams' positions behind one another, and the ranges of tenants on it."""

    def __init__(self, placed: Placement) -> None:
        self._placed = placed
        streams = range(len(placed.lanes))
        self._bases = [0, *accumulate(len(lane) for lane in placed.lanes)]
        self.length: int = self._bases[-1]
        self.is_plain: bool = len(streams) == 1
        self._columns: list[list[list[int]]] = []  # [s][t][i]: of t, what is before node i of s
        if not self.is_plain:
            before = placed.before
            for lane in placed.lanes:
                self._columns.append([[before[node][t] for node in lane] for t in streams])

    def spans(self, tenant: _Tenant) -> Ranges:
        """The nodes from the first to the last use, on each stream that has any."""
        bases, last = self._bases, tenant.last
        return [(bases[s] + p - 1, bases[s] + last[s]) for s, p in tenant.first.items()]

    def shadows(self, tenant: _Tenant) -> Ranges:
        """The nodes neither before all uses nor after all uses, on every stream."""
        lanes, before, bases = self._placed.lanes, self._placed.before, self._bases
        firsts = [before[lanes[s][p - 1]] for s, p in tenant.first.items()]
        starts = firsts[0] if len(firsts) == 1 else tuple(map(min, *firsts))
        found: Ranges = []
        for stream, start in enumerate(starts):
            columns = self._columns[stream]
            stop = max(bisect_left(columns[t], p) for t, p in tenant.last.items())
            if start < stop:
                found.append((bases[stream] + start, bases[stream] + stop))
        return found


class _Unions:
    """What was noted for moments of an axis, united over ranges of them: a segment tree.

    Args:
        length: of the axis.
        widest: the longest range noted or asked for.
        unite: a commutative, idempotent operation with 0 as its neutral element.
    """

    def __init__(self, length: int, widest: int, unite: Callable[[int, int], int]) -> None:
        self._leaves = 1 << max(0, length - 1).bit_length()
        self._over: list[int] = [0] * (2 * self._leaves)  # noted for all of a subtree
        self._within: list[int] = [0] * (2 * self._leaves)  # noted anywhere in a subtree
        self._top = self._leaves // max(1, widest)  # no wider subtree is ever asked as a whole
        self.unite = unite

    def note(self, start: int, stop: int, what: int) -> None:
        """Notes something for the moments [start, stop)."""
        unite, over, within = self.unite, self._over, self._within
        low, high = start + self._leaves, stop + self._leaves
        left, right = low >> 1, (high - 1) >> 1
        while low < high:
            if low & 1:
                over[low] = unite(over[low], what)
                within[low] = unite(within[low], what)
                low += 1
            if high & 1:
                high -= 1
                over[high] = unite(over[high], what)
                within[high] = unite(within[high], what)
            low >>= 1
            high >>= 1
        top = max(1, self._top)
        while right >= top:
            within[right] = unite(within[right], what)
            if left != right and left >= top:
                within[left] = unite(within[left], what)
            left >>= 1
            right >>= 1

    def ask(self, start: int, stop: int) -> int:
        """What was noted for any of the moments [start, stop)."""
        unite, over, within = self.unite, self._over, self._within
        low, high = start + self._leaves, stop + self._leaves
        left, right = low >> 1, (high - 1) >> 1
        found = 0
        while low < high:
            if low & 1:
                found = unite(found, within[low])
                low += 1
            if high & 1:
                high -= 1
                found = unite(found, within[high])
            low >>= 1
            high >>= 1
        while left != right:
            found = unite(found, unite(over[left], over[right]))
            left >>= 1
            right >>= 1
        while left:
            found = unite(found, over[left])
            left >>= 1
        return found


# -- packing --------------------------------------------------------------------------------------


class _Packer:
    """Finds offsets for tenants.

    Attributes:
        bound: the most bytes that live at one moment of the issue order.
        arena: the bytes needed; known after `pack`.
    """

    def __init__(self, tenants: Sequence[_Tenant], placed: Placement) -> None:
        axis = _Axis(placed)
        self._tenants = tenants
        self._length = axis.length
        self._is_plain = axis.is_plain
        self._spans = [axis.spans(tenant) for tenant in tenants]
        self._shadows = self._spans if axis.is_plain else [axis.shadows(t) for t in tenants]
        ranges = (r for found in (self._spans, self._shadows) for rs in found for r in rs)
        self._widest = max((stop - start for start, stop in ranges), default=0)
        self._loads = _loads(tenants, self._length)
        self.bound: int = max(self._loads, default=0)
        self.arena: int = 0

    def pack(self) -> list[int]:
        """The offset of each tenant, in bytes."""
        if not self.bound:
            return [0] * len(self._tenants)
        exact = gcd(*(tenant.nbytes for tenant in self._tenants))
        granule = max(exact, aligned(-(-self.bound // MOST_GRANULES)))
        heights = [-(-tenant.nbytes // granule) for tenant in self._tenants]
        offsets = self._search(heights, self.bound // granule)
        if granule == exact:
            self.arena = granule * max(map(int.__add__, offsets, heights))
            return [granule * offset for offset in offsets]
        return self._settle(offsets)

    def _search(self, heights: Sequence[int], bound: int) -> list[int]:
        """The best of some rounds, in granules."""
        count = len(heights)
        rounds = max(1, min(MOST_ROUNDS, MOST_PLACEMENTS // count))
        best: list[int] = []
        lowest = 0
        for keys in self._keys():
            misses = [0] * count
            for _ in range(-(-rounds // 2)):
                order = sorted(range(count), key=lambda i: (-misses[i], keys[i]))
                offsets = self._first_fit(order, heights)
                tops = [*map(int.__add__, offsets, heights)]
                if not best or max(tops) < lowest:
                    best, lowest = offsets, max(tops)
                if lowest <= CLOSE_ENOUGH * bound:
                    return best
                misses = [missed + (top > bound) for missed, top in zip(misses, tops, strict=True)]
            if rounds == 1:
                break
        return best

    def _keys(self) -> Iterator[list[tuple[int, ...]]]:
        """Orders to begin with: by size class, and by the heaviest moment that it lives through.

        A class is a quarter of a doubling; within it, tenants are placed as they begin, which is
        optimal for equal sizes.
        """
        yield [(-_size_class(t.nbytes), t.start, -t.nbytes) for t in self._tenants]
        heaviest = _Highest(self._loads)
        yield [(-heaviest.of(t.start, t.stop), -t.nbytes, t.start) for t in self._tenants]

    def _first_fit(self, order: Sequence[int], heights: Sequence[int]) -> list[int]:
        """The lowest place of each tenant that those before it in an order leave."""
        trees = self._trees(or_)
        offsets = [0] * len(heights)
        for index in order:
            height = heights[index]
            if height:
                offset = offsets[index] = _lowest_gap(self._ask(trees, index), height)
                self._note(trees, index, ((1 << height) - 1) << offset)
        return offsets

    def _settle(self, offsets: Sequence[int]) -> list[int]:
        """Offsets in bytes: each falls as low as those below it let it."""
        trees = self._trees(max)
        found = [0] * len(offsets)
        for index in sorted(range(len(offsets)), key=offsets.__getitem__):
            nbytes = self._tenants[index].nbytes
            if nbytes:
                offset = found[index] = self._ask(trees, index)
                self._note(trees, index, offset + nbytes)
                self.arena = max(self.arena, offset + nbytes)
        return found

    def _trees(self, unite: Callable[[int, int], int]) -> tuple[_Unions, _Unions]:
        """One for spans and one for shadows; the same where they are the same."""
        spans = _Unions(self._length, self._widest, unite)
        return spans, spans if self._is_plain else _Unions(self._length, self._widest, unite)

    def _ask(self, trees: tuple[_Unions, _Unions], index: int) -> int:
        """What tenants noted that conflict with one."""
        spans, shadows = trees
        found = 0
        for start, stop in self._shadows[index]:
            found = spans.unite(found, spans.ask(start, stop))
        if not self._is_plain:
            for start, stop in self._spans[index]:
                found = spans.unite(found, shadows.ask(start, stop))
        return found

    def _note(self, trees: tuple[_Unions, _Unions], index: int, what: int) -> None:
        spans, shadows = trees
        for start, stop in self._spans[index]:
            spans.note(start, stop, what)
        if not self._is_plain:
            for start, stop in self._shadows[index]:
                shadows.note(start, stop, what)


def _lowest_gap(taken: int, height: int) -> int:
    """The lowest bit at which that many bits in a row are not set."""
    width = 1
    while 2 * width <= height:  # each bit becomes the union of the `width` bits from it on
        taken |= taken >> width
        width *= 2
    taken |= taken >> (height - width)
    return (~taken & (taken + 1)).bit_length() - 1


def _size_class(nbytes: int) -> int:
    """Four classes to a doubling."""
    exponent = nbytes.bit_length()
    return 4 * exponent + (4 * nbytes >> exponent if exponent else 0)


def _loads(tenants: Sequence[_Tenant], moments: int) -> list[int]:
    """The bytes that live at each moment of the issue order."""
    change = [0] * (moments + 1)
    for tenant in tenants:
        change[tenant.start] += tenant.nbytes
        change[tenant.stop] -= tenant.nbytes
    return list(accumulate(change[:moments]))


class _Highest:
    """The highest of any range of numbers: a sparse table."""

    def __init__(self, numbers: list[int]) -> None:
        self._rows = [numbers]
        width = 1
        while 2 * width <= len(numbers):
            row = self._rows[-1]
            self._rows.append([*map(max, row, row[width:])])
            width *= 2

    def of(self, start: int, stop: int) -> int:
        """Of [start, stop), which is not empty."""
        level = (stop - start).bit_length() - 1
        row = self._rows[level]
        return max(row[start], row[stop - (1 << level)])
