"""take and take_along_axis: elements at places that an array of indexes holds.

Both see three axes: those before the axis, the axis, those behind it. The turns that `lo` and `hi`
divide are the rows of the result, by the first two axes.

1. A negative index counts from the end. One out of range ends the kernel with a code before its
   element is read.
2. `@rows` copies what lies behind an index: whole pieces of bytes, and then the last piece again
   from the end. These pieces overlap inside of the row, so no other part writes there.
3. `@elements` takes single elements: eight indexes are compared with the extent at once.
"""

from __future__ import annotations

from streamrt._compile.llvm.emit import Code, Module, vector
from streamrt._compile.signatures.dtypes import DTYPES

__all__ = ["OUT_OF_RANGE", "emit_take", "emit_take_along_axis"]

OUT_OF_RANGE = 3
"""The code of a launch with an index out of range; see ERRORS in frame.py."""

LANES = 8
PIECES = (64, 16, 8, 4, 2, 1)
"""The bytes of one load, for rows of as many bytes at least."""

_ROWS = (
    "ptr %x, i64 %n, i64 %sn, i64 %si, ptr %indexes, i64 %sk, i64 %start, i64 %stop, ptr %y, i64 %i"
)
_ELEMENTS = "ptr %x, i64 %n, i64 %sn, ptr %indexes, i64 %sk, i64 %start, i64 %stop, ptr %y"
_LINE = "ptr %x, i64 %n, i64 %sn, i64 %si, ptr %indexes, i64 %step, ptr %y, i64 %count"


def emit_take(dtype: str, entry: str) -> str:
    """Returns the LLVM IR of `x: T[o, n, i], indices: i64[k], out y: T[o, k, i]`."""
    size, module = DTYPES[dtype].itemsize, Module()
    _emit_rows(module, size)
    _emit_elements(module, size)
    with module.function("i32", entry) as code:
        _, n, i, k, so, sn, si, sk = code.words(code.slot(0), 8)
        x, indexes, y = (code.slot(number) for number in (1, 2, 3))
        is_single = code.let(f"icmp eq i64 {i}, 1")
        with _turns(code, k) as (outer, start, stop):
            here = code.at(x, code.let(f"mul i64 {outer}, {so}"))
            rows = code.let(f"mul i64 {code.let(f'mul i64 {outer}, {k}')}, {i}")
            there = code.at(y, code.let(f"mul i64 {rows}, {size}"))
            where = [("ptr", indexes), ("i64", sk), ("i64", start), ("i64", stop), ("ptr", there)]
            axis = [("ptr", here), ("i64", n), ("i64", sn)]
            with code.when(is_single):
                _returning(code, code.call("i32", "elements", *axis, *where))
            with code.when(code.let(f"xor i1 {is_single}, true")):
                found = code.call("i32", "rows", *axis, ("i64", si), *where, ("i64", i))
                _returning(code, found)
    return module.text()


def emit_take_along_axis(dtype: str, entry: str) -> str:
    """Returns the LLVM IR of `x: T[o, n, i], indices: i64[o, k, i], out y: T[o, k, i]`."""
    size, module = DTYPES[dtype].itemsize, Module()
    _emit_line(module, size)
    with module.function("i32", entry) as code:
        _, n, i, k, so, sn, si, to, tk, ti = code.words(code.slot(0), 10)
        x, indexes, y = (code.slot(number) for number in (1, 2, 3))
        is_single = code.let(f"icmp eq i64 {i}, 1")
        with _turns(code, k) as (outer, start, stop):
            here = code.at(x, code.let(f"mul i64 {outer}, {so}"))
            from_ = code.at(indexes, code.let(f"mul i64 {outer}, {to}"))
            # Without axes behind, the line is along the axis itself, and there is one of it.
            count = code.let(f"sub i64 {stop}, {start}")
            lines = code.let(f"select i1 {is_single}, i64 1, i64 {count}")
            length = code.let(f"select i1 {is_single}, i64 {count}, i64 {i}")
            step = code.let(f"select i1 {is_single}, i64 {tk}, i64 {ti}")
            beside = code.let(f"select i1 {is_single}, i64 0, i64 {si}")
            with code.loop("0", lines) as line:
                row = code.let(f"add i64 {start}, {line.index}")
                above = code.let(f"mul i64 {outer}, {k}")
                place = code.let(f"mul i64 {code.let(f'add i64 {above}, {row}')}, {i}")
                found = code.call(
                    "i32", "line", ("ptr", here), ("i64", n), ("i64", sn), ("i64", beside),
                    ("ptr", code.at(from_, code.let(f"mul i64 {row}, {tk}"))), ("i64", step),
                    ("ptr", code.at(y, code.let(f"mul i64 {place}, {size}"))), ("i64", length),
                )  # fmt: skip
                _returning(code, found)
    return module.text()


class _turns:  # noqa: N801
    """Emits a loop over the first axis, with the bounds of this part along the second one."""

    def __init__(self, code: Code, k: str) -> None:
        self._code, self._k = code, k

    def __enter__(self) -> tuple[str, str, str]:
        code, k = self._code, self._k
        with code.when(code.let("icmp sge i64 %lo, %hi")):
            code.do("ret i32 0")
        first = code.let(f"udiv i64 %lo, {k}")
        last = code.let(f"udiv i64 {code.let('sub i64 %hi, 1')}, {k}")
        self._loop = code.loop(first, code.let(f"add i64 {last}, 1"))
        outer = self._loop.__enter__().index
        done = code.let(f"mul i64 {outer}, {k}")
        start = code.let(f"sub i64 %lo, {done}")
        start = code.call("i64", "llvm.smax.i64", ("i64", start), ("i64", "0"))
        stop = code.let(f"sub i64 %hi, {done}")
        stop = code.call("i64", "llvm.smin.i64", ("i64", stop), ("i64", k))
        return outer, start, stop

    def __exit__(self, *error: object) -> None:
        self._loop.__exit__(None, None, None)


