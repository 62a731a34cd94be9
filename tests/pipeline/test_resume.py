"""A run that resumes where another was left delivers the rest: nothing twice, nothing never."""

from __future__ import annotations

import json
import os
import random
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from shared import drawn_pipelines
from shared.drawn_pipelines import Item, ahead_of, collected, draw
from shared.trial_kernels import PATIENCE

import streamrt as srt
from streamrt.errors import StateError
from streamrt.pipeline import Pipeline, Run, retry, skip, source

SEED = int(os.environ.get("STREAMRT_SEED", "0"))
CUTS = 4


def saved(states: list[str]) -> Callable[[Run[Any]], None]:
    """Returns what keeps each state of a run as text."""
    return lambda run: states.append(json.dumps(run.state()))


def cut(rt: srt.Runtime, seed: int) -> None:
    """Cuts a run at several items, resumes at each of them, and once more in a resumed run."""
    rng = random.Random(seed)
    drawn = draw(rng)
    told = f"seed {seed}: {drawn}"

    def states_of(resume: Any) -> tuple[list[Item], list[str]]:
        states: list[str] = []
        pipeline = drawn.define(rng)
        found = collected(
            rt,
            pipeline,
            is_async=rng.random() < 0.3,
            each=saved(states),
            ahead=ahead_of(pipeline, rng),
            resume=resume,
        )
        return found, states

    everything, states = states_of(None)
    assert drawn.gives(everything), told
    at, rest, later = 0, everything, states
    for at in rng.choices(range(len(states)), k=CUTS - 1):
        rest, later = states_of(json.loads(states[at]))
        assert drawn.gives(everything[:at] + rest), f"{told}, cut at {at}"
    again = rng.randrange(len(later))
    last, _ = states_of(json.loads(later[again]))
    found = everything[:at] + rest[:again] + last
    assert drawn.gives(found), f"{told}, cut at {at} and then at {again}"


FIRST, OTHERS = range(2), range(2, 10)


@pytest.mark.parametrize(
    "part", [*FIRST, *(pytest.param(part, marks=pytest.mark.slow) for part in OTHERS)]
)
def test_a_thousand_cuts_lose_nothing_and_repeat_nothing(part: int) -> None:
    with srt.Runtime() as rt:
        for seed in range(SEED + 25 * part, SEED + 25 * part + 25):
            cut(rt, seed)


