"""Matrix products in our own IR, used if NumPy brings no OpenBLAS that we know.

They are plain and vectorised: a few rows of the result at a time share each load of `b`, sums run
through fused multiply-adds, and nothing is packed or blocked for caches. An element is computed by
the same sequence of operations in every group of rows.
"""

from __future__ import annotations

from streamrt.emit import SIZES, Code, Module, suffix, vector

ROWS = 4
"""The number of rows that are computed together: each load of `b` serves all of them."""

PARAMETERS = "ptr %a, ptr %b, ptr %c, i64 %k, i64 %m"


def _multiply_add(code: Code, type_: str, x: str, y: str, total: str) -> str:
    given = ((type_, x), (type_, y), (type_, total))
    return code.call(type_, f"llvm.fmuladd.{suffix(type_)}", *given)


def _left(code: Code, type_: str, element: str, row: int, index: str) -> str:
    """Emit the load of element (or vector of elements) `index` of row `row` of `a`."""
    place = code.let(f"add i64 {code.let(f'mul i64 %k, {row}')}, {index}")
    return code.load(type_, code.at("%a", place, element), element)


def _put(code: Code, type_: str, element: str, totals: tuple[str, ...]) -> None:
    """Emit the stores of one result for each row of `c`."""
    for row, total in enumerate(totals):
        address = code.at("%c", code.let(f"mul i64 %m, {row}"), element)
        code.store(type_, total, address, element)


def _tile(module: Module, element: str, rows: int, lanes: int) -> None:
    """Emit `rows` x `lanes` elements of a @ b: for each row one vector of columns."""
    wide = vector(lanes, element)
    zero = "0.0" if lanes == 1 else "zeroinitializer"
    with module.function("void", f"tile{rows}x{lanes}", PARAMETERS) as code:
        with code.loop("0", "%k", carried=[(wide, zero)] * rows) as loop:
            line = code.at("%b", code.let(f"mul i64 {loop.index}, %m"), element)
            right = code.load(wide, line, element)
            totals: list[str] = []
            for row, total in enumerate(loop.values):
                left = _left(code, element, element, row, loop.index)
                left = code.splat(lanes, element, left)
                totals.append(_multiply_add(code, wide, left, right, total))
            loop.carry(*totals)
        _put(code, wide, element, loop.values)
        code.do("ret void")


def _part(
    code: Code, element: str, lanes: int, bounds: tuple[str, str], totals: list[str]
) -> tuple[str, ...]:
    """Emit the dot products of several rows of `a` with one row of `b`, within `bounds`."""
    type_ = vector(lanes, element)
    carried = [(type_, total) for total in totals]
    with code.loop(*bounds, lanes, carried) as loop:
        right = code.load(type_, code.at("%b", loop.index, element), element)
        following: list[str] = []
        for row, total in enumerate(loop.values):
            left = _left(code, type_, element, row, loop.index)
            following.append(_multiply_add(code, type_, left, right, total))
        loop.carry(*following)
    return loop.values


def _dots(module: Module, element: str, rows: int, lanes: int) -> None:
    """Emit `rows` elements of one column of a @ b.T: by lanes, their tree, then the rest."""
    with module.function("void", f"dots{rows}", PARAMETERS) as code:
        whole = code.whole("%k", lanes)
        wide = _part(code, element, lanes, ("0", whole), ["zeroinitializer"] * rows)
        sums = [code.fold(lanes, element, total, "fadd") for total in wide]
        _put(code, element, element, _part(code, element, 1, (whole, "%k"), sums))
        code.do("ret void")


def _rows(code: Code, element: str, rows: int, start: str, stop: str, *, nt: bool) -> None:
    """Emit rows start..stop of the result, `rows` at a time, for all columns."""
    k, m = code.words(code.slot(0), 3)[1:]
    a, b, c = (code.slot(index) for index in (1, 2, 3))
    lanes = 64 // SIZES[element]
    with code.loop(start, stop, rows) as loop:
        left = code.at(a, code.let(f"mul i64 {loop.index}, {k}"), element)
        target = code.at(c, code.let(f"mul i64 {loop.index}, {m}"), element)
        whole = "0" if nt else code.whole(m, lanes)
        spans = [(1, whole, m)] if nt else [(lanes, "0", whole), (1, whole, m)]
        for width, begin, end in spans:
            with code.loop(begin, end, width) as column:
                first = code.let(f"mul i64 {column.index}, {k}") if nt else column.index
                right, place = code.at(b, first, element), code.at(target, column.index, element)
                name = f"dots{rows}" if nt else f"tile{rows}x{width}"
                pointers = (("ptr", left), ("ptr", right), ("ptr", place))
                code.call("void", name, *pointers, ("i64", k), ("i64", m))


def emit(entry: str, element: str, *, nt: bool) -> str:
    """Return IR for rows lo..hi of a @ b, or with `nt` of a @ b.T."""
    module, lanes = Module(), 64 // SIZES[element]
    for rows in (ROWS, 1):
        if nt:
            _dots(module, element, rows, lanes)
        else:
            _tile(module, element, rows, lanes)
            _tile(module, element, rows, 1)
    with module.function("i32", entry) as code:
        count = code.whole(code.let("sub i64 %hi, %lo"), ROWS)
        middle = code.let(f"add i64 %lo, {count}")
        _rows(code, element, ROWS, "%lo", middle, nt=nt)
        _rows(code, element, 1, middle, "%hi", nt=nt)
    return module.text()
