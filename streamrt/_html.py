"""HTML of objects that a notebook shows: what their `_repr_html_` returns.

It has no script, no colour and no size of its own, so it fits light and dark pages. A picture is an
`<img>`, because the styles of an SVG element would reach the rest of the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["bar", "facts", "picture", "table"]

LEFT = ' style="text-align:left"'


def facts(title: str, rows: Iterable[tuple[str, str]]) -> str:
    """Returns a table of names and texts, without those that are empty."""
    lines = [
        f"<tr><th{LEFT}>{_escape(name)}</th><td{LEFT}>{_escape(text)}</td></tr>"
        for name, text in rows
        if text
    ]
    return _titled(title, f"<table>{''.join(lines)}</table>" if lines else "")


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]], below: str = "") -> str:
    """Returns a table with a line of names above and a text below."""
    names = "".join(f"<th{LEFT}>{_escape(name)}</th>" for name in head)
    lines = [
        f"<tr>{''.join(f'<td{LEFT}>{_escape(cell)}</td>' for cell in row)}</tr>" for row in rows
    ]
    found = f"<table><tr>{names}</tr>{''.join(lines)}</table>" if lines else ""
    return _titled(title, found + (f"<div>{_escape(below)}</div>" if below else ""))


def picture(title: str, svg: str) -> str:
    """Returns a picture with its title above."""
    import base64  # the same

    data = base64.b64encode(svg.encode()).decode()
    source = f"data:image/svg+xml;base64,{data}"
    return _titled(title, f'<img alt="{_escape(title)}" style="max-width:100%" src="{source}">')


def bar(done: int, total: int | None, text: str) -> str:
    """Returns a bar that shows how much is done, and a text behind it; None: nobody knows."""
    size = f' value="{done}" max="{total}"' if total else ""
    return f"<div><progress{size}></progress> {_escape(text)}</div>"


def _titled(title: str, rest: str) -> str:
    return f"<div><strong>{_escape(title)}</strong>{rest}</div>"


def _escape(text: str) -> str:
    from html import escape  # rarely needed

    return escape(text)
