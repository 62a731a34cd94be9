"""Composing: a program with loops becomes parts (parts.py).

1. What a block computes before its first loop is one segment, what it computes between that and the
   next loop another one, and so on. A value is part of the first segment that needs it.
2. Values that a later segment needs, or the body of a loop, are stored. Constants, consecutive
   integers, views and what few operations make of numbers are computed again in place of that.
3. A carried array is made before its loop, by a copy of its first value. Its next value is
   copied to it at the end of the turn. A copy is left out where the part that computes the value
   can write it where it belongs.
"""

from __future__ import annotations

from collections.abc import Sequence

from streamrt._ir.composing.eliding import without_copies
from streamrt._ir.composing.liveness import living
from streamrt._ir.composing.needs import OUTSIDE, Needs
from streamrt._ir.composing.parts import Branch, Composed, Copy, Part, Repeat, Segment, Slot, While
from streamrt._ir.limits import FREE, LIMITS, Limits, TooMuchError
from streamrt._ir.program import Builder, Program, Value
from streamrt._ir.traced_loops import TracedLoop

__all__ = ["compose"]


def compose(program: Program, limits: Limits = LIMITS) -> Composed:
    """Returns a program as parts: loops, and programs that have none.

    Args:
        program: the program.
        limits: what it may have at most.

    Raises:
        TooMuchError: more loops are in each other's bodies than the limits allow.
    """
    composer = _Composer(program, limits)
    parts, scope = composer.block(OUTSIDE, program.results, composer.arguments)
    results: list[int] = []
    for value in program.results:
        slot = scope[value]
        if slot < len(program.parameters) or slot in results:
            own = composer.slot(value)
            parts.append(Copy(slot, own))
            slot = own
        results.append(slot)
    return Composed(
        tuple(composer.slots),
        len(program.parameters),
        tuple(without_copies(parts, results=results)),
        tuple(results),
    )


Scope = dict[Value, int]
"""The slots of values that are stored."""


