"""Packing: offsets for tenants of one arena, such that no two that conflict overlap.

A tenant has ranges on an axis of moments, its spans and its shadows. Two tenants conflict if a
span of the one meets a shadow of the other, whichever is the one; on one stream both are its
lifetime.

1. Dynamic storage allocation is NP-hard. Tenants are placed first-fit, and those that stick out are
   placed earlier in the next round, up to a limit (Joslin and Clements, "Squeaky wheel
   optimization", 1999). Rounds begin by size class, by start, or by the heaviest moment that a
   tenant lives through (Pisarchyk and Lee, "Efficient memory management for deep neural net
   inference", 2020, compare such orders). On one stream, tenants that still stick out are placed
   again with their neighbours.
2. The memory taken at a moment is an integer with a bit for each granule of the arena, and a
   segment tree over the moments holds the unions: n log n in the number of tenants, however many
   of them live together. Sizes are rounded up to granules only meanwhile. At the end every tenant
   falls to the lowest offset at which the tenants below it are still below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import accumulate
from math import gcd
from typing import NamedTuple

from streamrt._core.planning.occupancy import Highest, Skyline, Taken, Tops

# The most granules into which the live bytes are divided; more fit tighter and take longer.
MOST_GRANULES = 4096
# The most ranges of tenants placed, over all rounds, and the most rounds. Then the best is taken.
MOST_PLACEMENTS = 20_000
MOST_ROUNDS = 24
# The most tenants placed again in windows, less two for each tenant, because short programs can
# afford more windows.
MOST_MENDED = 40_000
# Rounds end early at this share of the lower bound.
CLOSE_ENOUGH = 1.02

Ranges = list[tuple[int, int]]


class Tenant(NamedTuple):
    """A temporary, or several in a row, that is given memory.

    Attributes:
        nbytes: its size, aligned.
        start: the moment of its first use in issue order.
        stop: the moment after its last.
        spans: its spans on the axis of moments, [start, stop) each; not empty.
        shadows: its shadows there; the same list if they are the same.
    """

    nbytes: int
    start: int
    stop: int
    spans: Ranges
    shadows: Ranges


class Packed(NamedTuple):
    """The result of packing: where each tenant lies.

    Attributes:
        offsets: the offset of each tenant, in bytes.
        nbytes: the arena's size.
        bound: the most bytes that live at one moment of the issue order.
    """

    offsets: list[int]
    nbytes: int
    bound: int


def pack(tenants: Sequence[Tenant], moments: int) -> Packed:
    """Gives each tenant an offset.

    Args:
        tenants: their sizes are multiples of the alignment.
        moments: the length of the axis.
    """
    loads = _loads(tenants, [tenant.nbytes for tenant in tenants], moments)
    bound = max(loads, default=0)
    if not bound:
        return Packed([0] * len(tenants), 0, 0)
    packer = _Packer(tenants, loads)
    exact = gcd(*(tenant.nbytes for tenant in tenants))
    granule = exact * max(1, -(-bound // (exact * MOST_GRANULES)))
    heights = [-(-tenant.nbytes // granule) for tenant in tenants]
    offsets = packer.search(heights)
    if granule == exact:
        offsets = [granule * offset for offset in offsets]
    else:
        offsets = packer.settle(offsets)
    tops = (offset + tenant.nbytes for offset, tenant in zip(offsets, tenants, strict=True))
    return Packed(offsets, max(tops), bound)


# -- packing --------------------------------------------------------------------------------------


class _Packer:
    """A search for the offsets of tenants."""

    def __init__(self, tenants: Sequence[Tenant], loads: list[int]) -> None:
        self._tenants = tenants
        self._loads = loads
        self._is_plain = all(tenant.spans is tenant.shadows for tenant in tenants)
        ranges = (r for t in tenants for found in (t.spans, t.shadows) for r in found)
        self._widest = max(stop - start for start, stop in ranges)

    def search(self, heights: Sequence[int]) -> list[int]:
        """Returns the offsets of the best of some rounds, in granules."""
        count = len(heights)
        bound = max(_loads(self._tenants, heights, len(self._loads)))
        work = sum(len(t.spans) + len(t.shadows) for t in self._tenants)
        rounds = max(1, min(MOST_ROUNDS, MOST_PLACEMENTS // work))
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
        if self._is_plain:
            self._mend(best, heights, bound)
        return best

    def _mend(self, offsets: list[int], heights: Sequence[int], bound: int) -> None:
        """Places the tenants around the highest tops again, one window of moments at a time.

        Long programs stick out in a few places. Another round for all would only move those.
        """
        tenants, count = self._tenants, len(heights)
        reach = 1 + 2 * sum(tenant.stop - tenant.start for tenant in tenants) // count
        tops = [*map(int.__add__, offsets, heights)]
        work = max(MOST_PLACEMENTS, MOST_MENDED - 2 * count)
        heap = [(-top, index) for index, top in enumerate(tops) if top > CLOSE_ENOUGH * bound]
        heapify(heap)
        while heap and work > 0:
            top, index = heappop(heap)
            if tops[index] != -top:  # placed again since
                continue
            low, high = tenants[index].start - reach, tenants[index].stop + reach
            near = [i for i, t in enumerate(tenants) if t.start < high and low < t.stop]
            work -= count // 16 + len(near) * MOST_ROUNDS
            for moved, offset in self._improve(near, low, high, offsets, heights).items():
                offsets[moved] = offset
                tops[moved] = offset + heights[moved]
                if tops[moved] > CLOSE_ENOUGH * bound:
                    heappush(heap, (-tops[moved], moved))

    def _improve(
        self, near: list[int], low: int, high: int, offsets: list[int], heights: Sequence[int]
    ) -> dict[int, int]:
        """Returns lower places for the tenants that live within a window, if it finds any.

        Those that live beyond it stay where they are.
        """
        tenants = self._tenants
        inside = [i for i in near if low <= tenants[i].start and tenants[i].stop <= high]
        fixed = Taken(high - low, high - low)
        for i in set(near).difference(inside):
            start, stop = max(low, tenants[i].start), min(high, tenants[i].stop)
            if heights[i]:
                fixed.note(start - low, stop - low, ((1 << heights[i]) - 1) << offsets[i])
        highest = max(offsets[i] + heights[i] for i in inside)
        best: dict[int, int] = {}
        misses = dict.fromkeys(inside, 0)
        for _ in range(MOST_ROUNDS):
            taken = fixed.copy()
            found: dict[int, int] = {}
            for i in sorted(inside, key=lambda i: (-misses[i], -heights[i], tenants[i].start)):
                start, stop, height = tenants[i].start - low, tenants[i].stop - low, heights[i]
                found[i] = _lowest_gap(taken.ask(start, stop), height) if height else 0
                taken.note(start, stop, ((1 << height) - 1) << found[i])
            top = max(found[i] + heights[i] for i in inside)
            if top < highest:
                best, highest = found, top
            for i in inside:
                misses[i] += found[i] + heights[i] >= highest
        return best

    def _keys(self) -> Iterator[list[tuple[int, ...]]]:
        """Yields first orders: by size class, by start, by the heaviest moment lived through.

        A class is a quarter of a doubling; within it, tenants are placed as they begin, which is
        optimal for equal sizes.
        """
        yield [(-_size_class(t.nbytes), t.start, -t.nbytes) for t in self._tenants]
        yield [(t.start, t.start - t.stop, -t.nbytes) for t in self._tenants]
        heaviest = Highest(self._loads)
        yield [(-heaviest.of(t.start, t.stop), -t.nbytes, t.start) for t in self._tenants]

    def _first_fit(self, order: Sequence[int], heights: Sequence[int]) -> list[int]:
        """Returns the lowest place of each tenant beside those before it in an order."""
        tree = Taken(len(self._loads), self._widest)
        tenants = self._tenants
        offsets = [0] * len(heights)
        for index in order:
            height = heights[index]
            if height:
                _, _, _, spans, shadows = tenants[index]
                taken = 0
                for start, stop in shadows:
                    taken |= tree.ask(start, stop)
                offset = offsets[index] = _lowest_gap(taken, height)
                what = ((1 << height) - 1) << offset
                for start, stop in spans:
                    tree.note(start, stop, what)
        return offsets

    def settle(self, offsets: Sequence[int]) -> list[int]:
        """Returns offsets in bytes: each tenant falls as low as those below it allow."""
        skyline = Skyline()
        tree = Tops(len(self._loads), self._widest)
        found = [0] * len(offsets)
        for index in sorted(range(len(offsets)), key=offsets.__getitem__):
            nbytes, _, _, spans, shadows = self._tenants[index]
            if nbytes and self._is_plain:
                ((start, stop),) = spans
                found[index] = skyline.put(start, stop, nbytes)
            elif nbytes:
                offset = found[index] = max(tree.ask(start, stop) for start, stop in shadows)
                for start, stop in spans:
                    tree.note(start, stop, offset + nbytes)
        return found


def _lowest_gap(taken: int, height: int) -> int:
    """Returns the lowest bit at which that many bits in a row are not set."""
    width = 1
    while 2 * width <= height:  # each bit becomes the union of the `width` bits from it on
        taken |= taken >> width
        width *= 2
    taken |= taken >> (height - width)
    return (~taken & (taken + 1)).bit_length() - 1


def _size_class(nbytes: int) -> int:
    """Returns the size class: there are four to a doubling."""
    exponent = nbytes.bit_length()
    return 4 * exponent + (4 * nbytes >> exponent if exponent else 0)


def _loads(tenants: Sequence[Tenant], sizes: Sequence[int], moments: int) -> list[int]:
    """Returns the sum of the sizes that live at each moment of the issue order."""
    change = [0] * (moments + 1)
    for tenant, size in zip(tenants, sizes, strict=True):
        change[tenant.start] += size
        change[tenant.stop] -= size
    return list(accumulate(change[:moments]))
