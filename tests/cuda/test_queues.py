"""What CUDA queues promise, over streams that a test holds and calls of the driver that hang."""

from __future__ import annotations

from collections.abc import Generator

import pytest
from cuda.driver.fake import Fake
from cuda.driver.fake_cuda import fake_backend
from cuda.fixtures import faked

from streamrt._backends.cuda.queue import CudaQueue
from streamrt._native.core import CREDIT, PENDING
from streamrt.testing.conformance._bench import Bench
from streamrt.testing.conformance._line import Line

pytestmark = pytest.mark.cuda

COUNT = 16
PATIENCE = 3600.0  # seconds


fake = faked(seed=5, live=True)


@pytest.fixture
def bench(fake: Fake) -> Generator[Bench]:
    with Bench(fake_backend(fake), 0, PATIENCE) as made:
        yield made


def stream_of(line: Line) -> int:
    """The CUDA stream of a line, which has had work by now."""
    assert isinstance(line.queue, CudaQueue)
    return line.queue._stream


def opened(bench: Bench) -> Line:
    line = bench.line()
    bench.reach(line, line.signal())
    return line


def test_nobody_sees_a_point_before_those_that_it_came_after(fake: Fake, bench: Bench) -> None:
    """The thread that tells of the first stream is held up, and the device has done both."""
    first, second = opened(bench), opened(bench)
    fill, one, other = bench.fill_plan(COUNT), bench.alloc(4 * COUNT), bench.alloc(4 * COUNT)
    fake.hang("cuEventQuery")
    a = first.launch(fill, one, 1)
    fake.await_waiting()
    b = second.launch(fill, other, 2, waits=[(first.timeline, a.value)])
    bench.settle()
    fake.settle()
    assert (fake.pending(stream_of(first)), fake.pending(stream_of(second))) == (0, 0)
    bench.settle()
    assert (first.completed, second.completed) == (1, 1)
    fake.resume()
    bench.wait(a, "done")
    bench.wait(b, "done")


def test_launches_behind_a_held_stream_block_nobody(fake: Fake, bench: Bench) -> None:
    """The driver would block its caller at 1,000, which the fake reports."""
    held, other = opened(bench), opened(bench)
    fill, one, two = bench.fill_plan(COUNT), bench.alloc(4 * COUNT), bench.alloc(4 * COUNT)
    fake.hold(stream_of(held))
    runs = [held.launch(fill, one, n) for n in range(10_000)]
    for n in range(100):
        bench.wait(other.launch(fill, two, n), "done")
    assert held.completed == 1
    while fake.pending(stream_of(held)) < CREDIT:
        pass
    bench.settle()
    assert fake.pending(stream_of(held)) <= 2 * CREDIT  # with an event for each, at most
    fake.check(live=False)
    fake.release(stream_of(held))
    bench.wait(runs[-1], "done")
    bench.same(bench.read(held, one, COUNT), 9_999, "memory after ten thousand fills")


def test_a_cancel_wins_until_the_launch_is_handed_over(fake: Fake, bench: Bench) -> None:
    line = opened(bench)
    fill, block = bench.fill_plan(COUNT), bench.alloc(4 * COUNT)
    fake.hold(stream_of(line))
    runs = [line.launch(fill, block, n) for n in range(2 * CREDIT)]
    while runs[0].state == PENDING:
        pass
    assert not runs[0].cancel()
    assert runs[-1].cancel()
    fake.release(stream_of(line))
    bench.wait(runs[-1], "cancelled")
    bench.same(bench.read(line, block, COUNT), 2 * CREDIT - 2, "memory that a cancel spared")


def test_a_chain_costs_few_calls_of_the_driver(fake: Fake, bench: Bench) -> None:
    line = opened(bench)
    fill, block = bench.fill_plan(COUNT), bench.alloc(4 * COUNT)
    gate = opened(bench)
    before = sum(fake.counts().values())
    chain = 3000
    for n in range(chain):
        line.launch(fill, block, n, waits=[(gate.timeline, 2)] if not n else [])
    gate.signal()
    bench.reach(line)
    assert sum(fake.counts().values()) - before <= 1.3 * chain


def test_an_edge_costs_one_wait_and_one_record(fake: Fake, bench: Bench) -> None:
    first, second = opened(bench), opened(bench)
    fill, block = bench.fill_plan(COUNT), bench.alloc(4 * COUNT)
    fake.hold(stream_of(first))
    before = fake.counts()
    a = first.launch(fill, block, 1)
    b = second.launch(fill, block, 2, waits=[(first.timeline, a.value)])
    while fake.counts().get("cuStreamWaitEvent", 0) == before.get("cuStreamWaitEvent", 0):
        pass
    fake.release(stream_of(first))
    bench.wait(b, "done")
    after = fake.counts()
    made = {name: after[name] - before.get(name, 0) for name in after}
    assert made["cuStreamWaitEvent"] == 1
    assert made["cuEventRecord"] == 2  # the other one tells of the second launch itself
    bench.same(bench.read(second, block, COUNT), 2, "memory behind an edge")
