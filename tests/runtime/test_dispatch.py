"""Queues of backends without native code: what the runtime holds for them, and how that ends."""

from __future__ import annotations

import threading
from collections.abc import Generator

import numpy as np
import pytest
from shared.threaded_backend import ThreadedBackend, ThreadedDevice

import streamrt as srt
from streamrt import errors
from streamrt_kernels import axpy

TIMEOUT = 60


class Setup:
    """A runtime with the CPU and a threaded device, and a host call that holds a CPU stream."""

    def __init__(self, rt: srt.Runtime, backend: ThreadedBackend) -> None:
        self.rt = rt
        self.stream = rt.device("threaded:0").stream()
        self.device: ThreadedDevice = backend.devices[0]
        self.gate = threading.Event()
        self.held = rt.device("cpu").stream()
        self.call = self.held.call(self.gate.wait, TIMEOUT)

    def ones(self) -> srt.Buffer:
        return self.rt.put(np.ones(16), "threaded:0")


@pytest.fixture
def setup() -> Generator[Setup]:
    backend = ThreadedBackend()
    with srt.Runtime(["cpu:0", "threaded:0"], backends=[backend], queue_limit=64) as rt:
        made = Setup(rt, backend)
        yield made
        made.gate.set()
        made.device.is_open.set()


def test_what_waits_for_another_device_is_held_with_all_behind_it(setup: Setup) -> None:
    x, y = setup.ones(), setup.ones()
    before = setup.stream.launch(axpy, x, y, alpha=1.0)
    setup.stream.wait(setup.held.record())
    behind = [setup.stream.launch(axpy, x, y, alpha=1.0) for _ in range(3)]
    other = setup.rt.device("threaded:0").stream().fill(setup.ones(), 2.0)
    before.sync(TIMEOUT)
    other.sync(TIMEOUT)
    assert not any(execution.done() for execution in behind)
    setup.gate.set()
    behind[-1].sync(TIMEOUT)
    assert all(execution.done() for execution in behind)
    assert (np.asarray(y) == 5).all()


def test_what_is_held_can_be_cancelled(setup: Setup) -> None:
    x, y = setup.ones(), setup.ones()
    setup.stream.wait(setup.held.record())
    first, second = (setup.stream.launch(axpy, x, y, alpha=1.0) for _ in range(2))
    assert first.cancel()
    with pytest.raises(errors.ExecutionCancelledError):
        first.result()
    setup.gate.set()
    with pytest.raises(errors.DependencyError):
        second.sync(TIMEOUT)
    assert second.timeline.queue.completed == second.value


def test_what_is_held_fails_at_once_when_the_device_is_lost(setup: Setup) -> None:
    """Fault 13, with work that the device has not heard of."""
    x, y = setup.ones(), setup.ones()
    setup.stream.launch(axpy, x, y, alpha=1.0).sync(TIMEOUT)  # the copies of x and y have ended
    setup.stream.wait(setup.held.record())
    held = setup.stream.launch(axpy, x, y, alpha=1.0)
    setup.device.queues[0].timeline.lose("somebody pulled the plug")
    with pytest.raises(errors.DeviceLostError, match="somebody pulled the plug"):
        held.sync(TIMEOUT)
    assert not setup.call.done()
    with pytest.raises(errors.DeviceLostError, match="threaded:0 is lost"):
        setup.stream.launch(axpy, x, y, alpha=1.0)
    with pytest.raises(errors.DeviceLostError, match="threaded:0 is lost"):
        setup.rt.device("threaded:0").stream()
    z = setup.rt.put(np.ones(4), "cpu")
    setup.rt.device("cpu").stream().launch(axpy, z, z, alpha=1.0)
    assert np.asarray(z).tolist() == [2.0] * 4


def test_a_full_queue_refuses_and_takes_more_when_there_is_room(setup: Setup) -> None:
    """Fault 24, on a backend without native queues."""
    y = setup.ones()
    setup.device.is_open.clear()
    fills = (setup.stream.fill(y, 1.0) for _ in range(1000))
    with pytest.raises(errors.QueueFullError, match="the limit is 64"):
        list(fills)
    setup.device.is_open.set()
    setup.stream.sync(TIMEOUT)
    setup.stream.fill(y, 2.0).sync(TIMEOUT)


def test_scalars_that_do_not_fit_are_refused_before_anything_is_submitted(setup: Setup) -> None:
    x, y = setup.ones(), setup.ones()
    with pytest.raises(errors.ArgumentError, match="alpha"):
        setup.stream.launch(axpy, x, y, alpha="one")
    setup.stream.launch(axpy, x, y, alpha=np.float64(2.0)).sync(TIMEOUT)
    assert (np.asarray(y) == 3).all()


def test_a_device_that_does_not_end_is_left_behind(caplog: pytest.LogCaptureFixture) -> None:
    """Fault 14, on a backend without native queues: close returns after its deadline."""
    backend = ThreadedBackend()
    rt = srt.Runtime(["threaded:0"], backends=[backend], drain_timeout=0.1)
    y = rt.empty(4, "f8")
    backend.devices[0].is_open.clear()
    stuck = rt.device("threaded:0").stream().fill(y, 1.0)
    rt.close()
    assert "has not ended" in caplog.text
    assert not stuck.done()
    backend.devices[0].is_open.set()
