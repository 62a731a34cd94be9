"""A kernel that crashes: what fails, what does not, what is said, and that the device goes on."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import numpy as np
import pytest
from process.crashing import (
    ABORT,
    ADDS,
    EXIT,
    FAILS,
    KILL,
    SEGV,
    SPINS,
    TEARS,
    TRAP,
    alone,
    keeper_of,
    running,
    until,
)

import streamrt as srt
from streamrt._backends.process import keeper as keeping
from streamrt.errors import DependencyError, DeviceLostError, KernelError

N = 16


@pytest.fixture(scope="module")
def rt(crashes_are_allowed: None) -> Iterator[srt.Runtime]:
    with srt.Runtime(devices=["process+cpu:0", "cpu:0"]) as found:
        yield found


def ones(rt: srt.Runtime, device: str = "process+cpu:0") -> srt.Buffer:
    return rt.put(np.ones(N, np.float32), device=device)


WAYS = [
    (SEGV, "was killed by SIGSEGV while it ran trap"),
    (ABORT, "was killed by SIGABRT while it ran trap"),
    (EXIT, "ended with exit code 3 while it ran trap"),
    (KILL, "was killed by SIGKILL while it ran trap, maybe by the system for memory: it had"),
    (TEARS, "was killed by SIGSEGV while it ran trap"),
]


@pytest.mark.parametrize(("mode", "words"), WAYS)
def test_a_crash_fails_what_ran_and_what_depends_on_it_and_nothing_else(
    rt: srt.Runtime, mode: int, words: str
) -> None:
    """Row 220."""
    device, host = rt.device("process+cpu:0"), rt.device("cpu:0")
    stream, other = device.stream(), device.stream()
    x, y, z, w = (ones(rt) for _ in range(4))
    before = stream.launch(TRAP, x, z, mode=ADDS)
    crash = stream.launch(TRAP, x, y, mode=mode)
    reader = other.launch(TRAP, y, w, mode=ADDS)
    behind = stream.launch(TRAP, x, z, mode=ADDS)
    there = host.stream().launch(TRAP, ones(rt, "cpu:0"), ones(rt, "cpu:0"), mode=ADDS)

    with pytest.raises(DeviceLostError, match=words) as caught:
        crash.sync()
    assert "trap on process+cpu:0/" in str(caught.value)
    with pytest.raises(DependencyError, match="DeviceLostError"):
        reader.sync()
    for execution in (before, behind, there):
        execution.sync()
    np.testing.assert_array_equal(np.asarray(z), np.full(N, 3))
    np.testing.assert_array_equal(np.asarray(x), np.ones(N), "what was only read is as it was")
    with pytest.raises(DependencyError):
        np.asarray(y)

    heals = stream.launch(TRAP, x, z, mode=ADDS)
    heals.sync()
    np.testing.assert_array_equal(np.asarray(z), np.full(N, 4))


def test_each_stream_fails_what_it_ran(rt: srt.Runtime) -> None:
    """Row 220."""
    device = rt.device("process+cpu:0")
    streams = [device.stream() for _ in range(4)]
    buffers = [ones(rt) for _ in streams]
    x = ones(rt)
    spinning = [s.launch(TRAP, x, b, mode=SPINS) for s, b in zip(streams, buffers, strict=True)]
    sums = [ones(rt) for _ in streams]
    waiting = [s.launch(TRAP, x, b, mode=ADDS) for s, b in zip(streams, sums, strict=True)]
    until(lambda: running(rt) == len(spinning))
    keeper_of(rt).kill("for a test")
    for execution in spinning:
        with pytest.raises(DeviceLostError, match="was ended for a test while it ran trap"):
            execution.sync()
    for execution in waiting:
        execution.sync()


def test_what_one_crash_fails_is_one_failure_with_a_count() -> None:
    rt = srt.Runtime(devices=["process+cpu:0"], backends=alone())
    device = rt.device()
    for _ in range(3):
        device.stream().launch(TRAP, ones(rt), ones(rt), mode=SPINS)
    until(lambda: running(rt) == 3)
    keeper_of(rt).kill("for a test")
    with pytest.raises(ExceptionGroup) as caught:
        rt.close()
    (error,) = caught.value.exceptions
    assert isinstance(error, DeviceLostError)
    assert "and 2 more executions of process+cpu:0" in error.__notes__


def test_a_child_that_ends_idle_is_replaced_and_fails_nothing(rt: srt.Runtime) -> None:
    """Row 221."""
    stream, keeper = rt.device("process+cpu:0").stream(), keeper_of(rt)
    x, y = ones(rt), ones(rt)
    stream.launch(TRAP, x, y, mode=ADDS).sync()
    for _ in range(2):
        until(lambda: keeper.spare_pid is not None and keeper.pid is not None)
        pid, epoch = keeper.pid, rt.device("process+cpu:0").epoch
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        until(lambda pid=pid: keeper.pid not in (pid, None))
        assert rt.device("process+cpu:0").epoch == epoch + 1
    loss = rt.device("process+cpu:0")._state.backend.loss
    assert loss is not None
    assert loss.refusal("launch", has_room=True) is None, "the device itself was never lost"
    stream.launch(TRAP, x, y, mode=ADDS).sync()
    np.testing.assert_array_equal(np.asarray(y), np.full(N, 3))


def test_a_spare_that_ends_is_replaced(rt: srt.Runtime) -> None:
    """Row 221."""
    keeper = keeper_of(rt)
    until(lambda: keeper.spare_pid is not None)
    spare, child = keeper.spare_pid, keeper.pid
    assert spare is not None
    os.kill(spare, signal.SIGKILL)
    until(lambda: keeper.spare_pid not in (spare, None))
    assert keeper.pid == child


def test_programs_crash_and_run_again(rt: srt.Runtime) -> None:
    device = rt.device("process+cpu:0")
    streams = [device.stream(), device.stream()]
    x, y, z = ones(rt), ones(rt), ones(rt)
    execs: dict[int, srt.GraphExec] = {}
    for mode in (ADDS, SEGV):
        with rt.capture() as graph:
            streams[0].launch(TRAP, x, z, mode=ADDS)
            streams[1].launch(TRAP, x, y, mode=mode)
        execs[mode] = graph.plan(device).instantiate()
    execs[ADDS].replay().sync()
    np.testing.assert_array_equal(np.asarray(y), np.full(N, 2))
    with pytest.raises(DeviceLostError, match="SIGSEGV while it ran a program"):
        execs[SEGV].replay().sync()
    y, z = ones(rt), ones(rt)
    with rt.capture() as graph:
        streams[0].launch(TRAP, x, z, mode=ADDS)
        streams[1].launch(TRAP, x, y, mode=ADDS)
    again = graph.plan(device).instantiate()
    for _ in range(3):
        again.replay().sync()
    np.testing.assert_array_equal(np.asarray(z), np.full(N, 4))


def test_an_error_code_is_no_crash(rt: srt.Runtime) -> None:
    restarts = keeper_of(rt).restarts
    with pytest.raises(KernelError, match="returned 7"):
        rt.device().stream().launch(TRAP, ones(rt), ones(rt), mode=FAILS).sync()
    assert keeper_of(rt).restarts == restarts


def test_a_kernel_that_runs_for_too_long_is_ended() -> None:
    """Row 223."""
    with srt.Runtime(devices=["process+cpu:0"], backends=alone(), kernel_timeout=0.2) as rt:
        stream = rt.device().stream()
        x, y = ones(rt), ones(rt)
        spins = stream.launch(TRAP, x, y, mode=SPINS)
        behind = stream.launch(TRAP, x, ones(rt), mode=ADDS)
        with pytest.raises(DeviceLostError, match=r"after kernel_timeout=.* seconds while it ran"):
            spins.sync()
        behind.sync()


def test_a_crash_loop_loses_the_device_with_all_reasons(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Row 222."""
    monkeypatch.setattr(keeping, "MOST_CRASHES", 3)
    with srt.Runtime(devices=["process+cpu:0", "cpu:0"], backends=alone()) as rt:
        stream = rt.device().stream()
        x = ones(rt)
        modes = (SEGV, ABORT, EXIT, KILL)
        crashes = [stream.launch(TRAP, x, ones(rt), mode=mode) for mode in modes]
        waiting = stream.launch(TRAP, x, ones(rt), mode=ADDS)
        with pytest.raises(DeviceLostError, match="4 of its processes ended within a minute") as e:
            waiting.sync()
        for name in ("SIGSEGV", "SIGABRT", "exit code 3", "SIGKILL"):
            assert name in str(e.value)
        for crash in crashes:
            assert isinstance(crash.exception(), DeviceLostError)
        with pytest.raises(DeviceLostError):
            stream.launch(TRAP, x, ones(rt), mode=ADDS)
        other = rt.device("cpu:0").stream()
        other.launch(TRAP, ones(rt, "cpu:0"), ones(rt, "cpu:0"), mode=ADDS).sync()


def test_a_kernel_that_still_runs_when_the_runtime_closes_is_ended() -> None:
    """Row 225."""
    rt = srt.Runtime(devices=["process+cpu:0"], backends=alone(), drain_timeout=0.1)
    stream, keeper = rt.device().stream(), keeper_of(rt)
    spins = stream.launch(TRAP, ones(rt), ones(rt), mode=SPINS)
    behind = stream.launch(TRAP, ones(rt), ones(rt), mode=ADDS)
    until(lambda: running(rt))
    pid = keeper.pid
    with pytest.raises(ExceptionGroup) as caught:
        rt.close()
    assert caught.group_contains(DeviceLostError, match="it was closed while kernels ran")
    assert isinstance(spins.exception(), DeviceLostError)
    assert isinstance(behind.exception(), DeviceLostError)
    assert not os.path.exists(f"/proc/{pid}")
