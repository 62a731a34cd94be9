"""The kind `columns`: reductions along the loop before the last, side by side in vectors.

1. `lo` and `hi` bound the turns of loop 0. If that is the reduced loop, they bound the last loop:
   each column depends on its own elements alone. The order in which these are taken depends on
   their number, so results depend neither on the number of workers nor on splits.
2. Memory is read in the order of rows, because a column alone would touch a page for each element.
   So the states of many columns, a panel, stand in scratch memory that stays in the first-level
   cache. Several rows are read side by side, in one turn for each vector: their values become one
   before the state takes it, which saves most of the traffic to the cache, and digits of a sum.
3. Rows behind the last whole group take the same way one by one.
4. At the end a panel's states become results, and the instructions that use them run.
5. Lanes past the last column have states, too. They hold anything, and are never stored.
6. An instruction stands in the loop that it depends on: one that has no column is computed once for
   each row of a panel, one that has no row once for each group.
7. With `block`, the loop before the reduced one counts pieces of it, each with results of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from streamrt._compile.llvm.emit import Code, Module
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.body import Scope, lanes_of, open_scope
from streamrt._ir.cpu.frame import Frame, Text, check_dense, open_frame
from streamrt._ir.cpu.memory import Mask, Place, first_lanes, load, store
from streamrt._ir.cpu.passes import DEAR
from streamrt._ir.cpu.pieces import around, cost_of, piece_of, places_of
from streamrt._ir.cpu.reduce import Reduction, State
from streamrt._ir.loops import Loops, depths, needed

if TYPE_CHECKING:
    from streamrt._compile.llvm.targets import Target

__all__ = ["emit_columns"]

SCRATCH = 16384
"""The bytes of the states of a panel."""

ROWS, ROWS_DEAR = 4, 2
"""The rows that are read side by side: of most kernels, and of one with dear operations."""


def emit_columns(form: Loops, entry: str, target: Target | None = None) -> Text:
    """Returns the code of a form that reduces the loop before its last.

    The target is the CPU that runs it; None is this process's.
    """
    module = Module(target=target)
    with module.function("i32", entry) as code:
        columns = _Columns(code, form)
        frame = open_frame(code, form)
        check_dense(code, frame)
        columns.emit(frame)
    return Text(module.text(), {})


class _Columns:
    """The kernel that is being written: its instructions, by the loops that they stand in."""

    def __init__(self, code: Code, form: Loops) -> None:
        self.code, self.form = code, form
        self.reduced, self.last = form.reduced, form.reduced + 1
        self.depth, self.levels = depths(form), _levels(form)
        self.lanes = lanes_of(form, [k for k, wide in enumerate(self.levels) if wide])
        self.sums = [k for k, each in enumerate(form.body) if each.name == "reduce"]
        inputs = [form.body[k].inputs[0] for k in self.sums]
        before, in_rows = needed(form, inputs), _with_rows(form)
        self.of_rows = [k for k in before if not self.levels[k]]
        self.shared = [k for k in before if self.levels[k] and not in_rows[k]]
        self.elements = [k for k in before if self.levels[k] and in_rows[k]]
        stores = [k for k, each in enumerate(form.body) if each.name == "store"]
        self.after = [k for k in needed(form, stores, self.sums) if self.levels[k]]
        self.reductions = [
            Reduction(form.body[k].by, form.body[i].dtype, self.lanes)
            for k, i in zip(self.sums, inputs, strict=True)
        ]
        self.group = ROWS if cost_of(form, (*self.shared, *self.elements)) < DEAR else ROWS_DEAR
        sizes = [[DTYPES[dtype].itemsize for dtype in each.dtypes] for each in self.reductions]
        self.most = max(64, SCRATCH // sum(map(sum, sizes)) & -64)
        self.scratch = [
            [code.let(f"alloca [{self.most * size} x i8], align 64") for size in own]
            for own in sizes
        ]

    def emit(self, frame: Frame) -> None:
        """Emits the loops around the panels."""
        code, form = self.code, self.form
        scope = replace(open_scope(code, frame, self.lanes), levels=tuple(self.levels))
        indexes: dict[int, str] = {}
        with ExitStack() as nest:
            for loop in range(-1, self.reduced):
                if loop >= 0:
                    indexes[loop] = nest.enter_context(code.loop(*around(code, frame, loop))).index
                    frame, scope = frame.moved(code, loop, indexes[loop]), scope.inner()
                early = [
                    k for k in range(len(form.body)) if self.depth[k] == loop and not self.levels[k]
                ]
                scope.run(early, places_of(frame), indexes)
            frame, start, count = piece_of(code, frame, indexes)
            first, stop = ("0", frame.extents[self.last]) if self.reduced else ("%lo", "%hi")
            with code.loop(first, stop, self.most) as panels:
                width = code.let(f"sub i64 {stop}, {panels.index}")
                width = code.call("i64", "llvm.smin.i64", ("i64", width), ("i64", str(self.most)))
                at = frame.moved(code, self.last, panels.index)
                indexes[self.last] = panels.index
                _Panel(self, at, scope.inner(), indexes, start, count, width).emit()


@dataclass(slots=True)
class _Panel:
    """The code for one panel.

    Attributes:
        kernel: the kernel.
        frame: the addresses of the panel's first element.
        scope: the values that belong to no row and no column.
        indexes: the indexes of the loops around the reduced one, and of the first column.
        start: the index of the first row.
        count: the number of rows.
        width: the number of columns.
    """

    kernel: _Columns
    frame: Frame
    scope: Scope
    indexes: dict[int, str]
    start: str
    count: str
    width: str

    def emit(self) -> None:
        """Emits the panel: states that have met nothing, groups of rows, results."""
        kernel, code = self.kernel, self.kernel.code
        with code.loop("0", self.width, kernel.lanes) as loop:
            self._put(loop.index, [each.start for each in kernel.reductions])
        whole = code.whole(self.count, kernel.group)
        for start, stop, group in (("0", whole, kernel.group), (whole, self.count, 1)):
            with code.loop(start, stop, group) as loop:
                self._group(loop.index, group)
        self.scope.spread(kernel.after)
        for index, mask in self._vectors():
            self._results(index, mask)

    def _vectors(self) -> Iterator[tuple[str, Mask | None]]:
        """Emits the loops over the panel's vectors: whole ones, then the last few columns."""
        code, lanes = self.kernel.code, self.kernel.lanes
        whole = code.whole(self.width, lanes)
        with code.loop("0", whole, lanes) as loop:
            yield loop.index, None
        with code.loop(whole, self.width, lanes) as loop:
            rest = code.let(f"sub i64 {self.width}, {loop.index}")
            yield loop.index, first_lanes(code, lanes, rest)

    def _group(self, row: str, group: int) -> None:
        """Emits what rows from `row` on give to the states."""
        kernel, code = self.kernel, self.kernel.code
        frames, scopes, indexes = list[Frame](), list[Scope](), list[dict[int, str]]()
        for turn in range(group):
            number = code.let(f"add i64 {row}, {turn}")
            frames.append(self.frame.moved(code, kernel.reduced, number))
            absolute = code.let(f"add i64 {self.start}, {number}")
            indexes.append({**self.indexes, kernel.reduced: absolute})
            scope = self.scope.inner()
            scope.run(kernel.of_rows, places_of(frames[-1]), indexes[-1])
            scope.spread((*kernel.shared, *kernel.elements, *kernel.sums))
            scopes.append(scope)
        for index, mask in self._vectors():
            shared = self.scope.inner()
            self._run(shared, kernel.shared, self.frame, self.indexes, index, mask)
            inside: list[Scope] = []
            for frame, scope, own in zip(frames, scopes, indexes, strict=True):
                each = scope.inner()
                each.vectors.update(shared.vectors)
                self._run(each, kernel.elements, frame, own, index, mask)
                inside.append(each)
            self._put(index, self._taken(index, inside, indexes))

    def _taken(self, index: str, scopes: list[Scope], indexes: list[dict[int, str]]) -> list[State]:
        """Emits the states after the rows that these scopes know."""
        kernel, code, lanes = self.kernel, self.kernel.code, self.kernel.lanes
        found: list[State] = []
        for k, each, state in zip(kernel.sums, kernel.reductions, self._get(index), strict=True):
            (of,) = kernel.form.body[k].inputs
            places: list[str] = []
            if each.takes_places:
                places = [code.splat(lanes, "i64", own[kernel.reduced]) for own in indexes]
            found.append(each.take_all(code, state, [s.vector(of) for s in scopes], places))
        return found

    def _results(self, index: str, mask: Mask | None) -> None:
        """Emits the instructions after the reductions, for one vector."""
        kernel, code = self.kernel, self.kernel.code
        scope = self.scope.inner()
        is_empty = code.let(f"icmp eq i64 {self.count}, 0")
        states = self._get(index)
        for k, each, state in zip(kernel.sums, kernel.reductions, states, strict=True):
            scope.define(k, each.result(code, kernel.lanes, state, is_empty, self.start))
        self._run(scope, kernel.after, self.frame, self.indexes, index, mask)

    def _run(
        self,
        scope: Scope,
        numbers: list[int],
        frame: Frame,
        indexes: dict[int, str],
        index: str,
        mask: Mask | None,
    ) -> None:
        """Emits instructions for the vector at column `index` of the panel."""
        kernel, code = self.kernel, self.kernel.code
        body, last = kernel.form.body, kernel.last
        used = {body[k].at for k in numbers if body[k].name in ("load", "store")}
        places = {at: frame.place(code, at, last, index) for at in sorted(used)}
        absolute = dict(indexes)
        if any(body[k].name == "index" for k in numbers):
            absolute[last] = code.let(f"add i64 {indexes[last]}, {index}")
        scope.run(numbers, places, absolute, mask)

    def _memory(self, index: str) -> list[list[tuple[str, Place]]]:
        """Emits the places of the states of a vector, with their dtypes."""
        code, kernel = self.kernel.code, self.kernel
        return [
            [
                (dtype, Place(code.at(address, index, DTYPES[dtype].llvm)))
                for dtype, address in zip(each.dtypes, own, strict=True)
            ]
            for each, own in zip(kernel.reductions, kernel.scratch, strict=True)
        ]

    def _get(self, index: str) -> list[State]:
        code, lanes = self.kernel.code, self.kernel.lanes
        return [
            tuple(load(code, dtype, lanes, place) for dtype, place in own)
            for own in self._memory(index)
        ]

    def _put(self, index: str, states: list[State]) -> None:
        code, lanes = self.kernel.code, self.kernel.lanes
        for own, state in zip(self._memory(index), states, strict=True):
            for (dtype, place), value in zip(own, state, strict=True):
                store(code, dtype, lanes, value, place)


def _levels(form: Loops) -> list[bool]:
    """Returns for each instruction whether it has a value for each column; each result has."""
    found: list[bool] = []
    for each in form.body:
        wide = each.name == "reduce" or any(found[k] for k in each.inputs)
        if each.name in ("load", "store"):
            wide = wide or len(form.extents) - 1 in form.operands[each.at].loops
        found.append(wide or (each.name == "index" and each.at == len(form.extents) - 1))
    return found


def _with_rows(form: Loops) -> list[bool]:
    """Returns for each instruction whether it has a value for each row."""
    found: list[bool] = []
    for each in form.body:
        has = any(found[k] for k in each.inputs) and each.name != "reduce"
        if each.name == "load":
            has = form.reduced in form.operands[each.at].loops
        found.append(has or (each.name == "index" and each.at == form.reduced))
    return found
