"""The kind `product`: a matrix product, and what is computed of its elements, in one kernel.

A kernel has its entry and its epilogue; all the rest is code that the kernels of a dtype share:
the job (job.py), the loops (blocks.py), the tiles (tiles.py) and products of few rows (thin.py).
That part is compiled once and kept, so a kernel compiles in the time of its epilogue.

1. The factors may lie in any way.
2. An element of the product is one sum in the order of k, so its bits do not depend on how the
   result was divided. If there are fewer rows than a low tile has, dot products of dense vectors
   have another order, and so have long sums of so few columns that a vector has them all
   (`Job.is_dots`, `Job.is_short`). Shapes, strides and the CPU's vectors alone decide that.
3. The range of an entry is one of the elements of the result, of all its loops together.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from streamrt._compile.llvm.emit import Code, Module
from streamrt._compile.llvm_code import SharedFunction
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.frame import Frame, Text, check_dense, open_frame
from streamrt._ir.cpu.products.blocks import emit_batch
from streamrt._ir.cpu.products.epilogue import emit_epilogue
from streamrt._ir.cpu.products.job import CacheSizes, Job, emit_begin
from streamrt._ir.cpu.products.strips import emit_pack
from streamrt._ir.cpu.products.thin import emit_dots, emit_line, emit_short, emit_turn
from streamrt._ir.cpu.products.tiles import GLUE, Tile, emit_rows, tile_for
from streamrt._ir.loops import Loops

if TYPE_CHECKING:
    from streamrt._compile.llvm.targets import Target

__all__ = ["LIMITS", "emit_product", "shared_code", "shared_for"]

LIMITS = CacheSizes()
"""The sizes of blocks in use."""


def emit_product(form: Loops, entry: str, target: Target | None = None) -> Text:
    """Returns the code of a matrix product with its epilogue.

    The target is the CPU that runs it; None is this process's.
    """
    module, tile = Module(target=target), tile_for(form.operands[0].dtype, target)
    # A kernel function joins the text of several kernels, so the names say the dtype.
    begin, batch = f"product_begin_{tile.dtype}", f"product_batch_{tile.dtype}"
    module.declare(f"declare void @{begin}(ptr, i64, i64)")
    module.declare(f"declare i32 @{batch}(ptr, i64, ptr, ptr, ptr, ptr, ptr)")
    emit_epilogue(module, form, tile)
    with module.function("i32", entry, attributes=GLUE) as code:
        batches = len(form.extents) - 3
        memory = code.let(f"alloca [{Job.words()} x i64], align 8")
        context = code.let(f"alloca [{1 + batches} x i64], align 8")
        frame = open_frame(code, form)
        check_dense(code, frame)
        out = _out(form)
        _job(code, frame, out).store(code, memory)
        code.call("void", begin, ("ptr", memory), ("i64", "%lo"), ("i64", "%hi"))
        _batches(code, frame, (memory, context), batch, out)
    shared, what = shared_code(tile, LIMITS), f"matrix products of {tile.dtype}"
    names = {begin: "product_begin", batch: "product_batch"}
    symbols = {of: SharedFunction(shared, name, 0, what) for of, name in names.items()}
    return Text(module.text(), symbols)


def shared_for(dtype: str, target: Target | None = None) -> str:
    """Returns the code that all kernels of a dtype use on a CPU; None is this process's."""
    return shared_code(tile_for(dtype, target), LIMITS)


@cache
def shared_code(tile: Tile, limits: CacheSizes) -> str:
    """Returns the code that all kernels with a tile use, which is compiled and loaded once."""
    module = Module()
    emit_rows(module, tile)
    emit_rows(module, tile.narrow)
    emit_pack(module, tile)
    emit_line(module, tile)
    if tile.loads_parts:
        emit_short(module, tile)
    if tile.turns:
        emit_turn(module, tile)
    emit_dots(module, tile)
    emit_begin(module, tile, limits)
    emit_batch(module, tile, limits)
    return module.text()


def _out(form: Loops) -> int:
    """Returns the output whose lines are fetched before they are stored; -1 if none can be."""
    rows, itemsize = len(form.extents) - 3, DTYPES[form.operands[0].dtype].itemsize
    for k, operand in enumerate(form.operands):
        is_same = operand.writes and DTYPES[operand.dtype].itemsize == itemsize
        if is_same and operand.dense and {rows, rows + 1} <= set(operand.loops):
            return k
    return -1


def _job(code: Code, frame: Frame, out: int) -> Job:
    """Emits the extents and strides of the factors, and the number of batches."""
    rows = len(frame.form.extents) - 3
    left, right = frame.strides[:2]
    stored = frame.strides[out] if out >= 0 else dict[int, str]()
    batches = "1"
    for loop in range(rows):
        batches = code.let(f"mul i64 {batches}, {frame.extents.get(loop, '1')}")
    n, m, k = (frame.extents.get(loop, "1") for loop in range(rows, rows + 3))
    return Job(
        n=n,
        m=m,
        k=k,
        an=left.get(rows, "0"),
        ak=left.get(rows + 2, "0"),
        bk=right.get(rows + 2, "0"),
        bm=right.get(rows + 1, "0"),
        on=stored.get(rows, "0"),
        om=stored.get(rows + 1, "0"),
        batches=batches,
    )


def _batches(code: Code, frame: Frame, words: tuple[str, str], batch_of: str, out: int) -> None:
    """Emits the loop over the batches of this part, each a call of that function."""
    memory, context = words
    job, count = Job.load(code, memory), len(frame.form.extents) - 3
    code.store("ptr", "%args", context)
    with code.loop(job.first, job.last) as batch:
        here, number = frame, batch.index
        for loop in reversed(range(count)):
            extent = frame.extents.get(loop, "1")
            index = code.let(f"urem i64 {number}, {extent}")
            number = code.let(f"udiv i64 {number}, {extent}")
            here = here.moved(code, loop, index)
            code.store("i64", index, code.at(context, str(1 + loop), "i64"))
        failed = code.call(
            "i32", batch_of, ("ptr", memory), ("i64", batch.index),
            ("ptr", here.addresses[0]), ("ptr", here.addresses[1]), ("ptr", "@epilogue"),
            ("ptr", context), ("ptr", here.addresses[out] if out >= 0 else memory),
        )  # fmt: skip
        with code.when(code.let(f"icmp ne i32 {failed}, 0")):
            code.do(f"ret i32 {failed}")
