"""Work at a worker: scopes, cancelling, failures, replays, and what a runtime looks for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import Gate, count
from shared.workers import device_checks
from shared.workers.dask_workers import commands, ones, until

import streamrt as srt
from streamrt.errors import (
    ArgumentError,
    CompileError,
    DependencyError,
    ExecutionCancelledError,
)
from streamrt_kernels import axpy

N = 16


async def test_scopes_cancel_and_explain(rt: srt.Runtime, gate: Gate) -> None:
    await device_checks.check_scopes_cancels_and_explanations(rt, gate)


def test_a_failure_is_told_with_its_code_and_what_reads_it_is_skipped(rt: srt.Runtime) -> None:
    device_checks.check_failures(rt)


def test_an_endless_loop_at_the_worker_ends_between_two_turns(rt: srt.Runtime) -> None:
    stream = rt.device().stream()
    flag, n = rt.put(np.ones(1, "?")), rt.put(np.zeros(1, "u4"))
    with rt.capture(flag=flag) as graph:
        stream.fill(n, 0)
        with graph.if_(flag), graph.while_(flag):
            stream.launch(count, n)
    endless = graph.plan(rt.device()).instantiate()
    for _ in range(2):
        replay = endless.replay()
        until(lambda replay=replay: "running" in repr(replay))
        reader = stream.copy(rt.empty(1, "u4"), n)
        assert replay.cancel()
        with pytest.raises(ExecutionCancelledError):
            replay.sync()
        with pytest.raises(DependencyError):
            reader.sync()
        endless.replay(flag=rt.put(np.zeros(1, "?"))).sync()
        assert np.asarray(n).tolist() == [0]


def test_a_replay_is_one_command_however_many_kernels_it_has(rt: srt.Runtime) -> None:
    device = rt.device()
    streams = [device.stream() for _ in range(2)]
    x, y = ones(rt, device), ones(rt, device)
    execs: dict[int, Any] = {}
    for kernels in (2, 200):
        with rt.capture() as graph:
            for number in range(kernels):
                streams[number % 2].launch(axpy, x, y, alpha=1.0)
        execs[kernels] = graph.plan(device).instantiate()
        execs[kernels].replay().sync()
    sent: dict[int, int] = {}
    for kernels, replays in execs.items():
        before = commands(device)
        for _ in range(10):
            replays.replay().sync()
        sent[kernels] = (commands(device) - before) // 10
    assert sent[200] < 1000 > abs(sent[200] - sent[2]), sent
    assert np.asarray(y).tolist() == [1.0 + 11 * 202] * N


def test_an_array_is_looked_at_where_it_is(names: list[Any]) -> None:
    device_checks.check_numbers(names)


def test_races_are_found_and_memory_has_a_limit(names: list[Any]) -> None:
    device_checks.check_races_and_limits(names)


def test_what_only_this_process_can_do_is_refused_by_name(rt: srt.Runtime) -> None:
    stream, y = rt.device().stream(), ones(rt, rt.device())
    python = srt.Kernel("in_python", "inout y: f32[n]", cpu=srt.Python(lambda y: None))
    with pytest.raises(CompileError, match="in_python is a Python function, which would"):
        stream.launch(python, y)
    with pytest.raises(ArgumentError, match="cannot use the host's memory"):
        rt.wrap(np.ones(N, np.float32), device=rt.device())
    assert np.asarray(y).tolist() == [1.0] * N
