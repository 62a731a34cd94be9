"""The memory of a device: blocks, which a pool reuses."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Protocol

from streamrt._core.tracking.pool import Block, MemoryStats, Pool, size_class
from streamrt._runtime.ending.lifecycle import OPEN
from streamrt._runtime.engine import Engine
from streamrt._runtime.memory.allocations import Allocation, new_allocation, next_name
from streamrt._runtime.tracking import Dropped, Timeline, Tracked
from streamrt.errors import OutOfMemoryError


class Source(Protocol):
    """The part of a device that blocks come from."""

    @property
    def host_sees(self) -> bool:
        """Whether the host may use them."""
        ...

    def alloc(self, nbytes: int, /) -> int:
        """Returns the address of a new block, or 0."""
        ...

    def free(self, address: int, /) -> None:
        """Gives a block back."""
        ...

    def releaser(self, address: int, /) -> Callable[[], object]:
        """Returns a finalizer that gives a block back which arrays share, when the device ended."""
        ...


class Memory:
    """The memory of one device.

    Attributes:
        pool: its blocks.
        report: lists the holders of blocks, for the error when no memory is left.
        is_host: whether the host may use it.
    """

    overhead = ""  # the part of a request that the user did not ask for, in words
    margin = 0  # the same in bytes

    def __init__(self, engine: Engine, device: Source, name: str, limit: int | None) -> None:
        self._engine = engine
        self._device = device
        self._name = name
        self.pool: Pool = Pool(limit)
        self.dropped: Dropped = engine.reclaimer.new_dropped(self)
        self._take_dropped = self.dropped.take
        self.report: Callable[[Memory, int], list[str]] = lambda memory, in_use: []
        self.is_host: bool = device.host_sees

    @property
    def name(self) -> str:
        """The name of the device."""
        return self._name

    def allocate(self, nbytes: int, for_host: bool) -> Allocation:
        """Returns memory of at least that many bytes, 64-byte aligned, with a history.

        Args:
            nbytes: the least size in bytes; 0 is allowed.
            for_host: whether the host writes it at once, so that no submission may still use it.

        Raises:
            OutOfMemoryError: the pool is at its limit, or the device has no more memory.
        """
        found: Allocation | None = self._take_dropped(nbytes, for_host)
        if found is not None:
            return found
        engine = self._engine
        engine.take_returned()
        size = size_class(nbytes)
        with engine.lock:
            if engine.state != OPEN:
                raise engine.refusal(f"allocate {nbytes} bytes on {self._name}")
            if engine.reclaimer.count():
                engine.reclaimer.reap()
            block = self._take(size, for_host) or self._find(size, for_host)
            if block is not None:
                return self._allocation(block, nbytes)
        return self._allocate_at_last(nbytes, for_host)

    def _take(self, size: int, for_host: bool) -> Block | None:
        """Returns a free block; where a world draws it, a fresh one in place of a busy one."""
        world, pool = self._engine.world, self.pool
        if world is None or for_host or not (pool.has_to_wait(size) and pool.fits(size)):
            return pool.take(size, for_host)
        address = 0 if world.reuses(self._name) else self._device.alloc(size)
        return pool.add(address, size) if address else pool.take(size, for_host)

    def _allocate_at_last(self, nbytes: int, for_host: bool) -> Allocation:
        """Tries once more after garbage collection, which runs others' code. Under no lock."""
        gc.collect()
        if self._engine.reclaimer.count():  # histories in it may have kept other garbage alive
            self._engine.tidy()
            gc.collect()
        with self._engine.lock:
            block = self._find(size_class(nbytes), for_host)
            if block is None:
                is_idle = not any(lane.in_flight for lane in self._engine.lanes)
                busy = 0 if is_idle else self.pool.held()
                reserved, in_use = self.pool.reserved, self.pool.in_use
            else:
                return self._allocation(block, nbytes)
        later = f", {busy} come back when pending work is over" if busy else ""
        remedy = "wait with `await rt`, " if busy else ""
        message = (
            f"allocate {nbytes} bytes{self.overhead} on {self._name}: {reserved} bytes are "
            f"reserved, {in_use} in use{later}, the limit is {self.pool.limit}; {remedy}delete "
            "buffers or raise memory_limit"
        )
        raise OutOfMemoryError("\n".join([message, *self.report(self, in_use)]))

    def _allocation(self, block: Block, nbytes: int) -> Allocation:
        """Returns a new allocation of a block that was taken for it. Under the lock."""
        death, block.death = block.death, None
        tracked = Tracked(nbytes, next_name(), death)
        return new_allocation(block.address, tracked, self, block, self._engine)

    def _find(self, size: int, for_host: bool) -> Block | None:
        """Looks again at what has completed, then asks the device, then trims and asks again."""
        self._engine.reap_lanes()
        self._engine.reclaimer.reap()
        block = self.pool.take(size, for_host)
        if block is not None:
            return block
        for attempt in range(2):
            if self.pool.fits(size):
                address = self._device.alloc(size)
                if address:
                    return self.pool.add(address, size)
            if attempt == 0:
                self._release(size)
        return None

    def _release(self, nbytes: int | None) -> int:
        released = 0
        for block in self.pool.trim(nbytes):
            self.drop(block)
            released += block.size
        return released

    def crowding(self) -> dict[Timeline, int]:
        """Returns the points to wait for if pending work holds more than half of the limit.

        Returns no points if it holds less, or if it is not known when memory comes back.
        """
        pool, engine = self.pool, self._engine
        if pool.limit is None or 2 * pool.reserved <= pool.limit:
            return {}
        engine.tidy()
        with engine.lock:
            if 2 * pool.held() <= pool.limit:
                return {}
            points = pool.next_points()
            if not points:  # then host calls have views of the memory
                for lane in engine.lanes:
                    if lane.companion is not None and lane.companion.in_flight:
                        points[lane.companion] = lane.companion.inflight[0].value
            return points

    def drop(self, block: Block) -> None:
        """Gives a block back to the system. Only when nothing can be using it."""
        self._device.free(block.address)

    def trim(self, nbytes: int | None) -> int:
        """Gives free blocks back to the system; returns the bytes released."""
        self._engine.tidy()
        with self._engine.lock:
            return self._release(nbytes)

    def block_size(self, nbytes: int) -> int:
        """Returns the bytes that an allocation of that many bytes takes from the pool."""
        return size_class(nbytes + self.margin)

    def stats(self) -> MemoryStats:
        """Returns the pool's statistics; dropped memory counts as free."""
        self._engine.tidy()
        with self._engine.lock:
            has_calls = any(lane.is_host and lane.in_flight for lane in self._engine.lanes)
            returning = self.pool.shared() if has_calls else 0  # host calls have views
            return self.pool.stats(self.dropped.recycled, returning)

    def close(self) -> None:
        """Frees all blocks, even those of live buffers. Under no lock, when nothing can run.

        What was dropped before was tidied away. A block that arrays share frees itself when the
        last of them is dropped.
        """
        with self._engine.lock:
            for block in self.pool.end():
                self.drop(block)
            for block in self.pool.blocks:
                block.__del__ = self._device.releaser(block.address)
            # Without the pool, the collector may clear a block before its history is posted.
            self.dropped.close()
            self.pool.blocks.clear()
