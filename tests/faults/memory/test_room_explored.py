"""Waits for room in many schedules, in virtual time: nobody is left, and no allocation fails."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from shared.explored import failure_of

import streamrt as srt
from streamrt import testing
from streamrt.errors import ClosedError, DeviceLostError

LIMIT = 1 << 14
SIZES = (64, LIMIT // 8, LIMIT // 4, LIMIT // 2, 3 * LIMIT // 4, LIMIT)


async def worker(rt: srt.Runtime, draw: random.Random, served: list[int]) -> None:
    """Asks, makes its buffers, submits work on them, and drops them while that is pending."""
    device = rt.device()
    stream = device.stream(high_water=2)
    buffers: list[srt.Buffer] = []
    for _ in range(3):
        one, two = sorted(draw.sample(SIZES, 2))
        sizes = (one, two) if one + two <= LIMIT else (one,)
        try:
            if draw.random() < 0.5:
                await device.room(*sizes)
                buffers += [rt.empty(nbytes, "u1") for nbytes in sizes]
            else:
                async with device.room(*sizes):
                    for nbytes in sizes:
                        buffers.append(rt.empty(nbytes, "u1"))
                        await asyncio.sleep(0)
            filled = [stream.fill(buffer, 1) for buffer in buffers]
            if draw.random() < 0.5:
                await filled[-1]
            elif device.host_sees:
                stream.call(len, buffers[0])
        finally:
            buffers.clear()  # a task that was cancelled keeps its frames
        served.append(one)


def served_all(seed: int) -> Callable[[srt.Runtime], Coroutine[Any, Any, None]]:
    async def program(rt: srt.Runtime) -> None:
        draw, served = random.Random(seed), list[int]()
        async with asyncio.TaskGroup() as group:
            for _ in range(4):
                group.create_task(worker(rt, draw, served))
        assert len(served) == 12
        await rt
        stats = rt.device().memory_stats()
        assert (stats.in_use, stats.available) == (0, LIMIT)

    return program


@pytest.mark.parametrize("device", ["sim:0", "cpu:0"])
@pytest.mark.parametrize("seed", range(3))
def test_everybody_gets_the_room_that_was_asked_for(device: str, seed: int) -> None:
    """Row 310."""
    found = testing.explore(
        served_all(seed), devices=[device], schedules=8, seed=seed, memory_limit=LIMIT
    )
    assert found.failure is None, found.failure


def test_without_asking_the_same_program_runs_out_of_memory() -> None:
    """Row 310: the tests of it can fail."""

    async def program(rt: srt.Runtime) -> None:
        rt.device().room = lambda *nbytes: Nothing()  # type: ignore[method-assign,assignment] # pyright: ignore[reportAttributeAccessIssue]
        await served_all(0)(rt)

    failure = failure_of(program, memory_limit=LIMIT, schedules=25)
    assert "OutOfMemoryError" in failure.message


class Nothing:
    """Room that nobody waits for."""

    def __await__(self) -> Any:
        yield from ()

    async def __aenter__(self) -> None: ...

    async def __aexit__(self, *error: object) -> None: ...


def test_a_wait_that_nobody_can_end_is_a_deadlock() -> None:
    """Row 311: a task holds a buffer, and waits for room that only its drop would give."""

    async def program(rt: srt.Runtime) -> None:
        held = rt.empty(LIMIT, "u1")
        await rt.device().room(64)
        del held

    failure = failure_of(program, memory_limit=LIMIT)
    assert failure.kind == "deadlock"
    assert "for room for 64 bytes on sim:0; nobody is left" in failure.message


def test_a_thread_that_nobody_can_wake_is_a_deadlock() -> None:
    """Row 311."""

    def program(rt: srt.Runtime) -> None:
        held = rt.empty(LIMIT, "u1")
        rt.device().room(64).sync()
        del held

    failure = failure_of(program, memory_limit=LIMIT)
    assert failure.kind == "deadlock"
    assert "room for 64 bytes on sim:0" in failure.message


def test_synchronous_code_and_host_calls_wait_for_room() -> None:
    """Row 310."""

    def program(rt: srt.Runtime) -> None:
        device = rt.device()
        stream = device.stream()
        for _ in range(4):
            with device.room(LIMIT):
                buffer = rt.empty(LIMIT, "u1")
            stream.fill(buffer, 1)
            del buffer
        device.room(LIMIT).sync()

    assert testing.explore(program, schedules=25, memory_limit=LIMIT).failure is None


@pytest.mark.parametrize("device", ["sim:0", "cpu:0"])
def test_a_cancel_at_any_await_leaves_room_for_the_others(device: str) -> None:
    """Row 310: tasks are cancelled while they wait, and in the turn in which they are admitted."""

    async def program(rt: srt.Runtime) -> None:
        draw, served = random.Random(5), list[int]()
        tasks = [asyncio.create_task(worker(rt, draw, served)) for _ in range(4)]
        for task in tasks[:2]:
            await asyncio.sleep(draw.random() * 1e-4)
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        assert ended[2:] == [None, None]
        del tasks
        await rt
        await rt.device().room(LIMIT)
        rt.empty(LIMIT, "u1")

    found = testing.explore(program, devices=[device], schedules=15, memory_limit=LIMIT)
    assert found.failure is None, found.failure


def test_a_loss_at_any_moment_ends_the_waits() -> None:
    """Row 312."""

    async def program(rt: srt.Runtime) -> None:
        draw, served = random.Random(6), list[int]()
        tasks = [asyncio.create_task(worker(rt, draw, served)) for _ in range(4)]
        for error in await asyncio.gather(*tasks, return_exceptions=True):
            assert error is None or isinstance(error, DeviceLostError), error

    faults = [testing.lose()]
    found = testing.explore(program, faults=faults, schedules=15, memory_limit=LIMIT)
    assert found.failure is None, found.failure


def test_the_end_of_the_runtime_ends_the_waits() -> None:
    """Row 312."""

    async def program() -> None:
        async with srt.Runtime(["sim:0"], memory_limit=LIMIT) as rt:
            held = rt.empty(LIMIT, "u1")
            task = asyncio.ensure_future(rt.device().room(64))
            await asyncio.sleep(1e-3)
        with pytest.raises(ClosedError, match="room for 64 bytes"):
            await task
        del held

    assert testing.explore(program, schedules=25).failure is None
