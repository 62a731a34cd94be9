"""The schedule of a failure as SVG: a lane for each queue and task, and what matters on it."""

from __future__ import annotations

from itertools import accumulate
from pathlib import PurePath

from streamrt._backends.sim.trace import spell
from streamrt.graph.pictures.canvas import LINE, MARGIN, Canvas, fit, plain, width_of
from streamrt.testing._reports.facts import Facts
from streamrt.testing._reports.layout import Bar, lay_out, spread
from streamrt.testing._reports.words import deviation, left_out

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

CLASSES = {"done": "work", "runs": "good", "failed": "bad", "lost": "bad"}  # others: "never"
WAITS = {"waits": "pause faint thick", "stuck": "stuck thick"}
ALARMS = ("fails", "is cancelled")


def svg(failure: Facts) -> str:
    """Returns the schedule of a failure as a picture that needs nothing else."""
    sheet = _Sheet(failure)
    if not sheet.layout.rows:
        line = "no events were recorded"
        sheet.canvas.text(MARGIN, MARGIN + 12, line, "note")
        return sheet.canvas.svg(line, 260, 2 * MARGIN + LINE)
    sheet.draw_lanes()
    for bar in sheet.layout.bars:
        sheet.draw_bar(bar)
    sheet.draw_marks()
    sheet.draw_missing()
    sheet.draw_flags()
    sheet.draw_axis()
    title = f"the schedule of {plain(failure.program)}: {plain(failure.kind)}"
    return sheet.canvas.svg(title, sheet.right + 2 * MARGIN, sheet.bottom + 3 * LINE)


