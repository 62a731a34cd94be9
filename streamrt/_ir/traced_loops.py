"""Loops and branches of programs.

A loop is made of values: of those that it begins with, and of those that one turn makes of `inner`
values, which stand for what changes from turn to turn; and it makes `inner` values for its results.
So the values of a body are part of the same graph as those around it, and a value that depends on
no inner value of a loop is outside of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from streamrt._ir.values import Value

__all__ = ["Carried", "Choice", "TracedLoop"]


class Carried(NamedTuple):
    """A value that a loop carries from turn to turn. All four have one dtype and one shape.

    Attributes:
        inner: the inner value that stands for it in the body.
        initial: its first value.
        next: its value after a turn.
        result: the inner value that stands for it after the loop.
    """

    inner: Value
    initial: Value
    next: Value
    result: Value


class Choice(NamedTuple):
    """A result of a branch. All three have one dtype and one shape.

    Attributes:
        true: its value if the flag is true.
        false: its value if the flag is false.
        result: the inner value that stands for it after the branch.
    """

    true: Value
    false: Value
    result: Value


@dataclass(frozen=True, slots=True, eq=False)
class TracedLoop:
    """A loop, or a branch, of a program.

    Attributes:
        kind: `repeat` has a known number of turns, `while` ends when its flag is false, and
            `branch` computes one of two lists of values.
        name: the function that the user called.
        site: the user's line.
        carried: what it carries; a branch carries nothing.
        turns: the turns of a repeat, which are at least 1; else 0.
        rows: pairs (inner value, array): the inner value stands for the row of the array whose
            number is that of the turn. Only a repeat has some.
        stacked: pairs (value of a turn, result): the result holds the values of all turns, in
            order, along a new first axis. Only a repeat has some.
        index: the inner value that stands for the number of the turn, an i64 without dimensions;
            None if there is none.
        flag: a bool without dimensions. The flag of a while is made of inner values, because it is
            looked at before each turn; that of a branch is a value outside. None of a repeat.
        choices: the results of a branch.
    """

    kind: Literal["repeat", "while", "branch"]
    name: str
    site: str
    carried: tuple[Carried, ...] = ()
    turns: int = 0
    rows: tuple[tuple[Value, Value], ...] = ()
    stacked: tuple[tuple[Value, Value], ...] = ()
    index: Value | None = None
    flag: Value | None = None
    choices: tuple[Choice, ...] = ()

    @property
    def inners(self) -> list[Value]:
        """The inner values that stand for what changes from turn to turn, in its body."""
        found = [one.inner for one in self.carried] + [inner for inner, _ in self.rows]
        return found + ([] if self.index is None else [self.index])

    @property
    def results(self) -> list[Value]:
        """The inner values that stand for its results, after it."""
        found = [one.result for one in self.carried] + [result for _, result in self.stacked]
        return found + [one.result for one in self.choices]

    @property
    def outer(self) -> list[Value]:
        """The values outside of it that it begins with."""
        found = [one.initial for one in self.carried] + [array for _, array in self.rows]
        return found + ([self.flag] if self.kind == "branch" and self.flag is not None else [])

    @property
    def body(self) -> list[Value]:
        """The values that a turn makes, or either way of a branch."""
        found = [one.next for one in self.carried] + [value for value, _ in self.stacked]
        if self.kind == "while" and self.flag is not None:
            found.append(self.flag)
        return found + [one.true for one in self.choices] + [one.false for one in self.choices]
