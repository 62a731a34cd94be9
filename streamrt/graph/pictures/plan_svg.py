"""Plans as pictures: the nodes of each stream over time, and the arena below over the same time.

Times are estimates, from the order, the costs and the waits. If the shortest commands would be
too thin to read, time is stretched there, and the axis says so.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from streamrt._core.planning.issue import CROSSING_NS
from streamrt._core.planning.order import NO_VALUE
from streamrt._core.planning.plan import Schedule
from streamrt.graph.nodes import Node, Value
from streamrt.graph.pictures.canvas import LINE, MARGIN, Canvas, fit, width_of

__all__ = ["draw_plan"]

SHOWN = 60  # the most nodes in a picture; then the first are shown
GUTTER = 112  # the room for the streams' names
LEGEND = 132  # the room for the words beside the arena
BAR = 34
PITCH = 88  # the distance from stream to stream
TOP = 62
LOW, HIGH = 160.0, 440.0  # the arena's least and greatest height
ROW = 20.0  # the least height of a temporary, unless the arena would get too high
PLOT, LONG = 720.0, 1400.0  # the least width of the time axis, and the greatest without stretching
THIN = 34.0  # the least width of a bar; time is stretched to make it so

Area = tuple[float, float, float, float]  # its left, top, right and bottom
Point = tuple[float, float]


class Bar(NamedTuple):
    """The time in which a node runs, in nanoseconds."""

    lane: int
    start: int
    end: int


def draw_plan(
    schedule: Schedule,
    nodes: Sequence[Node],
    values: Sequence[Value],
    costs: Sequence[int],
    title: str = "",
) -> str:
    """Returns the plan as SVG text. Of a large plan the first nodes are shown.

    Args:
        schedule: the plan's.
        nodes: the plan's, by the numbers of the schedule.
        values: the plan's.
        costs: how long each node runs by the estimate, in nanoseconds.
        title: begins the first line.
    """
    sheet = _Sheet(schedule, nodes, values, _estimate(schedule, costs))
    canvas, right = sheet.canvas, sheet.right
    line = _title(schedule, title, max((bar.end for bar in sheet.bars), default=0))
    canvas.text(MARGIN, MARGIN + 10, line, "name")
    for lane in range(len(schedule.lanes)):
        canvas.lane(_middle(lane), GUTTER, right, f"stream {lane}")
    # Bars are drawn over the arrows that pass their stream, and words over everything.
    for words, points in sheet.waits():
        canvas.curve(points, hint=words)
    sheet.draw_bars()
    sheet.label_waits()
    top = float(TOP) + len(schedule.lanes) * PITCH + 8
    bottom = sheet.draw_arena(top) if schedule.arena_nbytes else top
    words = "time, estimated" if sheet.is_true else "time, estimated; short commands are stretched"
    words += f"; the first {SHOWN} of {len(nodes)} nodes" if len(nodes) > SHOWN else ""
    canvas.axis(bottom + 12, GUTTER, right, words)
    width = max(right + LEGEND, width_of(line, 14)) + 2 * MARGIN
    return canvas.svg(line, width, bottom + 40 + LINE)


def _title(schedule: Schedule, title: str, length: int) -> str:
    streams = len(schedule.lanes)
    bound = schedule.live_bytes_bound
    memory = f"arena {_bytes(schedule.arena_nbytes)}"
    if bound:
        memory += f", {schedule.arena_nbytes / bound:.2f}x of the bound {_bytes(bound)}"
    facts = f"{streams} stream{'s' * (streams != 1)}, {schedule.policy}, {memory}"
    facts += f", about {_duration(length)}"
    return f"{title}: {facts}" if title else facts


# -- time -----------------------------------------------------------------------------------------


def _estimate(schedule: Schedule, costs: Sequence[int]) -> list[Bar]:
    """Returns the time in which each node would run if the costs were exact."""
    free = [0] * len(schedule.lanes)
    bars = [Bar(0, 0, 0)] * len(costs)
    for node in schedule.order:
        lane = schedule.stream_of[node]
        waits = (bars[wait.node].end + CROSSING_NS for wait in schedule.waits[node])
        start = max(free[lane], *waits, 0)
        free[lane] = start + max(1, costs[node])  # so that every node can be seen
        bars[node] = Bar(lane, start, free[lane])
    return bars


def _places(bars: Sequence[Bar]) -> tuple[dict[int, float], bool]:
    """Returns the place of each moment on the axis, and whether lengths are in proportion.

    Time is stretched between moments that are close.
    """
    moments = sorted({0, *(b.start for b in bars), *(b.end for b in bars)})
    lanes = Counter(bar.lane for bar in bars)
    wanted = min(LONG, max(PLOT, 48.0 * max(lanes.values(), default=0)))
    begins: dict[int, list[int]] = {}
    for bar in bars:
        begins.setdefault(bar.end, []).append(bar.start)
    where, is_true = {0: float(GUTTER)}, True
    for before, now in pairwise(moments):
        true = where[before] + (now - before) / moments[-1] * wanted
        where[now] = max(true, *(where[start] + THIN for start in begins.get(now, ())), 0.0)
        is_true = is_true and where[now] == true
    return where, is_true


def _middle(lane: int) -> float:
    return TOP + lane * PITCH + BAR / 2


class _Sheet:
    """A plan with its bars, and the canvas on which they are drawn."""

    def __init__(
        self,
        schedule: Schedule,
        nodes: Sequence[Node],
        values: Sequence[Value],
        bars: Sequence[Bar],
    ) -> None:
        self.schedule, self.nodes, self.values, self.bars = schedule, nodes, values, bars
        self.canvas = Canvas()
        self.shown = {node: bars[node] for node in schedule.order[:SHOWN]}
        places, self.is_true = _places(list(self.shown.values()))
        self._moments, self._x = list(places), list(places.values())
        self.right: float = self._x[-1] if bars else GUTTER + PLOT

    def at(self, time: int) -> float:
        """Returns the place of a moment; the end of the axis if it is later."""
        return self._x[min(bisect_left(self._moments, time), len(self._x) - 1)]

    def draw_bars(self) -> None:
        """Draws the nodes, each with its name or at least its number, if there is room."""
        for node, bar in self.shown.items():
            x, y = self.at(bar.start), _middle(bar.lane)
            width = max(self.at(bar.end) - x, 2.0)
            number = str(self.nodes[node].index)
            name = f"{number} {self.nodes[node].name}"
            hint = f"{name}: {_duration(bar.end - bar.start)} from {_duration(bar.start)}"
            self.canvas.rect(x, y - BAR / 2, width, BAR, "work", hint, hides=True)
            label = fit(name, width - 8)
            if len(label) < len(name) and width_of(label) < width_of("00 abc"):
                label = number if width_of(number) <= width - 4 else ""
            self.canvas.text(x + width / 2, y + 5, label, "mid")

    # -- waits ------------------------------------------------------------------------------------

    def waits(self) -> Iterator[tuple[str, tuple[Point, Point]]]:
        """Yields the waits: words, the end of one node and the start of the one that waits."""
        for node, bar in self.shown.items():
            for wait in self.schedule.waits[node]:
                source = self.shown[wait.node]
                side = BAR / 2 if bar.lane > source.lane else -BAR / 2
                # Not at the corners, so that one sees which bars it connects.
                start = (self.at(source.end) - 5, _middle(source.lane) + side)
                end = (self.at(bar.start) + 5, _middle(bar.lane) - side)
                about = "" if wait.value == NO_VALUE else f" {self.values[wait.value].name}"
                yield f"{wait.hazard}{about}", (start, end)

    def label_waits(self) -> None:
        """Writes the words of each wait on its arrow, at a place where they cover nothing."""
        taken: list[Area] = []
        for bar in self.shown.values():
            y = _middle(bar.lane)
            taken.append((self.at(bar.start), y - BAR / 2, self.at(bar.end), y + BAR / 2))
        for whole, (start, end) in self.waits():
            words = fit(whole, 110, 12)
            half = width_of(words, 12) / 2
            for part in (0.5, 0.35, 0.65, 0.25, 0.75):
                # The same curve as drawn: across by the cubic 3p^2 - 2p^3, down nearly so.
                ease = part * part * (3 - 2 * part)
                fall = 1.5 * part * (1 - part) + part**3
                x = start[0] + (end[0] - start[0]) * ease
                y = start[1] + (end[1] - start[1]) * fall
                area = (x - half, y - 8, x + half, y + 8)
                if x - half > GUTTER - 8 and not any(_meet(area, other) for other in taken):
                    taken.append(area)
                    self.canvas.rect(x - half, y - 7, 2 * half, 14, "ground", radius=2)
                    self.canvas.text(x, y + 4, words, "note mid")
                    break

    # -- the arena --------------------------------------------------------------------------------

    def draw_arena(self, top: float) -> float:
        """Draws time from left to right and bytes from the bottom; returns where that is."""
        schedule, canvas = self.schedule, self.canvas
        lives = self._lives()
        # A height, within limits, that gives the smallest temporary room for its name.
        least = min((self.values[v].nbytes for v in lives if self.values[v].nbytes), default=1)
        bottom = top + min(HIGH, max(LOW, ROW * schedule.arena_nbytes / least))
        scale = (bottom - top) / schedule.arena_nbytes
        canvas.path("rail", "M", GUTTER, top, "H", self.right, "V", bottom, "H", GUTTER, "Z")
        canvas.text(MARGIN, top + 12, "arena", "name")
        canvas.text(MARGIN, bottom - 2, "byte 0", "note")
        for value, (start, end) in lives.items():
            offset, nbytes = schedule.offsets[value], self.values[value].nbytes
            if offset is None or not nbytes:
                continue
            x, width, height = self.at(start), self.at(end) - self.at(start), nbytes * scale
            y = bottom - offset * scale - height
            name, size = self.values[value].name, _bytes(nbytes)
            hint = f"{name}: {size} at byte {offset}"
            canvas.rect(x, y, width, height, "good", hint, 3, hides=True)
            self._name(name, size, x + width / 2, y + height / 2, width - 8, height)
        self._draw_limits(top, bottom, scale)
        return bottom

    def _name(
        self, name: str, size: str, x: float, middle: float, width: float, height: float
    ) -> None:
        """Writes the words in a rectangle, as far as there is room."""
        both = f"{name}  {size}"
        is_wide = width_of(both) <= width
        note = fit(size, width, 12)
        if height >= 38 and not is_wide and note == size:
            self.canvas.text(x, middle - 3, fit(name, width), "mid")
            self.canvas.text(x, middle + 13, note, "note mid")
        elif height >= 16:
            self.canvas.text(x, middle + 5, both if is_wide else fit(name, width), "mid")

    def _lives(self) -> Mapping[int, tuple[int, int]]:
        """Returns the first and last use of each temporary that is shown, in nanoseconds.

        An input that is overwritten in place ends when the node that overwrites it begins.
        """
        lives: dict[int, tuple[int, int]] = {}
        for node in self.schedule.order:
            bar = self.bars[node]
            for operand in self.nodes[node].operands:
                if self.schedule.offsets[operand.value] is not None:
                    start, end = lives.get(operand.value, (bar.start, bar.end))
                    lives[operand.value] = (min(start, bar.start), max(end, bar.end))
        for node, source, _ in self.schedule.in_place:
            lives[source] = (lives[source][0], self.bars[node].start)
        moment = max(bar.start for bar in self.shown.values())
        return {value: life for value, life in lives.items() if life[0] <= moment}

    def _draw_limits(self, top: float, bottom: float, scale: float) -> None:
        total, bound = self.schedule.arena_nbytes, self.schedule.live_bytes_bound
        words = [(top + 5, f"arena {_bytes(total)}")]
        self.canvas.path("edge", "M", GUTTER, top, "H", self.right + 8)
        if bound == total:
            words = [(top + 5, _bytes(total)), (top + 5 + LINE, "= the bound")]
        else:
            y = bottom - bound * scale
            self.canvas.path("limit", "M", GUTTER, y, "H", self.right + 8)
            words.append((max(y + 5, top + 5 + LINE), f"bound {_bytes(bound)}"))
        for y, line in words:
            self.canvas.text(self.right + 12, y, line, "note")


def _meet(one: Area, other: Area) -> bool:
    """Returns whether two areas overlap."""
    across = one[0] < other[2] and other[0] < one[2]
    return across and one[1] < other[3] and other[1] < one[3]


def _bytes(count: int) -> str:
    amount, unit = float(count), "B"
    for larger in ("KiB", "MiB", "GiB", "TiB"):
        if amount < 1024:
            break
        amount, unit = amount / 1024, larger
    return f"{amount:.3g} {unit}" if amount < 1000 else f"{amount:.0f} {unit}"


def _duration(nanoseconds: int) -> str:
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds} ns"
