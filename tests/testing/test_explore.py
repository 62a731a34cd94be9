"""Exploration finds what an order breaks, tells it the same way again, and shrinks it."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shared.explored import devices_only, failure_of, lost_update, told

import streamrt as srt
from streamrt import testing
from streamrt.testing._exploring.checks import Settings
from streamrt.testing._exploring.explore import Explorer
from streamrt.testing._exploring.shrinking import shrunk
from streamrt.testing._exploring.strategies import strategy_of
from streamrt.testing._exploring.tape import Tape, following
from streamrt_kernels import axpy

# -- programs -----------------------------------------------------------------------------------


async def mixture(rt: srt.Runtime) -> None:
    """Everything that a world orders: kernels, copies, calls, coroutines, jobs, timers."""
    device = rt.device()
    one, two = device.stream("one"), device.stream("two")
    x, y = rt.empty(8), rt.empty(8)
    seen: list[float] = []

    async def look(view: np.ndarray[Any, Any]) -> float:
        await asyncio.sleep(1e-5)
        return float(view[0])

    def double(view: np.ndarray[Any, Any]) -> None:
        view *= 2

    one.fill(x, 1.0)
    two.fill(y, 2.0)
    called = one.call(double, x)
    one.launch(axpy, x, y, alpha=1.0)
    looked = two.call(look, y)
    async with asyncio.TaskGroup() as group:
        group.create_task(asyncio.sleep(2e-5))
        group.create_task(asyncio.to_thread(seen.append, 1.0))
        group.create_task(asyncio.wait_for(asyncio.shield(asyncio.ensure_future(looked)), 3600))
    await called
    called.add_done_callback(lambda _: seen.append(2.0))
    assert looked.result() in (2.0, 4.0)
    assert (await y.fetch())[0] == 4.0


async def deadlock(rt: srt.Runtime) -> None:
    """Two tasks take two locks, each in its own order."""
    device = rt.device()
    first, second = asyncio.Lock(), asyncio.Lock()

    async def take(one: asyncio.Lock, other: asyncio.Lock, wait: float) -> None:
        await asyncio.sleep(wait)
        async with one:
            await device.stream().call(int)
            async with other:
                pass

    await asyncio.gather(take(first, second, 0), take(second, first, 1e-3))


async def lost_wake(rt: srt.Runtime) -> None:
    """An event is cleared after it was set, and before anybody has seen it."""
    ready = asyncio.Event()
    stream = rt.device().stream()

    async def produce() -> None:
        await stream.call(int)
        ready.set()
        await stream.call(int)
        ready.clear()

    async def consume() -> None:
        await asyncio.sleep(1e-4)
        await ready.wait()

    await asyncio.gather(produce(), consume())


async def own_runtime() -> None:
    """Opens its own runtime, on the devices of the machine."""
    async with srt.Runtime() as rt:
        x = rt.put(np.arange(4.0))
        await rt.device("cpu:0").stream().call(np.negative, x, out=x)
        assert (await x.fetch())[3] == -3.0


# -- schedules ----------------------------------------------------------------------------------


@pytest.mark.parametrize("strategy", ["random", "pct", "mixed", "delays(1)"])
def test_every_schedule_of_a_correct_program_goes_well_and_goes_the_same_again(
    strategy: str,
) -> None:
    drawing = strategy_of(strategy)
    assert drawing is not None
    traces: set[Any] = set()
    with Explorer(mixture, Settings(("cpu:0",))) as explorer:
        for number, choose in enumerate(drawing.choosers(7)):
            if number == 40:
                break
            tape = Tape(choose)
            assert explorer.run(tape) is None
            traces.add(trace := explorer.trace)
            again = Tape(following(tape.deviations))
            assert explorer.run(again) is None
            assert (again.draws, again.digest(), explorer.trace) == (
                tape.draws,
                tape.digest(),
                trace,
            )
            drawing.ran(tape)
    assert len(traces) > 10


def test_programs_without_a_loop_and_with_their_own_runtime_are_explored() -> None:
    for program in (devices_only, own_runtime):
        found = testing.explore(program, schedules=30)
        assert found.failure is None
        assert found.schedules == 30


def test_what_a_program_may_return() -> None:
    async def an_ended_task() -> Any:
        task = asyncio.create_task(asyncio.sleep(0))
        await task
        return task

    def an_execution(rt: srt.Runtime) -> Any:
        return rt.device().stream().fill(rt.empty(4), 1.0)

    def executions(rt: srt.Runtime) -> Any:
        return [an_execution(rt), (1, len)]

    for program in (an_ended_task, an_execution, executions):
        assert testing.explore(program, schedules=3).failure is None


def test_a_parameter_with_a_default_takes_the_runtime_if_it_is_named_rt() -> None:
    given: list[object] = []

    def program(number: int = 3, rt: srt.Runtime | None = None) -> None:
        given.extend((number, type(rt)))

    assert testing.explore(lambda number=4: given.append(number), schedules=1).failure is None
    assert testing.explore(program, schedules=1).failure is None
    assert given == [4, 3, srt.Runtime]


def test_few_delays_are_a_proof() -> None:
    """With enough of them, every order of independent commands happens, once for each way."""
    orders: Counter[tuple[str, ...]] = Counter()

    def program(rt: srt.Runtime) -> None:
        streams = [rt.device().stream(name) for name in "ab"]
        buffers = [rt.empty(1) for _ in streams]
        for stream, buffer in zip(streams, buffers, strict=True):
            stream.fill(buffer, 1.0)
            stream.fill(buffer, 2.0)
        for stream in streams:
            stream.sync()

    with Explorer(program, Settings(races=False)) as explorer:
        drawing = strategy_of("delays(4)")
        assert drawing is not None
        for choose in drawing.choosers(0):
            tape = Tape(choose)
            assert explorer.run(tape) is None
            orders[tuple(event.queue for event in explorer.trace)] += 1
            drawing.ran(tape)
    assert set(orders.values()) == {1}
    assert len(orders) == 6  # two commands of each of two streams


def test_one_seed_of_a_simulator_gives_one_trace_also_with_host_calls() -> None:
    """Without exploring: the loop is asyncio's, and functions run in threads."""

    def trace(seed: int | None) -> Any:
        simulator = testing.Simulator(seed, kind="cpu", host_memory=True)

        async def main() -> None:
            async with srt.Runtime(["cpu:0"], backends=[simulator]) as rt:
                device = rt.device()
                streams = [device.stream(name) for name in "abc"]
                values = [rt.empty(4) for _ in streams]

                async def add(view: np.ndarray[Any, Any]) -> None:
                    await asyncio.sleep(0)
                    view += 1

                for stream, value in zip(streams, values, strict=True):
                    stream.fill(value, 1.0)
                    stream.call(np.negative, value, out=value)
                    stream.call(add, value)
                for stream in streams:
                    await stream
                assert [np.asarray(value)[0] for value in values] == [0, 0, 0]

        asyncio.run(main())
        return simulator.trace

    traces = {seed: {trace(seed) for _ in range(5)} for seed in (*range(5), None)}
    assert {len(found) for found in traces.values()} == {1}
    assert len({next(iter(found)) for found in traces.values()}) > 3


