"""The schedule of a failure as SVG: a lane for each queue and task, and what matters on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from streamrt._backends.sim.trace import spell
from streamrt.graph.pictures.canvas import (
    LINE,
    MARGIN,
    clean,
    fit,
    head,
    page,
    rect,
    text,
    width_of,
)
from streamrt.testing._reports.facts import Facts
from streamrt.testing._reports.layout import Bar, Layout, Mark, lay_out, spread
from streamrt.testing._reports.words import deviation, left_out, plain

STOPS = 48  # the most on the axis
ROWS = 20
WIDTH, NEAR, FAR = 640.0, 16.0, 34.0  # of the axis: its width, and the least between stops
LEAST, MOST = 64.0, 230.0  # the widths of the rows' names
TOP = 22.0
BAR, THIN = 30.0, 10.0  # the heights of a command and of a task's line
PITCH, CLOSE = 64.0, 44.0  # the heights of the rows of queues and of the host
MANY = 10  # from so many rows on, they are lower
TICK = 64.0  # the least distance between two times
ROOM = 24.0  # the height of the lane of draws

STYLE = """
.bad { fill: #f8d9d3; stroke: #b3402a } .never { fill: none; stroke: #8a97a5 }
.never, .missing, .ghost { stroke-dasharray: 5 4 } .pause { stroke: #8a97a5; stroke-dasharray: 2 4 }
.pause, .stuck, .missing { fill: none; stroke-width: 2 } .stuck, .missing { stroke: #b3402a }
.stuck { stroke-dasharray: 2 4 } .alarm { fill: #b3402a } .loud { fill: #b3402a; font-weight: 600 }
.dot { fill: #2b6ca3; stroke: #fbfcfd } .flag, .flagged { fill: #8f6d1c }
.pole { stroke: #8f6d1c; stroke-dasharray: 2 3; fill: none }
.strong { stroke-width: 2.6 } .gap { fill: #eceff2; stroke: none }
.loud, .flagged { font-size: 12px }
"""
DARK = """
.bad { fill: #57281f; stroke: #ec8b76 } .never, .pause { stroke: #7f8c99 }
.stuck, .missing { stroke: #ec8b76 } .alarm, .loud { fill: #ec8b76 }
.dot { fill: #7db4e3; stroke: #1d232b } .flag, .flagged { fill: #d5b25c } .pole { stroke: #d5b25c }
.gap { fill: #2a323c }
"""
CLASSES = {"done": "work", "runs": "good", "failed": "bad", "lost": "bad"}  # others: "never"
WAITS = {"waits": "pause", "stuck": "stuck"}
ALARMS = ("fails", "is cancelled")


def svg(failure: Facts) -> str:
    """Returns the schedule of a failure as a picture that needs nothing else."""
    sheet = _Sheet(failure)
    parts = [f"<style>{STYLE}@media (prefers-color-scheme: dark) {{{DARK}}}\n</style>"]
    if not sheet.layout.rows:
        line = "no events were recorded"
        return page(line, 260, 2 * MARGIN + LINE, [*parts, text(MARGIN, MARGIN + 12, line, "note")])
    parts += [*sheet.ground(), *sheet.poles(), *sheet.bars(), *sheet.marks()]
    parts += [*sheet.missing(), *sheet.flags(), *sheet.axis()]
    title = f"the schedule of {plain(failure.program)}: {plain(failure.kind)}"
    return page(title, sheet.right + 2 * MARGIN, sheet.bottom + 3 * LINE, parts)


class _Sheet:
    """The places of a layout, in pixels, and what is drawn there."""

    def __init__(self, failure: Facts) -> None:
        self.failure = failure
        self.layout: Layout = lay_out(failure, STOPS, ROWS)
        widest = max((width_of(plain(name)) for name in self.layout.rows), default=0.0)
        self.left: float = 2 * MARGIN + min(MOST, max(LEAST, widest))
        across = spread(self.layout.stops, WIDTH, NEAR, FAR)
        self._places = [self.left + place for place in across]
        self.right: float = max(self.left + WIDTH, *self._places, 0.0)
        shrink = 0.8 if len(self.layout.rows) >= MANY else 1.0
        queues, host = self.layout.queues, len(self.layout.rows) - self.layout.queues
        heights = [shrink * PITCH] * queues + [shrink * CLOSE] * host
        self._middles = [
            TOP + sum(heights[:row]) + height / 2 for row, height in enumerate(heights)
        ]
        self.floor: float = TOP + sum(heights)  # the lower end of the rows
        self.bottom: float = self.floor + (ROOM if self.layout.flags else 0)
        self._ends = {bar.access: bar for bar in self.layout.bars if bar.access}

    def ground(self) -> Iterator[str]:
        """Yields the names of the rows, their rails, and the bands of what is left out."""
        for place, stop in zip(self._places, self.layout.stops, strict=True):
            if stop.is_gap:
                height = self.floor - TOP
                yield rect(place - 5, TOP, 10, height, "gap", 3, "steps are left out here")
        for row, name in enumerate(self.layout.rows):
            y = self._middles[row]
            kind = "name" if row < self.layout.queues else ""
            yield text(MARGIN, y + 5, fit(plain(name), self.left - 2 * MARGIN), kind)
            yield f'<path class="rail" d="M{self.left:.1f} {y:.1f}H{self.right:.1f}"/>'

    # -- what runs ------------------------------------------------------------------------------

    def bars(self) -> Iterator[str]:
        """Yields the commands as boxes, and what tasks do as lines."""
        for bar in self.layout.bars:
            x, width = self._extent(bar)
            y = self._middles[bar.row]
            hint = f"{bar.words}: " if bar.words else ""
            hint += f"{bar.kind}, {spell(bar.begun)} to {spell(bar.ended)} {bar.where}"
            if kind := WAITS.get(bar.kind):
                line = f'<path class="{kind}" d="M{x:.1f} {y:.1f}h{width:.1f}">'
                yield f"{line}<title>{clean(plain(hint))}</title></path>"
            else:
                yield from self._box(bar, x, y, width, plain(hint))
            yield self._note(bar, x, x + width)

    def _box(self, bar: Bar, x: float, y: float, width: float, hint: str) -> Iterator[str]:
        height = BAR if bar.words else THIN
        kind = CLASSES.get(bar.kind, "never")
        if bar.access:
            kind = "bad strong ghost" if bar.kind == "never" else "bad strong"
        yield rect(x, y - height / 2, width, height, "panel")
        yield rect(x, y - height / 2, width, height, kind, title=hint)
        label = fit(plain(f"{bar.access} {bar.words}" if bar.access else bar.words), width - 6)
        if bar.access and len(label) < 4:
            label = str(bar.access)
        yield text(x + width / 2, y + 5, label, "mid")

    def _extent(self, bar: Bar) -> tuple[float, float]:
        """Returns where a bar begins and how wide it is."""
        x, end = self._places[bar.start], self._places[bar.end]
        return x, max(end - x, 8.0)

    def _note(self, bar: Bar, x: float, end: float) -> str:
        """Returns the words beside a bar that matters, on the side where no arrow is."""
        y = self._middles[bar.row]
        height = (BAR if bar.words else THIN) / 2
        if bar.kind == "stuck":
            words = f"waits at {short(bar.where)}" if bar.where else "waits for ever"
            return self._beside(end, end, y + height + 12, words)
        if bar.access:
            site = self.failure.sites[bar.access - 1 : bar.access]
            words = f"submitted at {short(site[0])}" if site else f"access {bar.access}"
            words = f"has not run; {words}" if bar.kind == "never" else words
            other = self._ends.get(3 - bar.access, bar)
            is_above = other.row > bar.row
            return self._beside(x, end, y - height - 6 if is_above else y + height + 14, words)
        words = f"{bar.words} {bar.kind}" if bar.words and bar.kind != "done" else ""
        return self._beside(x, end, y + height + 14, words)

    def _beside(self, x: float, end: float, y: float, words: str, kind: str = "loud") -> str:
        """Returns words that begin at a place, or end at another if they would go too far."""
        words = fit(plain(words), WIDTH * 0.6, 12)
        is_late = x + width_of(words, 12) > self.right
        return text(end if is_late else x, y, words, f"{kind} end" if is_late else kind)

    def marks(self) -> Iterator[str]:
        """Yields a dot for each moment of the host."""
        for mark in self.layout.marks:
            x, y = self._places[mark.stop], self._middles[mark.row]
            kind = "alarm" if mark.what in ALARMS else "dot"
            hint = f"{mark.what} at {spell(mark.at)}" + (f", {mark.where}" if mark.where else "")
            circle = f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="4.5">'
            yield f"{circle}<title>{clean(plain(hint))}</title></circle>"
            if mark.what in ALARMS:
                yield self._alarm(mark, x, y)

    def _alarm(self, mark: Mark, x: float, y: float) -> str:
        """Returns the words of a moment that is bad news. A cancel often precedes a failure."""
        where = f" at {short(mark.where)}" if mark.where else ""
        lower = THIN / 2 + 13 if mark.what == "fails" else -THIN
        return self._beside(x, x, y + lower, f"{mark.what}{where}")

    # -- what is behind it ----------------------------------------------------------------------

    def missing(self) -> Iterator[str]:
        """Yields the arrow of the order that a race lacks, from its first access to its second."""
        if len(self._ends) < 2 or self._ends[1].row == self._ends[2].row:
            return
        first, second = self._ends[1], self._ends[2]
        down = 1 if second.row > first.row else -1
        x, width = self._extent(first)
        to_x, to_width = self._extent(second)
        x, to_x = x + width - min(8.0, width / 2), to_x + min(8.0, to_width / 2)
        y = self._middles[first.row] + down * self._half(first)
        tip = self._middles[second.row] - down * self._half(second)
        end = tip - 7 * down
        bend = (end - y) / 2
        curve = f"C{x:.1f} {y + bend:.1f} {to_x:.1f} {end - bend:.1f} {to_x:.1f} {end:.1f}"
        yield f'<path class="missing" d="M{x:.1f} {y:.1f}{curve}"/>'
        yield head(to_x, tip, down=down, right=0, kind="alarm")
        words = "nothing orders 2 after 1"
        half = width_of(words, 12) / 2
        middle, height = (x + to_x) / 2, (y + end) / 2
        if abs(to_x - x) < 2.5 * half:  # the words would hide the arrow
            beside = max(x, to_x) + 10 + half
            middle = beside if beside + half < self.right else min(x, to_x) - 10 - half
        yield rect(middle - half, height - 8, 2 * half, 16, "ground", 2)
        yield text(middle, height + 4, words, "loud mid")

    def _half(self, bar: Bar) -> float:
        return (BAR if bar.words else THIN) / 2

    def poles(self) -> Iterator[str]:
        """Yields the poles of the flags, from the step that was drawn to the lane of draws."""
        for flag in self.layout.flags:
            x, y = self._places[flag.stop], self._middles[flag.row]
            yield f'<path class="pole" d="M{x:.1f} {y:.1f}V{self.floor:.1f}"/>'

    def flags(self) -> Iterator[str]:
        """Yields a flag for each draw that deviates, and its number if there is room."""
        if not self.layout.flags:
            return
        yield text(MARGIN, self.floor + 13, "draws", "flagged")
        told = {number: deviation(number, draw) for number, draw in self.failure.deviations}
        free = 0.0
        for flag in sorted(self.layout.flags, key=lambda flag: flag.stop):
            x, y = self._places[flag.stop], self.floor
            hint = clean(told[flag.number])
            yield f'<path class="flag" d="M{x:.1f} {y:.1f}l-5 9h10Z"><title>{hint}</title></path>'
            is_only = len(self.layout.flags) == 1
            words = told[flag.number] if is_only else str(flag.number)
            if x >= free:
                yield self._beside(x + 9, x - 9, y + 13, words, "flagged")
                free = x + 9 + width_of(words, 12)

    def axis(self) -> Iterator[str]:
        """Yields the axis of time, and what is left out."""
        y = self.bottom + 4
        yield f'<path class="edge" d="M{self.left:.1f} {y:.1f}H{self.right + 4:.1f}"/>'
        yield head(self.right + 11, y, down=0, right=1)
        free, last = 0.0, -1
        for place, stop in zip(self._places, self.layout.stops, strict=True):
            words = spell(stop.at)
            is_late = place + width_of(words, 12) > self.right
            begin = place - width_of(words, 12) * is_late
            if stop.is_gap or stop.at == last or begin < free:
                continue
            last, free = stop.at, begin + TICK
            yield f'<path class="edge" d="M{place:.1f} {y:.1f}v4"/>'
            yield text(place, y + 16, words, "note end" if is_late else "note")
        words = "virtual time; steps of one instant stand side by side"
        missing = left_out(self.layout.steps_left_out, self.layout.rows_left_out)
        yield text(self.left, y + 16 + LINE, f"{words}; {missing}" if missing else words, "note")


def short(site: str) -> str:
    """Returns a site without the folders of its file."""
    path, line, rest = site.rpartition(":")
    return f"{PurePath(path).name}{line}{rest}" if line else site
