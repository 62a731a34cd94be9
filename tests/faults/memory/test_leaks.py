"""Failing by the thousand leaves nothing behind, and memory is freed once nobody keeps it."""

from __future__ import annotations

import asyncio
import gc
import random
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from conformance.null_backend import BLOCKS, NullBackend
from shared.failing_calls import PROGRAMS, grown, live, work, work_later

import streamrt as srt
from streamrt._native.device import HostDevice
from streamrt.testing import Simulator

TIMES = 8
CHECKED = ("function, writes", "coroutine, writes", "kernel", "kernel in Python", "dropped")

pytestmark = pytest.mark.usefixtures("silence", "only_new_objects")


@pytest.mark.parametrize("name", PROGRAMS)
async def test_a_failing_call_leaves_nothing_behind(name: str) -> None:
    """Row 52."""
    with srt.Runtime(["cpu:0"]) as rt:
        assert await grown(PROGRAMS[name], rt, TIMES) == {}


@pytest.mark.parametrize("name", CHECKED)
async def test_nor_where_launches_are_checked(name: str) -> None:
    """Row 52."""
    with srt.Runtime(["cpu:0"], check_finite=True, guard=True) as rt:
        assert await grown(PROGRAMS[name], rt, TIMES) == {}


@pytest.mark.parametrize("name", ["kernel", "replay"])
async def test_nor_on_a_simulated_device(name: str) -> None:
    """Row 52."""
    with srt.Runtime(["sim:0"], backends=[Simulator(7)]) as rt:
        assert await grown(PROGRAMS[name], rt, TIMES) == {}


