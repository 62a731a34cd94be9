"""Memory with canaries: `guard=True` puts 64 known bytes before and behind each allocation.

The host writes them when it hands a block out, so the block's last life must have ended by then. It
fills the block, too, with a pattern that is a NaN in every float dtype and an odd number in every
other one. So nobody finds the elements of an older array there, and what is computed from memory
that nothing wrote is a NaN, which `check_finite=True` finds.

After each kernel, a check (see checked.py) looks at the canaries of the buffers it was given.
Damage by an unknown writer is found here: when a block gets its next life, when it is returned to
the system, or when the runtime is closed. It is reported as a failure that nobody retrieved.

To the hazard tracker an allocation has one byte more than the buffer: it stands for the canaries.
A check reads that byte and nothing else of the allocation. So the block's next life waits for the
check, whichever part of the buffer the kernel was given, and nothing else does.
"""

from __future__ import annotations

import ctypes
import itertools
from typing import TYPE_CHECKING, cast

from streamrt._core.tracking.pool import Block
from streamrt._core.tracking.ranges import label
from streamrt._runtime.memory.allocations import Allocation, new_allocation
from streamrt._runtime.memory.blocks import Memory
from streamrt._runtime.tracking import Region, Tracked
from streamrt.errors import OutOfBoundsError

if TYPE_CHECKING:
    from streamrt._native.device import NativeDevice
    from streamrt._runtime.devices.contract_device import DispatchedDevice
    from streamrt._runtime.engine import Engine

CANARY = bytes(0xA5 ^ i for i in range(64))  # the same as in entries.h
MARGIN = len(CANARY)
UNWRITTEN = b"\xf7\xff" * 32
"""The pattern in fresh memory: a NaN as f16 and f32, a signalling NaN as f64."""

_roots = itertools.count(-1, -1)  # for failures without an execution; other roots are positive


def memory_of(
    engine: Engine, device: NativeDevice | DispatchedDevice, name: str, limit: int | None
) -> Memory:
    """Returns the pool that a runtime's options ask for."""
    kind = GuardedMemory if engine.options.guard else Memory
    return kind(engine, device, name, limit)


class GuardedMemory(Memory):
    """The pool of one device; its allocations have canaries on both sides."""

    overhead = f" (of which {2 * MARGIN} are canaries)"
    margin = 2 * MARGIN

    def __init__(
        self,
        engine: Engine,
        device: NativeDevice | DispatchedDevice,
        name: str,
        limit: int | None,
    ) -> None:
        super().__init__(engine, device, name, limit)
        # Every block of the pool, with the size and name of the buffer in it, or the last one.
        self._guarded: dict[Block, tuple[int, str | int]] = {}

    def allocate(self, nbytes: int, for_host: bool) -> Allocation:
        """See `Memory`."""
        del for_host  # the host always writes here: the canaries
        plain = super().allocate(nbytes + self.margin, for_host=True)
        block, name = cast(Block, plain.surrender()), plain.tracked.name
        self._inspect(block)
        self._guarded[block] = (nbytes, name)
        self._write_canaries(block, nbytes)
        address = block.address + MARGIN
        _fill(address, nbytes)
        return new_allocation(address, Tracked(nbytes + 1, name), self, block, self._engine)

    def drop(self, block: Block) -> None:
        """See `Memory`."""
        self._inspect(block)
        self._guarded.pop(block, None)
        super().drop(block)

    def close(self) -> None:
        """See `Memory`."""
        for block in list(self._guarded):
            self._inspect(block)
        super().close()

    def _write_canaries(self, block: Block, nbytes: int) -> None:
        ctypes.memmove(block.address, CANARY, MARGIN)
        ctypes.memmove(block.address + MARGIN + nbytes, CANARY, MARGIN)

    def _inspect(self, block: Block) -> None:
        """Reports damaged canaries, once. No submitted work uses the block any more."""
        if block not in self._guarded:
            return
        nbytes, name = self._guarded[block]
        before = ctypes.string_at(block.address, MARGIN)
        behind = ctypes.string_at(block.address + MARGIN + nbytes, MARGIN)
        if before == behind == CANARY:
            return
        if before != CANARY:
            offset = _first_change(before) - MARGIN
        else:
            offset = nbytes + _first_change(behind)
        self._write_canaries(block, nbytes)
        error = OutOfBoundsError(
            f"free buffer {label(name)} on {self._name}: found {outside(offset, nbytes)} it, "
            "overwritten by something that was not given it as an argument; look for a kernel "
            "with wrong indices among those that ran while it lived",
            offset,
        )
        self._engine.failures.add(next(_roots), error)  # dropping the guard reports it


def canaries(tracked: Tracked) -> Region:
    """Returns the region that stands for an allocation's canaries, behind the buffer's bytes."""
    return Region(tracked, tracked.nbytes - 1, tracked.nbytes)


def _fill(address: int, nbytes: int) -> None:
    """Fills memory with the pattern: each copy doubles what is filled."""
    filled = min(nbytes, len(UNWRITTEN))
    ctypes.memmove(address, UNWRITTEN, filled)
    while filled < nbytes:
        more = min(filled, nbytes - filled)
        ctypes.memmove(address + filled, address, more)
        filled += more


def _first_change(found: bytes) -> int:
    return next(i for i, (a, b) in enumerate(zip(found, CANARY, strict=True)) if a != b)


def outside(offset: int, nbytes: int) -> str:
    """Says in words where a byte outside of an allocation is.

    Args:
        offset: its offset from the allocation's first byte.
        nbytes: the allocation's size.
    """
    side = "before" if offset < 0 else "behind"
    return f"the byte at offset {offset}, {side} the {nbytes} bytes of"
