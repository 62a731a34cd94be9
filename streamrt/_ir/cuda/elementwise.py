"""The kind `elementwise`: a thread computes an element, then the one a whole grid further on.

1. Threads are numbered along all loops together, the last one fastest, so neighbours touch
   neighbours in memory if elements lie side by side.
2. An element is computed from its own indexes alone. So no bit depends on the grid.
3. All loads of an element stand before its stores, so an output may have the memory of an input
   with the same loops.
4. Fusion has made one loop of those that all operands walk as one. So a division for each loop
   but one is rare, and it is one of 32 bits.
"""

from __future__ import annotations

from streamrt._ir.cuda.body import alive, open_scope
from streamrt._ir.cuda.frame import Frame, head, product_of
from streamrt._ir.cuda.writer import Writer
from streamrt._ir.loops import Loops

__all__ = ["STRIDE", "THREAD", "write_elementwise"]

THREAD = "(long long)blockIdx.x * blockDim.x + threadIdx.x"
"""The number of a thread in the grid."""

STRIDE = "(long long)gridDim.x * blockDim.x"
"""The threads of the grid."""


def write_elementwise(form: Loops, entry: str) -> str:
    """Returns the text of an elementwise form."""
    writer = Writer()
    frame = Frame(writer, form)
    extents = [frame.extent(loop) for loop in range(len(form.extents))]
    with writer.block(head(form, entry)):
        scope = open_scope(frame)
        writer.do(f"const long long turns = {product_of(extents)};")
        loop = f"for (long long turn = {THREAD}; turn < turns; turn += {STRIDE})"
        with writer.block(loop):
            scope.run(alive(form), frame.unroll("turn", extents))
    return writer.text()