@pytest.mark.parametrize("function", [work, work_later])
async def test_one_collection_finds_the_memory_of_a_failed_call(
    function: Callable[..., object], rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 52."""
    stream = cpu.stream()

    async def caught() -> None:
        x = rt.put(np.zeros(1 << 20, "u1"))
        with pytest.raises(ZeroDivisionError):
            await stream.call(function, x, writes=[x])

    await caught()
    await asyncio.sleep(0.001)
    gc.collect()
    assert cpu.memory_stats().in_use == 0


async def test_nothing_of_a_failure_outlives_the_runtimes_close() -> None:
    """Row 52."""
    before = live()
    async with srt.Runtime(["cpu:0"]) as rt:
        stream = rt.device().stream()
        for program in PROGRAMS.values():
            await program(rt, stream)
        engine = weakref.ref(rt._engine)
    del rt, stream
    for _ in range(3):
        await asyncio.sleep(0.001)
        gc.collect()
    assert engine() is None
    assert live() - before == {}


class Room:
    """Buffers and arrays that come and go in every order, and what memory each of them keeps.

    Each block is filled with a number of its own. It may be used again, and then has another
    number, as soon as no buffer and no array keeps it, and not before.
    """

    def __init__(self, rt: srt.Runtime, draw: random.Random) -> None:
        self.rt, self.draw = rt, draw
        self.device = rt.device()
        self.handles: dict[int, list[srt.Buffer]] = {}
        self.arrays: dict[int, list[np.ndarray[Any, Any]]] = {}
        self.made = 0
        self.steps = (self.make, self.share, self.call, self.view, self.drop, self.drop_in_a_cycle)
        self.steps += (self.drop_array, self.delete, self.donate, *[self.make, self.share] * 3)

    def held(self) -> set[int]:
        return {n for kept in (self.handles, self.arrays) for n in kept if kept[n]}

    def some(self, kept: dict[int, list[Any]]) -> tuple[int, list[Any]] | None:
        numbers = [n for n in kept if kept[n]]
        return (n := self.draw.choice(numbers), kept[n]) if numbers else None

    def make(self) -> None:
        self.made += 1
        values = np.full(256, self.made, "i4")
        how = self.draw.choice((self.rt.put, self.written))
        self.handles[self.made] = [how(values)]

    def written(self, values: np.ndarray[Any, Any]) -> srt.Buffer:
        """Memory that a stream writes: it may be another's, who still uses it."""
        y = self.rt.empty(values.shape, values.dtype)
        self.device.stream().fill(y, int(values[0]))
        return y

    def share(self) -> None:
        if found := self.some(self.handles):
            array = np.from_dlpack(found[1][-1])
            self.arrays.setdefault(found[0], []).append(array)

    def call(self) -> None:
        """An array that a host call gives away."""
        if found := self.some(self.handles):
            stream, kept = self.device.stream(), self.arrays.setdefault(found[0], [])
            stream.call(kept.append, found[1][-1]).sync()

    def view(self) -> None:
        if found := self.some(self.handles):
            found[1].append(found[1][-1][::1])

    def drop(self) -> None:
        if found := self.some(self.handles):
            found[1].pop(self.draw.randrange(len(found[1])))

    def drop_in_a_cycle(self) -> None:
        if found := self.some(self.handles):
            cycle: list[Any] = [*found[1], *self.arrays.get(found[0], [])]
            cycle.append(cycle)
            found[1].clear()
            self.arrays.pop(found[0], None)
            del cycle
            gc.collect()

    def drop_array(self) -> None:
        if found := self.some(self.arrays):
            found[1].pop(self.draw.randrange(len(found[1])))

    def delete(self) -> None:
        if found := self.some(self.handles):
            found[1].pop().delete()
            found[1].clear()

    def donate(self) -> None:
        if found := self.some(self.handles):
            heir = found[1].pop().donate()
            found[1][:] = [heir]

    def check(self) -> None:
        assert self.device.memory_stats().in_use == 1024 * len(self.held())
        for n, arrays in self.arrays.items():
            assert all((array == n).all() for array in arrays)
        for n, handles in self.handles.items():
            assert all((np.asarray(buffer) == n).all() for buffer in handles)


@pytest.mark.parametrize("seed", range(6))
def test_memory_goes_back_when_neither_buffer_nor_array_keeps_it(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 30: in whatever order they end, also after the runtime is closed."""
    freed: list[int] = []
    monkeypatch.setattr(HostDevice, "releaser", lambda _, address: lambda: freed.append(address))
    with srt.Runtime(["cpu:0"]) as rt:
        room = Room(rt, random.Random(seed))
        for _ in range(300):
            room.draw.choice(room.steps)()
            room.check()
        kept = [n for n, arrays in room.arrays.items() if arrays]
    assert len(kept) >= 2
    for n in kept:
        holders: list[list[Any]] = [room.arrays.pop(n), room.handles.pop(n)]
        address = holders[0][0].ctypes.data
        for holder in room.draw.sample([held for held in holders if held], sum(map(bool, holders))):
            assert all((array == n).all() for array in holders[0])
            assert address not in freed
            holder.clear()
        assert address in freed
    room.handles.clear()  # what buffers alone kept went back at the close
    assert len(freed) == len(kept)


def test_what_is_shared_while_it_is_given_up_is_kept_or_refused() -> None:
    """Row 30: never handed out without being kept."""
    with srt.Runtime(["cpu:0"]) as rt:
        x = rt.put(np.zeros(16, "f4"))
        allocation = x._allocation
        assert allocation is not None
        x.delete()
        with pytest.raises(srt.errors.DeletedBufferError, match="share #"):
            allocation.share(rt._engine)
        y = rt.put(np.zeros(16, "f4"))
        last = y._allocation
        assert last is not None
    with pytest.raises(srt.errors.ClosedError, match="share #"):
        last.share(rt._engine)


def test_a_backend_in_python_frees_shared_memory_when_the_next_runtime_opens() -> None:
    """Row 54: a finalizer may not call it."""
    before = {*BLOCKS}
    with srt.Runtime(["null:0"], backends=[NullBackend()]) as rt:
        x, shared = rt.put(np.arange(4)), np.from_dlpack(rt.put(np.arange(8)))
        kept = {*BLOCKS} - before
        assert len(kept) == 2
    assert {*BLOCKS} - before == {shared.ctypes.data}
    assert shared.tolist() == [*range(8)]
    del shared, x
    assert {*BLOCKS} - before < kept
    with srt.Runtime(["null:0"], backends=[NullBackend()]) as rt:
        rt.device()
        assert {*BLOCKS} == before
