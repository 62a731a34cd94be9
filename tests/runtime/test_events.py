"""Events and barriers: recorded, waited for, awaited, synchronous."""

from __future__ import annotations

import asyncio
import random

import numpy as np
import pytest
from shared.trial_kernels import Gate, count

import streamrt as srt
from streamrt_kernels import axpy


async def test_an_event_orders_streams_that_share_no_memory(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    a, b, c = (cpu.stream() for _ in range(3))
    gate.hold(a)
    event = a.record()
    b.wait(event)
    x, y = rt.empty(1), rt.empty(1)
    after, free = b.fill(x, 1.0), c.fill(y, 1.0)
    await free
    assert not event.done()
    assert not after.done()
    with pytest.raises(TimeoutError):
        event.sync(0.0)
    with pytest.raises(TimeoutError, match=r"sync: cpu:0/s1@1 was not reached after 0.01 s"):
        event.sync(0.01)
    gate.open()
    await event
    await event  # again, at once
    event.sync()
    assert event.done()
    await after
    assert after.times.started >= 0


async def test_a_barrier_comes_after_everything_on_all_streams(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    streams = [cpu.stream() for _ in range(3)]
    n = rt.put(np.zeros(3, "u4"))
    gate.hold(streams[1])
    for i, stream in enumerate(streams):
        stream.launch(count, n[i : i + 1])
    barrier = rt.barrier()
    late = cpu.stream()
    late.wait(barrier)
    seen = late.call(lambda a: a.tolist(), rt.wrap(np.asarray(n[:1])))
    assert not barrier.done()
    with pytest.raises(TimeoutError):
        barrier.sync(0.01)
    gate.open()
    await barrier
    await seen
    await rt
    assert all(stream.pending == 0 for stream in streams)


async def test_many_awaiters_of_many_points_are_all_settled_in_order(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    stream, n = cpu.stream(), rt.put(np.zeros(1, "u4"))
    gate.hold(stream)
    order: list[int] = []

    async def wait(i: int, event: srt.Event) -> None:
        await event
        order.append(i)

    tasks: list[asyncio.Task[None]] = []
    for i in range(300):
        stream.launch(count, n)
        tasks.append(asyncio.create_task(wait(i, stream.record())))
    await asyncio.sleep(0)
    for task in tasks[::7]:
        task.cancel()
    gate.open()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert order == [i for i in range(300) if i % 7]


def test_an_event_of_another_runtime_is_refused_by_wait_and_fine_to_sync(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    with srt.Runtime() as other:
        stream = other.device().stream()
        execution = stream.fill(other.empty(1), 1.0)
        event = stream.record()
        for what in (event, execution):
            with pytest.raises(srt.errors.ArgumentError, match="another runtime; await it"):
                cpu.stream().wait(what)
        event.sync()


def test_repr_tells_the_point(cpu: srt.Device) -> None:
    event = srt.Event()
    assert repr(event) == "<Event, not recorded>"
    stream = cpu.stream("r")
    stream.call(print)
    stream.record(event)
    assert repr(event) == "<Event cpu:0/r@1>"


@pytest.mark.slow
def test_no_launch_starts_before_the_end_of_what_its_stream_waits_for() -> None:
    """Launches of all lengths, so that some end just as the other stream looks."""
    draw = random.Random(0)
    with srt.Runtime(threads=1) as rt:
        one, two = rt.device().stream(), rt.device().stream()
        x, y, z, w = (rt.put(np.ones(8000, "f4")) for _ in range(4))
        for _ in range(100):
            pairs: list[tuple[srt.Execution[None], srt.Execution[None]]] = []
            for _ in range(300):
                count = draw.randrange(500, 8000)
                producer = one.launch(axpy, x[:count], y[:count], alpha=0.0)
                two.launch(axpy, x[:4000], z[:4000], alpha=0.0)
                two.wait(one.record())
                pairs.append((producer, two.launch(axpy, x[:100], w[:100], alpha=0.0)))
                one.wait(two.record())
            rt.sync()
            for producer, consumer in pairs:
                assert producer.times.finished <= consumer.times.started
