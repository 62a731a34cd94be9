"""Runs of pipelines that are left early, in every way: nothing of them goes on."""

from __future__ import annotations

import asyncio
import gc
import os
import threading
import time
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import nullcontext
from typing import Any

import anyio
import anyio.lowlevel
import anyio.to_thread
import pytest
from faults.test_processes import Child
from shared.drawn_pipelines import aslow, ways
from shared.event_loops import libraries
from shared.event_loops import run as on_loop
from shared.trial_kernels import PATIENCE, Gate, axpy

import streamrt as srt
from streamrt.errors import StateError, StreamRTError
from streamrt.pipeline import Pipeline, Spec, source

ROW = {"x": Spec(256, "f4")}


class Numbers:
    """Endless sources, and which of them were closed."""

    def __init__(self) -> None:
        self.closed = 0

    def sync(self) -> Iterator[int]:
        try:
            number = 0
            while True:
                yield (number := number + 1)
        finally:
            self.closed += 1

    async def later(self) -> AsyncIterator[int]:
        try:
            number = 0
            while True:
                await anyio.lowlevel.checkpoint()
                yield (number := number + 1)
        finally:
            await anyio.lowlevel.checkpoint()
            self.closed += 1


def pack(item: int, x: Any) -> None:
    x[:] = item


async def apack(item: int, x: Any) -> None:
    await anyio.lowlevel.checkpoint()
    x[:] = item


def endless(numbers: Numbers, is_async: bool) -> Pipeline[Any]:
    """A pipeline that never ends, with threads, rows of batches, and coroutines if wanted."""
    made: Any = source(numbers.later if is_async else numbers.sync)
    made = made.flat_map(lambda item: (item for _ in range(2)))
    return made.fill(apack if is_async else pack, ROW, workers=3).batch(4)  # type: ignore[no-any-return]


@pytest.fixture(autouse=True)
def _nothing_left(rt: srt.Runtime) -> Generator[None]:
    """Checks after each test that no thread and no byte of its runs is left."""
    yield
    left = [t.name for t in threading.enumerate() if t.name.startswith("streamrt-pipeline")]
    assert not left
    deadline = time.monotonic() + PATIENCE
    while rt.device().memory_stats().in_use >= 1024 and time.monotonic() < deadline:
        gc.collect()  # again, because threads of anyio that end may still hold what they called
    assert rt.device().memory_stats().in_use < 1024  # a row; a gate has a few bytes


def full(run: Any) -> bool:
    """Whether the window of a run is full, and none of its workers has anything to do."""
    flow = run._opened.flow
    return flow._is_full and not flow.running


def until_full(run: Any) -> None:
    while not full(run):
        os.sched_yield()


async def auntil_full(run: Any) -> None:
    with anyio.fail_after(PATIENCE):
        while not full(run):
            await anyio.lowlevel.checkpoint()


@pytest.mark.parametrize("is_async", [False, True], ids=["functions", "coroutines"])
@pytest.mark.parametrize("way", ["break", "error", "interrupt"])
def test_leaving_with_a_full_window_leaves_nothing(
    rt: srt.Runtime, way: str, is_async: bool
) -> None:
    """Row 113."""
    numbers = Numbers()
    error = {"break": None, "error": ValueError("body"), "interrupt": KeyboardInterrupt()}[way]
    expected = nullcontext() if error is None else pytest.raises(type(error))
    with expected as raised, endless(numbers, is_async).run(rt, ahead=32) as run:
        for batch in run:
            assert batch["x"].shape == (4, 256)
            del batch
            until_full(run)
            if error is not None:
                raise error
            break
    if raised is not None:
        assert raised.value is error
    if error is not None:
        error.__traceback__ = None
    del raised
    assert numbers.closed == 1
    with pytest.raises(StateError, match="it is left"):
        next(run)


@libraries
@pytest.mark.parametrize("is_async", [False, True], ids=["functions", "coroutines"])
@pytest.mark.parametrize("way", ["break", "error", "scope", "scope in wait"])
def test_leaving_on_a_loop_leaves_nothing(
    rt: srt.Runtime, library: str, way: str, is_async: bool
) -> None:
    """Row 113 and 114."""
    numbers = Numbers()

    async def body(scope: anyio.CancelScope) -> None:
        async with endless(numbers, is_async).run(rt, ahead=32) as run:
            async for batch in run:
                del batch
                await auntil_full(run)
                if way == "break":
                    break
                if way == "error":
                    raise ValueError("body")
                scope.cancel()
                if way == "scope in wait":
                    await anyio.sleep_forever()
        assert way == "break"

    async def main() -> None:
        with anyio.CancelScope() as scope:
            if way == "error":
                with pytest.raises(ValueError, match="body"):
                    await body(scope)
            else:
                await body(scope)
        assert scope.cancelled_caught is way.startswith("scope")

    on_loop(library, main)
    gc.collect()
    assert numbers.closed == 1


