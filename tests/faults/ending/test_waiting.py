"""Waits that could never end, events recorded again, and back-pressure."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import Gate, axpy, count, empty

import streamrt as srt
from streamrt.errors import EventNotRecordedError, QueueFullError, WouldDeadlockError

Blocking = Callable[[srt.Runtime, srt.Stream, srt.Buffer, srt.Execution], object]

BLOCKING: dict[str, Blocking] = {
    "Execution.sync": lambda rt, s, y, e: e.sync(),
    "Stream.sync": lambda rt, s, y, e: s.sync(),
    "Event.sync": lambda rt, s, y, e: s.record().sync(),
    "a barrier's sync": lambda rt, s, y, e: rt.barrier().sync(),
    "np.asarray": lambda rt, s, y, e: np.asarray(y),
    "np.from_dlpack": lambda rt, s, y, e: np.from_dlpack(y),
    "Runtime.close": lambda rt, s, y, e: rt.close(),
}


@pytest.mark.parametrize("name", BLOCKING)
async def test_a_blocking_wait_that_the_awaited_work_needs_is_refused(
    name: str, rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    """Row 41: in a host call, in a coroutine, and on the loop that the coroutine needs."""
    block = BLOCKING[name]
    stream, other = cpu.stream("main"), cpu.stream("other")
    y, z = rt.put(np.zeros(2, "f4")), rt.put(np.zeros(2, "f4"))
    after: list[srt.Execution] = []

    def inside(_: object) -> str:
        with pytest.raises(WouldDeadlockError, match="it comes after") as caught:
            block(rt, other, z, after[0])
        return str(caught.value)

    async def inside_later(_: object) -> str:
        return inside(None)

    for function in (inside, inside_later):
        after.clear()
        gate.hold(stream)
        call: srt.Execution[Any] = stream.call(function, y, writes=[y])
        after.append(other.launch(axpy, y, z, 1.0))
        if function is inside_later:
            with pytest.raises(WouldDeadlockError, match="this loop's call of") as caught:
                block(rt, other, z, after[0])
            assert function.__name__ in str(caught.value)
        gate.open()
        assert function.__name__ in await call
        await after[0]
    await rt
    block(rt, other, z, after[0])


async def test_awaiting_oneself_is_refused(rt: srt.Runtime, cpu: srt.Device) -> None:
    """Row 26: a coroutine in a stream cannot await what comes after it."""
    stream, other, free = (cpu.stream() for _ in range(3))
    y = rt.put(np.zeros(1, "f4"))
    after: list[srt.Execution] = []

    async def inside(array: np.ndarray[Any, Any]) -> list[str]:
        found: list[str] = []
        for awaitable in (stream, after[0], stream.record(), y):
            with pytest.raises(WouldDeadlockError) as caught:
                await awaitable
            found.append(str(caught.value))
        await free.fill(unrelated, 3.0)
        array[0] = 1
        return found

    unrelated = rt.empty(1)
    call = stream.call(inside, y, writes=[y])
    after.append(other.launch(axpy, y, rt.put(np.zeros(1, "f4")), 1.0))
    assert all("comes after the call at cpu:0/s1.host@1" in text for text in await call)
    await after[0]


async def test_waiting_on_an_event_nobody_recorded_is_refused_at_the_call(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 26."""
    event, stream = rt.event(), cpu.stream()
    for wait in (lambda: stream.wait(event), event.sync, event.done):
        with pytest.raises(EventNotRecordedError, match="never recorded"):
            wait()
    with pytest.raises(EventNotRecordedError):
        await event
    stream.record(event)
    stream.wait(event)  # a stream that waits for itself waits for what is over by then
    await stream.launch(empty, rt.put(np.zeros(1, "f4")))
    assert event.done()