# -- failures -----------------------------------------------------------------------------------

LEFT: list[srt.Buffer] = []


async def leak(rt: srt.Runtime) -> None:
    LEFT[:] = [rt.empty(8)]


async def livelock(rt: srt.Runtime) -> None:
    flags = [True, True]

    async def after_you(mine: int) -> None:
        while flags[1 - mine]:  # noqa: ASYNC110 - that is the bug
            await asyncio.sleep(0)
        flags[mine] = False

    await asyncio.gather(after_you(0), after_you(1))


async def forgotten_wait(rt: srt.Runtime) -> None:
    device = rt.device()
    load, work = device.stream("load"), device.stream("work")
    x, y = rt.empty(8), rt.empty(8)
    load.fill(x, 1.0)
    work.fill(y, 1.0)
    work.launch(axpy, x, y, alpha=1.0)
    await load
    await work


async def unawaited(rt: srt.Runtime) -> None:
    async def fails() -> None:
        raise KeyError("nobody asks")

    task = asyncio.ensure_future(fails())
    await asyncio.sleep(0)
    del task


FAILING: dict[str, tuple[Callable[..., Any], str, dict[str, Any], int]] = {
    "lost update": (lost_update, "error", {}, 3),
    "deadlock": (deadlock, "deadlock", {}, 3),
    "lost wake": (lost_wake, "deadlock", {}, 0),
    "livelock": (livelock, "livelock", {}, 0),
    "leak": (leak, "leak", {}, 0),
    "race": (forgotten_wait, "race", {"hazards": "manual"}, 0),
    "nobody asks": (unawaited, "error", {}, 0),
}


