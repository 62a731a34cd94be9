"""Rule 15: host calls that the device orders."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from streamrt._native.core import RUNNING
from streamrt.backend import HostingDevice
from streamrt.testing.conformance._bench import Bench
from streamrt.testing.conformance._case import case
from streamrt.testing.conformance._line import Line

Ended = Callable[[int], object]
COUNT = 16


def _line(bench: Bench, begin: Callable[[Ended], None]) -> tuple[Line, int]:
    """Returns a line of host calls, and the plan of its launches."""
    device = bench.device
    assert isinstance(device, HostingDevice)  # the case needs it
    line = bench.line(partial(device.open_host_queue, begin=begin))
    return line, bench.loaded(device.load_call("a call"))


@case("15a", "orders calls")
def calls_begin_in_their_order_behind_their_waits(bench: Bench) -> None:
    """Calls of a queue begin one by one, in order, each behind its waits."""
    begun: list[int] = []
    stream = bench.line()

    def begin(ended: Ended) -> None:
        begun.append(stream.completed)
        ended(0)

    line, call = _line(bench, begin)
    fill, block = bench.fill_plan(COUNT), bench.alloc(4 * COUNT)
    for number in range(1, 4):
        stream.launch(fill, block, number)
        line.launch(call, waits=[(stream.timeline, number)])
    bench.reach(line)
    bench.expect(len(begun) == 3, f"3 calls were submitted, and {len(begun)} began")
    for number, seen in enumerate(begun, 1):
        bench.expect(seen >= number, f"call {number} began before what it waits for")


@case("15b", "orders calls")
def a_call_that_has_not_ended_holds_its_queue_alone(bench: Bench) -> None:
    """A call holds its own queue until `ended` is called; other queues go on meanwhile."""
    ends: list[Ended] = []
    line, call = _line(bench, ends.append)
    other = bench.line()
    first, second = line.launch(call), line.launch(call)
    fill, block = bench.fill_plan(COUNT), bench.alloc(4 * COUNT)
    other.launch(fill, block, 1)
    bench.settle()
    bench.expect(len(ends) == 1, f"{len(ends)} calls have begun, and none has ended")
    bench.expect(first.state == RUNNING, "the call has begun, and its cell does not say so")
    bench.expect(line.completed == 0, "the timeline was raised before the call had ended")
    bench.reach(other)
    ends[0](0)
    bench.settle()
    bench.expect(len(ends) == 2, "the next call has not begun after the first had ended")
    ends[1](0)
    bench.wait(first, "done")
    bench.wait(second, "done")


@case("15c", "orders calls")
def a_call_that_fails_has_its_code(bench: Bench) -> None:
    """A call that ends with an error code fails with it; one that is cancelled never begins."""
    codes = [7, 0]

    def begin(ended: Ended) -> None:
        ended(codes.pop(0))

    line, call = _line(bench, begin)
    failed = line.launch(call)
    cancelled = line.launch(call, cancel=True)
    done = line.launch(call)
    bench.wait(failed, "failed")
    bench.expect(failed.status.error == 7, f"the error code is {failed.status.error}, not 7")
    bench.wait(cancelled, "cancelled")
    bench.wait(done, "done")
    bench.expect(not codes, "a call has not begun")
