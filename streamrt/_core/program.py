"""Programs as plain data: what a device may run as a whole, with one launch."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Program", "ProgramStep"]


@dataclass(frozen=True, slots=True)
class ProgramStep:
    """One launch of a program.

    Attributes:
        node: its number, for a failure to be named by.
        plan: a handle from `load` or `load_standard`.
        slots: its argument slots, as `Launch.arguments` has them.
        bases: pairs (slot, base): to that slot the address of that base is added, modulo 2**64.
            The slot holds the offset.
        waits: pairs (stream, count): it starts once that many steps of that stream are over.
    """

    node: int
    plan: int
    slots: tuple[int, ...]
    bases: tuple[tuple[int, int], ...]
    waits: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Program:
    """What a launch runs as a whole: in-order streams of steps, and the waits between them.

    The first step that fails ends it: what has not started by then need not run, and its error
    is the program's.

    Attributes:
        streams: the steps of each stream, in order; one stream at least.
        bases: how many addresses a launch passes.
    """

    streams: tuple[tuple[ProgramStep, ...], ...]
    bases: int
