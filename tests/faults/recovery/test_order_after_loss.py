"""Fault 13: what was ordered by way of a lost device stays ordered on the devices that live.

A gate on the CPU holds `first`. On the device that is lost, `between` waits for it. On the CPU
again, `last` waits for `between` alone, because that implies `first`.
"""

from __future__ import annotations

import importlib.util
import threading
import time
from collections.abc import Callable, Generator
from typing import Any

import numpy as np
import pytest
from faults.recovery.recovering_setup import TIMEOUT, Epochs
from shared.fake_gpu import gpus
from shared.threaded_backend import RecoveringBackend, ThreadedBackend
from shared.trial_kernels import Gate, axpy

import streamrt as srt
from streamrt._core.tracking.hazards import Edge
from streamrt._runtime.ending.rising import Rising
from streamrt._runtime.engine import logger
from streamrt._runtime.lane import MOST_MARKS
from streamrt.errors import DependencyError, DeviceLostError

SIMULATED = ["sim"] if importlib.util.find_spec("streamrt._backends.sim") is not None else []
KINDS = ["threaded", "process+cpu", *SIMULATED]
N = 8


class Held:
    """A runtime with the CPU and a device; `first` is held, and y is what it adds 1 to."""

    def __init__(self, rt: srt.Runtime, gate: Gate) -> None:
        self.rt, self.gate = rt, gate
        self.host, self.lost = rt.devices
        self.stream, self.other = self.host.stream(), self.host.stream()
        self.theirs = self.lost.stream()
        self.y = rt.put(np.zeros(N, "f4"), self.host)
        self.x = rt.put(np.zeros(N, "f4"), self.lost)
        rt.barrier().sync()
        self.first = gate.hold(self.stream, self.y)
        gate.running()

    def lose(self) -> None:
        self.theirs._lane.queue.timeline.lose("it fell off the bus")

    def has_gone_past(self, execution: srt.Execution) -> bool:
        """Whether a stream of the lost device has gone past an execution, once all was told."""
        with pytest.raises(DeviceLostError, match="it fell off the bus"):
            execution.sync(TIMEOUT)
        with self.rt._engine.lock:
            return execution.timeline.queue.completed >= execution.value


@pytest.fixture(params=KINDS)
def held(request: pytest.FixtureRequest) -> Generator[Held]:
    devices, backends = ["cpu:0", f"{request.param}:0"], [ThreadedBackend()]
    with srt.Runtime(devices, backends=backends) as rt, Gate(rt) as gate:
        yield Held(rt, gate)


def test_later_work_of_others_overtakes_nothing(held: Held) -> None:
    """Fault 13: and whoever waits for work of the lost device is told at once."""
    between = held.theirs.copy(held.x, held.y)
    behind = [held.lost.stream().launch(axpy, held.x, held.x, alpha=1.0) for _ in range(3)]
    last = held.other.fill(held.y, 5.0)
    assert [edge.timeline for edge in last.edges] == [between.timeline]
    held.lose()
    for execution in (between, *behind):
        assert not held.has_gone_past(execution)
    beside = held.host.stream().fill(held.rt.empty(N, "f4", held.host), 1.0)
    beside.sync(TIMEOUT)  # others go on
    assert not last.done()
    held.gate.open()
    last.sync(TIMEOUT)
    assert held.first.done()
    assert np.asarray(held.y).tolist() == [5.0] * N
    assert held.theirs.pending == 0


