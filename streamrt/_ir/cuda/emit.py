"""The CUDA C of a form, by its kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod

from streamrt._ir.cuda.elementwise import write_elementwise
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


def emit(form: Loops, entry: str) -> CUDAText:
    """Returns the CUDA C of a form.

    Args:
        form: the kernel. Its extents are no part of the text.
        entry: the name of the function to define.
    """
    loops = range(len(form.extents))

    def blocks(extents: Mapping[int, int]) -> int:
        return -(-prod([extents.get(loop, 1) for loop in loops]) // BLOCK)

    return CUDAText(write_elementwise(form, entry), entry, BLOCK, blocks)
