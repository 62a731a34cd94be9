"""Gaps of streams: they and the executions cover the whole time, and each piece has its reason."""

from __future__ import annotations

import random
from typing import Any

import pytest
from shared.observed_programs import Program, drawn

from streamrt.observe.trace import STATES, VALUES, EventKind, Name, Span, Trace, Track, table
from streamrt.observe.why.executions import SHORTER, TURN
from streamrt.observe.why.gaps import Gap, gaps, idle
from streamrt.observe.why.summary import summarise

DONE, FAILED, CANCELLED, SKIPPED = map(STATES.index, ("done", "failed", "cancelled", "skipped"))
STREAMS = (Track("cpu:0/a", "stream", 1, "cpu:0"), Track("cpu:0/b", "stream", 2, "cpu:0"))
THREADS = (Track("main", "thread"), Track("other", "thread"), Track("cpu:0", "samples"))
NAMES = {n: Name(text, "kernel") for n, text in enumerate(("copy", "scale", "step", "loader"), 1)}


def traced(*rows: dict[str, int], **facts: Any) -> Trace:
    return Trace(table(rows), STREAMS + THREADS, NAMES, **facts)


def ran(
    track: int, value: int, submitted: int, started: int, finished: int, **more: int
) -> dict[str, int]:
    return {
        "track": track,
        "value": value,
        "submitted": submitted,
        "started": started,
        "finished": finished,
        "what": track + 1,
        "state": DONE,
        **more,
    }


def point(track: int, value: int) -> int:
    return track + 1 << VALUES | value


def of_track(found: list[Gap], track: int) -> list[tuple[int, int, str, str]]:
    return sorted(tuple(gap[1:]) for gap in found if gap.track == track)  # type: ignore[misc]


def reason_at(program: Program, number: int, now: int) -> tuple[str, str]:
    """The reason for which a launch has not started at a time; by the rules, for one time."""
    times, noted = program.run(), program.noted(number, "longest")
    at = times[number]
    if now < at.submitted:
        return "host", ""
    if noted and now < times[noted[0]].finished:
        step = program.steps[noted[0]]
        return "producer", f"cpu:0/s{step.stream}: kernel{step.kernel}"
    previous = program.before(number)
    begun = max(at.submitted, 0 if previous is None else times[previous].finished)
    late_since = max(begun, times[noted[0]].finished if noted else 0)
    if at.started - late_since <= TURN:
        return "turn", ""
    if noted and at.started - begun - noted[1] > TURN:
        return "producer", SHORTER
    return "wake", ""


@pytest.mark.parametrize("seed", range(60))
def test_gaps_and_executions_cover_all_time_and_each_piece_has_its_reason(seed: int) -> None:
    """Against the rules, asked for the first and the last moment of each piece."""
    program = drawn(random.Random(seed), most=25, deps=3)
    trace, times = program.trace(), program.run()
    found = gaps(trace)
    assert [gap.ns for gap in found] == sorted((gap.ns for gap in found), reverse=True)
    shares = summarise(trace).busy
    for stream in range(program.streams):
        launches = [n for n, step in enumerate(program.steps) if step.stream == stream]
        runs = [(times[n].started, times[n].finished) for n in launches]
        pieces = of_track(found, stream)
        all_of_them = sorted([*runs, *((begin, end) for begin, end, *_ in pieces)])
        now = 0
        for begin, end in all_of_them:
            assert begin == now < end, f"seed {seed}: stream {stream} at {now}"
            now = end
        assert now == program.ends()
        busy = sum(end - begin for begin, end in runs)
        assert shares[f"cpu:0/s{stream}"] == pytest.approx(busy / now)
        for begin, end, reason, cause in pieces:
            following = next((n for n in launches if times[n].started >= end), None)
            for moment in (begin, end - 1):
                wanted = ("host", "")
                if following is not None:
                    wanted = reason_at(program, following, moment)
                assert reason == wanted[0], f"seed {seed}: stream {stream} at {moment}"
                assert reason == "host" or cause == wanted[1]
    rows = idle(trace).rows
    assert sum(row.ns for row in rows) == sum(gap.ns for gap in found)
    assert sum(row.count for row in rows) == len(found)


