"""Cancelling: awaiters, queued executions, and both at once."""

from __future__ import annotations

import asyncio

import numpy as np
import pytest
from shared.trial_kernels import Gate, axpy, count, until

import streamrt as srt
from streamrt.errors import DependencyError, ExecutionCancelledError


async def wait_for(execution: srt.Execution) -> object:
    return await execution


async def waiters(execution: srt.Execution, number: int) -> list[asyncio.Task[object]]:
    """Tasks that are suspended on an execution."""
    tasks = [asyncio.create_task(wait_for(execution)) for _ in range(number)]
    await asyncio.sleep(0)
    return tasks


async def test_an_awaiter_cancelled_while_the_kernel_runs_leaves_the_kernel_its_memory(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    """Row 1."""
    y = rt.put(np.zeros(4, "f4"))
    address = y._address
    held = gate.hold(cpu.stream(), y)
    gate.running()
    (task,) = await waiters(held, 1)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not held.done()
    del y
    others = [rt.put(np.zeros(4, "f4")) for _ in range(3)]  # the host writes them at once
    assert address not in {other._address for other in others}
    gate.open()
    await held
    assert rt.put(np.zeros(4, "f4"))._address == address


async def test_an_execution_cancelled_in_the_queue_never_runs_and_poisons_its_dependents(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    """Row 2."""
    first, second = cpu.stream(), cpu.stream()
    gate.hold(first)
    n, m = (rt.put(np.zeros(1, "u4")) for _ in range(2))
    doomed = first.launch(count, n)
    event = first.record()
    dependent, independent = second.launch(count, n), second.launch(count, m)
    tasks = await waiters(doomed, 2)
    assert doomed.cancel()
    assert not doomed.cancel()
    assert doomed.done()
    assert doomed.cancelled()
    for task in tasks:  # they were suspended, and the gate is still closed
        with pytest.raises(ExecutionCancelledError, match="count on cpu:0/s1@2: cancelled before"):
            await task
    assert not event.done()
    gate.open()
    await event
    with pytest.raises(DependencyError) as caught:
        await dependent
    assert isinstance(caught.value.__cause__, ExecutionCancelledError)
    assert "doomed" not in str(caught.value)
    await independent
    with pytest.raises(DependencyError):
        await n.fetch()
    second.fill(n, 0)
    await second.launch(count, n)
    assert [(await b.fetch()).tolist() for b in (n, m)] == [[1], [1]]
    assert doomed.times.started
    assert not dependent.cancelled()


def test_a_cancel_that_races_the_start_has_exactly_one_outcome(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 3."""
    runs = np.zeros(3000, "u4")
    counters = rt.wrap(runs)
    streams = [cpu.stream() for _ in range(2)]
    executions: list[srt.Execution] = []
    won: list[bool] = []
    for i in range(len(runs)):
        execution = streams[i % 2].launch(count, counters[i : i + 1])
        for _ in range(i % 7):  # the start comes at another moment each time
            execution.done()
        won.append(execution.cancel())
        executions.append(execution)
    for stream in streams:
        stream.sync()
    print(f"{sum(won)} of {len(won)} were cancelled in time")
    assert runs.tolist() == [0 if cancelled else 1 for cancelled in won]
    assert [e.cancelled() for e in executions] == won
    assert [isinstance(e.exception(), ExecutionCancelledError) for e in executions] == won
    assert not any(e.cancel() for e in executions)


async def test_cancelling_one_of_several_awaiters_leaves_the_others_alone(
    cpu: srt.Device, gate: Gate
) -> None:
    """Row 4."""
    held = gate.hold(cpu.stream())
    tasks = await waiters(held, 5)
    tasks[2].cancel()
    await asyncio.wait([tasks[2]])
    assert [task.done() for task in tasks] == [False, False, True, False, False]
    gate.open()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(results.pop(2), asyncio.CancelledError)
    assert results == [None] * 4


async def test_a_timeout_and_an_own_cancel_keep_uncancel_balanced(
    cpu: srt.Device, gate: Gate
) -> None:
    """Row 5."""
    held = gate.hold(cpu.stream())
    seen: list[object] = []

    async def impatient() -> None:
        task = asyncio.current_task()
        assert task is not None
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0):
                await held
        seen.append(task.cancelling())
        try:
            async with asyncio.timeout(3600):
                await held
        except asyncio.CancelledError:
            seen.append(task.cancelling())
            seen.append(task.uncancel())
        async with asyncio.timeout(3600):
            seen.append("waits again")
            await held
        seen.append(task.cancelling())

    task = asyncio.create_task(impatient())
    await until(lambda: seen)
    task.cancel()
    await until(lambda: len(seen) == 4)
    gate.open()
    await task
    assert seen == [0, 1, 0, "waits again", 0]
    assert not held.cancelled()


async def test_a_timeout_that_fires_with_an_own_cancel_is_still_a_cancellation(
    cpu: srt.Device, gate: Gate
) -> None:
    """Row 5."""
    held = gate.hold(cpu.stream())

    async def both() -> None:
        async with asyncio.timeout(0):
            await held

    task = asyncio.create_task(both())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert task.cancelled()
    gate.open()
    await held


async def test_work_that_does_not_read_what_was_cancelled_goes_on(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    """Row 2."""
    stream = cpu.stream()
    gate.hold(stream)
    x, y = rt.put(np.ones(4, "f4")), rt.put(np.zeros(8, "f4"))
    doomed = stream.launch(axpy, x, y[:4], 1.0)
    spared = stream.launch(axpy, x, y[4:], 2.0)
    over = stream.fill(y[:2], 5.0)
    assert doomed.cancel()
    gate.open()
    await spared
    await over
    assert (await y[4:].fetch()).tolist() == [2.0] * 4
    assert (await y[:2].fetch()).tolist() == [5.0] * 2
    with pytest.raises(DependencyError):
        await y[2:4].fetch()
