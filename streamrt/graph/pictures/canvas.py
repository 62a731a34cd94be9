"""The parts that all pictures share: colours, text that fits, boxes, and the page around them.

A picture stands on a panel of its own and has two palettes, so that it can be read on a light
page and on a dark one.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

__all__ = ["LINE", "MARGIN", "clean", "fit", "head", "page", "rect", "text", "width_of"]

LINE = 16  # from one line of text to the next
MARGIN = 18
_WIDE = 0x1100  # from this code on, characters may be as wide as they are high

STYLE = """
text { font: 13px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: #1d2733 }
.name { font-weight: 600 } .note { font-size: 12px; fill: #4d5b6a } .mid { text-anchor: middle }
.end { text-anchor: end } .panel { fill: #fbfcfd; stroke: #d5dce3 }
.ground { fill: #fbfcfd }
.rail { stroke: #d5dce3; fill: none } .edge { stroke: #4d5b6a; fill: none; stroke-width: 1.4 }
.head { fill: #4d5b6a } .after { stroke-dasharray: 6 4 }
.over { stroke: #8a97a5; stroke-dasharray: 2 3 } .overhead { fill: #8a97a5 }
.limit { stroke: #b3402a; fill: none; stroke-width: 1.4; stroke-dasharray: 6 4 }
rect { stroke-width: 1.4 } .work { fill: #d9e8f6; stroke: #2b6ca3 }
.good { fill: #d8efe6; stroke: #1b7f5f } .other { fill: #efe6d2; stroke: #8f6d1c }
"""
DARK = """
text { fill: #e4e9ee } .note { fill: #aab6c2 } .panel { fill: #1d232b; stroke: #3a4551 }
.ground { fill: #1d232b } .rail { stroke: #3a4551 } .edge { stroke: #aab6c2 }
.head { fill: #aab6c2 } .over { stroke: #7f8c99 } .overhead { fill: #7f8c99 }
.limit { stroke: #ec8b76 } .work { fill: #1f3d5a; stroke: #7db4e3 }
.good { fill: #1b4438; stroke: #62c7a2 } .other { fill: #463a1c; stroke: #d5b25c }
"""


def clean(words: str) -> str:
    """Returns words as XML may hold them: escaped, without unprintable characters."""
    return escape("".join(c if c.isprintable() else "\ufffd" for c in words))


def width_of(words: str, size: int = 13) -> float:
    """Returns about how wide words are, in pixels; rather too much, because fonts differ."""
    return sum(1.05 if ord(c) >= _WIDE else 0.65 for c in words) * size


def fit(words: str, width: float, size: int = 13) -> str:
    """Returns the words, cut with an ellipsis to fit the width; "" if nearly nothing fits."""
    if width_of(words, size) <= width:
        return words
    kept = words
    while kept and width_of(kept + ".", size) > width:
        kept = kept[:-1]
    return kept + "…" if len(kept) > 1 else ""


def text(x: float, y: float, words: str, kind: str = "") -> str:
    """Returns one line of words; "" if there are none."""
    if not words:
        return ""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{clean(words)}</text>'


def rect(
    x: float, y: float, width: float, height: float, kind: str, radius: float = 5, title: str = ""
) -> str:
    """Returns a box; its title shows when the pointer rests on it."""
    radius = min(radius, width / 2, height / 2)
    box = (
        f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" '
        f'height="{height:.1f}" rx="{radius:.1f}"'
    )
    return f"{box}><title>{clean(title)}</title></rect>" if title else f"{box}/>"


def head(x: float, y: float, *, down: float, right: float, kind: str = "head") -> str:
    """Returns the head of an arrow along an axis, with its tip at a point."""
    tail_x, tail_y = x - 8 * right, y - 8 * down
    side_x, side_y = 4 * down, 4 * right
    return (
        f'<path class="{kind}" d="M{x:.1f} {y:.1f}L{tail_x - side_x:.1f} {tail_y - side_y:.1f}'
        f'L{tail_x + side_x:.1f} {tail_y + side_y:.1f}Z"/>'
    )


def page(title: str, width: float, height: float, parts: Iterable[str]) -> str:
    """Returns the picture around its parts."""
    w, h = round(width), round(height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" '
        f'width="{w}" height="{h}" role="img">',
        f"<title>{clean(title)}</title>",
        f"<style>{STYLE}@media (prefers-color-scheme: dark) {{{DARK}}}\n</style>",
        rect(1, 1, w - 2, h - 2, "panel"),
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"
