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

While the first tile of a strip is computed, the next strip is fetched into the second-level cache.
Of a matrix that is not in any cache a CPU alone fetches little of that ahead, because the rows of a
strip lie apart; weights of a model, each used once in a call, are such matrices.

An element of the result is one sum in the order of k, whatever tile computes it. So its bits do not
depend on how the result was divided.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from streamrt._compile.llvm.emit import Code, Module, suffix, vector
from streamrt._compile.llvm.targets import Target, instruction_sets
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.memory import Mask, Place, first_lanes, load

__all__ = [
    "GLUE", "STRIP", "Tile", "element_at", "emit_rows", "least", "multiply_add", "tile_for",
]  # fmt: skip

STRIP = 2
"""The vectors of a row of a strip."""

NARROW = 8
"""The rows of a narrow tile: as many sums as two units need that take four cycles for one."""

TERMS = 2
"""The terms that are added in one turn where that is cheaper."""

FEW_TERMS = 8
"""The terms up to which a tile does not fetch the lines of its output."""

LINE = 64
"""The bytes of a line of the caches."""

ROWS = (
    "ptr %a, i64 %an, i64 %ak, ptr %b, i64 %bk, i64 %k, ptr %sums, i64 %rows, i64 %width, "
    "i1 %first, ptr %ahead, i64 %step, ptr %out, i64 %on"
)
"""Parameters of `@rows2` and `@rows1`; strides are in bytes."""

TILE = ROWS.replace("i64 %rows", "i64 %count, i64 %pitch")
"""Parameters of tiles: their number, one below the other, and the bytes between rows of sums."""

COPYING = "ptr %copied, i64 %from"
"""More parameters of these: where a whole strip lies before it is copied, and its rows there."""

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


