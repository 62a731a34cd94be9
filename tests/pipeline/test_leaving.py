"""Leaving a run closes generators at once, not when the collector finds them, and ends threads."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from typing import Any

import pytest

import streamrt as srt
from streamrt.pipeline import source

Made = Callable[..., Any]


@pytest.fixture
def closed() -> Generator[list[str]]:
    gc.disable()
    yield []
    gc.enable()


def endless(name: str, closed: list[str]) -> tuple[Made, Made]:
    """An endless generator function, and an asynchronous one, that say when they are closed."""

    def numbers(*_: object) -> Iterator[int]:
        try:
            yield from range(10**9)
        finally:
            closed.append(name)

    async def anumbers(*_: object) -> AsyncIterator[int]:
        try:
            for number in range(10**9):
                yield number
        finally:
            closed.append(name)

    return numbers, anumbers


@pytest.mark.parametrize("outer", [0, 1])
@pytest.mark.parametrize("inner", [0, 1])
@pytest.mark.parametrize("is_resumed", [False, True])
def test_leaving_a_run_closes_them(
    closed: list[str], outer: int, inner: int, is_resumed: bool
) -> None:
    made = endless("source", closed)[outer]
    data = source(made).flat_map(endless("flat_map", closed)[inner])
    with srt.Runtime() as rt:
        resume = None
        if is_resumed:
            with data.run(rt) as run:
                assert [next(run) for _ in range(3)] == [0, 1, 2]
                resume = run.state()
            closed.clear()
        with data.run(rt, resume=resume) as run:
            assert next(run) == (3 if is_resumed else 0)
        assert sorted(closed) == ["flat_map", "source"]


@pytest.mark.parametrize("outer", [0, 1])
async def test_leaving_a_run_on_a_loop_closes_them(closed: list[str], outer: int) -> None:
    data = source(endless("source", closed)[outer]).flat_map(endless("flat_map", closed)[1])
    async with srt.Runtime() as rt:
        async with data.run(rt) as run:
            assert await anext(run) == 0
        assert sorted(closed) == ["flat_map", "source"]


@pytest.fixture
def hurried() -> Generator[None]:
    """Threads that are switched all the time, so that one that nobody joins is seen."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hurried")
def test_no_thread_is_left_after_any_of_many_runs() -> None:
    with srt.Runtime() as rt:
        before = set(threading.enumerate())
        for _ in range(200):
            with source(range(1000)).map(str, workers=4).run(rt) as run:
                assert next(run) == "0"
            assert set(threading.enumerate()) - before == set()
