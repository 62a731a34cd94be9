"""Values in order as StableHLO, with loops as `while` and branches as `case`.

What does not change from turn to turn stands before the loop. What only one way of a branch needs
stands in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.program import Program
from streamrt._ir.stablehlo.spelled.text import Block, Named
from streamrt._ir.stablehlo.spelled.values import is_constant, spell_constant, spell_value
from streamrt._ir.traced_loops import TracedLoop
from streamrt._ir.values import Value

__all__ = ["Spelling"]

_I64 = DTYPES["i64"]


class _Scope:
    """A block, and what has a name there."""

    __slots__ = ("block", "inside", "names")

    def __init__(
        self, block: Block, names: dict[Value, Named], inside: frozenset[TracedLoop]
    ) -> None:
        self.block = block
        self.names = names
        self.inside = inside

    def region(self, named: Iterable[tuple[Value, Named]], loop: TracedLoop | None) -> _Scope:
        """Returns a scope inside of this one: a region of a loop, or of a branch."""
        inside = self.inside if loop is None else self.inside | {loop}
        return _Scope(self.block.inside(), self.names | dict(named), inside)


class Spelling:
    """Spells the values of one program."""

    def __init__(self, program: Program) -> None:
        """Takes the program."""
        self._places: dict[Value, int] = {v: k for k, v in enumerate(program.values())}
        self._loops: dict[Value, TracedLoop] = {}
        self._around: dict[Value, frozenset[TracedLoop]] = {}
        """The loops outside of which a value means nothing."""
        turns: dict[Value, frozenset[TracedLoop]] = {}
        for loop in program.loops:
            self._loops |= dict.fromkeys(loop.results, loop)
            turns |= dict.fromkeys(loop.inners, frozenset({loop}))
        for value in program.values():
            found = turns.get(value, frozenset())
            found = found.union(*[self._around[each] for each in self._all_needs(value)])
            self._around[value] = found - {self._loops[value]} if value in self._loops else found

    def spell(self, block: Block, names: dict[Value, Named], wanted: Sequence[Value]) -> list[str]:
        """Appends what some values need to a block; returns their names.

        Args:
            block: takes the lines.
            names: the names of the parameters.
            wanted: the values.
        """
        return [x.name for x in self._spell(_Scope(block, dict(names), frozenset()), wanted)]

    # -- values ------------------------------------------------------------------------------------

    def _all_needs(self, value: Value) -> Sequence[Value]:
        loop = self._loops.get(value)
        return value.operands if loop is None else (*loop.outer, *loop.body)

    def _needs(self, scope: _Scope, value: Value) -> Iterable[Value]:
        """Returns the values that have a name in a scope before this one is spelled there."""
        loop = self._loops.get(value)
        if loop is None:
            return value.operands
        return [*loop.outer, *self._kept(scope, loop)]

    def _kept(self, scope: _Scope, loop: TracedLoop) -> Iterable[Value]:
        """Returns the values of a loop's body that do not change from turn to turn."""
        stack = [] if loop.kind == "branch" else [*loop.body]
        done: set[Value] = set()
        while stack:
            value = stack.pop()
            if value in done:
                continue
            done.add(value)
            if self._around[value] <= scope.inside:
                yield value
            elif value in self._loops and self._loops[value].kind == "branch":
                stack += self._loops[value].outer
            else:
                stack += self._all_needs(value)

    def _spell(self, scope: _Scope, wanted: Sequence[Value]) -> list[Named]:
        needed: set[Value] = set()
        stack = list(wanted)
        while stack:
            value = stack.pop()
            if value not in needed and value not in scope.names:
                needed.add(value)
                stack += self._needs(scope, value)
        for value in sorted(needed, key=self._places.__getitem__):
            loop = self._loops.get(value)
            if loop is not None and value not in scope.names:
                names = self._branch(scope, loop) if loop.choices else self._loop(scope, loop)
                scope.names |= zip(loop.results, names, strict=True)
            elif loop is None and not is_constant(value):
                operands = [_named(scope, operand) for operand in value.operands]
                scope.names[value] = spell_value(scope.block, value, operands)
        return [_named(scope, value) for value in wanted]

    # -- loops and branches ------------------------------------------------------------------------

    def _branch(self, scope: _Scope, loop: TracedLoop) -> list[Named]:
        assert loop.flag is not None
        number = scope.block.convert(_named(scope, loop.flag), DTYPES["i32"])
        ways = [one.false for one in loop.choices], [one.true for one in loop.choices]
        regions: list[Block] = []
        for wanted in ways:
            region = scope.region((), None)
            region.block.returns(self._spell(region, wanted))
            regions.append(region.block)
        results = [(value.dtype, value.shape) for value in loop.results]
        types = ", ".join([Named("", *result).type for result in results])
        types = types if len(results) == 1 else f"({types})"
        head, tail = f'"stablehlo.case"({number.name}) ({{', f"}}) : ({number.type}) -> {types}"
        return scope.block.lines_of([head], regions, tail, results)

    def _loop(self, scope: _Scope, loop: TracedLoop) -> list[Named]:
        """Appends a loop: it carries the number of the turn, what the user carries, and stacks."""
        block = scope.block
        first = [block.full(0, _I64)] if loop.turns else []
        first += [_named(scope, one.initial) for one in loop.carried]
        first += [block.full(0, stack.dtype, stack.shape) for _, stack in loop.stacked]
        state = [block.fresh(x.dtype, x.shape) for x in first]
        turn = state[0] if loop.turns else None
        carried = state[bool(loop.turns) :][: len(loop.carried)]
        named = [(one.inner, x) for one, x in zip(loop.carried, carried, strict=True)]
        if turn is not None and loop.index is not None:
            named.append((loop.index, turn))
        again, body = (scope.region(named, loop) for _ in range(2))
        if turn is not None:
            is_on = again.block.compare("LT", turn, again.block.full(loop.turns, _I64))
        else:
            assert loop.flag is not None
            (is_on,) = self._spell(again, [loop.flag])
        again.block.returns([is_on])
        body.block.returns(self._turn(body, loop, turn, state))
        pairs = ", ".join(f"{x.name} = {y.name}" for x, y in zip(state, first, strict=True))
        head = f"stablehlo.while({pairs}) : {', '.join(x.type for x in state)}"
        found = block.lines_of(
            [head, "cond {"],
            [again.block, body.block],
            "}",
            [(x.dtype, x.shape) for x in state],
            "} do {",
        )
        return found[bool(loop.turns) :]

    def _turn(
        self, body: _Scope, loop: TracedLoop, turn: Named | None, state: Sequence[Named]
    ) -> list[Named]:
        """Appends one turn; returns the state after it."""
        block = body.block
        if turn is not None:
            for inner, array in loop.rows:
                body.names[inner] = _row(block, _named(body, array), turn)
        wanted = [*[one.next for one in loop.carried], *[value for value, _ in loop.stacked]]
        made = self._spell(body, wanted)
        if turn is None:
            return made
        count = len(loop.carried)
        stacks = [
            _stacked(block, stack, row, turn)
            for stack, row in zip(state[1 + count :], made[count:], strict=True)
        ]
        return [block.same("stablehlo.add", turn, block.full(1, _I64)), *made[:count], *stacks]


def _named(scope: _Scope, value: Value) -> Named:
    """Returns the name of a value; a constant is spelled where it is used."""
    if is_constant(value):
        return spell_constant(scope.block, value)
    return scope.names[value]


def _places(block: Block, turn: Named, rank: int) -> list[Named]:
    return [turn, *[block.full(0, _I64)] * (rank - 1)]


def _row(block: Block, x: Named, turn: Named) -> Named:
    """Appends the row of an array that a turn looks at."""
    operands = [x, *_places(block, turn, len(x.shape))]
    sizes = [1, *x.shape[1:]]
    names = ", ".join(each.name for each in operands)
    text = f"stablehlo.dynamic_slice {names}, sizes = {sizes}"
    found = block.to(text, operands, x.dtype, tuple(sizes))
    return block.reshape(found, x.shape[1:])


def _stacked(block: Block, stack: Named, row: Named, turn: Named) -> Named:
    """Appends a stack with the row of a turn in its place."""
    piece = block.reshape(row, (1, *row.shape))
    operands = [stack, piece, *_places(block, turn, len(stack.shape))]
    names = ", ".join(each.name for each in operands)
    return block.to(f"stablehlo.dynamic_update_slice {names}", operands, stack.dtype, stack.shape)
