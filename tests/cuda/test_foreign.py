"""Streams of other libraries on the same GPU: order both ways, over streams that a test holds."""

from __future__ import annotations

import asyncio
import ctypes
import threading
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from cuda.driver.fake import Fake
from cuda.driver.fake_client import Client
from cuda.driver.fake_cuda import fake_backend
from cuda.fixtures import faked, opened
from cuda.foreign_client import COUNT, Theirs, held_copy, ours, stream_of
from shared.event_loops import run

import streamrt as srt
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    CaptureError,
    ClosedError,
    DeviceLostError,
    EventNotRecordedError,
    StateError,
    WouldDeadlockError,
)

pytestmark = pytest.mark.cuda

LONG = 3600.0  # seconds, which nothing here needs


fake = faked(seed=7)
rt = opened("cuda:0", "cuda:1", "cpu:0", live=False)


@pytest.fixture
def other(fake: Fake) -> Client:
    """Another library, which uses device 0 by the driver alone."""
    return Client(fake)


def test_work_of_streamrt_waits_for_a_foreign_stream(
    fake: Fake, rt: srt.Runtime, other: Client
) -> None:
    theirs = Theirs(other)
    foreign, stream = rt.foreign(theirs.stream, "cuda:0"), rt.device("cuda:0").stream()
    fake.hold(theirs.stream)
    theirs.move(theirs.array, theirs.ones)
    event = foreign.record()
    theirs.move(theirs.array, theirs.ones)  # behind the event, which does not wait for it
    stream.wait(event)
    x, y = ours(rt, 1), ours(rt, 2)
    copy = stream.copy(y, x)
    cpu = rt.device("cpu:0").stream()
    cpu.wait(event)
    called = cpu.call(lambda: 5)
    rt.foreign(other.stream(), "cuda:0").wait(copy).sync(LONG)  # it is handed over
    fake.settle()
    assert fake.pending(stream_of(stream))
    assert not any(each.done() for each in (event, copy, called))
    fake.step(theirs.stream, 2)  # their copy and the mark, not what comes later
    event.sync(LONG)
    copy.sync(LONG)
    assert called.sync(LONG) == 5
    assert fake.pending(theirs.stream) == 1
    fake.release(theirs.stream)
    assert theirs.found(theirs.array) == {1}
    assert set(y.fetch().sync()) == {1}


@pytest.mark.parametrize("source", ["event", "execution", "stream", "buffer"])
def test_a_foreign_stream_waits_for_work_of_streamrt(
    fake: Fake, rt: srt.Runtime, other: Client, source: str
) -> None:
    theirs = Theirs(other)
    foreign = rt.foreign(theirs.stream, "cuda:0")
    stream, y, execution = held_copy(fake, rt)
    sources: dict[str, Any] = {"execution": execution, "stream": stream, "buffer": y}
    sources["event"] = stream.record()
    foreign.wait(sources[source]).sync(LONG)  # it is handed over by then, and not done
    theirs.move(theirs.array, y._address)
    fake.settle()
    assert fake.pending(theirs.stream) == 2
    assert not execution.done()
    fake.release(stream_of(stream))
    assert theirs.found(theirs.array) == {3}
    stream.sync(LONG)
    waits = fake.counts()["cuStreamWaitEvent"]
    foreign.wait(stream, y).sync(LONG)  # over already: no call of the driver
    assert fake.counts()["cuStreamWaitEvent"] == waits


def test_both_ways_in_turns_nothing_is_lost(fake: Fake, rt: srt.Runtime, other: Client) -> None:
    """Each round depends on the one before; events are used again, and slots of queues, too."""
    theirs = Theirs(other)
    foreign, stream = rt.foreign(theirs.stream, "cuda:0"), rt.device("cuda:0").stream()
    a, b = ours(rt, 0), ours(rt, 7)
    for turn in range(300):
        run = stream.copy(a, b) if turn % 2 else stream.copy(b, a)
        foreign.wait(run).sync(LONG)
        theirs.move(theirs.array, theirs.ones)
        stream.wait(foreign.record())
    stream.sync(LONG)
    assert theirs.found(theirs.array) == {1}
    assert fake.live()["events"] < 3000


