"""The CUDA C of a form, by its kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod

from streamrt._ir.cuda.columns import columns_for, write_columns
from streamrt._ir.cuda.elementwise import write_elementwise
from streamrt._ir.cuda.product import TILE, write_product
from streamrt._ir.cuda.reduce import THREADS
from streamrt._ir.cuda.rows import team_for, write_rows
from streamrt._ir.loops import Loops

__all__ = ["CUDAText", "emit"]


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


_WRITERS = {
    "elementwise": write_elementwise,
    "rows": write_rows,
    "columns": write_columns,
    "product": write_product,
}


def emit(form: Loops, entry: str) -> CUDAText:
    """Returns the CUDA C of a form.

    Args:
        form: the kernel. Its extents are no part of the text.
        entry: the name of the function to define.
    """

    def blocks(extents: Mapping[int, int]) -> int:
        return _blocks(form, [extents.get(loop, 1) for loop in range(len(form.extents))])

    return CUDAText(_WRITERS[form.kind](form, entry), entry, THREADS, blocks)


def _blocks(form: Loops, extents: list[int]) -> int:
    """Returns how many blocks there is work for."""
    if form.kind == "elementwise":
        return -(-prod(extents) // THREADS)
    if form.kind == "product":
        *batches, n, m, _ = extents
        return prod(batches) * -(-n // TILE) * -(-m // TILE)
    if form.block:
        extents[form.reduced - 1] = -(-extents[form.reduced] // form.block)
    around = prod(extents[: form.reduced])
    if form.kind == "columns":
        return around * -(-extents[-1] // columns_for(extents[-1]))
    return -(-around * team_for(form.block or extents[-1]) // THREADS)
