"""A kernel's parameters, and where its operands' elements are.

1. Parameter 0 is `w`: the extents in the order of the signature, then the byte strides of each
   operand, both as the layout words of every kernel. Then come the operands, and the scalars.
2. Every axis is walked by its stride, also a dense one. So a kernel need not check what lies side
   by side, as on the CPU, and has no error to report: one that can report an error holds up its
   stream.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from streamrt._ir.cuda.helpers import need
from streamrt._ir.cuda.values import MEMORY
from streamrt._ir.cuda.writer import Writer
from streamrt._ir.loops import Loops

__all__ = ["Frame", "head"]


def head(form: Loops, entry: str) -> str:
    """Returns the first line of a kernel.

    An input is `__restrict__` unless an output may be given its memory.
    """
    outputs = {(operand.dtype, operand.loops) for operand in form.outputs}
    parts = ["const Words w"]
    for prefix, operands in (("const ", form.inputs), ("", form.outputs)):
        for k, operand in enumerate(operands):
            alone = prefix and (operand.dtype, operand.loops) not in outputs
            name = f"{'__restrict__ ' if alone else ''}{'x' if prefix else 'y'}{k}"
            parts.append(f"{prefix}{MEMORY[operand.dtype]} *{name}")
    parts += [f"{MEMORY[dtype]} s{k}" for k, dtype in enumerate(form.scalars)]
    return f'extern "C" __global__ void {entry}({", ".join(parts)})'


@dataclass(frozen=True, slots=True)
class Frame:
    """The parameters of the kernel that is being written."""

    writer: Writer
    form: Loops

    def extent(self, loop: int) -> str:
        """Returns the extent of a loop; one that no operand walks has a single turn."""
        word = self.form.extent_words().get(loop)
        return "1" if word is None else f"w.at[{word}]"

    def name(self, operand: int) -> str:
        """Returns the parameter of an operand."""
        inputs = len(self.form.inputs)
        return f"x{operand}" if operand < inputs else f"y{operand - inputs}"

    def element(self, operand: int, indexes: Mapping[int, str]) -> str:
        """Returns the element of an operand where the loops stand; it can be assigned to."""
        words, name = self.form.stride_words()[operand], self.name(operand)
        steps = [
            f"{indexes[loop]} * w.at[{words[loop]}]"
            for loop in sorted(words)
            if indexes[loop] != "0"
        ]
        if not steps:
            return f"*{name}"
        return f"*{need(self.writer, 'at')}({name}, {' + '.join(steps)})"

    def turns(self, loops: range | list[int]) -> str:
        """Returns the turns of several loops, all together."""
        found = [self.extent(loop) for loop in loops]
        return " * ".join([extent for extent in found if extent != "1"] or ["1"])

    def unroll(self, turn: str, loops: range | list[int]) -> dict[int, str]:
        """Writes the index of each of several loops, from the turn of all of them together.

        Args:
            turn: the turn, as the name of a constant.
            loops: the loops, from the outside in.
        """
        left, indexes = turn, dict[int, str]()
        walked = [loop for loop in loops if self.extent(loop) != "1"]
        indexes.update({loop: "0" for loop in loops if loop not in walked})
        for loop in reversed(walked):
            indexes[loop] = f"i{loop}"
            if loop == walked[0]:
                self.writer.do(f"const long long i{loop} = {left};")
                break
            divided = need(self.writer, "divided")
            self.writer.do(f"const long long n{loop} = {divided}({left}, {self.extent(loop)});")
            self.writer.do(f"const long long i{loop} = {left} - n{loop} * {self.extent(loop)};")
            left = f"n{loop}"
        return indexes
