"""CUDA C as text: lines with indents, and the helper functions that they call."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

__all__ = ["Writer"]


@dataclass(slots=True)
class Writer:
    """The text of one kernel, line by line.

    Attributes:
        lines: the text of the kernel so far.
        depth: the blocks that are open.
        helpers: the text of each function that the kernel calls, by its name, in order of need.
    """

    lines: list[str] = field(default_factory=list[str])
    depth: int = 0
    helpers: dict[str, str] = field(default_factory=dict[str, str])

    def do(self, line: str) -> None:
        """Appends a line."""
        self.lines.append("    " * self.depth + line)

    @contextmanager
    def block(self, head: str) -> Generator[None]:
        """Appends a block in braces, with what is written meanwhile inside."""
        self.do(f"{head} {{" if head else "{")
        self.depth += 1
        yield
        self.depth -= 1
        self.do("}")

    def text(self) -> str:
        """Returns the helper functions, and then the kernel."""
        return "\n".join([*self.helpers.values(), *self.lines, ""])
