"""Pipelines in drawn orders of takes, ends and deliveries, and with a fault at each place."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt import testing
from streamrt.pipeline import Pipeline, Spec, retry, skip, source
from streamrt_kernels import axpy

Array = np.ndarray[Any, np.dtype[Any]]
ROW = {"x": Spec(4)}


def write(item: int, x: Array) -> None:
    x[:] = item


async def wait(item: int) -> int:
    await asyncio.sleep(0.001 * (item % 3))
    return item


def twice_and_one(rt: srt.Runtime) -> Callable[..., srt.Buffer]:
    def submit(stream: srt.Stream, x: srt.Buffer) -> srt.Buffer:
        y = rt.empty(x.shape)
        stream.fill(y, 1.0)
        stream.launch(axpy, x, y, alpha=2.0)
        return y

    return submit


def whole(rt: srt.Runtime) -> Pipeline[srt.Buffer]:
    """Functions and coroutines, rows, batches and a device."""
    items = source(range(7)).map(wait, workers=2).filter(lambda item: item != 3)
    filled = items.shuffle(3, seed=1).fill(write, ROW, workers=2).batch(2)
    return filled.submit(twice_and_one(rt))


def small(rt: srt.Runtime) -> Pipeline[srt.Buffer]:
    """The same with two items and fewer stages, because a sweep has many places."""
    items = source(range(2)).map(wait)
    return items.fill(write, ROW).batch(1).submit(twice_and_one(rt))


async def firsts(pipeline: Pipeline[srt.Buffer], rt: srt.Runtime, **options: Any) -> list[float]:
    async with pipeline.run(rt, **options) as run:
        return [float(x) async for y in run for x in (await y.fetch())[:, 0]]


@pytest.mark.slow
def test_every_order_of_workers_gives_the_same() -> None:
    results: set[tuple[float, ...]] = set()
    orders: set[tuple[int, ...]] = set()

    async def program() -> None:
        async with srt.Runtime() as rt:
            order: list[int] = []
            data = whole(rt)
            results.add(tuple(await firsts(data, rt, ahead=8)))
            numbers = source(range(5)).map(lambda item: order.append(item) or item, workers=3)
            async with numbers.run(rt, ahead=4) as run:
                assert [item async for item in run] == list(range(5))
            orders.add(tuple(order))

    assert testing.explore(program, schedules=100).failure is None
    assert len(results) == 1
    assert len(orders) > 1  # the exploration did draw orders


def test_an_unordered_run_resumes_with_each_item_once_in_every_order() -> None:
    async def program() -> None:
        async with srt.Runtime() as rt:
            data = source(range(8)).map(wait, workers=3, ordered=False)
            found: list[int] = []
            async with data.run(rt, ahead=4) as run:
                async for item in run:
                    found.append(item)
                    if len(found) == 3:
                        break
            async with data.run(rt, ahead=2, resume=run.state()) as run:
                found += [item async for item in run]
            assert sorted(found) == list(range(8)), found

    assert testing.explore(program, schedules=100).failure is None


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["cancel", "fail", "out_of_memory", "lose"])
def test_a_fault_at_any_place_leaves_nothing_behind(fault: str) -> None:
    """Rows of pipelines in what_happens.md: on leaving, in a function, without memory."""

    async def program() -> None:
        async with srt.Runtime() as rt:
            await firsts(small(rt), rt, ahead=2)

    swept = testing.sweep(program, faults=[getattr(testing, fault)()])
    assert swept.failure is None
    if fault != "fail":  # no host call stands in it
        assert swept.injected[fault.replace("_", " ")] > 0


def test_policies_hold_in_every_order() -> None:
    async def program() -> None:
        broken = {2: 1, 4: 5}

        def careful(item: int) -> int:
            if broken.get(item, 0):
                broken[item] -= 1
                raise OSError(item)
            return item

        async with srt.Runtime() as rt:
            policy = retry(2, on=OSError, then=skip(1))
            data = source(range(6)).map(careful, workers=2, on_error=policy).batch(2)
            async with data.run(rt) as run:
                assert [item async for item in run] == [[0, 1], [2, 3], [5]]

    assert testing.explore(program, schedules=50).failure is None


def test_a_run_of_an_exploration_needs_async_with() -> None:
    async def program() -> None:
        async with srt.Runtime() as rt:
            with pytest.raises(srt.errors.StateError, match="write `async with`"):
                source(range(3)).run(rt).__enter__()

    assert testing.explore(program, schedules=1).failure is None
