"""The allocator of a device's shared memory: it knows which addresses of a range are in use.

It is asked rarely, because the runtime's pool keeps what it once got. So the order is simple: the
first free range that is large enough; neighbours that are free become one range.
"""

from __future__ import annotations

from bisect import bisect_left

ALIGNMENT = 64


class Arena:
    """The free and the used parts of a range of addresses.

    Attributes:
        start: the first address.
        stop: the address behind the last one.
    """

    def __init__(self, start: int, stop: int) -> None:
        """Begins with all of it free; both ends are multiples of 64."""
        self.start: int = start
        self.stop: int = stop
        self._starts: list[int] = [start]  # of the free ranges, rising
        self._ends: list[int] = [stop]
        self._used: dict[int, int] = {}  # sizes by address

    def take(self, nbytes: int) -> int:
        """Returns the address of that many bytes, aligned to 64, or 0 if no range is free."""
        size = -(-max(nbytes, 1) // ALIGNMENT) * ALIGNMENT
        for i, (start, end) in enumerate(zip(self._starts, self._ends, strict=True)):
            if end - start >= size:
                if end - start == size:
                    del self._starts[i], self._ends[i]
                else:
                    self._starts[i] = start + size
                self._used[start] = size
                return start
        return 0

    def give_back(self, address: int) -> int:
        """Frees what `take` returned; returns the number of its bytes."""
        size = self._used.pop(address)
        end = address + size
        i = bisect_left(self._starts, address)
        joins_before = i > 0 and self._ends[i - 1] == address
        joins_behind = i < len(self._starts) and self._starts[i] == end
        if joins_before and joins_behind:
            self._ends[i - 1] = self._ends.pop(i)
            del self._starts[i]
        elif joins_before:
            self._ends[i - 1] = end
        elif joins_behind:
            self._starts[i] = address
        else:
            self._starts.insert(i, address)
            self._ends.insert(i, end)
        return size

    @property
    def used(self) -> int:
        """The number of bytes in use."""
        return sum(self._used.values())
