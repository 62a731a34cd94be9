"""The policy of a memory pool: size classes, free blocks, limits and statistics. No memory.

Freeing a block stores the death frontier of its last life with it. A block for device work may
be reused at once: its first user waits for that frontier. A block that the host is about to
write must have reached it, since the host waits for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from streamrt._core.finalizers import AtEnd
from streamrt._core.tracking.timeline import Timeline

SMALLEST = 64


@dataclass(frozen=True, slots=True)
class MemoryStats:
    """What a device's pool holds, in bytes, and how often it could reuse a block.

    Attributes:
        in_use: bytes of blocks that live buffers hold.
        reserved: bytes taken from the system: in use or free for reuse.
        peak: the highest `in_use` so far.
        limit: the most that may be reserved; None for no limit.
        allocations: blocks handed out so far.
        reuse_rate: the part of them that were reused blocks, 0 to 1.
    """

    in_use: int
    reserved: int
    peak: int
    limit: int | None
    allocations: int
    reuse_rate: float


class Block(AtEnd):
    """A piece of device memory.

    Attributes:
        address: of its first byte.
        size: its class's, in bytes.
        death: the points after which nobody uses it; None if all are known to be over.
        shares: how many arrays of the host's, or groups of them, keep it.
        is_ended: whether they alone do: its allocation has ended.
        is_free: whether nobody does.
    """

    __slots__ = ("address", "death", "is_ended", "is_free", "shares", "size")

    def __init__(self, address: int, size: int) -> None:
        self.address: int = address
        self.size: int = size
        self.death: dict[Timeline, int] | None = None
        self.shares: int = 0
        self.is_ended: bool = False
        self.is_free: bool = False

    def is_reached(self) -> bool:
        """Whether the host has seen the end of all use of its last life."""
        death = self.death
        return death is None or all(value <= t.seen for t, value in death.items())


@lru_cache(maxsize=4096)
def size_class(nbytes: int) -> int:
    """The block size for a request: four classes to each doubling, at least 64 bytes.

    Less than a quarter of the request is lost, or 64 bytes; all sizes keep 64-byte alignment.
    """
    if nbytes <= SMALLEST:
        return SMALLEST
    step = max(SMALLEST, 1 << ((nbytes - 1).bit_length() - 3))
    return -(-nbytes // step) * step


class Pool:
    """Which free block serves a request, and what may still be taken from the system."""

    def __init__(self, limit: int | None = None) -> None:
        self.limit = limit
        self.reserved = 0
        self.in_use = 0
        self.peak = 0
        self.allocations = 0
        self.reused = 0
        self.blocks: set[Block] = set()  # all that are reserved
        self._free: dict[int, list[Block]] = {}

    def take(self, size: int, for_host: bool) -> Block | None:
        """A free block of exactly that class, if possible one that is over; or None."""
        free = self._free.get(size)
        if not free:
            return None
        if free[-1].is_reached():
            block = free.pop()
        elif free[0].is_reached():  # the oldest is the likeliest to be over
            block = free.pop(0)
        elif not for_host:
            block = free.pop()
        else:
            index = next((i for i, b in enumerate(free) if b.is_reached()), None)
            if index is None:
                return None
            block = free.pop(index)
        block.is_free = False
        self.reused += 1
        self.allocations += 1
        self.in_use += size
        if self.in_use > self.peak:
            self.peak = self.in_use
        return block

    def fits(self, size: int) -> bool:
        """Whether another block of that size may be taken from the system."""
        return self.limit is None or self.reserved + size <= self.limit

    def add(self, address: int, size: int) -> Block:
        """A new block from the system, handed out at once."""
        self.reserved += size
        self.allocations += 1
        self.in_use += size
        self.peak = max(self.peak, self.in_use)
        block = Block(address, size)
        self.blocks.add(block)
        return block

    def give(self, block: Block, death: dict[Timeline, int] | None) -> None:
        """A block's allocation has ended: it is to be reused after its death frontier.

        Where arrays share it, it comes back when the last of them is gone; see `unshare`. A second
        time is nothing.
        """
        if block.is_free:
            return
        block.death = death
        if block.shares:
            block.is_ended = True
            return
        free = self._free.get(block.size)
        if free is None:
            free = self._free.setdefault(block.size, [])
        # From here on without a call but the last, so that no handler of a signal runs in between.
        self.in_use -= block.size
        block.is_ended, block.is_free = False, True
        free.append(block)

    def unshare(self, block: Block, take_out: Callable[[], object]) -> None:
        """Some arrays that share a block are gone; it comes back if nobody else keeps it.

        Args:
            block: the block.
            take_out: called once that is done; if a signal's handler raises before, it is not.
        """
        if block.is_ended and block.shares == 1:
            free = self._free.setdefault(block.size, [])
            self.in_use -= block.size  # as in `give`, but for `take_out`, which is C as well
            block.shares, block.is_ended, block.is_free = 0, False, True
            free += (block,)
        else:
            block.shares -= 1
        take_out()

    def held(self) -> int:
        """Bytes that no buffer has, and that come back only when work, or arrays, are over."""
        shared = sum(block.size for block in self.blocks if block.is_ended)
        return shared + self.busy()

    def next_points(self) -> dict[Timeline, int]:
        """After which points some free block is not in use any more; nothing if there is none."""
        for blocks in self._free.values():
            for block in blocks:
                if not block.is_reached():
                    return {t: value for t, value in (block.death or {}).items() if value > t.seen}
        return {}

    def busy(self) -> int:
        """Bytes of free blocks whose last use is not over."""
        return sum(
            block.size
            for blocks in self._free.values()
            for block in blocks
            if not block.is_reached()
        )

    def trim(self, nbytes: int | None = None) -> Iterator[Block]:
        """Removes free blocks whose last use is over, largest first, up to that many bytes.

        The caller gives each to the system.
        """
        removed = 0
        for size in sorted(self._free, reverse=True):
            blocks = self._free[size]
            for block in [b for b in blocks if b.is_reached()]:
                if nbytes is not None and removed >= nbytes:
                    return
                blocks.remove(block)
                self.blocks.discard(block)
                removed += size
                self.reserved -= size
                yield block

    def end(self) -> Iterator[Block]:
        """Removes all blocks that no array keeps; the caller gives each to the system.

        What is left belongs to those arrays.
        """
        self._free.clear()
        for block in list(self.blocks):
            if not block.shares:
                self.blocks.discard(block)
                yield block

    def stats(self) -> MemoryStats:
        """The statistics as of now."""
        rate = self.reused / self.allocations if self.allocations else 0.0
        return MemoryStats(
            self.in_use, self.reserved, self.peak, self.limit, self.allocations, rate
        )
