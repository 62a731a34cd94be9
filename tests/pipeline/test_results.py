"""Drawn pipelines deliver what loops over lists give, however their work is spread."""

from __future__ import annotations

import asyncio
import contextvars
import os
import random
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from importlib.util import find_spec
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from shared.drawn_pipelines import ahead_of, collected, draw, ways
from shared.trial_kernels import PATIENCE

import streamrt as srt
from streamrt.pipeline import source

pytestmark = pytest.mark.usefixtures("eager_switching")
SEED = int(os.environ.get("STREAMRT_SEED", "0"))


@pytest.mark.parametrize(
    "part", [*range(5), *(pytest.param(n, marks=pytest.mark.slow) for n in range(5, 10))]
)
def test_drawn_pipelines_deliver_what_loops_over_lists_give(part: int) -> None:
    with srt.Runtime() as rt:
        for seed in range(SEED + 40 * part, SEED + 40 * part + 40):
            rng = random.Random(seed)
            drawn = draw(rng)
            pipeline = drawn.define(rng)
            ahead, is_async = ahead_of(pipeline, rng), rng.random() < 0.5
            told = f"seed {seed}: {drawn}, ahead {ahead}, is_async {is_async}"
            found = collected(rt, pipeline, ahead=ahead, is_async=is_async)
            assert drawn.gives(found), told


def test_a_stage_without_a_loop_gets_one_and_async_sources_too(rt: srt.Runtime) -> None:
    loops: set[int] = set()

    async def add(item: int) -> int:
        loops.add(id(asyncio.get_running_loop()))
        await anyio.lowlevel.checkpoint()
        return item + 1

    async def numbers() -> AsyncIterator[int]:
        for item in range(30):
            await anyio.lowlevel.checkpoint()
            yield item

    pipeline = source(numbers, epochs=2).map(add, workers=4).map(abs, workers=2)
    for is_async in (False, True):
        loops.clear()
        found = collected(rt, pipeline, is_async=is_async)
        assert found == [*range(1, 31), *range(1, 31)]
        assert len(loops) == 1
    with pipeline.run(rt) as run:
        assert next(run) == 1
    assert not [t for t in threading.enumerate() if t.name.startswith("streamrt-pipeline")]


async def test_coroutines_run_in_the_consumers_loop_and_in_its_context(rt: srt.Runtime) -> None:
    name: contextvars.ContextVar[str] = contextvars.ContextVar("name")
    name.set("mine")

    async def look(item: int) -> Any:
        return asyncio.get_running_loop(), name.get()

    def look_in_thread(seen: Any) -> Any:
        return *seen, name.get()

    async with source(range(3)).map(look).map(look_in_thread).run(rt) as run:
        found = [item async for item in run]
    assert found == [(asyncio.get_running_loop(), "mine", "mine")] * 3


@ways
def test_a_batch_goes_on_in_time_with_what_there_is(rt: srt.Runtime, is_async: bool) -> None:
    is_delivered = threading.Event()

    def numbers() -> Iterator[int]:
        yield from range(3)
        assert is_delivered.wait(PATIENCE)  # nothing more comes before the first batch was seen
        yield from range(3, 8)

    found: list[Any] = []

    def each(run: Any) -> None:
        if found:
            is_delivered.set()

    pipeline = source(numbers).batch(5, within=0.001).map(tuple)
    collected(rt, pipeline, is_async=is_async, each=each, into=found)
    assert found[0] == (0, 1, 2)[: len(found[0])]
    assert [item for batch in found for item in batch] == list(range(8))
    assert max(map(len, found)) <= 5


def test_what_the_consumer_keeps_does_not_fill_the_window(rt: srt.Runtime) -> None:
    pipeline = source(range(500)).batch(4)
    with pipeline.run(rt, ahead=8) as run:
        assert len(list(run)) == 125


def test_no_more_than_the_window_is_taken_before_something_is_delivered(rt: srt.Runtime) -> None:
    taken: list[int] = []

    def numbers() -> Iterator[int]:
        for item in range(100):
            taken.append(item)
            yield item

    with source(numbers).map(abs, workers=3).run(rt, ahead=10) as run:
        while len(taken) < 10 or run._opened.flow.running:  # type: ignore[union-attr]
            os.sched_yield()
        assert len(taken) == 10
        for count, _ in enumerate(run, 1):
            assert len(taken) <= 10 + count


@pytest.mark.skipif(find_spec("rich") is None, reason="the bar is drawn by rich")
def test_a_bar_shows_how_many_of_how_many_were_delivered(
    rt: srt.Runtime, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("streamrt.pipeline.progress.PERIOD", 0.0)
    data = source(range(10), epochs=2).map(abs).batch(3)
    with data.run(rt, progress=True) as run:
        assert len(list(run)) == 7
    assert "7/7" in capsys.readouterr().out
    with data.filter(bool).run(rt, progress=True) as run:
        assert len(list(run)) == 7
    assert "7/?" in capsys.readouterr().out


def test_a_bar_without_rich_says_what_to_install(
    rt: srt.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "rich.progress", None)
    with pytest.raises(srt.errors.StateError, match=r"pip install 'streamrt\[progress\]'"):
        source(range(3)).run(rt, progress=True)
