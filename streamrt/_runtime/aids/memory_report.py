"""A list of the buffers that hold a device's memory, for the error when none is left.

Allocations are found among all objects that the collector knows. That takes milliseconds, but
only here; a registry would cost time at every allocation.
"""

from __future__ import annotations

import gc
from typing import cast

from streamrt._compile.signatures.layout import Layout
from streamrt._core.tracking.pool import Block
from streamrt._core.tracking.ranges import label
from streamrt._runtime.aids.other_pools import list_others
from streamrt._runtime.memory.allocations import Allocation, Share, is_allocation
from streamrt._runtime.memory.blocks import Memory
from streamrt._runtime.memory.typed_memory import TypedMemory
from streamrt._runtime.tracking import Tracked

MOST_LINES = 10


def list_live(memory: Memory, in_use: int) -> list[str]:
    """Lists the live allocations of a pool, the largest first, one on a line, down to a limit.

    Args:
        memory: the pool.
        in_use: how many of its bytes are in use; a last line names those not listed.
    """
    blocks: dict[Block, Tracked | Share] = {}
    layouts: dict[Tracked | Share, Layout] = {}
    for thing in gc.get_objects():
        try:
            if is_allocation(thing):
                allocation = cast(Allocation, thing)
                if (block := allocation.held_by(memory)) is not None:
                    blocks[block] = allocation.tracked
            elif type(thing) is Share and thing.memory is memory:
                blocks.setdefault(cast(Block, thing.block), thing)
            elif issubclass(type(thing), TypedMemory):  # isinstance would call a weak proxy's code
                _widest(layouts, cast(TypedMemory, thing))
        except AttributeError:  # another thread is in the middle of making it
            continue
    found = sorted(blocks.items(), key=_place)
    lines = [_line(block.size, held, layouts.get(held)) for block, held in found[:MOST_LINES]]
    listed = sum(block.size for block, _ in found[:MOST_LINES])
    if found[MOST_LINES:]:
        lines.append(f"  {in_use - listed} bytes: {len(found) - MOST_LINES} smaller ones")
    elif in_use > listed:
        lines.append(f"  {in_use - listed} bytes: allocations that were not found")
    return lines if memory.is_host else [*lines, *list_others()]


def _place(entry: tuple[Block, Tracked | Share]) -> tuple[int, int, str]:
    """Returns the sort key of a block: larger ones are first, then older ones."""
    block, held = entry
    name = label(held.name)
    return -block.size, len(name), name


def _widest(layouts: dict[Tracked | Share, Layout], buffer: TypedMemory) -> None:
    """Takes note of a buffer's layout, unless a larger view of the same memory is known."""
    tracked, layout = buffer._region.tracked, buffer._layout
    known = layouts.get(tracked)
    if known is None or layout.nbytes > known.nbytes:
        layouts[tracked] = layout


def _line(nbytes: int, held: Tracked | Share, layout: Layout | None) -> str:
    shown = f" {layout}" if layout is not None and layout.device is not None else ""
    why = " (deleted, but an array shares it)" if isinstance(held, Share) else ""
    return f"  {nbytes} bytes: buffer {label(held.name)}{shown}{why}"
