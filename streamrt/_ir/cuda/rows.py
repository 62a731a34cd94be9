"""The kind `rows`: reductions along the last loop, and elements that use their results.

1. A team of threads computes a row: 1 to 32 of a warp, or the whole block. The length of the row
   alone decides how many, and a thread takes every element that is so many further on. So the order
   of a sum, and with it each bit, depends on the length, never on the grid.
2. A row takes one pass for each stage. What a later pass needs of the row it loads and computes
   again: the row is in a cache then, and registers and shared memory hold none of it.
3. A float sum in one state would lose digits in a long row. So after CHUNK elements a thread begins
   another one: the error grows with the elements of a chunk and with the number of chunks, not with
   their product.
4. All threads of a block come by every barrier and every shuffle. A team without a row joins in
   with no elements, and stores nothing.
5. With `block`, the loop before the last counts pieces of the row, each of which is treated as a
   row. Results of pieces are outputs; a second kernel joins them.
"""

from __future__ import annotations

from dataclasses import dataclass

from streamrt._ir.cuda.body import Scope, open_scope
from streamrt._ir.cuda.frame import Frame, head, product_of
from streamrt._ir.cuda.helpers import need
from streamrt._ir.cuda.reduce import WARP, WARPS, reduction, write_team
from streamrt._ir.cuda.writer import Writer
from streamrt._ir.loops import Loops, levels, needed, stages

__all__ = ["CHUNK", "around", "team_for", "write_rows"]

CHUNK = 32
"""The elements that one state of a float sum takes."""

_LONG, _EACH = 1024, 4
"""The longest row that a warp computes, and the elements from which a team has another thread."""


def team_for(length: int) -> int:
    """Returns the threads that compute a row; `team_for` in CUDA C is its twin."""
    if length > _LONG:
        return WARP * WARPS
    team = 1
    while team < WARP and _EACH * team < length:
        team *= 2
    return team


def write_rows(form: Loops, entry: str) -> str:
    """Returns the text of a form that reduces its last loop."""
    writer = Writer()
    frame = Frame(writer, form)
    with writer.block(head(form, entry)):
        _Rows(writer, frame, open_scope(frame)).write()
    return writer.text()


def around(frame: Frame) -> list[str]:
    """Returns the turns of each loop around the reduced one; that over blocks is perhaps not walked."""
    form = frame.form
    found = [frame.extent(loop) for loop in range(form.reduced)]
    if form.block:
        pieces = f"({frame.extent(form.reduced)} + {form.block - 1}) / {form.block}"
        found[-1] = f"({pieces})"
    return found


@dataclass(slots=True)
class _Rows:
    """The kernel that is being written.

    Attributes:
        writer: takes the text.
        frame: its parameters.
        scope: the values that belong to all rows.
    """

    writer: Writer
    frame: Frame
    scope: Scope

    def write(self) -> None:
        """Writes the loop over the rows."""
        form, do = self.frame.form, self.writer.do
        length = str(form.block) if form.block else self.frame.extent(form.reduced)
        do(f"const int team = {need(self.writer, 'team_for')}({length});")
        do(f"const int wide = team < {WARP} ? team : {WARP};")
        do("const int teams = blockDim.x / team, lane = threadIdx.x % team;")
        do(f"const long long rows = {product_of(around(self.frame))};")
        first = "(long long)blockIdx.x * teams"
        step = "(long long)gridDim.x * teams"
        with self.writer.block(f"for (long long first = {first}; first < rows; first += {step})"):
            do("const long long row = first + threadIdx.x / team;")
            do("const bool is_row = row < rows;")
            do("const long long turn = is_row ? row : 0;")
            self._row()

    def _row(self) -> None:
        """Writes what is done for one row."""
        form, frame, do = self.frame.form, self.frame, self.writer.do
        wide, stage, last = levels(form), stages(form), form.reduced
        indexes = frame.unroll("turn", around(frame))
        length, start = frame.extent(last), "0"
        if form.block:
            start = "start"
            do(f"const long long start = {indexes[last - 1]} * {form.block};")
            do(f"const long long left = {length} - start;")
            length = f"left < {form.block} ? left : {form.block}"
        do(f"const long long length = {length};")
        do("const long long count = is_row ? length : 0;")
        own = self.scope.inner()
        own.run(
            [
                k
                for k, each in enumerate(form.body)
                if not (wide[k] or stage[k]) and each.name != "store"
            ],
            indexes,
        )
        for number in range(max(stage, default=0) + 1):
            self._pass(own, indexes, number, start)
            own.run(
                [
                    k
                    for k, each in enumerate(form.body)
                    if not wide[k] and stage[k] == number + 1 and each.name != "store"
                ],
                indexes,
            )
        stores = [k for k, each in enumerate(form.body) if each.name == "store" and not wide[k]]
        if stores:
            with self.writer.block("if (is_row && lane == 0)"):
                own.run(stores, indexes)

    def _pass(self, own: Scope, indexes: dict[int, str], number: int, start: str) -> None:
        """Writes a pass over the row: the reductions and the stores of one stage."""
        form, writer = self.frame.form, self.writer
        wide, stage = levels(form), stages(form)
        sums = [
            k
            for k, each in enumerate(form.body)
            if each.name == "reduce" and stage[k] == number + 1
        ]
        stores = [
            k
            for k, each in enumerate(form.body)
            if each.name == "store" and stage[k] == number and wide[k]
        ]
        if not sums and not stores:
            return
        inputs = [form.body[k].inputs[0] for k in sums]
        steps = needed(form, (*inputs, *stores), own.known)
        reductions = [reduction(form, k) for k in sums]
        for each in reductions:
            each.start(writer)

        def element(letters: dict[int, str]) -> None:
            place = "j" if start == "0" else f"{start} + j"
            if start != "0":
                writer.do(f"const long long i = {place};")
            turns = {**indexes, form.reduced: "j" if start == "0" else "i"}
            own.inner().run(steps, turns)
            for each, value in zip(reductions, inputs, strict=True):
                each.take(writer, f"v{value}", turns[form.reduced], letters.get(each.number, "r"))

        in_chunks = [each for each in reductions if each.is_float_sum]
        if in_chunks:
            size = f"{CHUNK} * team"
            with writer.block(f"for (long long from = 0; from < count; from += {size})"):
                writer.do(f"const long long to = from + {size} < count ? from + {size} : count;")
                for each in in_chunks:
                    each.start(writer, "c")
                with writer.block("for (long long j = from + lane; j < to; j += team)"):
                    element({each.number: "c" for each in in_chunks})
                for each in in_chunks:
                    each.join(writer, f"c{each.number}", "")
        else:
            with writer.block("for (long long j = lane; j < count; j += team)"):
                element({})
        if reductions:
            write_team(writer, reductions)
        for each in reductions:
            own.define(each.number, each.result("length", start))
