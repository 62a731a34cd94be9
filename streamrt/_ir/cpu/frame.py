"""A kernel's entry: extents, strides, addresses and scalars, loaded from its arguments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from streamrt._compile.llvm.emit import Code
from streamrt._compile.llvm_code import AnySymbol
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.memory import Place
from streamrt._ir.loops import Loops

__all__ = ["ERRORS", "Frame", "Text", "check_dense", "open_frame"]

ERRORS: dict[int, str] = {
    1: "an operand that was compiled as dense has strides; this is a defect of streamrt",
    2: "there is no memory for what it computes in between; use smaller arrays",
    3: "an element of `indices` is out of range: an axis of n elements has places from -n to n - 1",
}
"""The meanings of the codes that kernels return."""


@dataclass(frozen=True, slots=True)
class Text:
    """The code of one form.

    Attributes:
        source: LLVM IR, verified when it is compiled.
        symbols: what the source names and does not define.
    """

    source: str
    symbols: Mapping[str, AnySymbol]


@dataclass(frozen=True, slots=True)
class Frame:
    """The arguments of a kernel, as registers.

    Attributes:
        form: the kernel.
        extents: the extent of each loop that an operand has, an i64.
        strides: for each operand its byte stride along each of its loops, an i64.
        addresses: for each operand the address of the element where the loops stand now; at the
            entry that is the first one.
        scalars: the scalar slots; a bool is an i1.
    """

    form: Loops
    extents: Mapping[int, str]
    strides: tuple[Mapping[int, str], ...]
    addresses: tuple[str, ...]
    scalars: tuple[str, ...]

    def moved(self, code: Code, loop: int, index: str) -> Frame:
        """Emits the addresses at turn `index` of a loop, seen from its turn 0."""
        found = [
            code.at(address, code.let(f"mul i64 {index}, {strides[loop]}"))
            if loop in strides
            else address
            for address, strides in zip(self.addresses, self.strides, strict=True)
        ]
        return replace(self, addresses=tuple(found))

    def place(self, code: Code, operand: int, loop: int, index: str) -> Place:
        """Emits the place of an operand's vector that begins at turn `index` of a loop.

        Args:
            code: the function that is written.
            operand: the number of the operand.
            loop: the loop whose turns are the lanes. An operand that it does not walk has one
                element there, for lanes = 1.
            index: an i64, seen from turn 0 of the loop.
        """
        address, what = self.addresses[operand], self.form.operands[operand]
        stride = self.strides[operand].get(loop)
        if stride is None:
            return Place(address)
        if what.dense and loop == self.form.lanes:
            return Place(code.at(address, index, DTYPES[what.dtype].llvm))
        return Place(code.at(address, code.let(f"mul i64 {index}, {stride}")), stride)


def open_frame(code: Code, form: Loops) -> Frame:
    """Emits the loads of a kernel's arguments; the function must be an entry."""
    layout = code.slot(0)

    def word(number: int) -> str:
        return code.load("i64", code.at(layout, str(number), "i64"))

    count = len(form.operands)
    scalars: list[str] = []
    for k, dtype in enumerate(form.scalars):
        value = code.slot(1 + count + k, DTYPES[dtype].llvm)
        scalars.append(code.let(f"icmp ne i8 {value}, 0") if dtype == "bool" else value)
    return Frame(
        form=form,
        extents={loop: word(number) for loop, number in form.extent_words().items()},
        strides=tuple(
            {loop: word(number) for loop, number in words.items()} for words in form.stride_words()
        ),
        addresses=tuple(code.slot(1 + k) for k in range(count)),
        scalars=tuple(scalars),
    )


def check_dense(code: Code, frame: Frame) -> None:
    """Emits the end of the kernel with code 1 if an operand that is declared dense is not.

    The factors of a product are not checked, because they may lie in any way.
    """
    form = frame.form
    is_product = form.kind == "product"
    last = form.lanes
    wrong = "0"
    for k, operand in enumerate(form.operands):
        if operand.dense and last in operand.loops and not (is_product and k < 2):
            itemsize = DTYPES[operand.dtype].itemsize
            differs = code.let(f"xor i64 {frame.strides[k][last]}, {itemsize}")
            wrong = differs if wrong == "0" else code.let(f"or i64 {wrong}, {differs}")
    if wrong != "0":
        # Without any element, or with one a row, a stride means nothing.
        several = code.let(f"icmp sgt i64 {frame.extents[last]}, 1")
        for loop, extent in frame.extents.items():
            if loop != last:
                some = code.let(f"icmp ne i64 {extent}, 0")
                several = code.let(f"and i1 {several}, {some}")
        strided = code.let(f"icmp ne i64 {wrong}, 0")
        with code.when(code.let(f"and i1 {strided}, {several}")):
            code.do("ret i32 1")
