"""A Batcher over compiled functions in many schedules, with a fault at each place."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from serving.virtual import Model, Outcomes, at_once

import streamrt as srt
from streamrt import testing
from streamrt.errors import DeadlineError, InjectedError, OverloadedError, StreamRTError
from streamrt.serving import Batcher, Tenant


@srt.jit
def double(x: Any) -> Any:
    return 2 * x + 1


async def checked(ask: Batcher, number: int, **options: Any) -> str:
    """Asks, looks at the answer, and returns how the request ended."""
    loop, within = asyncio.get_running_loop(), options.setdefault("within", 1.0)
    since = loop.time()
    try:
        found = await ask(np.full(4, number, "f4"), **options)
        assert (found == 2 * number + 1).all(), "the answer of another"
        # The task goes on some turns of the loop later, each of which may be drawn late.
        assert loop.time() <= since + within + 5e-3, "an answer behind its deadline"
    except (StreamRTError, InjectedError) as error:
        return type(error).__name__
    return "answered"


def results(found: list[Any]) -> None:
    """Holds that clients got answers, errors of streamrt, or were cancelled."""
    strange = [each for each in found if not isinstance(each, str | asyncio.CancelledError)]
    assert strange == []


def settled(ask: Batcher) -> None:
    """Holds that whatever was accepted has ended exactly once."""
    stats = ask.stats()
    assert stats.waiting == stats.running == 0, stats
    assert stats.accepted == stats.answered + stats.failed + stats.expired + stats.cancelled, stats


async def serves(rt: srt.Runtime, **options: Any) -> None:
    """Three clients, of which one gives up, and then a drain."""
    async with Batcher(double, most=2, **options) as ask:
        clients = [asyncio.create_task(checked(ask, n, priority=n)) for n in range(3)]
        impatient = asyncio.create_task(checked(ask, 9))
        await asyncio.sleep(1e-5)
        impatient.cancel()
        found = await asyncio.gather(*clients, impatient, return_exceptions=True)
        await ask.drain()
    settled(ask)
    results(found)
    await rt


async def drains(rt: srt.Runtime, within: float | None) -> None:
    """A drain at some moment, while clients still come."""
    async with Batcher(double, most=2, depth=2) as ask:

        async def client(number: int) -> str:
            await asyncio.sleep(number * 1e-5)
            return await checked(ask, number)

        clients = [asyncio.create_task(client(n)) for n in range(4)]
        await asyncio.sleep(2e-5)
        await ask.drain(within)
        assert ask.stats().waiting == ask.stats().running == 0
        found = await asyncio.gather(*clients, return_exceptions=True)
    settled(ask)
    results(found)
    await rt


async def floods(rt: srt.Runtime) -> None:
    """Ten tenants with one request each, and one of them has many."""
    tenants = {str(n): Tenant() for n in range(10)}
    async with Batcher(double, most=4, room=40, tenants=tenants) as ask:
        flood = [asyncio.create_task(checked(ask, n, tenant="0")) for n in range(8)]
        others = [asyncio.create_task(checked(ask, n, tenant=str(n))) for n in range(1, 10)]
        found = await asyncio.gather(*flood, *others, return_exceptions=True)
    settled(ask)
    results(found)
    await rt


async def with_lists() -> None:
    """A model that raises, returns too little or is left, and requests in all states meanwhile."""
    async with Batcher(Model(0.01), most=2, depth=2, isolate=True, within=0.025) as ask:
        told = Outcomes(ask)
        some = ("a", "raise", "few", "b", "none", "c")
        calls: list[Callable[[], Awaitable[None]]] = [partial(told.one, each) for each in some]
        await at_once(*calls)
    told.check()


PROGRAMS: dict[str, Any] = {
    "serves": serves,
    "pads": partial(serves, sizes=(2,), pad=True),
    "isolates": partial(serves, isolate=True, depth=2),
    "drains": partial(drains, within=None),
    "drains in haste": partial(drains, within=1e-5),
    "floods": floods,
    "with lists": with_lists,
}
FAULTS = {
    "cancel": testing.cancel(),
    "fail": testing.fail(),
    "lose": testing.lose(),
    "slow": testing.slow(),
    "memory": testing.out_of_memory(),
}


def options_of(name: str) -> dict[str, Any]:
    return {} if name == "with lists" else {"devices": ["cpu:0"]}


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_request_ends_once_in_many_schedules(name: str) -> None:
    testing.explore(PROGRAMS[name], schedules=60, seed=1, **options_of(name)).check()


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_each_request_ends_once_with_a_fault_at_each_place(name: str, fault: str) -> None:
    """Rows 340, 341 and 345."""
    testing.sweep(PROGRAMS[name], faults=[FAULTS[fault]], **options_of(name)).check()


def test_work_that_nobody_waits_for_any_more_does_not_begin() -> None:
    """The stream is busy until the deadline has passed. What the batch has queued never runs."""

    async def program(rt: srt.Runtime) -> None:
        stream, gate, ran = rt.device().stream("work"), asyncio.Event(), list[str]()

        async def model(requests: list[str]) -> list[str]:
            await stream.call(ran.extend, requests)
            return requests

        held = stream.call(gate.wait)
        async with Batcher(model, most=4, within=0.01) as ask:
            with pytest.raises(DeadlineError):
                await ask("late")
            answer = asyncio.create_task(ask("in time", within=100.0))
            await asyncio.sleep(0.001)
            gate.set()
            await answer
        await held
        assert ran == ["in time"]
        settled(ask)

    testing.explore(program, devices=["cpu:0"], schedules=1).check()


def test_requests_cost_no_task_and_no_timer_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        loop, timers = asyncio.get_running_loop(), list[float]()
        call_at = loop.call_at

        def counted(when: float, *args: Any, **options: Any) -> asyncio.TimerHandle:
            timers.append(when)
            return call_at(when, *args, **options)

        monkeypatch.setattr(loop, "call_at", counted)

        async def model(requests: list[int]) -> list[int]:
            await asyncio.sleep(0)
            return requests

        async with Batcher(model, most=8, within=3600.0) as ask:
            tasks = len(asyncio.all_tasks())
            for n in range(1000):
                assert await ask(n) == n
                assert len(asyncio.all_tasks()) == tasks
            assert len(timers) == 1
            await ask.drain()
            with pytest.raises(OverloadedError):
                await ask(1)

    asyncio.run(main())
