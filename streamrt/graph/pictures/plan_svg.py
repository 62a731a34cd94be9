"""Plans as pictures: the nodes of each stream over time, and the arena below over the same time.

Times are estimates, from the order, the costs and the waits. If the shortest commands would be
too thin to read, time is stretched there, and the axis says so.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from streamrt._core.planning.issue import CROSSING_NS
from streamrt._core.planning.order import NO_VALUE, PlanWait
from streamrt._core.planning.plan import Schedule
from streamrt.graph.nodes import Node, Value
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


@dataclass(frozen=True, slots=True)
class Bar:
    """The time in which a node runs, in nanoseconds."""

    node: int
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
    bars = _estimate(schedule, costs)
    shown = {node: bars[node] for node in schedule.order[:SHOWN]}
    axis = _Axis(list(shown.values()))
    length = max((bar.end for bar in bars), default=0)
    line = _title(schedule, title, length)
    arena_top = float(TOP) + len(schedule.lanes) * PITCH + 8
    width = max(GUTTER + axis.width + LEGEND, width_of(line, 14)) + 2 * MARGIN
    parts = [text(MARGIN, MARGIN + 10, line, "name")]
    for lane in range(len(schedule.lanes)):
        y = _middle(lane)
        parts.append(_rail(y, GUTTER + axis.width))
        parts.append(text(MARGIN, y + 5, f"stream {lane}", "name"))
    # Bars are drawn over the arrows that pass their stream, and words over everything.
    arrows, labels = _arrows(schedule, shown, axis, values)
    parts += [*arrows, *_bars(shown, axis, nodes), *labels]
    bottom = arena_top
    if schedule.arena_nbytes:
        lives = _lives(schedule, nodes, bars)
        moment = max(bar.start for bar in shown.values())
        lives = {value: life for value, life in lives.items() if life[0] <= moment}
        bottom += _height(schedule, values, lives)
        parts += _arena(schedule, values, lives, axis, arena_top, bottom)
    parts += _foot(axis, bottom + 12, len(nodes))
    return page(line, width, bottom + 40 + LINE, parts)


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
    bars = [Bar(node, 0, 0, 0) for node in range(len(costs))]
    for node in schedule.order:
        lane = schedule.stream_of[node]
        waits = (bars[wait.node].end + CROSSING_NS for wait in schedule.waits[node])
        start = max(free[lane], *waits, 0)
        free[lane] = start + max(1, costs[node])  # so that every node can be seen
        bars[node] = Bar(node, lane, start, free[lane])
    return bars


class _Axis:
    """The time axis, in pixels: in proportion, or stretched between moments that are close.

    Attributes:
        width: its width in pixels.
        is_true: whether lengths are in proportion.
    """

    def __init__(self, bars: Sequence[Bar]) -> None:
        moments = sorted({0, *(b.start for b in bars), *(b.end for b in bars)})
        length = moments[-1] or 1
        lanes = Counter(bar.lane for bar in bars)
        wanted = min(LONG, max(PLOT, 48.0 * max(lanes.values(), default=0)))
        begins: dict[int, list[int]] = {}
        for bar in bars:
            begins.setdefault(bar.end, []).append(bar.start)
        where = {0: float(GUTTER)}
        self.is_true = True
        for before, now in pairwise(moments):
            true = where[before] + (now - before) / length * wanted
            where[now] = max(true, *(where[start] + THIN for start in begins.get(now, ())), 0.0)
            self.is_true = self.is_true and where[now] == true
        self._moments = moments
        self._x = list(where.values())
        self.width = self._x[-1] - GUTTER if bars else PLOT

    def __call__(self, time: int) -> float:
        """Returns the place of a moment; the end of the axis if it is later."""
        index = min(bisect_left(self._moments, time), len(self._moments) - 1)
        return self._x[index]


def _middle(lane: int) -> float:
    return TOP + lane * PITCH + BAR / 2


def _rail(y: float, end: float) -> str:
    return f'<path class="rail" d="M{GUTTER} {y:.1f}H{end:.1f}"/>'


def _bars(shown: dict[int, Bar], axis: _Axis, nodes: Sequence[Node]) -> Iterator[str]:
    for node, bar in shown.items():
        x, width = axis(bar.start), max(axis(bar.end) - axis(bar.start), 2.0)
        y = _middle(bar.lane)
        number = str(nodes[node].index)
        name = f"{number} {nodes[node].name}"
        hint = f"{name}: {_duration(bar.end - bar.start)} from {_duration(bar.start)}"
        yield rect(x, y - BAR / 2, width, BAR, "panel")
        yield rect(x, y - BAR / 2, width, BAR, "work", title=hint)
        label = fit(name, width - 8)
        if len(label) < len(name) and width_of(label) < width_of("00 abc"):
            label = number if width_of(number) <= width - 4 else ""
        if label:
            yield text(x + width / 2, y + 5, label, "mid")


# -- waits ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Area:
    """The area that a label covers."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: _Area) -> bool:
        """Returns whether the two overlap."""
        is_beside = self.right <= other.left or other.right <= self.left
        return not (is_beside or self.bottom <= other.top or other.bottom <= self.top)


