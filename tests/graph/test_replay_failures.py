"""Replays that fail, are cancelled or refused: what follows is told, and the next one is well."""

from __future__ import annotations

import gc
from collections.abc import Generator

import numpy as np
import pytest
from graph.places import KINDS, N, Place, Sums, firsts, opened
from shared.trial_kernels import axpy

import streamrt as srt
from streamrt.errors import (
    DeletedBufferError,
    DependencyError,
    ExecutionCancelledError,
    ExecutionError,
    FrozenBufferError,
    KernelError,
    StateError,
)


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest) -> Generator[Place]:
    with opened(request.param) as place:
        yield place


@pytest.fixture(params=[1, 3])
def sums(place: Place, request: pytest.FixtureRequest) -> Sums:
    return Sums(place.rt, streams=request.param)


def consume(sums: Sums, y: srt.Buffer) -> tuple[srt.Execution, srt.Buffer]:
    mine = sums.put(0)
    return sums.rt.device().stream().launch(axpy, y, mine, alpha=1.0), mine


def check_well(sums: Sums) -> None:
    """The next replay is as if nothing had been; what the last one left unwritten is filled."""
    sums.rt.device().stream().fill(sums.total, 10.0)
    y = sums.exec.replay(x=sums.put(2)).sync()
    reader, mine = consume(sums, y)
    reader.sync()
    assert firsts(y, mine, sums.total) == [6.0, 6.0, 14.0]


def test_a_failing_node_is_named_and_what_reads_its_outputs_is_skipped(sums: Sums) -> None:
    y = sums.rt.empty(N)
    failed = sums.exec.replay(x=sums.put(1), code=sums.bad(), y=y)
    reader, _ = consume(sums, y)
    total, _ = consume(sums, sums.total)
    unrelated, _ = consume(sums, sums.put(3))
    index = next(node.index for node in sums.graph.nodes if node.name == "judge")
    with pytest.raises(KernelError) as caught:
        failed.sync()
    message = str(caught.value)
    assert f"node {index} (judge), recorded at" in message
    assert "places.py" in message
    assert "seven is not allowed" in message
    assert caught.value.code == 7
    for execution in (reader, total):
        with pytest.raises(DependencyError) as skipped:
            execution.sync()
        assert "judge" in str(skipped.value.__cause__ or skipped.value)
    unrelated.sync()
    check_well(sums)


def test_a_replay_that_reads_what_failed_is_skipped_as_a_whole(sums: Sums) -> None:
    y = sums.rt.empty(N)
    sums.exec.replay(x=sums.put(1), code=sums.bad(), y=y)
    skipped = sums.exec.replay(x=y)
    with pytest.raises(DependencyError):
        skipped.sync()
    check_well(sums)


def test_one_cancelled_before_its_start_leaves_no_trace(place: Place, sums: Sums) -> None:
    x, y = sums.put(1), sums.rt.empty(N)
    before = place.simulator.trace
    sums.rt.barrier().sync()
    with place.held(sums.total):
        replay = sums.exec.replay(x=x, y=y)
        reader, _ = consume(sums, y)
        follower = sums.exec.replay(x=y)
        assert not replay.done()
        assert replay.cancel()
        assert replay.cancelled()
        assert not replay.cancel()
    with pytest.raises(ExecutionCancelledError):
        replay.sync()
    for execution in (reader, follower):
        with pytest.raises(DependencyError):
            execution.sync()
    sums.rt.barrier().sync()
    later = place.simulator.trace[len(before) :]
    assert all(event.outcome != "done" for event in later if event.what in ("axpy", "judge"))
    check_well(sums)


def test_one_that_is_over_is_not_cancelled(sums: Sums) -> None:
    replay = sums.exec.replay(x=sums.put(1))
    y = replay.sync()
    assert not replay.cancel()
    assert firsts(y, sums.total) == [3.0, 2.0]


@pytest.mark.parametrize("gone", ["deleted", "donated", "frozen"])
def test_what_cannot_be_used_is_refused_and_nothing_is_submitted(sums: Sums, gone: str) -> None:
    y = sums.rt.empty(N)
    kept: list[srt.Buffer] = []
    if gone == "deleted":
        y.delete()
    elif gone == "donated":
        kept.append(y.donate())
    else:
        y.freeze()
    expected = FrozenBufferError if gone == "frozen" else DeletedBufferError
    with pytest.raises(expected):
        sums.exec.replay(x=sums.put(1), y=y)
    if gone != "frozen":
        with pytest.raises(expected):
            sums.exec.replay(x=y)
    assert firsts(sums.total) == [0.0]
    check_well(sums)


def test_a_frozen_input_that_is_only_read_is_fine(sums: Sums) -> None:
    x = sums.put(1).freeze()
    assert firsts(sums.exec.replay(x=x).sync()) == [3.0]
    sums.total.freeze()
    with pytest.raises(FrozenBufferError):
        sums.exec.replay(x=x)
    assert firsts(sums.total) == [2.0]


def test_an_input_donated_to_a_replay_is_used_before_it_goes(place: Place, sums: Sums) -> None:
    x = sums.put(1)
    sums.rt.barrier().sync()
    with place.held(sums.total):
        replay = sums.exec.replay(x=(given := x.donate()))
        given.delete()
        other = sums.rt.empty(N)  # may get its memory, but not before the replay is over
        sums.rt.device().stream().fill(other, 7.0)
    assert firsts(other, replay.sync()) == [7.0, 3.0]


@pytest.mark.parametrize("kind", KINDS)
def test_eager_replays_raise_where_they_are_submitted(kind: str) -> None:
    with opened(kind, eager=True) as place:
        rt, sums = place.rt, Sums(place.rt)
        assert sums.exec.replay(x=sums.put(1)).done()
        with pytest.raises(KernelError, match="judge"):
            sums.exec.replay(x=sums.put(1), code=sums.bad())
        rt.device().stream().fill(sums.total, 0.0)
        assert firsts(sums.exec.replay(x=sums.put(2)).sync(), sums.total) == [6.0, 4.0]


@pytest.mark.parametrize("streams", [1, 3])
def test_nothing_is_left_in_use(place: Place, streams: int) -> None:
    """There were good replays, failed, cancelled and refused ones."""
    device = place.rt.device()

    def work() -> None:
        sums = Sums(place.rt, streams=streams, depth=2)
        for number in range(6):
            code = sums.bad(number % 2 * 7)
            replay = sums.exec.replay(x=sums.put(number), code=code)
            if number == 3:
                replay.cancel()
            try:
                replay.sync()
            except ExecutionError:
                sums.rt.device().stream().fill(sums.total, 0.0)
        x = sums.put(1)
        x.delete()
        with pytest.raises(StateError):
            sums.exec.replay(x=x)
        sums.exec.close()
        with pytest.raises(StateError):
            sums.exec.replay(x=sums.put(1))

    place.rt.put(np.zeros(N, "f4"))
    place.rt.barrier().sync()
    gc.collect()
    before = device.memory_stats().in_use
    work()
    place.rt.barrier().sync()
    gc.collect()
    assert device.memory_stats().in_use == before


def test_an_output_keeps_no_input_alive(place: Place) -> None:
    """Not by its writer's name either, which errors need."""
    device = place.rt.device()

    def work() -> srt.Buffer:
        sums = Sums(place.rt)
        y: srt.Buffer = sums.exec.replay(x=sums.put(1)).sync()
        return y

    y = work()
    gc.collect()
    place.rt.barrier().sync()
    assert device.memory_stats().in_use == y.nbytes
