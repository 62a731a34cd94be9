"""The passes that a `rows` kernel makes over a row, and the values that it keeps between them.

1. Pass s is the one whose values need s reductions in a row. It feeds the reductions that can be
   made of them, and stores the elements that need no later one.
2. An element that an earlier pass has computed is computed again, unless that is dear; `exp` is.
   A dear one is kept in memory that is in the first-level cache: in the row of an output, which is
   overwritten later, or in scratch memory.
3. An output is a place for it if its elements have the value's dtype and lie side by side, if its
   own elements come in the same pass as the last use or in a later one, and if writing early harms
   nobody: the output may have the memory of an input with its dtype and loops, so no such input
   may be read in a later pass.
4. Scratch memory has a fixed size. Longer rows take the way without it, which computes again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from streamrt._ir.loops import Loops, levels, stages
from streamrt._ir.ops import op

__all__ = ["DEAR", "Pass", "Passes", "passes_of"]

DEAR = 0.1
"""The cost, in the unit of ops.py, from which a value is kept and not computed again."""

_GATHER = 0.3
"""The cost of an element that does not lie beside the one before it."""


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass over a row; every number is the place of an instruction.

    Attributes:
        reductions: the reductions that it feeds.
        stores: the stores of elements that it makes.
        keeps: the values that it stores for later passes.
        fetches: the values that it loads, because an earlier pass has kept them.
        computes: the instructions on elements that it needs besides these, in order.
    """

    reductions: tuple[int, ...]
    stores: tuple[int, ...]
    keeps: tuple[int, ...]
    fetches: frozenset[int]
    computes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Passes:
    """The passes of a kernel.

    Attributes:
        passes: one for each stage, in order; one that nobody needs is empty.
        outputs: for kept values the operand in whose row they are kept.
        scratch: the kept values that need scratch memory.
    """

    passes: tuple[Pass, ...]
    outputs: dict[int, int]
    scratch: tuple[int, ...]

    @property
    def asking(self) -> int:
        """The number of the second pass that has work, or of the first if there is no other."""
        working = [k for k, each in enumerate(self.passes) if each.reductions or each.stores]
        return working[1] if len(working) > 1 else 0


@dataclass(slots=True)
class _Planner:
    form: Loops
    is_wide: list[bool]
    stage: list[int]
    costs: dict[int, float] = field(default_factory=dict[int, float])
    made: dict[int, int] = field(default_factory=dict[int, int])
    fetched: dict[int, int] = field(default_factory=dict[int, int])
    again: frozenset[int] = frozenset()

    def targets(self, number: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Returns the reductions and the stores that belong to a pass."""
        found = [
            tuple(
                k
                for k, each in enumerate(self.form.body)
                if each.name == name
                and self.stage[k] == number + (name == "reduce")
                and (name == "reduce" or self.is_wide[k])
            )
            for name in ("reduce", "store")
        ]
        return found[0], found[1]

    def plan(self, number: int) -> Pass:
        """Returns a pass; passes are planned in order."""
        reductions, stores = self.targets(number)
        fetches, computes = set[int](), set[int]()
        stack = [k for each in (*reductions, *stores) for k in self.form.body[each].inputs]
        while stack:
            k = stack.pop()
            if not self.is_wide[k] or k in computes or k in fetches:
                continue
            if k in self.made and k not in self.again and self.cost(k) >= DEAR:
                fetches.add(k)
                self.fetched[k] = number
                continue
            computes.add(k)
            stack += self.form.body[k].inputs
        for k in computes:
            self.made.setdefault(k, number)
        return Pass(reductions, stores, (), frozenset(fetches), tuple(sorted(computes)))

    def cost(self, k: int) -> float:
        """Returns the cost of computing an element from what is in memory and of a row."""
        known = self.costs.get(k)
        if known is None:
            known = self.costs[k] = sum(self._own(each) for each in self._below(k))
        return known

    def _below(self, k: int) -> Iterator[int]:
        seen, stack = set[int](), [k]
        while stack:
            k = stack.pop()
            if self.is_wide[k] and k not in seen:
                seen.add(k)
                stack += self.form.body[k].inputs
                yield k

    def _own(self, k: int) -> float:
        each = self.form.body[k]
        if each.name == "load":
            return 0.0 if self.form.operands[each.at].dense else _GATHER
        return 0.0 if each.name in ("index", "constant", "scalar") else op(each.name).cost

    def home(self, k: int, taken: set[int], passes: list[Pass]) -> int | None:
        """Returns the output in whose row a value can be kept."""
        body, operands = self.form.body, self.form.operands
        own = [each for each in range(len(self.form.extents)) if each not in self._counters()]
        for number, each in enumerate(passes):
            for store in each.stores:
                at = body[store].at
                output = operands[at]
                fits = output.dtype == body[k].dtype and output.dense and at not in taken
                if fits and number >= self.fetched[k] and set(own) <= set(output.loops):
                    later = passes[self.made[k] + 1 :]
                    if not any(
                        self._may_be(at, load)
                        for later_pass in later
                        for load in later_pass.computes
                    ):
                        return at
        return None

    def _counters(self) -> tuple[int, ...]:
        return (len(self.form.extents) - 2,) if self.form.block else ()

    def _may_be(self, output: int, k: int) -> bool:
        """Returns whether an instruction loads from memory that may be an output's."""
        each, operands = self.form.body[k], self.form.operands
        if each.name != "load":
            return False
        one, other = operands[each.at], operands[output]
        return one.dtype == other.dtype and one.loops == other.loops


def passes_of(form: Loops, *, scratch: bool = True) -> Passes:
    """Returns the passes of a `rows` kernel.

    Args:
        form: the kernel.
        scratch: whether there is scratch memory.
    """
    again = frozenset[int]()
    while True:
        planner = _Planner(form, levels(form), stages(form), again=again)
        passes = [planner.plan(number) for number in range(max(planner.stage, default=0) + 1)]
        outputs: dict[int, int] = {}
        homeless: list[int] = []
        for k in sorted(planner.fetched):
            home = planner.home(k, set(outputs.values()), passes)
            if home is None:
                homeless.append(k)
            else:
                outputs[k] = home
        if scratch or not homeless:
            break
        again |= frozenset(homeless)  # which may make others dear, or need others again
    kept = [
        replace(each, keeps=tuple(k for k in sorted(planner.fetched) if planner.made[k] == number))
        for number, each in enumerate(passes)
    ]
    return Passes(tuple(kept), outputs, tuple(homeless))
