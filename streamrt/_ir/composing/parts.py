"""Parts: a program with loops as programs without any, and the loops and branches between them.

Arrays lie in numbered slots. The first slots are the parameters of the program. A part that writes
to a slot which has no array yet makes one, in the body that the part stands in: it is gone when the
turn ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from streamrt._compile.signatures.dtypes import DType
from streamrt._ir.lower import Lowered
from streamrt._ir.program import Program, Shape

__all__ = [
    "Branch", "Composed", "Copy", "Launches", "Part", "Repeat", "Segment", "Slot", "While", "walk",
]  # fmt: skip


class Slot(NamedTuple):
    """An array of a composed program, dense in C order unless it is a parameter."""

    dtype: DType
    shape: Shape


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """A program without loops.

    Attributes:
        program: the program; its parameters are arrays, also those without dimensions.
        inputs: the slot of each parameter.
        outputs: the slot of each result, all different.
    """

    program: Program
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Launches:
    """A segment that is lowered.

    Attributes:
        lowered: its steps.
        inputs: the slot of each of its arguments.
        outputs: the slot of each of its results, all different.
        constants: the number of its first constant array among those of the whole program.
    """

    lowered: Lowered
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    constants: int

    def made(self) -> dict[int, int]:
        """Returns the slots of the arrays that its steps make, by their numbers.

        The results without one are copied, because they are arguments, or others' equals.
        """
        found: dict[int, int] = {}
        for result, slot in zip(self.lowered.results, self.outputs, strict=True):
            if result.source == "fresh":
                found.setdefault(result.number, slot)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Copy:
    """A copy of all elements from one slot to another."""

    source: int
    target: int


@dataclass(frozen=True, slots=True, eq=False)
class Repeat:
    """A loop with a known number of turns.

    Attributes:
        turns: how many, at least 1.
        rows: pairs (array, row): in each turn the slot `row` is the row of that number of `array`,
            with the same memory. Rows are read and written.
        index: the slot of the number of the turn, an i64 without dimensions; -1 if nothing reads
            it, and when the loop is lowered.
        carried: the slots of arrays that live from turn to turn, and that the loop writes.
        stacked: the arrays among those of `rows` that the loop writes.
        body: the parts of a turn.
    """

    turns: int
    rows: tuple[tuple[int, int], ...]
    index: int
    carried: tuple[int, ...]
    stacked: tuple[int, ...]
    body: tuple[Part, ...]


@dataclass(frozen=True, slots=True, eq=False)
class While:
    """A loop that ends when its flag is false.

    Attributes:
        flag: the slot of the flag, a bool without dimensions, which is looked at before each turn.
        carried: as in `Repeat`.
        body: the parts of a turn; the last ones compute the flag.
    """

    flag: int
    carried: tuple[int, ...]
    body: tuple[Part, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Branch:
    """One of two lists of parts.

    Attributes:
        flag: the slot of the flag, a bool without dimensions.
        results: the slots that either list writes, and that live on.
        true: the parts that run if the flag is true.
        false: those that run if it is false.
    """

    flag: int
    results: tuple[int, ...]
    true: tuple[Part, ...]
    false: tuple[Part, ...]


Part: TypeAlias = "Segment | Launches | Copy | Repeat | While | Branch"


@dataclass(frozen=True, slots=True, eq=False)
class Composed:
    """A program as parts.

    Attributes:
        slots: every slot; the parameters come first.
        parameters: how many there are.
        parts: the parts, in order.
        results: the slot of each result: all different, and no parameter.
    """

    slots: tuple[Slot, ...]
    parameters: int
    parts: tuple[Part, ...]
    results: tuple[int, ...]


def walk(parts: tuple[Part, ...]) -> Iterator[Part]:
    """Yields parts, and those in their bodies, in order; a loop comes before its body."""
    for part in parts:
        yield part
        match part:
            case Repeat() | While():
                yield from walk(part.body)
            case Branch():
                yield from walk(part.true)
                yield from walk(part.false)
            case _:
                pass
