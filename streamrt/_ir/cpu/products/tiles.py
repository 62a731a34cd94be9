"""Tiles of a matrix product: the innermost code, and how it is fed.

A tile is `rows` x `vectors` vectors of the result, which stay in registers while the sum over k
runs. For each k it loads the vectors of one row of b, and multiplies them by one element of each
row of a. This is the method of Goto and van de Geijn (Anatomy of High-Performance Matrix
Multiplication, 2008), with one simplification: a is not copied. It is read element by element, so
it may lie in any way; and what a tile reads of it for many k fits the first-level cache, even where
rows are a power of two apart.

Columns of b that make a tile, a strip, are copied side by side first, unless so few rows use them
that copying costs more than it gains. If b has no more columns than a vector has lanes, a narrow
tile computes one vector of a strip only; where loads with masks are as fast as others, it reads b
where it is.

An element of the result is one sum in the order of k, whatever tile computes it. So its bits do not
depend on how the result was divided.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from streamrt._compile.llvm.compiler import host
from streamrt._compile.llvm.emit import Code, Module, suffix, vector
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.memory import Mask, Place, first_lanes, load

__all__ = [
    "GLUE", "STRIP", "Tile", "emit_pack", "emit_rows", "least", "multiply_add", "tile_for",
    "transposed",
]  # fmt: skip

STRIP = 2
"""The vectors of a row of a strip."""

NARROW = 8
"""The rows of a narrow tile: as many sums as two units need that take four cycles for one."""

TERMS = 2
"""The terms that are added in one turn where that is cheaper."""

ROWS = (
    "ptr %a, i64 %an, i64 %ak, ptr %b, i64 %bk, i64 %k, ptr %sums, i64 %rows, i64 %width, i1 %first"
)
"""Parameters of `@rows2` and `@rows1`; strides are in bytes."""

TILE = ROWS.replace("i64 %rows", "i64 %count, i64 %pitch")
"""Parameters of tiles: their number, one below the other, and the bytes between rows of sums."""

PACK = "ptr %b, i64 %bk, i64 %bm, i64 %k, i64 %columns, ptr %strip"


GLUE = "nounwind optnone noinline"
"""The attributes of functions that only call others: compiled in a fraction of the time."""


@dataclass(frozen=True, slots=True)
class Tile:
    """The shape of a tile.

    Attributes:
        dtype: of the factors and the product.
        lanes: the elements of a vector.
        rows: the rows of a tile.
        few: the rows of the lower tile, for the rest.
        vectors: the vectors of a row that it computes: all of a strip's, or the first one.
        has_masks: whether storing some lanes of a vector takes no longer than storing all.
    """

    dtype: str
    lanes: int
    rows: int
    few: int
    vectors: int = STRIP
    has_masks: bool = False

    @property
    def columns(self) -> int:
        """The columns of a strip, and of the sums of one."""
        return self.lanes * STRIP

    @property
    def narrow(self) -> Tile:
        """The tile for a strip of one vector at most."""
        return replace(self, rows=NARROW, vectors=1)

    @property
    def loads_parts(self) -> bool:
        """Whether one instruction loads some lanes of a vector."""
        return self.itemsize >= 4 and self.lanes * self.itemsize >= 32

    @property
    def turns(self) -> bool:
        """Whether squares are transposed in registers: smaller elements take too many steps."""
        return self.itemsize >= 4

    @property
    def square(self) -> int:
        """The rows and columns of the squares that are transposed in registers."""
        return min(8, self.columns)

    @property
    def element(self) -> str:
        """The LLVM type of an element."""
        return DTYPES[self.dtype].llvm

    @property
    def itemsize(self) -> int:
        """The bytes of an element."""
        return DTYPES[self.dtype].itemsize

    @property
    def stored(self) -> str:
        """The dtype as which elements are moved: a bool is a byte."""
        return "u8" if self.dtype == "bool" else self.dtype

    @property
    def wide(self) -> str:
        """The LLVM type of a vector."""
        return vector(self.lanes, self.element)


def tile_for(dtype: str) -> Tile:
    """Returns the tile for a dtype that fills the registers of this CPU.

    A tile leaves registers for the vectors of b and an element of a. With 2 x 12 sums, two units
    of fused multiply-adds have enough to do while a sum waits for its last addition.
    """
    features, itemsize = host().features, DTYPES[dtype].itemsize
    if "avx512f" in features:
        return Tile(dtype, 64 // itemsize, 12, 4, has_masks=itemsize >= 4)
    if "avx2" in features or "avx" in features:
        return Tile(dtype, 32 // itemsize, 6, 3)
    if "neon" in features or "asimd" in features:
        return Tile(dtype, 16 // itemsize, 12, 4)
    return Tile(dtype, 16 // itemsize, 6, 3)


def multiply_add(code: Code, dtype: str, lanes: int, x: str, y: str, total: str) -> str:
    """Returns `x * y + total`: rounded once where the CPU can, wrapped, or of bools."""
    type_ = vector(lanes, DTYPES[dtype].llvm)
    if DTYPES[dtype].kind == "f":
        given = ((type_, x), (type_, y), (type_, total))
        return code.call(type_, f"llvm.fmuladd.{suffix(type_)}", *given)
    times, plus = ("and", "or") if dtype == "bool" else ("mul", "add")
    return code.let(f"{plus} {type_} {code.let(f'{times} {type_} {x}, {y}')}, {total}")


def emit_rows(module: Module, tile: Tile) -> None:
    """Emits `@rows<vectors>`: adds a @ b to `sums`, for some rows of a and one strip of b.

    `an`, `ak` and `bk` are byte strides. Rows of `sums` are a strip wide, b has `width` columns. If
    `first`, the sums begin with zeros.
    """
    for rows in (tile.rows, tile.few):
        _emit_tiles(module, tile, rows)
    with module.function("void", f"rows{tile.vectors}", ROWS, attributes=GLUE) as code:
        start, pitch = "0", str(tile.columns * tile.itemsize)
        for rows in (tile.rows, tile.few):
            count = code.let(f"udiv i64 {code.let(f'sub i64 %rows, {start}')}, {rows}")
            with code.when(code.let(f"icmp ne i64 {count}, 0")):
                _call_tile(code, tile, rows, start, count, ("%an", pitch))
            start = code.let(f"add i64 {start}, {code.let(f'mul i64 {count}, {rows}')}")
        rest = code.let(f"icmp slt i64 {start}, %rows")
        enough = code.let(f"icmp sge i64 %rows, {tile.few}")
        allowed = code.let(f"and i1 {enough}, %first")
        with code.when(code.let(f"and i1 {rest}, {allowed}")):
            # A few rows that were computed already are computed again, with the same bits.
            again = code.let(f"sub i64 %rows, {tile.few}")
            _call_tile(code, tile, tile.few, again, "1", ("%an", pitch))
            code.do("ret void")
        with code.loop(start, "%rows") as loop:
            # All rows of this tile are one: a row alone would take as long.
            _call_tile(code, tile, tile.few, loop.index, "1", ("0", "0"))
        code.do("ret void")


def _call_tile(
    code: Code, tile: Tile, rows: int, row: str, count: str, pitches: tuple[str, str]
) -> None:
    left = code.at("%a", code.let(f"mul i64 {row}, %an"))
    sums = code.at("%sums", code.let(f"mul i64 {row}, {tile.columns}"), tile.element)
    code.call(
        "void", f"tiles{rows}x{tile.vectors}", ("ptr", left), ("i64", pitches[0]), ("i64", "%ak"),
        ("ptr", "%b"), ("i64", "%bk"), ("i64", "%k"), ("ptr", sums), ("i64", count),
        ("i64", pitches[1]), ("i64", "%width"), ("i1", "%first"),
    )  # fmt: skip


def _emit_tiles(module: Module, tile: Tile, rows: int) -> None:
    """Emits `@tiles<rows>x<vectors>`, some tiles of so many rows, one below the other.

    In the largest tile some terms are added in one turn where the elements of a row of a lie side
    by side, because their places are constants then. Others have time enough to compute these.
    """
    with module.function("void", f"tiles{rows}x{tile.vectors}", TILE) as code:
        is_masked = tile.vectors == 1 and tile.has_masks
        mask = first_lanes(code, tile.lanes, "%width") if is_masked else None
        down, below = (code.let(f"mul i64 {step}, {rows}") for step in ("%an", "%pitch"))
        with code.loop("0", "%count", carried=[("ptr", "%a"), ("ptr", "%sums")]) as loop:
            left, sums = loop.values
            _emit_tile(code, tile, rows, (left, sums), mask)
            loop.carry(code.at(left, down), code.at(sums, below))
        code.do("ret void")


def _emit_tile(
    code: Code, tile: Tile, rows: int, given: tuple[str, str], mask: Mask | None
) -> None:
    """Emits one tile; it is given where a and the sums are."""
    left, first_sum = given
    sums = _places(code, tile, rows, first_sum)
    zeros = [(tile.wide, "zeroinitializer")] * len(sums)
    # A loop of no turn or one: LLVM would make a select of two vectors a branch for each.
    with code.loop("0", code.let("select i1 %first, i64 0, i64 1"), carried=zeros) as loop:
        loop.carry(*[code.load(tile.wide, place, tile.element) for place in sums])
    carried = [("ptr", "%b")]
    for r in range(0, rows, 3):
        carried.append(("ptr", code.at(left, code.let(f"mul i64 %an, {r}"))))
    carried += [(tile.wide, value) for value in loop.values]
    start = "0"
    if rows == tile.rows and tile.vectors == STRIP:
        types = [type_ for type_, _ in carried]
        is_dense = code.let(f"icmp eq i64 %ak, {tile.itemsize}")
        start = code.let(f"select i1 {is_dense}, i64 {code.whole('%k', TERMS)}, i64 0")
        with code.loop("0", start, TERMS, carried) as loop:
            loop.carry(*_terms(code, tile, rows, list(loop.values), TERMS, mask))
        carried = list(zip(types, loop.values, strict=True))
    with code.loop(start, "%k", carried=carried) as loop:
        loop.carry(*_terms(code, tile, rows, list(loop.values), 1, mask))
    for place, total in zip(sums, loop.values[-len(sums) :], strict=True):
        code.store(tile.wide, total, place, tile.element)


def _places(code: Code, tile: Tile, rows: int, line: str) -> list[str]:
    """Emits the addresses of the sums of a tile, row by row."""
    found: list[str] = []
    for _ in range(rows):
        found += [_element(code, tile, line, v) for v in range(tile.vectors)]
        line = code.at(line, "%pitch")
    return found


def _terms(
    code: Code, tile: Tile, rows: int, carried: list[str], terms: int, mask: Mask | None
) -> list[str]:
    """Emits the addition of some terms to all sums of a tile.

    Args:
        code: the function that is written.
        tile: the tile.
        rows: its rows.
        carried: where b is, where every third row of a is, and the sums.
        terms: how many; with several, the elements of a row of a lie side by side.
        mask: the lanes of b that are read; None means all.

    Returns:
        The carried values for the next terms.
    """
    count = -(-rows // 3)
    right, lefts, sums = carried[0], carried[1 : 1 + count], carried[1 + count :]
    for term in range(terms):
        others = [
            load(code, tile.stored, tile.lanes, Place(_element(code, tile, right, v)), mask)
            for v in range(tile.vectors)
        ]
        for r in range(rows):
            place = lefts[r // 3]
            if r % 3:  # the second and third row: addresses that need no instruction on x86
                place = code.at(place, "%an", "i8" if r % 3 == 1 else "i16")
            if term:
                place = code.at(place, str(term), tile.element)
            one = code.splat(tile.lanes, tile.element, code.load(tile.element, place))
            for v, other in enumerate(others):
                at = r * tile.vectors + v
                sums[at] = multiply_add(code, tile.dtype, tile.lanes, one, other, sums[at])
        right = code.at(right, "%bk")
    step = "%ak" if terms == 1 else str(terms * tile.itemsize)
    return [right, *[code.at(left, step) for left in lefts], *sums]


def emit_pack(module: Module, tile: Tile) -> None:
    """Emits `@pack`: copies a strip of b, so that its columns lie side by side.

    `bk` and `bm` are byte strides. If there are fewer columns than a strip has, others hold
    anything: whoever takes the sums leaves these out.
    """
    with module.function("void", "pack", PACK) as code:
        size = tile.itemsize
        last = code.let("sub i64 %columns, 1")
        with code.when(code.let(f"icmp eq i64 %bm, {size}")):
            _copy_columns(code, tile)
            code.do("ret void")
        start = "0"
        if tile.turns:
            are_dense = code.let(f"icmp eq i64 %bk, {size}")
            whole = code.whole("%k", tile.square)
            start = code.let(f"select i1 {are_dense}, i64 {whole}, i64 0")
            with code.loop("0", str(tile.columns), tile.square) as loop:
                _transpose_columns(code, tile, loop.index, start, last)
        with code.loop(start, "%k") as loop:
            source, target = _line(code, tile, loop.index)
            with code.loop("0", str(tile.columns)) as column:
                place = code.let(f"mul i64 {least(code, column.index, last)}, %bm")
                found = code.load(tile.element, code.at(source, place), tile.element)
                code.store(tile.element, found, code.at(target, column.index, tile.element))
        code.do("ret void")


def _copy_columns(code: Code, tile: Tile) -> None:
    """Emits the copy of a strip whose columns lie side by side already."""
    masks: list[Mask] = []
    for v in range(tile.vectors):
        count = code.let(f"sub i64 %columns, {v * tile.lanes}")
        count = code.call("i64", "llvm.smax.i64", ("i64", count), ("i64", "0"))
        masks.append(first_lanes(code, tile.lanes, count))
    with code.loop("0", "%k") as loop:
        source, target = _line(code, tile, loop.index)
        for v, mask in enumerate(masks):
            place = Place(_element(code, tile, source, v))
            found = load(code, tile.stored, tile.lanes, place, mask)
            code.store(tile.wide, found, _element(code, tile, target, v), tile.element)


def _line(code: Code, tile: Tile, k: str) -> tuple[str, str]:
    """Returns the addresses of row `k` in b and in the strip."""
    source = code.at("%b", code.let(f"mul i64 {k}, %bk"))
    return source, code.at("%strip", code.let(f"mul i64 {k}, {tile.columns}"), tile.element)


def _element(code: Code, tile: Tile, line: str, number: int) -> str:
    return code.at(line, str(number * tile.lanes), tile.element)


def least(code: Code, x: str, y: str) -> str:
    """Emits the lesser of two i64s."""
    return code.call("i64", "llvm.smin.i64", ("i64", x), ("i64", y))


def _transpose_columns(code: Code, tile: Tile, first: str, stop: str, last: str) -> None:
    """Emits the copy of some columns, beginning with `first`, whose elements lie side by side."""
    element, square = tile.element, tile.square
    wide = vector(square, element)
    columns: list[str] = []
    for c in range(square):
        column = least(code, code.let(f"add i64 {first}, {c}"), last)
        columns.append(code.at("%b", code.let(f"mul i64 {column}, %bm")))
    with code.loop("0", stop, square) as loop:
        loaded = [
            code.load(wide, code.at(column, loop.index, element), element) for column in columns
        ]
        target = code.at("%strip", code.let(f"mul i64 {loop.index}, {tile.columns}"), element)
        target = code.at(target, first, element)
        for k, line in enumerate(transposed(code, square, wide, loaded)):
            code.store(wide, line, code.at(target, str(k * tile.columns), element), element)


def transposed(code: Code, lanes: int, wide: str, vectors: list[str]) -> list[str]:
    """Emits the transposes of squares of elements, which lie beside each other in the vectors.

    Args:
        code: the function that is written.
        lanes: the elements of a vector; several squares if there are more than vectors.
        wide: the type of a vector.
        vectors: the rows of the squares.
    """
    found, step = list(vectors), 1
    while step < len(found):  # swaps blocks of 1, 2, 4, ... elements
        low = [j if not j & step else lanes + j - step for j in range(lanes)]
        high = [j + step if not j & step else lanes + j for j in range(lanes)]
        for k in range(len(found)):
            if not k & step:
                pair = f"{wide} {found[k]}, {wide} {found[k + step]}"
                found[k], found[k + step] = (
                    code.let(f"shufflevector {pair}, <{lanes} x i32> <{_mask(places)}>")
                    for places in (low, high)
                )
        step *= 2
    return found


def _mask(places: list[int]) -> str:
    return ", ".join(f"i32 {place}" for place in places)
