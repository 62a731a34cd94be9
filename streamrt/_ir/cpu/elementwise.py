"""The kind `elementwise`: a nest of loops, the last one in vectors.

1. `lo` and `hi` bound the turns of loop 0. Each element depends on its own index alone, so results
   do not depend on where the range was split.
2. An instruction stands in the innermost loop that it depends on, and no deeper.
3. The last loop runs in vectors. Elements past the last whole vector are computed by the same
   operations: as one more vector, with a mask; or one by one if an operand is walked by strides,
   because a mask saves nothing there.
4. Two vectors a turn were tried. They were no faster, and took a third more time to compile. Only
   powers have more than one: their steps wait for each other so long that a CPU does not reach the
   next turn meanwhile.
5. An operand that is walked across its lines, as in a transposed copy, touches a cache line for
   each element. So such rows are computed in panels, and all rows of a panel before the next one.
6. Many short rows are computed as one long row, where possible (short_rows.py).
7. A form without loops has one element, and is computed in scalar registers.
8. Forms with turns have several vectors at a time (turns.py).
9. A vector that lies in two cache lines costs twice as much to store. In long rows of a view, which
   begin anywhere, a first vector with a mask ends where a line ends, and the others are aligned.
   A step of a stencil took 1.2 times as long without. Where an element needs a mathematical
   function, the stores do not matter.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from streamrt._compile.llvm.emit import Code, Module
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu import math
from streamrt._ir.cpu.body import Scope, is_strided, lanes_of, open_scope
from streamrt._ir.cpu.frame import Frame, Text, check_dense, open_frame
from streamrt._ir.cpu.memory import Place, first_lanes
from streamrt._ir.cpu.short_rows import Repeated, joined, repeats
from streamrt._ir.cpu.turns import emit_element, emit_elements
from streamrt._ir.loops import Loops, depths, levels, turning

if TYPE_CHECKING:
    from streamrt._compile.llvm.targets import Target

__all__ = ["emit_elementwise"]

PANEL = 32
"""The turns of the last loop that are computed before the next turn of the loop around it."""

LINE = 64
"""The bytes of a cache line."""

POWER_VECTORS = {"f32": 4, "f64": 2}
"""The vectors a turn of loops with powers. With one, those of f32 took 1.3 times as long, and those
of f64 1.25 times. With four, those of f64 took twice as long to compile, and were no faster."""

LONG = 8
"""The vectors of a row that is worth a vector more, so that the others are aligned."""


def emit_elementwise(form: Loops, entry: str, target: Target | None = None) -> Text:
    """Returns the code of an elementwise form.

    The target is the CPU that runs it; None is this process's.
    """
    module = Module(target=target)
    with module.function("i32", entry) as code:
        frame = open_frame(code, form)
        check_dense(code, frame)
        scope = open_scope(code, frame, _lanes(form))
        _nest(code, frame, scope)
    return Text(module.text(), {})


def _lanes(form: Loops) -> int:
    if form.turns >= 0:
        return lanes_of(form, [k for k, is_wide in enumerate(levels(form)) if is_wide])
    vectors = [POWER_VECTORS.get(each.dtype, 1) for each in form.body if each.name == "power"]
    return lanes_of(form) * (1 if is_strided(form) else max(vectors, default=1))


def _nest(code: Code, frame: Frame, scope: Scope) -> None:
    """Emits the loops around the last one, with the instructions that stand in each."""
    form = frame.form
    last, depth = len(form.extents) - 1, depths(form)
    at = {loop: [k for k, d in enumerate(depth) if d == loop] for loop in range(-1, last + 1)}
    if form.turns >= 0:
        late = [k for k, one in enumerate(turning(form)) if one or form.body[k].name == "store"]
        at = {loop: [k for k in numbers if k not in late] for loop, numbers in at.items()}
    indexes: dict[int, str] = {}
    row = ("%lo", "%hi") if last == 0 else ("0", frame.extents.get(last, "1"))
    repeated: Repeated | None = None
    with ExitStack() as nest:
        for loop in range(-1, last):
            if loop == last - 1 and loop >= 0 and is_strided(form):
                row = nest.enter_context(_panels(code, frame))
            if loop >= 0:
                bounds = ("%lo", "%hi") if loop == 0 else ("0", frame.extents[loop])
                if loop == last - 1 and repeats(form):
                    repeated, bounds, row = joined(code, frame, scope.lanes, bounds)
                index = nest.enter_context(code.loop(*bounds)).index
                frame, scope = frame.moved(code, loop, index), scope.inner()
                indexes[loop] = index
            scope.run(at[loop], {k: Place(a) for k, a in enumerate(frame.addresses)}, indexes)
        if last < 0:
            scope.run(at[-1], {k: Place(a) for k, a in enumerate(frame.addresses)}, indexes)
        if form.turns >= 0 and last < 0:
            emit_element(code, frame, scope)
        elif form.turns >= 0:
            emit_elements(code, frame, scope, at[last], indexes, row)
        elif last >= 0:
            _row(code, frame, scope, at[last], indexes, row, repeated)


@contextmanager
def _panels(code: Code, frame: Frame) -> Generator[tuple[str, str]]:
    """Emits a loop over panels of the last loop's turns; gives the bounds of each.

    There is one panel, unless an operand has a longer way to go in the last loop than in the one
    before: then each of its cache lines serves several turns of that one.
    """
    last = len(frame.form.extents) - 1
    extent, lies_across = frame.extents[last], "false"
    for strides in frame.strides:
        if {last, last - 1} <= strides.keys():
            ways = [
                code.call("i64", "llvm.abs.i64", ("i64", strides[loop]), ("i1", "false"))
                for loop in (last, last - 1)
            ]
            longer = code.let(f"icmp sgt i64 {ways[0]}, {ways[1]}")
            lies_across = code.let(f"or i1 {lies_across}, {longer}")
    most = code.call("i64", "llvm.smax.i64", ("i64", extent), ("i64", "1"))
    size = code.let(f"select i1 {lies_across}, i64 {PANEL}, i64 {most}")
    up = code.let(f"add i64 {extent}, {code.let(f'sub i64 {size}, 1')}")
    with code.loop("0", code.let(f"udiv i64 {up}, {size}")) as loop:
        start = code.let(f"mul i64 {loop.index}, {size}")
        stop = code.let(f"add i64 {start}, {size}")
        yield start, code.call("i64", "llvm.smin.i64", ("i64", stop), ("i64", extent))


def _row(
    code: Code,
    frame: Frame,
    scope: Scope,
    numbers: list[int],
    indexes: dict[int, str],
    bounds: tuple[str, str],
    repeated: Repeated | None,
) -> None:
    """Emits the last loop, between two bounds."""
    form, lanes = frame.form, scope.lanes
    last, (start, stop) = len(form.extents) - 1, bounds
    scope.spread(numbers)
    used = sorted({form.body[k].at for k in numbers if form.body[k].name in ("load", "store")})

    def step(scope: Scope, index: str, phase: str = "", count: str | None = None) -> None:
        mask = None if count is None else first_lanes(code, lanes, count)
        places = {k: frame.place(code, k, last, index) for k in used}
        if repeated is not None:
            places |= repeated.places(code, phase)
        scope.inner().run(numbers, places, {**indexes, last: index}, mask)

    carried = [] if repeated is None else [("i64", "0")]
    with ExitStack() as parts:
        if repeated is None and _is_aligned(form, numbers):
            start, stop = parts.enter_context(_aligned_parts(code, frame, lanes, bounds))
        length = code.let(f"sub i64 {stop}, {start}")
        whole = code.let(f"add i64 {start}, {code.whole(length, lanes)}")
        with code.loop(start, whole, lanes, carried) as loop:
            step(scope, loop.index, *loop.values)
            if repeated is not None:
                loop.carry(repeated.following(code, *loop.values))
        if is_strided(form):
            with code.loop(whole, stop) as rest:
                step(replace(scope, lanes=1, vectors={}), rest.index)
        else:
            left = code.let(f"sub i64 {stop}, {whole}")
            with code.when(code.let(f"icmp sgt i64 {left}, 0")):
                step(scope, whole, loop.values[0] if loop.values else "", left)


def _is_aligned(form: Loops, numbers: Iterable[int]) -> bool:
    """Whether rows begin with the vector that makes the others aligned."""
    names = {form.body[k].name for k in numbers}
    return len(form.extents) > 1 and not is_strided(form) and not names & math.NAMES


@contextmanager
def _aligned_parts(
    code: Code, frame: Frame, lanes: int, bounds: tuple[str, str]
) -> Generator[tuple[str, str]]:
    """Emits a loop over two parts of a row, and gives the bounds of each.

    The first part is less than a vector, and the second one begins where an output is aligned. A
    row that is aligned already, or short, has the second part alone.
    """
    (start, stop), last = bounds, len(frame.form.extents) - 1
    output = next(k for k, operand in enumerate(frame.form.operands) if operand.writes)
    size = DTYPES[frame.form.operands[output].dtype].itemsize
    address = frame.place(code, output, last, start).address
    before = code.let(f"sub i64 0, {code.let(f'ptrtoint ptr {address} to i64')}")
    nbytes = code.let(f"and i64 {before}, {min(LINE, lanes * size) - 1}")
    count = code.let(f"udiv i64 {nbytes}, {size}")
    length = code.let(f"sub i64 {stop}, {start}")
    is_long = code.let(f"icmp sge i64 {length}, {LONG * lanes}")
    count = code.let(f"select i1 {is_long}, i64 {count}, i64 0")
    middle = code.let(f"add i64 {start}, {count}")
    has_one = code.let(f"icmp eq i64 {count}, 0")
    with code.loop(code.let(f"zext i1 {has_one} to i64"), "2") as parts:
        is_first = code.let(f"icmp eq i64 {parts.index}, 0")
        yield (
            code.let(f"select i1 {is_first}, i64 {start}, i64 {middle}"),
            code.let(f"select i1 {is_first}, i64 {middle}, i64 {stop}"),
        )
