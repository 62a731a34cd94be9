"""Tables as text and as HTML, with times and shares in words."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

MOST = 40  # lines of a table


def duration(ns: float) -> str:
    """Returns a time in words, to three digits."""
    for unit, scale in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if abs(ns) >= 0.9995 * scale:
            return f"{ns / scale:.3g} {unit}"
    return f"{ns:.3g} ns"


def share(part: float) -> str:
    """Returns a share in percent; a tenth is shown below 10 %."""
    return f"{part:.1%}" if part < 0.0995 else f"{part:.0%}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], *, most: int = MOST) -> str:
    """Returns lines with the columns below each other; the first is aligned left, others right.

    A column whose title begins with a blank is aligned left, too.
    """
    shown = [tuple(title.strip() for title in head), *rows[:most]]
    widths = [max(len(row[column]) for row in shown) for column in range(len(head))]
    is_left = [not column or title.startswith(" ") for column, title in enumerate(head)]
    lines = [
        "  ".join(
            cell.ljust(width) if left else cell.rjust(width)
            for cell, width, left in zip(row, widths, is_left, strict=True)
        ).rstrip()
        for row in shown
    ]
    return "\n".join([*lines, *more(len(rows), most)])


def more(count: int, most: int) -> list[str]:
    """Returns a line for the rows that a table leaves out, if there are any."""
    return [f"... and {count - most} more"] if count > most else []


def html(head: Sequence[str], rows: Sequence[Sequence[str]], *, most: int = MOST) -> str:
    """Returns a table of HTML."""
    body = "".join(_row("td", row) for row in rows[:most])
    rest = "".join(f"<p>{line}</p>" for line in more(len(rows), most))
    return f"<table><thead>{_row('th', head)}</thead><tbody>{body}</tbody></table>{rest}"


def _row(tag: str, cells: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"
