"""Lanes: any two slices of a row are nested or apart, and only what belongs together is nested."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from shared.traces.drawn import drawn

pytest.importorskip("hypothesis")

from hypothesis import given
from hypothesis import strategies as st

from streamrt.observe.slices import slices
from streamrt.observe.trace import EventKind, Span, Trace, Track, table


def rows_of(trace: Trace) -> dict[int, list[tuple[int, int, Any]]]:
    """The slices of each row, in order: begin, end, event."""
    found: dict[int, list[tuple[int, int, Any]]] = defaultdict(list)
    parts = slices(trace)
    columns = (parts.row, parts.started, parts.finished, parts.order)
    for row, begin, end, at in zip(*(c.tolist() for c in columns), strict=True):
        found[row].append((begin, end, trace.events[at]))
    return dict(sorted(found.items()))


def ancestors(spans: dict[int, Span], number: int) -> set[int]:
    found = set[int]()
    while number := spans[number].parent:
        found.add(number)
    return found


@given(seed=st.integers(0, 2**32))
def test_two_slices_of_a_row_are_nested_or_apart(seed: int) -> None:
    trace = drawn(seed)
    spans = dict(trace.spans)
    for row in rows_of(trace).values():
        for (a, b, outer), (c, d, inner) in combinations(row, 2):
            assert a <= c
            if c >= b:
                continue
            assert d <= b
            kinds = EventKind(outer["kind"]), EventKind(inner["kind"])
            if EventKind.NODE in kinds or EventKind.EXECUTION in kinds:
                assert kinds == (EventKind.EXECUTION, EventKind.NODE)
            assert not {EventKind.WAKE, EventKind.LATE} & {*kinds}
            if kinds == (EventKind.SPAN, EventKind.SPAN):
                assert int(outer["node"]) in ancestors(spans, int(inner["node"]))


@given(seed=st.integers(0, 2**32))
def test_every_event_that_is_no_sample_is_one_slice_of_its_track(seed: int) -> None:
    trace = drawn(seed)
    parts = slices(trace)
    samples = np.isin(trace.events["kind"], (EventKind.MEMORY, EventKind.WINDOW))
    assert sorted(parts.order.tolist()) == np.flatnonzero(~samples).tolist()
    for (_, begin, *_), (_, after, *_) in pairwise(zip(parts.order, parts.started, strict=True)):
        assert begin <= after
    for at, row in zip(parts.order.tolist(), parts.row.tolist(), strict=True):
        track = trace.tracks[int(trace.events["track"][at])]
        assert parts.rows[row].name.startswith(track.name)
        assert parts.rows[row].device == track.device or track.kind == "replay"


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(1, 9)), min_size=1, max_size=40))
def test_what_overlaps_takes_as_many_lanes_as_there_are_at_once(wakes: list[Any]) -> None:
    rows = [{"kind": EventKind.WAKE, "started": a, "finished": a + n} for a, n in wakes]
    trace = Trace(table(rows), (Track("MainThread", "thread"),), {})
    most = max(sum(a <= t < a + n for a, n in wakes) for t in range(50))
    assert len(slices(trace).rows) == most


def test_spans_of_one_task_are_nested_and_those_of_two_are_not() -> None:
    spans = {1: Span("task 1"), 2: Span("task 2"), 3: Span("in 1", 1), 4: Span("in 2", 2)}
    times = {1: (0, 90), 2: (10, 80), 3: (20, 70), 4: (30, 60)}
    rows: list[dict[str, int]] = [
        {"kind": EventKind.SPAN, "node": n, "tag": spans[n].parent, "started": a, "finished": b}
        for n, (a, b) in times.items()
    ]
    rows.append({"kind": EventKind.COMPILE, "tag": 3, "started": 40, "finished": 50})
    found = rows_of(Trace(table(rows), (Track("MainThread", "thread"),), {}, spans))
    assert [[e["node"] for *_, e in row] for row in found.values()] == [[1, 3, 0], [2, 4]]


def test_slices_that_begin_or_end_together_are_nested() -> None:
    """So are those in a lane that held another span before."""
    spans = {1: Span("outer"), 2: Span("inner", 1), 3: Span("later"), 4: Span("other task")}
    python: list[tuple[EventKind, int, int, int]] = [
        (EventKind.COMPILE, 0, 0, 90),
        (EventKind.SPAN, 2, 0, 90),
        (EventKind.SPAN, 1, 0, 90),
        (EventKind.LOAD, 0, 0, 80),
        (EventKind.SPAN, 4, 50, 95),
        (EventKind.COMPILE, 0, 100, 200),
        (EventKind.SPAN, 3, 100, 150),
    ]
    rows = [
        {"kind": kind, "node": node, "tag": spans[node].parent if node else 2 * (begin < 100)}
        | {"started": begin, "finished": end}
        for kind, node, begin, end in python
    ]
    rows += [
        {"kind": EventKind.NODE, "node": 1, "started": 10, "finished": 20, "track": 1},
        {"kind": EventKind.EXECUTION, "started": 10, "finished": 20, "track": 1, "submitted": 5},
    ]
    tracks = Track("MainThread", "thread"), Track("cpu:0/run", "stream", 3)
    found = rows_of(Trace(table(rows), tracks, {}, spans))
    names = [
        [(EventKind(e["kind"]).name, int(e["node"])) for *_, e in row] for row in found.values()
    ]
    assert names == [
        [("SPAN", 1), ("SPAN", 2), ("COMPILE", 0), ("LOAD", 0), ("COMPILE", 0), ("SPAN", 3)],
        [("SPAN", 4)],
        [("EXECUTION", 0), ("NODE", 1)],
    ]


def test_a_hundred_thousand_slices_that_overlap_take_no_quadratic_time() -> None:
    """Ten thousand tasks wait at once, each in a span of its own."""
    import time

    spans = {n: Span("request") for n in range(1, 50_001)}
    rows = np.zeros(100_000, table([]).dtype)
    rows["kind"] = EventKind.WAKE
    rows["kind"][::2] = EventKind.SPAN
    rows["node"][::2] = np.arange(1, 50_001)
    rows["started"] = np.arange(100_000)
    rows["finished"] = np.arange(100_000) + 20_000
    trace = Trace(rows, (Track("MainThread", "thread"),), {}, spans)
    since = time.process_time()
    assert len(slices(trace).rows) == 20_000
    assert time.process_time() - since < 20
