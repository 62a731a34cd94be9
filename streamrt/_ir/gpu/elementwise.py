"""The kind `elementwise`: a thread computes a few elements, then those a whole grid further on.

1. Threads are numbered along all loops together, the last one fastest, so neighbours touch
   neighbours in memory if elements lie side by side.
2. An element is computed from its own indexes alone. So no bit depends on the grid.
3. All loads of an element stand before its stores, so an output may have the memory of an input
   with the same loops. So do those of a thread's few elements (items.py).
4. Fusion has made one loop of those that all operands walk as one. So a division for each loop
   but one is rare, and it is one of 32 bits.
5. With turns, a thread has one element at a time, which makes all of them (turns.py).
"""

from __future__ import annotations

from functools import partial

from streamrt._ir.gpu.body import alive, open_scope
from streamrt._ir.gpu.frame import GPUFrame, head, product_of
from streamrt._ir.gpu.items import items_for, write_items
from streamrt._ir.gpu.reduce import THREADS
from streamrt._ir.gpu.turns import run_turns
from streamrt._ir.gpu.writer import Writer
from streamrt._ir.loops import Loops, depths, turning

__all__ = ["items_of", "write_elementwise"]


def items_of(form: Loops) -> int:
    """Returns the elements that a thread loads before it stores one."""
    return items_for(form, _loads(form)) if form.turns < 0 else 1


def _loads(form: Loops) -> list[int]:
    """Returns the loads that differ from turn to turn."""
    depth = depths(form)
    return [k for k in alive(form) if form.body[k].name == "load" and depth[k] >= 0]


def _known_from_the_start(form: Loops) -> list[int]:
    """Returns the instructions that depend on no loop, and on no turn."""
    depth, turns = depths(form), turning(form)
    found = [k for k in alive(form) if depth[k] < 0 and not turns[k]]
    return [k for k in found if form.turns < 0 or form.body[k].name != "store"]


def write_elementwise(form: Loops, entry: str, writer: Writer) -> str:
    """Returns the text of an elementwise form."""
    frame, items, dialect = GPUFrame(writer, form), items_of(form), writer.dialect
    extents = [frame.extent(loop) for loop in range(len(form.extents))]
    with writer.kernel(head(writer, form, entry)):
        scope = open_scope(frame)
        if extents:
            scope.run(_known_from_the_start(form), {})
        writer.do(f"const {dialect.long} turns = {product_of(extents)};")
        name, each = ("turn", THREADS) if items == 1 else ("first", items * THREADS)
        start = f"({dialect.long}){dialect.block} * {each} + {dialect.thread}"
        step = f"({dialect.long}){dialect.blocks} * {each}"
        loop = f"{dialect.long} {name} = {start}; {name} < turns; {name} += {step}"
        with writer.block(f"for ({loop})"):
            if form.turns >= 0:
                run_turns(scope, frame.unroll("turn", extents))
            elif items == 1:
                scope.run(alive(form), frame.unroll("turn", extents))
            else:
                turn = "turn", f"first + k * {THREADS}", "turns"
                where = partial(frame.unroll, "turn", extents)
                write_items(writer, scope, _loads(form), alive(form), items, turn, where)
    return writer.text()
