"""Traces of programs that never ran: streams that wait for each other, threads, samples.

`python tests/observe/example_traces.py 100000 page.html` writes the page of one.
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from streamrt.observe.page.rows import SAMPLES as SAMPLED
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

BEGAN = 5_000_000_000_000
KERNELS = (
    "axpy",
    "softmax",
    "layer_norm",
    "matmul_32x64",
    "gelu",
    "reduce_sum",
    "rotate",
    "gather",
)
TRACKS = (
    Track("cpu:0/load", "stream", 1, "cpu:0"),
    Track("cpu:0/work", "stream", 2, "cpu:0"),
    Track("cpu:0/store", "stream", 3, "cpu:0"),
    Track("cuda:0/work", "stream", 4, "cuda:0"),
    Track("cpu:0/load.host", "host", 5),
    Track("MainThread", "thread"),
    Track("AnyIO worker thread", "thread"),
    Track("cpu:0", "samples"),
)
STREAMS = 4
HOST, MAIN, WORKER, SAMPLES = range(4, 8)


class ExampleGap(NamedTuple):
    track: int
    started: int
    finished: int
    reason: str
    cause: str = ""


class ExampleRow(NamedTuple):
    label: str
    ns: int
    share: float
    saved: float


class Made(NamedTuple):
    trace: Trace
    gaps: list[ExampleGap]
    path: list[ExampleRow]


class _Run:
    """A run while it is made: when each stream is free, and the values of the timelines."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.rows: list[dict[str, int]] = []
        self.gaps: list[ExampleGap] = []
        self.free = [BEGAN] * (HOST + 1)
        self.value = [0] * (HOST + 1)
        self.now = BEGAN

    def point(self, track: int) -> int:
        return TRACKS[track].index << VALUES | self.value[track]

    def execute(self, track: int, what: int, tag: int, waits: int = -1) -> None:
        """Adds an execution, which may wait for the last one of another track."""
        draw = self.draw
        self.now += draw.randrange(800, 9_000)
        ready = max(self.now, self.free[track])
        row = {"track": track, "what": what, "tag": tag, "submitted": self.now}
        if waits >= 0 and self.value[waits]:
            row["waited_for"] = self.point(waits)
            row["waited"] = max(0, self.free[waits] - ready)
        started = ready + row.get("waited", 0) + draw.randrange(200, 1_500)
        state = draw.choices(STATES[2:], (500, 1, 1, 1, 1))[0]
        ran = state in ("done", "failed")
        finished = started + ran * int(draw.lognormvariate(8.2 + min(what, 8) / 5, 0.5))
        if track < STREAMS and started - self.free[track] > 2_000:
            reason = "producer" if row.get("waited") else "host" if ready == self.now else "wake"
            cause = KERNELS[what - 1] if reason == "producer" else ""
            self.gaps.append(ExampleGap(track, self.free[track], started, reason, cause))
        self.value[track] += 1
        self.free[track] = finished
        row |= {"started": started, "finished": finished, "value": self.value[track]}
        self.rows.append(row | {"state": STATES.index(state), "error": 7 * (state == "failed")})

    def note(
        self, kind: EventKind, track: int, what: int, begin: int, end: int, **more: int
    ) -> None:
        row = {"kind": kind, "track": track, "what": what, "started": begin, "finished": end}
        self.rows.append(row | more)


SPAN, COMPILE, COLLECT, LATE, WAKE, SYNC, DECODE, DEVICE, FEED = range(20, 29)
NAMES = {
    **{
        n: Name(text, "kernel", f"model.py:{40 + n}", 4096 * n) for n, text in enumerate(KERNELS, 1)
    },
    SPAN: Name("batch", "span", "serve.py:12"),
    COMPILE: Name("softmax", "compile"),
    COLLECT: Name("generation 2", "collect"),
    LATE: Name("loop", "late"),
    WAKE: Name("await", "wake"),
    SYNC: Name("stream.sync", "sync"),
    DECODE: Name("decode", "stage", "feed.py:7"),
    DEVICE: Name("cpu:0", "memory"),
    FEED: Name("read_file", "host call", "feed.py:31"),
}


