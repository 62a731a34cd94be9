"""Rules 5 and 14 for deadlines: what has not started by then never does."""

from __future__ import annotations

import time

import numpy as np

from streamrt._native.core import CANCELLED, DONE, EXPIRED, SKIPPED, STATES
from streamrt.backend import (
    MOST_TURNS,
    STOPPED,
    Program,
    ProgramLoop,
    ProgramStep,
    ReplayDevice,
)
from streamrt.testing.conformance._bench import Bench
from streamrt.testing.conformance._case import Violation, case
from streamrt.testing.conformance._line import Line, Submitted

COUNT = 16
BEFORE, AFTER = 11, 22
OVER = 1  # ns: a deadline that has passed on every clock
SOON = 100_000  # ns
LATER = 3_600_000_000_000  # ns
LARGE = 1 << 13  # elements, so many that some steps of a program run after it began
STEPS = 24
TRIES = 12


def _block(bench: Bench, line: Line, count: int = COUNT) -> int:
    """A block that holds BEFORE."""
    block = bench.alloc(4 * count)
    bench.wait(line.launch(bench.fill_plan(count), block, BEFORE), "done")
    return block


def _pass(bench: Bench, line: Line, at: int) -> None:
    """Lets the clock of a line go past a time; virtual time passes with work of another one."""
    other, block = bench.line(), bench.alloc(4 * COUNT)
    fill = bench.fill_plan(COUNT)
    while line.now() <= at:
        if bench.is_virtual:
            bench.wait(other.launch(fill, block, BEFORE), "done")
        else:
            time.sleep(1e-4)


def _is_root(bench: Bench, run: Submitted, root: Submitted) -> None:
    bench.expect(run.status.root == root.root, f"the root of {run} is not that of {root}")


@case("5e")
def what_is_late_does_not_run(bench: Bench) -> None:
    """A launch whose deadline has passed does not run; its readers are skipped, others run."""
    line, other = bench.line(), bench.line()
    block, mine = _block(bench, line), _block(bench, line)
    fill = bench.fill_plan(COUNT)
    late = line.launch(fill, block, AFTER, deadline=OVER)
    reader = line.launch(fill, mine, AFTER, checks=[late])
    further = other.launch(fill, mine, AFTER, waits=[(line.timeline, late.value)], checks=[late])
    bench.wait(late, "expired")
    bench.wait(reader, "skipped")
    bench.wait(further, "skipped")
    for run in (late, reader, further):
        _is_root(bench, run, late)
    bench.same(bench.read(line, block, COUNT), BEFORE, "memory that a late launch writes")
    bench.same(bench.read(line, mine, COUNT), BEFORE, "memory that a reader of a late one writes")
    bench.expect(not late.cancel(), "a launch that had expired was cancelled")
    bench.wait(line.launch(fill, block, AFTER), "done")
    bench.same(bench.read(line, block, COUNT), AFTER, "what the launch behind a late one wrote")


@case("5f")
def what_becomes_late_while_queued_does_not_run(bench: Bench) -> None:
    """A launch whose deadline passes while it waits for another queue does not run."""
    gate, line = bench.line(), bench.line()
    block = _block(bench, line)
    fill, at = bench.fill_plan(COUNT), line.now() + SOON
    late = line.launch(fill, block, AFTER, waits=[(gate.timeline, 1)], deadline=at)
    early = line.launch(fill, block, AFTER + 1, deadline=at + LATER)
    bench.settle()
    _pass(bench, line, at)
    gate.signal()
    bench.wait(late, "expired")
    bench.wait(early, "done")
    bench.expect(
        late.status.finished > at,
        lambda: f"{late} expired at {late.status.finished}, and its deadline is {at}",
    )
    bench.same(bench.read(line, block, COUNT), AFTER + 1, "what the launch behind a late one wrote")


@case("5g")
def a_deadline_that_does_not_pass_changes_nothing(bench: Bench) -> None:
    """Launches that start before their deadline run, and their times are as ever."""
    line = bench.line()
    fill, block = bench.fill_plan(1 << 12), bench.alloc(1 << 14)
    before = line.now()
    runs = [line.launch(fill, block, n, deadline=before + LATER + n) for n in range(10)]
    bench.reach(line)
    after = line.now()
    for run in runs:
        bench.wait(run, "done")
        status = run.status
        times = [before, status.submitted, status.started, status.finished, after]
        bench.expect(times == sorted(times), f"the times of {run} are {times}")
        bench.expect(status.error == 0, "an execution that is done has an error code")


