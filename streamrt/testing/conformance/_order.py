"""Rules 1, 2, 3 and 7: order, signals and waits."""

from __future__ import annotations

import time
from collections import deque

from streamrt._native.core import PENDING
from streamrt._native.timeline import Timeline
from streamrt.backend import Signal
from streamrt.testing.conformance import _kernels
from streamrt.testing.conformance._bench import Array, Bench
from streamrt.testing.conformance._case import Violation, case
from streamrt.testing.conformance._line import Line, Submitted

COUNT = 16  # elements of a small block


@case("1a")
def commands_of_one_queue_run_in_order(bench: Bench) -> None:
    """Commands of one queue run in the order of submission."""
    line = bench.line()
    first, second = bench.alloc(4 * COUNT), bench.alloc(4 * COUNT)
    fill, copy = bench.fill_plan(COUNT), bench.copy_plan(4 * COUNT)
    rounds = 24
    found = [bench.host(COUNT) for _ in range(rounds)]
    runs: list[Submitted] = []
    for number, array in enumerate(found):
        runs.append(line.launch(fill, first, number + 1))
        runs.append(line.launch(copy, second, first))
        runs.append(line.launch(copy, bench.keep(array), second))
    for run in runs:
        bench.wait(run, "done")
    for number, array in enumerate(found):
        bench.same(array, number + 1, f"the copy after fill {number + 1} in one queue")


@case("1b", "computes")
def a_kernel_that_fails_does_not_make_submit_raise(bench: Bench) -> None:
    """Submit does not raise for what happens while a command runs."""
    line = bench.line()
    block = bench.alloc(4 * COUNT)
    spoil = bench.kernel(_kernels.spoil, COUNT)
    runs = [line.launch(spoil, block, 7, 0) for _ in range(4)]
    for run in runs:
        bench.wait(run, "failed")


@case("1c", "waits for all", "real time")
def submit_does_not_block_on_the_device(bench: Bench) -> None:
    """Submit returns while the queue waits for a value that nobody has signalled."""
    gate, line = Timeline(1), bench.line()
    gate.expect()
    fill, block = bench.fill_plan(COUNT), bench.alloc(4 * COUNT)
    runs = [line.launch(fill, block, 1, waits=[(gate, 1)]) for _ in range(50)]
    bench.expect(line.completed == 0, "the queue signalled before the value that it waits for")
    gate.signal()
    for run in runs:
        bench.wait(run, "done")


@case("1d")
def queues_of_one_device_are_independent(bench: Bench) -> None:
    """Many queues of one device take turns, each with all of its own work."""
    lines = [bench.line() for _ in range(6)]
    fill = bench.fill_plan(COUNT)
    blocks = [bench.alloc(4 * COUNT) for _ in lines]
    for number in range(8):
        for line, block in zip(lines, blocks, strict=True):
            line.launch(fill, block, number)
    for line, block in zip(lines, blocks, strict=True):
        bench.same(bench.read(line, block, COUNT), 7, f"the block of {line.name}")


@case("2a")
def each_batch_raises_the_timeline_by_one(bench: Bench) -> None:
    """Each launch and each signal raises the timeline by one, and nothing else does."""
    line, other = bench.line(), bench.line()
    fill, block = bench.fill_plan(COUNT), bench.alloc(4 * COUNT)
    for number in range(10):
        line.launch(fill, block, number)
        bench.expect(line.signal() == line.promised, "signals are counted")
        line.launch(fill, block, number, waits=[(other.timeline, 1)] if number == 4 else [])
    other.signal()
    bench.reach(line)
    bench.settle()
    bench.expect(
        line.completed == 30, f"after 30 batches the timeline is at {line.completed}, not 30"
    )


