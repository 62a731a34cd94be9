"""Faults strike at each of their places, are excused, and nothing else is."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from shared.explored import devices_only, told

import streamrt as srt
from streamrt import testing
from streamrt.errors import ArgumentError, ExecutionError, OutOfMemoryError
from streamrt_kernels import axpy


async def pipeline(rt: srt.Runtime) -> None:
    """A correct program: two streams, a task group, a call, a timeout, a scope."""
    device = rt.device()
    load, work = device.stream("load"), device.stream("work")
    total, ended = rt.put(np.zeros(8, "f4")), list[int]()

    async def step(number: int) -> None:
        batch = rt.empty(8)
        load.fill(batch, number)
        await load.call(int)
        async with asyncio.timeout(60):
            await work.launch(axpy, batch, total, alpha=1.0)
        ended.append(number)

    async with asyncio.TaskGroup() as group:
        for number in range(3):
            group.create_task(step(number))
    async with rt.scope():
        work.fill(rt.empty(8), 1.0)
    found = (await total.fetch())[0]
    assert found == 3.0 if len(ended) == 3 else found >= sum(ended)  # a group forgives a cancel


EVERY: dict[str, Callable[[], testing.Fault]] = {
    "cancel": testing.cancel,
    "fail": testing.fail,
    "slow": testing.slow,
    "out of memory": testing.out_of_memory,
    "lose": testing.lose,
}
FEWEST = {"cancel": 40, "fail": 12, "slow": 8, "out of memory": 3, "lose": 12}


@pytest.mark.parametrize("kind", EVERY)
def test_a_correct_program_bears_every_fault_at_every_place(kind: str) -> None:
    swept = testing.sweep(pipeline, faults=[EVERY[kind]()], schedules=2)
    assert swept.failure is None, swept.failure and swept.failure.message
    assert swept.is_complete
    assert set(swept.injected) == {kind}
    assert swept.injected[kind] >= FEWEST[kind]
    if kind != "cancel":
        assert testing.sweep(devices_only, faults=[EVERY[kind]()]).failure is None


def test_faults_are_drawn_while_a_program_is_explored() -> None:
    every = [make() for make in EVERY.values()]
    assert testing.explore(pipeline, faults=every, schedules=150).failure is None


# -- programs that bear one fault badly -----------------------------------------------------------


async def keeps_the_permit(rt: srt.Runtime) -> None:
    permits, stream = asyncio.Semaphore(1), rt.device().stream()

    async def job() -> None:
        await permits.acquire()
        await stream.call(int)
        permits.release()

    task = asyncio.ensure_future(job())
    await asyncio.wait([task])
    async with permits:
        pass


async def swallows(rt: srt.Runtime) -> None:
    with contextlib.suppress(asyncio.CancelledError):
        await rt.device().stream().call(int)


async def counts_before_it_knows(rt: srt.Runtime) -> None:
    stream, counted = rt.device().stream(), 0
    for _ in range(2):
        for _ in range(2):  # tries
            counted += 1
            with contextlib.suppress(ExecutionError):
                await stream.fill(rt.empty(8), 1.0)
                break
    assert counted == 2


async def goes_on_without(rt: srt.Runtime) -> None:
    buffers: list[srt.Buffer] = []
    for _ in range(3):
        with contextlib.suppress(OutOfMemoryError):
            buffers.append(rt.empty(1 << 20))
    assert len(buffers) == 3


async def gives_up_too_soon(rt: srt.Runtime) -> None:
    stream, done = rt.device().stream(), False
    x = rt.put(np.zeros(8, "f4"))
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(0.5):
            await stream.fill(x, 1.0)
            done = True
    assert done


async def expects_the_device(rt: srt.Runtime) -> None:
    with contextlib.suppress(srt.errors.DeviceLostError):
        await rt.device().stream().fill(rt.empty(8), 1.0)
        return
    raise AssertionError("there is no plan for that")


BAD: dict[str, tuple[Callable[..., Any], str, str]] = {
    "cancel": (keeps_the_permit, "deadlock", "nothing can happen"),
    "cancel ": (swallows, "invariant", "swallowed that"),
    "fail": (counts_before_it_knows, "error", "AssertionError"),
    "out of memory": (goes_on_without, "error", "AssertionError"),
    "slow": (gives_up_too_soon, "error", "AssertionError"),
    "lose": (expects_the_device, "error", "there is no plan for that"),
}


@pytest.mark.filterwarnings("ignore:leave a runtime:RuntimeWarning")
@pytest.mark.parametrize("kind", BAD)
def test_a_program_that_bears_a_fault_badly_is_found_and_replayed(kind: str) -> None:
    program, expected, words = BAD[kind]
    fault = EVERY[kind.strip()]()
    found = testing.sweep(program, faults=[fault])
    failure = found.failure
    assert failure is not None
    assert failure.kind == expected
    assert words in failure.message
    assert [draw.label.split()[0] for _, draw in failure.deviations] == ["fault"]
    assert told(testing.replay(program, failure)) == told(failure)
    explored = testing.explore(program, faults=[fault], schedules=300)
    assert explored.failure is not None


def test_faults_are_for_what_is_named() -> None:
    swept = testing.sweep(pipeline, faults=[testing.fail("axpy")])
    assert swept.injected == {"fail": 3}
    assert testing.sweep(pipeline, faults=[testing.lose("cpu:7")]).injected == {}
    wrong: list[Callable[[], Any]] = [
        lambda: testing.fail(3),  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
        lambda: testing.cancel(most=0),
        lambda: testing.sweep(pipeline, faults=[]),
        lambda: testing.sweep(pipeline, schedules=0),
    ]
    for call in wrong:
        with pytest.raises(ArgumentError):
            call()
