"""Products of a few rows: vectors by a matrix, which are limited by memory.

`@line` walks a matrix whose lines for each k lie densely, several at a time, and adds each, times
an element of the vector, to sums in the first-level cache. An element is one sum in the order of k,
as in tiles. `@turn` makes such lines of a matrix that lies densely along k, if they are few.

`@short` does the same for many terms if all of a line is one vector. Term k is added to sum k % 8,
because each addition waits for the one before, and the sums are added up as a tree. The last terms
follow in order: those past a whole eight, and those whose lines cannot be read as whole vectors.

`@dots` multiplies the rows of a matrix by a vector where both lie densely along k: sums of lanes,
which are added up as a tree. Each row is summed alone, so bits do not depend on a division.
"""

from __future__ import annotations

from collections.abc import Sequence

from streamrt._compile.llvm.emit import Code, Module, vector
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.memory import Mask, Place, first_lanes, load
from streamrt._ir.cpu.products.job import MOST_TURNED, Arithmetic
from streamrt._ir.cpu.products.strips import transposed
from streamrt._ir.cpu.products.tiles import Tile, least, multiply_add

__all__ = ["emit_dots", "emit_line", "emit_short", "emit_turn"]

LINE = "ptr %x, i64 %ak, ptr %b, i64 %bk, i64 %k, i64 %width, ptr %sums"
DOTS = "ptr %x, ptr %rows, i64 %pitch, i64 %k, i64 %count, ptr %sums"
TURN = "ptr %b, i64 %bm, i64 %k, i64 %width, i64 %more, ptr %lines, i64 %pitch"

ROWS_OF_LINE = 8
"""The rows of the matrix that `@line` adds in one turn: a sum is loaded and stored once for all.
The first turns take fewer, so that these are whole ones."""

ROWS_OF_SHORT = 8
"""The rows that `@short` adds in one turn, each to a sum of its own."""

ROWS_OF_DOTS = 4
"""The rows that `@dots` multiplies at a time, each in two vectors of sums."""


def emit_line(module: Module, tile: Tile) -> None:
    """Emits `@line`: `width` elements of x @ b. Strides are in bytes; columns are dense."""
    with module.function("void", "line", LINE) as code:
        with code.when(code.let("icmp eq i64 %k, 0")):
            up = code.let(f"add i64 %width, {tile.lanes - 1}")
            with code.loop("0", code.whole(up, tile.lanes), tile.lanes) as loop:
                place = code.at("%sums", loop.index, tile.element)
                code.store(tile.wide, "zeroinitializer", place, tile.element)
        rest = code.let(f"and i64 %width, {tile.lanes - 1}")
        mask, has_rest = first_lanes(code, tile.lanes, rest), code.let(f"icmp ne i64 {rest}, 0")
        start, turns = "0", (1, 2, ROWS_OF_LINE) if tile.loads_parts else (1, ROWS_OF_LINE)
        for rows, more in zip(turns, (*turns[1:], 0), strict=True):
            part = code.let(f"and i64 %k, {more - rows}")
            stop = code.let(f"add i64 {start}, {part}")
            with code.loop(start, stop, rows) as loop:
                _add_lines(code, tile, loop.index, rows, mask, has_rest)
            start = stop
        code.do("ret void")


def _add_lines(code: Code, tile: Tile, first: str, rows: int, mask: Mask, has_rest: str) -> None:
    """Emits the addition of some rows of b to all sums, which begin with the first row."""
    element, lanes = tile.element, tile.lanes
    is_first = code.let(f"icmp eq i64 {first}, 0")
    factors, lines = _factors(code, tile, first, rows)

    def step(index: str, mask: Mask | None) -> None:
        place = code.at("%sums", index, element)
        total = code.load(tile.wide, place, element)
        total = code.let(f"select i1 {is_first}, {tile.wide} zeroinitializer, {tile.wide} {total}")
        for factor, line in zip(factors, lines, strict=True):
            other = _load(code, tile, code.at(line, index, element), mask)
            total = multiply_add(code, tile.dtype, lanes, factor, other, total)
        code.store(tile.wide, total, place, element)

    whole = code.whole("%width", lanes)
    with code.loop("0", whole, lanes) as loop:
        step(loop.index, None)
    with code.when(has_rest):
        step(whole, mask)


