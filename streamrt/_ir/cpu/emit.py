"""The code of a form, by its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamrt._ir.cpu.columns import emit_columns
from streamrt._ir.cpu.elementwise import emit_elementwise
from streamrt._ir.cpu.frame import Text
from streamrt._ir.cpu.products.product import emit_product
from streamrt._ir.cpu.rows import emit_rows
from streamrt._ir.loops import Loops

if TYPE_CHECKING:
    from streamrt._compile.llvm.targets import Target

__all__ = ["Text", "emit", "split_of"]

_EMITTERS = {
    "elementwise": emit_elementwise,
    "rows": emit_rows,
    "columns": emit_columns,
    "product": emit_product,
}


def emit(form: Loops, entry: str, target: Target | None = None) -> Text:
    """Returns the LLVM IR of a form.

    Args:
        form: the kernel. Its extents are no part of the code.
        entry: the name of the function to define.
        target: the CPU that it is for; None is this process's.
    """
    return _EMITTERS[form.kind](form, entry, target)


def split_of(form: Loops) -> tuple[int, ...]:
    """Returns the loops whose turns, all together, are divided by `lo` and `hi`; maybe none."""
    walked = form.extent_words()
    if form.kind == "product":
        return tuple([loop for loop in range(form.reduced) if loop in walked])
    if form.kind == "columns" and form.reduced == 0:
        return (1,) if 1 in walked else ()
    is_divided = form.reduced != 0 and 0 in walked
    return (0,) if is_divided else ()
