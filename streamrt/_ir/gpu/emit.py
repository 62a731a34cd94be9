"""The text of a form for a GPU, by its kind."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from streamrt._ir.gpu.columns import columns_for, write_columns
from streamrt._ir.gpu.dialects import CUDA, Dialect
from streamrt._ir.gpu.elementwise import items_of, write_elementwise
from streamrt._ir.gpu.product import TILE, write_product
from streamrt._ir.gpu.reduce import THREADS
from streamrt._ir.gpu.rows import team_for, write_rows
from streamrt._ir.gpu.writer import Writer
from streamrt._ir.loops import Loops

__all__ = ["THREADS", "blocks_for", "emit"]


_WRITERS = {
    "elementwise": write_elementwise,
    "rows": write_rows,
    "columns": write_columns,
    "product": write_product,
}


def emit(
    form: Loops,
    entry: str,
    dialect: Dialect = CUDA,
    constants: frozenset[int] = frozenset(),
) -> str:
    """Returns the text of a form, without the definition of `Words`.

    Args:
        form: the kernel. Its extents are no part of the text.
        entry: the name of the function to define.
        dialect: the language of the text.
        constants: the inputs that lie in memory of constants.
    """
    return _WRITERS[form.kind](form, entry, Writer(dialect, constants))


def blocks_for(form: Loops, by_loop: Mapping[int, int]) -> int:
    """Returns how many blocks of THREADS threads have work, at least 1.

    Any other number from 1 on is right, too, and gives the same bits.

    Args:
        form: the kernel; its own extents do not count.
        by_loop: the extent of each loop that an operand walks.
    """
    return max(1, _blocks(form, [by_loop.get(loop, 1) for loop in range(len(form.extents))]))


def _blocks(form: Loops, extents: list[int]) -> int:
    """Returns how many blocks have work."""
    if form.kind == "elementwise":
        return -(-prod(extents) // (THREADS * items_of(form)))
    if form.kind == "product":
        *batches, n, m, _ = extents
        return prod(batches) * -(-n // TILE) * -(-m // TILE)
    if form.block:
        extents[form.reduced - 1] = -(-extents[form.reduced] // form.block)
    around = prod(extents[: form.reduced])
    if form.kind == "columns":
        return around * -(-extents[-1] // columns_for(extents[-1]))
    return -(-around * team_for(form.block or extents[-1]) // THREADS)
