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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from streamrt._ir.gpu.body import GPUScope, alive, open_scope
from streamrt._ir.gpu.frame import GPUFrame, head, product_of
from streamrt._ir.gpu.helpers import need
from streamrt._ir.gpu.items import items_for, write_items
from streamrt._ir.gpu.reduce import WARP, WARPS, GPUReduction, reduction, write_team
from streamrt._ir.gpu.writer import Writer
from streamrt._ir.loops import Loops, levels, needed, stages

__all__ = ["CHUNK", "around", "team_for", "write_loop", "write_piece", "write_rows"]

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


def write_rows(form: Loops, entry: str, writer: Writer) -> str:
    """Returns the text of a form that reduces its last loop."""
    frame = GPUFrame(writer, form)
    with writer.kernel(head(writer, form, entry)):
        _Rows(writer, frame, open_scope(frame)).write()
    return writer.text()


def around(frame: GPUFrame) -> list[str]:
    """Returns the turns of each loop around the reduced one, also of the one over blocks."""
    form = frame.form
    found = [frame.extent(loop) for loop in range(form.reduced)]
    if form.block:
        pieces = f"({frame.extent(form.reduced)} + {form.block - 1}) / {form.block}"
        found[-1] = f"({pieces})"
    return found


def write_piece(writer: Writer, frame: GPUFrame, indexes: Mapping[int, str]) -> str:
    """Writes `length`, the turns of the reduced loop; returns `start + `, or "" without blocks."""
    form = frame.form
    whole, long = frame.extent(form.reduced), writer.dialect.long
    if not form.block:
        writer.do(f"const {long} length = {whole};")
        return ""
    writer.do(f"const {long} start = {indexes[form.reduced - 1]} * {form.block};")
    writer.do(f"const {long} left = {whole} - start;")
    writer.do(f"const {long} length = left < {form.block} ? left : {form.block};")
    return "start + "


def write_loop(
    writer: Writer,
    reductions: Sequence[GPUReduction],
    first: str,
    step: str,
    element: Callable[[], None],
    *,
    stores: bool = False,
) -> None:
    """Writes the loop of a thread over elements `j`, from `first` up to `count`.

    A float sum has a state for each chunk, `c`, which `r` takes at the end of it.

    Args:
        writer: takes the text.
        reductions: what takes the elements; their states begin here.
        first: the first element of the thread.
        step: the elements from one to the next.
        element: writes what is done for an element.
        stores: whether that stores something; if not, loads of several turns may stand together.
    """
    long = writer.dialect.long

    def turns(head: str) -> None:
        if not stores:
            writer.do("#pragma unroll 4")
        with writer.block(head):
            element()

    for each in reductions:
        each.start(writer)
    in_chunks = [each for each in reductions if each.is_float_sum]
    if not in_chunks:
        turns(f"for ({long} j = {first}; j < count; j += {step})")
        return
    size = f"{CHUNK} * {step}"
    with writer.block(f"for ({long} from = 0; from < count; from += {size})"):
        writer.do(f"const {long} to = from + {size} < count ? from + {size} : count;")
        for each in in_chunks:
            each.start_chunk(writer)
        turns(f"for ({long} j = from + {first}; j < to; j += {step})")
        for each in in_chunks:
            each.end_chunk(writer)


@dataclass(slots=True)
class _Rows:
    """The kernel that is being written.

    Attributes:
        writer: takes the text.
        frame: its parameters.
        scope: the values that belong to all rows.
        wide: for each instruction, whether it differs from element to element of a row.
        stage: for each instruction, how many reductions in a row have to end before it.
        reducing: the number of passes that reduce.
    """

    writer: Writer
    frame: GPUFrame
    scope: GPUScope
    wide: list[bool] = field(init=False)
    stage: list[int] = field(init=False)
    reducing: int = field(init=False)

    def __post_init__(self) -> None:
        form = self.frame.form
        self.wide, self.stage = levels(form), stages(form)
        sums = [k for k in alive(form) if form.body[k].name == "reduce"]
        self.reducing = len({self.stage[k] for k in sums})

    def write(self) -> None:
        """Writes the loop over the rows."""
        form, do, say = self.frame.form, self.writer.do, self.writer.dialect
        length = str(form.block) if form.block else self.frame.extent(form.reduced)
        do(f"const int team = {need(self.writer, 'team_for')}({length});")
        if say.has_shuffles:
            do(f"const int wide = team < {WARP} ? team : {WARP};")
        do(f"const int teams = {say.threads} / team, lane = {say.thread} % team;")
        do(f"const {say.long} rows = {product_of(around(self.frame))};")
        first, step = f"({say.long}){say.block} * teams", f"({say.long}){say.blocks} * teams"
        loop = f"{say.long} first = {first}; first < rows; first += {step}"
        with self.writer.block(f"for ({loop})"):
            do(f"const {say.long} row = first + {say.thread} / team;")
            do("const bool is_row = row < rows;")
            do(f"const {say.long} turn = is_row ? row : 0;")
            self._row()

    def _row(self) -> None:
        """Writes what is done for one row."""
        form, last = self.frame.form, self.frame.form.reduced
        indexes = self.frame.unroll("turn", around(self.frame))
        start = write_piece(self.writer, self.frame, indexes)
        self.writer.do(f"const {self.writer.dialect.long} count = is_row ? length : 0;")
        own = self.scope.inner()
        values = [k for k in alive(form) if form.body[k].name not in ("store", "reduce")]
        for number in range(max(self.stage, default=0) + 1):
            own.run([k for k in values if not self.wide[k] and self.stage[k] == number], indexes)
            self._pass(own, {**indexes, last: "i"}, number, start)
        stores = [k for k, each in enumerate(form.body) if each.name == "store"]
        stores = [k for k in stores if not self.wide[k]]
        if stores:
            with self.writer.block("if (is_row && lane == 0)"):
                own.run(stores, indexes)

    def _pass(self, own: GPUScope, indexes: dict[int, str], number: int, start: str) -> None:
        """Writes a pass over the row: the reductions and the stores of one stage."""
        form, writer = self.frame.form, self.writer
        stores = [
            k
            for k, each in enumerate(form.body)
            if each.name == "store" and self.wide[k] and self.stage[k] == number
        ]
        sums = [
            k for k in alive(form) if form.body[k].name == "reduce" and self.stage[k] == number + 1
        ]
        if not sums and not stores:
            return
        reductions = [reduction(form, k) for k in sums]
        steps = needed(form, (*[form.body[k].inputs[0] for k in sums], *stores), own.known)

        def place() -> dict[int, str]:
            writer.do(f"const {writer.dialect.long} i = {start}j;")
            return indexes

        def element() -> None:
            own.inner().run(steps, place())
            for each in reductions:
                each.take(writer, f"v{form.body[each.number].inputs[0]}", "i")

        loads = [k for k in steps if form.body[k].name == "load"]
        items = 1 if reductions else items_for(form, loads)
        if items > 1:
            loop = f"{writer.dialect.long} from = lane; from < count; from += {items} * team"
            with writer.block(f"for ({loop})"):
                turn = "j", "from + k * team", "count"
                write_items(writer, own, loads, steps, items, turn, place)
            return
        write_loop(writer, reductions, "lane", "team", element, stores=bool(stores))
        if reductions:
            write_team(writer, reductions, alone=self.reducing == 1)
        for each in reductions:
            own.define(each.number, each.result(start.removesuffix(" + ") or "0"))