def _factors(code: Code, tile: Tile, first: str, rows: int) -> tuple[list[str], list[str]]:
    """Emits elements of x, each in all lanes, and the addresses of the lines that they multiply."""
    left = code.at("%x", code.let(f"mul i64 {first}, %ak"))
    line = code.at("%b", code.let(f"mul i64 {first}, %bk"))
    factors: list[str] = []
    lines: list[str] = []
    for _ in range(rows):
        one = code.load(tile.element, left, tile.element)
        factors.append(code.splat(tile.lanes, tile.element, one))
        lines.append(line)
        left, line = code.at(left, "%ak"), code.at(line, "%bk")
    return factors, lines


def emit_short(module: Module, tile: Tile) -> None:
    """Emits `@short`: as `@line`, for one vector of columns at most."""
    lanes, wide = tile.lanes, tile.wide
    with module.function("void", "short", LINE) as code:
        mask = first_lanes(code, lanes, "%width")

        def step(first: str, totals: Sequence[str], mask: Mask | None) -> list[str]:
            factors, lines = _factors(code, tile, first, len(totals))
            others = [_load(code, tile, line, mask) for line in lines]
            return [
                multiply_add(code, tile.dtype, lanes, *three)
                for three in zip(factors, others, totals, strict=True)
            ]

        inside = _inside(code, tile, ("%k", "%bk"), (str(lanes), "%width"))
        inside = code.whole(inside, ROWS_OF_SHORT)
        zeros = [(wide, "zeroinitializer")] * ROWS_OF_SHORT
        with code.loop("0", inside, ROWS_OF_SHORT, zeros) as loop:
            loop.carry(*step(loop.index, loop.values, None))
        totals = list(loop.values)
        while len(totals) > 1:
            half = len(totals) // 2
            pairs = zip(totals[:half], totals[half:], strict=True)
            totals = [code.let(f"{_plus(tile)} {wide} {x}, {y}") for x, y in pairs]
        with code.loop(inside, "%k", carried=[(wide, totals[0])]) as loop:
            loop.carry(*step(loop.index, loop.values, mask))
        code.store(wide, loop.values[0], "%sums", tile.element)
        code.do("ret void")


def _inside(code: Code, tile: Tile, lines: tuple[str, str], read: tuple[str, str]) -> str:
    """Emits how many lines can be read beyond their ends, because others lie there.

    Some CPUs fetch memory ahead for loads of whole vectors only, not for those with a mask.

    Args:
        code: the function that is written.
        tile: the tile.
        lines: their number, and the bytes from one to the next.
        read: the elements that are read of each, and those that it has.
    """
    on = Arithmetic(code)
    count, step = lines
    lanes, width = read
    is_up = on.test("sgt", step, 0)
    over = on.times(on.less(lanes, width), tile.itemsize)
    last = on.parts(over, on.choose(is_up, step, 1))
    return on.choose(is_up, on.most(on.less(count, last), "0"), 0)


def emit_turn(module: Module, tile: Tile) -> None:
    """Emits `@turn`: copies columns of b that are dense along k, so that rows are dense instead.

    There are `width` columns of `k` elements, 1 to 8; `more` counts these and those behind them. A
    row is `pitch` bytes after the one before it. Eight columns are copied at a time, in squares.
    """
    with module.function("void", "turn", TURN) as code:
        on = Arithmetic(code)
        is_small = on.test("sle", "%k", 4)
        side = on.choose(is_small, 4, MOST_TURNED)
        inside = _inside(code, tile, ("%more", "%bm"), (side, "%k"))
        inside = code.whole(on.least(inside, "%width"), MOST_TURNED)
        for square, stops in ((4, (inside, 0)), (MOST_TURNED, (0, inside))):
            with code.loop("0", on.choose(is_small, *stops), MOST_TURNED) as loop:
                _turn(code, tile, square, loop.index)
        with code.loop(inside, "%width") as column, code.loop("0", "%k") as row:
            source = code.at("%b", on.times(column.index, "%bm"))
            target = code.at("%lines", on.times(row.index, "%pitch"))
            one = code.load(tile.element, code.at(source, row.index, tile.element))
            code.store(tile.element, one, code.at(target, column.index, tile.element))
        code.do("ret void")


