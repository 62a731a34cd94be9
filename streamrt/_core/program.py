"""Programs as plain data: work that a device may run as a whole, with one launch."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["MOST_TURNS", "SOME_TURNS", "STOPPED", "Program", "ProgramLoop", "ProgramStep"]

MOST_TURNS = (1 << 63) - 1
"""The turns of a loop that only its flag ends."""

SOME_TURNS = 10
"""The turns of a loop that only its flag ends, for estimates: nobody knows them before."""

STOPPED = -125
"""The error code of a loop that was cancelled between two turns."""


@dataclass(frozen=True, slots=True)
class ProgramStep:
    """One launch of a program.

    Attributes:
        node: its number, which names it in a failure.
        plan: a handle from `load`, `load_standard` or `load_loop`.
        slots: its argument slots, as `Launch.arguments` has them.
        bases: pairs (slot, base). The address of that base is added to that slot, modulo 2**64;
            the slot holds the offset.
        waits: pairs (stream, count). The step starts after that many steps of that stream have
            ended.
    """

    node: int
    plan: int
    slots: tuple[int, ...]
    bases: tuple[tuple[int, int], ...]
    waits: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Program:
    """The in-order streams of steps, and the waits between them, which one launch runs as a whole.

    The first step that fails ends the program: steps that have not started by then need not run,
    and the error of that step is the program's.

    Attributes:
        streams: the steps of each stream, in order; one stream at least.
        bases: how many addresses a launch passes.
    """

    streams: tuple[tuple[ProgramStep, ...], ...]
    bases: int


@dataclass(frozen=True, slots=True)
class ProgramLoop:
    """A loop or a branch: one launch runs a list of steps many times, once, or not at all.

    The launch passes the address of each base. It is the plan of a step in a program, or in the
    body of another loop; then the addresses are the step's slots. The first step that fails ends
    the loop, and the error of that step is the loop's.

    A loop of a known number of turns has no flag. A loop that ends when a value says so has a flag,
    and MOST_TURNS. A branch has a flag, one turn, and maybe other steps.

    Attributes:
        body: the steps of one turn, in order; none of them waits.
        bases: how many addresses a launch passes.
        turns: the most turns that it makes.
        flag: the base and the offset of a byte. It is looked at before each turn; if it is 0, the
            loop has ended. None if the loop ends by its turns alone.
        strides: pairs (base, bytes). The address of that base moves by so many bytes, which may be
            negative, after each turn. Each launch begins with the addresses that it passes.
        other: the steps that run, once, if the flag is 0 before the first turn.
    """

    body: tuple[ProgramStep, ...]
    bases: int
    turns: int
    flag: tuple[int, int] | None = None
    strides: tuple[tuple[int, int], ...] = ()
    other: tuple[ProgramStep, ...] = ()
