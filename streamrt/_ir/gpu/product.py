"""The kind `product`: a matrix product in tiles, and what is computed of its elements.

1. A block computes a tile of the result, TILE x TILE elements; each of its threads has EACH x EACH
   of them in registers. For DEPTH terms at a time the block brings the rows of a and the columns of
   b that the tile needs into shared memory.
2. The factors may lie in any way. Neighbouring threads load along k from a and along columns from
   b; if those are not the axes whose elements lie side by side, they load along the others.
3. What lies outside of a factor counts as 0.
4. An element of the product is one sum in the order of k, each term added with one rounding. So its
   bits depend neither on the grid nor on the tiles.
5. A thread's elements are THREADS_OF_ROW apart, so that its warp stores rows of the result.
"""

from __future__ import annotations

from streamrt._ir.gpu.body import GPUScope, alive, open_scope
from streamrt._ir.gpu.frame import GPUFrame, head, product_of
from streamrt._ir.gpu.helpers import need
from streamrt._ir.gpu.operations import wrapped
from streamrt._ir.gpu.reduce import THREADS
from streamrt._ir.gpu.values import is_float, literal
from streamrt._ir.gpu.writer import Writer
from streamrt._ir.loops import Loops

__all__ = ["TILE", "write_product"]

TILE, DEPTH, EACH = 64, 16, 4
"""The rows and columns of a block's tile, the terms that it takes at a time, and the rows and
columns of a thread."""

SIDE = TILE // EACH
"""The threads beside each other, and below each other."""


def write_product(form: Loops, entry: str, writer: Writer) -> str:
    """Returns the text of a matrix product with its epilogue."""
    frame = GPUFrame(writer, form)
    with writer.kernel(head(writer, form, entry)):
        _write(writer, frame, open_scope(frame))
    return writer.text()


def _write(writer: Writer, frame: GPUFrame, scope: GPUScope) -> None:
    """Writes the loop over the tiles of all batches."""
    form, do, say = frame.form, writer.do, writer.dialect
    rows, columns, terms = range(form.reduced - 2, form.reduced + 1)
    kind = say.register[form.operands[0].dtype]
    around = [frame.extent(loop) for loop in range(rows)]
    n, m, k = (frame.extent(loop) for loop in (rows, columns, terms))
    # One element more a row: else threads that store along k would meet in one bank.
    writer.shared(kind, f"a[{DEPTH}][{TILE + 1}]", f"b[{DEPTH}][{TILE + 1}]")
    do(f"const int down = {say.thread} / {SIDE}, across = {say.thread} % {SIDE};")
    wide, high = (f"({extent} + {TILE - 1}) / {TILE}" for extent in (m, n))
    do(f"const {say.long} wide = {wide}, high = {high};")
    do(f"const {say.long} tiles = wide * high * {product_of(around)};")
    loop = f"{say.long} tile = {say.block}; tile < tiles; tile += {say.blocks}"
    with writer.block(f"for ({loop})"):
        divided = need(writer, "divided")
        do(f"const {say.long} strip = {divided}(tile, wide), batch = {divided}(strip, high);")
        do(f"const {say.long} top = (strip - batch * high) * {TILE};")
        do(f"const {say.long} left = (tile - strip * wide) * {TILE};")
        indexes = frame.unroll("batch", around)
        zero = literal(say, form.operands[0].dtype, 0)
        do(f"{kind} sums[{EACH}][{EACH}];")
        do(f"for (int r = 0; r < {EACH}; r++)")
        do(f"    for (int c = 0; c < {EACH}; c++) sums[r][c] = {zero};")
        with writer.block(f"for ({say.long} from = 0; from < {k}; from += {DEPTH})"):
            _factor(writer, frame, 0, {**indexes, rows: "row", terms: "term"}, ("top", n, k))
            _factor(writer, frame, 1, {**indexes, columns: "row", terms: "term"}, ("left", m, k))
            do(say.barrier)
            _multiply(writer, form)
            do(say.barrier)
        _epilogue(writer, frame, scope, indexes)


