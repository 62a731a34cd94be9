"""Who holds a device's memory, for the error that says there is none left.

Allocations are found among all objects the collector knows. That takes milliseconds, and it
is paid for only here: a registry would cost every allocation.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from streamrt._compile.layout import Layout
from streamrt._core.ranges import DELETED, Tracked, label
from streamrt._runtime.buffer import Buffer
from streamrt._runtime.memory import Allocation

if TYPE_CHECKING:
    from streamrt._runtime.memory import Memory

MOST_LINES = 10


def list_live(memory: Memory, in_use: int) -> list[str]:
    """The live allocations of a pool, largest first, a line for each of the first ones.

    Args:
        memory: the pool.
        in_use: bytes of it that are in use. What none of the allocations found accounts for
            stands in the last line.
    """
    found: list[tuple[int, Tracked]] = []
    layouts: dict[Tracked, Layout] = {}
    for thing in gc.get_objects():
        try:
            if type(thing) is Allocation and (nbytes := thing.held_by(memory)):
                found.append((nbytes, thing.tracked))
            elif type(thing) is Buffer:
                _widest(layouts, thing)
        except AttributeError:  # another thread is in the middle of making it
            continue
    found.sort(key=lambda entry: entry[0], reverse=True)
    lines = [_line(nbytes, t, layouts.get(t)) for nbytes, t in found[:MOST_LINES]]
    listed = sum(nbytes for nbytes, _ in found[:MOST_LINES])
    if found[MOST_LINES:]:
        lines.append(f"  {in_use - listed} bytes: {len(found) - MOST_LINES} smaller ones")
    elif in_use > listed:
        lines.append(f"  {in_use - listed} bytes: allocations that were not found")
    return lines


def _widest(layouts: dict[Tracked, Layout], buffer: Buffer) -> None:
    """Takes note of a buffer's layout, unless a larger view of the same memory is known."""
    tracked, layout = buffer._region.tracked, buffer._layout
    known = layouts.get(tracked)
    if known is None or layout.nbytes > known.nbytes:
        layouts[tracked] = layout


def _line(nbytes: int, tracked: Tracked, layout: Layout | None) -> str:
    shown = f" {layout}" if layout is not None and layout.device is not None else ""
    why = " (deleted, but an array shares it)" if tracked.bar & DELETED else ""
    return f"  {nbytes} bytes: buffer {label(tracked.name)}{shown}{why}"
