"""The C of a GPU as text: lines with indents, and the helper functions that they call."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

from streamrt._ir.gpu.dialects import Dialect

__all__ = ["Writer"]


@dataclass(slots=True)
class Writer:
    """The text of one kernel, line by line.

    Attributes:
        dialect: the language.
        constants: the inputs that lie in memory of constants, where a language has pointers of
            another type for it.
        lines: the text of the kernel so far.
        depth: the blocks that are open.
        helpers: the text of each function that the kernel calls, by its name, in order of need.
        top: the place of the first line of the kernel's body.
    """

    dialect: Dialect
    constants: frozenset[int] = frozenset()
    lines: list[str] = field(default_factory=list[str])
    depth: int = 0
    helpers: dict[str, str] = field(default_factory=dict[str, str])
    top: int = 0

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

    @contextmanager
    def kernel(self, head: str) -> Generator[None]:
        """Appends the kernel, with what is written meanwhile as its body."""
        with self.block(head):
            self.top = len(self.lines)
            yield

    def shared(self, kind: str, *names: str) -> None:
        """Declares memory that a block shares: here, or at the top if the language asks for that.

        A name that stands at the top is declared once.
        """
        line = f"{self.dialect.shared} {kind} {', '.join(names)};"
        if not self.dialect.hoists:
            self.do(line)
        elif f"    {line}" not in self.lines[: self.top]:
            self.lines.insert(self.top, f"    {line}")
            self.top += 1

    def text(self) -> str:
        """Returns the helper functions, and then the kernel."""
        return "\n".join([*self.helpers.values(), *self.lines, ""])
