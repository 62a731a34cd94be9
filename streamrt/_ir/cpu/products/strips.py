"""Strips of a product: columns of b, copied side by side; and squares, transposed."""

from __future__ import annotations

from streamrt._compile.llvm.emit import Code, Module, vector
from streamrt._ir.cpu.memory import Mask, Place, first_lanes, load
from streamrt._ir.cpu.products.tiles import Tile, element_at, least

__all__ = ["emit_pack", "transposed"]

PACK = "ptr %b, i64 %bk, i64 %bm, i64 %k, i64 %columns, ptr %strip"


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
            place = Place(element_at(code, tile, source, v))
            found = load(code, tile.stored, tile.lanes, place, mask)
            code.store(tile.wide, found, element_at(code, tile, target, v), tile.element)


def _line(code: Code, tile: Tile, k: str) -> tuple[str, str]:
    """Returns the addresses of row `k` in b and in the strip."""
    source = code.at("%b", code.let(f"mul i64 {k}, %bk"))
    return source, code.at("%strip", code.let(f"mul i64 {k}, {tile.columns}"), tile.element)


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
