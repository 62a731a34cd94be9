"""The kind `columns`: reductions along the loop before the last, a column for each thread.

1. Neighbouring threads have neighbouring columns, because these lie side by side in memory. A block
   has up to 32 columns beside each other; fewer, a power of two, if there are fewer.
2. The other threads of the block share the rows: team t takes every row that is as many further on
   as there are teams. The teams' states become one in halves, through shared memory. All that
   depends on the number of columns and rows alone, so no bit depends on the grid.
3. Threads behind the last column come by every barrier, with no rows, and store nothing.
4. The threads of team 0 compute what uses the results.
5. With `block`, the loop before the reduced one counts pieces of it, each with results of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from streamrt._ir.gpu.body import GPUScope, alive, open_scope
from streamrt._ir.gpu.frame import GPUFrame, head, product_of
from streamrt._ir.gpu.helpers import need
from streamrt._ir.gpu.reduce import GPUReduction, groups, reduction, write_halving
from streamrt._ir.gpu.rows import around, write_loop, write_piece
from streamrt._ir.gpu.writer import Writer
from streamrt._ir.loops import Loops, needed

__all__ = ["columns_for", "write_columns"]

_MOST = 32


def columns_for(columns: int) -> int:
    """Returns the columns of a block; `columns_for` in CUDA C is its twin."""
    width = 1
    while width < _MOST and width < columns:
        width *= 2
    return width


def write_columns(form: Loops, entry: str, writer: Writer) -> str:
    """Returns the text of a form that reduces the loop before its last."""
    frame = GPUFrame(writer, form)
    with writer.kernel(head(writer, form, entry)):
        _write(writer, frame, open_scope(frame))
    return writer.text()


def _write(writer: Writer, frame: GPUFrame, scope: GPUScope) -> None:
    """Writes the loop over groups of columns."""
    form, do = frame.form, writer.do
    last, say = form.reduced + 1, writer.dialect
    columns = frame.extent(last)
    do(f"const int width = {need(writer, 'columns_for')}({columns});")
    do(f"const int teams = {say.threads} / width;")
    do(f"const int lane = {say.thread} % width, team = {say.thread} / width;")
    do(f"const {say.long} across = ({columns} + width - 1) / width;")
    do(f"const {say.long} groups = across * {product_of(around(frame))};")
    loop = f"{say.long} group = {say.block}; group < groups; group += {say.blocks}"
    with writer.block(f"for ({loop})"):
        divided = need(writer, "divided")
        do(f"const {say.long} turn = {divided}(group, across);")
        do(f"const {say.long} column = (group - turn * across) * width + lane;")
        do(f"const bool is_column = column < {columns};")
        indexes = frame.unroll("turn", around(frame))
        start = write_piece(writer, frame, indexes)
        do(f"const {say.long} count = is_column ? length : 0;")
        indexes[last] = "column"
        reductions = [reduction(form, k) for k in alive(form) if form.body[k].name == "reduce"]
        inner = scope.inner()
        _reduce(writer, reductions, inner, {**indexes, form.reduced: "i"}, start)
        with writer.block("if (team == 0 && is_column)"):
            for each in reductions:
                inner.define(each.number, each.result(start.removesuffix(" + ") or "0"))
            stores = [k for k, each in enumerate(form.body) if each.name == "store"]
            inner.run(needed(form, stores, inner.known), indexes)


def _reduce(
    writer: Writer,
    reductions: Sequence[GPUReduction],
    scope: GPUScope,
    indexes: dict[int, str],
    start: str,
) -> None:
    """Writes how the threads of a column find the states of its reductions."""
    form = scope.frame.form
    inputs = [form.body[each.number].inputs[0] for each in reductions]

    def element() -> None:
        writer.do(f"const {writer.dialect.long} i = {start}j;")
        scope.inner().run(needed(form, inputs, scope.known), indexes)
        for each, value in zip(reductions, inputs, strict=True):
            each.take(writer, f"v{value}", "i")

    write_loop(writer, reductions, "team", "teams", element)
    memory: dict[str, str] = {}
    for group in groups(writer.dialect, reductions):
        write_halving(writer, group, memory, "teams", "team", "apart * width")
