"""Time that is nobody's work: compiling, and awaiting. And what a run tells of its calls.

Programs are explored, so time is virtual, and each share is known.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt import _notes as notes
from streamrt import testing
from streamrt.pipeline import Pipeline, Stats, Verdict, source

Body = Callable[[Any], Any]


def judged(pipeline: Pipeline[Any], body: Body | None = None) -> tuple[Stats, Verdict, str]:
    """What a run in virtual time says of itself at its end; `body` is awaited for each item."""
    found: list[tuple[Stats, Verdict, str]] = []

    async def program() -> None:
        found.clear()
        clock = asyncio.get_running_loop().time
        notes.clock.set(lambda: int(clock() * 1e9))
        async with srt.Runtime() as rt, pipeline.run(rt) as run:
            async for item in run:
                if body is not None:
                    await body(item)
            found.append((run.stats(), run.verdict(), run.report()))

    assert testing.explore(program, schedules=1).failure is None
    return found[-1]


async def compiled(name: str, seconds: float) -> None:
    """Compiles for some time."""
    since = notes.now()
    await asyncio.sleep(seconds)
    notes.tell("compile", name, since)


@pytest.mark.slow
def test_a_consumer_that_compiled_once_is_not_slow() -> None:
    async def body(item: int) -> None:
        if item == 0:
            await compiled("scores", 0.875)
        await asyncio.sleep(0.0001)

    async def work(item: int) -> int:
        await asyncio.sleep(0.001)
        return item

    pipeline = source(range(250)).map(work)
    stats, verdict, report = judged(pipeline, body)
    assert stats.compiling == pytest.approx(0.875, abs=1e-4)
    assert verdict.kind == "compiling"
    assert verdict.gain is None
    assert str(verdict).startswith("Compiling took 875 ms of ")
    assert "warm up, or run longer, before judging" in report
    assert "compiling took 875 ms" in report
    stats, verdict, _ = judged(source(range(9000)).map(work), body)
    assert stats.compiling == pytest.approx(0.875, abs=1e-4)
    assert verdict.kind == "stage"
    assert verdict.name.endswith("work")
    assert stats.consumer < 0.2, "without it the consumer waits"


def test_notes_inside_others_count_once() -> None:
    async def body(item: int) -> None:
        if item == 0:
            since = notes.now()
            await compiled("exp_sum", 0.2)
            await compiled("tanh_sum", 0.3)
            await asyncio.sleep(0.1)
            notes.tell("compile", "scores", since)
            since = notes.now()
            await asyncio.sleep(0.05)
            notes.tell("load", "another", since)

    stats, *_ = judged(source(range(3)), body)
    assert stats.compiling == pytest.approx(0.65, abs=1e-4)


def test_a_stage_that_compiles_is_not_busy_meanwhile() -> None:
    """On a loop, between two suspensions, and never the time of another task."""

    async def work(item: int) -> int:
        await asyncio.sleep(0.001)
        notes.tell("compile", "work", notes.now() - 3_000_000_000)
        return item

    stats, *_ = judged(source(range(2)).map(work))
    assert stats.stages[1].compiling == pytest.approx(6.0, abs=1e-4)
    assert stats.stages[1].busy == 0.0
    assert stats.compiling == stats.seconds


def test_a_source_that_awaits_is_idle() -> None:
    async def arriving() -> AsyncIterator[int]:
        for number in range(100):
            await asyncio.sleep(0.01)
            yield number

    stats, verdict, report = judged(source(arriving).map(lambda item: item))
    (came, _) = stats.stages
    assert came.busy < 0.01
    assert came.awaiting > 0.97
    assert verdict.kind == "nothing"
    assert "they come no faster" in str(verdict)
    assert "awaiting" in report.splitlines()[0]


def test_a_stage_that_awaits_is_limited_by_the_number_of_its_calls() -> None:
    async def ask(item: int) -> int:
        await asyncio.sleep(0.01)
        return item

    took: list[float] = []
    for workers in (3, 4):
        stats, verdict, _ = judged(source(range(400)).map(ask, workers=workers))
        took.append(stats.seconds)
        assert stats.stages[1].awaiting > 0.95
        assert stats.stages[1].busy < 0.05
        assert verdict.kind == "stage"
        assert verdict.gain == pytest.approx((workers + 1) / workers, rel=0.02)
        assert f"its {workers} workers await" in str(verdict)
    assert took[0] / took[1] == pytest.approx(4 / 3, rel=0.02)


def test_a_call_that_goes_on_when_stats_are_asked_for_awaits_already() -> None:
    seen: list[Stats] = []

    async def program() -> None:
        async def arriving() -> AsyncIterator[int]:
            yield 1
            await asyncio.sleep(60.0)
            yield 2

        async with srt.Runtime() as rt, source(arriving).run(rt) as run:
            async for item in run:
                if item == 1:
                    await asyncio.sleep(30.0)
                    seen.append(run.stats())

    assert testing.explore(program, schedules=1).failure is None
    assert seen[-1].stages[0].awaiting > 0.99


def test_coroutines_get_what_they_await_errors_and_cancellations() -> None:
    """The time of each turn is measured, so what goes in and out passes by."""

    async def work(item: int) -> int:
        answer = await asyncio.get_running_loop().run_in_executor(None, lambda: 2 * item)
        try:
            await asyncio.wait_for(asyncio.Event().wait(), 0.001)
        except TimeoutError:
            answer += 1
        if item == 3:
            raise ValueError("three")
        return answer

    with srt.Runtime() as rt, source(range(5)).map(work, workers=2).run(rt) as run:
        assert [next(run), next(run), next(run)] == [1, 3, 5]
        with pytest.raises(ValueError, match="three"):
            next(run)


# ---- what is told ------------------------------------------------------------------------------


@pytest.fixture
def told() -> Iterator[list[notes.Note]]:
    found: list[notes.Note] = []
    notes.listeners.append(found.append)
    yield found
    notes.listeners.remove(found.append)


async def arriving() -> AsyncIterator[int]:
    for number in range(20):
        yield number


def even(item: int) -> bool:
    return item % 2 == 0


async def wait(item: int) -> int:
    await asyncio.sleep(0)
    return item


def fail(item: int) -> int:
    raise ValueError(item)


@pytest.mark.parametrize("is_async", [False, True], ids=["iterator", "asynchronous"])
def test_each_call_and_each_change_of_the_window_are_told(
    told: list[notes.Note], is_async: bool
) -> None:
    items: Any = arriving if is_async else range(20)
    pipeline = source(items).filter(even, workers=2).map(wait, workers=2).batch(2)
    with srt.Runtime() as rt, pipeline.run(rt, ahead=6) as run:
        assert len(list(run)) == 5
        engine = rt._engine
    calls = Counter(note.name for note in told if note.kind == "stage")
    assert calls == {"source": 20, "even": 20, "wait": 10}
    samples = [note for note in told if note.kind == "window"]
    assert len({note.name for note in samples}) == 1
    assert {note.point for note in samples} == {(0, 6)}
    assert all(0 <= note.amount <= 6 for note in samples)
    assert any(note.amount for note in samples)
    assert {note.owner for note in told if note.kind in ("stage", "window")} == {engine}
    assert all(note.started <= note.finished for note in told)


def test_a_call_that_fails_is_told(told: list[notes.Note]) -> None:
    with (
        srt.Runtime() as rt,
        source(range(3)).map(fail).run(rt) as run,
        pytest.raises(ValueError, match="0"),
    ):
        next(run)
    assert "fail" in {note.name for note in told}


def test_a_run_listens_for_what_is_rare_alone_and_only_while_it_is_open() -> None:
    """So its workers need not tell of each call, as they do for others that listen."""
    with srt.Runtime() as rt:
        with source(range(3)).map(even).run(rt) as run:
            assert list(run) == [True, False, True]
            assert len(notes.rare_listeners) == 1
            assert not notes.listeners
        assert not notes.rare_listeners


def test_what_another_thread_compiles_is_nobodys() -> None:
    def elsewhere() -> None:
        notes.tell("compile", "elsewhere", notes.now() - 5_000_000_000)

    with srt.Runtime() as rt, source(range(3)).run(rt) as run:
        for _ in run:
            thread = threading.Thread(target=elsewhere)
            thread.start()
            thread.join()
        assert run.stats().compiling == 0.0


def test_a_function_and_its_kernels_are_told_when_they_are_compiled(
    told: list[notes.Note],
) -> None:
    """The function's own note has those of its kernels inside, and only its time counts."""

    def trained(x: Any) -> Any:
        return (x * 3.25 + 1.125).sum()

    ours = srt.jit(trained)
    x = np.ones((3, 7), np.float32)
    with srt.Runtime() as rt:
        buffer = rt.put(x)

        def work(item: int) -> float:
            return float(ours(buffer if item else rt.put(x)).to_numpy())

        with source(range(2)).map(work).run(rt) as run:
            assert list(run) == [91.875, 91.875]
            stats = run.stats()
    named = [note for note in told if note.kind in ("compile", "load")]
    (whole,) = [note for note in named if note.name.endswith("trained")]
    inside = [note for note in named if note is not whole]
    assert inside, "its kernels, compiled or loaded"
    assert all(whole.started <= n.started <= n.finished <= whole.finished for n in inside)
    assert stats.stages[1].compiling == pytest.approx((whole.finished - whole.started) * 1e-9)
    assert stats.compiling == stats.stages[1].compiling


def test_a_kernel_that_is_written_in_python_is_told_when_it_is_traced(
    told: list[notes.Note],
) -> None:
    @srt.kernel("in x: f32[n], out y: f32[n]")
    def shifted(x: Any, y: Any) -> None:
        y[:] = x * 2.5 - 0.375

    with srt.Runtime() as rt:
        x, y = rt.put(np.ones(5, np.float32)), rt.empty(5)
        stream = rt.device("cpu").stream()
        for _ in range(2):
            stream.launch(shifted, x, y).sync()
        assert y.to_numpy().tolist() == [2.125] * 5
    compiled = [note.name for note in told if note.kind == "compile"]
    assert compiled.count("shifted") >= 1
    assert set(compiled) == {"shifted"}
    assert len(compiled) <= 2, "traced, and its code; not for each launch"
