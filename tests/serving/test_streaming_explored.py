"""StreamBatcher in drawn orders and virtual time: deadlines, cancels, drains, lost devices."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import aclosing
from functools import partial
from typing import Any

import numpy as np
import pytest
from serving.streams import Asked, CountingModel, check_ends

import streamrt as srt
from streamrt import errors, testing
from streamrt.serving import END, End, StreamBatcher

Batcher = StreamBatcher[Asked, int]
Client = Callable[[Batcher, list[str]], Coroutine[Any, Any, None]]


async def read(
    ask: Batcher, ends: list[str], asked: Asked, within: float = 60.0, slow: float = 0.0
) -> None:
    """Reads all parts, and notes how the answer ends; what it reads is the beginning of it."""
    found, loop = list[int](), asyncio.get_running_loop()
    try:
        parts = ask(asked, within=within)
    except errors.OverloadedError:
        ends.append("refused")
        return
    due, end = loop.time() + within, "cancelled"
    try:
        async for part in parts:
            found.append(part)
            if slow:
                await asyncio.sleep(slow)
        end = "answered"
        assert len(found) == asked.parts
    except errors.DeadlineError:
        end = "expired"
        assert loop.time() >= due
    except errors.ExecutionCancelledError:
        end = "drained"
    except KeyError:
        end = "failed"
    finally:
        ends.append(end)
        assert found == [*range(1, len(found) + 1)]


async def read_two(ask: Batcher, ends: list[str], asked: Asked) -> None:
    """Reads two parts, and goes away."""
    ends.append("cancelled")
    async with aclosing(ask(asked)) as parts:
        assert [await anext(parts), await anext(parts)] == [1, 2]


async def give_up(ask: Batcher, ends: list[str], seconds: float) -> None:
    """Reads for some time, and is then cancelled."""
    task = asyncio.create_task(read(ask, ends, Asked(10**6)))
    await asyncio.sleep(seconds)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def count(ask: Batcher, model: CountingModel, ends: Sequence[str]) -> None:
    """Compares what the clients saw with what was counted.

    A client that goes away does not see how its answer ended a moment before.
    """
    stats, seen = ask.stats(), Counter(ends)
    check_ends(stats)
    assert not model.seats
    assert stats.accepted + stats.refused == len(ends)
    assert stats.answered >= seen["answered"]
    assert stats.expired >= seen["expired"]
    assert stats.failed >= seen["failed"]
    assert seen["drained"] <= stats.cancelled <= seen["drained"] + seen["cancelled"]
    assert stats.batches >= len(model.steps)


async def crowd() -> None:
    """Clients of all kinds at once, and a step that fails."""
    steps, ends = 0, list[str]()

    async def step(slots: Sequence[int]) -> None:
        nonlocal steps
        steps += 1
        await asyncio.sleep(1e-3)
        if steps == 6:
            raise KeyError(steps)

    model = CountingModel(step)
    async with StreamBatcher(model, slots=2, room=4, ahead=2) as ask:
        clients = [
            read(ask, ends, Asked(3)),
            read_two(ask, ends, Asked(9)),
            read(ask, ends, Asked(4, silent=2, at_once=3), slow=2e-3),
            read(ask, ends, Asked(10**6), within=0.006),
            give_up(ask, ends, 0.007),
            read(ask, ends, Asked(2)),
            read(ask, ends, Asked(1)),
        ]
        await asyncio.gather(*clients)
    count(ask, model, ends)


def test_each_answer_ends_exactly_once_in_every_order() -> None:
    found = testing.explore(crowd, schedules=150)
    found.check()


async def few(when: float = 0.0025) -> None:
    """Three clients, and a drain at some time that gives them little."""
    model, ends = CountingModel(), list[str]()
    async with StreamBatcher(model, slots=2, ahead=2) as ask:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(read(ask, ends, Asked(2)))
            tasks.create_task(read(ask, ends, Asked(5), slow=1e-3))
            tasks.create_task(read(ask, ends, Asked(4), within=0.005))
            await asyncio.sleep(when)
            await ask.drain(0.002)
            assert ask.stats().waiting == ask.stats().running == 0
            tasks.create_task(read(ask, ends, Asked(1)))
        count(ask, model, ends)


def test_a_cancel_at_any_await_leaves_nobody_inside() -> None:
    testing.sweep(few, faults=[testing.cancel()]).check()


@pytest.mark.parametrize("when", [0.0, 0.0005, 0.001, 0.0015, 0.002, 0.0035, 0.0045, 0.0075])
def test_a_drain_at_any_time_ends_all(when: float) -> None:
    testing.explore(partial(few, when), schedules=20).check()


def test_a_step_that_hangs_ends_with_the_deadlines_of_its_clients() -> None:
    async def program() -> None:
        ends, times, loop = list[str](), iter([1e-3, 1e6]), asyncio.get_running_loop()

        async def step(slots: Sequence[int]) -> None:
            await asyncio.sleep(next(times, 1e-3))

        async def ask_later() -> None:
            await asyncio.sleep(2e-3)
            await read(ask, ends, Asked(3), within=0.03)  # expires while it waits for a slot

        model, began = CountingModel(step), loop.time()
        async with StreamBatcher(model, slots=2) as ask:
            await asyncio.gather(
                read(ask, ends, Asked(3), within=0.05),
                read(ask, ends, Asked(3), within=0.07),
                read(ask, ends, Asked(3), within=0.1),  # has a slot after the two
                read(ask, ends, Asked(3), within=5.0),
                ask_later(),
            )
            assert loop.time() - began < 0.08
        count(ask, model, ends)
        assert ends == ["expired"] * 3 + ["answered"] * 2

    testing.explore(program, schedules=1).check()  # in other schedules timers are late


def test_an_answer_that_nobody_reads_frees_its_slot_at_its_deadline() -> None:
    async def program() -> None:
        model, loop = CountingModel(), asyncio.get_running_loop()
        async with StreamBatcher(model, slots=1, ahead=2) as ask:
            unread = ask(Asked(9), within=0.02)
            assert [part async for part in ask(Asked(1))] == [1]  # waits for the slot
            assert 0.02 <= loop.time() < 0.03
            with pytest.raises(errors.DeadlineError):
                await anext(unread)  # an error comes before parts that were not read
        check_ends(ask.stats())

    testing.explore(program, schedules=1).check()


def test_parts_of_a_step_that_ends_after_a_deadline_reach_nobody() -> None:
    async def program() -> None:
        model = CountingModel(lambda slots: asyncio.sleep(0.01))
        async with StreamBatcher(model, slots=2) as ask:
            late, other = ask(Asked(1), within=0.005), ask(Asked(2))
            assert [part async for part in other] == [1, 2]
            with pytest.raises(errors.DeadlineError):
                await anext(late)
        check_ends(ask.stats())

    testing.explore(program, schedules=1).check()


def test_deadlines_and_drains_are_kept_on_trio() -> None:
    trio: Any = pytest.importorskip("trio")
    pytest.importorskip("trio.testing")
    ends: dict[int, tuple[str, int]] = {}
    model = CountingModel()

    async def read_all(ask: Batcher, parts: int, within: float) -> None:
        end = "answered"
        try:
            assert [part async for part in ask(Asked(parts), within=within)][-1] == parts
        except errors.DeadlineError:
            end = "expired"
        except errors.ExecutionCancelledError:
            end = "drained"
        ends[parts] = end, round(trio.current_time() * 1e3)

    async def main() -> None:
        async with StreamBatcher(model, slots=2) as ask, trio.open_nursery() as nursery:
            for parts, within in ((5, 1.0), (100, 0.02), (1000, 9.0), (1, 0.5)):
                nursery.start_soon(read_all, ask, parts, within)
            await trio.sleep(0.05)
            await ask.drain(0.04)
            assert ask.stats().running == 0
        check_ends(ask.stats())

    trio.run(main, clock=trio.testing.MockClock(autojump_threshold=0))
    assert ends[1][0] == ends[5][0] == "answered"
    assert ends[100] == ("expired", 20)
    assert ends[1000] == ("drained", 90)
    assert not model.seats


class OnDevice:
    """A model whose state is a Buffer: a step adds 1 to it, and an answer is what it finds."""

    def __init__(self, rt: srt.Runtime) -> None:
        self.stream = rt.device().stream("steps")
        self.state = rt.put(np.zeros(2, "f4"))
        self.left: dict[int, int] = {}

    def join(self, slot: int, x: int) -> None:
        self.left[slot] = x

    def leave(self, slot: int) -> None:
        del self.left[slot]

    async def step(self, slots: Sequence[int]) -> Sequence[Sequence[float | End]]:
        state = add_one(self.state)
        found = await state.fetch()
        self.state = state  # only now, because the step may have failed
        for slot in slots:
            self.left[slot] -= 1
        return [[float(found[s])] + [END] * (not self.left[s]) for s in slots]


@srt.jit
def add_one(x: Any) -> Any:
    return x + 1


async def on_device(rt: srt.Runtime) -> None:
    model, ends = OnDevice(rt), list[str]()

    async def client(length: int) -> None:
        try:
            found = [part async for part in ask(length)]
        except (errors.ExecutionError, errors.DeviceError):
            ends.append("failed")
        else:
            ends.append("answered")
            assert found == [*range(int(found[0]), int(found[0]) + length)]

    async with StreamBatcher(model, slots=2) as ask:
        await asyncio.gather(*map(client, (3, 1, 2)))
    stats = ask.stats()
    check_ends(stats)
    assert stats.failed + stats.expired == ends.count("failed")
    assert stats.answered == ends.count("answered")
    assert not model.left


@pytest.mark.parametrize("fault", [testing.fail(), testing.lose(), testing.out_of_memory()])
def test_a_device_that_fails_under_it_fails_answers_and_not_the_batcher(fault: Any) -> None:
    testing.sweep(on_device, faults=[fault]).check()
    testing.explore(on_device, schedules=30, faults=[fault]).check()
