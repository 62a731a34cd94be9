"""The kind `rows`: reductions along the last loop, and elements that use their results.

1. `lo` and `hi` bound the turns of loop 0, unless that is the row itself. A row is computed by one
   thread, in an order that its length alone decides. So results depend neither on the number of
   workers nor on where a range was split.
2. A row takes one pass for each stage (passes.py). A pass loads and computes each element that it
   needs once, feeds all reductions of its stage, and stores the outputs that are ready.
3. The last loop runs in vectors, several a turn, each with states of its own: an addition takes
   some cycles, and need not wait for the one before. The states are joined as a balanced tree,
   first lane by lane, then across the lanes. Elements past the last full turn are computed by the
   same code with a mask, one vector at a time.
4. A float sum in few states would lose digits in a long row. So after `CHUNK` turns the states are
   joined and begin again: the error grows with the turns of a chunk and with the number of chunks,
   not with their product. Rows of usual lengths are a single chunk.
5. Later passes find the row in the first-level cache, and memory would be idle meanwhile. So the
   second pass also asks for the next row, unless rows are so long that it would not stay. A single
   pass asks for what is far ahead, because the CPU itself looks no further than a page.
6. Values of a whole row are scalars. They are computed between passes, in the innermost loop that
   they depend on, and stored after the last pass.
7. With `block`, the loop before the last counts pieces of the row, each of which is treated as a
   row. Results of pieces are outputs; a second kernel joins them.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from streamrt._compile.llvm.emit import Code, Module, vector
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.body import Scope, lanes_of, open_scope
from streamrt._ir.cpu.frame import Frame, Text, check_dense, open_frame
from streamrt._ir.cpu.memory import Mask, Place, first_lanes, load, store
from streamrt._ir.cpu.passes import DEAR, Pass, Passes, passes_of
from streamrt._ir.cpu.pieces import around, cost_of, piece_of, places_of
from streamrt._ir.cpu.reduce import Reduction, State
from streamrt._ir.cpu.values import lane_numbers
from streamrt._ir.loops import Loops, depths, levels, stages

if TYPE_CHECKING:
    from streamrt._compile.llvm.targets import Target

__all__ = ["emit_rows"]

SCRATCH = 32768
"""The bytes of scratch memory, on the stack. They have to stay in the first-level cache."""

CHUNK = 32
"""The turns after which states are joined."""

LINE = 64
"""The bytes of a cache line."""

DISTANCE = 8192
"""The bytes between what a kernel of one pass computes and what it asks for."""

AHEAD = 16384
"""The most elements of a row that is asked for while the one before is computed."""

UNROLL, UNROLL_DEAR = 4, 1
"""The vectors of one turn of the last loop: of most passes, and of one with dear operations."""

QUICK, UNROLL_QUICK = {"max", "min"}, 2
"""Reductions whose states wait less for themselves than it takes to join more of them."""


def emit_rows(form: Loops, entry: str, target: Target | None = None) -> Text:
    """Returns the code of a form that reduces its last loop.

    The target is the CPU that runs it; None is this process's.
    """
    module = Module(target=target)
    with module.function("i32", entry) as code:
        plan = passes_of(form)
        sizes = {k: DTYPES[form.body[k].dtype].itemsize for k in plan.scratch}
        most = SCRATCH // sum(sizes.values()) & -64 if sizes else 0
        memory = {
            k: code.let(f"alloca [{most * size} x i8], align 64") for k, size in sizes.items()
        }
        frame = open_frame(code, form)
        check_dense(code, frame)
        if not sizes:
            _Rows(code, form, plan, memory).emit(frame)
        else:
            length = str(form.block) if form.block else frame.extents[form.reduced]
            fits = code.let(f"icmp sle i64 {length}, {most}")
            with code.when(fits):
                _Rows(code, form, plan, memory).emit(frame)
            with code.when(code.let(f"xor i1 {fits}, true")):
                _Rows(code, form, passes_of(form, scratch=False), {}).emit(frame)
    return Text(module.text(), {})


@dataclass(slots=True)
class _Rows:
    """The kernel that is being written.

    Attributes:
        code: the function that is written.
        form: the kernel.
        plan: its passes.
        scratch: for values that scratch memory keeps, the address of that memory.
    """

    code: Code
    form: Loops
    plan: Passes
    scratch: dict[int, str]

    def emit(self, frame: Frame) -> None:
        """Emits the loops around the rows."""
        code, form, last = self.code, self.form, self.form.reduced
        wide, stage, depth = levels(form), stages(form), depths(form)
        scope = open_scope(code, frame, lanes_of(form, [k for k in range(len(wide)) if wide[k]]))
        indexes, ahead = dict[int, str](), self._ahead(frame, scope.lanes)
        with ExitStack() as nest:
            for loop in range(-1, last):
                if loop >= 0:
                    indexes[loop] = nest.enter_context(code.loop(*around(code, frame, loop))).index
                    frame, scope = frame.moved(code, loop, indexes[loop]), scope.inner()
                early = [
                    k
                    for k, each in enumerate(form.body)
                    if depth[k] == loop and not (wide[k] or stage[k]) and each.name != "store"
                ]
                scope.run(early, places_of(frame), indexes)
            frame, start, length = piece_of(code, frame, indexes)
            row = _Row(code, frame, scope, indexes, start, length, ahead, self.scratch, self.plan)
            self._row(row)

    def _ahead(self, frame: Frame, lanes: int) -> dict[int, str]:
        """Emits for operands how many bytes ahead they are asked for; 0 in long rows."""
        form, last, found = self.form, self.form.reduced, dict[int, str]()
        short = ""
        for k in self.plan.passes[0].computes:
            each = form.body[k]
            is_whole = DTYPES[each.dtype].itemsize * lanes >= LINE
            if each.name != "load" or not form.operands[each.at].dense or not is_whole:
                continue
            stride = frame.strides[each.at].get(last - 1)
            if self.plan.asking == 0:
                found[each.at] = str(DISTANCE)
            elif stride is not None:
                short = short or self.code.let(f"icmp sle i64 {frame.extents[last]}, {AHEAD}")
                found[each.at] = self.code.let(f"select i1 {short}, i64 {stride}, i64 0")
        return found

    def _row(self, row: _Row) -> None:
        """Emits what is done for one row."""
        form = self.form
        wide, stage = levels(form), stages(form)
        for number, each in enumerate(self.plan.passes):
            if each.reductions or each.stores:
                row.run(each)
            between = [
                k
                for k, instruction in enumerate(form.body)
                if not wide[k] and stage[k] == number + 1 and instruction.name != "store"
            ]
            row.scope.run(between, {}, row.indexes)
        stores = [k for k, each in enumerate(form.body) if each.name == "store" and not wide[k]]
        row.scope.run(stores, places_of(row.frame), row.indexes)


@dataclass(slots=True)
class _Row:
    """The code for one row, or for one piece of it.

    Attributes:
        code: the function that is written.
        frame: the addresses of the first elements of the row.
        scope: the values that belong to the whole row.
        indexes: the indexes of the loops around it.
        start: the index of its first element.
        length: the number of its elements.
        ahead: for operands that are asked for ahead of time, how many bytes ahead.
        scratch: as for `_Rows`.
        plan: as for `_Rows`.
    """

    code: Code
    frame: Frame
    scope: Scope
    indexes: dict[int, str]
    start: str
    length: str
    ahead: dict[int, str]
    scratch: dict[int, str]
    plan: Passes

    def run(self, each: Pass) -> None:
        """Emits one pass."""
        code, form, scope, lanes = self.code, self.frame.form, self.scope, self.scope.lanes
        scope.spread((*each.computes, *each.stores))
        for k in each.reductions:
            if not scope.levels[form.body[k].inputs[0]]:
                scope.vector(form.body[k].inputs[0])
        reductions = [_reduction(form, k, lanes) for k in each.reductions]
        turns = UNROLL if cost_of(form, each.computes) < DEAR else UNROLL_DEAR
        if reductions and {reduction.by for reduction in reductions} <= QUICK:
            turns = min(turns, UNROLL_QUICK)
        whole = code.whole(self.length, turns * lanes)
        states = self._chunks(each, reductions, whole, turns)
        states = self._rest(each, reductions, whole, states)
        is_empty = code.let(f"icmp eq i64 {self.length}, 0")
        for k, reduction, state in zip(each.reductions, reductions, states, strict=True):
            scope.define(k, self._result(reduction, state, is_empty))

    def _chunks(
        self, each: Pass, reductions: list[Reduction], stop: str, turns: int
    ) -> list[State]:
        """Emits the turns of several whole vectors, in chunks; returns a state for each reduction.

        A pass that reduces nothing needs no chunks.
        """
        code, size = self.code, CHUNK * turns * self.scope.lanes
        if not reductions:
            self._whole(each, reductions, "0", stop, turns)
            return []
        first = [reduction.start for reduction in reductions]
        with code.loop("0", stop, size, _carried(reductions, [[state] for state in first])) as loop:
            end = code.let(f"add i64 {loop.index}, {size}")
            end = code.call("i64", "llvm.smin.i64", ("i64", end), ("i64", stop))
            inside = self._whole(each, reductions, loop.index, end, turns)
            totals = _unpacked(reductions, loop.values, 1)
            joined = [
                reduction.join(code, [total[0], reduction.join(code, own)])
                for reduction, total, own in zip(reductions, totals, inside, strict=True)
            ]
            loop.carry(*_packed([[state] for state in joined]))
        return [own[0] for own in _unpacked(reductions, loop.values, 1)]

    def _whole(
        self, each: Pass, reductions: list[Reduction], start: str, stop: str, turns: int
    ) -> list[list[State]]:
        """Emits turns of several whole vectors; returns a state for each of these."""
        code, lanes = self.code, self.scope.lanes
        first = [[reduction.start] * turns for reduction in reductions]
        with code.loop(start, stop, turns * lanes, _carried(reductions, first)) as loop:
            states = _unpacked(reductions, loop.values, turns)
            for turn in range(turns):
                index = code.let(f"add i64 {loop.index}, {turn * lanes}") if turn else loop.index
                after = self._step(each, reductions, [own[turn] for own in states], index, None)
                for own, state in zip(states, after, strict=True):
                    own[turn] = state
            loop.carry(*_packed(states))
        return _unpacked(reductions, loop.values, turns)

    def _rest(
        self, each: Pass, reductions: list[Reduction], start: str, states: list[State]
    ) -> list[State]:
        """Emits the vectors behind the whole turns, with masks; returns the states after them."""
        code, lanes = self.code, self.scope.lanes
        up = code.let(f"add i64 {self.length}, {lanes - 1}")
        stop = code.whole(up, lanes)
        first = _carried(reductions, [[state] for state in states])
        with code.loop(start, stop, lanes, first) as loop:
            mask = first_lanes(code, lanes, code.let(f"sub i64 {self.length}, {loop.index}"))
            inside = [own[0] for own in _unpacked(reductions, loop.values, 1)]
            after = self._step(each, reductions, inside, loop.index, mask)
            loop.carry(*_packed([[state] for state in after]))
        return [own[0] for own in _unpacked(reductions, loop.values, 1)]

    def _step(
        self,
        each: Pass,
        reductions: list[Reduction],
        states: list[State],
        index: str,
        mask: Mask | None,
    ) -> list[State]:
        """Emits one vector of a pass; returns the states after it."""
        code, form, last, lanes = (
            self.code,
            self.frame.form,
            self.frame.form.reduced,
            self.scope.lanes,
        )
        scope = self.scope.inner()
        memory = [k for k in (*each.computes, *each.stores) if form.body[k].name in _MEMORY]
        places = {
            at: self.frame.place(code, at, last, index)
            for at in sorted({form.body[k].at for k in memory})
        }
        if mask is None and each is self.plan.passes[self.plan.asking]:
            self._ask(index)
        for k in sorted(each.fetches):
            kept = load(code, form.body[k].dtype, lanes, self._kept(k, index), mask)
            scope.define(k, kept)
        indexes = dict(self.indexes)
        indexes[last] = index if self.start == "0" else code.let(f"add i64 {self.start}, {index}")
        scope.run(each.computes, places, indexes, mask)
        for k in each.keeps:
            store(code, form.body[k].dtype, lanes, scope.vector(k), self._kept(k, index), mask)
        scope.run(each.stores, places, indexes, mask)
        place = ""
        if any(reduction.takes_places for reduction in reductions):
            narrow = code.let(f"trunc i64 {code.let(f'udiv i64 {index}, {lanes}')} to i32")
            place = code.splat(lanes, "i32", narrow)
        bits = "" if mask is None else mask.bits
        return [
            reduction.take(code, state, scope.vector(form.body[k].inputs[0]), place, bits)
            for k, reduction, state in zip(each.reductions, reductions, states, strict=True)
        ]

    def _ask(self, index: str) -> None:
        """Emits prefetches of a vector ahead."""
        code, last = self.code, self.frame.form.reduced
        for at, stride in self.ahead.items():
            address = code.at(self.frame.place(code, at, last, index).address, stride)
            kind = [("i32", "0"), ("i32", "3"), ("i32", "1")]  # to read; to stay; data
            code.call("void", "llvm.prefetch.p0", ("ptr", address), *kind)

    def _kept(self, k: int, index: str) -> Place:
        """Emits the place of a kept value."""
        if k in self.plan.outputs:
            return self.frame.place(self.code, self.plan.outputs[k], self.frame.form.reduced, index)
        element = DTYPES[self.frame.form.body[k].dtype].llvm
        return Place(self.code.at(self.scratch[k], index, element))

    def _result(self, reduction: Reduction, state: State, is_empty: str) -> str:
        """Emits the result of a reduction, whose state has met the whole row."""
        code = self.code
        if reduction.takes_places:
            reduction, state = _indexed(code, reduction, state)
        found = reduction.result(code, 1, reduction.across(code, state), is_empty)
        if reduction.takes_places and self.start != "0":
            found = code.let(f"add i64 {found}, {self.start}")
        return found


_MEMORY = ("load", "store")


def _reduction(form: Loops, k: int, lanes: int) -> Reduction:
    each = form.body[k]
    return Reduction(each.by, form.body[each.inputs[0]].dtype, lanes, "i32")


def _indexed(code: Code, reduction: Reduction, state: State) -> tuple[Reduction, State]:
    """Emits indexes of elements in place of the numbers of the vectors that they were in."""
    lanes, value, place = reduction.lanes, *state
    wide = vector(lanes, "i64")
    number = code.let(f"sext {vector(lanes, 'i32')} {place} to {wide}")
    first = code.let(f"mul {wide} {number}, splat (i64 {lanes})")
    index = code.let(f"add {wide} {first}, {lane_numbers(lanes, 'i64')}")
    return replace(reduction, places="i64"), (value, index)


# --- states of reductions, as the values that a loop carries --------------------------------------


def _packed(states: list[list[State]]) -> list[str]:
    return [value for own in states for state in own for value in state]


def _carried(reductions: list[Reduction], states: list[list[State]]) -> list[tuple[str, str]]:
    types = [
        type_
        for reduction, own in zip(reductions, states, strict=True)
        for _ in own
        for type_ in reduction.types
    ]
    return list(zip(types, _packed(states), strict=True))


def _unpacked(reductions: list[Reduction], values: Sequence[str], turns: int) -> list[list[State]]:
    left, found = list(values), list[list[State]]()
    for reduction in reductions:
        size = len(reduction.types)
        found.append([tuple(left[size * k : size * (k + 1)]) for k in range(turns)])
        del left[: size * turns]
    return found