@case("2b")
def a_cancelled_launch_signals(bench: Bench) -> None:
    """A launch that was cancelled or skipped signals as any other does."""
    line = bench.line()
    fill, block = bench.fill_plan(COUNT), bench.alloc(4 * COUNT)
    cancelled = line.launch(fill, block, 1, cancel=True)
    skipped = line.launch(fill, block, 2, checks=[cancelled])
    done = line.launch(fill, block, 3)
    bench.wait(cancelled, "cancelled")
    bench.wait(skipped, "skipped")
    bench.wait(done, "done")
    bench.expect(line.completed == 3, f"after 3 launches the timeline is at {line.completed}")


@case("2c", "computes")
def a_failed_launch_signals(bench: Bench) -> None:
    """A launch that fails signals, and what is behind it runs."""
    line = bench.line()
    block = bench.alloc(4 * COUNT)
    failed = line.launch(bench.kernel(_kernels.spoil, COUNT), block, 7, 0)
    done = line.launch(bench.fill_plan(COUNT), block, 5)
    bench.wait(failed, "failed")
    bench.wait(done, "done")
    bench.same(bench.read(line, block, COUNT), 5, "what the launch behind a failed one wrote")


@case("2d")
def the_timeline_rises_in_the_order_of_submission(bench: Bench) -> None:
    """The cells of all executions are final up to the value of the timeline."""
    line = bench.line()
    block = bench.alloc(1 << 16)
    large, small = bench.fill_plan(1 << 14), bench.fill_plan(1)
    runs = [line.launch(small if n % 2 else large, block, n) for n in range(40)]
    for value, run in enumerate(runs, 1):
        bench.wait(run, "done")
        late = [later for later in runs[: line.completed] if later.state == PENDING]
        bench.expect(not late, f"the timeline is past {value}, and an earlier cell is pending")


@case("3a")
def a_wait_holds_the_queue(bench: Bench) -> None:
    """A queue does not go on before the timeline that it waits for is at the value."""
    first, second = bench.line(), bench.line()
    fill, copy = bench.fill_plan(COUNT), bench.copy_plan(4 * COUNT)
    block, found = bench.alloc(4 * COUNT), bench.host(COUNT)
    reader = second.launch(copy, bench.keep(found), block, waits=[(first.timeline, 3)])
    behind = second.signal()
    bench.settle()
    bench.expect(
        second.completed == 0, "a queue went on before the value that it waits for was signalled"
    )
    for number in (1, 2, 3):
        first.launch(fill, block, number)
    bench.wait(reader, "done")
    bench.reach(second, behind)
    bench.same(found, 3, "a copy behind a wait for the third fill")


@case("3b")
def waits_across_queues_order_their_work(bench: Bench) -> None:
    """Two queues that wait for each other in turn see each other's writes."""
    lines = bench.line(), bench.line()
    blocks = bench.alloc(4 * COUNT), bench.alloc(4 * COUNT)
    fill, copy = bench.fill_plan(COUNT), bench.copy_plan(4 * COUNT)
    found: list[Array] = []
    lines[0].launch(fill, blocks[0], 1)
    for turn in range(1, 12):
        line, other = lines[turn % 2], lines[1 - turn % 2]
        line.launch(
            copy, blocks[turn % 2], blocks[1 - turn % 2], waits=[(other.timeline, other.promised)]
        )
        found.append(bench.host(COUNT))
        line.launch(copy, bench.keep(found[-1]), blocks[turn % 2])
        line.launch(fill, blocks[turn % 2], turn + 1)
    for line in lines:
        bench.reach(line)
    for turn, array in enumerate(found, 1):
        bench.same(array, turn, f"turn {turn} of two queues that wait for each other")


@case("3c")
def a_wait_for_the_past_holds_nothing(bench: Bench) -> None:
    """A wait for a value that is reached already holds nothing."""
    first, second = bench.line(), bench.line()
    for _ in range(3):
        first.signal()
    bench.reach(first)
    bench.reach(second, second.signal(waits=[(first.timeline, 2), (first.timeline, 3)]))


