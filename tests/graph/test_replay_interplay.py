"""Replays among eager launches, other replays, threads and loops, on every kind of device."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Generator
from functools import partial
from typing import Any

import numpy as np
import pytest
from graph.places import KINDS, N, Place, Sums, firsts, opened
from graph.program_runs import capture, interpret, put_all, same_bytes, submit
from graph.programs import Program, draw_program
from shared.threads import in_threads
from shared.trial_kernels import axpy

import streamrt as srt

ROUNDS = int(os.environ.get("STREAMRT_ROUNDS", "1"))
SEED = int(os.environ.get("STREAMRT_SEED", random.randrange(1 << 32)))
TIMES = 30
MODES: dict[str, dict[str, Any]] = {
    "auto": {},
    "eager": {"eager": True},
    "manual": {"hazards": "manual"},
}


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest) -> Generator[Place]:
    with opened(request.param) as place:
        yield place


def in_turn(rt: srt.Runtime, streams: list[srt.Stream]) -> None:
    """Orders all that follows after all so far, as users do with manual hazards."""
    event = rt.barrier()
    for stream in streams:
        stream.wait(event)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", range(2 * ROUNDS))
def test_replays_and_eager_programs_take_turns_on_the_same_buffers(
    kind: str, mode: str, number: int
) -> None:
    """Two graphs that are bound to the same buffers, in several replays each, and a third."""
    seed = SEED + 4000 + number
    draw = random.Random(seed)
    print(f"seed {seed}")
    is_manual = mode == "manual"
    programs = [draw_program(seed + i, 25, streams=2, bound=1.0) for i in range(3)]
    with opened(kind, **MODES[mode]) as place:
        rt = place.rt
        arrays = programs[0].inputs(seed)
        buffers = put_all(rt, arrays)
        in_turn(rt, streams := [rt.device().stream() for _ in range(1 if is_manual else 3)])
        execs = [instantiated(program, rt, buffers, draw) for program in programs[:2]]
        found: list[tuple[Any, list[Any]]] = []
        for _ in range(12):
            turn = draw.randrange(3)
            outputs = interpret(programs[turn], arrays)
            if turn < 2:
                if is_manual:
                    in_turn(rt, [*execs[turn].streams])
                execution = execs[turn].replay()
                if mode == "eager":
                    assert execution.done()
                found.append((execution, outputs))
            else:
                submit(programs[turn], rt, streams, dict(buffers))
            if is_manual:
                in_turn(rt, streams)
        for execution, outputs in found:
            results = execution.sync()
            if not isinstance(results, tuple):  # None of a program without outputs
                results = () if results is None else (results,)
            for buffer, expected in zip(results, outputs, strict=True):
                assert same_bytes(np.asarray(buffer), expected), f"seed {seed}"
        for index, array in arrays.items():
            assert same_bytes(np.asarray(buffers[index]), array), f"seed {seed}, input {index}"
    assert not place.simulator.violations


def instantiated(program: Program, rt: srt.Runtime, buffers: Any, draw: random.Random) -> Any:
    graph = capture(program, rt, buffers)
    plan = graph.plan(rt.device(), streams=draw.randrange(1, 5))
    return plan.instantiate(depth=draw.randrange(1, 3))


def test_threads_replay_graphs_that_share_a_buffer(place: Place) -> None:
    """None of their sums is lost: the buffer is not written atomically."""
    rt = place.rt
    total, one = rt.put(np.zeros(N, "f4")), rt.put(np.ones(N, "f4"))
    sums = [Sums(rt, total, streams, depth) for streams, depth in ((1, 2), (3, 1))]
    found: list[float] = []

    def replay(mine: Sums) -> None:
        stream = rt.device().stream()
        for number in range(TIMES):
            y = mine.exec.replay(x=mine.put(number)).sync()
            stream.launch(axpy, one, total, alpha=0.5)
            found.extend(value - 3 * number for value in firsts(y))

    in_threads([partial(replay, mine) for mine in sums])
    assert found == [0.0] * (2 * TIMES)
    assert firsts(total) == [2 * (2 * sum(range(TIMES)) + 0.5 * TIMES)]


def test_threads_share_one_exec(place: Place) -> None:
    sums = Sums(place.rt, depth=2)
    found: list[float] = []

    def replay() -> None:
        replays = [(n, sums.exec.replay(x=sums.put(n))) for n in range(TIMES)]
        found.extend(firsts(execution.sync())[0] - 3 * n for n, execution in replays)

    in_threads([replay] * 2)
    assert found == [0.0] * (2 * TIMES)
    assert firsts(sums.total) == [4 * sum(range(TIMES))]


async def one_task(sums: Sums, number: int) -> None:
    y = await sums.exec.replay(x=sums.put(number))
    assert (await y.fetch() == 3 * number).all()
    sums.rt.device().stream().launch(axpy, y, sums.total, alpha=1.0)


async def test_tasks_of_asyncio_await_their_own_replays(place: Place) -> None:
    sums = Sums(place.rt, depth=2)
    await asyncio.gather(*(one_task(sums, number) for number in range(TIMES)))
    assert (await sums.total.fetch() == 5 * sum(range(TIMES))).all()


def test_so_do_tasks_of_trio(place: Place) -> None:
    trio: Any = pytest.importorskip("trio")
    sums = Sums(place.rt, depth=2)

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            for number in range(TIMES):
                nursery.start_soon(one_task, sums, number)
        assert (await sums.total.fetch() == 5 * sum(range(TIMES))).all()

    trio.run(main)


def test_a_replay_belongs_to_the_scope_it_was_submitted_in(place: Place) -> None:
    sums = Sums(place.rt)
    with place.rt.scope() as scope:
        replays = [sums.exec.replay(x=sums.put(n)) for n in range(4)]
        assert place.kind != "sim" or scope.pending
    assert all(execution.done() for execution in replays)
    assert firsts(sums.total) == [12.0]


async def test_a_scope_raises_what_a_replay_failed_with(place: Place) -> None:
    sums = Sums(place.rt)
    words = r"\(judge\), recorded at .* returned 7"
    failed = pytest.RaisesExc(srt.errors.KernelError, match=words)
    with pytest.RaisesGroup(failed):
        async with place.rt.scope():
            sums.exec.replay(x=sums.put(1), code=sums.bad())
    place.rt.device().stream().fill(sums.total, 0.0)
    assert firsts(await sums.exec.replay(x=sums.put(2))) == [6.0]


async def test_a_scope_left_by_an_error_cancels_replays(place: Place) -> None:
    sums = Sums(place.rt)
    x = sums.put(1)
    place.rt.barrier().sync()
    replays: list[srt.Execution] = []

    async def main() -> None:
        async with place.rt.scope() as scope:
            with place.held(sums.total):
                replays.append(sums.exec.replay(x=x))
                assert scope.cancel()
            raise KeyError("asked to raise")

    with pytest.RaisesGroup(KeyError):
        await main()
    assert replays[0].cancelled()
    place.rt.device().stream().fill(sums.total, 0.0)
    assert firsts(await sums.exec.replay(x=sums.put(2)), sums.total) == [6.0, 4.0]
