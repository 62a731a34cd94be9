"""Rows of batches, and stages that submit: on the CPU, and on a simulated device."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import numpy as np
import pytest
from shared.drawn_pipelines import collected, ways
from shared.trial_kernels import axpy, fail

import streamrt as srt
from streamrt.errors import DependencyError, KernelError
from streamrt.pipeline import Pipeline, Spec, skip, source
from streamrt.testing import Simulator

ROW = 1024  # elements
SPECS = {"x": Spec(ROW, "f4"), "y": Spec((), "i8")}


@pytest.fixture(params=["cpu:0", "sim:0"], name="on")
def _on(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(name="rt")
def _rt() -> Generator[srt.Runtime]:
    with srt.Runtime(["cpu:0", "sim:0"], backends=[Simulator(seed=3)]) as rt:
        yield rt


def pack(item: int, x: Any, y: Any) -> None:
    if item % 10 == 7:
        raise ValueError(item)
    x[:] = item
    y[...] = item


def rows(size: int, workers: int = 3) -> Pipeline[Any]:
    return source(range(size)).fill(pack, SPECS, workers=workers, on_error=skip())


def as_lists(batch: dict[str, srt.Buffer]) -> tuple[list[float], list[int]]:
    x, y = (np.asarray(batch[name].fetch().sync()) for name in "xy")
    assert (x == x[..., :1]).all()
    return x[..., 0].tolist(), y.tolist()


@ways
@pytest.mark.parametrize("workers", [1, 4])
def test_rows_are_batches_in_order_and_those_behind_skipped_ones_move_up(
    rt: srt.Runtime, is_async: bool, workers: int
) -> None:
    kept = [item for item in range(50) if item % 10 != 7]
    expected = [[item for item in kept if item // 8 == k] for k in range(7)]
    batches = collected(rt, rows(50, workers).batch(8), is_async=is_async)
    found = [as_lists(batch) for batch in batches]
    assert found == [(list(map(float, items)), items) for items in expected]
    singles = collected(rt, rows(50, workers), is_async=is_async, ahead=3)
    assert [int(single["y"].fetch().sync()) for single in singles] == kept
    parts = collected(rt, rows(50, workers).batch(8).unbatch(), is_async=is_async)
    assert [int(part["y"].fetch().sync()) for part in parts] == kept


def scaled(rt: srt.Runtime, on: str) -> Any:
    def compute(work: srt.Stream, x: srt.Buffer, y: srt.Buffer) -> srt.Buffer:
        made = rt.empty(x.shape, x.dtype, on)
        work.fill(made, 1.0)
        for row in range(len(x)):
            work.launch(axpy, x[row], made[row], alpha=2.0)
        return made

    return compute


@ways
def test_what_is_submitted_computes_on_a_device_and_comes_back(
    rt: srt.Runtime, on: str, is_async: bool
) -> None:
    pipeline = rows(40, 2).batch(4).to(on).submit(scaled(rt, on), on=on).to("cpu:0")
    found = collected(rt, pipeline, is_async=is_async, ahead=8)
    values = [v for batch in found for v in np.asarray(batch.fetch().sync())[:, 0].tolist()]
    assert values == [2.0 * item + 1 for item in range(40) if item % 10 != 7]


@ways
def test_a_graph_is_replayed_for_each_item(rt: srt.Runtime, on: str, is_async: bool) -> None:
    device = rt.device(on)
    x = rt.put(np.zeros(ROW, "f4"), device)
    with rt.capture(x=x) as graph:
        out = rt.empty(ROW, device=device)
        stream = device.stream()
        stream.fill(out, 1.0)
        stream.launch(axpy, x, out, alpha=3.0)
        graph.output("out", out)
    replays = graph.plan(device).instantiate()
    pipeline = rows(12).to(on).replay(replays, x="x").to("cpu:0")
    found = collected(rt, pipeline, is_async=is_async)
    values = [np.asarray(_only(item).fetch().sync())[0] for item in found]
    assert values == [3.0 * item + 1 for item in range(12) if item != 7]


def _only(item: Any) -> srt.Buffer:
    """Returns the one buffer of an item."""
    while isinstance(item, dict):
        (item,) = item.values()
    assert isinstance(item, srt.Buffer)
    return item


def test_a_function_of_jit_is_submitted(rt: srt.Runtime) -> None:
    @srt.jit
    def double(x: Any, y: Any) -> Any:
        return x + x

    found = collected(rt, rows(5).batch(5).submit(double), is_async=False)
    assert np.asarray(found[0].fetch().sync())[:, 0].tolist() == [0, 2, 4, 6, 8]


class Dropping(list[Any]):
    """A list that keeps nothing."""

    def append(self, item: Any) -> None:
        pass


@ways
def test_the_window_bounds_the_memory_of_any_number_of_items(
    rt: srt.Runtime, is_async: bool
) -> None:
    def compute(work: srt.Stream, x: srt.Buffer, y: srt.Buffer) -> srt.Buffer:
        work.fill(x, 0.0)
        return x

    pipeline = rows(2000).batch(4).submit(compute)
    row = ROW * 4 + 8

    collected(rt, pipeline, is_async=is_async, into=Dropping(), ahead=16)
    # Besides the window there are the batch that is delivered, and those of rows that were skipped.
    assert rt.device().memory_stats().peak <= 2 * 16 * row


def test_memory_bounds_the_window_in_bytes(rt: srt.Runtime) -> None:
    with rows(2000).batch(4).run(rt, memory=16 * (ROW * 4 + 8)) as run:
        assert run.stats().ahead == 16
        for batch in run:
            del batch


def test_a_function_that_fails_to_submit_is_told_of_like_others(rt: srt.Runtime, on: str) -> None:
    def compute(work: srt.Stream, x: srt.Buffer, y: srt.Buffer) -> srt.Buffer:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no") as raised:
        collected(rt, rows(9).submit(compute, on=on), is_async=False)
    assert "compute, stage 2 of 2, item 0 of epoch 0" in raised.value.__notes__[0]


def test_a_kernel_that_fails_is_raised_to_whoever_reads_its_output(rt: srt.Runtime) -> None:
    def compute(work: srt.Stream, x: srt.Buffer, y: srt.Buffer) -> srt.Buffer:
        work.launch(fail, x, 7)
        return x

    failed = 0
    with rows(3).submit(compute).run(rt) as run:
        for item in run:
            with pytest.raises((KernelError, DependencyError)):
                item.fetch().sync()
            failed += 1
    assert failed == 3  # leaving raises nothing, because each error was seen
    with pytest.raises(ExceptionGroup) as raised:  # noqa: SIM117
        with rows(3).submit(compute).run(rt) as run:
            assert len(list(run)) == 3
    assert len(raised.value.exceptions) == 3
