"""Loops and branches, while they are read.

1. A value may be made of the inner values of a loop only between the begin and the end of that
   loop. So what a body makes is used by that body, and leaves it as a result.
2. Whatever a loop carries, or a branch chooses, keeps its dtype and its shape.
3. Loops that are part of each other's bodies are at most so deep as the limits say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._ir.composing.dependence import Dependence
from streamrt._ir.encoding.order import Begin, End, mark_of
from streamrt._ir.encoding.pieces import BLOCKS, Read
from streamrt._ir.limits import Limits
from streamrt._ir.program import Builder, Value
from streamrt._ir.traced_loops import Carried, Choice, TracedLoop

__all__ = ["Blocks", "Mark"]

Mark: TypeAlias = "Value | tuple[Value | str, ...]"
"""A value, or what `mark_of` says of the begin or the end of a loop."""

_NAMES = {"repeat": "a loop", "while": "a loop", "branch": "a branch"}
"""The names of loops in messages, because nobody knows the functions that made them."""


@dataclass(slots=True)
class _Open:
    """A loop that has begun.

    Attributes:
        kind: its kind.
        number: its number, in the order in which loops begin.
        turns: as `TracedLoop` has it, and so are the following ones.
        initials: the first values of what it carries.
        carried: the inner values that stand for these.
        rows: its rows.
        index: the number of the turn.
        flag: the flag of a branch.
    """

    kind: Literal["repeat", "while", "branch"]
    number: int
    turns: int = 0
    initials: list[Value] = field(default_factory=list[Value])
    carried: list[Value] = field(default_factory=list[Value])
    rows: list[tuple[Value, Value]] = field(default_factory=list[tuple[Value, Value]])
    index: Value | None = None
    flag: Value | None = None

    @property
    def inners(self) -> list[Value]:
        found = self.carried + [inner for inner, _ in self.rows]
        return found if self.index is None else [*found, self.index]


class Blocks(Read):
    """Bytes of a program that are read, and the loops and values of them so far.

    Attributes:
        limits: what it may have at most.
        builder: makes its values.
        values: those that have a place.
        marks: the items so far, to be compared with the canonical ones.
        has_loops: whether a loop has begun.
    """

    def __init__(self, data: bytes, limits: Limits) -> None:
        super().__init__(data, limits.axes)
        self.limits: Limits = limits
        self.builder: Builder = Builder(limits=limits)
        self.values: list[Value] = []
        self.marks: list[Mark] = []
        self.has_loops: bool = False
        self._open: list[_Open] = []
        self._numbers: set[int] = set()
        self._begun: int = 0
        self._heights: dict[int, int] = {}
        self._dependence = Dependence()

    # -- places ------------------------------------------------------------------------------------

    def place(self) -> Value:
        """Reads the place of a value; returns the value."""
        place = self.number()
        if place >= len(self.values):
            raise ValueError(f"value {place} does not come before value {len(self.values)}")
        return self.values[place]

    def places(self) -> list[Value]:
        """Reads how many places there are, and these."""
        return [self.place() for _ in range(self.number(len(self.data)))]

    def check_scope(self, what: str, values: Sequence[Value]) -> None:
        """Refuses values of bodies that have ended."""
        if not self._dependence.of(*values) <= self._numbers:
            raise ValueError(f"{what} of a value that only the body of another loop has")

    def check_ended(self) -> None:
        """Refuses bytes in which a loop has begun, and not ended."""
        if self._open:
            raise ValueError(f"{_NAMES[self._open[-1].kind]} has no end")

    # -- blocks ------------------------------------------------------------------------------------

    def block(self) -> None:
        """Reads what follows the number of an item that begins or ends a loop."""
        kind = BLOCKS[self.number(len(BLOCKS) - 1)]
        if kind != "end":
            self._begin(_Open(kind, self._begun))
        elif self._open:
            self._end(self._open[-1])
        else:
            raise ValueError("no loop has begun")

    def _begin(self, loop: _Open) -> None:
        self.has_loops = True
        name = _NAMES[loop.kind]
        if loop.kind == "branch":
            loop.flag = self._flag(name)
        else:
            if loop.kind == "repeat":
                loop.turns = self.number()
                if not loop.turns:
                    raise ValueError(f"{name} has no turns")
            loop.initials = self.places()
            loop.carried = [self._inner(one, one.shape, f"the carry of {name}")
                            for one in loop.initials]  # fmt: skip
        if loop.kind == "repeat":
            loop.rows = [(self._row(one, loop), one) for one in self.places()]
            if self.number(1):
                loop.index = self.builder.inner(DTYPES["i64"], (), f"the index of {name}")
        before = [*loop.initials, *[array for _, array in loop.rows]]
        self.check_scope(f"the begin of {name}", before if loop.flag is None else [loop.flag])
        self._dependence.begin(loop.number, loop.inners)
        self.values += loop.inners
        self.marks.append(mark_of(Begin(self._known(loop))))
        self._open.append(loop)
        self._numbers.add(loop.number)
        self._begun += 1

    def _inner(self, like: Value, shape: tuple[int, ...], name: str) -> Value:
        return self.builder.inner(like.dtype, shape, name)

    def _row(self, array: Value, loop: _Open) -> Value:
        if array.shape[:1] != (loop.turns,):
            raise ValueError(f"{_NAMES[loop.kind]} of {loop.turns} turns has rows of {array}")
        return self._inner(array, array.shape[1:], f"the row of {_NAMES[loop.kind]}")

    def _flag(self, name: str) -> Value:
        flag = self.place()
        if flag.dtype.name != "bool" or flag.shape:
            raise ValueError(f"the flag of {name} is {flag}")
        return flag

    def _end(self, loop: _Open) -> None:
        name = _NAMES[loop.kind]
        what = f"the result of {name}"
        nexts = [self._like(one, "a carry") for one in loop.initials]
        stacked: list[Value] = []
        choices: list[Choice] = []
        if loop.kind == "repeat":
            stacked = self.places()
        elif loop.kind == "while":
            loop.flag = self._flag(name)
        else:
            for _ in range(self.number(len(self.data))):
                true = self.place()
                false = self._like(true, "a result of a branch")
                choices.append(Choice(true, false, self._inner(true, true.shape, what)))
        carried = [
            Carried(inner, first, following, self._inner(first, first.shape, what))
            for inner, first, following in zip(loop.carried, loop.initials, nexts, strict=True)
        ]
        pairs = [(each, self._inner(each, (loop.turns, *each.shape), what)) for each in stacked]
        made = self._known(loop, tuple(carried), tuple(pairs), tuple(choices))
        self.check_scope(f"the end of {name}", made.body)
        self._open.pop()
        self._numbers.remove(loop.number)
        self._check_height(loop.number, self._dependence.end(loop.number, made))
        self.values += made.results
        self.marks.append(mark_of(End(made)))
        self.builder.add_loop(made)

    def _like(self, first: Value, what: str) -> Value:
        value = self.place()
        if value.dtype is not first.dtype or value.shape != first.shape:
            raise ValueError(f"{what} is {first}, and then {value}")
        return value

    def _known(
        self,
        loop: _Open,
        carried: tuple[Carried, ...] | None = None,
        stacked: tuple[tuple[Value, Value], ...] = (),
        choices: tuple[Choice, ...] = (),
    ) -> TracedLoop:
        """Returns a loop as far as it is known; without an end, its next values are the first."""
        if carried is None:
            pairs = zip(loop.carried, loop.initials, strict=True)
            carried = tuple([Carried(inner, first, first, inner) for inner, first in pairs])
        return TracedLoop(
            loop.kind, _NAMES[loop.kind], "", carried, loop.turns, tuple(loop.rows), stacked,
            loop.index, loop.flag, choices,
        )  # fmt: skip

    def _check_height(self, number: int, around: frozenset[int]) -> None:
        """Refuses a loop with too many in each other's bodies, and notes how high it is."""
        height = self._heights.pop(number, 0) + 1
        if height > self.limits.nests:
            most = self.limits.nests
            raise ValueError(f"{height} loops are in each other's bodies; {most} is the most")
        for each in around:
            self._heights[each] = max(self._heights.get(each, 0), height)
