"""The loops of a matrix product: parts, groups of strips, blocks of rows.

`@begin` decides how a launch is done, and which share of the work its part is. `@batch` computes
the product of two matrices, or a part of it, and calls the epilogue of a kernel for each block of
sums. Neither depends on the kernel, so all kernels of a dtype share them.

1. Only `lo`, `hi` and the layout decide what a launch does; nothing is kept between launches.
2. The range of a part is one of elements of the result. It means that share of the strips, or of
   the tiles of rows. Strips are shared out if there are enough of them and a is not too large,
   because then no two parts copy the same.
3. A part copies a group of strips, and computes them for one block of rows after the other. While
   that lasts, the group is in the second-level cache, and sums are in the first.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from streamrt._compile.emit import Code, Module
from streamrt._ir.cpu.tiles import GLUE, Tile, least

__all__ = ["BATCH", "EPILOGUE", "Job", "Limits", "emit_batch", "emit_begin"]

BATCH = "ptr %job, i64 %number, ptr %a, ptr %b, ptr %epilogue, ptr %context"
"""The parameters of `@batch`: which one it is, its factors, and what is called for sums."""

EPILOGUE = "ptr %context, ptr %sums, i64 %pitch, i64 %top, i64 %bottom, i64 %column, i64 %width"
"""The parameters of an epilogue: sums, the bytes between their rows, and their places."""

OUT_OF_MEMORY = 2
"""The code of a launch that got no memory for its strips."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes that the caches of a machine suggest, in bytes unless another unit is named.

    Attributes:
        terms: the most terms of a sum that are computed in one go; a copied strip has no more rows.
        group: the strips that are kept while blocks of rows pass by.
        block: the rows of a that are kept while strips pass by.
        sums: the sums of a block of rows and a strip.
        shared: as much of a as each part may read, rather than a part of it.
        few: the most tiles of rows for which a strip is not copied, if its elements lie side by
            side.
    """

    terms: int = 8192
    group: int = 1 << 20
    block: int = 1 << 18
    sums: int = 1 << 14
    shared: int = 1 << 22
    few: int = 2


@dataclass(frozen=True, slots=True)
class Job:
    """What is known of a launch, as registers; in memory, a word for each.

    Attributes:
        n, m, k: the extents.
        an, ak, bk, bm: the byte strides of the factors.
        batches: the number of products.
        first, last: the batches of this part, as a range.
        low, high: its units, counted through all batches.
        units: the units of a batch: strips, or tiles of rows.
        by_strips: whether units are strips.
        terms: the most terms of a sum in one go.
        group: the strips that are kept.
        block: the rows of a block.
        is_direct: whether full strips are read where they are.
        is_row: whether the result has one row.
        is_line: whether it is a row or a column that `@line` computes.
        is_dots: whether it is a row or a column that `@dots` computes.
    """

    n: str
    m: str
    k: str
    an: str
    ak: str
    bk: str
    bm: str
    batches: str
    first: str = ""
    last: str = ""
    low: str = ""
    high: str = ""
    units: str = ""
    by_strips: str = ""
    terms: str = ""
    group: str = ""
    block: str = ""
    is_direct: str = ""
    is_row: str = ""
    is_line: str = ""
    is_dots: str = ""

    @classmethod
    def words(cls) -> int:
        """Returns the number of words in memory."""
        return len(fields(cls))

    @classmethod
    def load(cls, code: Code, address: str) -> Job:
        """Emits loads of all words."""
        found: dict[str, str] = {}
        for place, field in enumerate(fields(cls)):
            value = code.load("i64", code.at(address, str(place), "i64"))
            is_flag = field.name.startswith(_FLAGS)
            found[field.name] = code.let(f"trunc i64 {value} to i1") if is_flag else value
        return cls(**found)

    def store(self, code: Code, address: str) -> None:
        """Emits stores of the words that are known."""
        for place, field in enumerate(fields(self)):
            value: str = getattr(self, field.name)
            if value:
                if field.name.startswith(_FLAGS):
                    value = code.let(f"zext i1 {value} to i64")
                code.store("i64", value, code.at(address, str(place), "i64"))


_FLAGS = ("is_", "by_")


class _Sums:
    """Arithmetic on i64 and i1 registers."""

    def __init__(self, code: Code) -> None:
        self.code = code

    def least(self, x: str, y: str) -> str:
        """Emits the lesser of two."""
        return least(self.code, x, y)

    def most(self, x: str, y: str) -> str:
        """Emits the greater of two."""
        return self.code.call("i64", "llvm.smax.i64", ("i64", x), ("i64", y))

    def add(self, x: str, y: str | int) -> str:
        """Emits x + y."""
        return self.code.let(f"add i64 {x}, {y}")

    def less(self, x: str, y: str) -> str:
        """Emits x - y."""
        return self.code.let(f"sub i64 {x}, {y}")

    def times(self, x: str, y: str | int) -> str:
        """Emits x * y."""
        return self.code.let(f"mul i64 {x}, {y}")

    def over(self, x: str | int, y: str) -> str:
        """Emits x / y."""
        return self.code.let(f"udiv i64 {x}, {y}")

    def parts(self, whole: str, size: str | int) -> str:
        """Emits the number of parts of a size, the last one maybe smaller."""
        short = self.add(size, -1) if isinstance(size, str) else str(size - 1)
        return self.code.let(f"udiv i64 {self.add(whole, short)}, {size}")

    def choose(self, condition: str, yes: str | int, no: str | int, type_: str = "i64") -> str:
        """Emits one of two values."""
        return self.code.let(f"select i1 {condition}, {type_} {yes}, {type_} {no}")

    def test(self, relation: str, x: str, y: str | int) -> str:
        """Emits a comparison."""
        return self.code.let(f"icmp {relation} i64 {x}, {y}")

    def both(self, x: str, y: str) -> str:
        """Emits whether both hold."""
        return self.code.let(f"and i1 {x}, {y}")

    def either(self, x: str, y: str) -> str:
        """Emits whether one of them holds."""
        return self.code.let(f"or i1 {x}, {y}")

    def no(self, x: str) -> str:
        """Emits whether it does not hold."""
        return self.code.let(f"xor i1 {x}, true")


def emit_begin(module: Module, tile: Tile, limits: Limits) -> None:
    """Emits `@begin`, which completes a job from its extents, strides and batches."""
    parameters = "ptr %job, i64 %lo, i64 %hi"
    with module.function("void", "begin", parameters, attributes=GLUE, exported=True) as code:
        job = Job.load(code, "%job")
        found = {**_sizes(code, tile, limits, job), **_share(code, tile, limits, job)}
        Job(job.n, job.m, job.k, job.an, job.ak, job.bk, job.bm, job.batches, **found).store(
            code, "%job"
        )
        code.do("ret void")


def _sizes(code: Code, tile: Tile, limits: Limits, job: Job) -> dict[str, str]:
    """Emits how large groups and blocks are, and which code is used."""
    on = _Sums(code)
    terms = on.least(on.most(job.k, "1"), str(limits.terms))
    strip = on.times(terms, tile.columns * tile.itemsize)
    group = on.most(on.over(limits.group, strip), "1")
    most = str(limits.sums // (tile.columns * tile.itemsize * tile.rows))
    tiles = on.most(on.over(limits.block, on.times(terms, tile.rows * tile.itemsize)), "1")
    tiles = on.choose(on.test("eq", group, 1), most, on.least(tiles, most))
    is_dense = on.test("eq", job.bm, tile.itemsize)
    is_direct = on.both(is_dense, on.test("sle", job.n, limits.few * tile.rows))
    is_row = on.test("eq", job.n, 1)
    is_vector = on.either(is_row, on.test("eq", job.m, 1))
    along = [on.test("eq", step, tile.itemsize) for step in (job.ak, job.bk)]
    across = on.test("eq", on.choose(is_row, job.bm, job.an), tile.itemsize)
    is_dots = on.both(is_vector, on.both(*along))
    return {
        "terms": terms,
        "group": on.choose(is_direct, 1, group),
        "block": on.times(tiles, tile.rows),
        "is_direct": is_direct,
        "is_row": is_row,
        "is_dots": is_dots,
        "is_line": on.both(on.both(is_vector, across), on.no(is_dots)),
    }


def _share(code: Code, tile: Tile, limits: Limits, job: Job) -> dict[str, str]:
    """Emits which units the range lo..hi of elements means."""
    on = _Sums(code)
    area = on.times(on.times(job.n, job.k), tile.itemsize)
    strips, tiles = on.parts(job.m, tile.columns), on.parts(job.n, tile.rows)
    is_wide = on.either(on.test("sle", area, limits.shared), on.test("sge", job.m, job.n))
    by_strips = on.both(is_wide, on.test("sge", strips, on.least(tiles, "8")))
    units = on.most(on.choose(by_strips, strips, tiles), "1")
    total = on.times(units, job.batches)
    elements = on.times(on.times(job.n, job.m), job.batches)
    # Rounded down, so the end of the range is at least the end of the units.
    share = on.most(on.over(elements, on.most(total, "1")), "1")
    low, high = (on.least(on.over(end, share), total) for end in ("%lo", "%hi"))
    is_empty = on.either(on.test("eq", elements, 0), on.test("sge", low, high))
    return {
        "by_strips": by_strips,
        "units": units,
        "low": low,
        "high": high,
        "first": on.choose(is_empty, 0, on.over(low, units)),
        "last": on.choose(is_empty, 0, on.parts(high, units)),
    }


def emit_batch(module: Module, tile: Tile, limits: Limits) -> None:
    """Emits `@batch`. It returns the code that the kernel returns."""
    module.declare("declare ptr @malloc(i64)")
    module.declare("declare void @free(ptr)")
    with module.function("i32", "batch", BATCH, attributes=GLUE, exported=True) as code:
        # A vector is loaded where the last row has one sum.
        sums = code.let(f"alloca [{limits.sums + 64} x i8], align 64")
        kept = code.let("alloca ptr, align 8")
        job = Job.load(code, "%job")
        _Batch(code, tile, limits, job, sums, kept).emit()
        code.do("ret i32 0")


class _Batch:
    """The emitter of `@batch`."""

    def __init__(
        self, code: Code, tile: Tile, limits: Limits, job: Job, sums: str, kept: str
    ) -> None:
        self.code, self.tile, self.limits, self.job = code, tile, limits, job
        self.sums, self.kept = sums, kept
        self.on = _Sums(code)
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
        with code.when(on.either(job.is_line, job.is_dots)):
            self._thin(rows, columns)
            code.do("ret i32 0")
        self._take_space()
        self._groups(rows, columns)
        code.call("void", "free", ("ptr", code.load("ptr", self.kept)))

    # --- one row, one column --------------------------------------------------------------------

    def _thin(self, rows: tuple[str, str], columns: tuple[str, str]) -> None:
        """Emits the product of one row, or for one column."""
        code, on, job, itemsize = self.code, self.on, self.job, self.tile.itemsize
        most = self.limits.sums // itemsize
        start, stop = (on.choose(job.is_row, columns[end], rows[end]) for end in (0, 1))
        pitch = on.choose(job.is_row, job.bm, job.an)
        vector, matrix = (
            on.choose(job.is_row, *pair, "ptr") for pair in (("%a", "%b"), ("%b", "%a"))
        )
        steps = (on.choose(job.is_row, *pair) for pair in ((job.ak, job.bk), (job.bk, job.ak)))
        along, down = steps
        with code.loop("0", on.parts(on.less(stop, start), most)) as part:
            first = on.add(start, on.times(part.index, most))
            end = on.least(on.add(first, str(most)), stop)
            count = on.less(end, first)
            here = code.at(matrix, on.times(first, pitch))
            with code.when(job.is_dots):
                code.call(
                    "void", "dots", ("ptr", vector), ("ptr", here), ("i64", pitch),
                    ("i64", job.k), ("i64", count), ("ptr", self.sums),
                )  # fmt: skip
            with code.when(job.is_line):
                code.call(
                    "void", "line", ("ptr", vector), ("i64", along), ("ptr", here),
                    ("i64", down), ("i64", job.k), ("i64", count), ("ptr", self.sums),
                )  # fmt: skip
            top, bottom = on.choose(job.is_row, 0, first), on.choose(job.is_row, 1, end)
            column, width = on.choose(job.is_row, first, 0), on.choose(job.is_row, count, 1)
            self._finish(itemsize, (top, bottom), column, width)

    def _finish(self, pitch: int, rows: tuple[str, str], column: str, width: str) -> None:
        """Emits the call of the epilogue for sums of some rows and columns."""
        numbers = ", ".join([f"i64 {each}" for each in (pitch, *rows, column, width)])
        self.code.do(f"call void %epilogue(ptr %context, ptr {self.sums}, {numbers})")

    # --- strips ---------------------------------------------------------------------------------

    def _take_space(self) -> None:
        """Emits the allocation of the strips, if any is copied."""
        code, on, job, tile = self.code, self.on, self.job, self.tile
        code.store("ptr", "null", self.kept)
        odd = code.let(f"and i64 {job.m}, {tile.columns - 1}")
        with code.when(on.either(on.test("ne", odd, 0), on.no(job.is_direct))):
            strips = on.least(job.group, on.parts(job.m, tile.columns))
            nbytes = on.times(strips, on.times(job.terms, self.line))
            space = code.call("ptr", "malloc", ("i64", on.add(nbytes, 64)))
            code.store("ptr", space, self.kept)
            with code.when(code.let(f"icmp eq ptr {space}, null")):
                code.do(f"ret i32 {OUT_OF_MEMORY}")

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
        space = code.load("ptr", self.kept)
        a = code.at("%a", on.times(rows[0], job.an))
        count = on.less(rows[1], rows[0])
        chunks = on.most(on.parts(job.k, job.terms), "1")
        is_new = on.either(is_first, on.test("sgt", chunks, 1))
        with code.loop("0", on.parts(on.less(columns[1], columns[0]), tile.columns)) as loop:
            column = on.add(columns[0], on.times(loop.index, tile.columns))
            width = on.least(on.less(columns[1], column), str(tile.columns))
            b = code.at("%b", on.times(column, job.bm))
            copy = code.at(space, on.times(loop.index, on.times(job.terms, self.line)))
            is_direct = on.both(on.test("eq", width, tile.columns), job.is_direct)
            strip = _Strip(
                b=b,
                width=width,
                is_copied=on.both(is_new, on.no(is_direct)),
                address=on.choose(is_direct, b, copy, "ptr"),
                pitch=on.choose(is_direct, job.bk, self.line),
                step=on.choose(is_direct, job.bk, 0),
            )
            with code.loop("0", chunks) as chunk:
                self._chunk(chunk.index, a, strip, count)
            self._finish(self.line, rows, column, width)

    def _chunk(self, chunk: str, a: str, strip: _Strip, rows: str) -> None:
        """Emits some terms of the sums of a strip."""
        code, on, job = self.code, self.on, self.job
        start = on.times(chunk, job.terms)
        terms = on.least(on.less(job.k, start), job.terms)
        left = code.at(a, on.times(start, job.ak))
        right = code.at(strip.b, on.times(start, job.bk))
        source = code.at(strip.address, on.times(start, strip.step))
        with code.when(strip.is_copied):
            code.call(
                "void", "pack", ("ptr", right), ("i64", job.bk), ("i64", job.bm),
                ("i64", terms), ("i64", strip.width), ("ptr", source),
            )  # fmt: skip
        code.call(
            "void", "rows", ("ptr", left), ("i64", job.an), ("i64", job.ak), ("ptr", source),
            ("i64", strip.pitch), ("i64", terms), ("ptr", self.sums), ("i64", rows),
            ("i1", on.test("eq", chunk, 0)),
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
    """

    b: str
    width: str
    is_copied: str
    address: str
    pitch: str
    step: str
