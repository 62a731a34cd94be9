"""Definitions, runs and states of pipelines that are refused, and with which words."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, cast

import numpy as np
import pytest
from shared.drawn_pipelines import collected, delivered, ways

import streamrt as srt
from streamrt.errors import ArgumentError, ArgumentTypeError, StateError
from streamrt.pipeline import Pipeline, Spec, retry, skip, source

ROW = {"x": Spec(2, "i4")}

# --- definitions that are refused ---------------------------------------------------------------


def test_wrong_definitions_are_refused_where_they_are_written(rt: srt.Runtime) -> None:
    """Row 110."""
    made: Any = source(range(9))

    def two(item: int, other: int) -> None: ...

    async def slow(item: int) -> int:
        return item

    def used() -> Iterator[int]:
        yield 1

    read = used()
    list(read)
    refused: list[tuple[Callable[[], object], str]] = [
        (lambda: made.map(abs, workers=0), "map with abs: workers"),
        (lambda: made.map(abs, workers=1.5), "map with abs: workers"),
        (lambda: made.map(two), "called as .*two"),
        (lambda: made.map(3), "map: found 3"),
        (lambda: made.map(abs, on_error=3), "on_error is 3"),
        (lambda: made.map(abs, ordered=np.ones(2)), "ordered"),
        (lambda: made.fill(two, ROW), r"is called as .*two\(item, x=...\)"),
        (lambda: made.fill(two, {}), "there are no specs"),
        (lambda: made.fill(two, {"x": 3}), "'x' is 3"),
        (lambda: made.flat_map(slow), "is a coroutine function; use map"),
        (lambda: made.flat_map(abs, on_error=retry(2)), "on_error is a retry"),
        (lambda: made.submit(slow), "it only submits"),
        (lambda: made.replay(3), "pass a GraphExec"),
        (lambda: made.batch(0), "batch: size"),
        (lambda: made.batch(1, within=-1), "batch: within"),
        (lambda: made.take(-1), "take: most"),
        (lambda: made.map(abs).shard(0, 2), "right behind the source"),
        (lambda: made.shard(2, 2), "shard: rank"),
        (lambda: source(cast("Any", 3)), "source: found 3"),
        (lambda: source("text"), "source: found 'text'"),
        (lambda: source(read), "was read to its end"),
        (lambda: source(iter([1]), epochs=2), "can be read only once"),
        (lambda: source(iter([1]), shuffle=1), "has no length"),
        (lambda: skip(most=-1), "skip: most"),
        (lambda: skip(on=3), "skip: on is 3"),  # type: ignore[arg-type]
        (lambda: retry(0), "retry: attempts"),
        (lambda: made.run(3), "pass a Runtime"),
        (lambda: list(made), "iterate over <Pipeline: source>: .*`async with pipeline.run"),
        (lambda: aiter(made), "it is a definition, which has no items"),
        (lambda: source(made), "source: found <Pipeline: source>; pass a sequence"),
        (lambda: made.batch(8).run(rt, ahead=15), "ahead is 15; it must be at least 16"),
        (lambda: made.run(rt, memory=100), "no stage fills rows"),
        (lambda: made.run(rt, drain_timeout=-1), "drain_timeout"),
    ]
    for define, message in refused:
        with pytest.raises(ArgumentError, match=message):
            define()
    few = made.fill(lambda item, x: None, ROW).batch(4)
    with pytest.raises(ArgumentError, match=r"memory is 56 bytes, which is 7 items; .* 8"):
        few.run(rt, memory=56)


@ways
def test_an_iterator_is_read_by_one_run_only(rt: srt.Runtime, is_async: bool) -> None:
    """Row 111."""
    pipeline = source(iter(range(3)))
    assert collected(rt, pipeline, is_async=is_async) == [0, 1, 2]
    _, error = delivered(rt, pipeline, StateError, is_async)
    assert "was read by an earlier run" in str(error)


async def test_a_run_is_used_once_and_in_the_way_it_was_entered(rt: srt.Runtime) -> None:
    """Row 112."""
    pipeline = source(range(3))
    run = pipeline.run(rt)
    with pytest.raises(StateError, match="it is not entered"):
        next(run)  # type: ignore[call-overload]
    with run:
        with pytest.raises(StateError, match="entered in the other way"):
            aiter(run)
        with pytest.raises(StateError, match="it is open; make another"):
            run.__enter__()
    with pytest.raises(StateError, match="it is left"):
        next(run)  # type: ignore[call-overload]
    with pytest.raises(StateError, match="it is left; make another"):
        run.__enter__()
    async with pipeline.run(rt) as other:
        with pytest.raises(StateError, match="entered in the other way"):
            iter(other)
        assert [item async for item in other] == [0, 1, 2]


# --- states that are refused --------------------------------------------------------------------


def definition() -> Pipeline[Any]:
    return source(range(100), epochs=2).map(abs).batch(4).shuffle(3)


@pytest.fixture(name="state")
def _state(rt: srt.Runtime) -> dict[str, Any]:
    with definition().run(rt) as run:
        next(run)
        return json.loads(json.dumps(run.state()))  # type: ignore[no-any-return]


def test_a_state_that_is_cut_short_or_changed_is_refused(
    rt: srt.Runtime, state: dict[str, Any]
) -> None:
    """Row 121."""
    for key in ("version", "definition", "place", "beyond"):
        rest = {name: value for name, value in state.items() if name != key}
        with pytest.raises(ArgumentError, match=f"the state lacks {key}; it is cut short"):
            definition().run(rt, resume=rest)
    changes: list[tuple[dict[str, Any], str]] = [
        ({"version": 99}, "is of version 99; this one reads 1"),
        ({"definition": "0" * 16}, "of another definition"),
        ({"place": "0000"}, "a place is '0000'"),
        ({"place": [1, 0]}, "a place has another length"),
        ({"place": [1, 0, -1]}, "it must be a list of numbers"),
        ({"place": [1.5, 0, 0]}, "it must be a list of numbers"),
        ({"place": [True, 0, 0]}, "it must be a list of numbers"),
        ({"place": [201, 0, 0]}, "at item 201, and the source has 200"),
        ({"beyond": 3}, "beyond is 3"),
        ({"beyond": [[1]]}, "a place has another length"),
        ({"beyond": [["1", 0, 0]]}, "it must be a list of numbers"),
    ]
    for change, message in changes:
        with pytest.raises(ArgumentError, match=message):
            definition().run(rt, resume=state | change)
    with pytest.raises(ArgumentTypeError, match=r"pass what run\.state"):
        definition().run(rt, resume=json.dumps(state))  # type: ignore[arg-type]


def test_a_state_of_another_definition_is_refused(rt: srt.Runtime, state: dict[str, Any]) -> None:
    """Row 121."""
    others = (
        source(range(99), epochs=2).map(abs).batch(4).shuffle(3),
        source(range(100), epochs=3).map(abs).batch(4).shuffle(3),
        source(range(100), epochs=2, shuffle=0).map(abs).batch(4).shuffle(3),
        source(range(100), epochs=2).shard(0, 2).map(abs).batch(4).shuffle(3),
        source(range(100), epochs=2).map(str).batch(4).shuffle(3),
        source(range(100), epochs=2).map(abs).batch(5).shuffle(3),
        source(range(100), epochs=2).map(abs).batch(4, drop_last=True).shuffle(3),
        source(range(100), epochs=2).map(abs).batch(4).shuffle(3, seed=1),
        source(range(100), epochs=2).map(abs).batch(4).shuffle(3).unbatch(),
        source(range(100), epochs=2).map(abs).shuffle(3).batch(4),
    )
    for other in others:
        with pytest.raises(ArgumentError, match="of another definition"):
            other.run(rt, resume=state)
    same = source(range(100), epochs=2).map(abs, workers=8).batch(4).shuffle(3)
    with same.run(rt, ahead=50, resume=state) as run:
        assert len(list(run)) == 49
