"""Many short rows as one long row: pixels with three channels, points with three coordinates.

A vector of a row of three elements is mostly empty. If the rows of some operands lie one after the
other, they are one long row. The other operands have one row for all, so along the long one they
repeat themselves.

1. Whether rows are short, and whether they lie so, is known when the kernel is launched. The same
   code serves both cases: the turns of the two last loops are n and m in one, 1 and n * m in the
   other.
2. A repeated row is copied a few times into memory of the kernel's own, so that a vector can begin
   at any of its elements. That place, the phase, moves on by a vector and is taken modulo m. In the
   other case it is the index, and never gets to the end.
3. Each element is computed as it would be in its own row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from streamrt._compile.llvm.emit import Code
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.cpu.frame import Frame
from streamrt._ir.cpu.memory import Place
from streamrt._ir.loops import Loops

__all__ = ["Repeated", "joined", "repeats"]

SHORT = 4
"""The number of vectors that a short row is shorter than."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """The operands that have one row for all turns of the loop around the last one.

    Attributes:
        form: the kernel.
        rows: for each of them the address of its row, or of its copies.
        step: the way from a phase to the next one, an i64.
        end: the phase that is 0 again, an i64.
    """

    form: Loops
    rows: Mapping[int, str]
    step: str
    end: str

    def places(self, code: Code, phase: str) -> dict[int, Place]:
        """Emits the places of these operands in the vector of a phase."""
        return {
            k: Place(code.at(row, phase, DTYPES[self.form.operands[k].dtype].llvm))
            for k, row in self.rows.items()
        }

    def following(self, code: Code, phase: str) -> str:
        """Emits the phase of the next vector."""
        moved = code.let(f"add i64 {phase}, {self.step}")
        less = code.let(f"sub i64 {moved}, {self.end}")
        is_past = code.let(f"icmp sge i64 {moved}, {self.end}")
        return code.let(f"select i1 {is_past}, i64 {less}, i64 {moved}")


def repeats(form: Loops) -> bool:
    """Returns whether rows of a form may be joined, and some operand has one row for all."""
    last = len(form.extents) - 1
    ways = {(last - 1 in o.loops, last in o.loops and o.dense) for o in form.operands if o.loops}
    counts = any(each.name == "index" and each.at >= last - 1 for each in form.body)
    is_plain = form.turns < 0 and not counts
    return ways == {(True, True), (False, True)} and last > 0 and is_plain


def joined(
    code: Code, frame: Frame, lanes: int, rows: tuple[str, str]
) -> tuple[Repeated, tuple[str, str], tuple[str, str]]:
    """Emits the choice, and the copies; returns the bounds of the two last loops.

    Args:
        code: the function that is written.
        frame: the arguments, at the first turn of the loop around the last one.
        lanes: the elements of a vector.
        rows: the bounds of that loop.
    """
    form = frame.form
    last = len(form.extents) - 1
    extent, (first, end) = frame.extents[last], rows
    below = code.let(f"sub i64 {extent}, 1")
    is_short = code.let(f"icmp ult i64 {below}, {SHORT * lanes - 1}")
    repeated: list[int] = []
    for k, (operand, strides) in enumerate(zip(form.operands, frame.strides, strict=True)):
        if last - 1 in operand.loops:
            itemsize = DTYPES[operand.dtype].itemsize
            row = code.let(f"mul i64 {extent}, {itemsize}")
            follows = code.let(f"icmp eq i64 {strides[last - 1]}, {row}")
            is_short = code.let(f"and i1 {is_short}, {follows}")
        elif operand.loops:
            repeated.append(k)

    def either(short: str, long: str) -> str:
        return code.let(f"select i1 {is_short}, i64 {short}, i64 {long}")

    length = either(extent, "1")  # never 0, because it divides
    copies = {k: _copied(code, frame, k, lanes, is_short, length) for k in repeated}
    found = Repeated(
        form=form,
        rows=copies,
        step=either(code.let(f"urem i64 {lanes}, {length}"), str(lanes)),
        end=either(length, str((1 << 63) - 1)),
    )
    one = code.call("i64", "llvm.smin.i64", ("i64", code.let(f"add i64 {first}, 1")), ("i64", end))
    count = code.let(f"sub i64 {end}, {first}")
    whole = code.let(f"mul i64 {count}, {extent}")
    return found, (first, either(one, end)), ("0", either(whole, extent))


def _copied(code: Code, frame: Frame, operand: int, lanes: int, is_short: str, length: str) -> str:
    """Emits copies of a short row, one after the other; returns the address of them or the row."""
    known = DTYPES[frame.form.operands[operand].dtype]
    row, element = frame.addresses[operand], known.llvm
    copies = code.local((SHORT + 1) * lanes * known.itemsize)
    with code.when(is_short):
        count = code.let(f"add i64 {length}, {lanes}")
        with code.loop("0", count) as loop:
            at = code.let(f"urem i64 {loop.index}, {length}")
            value = code.load(element, code.at(row, at, element))
            code.store(element, value, code.at(copies, loop.index, element))
    return code.let(f"select i1 {is_short}, ptr {copies}, ptr {row}")
