"""The implementations of the compiler's kernels for kinds of GPUs, by the kind's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from streamrt._compile.code import BLOCKS_PER_SM, GridRule
from streamrt._compile.cuda.text import CUDA
from streamrt._compile.gpu_source import GPUSource
from streamrt._compile.opencl.text import OpenCL
from streamrt._compile.signatures.binding import Binding
from streamrt._ir.gpu import dialects
from streamrt._ir.gpu.called import called_text
from streamrt._ir.gpu.dialects import Dialect
from streamrt._ir.gpu.emit import THREADS, blocks_for, emit
from streamrt._ir.loops import Loops

__all__ = ["called_source", "form_source"]

Extents = Mapping[str, int]

_LANGUAGES: Mapping[str, tuple[type[GPUSource], Dialect, tuple[str, ...]]] = {
    "cuda": (CUDA, dialects.CUDA, ()),
    # PoCL prints how many warnings there are, and a text that compares x with x has some.
    "opencl": (OpenCL, dialects.OPENCL, ("-w",)),
}
"""Each kind's implementation, its language, and options for its compiler."""


def form_source(form: Loops, entry: str, kind: str) -> GPUSource:
    """Returns the implementation of a form for a kind of device.

    Args:
        form: the kernel.
        entry: the name of its function in the text.
        kind: the kind of device.
    """
    dialect = _LANGUAGES[kind][1]

    def text(binding: Binding) -> str:
        return emit(form, entry, dialect)

    def blocks(binding: Binding, extents: Extents, multiprocessors: int) -> int:
        by_loop = {int(symbol[1:]): extent for symbol, extent in extents.items()}
        return min(blocks_for(form, by_loop), BLOCKS_PER_SM * multiprocessors)

    return _source(text, entry, kind, blocks)


def called_source(
    name: str, entry: str, turns: Callable[[Extents], int], kind: str, *, fallible: bool = False
) -> GPUSource:
    """Returns the implementation of an operation with a kernel of its own.

    Args:
        name: the operation.
        entry: the name of its function in the text.
        turns: returns the turns that its threads divide.
        kind: the kind of device.
        fallible: whether it may fail.
    """
    dialect = _LANGUAGES[kind][1]

    def text(binding: Binding) -> str:
        # What shows texts has no binding at hand.
        return called_text(name, entry, binding.dtypes.get("T", "f32"), dialect)

    def blocks(binding: Binding, extents: Extents, multiprocessors: int) -> int:
        return max(1, min(-(-turns(extents) // THREADS), BLOCKS_PER_SM * multiprocessors))

    return _source(text, entry, kind, blocks, fallible=fallible)


def _source(
    text: Callable[[Binding], str],
    entry: str,
    kind: str,
    grid: GridRule,
    *,
    fallible: bool = False,
) -> GPUSource:
    implementation, _, options = _LANGUAGES[kind]
    return implementation(
        text,
        entry,
        strided=True,
        block=THREADS,
        grid=grid,
        fallible=fallible,
        options=options,
    )
