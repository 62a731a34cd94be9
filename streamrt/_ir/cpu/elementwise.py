"""The kind `elementwise`: a nest of loops, the last one in vectors.

1. `lo` and `hi` bound the turns of loop 0. Each element depends on its own index alone, so results
   do not depend on where the range was split.
2. An instruction stands in the innermost loop that it depends on, and no deeper.
3. The last loop runs in vectors. Elements past the last whole vector are computed by the same
   operations: as one more vector, with a mask; or one by one if an operand is walked by strides,
   because a mask saves nothing there.
4. Two vectors a turn were tried. They were no faster, and took a third more time to compile.
5. A form without loops has one element, and is computed in scalar registers.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace

from streamrt._compile.emit import Code, Module
from streamrt._ir.cpu.body import Scope, depths, is_strided, lanes_of, open_scope
from streamrt._ir.cpu.frame import Frame, Text, check_dense, open_frame
from streamrt._ir.cpu.memory import Place, first_lanes
from streamrt._ir.loops import Loops

__all__ = ["emit_elementwise"]


def emit_elementwise(form: Loops, entry: str) -> Text:
    """Returns the code of an elementwise form."""
    module = Module()
    with module.function("i32", entry) as code:
        frame = open_frame(code, form)
        check_dense(code, frame)
        scope = open_scope(code, frame, lanes_of(form))
        _nest(code, frame, scope)
    return Text(module.text(), {})


def _nest(code: Code, frame: Frame, scope: Scope) -> None:
    """Emits the loops around the last one, with the instructions that stand in each."""
    form = frame.form
    last, depth = len(form.extents) - 1, depths(form)
    at = {loop: [k for k, d in enumerate(depth) if d == loop] for loop in range(-1, last + 1)}
    indexes: dict[int, str] = {}
    with ExitStack() as nest:
        for loop in range(-1, last):
            if loop >= 0:
                bounds = ("%lo", "%hi") if loop == 0 else ("0", frame.extents[loop])
                index = nest.enter_context(code.loop(*bounds)).index
                frame, scope = frame.moved(code, loop, index), scope.inner()
                indexes[loop] = index
            scope.run(at[loop], {k: Place(a) for k, a in enumerate(frame.addresses)}, indexes)
        if last < 0:
            scope.run(at[-1], {k: Place(a) for k, a in enumerate(frame.addresses)}, indexes)
        else:
            _row(code, frame, scope, at[last], indexes)


def _row(
    code: Code, frame: Frame, scope: Scope, numbers: list[int], indexes: dict[int, str]
) -> None:
    """Emits the last loop."""
    form, lanes = frame.form, scope.lanes
    last = len(form.extents) - 1
    start, stop = ("%lo", "%hi") if last == 0 else ("0", frame.extents[last])
    scope.spread(numbers)
    length = code.let(f"sub i64 {stop}, {start}")
    whole = code.let(f"add i64 {start}, {code.whole(length, lanes)}")
    used = sorted({form.body[k].at for k in numbers if form.body[k].name in ("load", "store")})

    def step(scope: Scope, index: str, count: str | None = None) -> None:
        mask = None if count is None else first_lanes(code, lanes, count)
        places = {k: frame.place(code, k, last, index) for k in used}
        scope.inner().run(numbers, places, {**indexes, last: index}, mask)

    with code.loop(start, whole, lanes) as loop:
        step(scope, loop.index)
    if is_strided(form):
        with code.loop(whole, stop) as loop:
            step(replace(scope, lanes=1, vectors={}), loop.index)
    else:
        rest = code.let(f"sub i64 {stop}, {whole}")
        with code.when(code.let(f"icmp sgt i64 {rest}, 0")):
            step(scope, whole, rest)