class _Composer:
    """The slots of a program, and the parts that are made of it.

    Attributes:
        slots: every slot.
        arguments: the slots of the parameters.
    """

    def __init__(self, program: Program, limits: Limits) -> None:
        most = limits.work * (len(program.values()) + FREE)
        self._needs = Needs(living(program), most)
        self._limits = limits
        self._nests = 0
        self.slots: list[Slot] = []
        self.arguments: Scope = {value: self.slot(value) for value in program.parameters}

    def slot(self, value: Value) -> int:
        """Returns a new slot for a value."""
        self.slots.append(Slot(value.dtype, value.shape))
        return len(self.slots) - 1

    # -- blocks ------------------------------------------------------------------------------------

    def block(
        self, level: int, targets: Sequence[Value], around: Scope
    ) -> tuple[list[Part], Scope]:
        """Returns the parts that store some values, and the slots of all that is stored then.

        Args:
            level: the loop whose turn the block is part of.
            targets: the values.
            around: the slots of what is stored before.
        """
        needs, scope = self._needs, dict(around)
        self._nests += 1
        if self._nests > self._limits.nests + 1:  # the program itself is a block
            most = self._limits.nests
            site = targets[0].site if targets else ""
            raise TooMuchError(
                f"more than {most} loops or branches are in each other's bodies", site
            )
        members = needs.members(level, targets, scope)
        loops = sorted(each for each in members if isinstance(each, int))
        segments = _Segments(needs, level, scope)
        for place, number in enumerate(loops):
            roots = needs.before(number) + needs.shared(number, level, members, scope)
            segments.add(place, roots)
        segments.add(len(loops), targets)
        parts: list[Part] = []
        for place, number in enumerate(loops):
            parts += self._segment(segments.stored(place), scope)
            parts += self._loop(number, level, scope)
        parts += self._segment(segments.stored(len(loops)), scope)
        self._nests -= 1
        return parts, scope

    def _segment(self, outputs: Sequence[Value], scope: Scope) -> list[Segment]:
        """Returns the segment that stores some values, and takes note of their slots."""
        if not outputs:
            return []
        builder, inputs = Builder(), list[int]()
        known: dict[Value, Value] = {}
        stack = [*reversed(outputs)]
        while stack:
            each = stack[-1]
            if each in known:
                stack.pop()
                continue
            builder.site = each.site
            if each in scope:
                known[each] = builder.parameter(each.dtype.name, each.shape)
                inputs.append(scope[each])
                continue
            waiting = [operand for operand in each.operands if operand not in known]
            if waiting:
                stack += reversed(waiting)
                continue
            assert each.op.name not in ("inner", "parameter"), f"{each!r} is not stored"
            known[each] = builder.again(each, [known[operand] for operand in each.operands])
        program = builder.finish([known[value] for value in outputs])
        slots = [self.slot(value) for value in outputs]
        scope |= zip(outputs, slots, strict=True)
        return [Segment(program, tuple(inputs), tuple(slots))]

    # -- loops -------------------------------------------------------------------------------------

    def _loop(self, number: int, level: int, scope: Scope) -> list[Part]:
        """Returns the parts of a loop, and takes note of the slots of its results."""
        loop = self._needs.loops[number]
        if loop.kind == "branch":
            return self._branch(loop, level, scope)
        inside = dict(scope)
        carried = [self.slot(one.inner) for one in loop.carried]
        parts: list[Part] = [
            Copy(scope[one.initial], slot) for one, slot in zip(loop.carried, carried, strict=True)
        ]
        inside |= zip([one.inner for one in loop.carried], carried, strict=True)
        if loop.kind == "repeat":
            parts.append(self._repeat(number, carried, scope, inside))
        else:
            parts += self._while(number, carried, inside)
        scope |= zip([one.result for one in loop.carried], carried, strict=True)
        return parts

    def _repeat(self, number: int, carried: list[int], scope: Scope, inside: Scope) -> Repeat:
        loop = self._needs.loops[number]
        rows = [(scope[array], self.slot(inner)) for inner, array in loop.rows]
        inside |= zip([inner for inner, _ in loop.rows], [row for _, row in rows], strict=True)
        index = -1
        if loop.index is not None:
            index = inside[loop.index] = self.slot(loop.index)
        stacked = [self.slot(result) for _, result in loop.stacked]
        ys = [value for value, _ in loop.stacked]
        written = [(slot, self.slot(y)) for slot, y in zip(stacked, ys, strict=True)]
        parts, made = self.block(number, ys + [one.next for one in loop.carried], inside)
        parts += [Copy(made[y], row) for y, (_, row) in zip(ys, written, strict=True)]
        parts += self._turn_ends(loop, carried, made)
        scope |= zip([result for _, result in loop.stacked], stacked, strict=True)
        return Repeat(
            loop.turns,
            (*rows, *written),
            index,
            tuple(carried),
            tuple(stacked),
            tuple(without_copies(parts, carried)),
        )

    def _while(self, number: int, carried: list[int], inside: Scope) -> list[Part]:
        loop = self._needs.loops[number]
        assert loop.flag is not None
        flag = self.slot(loop.flag)
        test, tested = self.block(number, [loop.flag], inside)
        test = without_copies([*test, Copy(tested[loop.flag], flag)])
        parts, made = self.block(number, [one.next for one in loop.carried], inside)
        parts += self._turn_ends(loop, carried, made)
        body = (*without_copies(parts, carried), *test)
        return [*test, While(flag, tuple(carried), body)]

    def _turn_ends(self, loop: TracedLoop, carried: list[int], made: Scope) -> list[Part]:
        """Returns the copies of next values to carried arrays, which may be others' next values."""
        first: list[Part] = []
        then: list[Part] = []
        for one, slot in zip(loop.carried, carried, strict=True):
            source = made[one.next]
            if source in carried and source != slot:
                kept = self.slot(one.next)
                first.append(Copy(source, kept))
                source = kept
            if source != slot:
                then.append(Copy(source, slot))
        return first + then

    def _branch(self, loop: TracedLoop, level: int, scope: Scope) -> list[Part]:
        assert loop.flag is not None
        results = [self.slot(one.result) for one in loop.choices]
        ways: list[tuple[Part, ...]] = []
        for values in ([one.true for one in loop.choices], [one.false for one in loop.choices]):
            parts, made = self.block(level, values, scope)
            parts += [Copy(made[value], slot) for value, slot in zip(values, results, strict=True)]
            ways.append(tuple(without_copies(parts)))
        scope |= zip([one.result for one in loop.choices], results, strict=True)
        return [Branch(scope[loop.flag], tuple(results), *ways)]


class _Segments:
    """The segments of a block: which values each of them stores."""

    def __init__(self, needs: Needs, level: int, scope: Scope) -> None:
        self._needs = needs
        self._level = level
        self._scope = scope
        self._places: dict[Value, int] = {}
        self._stored: dict[Value, None] = {}
        self._by_place: dict[int, list[Value]] | None = None

    def add(self, place: int, roots: Sequence[Value]) -> None:
        """Takes note of values that the segment at a place, or one before it, has to store."""
        for root in roots:
            if root not in self._scope and root not in self._needs.loop_of:
                self._visit(root, place)
                self._stored[root] = None

    def _visit(self, root: Value, place: int) -> None:
        """Has a value, and what it is made of, computed at a place if that was not done before."""
        needs, stack = self._needs, [root]
        while stack:
            each = stack.pop()
            if each in self._scope or each in needs.loop_of:
                continue
            if each is not root and needs.level(each) != self._level:
                continue
            before = self._places.setdefault(each, -1)
            if before == -1:
                self._places[each] = place
                stack += each.operands
            elif before < place:
                bases = [base for base in needs.bases(each) if base not in needs.loop_of]
                self._stored |= dict.fromkeys(x for x in bases if x not in self._scope)

    def stored(self, place: int) -> list[Value]:
        """Returns the values that the segment at a place stores, after all were added."""
        if self._by_place is None:
            self._by_place = {}
            for value in self._stored:
                self._by_place.setdefault(self._places[value], []).append(value)
        return self._by_place.get(place, [])
