"""The loops of a matrix product: groups of strips, blocks of rows.

`@product_batch` computes the product of two matrices, or a part of it, and calls the epilogue of a
kernel for each block of sums. It does not depend on the kernel, so all kernels of a dtype share it.

A part copies a group of strips, and computes them for one block of rows after the other. While that
lasts, the group is in the second-level cache, and sums are in the first.
"""

from __future__ import annotations

from dataclasses import dataclass

from streamrt._compile.llvm.emit import Code, Module
from streamrt._ir.cpu.products.job import MOST_TURNED, Arithmetic, CacheSizes, Job
from streamrt._ir.cpu.products.tiles import GLUE, STRIP, Tile

__all__ = ["BATCH", "EPILOGUE", "emit_batch"]

BATCH = "ptr %job, i64 %number, ptr %a, ptr %b, ptr %epilogue, ptr %context, ptr %out"
"""The parameters of `@product_batch`: its number, its factors, what is called for sums, and where
these stores to; see `Job.on`."""

EPILOGUE = "ptr %context, ptr %sums, i64 %pitch, i64 %top, i64 %bottom, i64 %column, i64 %width"
"""The parameters of an epilogue: sums, the bytes between their rows, and their places."""

PARTS = 4
"""The sums of a block have memory for those of so many rows that are computed alone. With few terms
a row is shorter, because what takes little time had better read and write by turns."""

OUT_OF_MEMORY = 2
"""The code of a launch that got no memory for its strips."""


def emit_batch(module: Module, tile: Tile, limits: CacheSizes) -> None:
    """Emits `@product_batch`. It returns the code that the kernel returns."""
    module.declare("declare ptr @malloc(i64)")
    module.declare("declare void @free(ptr)")
    name = "product_batch"
    with module.function("i32", name, BATCH, attributes=GLUE, exported=True) as code:
        # A vector is loaded where the last row has one sum.
        sums = code.let(f"alloca [{limits.sums + 64} x i8], align 64")
        lines = code.let(f"alloca [{limits.sums * MOST_TURNED // PARTS // 2} x i8], align 64")
        kept = code.let("alloca ptr, align 8")
        job = Job.load(code, "%job")
        _Batch(code, tile, limits, job, (sums, lines, kept)).emit()
        code.do("ret i32 0")


