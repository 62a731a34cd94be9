"""cumsum, cumprod, cummax and cummin: each element with all elements before it along an axis.

They see three axes: those before the axis, the axis, those behind it. Each line along the axis is
added up one element after the other, from the first element itself on, as NumPy does. So no bit
depends on the vectors or on how the lines are divided over threads: by `lo` and `hi` over the first
and the last axis together.

1. `@chain` walks one line. Four lines at a time do not wait for each other's additions (`@chains`).
2. Where lines lie side by side, `@row` adds vectors of a row of the operand to the row before of
   the result. A strip of a row fits the first-level cache.
"""

from __future__ import annotations

from streamrt._compile.llvm.emit import Code, Module, vector
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.operations import emit_operation

__all__ = ["emit_cumulation"]

_OPERATIONS = {
    "cumsum": "add", "cumprod": "multiply", "cummax": "maximum", "cummin": "minimum",
}  # fmt: skip

STRIP = 1024
"""The elements of a row that are walked along the axis at once."""

NARROW = 8
"""The lines side by side up to which each is walked by itself."""

TOGETHER = 4

_CHAINS = "ptr %x, i64 %sn, i64 %sx, i64 %n, ptr %y, i64 %step, i64 %sy"
_ROW = "ptr %before, ptr %x, i64 %si, ptr %y, i64 %count"


def emit_cumulation(name: str, dtype: str, entry: str) -> str:
    """Returns the LLVM IR of `x: T[o, n, i], out y: T[o, n, i]`.

    Args:
        name: `cumsum`, `cumprod`, `cummax` or `cummin`.
        dtype: the dtype of T; no bool.
        entry: the name of the function to define.
    """
    return _Emitter(name, dtype).text(entry)


