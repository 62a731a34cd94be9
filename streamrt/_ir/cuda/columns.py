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

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cuda.body import CudaScope, alive, open_scope
from streamrt._ir.cuda.frame import CudaFrame, head, product_of
from streamrt._ir.cuda.helpers import need
from streamrt._ir.cuda.reduce import THREADS, CudaReduction, reduction
from streamrt._ir.cuda.rows import around, write_loop, write_piece
from streamrt._ir.cuda.values import REGISTER
from streamrt._ir.cuda.writer import Writer
from streamrt._ir.loops import Loops, needed

__all__ = ["columns_for", "write_columns"]

_MOST = 32

SHARED = 24 << 10
"""The most bytes of shared memory for states that become one together. A block has 48 KiB without
asking for more ("CUDA C++ Programming Guide", "Compute Capabilities")."""


def columns_for(columns: int) -> int:
    """Returns the columns of a block; `columns_for` in CUDA C is its twin."""
    width = 1
    while width < _MOST and width < columns:
        width *= 2
    return width


def write_columns(form: Loops, entry: str) -> str:
    """Returns the text of a form that reduces the loop before its last."""
    writer = Writer()
    frame = CudaFrame(writer, form)
    with writer.block(head(form, entry)):
        _write(writer, frame, open_scope(frame))
    return writer.text()


def _write(writer: Writer, frame: CudaFrame, scope: CudaScope) -> None:
    """Writes the loop over groups of columns."""
    form, do = frame.form, writer.do
    last = form.reduced + 1
    columns = frame.extent(last)
    do(f"const int width = {need(writer, 'columns_for')}({columns});")
    do("const int teams = blockDim.x / width;")
    do("const int lane = threadIdx.x % width, team = threadIdx.x / width;")
    do(f"const long long across = ({columns} + width - 1) / width;")
    do(f"const long long groups = across * {product_of(around(frame))};")
    with writer.block("for (long long group = blockIdx.x; group < groups; group += gridDim.x)"):
        divided = need(writer, "divided")
        do(f"const long long turn = {divided}(group, across);")
        do("const long long column = (group - turn * across) * width + lane;")
        do(f"const bool is_column = column < {columns};")
        indexes = frame.unroll("turn", around(frame))
        start = write_piece(writer, frame, indexes)
        do("const long long count = is_column ? length : 0;")
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
    reductions: Sequence[CudaReduction],
    scope: CudaScope,
    indexes: dict[int, str],
    start: str,
) -> None:
    """Writes how the threads of a column find the states of its reductions."""
    form = scope.frame.form
    inputs = [form.body[each.number].inputs[0] for each in reductions]

    def element() -> None:
        writer.do(f"const long long i = {start}j;")
        scope.inner().run(needed(form, inputs, scope.known), indexes)
        for each, value in zip(reductions, inputs, strict=True):
            each.take(writer, f"v{value}", "i")

    write_loop(writer, reductions, "team", "teams", element)
    memory: dict[str, str] = {}
    for group in _groups(reductions):
        _join(writer, group, memory)


def _groups(reductions: Sequence[CudaReduction]) -> list[Sequence[CudaReduction]]:
    """Returns the reductions whose states become one together: all, if memory is there for it."""
    sizes = [DTYPES[dtype].itemsize for each in reductions for _, _, dtype in each.parts]
    together = sum(sizes) * THREADS <= SHARED
    return [reductions] if together else [[each] for each in reductions]


def _join(writer: Writer, reductions: Sequence[CudaReduction], memory: dict[str, str]) -> None:
    """Writes how the states of a column's threads become one, that of team 0.

    Args:
        writer: takes the text.
        reductions: the states.
        memory: the dtype of each array in shared memory, by its name.
    """
    parts = [part for each in reductions for part in each.parts]
    arrays: list[str] = []
    for own, _, dtype in parts:
        name = next(n for k in range(len(parts)) if (n := f"of_{dtype}_{k}") not in arrays)
        arrays.append(name)
        if name not in memory:
            writer.do(f"__shared__ {REGISTER[dtype]} {name}[{THREADS}];")
            memory[name] = dtype
        writer.do(f"{name}[threadIdx.x] = {own};")
    writer.do("__syncthreads();")
    with writer.block("for (int apart = teams / 2; apart; apart /= 2)"):
        with writer.block("if (team < apart)"):
            for (_, other, dtype), name in zip(parts, arrays, strict=True):
                place = f"{name}[threadIdx.x + apart * width]"
                writer.do(f"const {REGISTER[dtype]} {other} = {place};")
            for each in reductions:
                each.join(writer, f"o{each.number}", f"q{each.number}")
            for (own, _, _), name in zip(parts, arrays, strict=True):
                writer.do(f"{name}[threadIdx.x] = {own};")
        writer.do("__syncthreads();")
