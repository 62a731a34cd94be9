"""The budget of the compiler: what a program may have at most.

What is counted is counted before it is done, so a function that asks for more is refused in the
time that its part within the budget takes.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["LIMITS", "Limits", "TooMuchError"]


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a program may have.

    Attributes:
        values: the values that a trace makes, and again those that the passes make of them.
        operands: the operands of one value: only `concatenate` takes more than three.
        steps: the kernels that are launched.
    """

    values: int = 100_000
    operands: int = 4_096
    steps: int = 30_000


LIMITS = Limits()
"""The limits of functions that users write."""


class TooMuchError(Exception):
    """A program goes beyond a limit.

    Attributes:
        site: the line of the value that did; empty if it is the one that runs.
    """

    def __init__(self, message: str, site: str = "") -> None:
        super().__init__(message)
        self.site: str = site