async def test_a_task_that_is_cancelled_twice_while_it_drains_leaves_nothing(
    rt: srt.Runtime,
) -> None:
    """Row 114."""
    runs, goes_on = threading.Event(), threading.Event()

    def slow(item: int) -> int:
        runs.set()
        goes_on.wait()
        return item

    async def body() -> None:
        async with source(range(9)).map(slow, workers=2).run(rt) as run:
            async for _ in run:
                raise AssertionError

    task = asyncio.create_task(body())
    await asyncio.to_thread(runs.wait)
    task.cancel()
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.sleep(0)
    assert not task.done()
    goes_on.set()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_timeout_of_the_consumer_is_raised_as_such(rt: srt.Runtime) -> None:
    """Row 114."""

    async def never(item: int) -> int:
        await anyio.sleep_forever()
        return item

    with pytest.raises(TimeoutError):  # noqa: PT012
        async with asyncio.timeout(0.01):
            async with source(range(9)).map(never, workers=2).run(rt) as run:
                async for _ in run:
                    raise AssertionError


@ways
def test_a_function_that_hangs_is_waited_for_no_longer_than_told(
    rt: srt.Runtime, is_async: bool
) -> None:
    """Row 115."""
    hangs, goes_on = threading.Event(), threading.Event()

    def hang(item: int) -> int:
        if item == 2:
            hangs.set()
            goes_on.wait()
        return item

    run = source(range(9)).map(hang).run(rt, drain_timeout=0.01)
    told = r"a function still runs after 0\.01 s"

    async def main() -> None:
        async with run:
            await anyio.to_thread.run_sync(hangs.wait)

    if is_async:
        with pytest.raises(TimeoutError, match=told):
            anyio.run(main)
    else:
        with pytest.raises(TimeoutError, match=told), run:
            hangs.wait()
    goes_on.set()
    for thread in threading.enumerate():
        if thread.name.startswith("streamrt-pipeline"):
            thread.join(PATIENCE)


def open_after(gate: Gate, execution: srt.Execution) -> None:
    """Opens a gate as soon as an execution behind it was cancelled."""
    deadline = time.monotonic() + PATIENCE
    while not execution.cancelled() and time.monotonic() < deadline:
        os.sched_yield()
    gate.open()


def test_executions_that_are_queued_are_cancelled(rt: srt.Runtime, gate: Gate) -> None:
    """Row 116."""
    submitted: list[srt.Execution] = []

    def compute(work: srt.Stream, x: srt.Buffer) -> srt.Buffer:
        if not submitted:
            submitted.append(gate.hold(work))
        y = rt.empty(x.shape, x.dtype)
        work.fill(y, 0.0)
        submitted.append(work.launch(axpy, x, y, alpha=1.0))
        return y

    with source(range(99)).fill(pack, ROW).submit(compute).run(rt, ahead=16) as run:
        first = next(run)
        gate.running()
        while len(submitted) < 17:
            os.sched_yield()
        opener = threading.Thread(target=open_after, args=(gate, submitted[-1]))
        opener.start()
    opener.join()
    assert all(execution.done() for execution in submitted)
    assert any(execution.cancelled() for execution in submitted)
    del first, compute
    submitted.clear()


def test_a_runtime_that_closes_under_a_run_ends_it(rt: srt.Runtime) -> None:
    """Row 117."""
    numbers = Numbers()
    other = srt.Runtime()
    with pytest.raises(StreamRTError):  # noqa: PT012, SIM117
        with endless(numbers, False).run(other, ahead=32) as run:
            next(run)
            other.close()
            for _ in run:
                pass
    assert numbers.closed == 1


def test_a_loop_that_is_closed_under_a_run_stops_it(rt: srt.Runtime) -> None:
    """Row 118."""
    run = source(range(10**9)).map(aslow, workers=2).map(abs).run(rt)
    loop = asyncio.new_event_loop()
    loop.run_until_complete(run.__aenter__())
    assert loop.run_until_complete(anext(run)) == 0  # type: ignore[arg-type]
    for task in asyncio.all_tasks(loop):
        task.cancel()
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()
    run.__exit__(None, None, None)


OPEN = """
from streamrt.pipeline import source
import anyio
async def aslow(item):
    await anyio.sleep(0)
    return item
rt = srt.Runtime()
run = source(range(10**9)).map({function}, workers=2).run(rt)
run.__enter__()
print(next(run))
"""


@pytest.mark.parametrize("function", ["abs", "aslow"])
def test_a_process_ends_at_once_with_a_run_that_is_open(function: str) -> None:
    """Row 119."""
    child = Child(OPEN.format(function=function))
    child.says("0")
    code, _, err = child.ends(5.0)
    assert code == 0, err


FORK = (
    OPEN.format(function="abs")
    + """
child = os.fork()
if child == 0:
    try:
        next(run)
    except srt.errors.ForkedRuntimeError:
        os._exit(3)
    os._exit(0)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), next(run))
run.__exit__(None, None, None)
rt.close()
"""
)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_cannot_go_on_with_a_run_and_the_parent_can() -> None:
    """Row 120."""
    child = Child(FORK, "-W", "ignore::DeprecationWarning")
    child.says("0")
    child.says("3 1")
    code, _, err = child.ends()
    assert code == 0, err
