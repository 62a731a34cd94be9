"""Losses that fail many executions: each is reported as one failure, with a count."""

from __future__ import annotations

import gc

import numpy as np
import pytest
from shared.threaded_backend import ThreadedBackend, ThreadedDevice, ThreadedQueue
from shared.trial_kernels import axpy

import streamrt as srt
from streamrt.backend import Command, Launch
from streamrt.errors import DeviceLostError

TIMEOUT = 3600
MANY = 266


def test_what_one_loss_fails_is_one_failure_with_a_count() -> None:
    """Row 213: leaving a runtime or a scope raises one; each awaiter still gets its own."""
    backend = ThreadedBackend()
    rt = srt.Runtime(["threaded:0"], backends=[backend])
    y, stream = rt.put(np.ones(8, "f4")), rt.device().stream()
    rt.barrier().sync()
    backend.devices[0].is_open.clear()
    pending = [stream.launch(axpy, y, y, alpha=1.0) for _ in range(MANY + 2)]
    backend.devices[0].queues[-1].timeline.lose("gone")
    for number in (0, 7):
        with pytest.raises(DeviceLostError, match=f"@{pending[number].value}: .* is lost: gone"):
            pending[number].sync(TIMEOUT)
    with pytest.raises(BaseExceptionGroup, match="1 failure in a runtime") as caught:
        rt.close()
    (error,) = caught.value.exceptions
    assert f"and {MANY - 1} more executions of threaded:0" in error.__notes__
    backend.devices[0].is_open.set()


class Unlucky(ThreadedQueue):
    """Loses the work of every launch."""

    def _do(self, command: Command) -> None:
        if isinstance(command, Launch):
            if self.timeline.start(command.cell):
                self.timeline.fail(command.cell, "killed")
        else:
            super()._do(command)


class UnluckyBackend(ThreadedBackend):
    def open(self, index: int) -> ThreadedDevice:
        device = self.devices[index] = type("Device", (ThreadedDevice,), {"queue": Unlucky})()
        return device


def test_what_fails_for_one_reason_in_a_scope_is_one_failure_with_a_count() -> None:
    """Row 213: a body's own error comes first."""
    with srt.Runtime(["threaded:0"], backends=[UnluckyBackend()]) as rt:
        stream = rt.device().stream()
        buffers = [rt.empty(8, "f4") for _ in range(MANY)]
        kept: list[srt.Execution] = []

        def body() -> None:
            with rt.scope():
                kept.extend([stream.fill(each, 1.0) for each in buffers])
                stream.record().sync(TIMEOUT)
                raise ValueError("of the body")

        with pytest.raises(BaseExceptionGroup, match="2 failures in a scope") as caught:
            body()
        first, second = caught.value.exceptions
        assert isinstance(first, ValueError)
        assert f"and {MANY - 1} more executions of threaded:0" in second.__notes__
        assert all("killed" in str(each.exception()) for each in kept)


def test_what_one_loss_fails_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    """Row 213: also if the executions are dropped one by one."""
    backend = ThreadedBackend()
    with srt.Runtime(["threaded:0"], backends=[backend]) as rt:
        y, stream = rt.put(np.ones(8, "f4")), rt.device().stream()
        rt.barrier().sync()
        backend.devices[0].is_open.clear()
        pending = [stream.launch(axpy, y, y, alpha=1.0) for _ in range(MANY)]
        backend.devices[0].queues[-1].timeline.lose("gone")
        with pytest.raises(DeviceLostError):
            pending[0].sync(TIMEOUT)
        del y
        while pending:
            del pending[-7:]
            gc.collect()
            rt._engine.tidy()
        backend.devices[0].is_open.set()
    lines = [record.getMessage() for record in caplog.records]
    assert sum("nobody retrieved" in line for line in lines) == 1
    assert f"threaded:0 is lost: gone (executions that failed: {MANY})" in lines
