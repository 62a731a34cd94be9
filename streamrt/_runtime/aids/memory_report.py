"""A list of who holds a device's memory, for the error that says there is none left.

Allocations are found among all objects the collector knows. That takes milliseconds, and it
is paid for only here: a registry would cost every allocation.
"""

from __future__ import annotations

import gc
from typing import cast

from streamrt._compile.layout import Layout
from streamrt._core.tracking.pool import Block
from streamrt._core.tracking.ranges import Tracked, label
from streamrt._runtime.memory import Allocation, Memory, Share
from streamrt._runtime.typed_memory import TypedMemory

MOST_LINES = 10


def list_live(memory: Memory, in_use: int) -> list[str]:
    """The live allocations of a pool, largest first, a line for each of the first ones.

    Args:
        memory: the pool.
        in_use: bytes of it that are in use. What none of the allocations found accounts for
            stands in the last line.
    """
    blocks: dict[Block, Tracked | Share] = {}
    layouts: dict[Tracked | Share, Layout] = {}
    for thing in gc.get_objects():
        try:
            if type(thing) is Allocation and (block := thing.held_by(memory)) is not None:
                blocks[block] = thing.tracked
            elif type(thing) is Share and thing.memory is memory:
                blocks.setdefault(cast(Block, thing.block), thing)
            elif issubclass(type(thing), TypedMemory):  # a weak proxy would be asked itself
                _widest(layouts, cast(TypedMemory, thing))
        except AttributeError:  # another thread is in the middle of making it
            continue
    found = sorted(blocks.items(), key=lambda entry: entry[0].size, reverse=True)
    lines = [_line(block.size, held, layouts.get(held)) for block, held in found[:MOST_LINES]]
    listed = sum(block.size for block, _ in found[:MOST_LINES])
    if found[MOST_LINES:]:
        lines.append(f"  {in_use - listed} bytes: {len(found) - MOST_LINES} smaller ones")
    elif in_use > listed:
        lines.append(f"  {in_use - listed} bytes: allocations that were not found")
    return lines


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
