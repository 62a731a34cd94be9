"""The budget of the compiler: what a program may have at most.

What is counted is counted before it is done, so a function that asks for more is refused in the
time that its part within the budget takes.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FREE", "LIMITS", "Limits", "TooMuchError"]

FREE = 1_000
"""The values that a program has besides, because a small one may need more work for each."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a program may have.

    Attributes:
        values: the values that a trace makes, and again those that the passes make of them.
        operands: the operands of one value: only `concatenate` takes more than three.
        axes: the axes of one value, of which NumPy has so many at most.
        constants: the constants that are made, each once.
        nests: the loops and branches that are part of each other's bodies.
        work: the visits that a pass pays to values, for each value that the program has.
        steps: the kernels that are launched.
    """

    values: int = 100_000
    operands: int = 4_096
    axes: int = 64
    constants: int = 65_536
    nests: int = 100
    work: int = 64
    steps: int = 30_000


LIMITS = Limits()
"""The limits of functions that users write."""


class TooMuchError(Exception):
    """A program goes beyond a limit.

    Attributes:
        site: the line of the value that did; empty if it is the one that runs.
        axes: its axes if it has too many of these; else 0.
    """

    def __init__(self, message: str, site: str = "", axes: int = 0) -> None:
        super().__init__(message)
        self.site: str = site
        self.axes: int = axes
