"""Turns: a part of an elementwise body that runs many times, with its values in registers.

1. A few vectors make all turns together, because the next turn of one vector waits for the last
   one. With one vector, most of the time is latency. How many there are depends on how many values
   have to be in registers at once.
2. What all elements carry alike, and the number of the turn, are scalars; they are computed once a
   turn for all vectors.
3. A state that came back comes back again. So every CHUNK turns the carried values are compared
   with those before, bit by bit. If all vectors have the same ones, whole chunks change nothing any
   more, and only the rest of the turns is left. Points that left the Mandelbrot set are such a
   state. A body that knows the number of its turn has no such state.
4. Elements past the last group of vectors are computed one vector at a time, with a mask. A lane
   that the mask leaves out makes the turns like any other; it holds 0 at first, or some element.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from streamrt._compile.llvm.emit import Code, vector
from streamrt._ir.cpu.body import Scope
from streamrt._ir.cpu.frame import Frame
from streamrt._ir.cpu.memory import Mask, Place, first_lanes
from streamrt._ir.cpu.values import register
from streamrt._ir.loops import Loops, levels, turning

__all__ = ["emit_element", "emit_elements"]

CHUNK = 16
"""The turns between two comparisons."""

LATENCY = 4
"""The cycles that an operation takes, if a CPU begins one in each cycle."""

MOST_VECTORS, REGISTERS = 4, 20
"""The most vectors of a group, and the most vectors that a group may keep from turn to turn. A CPU
of narrow vectors, which has more and smaller registers for these, was slower with more."""


@dataclass(frozen=True, slots=True)
class _Group:
    """A few vectors that make their turns together.

    Attributes:
        code: the function that is written.
        turns: the number of turns, an i64.
        shared: knows what all of the vectors share.
        scopes: each knows also what belongs to one vector.
    """

    code: Code
    turns: str
    shared: Scope
    scopes: tuple[Scope, ...]

    @property
    def carries(self) -> list[tuple[int, Sequence[Scope]]]:
        """The carried values in order: each with the scopes that have one of their own."""
        form, levels = self.shared.form, self.shared.levels
        found = [(each.at, k) for k, each in enumerate(form.body) if each.name == "carry"]
        return [(k, self.scopes if levels[k] else (self.shared,)) for _, k in sorted(found)]

    def run(self) -> _Group:
        """Emits all turns; returns the group that knows the carried values at the end."""
        body = self.shared.form.body
        state: list[tuple[str, str]] = []
        for number, scopes in self.carries:
            (first,), dtype = body[number].inputs, body[number].dtype
            for scope in scopes:
                type_ = register(scope.lanes if scope.levels[number] else 1, dtype)
                state.append((type_, _value(scope, number, first)))
        if any(each.name == "turn" for each in body):
            with self.code.loop("0", self.turns, 1, state) as loop:
                loop.carry(*self._turn(loop.values, loop.index))
            return self._knowing(loop.values)
        with self.code.loop("0", self.turns, CHUNK, state) as chunks:
            start = chunks.index
            left = self.code.let(f"sub i64 {self.turns}, {start}")
            count = _least(self.code, left, str(CHUNK))
            types = [type_ for type_, _ in state]
            inner = list(zip(types, chunks.values, strict=True))
            with self.code.loop("0", count, 1, inner) as loop:
                loop.carry(*self._turn(loop.values, ""))
            chunks.carry(*loop.values)
            same = _are_same(self.code, types, chunks.values, loop.values)
            over = self.code.let(f"and i64 {left}, {CHUNK - 1}")
            last = self.code.let(f"sub i64 {self.turns}, {over}")
            beyond = self.code.let(f"add i64 {start}, {count}")
            further = self.code.call("i64", "llvm.smax.i64", ("i64", beyond), ("i64", last))
            chunks.jump = self.code.let(f"select i1 {same}, i64 {further}, i64 {beyond}")
        return self._knowing(chunks.values)

    def _knowing(self, values: Sequence[str]) -> _Group:
        """Returns a group for a block inside that knows these carried values."""
        shared, left = self.shared.inner(), iter(values)
        scopes = tuple([scope.inner() for scope in self.scopes])
        for number, own in self.carries:
            for scope in scopes if own is self.scopes else (shared,):
                scope.define(number, next(left))
        return replace(self, shared=shared, scopes=scopes)

    def _turn(self, values: Sequence[str], index: str) -> list[str]:
        """Emits one turn; returns the carried values of the next one."""
        made, body = self._knowing(values), self.shared.form.body
        numbers = [k for k, one in enumerate(turning(self.shared.form)) if one]
        for number in numbers:
            if body[number].name == "turn":
                made.shared.define(number, index)
        numbers = [k for k in numbers if body[k].name not in ("carry", "next", "turn")]
        made.shared.run([k for k in numbers if not made.shared.levels[k]], {}, {})
        made = made.settled(numbers)
        for number in numbers:
            if made.shared.levels[number]:
                for scope in made.scopes:
                    scope.run([number], {}, {})
        following = {each.at: each.inputs[0] for each in body if each.name == "next"}
        return [
            _value(scope, number, following[body[number].at])
            for number, scopes in made.carries
            for scope in scopes
        ]

    def settled(self, numbers: Sequence[int]) -> _Group:
        """Emits, for all vectors, the shared values that these instructions take; returns it."""
        self.shared.spread(numbers)
        known = self.shared
        scopes = [
            replace(
                scope,
                scalars={**scope.scalars, **known.scalars},
                vectors={**known.vectors, **scope.vectors},
            )
            for scope in self.scopes
        ]
        return replace(self, scopes=tuple(scopes))


def _value(scope: Scope, number: int, source: int) -> str:
    """Emits an instruction's value, as wide as that of the carried value `number`."""
    return scope.vector(source) if scope.levels[number] else scope.scalar(source)


