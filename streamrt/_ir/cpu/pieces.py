"""The parts that the kinds `rows` and `columns` share: the loops around what is reduced."""

from __future__ import annotations

from collections.abc import Iterable

from streamrt._compile.llvm.emit import Code
from streamrt._ir.cpu.frame import Frame
from streamrt._ir.cpu.memory import Place
from streamrt._ir.loops import Loops
from streamrt._ir.ops import BY_NAME

__all__ = ["around", "cost_of", "piece_of", "places_of"]


def around(code: Code, frame: Frame, loop: int) -> tuple[str, str]:
    """Emits the bounds of a loop around the rows; an output need not walk the loop over blocks."""
    if loop not in frame.extents:
        form = frame.form
        up = code.let(f"add i64 {frame.extents[form.reduced]}, {form.block - 1}")
        return "0", code.let(f"udiv i64 {up}, {form.block}")
    return ("%lo", "%hi") if loop == 0 else ("0", frame.extents[loop])


def piece_of(code: Code, frame: Frame, indexes: dict[int, str]) -> tuple[Frame, str, str]:
    """Emits where the reduced loop stands: the frame there, its first index, and its turns."""
    form, length = frame.form, frame.extents[frame.form.reduced]
    if not form.block:
        return frame, "0", length
    start = code.let(f"mul i64 {indexes[form.reduced - 1]}, {form.block}")
    rest = code.let(f"sub i64 {length}, {start}")
    length = code.call("i64", "llvm.smin.i64", ("i64", rest), ("i64", str(form.block)))
    return frame.moved(code, form.reduced, start), start, length


def places_of(frame: Frame) -> dict[int, Place]:
    """Returns the places of the elements where the loops stand."""
    return {k: Place(address) for k, address in enumerate(frame.addresses)}


def cost_of(form: Loops, numbers: Iterable[int]) -> float:
    """Returns the cost of instructions for an element, in the unit of ops.py."""
    names = (form.body[k].name for k in numbers)
    return sum(BY_NAME[name].cost for name in names if name in BY_NAME and name != "constant")
