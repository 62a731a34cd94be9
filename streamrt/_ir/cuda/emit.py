"""The CUDA C of a form, by its kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod

from streamrt._ir.cuda.elementwise import write_elementwise
from streamrt._ir.cuda.rows import team_for, write_rows
from streamrt._ir.loops import Loops

__all__ = ["BLOCK", "CUDAText", "emit"]

BLOCK = 256
"""The threads of a block."""


@dataclass(frozen=True, slots=True)
class CUDAText:
    """The text of one form.

    Attributes:
        source: CUDA C++, without the definition of `Words`.
        entry: the name of the kernel in it.
        block: the threads of a block, which the text depends on.
        blocks: takes the extents of the loops; returns how many blocks there is work for. Any
            other number from 1 on is right, too, and gives the same bits.
    """

    source: str
    entry: str
    block: int
    blocks: Callable[[Mapping[int, int]], int]


_WRITERS = {"elementwise": write_elementwise, "rows": write_rows}


def emit(form: Loops, entry: str) -> CUDAText:
    """Returns the CUDA C of a form.

    Args:
        form: the kernel. Its extents are no part of the text.
        entry: the name of the function to define.
    """

    def blocks(extents: Mapping[int, int]) -> int:
        return -(-_threads(form, extents) // BLOCK)

    return CUDAText(_WRITERS[form.kind](form, entry), entry, BLOCK, blocks)


def _threads(form: Loops, extents: Mapping[int, int]) -> int:
    """Returns how many threads there is work for."""
    counts = [extents.get(loop, 1) for loop in range(len(form.extents))]
    if form.kind == "elementwise":
        return prod(counts)
    length = form.block or counts[form.reduced]
    if form.block:
        counts[form.reduced - 1] = -(-counts[form.reduced] // form.block)
    return prod(counts[: form.reduced]) * team_for(length)
