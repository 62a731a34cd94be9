"""Problems of a text: each has a place, and all that can be found are told at once."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Problem", "RefusedError", "StableHLOError"]

_MOST_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Problem:
    """A place of a text that cannot be read.

    Attributes:
        line: the line, from 1; 0 if the problem is one of the whole text.
        column: the column, from 1; 0 likewise.
        text: what is wrong there.
    """

    line: int
    column: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.text}" if self.line else self.text


class StableHLOError(ValueError):
    """A text is no StableHLO, or more than programs can hold.

    Attributes:
        problems: every problem, in the order of the text.
    """

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        lines = [str(problem) for problem in problems[:_MOST_SHOWN]]
        if len(problems) > _MOST_SHOWN:
            lines.append(f"and {len(problems) - _MOST_SHOWN} more")
        super().__init__("\n".join(lines))
        self.problems: tuple[Problem, ...] = problems


class RefusedError(ValueError):
    """An operation is refused; whoever knows its place makes a problem of it."""