@case("3d", "waits for all")
def a_queue_waits_for_a_timeline_of_another_kind(bench: Bench) -> None:
    """A queue waits for a timeline that is not raised by a queue of the device."""
    gate, line = Timeline(1), bench.line()
    for _ in range(2):
        gate.expect()
    value = line.signal(waits=[(gate, 2)])
    gate.signal()
    bench.settle()
    bench.expect(line.completed == 0, "the queue went on at 1 and waits for 2")
    gate.signal()
    bench.reach(line, value)


@case("3e")
def can_wait_on_answers_for_every_timeline(bench: Bench) -> None:
    """`can_wait_on` answers for every timeline, the same at each call."""
    line, stranger = bench.line(), Timeline(1)
    for timeline in (line.timeline, stranger):
        answers = {bench.device.can_wait_on(timeline.handle) for _ in range(3)}
        bench.expect(len(answers) == 1, "can_wait_on changes its answer")
        bench.expect(answers <= {True, False}, f"can_wait_on answers {answers}; True or False")


@case("3f")
def who_sees_a_point_sees_what_it_came_after(bench: Bench) -> None:
    """Whoever sees a point reached sees those reached that it waited for."""
    lines = [bench.line() for _ in range(3)]
    fill = bench.fill_plan(COUNT)
    blocks = [bench.alloc(4 * COUNT) for _ in lines]
    came_after: list[deque[tuple[int, Line, int]]] = [deque() for _ in lines]
    for turn in range(240):
        at = turn % 3
        line, other = lines[at], lines[at - 1]
        run = line.launch(fill, blocks[at], turn, waits=[(other.timeline, other.promised)])
        came_after[at].append((run.value, other, other.promised))
    deadline = time.monotonic() + bench.seconds
    while short := [line for line in lines if line.completed < line.promised]:
        for line, waits in zip(lines, came_after, strict=True):
            seen = line.completed
            while waits and waits[0][0] <= seen:
                value, other, before = waits.popleft()
                found = other.completed
                bench.expect(
                    found >= before,
                    f"{line.name} is at {value}, which waited for {other.name}@{before}, and that "
                    f"is at {found}",
                )
        if bench.is_virtual or time.monotonic() > deadline:
            bench.reach(short[0], short[0].completed + 1)
        for line in lines:
            line.release()


@case("3g", "waits for all", "real time")
def queues_that_wait_for_each_others_earlier_work_go_on(bench: Bench) -> None:
    """Two queues, each of which holds work that the other waits for, do not wait for ever."""
    gate, first, second = Timeline(1), bench.line(), bench.line()
    gate.expect()
    fill, block, other = bench.fill_plan(COUNT), bench.alloc(4 * COUNT), bench.alloc(4 * COUNT)
    first.launch(fill, block, 1, waits=[(gate, 1)])
    second.launch(fill, other, 2, waits=[(gate, 1)])
    first.launch(fill, block, 3, waits=[(second.timeline, 2)])
    second.launch(fill, other, 4, waits=[(first.timeline, 1)])
    gate.signal()
    bench.reach(first)
    bench.reach(second)


@case("7a")
def a_bare_signal_keeps_its_place(bench: Bench) -> None:
    """A bare signal comes after all work before it in the queue, and before all later work."""
    line = bench.line()
    fill, block = bench.fill_plan(1 << 14), bench.alloc(1 << 16)
    run = line.launch(fill, block, 1)
    value = line.signal()
    later = line.launch(fill, block, 2)
    bench.reach(line, value)
    if run.state <= PENDING:
        raise Violation("a bare signal overtook the launch in front of it")
    bench.wait(later, "done")


@case("7b")
def a_batch_may_hold_nothing_but_a_signal(bench: Bench) -> None:
    """A queue with nothing but signals raises its timeline to their number."""
    line = bench.line()
    for _ in range(100):
        line.signal()
    bench.reach(line)
    bench.expect(line.completed == 100, f"100 signals raised the timeline to {line.completed}")
    bench.expect(Signal() == Signal(), "signals are data")