def test_a_point_that_is_reached_between_two_looks_holds_up_nothing(
    held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault 13: another device goes on while the lost one's timelines are looked at."""
    is_reached, looked = Rising._is_reached, threading.Event()

    def look(rising: Rising, edge: Edge) -> bool:
        """Looks, and returns when the point has been reached since."""
        if is_reached(rising, edge):
            return True
        if edge.timeline is held.first.timeline:
            held.gate.open()
            while not is_reached(rising, edge):
                time.sleep(0.001)
            looked.set()
        return False

    monkeypatch.setattr(Rising, "_is_reached", look)
    between = held.theirs.copy(held.x, held.y)
    last = held.other.fill(held.y, 5.0)
    held.lose()
    last.sync(TIMEOUT)
    assert isinstance(between.exception(), DeviceLostError)
    assert looked.is_set()
    assert held.theirs.pending == 0


def test_explicit_waits_are_kept_however_many(held: Held) -> None:
    """Fault 13: the signals behind them rise in their turn."""
    lose_behind_many_waits(held, lambda: None)


@pytest.mark.cuda
def test_explicit_waits_of_a_gpu_are_kept_however_many() -> None:
    """Fault 13: what the driver has said of the loss makes no difference."""
    with (
        gpus() as (backend, fake),
        srt.Runtime(["cpu:0", "cuda:0"], backends=[backend]) as rt,
        Gate(rt) as gate,
    ):
        held = Held(rt, gate)
        lose_behind_many_waits(held, fake.lose)


def lose_behind_many_waits(held: Held, lose_first: Callable[[], object]) -> None:
    """Loses a device whose stream waits for `first` by explicit waits, and a stream for that."""
    held.theirs.wait(held.first)
    w = held.rt.empty(N, "f4", held.host)
    for number in range(4 * MOST_MARKS):
        held.theirs.wait(held.other.fill(w, float(number)))
    held.other.wait(held.theirs.record())
    last = held.other.fill(w, 5.0)
    pending = held.theirs.launch(axpy, held.x, held.x, alpha=1.0)
    lose_first()
    held.lose()
    assert not held.has_gone_past(pending)
    assert held.theirs.pending > 4 * MOST_MARKS
    assert not last.done()
    held.gate.open()
    last.sync(TIMEOUT)
    assert held.first.done()


def test_what_reads_a_failed_output_is_skipped_in_its_turn(held: Held) -> None:
    """Fault 13: with the loss as the cause, also after it has waited."""
    z = held.rt.put(np.zeros(N, "f4"), held.host)
    between = held.theirs.copy(held.x, held.y)
    back = held.theirs.copy(z, held.x)
    reader = held.other.launch(axpy, z, held.y, alpha=1.0)
    held.lose()
    assert not held.has_gone_past(between)
    with pytest.raises(DeviceLostError):
        back.sync(TIMEOUT)
    assert not reader.done()
    held.gate.open()
    with pytest.raises(DependencyError, match="it fell off the bus"):
        reader.sync(TIMEOUT)


def test_nothing_is_held_up_without_a_reason() -> None:
    """Fault 13: where only the lost device's own work is pending, it ends with the loss."""
    backend = ThreadedBackend()
    with srt.Runtime(["cpu:0", "threaded:0"], backends=[backend]) as rt, Gate(rt) as gate:
        lost = rt.device("threaded:0")
        x = rt.put(np.zeros(N, "f4"), lost)
        streams = [lost.stream() for _ in range(3)]
        rt.barrier().sync()
        backend.devices[0].is_open.clear()
        gate.hold(rt.device("cpu:0").stream())
        pending = [streams[n % 3].launch(axpy, x, x, alpha=1.0) for n in range(30)]
        streams[0]._lane.queue.timeline.lose("gone")
        for execution in pending:
            with pytest.raises(DeviceLostError):
                execution.sync(TIMEOUT)
        with rt._engine.lock:
            assert [stream.pending for stream in streams] == [0, 0, 0]
        backend.devices[0].is_open.set()


def test_a_device_comes_back_when_its_timelines_have_ended() -> None:
    """Fault 13: not before what they had to wait for; the next epoch begins where they ended."""
    epochs, backend = Epochs(), RecoveringBackend()
    logger.addHandler(epochs)
    try:
        with srt.Runtime(["cpu:0", "recovering:0"], backends=[backend]) as rt, Gate(rt) as gate:
            held = Held(rt, gate)
            between = held.theirs.copy(held.x, held.y)
            held.lose()
            assert not held.has_gone_past(between)
            epochs.until("is lost")
            assert backend.devices[0].recoveries == 0
            with pytest.raises(DeviceLostError, match="is recovering"):
                held.theirs.fill(held.x, 1.0)
            gate.open()
            epochs.until("works again, in epoch 1")
            held.theirs.fill(held.x, 2.0).sync(TIMEOUT)
            assert np.asarray(held.x).tolist() == [2.0] * N
    finally:
        logger.removeHandler(epochs)


def test_a_runtime_closes_while_something_holds_a_lost_device(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Fault 13: after `drain_timeout`, as with any work that does not end."""
    backend = ThreadedBackend()
    rt = srt.Runtime(["cpu:0", "threaded:0"], backends=[backend], drain_timeout=0.05)
    gate = Gate(rt)
    held = Held(rt, gate)
    between = held.theirs.copy(held.x, held.y)
    held.lose()
    assert not held.has_gone_past(between)
    rt.close()
    assert "latch on cpu:0" in caplog.text
    assert "has not ended" in caplog.text
    gate.open()
    queue: Any = held.first.timeline.queue
    assert queue._worker.wait(TIMEOUT)
