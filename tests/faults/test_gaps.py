"""Failures, and views with gaps: who writes such a view makes nothing between its elements good."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import numpy as np
import pytest
from graph.places import KINDS, Place, opened

import streamrt as srt
from streamrt.errors import DependencyError, KernelError
from streamrt.testing.conformance._kernels import mix, spoil

SHAPE = (4, 6)
Write = Callable[[srt.Runtime, srt.Stream, srt.Buffer], srt.Execution]
Take = Callable[[srt.Buffer], srt.Buffer]


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest) -> Generator[Place]:
    with opened(request.param) as place:
        yield place


def numbers(rt: srt.Runtime, part: srt.Buffer) -> srt.Buffer:
    return rt.put(np.ones(part.shape, "u4"))


def by_fill(rt: srt.Runtime, stream: srt.Stream, part: srt.Buffer) -> srt.Execution:
    del rt
    return stream.fill(part, 3)


def by_copy(rt: srt.Runtime, stream: srt.Stream, part: srt.Buffer) -> srt.Execution:
    return stream.copy(part, numbers(rt, part))


def by_launch(rt: srt.Runtime, stream: srt.Stream, part: srt.Buffer) -> srt.Execution:
    flat = part.reshape(-1)
    return stream.launch(mix, numbers(rt, flat), flat, k=1, turns=0)


def by_call(rt: srt.Runtime, stream: srt.Stream, part: srt.Buffer) -> srt.Execution:
    del rt
    return stream.call(int, writes=[part])


def by_replay(rt: srt.Runtime, stream: srt.Stream, part: srt.Buffer) -> srt.Execution:
    """Binds a graph to the view."""
    with rt.capture() as graph:
        y = rt.empty(part.shape, "u4")
        stream.fill(y, 3)
        graph.output("y", y)
    replays: Any = graph.plan(rt.device()).instantiate()
    done: srt.Execution = replays.replay(y=part)
    return done


def by_node(rt: srt.Runtime, stream: srt.Stream, part: srt.Buffer) -> srt.Execution:
    """Replays a graph that takes the view of the buffer that it is bound to."""
    with rt.capture() as graph:
        stream.fill(part, 3)
    replays: Any = graph.plan(rt.device()).instantiate()
    done: srt.Execution = replays.replay()
    return done


WAYS: list[Write] = [by_fill, by_copy, by_launch, by_call, by_replay, by_node]


def poisoned(rt: srt.Runtime, stream: srt.Stream) -> srt.Buffer:
    y = rt.put(np.zeros(SHAPE, "u4"))
    with pytest.raises(KernelError):
        stream.launch(spoil, y.reshape(-1), code=7, turns=0).sync()
    return y


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("written", "rest"),
    [
        pytest.param(lambda y: y.reshape(-1)[::2], lambda y: y.reshape(-1)[1::2], id="every other"),
        pytest.param(lambda y: y[:, 1], lambda y: y[:, 2], id="column"),
        pytest.param(lambda y: y.reshape(-1)[::-3], lambda y: y[3, 4], id="backwards"),
    ],
)
def test_what_is_written_around_stays_poisoned(
    written: Take, rest: Take, way: Write, place: Place
) -> None:
    """Row 57."""
    rt, stream = place.rt, place.rt.device().stream()
    y = poisoned(rt, stream)
    part = written(y)
    with pytest.raises(DependencyError):
        way(rt, stream, part).sync()
    for left in (rest(y), part, y):
        with pytest.raises(DependencyError):
            left.fetch().sync()
    stream.fill(y, 5)
    way(rt, stream, part).sync()
    assert (np.asarray(rest(y)) == 5).all()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "take",
    [
        pytest.param(lambda y: y.reshape(-1)[::-1], id="backwards"),
        pytest.param(lambda y: y[1:3], id="rows"),
        pytest.param(lambda y: y[2, 1:4], id="part of a row"),
        pytest.param(lambda y: y[1:2, ::-1], id="a row backwards"),
        pytest.param(lambda y: y[3, 5:6], id="an element"),
        pytest.param(lambda y: y[0, ::7], id="an element with a stride"),
    ],
)
def test_a_view_without_gaps_is_good_again_once_it_is_written(
    take: Take, way: Write, place: Place
) -> None:
    """Row 57."""
    rt, stream = place.rt, place.rt.device().stream()
    y = poisoned(rt, stream)
    part = take(y)
    way(rt, stream, part).sync()
    part.fetch().sync()


def test_a_transposed_array_has_no_gaps(rt: srt.Runtime, cpu: srt.Device) -> None:
    """Row 57."""
    stream = cpu.stream()
    y = rt.wrap(np.zeros((2, 3, 4), "u4").transpose(2, 0, 1))
    with pytest.raises(ZeroDivisionError):
        stream.call(lambda: 1 // 0, writes=[y]).sync()
    stream.fill(y, 4)
    assert (np.asarray(y) == 4).all()
