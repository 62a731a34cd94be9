"""A picture of work on a time axis: lanes, bars, arrows and notes, on the canvas of streamrt."""

from __future__ import annotations

from dataclasses import dataclass, field

from streamrt.graph.pictures.canvas import LINE, MARGIN, Canvas, clean

UNIT = 64  # pixels of one unit of time
GUTTER = 104  # for the lanes' names
BAR = 38
PITCH = 84  # from lane to lane
TOP = 26


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
        canvas = Canvas()
        right = GUTTER + self.length * UNIT + MARGIN
        for number, name in enumerate(self.lanes):
            canvas.lane(middle(number), GUTTER, right, "")
            _write(canvas, MARGIN, middle(number) + 5, name, "name")
        for pin in self.pins:
            _draw_pin(canvas, pin)
        for bar in self.bars:
            _draw_bar(canvas, bar)
        for arrow in self.arrows:
            _draw_arrow(canvas, arrow)
        height = TOP + len(self.lanes) * PITCH + 44
        canvas.axis(height - 26, GUTTER, right, "time", 15)
        return canvas.svg(self.title, right + MARGIN, height)


def across(time: float) -> float:
    """Returns the horizontal place of a moment, in pixels."""
    return GUTTER + time * UNIT


def middle(lane: int) -> float:
    """Returns the vertical middle of a lane, in pixels."""
    return TOP + lane * PITCH + BAR / 2 + 8


def _write(canvas: Canvas, x: float, y: float, words: str, kind: str) -> None:
    """Writes words, one line below the other; `code` in backquotes has its own font."""
    for n, line in enumerate(words.split("\n")):
        canvas.text(x, y + LINE * n, line, kind, _spans)


def _spans(line: str) -> str:
    return "".join(
        f'<tspan class="mono">{clean(piece)}</tspan>' if n % 2 else clean(piece)
        for n, piece in enumerate(line.split("`"))
    )


def _draw_bar(canvas: Canvas, bar: Bar) -> None:
    x, width, y = across(bar.start), across(bar.end) - across(bar.start), middle(bar.lane)
    canvas.rect(x, y - BAR / 2, width, BAR, bar.kind, hides=True)
    first = y + 5 - LINE / 2 * bar.label.count("\n")
    _write(canvas, x + width / 2, first, bar.label, "mid")
    _write(canvas, x, y + BAR / 2 + 15, bar.note, "note")


def _draw_arrow(canvas: Canvas, arrow: Arrow) -> None:
    source, target = arrow.source, arrow.target
    down = 1 if target.lane > source.lane else -1
    x, end = across(source.end) - arrow.inset, across(target.start)
    start, y = middle(source.lane) + down * BAR / 2, middle(target.lane) + arrow.entry
    line, head = ("edge after faint", "head faded") if arrow.is_left_out else ("edge", "head")
    canvas.path(line, "M", x, start, "V", y, "H", end - 7)
    canvas.head(end, y, head, right=1)
    # The words stand between the source and the lane beside it, where no rail crosses them.
    height = start + down * (PITCH - BAR) / 2 + 5 - LINE / 2 * arrow.label.count("\n")
    side = (x + 7, "note") if arrow.is_right else (x - 7, "note end")
    _write(canvas, side[0], height, arrow.label, side[1])


def _draw_pin(canvas: Canvas, pin: Pin) -> None:
    x, top = across(pin.time), middle(pin.first) - BAR / 2 - 12
    canvas.path("edge over", "M", x, top, "V", middle(pin.last) + BAR / 2)
    _write(canvas, x + 7, top + 4, pin.label, "note")
