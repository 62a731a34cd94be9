"""Packing: offsets for tenants of one arena, such that no two that conflict overlap.

A tenant has ranges on an axis of moments, its spans and its shadows. Two tenants conflict if a
span of one meets a shadow of the other; on one stream both are its lifetime.

1. Dynamic storage allocation is NP-hard. Tenants are placed first-fit, and what stuck out is
   placed earlier in the next round, while the work lasts (Joslin and Clements, "Squeaky wheel
   optimization", 1999). The order to begin with is by the heaviest moment that a tenant lives
   through, or by size; both are tried (Pisarchyk and Lee, "Efficient memory management for deep
   neural net inference", 2020, compare them).
2. What is taken at a moment is an integer with a bit for each granule of the arena, and a segment
   tree over the moments holds the unions: n log n in the number of tenants, however many of them
   live together. Sizes are rounded up to granules only meanwhile; at the end everything falls
   down to the lowest offset that keeps who lies above whom.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import gcd
from typing import NamedTuple

# Granules that the live bytes are divided into at most; more fit tighter and take longer.
MOST_GRANULES = 4096
# Ranges of tenants placed, over all rounds, before the best round is taken; and most rounds.
MOST_PLACEMENTS = 20_000
MOST_ROUNDS = 24
# Rounds end early at this share of the lower bound.
CLOSE_ENOUGH = 1.02

Ranges = list[tuple[int, int]]


class Tenant(NamedTuple):
    """What is given memory.

    Attributes:
        nbytes: its size, aligned.
        start: the moment of its first use in issue order.
        stop: the moment behind its last.
        spans: its spans on the axis of moments, [start, stop) each; not empty.
        shadows: its shadows there; the same list if they are the same.
    """

    nbytes: int
    start: int
    stop: int
    spans: Ranges
    shadows: Ranges


class Packed(NamedTuple):
    """Where tenants lie.

    Attributes:
        offsets: of each tenant, in bytes.
        nbytes: the arena's size.
        bound: the most bytes that live at one moment of the issue order.
    """

    offsets: list[int]
    nbytes: int
    bound: int


def pack(tenants: Sequence[Tenant], moments: int) -> Packed:
    """Gives each tenant an offset.

    Args:
        tenants: of any sizes that are multiples of the alignment.
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


# -- trees ----------------------------------------------------------------------------------------


class _Taken:
    """What is noted for ranges of an axis, united over those that meet a range.

    A noted range meets [start, stop) if it covers `start` or begins in the rest. Two segment
    trees: one keeps what covers all of a subtree, one what begins anywhere in it. The operators
    stand in line, here and below: this is where planning spends its time.

    Args:
        length: of the axis.
        widest: the longest range noted or asked for.
    """

    def __init__(self, length: int, widest: int) -> None:
        self._leaves = 1 << max(0, length - 1).bit_length()
        self._covering: list[int] = [0] * (2 * self._leaves)
        self._begun: list[int] = [0] * (2 * self._leaves)
        self._levels = range(widest.bit_length())  # no wider subtree is noted or asked as a whole

    def note(self, start: int, stop: int, what: int) -> None:
        """Notes bits for a range that is not empty."""
        covering, begun = self._covering, self._begun
        low, high = start + self._leaves, stop + self._leaves
        at = low
        for _ in self._levels:
            begun[at] |= what
            at >>= 1
        while low < high:
            if low & 1:
                covering[low] |= what
                low += 1
            if high & 1:
                high -= 1
                covering[high] |= what
            low >>= 1
            high >>= 1

    def ask(self, start: int, stop: int) -> int:
        """The bits noted for any range that meets one that is not empty."""
        covering, begun = self._covering, self._begun
        low, high = start + self._leaves, stop + self._leaves
        at, found = low, 0
        for _ in self._levels:
            found |= covering[at]
            at >>= 1
        low += 1
        while low < high:
            if low & 1:
                found |= begun[low]
                low += 1
            if high & 1:
                high -= 1
                found |= begun[high]
            low >>= 1
            high >>= 1
        return found


