"""The critical path and its what-if, against programs that are simply run again."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from shared.observed_programs import Noted, Program, Step, drawn

from streamrt.observe.trace import VALUES, EventKind, Name, Trace, Track, table
from streamrt.observe.why.critical_path import CriticalPath, critical_path
from streamrt.observe.why.executions import DELAYS, TURN


def check_covers(path: CriticalPath, trace: Trace, told: str) -> None:
    now = trace.began
    for segment in path.segments:
        assert segment.started == now < segment.finished, told
        now = segment.finished
    assert now == trace.began + path.total, told
    assert sum(row.ns for row in path.rows) == path.total, told
    assert sum(row.count for row in path.rows) == len(path.segments), told
    assert sum(row.share for row in path.rows) == pytest.approx(1 if path.rows else 0), told


def halved(label: str, program: Program) -> Program:
    """The same program in which all that has a label takes half the time."""
    kind, _, name = label.partition(": ")

    def launch(step: Step) -> Step:
        if step.is_launch and f"kernel{step.kernel}" == label:
            return replace(step, runs=step.runs // 2)
        if step.is_launch and label in ("turn", "wake") and (step.late > TURN) == (label == "wake"):
            return replace(step, late=step.late // 2)
        if kind == "host" and name == f"part{step.part}":
            step = replace(step, before=step.before // 2)
        if label == "host: sync" and not step.is_launch:
            step = replace(step, late=step.late // 2)
        return step

    return program.changed(launch)


def every_path(program: Program, number: int) -> list[tuple[int, frozenset[str]]]:
    """The lengths of all ways back from the end of a step, and the kernels on each."""
    step, previous = program.steps[number], program.before(number)
    ways = list[tuple[int, frozenset[str]]]()
    for earlier in [*step.deps, *([] if previous is None or not step.is_launch else [previous])]:
        ways += every_path(program, earlier)
    way, host = step.before, number - 1  # back in the thread, to the last wait or the beginning
    while host >= 0 and program.steps[host].is_launch:
        way, host = way + program.steps[host].before, host - 1
    before = every_path(program, host) if host >= 0 else [(0, frozenset[str]())]
    ways += [(length + way, kernels) for length, kernels in before]
    own = {f"kernel{step.kernel}"} if step.is_launch else set[str]()
    return [(length + step.late + step.runs, kernels | own) for length, kernels in ways]


@pytest.mark.parametrize("seed", range(100))
def test_the_path_is_the_longest_of_all_ways(seed: int) -> None:
    """Every way through a small program is followed; none is longer than the path."""
    program = drawn(random.Random(seed), most=9, deps=1)
    trace = program.trace("one")
    path = critical_path(trace)
    told = f"seed {seed}: {program}\n{path}"
    check_covers(path, trace, told)
    launches = [n for n, step in enumerate(program.steps) if step.is_launch]
    ways = [way for number in launches for way in every_path(program, number)]
    longest = max(length for length, _ in ways)
    assert path.total == program.ends() == longest, told
    kernels = frozenset(row.label for row in path.rows if row.reason == "run")
    assert kernels in {kernels for length, kernels in ways if length == longest}, told


def check_saved(
    program: Program, mode: Noted, compare: Callable[[int, int], bool], told: str
) -> int:
    """Compares what each row saves with a run of the changed program; returns how many."""
    path = critical_path(program.trace(mode))
    check_covers(path, program.trace(mode), told)
    for row in path.rows:
        if mode != "one" and row.reason in DELAYS:  # a wait without a name may pass as a delay
            continue
        saved = round(row.saved * path.total)
        really = path.total - halved(row.label, program).ends()
        assert compare(saved, really), f"{told}: {row.label}: {saved}, {really}\n{program}\n{path}"
        assert 0 <= row.saved <= row.share / 2 + 1e-12, told
    return len(path.rows)


@pytest.mark.parametrize("seed", range(100))
def test_half_the_time_saves_just_what_it_does_if_the_trace_has_all_waits(seed: int) -> None:
    program = drawn(random.Random(seed), most=40, deps=1)
    assert check_saved(program, "one", lambda saved, really: saved == really, f"seed {seed}")


@pytest.mark.parametrize("seed", range(100))
def test_what_is_saved_is_a_bound_if_the_last_wait_of_each_is_known(seed: int) -> None:
    """The other waits may hold what is faster, and nobody knows of them."""
    program = drawn(random.Random(seed), most=40, deps=4)
    assert check_saved(program, "last", lambda saved, really: saved >= really, f"seed {seed}")


def test_the_bound_is_not_always_exact() -> None:
    """The first of two waits would hold the third launch if the second were faster."""
    steps = (
        Step(0, 0, 0, 0, 80_000, 0, ()),
        Step(0, 0, 1, 1, 100_000, 0, ()),
        Step(0, 0, 2, 2, 10_000, 0, (0, 1)),
    )
    program = Program(3, steps)
    path = critical_path(program.trace("last"))
    (row,) = [row for row in path.rows if row.label == "kernel1"]
    assert path.total == 110_000
    assert round(row.saved * path.total) == 30_000
    assert path.total - halved("kernel1", program).ends() == 20_000


@pytest.mark.parametrize("seed", range(60))
def test_any_trace_gives_a_path_without_holes(seed: int) -> None:
    """With the longest waits, without tags, without waits of the thread, and with lost events."""
    rng = random.Random(seed)
    program = drawn(rng, most=40, deps=3)
    for has_tags, waits in ((True, True), (False, True), (False, False)):
        trace = program.trace(has_tags=has_tags, waits=waits)
        kept = [n for n in range(len(trace)) if rng.random() < 0.8]
        began = rng.choice((0, program.ends() // 3))
        for events in (trace.events, trace.events[kept]):
            some = replace(trace, events=events, began=began, lost=len(trace) - len(events))
            path = critical_path(some)
            check_covers(path, some, f"seed {seed}")
            assert all(0 <= row.saved <= row.share / 2 + 1e-12 for row in path.rows)
            assert f"lost: {some.lost}" in str(path)


def test_what_a_host_awaits_leads_on_to_the_execution() -> None:
    """The wake-up of a task, from the end of its execution until it went on."""
    main = {"track": 1, "kind": EventKind.WAKE, "waited_for": 1 << VALUES | 1}
    rows = [
        {"value": 1, "what": 1, "submitted": 10, "started": 10, "finished": 50},
        {**main, "started": 50, "finished": 57},
        {"value": 2, "what": 2, "submitted": 60, "started": 60, "finished": 100},
    ]
    tracks = Track("cpu:0/a", "stream", 1), Track("main", "thread")
    names = {1: Name("first", "kernel"), 2: Name("second", "kernel")}
    path = critical_path(Trace(table(rows), tracks, names))
    assert [(s.started, s.finished, s.label) for s in path.segments] == [
        (0, 10, "host"),
        (10, 50, "first"),
        (50, 57, "host: wake-up"),
        (57, 60, "host"),
        (60, 100, "second"),
    ]
    assert path.saved("first") == pytest.approx(0.2)
    assert path.saved("first", times=float("inf")) == pytest.approx(0.4)
    assert path.saved("second", times=4) == pytest.approx(0.3)
    assert path.saved("host: wake-up", times=1) == 0.0


def test_the_smallest_rows_have_a_bound_and_the_table_says_so() -> None:
    """Many kernels, one after the other: each saves half of its share."""
    names = {n: Name(f"kernel{n}", "kernel") for n in range(1, 16)}
    rows = [{"value": n, "what": n, "started": 10 * n, "finished": 10 * n + 10} for n in names]
    path = critical_path(Trace(table(rows), (Track("cpu:0/a", "stream", 1),), names, began=10))
    assert [row.saved for row in path.rows] == pytest.approx([1 / 30] * 15)
    assert str(path).count("saves at most 3.3%") == 3
    assert str(path).count("saves 3.3%") == 12
    assert path.saved("kernel15") == pytest.approx(1 / 30)


def test_an_empty_trace_has_an_empty_path() -> None:
    path = critical_path(Trace(table([]), (), {}))
    assert (path.rows, path.segments, path.total) == ((), (), 0)
    assert "lost: 0 events" in str(path)