@pytest.mark.parametrize(
    "part", [*range(2), *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, 5))]
)
def test_a_run_that_failed_goes_on_where_it_failed(
    part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = 0
    with srt.Runtime() as rt:
        for seed in range(SEED + 40 * part, SEED + 40 * part + 40):
            rng = random.Random(seed)
            drawn = draw(rng)
            found: list[Item] = []
            states: list[str] = []
            pipeline = drawn.define(rng)
            ahead, is_async = ahead_of(pipeline, rng), rng.random() < 0.3
            broken = {rng.choice((3, 7, 11, 16)), rng.choice((4, 18, 21, 31))}
            told = f"seed {seed}: {drawn}, broken {broken}"
            monkeypatch.setattr(drawn_pipelines, "BROKEN", broken)
            try:
                options: dict[str, Any] = {"each": saved(states), "into": found, "ahead": ahead}
                collected(rt, pipeline, is_async=is_async, **options)
            except ValueError as error:
                failed += 1
                note = error.__notes__[0]
                assert "change, stage" in note, told
            monkeypatch.setattr(drawn_pipelines, "BROKEN", set())
            resume = json.loads(states[-1])
            rest = collected(rt, drawn.define(rng), is_async=is_async, resume=resume)
            assert drawn.gives(found + rest), told
    assert failed > 1


def noisy(item: int, rng: Any) -> tuple[int, float]:
    return item, float(rng.random())


async def anoisy(item: int, rng: Any) -> tuple[int, float]:
    await anyio.lowlevel.checkpoint()
    return noisy(item, rng)


anoisy.__qualname__ = noisy.__qualname__


def fails_at_tens(item: tuple[int, float]) -> tuple[int, float]:
    if item[0] % 10 == 0:
        raise ValueError(item)
    return item


def noisy_parts(item: tuple[int, float], rng: Any) -> Iterator[tuple[int, float, float]]:
    for _ in range(item[0] % 3):
        yield (*item, float(rng.random()))


def drawing(rng: random.Random) -> Callable[[int, int, int], Pipeline[Any]]:
    """Draws a pipeline with random numbers; returns what defines one of its parts."""
    size, epochs, seed = rng.randint(1, 12), rng.randint(1, 3), rng.randint(0, 9)
    kind, is_ordered = rng.choice(("sized", "shuffled", "read", "async")), rng.random() < 0.7
    has_parts, is_filtered = rng.random() < 0.5, rng.random() < 0.5

    async def stream() -> AsyncIterator[int]:
        for item in range(size):
            yield item

    def define(rank: int, world: int, workers: int) -> Pipeline[Any]:
        items: Any = {"read": lambda: iter(range(size)), "async": stream}.get(kind, range(size))
        made: Pipeline[Any] = source(
            items, shuffle=seed if kind == "shuffled" else None, epochs=epochs
        )
        made = made.shard(rank, world)
        if is_filtered:
            made = made.filter(lambda item: item % 4 != 1).take(99)
        made = made.map((noisy, anoisy)[workers % 2], workers=workers, ordered=is_ordered)
        return made.flat_map(noisy_parts) if has_parts else made

    return define


@pytest.mark.parametrize("seed", range(SEED, SEED + 12))
def test_random_numbers_belong_to_an_item_however_it_is_dealt_out(
    rt: srt.Runtime, seed: int
) -> None:
    rng = random.Random(seed)
    define = drawing(rng)
    whole = collected(rt, define(0, 1, 1), is_async=False)
    world = rng.randint(2, 5)
    found: list[Any] = []
    for rank in range(world):
        states: list[str] = []
        first = collected(
            rt, define(rank, world, rng.randint(1, 4)), is_async=False, each=saved(states), ahead=2
        )
        at = rng.randrange(len(states))
        rest = define(rank, world, rng.randint(1, 4))
        found += first[:at]
        found += collected(rt, rest, is_async=True, resume=json.loads(states[at]))
    assert sorted(found) == sorted(whole)
    assert len({parts[-1] for parts in whole}) == len(whole)


def test_random_numbers_depend_on_the_position_and_not_on_workers_or_cuts(rt: srt.Runtime) -> None:
    def define(function: Any, workers: int) -> Pipeline[list[tuple[int, float]]]:
        made = source(range(50), shuffle=3, epochs=2).map(function, workers=workers)
        return made.map(fails_at_tens, workers=workers, on_error=skip()).batch(7)

    states: list[str] = []
    found = collected(rt, define(noisy, 1), is_async=False, each=saved(states), ahead=14)
    numbers = [number for batch in found for _, number in batch]
    assert len(numbers) == len(set(numbers)) == 90
    for at, function in ((0, anoisy), (5, noisy), (9, anoisy)):
        resume = json.loads(states[at])
        rest = collected(rt, define(function, 4), is_async=False, resume=resume)
        assert found[:at] + rest == found


def test_a_run_is_resumed_at_once_at_position_a_billion(rt: srt.Runtime) -> None:
    pipeline = source(range(2 * 10**9), shuffle=7).map(abs, workers=2)
    state = pipeline.run(rt).state()
    began = time.process_time()
    with pipeline.run(rt, resume=state | {"place": [10**9]}) as run:
        item = next(run)
        state = run.state()
    assert time.process_time() - began < 10.0  # to read them would take minutes
    assert (state["place"], state["next"]) == ([10**9 + 1], 10**9 + 1)
    with pipeline.run(rt, resume=state) as run:
        assert next(run) != item
    assert len(json.dumps(state)) < 1024


def test_epochs_have_orders_of_their_own_and_states_name_them(rt: srt.Runtime) -> None:
    pipeline = source(range(30), shuffle=1, epochs=2)
    with pipeline.run(rt) as run:
        first = [next(run) for _ in range(30)]
        assert (run.state()["epoch"], run.state()["next"]) == (1, 0)
        second = list(run)
    assert sorted(first) == sorted(second) == list(range(30))
    assert first != second


def test_shards_share_out_each_epoch_and_resume_alone(rt: srt.Runtime) -> None:
    parts: list[int] = []
    for rank in range(3):
        shard = source(range(20), shuffle=5, epochs=2).shard(rank, 3).batch(4)
        states: list[str] = []
        found = collected(rt, shard, is_async=False, each=saved(states))
        resume = json.loads(states[2])
        assert found[:2] + collected(rt, shard, is_async=False, resume=resume) == found
        parts += [item for batch in found for item in batch]
    assert sorted(parts) == sorted([*range(20)] * 2)


def test_an_item_that_was_raised_comes_again_when_the_run_is_resumed(rt: srt.Runtime) -> None:
    broken = {13}

    def careful(item: int) -> int:
        if item in broken:
            raise ValueError(item)
        return item

    pipeline = source(range(30)).map(careful, workers=3, on_error=retry(2)).batch(5)
    found: list[list[int]] = []
    with pipeline.run(rt) as run, pytest.raises(ValueError, match="13"):
        found.extend(run)
    broken.clear()
    with pipeline.run(rt, resume=run.state()) as run:
        found += run
    assert found == [list(range(k, k + 5)) for k in range(0, 30, 5)]


def definition() -> Pipeline[Any]:
    return source(range(100), epochs=2).map(abs).batch(4).shuffle(3)


def test_a_state_at_the_very_end_gives_nothing_more(rt: srt.Runtime) -> None:
    with definition().run(rt) as run:
        list(run)
        state = run.state()
    with definition().run(rt, resume=state) as run:
        assert list(run) == []
        assert run.state() == state


def test_a_state_behind_a_take_has_a_place_of_the_same_length(rt: srt.Runtime) -> None:
    pipeline = source(range(10)).batch(4).take(1).unbatch().shuffle(2)
    with pipeline.run(rt) as run:
        assert sorted(run) == [0, 1, 2, 3]
        state = run.state()
    with pipeline.run(rt, resume=state) as run:
        assert list(run) == []
        state = run.state()
    with pipeline.run(rt, resume=state) as run:
        assert list(run) == []


def test_an_item_delivered_early_does_not_come_again_behind_one_that_was_dropped(
    rt: srt.Runtime,
) -> None:
    is_delivered = threading.Event()

    def wait(item: int) -> int:
        if item == 3:
            assert is_delivered.wait(PATIENCE)
        return item

    pipeline = source(range(8)).filter(lambda item: item != 2)
    pipeline = pipeline.batch(2).unbatch().map(wait, ordered=False)
    state = pipeline.run(rt).state() | {"place": [0, 1], "beyond": [[3, 0]]}
    with pipeline.run(rt, resume=state) as run:
        first = next(run)
        is_delivered.set()
        assert [first, *run] == [1, 4, 5, 6, 7]


def test_an_iterator_has_no_state_and_the_error_names_it(rt: srt.Runtime) -> None:
    async def stream() -> AsyncIterator[int]:
        yield 1

    def numbers() -> Iterator[int]:
        yield 1

    for iterator in (numbers(), iter([1]), stream()):
        run = source(iterator).run(rt)
        assert not run.resumable
        with pytest.raises(StateError, match=r"its source, test_resume\.py:\d+, is an iterator"):
            run.state()
    assert source(numbers).run(rt).resumable


def test_a_source_that_ends_before_the_place_of_a_state_is_refused(rt: srt.Runtime) -> None:
    """Row 121: nobody can know that before it was read."""
    length = 20
    pipeline = source(lambda: iter(range(length))).map(abs)
    with pipeline.run(rt) as run:
        for _ in range(10):
            next(run)
        state = run.state()
    length = 5
    told = "the source ended after 5 items, and the state is at item 10"
    with pipeline.run(rt, resume=state) as run, pytest.raises(StateError, match=told):
        next(run)
