"""Waits for room that end otherwise: cancelled, refused, too late, or with the device."""

from __future__ import annotations

import asyncio
import threading

import anyio
import pytest
from runtime.waiting.room_setup import KINDS, LIBRARIES, LIMIT, MOST, Place, asking, opened, run
from shared.trial_kernels import PATIENCE

from streamrt.errors import ArgumentError, ClosedError, DeviceLostError, OutOfMemoryError


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
            rooms = at.device._rooms
            assert rooms is not None
            while len(rooms._line.waiting) < 2:
                threading.Event().wait(1e-3)
            at.lose()
        assert [type(each) for each in found] == [DeviceLostError] * 2
        assert "room for" in str(found[0])
        assert "it fell off the bus" in str(found[0])
        del held


def test_a_device_that_comes_back_has_room_again() -> None:
    """Who waited when it was lost is told; its memory is as before, and so is its limit."""
    with opened("recovering") as at:
        held = at.empty(MOST)
        with asking(at.device.room(LIMIT)) as found:
            while (rooms := at.device._rooms) is None or not rooms._line.waiting:
                threading.Event().wait(1e-3)
            at.lose()
        assert isinstance(found[0], DeviceLostError)
        while at.device.epoch == 0:
            threading.Event().wait(1e-3)
        at.device.room(LIMIT - MOST).sync(PATIENCE)
        del held
        at.device.room(LIMIT).sync(PATIENCE)


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