def test_an_event_of_a_mark_is_not_used_again_before_its_launch_has_ended(
    fake: Fake, rt: srt.Runtime, other: Client
) -> None:
    """Recorded again on a stream that is held, it would hold who waits for the first one."""
    one, two = Theirs(other), Theirs(other)
    first, second = rt.foreign(one.stream, "cuda:0"), rt.foreign(two.stream, "cuda:0")
    one.move(one.array, one.ones)
    fake.hold(two.stream)
    two.move(two.array, two.ones)
    fake.hang("cuStreamWaitEvent")  # of the thread that hands the first mark over
    early = first.record()
    fake.await_waiting()
    late = second.record()
    fake.resume()
    early.sync(LONG)
    assert not late.done()
    fake.release(two.stream)
    late.sync(LONG)


@pytest.mark.parametrize("library", ["asyncio", "trio"])
def test_both_ways_are_awaited(fake: Fake, rt: srt.Runtime, other: Client, library: str) -> None:
    run(library, partial(_await_both, fake, rt, other))


async def _await_both(fake: Fake, rt: srt.Runtime, other: Client) -> None:
    theirs = Theirs(other)
    foreign, stream = rt.foreign(theirs.stream, "cuda:0"), rt.device("cuda:0").stream()
    x, y = ours(rt, 3), ours(rt, 4)
    theirs.move(theirs.array, theirs.ones)
    await foreign.record()
    await foreign.wait(stream.copy(y, x), y)
    theirs.move(theirs.copy, theirs.array)
    assert theirs.found(theirs.copy) == {1}
    await rt


async def test_a_cancelled_wait_changes_nothing(fake: Fake, rt: srt.Runtime, other: Client) -> None:
    """The wait for what is not handed over is cancelled; the foreign stream waits for nothing."""
    theirs = Theirs(other)
    foreign, stream = rt.foreign(theirs.stream, "cuda:0"), rt.device("cuda:0").stream()
    gate = asyncio.Event()

    async def hold() -> None:
        await gate.wait()

    x, y = ours(rt, 3), ours(rt, 4)
    stream.call(hold)
    stream.copy(y, x)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await foreign.wait(stream)
    theirs.move(theirs.array, theirs.ones)
    assert theirs.found(theirs.array) == {1}
    gate.set()
    await rt


def test_points_elsewhere_are_waited_for_on_the_host(
    fake: Fake, rt: srt.Runtime, other: Client
) -> None:
    theirs = Theirs(other)
    foreign, far = rt.foreign(theirs.stream, "cuda:0"), rt.device("cuda:1").stream()
    there = rt.put(np.full(COUNT, 9, "i8"), "cuda:1")
    copy = rt.empty(COUNT, "i8", "cuda:1")
    far.copy(copy, there).sync()
    fake.hold(stream_of(far))
    pending = far.copy(copy, there)
    try:
        with pytest.raises(TimeoutError, match=r"cuda:1/s1@\d was not reached after 0.05 s"):
            foreign.wait(pending).sync(0.05)
    finally:
        fake.release(stream_of(far))
    cpu = rt.device("cpu:0").stream()
    foreign.wait(pending, cpu.call(lambda: None)).sync(LONG)
    assert pending.done()


def test_a_host_call_that_would_wait_for_itself_is_refused(rt: srt.Runtime, other: Client) -> None:
    stream = rt.device("cuda:0").stream()
    foreign = rt.foreign(other.stream(), "cuda:0")
    x, y = ours(rt, 3), ours(rt, 4)
    found: list[srt.Execution[None]] = []
    ready = threading.Event()

    def wait() -> None:
        ready.wait(LONG)
        foreign.wait(found[0]).sync(LONG)

    call = stream.call(wait)
    found.append(stream.copy(y, x))
    ready.set()
    with pytest.raises(WouldDeadlockError):
        call.sync(LONG)