def _factor(
    writer: Writer,
    frame: GPUFrame,
    operand: int,
    indexes: dict[int, str],
    where: tuple[str, str, str],
) -> None:
    """Writes how a block loads its part of a factor.

    Args:
        writer: takes the text.
        frame: the kernel's parameters.
        operand: 0 or 1.
        indexes: the indexes of the loops, `row` and `term` among them; for b, `row` is a column.
        where: the first row of the tile, and the extents of rows and terms.
    """
    first, rows, terms = where
    name, form = "ab"[operand], frame.form
    loops = [loop for loop, index in indexes.items() if index in ("row", "term")]
    words = form.stride_words()[operand]
    row, term = (f"w.at[{words[loop]}]" for loop in loops)
    dtype, say = form.operands[operand].dtype, writer.dialect
    bound = f"each < {TILE * DEPTH}; each += {THREADS}"
    with writer.block(f"for (int each = {say.thread}; {bound})"):
        # Whichever axis has the shorter way between its elements is walked by neighbours.
        size = need(writer, "size_of")
        writer.do(f"const bool by_term = {size}({term}) <= {size}({row});")
        writer.do(f"const int i = by_term ? each / {DEPTH} : each % {TILE};")
        writer.do(f"const int j = by_term ? each % {DEPTH} : each / {TILE};")
        writer.do(f"const {say.long} row = {first} + i, term = from + j;")
        value = frame.element(operand, indexes)
        value = f"{value} != 0" if dtype == "bool" else value
        inside = f"row < {rows} && term < {terms}"
        writer.do(f"{name}[j][i] = {inside} ? {value} : {literal(say, dtype, 0)};")


def _multiply(writer: Writer, form: Loops) -> None:
    """Writes the products of what is in shared memory."""
    dtype, say = form.operands[0].dtype, writer.dialect
    kind, sums = say.register[dtype], "sums[r][c]"
    if dtype == "bool":
        added = f"{sums} | (x[r] & y[c])"
    elif is_float(dtype):
        added = f"{say.function_of('fma', dtype)}(x[r], y[c], {sums})"
    else:
        added = wrapped(say, dtype, "+", sums, f"({wrapped(say, dtype, '*', 'x[r]', 'y[c]')})")
    with writer.block(f"for (int j = 0; j < {DEPTH}; j++)"):
        writer.do(f"{kind} x[{EACH}], y[{EACH}];")
        writer.do(f"for (int r = 0; r < {EACH}; r++) x[r] = a[j][down + {SIDE} * r];")
        writer.do(f"for (int c = 0; c < {EACH}; c++) y[c] = b[j][across + {SIDE} * c];")
        writer.do(f"for (int r = 0; r < {EACH}; r++)")
        writer.do(f"    for (int c = 0; c < {EACH}; c++) {sums} = {added};")


def _epilogue(writer: Writer, frame: GPUFrame, scope: GPUScope, indexes: dict[int, str]) -> None:
    """Writes what is computed of the elements of a thread, and stored."""
    form = frame.form
    rows, columns = form.reduced - 2, form.reduced - 1
    n, m, long = frame.extent(rows), frame.extent(columns), writer.dialect.long
    (product,) = [k for k, each in enumerate(form.body) if each.name == "product"]
    # Loops that are unrolled, because registers have no index.
    for name in ("r", "c"):
        writer.do("#pragma unroll")
        writer.do(f"for (int {name} = 0; {name} < {EACH}; {name}++)")
    with writer.block(""):
        writer.do(f"const {long} row = top + down + {SIDE} * r;")
        writer.do(f"const {long} column = left + across + {SIDE} * c;")
        writer.do(f"if (row >= {n} || column >= {m}) continue;")
        own = scope.inner()
        own.define(product, "sums[r][c]")
        own.run(alive(form), {**indexes, rows: "row", columns: "column"})
