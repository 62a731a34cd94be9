"""The time that a kernel takes: about, to decide how it is split; and at most, as it declares.

Both count the turns in which each instruction runs and the bytes of all operands. Extents are given
because forms that differ in these share a kernel.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import inf, prod

from streamrt._compile.dtypes import DTYPES
from streamrt._ir.loops import Instruction, Loops
from streamrt._ir.ops import BY_NAME

__all__ = ["estimate", "most"]


@dataclass(frozen=True, slots=True)
class _Machine:
    """The costs of work, in nanoseconds.

    Attributes:
        launch: a launch of no work.
        row: a turn of the loops around the last one.
        byte: a byte of an operand, which is in no cache.
        factor: multiplies the costs of ops.py.
        lonely: an operation outside vectors, in elements of a vector.
        rare: multiplies the costs of operations that are slow for few operands.
    """

    launch: float
    row: float
    byte: float
    factor: float
    lonely: float
    rare: float


_USUAL = _Machine(launch=100, row=8, byte=0.06, factor=1, lonely=16, rare=1)
_SLOW = _Machine(launch=300, row=80, byte=0.125, factor=8, lonely=32, rare=12)

_DIVISIONS = frozenset(("fmod", "remainder", "floor_divide"))
"""Operations of floats that take longer the more their operands differ, without a bound."""

_ANGLES = frozenset(("sin", "cos", "tan"))
"""Operations that take the huge ones of their operands in another way."""


def estimate(form: Loops, extents: Mapping[int, int]) -> float:
    """Returns about how many nanoseconds a kernel takes on one thread.

    Args:
        form: the kernel; its own extents do not count.
        extents: the extent of each loop that an operand has.
    """
    return _time(form, extents, _USUAL)


def most(form: Loops, extents: Mapping[int, int]) -> float:
    """Returns the most nanoseconds that a kernel takes on one thread of a slow machine.

    It is `inf` if nobody knows: if that depends on the elements; for a matrix product, which may
    allocate memory and depends on strides; and on a CPU that has no fused multiply-add, where each one is a
    call of the C library.
    """
    on_elements = any(each.name in _DIVISIONS and each.dtype[0] == "f" for each in form.body)
    if form.kind == "product" or on_elements or not _has_fma():
        return inf
    return _time(form, extents, _SLOW)


@cache
def _has_fma() -> bool:
    from streamrt._compile.llvm import host  # it loads the compiler

    return "fma" in host().features or not host().triple.startswith("x86_64")


def _time(form: Loops, extents: Mapping[int, int], machine: _Machine) -> float:
    walked, last = _loops_of(form), len(form.extents) - 1
    found = machine.launch + machine.row * _turns(form, extents, last - 1)
    for each, loops in zip(form.body, walked, strict=True):
        cost = _cost(each) * machine.factor * (machine.rare if _is_slow(each) else 1)
        if last not in loops and form.kind != "product":
            cost *= machine.lonely
        found += cost * _turns(form, extents, max(loops, default=-1))
    for operand in form.operands:
        elements = prod([extents[loop] for loop in operand.loops])
        found += machine.byte * DTYPES[operand.dtype].itemsize * elements
    return found


def _cost(each: Instruction) -> float:
    """Returns the cost of an instruction for one element in a vector."""
    if each.name in ("load", "store", "scalar", "constant"):
        return 0.0
    size = DTYPES[each.dtype].itemsize / 4
    return size * (BY_NAME[each.name].cost if each.name in BY_NAME else 0.02)


def _is_slow(each: Instruction) -> bool:
    """Returns whether some operands, or some CPUs, make an operation take much longer."""
    is_long = each.dtype in ("i64", "u64") and each.name in (*_DIVISIONS, "power")
    return each.name in _ANGLES or is_long


def _loops_of(form: Loops) -> list[frozenset[int]]:
    """Returns for each instruction the loops that its operands depend on."""
    found: list[frozenset[int]] = []
    results: list[frozenset[int]] = []
    every = frozenset(range(len(form.extents)))
    for each in form.body:
        loops = frozenset[int]().union(*[results[k] for k in each.inputs])
        if each.name in ("load", "store"):
            loops |= frozenset(form.operands[each.at].loops)
        elif each.name == "index":
            loops |= {each.at}
        elif each.name == "product":
            loops = every
        found.append(loops)
        is_folded = each.name in ("reduce", "product")
        results.append(loops - {form.reduced} if is_folded else loops)
    return found


def _turns(form: Loops, extents: Mapping[int, int], depth: int) -> int:
    """Returns the turns of the loops up to a depth; blocks divide the loop after them."""
    counter = form.reduced - 1 if form.block and depth >= form.reduced else -1
    return prod([extents.get(loop, 1) for loop in range(depth + 1) if loop != counter])