def example(count: int = 200, seed: int = 7, **more: object) -> Made:
    """A run with about so many events, the same for each seed; `more` are fields of the trace."""
    run, spans, batch = _Run(seed), dict[int, Span](), 0
    run.note(EventKind.COMPILE, MAIN, COMPILE, BEGAN + 1_000, BEGAN + 60_000)
    run.now += 62_000
    while len(run.rows) < count:
        batch += 1
        _batch(run, batch)
        spans[batch] = Span("batch", 0, {"number": str(batch), "user": "anna"})
    end = max(row["finished"] for row in run.rows)
    trace = Trace(
        *(table(run.rows), TRACKS, NAMES, spans),
        clock=Clock(wall=1_800_000_000 * 10**9 - BEGAN),
        began=BEGAN,
        ended=end,
        pid=4711,
        process="serve.py",
    )
    path = [
        ExampleRow("matmul_32x64", (end - BEGAN) // 2, 0.5, 0.22),
        ExampleRow("host", (end - BEGAN) // 4, 0.25, 0.1),
        ExampleRow("softmax", (end - BEGAN) // 8, 0.125, 0.05),
    ]
    return Made(replace(trace, **more), run.gaps, path)  # type: ignore[arg-type]


def _batch(run: _Run, number: int) -> None:
    """Adds what one batch does: it is read, copied to two streams, and stored."""
    draw, begin = run.draw, run.now
    run.execute(HOST, FEED, number)
    run.execute(0, 8, number, waits=HOST)
    for what in draw.sample(range(1, 8), 4):
        run.execute(draw.choice((1, 3)), what, number, waits=draw.choice((-1, 0, 1, 3)))
    run.execute(2, 6, number, waits=1)
    in_use = (3 + number % 5) << 20
    at = run.now
    run.note(EventKind.MEMORY, SAMPLES, DEVICE, at, at, value=in_use + draw.randrange(1 << 20))
    run.note(EventKind.STAGE, WORKER, DECODE, begin, at, tag=number)
    run.note(EventKind.SPAN, MAIN, SPAN, begin, at + 700, node=number)
    if draw.random() < 0.3:
        run.note(EventKind.SYNC, MAIN, SYNC, at - 4_000, at, tag=number, waited_for=run.point(2))
    if draw.random() < 0.1:
        run.note(EventKind.COLLECT, WORKER, COLLECT, at, at + 15_000)
    if draw.random() < 0.2:
        run.note(EventKind.LATE, MAIN, LATE, at + 800, at + 1_500)
        run.note(EventKind.WAKE, MAIN, WAKE, at + 800, at + 1_200, waited_for=run.point(2))
    if number % 8 == 0:  # the host lets the streams run empty, or catches up with them
        run.now = max(run.now, *run.free) + draw.randrange(1, 40_000)


NASTY = (
    "</script x><script>alert(1)</script\n><!--<script><img src=x onerror=alert(2)>"
    "\"'&amp; 🎉 \u202eabc \ud800 " + "long" * 20
)


def hostile(made: Made) -> Made:
    """The same run, in which every text that a program chooses is as bad as it can be."""
    trace = made.trace
    names = {
        number: replace(name, text=f"{NASTY}{name.text}", site=NASTY)
        for number, name in trace.names.items()
    }
    tracks = tuple(replace(track, name=f"{track.name}{NASTY * 9}") for track in trace.tracks)
    return Made(
        replace(
            trace,
            names=names,
            tracks=tracks,
            spans={number: Span(NASTY, 0, {NASTY: NASTY * 9}) for number in trace.spans},
            process=NASTY,
            lost=12_345,
            clock=Clock("virtual"),
        ),
        [gap._replace(reason=NASTY, cause=NASTY) for gap in made.gaps],
        [row._replace(label=NASTY) for row in made.path],
    )


def pending(trace: Trace, device: str) -> int:
    """The most executions of a device that were submitted and had not ended."""
    ran = [
        event
        for event in trace.of_kind(EventKind.EXECUTION)
        if trace.tracks[event["track"]].name.startswith(f"{device}:")
    ]
    steps = [(int(event["submitted"]), -1) for event in ran]
    steps += [(int(event["finished"]), 1) for event in ran]
    return -int(np.cumsum([step for _, step in sorted(steps)]).min())


def named(trace: Trace, *names: str) -> int:
    """How many events that the timeline shows have one of the names."""
    found = [number for number, name in trace.names.items() if name.text in names]
    events = trace.events[~np.isin(trace.events["kind"], SAMPLED)]
    return int(np.isin(events["what"], found).sum())


if __name__ == "__main__":
    from streamrt.observe.page.writing import write_page

    made = example(int(sys.argv[1]))
    write_page(made.trace, sys.argv[2], gaps=made.gaps, path=made.path)
