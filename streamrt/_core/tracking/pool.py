"""The policy of a memory pool: size classes, free blocks, limits and statistics. No memory.

A block that is freed keeps the death frontier of its last life. A block for device work may be
reused at once, because its first user waits for that frontier. A block that the host is about to
write must have reached it, because the host waits for nothing.
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
    """The contents of a device's pool, in bytes, and how often it could reuse a block.

    Attributes:
        in_use: bytes of blocks that live buffers hold.
        reserved: bytes taken from the system: in use or free for reuse.
        peak: the highest `in_use` so far.
        limit: the most that may be reserved; None for no limit.
        allocations: blocks handed out so far.
        reuse_rate: the part of them that were reused blocks, 0 to 1.
        available: bytes below the limit that can be had without another drop of a buffer: what is
            free now, and what queued work gives back when it ends, because its buffers were dropped
            or deleted. None without a limit, because then only the system knows.
    """

    in_use: int
    reserved: int
    peak: int
    limit: int | None
    allocations: int
    reuse_rate: float
    available: int | None = None


class Block(AtEnd):
    """A piece of device memory.

    Attributes:
        address: the address of its first byte.
        size: the size of its class, in bytes.
        death: the points after which nobody uses it; None if all are known to be reached.
        outside: the points after which other libraries do not use it, in its present life.
        shares: how many arrays of the host, or groups of them, keep it.
        is_ended: whether its allocation has ended, so that only arrays of the host keep it.
        is_free: whether nobody keeps it.
    """

    __slots__ = ("address", "death", "is_ended", "is_free", "outside", "shares", "size")

    def __init__(self, address: int, size: int) -> None:
        self.address: int = address
        self.size: int = size
        self.death: dict[Timeline, int] | None = None
        self.outside: dict[Timeline, int] | None = None
        self.shares: int = 0
        self.is_ended: bool = False
        self.is_free: bool = False

    def add_outside(self, points: dict[Timeline, int]) -> None:
        """Adds points after which another library does not use it."""
        self.outside = {**(self.outside or {}), **points}

    def settle(self) -> None:
        """Has its death come after all that other libraries did with it."""
        if self.outside:
            self.death = {**(self.death or {}), **self.outside}

    def is_reached(self) -> bool:
        """Returns whether the host has seen the end of all uses in its last life."""
        death = self.death
        return death is None or all(value <= t.seen for t, value in death.items())


@lru_cache(maxsize=4096)
def size_class(nbytes: int) -> int:
    """Returns the block size for a request: four classes to each doubling, at least 64 bytes.

    Less than a quarter of the request is lost, or 64 bytes; all sizes keep 64-byte alignment.
    """
    if nbytes <= SMALLEST:
        return SMALLEST
    step = max(SMALLEST, 1 << ((nbytes - 1).bit_length() - 3))
    return -(-nbytes // step) * step


class Pool:
    """The choice of a free block for each request, and the limit of what the system gives."""

    def __init__(self, limit: int | None = None) -> None:
        self.limit = limit
        self.reserved: int = 0
        self.in_use: int = 0
        self.peak: int = 0
        self.allocations: int = 0
        self.reused: int = 0
        self.blocks: set[Block] = set()  # all that are reserved
        self._free: dict[int, list[Block]] = {}

    def take(self, size: int, for_host: bool) -> Block | None:
        """Returns a free block of exactly that class; None if there is none.

        Blocks whose last use has ended go first; for the host only those do.
        """
        free = self._free.get(size)
        if not free:
            return None
        if free[-1].is_reached():
            block = free.pop()
        elif free[0].is_reached():  # the oldest is the likeliest
            block = free.pop(0)
        elif not for_host:
            block = free.pop()
        else:
            index = next((i for i, b in enumerate(free) if b.is_reached()), None)
            if index is None:
                return None
            block = free.pop(index)
        block.is_free = False
        block.outside = None
        self.reused += 1
        self.allocations += 1
        self.in_use += size
        if self.in_use > self.peak:
            self.peak = self.in_use
        return block

    def has_to_wait(self, size: int) -> bool:
        """Returns whether `take` for a device has only blocks whose last use may not have ended."""
        free = self._free.get(size)
        return not (not free or free[-1].is_reached() or free[0].is_reached())

    def fits(self, size: int) -> bool:
        """Returns whether another block of that size may be taken from the system."""
        return self.limit is None or self.reserved + size <= self.limit

    def add(self, address: int, size: int) -> Block:
        """Returns a new block from the system, which is handed out at once."""
        self.reserved += size
        self.allocations += 1
        self.in_use += size
        self.peak = max(self.peak, self.in_use)
        block = Block(address, size)
        self.blocks.add(block)
        return block

    def give(self, block: Block, death: dict[Timeline, int] | None) -> None:
        """Takes back a block whose allocation has ended, for reuse after its death frontier.

        If arrays share it, it comes back with the last of them; see `unshare`. A second call does
        nothing.
        """
        if block.is_free:
            return
        block.death = death
        if block.shares:
            block.is_ended = True
            return
        block.settle()
        free = self._free.get(block.size)
        if free is None:
            free = self._free.setdefault(block.size, [])
        # From here on only the last step is a call, so no signal handler runs in between.
        self.in_use -= block.size
        block.is_ended, block.is_free = False, True
        free.append(block)

    def unshare(self, block: Block, take_out: Callable[[], object]) -> None:
        """Takes note that some arrays that share a block are gone, and frees it if all are.

        Args:
            block: the block.
            take_out: called after that; not called if a signal handler raises before.
        """
        if block.is_ended and block.shares == 1:
            block.settle()
            free = self._free.setdefault(block.size, [])
            self.in_use -= block.size  # no call from here on, as in `give`: `take_out` is C as well
            block.shares, block.is_ended, block.is_free = 0, False, True
            free += (block,)
        else:
            block.shares -= 1
        take_out()

    def shared(self) -> int:
        """Returns the bytes that no buffer has, and that arrays of the host keep."""
        return sum(block.size for block in self.blocks if block.is_ended)

    def held(self) -> int:
        """Returns the bytes that no buffer has, and that pending work or arrays still keep."""
        return self.shared() + self.busy()

    def room(self) -> int | None:
        """Returns the bytes that any allocations may have now, without a wait; None for no limit.

        Free blocks of other classes count, because they are trimmed where a new one does not fit.
        """
        return None if self.limit is None else self.limit - self.in_use - self.busy()

    def soonest(self) -> dict[Timeline, int]:
        """Returns the first point of each timeline at which a free block may become unused."""
        found: dict[Timeline, int] = {}
        for blocks in self._free.values():
            for block in blocks:
                for timeline, value in (block.death or {}).items():
                    if timeline.seen < value < found.get(timeline, value + 1):
                        found[timeline] = value
        return found

    def next_points(self) -> dict[Timeline, int]:
        """Returns the points after which some free block is unused; nothing if none is in use."""
        for blocks in self._free.values():
            for block in blocks:
                if not block.is_reached():
                    return {t: value for t, value in (block.death or {}).items() if value > t.seen}
        return {}

    def busy(self) -> int:
        """Returns the bytes of free blocks whose last use has not ended."""
        return sum(
            block.size
            for blocks in self._free.values()
            for block in blocks
            if not block.is_reached()
        )

    def trim(self, nbytes: int | None = None) -> Iterator[Block]:
        """Removes free blocks whose last use has ended, largest first, up to that many bytes.

        The caller gives each back to the system.
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
        """Removes all blocks that no array keeps; the caller gives each back to the system.

        The others belong to those arrays from then on.
        """
        self._free.clear()
        for block in list(self.blocks):
            if not block.shares:
                self.blocks.discard(block)
                yield block

    def stats(self, recycled: int = 0, returning: int = 0) -> MemoryStats:
        """Returns the statistics as of now.

        Args:
            recycled: how many blocks went from one allocation to the next without the pool.
            returning: bytes in use that no buffer has, and that pending work gives back.
        """
        allocations = self.allocations + recycled
        rate = (self.reused + recycled) / allocations if allocations else 0.0
        limit, in_use = self.limit, self.in_use
        available = None if limit is None else limit - in_use + returning
        return MemoryStats(in_use, self.reserved, self.peak, limit, allocations, rate, available)
