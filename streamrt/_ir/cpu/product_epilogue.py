"""The epilogue of a product: what is computed of its elements, while they are in the cache."""

from __future__ import annotations

from collections.abc import Mapping

from streamrt._compile.emit import Code, Module
from streamrt._ir.cpu.blocks import EPILOGUE
from streamrt._ir.cpu.body import Scope, needed, open_scope
from streamrt._ir.cpu.frame import Frame, open_frame
from streamrt._ir.cpu.memory import Mask, Place, first_lanes, load
from streamrt._ir.cpu.tiles import Tile
from streamrt._ir.loops import Loops

__all__ = ["emit_epilogue"]


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
    """The emitter of the function."""

    def __init__(self, code: Code, form: Loops, tile: Tile) -> None:
        self.code, self.form, self.tile = code, form, tile
        self.frame: Frame = open_frame(code, form)
        self.scope: Scope = open_scope(code, self.frame, tile.lanes)
        stores = [k for k, each in enumerate(form.body) if each.name == "store"]
        product = [k for k, each in enumerate(form.body) if each.name == "product"]
        steps = needed(form, stores, product)
        self.product: int = product[0]
        self.across: list[int] = [k for k in steps if self.scope.levels[k]]
        self.along: list[int] = [k for k in steps if not self.scope.levels[k]]

    def emit(self, indexes: Mapping[int, str]) -> None:
        """Emits the loop over rows."""
        code, lanes, loop_of_rows = self.code, self.tile.lanes, len(self.form.extents) - 3
        frame = self.frame
        for number, turn in indexes.items():
            frame = frame.moved(code, number, turn)
        whole = code.whole("%width", lanes)
        rest = code.let(f"sub i64 %width, {whole}")
        mask, has_rest = first_lanes(code, lanes, rest), code.let(f"icmp ne i64 {rest}, 0")
        with code.loop("%top", "%bottom") as row:
            here = frame.moved(code, loop_of_rows, row.index)
            down = code.let(f"sub i64 {row.index}, %top")
            line = code.let(f"mul i64 {down}, {self.tile.columns}")
            sums = code.at("%sums", line, self.tile.element)
            turns = {**indexes, loop_of_rows: row.index}
            scope = self.scope.inner()
            scope.run(self.along, {k: Place(p) for k, p in enumerate(here.addresses)}, turns)
            scope.spread(self.across)
            with code.loop("0", whole, lanes) as loop:
                self._vector(scope.inner(), here, turns, sums, loop.index)
            with code.when(has_rest):
                self._vector(scope.inner(), here, turns, sums, whole, mask)

    def _vector(
        self,
        scope: Scope,
        frame: Frame,
        indexes: Mapping[int, str],
        sums: str,
        shift: str,
        mask: Mask | None = None,
    ) -> None:
        """Emits the epilogue of one vector of sums."""
        code, tile, last = self.code, self.tile, len(self.form.extents) - 2
        place = Place(code.at(sums, shift, tile.element))
        scope.define(self.product, load(code, tile.dtype, tile.lanes, place))
        index = code.let(f"add i64 %column, {shift}")
        memory = [self.form.body[k] for k in self.across]
        used = {each.at for each in memory if each.name in ("load", "store")}
        places = {k: frame.place(code, k, last, index) for k in sorted(used)}
        scope.run(self.across, places, {**indexes, last: index}, mask)