def _turn(code: Code, tile: Tile, side: int, first: str) -> None:
    """Emits the copy of eight columns, in squares beside each other."""
    element, lanes = tile.element, MOST_TURNED
    place = code.at("%b", code.let(f"mul i64 {first}, %bm"))
    columns: list[str] = []
    for _ in range(lanes):
        columns.append(load(code, tile.stored, side, Place(place)))
        place = code.at(place, "%bm")
    rows = [_joined(code, element, columns[c::side], side) for c in range(side)]
    target = code.at("%lines", first, element)
    for row in transposed(code, lanes, vector(lanes, element), rows):
        code.store(vector(lanes, element), row, target, element)
        target = code.at(target, "%pitch")


def _joined(code: Code, element: str, parts: list[str], lanes: int) -> str:
    """Emits vectors one after the other as one vector."""
    while len(parts) > 1:
        both = ", ".join([f"i32 {k}" for k in range(2 * lanes)])
        wide, mask = vector(lanes, element), f"<{2 * lanes} x i32> <{both}>"
        pairs = zip(parts[::2], parts[1::2], strict=True)
        parts = [code.let(f"shufflevector {wide} {x}, {wide} {y}, {mask}") for x, y in pairs]
        lanes *= 2
    return parts[0]


def _load(code: Code, tile: Tile, address: str, mask: Mask | None) -> str:
    """Emits the load of a vector, masked or not."""
    return load(code, tile.stored, tile.lanes, Place(address), mask)


def emit_dots(module: Module, tile: Tile) -> None:
    """Emits `@dots`: the products of `count` rows with x, side by side."""
    with module.function("void", "dots", DOTS) as code:
        last = code.let("sub i64 %count, 1")
        up = code.let(f"add i64 %count, {ROWS_OF_DOTS - 1}")
        with code.loop("0", code.whole(up, ROWS_OF_DOTS), ROWS_OF_DOTS) as loop:
            rows = [
                least(code, code.let(f"add i64 {loop.index}, {r}"), last)
                for r in range(ROWS_OF_DOTS)
            ]
            starts = [code.at("%rows", code.let(f"mul i64 {row}, %pitch")) for row in rows]
            for row, total in zip(rows, _sums(code, tile, starts), strict=True):
                code.store(tile.element, total, code.at("%sums", row, tile.element))
        code.do("ret void")


def _sums(code: Code, tile: Tile, rows: list[str]) -> list[str]:
    """Emits the product of each row with x."""
    lanes, element, wide = tile.lanes, tile.element, tile.wide

    def step(index: str, totals: list[str], mask: Mask | None = None) -> list[str]:
        x = _load(code, tile, code.at("%x", index, element), mask)
        found: list[str] = []
        for row, total in zip(rows, totals, strict=True):
            other = _load(code, tile, code.at(row, index, element), mask)
            found.append(multiply_add(code, tile.dtype, lanes, x, other, total))
        return found

    pairs, whole = code.whole("%k", 2 * lanes), code.whole("%k", lanes)
    zeros = [(wide, "zeroinitializer")] * (2 * len(rows))
    with code.loop("0", pairs, 2 * lanes, zeros) as loop:
        even, odd = list(loop.values[: len(rows)]), list(loop.values[len(rows) :])
        loop.carry(*step(loop.index, even), *step(code.let(f"add i64 {loop.index}, {lanes}"), odd))
    even, odd = list(loop.values[: len(rows)]), list(loop.values[len(rows) :])
    with code.loop(pairs, whole, lanes, [(wide, total) for total in even]) as loop:
        loop.carry(*step(loop.index, list(loop.values)))
    even = list(loop.values)
    rest = code.let(f"sub i64 %k, {whole}")
    mask = first_lanes(code, lanes, rest)
    up = code.whole(code.let(f"add i64 %k, {lanes - 1}"), lanes)
    with code.loop(whole, up, lanes, [(wide, total) for total in even]) as loop:
        loop.carry(*step(loop.index, list(loop.values), mask))
    plus = _plus(tile)
    return [
        code.fold(lanes, element, code.let(f"{plus} {wide} {one}, {other}"), plus)
        for one, other in zip(loop.values, odd, strict=True)
    ]


def _plus(tile: Tile) -> str:
    """Returns the instruction that adds sums."""
    return "or" if tile.dtype == "bool" else "fadd" if DTYPES[tile.dtype].kind == "f" else "add"