@case("5h")
def late_and_cancelled_and_skipped_ones_end_each_by_itself(bench: Bench) -> None:
    """Many at once, some late, cancelled or behind such a one, each end in their own way."""
    line, count = bench.line(), 300
    fill, block = bench.fill_plan(1), _block(bench, line, 300)
    runs: list[Submitted] = []
    wanted: list[int] = []
    for n in range(count):
        is_late, is_cancelled, is_behind = n % 7 == 3, n % 11 == 5, n % 5 == 4
        checks = runs[-1:] if is_behind else []
        deadline = OVER if is_late else LATER + line.now()
        state = DONE
        if is_cancelled:
            state = CANCELLED
        elif is_behind and wanted[-1] != DONE:
            state = SKIPPED
        elif is_late:
            state = EXPIRED
        runs.append(
            line.launch(
                fill, block + 4 * n, AFTER, checks=checks, cancel=is_cancelled, deadline=deadline
            )
        )
        wanted.append(state)
    bench.reach(line)
    found = bench.read(line, block, count)
    for n, (run, state) in enumerate(zip(runs, wanted, strict=True)):
        bench.wait(run, STATES[state])
        _is_root(bench, run, runs[n - 1] if state == SKIPPED and wanted[n - 1] != SKIPPED else run)
        written = AFTER if state == DONE else BEFORE
        bench.same(found[n : n + 1], written, f"what launch {n}, {STATES[state]}, writes")


def _rows(bench: Bench, count: int) -> int:
    """A program of one stream that fills a row after the other."""
    fill = bench.fill_plan(count)
    steps = [ProgramStep(n, fill, (4 * count * n, AFTER), ((0, 0),), ()) for n in range(STEPS)]
    return bench.instantiate(Program((tuple(steps),), 1))


@case("14m", "replays")
def a_late_program_runs_none_of_its_steps(bench: Bench) -> None:
    """A program whose deadline has passed runs none of its steps; its next launch runs all."""
    line = bench.line()
    block = _block(bench, line, STEPS * COUNT)
    handle = _rows(bench, COUNT)
    late = line.launch(handle, block, deadline=OVER)
    reader = line.launch(handle, block, checks=[late])
    bench.wait(late, "expired")
    bench.wait(reader, "skipped")
    bench.same(bench.read(line, block, STEPS * COUNT), BEFORE, "memory that a late program writes")
    bench.wait(line.launch(handle, block, deadline=line.now() + LATER), "done")
    bench.same(bench.read(line, block, STEPS * COUNT), AFTER, "what the next launch wrote")


@case("14n", "replays")
def a_program_that_becomes_late_ends_between_two_steps(bench: Bench) -> None:
    """A program whose deadline passes while it runs runs all steps, or those before some step."""
    line = bench.line()
    block = _block(bench, line, STEPS * LARGE)
    handle, clear = _rows(bench, LARGE), bench.fill_plan(STEPS * LARGE)
    first = line.launch(handle, block)
    bench.wait(first, "done")
    took = max(first.status.finished - first.status.started, 1)
    for turn in range(TRIES):
        bench.wait(line.launch(clear, block, BEFORE), "done")
        run = line.launch(handle, block, deadline=line.now() + 2 * took * turn // TRIES + 1)
        bench.wait(run)
        rows = bench.read(line, block, STEPS * LARGE).reshape(STEPS, LARGE)
        done = int((rows[:, 0] == AFTER).sum())
        wanted = np.where(np.arange(STEPS) < done, AFTER, BEFORE).astype("u4")[:, None]
        bench.same(rows, wanted + np.zeros_like(rows), "the rows of a program that became late")
        state, status = run.state, run.status
        bench.expect(
            (state == DONE and done == STEPS) or state == EXPIRED,
            f"{run} is {STATES[state]} after {done} of {STEPS} steps",
        )
        if state == EXPIRED and done:
            bench.expect(status.error == STOPPED, f"the cell says {status.error}, not {STOPPED}")
    bench.wait(line.launch(handle, block), "done")
    bench.same(bench.read(line, block, STEPS * LARGE), AFTER, "what the next launch wrote")


@case("14o", "loops", "real time")
def a_loop_that_becomes_late_ends_between_two_turns(bench: Bench) -> None:
    """An endless loop ends at its deadline, also within another, and runs again without one."""
    line = bench.line()
    block, flag = bench.alloc(4 * COUNT), bench.alloc(1)
    fill = bench.fill_plan(COUNT)
    step = ProgramStep(2, fill, (0, 5), ((0, 0),), ())
    inner = bench.load_loop(ProgramLoop((step,), 2, MOST_TURNS, (1, 0)))
    around = ProgramStep(1, inner, (0, 0), ((0, 0), (1, 1)), ())
    handle = outer = bench.load_loop(ProgramLoop((around,), 2, 1))
    if isinstance(bench.device, ReplayDevice):
        whole = ProgramStep(0, outer, (0, 0), ((0, 0), (1, 1)), ())
        handle = bench.instantiate(Program(((whole,),), 2))
    soon, run = SOON, None
    while run is None or run.status.error != STOPPED:  # until one has begun before its deadline
        bench.write(line, flag, np.ones(1, "u1"))
        soon, at = 2 * soon, line.now() + soon
        run = line.launch(handle, block, flag, deadline=at)
        reader = line.launch(fill, block, 3, checks=[run])
        bench.wait(run, "expired")
        if run.status.finished <= at:
            raise Violation(f"{run} expired at {run.status.finished}, before its deadline, {at}")
        bench.wait(reader, "skipped")
        bench.write(line, flag, np.zeros(1, "u1"))
        bench.wait(line.launch(handle, block, flag), "done")
