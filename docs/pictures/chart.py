"""A picture of work on a time axis: lanes, bars, arrows and notes, written as SVG text.

Each picture has its own panel and both palettes, so that it can be read on a light page and on a
dark one, also where the switch of the page does not reach it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

UNIT = 64  # pixels of one unit of time
GUTTER = 104  # for the lanes' names
BAR = 38
PITCH = 84  # from lane to lane
TOP = 26
MARGIN = 18
LINE = 16  # from one line of text to the next

STYLE = """
text { font: 13px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: #1d2733 }
.lane { font-weight: 600 } .note { font-size: 12px; fill: #4d5b6a } .mid { text-anchor: middle }
.end { text-anchor: end } .mono { font-family: ui-monospace, "DejaVu Sans Mono", monospace }
.panel { fill: #fbfcfd; stroke: #d5dce3 } .rail { stroke: #d5dce3 }
.axis, .pin, .wait { stroke: #4d5b6a; fill: none; stroke-width: 1.4 }
.pin { stroke-dasharray: 2 3 } .head { fill: #4d5b6a } .dot { fill: #4d5b6a }
.left { stroke: #8a97a5; fill: none; stroke-width: 1.4; stroke-dasharray: 5 4 }
.lefthead { fill: #8a97a5 }
rect { rx: 5px; stroke-width: 1.4 } .work { fill: #d9e8f6; stroke: #2b6ca3 }
.good { fill: #d8efe6; stroke: #1b7f5f } .bad { fill: #f8d9d3; stroke: #b3402a }
.never { fill: none; stroke: #8a97a5; stroke-dasharray: 5 4 }
.other { fill: #efe6d2; stroke: #8f6d1c }
"""
DARK = """
text { fill: #e4e9ee } .note { fill: #aab6c2 } .panel { fill: #1d232b; stroke: #3a4551 }
.rail { stroke: #3a4551 } .axis, .pin, .wait { stroke: #aab6c2 } .head, .dot { fill: #aab6c2 }
.left, .never { stroke: #7f8c99 } .lefthead { fill: #7f8c99 }
.work { fill: #1f3d5a; stroke: #7db4e3 } .good { fill: #1b4438; stroke: #62c7a2 }
.bad { fill: #57281f; stroke: #ec8b76 } .other { fill: #463a1c; stroke: #d5b25c }
"""


@dataclass(frozen=True, slots=True)
class Bar:
    """A box for something that lasts: `kind` is a class of the style sheet."""

    lane: int
    start: float
    end: float
    label: str
    kind: str = "work"
    note: str = ""  # below it


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow from the end of one bar to the start of another, with words beside it."""

    source: Bar
    target: Bar
    label: str = ""
    is_left_out: bool = False
    inset: float = 10  # pixels from the source's end
    entry: float = 0  # pixels from the middle of the target's side
    is_right: bool = False  # on which side of the line the words stand


@dataclass(frozen=True, slots=True)
class Pin:
    """A moment: a dotted line over some lanes, with words at its upper end."""

    time: float
    first: int
    last: int
    label: str
    is_left: bool = False  # the words stand to the left of it


@dataclass(slots=True)
class Chart:
    """The content of a picture.

    Attributes:
        title: a description for readers who cannot see the picture.
        lanes: the names of the lanes, from the top.
        length: the length of the time axis, in units.
    """

    title: str
    lanes: list[str]
    length: float
    bars: list[Bar] = field(default_factory=list[Bar])
    arrows: list[Arrow] = field(default_factory=list[Arrow])
    pins: list[Pin] = field(default_factory=list[Pin])

    def svg(self) -> str:
        """Returns the picture as SVG."""
        width = round(GUTTER + self.length * UNIT + 2 * MARGIN)
        height = TOP + len(self.lanes) * PITCH + 44
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img">',
            f"<title>{escape(self.title)}</title>",
            f"<style>{STYLE}@media (prefers-color-scheme: dark) {{{DARK}}}\n</style>",
            f'<rect class="panel" x="1" y="1" width="{width - 2}" height="{height - 2}"/>',
            *(self._lane(number, name, width) for number, name in enumerate(self.lanes)),
            *(_pin(pin) for pin in self.pins),
            *(_bar(bar) for bar in self.bars),
            *(_arrow(arrow) for arrow in self.arrows),
            self._axis(width, height),
            "</svg>",
        ]
        return "\n".join(parts) + "\n"

    def _lane(self, number: int, name: str, width: int) -> str:
        y = middle(number)
        rail = f'<path class="rail" d="M{GUTTER} {y}H{width - MARGIN}"/>'
        return rail + text(MARGIN, y + 5, name, "lane")

    def _axis(self, width: int, height: int) -> str:
        y, end = height - 26, width - MARGIN
        return (
            f'<path class="axis" d="M{GUTTER} {y}H{end - 7}"/>{_head(end, y)}'
            f"{text(GUTTER, y + 15, 'time', 'note')}"
        )


def across(time: float) -> float:
    """Returns the horizontal place of a moment, in pixels."""
    return round(GUTTER + time * UNIT, 1)


def middle(lane: int) -> float:
    """Returns the vertical middle of a lane, in pixels."""
    return TOP + lane * PITCH + BAR / 2 + 8


def text(x: float, y: float, words: str, kind: str = "") -> str:
    """Returns words, one line below the other; `code` in backquotes has its own font."""
    lines = words.split("\n")
    return "".join(
        f'<text x="{x:g}" y="{y + LINE * n:g}" class="{kind}">{_spans(line)}</text>'
        for n, line in enumerate(lines)
    )


def _spans(line: str) -> str:
    pieces = [escape(piece, quote=False) for piece in line.split("`")]
    return "".join(
        f'<tspan class="mono">{piece}</tspan>' if n % 2 else piece for n, piece in enumerate(pieces)
    )


def _bar(bar: Bar) -> str:
    x, y = across(bar.start), middle(bar.lane) - BAR / 2
    width = across(bar.end) - x
    first = y + BAR / 2 + 5 - LINE / 2 * bar.label.count("\n")
    return (
        # A bar without a filling must not show the things behind it.
        f'<rect class="panel" x="{x:g}" y="{y:g}" width="{width:g}" height="{BAR}"/>'
        f'<rect class="{bar.kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{BAR}"/>'
        f"{text(x + width / 2, first, bar.label, 'mid')}"
        f"{text(x, y + BAR + 15, bar.note, 'note') if bar.note else ''}"
    )


def _arrow(arrow: Arrow) -> str:
    source, target = arrow.source, arrow.target
    down = 1 if target.lane > source.lane else -1
    x = across(source.end) - arrow.inset
    start = middle(source.lane) + down * BAR / 2
    y, end = middle(target.lane) + arrow.entry, across(target.start)
    line, head = ("left", "lefthead") if arrow.is_left_out else ("wait", "head")
    # The words stand between the source and the lane beside it, where no rail crosses them.
    height = start + down * (PITCH - BAR) / 2 + 5 - LINE / 2 * arrow.label.count("\n")
    side = "note" if arrow.is_right else "note end"
    beside = text(x + (7 if arrow.is_right else -7), height, arrow.label, side)
    path = f'<path class="{line}" d="M{x:g} {start:g}V{y:g}H{end - 7:g}"/>'
    return path + _head(end, y, head) + (beside if arrow.label else "")


def _head(x: float, y: float, kind: str = "head") -> str:
    return f'<path class="{kind}" d="M{x:g} {y:g}l-9 -4.5v9z"/>'


def _pin(pin: Pin) -> str:
    x = across(pin.time)
    top, bottom = middle(pin.first) - BAR / 2 - 12, middle(pin.last) + BAR / 2
    words = text(
        x + (-7 if pin.is_left else 7), top + 4, pin.label, "note end" if pin.is_left else "note"
    )
    return f'<path class="pin" d="M{x:g} {top:g}V{bottom:g}"/>{words}'
