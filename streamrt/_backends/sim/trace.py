"""The events of a simulated machine, and a chart of them in text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

MARKS = {"skipped": "x", "cancelled": "x", "lost": "!"}


class TraceEvent(NamedTuple):
    """One command that ran, or was passed over. Equal programs and seeds have equal events.

    Attributes:
        device: the index of the device.
        queue: the name of the queue, as in `sim:0/load`.
        what: the name of the kernel, or `copy`, `fill` or `signal`.
        start: the start in ns of virtual time.
        finish: the finish in ns of virtual time; the same as `start` if it took no time.
        outcome: `done`, `failed`, `skipped`, `cancelled` or `lost`.
    """

    device: int
    queue: str
    what: str
    start: int
    finish: int
    outcome: str


def draw(events: Iterable[TraceEvent], width: int = 72) -> str:
    """Returns the events as a chart: a row for each queue, virtual time from left to right.

    A command is a box `[name==]`, as wide as the time it took. A box that is too narrow shows the
    beginning of the name, at least one letter. The name of a failed command is in capitals.
    Skipped and cancelled commands are an `x`, lost ones a `!`. Bare signals take no time and are
    left out.

    Args:
        events: the events of one machine.
        width: the width of the time axis, in characters.
    """
    shown = [event for event in events if event.what != "signal"]
    if not shown:
        return "nothing has run"
    first = min(event.start for event in shown)
    span = max(1, max(event.finish for event in shown) - first)
    rows: dict[tuple[int, str], list[str]] = {}
    for event in shown:
        row = rows.setdefault((event.device, event.queue), [" "] * width)
        left = (event.start - first) * width // span
        right = (event.finish - first) * width // span
        left = min(left, width - 1)
        box = _box(event, max(1, right - left))
        row[left : left + len(box)] = box
    margin = max(len(name) for _, name in rows)
    lines = [
        f"{name:<{margin}} |{''.join(row)}|" for (_, name), row in sorted(rows.items(), key=_key)
    ]
    end = spell(span)
    return "\n".join([*lines, f"{'':<{margin}} 0{end:>{width}}"])


def _key(row: tuple[tuple[int, str], list[str]]) -> tuple[int, str]:
    return row[0]


def _box(event: TraceEvent, width: int) -> str:
    if event.outcome in MARKS:
        return MARKS[event.outcome]
    name = event.what.upper() if event.outcome == "failed" else event.what
    if width < 3:
        return f"{name[0]}]"[:width]
    return f"[{name[: width - 2]:=<{width - 2}}]"


def spell(ns: int) -> str:
    """Returns a duration with its unit, as in `34.56 µs`."""
    for unit, size in (("s", 10**9), ("ms", 10**6), ("µs", 10**3)):
        if ns >= size:
            return f"{ns / size:.4g} {unit}"
    return f"{ns} ns"
