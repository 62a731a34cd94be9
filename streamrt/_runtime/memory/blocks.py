"""The memory of a device: pooled blocks, allocations of them, and foreign memory."""

from __future__ import annotations

import gc
import itertools
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from streamrt._core.finalizers import NOTHING, AtEnd, Inbox
from streamrt._core.tracking.pool import Block, MemoryStats, Pool, size_class
from streamrt._core.tracking.ranges import DELETED, GONE, label
from streamrt._native.core import Core, at_load, core
from streamrt._native.tracking import REGION
from streamrt._runtime.ending.lifecycle import OPEN
from streamrt._runtime.ending.reclaim import Dead
from streamrt._runtime.engine import Engine
from streamrt._runtime.tracking import IN_PYTHON, Dropped, Region, Timeline, Tracked
from streamrt.errors import DeletedBufferError, OutOfMemoryError

if TYPE_CHECKING:
    import numpy as np


if IN_PYTHON:
    next_name: Callable[[], Any] = itertools.count(1).__next__
else:

    def next_name() -> Any:
        """Returns None: native histories have the number of their memory as name."""


class Allocation(AtEnd):
    """The memory of one buffer and its views. It can be reused after its last handle is dropped.

    Only an allocation has the memory's history. A history knows failed executions, these know
    their errors, and errors know frames of users. So an object that the garbage collector cannot
    look into must not know a history: arrays that share the memory keep a `Share` instead.

    Attributes:
        address: the address from which `tracked` counts: that of its first byte, or 0.
        tracked: its history.
        memory: the owner of its block; None for foreign memory.
        block: the block, or the object that keeps foreign memory; None in a capture.
    """

    __slots__ = ("address", "block", "memory", "tracked")

    def __init__(
        self,
        address: int,
        tracked: Tracked,
        memory: Memory | None,
        block: object,
        dead: Inbox[Dead],
    ) -> None:
        self.address: int = address
        self.tracked: Tracked = tracked
        self.memory: Memory | None = memory
        self.block: object = block
        pool = None if memory is None else memory.pool
        self.__del__: Callable[[], object] = (
            NOTHING if block is None else partial(dead, (tracked, pool, block))
        )

    def held_by(self, memory: Memory) -> Block | None:
        """Returns its block, if that belongs to the given memory and was not given up."""
        is_held = self.memory is memory and not self.tracked.bar & GONE
        return cast(Block, self.block) if is_held else None

    def share(self, engine: Engine) -> Share:
        """Returns a share for arrays; it keeps the memory even after the buffer's delete.

        If such an array is wrapped later, it is known to be this memory.

        Raises:
            DeletedBufferError: the memory was given up meanwhile.
            ClosedError: the runtime is closed.
        """
        with engine.lock:
            if engine.state == OPEN and not self.tracked.bar & DELETED:
                engine.areas.export(self.tracked, self.address)
                return Share(self, engine.dead)
        what = f"share {label(self.tracked.name)}"
        if engine.state != OPEN:
            raise engine.refusal(what)
        raise DeletedBufferError(f"{what}: the buffer was deleted or donated; make a new one")

    def end(self) -> None:
        """Gives the memory up; a second call does nothing."""
        give_up, self.__del__ = self.__del__, NOTHING
        give_up()

    def surrender(self) -> object:
        """Gives its block up to the caller. Under the lock, or before others know it."""
        self.disarm()
        self.tracked.bar |= DELETED | GONE
        return self.block

    def pass_on(self, dead: Inbox[Dead]) -> Allocation:
        """Returns a new handle of the same memory and history; this one counts as deleted.

        Under the lock.
        """
        heir = self.tracked.pass_on()
        new = Allocation(self.address, heir, self.memory, None, dead)
        pool = None if self.memory is None else self.memory.pool
        give_up = partial(dead, (heir, pool, self.block))
        # One statement: after a Ctrl-C between two of these, both would have the block, or none.
        new.block, new.__del__, self.__del__ = self.block, give_up, NOTHING
        self.tracked.bar |= DELETED | GONE
        return new


def new_allocation(
    address: int, tracked: Tracked, memory: Memory | None, block: object, engine: Engine
) -> Allocation:
    """Returns the memory of one buffer; see `Allocation`. With the native tracker it is a region.

    Args:
        address: the address from which `tracked` counts.
        tracked: its history.
        memory: the owner of its block; None for foreign memory.
        block: the block, or the object that keeps foreign memory; None in a capture.
        engine: the runtime's.
    """
    if IN_PYTHON:
        return Allocation(address, tracked, memory, block, engine.dead)
    dropped = engine.reclaimer.dropped if memory is None else memory.dropped
    size = 0 if memory is None else cast(Block, block).size
    made: Any = engine.core.new_allocation(address, tracked, dropped, block, size)
    return cast(Allocation, made)


