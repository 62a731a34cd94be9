"""Loops that fail, and loops that are asked to end: what is told, and the next replay is well."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from graph.places import judge
from loops.kinds import KINDS, NATIVE, REAL, runtime, until
from shared.trial_kernels import axpy, count

import streamrt as srt
from streamrt._runtime.ending import closing
from streamrt.errors import DeadlineError, DependencyError, ExecutionCancelledError, KernelError

PATH = (
    r"node 1 \(judge\) of node 0 \(repeat 3\) of node 1 \(repeat 2\), recorded at .*test_stopping"
)


class Judged:
    """A graph of two nested loops, in which the six codes are looked at one after the other.

    Attributes:
        y: how many were looked at, in each element.
        exec: what replays it.
    """

    def __init__(self, rt: srt.Runtime) -> None:
        self.rt, self.stream = rt, rt.device().stream()
        self.y, one = rt.put(np.zeros(4, "f4")), rt.put(np.ones(4, "f4"))
        with rt.capture(codes=self.codes()) as graph:
            out = rt.empty(4)
            self.stream.fill(out, 1.0)
            with graph.repeat(2) as outer:
                row = outer.row(self.given).reshape(3, 1)
                with graph.repeat(3) as inner:
                    self.stream.launch(axpy, one, self.y, alpha=1.0)
                    self.stream.launch(judge, inner.row(row), out)
            graph.output("out", out)
        self.exec: Any = graph.plan(rt.device()).instantiate()

    def codes(self, number: int = 0, code: int = 0) -> srt.Buffer:
        """Six codes, of which one is not 0."""
        codes = np.zeros(6, "i4")
        codes[number] = code
        self.given = self.rt.put(codes.reshape(2, 3))
        return self.given


@pytest.mark.parametrize("kind", KINDS)
def test_a_node_that_fails_in_a_turn_is_named_and_the_next_replay_is_well(kind: str) -> None:
    """Rows 240 and 241."""
    with runtime(kind) as rt:
        judged = Judged(rt)
        for number, code in ((4, 7), (2, -125)):  # which no device takes for its own STOPPED
            out = rt.empty(4)
            failed = judged.exec.replay(codes=judged.codes(number, code), out=out)
            reader = judged.stream.copy(rt.empty(4), out)
            other = judged.stream.copy(kept := rt.empty(4), judged.y)
            with pytest.raises(KernelError) as caught:
                failed.sync()
            meaning = "seven is not allowed" if code == 7 else "meaning for it"
            assert meaning in str(caught.value)
            assert caught.value.code == code
            assert re.search(PATH, str(caught.value)) or kind not in NATIVE, str(caught.value)
            assert not failed.cancelled()
            for skipped in (reader, other):
                with pytest.raises(DependencyError, match="caused by KernelError"):
                    skipped.sync()
            judged.stream.fill(judged.y, 0.0)
            result = judged.exec.replay(codes=judged.codes()).sync()
            judged.stream.copy(kept, judged.y)
            assert np.asarray(result).tolist() == [1.0] * 4
            assert np.asarray(kept).tolist() == [6.0] * 4
            judged.stream.fill(judged.y, 0.0)


class Endless:
    """A graph with a loop that a flag ends which nobody clears, in a branch.

    Attributes:
        y: what it writes before the loop, and counts in.
        exec: what replays it; `flag` is an input.
    """

    def __init__(self, rt: srt.Runtime) -> None:
        self.rt, self.stream = rt, rt.device().stream()
        flag, n = rt.put(np.ones(1, "?")), rt.put(np.zeros(1, "u4"))
        self.n = n
        with rt.capture(flag=flag) as graph:
            self.stream.fill(n, 0)
            with graph.if_(flag), graph.while_(flag):
                self.stream.launch(count, n)
        self.exec: Any = graph.plan(rt.device()).instantiate()

    def running(self) -> Any:
        """A replay that runs, and ends only if it is asked to."""
        replay = self.exec.replay()
        until(lambda: "running" in repr(replay))
        return replay

    def check_well(self) -> None:
        self.exec.replay(flag=self.rt.put(np.zeros(1, "?"))).sync()
        assert np.asarray(self.n).tolist() == [0]


def by_cancel(endless: Endless) -> Any:
    replay = endless.running()
    assert replay.cancel()
    return replay


def by_a_scope(endless: Endless) -> Any:
    replays: list[Any] = []

    def fail_in_it() -> None:
        with endless.rt.scope():
            replays.append(endless.running())
            raise ValueError("the scope ends by it")

    with pytest.raises(ExceptionGroup, match="1 failure in a scope"):
        fail_in_it()
    return replays[0]


def by_a_deadline(endless: Endless) -> Any:
    """One that passes while the loop runs, unless the machine is so slow that it never begins."""
    with srt.deadline(0.05):
        replay = endless.exec.replay()
    until(replay.done)
    assert isinstance(replay.exception(), DeadlineError)
    return replay


@pytest.mark.parametrize("kind", REAL)
@pytest.mark.parametrize("end", [by_cancel, by_a_scope, by_a_deadline])
def test_an_endless_loop_ends_between_two_turns(kind: str, end: Callable[[Endless], Any]) -> None:
    """Row 242."""
    with runtime(kind) as rt:
        endless = Endless(rt)
        for _ in range(3):
            replay = end(endless)
            reader = endless.stream.copy(rt.empty(1, "u4"), endless.n)
            with pytest.raises(ExecutionCancelledError, match=r"cancelled|deadline passed"):
                replay.sync()
            assert replay.cancelled()
            assert not replay.cancel()
            with pytest.raises(DependencyError):
                reader.sync()
            endless.check_well()


@pytest.mark.parametrize("kind", REAL)
def test_closing_ends_a_loop_and_what_is_queued_behind_it(
    kind: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Row 243: it waits for as long as it was told to, as for other work, then asks it to end."""
    monkeypatch.setattr(closing, "TURN", 3600.0)
    with runtime(kind, drain_timeout=0.01) as rt:
        endless = Endless(rt)
        replays = [endless.running(), endless.exec.replay()]
    assert all(replay.cancelled() for replay in replays)
    assert not caplog.records


def test_the_watchdog_says_the_turn(caplog: pytest.LogCaptureFixture) -> None:
    """Row 244."""
    with caplog.at_level(logging.ERROR, "streamrt"), runtime("cpu", watchdog=0.005) as rt:
        endless = Endless(rt)
        replay = endless.running()
        until(lambda: caplog.records)
        replay.cancel()
        with pytest.raises(ExecutionCancelledError):
            replay.sync()
    turns = r"in turn 1 of node 1 \(if\), turn \d+ of node 0 \(while\) of node 1 \(if\); submitted"
    assert re.search(turns, caplog.text), caplog.text