@pytest.mark.parametrize(
    "seeds",
    [range(1), pytest.param(range(1, 4), marks=pytest.mark.slow)],
    ids=["some", "all"],
)
@pytest.mark.parametrize("name", FAILING)
def test_a_failure_is_found_told_the_same_again_and_short(
    name: str, seeds: range, tmp_path: Path
) -> None:
    program, kind, options, most = FAILING[name]
    for seed in seeds[:1] if kind == "livelock" else seeds:  # that one takes a second
        found = testing.explore(program, seed=seed, **options)
        failure = found.failure
        assert failure is not None, (name, seed)
        assert failure.kind == kind
        assert len(failure.deviations) <= most
        path = failure.save(tmp_path / "made" / "f.json")
        for _ in range(2):
            assert told(testing.replay(program, path)) == told(failure)
        with pytest.raises(testing.FailureFoundError) as info:
            found.check()
        assert failure.message.splitlines()[0] in str(info.value)
    LEFT.clear()


def test_stuck_tasks_are_named_with_their_lines_and_what_they_wait_for() -> None:
    failure = failure_of(deadlock)
    lines = failure.message.splitlines()
    assert sum("task take" in line and "an asyncio.Lock [locked" in line for line in lines) == 2
    assert any(site.endswith("in take") for site in failure.sites)


def test_tasks_that_await_each_other_are_a_circle() -> None:
    async def program(rt: srt.Runtime) -> None:
        tasks: list[asyncio.Task[Any]] = []

        async def await_other(other: int) -> None:
            await asyncio.sleep(0)
            await tasks[other]

        tasks += [asyncio.create_task(await_other(1)), asyncio.create_task(await_other(0))]
        await tasks[0]

    failure = failure_of(program)
    circle = "task await_other -> task await_other 2 -> task await_other"
    assert f"in a circle: {circle}" in failure.message


def test_shrinking_finds_the_deviations_that_matter() -> None:
    draw = random.Random(3)
    for _ in range(50):
        needed = {draw.randrange(100): draw.randrange(1, 4) for _ in range(draw.randrange(4))}
        others = {draw.randrange(100): draw.randrange(1, 4) for _ in range(30)}

        def fails(tried: dict[int, int], needed: dict[int, int] = needed) -> dict[int, int] | None:
            return tried if all(tried.get(n, 0) >= v for n, v in needed.items()) else None

        assert shrunk(others | needed, fails) == needed


# -- the reuse of memory -------------------------------------------------------------------------


async def dropped_at_once(rt: srt.Runtime) -> None:
    """A temporary of each task is dropped at once; whose fill ends first is not said."""
    ended: list[str] = []

    async def fill(stream: srt.Stream) -> None:
        await stream.fill(rt.empty(4), 1.0)
        ended.append(stream.name)

    await asyncio.gather(*(fill(rt.device().stream(name)) for name in "ab"))
    assert ended == ["sim:0/a", "sim:0/b"]


def dropped_between(rt: srt.Runtime) -> None:
    """Two writes of x race, unless the temporary of one stream becomes that of the other."""
    one, two = (rt.device().stream(name) for name in "ab")
    x = rt.empty(4)
    one.fill(x, 1.0)
    one.fill(rt.empty(4), 1.0)
    two.fill(rt.empty(4), 1.0)
    two.fill(x, 2.0)


@pytest.mark.parametrize("program", [dropped_at_once, dropped_between])
@pytest.mark.parametrize("strategy", ["mixed", "random", "pct", "delays(2)"])
def test_the_reuse_of_a_dropped_block_is_drawn(
    program: Callable[..., Any], strategy: str, tmp_path: Path
) -> None:
    given: dict[str, Any] = {"hazards": "manual", "strategy": strategy}
    failure = failure_of(program, schedules=20, **given)
    assert "memory of sim:0: a fresh block, not the dropped one" in failure.report()
    assert testing.replay(program, failure.save(tmp_path / "f.json")).message == failure.message


def test_where_no_fresh_block_fits_reuse_is_not_drawn() -> None:
    given: dict[str, Any] = {"strategy": "delays(2)", "memory_limit": 64}
    found = testing.explore(dropped_at_once, **given)
    assert found.failure is None
    assert found.is_complete


def test_what_is_complete_says_over_what() -> None:
    found = testing.explore(devices_only, strategy="delays(1)", faults=[testing.slow()])
    assert found.is_complete
    assert "complete over all schedules of delays(1)" in str(found)
    assert "reuse" in found.over
    assert "the fault slow" in found.over
    assert not testing.explore(devices_only, schedules=2).over
    swept = testing.sweep(devices_only, faults=[testing.fail()])
    assert str(swept).endswith("complete over each place of fail in 1 schedule")