async def test_an_event_recorded_again_keeps_the_point_each_awaiter_asked_for(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    """Row 27."""

    async def wait() -> None:
        await event

    a, b, c = (cpu.stream(name) for name in "abc")
    n, filled = rt.put(np.zeros(1, "u4")), rt.empty(1)
    with Gate(rt) as second:
        gate.hold(a)
        event = a.record()
        early = asyncio.create_task(wait())
        await asyncio.sleep(0)
        b.wait(event)
        first_count = b.launch(count, n)
        second.hold(a)
        assert a.record(event) is event
        late = asyncio.create_task(wait())
        c.wait(event)
        late_fill = c.fill(filled, 1.0)
        await asyncio.sleep(0)
        gate.open()
        await asyncio.gather(early, first_count)
        assert not late.done()
        assert not late_fill.done()
        assert not event.done()
        second.open()
        await asyncio.gather(late, late_fill)
        assert event.done()


async def test_drain_holds_an_eager_producer_at_the_high_water_mark(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    """Row 24."""
    stream = cpu.stream(high_water=8)
    n = rt.put(np.zeros(1, "u4"))
    most = 0

    async def produce() -> None:
        nonlocal most
        for _ in range(200):
            stream.launch(count, n)
            most = max(most, stream.pending)
            await stream.drain()

    gate.hold(stream)
    producer = asyncio.create_task(produce())
    for _ in range(50):
        await asyncio.sleep(0)
    assert most == stream.pending == 9
    assert not producer.done()
    gate.open()
    await producer
    await stream
    assert most <= 9
    assert (await n.fetch()).tolist() == [200]


async def test_beyond_the_hard_limit_launch_refuses_and_nothing_is_lost() -> None:
    """Row 24."""
    async with srt.Runtime(queue_limit=16) as rt:
        cpu = rt.device()
        stream = cpu.stream("full")
        n, spare = (rt.put(np.zeros(1, "u4")) for _ in range(2))
        with Gate(rt) as gate:
            gate.hold(stream)
            for _ in range(15):
                stream.launch(count, n)
            refusals: dict[str, Callable[[], object]] = {
                "launch count on cpu:0/full": lambda: stream.launch(count, spare),
                "launch fill on cpu:0/full": lambda: stream.fill(spare, 1),
                "call print on cpu:0/full": lambda: stream.call(print),
            }
            for what, submit in refusals.items():
                with pytest.raises(QueueFullError) as caught:
                    submit()
                assert str(caught.value) == (
                    f"{what}: 16 executions are pending, the limit is 16; "
                    "`await stream.drain()` between submissions"
                )
            assert await spare is spare  # a refused writer is no writer
            cpu.stream().fill(spare, 5)
        await stream
        assert (await n.fetch()).tolist() == [15]
        for _ in range(16):
            stream.launch(count, n)
        assert (await n.fetch()).tolist() == [31]
        assert (await spare.fetch()).tolist() == [5]


@pytest.mark.parametrize("pending", [16_000, 100_000])
async def test_a_long_backlog_costs_no_more_per_submission(pending: int) -> None:
    """Row 44."""

    def submit(number: int) -> float:
        start = time.perf_counter()
        for _ in range(number):
            executions.append(stream.launch(count, n))
        return (time.perf_counter() - start) / number

    ratios: list[float] = []
    while True:
        async with srt.Runtime() as rt:
            stream = rt.device().stream()
            executions: list[srt.Execution] = []
            n = rt.put(np.zeros(1, "u4"))
            with Gate(rt) as gate:
                gate.hold(stream)
                first = min(submit(1000) for _ in range(3))
                submit(pending - 6000)
                ratios.append(min(submit(1000) for _ in range(3)) / first)
                half = len(executions) // 2
                awaiting = [asyncio.ensure_future(e) for e in executions[:8000]]
                await asyncio.sleep(0)
                for execution in executions[half:]:
                    assert execution.cancel()
            await asyncio.gather(*awaiting)
            await executions[half - 1]
            assert executions[-1].cancelled()
        if min(ratios) < 3:
            break
        assert len(ratios) < 30, f"cost of the last over the first thousand: {ratios}"
