"""The kind `product`: a matrix product, and what is computed of its elements, in one kernel.

The result is computed a strip of columns at a time (tiles.py), for a block of rows. Its sums lie in
the first-level cache when the epilogue turns them into outputs.

1. The factors may lie in any way. b is copied strip by strip, each part of a launch its own.
2. An element of the product is one sum in the order of k, so its bits do not depend on how the
   result was divided. Only vectors by dense matrices (thin.py) sum in another order, and whether
   that is done depends on shapes and strides alone.
3. The entry's range is one of the elements of the result. A part means that share of the strips, or
   of the tiles of rows. Strips are shared out if there are enough, because then no two parts copy
   the same.
4. Only `lo`, `hi` and the layout decide what a launch does; nothing is kept between launches.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from streamrt._compile.emit import Code, Module
from streamrt._ir.cpu.frame import Frame, Text, check_dense, open_frame
from streamrt._ir.cpu.product_epilogue import emit_epilogue
from streamrt._ir.cpu.thin import emit_dots, emit_line
from streamrt._ir.cpu.tiles import GLUE, Tile, emit_pack, emit_rows, tile_for
from streamrt._ir.loops import Loops

__all__ = ["OUT_OF_MEMORY", "emit_product"]

OUT_OF_MEMORY = 2
"""The code of a launch that got no memory for its strips."""

LONGEST = 8192
"""The most terms of a sum that are computed in one go; a copied strip has no more rows."""

GROUP_BYTES = 1 << 20
"""The bytes of the strips that are kept while the blocks of rows pass by."""

BLOCK_BYTES = 1 << 18
"""The bytes of a block of rows of a, which is kept while strips pass by."""

SUMS_BYTES = 1 << 14
"""The bytes of the sums of a block of rows and a strip."""

SHARED_BYTES = 1 << 22
"""The bytes of a that each part may read, rather than a part of it: third-level cache."""

FEW_TILES = 2
"""The most tiles of rows for which a strip is not copied, if its elements lie side by side."""


@dataclass(frozen=True, slots=True)
class _Sizes:
    """Numbers that all turns of a launch share, as registers.

    Attributes:
        n, m, k: the extents.
        an, ak, bk, bm: the byte strides of the factors.
        terms: the most terms of a sum in one go.
        group: the strips that are kept.
        block: the rows of a block.
        is_direct: whether full strips are read where they are.
    """

    n: str
    m: str
    k: str
    an: str
    ak: str
    bk: str
    bm: str
    terms: str
    group: str
    block: str
    is_direct: str


def emit_product(form: Loops, entry: str) -> Text:
    """Returns the code of a matrix product with its epilogue."""
    module, tile = Module(), tile_for(form.operands[0].dtype)
    module.declare("declare ptr @malloc(i64)")
    module.declare("declare void @free(ptr)")
    emit_rows(module, tile)
    emit_pack(module, tile, is_transposed=form.operands[1].dense)
    emit_line(module, tile)
    emit_dots(module, tile)
    emit_epilogue(module, form, tile)
    with module.function("i32", entry, attributes=GLUE) as code:
        sums = code.let(f"alloca [{SUMS_BYTES} x i8], align 64")
        kept = code.let("alloca ptr, align 8")
        frame = open_frame(code, form)
        check_dense(code, frame)
        _Entry(code, form, tile, frame, sums, kept).emit()
    return Text(module.text(), {})


class _Entry:
    """The emitter of the entry: the loops over batches, groups, blocks and strips."""

    def __init__(
        self, code: Code, form: Loops, tile: Tile, frame: Frame, sums: str, kept: str
    ) -> None:
        self.code, self.form, self.tile, self.frame = code, form, tile, frame
        self.sums, self.kept = sums, kept
        self.count: int = len(form.extents)
        self.size: _Sizes = self._sizes()
        self._see_vectors()

    # --- sizes ----------------------------------------------------------------------------------

    def _sizes(self) -> _Sizes:
        code, tile = self.code, self.tile
        rows, columns, depth = self.count - 3, self.count - 2, self.count - 1
        n, m, k = (self._extent(loop) for loop in (rows, columns, depth))
        left, right = self.frame.strides[:2]
        an, ak = left.get(rows, "0"), left.get(depth, "0")
        bk, bm = right.get(depth, "0"), right.get(columns, "0")
        terms = self._least(self._most(k, "1"), str(LONGEST))
        strip = code.let(f"mul i64 {terms}, {tile.columns * tile.itemsize}")
        group = self._most(code.let(f"udiv i64 {GROUP_BYTES}, {strip}"), "1")
        line = code.let(f"mul i64 {terms}, {tile.rows * tile.itemsize}")
        tiles = self._most(code.let(f"udiv i64 {BLOCK_BYTES}, {line}"), "1")
        most = SUMS_BYTES // (tile.columns * tile.itemsize * tile.rows)
        is_single = code.let(f"icmp eq i64 {group}, 1")
        tiles = code.let(f"select i1 {is_single}, i64 {most}, i64 {self._least(tiles, str(most))}")
        is_dense = code.let(f"icmp eq i64 {bm}, {tile.itemsize}")
        are_few = code.let(f"icmp sle i64 {n}, {FEW_TILES * tile.rows}")
        is_direct = code.let(f"and i1 {is_dense}, {are_few}")
        return _Sizes(
            n, m, k, an, ak, bk, bm, terms,
            group=code.let(f"select i1 {is_direct}, i64 1, i64 {group}"),
            block=code.let(f"mul i64 {tiles}, {tile.rows}"),
            is_direct=is_direct,
        )  # fmt: skip

    def _see_vectors(self) -> None:
        """Emits whether one factor is a vector, and which code takes it."""
        code, size, itemsize = self.code, self.size, self.tile.itemsize
        self.is_row: str = code.let(f"icmp eq i64 {size.n}, 1")
        is_column = code.let(f"icmp eq i64 {size.m}, 1")
        is_vector = code.let(f"or i1 {self.is_row}, {is_column}")
        left, right = (code.let(f"icmp eq i64 {step}, {itemsize}") for step in (size.ak, size.bk))
        are_dense = code.let(f"and i1 {left}, {right}")
        self.is_dots: str = code.let(f"and i1 {is_vector}, {are_dense}")
        is_dense = code.let(f"icmp eq i64 {size.bm}, {itemsize}")
        is_line = code.let(f"and i1 {self.is_row}, {is_dense}")
        self.is_line: str = code.let(f"and i1 {is_line}, {code.let(f'xor i1 {are_dense}, true')}")

    def _extent(self, loop: int) -> str:
        return self.frame.extents.get(loop, "1")

    def _least(self, x: str, y: str) -> str:
        return self.code.call("i64", "llvm.smin.i64", ("i64", x), ("i64", y))

    def _most(self, x: str, y: str) -> str:
        return self.code.call("i64", "llvm.smax.i64", ("i64", x), ("i64", y))

    def _parts(self, whole: str, size: str | int) -> str:
        """Emits the number of parts of a size, the last one maybe smaller."""
        less = self.code.let(f"sub i64 {size}, 1") if isinstance(size, str) else str(size - 1)
        return self.code.let(f"udiv i64 {self.code.let(f'add i64 {whole}, {less}')}, {size}")

    # --- loops ----------------------------------------------------------------------------------

    def emit(self) -> None:
        """Emits the code of the entry after its checks."""
        code, size, tile = self.code, self.size, self.tile
        elements = code.let(f"mul i64 {size.n}, {size.m}")
        for loop in range(self.count - 3):
            elements = code.let(f"mul i64 {elements}, {self._extent(loop)}")
        batches = [self._extent(loop) for loop in range(self.count - 3)]
        with code.when(code.let(f"icmp eq i64 {elements}, 0")):
            code.do("ret i32 0")
        strips, tiles = self._parts(size.m, tile.columns), self._parts(size.n, tile.rows)
        area = code.let(f"mul i64 {size.n}, {code.let(f'mul i64 {size.k}, {tile.itemsize}')}")
        is_small = code.let(f"icmp sle i64 {area}, {SHARED_BYTES}")
        is_wide = code.let(f"or i1 {is_small}, {code.let(f'icmp sge i64 {size.m}, {size.n}')}")
        are_enough = code.let(f"icmp sge i64 {strips}, {self._least(tiles, '8')}")
        by_strips = code.let(f"and i1 {is_wide}, {are_enough}")
        units = code.let(f"select i1 {by_strips}, i64 {strips}, i64 {tiles}")
        total = units
        for extent in batches:
            total = code.let(f"mul i64 {total}, {extent}")
        share = code.let(f"udiv i64 {elements}, {total}")
        low, high = (
            self._least(code.let(f"udiv i64 {end}, {share}"), total) for end in ("%lo", "%hi")
        )
        is_end = code.let(f"icmp eq i64 %hi, {elements}")
        high = code.let(f"select i1 {is_end}, i64 {total}, i64 {high}")
        with code.when(code.let(f"icmp sge i64 {low}, {high}")):
            code.do("ret i32 0")
        self._take_space()
        with code.loop(code.let(f"udiv i64 {low}, {units}"), self._parts(high, units)) as batch:
            start = code.let(f"mul i64 {batch.index}, {units}")
            first = self._most(code.let(f"sub i64 {low}, {start}"), "0")
            last = self._least(code.let(f"sub i64 {high}, {start}"), units)
            self._batch(batch.index, by_strips, first, last)
        code.call("void", "free", ("ptr", code.load("ptr", self.kept)))

    def _take_space(self) -> None:
        """Emits the allocation of the strips, if any is copied."""
        code, size, tile = self.code, self.size, self.tile
        code.store("ptr", "null", self.kept)
        odd = code.let(f"and i64 {size.m}, {tile.columns - 1}")
        is_copied = code.let(
            f"or i1 {code.let(f'icmp ne i64 {odd}, 0')}, "
            f"{code.let(f'xor i1 {size.is_direct}, true')}"
        )
        is_thin = code.let(f"or i1 {self.is_line}, {self.is_dots}")
        is_copied = code.let(f"and i1 {is_copied}, {code.let(f'xor i1 {is_thin}, true')}")
        with code.when(is_copied):
            strips = self._least(size.group, self._parts(size.m, tile.columns))
            strip = code.let(f"mul i64 {size.terms}, {tile.columns * tile.itemsize}")
            nbytes = code.let(f"mul i64 {strips}, {strip}")
            space = code.call("ptr", "malloc", ("i64", code.let(f"add i64 {nbytes}, 64")))
            code.store("ptr", space, self.kept)
            with code.when(code.let(f"icmp eq ptr {space}, null")):
                code.do(f"ret i32 {OUT_OF_MEMORY}")

    def _batch(self, number: str, by_strips: str, low: str, high: str) -> None:
        """Emits the product of one batch, for some of its strips or tiles of rows."""
        code, size, tile, frame = self.code, self.size, self.tile, self.frame
        indexes: dict[int, str] = {}
        for loop in reversed(range(self.count - 3)):
            extent = self._extent(loop)
            indexes[loop] = code.let(f"urem i64 {number}, {extent}")
            number = code.let(f"udiv i64 {number}, {extent}")
            frame = frame.moved(code, loop, indexes[loop])

        def bounds(extent: str, step: int, chosen: str) -> tuple[str, str]:
            first = code.let(f"mul i64 {low}, {step}")
            last = self._least(code.let(f"mul i64 {high}, {step}"), extent)
            return (
                code.let(f"select i1 {chosen}, i64 {first}, i64 0"),
                code.let(f"select i1 {chosen}, i64 {last}, i64 {extent}"),
            )

        columns = bounds(size.m, tile.columns, by_strips)
        rows = bounds(size.n, tile.rows, code.let(f"xor i1 {by_strips}, true"))
        is_thin = code.let(f"or i1 {self.is_line}, {self.is_dots}")
        with code.when(is_thin):
            self._thin(frame, indexes, rows, columns)
        with code.when(code.let(f"xor i1 {is_thin}, true")):
            self._groups(frame, indexes, rows, columns)

    def _groups(
        self,
        frame: Frame,
        indexes: Mapping[int, str],
        rows: tuple[str, str],
        columns: tuple[str, str],
    ) -> None:
        """Emits the loops over groups of strips, and blocks of rows."""
        code, size = self.code, self.size
        width = code.let(f"mul i64 {size.group}, {self.tile.columns}")
        groups = self._parts(code.let(f"sub i64 {columns[1]}, {columns[0]}"), width)
        blocks = self._parts(code.let(f"sub i64 {rows[1]}, {rows[0]}"), size.block)
        with code.loop("0", groups) as group:
            left = code.let(f"add i64 {columns[0]}, {code.let(f'mul i64 {group.index}, {width}')}")
            right = self._least(code.let(f"add i64 {left}, {width}"), columns[1])
            with code.loop("0", blocks) as block:
                down = code.let(f"mul i64 {block.index}, {size.block}")
                top = code.let(f"add i64 {rows[0]}, {down}")
                bottom = self._least(code.let(f"add i64 {top}, {size.block}"), rows[1])
                is_first = code.let(f"icmp eq i64 {block.index}, 0")
                self._strips(frame, indexes, (top, bottom), (left, right), is_first)

    def _strips(
        self,
        frame: Frame,
        indexes: Mapping[int, str],
        rows: tuple[str, str],
        columns: tuple[str, str],
        is_first: str,
    ) -> None:
        """Emits the strips of one group, for one block of rows."""
        code, size, tile = self.code, self.size, self.tile
        line = tile.columns * tile.itemsize
        strip = code.let(f"mul i64 {size.terms}, {line}")
        space = code.load("ptr", self.kept)
        a = code.at(frame.addresses[0], code.let(f"mul i64 {rows[0]}, {size.an}"))
        count = code.let(f"sub i64 {rows[1]}, {rows[0]}")
        strips = self._parts(code.let(f"sub i64 {columns[1]}, {columns[0]}"), tile.columns)
        chunks = self._most(self._parts(size.k, size.terms), "1")
        with code.loop("0", strips) as loop:
            shift = code.let(f"mul i64 {loop.index}, {tile.columns}")
            column = code.let(f"add i64 {columns[0]}, {shift}")
            width = self._least(code.let(f"sub i64 {columns[1]}, {column}"), str(tile.columns))
            b = code.at(frame.addresses[1], code.let(f"mul i64 {column}, {size.bm}"))
            copy = code.at(space, code.let(f"mul i64 {loop.index}, {strip}"))
            is_full = code.let(f"icmp eq i64 {width}, {tile.columns}")
            is_direct = code.let(f"and i1 {is_full}, {size.is_direct}")
            is_new = code.let(f"or i1 {is_first}, {code.let(f'icmp sgt i64 {chunks}, 1')}")
            found = _Strip(
                b=b,
                width=width,
                is_copied=code.let(f"and i1 {is_new}, {code.let(f'xor i1 {is_direct}, true')}"),
                address=code.let(f"select i1 {is_direct}, ptr {b}, ptr {copy}"),
                pitch=code.let(f"select i1 {is_direct}, i64 {size.bk}, i64 {line}"),
                step=code.let(f"select i1 {is_direct}, i64 {size.bk}, i64 0"),
            )
            with code.loop("0", chunks) as chunk:
                self._chunk(chunk.index, a, found, count)
            self._finish(indexes, rows, column, width)

    def _finish(
        self, indexes: Mapping[int, str], rows: tuple[str, str], column: str, width: str
    ) -> None:
        """Emits the call of the epilogue for sums of some rows and columns."""
        given = [*rows, column, width, *[indexes[loop] for loop in range(self.count - 3)]]
        pairs = [("ptr", "%args"), ("ptr", self.sums), *[("i64", each) for each in given]]
        self.code.call("void", "epilogue", *pairs)

    def _thin(
        self,
        frame: Frame,
        indexes: Mapping[int, str],
        rows: tuple[str, str],
        columns: tuple[str, str],
    ) -> None:
        """Emits the product of one row, or for one column."""
        code, size, tile = self.code, self.size, self.tile
        is_row, line = self.is_row, tile.columns * tile.itemsize

        def chosen(type_: str, for_row: str | int, for_column: str | int) -> str:
            return code.let(f"select i1 {is_row}, {type_} {for_row}, {type_} {for_column}")

        start, stop = (chosen("i64", columns[end], rows[end]) for end in (0, 1))
        most = chosen("i64", SUMS_BYTES // tile.itemsize, SUMS_BYTES // line)
        pitch = chosen("i64", size.bm, size.an)
        step = chosen("i64", tile.itemsize, line)
        a, b = frame.addresses[:2]
        vector, matrix = chosen("ptr", a, b), chosen("ptr", b, a)
        with code.loop("0", self._parts(code.let(f"sub i64 {stop}, {start}"), most)) as part:
            first = code.let(f"add i64 {start}, {code.let(f'mul i64 {part.index}, {most}')}")
            end = self._least(code.let(f"add i64 {first}, {most}"), stop)
            count = code.let(f"sub i64 {end}, {first}")
            here = code.at(matrix, code.let(f"mul i64 {first}, {pitch}"))
            with code.when(self.is_dots):
                code.call(
                    "void", "dots", ("ptr", vector), ("ptr", here), ("i64", pitch),
                    ("i64", size.k), ("i64", count), ("ptr", self.sums), ("i64", step),
                )  # fmt: skip
            with code.when(self.is_line):
                code.call(
                    "void", "line", ("ptr", a), ("i64", size.ak), ("ptr", here),
                    ("i64", size.bk), ("i64", size.k), ("i64", count), ("ptr", self.sums),
                )  # fmt: skip
            top, bottom = chosen("i64", 0, first), chosen("i64", 1, end)
            column, width = chosen("i64", first, 0), chosen("i64", count, 1)
            self._finish(indexes, (top, bottom), column, width)

    def _chunk(self, chunk: str, a: str, strip: _Strip, rows: str) -> None:
        """Emits some terms of the sums of a strip."""
        code, size = self.code, self.size
        start = code.let(f"mul i64 {chunk}, {size.terms}")
        terms = self._least(code.let(f"sub i64 {size.k}, {start}"), size.terms)
        left = code.at(a, code.let(f"mul i64 {start}, {size.ak}"))
        right = code.at(strip.b, code.let(f"mul i64 {start}, {size.bk}"))
        source = code.at(strip.address, code.let(f"mul i64 {start}, {strip.step}"))
        with code.when(strip.is_copied):
            code.call(
                "void", "pack", ("ptr", right), ("i64", size.bk), ("i64", size.bm),
                ("i64", terms), ("i64", strip.width), ("ptr", source),
            )  # fmt: skip
        code.call(
            "void", "rows", ("ptr", left), ("i64", size.an), ("i64", size.ak), ("ptr", source),
            ("i64", strip.pitch), ("i64", terms), ("ptr", self.sums), ("i64", rows),
            ("i1", code.let(f"icmp eq i64 {chunk}, 0")),
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