class _Emitter:
    def __init__(self, name: str, dtype: str) -> None:
        known = DTYPES[dtype]
        self.size, self.element = known.itemsize, known.llvm
        self.lanes = 64 // self.size
        self.dtype, self.operation = dtype, _OPERATIONS[name]

    def text(self, entry: str) -> str:
        module = Module()
        for count in (1, TOGETHER):
            self._chains(module, count)
        for is_first in (True, False):
            self._row(module, is_first)
        with module.function("i32", entry) as code:
            _, n, i, so, sn, si = code.words(code.slot(0), 6)
            x, y = code.slot(1), code.slot(2)
            pitch = code.let(f"mul i64 {i}, {self.size}")
            is_line = code.let(f"icmp eq i64 {i}, 1")
            with code.when(is_line):
                self._lines(code, (x, y), n, sn, (so, code.let(f"mul i64 {n}, {pitch}")))
                code.do("ret i32 0")
            with code.when(code.let("icmp sge i64 %lo, %hi")):
                code.do("ret i32 0")
            first = code.let(f"udiv i64 %lo, {i}")
            last = code.let(f"udiv i64 {code.let('sub i64 %hi, 1')}, {i}")
            with code.loop(first, code.let(f"add i64 {last}, 1")) as outer:
                done = code.let(f"mul i64 {outer.index}, {i}")
                start = code.let(f"sub i64 %lo, {done}")
                start = code.call("i64", "llvm.smax.i64", ("i64", start), ("i64", "0"))
                stop = code.let(f"sub i64 %hi, {done}")
                stop = code.call("i64", "llvm.smin.i64", ("i64", stop), ("i64", i))
                down = code.let(f"mul i64 {done}, {n}")
                here = code.at(x, code.let(f"mul i64 {outer.index}, {so}"))
                there = code.at(y, code.let(f"mul i64 {down}, {self.size}"))
                self._slab(code, (here, there), (n, sn, si), pitch, (start, stop))
        return module.text()

    def _joined(self, code: Code, lanes: int, before: str, value: str) -> str:
        dtypes = (self.dtype, self.dtype)
        return emit_operation(code, self.operation, lanes, dtypes, self.dtype, (before, value))

    def _lines(
        self, code: Code, arrays: tuple[str, str], n: str, sn: str, steps: tuple[str, str]
    ) -> None:
        """Emits the lines of this part, where each lies by itself."""
        x, y = arrays
        whole = code.whole(code.let("sub i64 %hi, %lo"), TOGETHER)
        middle = code.let(f"add i64 %lo, {whole}")
        for start, stop, count in (("%lo", middle, TOGETHER), (middle, "%hi", 1)):
            with code.loop(start, stop, count) as line:
                moved = [
                    code.at(base, code.let(f"mul i64 {line.index}, {step}"))
                    for base, step in zip((x, y), steps, strict=True)
                ]
                code.call(
                    "void", f"chains{count}", ("ptr", moved[0]), ("i64", sn), ("i64", steps[0]),
                    ("i64", n), ("ptr", moved[1]), ("i64", str(self.size)), ("i64", steps[1]),
                )  # fmt: skip

    def _slab(
        self,
        code: Code,
        arrays: tuple[str, str],
        axes: tuple[str, str, str],
        pitch: str,
        bounds: tuple[str, str],
    ) -> None:
        """Emits lines that lie side by side, from one bound to the other."""
        (x, y), (n, sn, si), (start, stop) = arrays, axes, bounds
        is_narrow = code.let(f"icmp sle i64 {code.let(f'sub i64 {stop}, {start}')}, {NARROW}")
        end = code.let(f"select i1 {is_narrow}, i64 {stop}, i64 {start}")
        with code.loop(start, end) as line:
            here = code.at(x, code.let(f"mul i64 {line.index}, {si}"))
            there = code.at(y, line.index, self.element)
            code.call(
                "void", "chains1", ("ptr", here), ("i64", sn), ("i64", "0"), ("i64", n),
                ("ptr", there), ("i64", pitch), ("i64", "0"),
            )  # fmt: skip
        up = code.let(f"add i64 {code.let(f'sub i64 {stop}, {end}')}, {STRIP - 1}")
        with code.loop("0", code.let(f"udiv i64 {up}, {STRIP}")) as strip:
            left = code.let(f"add i64 {end}, {code.let(f'mul i64 {strip.index}, {STRIP}')}")
            rest = code.let(f"sub i64 {stop}, {left}")
            count = code.call("i64", "llvm.smin.i64", ("i64", rest), ("i64", str(STRIP)))
            here = code.at(x, code.let(f"mul i64 {left}, {si}"))
            there = code.at(y, left, self.element)
            width = (("i64", si), ("ptr", there), ("i64", count))
            code.call("void", "first", ("ptr", there), ("ptr", here), *width)
            with code.loop("1", n) as row:
                above = code.at(there, code.let(f"mul i64 {row.index}, {pitch}"))
                before = code.at(above, code.let(f"sub i64 0, {pitch}"))
                along = code.at(here, code.let(f"mul i64 {row.index}, {sn}"))
                code.call(
                    "void", "next", ("ptr", before), ("ptr", along), ("i64", si), ("ptr", above),
                    ("i64", count),
                )  # fmt: skip

    def _chains(self, module: Module, count: int) -> None:
        """Emits `@chains`: a few lines, `sx` and `sy` bytes apart. The axis is not empty."""
        element = self.element
        with module.function("void", f"chains{count}", _CHAINS) as code:
            ends = [
                (
                    code.at("%x", code.let(f"mul i64 {k}, %sx")),
                    code.at("%y", code.let(f"mul i64 {k}, %sy")),
                )
                for k in range(count)
            ]
            first: list[tuple[str, str]] = []
            for x, y in ends:
                value = code.load(element, x)
                code.store(element, value, y)
                first.append((element, value))
            with code.loop("1", "%n", 1, first) as loop:
                joined: list[str] = []
                there = code.let(f"mul i64 {loop.index}, %step")
                here = code.let(f"mul i64 {loop.index}, %sn")
                for (x, y), before in zip(ends, loop.values, strict=True):
                    value = code.load(element, code.at(x, here))
                    joined.append(self._joined(code, 1, before, value))
                    code.store(element, joined[-1], code.at(y, there))
                loop.carry(*joined)
            code.do("ret void")

    def _row(self, module: Module, is_first: bool) -> None:
        """Emits `@first`, which copies a row, and `@next`, which joins one with the row before."""
        element = self.element
        with module.function("void", "first" if is_first else "next", _ROW) as code:

            def put(index: str, address: str, lanes: int) -> None:
                wide = vector(lanes, element)
                value = code.load(wide, address, element)
                if not is_first:
                    before = code.load(wide, code.at("%before", index, element), element)
                    value = self._joined(code, lanes, before, value)
                code.store(wide, value, code.at("%y", index, element), element)

            is_dense = code.let(f"icmp eq i64 %si, {self.size}")
            whole = code.whole("%count", self.lanes)
            whole = code.let(f"select i1 {is_dense}, i64 {whole}, i64 0")
            with code.loop("0", whole, self.lanes) as loop:
                put(loop.index, code.at("%x", loop.index, element), self.lanes)
            with code.loop(whole, "%count") as loop:
                put(loop.index, code.at("%x", code.let(f"mul i64 {loop.index}, %si")), 1)
            code.do("ret void")
