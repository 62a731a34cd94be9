"""Needs: where each value of a program is computed, and what has to be stored for whom.

Each body of a loop is a block, and so is each way of a branch and the program itself. A value is
computed in the block of the innermost loop on whose inner values it depends. A way of a branch is
part of the same turn as what is around the branch: what one way alone needs is computed there, so
nothing is computed for the way that is not taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from streamrt._ir.composing.dependence import dependence_of
from streamrt._ir.limits import TooMuchError
from streamrt._ir.program import Value
from streamrt._ir.traced_loops import TracedLoop

__all__ = ["OUTSIDE", "Members", "Needs"]

OUTSIDE = -1
"""The level of a value that depends on no loop."""

MOST_CHEAP = 8
"""The operations on numbers that are done again rather than stored."""

Members: TypeAlias = "set[Value | int]"
"""The values and the loops, by number, of a block."""


class Needs:
    """The places of the values of a program.

    Attributes:
        loops: its loops, each after those that it needs, or that are part of it.
        around: the level of each loop: the number of the loop around it, or OUTSIDE.
        loop_of: the number of the loop that each of its results is a result of.
    """

    def __init__(self, loops: Sequence[TracedLoop], most: int) -> None:
        """Finds where loops are.

        Args:
            loops: the loops of a program.
            most: how many values may be visited, each as often as it is.
        """
        self._most = most
        self._visits = 0
        self.loops: Sequence[TracedLoop] = loops
        self._dependence, around = dependence_of(loops)
        self._depths: dict[int, int] = {OUTSIDE: 0}
        self._within: dict[int, frozenset[int]] = {OUTSIDE: frozenset()}
        self.around: dict[int, int] = {}
        for number in reversed(range(len(loops))):  # a loop comes after those in its body
            outer = self.around[number] = self._deepest(around[number])
            self._depths[number] = self._depths[outer] + 1
            self._within[number] = self._within[outer] | {number}
        self.loop_of: dict[Value, int] = {
            result: number for number, loop in enumerate(loops) for result in loop.results
        }
        self._cheap: dict[Value, int] = {}

    def level(self, value: Value) -> int:
        """Returns the number of the innermost loop in whose body a value is computed."""
        return self._deepest(self._dependence.of(value))

    def _deepest(self, numbers: Iterable[int]) -> int:
        return max(numbers, key=self._depths.__getitem__, default=OUTSIDE)

    # -- what a value is made of -------------------------------------------------------------------

    def bases(self, value: Value) -> Iterator[Value]:
        """Yields the value to store, or the result of a loop, that gives a value at no cost.

        There is none of a value that parameters and constants alone give.
        """
        while value.op.name in ("reshape", "transpose", "broadcast") or (
            value.op.name == "slice" and value.operands[0].op.group == "source"
        ):
            value = value.operands[0]
        is_free = value.op.group == "source" or self._cost(value) <= MOST_CHEAP
        if value in self.loop_of or not is_free:
            yield value

    def _cost(self, value: Value) -> int:
        """Returns the operations on plain numbers that make a value; many if others do."""
        found = self._cheap.get(value)
        if found is None:
            if value.op.name == "constant" or (
                value.op.name == "parameter" and value.attributes[1]
            ):
                found = 0
            elif value.op.is_elementwise and not value.shape:
                found = min(1 + sum(map(self._cost, value.operands)), MOST_CHEAP + 1)
            else:
                found = MOST_CHEAP + 1
            self._cheap[value] = found
        return found

    # -- what a block is made of -------------------------------------------------------------------

    def free(self, number: int) -> list[Value]:
        """Returns the values outside of a loop that its body is made of."""
        found: dict[Value, None] = {}
        seen: set[Value] = set()
        stack = [*reversed(self.loops[number].body)]
        while stack:
            each = stack.pop()
            if each in seen:
                continue
            seen.add(each)
            if number not in self._within[self.level(each)]:
                found[each] = None
            elif each in self.loop_of:
                inner = self.loops[self.loop_of[each]]
                stack += (*inner.outer, *inner.body)
            else:
                stack += each.operands
        return list(found)

    def before(self, number: int) -> list[Value]:
        """Returns the values to store before a loop, without those that ways of a branch need."""
        loop = self.loops[number]
        free = [] if loop.kind == "branch" else self.free(number)
        return [*loop.outer, *[base for value in free for base in self.bases(value)]]

    def members(self, level: int, targets: Sequence[Value], scope: Mapping[Value, int]) -> Members:
        """Returns the members of a block, without those that one way of a branch alone needs.

        Args:
            level: the loop whose turn the block is part of.
            targets: what it has to store.
            scope: what is stored already.
        """
        found = self._reached(level, targets, scope)
        while True:
            counts: Counter[Value | int] = Counter()
            for number in [each for each in found if isinstance(each, int)]:
                for way in self.ways(number):
                    counts.update(self._reached(level, way, scope, found))
            shared = {each for each, count in counts.items() if count > 1}
            if not shared:
                return found
            found |= shared

    def ways(self, number: int) -> list[list[Value]]:
        """Returns the values that each way of a branch computes; nothing of a loop."""
        choices = self.loops[number].choices
        return [[one.true for one in choices], [one.false for one in choices]] if choices else []

    def _reached(
        self,
        level: int,
        targets: Sequence[Value],
        scope: Mapping[Value, int],
        known: Members | None = None,
    ) -> Members:
        """Returns the values and loops of a block that targets need, except known ones.

        It goes through the ways of branches if some are known, because these are asked for what
        they share.
        """
        found: Members = set()
        stack = [*targets]
        while stack:
            each = stack.pop()
            is_known = known is not None and each in known
            if is_known or each in found or each in scope or self.level(each) != level:
                continue
            found.add(each)
            number = self.loop_of.get(each)
            if number is None:
                stack += each.operands
            elif number not in found and (known is None or number not in known):
                found.add(number)
                stack += self.before(number)
                if known is not None:
                    stack += [value for way in self.ways(number) for value in way]
        self._visits += len(found)
        if self._visits > self._most:
            raise TooMuchError(f"its loops are looked at in more than {self._most:,} places")
        return found

    def shared(
        self, number: int, level: int, members: Members, scope: Mapping[Value, int]
    ) -> list[Value]:
        """Returns the members of a block that the ways of a branch in it are made of."""
        found: dict[Value, None] = {}
        seen: set[Value] = set()
        stack = [value for way in self.ways(number) for value in way]
        while stack:
            each = stack.pop()
            if each in seen or each in scope or self.level(each) != level:
                continue
            seen.add(each)
            loop = self.loop_of.get(each)
            if each in members or loop in members:
                found |= dict.fromkeys(self.bases(each))
            elif loop is None:
                stack += each.operands
            else:
                stack += self.before(loop)
                stack += [value for way in self.ways(loop) for value in way]
        return list(found)
