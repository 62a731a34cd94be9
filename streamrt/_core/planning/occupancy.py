"""The structures that tell packing which parts of an arena are taken, and when.

An axis has moments 0, 1, ...; ranges of it are [start, stop) and not empty.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right


class Taken:
    """The bits noted for ranges of an axis, united over the ranges that meet a given one.

    A noted range meets [start, stop) if it covers `start` or begins in the rest. There are two
    segment trees: one keeps the bits that cover all of a subtree, the other those that begin
    anywhere in it. The operators stand in line, here and below, because planning spends its time
    here.

    Args:
        length: the length of the axis.
        widest: the longest range noted or asked for.
    """

    def __init__(self, length: int, widest: int) -> None:
        self._leaves = 1 << max(0, length - 1).bit_length()
        self._covering: list[int] = [0] * (2 * self._leaves)
        self._begun: list[int] = [0] * (2 * self._leaves)
        self._levels = range(widest.bit_length())  # no wider subtree is noted or asked as a whole

    def copy(self) -> Taken:
        """Returns a copy, which changes apart from this one."""
        twin = Taken(0, 0)
        twin._leaves, twin._levels = self._leaves, self._levels
        twin._covering, twin._begun = self._covering[:], self._begun[:]
        return twin

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
        """Returns the bits noted for all ranges that meet one that is not empty."""
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


class Tops(Taken):
    """The same as `Taken`, with the highest number instead of the union of bits."""

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
        """Returns the highest number noted for any range that meets one that is not empty."""
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


class Skyline:
    """The highest top at each moment, in pieces of one height; for lifetimes without shadows.

    A put makes its whole range one piece, so that each piece is looked at once and at both ends
    of a range. That is much cheaper than a tree.
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


class Highest:
    """A sparse table that gives the highest number of any range."""

    def __init__(self, numbers: list[int]) -> None:
        self._rows = [numbers]
        width = 1
        while 2 * width <= len(numbers):
            row = self._rows[-1]
            self._rows.append([*map(max, row, row[width:])])
            width *= 2

    def of(self, start: int, stop: int) -> int:
        """Returns the highest number in [start, stop), which is not empty."""
        level = (stop - start).bit_length() - 1
        row = self._rows[level]
        return max(row[start], row[stop - (1 << level)])
