"""Rule 13: virtual time."""

from __future__ import annotations

from streamrt._native.core import PENDING
from streamrt.testing.conformance._bench import Bench
from streamrt.testing.conformance._case import case
from streamrt.testing.conformance._line import Line

COUNT = 16


def _work(bench: Bench, line: Line, count: int) -> None:
    fill, block = bench.fill_plan(COUNT), bench.alloc(4 * COUNT)
    for number in range(count):
        line.launch(fill, block, number)


@case("13a", "virtual time")
def nothing_runs_before_somebody_waits(bench: Bench) -> None:
    """Nothing runs before somebody waits."""
    line = bench.line()
    fill, block = bench.fill_plan(COUNT), bench.alloc(4 * COUNT)
    run = line.launch(fill, block, 1)
    line.signal()
    bench.expect(line.completed == 0, f"the timeline is at {line.completed} and nobody waited")
    bench.expect(run.state == PENDING, "an execution started and nobody waited")
    bench.reach(line)


@case("13b", "virtual time")
def advancing_any_queue_lets_all_run(bench: Bench) -> None:
    """Advancing one queue lets the work of all queues of the device run, step by step."""
    lines = [bench.line() for _ in range(3)]
    for line in lines:
        _work(bench, line, 5)
    steps = bench.until_idle(lines[0].queue)  # type: ignore[arg-type]
    bench.expect(steps >= 15, f"15 executions took {steps} steps: each advance is one command")
    for line in lines:
        bench.expect(line.completed == 5, f"{line.name} is at {line.completed} of 5")


@case("13c", "virtual time")
def an_idle_device_cannot_advance(bench: Bench) -> None:
    """Advance returns False if nothing can run, and changes nothing then."""
    line, other = bench.line(), bench.line()
    for _ in range(3):
        bench.expect(line.queue.advance() is False, "a device without work advanced")  # type: ignore[attr-defined]
    held = line.signal(waits=[(other.timeline, 1)])
    bench.settle()
    bench.expect(line.completed == 0, "a queue went on that waits for what nobody submitted")
    other.signal()
    bench.reach(line, held)


@case("13d", "virtual time")
def virtual_time_does_not_go_back(bench: Bench) -> None:
    """Virtual time never goes back, and is the time in status cells."""
    line = bench.line()
    fill, block = bench.fill_plan(1 << 14), bench.alloc(1 << 16)
    runs = [line.launch(fill, block, n) for n in range(8)]
    seen = line.now()
    while line.completed < line.promised:
        line.queue.advance()  # type: ignore[attr-defined]
        now = line.now()
        bench.expect(now >= seen, f"virtual time went from {seen} back to {now}")
        seen = now
    for run in runs:
        status = run.status
        times = [status.submitted, status.started, status.finished, seen]
        bench.expect(times == sorted(times), f"the times of {run} are {times}")
