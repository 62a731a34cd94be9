"""Runs of pipelines that others end: another thread, the runtime, or nobody, because they drop."""

from __future__ import annotations

import os
import threading
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from functools import partial
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from shared.drawn_pipelines import aslow
from shared.event_loops import libraries
from shared.event_loops import run as on_loop
from shared.trial_kernels import PATIENCE

import streamrt as srt
from streamrt.errors import ClosedError
from streamrt.pipeline import Pipeline, Run, source

NOT_ALL = "not all of its items were delivered"


def same(item: int) -> int:
    return item


class Numbers:
    """A source that waits after two items until it may end, which it then does as others do."""

    def __init__(self) -> None:
        self.may_end = threading.Event()

    def made(self) -> Iterator[int]:
        yield from range(2)
        assert self.may_end.wait(PATIENCE)

    def pipeline(self) -> Pipeline[int]:
        return source(self.made).map(same, workers=3)


def endless(close: Callable[[], object]) -> Pipeline[int]:
    """A pipeline that has something to close."""

    def numbers() -> Iterator[int]:
        try:
            yield from range(10**9)
        finally:
            close()

    return source(numbers).map(same, workers=3)


def begun(rt: srt.Runtime, pipeline: Pipeline[int], **options: Any) -> Run[int]:
    """Returns a run that has delivered an item, and that nobody leaves."""
    run = pipeline.run(rt, **options)
    run.__enter__()
    assert next(run) == 0
    return run


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> Generator[None]:
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        if thread.name.startswith("streamrt"):  # trio keeps threads of its own for a while
            thread.join(PATIENCE)
            assert not thread.is_alive(), thread


def test_a_reader_that_waits_while_another_thread_leaves_is_told_at_once(rt: srt.Runtime) -> None:
    """Row 156."""
    numbers = Numbers()
    run = numbers.pipeline().run(rt)
    found: list[int] = []

    def read() -> None:
        with pytest.raises(ClosedError, match=f"it is left, and {NOT_ALL}"):
            found.extend(run)
        numbers.may_end.set()  # only now the source goes on, so nothing else has woken the reader
        found.append(-1)

    with run:
        reader = threading.Thread(target=read)
        reader.start()
        while len(found) < 2 or not run._consumer.waits:
            os.sched_yield()
    reader.join(PATIENCE)
    assert found == [0, 1, -1]
    with pytest.raises(ClosedError, match=NOT_ALL):
        next(run)
    assert run.state()["place"] == [2]


@libraries
def test_a_task_that_reads_while_another_leaves_is_told_at_once(library: str) -> None:
    """Row 156."""
    numbers = Numbers()

    async def main() -> None:
        async with srt.Runtime() as rt, anyio.create_task_group() as group:
            run = numbers.pipeline().run(rt)

            async def read() -> None:
                with pytest.raises(ClosedError, match=f"it is left, and {NOT_ALL}"):
                    assert [item async for item in run] == [0, 1]
                numbers.may_end.set()

            async with run:
                group.start_soon(read)
                with anyio.fail_after(PATIENCE):
                    while not run._consumer.waits:
                        await anyio.lowlevel.checkpoint()

    on_loop(library, main)
    assert numbers.may_end.is_set()


@pytest.mark.parametrize("function", [abs, aslow], ids=["function", "coroutine"])
def test_a_run_that_is_dropped_ends_its_threads(
    rt: srt.Runtime, function: Callable[[int], Any], caplog: pytest.LogCaptureFixture
) -> None:
    """Row 157: also while the runtime goes on."""
    before = set(threading.enumerate())
    for _ in range(3):
        run = source(range(10**9)).map(function, workers=2).run(rt)
        run.__enter__()
        assert next(run) == 0
        del run
    for thread in set(threading.enumerate()) - before:
        thread.join(PATIENCE)
    assert set(threading.enumerate()) - before == set()
    assert caplog.text.count("was dropped before it was left") == 3
    assert not rt._engine.runs


def test_a_runtime_that_is_left_ends_its_runs_the_last_first() -> None:
    """Row 158."""
    closed: list[int] = []
    with srt.Runtime() as rt:
        runs = [begun(rt, endless(partial(closed.append, k))) for k in range(3)]
    assert closed == [2, 1, 0]
    for run in runs:
        with pytest.raises(ClosedError, match=f"its runtime is closed, and {NOT_ALL}"):
            next(run)
        run.__exit__(None, None, None)


@libraries
def test_a_runtime_that_is_left_on_a_loop_ends_its_runs(library: str) -> None:
    """Row 158."""
    closed: list[str] = []

    async def numbers() -> AsyncIterator[int]:
        try:
            for item in range(10**9):
                await anyio.lowlevel.checkpoint()
                yield item
        finally:
            closed.append("numbers")

    async def main() -> None:
        async with srt.Runtime() as rt:
            run = source(numbers).map(aslow, workers=2).map(abs).run(rt)
            await run.__aenter__()
            assert await anext(run) == 0
        assert closed == ["numbers"]
        with pytest.raises(ClosedError, match="its runtime is closed"):
            await anext(run)
        await run.__aexit__(None, None, None)

    on_loop(library, main)


def test_what_ending_a_run_raises_comes_behind_the_error_of_the_block(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Row 158: as with the failures of executions."""

    def fail() -> None:
        raise OSError("cannot be closed")

    original = ValueError("body")
    with pytest.raises(ValueError, match="body") as caught, srt.Runtime() as rt:  # noqa: PT012
        begun(rt, endless(fail))
        raise original
    assert caught.value is original
    assert "OSError: cannot be closed" in caplog.text
    kept: list[Run[int]] = []
    with pytest.raises(BaseExceptionGroup) as group, srt.Runtime() as rt:
        kept += [begun(rt, endless(fail)) for _ in range(2)]
    assert [str(error) for error in group.value.exceptions] == ["cannot be closed"] * 2
    assert len(kept) == 2


def test_a_function_that_hangs_is_not_waited_for_when_the_runtime_is_left() -> None:
    """Row 158: no longer than `drain_timeout`."""
    hangs, goes_on = threading.Event(), threading.Event()

    def hang(item: int) -> int:
        if item:
            hangs.set()
            goes_on.wait()
        return item

    def begin(rt: srt.Runtime) -> Run[int]:
        run = begun(rt, source(range(9)).map(hang), drain_timeout=0.01)
        hangs.wait()
        return run

    kept: list[Run[int]] = []
    with pytest.raises(BaseExceptionGroup) as group, srt.Runtime() as rt:
        kept.append(begin(rt))
    assert "a function still runs after 0.01 s" in str(group.value.exceptions[0])
    goes_on.set()


def test_a_function_may_close_its_own_runtime() -> None:
    """Row 158."""
    rt = srt.Runtime()

    def close(item: int) -> int:
        if item == 1:
            rt.close()
        return item

    with (
        pytest.raises(ClosedError, match="its runtime is closed"),
        source(range(9)).map(close).run(rt) as run,
    ):
        for _ in run:
            pass
