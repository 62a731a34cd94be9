"""What one suspended await costs: the looks, the wake-ups and the system calls, counted.

The interpreter's own profiler counts the calls, those of the native core's builtins, too.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from types import FrameType
from typing import Any

import anyio
import anyio.lowlevel
import numpy as np
import pytest
from shared.trial_kernels import Gate, axpy, count
from shared.walks import Profile

import streamrt as srt
from streamrt._native.core import RUNNING
from streamrt._runtime.tracking import IN_PYTHON
from streamrt._runtime.waiting import bridge, waiters
from streamrt.testing import Simulator


class Looks(Profile):
    """The calls of the bridges, and of builtins, in a `with` block in this thread, by name."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()

    def _note(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "c_call":
            self.calls[argument.__name__] += 1
        elif event == "call" and frame.f_code.co_filename in (bridge.__file__, asyncio_loop):
            self.calls[frame.f_code.co_name] += 1

    def of(self, *names: str) -> list[int]:
        return [self.calls[name] for name in names]


asyncio_loop = asyncio.base_events.__file__


def suspend_at_once(rt: srt.Runtime) -> None:
    rt._engine.waiters.glance = lambda cell, patience: False  # type: ignore[method-assign]


def look_as_if_running(monkeypatch: pytest.MonkeyPatch, stream: srt.Stream) -> None:
    """Each await of its executions begins as if the work had not ended."""
    look = stream._lane.look
    looks = itertools.cycle([lambda cell: RUNNING, look])  # as an await begins, at the result
    monkeypatch.setattr(stream._lane, "look", lambda cell: next(looks)(cell))


async def test_a_suspended_await_looks_once(gate: Gate, rt: srt.Runtime) -> None:
    """It arms once, and is woken once by one read; then one look at the queue, at no device."""
    suspend_at_once(rt)
    stream, loop = rt.device().stream(), asyncio.get_running_loop()
    rt._engine.waiters.loop_bridge(loop)  # which the first await on a loop makes
    for _ in range(2):  # its descriptor may still be readable, from a user before it
        await asyncio.sleep(0)
    execution = gate.hold(stream)
    loop.call_soon(gate.open)
    with Looks() as looks:
        await execution
    assert looks.of("expect", "settle", "_find_ready", "_take_reached") == [1, 1, 1, 1]
    assert looks.of("arm", "read", "call_soon_threadsafe", "call_soon") == [1, 1, 0, 0]
    noted = int(IN_PYTHON)  # else native code notes the end
    assert looks.calls["completed"] == 2 + noted, "before it arms, and when it is woken"
    assert looks.calls["_let_virtual_time_pass"] == 0


async def test_many_awaits_of_a_stream_are_one_wake_up(gate: Gate, rt: srt.Runtime) -> None:
    suspend_at_once(rt)
    stream, n, loop = rt.device().stream(), rt.put(np.zeros(1, "u4")), asyncio.get_running_loop()

    async def give(execution: srt.Execution) -> None:
        await execution

    def end_all() -> None:
        gate.open()
        stream.sync()

    gate.hold(stream)
    executions = [stream.launch(count, n) for _ in range(20)]
    waiting = asyncio.gather(*map(give, executions + executions))
    for _ in range(2):
        await asyncio.sleep(0)
    with Looks() as looks:
        loop.call_soon(end_all)
        await waiting
    assert looks.of("settle", "read", "_take_reached", "arm") == [1, 1, 1, 0]


@pytest.mark.parametrize("library", ["asyncio", "trio"])
def test_an_await_whose_work_ends_before_it_suspends_goes_on(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It costs no wake-up, and yet the other tasks get their turns; a look at the clock is a ms."""
    clock = itertools.count(0, 1_000_000)
    monkeypatch.setattr(waiters.time, "monotonic_ns", lambda: next(clock))
    seen: list[str] = []

    async def other() -> None:
        while len(seen) < 200:
            seen.append("o")
            await anyio.lowlevel.checkpoint()

    async def main() -> None:
        with srt.Runtime() as rt:
            suspend_at_once(rt)
            stream, n = rt.device().stream(), rt.put(np.zeros(1, "u4"))
            stream.launch(count, n).sync()
            look_as_if_running(monkeypatch, stream)
            looks = Looks()
            async with anyio.create_task_group() as group:
                group.start_soon(other)
                await anyio.lowlevel.checkpoint()
                with looks:
                    for _ in range(100):
                        execution = stream.launch(count, n)
                        stream.sync()
                        await execution
                        seen.append("m")
            monkeypatch.undo()
            assert looks.of("expect", "arm", "settle", "call_soon_threadsafe") == [100, 0, 0, 0]

    anyio.run(main, backend=library)
    mine = "".join(seen).strip("o").split("o")
    assert 1 < max(map(len, mine)) <= 2 * waiters.TURN // 1_000_000


async def test_devices_are_asked_for_virtual_time_while_somebody_waits_for_one() -> None:
    async with srt.Runtime(["cpu:0", "sim:0"], backends=[Simulator(seed=3)]) as rt:
        suspend_at_once(rt)
        cpu, sim = rt.device("cpu:0").stream(), rt.device("sim:0").stream()
        x, y = (rt.put(np.ones(4, "f4"), device=name) for name in ("cpu:0", "sim:0"))

        async def asked(stream: srt.Stream, buffer: srt.Buffer) -> int:
            with Gate(rt) as gate, Looks() as looks:
                if stream is cpu:
                    gate.hold(stream)
                    asyncio.get_running_loop().call_soon(gate.open)
                await stream.launch(axpy, buffer, buffer[:], alpha=0.0)
            assert looks.calls["settle"] >= 1
            return looks.calls["_let_virtual_time_pass"]

        found = [await asked(cpu, x), await asked(sim, y)]
        assert found[0] == 0
        assert found[1] >= 1
        await asked(cpu, x)  # the first wake-up after it sees that nobody waits for one any more
        assert await asked(cpu, x) == 0
