"""Products of a few rows or one column: vectors by a matrix, which are limited by memory.

`@line` walks a matrix whose lines for each k lie densely, one by one, and adds each, times an
element of the vector, to sums in the first-level cache. An element is one sum in the order of k, as
in tiles.

`@dots` multiplies the rows of a matrix by a vector where both lie densely along k: sums of lanes,
which are added up as a tree. Each row is summed alone, so bits do not depend on a division.
"""

from __future__ import annotations

from streamrt._compile.llvm.emit import Code, Module
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.memory import Mask, Place, first_lanes, load
from streamrt._ir.cpu.products.tiles import Tile, least, multiply_add

__all__ = ["emit_dots", "emit_line"]

LINE = "ptr %x, i64 %ak, ptr %b, i64 %bk, i64 %k, i64 %width, ptr %sums"
DOTS = "ptr %x, ptr %rows, i64 %pitch, i64 %k, i64 %count, ptr %sums"

ROWS_OF_LINE = 8
"""The rows of the matrix that `@line` adds in one turn: a sum is loaded and stored once for all."""

ROWS_OF_DOTS = 4
"""The rows that `@dots` multiplies at a time, each in two vectors of sums."""


def emit_line(module: Module, tile: Tile) -> None:
    """Emits `@line`: `width` elements of x @ b. Strides are in bytes; columns are dense."""
    with module.function("void", "line", LINE) as code:
        up = code.let(f"add i64 %width, {tile.lanes - 1}")
        with code.loop("0", code.whole(up, tile.lanes), tile.lanes) as loop:
            place = code.at("%sums", loop.index, tile.element)
            code.store(tile.wide, "zeroinitializer", place, tile.element)
        rest = code.let(f"and i64 %width, {tile.lanes - 1}")
        mask, has_rest = first_lanes(code, tile.lanes, rest), code.let(f"icmp ne i64 {rest}, 0")
        start = "0"
        for rows in (ROWS_OF_LINE, 1):
            stop = code.whole("%k", rows)
            with code.loop(start, stop, rows) as loop:
                _add_lines(code, tile, loop.index, rows, mask, has_rest)
            start = stop
        code.do("ret void")


def _add_lines(code: Code, tile: Tile, first: str, rows: int, mask: Mask, has_rest: str) -> None:
    """Emits the addition of some rows of b to all sums."""
    element, lanes = tile.element, tile.lanes
    left = code.at("%x", code.let(f"mul i64 {first}, %ak"))
    line = code.at("%b", code.let(f"mul i64 {first}, %bk"))
    factors: list[str] = []
    lines: list[str] = []
    for _ in range(rows):
        factors.append(code.splat(lanes, element, code.load(element, left, element)))
        lines.append(line)
        left, line = code.at(left, "%ak"), code.at(line, "%bk")

    def step(index: str, mask: Mask | None) -> None:
        place = code.at("%sums", index, element)
        total = code.load(tile.wide, place, element)
        for factor, line in zip(factors, lines, strict=True):
            other = _load(code, tile, code.at(line, index, element), mask)
            total = multiply_add(code, tile.dtype, lanes, factor, other, total)
        code.store(tile.wide, total, place, element)

    whole = code.whole("%width", lanes)
    with code.loop("0", whole, lanes) as loop:
        step(loop.index, None)
    with code.when(has_rest):
        step(whole, mask)


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
    plus = "or" if tile.dtype == "bool" else "fadd" if DTYPES[tile.dtype].kind == "f" else "add"
    return [
        code.fold(lanes, element, code.let(f"{plus} {wide} {one}, {other}"), plus)
        for one, other in zip(loop.values, odd, strict=True)
    ]
