"""Several loops and threads, a loop that must not be blocked, and a machine that is busy."""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import Gate, axpy, busy, count, empty, until

import streamrt as srt


def in_thread(function: Callable[[], object]) -> Future[object]:
    """Starts a function in a thread of its own."""
    return ThreadPoolExecutor(1).submit(function)


async def give(awaitable: Awaitable[Any]) -> object:
    return await awaitable


async def test_handles_work_on_other_loops_and_threads(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    """Row 17."""
    stream = cpu.stream()
    gate.hold(stream)
    call = stream.call(lambda: "result")
    event = stream.record()
    y = rt.put(np.zeros(2, "f4"))
    stream.fill(y, 4.0)
    called: list[srt.Execution] = []
    joins = [
        in_thread(lambda: asyncio.run(give(call))),
        in_thread(call.sync),
        in_thread(lambda: asyncio.run(give(event))),
        in_thread(event.sync),
        in_thread(lambda: asyncio.run(give(stream))),
        in_thread(lambda: asyncio.run(give(y.fetch())).tolist()),  # type: ignore[attr-defined]
        in_thread(lambda: np.asarray(y).tolist()),
        in_thread(lambda: call.add_done_callback(called.append)),
    ]
    gate.open()
    assert await call == "result"
    results = [join.result(60) for join in joins]
    assert results == ["result", "result", None, None, None, [4.0, 4.0], [4.0, 4.0], None]
    await rt
    await until(lambda: called)
    assert called == [call]


def test_closing_in_one_thread_settles_what_another_threads_loop_awaits() -> None:
    """Row 17."""
    for _ in range(20):
        rt = srt.Runtime()
        gate = Gate(rt)
        held = gate.hold(rt.device().stream())
        started = threading.Event()

        async def wait(held: srt.Execution = held, started: threading.Event = started) -> None:
            async with asyncio.TaskGroup() as group:
                for _ in range(3):
                    group.create_task(give(held))  # type: ignore[arg-type]
                await asyncio.sleep(0)
                started.set()

        join = in_thread(lambda wait=wait: asyncio.run(wait()))  # type: ignore[misc]
        assert started.wait(60)
        gate.open()
        rt.close()
        join.result(60)


def test_one_runtime_serves_one_loop_after_another(rt: srt.Runtime, cpu: srt.Device) -> None:
    """Row 19."""
    stream = cpu.stream()
    n = rt.put(np.zeros(1, "u4"))

    async def main() -> list[int]:
        async def increment(array: np.ndarray[Any, Any]) -> None:
            await asyncio.sleep(0)
            array += 1

        with Gate(rt) as gate:
            gate.hold(stream)
            last = stream.launch(count, n)
            waiting = asyncio.ensure_future(last)
            await asyncio.sleep(0)  # suspended, so that this loop's bridge is used
        await waiting
        await stream.call(increment, n, writes=[n])
        await stream.drain()
        return list((await n.fetch()).tolist())

    assert [asyncio.run(main()) for _ in range(70)] == [[2 * i] for i in range(1, 71)]


async def pipeline(rt: srt.Runtime, streams: list[srt.Stream], rounds: int) -> None:
    """Does what programs do all day: load, copy, compute, allocate, wait, fetch, fail to drain."""
    load, work = streams[0], streams[1]

    def read(array: np.ndarray[Any, Any]) -> None:
        array[:] = 1

    async def more(array: np.ndarray[Any, Any]) -> None:
        await asyncio.sleep(0)
        array += 1

    turns = rt.put(np.zeros(1, "i8"))
    for i in range(rounds):
        x, y = rt.empty(100_000), rt.put(np.zeros(100_000, "f4"))
        load.call(read, x, writes=[x])
        load.call(more, x, writes=[x])
        work.launch(busy, turns, 20_000_000)
        for _ in range(20):
            work.launch(axpy, x, y, 1.0)
        work.copy(x, y)
        await work.drain()
        host = await y.fetch()
        assert host[0] == 40
        event = work.record()
        load.wait(event)
        await event
        if i % 10 == 0:
            await rt


async def test_nothing_in_streamrt_blocks_the_loop_for_50_ms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Row 34: by the loop's own processor time, and by what blocks; others may use the machine."""
    loops, blocked, worst = threading.get_ident(), list[str](), 0.0
    running = True

    async def heartbeat() -> None:
        nonlocal worst
        last = time.thread_time()
        while running:
            await asyncio.sleep(0)
            now = time.thread_time()
            worst = max(worst, now - last)
            last = now

    async with srt.Runtime() as rt:
        core = rt._engine.core
        sync = core.srt_sync

        def block(*arguments: int) -> int:
            if threading.get_ident() == loops:
                blocked.append("".join(traceback.format_stack()))
            return sync(*arguments)

        monkeypatch.setattr(core, "srt_sync", block)
        cpu = rt.device()
        probe = rt.empty(100_000)
        await asyncio.gather(rt.warm(axpy, probe, probe), rt.warm(busy, rt.empty(1, "i8")))
        heart = asyncio.create_task(heartbeat())
        await asyncio.sleep(0)
        streams = [cpu.stream(high_water=16) for _ in range(2)]
        await pipeline(rt, streams, 40)
        for _ in range(64):
            streams[1].launch(busy, rt.empty(1, "i8"), 20_000_000)
    running = False
    await heart
    assert not blocked
    assert worst < 0.05


async def medians(rt: srt.Runtime) -> dict[str, float]:
    """Medians, in seconds, of what a busy machine must not slow down by whole time slices."""
    stream, other = rt.device().stream(), rt.device().stream()
    y, n = rt.put(np.zeros(1, "f4")), rt.put(np.zeros(1, "i8"))

    async def awaited() -> None:
        await stream.launch(empty, y)

    async def synchronous() -> None:
        stream.launch(empty, y).sync()

    async def after_a_while() -> None:
        other.launch(busy, n, 2_000_000)  # long enough for `stream` to go to sleep
        await other
        await stream.launch(empty, y)

    async def across() -> None:
        stream.launch(empty, y)
        await other.launch(empty, y)

    found: dict[str, float] = {}
    for what in (awaited, synchronous, after_a_while, across):
        times: list[float] = []
        for _ in range(400):
            start = time.perf_counter()
            await what()
            times.append(time.perf_counter() - start)
        found[what.__name__] = statistics.median(times)
    return found


SPIN = "print(flush=True)\nwhile True: pass"


@contextmanager
def two_busy_processes() -> Generator[None]:
    spinners = [
        subprocess.Popen([sys.executable, "-c", SPIN], stdout=subprocess.PIPE) for _ in range(2)
    ]
    try:
        for spinner in spinners:
            assert spinner.stdout is not None
            spinner.stdout.read(1)
        yield
    finally:
        for spinner in spinners:
            spinner.kill()
            spinner.communicate()


NOISE = 150e-6  # seconds; a time slice given away costs 3000 or more


async def test_two_busy_processes_do_not_slow_the_median_threefold(rt: srt.Runtime) -> None:
    """Row 45."""
    tries: list[dict[str, tuple[float, float]]] = []
    for _ in range(40):
        idle = await medians(rt)
        with two_busy_processes():
            loaded = await medians(rt)
        tries.append({name: (idle[name], loaded[name]) for name in idle})
        if all(with_load <= 3 * alone + NOISE for alone, with_load in tries[-1].values()):
            return
    readable = [
        {k: tuple(round(s * 1e6) for s in pair) for k, pair in one.items()} for one in tries
    ]
    pytest.fail(f"medians in µs, idle and beside two busy processes: {readable}")
