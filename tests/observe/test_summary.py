"""Summaries of traces: counts and times, against sums over lists."""

from __future__ import annotations

import html
import random
import re
import time
from typing import Any

import numpy as np
import pytest
from shared.observed_programs import drawn

from streamrt.observe.trace import (
    EVENT,
    STATES,
    VALUES,
    EventKind,
    Name,
    Trace,
    Track,
    in_order,
    table,
)
from streamrt.observe.why.critical_path import critical_path
from streamrt.observe.why.gaps import gaps, idle
from streamrt.observe.why.summary import summarise
from streamrt.observe.why.texts import duration, share

STREAMS = tuple(Track(f"cpu:0/s{number}", "stream", number + 1, "cpu:0") for number in range(2))
TRACKS = (*STREAMS, Track("main", "thread"), Track("other", "thread"))
SECONDS = 2.0  # of processor time, many times what it takes


def nearest(times: list[int], part: float) -> int:
    """The shortest time that so many do not exceed."""
    times = sorted(times)
    return next(t for n, t in enumerate(times, 1) if n >= part * len(times))


def test_the_rows_are_what_sums_over_lists_give() -> None:
    rng = random.Random(5)
    names = {n: Name(f"kernel{n % 5}", "kernel") for n in range(1, 8)}  # two names for some
    names[9] = Name("graph", "replay", nodes=("exp", "kernel1"))
    rows: list[dict[str, int]] = []
    for number in range(400):
        started = number * 100
        row = {"track": rng.randrange(2), "what": rng.randint(1, 7), "state": rng.randint(2, 5)}
        row |= {"started": started, "finished": started + rng.randint(1, 90), "value": number}
        rows.append(row)
        if rng.random() < 0.2:
            node = {"kind": EventKind.NODE, "what": 9, "node": rng.randint(1, 2), "track": 0}
            rows.append({**row, **node, "state": STATES.index("done")})
    trace = Trace(table(rows), TRACKS, names, lost=7)
    found = summarise(trace)
    by_key: dict[tuple[str, str], list[dict[str, int]]] = {}
    for row in rows:
        node = row.get("node", 0)
        name = names[9].nodes[node - 1] if node else names[row["what"]].text
        by_key.setdefault((name, TRACKS[row["track"]].name), []).append(row)
    assert {(row.name, row.track) for row in found.kernels} == set(by_key)
    assert [row.total for row in found.kernels] == sorted(r.total for r in found.kernels)[::-1]
    for row in found.kernels:
        ours = by_key[row.name, row.track]
        states = [STATES[r["state"]] for r in ours]
        times = [r["finished"] - r["started"] for r in ours if r["state"] in (2, 4)]
        assert (row.count, row.total, row.longest) == (len(times), sum(times), max(times))
        assert (row.p50, row.p99) == (nearest(times, 0.5), nearest(times, 0.99))
        bad = (row.failed, row.skipped, row.cancelled)
        assert bad == tuple(map(states.count, ("failed", "skipped", "cancelled")))
        assert row.share == row.total / found.ns
    assert "lost: 7 events" in str(found)
    assert "lost: 7 events" in found._repr_html_()


def test_what_happened_on_the_host_counts_once_where_it_overlaps() -> None:
    """A function is compiled, and in that its kernels; another thread compiles at the same time."""
    rows: list[dict[str, int]] = [
        {"started": 100, "finished": 900, "track": 2},
        {"started": 200, "finished": 400, "track": 2},
        {"started": 500, "finished": 700, "track": 2},
        {"started": 600, "finished": 1000, "track": 3},
    ]
    compiled = [{**row, "kind": EventKind.COMPILE} for row in rows]
    pause = {"kind": EventKind.COLLECT, "started": 10, "finished": 15, "track": 3}
    ran = {"kind": EventKind.EXECUTION, "started": 1000, "finished": 2000, "what": 1, "state": 2}
    trace = Trace(table([*compiled, pause, ran]), TRACKS, {1: Name("k", "kernel")})
    compiling, collector = summarise(trace).host
    assert (compiling.name, compiling.count, compiling.total) == ("compiling", 4, 1200)
    assert (compiling.p50, compiling.longest) == (200, 800)
    assert (collector.name, collector.total) == ("collector", 5)


