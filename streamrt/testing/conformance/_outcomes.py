"""Rules 4, 5 and 6: checks, starts, ends, and the contents of status cells."""

from __future__ import annotations

from streamrt._native.core import CANCELLED, DONE, STATES
from streamrt.testing.conformance import _kernels
from streamrt.testing.conformance._bench import Bench
from streamrt.testing.conformance._case import Violation, case
from streamrt.testing.conformance._line import Line, Submitted

COUNT = 16
BEFORE, AFTER = 11, 22


def _block(bench: Bench, line: Line) -> int:
    """A block that holds BEFORE."""
    block = bench.alloc(4 * COUNT)
    bench.wait(line.launch(bench.fill_plan(COUNT), block, BEFORE), "done")
    return block


def _root(bench: Bench, run: Submitted, wanted: Submitted) -> None:
    bench.expect(
        run.status.root == wanted.root,
        lambda: (
            f"the root of {run} is {run.status.root:#x}, not that of {wanted}, {wanted.root:#x}"
        ),
    )


@case("4a")
def a_failed_check_skips_the_execution(bench: Bench) -> None:
    """An execution whose producer did not succeed is skipped, and has the producer's root."""
    line = bench.line()
    block = _block(bench, line)
    fill = bench.fill_plan(COUNT)
    producer = line.launch(fill, block, 1, cancel=True)
    reader = line.launch(fill, block, AFTER, checks=[producer])
    bench.wait(reader, "skipped")
    _root(bench, producer, producer)
    _root(bench, reader, producer)
    bench.same(bench.read(line, block, COUNT), BEFORE, "memory that a skipped launch writes")


@case("4b")
def only_the_next_execution_is_skipped(bench: Bench) -> None:
    """Only the execution right behind a check is skipped."""
    line = bench.line()
    block = _block(bench, line)
    fill = bench.fill_plan(COUNT)
    producer = line.launch(fill, block, 1, cancel=True)
    bench.wait(line.launch(fill, block, 2, checks=[producer]), "skipped")
    bench.wait(line.launch(fill, block, AFTER), "done")
    bench.same(
        bench.read(line, block, COUNT), AFTER, "what the execution after a skipped one wrote"
    )


@case("4c")
def a_check_of_what_succeeded_changes_nothing(bench: Bench) -> None:
    """Checks of executions that succeeded let the next one run."""
    line, other = bench.line(), bench.line()
    block = _block(bench, line)
    fill = bench.fill_plan(COUNT)
    producers = [line.launch(fill, block, n) for n in range(3)]
    waits = [(line.timeline, producers[-1].value)]
    reader = other.launch(fill, block, AFTER, waits=waits, checks=producers)
    bench.wait(reader, "done")
    bench.expect(reader.status.error == 0, "an execution that is done has an error code")


@case("4d")
def failures_pass_from_queue_to_queue(bench: Bench) -> None:
    """A failure passes on from queue to queue with the root it began with."""
    lines = [bench.line() for _ in range(3)]
    block = _block(bench, lines[0])
    fill = bench.fill_plan(COUNT)
    run = first = lines[0].launch(fill, block, 1, cancel=True)
    for line in (*lines[1:], *lines):
        waits = [(run.line.timeline, run.value)]
        run = line.launch(fill, block, AFTER, waits=waits, checks=[run])
    bench.wait(run, "skipped")
    _root(bench, run, first)


@case("4e", "computes")
def a_reader_of_a_failed_kernel_is_skipped(bench: Bench) -> None:
    """A reader of a kernel that failed is skipped, also if another producer succeeded."""
    line = bench.line()
    block = _block(bench, line)
    fill = bench.fill_plan(COUNT)
    good = line.launch(fill, block, 1)
    failed = line.launch(bench.kernel(_kernels.spoil, COUNT), block, 7, 0)
    reader = line.launch(fill, block, AFTER, checks=[good, failed])
    bench.wait(reader, "skipped")
    _root(bench, reader, failed)
    bench.same(bench.read(line, block, COUNT), _kernels.SPOILT, "memory of a failed kernel")


@case("5a")
def what_is_cancelled_does_not_run(bench: Bench) -> None:
    """A launch that was cancelled before it started does not run."""
    line = bench.line()
    block = _block(bench, line)
    run = line.launch(bench.fill_plan(COUNT), block, AFTER, cancel=True)
    bench.wait(run, "cancelled")
    _root(bench, run, run)
    bench.same(bench.read(line, block, COUNT), BEFORE, "memory that a cancelled launch writes")


@case("5b")
def what_is_cancelled_while_queued_does_not_run(bench: Bench) -> None:
    """A launch that is cancelled while it waits for another queue does not run."""
    gate, line = bench.line(), bench.line()
    block = _block(bench, line)
    fill = bench.fill_plan(COUNT)
    run = line.launch(fill, block, AFTER, waits=[(gate.timeline, 1)])
    bench.settle()
    bench.expect(run.cancel(), "a launch that waits for another queue cannot be cancelled")
    bench.expect(not run.cancel(), "a launch was cancelled twice")
    gate.signal()
    bench.wait(run, "cancelled")
    bench.same(bench.read(line, block, COUNT), BEFORE, "memory that a cancelled launch writes")