def _arrows(
    schedule: Schedule, shown: dict[int, Bar], axis: _Axis, values: Sequence[Value]
) -> tuple[list[str], list[str]]:
    """Returns the arrows, from the end of one node to the start of the one that waits for it.

    With them come the labels for which there is room.
    """
    taken = [_covered(bar, axis) for bar in shown.values()]
    arrows: list[str] = []
    labels: list[str] = []
    for node, bar in shown.items():
        for wait in schedule.waits[node]:
            source = shown[wait.node]
            down = 1 if bar.lane > source.lane else -1
            # Not at the corners, so that one sees which bars it connects.
            x, y = axis(source.end) - 5, _middle(source.lane) + down * BAR / 2
            to_x, to_y = axis(bar.start) + 5, _middle(bar.lane) - down * BAR / 2
            words = _words(wait, values)
            arrows.append(_arrow(x, y, to_x, to_y, down, words))
            labels.append(_label(words, (x, y), (to_x, to_y), taken))
    return arrows, labels


def _arrow(x: float, y: float, to_x: float, to_y: float, down: int, words: str) -> str:
    end = to_y - 6 * down
    bend = (end - y) / 2
    curve = f"C{x:.1f} {y + bend:.1f} {to_x:.1f} {end - bend:.1f} {to_x:.1f} {end:.1f}"
    hint = f"<title>{clean(words)}</title>"
    line = f'<path class="edge" d="M{x:.1f} {y:.1f}{curve}">{hint}</path>'
    return line + head(to_x, to_y, down=down, right=0)


def _words(wait: PlanWait, values: Sequence[Value]) -> str:
    return wait.hazard if wait.value == NO_VALUE else f"{wait.hazard} {values[wait.value].name}"


def _covered(bar: Bar, axis: _Axis) -> _Area:
    y = _middle(bar.lane)
    return _Area(axis(bar.start), y - BAR / 2, axis(bar.end), y + BAR / 2)


def _label(
    words: str, start: tuple[float, float], end: tuple[float, float], taken: list[_Area]
) -> str:
    """Returns the words on an arrow, at a place where they cover nothing; "" without one."""
    words = fit(words, 110, 12)
    half = width_of(words, 12) / 2
    for part in (0.5, 0.35, 0.65, 0.25, 0.75):
        # The same curve as drawn: across by the cubic 3p^2 - 2p^3, down nearly so.
        ease = part * part * (3 - 2 * part)
        fall = 1.5 * part * (1 - part) + part**3
        x = start[0] + (end[0] - start[0]) * ease
        y = start[1] + (end[1] - start[1]) * fall
        area = _Area(x - half, y - 8, x + half, y + 8)
        if area.left > GUTTER - 8 and not any(area.meets(other) for other in taken):
            taken.append(area)
            ground = rect(area.left, y - 7, 2 * half, 14, "ground", 2)
            return ground + text(x, y + 4, words, "note mid")
    return ""


# -- the arena ------------------------------------------------------------------------------------


def _height(
    schedule: Schedule, values: Sequence[Value], lives: Mapping[int, tuple[int, int]]
) -> float:
    """Returns a height, within limits, that gives the smallest temporary room for its name."""
    least = min((values[v].nbytes for v in lives if values[v].nbytes), default=1)
    return min(HIGH, max(LOW, ROW * schedule.arena_nbytes / least))


