"""Waiting for room in a device's memory, on every kind of device: who is admitted, and when."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import ExitStack, contextmanager
from typing import Any

import anyio
import anyio.lowlevel
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from opencl.driver import OPENCL
from shared.fake_gpu import CUDA, gpus
from shared.threaded_backend import ThreadedBackend
from shared.trial_kernels import PATIENCE, Gate

import streamrt as srt
from streamrt.errors import ArgumentError, ClosedError, DeviceLostError, OutOfMemoryError
from streamrt.testing import Simulator

LIMIT = 1 << 16
KEPT = 64  # the gate's, where the device is the CPU
MOST = LIMIT - (1 << 13)
KINDS = ("cpu", "sim", "threaded", "process+cpu", CUDA, OPENCL)
LIBRARIES = pytest.mark.parametrize("library", ["asyncio", "trio"])

Body = Callable[["Place"], Coroutine[Any, Any, None]]


class Place:
    """A device with a limit, and its runtime."""

    def __init__(self, rt: srt.Runtime, before_loss: Callable[[], object]) -> None:
        self.rt, self.device = rt, rt.devices[0]
        self._before_loss = before_loss
        self.admitted: list[object] = []

    def empty(self, nbytes: int) -> srt.Buffer:
        return self.rt.empty(nbytes, "u1", self.device)

    async def ask(self, nbytes: int, name: object = None) -> srt.Buffer:
        """Waits for room, and takes it."""
        await self.device.room(nbytes)
        self.admitted.append(nbytes if name is None else name)
        return self.empty(nbytes)

    def lose(self) -> None:
        self._before_loss()
        self.device.stream()._lane.queue.timeline.lose("it fell off the bus")


@contextmanager
def opened(kind: str = "cpu", **options: Any) -> Generator[Place]:
    with ExitStack() as stack:
        backends: list[Any] = [Simulator(), ThreadedBackend()]
        before_loss: Callable[[], object] = int
        if kind == "cuda":
            backend, fake = stack.enter_context(gpus())
            backends.append(backend)
            before_loss = fake.lose
        names = ["cpu:0"] if kind == "cpu" else [f"{kind}:0", "cpu:0"]
        options = {"memory_limit": LIMIT} | options
        rt = stack.enter_context(srt.Runtime(names, backends=backends, **options))
        yield Place(rt, before_loss)


def run(library: str, body: Body, kind: str = "cpu") -> None:
    """Runs a coroutine function on a loop, at a place of a kind."""
    with opened(kind) as at:

        async def main() -> None:
            with anyio.fail_after(PATIENCE):
                await body(at)

        anyio.run(main, backend=library)


@contextmanager
def asking(*waits: Awaitable[object]) -> Generator[list[object]]:
    """Threads that block for each of these; the list has what became of them."""
    found: list[object] = []

    def block(wait: Any) -> None:
        try:
            found.append(wait.sync(PATIENCE))
        except BaseException as error:  # noqa: BLE001 - the test looks at it
            found.append(error)

    threads = [threading.Thread(target=block, args=(wait,)) for wait in waits]
    for thread in threads:
        thread.start()
    yield found
    for thread in threads:
        thread.join(PATIENCE)
    assert len(found) == len(threads)


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
        assert at.device._state.rooms._line.held == 0

    run("asyncio", body)


# -- waits that end otherwise ----------------------------------------------------------------------


@LIBRARIES
def test_who_is_cancelled_makes_way_for_the_next(library: str) -> None:
    async def body(at: Place) -> None:
        held = at.empty(LIMIT // 2)
        async with anyio.create_task_group() as outer, anyio.create_task_group() as inner:
            inner.start_soon(at.ask, LIMIT)
            await anyio.wait_all_tasks_blocked()
            outer.start_soon(at.ask, 64)
            await anyio.wait_all_tasks_blocked()
            assert at.admitted == []
            inner.cancel_scope.cancel()
        assert at.admitted == [64]
        del held

    run(library, body)


def test_a_cancel_in_the_turn_of_admission_leaks_no_room() -> None:
    async def body(at: Place) -> None:
        for turns in range(6):
            held = [at.empty(LIMIT)]
            task = asyncio.create_task(at.ask(LIMIT))
            await asyncio.sleep(0)
            held.clear()
            at.device.trim()  # admits it, and its wake-up is under way
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            del task
            assert (await at.ask(LIMIT)).nbytes == LIMIT

    run("asyncio", body)


@pytest.mark.parametrize("kind", KINDS[1:])  # the CPU is never lost
def test_a_loss_of_the_device_ends_the_wait(kind: str) -> None:
    with opened(kind) as at:
        held = at.empty(MOST)
        with asking(at.device.room(MOST), at.device.room(LIMIT)) as found:
            while len(at.device._state.rooms._line.waiting) < 2:
                threading.Event().wait(1e-3)
            at.lose()
        assert [type(each) for each in found] == [DeviceLostError] * 2
        assert "room for" in str(found[0])
        assert "it fell off the bus" in str(found[0])
        del held


@LIBRARIES
def test_the_end_of_the_runtime_ends_the_wait(library: str) -> None:
    async def body(at: Place) -> None:
        held = at.empty(MOST)
        errors: list[BaseException] = []

        async def ask() -> None:
            with pytest.raises(ClosedError, match=r"room for \d+ bytes on cpu:0") as caught:
                await at.ask(MOST)
            errors.append(caught.value)

        async with anyio.create_task_group() as group:
            group.start_soon(ask)
            await anyio.wait_all_tasks_blocked()
            await at.rt.aclose()
        assert len(errors) == 1
        with pytest.raises(ClosedError):
            at.device.room(64)
        del held

    run(library, body)


def test_a_wait_that_takes_too_long_holds_nothing() -> None:
    with opened() as at:
        held = at.empty(MOST)
        with pytest.raises(TimeoutError, match=r"room for \d+ bytes on cpu:0: not free after 0 s"):
            at.device.room(MOST).sync(0)
        del held
        at.device.room(LIMIT).sync(PATIENCE)


def test_room_that_a_loop_held_which_was_closed_comes_back() -> None:
    with opened() as at:
        loop = asyncio.new_event_loop()
        loop.run_until_complete(at.device.room(LIMIT))
        loop.close()
        at.device.room(LIMIT).sync(PATIENCE)


def test_wrong_requests_are_refused_at_once() -> None:
    with opened() as at:
        with pytest.raises(OutOfMemoryError, match=f"the limit is {LIMIT}; ask for less or raise"):
            at.device.room(LIMIT, 64)
        for wrong in (-1, 0.5, None, "1"):
            with pytest.raises(ArgumentError, match="nbytes"):
                at.device.room(wrong)  # type: ignore[arg-type]
        with pytest.warns(RuntimeWarning, match=r"with device\.room\(nbytes\)"):
            at.device.room(64)