def test_a_summary_is_short_and_says_what_it_leaves_out() -> None:
    names = {n: Name(f"<kernel {n}>", "kernel") for n in range(1, 100)}
    rows = [{"what": n, "started": 10 * n, "finished": 10 * n + 5} for n in names]
    found = summarise(Trace(table(rows), TRACKS, names))
    lines = str(found).splitlines()
    assert len(lines) <= 45
    assert "... and 83 more" in lines
    rows_of_html = re.findall(r"<td>(.*?)</td>", found._repr_html_())
    assert html.escape("<kernel 1>") in rows_of_html
    assert "<kernel" not in found._repr_html_()


def test_drawn_programs_show_every_stream_and_its_idle_time() -> None:
    for seed in range(20):
        program = drawn(random.Random(seed), most=25, deps=2)
        trace = program.trace()
        found = summarise(trace)
        waits = [step for step in program.steps if not step.is_launch]
        assert found.ns == program.ends()
        assert [row.count for row in found.host if row.name == "sync"] == [len(waits)] * bool(waits)
        for stream, busy in found.busy.items():
            idle_share = sum(row.share for row in found.idle.rows if row.track == stream)
            assert abs(busy + idle_share - 1) < 1e-9
            assert stream in str(found)


def test_times_and_shares_have_three_digits() -> None:
    assert [duration(ns) for ns in (0, 7, 999, 1000, 999_600, 12_345_678, 2e9)] == [
        *("0 ns", "7 ns", "999 ns", "1 µs", "1 ms", "12.3 ms", "2 s")
    ]
    assert [share(part) for part in (0.0, 0.0004, 0.0994, 0.0996, 0.5, 1.0)] == [
        *("0.0%", "0.0%", "9.9%", "10%", "50%", "100%")
    ]


def large(count: int, seed: int) -> Trace:
    """A trace of so many events: streams that wait for each other, threads that wait for them."""
    rng = np.random.default_rng(seed)
    launches, streams = count * 9 // 10, 4
    events: Any = np.zeros(count, EVENT)
    each = launches // streams
    for stream in range(streams):
        own = events[stream * each : (stream + 1) * each]
        runs, idle_for = rng.integers(1000, 20_000, each), rng.integers(200, 30_000, each)
        own["finished"] = np.cumsum(runs + idle_for)
        own["started"] = own["finished"] - runs
        own["submitted"] = np.maximum(0, own["started"] - rng.integers(0, 50_000, each))
        own["value"], own["track"] = np.arange(1, each + 1), stream
        own["what"], own["state"] = rng.integers(1, 31, each), STATES.index("done")
    for stream in range(streams):
        own = events[stream * each : (stream + 1) * each]
        other = (stream + 1) % streams
        ends = events["finished"][other * each : (other + 1) * each]
        reached = np.searchsorted(ends, own["started"], side="right")
        waits = (rng.random(each) < 0.3) & (reached > 0)
        own["waited_for"] = np.where(waits, (other + 1) << VALUES | reached, 0)
    host = events[launches:]
    host["started"] = np.sort(rng.integers(0, events["finished"].max(), len(host)))
    host["finished"] = host["started"] + rng.integers(100, 100_000, len(host))
    host["kind"] = rng.choice([2, 3, 5, 8, 9], len(host))
    host["track"] = streams + rng.integers(0, 2, len(host))
    first = events["finished"][:each]
    host["waited_for"] = 1 << VALUES | np.searchsorted(first, host["finished"], side="right")
    tracks = [Track(f"cpu:0/s{n}", "stream", n + 1, "cpu:0") for n in range(streams)]
    threads = Track("main", "thread"), Track("other", "thread")
    names = {n: Name(f"kernel{n}", "kernel") for n in range(31)}
    return Trace(in_order(events), (*tracks, *threads), names)


@pytest.mark.slow
def test_a_hundred_thousand_events_are_read_in_a_moment() -> None:
    trace = large(100_000, seed=3)
    for read in (gaps, idle, critical_path, summarise):
        began = time.process_time()
        read(trace)
        assert time.process_time() - began < SECONDS, read.__name__