class _Tops(_Taken):
    """The same for the highest number instead of the union of bits."""

    def note(self, start: int, stop: int, what: int) -> None:
        """Notes a number above all noted for ranges that meet this one, which is not empty."""
        covering, begun = self._covering, self._begun
        low, high = start + self._leaves, stop + self._leaves
        at = low
        for _ in self._levels:
            if what > begun[at]:
                begun[at] = what
            at >>= 1
        while low < high:
            if low & 1:
                if what > covering[low]:
                    covering[low] = what
                low += 1
            if high & 1:
                high -= 1
                if what > covering[high]:
                    covering[high] = what
            low >>= 1
            high >>= 1

    def ask(self, start: int, stop: int) -> int:
        """The highest number noted for any range that meets one that is not empty."""
        covering, begun = self._covering, self._begun
        low, high = start + self._leaves, stop + self._leaves
        at, found = low, 0
        for _ in self._levels:
            if covering[at] > found:
                found = covering[at]
            at >>= 1
        low += 1
        while low < high:
            if low & 1:
                if begun[low] > found:
                    found = begun[low]
                low += 1
            if high & 1:
                high -= 1
                if begun[high] > found:
                    found = begun[high]
            low >>= 1
            high >>= 1
        return found


class _Skyline:
    """The highest top at each moment, in pieces of one height; for lifetimes without shadows.

    What is put on it makes its whole range one piece, so that each piece is looked at once and
    at both ends of a range: much cheaper than a tree.
    """

    def __init__(self) -> None:
        self._starts = [0]
        self._tops = [0]

    def put(self, start: int, stop: int, nbytes: int) -> int:
        """Puts something on top of all in a range that is not empty, and returns its offset."""
        starts, tops = self._starts, self._tops
        first, last = bisect_right(starts, start) - 1, bisect_left(starts, stop)
        offset, behind = max(tops[first:last]), tops[last - 1]
        first += starts[first] < start
        if last < len(starts) and starts[last] == stop:
            starts[first:last] = (start,)
            tops[first:last] = (offset + nbytes,)
        else:
            starts[first:last] = (start, stop)
            tops[first:last] = (offset + nbytes, behind)
        return offset


# -- packing --------------------------------------------------------------------------------------


class _Packer:
    """Finds offsets for tenants."""

    def __init__(self, tenants: Sequence[Tenant], loads: list[int]) -> None:
        self._tenants = tenants
        self._loads = loads
        self._is_plain = all(tenant.spans is tenant.shadows for tenant in tenants)
        ranges = (r for t in tenants for found in (t.spans, t.shadows) for r in found)
        self._widest = max(stop - start for start, stop in ranges)

    def search(self, heights: Sequence[int]) -> list[int]:
        """The best of some rounds, in granules."""
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
        trees = self._trees(_Taken)
        offsets = [0] * len(heights)
        for index in order:
            height = heights[index]
            if height:
                taken = 0
                for bits in self._ask(trees, index):
                    taken |= bits
                offset = offsets[index] = _lowest_gap(taken, height)
                self._note(trees, index, ((1 << height) - 1) << offset)
        return offsets

    def settle(self, offsets: Sequence[int]) -> list[int]:
        """Offsets in bytes: each falls as low as those below it let it."""
        skyline = _Skyline()
        trees = self._trees(_Tops)
        found = [0] * len(offsets)
        for index in sorted(range(len(offsets)), key=offsets.__getitem__):
            nbytes, start, stop, _, _ = self._tenants[index]
            if nbytes and self._is_plain:
                found[index] = skyline.put(start, stop, nbytes)
            elif nbytes:
                offset = found[index] = max(self._ask(trees, index))
                self._note(trees, index, offset + nbytes)
        return found

    def _trees(self, kind: type[_Taken]) -> tuple[_Taken, _Taken]:
        """One for spans and one for shadows; the same where they are the same."""
        spans = kind(len(self._loads), self._widest)
        return spans, spans if self._is_plain else kind(len(self._loads), self._widest)

    def _ask(self, trees: tuple[_Taken, _Taken], index: int) -> Iterator[int]:
        """What tenants noted that conflict with one."""
        spans, shadows = trees
        for start, stop in self._tenants[index].shadows:
            yield spans.ask(start, stop)
        if not self._is_plain:
            for start, stop in self._tenants[index].spans:
                yield shadows.ask(start, stop)

    def _note(self, trees: tuple[_Taken, _Taken], index: int, what: int) -> None:
        spans, shadows = trees
        for start, stop in self._tenants[index].spans:
            spans.note(start, stop, what)
        if not self._is_plain:
            for start, stop in self._tenants[index].shadows:
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


def _loads(tenants: Sequence[Tenant], sizes: Sequence[int], moments: int) -> list[int]:
    """What lives at each moment of the issue order, by size."""
    change = [0] * (moments + 1)
    for tenant, size in zip(tenants, sizes, strict=True):
        change[tenant.start] += size
        change[tenant.stop] -= size
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