@case("5c")
def what_is_over_cannot_be_cancelled(bench: Bench) -> None:
    """A launch that has ended cannot be cancelled, and its state stays the same."""
    line = bench.line()
    block = _block(bench, line)
    run = line.launch(bench.fill_plan(COUNT), block, AFTER)
    bench.wait(run, "done")
    bench.expect(not run.cancel(), "a launch that is done was cancelled")
    bench.wait(run, "done")


@case("5d", "real time")
def either_it_runs_or_it_is_cancelled(bench: Bench) -> None:
    """Either a cancel wins or the launch runs, never both, also if they race."""
    line = bench.line()
    fill = bench.fill_plan(1)
    block = bench.alloc(4 * 256)
    line.launch(bench.fill_plan(256), block, BEFORE)
    runs = [line.launch(fill, block + 4 * n, AFTER) for n in range(256)]
    won = [run.cancel() for run in reversed(runs)][::-1]
    bench.reach(line)
    found = bench.read(line, block, 256)
    for n, run in enumerate(runs):
        wanted = (CANCELLED, BEFORE) if won[n] else (DONE, AFTER)
        if (run.state, int(found[n])) != wanted:
            raise Violation(
                f"launch {n}: cancel returned {won[n]}, the cell is {STATES[run.state]} and the "
                f"memory {'written' if found[n] == AFTER else 'not written'}"
            )


@case("6a")
def all_is_written_when_it_completes(bench: Bench) -> None:
    """An execution completes after its last write to memory."""
    line = bench.line()
    size = 1 << 18
    block = bench.alloc(4 * size)
    fill, copy = bench.fill_plan(size), bench.copy_plan(4 * size)
    found = bench.host(size)
    for number in range(1, 5):
        line.launch(fill, block, number)
        bench.wait(line.launch(copy, bench.keep(found), block), "done")
        bench.same(found, number, "host memory as soon as the copy to it was over")


@case("6b", "computes")
def the_error_code_is_the_kernels(bench: Bench) -> None:
    """A kernel that returns an error code fails with that code, also a negative one."""
    line = bench.line()
    block = bench.alloc(4 * COUNT)
    spoil = bench.kernel(_kernels.spoil, COUNT)
    for code in (7, -3, 1 << 30, 0):
        run = line.launch(spoil, block, code & 0xFFFFFFFF if not line.is_native else code, 0)
        bench.wait(run, "failed" if code else "done")
        found = run.status.error
        bench.expect(found == code, f"the kernel returned {code}, the cell says {found}")
        _root(bench, run, run)


@case("6c")
def the_cell_is_final_before_the_timeline_moves(bench: Bench) -> None:
    """The cell is final before the timeline moves."""
    line = bench.line()
    fill, block = bench.fill_plan(1), bench.alloc(64)
    for number in range(50):
        bench.wait(line.launch(fill, block, number), "done")  # looks at once


@case("6d")
def times_are_in_order(bench: Bench) -> None:
    """Each execution was submitted, started and finished in that order, after the one before."""
    line = bench.line()
    fill, block = bench.fill_plan(1 << 12), bench.alloc(1 << 14)
    before = line.now()
    runs = [line.launch(fill, block, n) for n in range(10)]
    bench.reach(line)
    after = line.now()
    ended = before
    for run in runs:
        status = run.status
        times = (before, status.submitted, status.started, status.finished, after)
        bench.expect(
            list(times) == sorted(times),
            f"the times of {run} in order should be before, submitted, started, finished, after: "
            f"{times}",
        )
        bench.expect(status.started >= ended, f"{run} started before the one in front of it ended")
        ended = status.finished


@case("6e")
def many_at_once_end_each_with_its_own_outcome(bench: Bench) -> None:
    """Many launches and signals at once end in order, each launch with its own outcome."""
    line = bench.line()
    count = 300
    fill, block = bench.fill_plan(1), bench.alloc(4 * count)
    line.launch(bench.fill_plan(count), block, BEFORE)
    runs: list[Submitted] = []
    for n in range(count):
        if n % 7 == 3:
            line.signal()
        checks = runs[-1:] if n % 11 == 6 else []
        runs.append(line.launch(fill, block + 4 * n, AFTER, checks=checks, cancel=n % 11 == 5))
    bench.reach(line)
    found = bench.read(line, block, count)
    ended = 0
    for n, run in enumerate(runs):
        wanted = {5: "cancelled", 6: "skipped"}.get(n % 11, "done")
        bench.wait(run, wanted)
        _root(bench, run, runs[n - 1] if wanted == "skipped" else run)
        written = AFTER if wanted == "done" else BEFORE
        bench.same(found[n : n + 1], written, f"what launch {n}, which is {wanted}, writes")
        if wanted == "done":
            bench.expect(run.status.started >= ended, f"{run} started before an earlier one ended")
            ended = run.status.finished