class _Sheet:
    """The places of a layout, in pixels, and the canvas on which it is drawn."""

    def __init__(self, failure: Facts) -> None:
        self.failure, self.canvas = failure, Canvas()
        self.layout = layout = lay_out(failure, STOPS, ROWS)
        widest = max((width_of(plain(name)) for name in layout.rows), default=0.0)
        self.left: float = 2 * MARGIN + min(MOST, max(LEAST, widest))
        self._x = [self.left + place for place in spread(layout.stops, WIDTH, NEAR, FAR)]
        self.right: float = max(self.left + WIDTH, *self._x, 0.0)
        shrink = 0.8 if len(layout.rows) >= MANY else 1.0
        host = len(layout.rows) - layout.queues
        heights = [shrink * PITCH] * layout.queues + [shrink * CLOSE] * host
        sides = list(accumulate(heights, initial=TOP))
        self._y = [top + height / 2 for top, height in zip(sides, heights, strict=False)]
        self.floor: float = sides[-1]  # the lower end of the rows
        self.bottom: float = self.floor + (ROOM if layout.flags else 0)
        self._ends = {bar.access: bar for bar in layout.bars if bar.access}

    def draw_lanes(self) -> None:
        """Draws the lanes, the bands of what is left out, and the poles of the flags."""
        layout, canvas = self.layout, self.canvas
        for x, stop in zip(self._x, layout.stops, strict=True):
            if stop.is_gap:
                hint = "steps are left out here"
                canvas.rect(x - 5, TOP, 10, self.floor - TOP, "gap", hint, 3)
        for row, (y, name) in enumerate(zip(self._y, layout.rows, strict=True)):
            words = fit(plain(name), self.left - 2 * MARGIN)
            canvas.lane(y, self.left, self.right, words, "name" if row < layout.queues else "")
        for flag in layout.flags:  # from the step that was drawn to the lane of draws
            canvas.path("pole", "M", self._x[flag.stop], self._y[flag.row], "V", self.floor)

    # -- what runs ------------------------------------------------------------------------------

    def draw_bar(self, bar: Bar) -> None:
        """Draws a command as a box, and what a task does as a line."""
        x, end, y, half = self._extent(bar)
        hint = f"{bar.words}: " if bar.words else ""
        hint += f"{bar.kind}, {spell(bar.begun)} to {spell(bar.ended)} {bar.where}"
        if line := WAITS.get(bar.kind):
            self.canvas.path(line, "M", x, y, "H", end, hint=plain(hint))
        else:
            kind = CLASSES.get(bar.kind, "never")
            if bar.access:
                kind = "bad strong ghost" if bar.kind == "never" else "bad strong"
            box = x, y - half, end - x, 2 * half
            self.canvas.rect(*box, kind, plain(hint), hides=True)
            name = f"{bar.access} {bar.words}" if bar.access else bar.words
            label = fit(plain(name), end - x - 6)
            if bar.access and len(label) < 4:
                label = str(bar.access)
            self.canvas.text((x + end) / 2, y + 5, label, "mid")
        self._note(bar)

    def _extent(self, bar: Bar) -> tuple[float, float, float, float]:
        """Returns where a bar begins and ends, its middle, and half of its height."""
        x = self._x[bar.start]
        half = (BAR if bar.words else THIN) / 2
        return x, max(self._x[bar.end], x + 8), self._y[bar.row], half

    def _note(self, bar: Bar) -> None:
        """Writes the words beside a bar that matters, on the side where no arrow is."""
        x, end, y, half = self._extent(bar)
        if bar.kind == "stuck":
            words = f"waits at {short(bar.where)}" if bar.where else "waits for ever"
            self._beside(end, end, y + half + 12, words)
        elif bar.access:
            site = self.failure.sites[bar.access - 1 : bar.access]
            words = f"submitted at {short(site[0])}" if site else f"access {bar.access}"
            words = f"has not run; {words}" if bar.kind == "never" else words
            is_above = self._ends.get(3 - bar.access, bar).row > bar.row
            self._beside(x, end, y - half - 6 if is_above else y + half + 14, words)
        elif bar.words and bar.kind != "done":
            self._beside(x, end, y + half + 14, f"{bar.words} {bar.kind}")

    def _beside(self, x: float, end: float, y: float, words: str, kind: str = "loud") -> None:
        """Writes words that begin at a place, or end at another if they would go too far."""
        words = fit(plain(words), WIDTH * 0.6, 12)
        is_late = x + width_of(words, 12) > self.right
        self.canvas.text(end if is_late else x, y, words, f"{kind} end" if is_late else kind)

    def draw_marks(self) -> None:
        """Draws a dot for each moment of the host, and writes beside it if it is bad news."""
        for mark in self.layout.marks:
            x, y = self._x[mark.start], self._y[mark.row]
            is_alarm = mark.kind in ALARMS
            where = f", {mark.where}" if mark.where else ""
            hint = plain(f"{mark.kind} at {spell(mark.begun)}{where}")
            self.canvas.circle(x, y, 4.5, "alarm" if is_alarm else "dot", hint)
            if is_alarm:  # a cancel often precedes a failure
                where = f" at {short(mark.where)}" if mark.where else ""
                lower = THIN / 2 + 13 if mark.kind == "fails" else -THIN
                self._beside(x, x, y + lower, f"{mark.kind}{where}")

    # -- what is behind it ----------------------------------------------------------------------

    def draw_missing(self) -> None:
        """Draws the arrow of the order that a race lacks, from its first access to its second."""
        if len(self._ends) < 2 or self._ends[1].row == self._ends[2].row:
            return
        begin, end, y, half = self._extent(self._ends[1])
        to_begin, to_end, to_y, to_half = self._extent(self._ends[2])
        down = 1 if to_y > y else -1
        x, to_x = end - min(8.0, (end - begin) / 2), to_begin + min(8.0, (to_end - to_begin) / 2)
        y, to_y = y + down * half, to_y - down * to_half
        self.canvas.curve([(x, y), (to_x, to_y)], "missing thick", "alarm")
        words = "nothing orders 2 after 1"
        half = width_of(words, 12) / 2
        middle, height = (x + to_x) / 2, (y + to_y) / 2 - 3 * down
        if abs(to_x - x) < 2.5 * half:  # the words would hide the arrow
            beside = max(x, to_x) + 10 + half
            middle = beside if beside + half < self.right else min(x, to_x) - 10 - half
        self.canvas.rect(middle - half, height - 8, 2 * half, 16, "ground", radius=2)
        self.canvas.text(middle, height + 4, words, "loud mid")

    def draw_flags(self) -> None:
        """Draws a flag for each draw that deviates, and writes its number if there is room."""
        flags = sorted(self.layout.flags, key=lambda flag: flag.stop)
        self.canvas.text(MARGIN, self.floor + 13, "draws" if flags else "", "flagged")
        told = {number: deviation(number, draw) for number, draw in self.failure.deviations}
        free = 0.0
        for flag in flags:
            x, y, hint = self._x[flag.stop], self.floor, told[flag.number]
            self.canvas.path("flag", "M", x, y, "l", -5, 9, "h", 10, "Z", hint=hint)
            words = hint if len(flags) == 1 else str(flag.number)
            if x >= free:
                self._beside(x + 9, x - 9, y + 13, words, "flagged")
                free = x + 9 + width_of(words, 12)

    def draw_axis(self) -> None:
        """Draws the axis of time, and says what is left out."""
        y, free, last = self.bottom + 4, 0.0, -1
        words = "virtual time; steps of one instant stand side by side"
        missing = left_out(self.layout.steps_left_out, self.layout.rows_left_out)
        words = f"{words}; {missing}" if missing else words
        self.canvas.axis(y, self.left, self.right + 11, words, 16 + LINE)
        for x, stop in zip(self._x, self.layout.stops, strict=True):
            words = spell(stop.at)
            is_late = x + width_of(words, 12) > self.right
            begin = x - width_of(words, 12) * is_late
            if stop.is_gap or stop.at == last or begin < free:
                continue
            last, free = stop.at, begin + TICK
            self.canvas.path("edge", "M", x, y, "v", 4)
            self.canvas.text(x, y + 16, words, "note end" if is_late else "note")


def short(site: str) -> str:
    """Returns a site without the folders of its file."""
    path, line, rest = site.rpartition(":")
    return f"{PurePath(path).name}{line}{rest}" if line else site
