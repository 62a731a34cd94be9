"""Functions written for one graph: they do for its replays what `Kernel.bind` does for launches.

They check nothing: a wrong binding raises TypeError or AttributeError there, or gives layouts
without a program. Then the slow path says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

from streamrt._core.tracking.hazards import Reads, Writes
from streamrt._runtime.memory.typed_memory import TypedMemory
from streamrt._runtime.tracking import Region

Bind: TypeAlias = "Callable[..., tuple[list[Any], tuple[Any, ...]]]"
Gather: TypeAlias = "Callable[..., tuple[bool, Reads, Writes, tuple[int, ...]]]"


MOST_COMPARED = 3  # bases that are compared pair by pair; more of them are as a set


class Touch(NamedTuple):
    """Bytes of one bound buffer that a graph reads or writes.

    Attributes:
        base: the number of the buffer.
        start: the first byte, counted from the buffer's first element.
        stop: the byte behind the last.
        reads: whether they are read before the graph has written them, or may be left as they were.
        writes: whether they are written.
        is_all: whether they are the whole buffer.
    """

    base: int
    start: int
    stop: int
    reads: bool
    writes: bool
    is_all: bool


def write_bind(names: Sequence[str], defaults: Sequence[object]) -> Bind:
    """Writes `bind(*, name=default, ...)`, which returns the bound buffers and their layouts.

    Args:
        names: identifiers without a leading underscore; graphs check that.
        defaults: the buffer of each name, or None, whose layout is None, too.
    """
    parameters = ", ".join(f"{name}=_{i}" for i, name in enumerate(names))
    layouts = "".join(
        f"{name}._layout, "
        if default is not None
        else f"{name} if {name} is None else {name}._layout, "
        for name, default in zip(names, defaults, strict=True)
    )
    text = f"def bind({'*, ' if names else ''}{parameters}):\n"
    text += f"    return [{', '.join(names)}], ({layouts})\n"
    return _function("bind", text, {f"_{i}": value for i, value in enumerate(defaults)})


def write_gather(bases: int, touches: Sequence[Touch]) -> Gather:
    """Writes `gather(life, arena, b0, b1, ...)`, which returns the facts for a launch.

    They are: whether any of the buffers share memory; the regions read; the regions written
    (`life` among them), each with whether it is read as well; the addresses (`arena` among them).
    """
    names = [f"b{i}" for i in range(bases)]
    reads, writes = "", "life, "
    for touch in touches:
        name = names[touch.base]
        region = f"part({name}, {touch.start}, {touch.stop})"
        region = f"{name}._region" if touch.is_all else region
        if touch.writes:
            writes += f"({region}, {touch.reads}), "
        else:
            reads += f"{region}, "
    memory = [f"{name}._region.tracked.memory" for name in names]
    addresses = "".join(f"{name}._address, " for name in names)
    if bases <= MOST_COMPARED:
        is_shared = " or ".join(f"{a} == {b}" for a, b in combinations(memory, 2)) or "False"
    else:
        is_shared = f"len({{{', '.join(memory)}}}) != {bases}"
    text = f"def gather({', '.join(['life', 'arena', *names])}):\n"
    text += f"    return {is_shared}, ({reads}), ({writes}), (arena, {addresses})\n"
    return _function("gather", text, {"part": part})


def offset_of(buffer: TypedMemory) -> int:
    """Returns the offset of a buffer's first element in its allocation, in bytes."""
    assert buffer._allocation is not None
    return buffer._address - buffer._allocation.address


def part(buffer: TypedMemory, start: int, stop: int) -> Region:
    """Returns the part of a buffer's memory between two offsets from its first element."""
    offset = offset_of(buffer)
    tracked, address = buffer._region.tracked, buffer._address + start
    return Region(tracked, offset + start, offset + stop, False, address)


def _function(name: str, text: str, namespace: dict[str, Any]) -> Callable[..., Any]:
    exec(text, namespace)
    function: Callable[..., Any] = namespace.pop(name)  # else the two would keep each other alive
    return function
