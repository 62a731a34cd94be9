"""A device that lost the work of one launch: that fails, and what reads it; all else goes on."""

from __future__ import annotations

import gc
from itertools import pairwise

import numpy as np
import pytest
from shared.threaded_backend import (
    AheadBackend,
    AheadDevice,
    PackedBackend,
    ThreadedBackend,
    ThreadedDevice,
    ThreadedQueue,
)

import streamrt as srt
from streamrt.backend import Command, Launch
from streamrt_kernels import axpy

REASON = "its process was killed by signal 11"


def is_unlucky(arguments: tuple[int, ...]) -> bool:
    """Whether a launch has an alpha of 13."""
    return len(arguments) == 3 and int(np.array([13.0], "f4").view("u4")[0]) in arguments


class LosingQueue(ThreadedQueue):
    """Loses the work of launches of axpy with an alpha of 13."""

    def _do(self, command: Command) -> None:
        if isinstance(command, Launch) and is_unlucky(command.arguments):
            if self.timeline.start(command.cell):
                self.timeline.fail(command.cell, REASON)
                self.timeline.fail(command.cell, REASON)  # the second end has no effect
        else:
            super()._do(command)


class LosingDevice(ThreadedDevice):
    queue = LosingQueue


class LosingBackend(ThreadedBackend):
    def open(self, index: int) -> ThreadedDevice:
        device = self.devices[index] = LosingDevice()
        return device


def test_one_launch_fails_with_the_reason_and_all_else_goes_on() -> None:
    backend = LosingBackend()
    with srt.Runtime(["threaded:0"], backends=[backend]) as rt:
        device = rt.device()
        one, two = device.stream("one"), device.stream("two")
        x, y, z = (rt.put(np.ones(4, "f4")) for _ in range(3))
        bad = one.launch(axpy, x, y, alpha=13.0)
        reader = two.launch(axpy, y, z, alpha=1.0)
        other = one.launch(axpy, x, x, alpha=1.0)
        with pytest.raises(srt.errors.DeviceLostError, match=f"threaded:0 lost its work: {REASON}"):
            bad.sync()
        with pytest.raises(srt.errors.DependencyError, match=REASON):
            reader.sync()
        other.sync()
        assert (np.asarray(x) == 2).all()
        one.fill(y, 3.0).sync()  # written again, it is sound
        assert (np.asarray(y) == 3).all()
        assert backend.devices[0].queues[0].timeline.strays == 1
        del bad, reader
        gc.collect()


@pytest.mark.parametrize("backend", [AheadBackend(), PackedBackend()], ids=lambda one: one.kind)
def test_launches_that_have_begun_before_a_failure_run_and_later_readers_are_skipped(
    backend: AheadBackend,
) -> None:
    with srt.Runtime([f"{backend.kind}:0"], backends=[backend]) as rt:
        stream = rt.device().stream()
        x, y = rt.put(np.ones(4, "f4")), rt.put(np.ones(4, "f4"))
        rt.sync()
        device = rt.device()._state.backend._device  # type: ignore[union-attr]
        assert isinstance(device, AheadDevice)
        device.is_open.clear()
        runs = [stream.launch(axpy, x, y, alpha=1.0) for _ in range(300)]
        won = [run.cancel() for run in runs[100:110]]
        device.is_open.set()
        rt.sync()
        assert all(won)
        assert [run.cancelled() for run in runs[100:110]] == won
        assert runs[99].exception() is None
        skipped = [isinstance(run.exception(), srt.errors.DependencyError) for run in runs[110:]]
        assert all(skipped)  # each reads what the cancelled ones would have written
        times = [run.times for run in runs[:100]]
        assert all(a.finished <= b.started for a, b in pairwise(times))
