"""Functions, sources and definitions of pipelines that fail, and how each of them ends."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import anyio
import anyio.lowlevel
import numpy as np
import pytest
from shared.drawn_pipelines import collected, delivered, ways

import streamrt as srt
from streamrt.errors import ArgumentError, ArgumentTypeError, OutOfMemoryError
from streamrt.pipeline import Spec, retry, skip, source

ROW = {"x": Spec(2, "i4")}


def fails_at(*items: int, error: Callable[[int], BaseException] = ValueError) -> Any:
    """Returns a function that raises for these items."""

    def careful(item: int) -> int:
        if item in items:
            raise error(item)
        return item

    return careful


def as_coroutine(function: Callable[[int], int]) -> Any:
    async def careful(item: int) -> int:
        await anyio.lowlevel.checkpoint()
        return function(item)

    return careful


def note_of(error: BaseException) -> str:
    """Returns the note of an error; streamrt adds one."""
    (note,) = error.__notes__
    return note


@ways
@pytest.mark.parametrize("wrap", [lambda f: f, as_coroutine], ids=["function", "coroutine"])
def test_an_error_names_its_item_and_comes_behind_all_before_it(
    rt: srt.Runtime, is_async: bool, wrap: Any
) -> None:
    """Row 101."""
    original = ValueError("no")
    function = wrap(fails_at(5, error=lambda _: original))
    pipeline = source(range(20), epochs=2).map(abs).map(function, workers=3).map(abs)
    second = pipeline.run(rt).state() | {"place": [20]}
    found, error = delivered(rt, pipeline, ValueError, is_async, resume=second)
    assert error is original
    assert found == [0, 1, 2, 3, 4]
    told = "careful, stage 2 of 3, item 5 of epoch 1: 5, defined at test_pipelines.py:"
    assert told in note_of(error)


@ways
def test_under_shard_an_error_names_the_item_of_the_whole_source(
    rt: srt.Runtime, is_async: bool
) -> None:
    """Row 101 and 105."""

    def broken() -> Iterator[int]:
        yield from range(4)
        raise ValueError("gone")

    function = fails_at(7, error=ValueError)
    sized = source(range(10), epochs=2).shard(1, 3).map(function)
    second = sized.run(rt).state() | {"place": [3]}
    found, error = delivered(rt, sized, ValueError, is_async, resume=second)
    assert (found, "item 7 of epoch 1: 7," in note_of(error)) == ([1, 4], True)
    read = source(lambda: iter(range(10))).shard(1, 3).map(function)
    found, error = delivered(rt, read, ValueError, is_async)
    assert (found, "item 7: 7," in note_of(error)) == ([1, 4], True)
    for rank, delivers in enumerate(([0, 3], [1], [2])):
        found, error = delivered(rt, source(broken).shard(rank, 3), ValueError, is_async)
        assert (found, "source, item 4: " in note_of(error)) == (delivers, True)


@ways
def test_of_two_errors_the_one_of_the_earlier_item_is_raised(
    rt: srt.Runtime, is_async: bool
) -> None:
    """Row 101."""
    is_late = threading.Event()

    def careful(item: int) -> int:
        if item == 3:
            is_late.wait()
        if item in (3, 5):
            is_late.set()
            raise ValueError(item)
        return item

    pipeline = source(range(100)).map(careful, workers=8)
    found, error = delivered(rt, pipeline, ValueError, is_async)
    assert (found, error.args) == ([0, 1, 2], (3,))


@ways
@pytest.mark.parametrize("wrap", [lambda f: f, as_coroutine], ids=["function", "coroutine"])
def test_skipped_items_are_left_out_until_there_are_too_many(
    rt: srt.Runtime, is_async: bool, wrap: Any
) -> None:
    """Row 102: each stage counts its own."""
    first, second = wrap(fails_at(1, 2, 3)), wrap(fails_at(5))
    made = source(range(8)).map(first, workers=3, on_error=skip(most=3)).batch(2).unbatch()
    made = made.map(second, on_error=skip(most=1))
    with made.run(rt) as run:
        assert list(run) == [0, 4, 6, 7]
        skipped = [stage.skipped for stage in run.stats().stages if stage.name.endswith("careful")]
        assert skipped == [3, 1]
    found, error = delivered(
        rt, source(range(8)).map(first, on_error=skip(most=2)), ValueError, is_async
    )
    assert (found, error.args) == ([0], (3,))
    assert "2 items were skipped before" in error.__notes__[0]
    pipeline = source(range(8)).map(first, on_error=skip(on=KeyError))
    assert delivered(rt, pipeline, ValueError, is_async)[0] == [0]


def parts(item: int) -> Iterator[tuple[int, int]]:
    yield item, 0
    if item == 1:
        raise ValueError(item)
    yield item, 1


def test_the_rest_of_an_item_is_skipped_where_flat_map_fails(rt: srt.Runtime) -> None:
    """Row 102."""
    pipeline = source(range(3)).flat_map(parts, on_error=skip(most=1))
    with pipeline.run(rt) as run:
        assert list(run) == [(0, 0), (0, 1), (1, 0), (2, 0), (2, 1)]
    found, error = delivered(rt, source(range(3)).flat_map(parts), ValueError)
    assert found == [(0, 0), (0, 1), (1, 0)]
    assert "parts, stage 1 of 1, item 1 of epoch 0: 1, defined at" in note_of(error)


@ways
@pytest.mark.parametrize("wrap", [lambda f: f, as_coroutine], ids=["function", "coroutine"])
def test_an_item_is_tried_as_often_as_retry_says(
    rt: srt.Runtime, is_async: bool, wrap: Any
) -> None:
    """Row 103."""
    tries: list[int] = []

    def flaky(item: int) -> int:
        if item == 2:
            tries.append(item)
            if len(tries) < 3:
                raise OSError(item)
        return item

    pipeline = source(range(5)).map(wrap(flaky), workers=2, on_error=retry(3, on=OSError))
    assert collected(rt, pipeline, is_async=is_async) == [*range(5)]
    assert len(tries) == 3
    pipeline = source(range(5)).map(wrap(fails_at(2)), on_error=retry(3))
    found, error = delivered(rt, pipeline, ValueError, is_async)
    assert found == [0, 1]
    assert "item 2 of epoch 0: 2, attempt 3 of 3, defined at" in note_of(error)
    pipeline = source(range(5)).map(wrap(fails_at(2)), on_error=retry(3, on=OSError, then=skip()))
    assert collected(rt, pipeline, is_async=is_async) == [0, 1, 3, 4]


@ways
@pytest.mark.parametrize("wrap", [lambda f: f, as_coroutine], ids=["function", "coroutine"])
def test_a_function_that_raises_stop_iteration_ends_nothing(
    rt: srt.Runtime, is_async: bool, wrap: Any
) -> None:
    """Row 104."""
    function = wrap(fails_at(3, error=lambda _: StopIteration()))
    found, error = delivered(rt, source(range(6)).map(function), RuntimeError, is_async)
    assert found == [0, 1, 2]
    assert "careful, stage 1 of 1, item 3 of epoch 0: 3" in note_of(error)
    pipeline = source(range(6)).flat_map(lambda item: [function(item)])
    if wrap is not as_coroutine:
        found, error = delivered(rt, pipeline, RuntimeError, is_async)
        assert found == [0, 1, 2]


@ways
def test_a_source_that_raises_delivers_what_it_gave_and_is_closed(
    rt: srt.Runtime, is_async: bool
) -> None:
    """Row 105."""
    closed: list[str] = []

    def numbers() -> Iterator[int]:
        try:
            yield from range(4)
            raise OSError("gone")
        finally:
            closed.append("iterator")

    async def anumbers() -> AsyncIterator[int]:
        for item in numbers():
            yield item

    for items in (numbers, numbers(), anumbers, anumbers()):
        found, error = delivered(rt, source(items).map(abs), OSError, is_async)
        assert found == [0, 1, 2, 3]
        assert "source, item 4: 'the next item', defined at" in note_of(error)
    assert len(closed) == 4

    class Dataset:
        def __len__(self) -> int:
            return 9

        def __getitem__(self, index: int) -> int:
            raise StopIteration

    assert delivered(rt, source(Dataset()).map(abs), RuntimeError, is_async)[0] == []
    with pytest.raises(ZeroDivisionError):
        collected(rt, source(lambda: iter([1 // 0])), is_async=is_async)


@ways
def test_an_interrupt_in_a_function_reaches_the_consumer(rt: srt.Runtime, is_async: bool) -> None:
    """Row 106."""
    for kind in (KeyboardInterrupt, SystemExit):
        function = fails_at(3, error=kind)
        pipeline = source(range(9)).map(function, workers=2, on_error=skip())
        found, error = delivered(rt, pipeline, kind, is_async)
        assert found == [0, 1, 2]
        assert "item 3 of epoch 0" in note_of(error)


def test_a_coroutine_that_awaits_something_cancelled_fails_alone(rt: srt.Runtime) -> None:
    """Row 107."""
    import asyncio

    async def awaits(item: int) -> int:
        if item == 2:
            future = asyncio.get_running_loop().create_future()
            future.cancel()
            await future
        return item

    pipeline = source(range(5)).map(awaits, workers=2)
    for is_async in (False, True):
        found, error = delivered(rt, pipeline, asyncio.CancelledError, is_async)
        assert found == [0, 1]
        assert "item 2 of epoch 0" in note_of(error)


# --- fill ---------------------------------------------------------------------------------------


def test_what_fill_returns_must_be_a_number_of_elements(rt: srt.Runtime) -> None:
    """Row 108."""

    def returns(value: object) -> Any:
        def pack(item: int, x: Any) -> object:
            return value

        return pack

    def areturns(value: object) -> Any:
        async def pack(item: int, x: Any) -> object:
            return value

        return pack

    for make in (returns, areturns):
        for value in (3, -1):
            _, error = delivered(rt, source([1]).fill(make(value), ROW), ArgumentError)
            assert f"pack returned {value}; the first axis of each Spec has 2" in str(error)
        for value in ("2", True, 1.0):
            _, error = delivered(rt, source([1]).fill(make(value), ROW), ArgumentTypeError)
            assert "returns None, or how many elements of the first axis" in str(error)
        _, error = delivered(rt, source([1]).fill(make(2), ROW).batch(2), ArgumentTypeError)
        assert "a function that fills one row returns None" in str(error)
        with source([1]).fill(make(np.int64(1)), ROW).run(rt) as run:
            assert next(run)["x"].shape == (1,)


@pytest.mark.parametrize("has_rows", [False, True], ids=["alone", "with batch"])
def test_a_late_write_through_a_kept_view_is_refused(rt: srt.Runtime, has_rows: bool) -> None:
    """Row 109."""
    kept: list[Any] = []

    def pack(item: int, x: Any) -> None:
        x[:] = item
        kept.append(x)
        if item == 2:
            raise ValueError(item)

    pipeline = source(range(4)).fill(pack, ROW, on_error=skip())
    with (pipeline.batch(2) if has_rows else pipeline).run(rt) as run:
        found = [buffers["x"].fetch().sync().tolist() for buffers in run]
    assert len(kept) == 4
    for view in kept:
        with pytest.raises(ValueError, match="read-only"):
            view[0] = 7
    assert found == ([[[0, 0], [1, 1]], [[3, 3]]] if has_rows else [[0, 0], [1, 1], [3, 3]])


# --- memory -------------------------------------------------------------------------------------

LONG = {"x": Spec(1024, "f4"), "y": Spec((), "i8")}


def pack(item: int, x: Any, y: Any) -> None:
    x[:] = y[...] = item


def test_without_memory_the_error_names_rows_and_the_window() -> None:
    """Row 122."""
    with srt.Runtime(memory_limit=4 * 1024 * 4) as rt:
        kept: list[Any] = []
        pipeline = source(range(99)).fill(pack, LONG).batch(2)
        with pipeline.run(rt, ahead=4) as run, pytest.raises(OutOfMemoryError) as raised:
            kept.extend(run)
        notes = "\n".join(raised.value.__notes__)
        assert "for 2 rows of x: float32[1024], y: int64[]; a smaller `ahead` needs less" in notes
        assert "pack, stage 1 of 2, item" in notes