def _returning(code: Code, found: str) -> None:
    """Emits the end of a function if one that it called found an error."""
    with code.when(code.let(f"icmp ne i32 {found}, 0")):
        code.do(f"ret i32 {found}")


def _place_of(code: Code, address: str, n: str) -> str:
    """Emits the place that an index in memory means, and the end of the function without one."""
    index = code.load("i64", address)
    wrapped = code.let(f"add i64 {index}, {n}")
    negative = code.let(f"icmp slt i64 {index}, 0")
    place = code.let(f"select i1 {negative}, i64 {wrapped}, i64 {index}")
    with code.when(code.let(f"icmp uge i64 {place}, {n}")):
        code.do(f"ret i32 {OUT_OF_RANGE}")
    return place


def _emit_rows(module: Module, size: int) -> None:
    """Emits `@rows`: the rows from `start` to `stop` of the result."""
    with module.function("i32", "rows", _ROWS) as code:
        length = code.let(f"mul i64 %i, {size}")
        is_dense = code.let(f"icmp eq i64 %si, {size}")
        for piece in (each for each in PIECES if each >= size):
            is_long = code.let(f"icmp uge i64 {length}, {piece}")
            with code.when(code.let(f"and i1 {is_dense}, {is_long}")):
                with code.loop("%start", "%stop") as row:
                    source, target = _ends(code, row.index, length)
                    _copy(code, source, target, length, piece)
                code.do("ret i32 0")
        with code.loop("%start", "%stop") as row:
            source, target = _ends(code, row.index, length)
            with code.loop("0", "%i") as each:
                value = code.at(source, code.let(f"mul i64 {each.index}, %si"))
                kind = f"i{8 * size}"
                code.store(kind, code.load(kind, value), code.at(target, each.index, kind))
        code.do("ret i32 0")


def _ends(code: Code, row: str, length: str) -> tuple[str, str]:
    """Emits the addresses of what a row is taken from, and of the row."""
    place = _place_of(code, code.at("%indexes", code.let(f"mul i64 {row}, %sk")), "%n")
    source = code.at("%x", code.let(f"mul i64 {place}, %sn"))
    return source, code.at("%y", code.let(f"mul i64 {row}, {length}"))


def _copy(code: Code, source: str, target: str, length: str, piece: int) -> None:
    """Emits the copy of at least one piece of bytes."""
    wide = vector(piece, "i8") if piece > 8 else f"i{8 * piece}"

    def move(at: str) -> None:
        code.store(wide, code.load(wide, code.at(source, at), "i8"), code.at(target, at), "i8")

    before = code.let(f"sub i64 {length}, 1")
    with code.loop("0", code.whole(before, piece), piece) as each:
        move(each.index)
    move(code.let(f"sub i64 {length}, {piece}"))


def _emit_elements(module: Module, size: int) -> None:
    """Emits `@elements`: like `@rows`, with one element in each row."""
    kind, wide = f"i{8 * size}", vector(LANES, "i64")
    with module.function("i32", "elements", _ELEMENTS) as code:
        is_dense = code.let("icmp eq i64 %sk, 8")
        count = code.whole(code.let("sub i64 %stop, %start"), LANES)
        count = code.let(f"select i1 {is_dense}, i64 {count}, i64 0")
        middle = code.let(f"add i64 %start, {count}")
        n, zero = code.splat(LANES, "i64", "%n"), "zeroinitializer"
        with code.loop("%start", middle, LANES) as eight:
            index = code.load(wide, code.at("%indexes", eight.index, "i64"), "i64")
            wrapped = code.let(f"add {wide} {index}, {n}")
            negative = code.let(f"icmp slt {wide} {index}, {zero}")
            bits = vector(LANES, "i1")
            place = code.let(f"select {bits} {negative}, {wide} {wrapped}, {wide} {index}")
            wrong = code.let(f"icmp uge {wide} {place}, {n}")
            wrong = code.let(f"bitcast {bits} {wrong} to i{LANES}")
            with code.when(code.let(f"icmp ne i{LANES} {wrong}, 0")):
                code.do(f"ret i32 {OUT_OF_RANGE}")
            for lane in range(LANES):
                one = code.let(f"extractelement {wide} {place}, i64 {lane}")
                value = code.load(kind, code.at("%x", code.let(f"mul i64 {one}, %sn")))
                to = code.let(f"add i64 {eight.index}, {lane}")
                code.store(kind, value, code.at("%y", to, kind))
        with code.loop(middle, "%stop") as row:
            source, target = _ends(code, row.index, str(size))
            code.store(kind, code.load(kind, source), target)
        code.do("ret i32 0")


def _emit_line(module: Module, size: int) -> None:
    """Emits `@line`: elements at indexes that lie in a line, as the result does."""
    kind = f"i{8 * size}"
    with module.function("i32", "line", _LINE) as code:
        with code.loop("0", "%count") as each:
            index = code.at("%indexes", code.let(f"mul i64 {each.index}, %step"))
            place = code.let(f"mul i64 {_place_of(code, index, '%n')}, %sn")
            beside = code.let(f"mul i64 {each.index}, %si")
            value = code.load(kind, code.at("%x", code.let(f"add i64 {place}, {beside}")))
            code.store(kind, value, code.at("%y", each.index, kind))
        code.do("ret i32 0")