def _arena(
    schedule: Schedule,
    values: Sequence[Value],
    lives: Mapping[int, tuple[int, int]],
    axis: _Axis,
    top: float,
    bottom: float,
) -> Iterator[str]:
    """Yields the arena, with time from left to right and bytes from the bottom."""
    scale = (bottom - top) / schedule.arena_nbytes
    right = GUTTER + axis.width
    yield f'<path class="rail" d="M{GUTTER} {top:.1f}H{right:.1f}V{bottom:.1f}H{GUTTER}Z"/>'
    yield text(MARGIN, top + 12, "arena", "name")
    yield text(MARGIN, bottom - 2, "byte 0", "note")
    for value, (start, end) in lives.items():
        offset, nbytes = schedule.offsets[value], values[value].nbytes
        if offset is None or not nbytes:
            continue
        x, width = axis(start), axis(end) - axis(start)
        height = nbytes * scale
        y = bottom - offset * scale - height
        name, size = values[value].name, _bytes(nbytes)
        yield rect(x, y, width, height, "panel", 3)
        yield rect(x, y, width, height, "good", 3, f"{name}: {size} at byte {offset}")
        yield from _tenant(name, size, x + width / 2, y, width - 8, height)
    yield from _limits(schedule, right, top, bottom)


def _tenant(name: str, size: str, x: float, y: float, width: float, height: float) -> Iterator[str]:
    """Yields the words in a rectangle, as far as there is room."""
    both = f"{name}  {size}"
    middle = y + height / 2
    note = fit(size, width, 12)
    if height >= 38 and width_of(both) > width and note == size:
        yield text(x, middle - 3, fit(name, width), "mid")
        yield text(x, middle + 13, note, "note mid")
    elif height >= 16:
        yield text(x, middle + 5, both if width_of(both) <= width else fit(name, width), "mid")


def _lives(
    schedule: Schedule, nodes: Sequence[Node], bars: Sequence[Bar]
) -> dict[int, tuple[int, int]]:
    """Returns the first and last use of each temporary, in nanoseconds.

    An input that is overwritten in place ends when the node that overwrites it begins.
    """
    lives: dict[int, tuple[int, int]] = {}
    for node in schedule.order:
        bar = bars[node]
        for operand in nodes[node].operands:
            if schedule.offsets[operand.value] is not None:
                start, end = lives.get(operand.value, (bar.start, bar.end))
                lives[operand.value] = (min(start, bar.start), max(end, bar.end))
    for node, source, _ in schedule.in_place:
        lives[source] = (lives[source][0], bars[node].start)
    return lives


def _limits(schedule: Schedule, right: float, top: float, bottom: float) -> Iterator[str]:
    total, bound = schedule.arena_nbytes, schedule.live_bytes_bound
    yield f'<path class="edge" d="M{GUTTER} {top:.1f}H{right + 8:.1f}"/>'
    if bound == total:
        yield text(right + 12, top + 5, _bytes(total), "note")
        yield text(right + 12, top + 5 + LINE, "= the bound", "note")
        return
    y = bottom - bound * ((bottom - top) / total)
    yield f'<path class="limit" d="M{GUTTER} {y:.1f}H{right + 8:.1f}"/>'
    yield text(right + 12, top + 5, f"arena {_bytes(total)}", "note")
    yield text(right + 12, max(y + 5, top + 5 + LINE), f"bound {_bytes(bound)}", "note")


# -- words ----------------------------------------------------------------------------------------


def _foot(axis: _Axis, y: float, nodes: int) -> Iterator[str]:
    right = GUTTER + axis.width
    yield f'<path class="edge" d="M{GUTTER} {y:.1f}H{right - 7:.1f}"/>'
    yield head(right, y, down=0, right=1)
    words = "time, estimated" if axis.is_true else "time, estimated; short commands are stretched"
    more = f"; the first {SHOWN} of {nodes} nodes" if nodes > SHOWN else ""
    yield text(GUTTER, y + 17, words + more, "note")


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
