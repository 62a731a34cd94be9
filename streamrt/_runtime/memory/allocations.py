"""Allocations: the memory of one buffer and its views, with a history; and what shares it."""

from __future__ import annotations

import gc
import itertools
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from streamrt._core.finalizers import NOTHING, AtEnd, Inbox
from streamrt._core.tracking.pool import Block, Pool
from streamrt._core.tracking.ranges import DELETED, GONE, label
from streamrt._native.core import Core, at_load, core
from streamrt._native.tracking import REGION
from streamrt._runtime.ending.lifecycle import OPEN
from streamrt._runtime.ending.reclaim import Dead
from streamrt._runtime.engine import Engine
from streamrt._runtime.tracking import IN_PYTHON, Region, Tracked
from streamrt.errors import DeletedBufferError

if TYPE_CHECKING:
    import numpy as np

    from streamrt._runtime.memory.blocks import Memory


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


def find_live(memory: Memory) -> list[Allocation]:
    """Finds the live allocations of a memory among all objects that the collector knows. Slow."""
    found: dict[Block, Allocation] = {}
    for thing in gc.get_objects():
        try:
            if is_allocation(thing):
                allocation = cast(Allocation, thing)
                if (block := allocation.held_by(memory)) is not None:
                    found[block] = allocation
        except AttributeError:  # another thread is in the middle of making it
            continue
    return list(found.values())


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
