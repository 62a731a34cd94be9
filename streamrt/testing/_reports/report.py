"""The report of a failure for a terminal: what went wrong, where, in which order, and what to run.

Its length is bounded, because a failure may have thousands of events, and the message of an error
may have thousands of lines.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from streamrt._backends.sim.trace import spell
from streamrt.graph.pictures.canvas import plain
from streamrt.testing._reports.facts import Facts
from streamrt.testing._reports.layout import Bar, Layout, lay_out, spread
from streamrt.testing._reports.words import deviation, left_out, message, origin, unsaid

WIDTH = 64  # of the time axis, in characters, unless a schedule with many steps needs more
STOPS = 30  # the most on that axis
ROWS = 16
NAME = 28  # the most characters of a row's name
DEVIATIONS = 8

MARKS = {"begins": "(", "waits": ".", "goes on": ">", "ends": ")", "fails": "X", "fires": "*"}
MARKS["is cancelled"] = "C"
FILLS = {"runs": "-", "waits": ".", "stuck": "."}
PASSED = {"skipped": "x", "cancelled": "x", "expired": "x", "lost": "!", "never": "~"}
LEGEND = {"x": "skipped, cancelled or expired", "!": "lost", "~": "has not run"}


def text(failure: Facts) -> str:
    """Returns the report as lines of text, without a line end behind the last one."""
    lines = message(failure)
    lines += [f"  at {site}" for site in unsaid(failure)]
    lines += [f"  {line}".rstrip() for line in chart(failure)]
    lines += [f"  {line}" for line in _schedule(failure)]
    if failure.again:
        lines.append(f"  again: {plain(failure.again)}")
    return "\n".join(lines)


def chart(failure: Facts) -> list[str]:
    """Returns the schedule as lines: a row for each queue and task, time from left to right.

    A command is a box `[name==]`, as `Simulator.timeline` draws it. An access of a race has its
    number and `#` in the box. The last line explains the other characters, as far as there are any.
    """
    layout = lay_out(failure, STOPS, ROWS)
    if not layout.rows:
        return ["no events were recorded"]
    places = [int(place) for place in spread(layout.stops, WIDTH, 1, 3)]
    width = max(WIDTH, places[-1] + 1)
    rows = [[" "] * width for _ in layout.rows]
    for bar in layout.bars:
        _draw(rows[bar.row], bar, places)
    for mark in layout.marks:
        rows[mark.row][places[mark.start]] = MARKS.get(mark.kind, "|")
    for bar in layout.bars:
        if bar.kind == "stuck":
            rows[bar.row][places[bar.end]] = "?"
    for place, stop in zip(places, layout.stops, strict=True):
        if stop.is_gap:
            for row in rows:
                row[place] = ":"
    names = [_fit(plain(name), NAME) for name in layout.rows]
    if flags := _flags(layout, places, width):
        names.append("draws")
        rows.append(flags)
    margin = max(_width_of(name) for name in names)
    lines = [
        f"{name}{' ' * (margin - _width_of(name))} |{''.join(row)}|"
        for name, row in zip(names, rows, strict=True)
    ]
    begin, end = spell(layout.stops[0].at), spell(layout.stops[-1].at)
    lines.append(f"{'':<{margin}}  {begin}{end:>{max(1, width - len(begin))}}")
    return [*lines, *_legend(layout)]


def _draw(row: list[str], bar: Bar, places: list[int]) -> None:
    """Puts a bar into its row."""
    left, right = places[bar.start], places[bar.end]
    if bar.kind in FILLS:
        row[left:right] = FILLS[bar.kind] * (right - left)
        return
    width = max(1, right - left)
    name = _name(bar)
    if bar.kind in PASSED and not bar.access:
        box = [PASSED[bar.kind]]
    elif width < 3:
        box = [*_cells(name, 1), "]"][:width]
    else:
        fill = "#" if bar.access else "="
        fill = PASSED.get(bar.kind, fill)
        box = ["[", *_cells(name, width - 2, fill), "]"]
    row[left : left + len(box)] = box


def _name(bar: Bar) -> str:
    name = plain(bar.words)
    name = name.upper() if bar.kind == "failed" else name
    return f"{bar.access} {name}" if bar.access else name


def _flags(layout: Layout, places: list[int], width: int) -> list[str]:
    """Returns a row with the number of each draw that deviates, below the step that it chose."""
    row = [" "] * width
    free = 0
    for flag in sorted(layout.flags, key=lambda flag: flag.stop):
        place, words = places[flag.stop], f"^{flag.number}"
        if place + len(words) > width:  # its number stands in front of it
            place, words = place + 1 - len(words), f"{flag.number}^"
        if free <= place:
            row[place : place + len(words)] = words
            free = place + len(words) + 1
    return row if free else []


def _legend(layout: Layout) -> Iterator[str]:
    """Yields a line that explains the marks, and a line that says what is not shown."""
    whats, kinds = {mark.kind for mark in layout.marks}, {bar.kind for bar in layout.bars}
    words = [f"{mark} {what}" for what, mark in MARKS.items() if what in whats]
    passed = {PASSED[kind] for kind in kinds & set(PASSED)}
    words += [f"{mark} {what}" for mark, what in LEGEND.items() if mark in passed]
    if "stuck" in kinds:
        words.append("? waits for ever")
    if any(bar.access for bar in layout.bars):
        words.append("# an access of the race")
    if layout.flags:
        words.append("^ a draw that deviates")
    if any(stop.is_gap for stop in layout.stops):
        words.append(": steps left out")
    if words:
        yield ", ".join(words)
    if missing := left_out(layout.steps_left_out, layout.rows_left_out):
        yield missing


def _schedule(failure: Facts) -> Iterator[str]:
    """Yields which schedule it was, and which of its draws deviate."""
    told = [deviation(number, draw) for number, draw in failure.deviations]
    if len(told) == 1:
        yield f"{origin(failure)}: {told[0]}"
        return
    yield origin(failure)
    yield from (f"  {line}" for line in told[:DEVIATIONS])
    if len(told) > DEVIATIONS:
        yield f"  and {len(told) - DEVIATIONS} more"


# -- characters and cells -----------------------------------------------------------------------


def _cells(words: str, width: int, fill: str = "=") -> list[str]:
    """Returns words as cells of a terminal: a wide character takes two, the second one empty."""
    cells: list[str] = []
    for c in words:
        size = _width_of(c)
        if not size and cells:
            cells[-1] += c
        elif size and len(cells) + size <= width:
            cells += [c, ""][:size]
        elif size:
            break
    return cells + [fill] * (width - len(cells))


def _width_of(words: str) -> int:
    """Returns how many cells of a terminal words take."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in words)
    return len(words) + wide - sum(bool(unicodedata.combining(c)) for c in words)


def _fit(words: str, width: int) -> str:
    """Returns words that take at most that many cells. Their end is kept, because it tells more."""
    if _width_of(words) <= width:
        return words
    while _width_of(words) >= width:
        words = words[1:]
    return f"…{words}"
