"""The canvas of all pictures: colours, text that fits, boxes, arrows and lanes, written as SVG.

A picture stands on a panel of its own and has two palettes, so that it can be read on a light
page and on a dark one. The pictures of failures and of the documents are drawn on it, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from string import Template

__all__ = ["LINE", "MARGIN", "PALETTE", "Canvas", "clean", "fit", "plain", "style", "width_of"]

LINE = 16  # from one line of text to the next
MARGIN = 18
_WIDE = 0x1100  # from this code on, characters may be as wide as they are high

PALETTE = {  # on a light page, and on a dark one
    "ink": ("#1d2733", "#e4e9ee"),
    "soft": ("#4d5b6a", "#aab6c2"),
    "faint": ("#8a97a5", "#7f8c99"),
    "line": ("#d5dce3", "#3a4551"),
    "gap": ("#eceff2", "#2a323c"),
    "panel": ("#fbfcfd", "#1d232b"),
    "page": ("#ffffff", "#12161b"),
    "blue": ("#2b6ca3", "#7db4e3"),
    "paleblue": ("#d9e8f6", "#1f3d5a"),
    "green": ("#1b7f5f", "#62c7a2"),
    "palegreen": ("#d8efe6", "#1b4438"),
    "brown": ("#8f6d1c", "#d5b25c"),
    "palebrown": ("#efe6d2", "#463a1c"),
    "red": ("#b3402a", "#ec8b76"),
    "palered": ("#f8d9d3", "#57281f"),
}
STYLE = """
text { font: 13px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif } text { fill: $ink }
.name, .loud { font-weight: 600 } .mid { text-anchor: middle } .end { text-anchor: end }
.mono { font-family: ui-monospace, "DejaVu Sans Mono", monospace }
.note, .loud, .flagged, .small { font-size: 12px } .note { fill: $soft }
.loud, .alarm { fill: $red } .flag, .flagged { fill: $brown }
rect, .edge, .limit, .pole { stroke-width: 1.4 } .thick { stroke-width: 2 }
.rail, .edge, .limit, .pole, .pause, .missing, .stuck { fill: none }
.strong { stroke-width: 2.6 } .rail { stroke: $line } .edge { stroke: $soft }
.head { fill: $soft } .faint { stroke: $faint } .faded { fill: $faint }
.limit, .missing, .stuck { stroke: $red } .pole { stroke: $brown }
.after, .limit, .missing, .never, .ghost { stroke-dasharray: 6 4 }
.over, .pole { stroke-dasharray: 2 3 } .pause, .stuck { stroke-dasharray: 2 4 }
.panel, .ground { fill: $panel } .panel { stroke: $line } .gap { fill: $gap }
.work { fill: $paleblue; stroke: $blue } .good { fill: $palegreen; stroke: $green }
.other { fill: $palebrown; stroke: $brown } .bad { fill: $palered; stroke: $red }
.never { fill: none; stroke: $faint } .dot { fill: $blue; stroke: $panel }
"""


def style(rules: str) -> str:
    """Returns the element of a style sheet, whose colours are names of the palette after `$`."""
    rules = " ".join(rules.split())
    coloured = "".join(re.findall(r"[^{}]+\{[^{}]*\$[^{}]*\}", rules))
    light, dark = (
        Template(text).substitute({name: pair[page] for name, pair in PALETTE.items()})
        for page, text in enumerate((rules, coloured))
    )
    return f"<style>{light}\n@media (prefers-color-scheme: dark) {{ {dark} }}</style>"


def clean(words: str) -> str:
    """Returns words as XML may hold them: escaped, without unprintable characters."""
    return escape("".join(c if c.isprintable() else "\ufffd" for c in words))


def plain(words: str, most: int = 1000) -> str:
    """Returns words as one line that a terminal and a page can show, cut to so many characters."""
    words = words if len(words) <= most else words[:most] + "…"
    if words.isprintable():
        return words
    return "".join(c if c.isprintable() else " " if c.isspace() else "\ufffd" for c in words)


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


class Canvas:
    """A picture while it is drawn: each part lies over those before it.

    The kind of a part is one or more classes of STYLE, to which a picture can add rules of its own.
    A hint shows when the pointer rests on it.
    """

    def __init__(self, rules: str = "") -> None:
        self._rules = STYLE + rules
        self._parts: list[str] = []

    def text(
        self,
        x: float,
        y: float,
        words: str,
        kind: str = "",
        markup: Callable[[str], str] = clean,
        **more: str,
    ) -> None:
        """Writes one line of words, if there are any; `more` are further attributes."""
        if words:
            self._add("text", kind, markup(words), x=x, y=y, **more)

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        kind: str,
        hint: str = "",
        radius: float = 5,
        *,
        hides: bool = False,
    ) -> None:
        """Draws a rectangle with round corners, which hides what is behind it if it is told to."""
        radius = min(radius, width / 2, height / 2)
        places = {"x": x, "y": y, "width": width, "height": height, "rx": radius}
        if hides:  # also if its kind has no filling
            self._add("rect", "panel", "", **places)
        self._add("rect", kind, _title(hint), **places)

    def circle(self, x: float, y: float, radius: float, kind: str, hint: str = "") -> None:
        """Draws a circle."""
        self._add("circle", kind, _title(hint), cx=x, cy=y, r=radius)

    def path(self, kind: str, *way: str | float, hint: str = "") -> None:
        """Draws a line along letters and numbers, as SVG has them."""
        self._add("path", kind, _title(hint), d=" ".join(map(_spelt, way)))

    def head(
        self, x: float, y: float, kind: str = "head", *, down: float = 0, right: float = 0
    ) -> None:
        """Draws the head of an arrow along an axis, with its tip at a point."""
        tail_x, tail_y, side_x, side_y = x - 8 * right, y - 8 * down, 4 * down, 4 * right
        ends = (tail_x - side_x, tail_y - side_y, "L", tail_x + side_x, tail_y + side_y)
        self.path(kind, "M", x, y, "L", *ends, "Z")

    def curve(
        self,
        points: Sequence[tuple[float, float]],
        kind: str = "edge",
        head: str = "head",
        hint: str = "",
    ) -> None:
        """Draws an arrow up or down: a curve to the second point, straight to the third, ..."""
        down = 1 if points[1][1] > points[0][1] else -1
        way: list[str | float] = ["M", *points[0]]
        for number, ((x, y), (to_x, to_y)) in enumerate(pairwise(points)):
            if number % 2:
                way += ["V", to_y]
                continue
            to_y -= 6 * down if number == len(points) - 2 else 0
            bend = (to_y - y) / 2
            way += ["C", x, y + bend, to_x, to_y - bend, to_x, to_y]
        self.path(kind, *way, hint=hint)
        self.head(*points[-1], head, down=down)

    def lane(self, y: float, left: float, right: float, name: str, kind: str = "name") -> None:
        """Draws a lane of a chart over time: its name, and a line behind all that is on it."""
        self.text(MARGIN, y + 5, name, kind)
        self.path("rail", "M", left, y, "H", right)

    def axis(self, y: float, left: float, right: float, words: str, below: float = 17) -> None:
        """Draws an axis of time, with words below it."""
        self.path("edge", "M", left, y, "H", right - 7)
        self.head(right, y, right=1)
        self.text(left, y + below, words, "note")

    def svg(self, title: str, width: float, height: float) -> str:
        """Returns the picture as the text of an SVG file; its title is for who cannot see it."""
        w, h = round(width), round(height)
        panel = Canvas()
        panel.rect(1, 1, w - 2, h - 2, "panel")
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" '
            f'width="{w}" height="{h}" role="img">',
            f"{_title(title)}\n{style(self._rules)}",
            *panel._parts,
            *self._parts,
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    def _add(self, tag: str, kind: str, inside: str, **attributes: str | float) -> None:
        words = "".join(f' {name}="{_spelt(value)}"' for name, value in attributes.items())
        end = f">{inside}</{tag}>" if inside else "/>"
        self._parts.append(f'<{tag} class="{kind}"{words}{end}')


def _title(words: str) -> str:
    return f"<title>{clean(words)}</title>" if words else ""


def _spelt(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.1f}".removesuffix(".0")
