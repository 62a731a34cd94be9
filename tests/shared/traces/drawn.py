"""Traces that a seed draws: crowded ones, where slices overlap, touch, and have no length."""

from __future__ import annotations

import random
from typing import Any

from streamrt.observe.trace import (
    STATES,
    VALUES,
    Clock,
    EventKind,
    Name,
    Span,
    Trace,
    Track,
    table,
)

DEVICES = ("cpu:0", "sim:1")
TRACKS = (
    Track("cpu:0/load", "stream", 3, "cpu:0"),
    Track("cpu:0/run", "stream", 4, "cpu:0"),
    Track("sim:1/run", "stream", 9, "sim:1"),
    Track("cpu:0/load.host", "host", 5, "cpu:0"),
    Track("cpu:0/program 1.0", "replay"),
    Track("MainThread", "thread"),
    Track("worker, \"1\"", "thread"),
    Track("samples", "samples"),
)  # fmt: skip
NAMES = {
    1: Name("axpy", "kernel", "kernels.py:7", 4096),
    2: Name('say "µs"\n', "host call"),
    3: Name("model", "replay", "graph.py:1", 0, ("exp", "add")),
    4: Name("read", "stage"),
    5: Name("cpu:0", "memory"),
    6: Name("sim:1", "memory"),
    7: Name("rows", "window"),
}
PYTHON = (EventKind.COMPILE, EventKind.LOAD, EventKind.COLLECT, EventKind.SYNC, EventKind.STAGE)


def drawn(seed: int, count: int = 60) -> Trace:
    """A trace; the smaller its range of times, the more of its slices touch."""
    draw = random.Random(seed)
    is_virtual = draw.random() < 0.3
    base = 0 if is_virtual else 4_000_000_000_000_000 + draw.randrange(1000)
    spans = _spans(draw, draw.randrange(8))
    times, rows = draw.choice([5, 30, 3000]), list[dict[str, int]]()
    numbers = list(spans)
    draw.shuffle(numbers)
    values: dict[int, int] = {}
    for _ in range(draw.randrange(count)):
        row = _row(draw, times, values)
        if row["kind"] == EventKind.SPAN:
            if not numbers:
                continue
            row["node"] = numbers.pop()
            row["tag"] = spans[row["node"]].parent
        elif draw.random() < 0.6:
            row["tag"] = draw.choice([0, 77, *spans])
        rows.append(row)
    points = [
        TRACKS[row["track"]].index << VALUES | row["value"]
        for row in rows
        if row["kind"] == EventKind.EXECUTION
    ]
    for row in rows:
        if draw.random() < 0.5:
            row["waited_for"] = draw.choice([*points, 99 << VALUES | 1])
            row["waited"] = draw.randrange(3)
        for name in ("submitted", "started", "finished"):
            row[name] += base
    clock = Clock("virtual") if is_virtual else Clock(wall=10**18 + 7, boot=12345)
    return Trace(
        table(rows),
        TRACKS,
        NAMES,
        spans,
        lost=draw.choice([0, 3]),
        clock=clock,
        began=base,
        ended=base + times,
        pid=draw.choice([0, 4321]),
        process=draw.choice(["", "app"]),
    )


def _spans(draw: random.Random, count: int) -> dict[int, Span]:
    """Spans, in each other or not; some have facts or the context of an OpenTelemetry span."""
    spans: dict[int, Span] = {}
    for number in range(1, count + 1):
        facts = {"value": "1,", 'ke"y': "µ"} if draw.random() < 0.3 else {}
        context = (draw.getrandbits(128) or 1, draw.getrandbits(64) or 1)
        spans[number] = Span(
            f"span {number}",
            draw.choice([0, *spans]),
            facts,
            context if draw.random() < 0.4 else None,
        )
    return spans


def _row(draw: random.Random, times: int, values: dict[int, int]) -> dict[str, Any]:
    """An event of any kind, without a tag and without anything that it waited for."""
    kind = draw.choice([EventKind.EXECUTION] * 6 + list(EventKind))
    submitted, started, finished = sorted(draw.choices(range(times), k=3))
    row = {"kind": int(kind), "submitted": 0, "started": started, "finished": finished}
    if kind == EventKind.EXECUTION:
        track = draw.randrange(4)
        values[track] = values.get(track, 0) + 1
        row |= {"track": track, "value": values[track], "what": draw.choice([0, 1, 2, 3, 42])}
        row |= {"submitted": submitted, "state": draw.randrange(2, len(STATES))}
        row["error"] = -5 if row["state"] == STATES.index("failed") else 0
        if row["state"] in (3, 5) and draw.random() < 0.5:
            row["started"] = -(10**6)  # it never did
    elif kind == EventKind.NODE:
        row |= {"track": draw.choice([0, 4]), "what": 3, "node": draw.choice([1, 2, 3])}
    elif kind == EventKind.MEMORY:
        row |= {"track": 7, "what": draw.choice([5, 6]), "value": draw.randrange(1 << 33)}
    elif kind == EventKind.WINDOW:
        row |= {"track": 7, "what": 7, "value": draw.randrange(9)}
    else:
        row |= {"track": draw.choice([5, 6]), "what": 4 if kind in PYTHON else 0}
        row["value"] = 2 if kind == EventKind.COLLECT else 0
    if kind in (EventKind.MEMORY, EventKind.WINDOW):
        row["started"] = finished
    return row
