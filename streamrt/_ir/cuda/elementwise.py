"""The kind `elementwise`: a thread computes a few elements, then those a whole grid further on.

1. Threads are numbered along all loops together, the last one fastest, so neighbours touch
   neighbours in memory if elements lie side by side.
2. An element is computed from its own indexes alone. So no bit depends on the grid.
3. A thread loads all of its few elements before it stores one. A compiler could not do that by
   itself, because an output may have the memory of an input with the same loops; and one load at a
   time from each thread would leave half of the memory's bandwidth unused (believed, not measured).
4. Fusion has made one loop of those that all operands walk as one. So a division for each loop
   but one is rare, and it is one of 32 bits.
"""

from __future__ import annotations

from streamrt._compile.dtypes import DTYPES
from streamrt._ir.cuda.body import Scope, alive, open_scope
from streamrt._ir.cuda.frame import Frame, head, product_of
from streamrt._ir.cuda.reduce import THREADS
from streamrt._ir.cuda.values import REGISTER
from streamrt._ir.cuda.writer import Writer
from streamrt._ir.loops import Loops, depths

__all__ = ["items_of", "write_elementwise"]

_BYTES, _MOST_ITEMS, _MOST_VALUES = 16, 4, 16
"""The bytes that a thread loads of an operand at a time, the most elements that these may be, and
the most values that wait in registers."""


def items_of(form: Loops) -> int:
    """Returns the elements that a thread loads before it stores one; a power of two."""
    loads = _loads(form)
    widest = max((DTYPES[form.body[k].dtype].itemsize for k in loads), default=_BYTES)
    items = min(_MOST_ITEMS, _BYTES // widest)
    while items > 1 and items * len(loads) > _MOST_VALUES:
        items //= 2
    return items


def _loads(form: Loops) -> list[int]:
    """Returns the loads that differ from turn to turn."""
    depth = depths(form)
    return [k for k in alive(form) if form.body[k].name == "load" and depth[k] >= 0]


def write_elementwise(form: Loops, entry: str) -> str:
    """Returns the text of an elementwise form."""
    writer = Writer()
    frame, items, depth = Frame(writer, form), items_of(form), depths(form)
    extents = [frame.extent(loop) for loop in range(len(form.extents))]
    with writer.block(head(form, entry)):
        scope = open_scope(frame)
        if extents:
            scope.run([k for k in alive(form) if depth[k] < 0], {})
        writer.do(f"const long long turns = {product_of(extents)};")
        name, each = ("turn", THREADS) if items == 1 else ("first", items * THREADS)
        start = f"(long long)blockIdx.x * {each} + threadIdx.x"
        step = f"(long long)gridDim.x * {each}"
        with writer.block(f"for (long long {name} = {start}; {name} < turns; {name} += {step})"):
            if items == 1:
                scope.run(alive(form), frame.unroll("turn", extents))
            else:
                _write_items(writer, scope, extents, items)
    return writer.text()


def _write_items(writer: Writer, scope: Scope, extents: list[str], items: int) -> None:
    """Writes the loads of several elements, and then all that is computed of each."""
    frame, form = scope.frame, scope.frame.form
    loads = _loads(form)
    for k in loads:
        writer.do(f"{REGISTER[form.body[k].dtype]} l{k}[{items}];")
    for is_load in (True, False):
        writer.do("#pragma unroll")
        with writer.block(f"for (int k = 0; k < {items}; k++)"):
            writer.do(f"const long long turn = first + k * {THREADS};")
            with writer.block("if (turn < turns)"):
                indexes = frame.unroll("turn", extents)
                if is_load:
                    for k in loads:
                        writer.do(f"l{k}[k] = {scope.loaded(k, indexes)};")
                    continue
                inner = scope.inner()
                for k in loads:
                    inner.define(k, f"l{k}[k]")
                inner.run(alive(form), indexes)
