"""`Runtime.waiting` names everybody who waits, and what everybody waits for first."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from itertools import pairwise
from typing import Any

import anyio.lowlevel
import numpy as np
import pytest
from shared.trial_kernels import PATIENCE, Gate, axpy, empty
from shared.trio_helpers import on_trio

import streamrt as srt
from streamrt.testing import Simulator, explore


def seen(rt: srt.Runtime, *names: str) -> dict[str, srt.Waiting]:
    """The rows by their names, once those of these names are among them."""
    deadline = time.monotonic() + PATIENCE
    while True:
        rows = {row.who: row for row in rt.waiting()}
        if set(names) <= set(rows):
            return rows
        assert time.monotonic() < deadline, f"{rt.waiting()}"
        os.sched_yield()


def ones(rt: srt.Runtime) -> srt.Buffer:
    return rt.put(np.ones(4, "f4"))


def test_nobody_waits_in_an_idle_runtime(rt: srt.Runtime, cpu: srt.Device):
    assert len(rt.waiting()) == 0
    stream, x, y = cpu.stream("s"), ones(rt), ones(rt)
    stream.launch(axpy, x, y, alpha=1.0).sync()
    stream.call(int).sync()
    rt.sync()
    assert not rt.waiting()
    assert str(rt.waiting()) == "nobody waits"


@pytest.mark.parametrize("length", [1, 4])
def test_the_head_of_a_chain_comes_first(rt: srt.Runtime, cpu: srt.Device, gate: Gate, length: int):
    buffers = [ones(rt) for _ in range(length + 1)]
    held = gate.hold(cpu.stream("held"), buffers[0])
    gate.running()
    links = [
        cpu.stream(f"s{i}").launch(axpy, x, y, alpha=1.0)
        for i, (x, y) in enumerate(pairwise(buffers))
    ]
    last = cpu.stream("other").launch(empty, buffers[-1])
    table = rt.waiting()
    names = [each._describe() for each in (held, *links, last)]
    assert [row.who for row in table] == names
    assert [row.blocks for row in table] == list(range(length + 1, -1, -1))
    assert [row.waits_for for row in table] == ["", *names[:-1]]
    assert [row.state for row in table] == ["running", "running", *["pending"] * length]
    assert all("RAW" in row.why or "WAW" in row.why for row in table.rows[1:])
    sites = [each.site for each in (held, *links, last)]
    assert [row.at for row in table] == sites
    assert [row.site for row in table] == ["", *sites[:-1]]
    assert all(row.seconds is not None and row.seconds > 0 for row in table)
    gate.open()
    last.sync()


async def test_tasks_threads_and_callbacks_wait_and_say_where(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
):
    stream = cpu.stream("s")
    held = gate.hold(stream)
    behind = stream.launch(empty, ones(rt))

    async def handler() -> None:
        await behind

    def told(_: object) -> None:
        pass

    thread = threading.Thread(target=behind.sync, name="worker")
    thread.start()
    tasks = [asyncio.create_task(handler(), name="named"), asyncio.create_task(handler())]
    behind.add_done_callback(told)
    for _ in range(3):
        await asyncio.sleep(0)
    mine = f"{test_tasks_threads_and_callbacks_wait_and_say_where.__name__}.<locals>"
    callback = f"done-callback {mine}.told"
    rows = seen(rt, "thread worker", "task named", f"task {mine}.handler", callback)
    kinds = ["callback", "execution", "task", "task", "thread"]
    assert sorted(row.kind for row in rows.values()) == kinds
    head = next(iter(rows.values()))
    assert (head.who, head.blocks, head.behind) == (held._describe(), 4, 1)
    for row in list(rows.values())[1:]:
        assert (row.waits_for, row.state) == (behind._describe(), "pending")
        assert row.site == behind.site
    assert rows["task named"].at.endswith(f"in {handler.__name__}")
    assert rows["task named"].seconds is not None
    gate.open()
    await asyncio.gather(*tasks)
    await asyncio.to_thread(thread.join)


async def test_a_host_call_waits_for_what_its_thread_or_coroutine_waits_for(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
):
    held = gate.hold(cpu.stream("held"))

    async def coroutine() -> None:
        await held

    calls = [cpu.stream("thread").call(held.sync), cpu.stream("loop").call(coroutine)]
    names = [call._describe() for call in calls]
    deadline = time.monotonic() + PATIENCE
    while any(seen(rt, *names)[name].waits_for != held._describe() for name in names):
        assert time.monotonic() < deadline, f"{rt.waiting()}"
        await asyncio.sleep(0)
    rows = seen(rt, *names)
    assert {row.kind for row in rows.values()} == {"execution", "host call"}
    assert next(iter(rows)) == held._describe()
    gate.open()
    await asyncio.gather(*calls)


async def test_a_task_that_was_not_told_yet_waits_for_a_point_that_is_reached(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
):
    held = gate.hold(cpu.stream("s"))

    async def late() -> None:
        await held

    task = asyncio.create_task(late(), name="late")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    gate.open()
    held.sync()  # the loop cannot look meanwhile
    (row,) = rt.waiting()
    assert (row.who, row.state) == ("task late", "reached")
    await task


def test_a_signals_handler_sees_the_thread_that_it_interrupts(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
):
    tables: list[srt.WaitingTable] = []

    def handler(*_: object) -> None:
        tables.append(rt.waiting())
        gate.open()

    def interrupt() -> None:
        seen(rt, "thread MainThread")
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGUSR1)

    held = gate.hold(cpu.stream("s"))
    before = signal.signal(signal.SIGUSR1, handler)
    thread = threading.Thread(target=interrupt)
    thread.start()
    held.sync()
    thread.join()
    signal.signal(signal.SIGUSR1, before)
    assert [row.who for row in tables[0]] == [held._describe(), "thread MainThread"]


def test_a_runtime_that_closes_says_what_it_waits_for():
    with srt.Runtime(["cpu:0"], drain_timeout=PATIENCE) as rt, Gate(rt) as gate:
        held = gate.hold(rt.device().stream("s"))
        thread = threading.Thread(target=rt.close, name="closing")
        thread.start()
        rows = seen(rt, "thread closing")
        assert next(iter(rows)) == held._describe()
        gate.open()
        thread.join()
    assert not rt.waiting()


@on_trio
async def test_a_task_of_trio_waits_by_its_name():
    rows: list[srt.Waiting] = []
    with srt.Runtime(["cpu:0"]) as rt, Gate(rt) as gate:
        held = gate.hold(rt.device().stream("s"))

        async def give() -> None:
            await held

        async with anyio.create_task_group() as group:
            group.start_soon(give, name="given")
            while len(rt.waiting()) < 2:
                await anyio.lowlevel.checkpoint()
            rows.extend(rt.waiting())
            gate.open()
    row = rows[1]
    assert (row.kind, row.who, row.waits_for) == ("task", "task given", held._describe())


def test_asking_lets_no_virtual_time_pass():
    simulator = Simulator(seed=7)
    with srt.Runtime(["sim:0"], backends=[simulator]) as rt:
        a, b = rt.device("sim:0").stream("a"), rt.device("sim:0").stream("b")
        x = ones(rt)
        rt.sync()
        first = a.fill(x, 1.0)
        second = b.fill(x, 2.0)
        before = simulator.now
        rows = list(rt.waiting())
        assert simulator.now == before
        assert [row.who for row in rows] == [first._describe(), second._describe()]
        assert [row.state for row in rows] == ["due", "pending"]
        assert [row.seconds for row in rows] == [None, None]
        second.sync()
        assert not rt.waiting()


def test_rows_are_right_in_every_schedule_that_is_explored():
    """A task that waits has a row, and whoever waits for nothing comes first."""
    tables: list[list[srt.Waiting]] = []

    async def program() -> None:
        async with srt.Runtime(["cpu:0"]) as rt:
            streams = [rt.device().stream(name) for name in "abc"]
            x = rt.put(np.ones(4, "f4"))
            runs = [stream.fill(x, 1.0) for stream in streams]
            tasks = [asyncio.create_task(wait_for(run), name=f"t{run.value}") for run in runs]
            while not all(task.done() for task in tasks):
                tables.append(list(rt.waiting()))
                await asyncio.sleep(0)
            assert not rt.waiting()

    async def wait_for(run: Any) -> None:
        await run

    explore(program, schedules=30, seed=3)
    for rows in tables:
        blocks = [row.blocks for row in rows]
        assert blocks == sorted(blocks, reverse=True)
        waiting = [row for row in rows if row.kind == "execution"]
        assert not waiting or not rows[0].waits_for
    assert any(row.kind == "task" for rows in tables for row in rows)