def test_loss_ends_all_waits(fake: Fake, rt: srt.Runtime, other: Client) -> None:
    theirs = Theirs(other)
    foreign, stream = rt.foreign(theirs.stream, "cuda:0"), rt.device("cuda:0").stream()
    x, y = ours(rt, 3), ours(rt, 4)
    stream.copy(y, x).sync()
    fake.hold(theirs.stream)
    theirs.move(theirs.array, theirs.ones)
    event = foreign.record()
    stream.wait(event)
    copy = stream.copy(y, x)
    fake.lose(0, 700)
    event.sync(LONG)
    with pytest.raises(DeviceLostError):
        copy.sync(LONG)
    for call in (foreign.record, lambda: foreign.wait(stream), lambda: rt.foreign(theirs.stream)):
        with pytest.raises(DeviceLostError, match="cuda:0 is lost"):
            call()


async def test_loss_wakes_who_waits_for_the_hand_over(
    fake: Fake, rt: srt.Runtime, other: Client
) -> None:
    foreign, stream = rt.foreign(other.stream(), "cuda:0"), rt.device("cuda:0").stream()
    x, y = ours(rt, 3), ours(rt, 4)
    stream.copy(y, x).sync()
    fake.hang("cuMemcpyAsync")  # so that nothing is handed over
    copy = stream.copy(y, x)
    fake.await_waiting()
    task = asyncio.ensure_future(foreign.wait(copy))
    await asyncio.sleep(0)
    fake.lose(0, 700)
    fake.resume()
    with pytest.raises(DeviceLostError):
        await asyncio.wait_for(task, LONG)
    with pytest.raises(DeviceLostError):
        await copy


def test_wrong_streams_are_refused_where_they_are_passed(
    fake: Fake, rt: srt.Runtime, other: Client
) -> None:
    """Row 92."""
    elsewhere = Client(fake, 1)
    far = elsewhere.stream()
    with pytest.raises(ArgumentError, match="another context than that of cuda:0; pass device="):
        rt.foreign(far, "cuda:0")
    assert str(rt.foreign(far).device) == "cuda:1"
    with pytest.raises(ArgumentError, match=r"0 is a default stream, .* cuda:0, cuda:1; pass dev"):
        rt.foreign(0)
    with pytest.raises(ArgumentError, match="cpu:0 shares no streams with other libraries"):
        rt.foreign(far, "cpu:0")
    for wrong in ("a stream", None, True, -1, 1.5, SimpleNamespace(ptr="x")):
        with pytest.raises(ArgumentTypeError, match=r"pass a stream of CuPy, PyTorch, cuda\.core"):
            rt.foreign(wrong, "cuda:0")
    with pytest.raises(ArgumentTypeError, match="is a stream of streamrt"):
        rt.foreign(rt.device("cuda:0").stream(), "cuda:0")
    with pytest.raises(ArgumentError, match=r"returned \(1, 5\); the protocol is \(0, handle\)"):
        rt.foreign(SimpleNamespace(__cuda_stream__=lambda: (1, 5)), "cuda:0")
    fake.check(live=False)
    with pytest.raises(ArgumentError, match="was it destroyed"):
        rt.foreign(0xDEAD0, "cuda:0")
    assert fake.misuses(forget=True)


def test_every_library_s_way_to_say_its_handle(rt: srt.Runtime, other: Client) -> None:
    handle = other.stream()
    for stream in (
        SimpleNamespace(__cuda_stream__=lambda: (0, handle)),
        SimpleNamespace(cuda_stream=handle),
        SimpleNamespace(ptr=handle, device_id=0),
        SimpleNamespace(handle=ctypes.c_void_p(handle)),
    ):
        assert rt.foreign(stream, "cuda:0").handle == handle


def test_destroyed_capturing_and_closed_streams_are_refused(
    fake: Fake, rt: srt.Runtime, other: Client
) -> None:
    """Row 92."""
    handle = other.stream()
    foreign, stream = rt.foreign(handle, "cuda:0"), rt.device("cuda:0").stream()
    fake.set_capturing(handle, True)
    for call in (foreign.record, lambda: foreign.wait(stream)):
        with pytest.raises(ArgumentError, match=r"records a CUDA graph.*end its capture first"):
            call()
    fake.set_capturing(handle, False)
    foreign.record().sync(LONG)
    with pytest.raises(EventNotRecordedError):
        foreign.wait(srt.Event())
    with pytest.raises(ArgumentTypeError, match="found int; pass events, executions, streams"):
        foreign.wait(5)  # type: ignore[arg-type]
    with rt.capture(), pytest.raises(CaptureError):
        foreign.record()
    other.call("cuStreamDestroy", handle)
    with pytest.raises(ArgumentError, match="was it destroyed"):
        foreign.record()
    assert fake.misuses(forget=True)
    foreign.close()
    foreign.close()
    with pytest.raises(ClosedError):
        foreign.record()