def whole_region(allocation: Allocation, nbytes: int) -> Region:
    """Returns the region of an allocation's first bytes."""
    if IN_PYTHON:
        return Region(allocation.tracked, 0, nbytes, False, allocation.address)
    return cast(Region, core().whole(allocation, nbytes))


def is_allocation(thing: object) -> bool:
    """Returns whether a thing is an allocation, or with the native tracker a part of one."""
    return type(thing) is (Allocation if IN_PYTHON else core().types[REGION])


def _pass_on(allocation: Any, dead: Inbox[Dead]) -> Any:
    """Passes a native allocation on; see `Allocation.pass_on`."""
    del dead
    new = allocation.pass_to(allocation.tracked.pass_on())
    allocation.tracked.bar |= DELETED | GONE
    return new


def _prepare(native: Core) -> None:
    """Gives native allocations the methods of `Allocation` that are the same."""
    region = native.types[REGION]
    for name in ("held_by", "share", "surrender"):
        setattr(region, name, vars(Allocation)[name])
    region.pass_on = _pass_on


at_load(_prepare)


class Share(AtEnd):
    """A keeper of memory for arrays that share it. It knows no history.

    Attributes:
        memory: the owner of the block; None for foreign memory.
        block: the block, or the object that keeps foreign memory.
        name: the name of the allocation.
    """

    __slots__ = ("block", "memory", "name")

    def __init__(self, allocation: Allocation, dead: Inbox[Dead]) -> None:
        """Takes a share of an allocation. Under the lock."""
        self.memory: Memory | None = allocation.memory
        self.block: object = allocation.block
        self.name: str | int = allocation.tracked.name
        if self.memory is not None:
            block = cast(Block, self.block)
            give_back = partial(dead, (None, self.memory.pool, block))
            block.shares += 1  # no call until `__del__`, which gives it back, is set
            self.__del__: Callable[[], object] = give_back

    def end_on(self, stream: int, returned: Inbox[Returned]) -> None:
        """Has its end come after all that a stream of another library is given until then.

        Args:
            stream: the stream.
            returned: the inbox of those who see to that.
        """
        if self.memory is not None:
            self.__del__ = partial(returned, (stream, self.memory.pool, cast(Block, self.block)))


# A share that has ended while a stream of another library may still use its block: the stream, the
# pool of the block, and the block.
Returned: TypeAlias = "tuple[int, Pool, Block]"


class Source(Protocol):
    """The part of a device that blocks come from."""

    @property
    def host_memory(self) -> bool:
        """Whether they are in the host's memory."""
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
        is_host: whether it is the host's.
    """

    overhead = ""  # the part of a request that the user did not ask for, in words

    def __init__(self, engine: Engine, device: Source, name: str, limit: int | None) -> None:
        self._engine = engine
        self._device = device
        self._name = name
        self.pool: Pool = Pool(limit)
        self.dropped: Dropped = engine.reclaimer.new_dropped(self)
        self._take_dropped = self.dropped.take
        self.report: Callable[[Memory, int], list[str]] = _no_report
        self.is_host: bool = device.host_memory

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

    def stats(self) -> MemoryStats:
        """Returns the pool's statistics; dropped memory counts as free."""
        self._engine.tidy()
        with self._engine.lock:
            return self.pool.stats(self.dropped.recycled)

    def close(self) -> None:
        """Frees all blocks, even those of live buffers. Under no lock, when nothing can run.

        A block that arrays share frees itself when the last of them is dropped.
        """
        self._engine.tidy()
        with self._engine.lock:
            for block in self.pool.end():
                self.drop(block)
            for block in self.pool.blocks:
                block.__del__ = self._device.releaser(block.address)
            # Without the pool, the collector may clear a block before its history is posted.
            self.dropped.close()
            self.pool.blocks.clear()


def _no_report(memory: Memory, in_use: int) -> list[str]:
    del memory, in_use
    return []


class Shared:
    """The description of a buffer's memory from which NumPy makes an array that shares it."""

    __slots__ = ("__array_interface__", "_keep")

    def __init__(
        self,
        address: int,
        dtype: np.dtype[Any],
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        readonly: bool,
        keep: object,
    ) -> None:
        self._keep = keep
        self.__array_interface__: dict[str, object] = {
            "version": 3,
            "data": (address, readonly),
            "shape": shape,
            "strides": strides,
            "typestr": dtype.str,  # of a structured dtype: its bytes
        }