def test_the_cause_of_host_time_is_what_the_submitting_thread_did_for_most_of_it() -> None:
    span = {"kind": EventKind.SPAN, "what": 3, "node": 7, "track": 2, "finished": 1000}
    compiling = {"kind": EventKind.COMPILE, "what": 1, "track": 2, "started": 100, "finished": 400}
    pause = {"kind": EventKind.COLLECT, "track": 3, "started": 500, "finished": 900}
    other = {"kind": EventKind.STAGE, "what": 4, "track": 3, "started": 0, "finished": 1000}
    launches = [ran(0, 1, 450, 450, 480, tag=7), ran(0, 2, 950, 950, 990, tag=7)]
    spans = {7: Span("step")}
    trace = traced(span, compiling, pause, other, *launches, spans=spans)
    assert of_track(gaps(trace), 0) == [
        (0, 450, "host", "compile copy"),
        (480, 950, "host", "collector"),
    ]
    untagged = [{**launch, "tag": 0} for launch in launches]
    (first, _) = of_track(gaps(traced(other, *untagged)), 0)
    assert first == (0, 450, "host", "stage loader"), "any thread counts if nobody knows which"
    (first, _) = of_track(gaps(traced(other, span, *launches, spans=spans)), 0)
    assert first == (0, 450, "host", "step")
    short = {"kind": EventKind.SYNC, "track": 2, "started": 0, "finished": 200}
    (first, _) = of_track(gaps(traced(short, *untagged)), 0)
    assert first == (0, 450, "host", ""), "less than half of it is no cause"


def test_a_full_window_is_a_reason_of_its_own_and_one_of_unknown_size_is_none() -> None:
    def sample(at: int, items: int, size: int = 4) -> dict[str, int]:
        times = {"started": at, "finished": at, "track": 4}
        return {"kind": EventKind.WINDOW, "what": 4, "value": items, "waited_for": size, **times}

    samples = [sample(0, 1), sample(100, 4), sample(200, 4), sample(300, 3), sample(350, 4)]
    launch = ran(0, 1, 500, 500, 600)
    assert of_track(gaps(traced(*samples, launch)), 0) == [
        (0, 100, "host", ""),
        (100, 300, "window", "loader is full"),
        (300, 350, "host", ""),
        (350, 500, "window", "loader is full"),
    ]
    unknown = [{**row, "waited_for": 0} for row in samples]
    assert of_track(gaps(traced(*unknown, launch)), 0) == [(0, 500, "host", "")]


def test_an_execution_that_is_not_in_the_trace_is_named_by_its_stream() -> None:
    lost = ran(0, 2, 0, 60_000, 70_000, waited_for=point(1, 5), waited=60_000)
    elsewhere = ran(1, 6, 0, 0, 10, waited_for=9 << VALUES | 1)
    found = gaps(traced(lost, elsewhere, lost=3))
    assert of_track(found, 0) == [(0, 60_000, "producer", "cpu:0/b")]
    unknown = ran(1, 7, 20, 50_020, 50_030, waited_for=9 << VALUES | 1)
    found = gaps(traced(lost, elsewhere, unknown))
    assert (20, 50_020, "producer", "timeline 9") in of_track(found, 1)
    assert "lost: 3 events, so times are too short" in str(idle(traced(lost, lost=3)))


def test_times_that_cannot_be_are_made_consistent() -> None:
    """Executions that never began, that overlap, or that began before the recording did."""
    rows = [
        ran(0, 1, 50, 60, 200),
        ran(0, 2, 60, 190, 300),
        ran(0, 3, 70, 0, 400, state=SKIPPED),
        ran(0, 4, 70, 0, 400, state=CANCELLED),
        ran(1, 1, 10, 20, 90),
        ran(1, 2, 10, 410, 420, state=FAILED),
    ]
    trace = traced(*rows, began=100)
    assert of_track(gaps(trace), 0) == [(300, 400, "turn", ""), (400, 420, "host", "")]
    assert of_track(gaps(trace), 1) == [(100, 410, "turn", "")]
    assert summarise(trace).busy == {"cpu:0/a": 200 / 320, "cpu:0/b": 10 / 320}


def test_a_trace_without_executions_has_no_gaps() -> None:
    assert gaps(traced()) == []
    assert "lost: 0 events" in str(idle(traced()))
    span = {"kind": EventKind.SPAN, "what": 3, "node": 7, "track": 2, "finished": 1000}
    assert gaps(traced(span)) == []
