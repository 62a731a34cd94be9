"""Rule 16: what is left of a device that was lost and came back."""

from __future__ import annotations

from streamrt._native.core import FAILED
from streamrt.testing.conformance._bench import Bench
from streamrt.testing.conformance._case import case

COUNT = 16


@case("16a", "recovers")
def other_queues_go_on_where_the_lost_ones_ended(bench: Bench) -> None:
    """Queues that are opened after a recovery go on at the values of the lost ones, and work."""
    gate, line, other = bench.line(), bench.line(), bench.line()
    fill, block = bench.fill_plan(COUNT), bench.alloc(4 * COUNT)
    runs = [line.launch(fill, block, n, waits=[(gate.timeline, 1)]) for n in range(4)]
    bench.lose_and_recover()
    for run in runs:
        bench.expect(run.state == FAILED, f"{run}, which was pending, did not fail")
    fill = bench.fill_plan(COUNT)
    for number in range(10):
        run = line.launch(fill, block, number)
        other.signal(waits=[(line.timeline, run.value)])
    bench.reach(other)
    bench.expect(line.completed == 14, f"a queue went on to {line.completed}, not from 4 to 14")
    bench.same(bench.read(line, block, COUNT), 9, "memory that was written after a recovery")
    bench.settle()
    bench.expect(line.completed == line.promised, f"a queue went on to {line.completed}")


@case("16b", "recovers")
def memory_that_is_kept_holds_what_it_held(bench: Bench) -> None:
    """Memory stays allocated, and holds what it held if the device says so."""
    line = bench.line()
    blocks = [bench.alloc(4 * COUNT) for _ in range(8)]
    fill = bench.fill_plan(COUNT)
    for number, block in enumerate(blocks):
        line.launch(fill, block, number)
    bench.reach(line)
    found = bench.lose_and_recover()
    bench.expect(found.memory in ("kept", "gone"), f"its memory is {found.memory!r}")
    if found.memory == "kept":
        for number, block in enumerate(blocks):
            bench.same(bench.read(line, block, COUNT), number, "memory that was kept")
    later, fill = [bench.alloc(4 * COUNT) for _ in range(8)], bench.fill_plan(COUNT)
    bench.expect(not {*blocks} & {*later}, "memory that was not freed was given out again")
    for number, block in enumerate(blocks + later):
        line.launch(fill, block, 100 + number)
    for number, block in enumerate(blocks + later):
        bench.same(bench.read(line, block, COUNT), 100 + number, "memory after a recovery")


@case("16c", "recovers")
def handles_of_an_earlier_epoch_are_gone(bench: Bench) -> None:
    """Handles of plans are not given again, and an `unload` of one that is gone has no effect."""
    line, block = bench.line(), bench.alloc(4 * COUNT)
    old = {bench.fill_plan(COUNT), bench.copy_plan(4 * COUNT)}
    bench.lose_and_recover()
    fill = bench.fill_plan(COUNT)
    bench.expect(fill not in old, f"the handle {fill} was given for a second time")
    for handle in old:
        bench.device.unload(handle)
    line.launch(fill, block, 5)
    bench.same(bench.read(line, block, COUNT), 5, "memory that was written after a recovery")