def _least(code: Code, one: str, other: str) -> str:
    return code.call("i64", "llvm.smin.i64", ("i64", one), ("i64", other))


def _are_same(code: Code, types: Sequence[str], before: Sequence[str], after: Sequence[str]) -> str:
    """Emits whether values have the bits that they had before, as an i1."""
    differ: dict[str, str] = {}
    for type_, one, other in zip(types, before, after, strict=True):
        lanes, _, element = type_.strip("<>").rpartition(" x ")
        count = int(lanes or 1)
        bits = vector(count, {"float": "i32", "double": "i64"}.get(element, element))
        if bits != type_:
            one, other = (code.let(f"bitcast {type_} {x} to {bits}") for x in (one, other))
        mask, found = vector(count, "i1"), code.let(f"icmp ne {bits} {one}, {other}")
        if mask in differ:
            found = code.let(f"or {mask} {differ[mask]}, {found}")
        differ[mask] = found
    changed = "false"
    for mask, found in differ.items():
        if mask != "i1":
            whole = f"i{mask.strip('<>').partition(' ')[0]}"
            found = code.let(f"icmp ne {whole} {code.let(f'bitcast {mask} {found} to {whole}')}, 0")
        changed = code.let(f"or i1 {changed}, {found}")
    return code.let(f"xor i1 {changed}, true")


# -- elements -------------------------------------------------------------------------------------


def emit_element(code: Code, frame: Frame, scope: Scope) -> None:
    """Emits the turns and the stores of a form without loops.

    Args:
        code: the function that is written.
        frame: the arguments.
        scope: knows all that stands before the turns.
    """
    group = _Group(code, frame.scalars[frame.form.turns], scope, ()).run()
    places = {k: Place(address) for k, address in enumerate(frame.addresses)}
    group.shared.run(_stores(scope), places, {})


def emit_elements(
    code: Code,
    frame: Frame,
    scope: Scope,
    numbers: Sequence[int],
    indexes: Mapping[int, str],
    bounds: tuple[str, str],
) -> None:
    """Emits the last loop of a form with turns.

    Args:
        code: the function that is written.
        frame: the arguments, where the loops around the last one stand.
        scope: knows what stands in these.
        numbers: the instructions of the last loop before the turns.
        indexes: the index of each loop around the last one.
        bounds: those of the last loop.
    """
    form, lanes, (start, stop) = scope.form, scope.lanes, bounds
    scope.spread(range(len(form.body)))
    row = _Row(code, frame, scope, numbers, indexes)
    vectors = _vectors(form)
    length = code.let(f"sub i64 {stop}, {start}")
    whole = code.let(f"add i64 {start}, {code.whole(length, vectors * lanes)}")
    if vectors > 1:
        with code.loop(start, whole, vectors * lanes) as loop:
            firsts = [loop.index]
            firsts += [code.let(f"add i64 {loop.index}, {k * lanes}") for k in range(1, vectors)]
            row.emit(firsts)
    else:
        whole = start
    left = code.let(f"sub i64 {stop}, {whole}")
    up = code.let(f"add i64 {left}, {lanes - 1}")
    end = code.let(f"add i64 {whole}, {code.whole(up, lanes)}")
    with code.loop(whole, end, lanes) as loop:
        left = code.let(f"sub i64 {stop}, {loop.index}")
        row.emit([loop.index], first_lanes(code, lanes, _least(code, left, str(lanes))))


def _vectors(form: Loops) -> int:
    """Returns how many vectors make their turns together."""
    wide, turns = levels(form), turning(form)
    depth, kept = [0] * len(form.body), set[int]()
    operations = 0
    for number, each in enumerate(form.body):
        if wide[number] and turns[number]:
            if each.name != "carry":
                kept |= {k for k in each.inputs if wide[k] and not turns[k]}
            if each.name in ("carry", "next"):
                kept |= {number} if each.name == "carry" else set()
            else:
                cost = each.name != "negative"  # which becomes a part of what takes it
                operations += cost
                depth[number] = cost + max([depth[k] for k in each.inputs])
    vectors = 1
    while (
        vectors < MOST_VECTORS
        and vectors * operations < LATENCY * max(depth)
        and 2 * vectors * len(kept) <= REGISTERS
    ):
        vectors *= 2
    return vectors


def _stores(scope: Scope, *, wide: bool = False) -> list[int]:
    """Returns the stores of scalars, or those of vectors."""
    body = scope.form.body
    return [k for k, each in enumerate(body) if each.name == "store" and scope.levels[k] == wide]


@dataclass(frozen=True, slots=True)
class _Row:
    """The last loop of a form, at one turn of the loops around it; see `emit_elements`."""

    code: Code
    frame: Frame
    scope: Scope
    numbers: Sequence[int]
    indexes: Mapping[int, str]

    def emit(self, firsts: Sequence[str], mask: Mask | None = None) -> None:
        """Emits all that vectors do which begin at these indexes."""
        code, frame, form = self.code, self.frame, self.frame.form
        last = len(form.extents) - 1
        scopes = tuple([self.scope.inner() for _ in firsts])
        places = [
            {k: frame.place(code, k, last, first) for k in range(len(form.operands))}
            for first in firsts
        ]
        for number in self.numbers:
            for scope, first, place in zip(scopes, firsts, places, strict=True):
                scope.run([number], place, {**self.indexes, last: first}, mask)
        turns = frame.scalars[form.turns]
        group = _Group(code, turns, self.scope.inner(), scopes).run()
        for number in _stores(self.scope, wide=True):
            for scope, place in zip(group.scopes, places, strict=True):
                scope.run([number], place, {}, mask)
        group.shared.run(_stores(self.scope), places[0], {})
