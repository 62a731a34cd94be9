"""The explored loop beside asyncio's: callbacks keep its order, and time is virtual."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable
from typing import Any

import pytest

import streamrt as srt
from streamrt import testing

Step = tuple[str, int]


def drawn_tasks(draw: random.Random) -> list[list[Step]]:
    """Steps of some tasks: turns, queues, callbacks and new tasks.

    Timers are left out: two that are close to each other may swap in real time.
    """
    kinds = ("turn", "put", "get", "soon", "spawn")
    return [[(draw.choice(kinds), draw.randrange(3)) for _ in range(6)] for _ in range(4)]


async def play(tasks: list[list[Step]], log: list[str]) -> None:
    """Plays drawn tasks, and logs every step in the order in which they come."""
    queues: list[asyncio.Queue[str]] = [asyncio.Queue() for _ in range(3)]
    loop = asyncio.get_running_loop()
    spawned: list[Awaitable[Any]] = []

    async def run(name: str, steps: list[Step]) -> None:
        for number, (kind, which) in enumerate(steps):
            log.append(f"{name} {kind} {which}")
            if kind == "turn":
                await asyncio.sleep(0)
            elif kind == "put":
                queues[which].put_nowait(f"{name} {number}")
            elif kind == "get" and not queues[which].empty():
                log.append(f"{name} got {await queues[which].get()}")
            elif kind == "soon":
                loop.call_soon(log.append, f"{name} soon {which}")
            elif kind == "spawn":
                spawned.append(asyncio.ensure_future(run(f"{name}.{which}", [("turn", 0)])))

    await asyncio.gather(*(run(str(n), steps) for n, steps in enumerate(tasks)))
    await asyncio.gather(*spawned)


@pytest.mark.parametrize("seed", range(6))
def test_the_ordinary_schedule_is_what_asyncio_does(seed: int) -> None:
    tasks = drawn_tasks(random.Random(seed))
    real: list[str] = []
    asyncio.run(play(tasks, real))
    explored: list[str] = []

    async def program() -> None:
        explored.clear()
        await play(tasks, explored)

    assert testing.explore(program, schedules=1).failure is None
    assert explored == real
    assert len(real) > 20


@pytest.mark.parametrize("seed", range(4))
def test_callbacks_keep_asyncios_order_in_every_schedule(seed: int) -> None:
    """What comes from inside of the loop is never permuted, so without timers all are equal."""
    tasks = drawn_tasks(random.Random(f"order {seed}"))
    orders: set[tuple[str, ...]] = set()

    async def program(rt: srt.Runtime) -> None:
        log: list[str] = []
        waiting = [rt.device().stream().call(int) for _ in range(3)]
        await play(tasks, log)
        for each in waiting:
            await each
        orders.add(tuple(log))

    assert testing.explore(program, schedules=60).failure is None
    assert len(orders) == 1
    assert testing.explore(program, schedules=60, order="any").failure is None
    assert len(orders) > 10


def test_time_is_virtual_and_timeouts_fire() -> None:
    async def program(rt: srt.Runtime) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        await asyncio.sleep(3600)
        assert 3600 <= loop.time() - began < 3601
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(60):
                await asyncio.Event().wait()
        await rt.device().stream().call(int)

    began = time.monotonic()
    assert testing.explore(program, schedules=20).failure is None
    assert time.monotonic() - began < 3600  # of twenty hours of virtual time
