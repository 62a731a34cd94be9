"""The epilogue of a product: what is computed of its elements, while they are in the cache."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from streamrt._compile.llvm.emit import Code, Module
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.body import Scope, open_scope
from streamrt._ir.cpu.frame import Frame, open_frame
from streamrt._ir.cpu.memory import Mask, Place, first_lanes, load
from streamrt._ir.cpu.products.blocks import EPILOGUE
from streamrt._ir.cpu.products.tiles import Tile
from streamrt._ir.loops import Loops, needed

__all__ = ["emit_epilogue"]

SIMPLE = 4
"""The most instructions of an epilogue that has code without masks for whole vectors, where masks
cost little. In a longer one they matter less than the time to compile it twice."""


def emit_epilogue(module: Module, form: Loops, tile: Tile) -> None:
    """Emits `@epilogue`: the outputs for a block of rows and a strip of columns.

    The context holds the address of the kernel's arguments, and the indexes of the loops over
    batches.
    """
    with module.function("void", "epilogue", EPILOGUE) as code:
        code.do("%args = load ptr, ptr %context, align 8")
        turns = [
            code.load("i64", code.at("%context", str(1 + loop), "i64"))
            for loop in range(len(form.extents) - 3)
        ]
        _Epilogue(code, form, tile).emit(dict(enumerate(turns)))
        code.do("ret void")


class _Epilogue:
    """The emitter of the function.

    Columns are walked outside and rows inside, a vector of columns at a time. What depends on
    columns alone, such as a bias, is then computed once for all rows of a block; and the constants
    of the operations stay in registers.
    """

    def __init__(self, code: Code, form: Loops, tile: Tile) -> None:
        self.code, self.form, self.tile = code, form, tile
        self.rows: int = len(form.extents) - 3
        self.columns: int = len(form.extents) - 2
        self.scope: Scope = open_scope(code, open_frame(code, form), tile.lanes)
        stores = [k for k, each in enumerate(form.body) if each.name == "store"]
        product = [k for k, each in enumerate(form.body) if each.name == "product"]
        self.product: int = product[0]
        self.spared: str = ""
        self.steps: dict[tuple[bool, bool], list[int]] = {}
        """The instructions, by whether they depend on rows, and on columns."""
        walked = self._walked()
        for step in needed(form, stores, product):
            place = self.rows in walked[step], self.columns in walked[step]
            self.steps.setdefault(place, []).append(step)

    def _walked(self) -> list[set[int]]:
        """Returns for each instruction the loops that it depends on."""
        found: list[set[int]] = []
        for each in self.form.body:
            loops = set[int]().union(*[found[k] for k in each.inputs])
            if each.name in ("load", "store"):
                loops |= set(self.form.operands[each.at].loops)
            elif each.name == "index":
                loops.add(each.at)
            elif each.name == "product":
                loops = set(range(self.columns + 1))
            found.append(loops)
        return found

    def emit(self, indexes: Mapping[int, str]) -> None:
        """Emits the loops over columns and rows, for whole vectors and for the rest."""
        code, lanes = self.code, self.tile.lanes
        frame = open_frame(code, self.form)
        for loop, index in indexes.items():
            frame = frame.moved(code, loop, index)
        self._run((False, False), self.scope, frame, indexes, None)
        self.spared = self._spared(frame)
        whole = "0"
        if not self.tile.has_masks or len(self.form.body) <= SIMPLE:
            whole = code.whole("%width", lanes)
            with code.loop("0", whole, lanes) as column:
                self._column(frame, indexes, column.index, None)
        up = code.whole(code.let(f"add i64 %width, {lanes - 1}"), lanes)
        with code.loop(whole, up, lanes) as column:
            rest = code.let(f"sub i64 %width, {column.index}")
            count = code.call("i64", "llvm.smin.i64", ("i64", rest), ("i64", str(lanes)))
            self._column(frame, indexes, column.index, first_lanes(code, lanes, count))

    def _column(
        self, frame: Frame, indexes: Mapping[int, str], shift: str, mask: Mask | None
    ) -> None:
        """Emits a vector of columns, for all rows."""
        code, tile = self.code, self.tile
        turns = {**indexes, self.columns: code.let(f"add i64 %column, {shift}")}
        outer = self.scope.inner()
        self._run((False, True), outer, frame, turns, mask)
        first = code.at("%sums", shift, tile.element)
        spared = ""
        if mask:
            is_full = code.let(f"icmp sge i64 {mask.count}, {tile.lanes}")
            spared = code.let(f"select i1 {is_full}, i64 %bottom, i64 {self.spared}")
        with code.loop("%top", "%bottom") as row:
            if mask:
                mask = replace(mask, whole=code.let(f"icmp slt i64 {row.index}, {spared}"))
            scope, here = outer.inner(), frame.moved(code, self.rows, row.index)
            down = code.let(f"sub i64 {row.index}, %top")
            place = code.at(first, code.let(f"mul i64 {down}, %pitch"))
            scope.define(self.product, load(code, tile.dtype, tile.lanes, Place(place)))
            turns[self.rows] = row.index
            self._run((True, False), scope, here, turns, mask)
            self._run((True, True), scope, here, turns, mask)

    def _spared(self, frame: Frame) -> str:
        """Emits the first row that is stored with a mask, if a vector has all columns.

        In the rows before it, what is stored past the last column are elements of later rows of
        this block, which are stored after it.
        """
        code = self.code
        width = code.call("i64", "llvm.smax.i64", ("i64", "%width"), ("i64", "1"))
        allowed = code.let(f"icmp sle i64 {width}, {self.tile.lanes}")
        for operand, strides in zip(self.form.operands, frame.strides, strict=True):
            if operand.writes:
                line = code.let(f"mul i64 {width}, {DTYPES[operand.dtype].itemsize}")
                stride = strides.get(self.rows, "0")
                is_dense = code.let(f"icmp eq i64 {stride}, {line}")
                allowed = code.let(f"and i1 {allowed}, {is_dense}")
        spoiled = code.let(f"udiv i64 {self.tile.lanes - 1}, {width}")
        first = code.let(f"sub i64 %bottom, {spoiled}")
        return code.let(f"select i1 {allowed}, i64 {first}, i64 %top")

    def _run(
        self,
        which: tuple[bool, bool],
        scope: Scope,
        frame: Frame,
        indexes: Mapping[int, str],
        mask: Mask | None,
    ) -> None:
        """Emits the instructions of one kind."""
        steps, column = self.steps.get(which, []), indexes.get(self.columns, "0")
        memory = [self.form.body[k] for k in steps]
        used = sorted({each.at for each in memory if each.name in ("load", "store")})
        places = {k: frame.place(self.code, k, self.columns, column) for k in used}
        scope.run(steps, places, indexes, mask)
