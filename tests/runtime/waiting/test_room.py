"""Waiting for room in a device's memory, on every kind of device: who is admitted, and when."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable
from typing import Any

import anyio
import anyio.lowlevel
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from runtime.waiting.room_setup import (
    KEPT,
    KINDS,
    LIBRARIES,
    LIMIT,
    MOST,
    Place,
    asking,
    opened,
    run,
)
from shared.trial_kernels import PATIENCE, Gate

import streamrt as srt
from streamrt.errors import OutOfMemoryError

# -- what can be had -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@LIBRARIES
def test_room_comes_when_pending_work_gives_it_back(kind: str, library: str) -> None:
    async def body(at: Place) -> None:
        with Gate(at.rt) as gate:
            stream, y = at.device.stream(), at.empty(MOST)
            free = at.device.memory_stats().available
            assert free is not None
            assert free <= LIMIT - MOST
            gate.hold(stream)
            stream.fill(y, 1)
            del y
            stats = at.device.memory_stats()
            assert stats.available == free + MOST == LIMIT - stats.in_use
            async with anyio.create_task_group() as group:
                group.start_soon(at.ask, MOST)
                await anyio.wait_all_tasks_blocked()
                assert at.admitted == []
                gate.open()
            assert at.admitted == [MOST]

    run(library, body, kind)


def test_what_is_available_counts_memory_that_a_pending_host_call_has() -> None:
    with opened() as at, Gate(at.rt) as gate:
        stream, y = at.device.stream(), at.empty(MOST)
        gate.hold(stream)
        call = stream.call(lambda array: None, y)
        y.delete()
        stats = at.device.memory_stats()
        assert (stats.in_use, stats.available) == (MOST + KEPT, LIMIT - KEPT)
        with asking(at.device.room(MOST)) as found:
            assert found == []
            gate.open()
            call.sync()
        assert found == [None]


def test_without_a_limit_there_is_always_room_and_nobody_knows_how_much() -> None:
    with opened(memory_limit=None) as at:
        at.device.room(1 << 60).sync()
        assert at.device.memory_stats().available is None


def test_canaries_need_room_as_well() -> None:
    with opened(guard=True) as at:
        with pytest.raises(OutOfMemoryError, match="their blocks have"):
            at.device.room(LIMIT)
        at.device.room(LIMIT - 128).sync()
        at.empty(LIMIT - 128)


# -- who gives it back -----------------------------------------------------------------------------


def drop(at: Place, held: list[Any]) -> None:
    held.clear()


def delete_and_drop_an_array(at: Place, held: list[Any]) -> None:
    array = np.asarray(held[0])
    held.pop().delete()
    del array


def trim(at: Place, held: list[Any]) -> None:
    held.clear()
    at.device.trim()


GIVING = (drop, delete_and_drop_an_array, trim)


@pytest.mark.parametrize("give", GIVING)
@pytest.mark.parametrize("is_thread", [False, True])
@LIBRARIES
def test_whoever_gives_memory_back_wakes_who_waits(
    give: Callable[[Place, list[Any]], None], is_thread: bool, library: str
) -> None:
    async def body(at: Place) -> None:
        held = [at.empty(MOST)]
        async with anyio.create_task_group() as group:
            group.start_soon(at.ask, MOST)
            await anyio.wait_all_tasks_blocked()
            assert at.admitted == []
            if is_thread:
                await anyio.to_thread.run_sync(give, at, held)
            else:
                give(at, held)
        assert at.admitted == [MOST]

    run(library, body)


def test_garbage_is_collected_before_anybody_waits() -> None:
    with opened() as at:
        gc.disable()
        try:
            held: list[Any] = [at.empty(MOST)]
            held.append(held)
            del held
            at.device.room(MOST).sync(PATIENCE)
        finally:
            gc.enable()


# -- in which order --------------------------------------------------------------------------------


@LIBRARIES
def test_a_large_request_is_not_overtaken_by_small_ones(library: str) -> None:
    async def body(at: Place) -> None:
        held = [at.empty(MOST)]
        async with anyio.create_task_group() as group:
            for nbytes in (MOST - 4096, 64, 128):
                group.start_soon(at.ask, nbytes)
                await anyio.wait_all_tasks_blocked()
            assert at.admitted == []
            held.clear()
        assert set(at.admitted) == {MOST - 4096, 64, 128}

    run(library, body)


@LIBRARIES
def test_each_can_rely_on_what_it_was_admitted_for(library: str) -> None:
    """Twenty tasks, of which two fit at once: none makes a buffer in another's room."""

    async def one(at: Place, number: int) -> None:
        buffer = await at.ask(LIMIT // 2 - 4096, number)
        await anyio.lowlevel.checkpoint()
        buffer.delete()

    async def body(at: Place) -> None:
        async with anyio.create_task_group() as group:
            for number in range(20):
                group.start_soon(one, at, number)
        assert sorted(at.admitted, key=int) == list(range(20))  # type: ignore[call-overload]

    run(library, body)


@LIBRARIES
def test_a_block_keeps_its_room_until_it_is_left(library: str) -> None:
    async def body(at: Place) -> None:
        held: list[srt.Buffer] = []
        task_group = anyio.create_task_group()
        async with task_group as group, at.device.room(LIMIT // 2, LIMIT // 4):
            group.start_soon(at.ask, LIMIT // 2)
            await anyio.wait_all_tasks_blocked()
            assert at.admitted == []
            held.append(at.empty(LIMIT // 2))
        assert at.admitted == [LIMIT // 2]

    run(library, body)


def test_threads_keep_their_room_in_blocks() -> None:
    made: list[int] = []

    def make(at: Place) -> None:
        for _ in range(20):
            with at.device.room(LIMIT // 2):
                buffer = at.empty(LIMIT // 2)
            made.append(buffer.nbytes)
            del buffer

    with opened() as at:
        threads = [threading.Thread(target=make, args=(at,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
    assert made == [LIMIT // 2] * 80


@given(st.data())
def test_those_in_line_are_admitted_as_a_model_says(data: st.DataObject) -> None:
    """Requests of random sizes; buffers are dropped, and waits are cancelled, in any order."""

    async def hold(at: Place, number: int, nbytes: int, held: dict[int, srt.Buffer]) -> None:
        held[number] = await at.ask(nbytes, number)

    async def settled(is_so: Callable[[], bool]) -> None:
        while not is_so():  # noqa: ASYNC110 - a finalizer tells nobody
            await asyncio.sleep(1e-4)

    async def body(at: Place) -> None:
        waiting: dict[int, int] = {}
        held: dict[int, srt.Buffer] = {}
        tasks: dict[int, asyncio.Task[None]] = {}
        model: dict[int, int] = {}
        for number in range(data.draw(st.integers(1, 15))):
            can = ["ask"] + ["drop"] * bool(model) + ["cancel"] * bool(waiting)
            what = data.draw(st.sampled_from(can))
            if what == "ask":
                waiting[number] = 64 * data.draw(st.sampled_from([1, 128, 512, 768, 1024]))
                task = asyncio.create_task(hold(at, number, waiting[number], held))
                tasks[number] = task
            elif what == "drop":
                chosen = data.draw(st.sampled_from(sorted(model)))
                del model[chosen], held[chosen]
            else:
                chosen = data.draw(st.sampled_from(sorted(waiting)))
                del waiting[chosen]
                tasks[chosen].cancel()
            while waiting and sum(model.values()) + next(iter(waiting.values())) <= LIMIT:
                first = next(iter(waiting))
                model[first] = waiting.pop(first)
            await settled(lambda: held.keys() == model.keys())
            for _ in range(3):
                await asyncio.sleep(0)
            assert held.keys() == model.keys()
        for number in waiting:
            tasks[number].cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)
        rooms = at.device._rooms
        assert rooms is None or rooms._line.held == 0

    run("asyncio", body)
