"""Rules 8 and 9: lost devices and closed queues."""

from __future__ import annotations

from streamrt._native.core import FAILED, STATES
from streamrt._native.timeline import Timeline
from streamrt.testing.conformance._bench import Bench
from streamrt.testing.conformance._case import case

COUNT = 16


@case("8a", "not native")
def what_completes_after_a_loss_has_no_effect(bench: Bench) -> None:
    """All that is pending fails at a loss, and later completions of the device have no effect."""
    gate, line = bench.line(), bench.line()
    fill, block = bench.fill_plan(COUNT), bench.alloc(4 * COUNT)
    runs = [line.launch(fill, block, n, waits=[(gate.timeline, 1)]) for n in range(4)]
    bench.may_be_lost = True
    line.timeline.lose("the suite pulled the plug")
    line.timeline.fail_all()
    bench.expect(line.completed == 4, "a lost timeline reaches its end")
    gate.signal()
    bench.reach(gate)
    bench.settle()
    for run in runs:
        bench.expect(
            run.state == FAILED,
            f"{run} failed with its device and is now {STATES[run.state]}",
        )
    bench.expect(line.completed == 4, f"a lost timeline went on to {line.completed}")


@case("8b")
def a_healthy_device_is_not_lost(bench: Bench) -> None:
    """A device that was given work by the rules does not say that it is lost."""
    line = bench.line()
    fill, block = bench.fill_plan(COUNT), bench.alloc(4 * COUNT)
    for number in range(200):
        line.launch(fill, block, number, cancel=number % 7 == 3)
    bench.reach(line)
    bench.settle()
    bench.expect(line.timeline.lost is None, f"it says: {line.timeline.lost}")


@case("9a")
def close_ends_a_queue_after_what_is_in_it(bench: Bench) -> None:
    """Close ends the queue after what is in it, and says so."""
    line, other = bench.line(), bench.line()
    fill, block = bench.fill_plan(1 << 14), bench.alloc(1 << 16)
    runs = [line.launch(fill, block, n) for n in range(20)]
    if bench.is_virtual:
        bench.reach(line)  # virtual time passes only while somebody waits
    bench.expect(line.close(bench.seconds), "close of a queue that can end returned False")
    bench.lines.remove(line)
    bench.expect(
        line.completed >= len(runs),
        f"close returned True at {line.completed} of {len(runs)} signals",
    )
    for run in runs:
        bench.wait(run, "done")
    bench.same(bench.read(other, block, COUNT), 19, "memory after a queue was closed")


@case("9b")
def a_queue_that_was_never_used_can_be_closed(bench: Bench) -> None:
    """A queue that was never used closes at once, and others go on."""
    other = bench.line()
    for _ in range(4):
        line = bench.line()
        bench.expect(line.close(bench.seconds), "close of an unused queue returned False")
        bench.lines.remove(line)
    bench.reach(other, other.signal())


@case("9c", "waits for all", "real time")
def close_gives_up_after_its_timeout(bench: Bench) -> None:
    """Close of a queue that cannot end returns False after its timeout."""
    gate, line = Timeline(1), bench.line()
    gate.expect()
    line.signal(waits=[(gate, 1)])
    bench.expect(not line.close(0.01), "close of a queue that waits returned True")
    bench.expect(line.completed == 0, "close let a queue that waits go on")
    gate.signal()
    bench.reach(line, 1)
    bench.lines.remove(line)
    bench.expect(line.close(bench.seconds), "close of a queue that can end returned False")