class _Batch:
    """The emitter of `@product_batch`."""

    def __init__(
        self, code: Code, tile: Tile, limits: CacheSizes, job: Job, memory: tuple[str, str, str]
    ) -> None:
        self.code, self.tile, self.limits, self.job = code, tile, limits, job
        self.sums, self.lines, self.kept = memory
        self.on = Arithmetic(code)
        self.line: int = tile.columns * tile.itemsize

    def emit(self) -> None:
        """Emits the rows and columns of this part, and their computation."""
        code, on, job, tile = self.code, self.on, self.job, self.tile
        start = on.times("%number", job.units)
        first = on.most(on.less(job.low, start), "0")
        last = on.least(on.less(job.high, start), job.units)

        def bounds(extent: str, step: int, chosen: str) -> tuple[str, str]:
            end = on.least(on.times(last, step), extent)
            return on.choose(chosen, on.times(first, step), 0), on.choose(chosen, end, extent)

        columns = bounds(job.m, tile.columns, job.by_strips)
        rows = bounds(job.n, tile.rows, on.no(job.by_strips))
        is_thin = on.either(on.either(job.is_line, job.is_short), job.is_dots)
        with code.when(is_thin):
            self._thin(rows, columns)
            code.do("ret i32 0")
        self._take_space()
        self._groups(rows, columns)
        code.call("void", "free", ("ptr", code.load("ptr", self.kept)))

    # --- few rows -------------------------------------------------------------------------------

    def _thin(self, rows: tuple[str, str], columns: tuple[str, str]) -> None:
        """Emits the product of a few rows, one by one, for some columns at a time."""
        code, on, job, itemsize = self.code, self.on, self.job, self.tile.itemsize
        long = self.limits.sums // itemsize // PARTS
        few = on.choose(job.is_turned, long // 2, long // 4)
        most = on.choose(on.test("sle", job.k, MOST_TURNED), few, long)
        pitch = on.times(most, itemsize)
        with code.loop("0", on.parts(on.less(columns[1], columns[0]), most)) as part:
            first = on.add(columns[0], on.times(part.index, most))
            width = on.least(on.less(columns[1], first), most)
            b = code.at("%b", on.times(first, job.bm))
            if self.tile.turns:
                with code.when(job.is_turned):
                    code.call(
                        "void", "turn", ("ptr", b), ("i64", job.bm), ("i64", job.k),
                        ("i64", width), ("i64", on.less(job.m, first)), ("ptr", self.lines),
                        ("i64", pitch),
                    )  # fmt: skip
            with code.loop(*rows) as row:
                down = on.times(on.less(row.index, rows[0]), pitch)
                sums = code.at(self.sums, down)
                self._row(code.at("%a", on.times(row.index, job.an)), b, width, pitch, sums)
                # Row by row, because memory takes one long piece sooner than many short ones.
                with code.when(on.no(job.is_narrow)):
                    one = row.index, on.add(row.index, 1)
                    self._finish(sums, pitch, one, first, width)
            with code.when(job.is_narrow):
                self._finish(self.sums, pitch, rows, first, width)

    def _row(self, x: str, b: str, width: str, pitch: str, sums: str) -> None:
        """Emits the product of one row by some columns."""
        code, on, job = self.code, self.on, self.job
        with code.when(job.is_dots):
            code.call(
                "void", "dots", ("ptr", x), ("ptr", b), ("i64", job.bm), ("i64", job.k),
                ("i64", width), ("ptr", sums),
            )  # fmt: skip
        lines = on.choose(job.is_turned, self.lines, b, "ptr")
        step = on.choose(job.is_turned, pitch, job.bk)
        ways = [("line", job.is_line)]
        if self.tile.loads_parts:
            ways.append(("short", job.is_short))
        for name, condition in ways:
            with code.when(condition):
                code.call(
                    "void", name, ("ptr", x), ("i64", job.ak), ("ptr", lines), ("i64", step),
                    ("i64", job.k), ("i64", width), ("ptr", sums),
                )  # fmt: skip

    def _finish(
        self, sums: str, pitch: str | int, rows: tuple[str, str], column: str, width: str
    ) -> None:
        """Emits the call of the epilogue for sums of some rows and columns."""
        numbers = ", ".join([f"i64 {each}" for each in (pitch, *rows, column, width)])
        self.code.do(f"call void %epilogue(ptr %context, ptr {sums}, {numbers})")

    # --- strips ---------------------------------------------------------------------------------

    def _take_space(self) -> None:
        """Emits the allocation of the strips, if any is copied."""
        code, on, job, tile = self.code, self.on, self.job, self.tile
        code.store("ptr", "null", self.kept)
        odd = code.let(f"urem i64 {job.m}, {job.wide}")
        with code.when(on.either(on.test("ne", odd, 0), on.no(job.is_direct))):
            strips = on.least(job.group, on.parts(job.m, tile.columns))
            nbytes = on.times(strips, on.times(job.terms, self.line))
            space = code.call("ptr", "malloc", ("i64", on.add(nbytes, 64)))
            code.store("ptr", space, self.kept)
            with code.when(code.let(f"icmp eq ptr {space}, null")):
                code.do(f"ret i32 {OUT_OF_MEMORY}")

    def _aligned(self, space: str) -> str:
        """Emits the first address of a cache line in allocated memory."""
        number = self.on.add(self.code.let(f"ptrtoint ptr {space} to i64"), 63)
        return self.code.let(f"inttoptr i64 {self.code.whole(number, 64)} to ptr")

    def _groups(self, rows: tuple[str, str], columns: tuple[str, str]) -> None:
        """Emits the loops over groups of strips, and blocks of rows."""
        code, on, job = self.code, self.on, self.job
        width = on.times(job.group, self.tile.columns)
        blocks = on.parts(on.less(rows[1], rows[0]), job.block)
        with code.loop("0", on.parts(on.less(columns[1], columns[0]), width)) as group:
            left = on.add(columns[0], on.times(group.index, width))
            right = on.least(on.add(left, width), columns[1])
            with code.loop("0", blocks) as block:
                top = on.add(rows[0], on.times(block.index, job.block))
                bottom = on.least(on.add(top, job.block), rows[1])
                self._strips((top, bottom), (left, right), on.test("eq", block.index, 0))

    def _strips(self, rows: tuple[str, str], columns: tuple[str, str], is_first: str) -> None:
        """Emits the strips of one group, for one block of rows."""
        code, on, job, tile = self.code, self.on, self.job, self.tile
        space = self._aligned(code.load("ptr", self.kept))
        a = code.at("%a", on.times(rows[0], job.an))
        count = on.less(rows[1], rows[0])
        chunks = on.most(on.parts(job.k, job.terms), "1")
        is_new = on.either(is_first, on.test("sgt", chunks, 1))
        with code.loop("0", on.parts(on.less(columns[1], columns[0]), tile.columns)) as loop:
            column = on.add(columns[0], on.times(loop.index, tile.columns))
            width = on.least(on.less(columns[1], column), str(tile.columns))
            b = code.at("%b", on.times(column, job.bm))
            copy = code.at(space, on.times(loop.index, on.times(job.terms, self.line)))
            is_direct = on.both(on.test("eq", width, job.wide), job.is_direct)
            is_copied = on.both(is_new, on.no(is_direct))
            is_more = on.test("slt", on.add(column, tile.columns), job.m)
            is_read = on.both(on.either(is_copied, is_direct), is_more)
            strip = _Strip(
                b=b,
                width=width,
                is_copied=is_copied,
                address=on.choose(is_direct, b, copy, "ptr"),
                pitch=on.choose(is_direct, job.bk, self.line),
                step=on.choose(is_direct, job.bk, 0),
                ahead=on.choose(is_read, job.ahead, 0),
            )
            out = on.add(on.times(rows[0], job.on), on.times(column, job.om))
            with code.loop("0", chunks) as chunk:
                self._chunk(chunk.index, a, strip, count, code.at("%out", out))
            self._finish(self.sums, self.line, rows, column, width)

    def _chunk(self, chunk: str, a: str, strip: _Strip, rows: str, out: str) -> None:
        """Emits some terms of the sums of a strip."""
        code, on, job = self.code, self.on, self.job
        start = on.times(chunk, job.terms)
        terms = on.least(on.less(job.k, start), job.terms)
        left = code.at(a, on.times(start, job.ak))
        right = code.at(strip.b, on.times(start, job.bk))
        source = code.at(strip.address, on.times(start, strip.step))
        ahead = code.at(right, on.times(job.bm, self.tile.columns))
        # A whole strip of several tiles, whose rows lie densely, is copied by the first tile.
        is_whole = on.both(
            on.test("eq", job.bm, self.tile.itemsize), on.test("sge", rows, self.tile.rows)
        )
        is_whole = on.both(is_whole, on.test("eq", strip.width, self.tile.columns))
        copied = on.choose(on.both(strip.is_copied, is_whole), right, "null", "ptr")
        with code.when(on.both(strip.is_copied, on.no(is_whole))):
            code.call(
                "void", "pack", ("ptr", right), ("i64", job.bk), ("i64", job.bm),
                ("i64", terms), ("i64", strip.width), ("ptr", source),
            )  # fmt: skip
        for vectors, condition in ((1, job.is_narrow), (STRIP, on.no(job.is_narrow))):
            with code.when(condition):
                code.call(
                    "void", f"rows{vectors}", ("ptr", left), ("i64", job.an), ("i64", job.ak),
                    ("ptr", source), ("i64", strip.pitch), ("i64", terms), ("ptr", self.sums),
                    ("i64", rows), ("i64", strip.width), ("i1", on.test("eq", chunk, 0)),
                    ("ptr", ahead), ("i64", strip.ahead), ("ptr", out), ("i64", job.on),
                    ("ptr", copied), ("i64", job.bk),
                )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Strip:
    """A strip of b, as registers.

    Attributes:
        b: the address of its first element in b.
        width: its columns.
        is_copied: whether it has to be copied now.
        address: the address of what tiles read: the copy, or b itself.
        pitch: the bytes between rows there.
        step: the bytes by which what tiles read moves with each term; 0 for a copy, which always
            begins with the terms that are added now.
        ahead: the bytes from one row of the next strip to the next, which are fetched meanwhile; 0
            if they are not.
    """

    b: str
    width: str
    is_copied: str
    address: str
    pitch: str
    step: str
    ahead: str
