"""Notes: what a case says to whoever reads the table, such as what it had to do without.

A case prints them before its values. The session takes them from there.
"""

from __future__ import annotations

_BEGIN = "note: "


def note(text: str) -> None:
    """Prints a note of the running case."""
    print(f"{_BEGIN}{text}")


def notes_of(output: str) -> list[str]:
    """The notes in what a case has printed."""
    return [line.removeprefix(_BEGIN) for line in output.splitlines() if line.startswith(_BEGIN)]
