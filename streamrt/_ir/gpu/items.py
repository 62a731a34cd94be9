"""Several elements of a thread at a time: all their loads stand before the first store.

A compiler could not do that by itself, because an output may have the memory of an input. One load
at a time from each thread would leave much of the memory's bandwidth unused (believed, not
measured).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.gpu.body import GPUScope
from streamrt._ir.gpu.writer import Writer
from streamrt._ir.loops import Loops

__all__ = ["items_for", "write_items"]

_BYTES, _MOST_ITEMS, _MOST_VALUES = 16, 4, 16
"""The bytes that a thread loads of an operand at a time, the most elements that these may be, and
the most values that wait in registers."""


def items_for(form: Loops, loads: Sequence[int]) -> int:
    """Returns the elements that a thread takes at a time, for these loads: a power of two."""
    widest = max((DTYPES[form.body[k].dtype].itemsize for k in loads), default=_BYTES)
    items = min(_MOST_ITEMS, _BYTES // widest)
    while items > 1 and items * len(loads) > _MOST_VALUES:
        items //= 2
    return items


def write_items(
    writer: Writer,
    scope: GPUScope,
    loads: Sequence[int],
    targets: Sequence[int],
    items: int,
    turn: tuple[str, str, str],
    where: Callable[[], Mapping[int, str]],
) -> None:
    """Writes what a thread does for several elements.

    Args:
        writer: takes the text.
        scope: the values that all of them share.
        loads: the loads to do first.
        targets: all instructions to run, in order, the loads among them.
        items: how many elements.
        turn: the name of the number of an element, its value for the `k`th one, and what it is
            below.
        where: writes what follows from that number; returns the index of each loop.
    """
    form, (name, value, bound) = scope.frame.form, turn
    dialect = writer.dialect
    for k in loads:
        writer.do(f"{dialect.register[form.body[k].dtype]} l{k}[{items}];")
    for is_load in (True, False):
        writer.do("#pragma unroll")
        with writer.block(f"for (int k = 0; k < {items}; k++)"):
            writer.do(f"const {dialect.long} {name} = {value};")
            with writer.block(f"if ({name} < {bound})"):
                indexes, inner = where(), scope.inner()
                for k in loads:
                    if is_load:
                        writer.do(f"l{k}[k] = {inner.loaded(k, indexes)};")
                    else:
                        inner.define(k, f"l{k}[k]")
                if not is_load:
                    inner.run(targets, indexes)
