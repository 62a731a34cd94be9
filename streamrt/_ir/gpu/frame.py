"""A kernel's parameters, and where its operands' elements are.

1. Parameter 0 is `w`: the extents in the order of the signature, then the byte strides of each
   operand, both as the layout words of every kernel. Then come the operands, and the scalars.
2. Every axis is walked by its stride, also a dense one. So a kernel need not check what lies side
   by side, as on the CPU, and has no error to report: one that can report an error holds up its
   stream.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from streamrt._ir.gpu.helpers import need
from streamrt._ir.gpu.writer import Writer
from streamrt._ir.loops import Loops

__all__ = ["GPUFrame", "head", "product_of"]


def head(writer: Writer, form: Loops, entry: str) -> str:
    """Returns the first line of a kernel.

    Nothing else points to an input, unless an output may be given its memory.
    """
    dialect = writer.dialect
    outputs = {(operand.dtype, operand.loops) for operand in form.outputs}
    parts = ["const Words w"]
    for is_input, operands in ((True, form.inputs), (False, form.outputs)):
        for k, operand in enumerate(operands):
            alone = is_input and (operand.dtype, operand.loops) not in outputs
            name = f"{f'{dialect.restrict} ' if alone else ''}{'x' if is_input else 'y'}{k}"
            pointer = _pointer(writer, dialect.memory[operand.dtype], k, is_input)
            parts.append(pointer + name)
    parts += [f"{dialect.memory[dtype]} s{k}" for k, dtype in enumerate(form.scalars)]
    return f"{dialect.kernel} {entry}({', '.join(parts)})"


@dataclass(frozen=True, slots=True)
class GPUFrame:
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
        dialect, bytes_ = self.writer.dialect, " + ".join(steps)
        if dialect.is_generic:
            return f"*{need(self.writer, 'at')}({name}, {bytes_})"
        kind, is_input = self.form.operands[operand].dtype, operand < len(self.form.inputs)
        element = _pointer(self.writer, dialect.memory[kind], operand, is_input)
        byte = _pointer(self.writer, "char", operand, is_input)
        return f"*({element})(({byte}){name} + {bytes_})"

    def unroll(self, turn: str, extents: Sequence[str]) -> dict[int, str]:
        """Writes the index of each outer loop, from the turn of all of them together.

        Args:
            turn: the turn, as the name of a constant.
            extents: the turns of each loop, from the outside in; "1" where there is one alone.
        """
        long = self.writer.dialect.long
        left, indexes = turn, dict.fromkeys(range(len(extents)), "0")
        walked = [loop for loop, extent in enumerate(extents) if extent != "1"]
        for loop in reversed(walked):
            indexes[loop] = f"i{loop}"
            if loop == walked[0]:
                self.writer.do(f"const {long} i{loop} = {left};")
                break
            divided, extent = need(self.writer, "divided"), extents[loop]
            self.writer.do(f"const {long} n{loop} = {divided}({left}, {extent});")
            self.writer.do(f"const {long} i{loop} = {left} - n{loop} * {extent};")
            left = f"n{loop}"
        return indexes


def _pointer(writer: Writer, kind: str, number: int, is_input: bool) -> str:
    """Returns the type of a pointer to an operand; a name may follow."""
    constant = is_input and number in writer.constants
    return writer.dialect.pointer(kind, const=is_input, constant=constant)


def product_of(extents: Sequence[str]) -> str:
    """Returns the turns of several loops, all together."""
    return " * ".join([extent for extent in extents if extent != "1"] or ["1"])