def tile_for(dtype: str, target: Target | None = None) -> Tile:
    """Returns the tile for a dtype that fills the registers of a CPU; None is this process's.

    A tile leaves registers for the vectors of b and an element of a. With 2 x 12 sums, two units
    of fused multiply-adds have enough to do while a sum waits for its last addition.
    """
    features, itemsize = instruction_sets(target), DTYPES[dtype].itemsize
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
    `first`, the sums begin with zeros. What is read after this strip begins at `ahead`; it is as
    large, has a row every `step` bytes, and is fetched into the second-level cache meanwhile. The
    sums are stored to `out` later, where rows are `on` bytes apart; these lines are fetched, too.

    If `copied` is not null, the strip lies there, and the first tile copies it to b, where the
    others read it. That costs next to nothing, because tiles store nothing else meanwhile.
    """
    for rows in (tile.rows, tile.few):
        _emit_tiles(module, tile, rows)
    has_copies = tile.vectors == STRIP
    if has_copies:
        _emit_copying(module, tile)
    parameters = f"{ROWS}, {COPYING}"
    with module.function("void", f"rows{tile.vectors}", parameters, attributes=GLUE) as code:
        start, pitch = "0", str(tile.columns * tile.itemsize)
        if has_copies:
            is_copying = code.let("icmp ne ptr %copied, null")
            with code.when(is_copying):
                _call_tile(code, tile, 0, "0", "1", ("%an", pitch))
            start = code.let(f"select i1 {is_copying}, i64 {tile.rows}, i64 0")
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
    """Emits the call of some tiles; that of 0 rows is the one that copies."""
    source = (("ptr", "%copied"), ("i64", "%from")) if not rows else (("ptr", "%b"), ("i64", "%bk"))
    is_top = code.let(f"icmp eq i64 {row}, 0")
    step = code.let(f"select i1 {is_top}, i64 %step, i64 0")
    left = code.at("%a", code.let(f"mul i64 {row}, %an"))
    sums = code.at("%sums", code.let(f"mul i64 {row}, {tile.columns}"), tile.element)
    out = code.at("%out", code.let(f"mul i64 {row}, %on"))
    code.call(
        "void", f"tiles{rows}x{tile.vectors}", ("ptr", left), ("i64", pitches[0]), ("i64", "%ak"),
        *source, ("i64", "%k"), ("ptr", sums), ("i64", count),
        ("i64", pitches[1]), ("i64", "%width"), ("i1", "%first"), ("ptr", "%ahead"), ("i64", step),
        ("ptr", out), ("i64", "%on"), *((("ptr", "%b"),) if not rows else ()),
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
        length = code.let(f"mul i64 %k, {tile.itemsize}")
        is_dense = code.let(f"icmp eq i64 %an, {length}")
        other = code.let(f"select i1 {is_dense}, i64 {rows * tile.itemsize}, i64 0")
        further = code.let(f"mul i64 %on, {rows}")
        carried = [("ptr", "%a"), ("ptr", "%sums"), ("ptr", "%ahead"), ("i64", "%step")]
        with code.loop("0", "%count", carried=[*carried, ("ptr", "%out")]) as loop:
            left, sums, ahead, step, out = loop.values
            _fetch_out(code, tile, rows, out)
            _Sums(code, tile, rows, mask).emit(left, sums, (ahead, step))
            following = code.at(left, down)
            loop.carry(
                following, code.at(sums, below), code.at(following, down), other,
                code.at(out, further),
            )  # fmt: skip
        code.do("ret void")


def _emit_copying(module: Module, tile: Tile) -> None:
    """Emits `@tiles0x<vectors>`: the largest tile, which copies what it reads of b to `copy`."""
    with module.function("void", f"tiles0x{tile.vectors}", f"{TILE}, ptr %copy") as code:
        _fetch_out(code, tile, tile.rows, "%out")
        sums = _Sums(code, tile, tile.rows, None, copies=True)
        sums.emit("%a", "%sums", ("%ahead", "%step"))
        code.do("ret void")


class _Sums:
    """The emitter of the sums of one tile."""

    def __init__(
        self, code: Code, tile: Tile, rows: int, mask: Mask | None, *, copies: bool = False
    ) -> None:
        """Takes the tile and its rows; `mask` has the lanes of b that are read, None means all."""
        self.code, self.tile, self.rows, self.mask = code, tile, rows, mask
        self.copies: bool = copies

    def emit(self, left: str, line: str, ahead: tuple[str, str]) -> None:
        """Emits the sums.

        Args:
            left: where a is.
            line: where the sums are.
            ahead: what is fetched meanwhile, and the bytes from one row of it to the next.
        """
        code, tile = self.code, self.tile
        sums = self._places(line)
        zeros = [(tile.wide, "zeroinitializer")] * len(sums)
        # A loop of no turn or one: LLVM would make a select of two vectors a branch for each.
        with code.loop("0", code.let("select i1 %first, i64 0, i64 1"), carried=zeros) as loop:
            loop.carry(*[code.load(tile.wide, place, tile.element) for place in sums])
        carried = [("ptr", ahead[0]), ("ptr", "%b"), ("ptr", "%copy" if self.copies else "null")]
        for r in range(0, self.rows, 3):
            carried.append(("ptr", code.at(left, code.let(f"mul i64 %an, {r}"))))
        carried += [(tile.wide, value) for value in loop.values]
        start = "0"
        if self.rows == tile.rows and tile.vectors == STRIP:
            types = [type_ for type_, _ in carried]
            is_dense = code.let(f"icmp eq i64 %ak, {tile.itemsize}")
            start = code.let(f"select i1 {is_dense}, i64 {code.whole('%k', TERMS)}, i64 0")
            with code.loop("0", start, TERMS, carried) as loop:
                loop.carry(*self._terms(list(loop.values), TERMS, ahead[1]))
            carried = list(zip(types, loop.values, strict=True))
        with code.loop(start, "%k", carried=carried) as loop:
            loop.carry(*self._terms(list(loop.values), 1, ahead[1]))
        for place, total in zip(sums, loop.values[-len(sums) :], strict=True):
            code.store(tile.wide, total, place, tile.element)

    def _places(self, line: str) -> list[str]:
        """Emits the addresses of the sums, row by row."""
        found: list[str] = []
        for _ in range(self.rows):
            found += [element_at(self.code, self.tile, line, v) for v in range(self.tile.vectors)]
            line = self.code.at(line, "%pitch")
        return found

    def _terms(self, carried: list[str], terms: int, step: str) -> list[str]:
        """Emits the addition of some terms to all sums.

        Args:
            carried: where is what is fetched, b, its copy, every third row of a; and the sums.
            terms: how many; with several, the elements of a row of a lie side by side.
            step: the bytes from one row of what is fetched to the next.

        Returns:
            The carried values for the next terms.
        """
        code, tile, count = self.code, self.tile, 3 - (-self.rows // 3)
        (ahead, right, copy, *lefts), sums = carried[:count], carried[count:]
        for term in range(terms):
            if tile.vectors == STRIP:
                _fetch(code, tile, ahead, writes=False)
                ahead = code.at(ahead, step)
            others = self._row(right, copy)
            for r in range(self.rows):
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
            if self.copies:
                copy = code.at(copy, str(tile.columns), tile.element)
        along = "%ak" if terms == 1 else str(terms * tile.itemsize)
        return [ahead, right, copy, *[code.at(left, along) for left in lefts], *sums]

    def _row(self, right: str, copy: str) -> list[str]:
        """Emits the loads of a row of b, and its copy."""
        code, tile = self.code, self.tile
        found: list[str] = []
        for v in range(tile.vectors):
            place = Place(element_at(code, tile, right, v))
            found.append(load(code, tile.stored, tile.lanes, place, self.mask))
            if self.copies:
                code.store(tile.wide, found[-1], element_at(code, tile, copy, v), tile.element)
        return found


def _fetch_out(code: Code, tile: Tile, rows: int, line: str) -> None:
    """Emits the fetch of the lines to which the sums of a tile are stored later.

    A store to a line that is far away keeps all later stores waiting. A tile of few terms has no
    time for this.
    """
    if tile.vectors == STRIP:
        with code.when(code.let(f"icmp sgt i64 %k, {FEW_TERMS}")):
            for _ in range(rows):
                _fetch(code, tile, line, writes=True)
                line = code.at(line, "%on")


def _fetch(code: Code, tile: Tile, row: str, *, writes: bool) -> None:
    """Emits the fetch of a row of a strip into the second-level cache, or the first to write it.

    Where rows do not begin with a line of a cache, the first line ends the strip before, and has
    been fetched with that; so the last byte that each line may have tells which to fetch.
    """
    how = ("i32", str(int(writes))), ("i32", "3" if writes else "2"), ("i32", "1")
    for line in range(0, tile.columns * tile.itemsize, LINE):
        code.call("void", "llvm.prefetch.p0", ("ptr", code.at(row, str(line + LINE - 1))), *how)


def element_at(code: Code, tile: Tile, line: str, number: int) -> str:
    """Emits the address of a vector of a line, by its number."""
    return code.at(line, str(number * tile.lanes), tile.element)


def least(code: Code, x: str, y: str) -> str:
    """Emits the lesser of two i64s."""
    return code.call("i64", "llvm.smin.i64", ("i64", x), ("i64", y))
