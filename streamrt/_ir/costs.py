"""The time that a kernel takes: about, to decide how it is split; and at most, as it declares.

Both count the turns in which each instruction runs and the bytes of all operands. Extents are given
because forms that differ in these share a kernel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf, prod
from typing import TYPE_CHECKING

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.loops import Instruction, Loops, held, turning
from streamrt._ir.ops import BY_NAME

if TYPE_CHECKING:
    from streamrt._compile.llvm.targets import Target

__all__ = ["Costs"]


@dataclass(frozen=True, slots=True)
class _Machine:
    """The costs of work, in nanoseconds.

    Attributes:
        launch: a launch of no work.
        row: a turn of the loops around the last one; of a product, a row of the result.
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

TURNS = 100
"""The turns that a form with turns is thought to make; nobody knows them before the launch."""

_DIVISIONS = frozenset(("fmod", "remainder", "floor_divide"))
"""Operations of floats that take longer the more their operands differ, without a bound."""

_ANGLES = frozenset(("sin", "cos", "tan"))
"""Operations that take the huge ones of their operands in another way."""


class Costs:
    """The time that the kernel of a form takes, by the extents of its loops."""

    def __init__(self, form: Loops, target: Target | None = None) -> None:
        """Adds up what does not depend on extents.

        Args:
            form: the kernel; its own extents do not count.
            target: the CPU that runs it; None is this process's.
        """
        self._target = target
        self._usual = _terms(form, _USUAL)
        on_elements = any(each.name in _DIVISIONS and each.dtype[0] == "f" for each in form.body)
        self._is_bounded = form.kind != "product" and form.turns < 0 and not on_elements
        self._slow = _terms(form, _SLOW)

    def estimate(self, extents: Mapping[int, int]) -> float:
        """Returns about how many nanoseconds the kernel takes on one thread.

        Args:
            extents: the extent of each loop that an operand has.
        """
        return _time(extents, _USUAL, self._usual)

    def most(self, extents: Mapping[int, int]) -> float:
        """Returns the most nanoseconds that the kernel takes on one thread of a slow machine.

        It is `inf` if nobody knows: if that depends on the elements, or on how many turns there
        are; for a matrix product, which may allocate memory and depends on strides; and on a CPU
        that has no fused multiply-add, where each one is a call of the C library.
        """
        if not (self._is_bounded and _has_fma(self._target)):
            return inf
        return _time(extents, _SLOW, self._slow)


def _time(
    extents: Mapping[int, int], machine: _Machine, terms: Sequence[tuple[float, Sequence[int]]]
) -> float:
    found = machine.launch
    for cost, loops in terms:
        found += cost * prod([extents.get(loop, 1) for loop in loops])
    return found


@cache
def _has_fma(target: Target | None) -> bool:
    from streamrt._compile.llvm.targets import host, instruction_sets  # they load the compiler

    found = host().features if target is None else instruction_sets(target)
    return "fma" in found or not (target or host()).triple.startswith("x86_64")


def _terms(form: Loops, machine: _Machine) -> list[tuple[float, Sequence[int]]]:
    """Returns costs, each with the loops in whose turns it arises."""
    rows = len(form.extents) - (3 if form.kind == "product" else 2)
    terms: list[tuple[float, Sequence[int]]] = [(machine.row, _around(form, rows))]
    terms += [(cost, _around(form, depth)) for depth, cost in _by_depth(form, machine).items()]
    terms += [(machine.byte * DTYPES[o.dtype].itemsize, o.loops) for o in form.operands]
    return terms


def _by_depth(form: Loops, machine: _Machine) -> dict[int, float]:
    """Returns the cost of one turn of the loops up to each depth, where there is any."""
    found: dict[int, float] = {}
    last = len(form.extents) - 1
    for each, loops, in_turns in zip(form.body, _loops_of(form), turning(form), strict=True):
        cost = _cost(each) * machine.factor * (machine.rare if _is_slow(each) else 1)
        cost *= TURNS if in_turns else 1
        if last not in loops and form.kind != "product":
            cost *= machine.lonely
        if cost:
            depth = max(loops, default=-1)
            found[depth] = found.get(depth, 0.0) + cost
    return found


def _cost(each: Instruction) -> float:
    """Returns the cost of an instruction for one element in a vector."""
    if each.name in ("load", "store", "scalar", "constant", "carry", "next", "turn"):
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
    holders = held(form) if form.turns >= 0 else {}
    for each in form.body:
        loops = frozenset[int]().union(*[results[k] for k in each.inputs])
        if each.name in ("load", "store"):
            loops |= frozenset(form.operands[each.at].loops)
        elif each.name == "index":
            loops |= {each.at}
        elif each.name == "carry":
            loops |= frozenset(holders[each.at].loops)
        elif each.name == "product":
            loops = every
        found.append(loops)
        is_folded = each.name in ("reduce", "product")
        results.append(loops - {form.reduced} if is_folded else loops)
    return found


def _around(form: Loops, depth: int) -> list[int]:
    """Returns the loops up to a depth that have turns; blocks divide the loop after them."""
    counter = form.reduced - 1 if form.block and depth >= form.reduced else -1
    return [loop for loop in range(depth + 1) if loop != counter]