def test_a_lent_stream_runs_their_work_between_ours(
    fake: Fake, rt: srt.Runtime, other: Client
) -> None:
    theirs = Theirs(other)
    x = ours(rt, 0)
    stream, y, before = held_copy(fake, rt)
    with stream.lend() as lent:
        theirs.stream = lent.handle
        assert lent.__cuda_stream__() == (0, stream_of(stream))
        theirs.move(theirs.array, y._address)  # it sees what was submitted before
        theirs.move(y._address, theirs.ones)  # and what comes later sees this
        for call in (lambda: stream.copy(x, y), stream.record, stream.lend().__enter__):
            with pytest.raises(StateError, match="the stream is lent"):
                call()
    point, after = stream.record(), stream.copy(x, y)
    fake.settle()
    assert not any(each.done() for each in (before, point))
    fake.step(stream_of(stream), 2)  # our copy and its event, not their copies
    before.sync(LONG)
    fake.settle()
    assert not point.done()
    fake.release(stream_of(stream))
    after.sync(LONG)
    point.sync(LONG)
    assert set(x.fetch().sync()) == {1}
    assert theirs.found(theirs.array) == {3}
    with pytest.raises(StateError, match="only inside of its block"):
        _ = lent.handle
    with pytest.raises(ArgumentError, match="cpu:0 shares no streams"):
        rt.device("cpu:0").stream().lend()


async def _lend(rt: srt.Runtime, other: Client) -> None:
    theirs = Theirs(other)
    stream = rt.device("cuda:0").stream()  # nothing was submitted yet
    async with stream.lend() as lent:
        theirs.stream = lent.handle
        theirs.move(theirs.array, theirs.ones)
    await stream
    assert set(other.read(theirs.array, COUNT)) == {1}
    with pytest.raises(ZeroDivisionError):
        async with stream.lend():
            raise ZeroDivisionError
    await stream.copy(ours(rt, 1), ours(rt, 2))


@pytest.mark.parametrize("library", ["asyncio", "trio"])
def test_a_stream_is_lent_by_a_coroutine(rt: srt.Runtime, other: Client, library: str) -> None:
    run(library, partial(_lend, rt, other))


def test_a_loan_ends_with_its_device(fake: Fake, rt: srt.Runtime) -> None:
    stream, x, y = rt.device("cuda:0").stream(), ours(rt, 3), ours(rt, 4)
    stream.copy(y, x).sync()
    with pytest.raises(DeviceLostError, match="cuda:0 is lost"), stream.lend():
        fake.lose(0, 700)
    with pytest.raises(DeviceLostError):
        stream.copy(y, x).sync(LONG)


def test_a_runtime_closes_with_marks_pending(fake: Fake, other: Client) -> None:
    theirs = Theirs(other)
    with srt.Runtime(["cuda:0"], backends=[fake_backend(fake)]) as rt:
        foreign = rt.foreign(theirs.stream)
        fake.hold(theirs.stream)
        events: list[srt.Event] = []
        for _ in range(3):
            theirs.move(theirs.array, theirs.ones)
            events.append(foreign.record())
        fake.release(theirs.stream)
    assert all(event.done() for event in events)
    with pytest.raises(ClosedError):
        foreign.record()
    assert theirs.found(theirs.array) == {1}
    other.call("cuStreamDestroy", theirs.stream)
    for address in (theirs.array, theirs.copy):
        other.call("cuMemFree", address)
    other.call("cuMemFreeHost", theirs.ones)
    other.call("cuDevicePrimaryCtxRelease", 0)
    fake.check()
