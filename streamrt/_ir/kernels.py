"""Kernels of forms: the signature, the code, and what the runtime may do with them.

1. A kernel is split over the turns of one loop or several (`split_of`), into parts of some 20 µs
   at least.
2. It declares the most that a launch takes, as far as that does not depend on elements.
3. It is elementwise, so that an output may overwrite an input, if all operands have the same loops
   in the same order.
4. On a GPU a launch has as many blocks as have work, up to some for each multiprocessor.
5. Its name says what it does, such as `multiply_add_tanh`; with turns, `loop_multiply_add_tanh`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, prod
from typing import TYPE_CHECKING

from streamrt._compile.implementations import LLVM
from streamrt._compile.kernel import Kernel
from streamrt._compile.later_source import LaterSource
from streamrt._compile.llvm_code import LLVMCode
from streamrt._ir.costs import Costs
from streamrt._ir.cpu.emit import emit, split_of
from streamrt._ir.cpu.frame import ERRORS
from streamrt._ir.loops import Loops

if TYPE_CHECKING:
    from streamrt._compile.gpu_source import GPUSource
    from streamrt._compile.llvm.targets import Target

__all__ = ["PART_NS", "code_for", "kernel_of", "name_of"]

ENTRY = "kernel"
"""The function that each LLVM text defines. A kernel's name may be any text."""

PART_NS = 20_000
"""The least work that is worth a thread of its own, in nanoseconds."""

LINE, MOST_LINES = 512, 4
"""The least columns of a product for a thread of its own, if it has up to so many rows: a matrix in
memory is read in pieces of that length then. More rows make these pieces shorter."""

_MOST_WORDS = 4
_WORDLESS = ("load", "store", "scalar", "constant", "cast", "carry", "next", "turn")


def kernel_of(form: Loops, name: str = "") -> Kernel:
    """Returns the kernel of a form; it compiles when it is first launched.

    Args:
        form: the kernel form. Forms with other extents can use the same kernel.
        name: its name; by default it says which operations it has.
    """
    name = name or name_of(form)
    text = emit(form, ENTRY)
    split, costs = split_of(form), Costs(form)

    def grain(extents: Mapping[str, int]) -> int:
        turns = prod([extents[f"d{loop}"] for loop in split])
        each = costs.estimate(_by_loop(extents)) / max(1, turns)
        least = max(1, ceil(PART_NS / each))
        if form.kind == "product":
            least = max(least, LINE * min(extents.get(f"d{form.reduced - 2}", 1), MOST_LINES))
        return min(least, max(1, turns))

    def bound(extents: Mapping[str, int]) -> float:
        return costs.most(_by_loop(extents))

    on_gpu = f"streamrt_{name_of(form)}"  # what profilers of GPUs show

    def for_gpu(kind: str) -> GPUSource:
        from streamrt._ir.gpu.sources import form_source  # only who has a GPU needs it

        return form_source(form, on_gpu, kind)

    loops = {operand.loops for operand in form.operands}
    return Kernel(
        name,
        form.signature(),
        split="*".join([f"d{loop}" for loop in split]) or None,
        grain=grain,
        elementwise=form.kind == "elementwise" and len(loops) == 1,
        bound_ns=bound,
        errors=ERRORS,
        pure=True,
        cpu=LLVM(text.source, entry=ENTRY, strided=True, symbols=text.symbols, opt=0),
        cuda=LaterSource(for_gpu, "cuda"),
        opencl=LaterSource(for_gpu, "opencl"),
    )


def code_for(form: Loops, target: Target, entry: str = ENTRY) -> LLVMCode:
    """Returns the code of a form for any CPU, which `compile_object` makes an object of.

    Its shared code, which `shared_of` gives, is one text for each dtype and vector size.

    Args:
        form: the kernel form, as a step has it.
        target: the CPU.
        entry: the name of the function that it defines.

    Raises:
        CompileError: LLVM does not know the target.
    """
    text = emit(form, entry, target)
    return LLVMCode(text.source, entry, text.symbols, 0)


def _by_loop(extents: Mapping[str, int]) -> dict[int, int]:
    return {int(symbol[1:]): extent for symbol, extent in extents.items()}


def name_of(form: Loops) -> str:
    """Returns a name that says what a kernel does: its first and last operations, in order."""
    words: list[str] = []
    for each in form.body:
        word = each.by if each.name == "reduce" else each.name
        if word == "product":
            word = "matmul"
        if word not in _WORDLESS and word not in words:
            words.append(word)
    if not words:
        return "cast" if any(each.name == "cast" for each in form.body) else "copy"
    if form.turns >= 0:
        words.insert(0, "loop")
    if len(words) > _MOST_WORDS:
        words = [*words[: _MOST_WORDS - 1], words[-1]]
    return "_".join(words)
