"""The limit of a skip belongs to its stage, and also holds for the results of a flat_map."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

import streamrt as srt
from streamrt.pipeline import Pipeline, source
from streamrt.pipeline import skip as skipping


def small_fail(number: int) -> int:
    if number < 10:
        raise ValueError(number)
    return number


def fifteen_fails(number: int) -> int:
    if number == 15:
        raise KeyError(number)
    return number


def test_what_one_stage_skips_does_not_count_in_another() -> None:
    data = (
        source(range(20))
        .map(small_fail, workers=3, on_error=skipping(most=10))
        .map(fifteen_fails, workers=3, on_error=skipping(most=1))
    )
    with srt.Runtime() as rt, data.run(rt) as run:
        assert list(run) == [10, 11, 12, 13, 14, 16, 17, 18, 19]
        assert [stage.skipped for stage in run.stats().stages] == [0, 10, 1]


def test_one_more_than_the_limit_fails_with_the_number_of_its_stage() -> None:
    data = source(range(20)).map(small_fail, on_error=skipping(most=1))
    said = "small_fail: 1 item was skipped before; see skip"
    with srt.Runtime() as rt, data.run(rt) as run, pytest.raises(ValueError, match=said):
        next(run)


def twice(number: int) -> Iterator[int]:
    yield number
    fifteen_fails(number)
    yield -number


async def atwice(number: int) -> AsyncIterator[int]:
    yield number
    fifteen_fails(number)
    yield -number


@pytest.mark.parametrize("function", [twice, atwice])
def test_the_rest_of_an_item_is_skipped_in_a_flat_map(function: Callable[..., Any]) -> None:
    def data(most: int) -> Pipeline[Any]:
        return source(range(14, 17)).flat_map(function, on_error=skipping(most))

    wanted = [14, -14, 15, 16, -16]
    with srt.Runtime() as rt:
        for cut in range(len(wanted) + 1):
            with data(1).run(rt) as run:
                first = [next(run) for _ in range(cut)]
                state = run.state()
            with data(1).run(rt, resume=state) as run:
                assert first + list(run) == wanted
        with data(1).run(rt) as run:
            assert list(run) == wanted
            assert run.stats().stages[1].skipped == 1
        with data(0).run(rt) as run:
            assert [next(run) for _ in range(3)] == wanted[:3]
            with pytest.raises(KeyError):
                next(run)
