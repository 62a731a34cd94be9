"""Programs as plain data: work that a device may run as a whole, with one launch."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Program", "ProgramStep"]


@dataclass(frozen=True, slots=True)
class ProgramStep:
    """One launch of a program.

    Attributes:
        node: its number, which names it in a failure.
        plan: a handle from `load` or `load_standard`.
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
