"""A device's memory: pooled blocks, the allocations made of them, and foreign memory."""

from __future__ import annotations

import gc
import itertools
import threading
from collections import deque
from typing import TYPE_CHECKING, Any, cast

from streamrt._core.pool import Block, MemoryStats, Pool, size_class
from streamrt._core.ranges import Tracked
from streamrt._core.timeline import Timeline
from streamrt._runtime.engine import OPEN, Dead, Engine
from streamrt.errors import OutOfMemoryError

if TYPE_CHECKING:
    import numpy as np

    from streamrt._native.device import NativeDevice
    from streamrt._runtime.dispatch import DispatchedDevice

_serials = itertools.count(1)
_sharing = threading.Lock()


class Allocation:
    """Memory of one buffer and its views. Its last handle's end makes it reusable.

    Attributes:
        address: of the byte from which `tracked` counts: its first, or 0.
        tracked: its hazards.
    """

    __slots__ = ("_block", "_dead", "_memory", "_owner", "address", "tracked")

    def __init__(
        self,
        address: int,
        tracked: Tracked,
        memory: Memory | None,
        block: object,
        dead: deque[Dead],
    ) -> None:
        self.address: int = address
        self.tracked: Tracked = tracked
        self._memory = memory
        self._block = block
        self._dead = dead
        self._owner: Allocation | None = None

    def owner(self) -> Allocation:
        """What keeps the memory, for arrays that share it: it outlives `delete` and `donate`."""
        with _sharing:
            if self._owner is None:
                block, self._block = self._block, None
                self._owner = Allocation(
                    self.address, self.tracked, self._memory, block, self._dead
                )
            return self._owner

    def held_by(self, memory: Memory) -> int:
        """The bytes of that pool that it holds."""
        block = self._block
        return block.size if self._memory is memory and isinstance(block, Block) else 0

    def end(self) -> None:
        """Gives the memory up, once. Takes no lock: also called by the collector."""
        owner, self._owner = self._owner, None
        if owner is not None:
            # Nothing can be submitted any more, so what is left of the history is its end. With
            # all of it, a call whose result is its argument's array would keep itself for ever:
            # history, execution, result, memory, history; arrays hide that from the collector.
            history = self.tracked
            owner.tracked = Tracked(history.nbytes, history.name, history.death_frontier())
            owner.tracked.bar = history.bar
            if history.handles is not None:  # what is pending counts for who wraps the array next
                self._dead.append((history, None, None))
        block, self._block = self._block, None
        if block is None:
            return
        if self._memory is not None and self._memory.is_closed:
            self._memory.drop(block)
        else:
            self._dead.append((self.tracked, self._memory, block))

    def pass_on(self) -> Allocation:
        """The same memory and history under a new handle; this one counts as deleted.

        Under the lock.
        """
        block, self._block = self._block, None
        heir = self.tracked.pass_on()
        new = Allocation(self.address, heir, self._memory, block, self._dead)
        new._owner, self._owner = self._owner, None
        return new

    def __del__(self) -> None:
        self.end()


class Memory:
    """The pool of one device."""

    overhead = ""  # what of a request is not the user's, in words

    def __init__(
        self,
        engine: Engine,
        device: NativeDevice | DispatchedDevice,
        name: str,
        limit: int | None,
    ) -> None:
        self._engine = engine
        self._device = device
        self._name = name
        self._pool = Pool(limit)
        self.is_closed: bool = False
        self.is_host: bool = device.host_memory

    @property
    def name(self) -> str:
        """The device's."""
        return self._name

    def allocate(self, nbytes: int, for_host: bool) -> Allocation:
        """Memory of at least that many bytes, 64-byte aligned, with its hazards.

        Args:
            nbytes: 0 is allowed.
            for_host: whether the host writes it at once, so that nothing may still use it.

        Raises:
            OutOfMemoryError: at the pool's limit, or when the device has no more.
        """
        engine = self._engine
        size = size_class(nbytes)
        with engine.lock:
            if engine.state != OPEN:
                raise engine.refusal(f"allocate {nbytes} bytes on {self._name}")
            if engine.dead:
                engine.reap_dead()
            block = self._pool.take(size, for_host) or self._find(size, for_host)
            if block is not None:
                death, block.death = block.death, None
                tracked = Tracked(nbytes, next(_serials), death)
                return Allocation(block.address, tracked, self, block, engine.dead)
        return self._allocate_at_last(nbytes, for_host)

    def _allocate_at_last(self, nbytes: int, for_host: bool) -> Allocation:
        """One more try, without garbage; under no lock, for the collector runs anybody's code."""
        gc.collect()
        with self._engine.lock:
            block = self._find(size_class(nbytes), for_host)
            if block is None:
                reserved, in_use, busy = self._pool.reserved, self._pool.in_use, self._pool.busy()
            else:
                death, block.death = block.death, None
                tracked = Tracked(nbytes, next(_serials), death)
                return Allocation(block.address, tracked, self, block, self._engine.dead)
        later = f", {busy} come back when pending work is over" if busy else ""
        remedy = "wait with `await rt.sync()`, " if busy else ""
        message = (
            f"allocate {nbytes} bytes{self.overhead} on {self._name}: {reserved} bytes are "
            f"reserved, {in_use} in use{later}, the limit is {self._pool.limit}; {remedy}delete "
            "buffers or raise memory_limit"
        )
        from streamrt._runtime.live import list_live  # only needed here

        raise OutOfMemoryError("\n".join([message, *list_live(self, in_use)]))

    def _find(self, size: int, for_host: bool) -> Block | None:
        """Looks again at what has completed, then asks the device, then trims and asks again."""
        self._engine.reap_lanes()
        self._engine.reap_dead()
        block = self._pool.take(size, for_host)
        if block is not None:
            return block
        for attempt in range(2):
            if self._pool.fits(size):
                address = self._device.alloc(size)
                if address:
                    return self._pool.add(address, size)
            if attempt == 0:
                self._release(size)
        return None

    def _release(self, nbytes: int | None) -> int:
        released = 0
        for block in self._pool.trim(nbytes):
            self.drop(block)
            released += block.size
        return released

    def give(self, block: object, death: dict[Timeline, int] | None) -> None:
        """A block comes back. Under the lock."""
        self._pool.give(cast(Block, block), death)

    def drop(self, block: object) -> None:
        """Gives a block back to the system, when nothing can be using it."""
        self._device.free(cast(Block, block).address)

    def trim(self, nbytes: int | None) -> int:
        """Gives free blocks back to the system; returns the bytes released."""
        self._engine.tidy()
        with self._engine.lock:
            return self._release(nbytes)

    def stats(self) -> MemoryStats:
        """The pool's statistics, all that is dropped counted as free."""
        self._engine.tidy()
        with self._engine.lock:
            return self._pool.stats()

    def close(self) -> None:
        """Frees what is free; live allocations free themselves later. Under no lock."""
        self.trim(None)
        self.is_closed = True


class Shared:
    """What a NumPy array that shares a buffer's memory keeps alive, and describes itself by."""

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
            "typestr": dtype.str,
            "descr": dtype.descr,
        }
