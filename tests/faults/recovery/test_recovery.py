"""Devices that are lost and come back: what fails, what is gone, and what goes on."""

from __future__ import annotations

import gc
import random
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from faults.recovery.recovering_setup import TIMEOUT, Epochs, Setup, opened
from shared.replaying_backend import ReplayingDevice
from shared.threaded_backend import RecoveringBackend, RecoveringDevice, ThreadedQueue
from shared.trial_kernels import axpy

import streamrt as srt
from streamrt import testing
from streamrt._native.queue import CELL_BYTES, CellBlock
from streamrt._runtime.devices.contract_device import DispatchedDevice
from streamrt.backend import Recovered, Timeline
from streamrt.errors import DependencyError, DeviceLostError
from streamrt.testing import conformance

LAUNCHES = 40
MEMORY = ("kept", "gone")
POISON = None


def cause_of(error: BaseException | None) -> BaseException | None:
    while error is not None and error.__cause__ is not None:
        error = error.__cause__
    return error


# --- whole programs -------------------------------------------------------------------------------


class Step(NamedTuple):
    """An operation that was submitted: it writes all of one buffer, from what it reads."""

    execution: srt.Execution
    to: int
    reads: tuple[int, ...]
    result: Callable[..., Any]


class Played:
    """A random program, and what each buffer must hold by what became of each execution."""

    def __init__(self, setup: Setup, draw: random.Random) -> None:
        self._draw = draw
        self._streams = [setup.device.stream() for _ in range(3)]
        self._buffers = [setup.put(float(n)) for n in range(6)]
        setup.rt.barrier().sync()
        self._steps: list[Step] = []
        self.model: list[Any] = [np.full(8, n, "f4") for n in range(6)]

    def submit(self, count: int) -> bool:
        """Submits operations; returns whether one was refused, which ends it."""
        for _ in range(count):
            try:
                self._steps.append(self._one())
            except DeviceLostError as error:
                assert "it is recovering" in str(error)  # noqa: PT017 - it may not be lost yet
                return True
        return False

    def _one(self) -> Step:
        stream = self._draw.choice(self._streams)
        to, source = self._draw.sample(range(6), 2)
        y, x = self._buffers[to], self._buffers[source]
        kind = self._draw.randrange(4)
        if kind == 0:
            value = np.float32(self._draw.randrange(100))
            return Step(stream.fill(y, value), to, (), lambda: np.full(8, value))
        if kind == 1:
            return Step(stream.copy(y, x), to, (source,), lambda x: x)
        launch = stream.launch(axpy, x, y, alpha=0.5)
        return Step(launch, to, (source, to), lambda x, y: np.float32(0.5) * x + y)

    def judge(self) -> Counter[str]:
        """Compares the executions with the model; returns how many ended in which way."""
        model, ends = self.model, Counter[str]()
        for execution, to, reads, result in self._steps:
            given = [model[each] for each in reads]
            is_poisoned = any(each is POISON for each in given)
            error = execution.exception()
            ends[type(error).__name__] += 1
            if error is None:
                assert not is_poisoned
                model[to] = result(*given)
                continue
            if isinstance(error, DependencyError):
                assert is_poisoned
                assert isinstance(cause_of(error), DeviceLostError)
            else:
                assert isinstance(error, DeviceLostError)
            model[to] = POISON
        self._steps.clear()
        return ends

    def check_memory(self) -> None:
        for buffer, wanted in zip(self._buffers, self.model, strict=True):
            if wanted is POISON:
                with pytest.raises(DependencyError, match=r"is lost|is gone"):
                    buffer.to_numpy()
            else:
                assert buffer.to_numpy().tobytes() == wanted.tobytes()


@pytest.mark.parametrize("memory", MEMORY)
@pytest.mark.parametrize("seed", range(8))
def test_a_program_goes_on_after_a_loss_with_what_was_not_lost(
    seed: int, memory: str, epochs: Epochs
) -> None:
    """Row 211: exactly what was pending fails, and what reads what that would have written.

    The loss comes at a launch that is drawn, and with `gone` all memory is lost with it.
    """
    draw = random.Random(f"{seed} {memory}")
    with opened(epochs, memory=memory) as setup:
        played = Played(setup, draw)
        for epoch in (1, 2, 3):
            setup.inside.may_recover.clear()
            setup.inside.left = draw.randrange(LAUNCHES)
            if not played.submit(2 * LAUNCHES):
                setup.lose()
            setup.inside.may_recover.set()
            epochs.until(f"works again, in epoch {epoch}")
            assert setup.device.epoch == epoch
            before = played.judge()
            assert before["DeviceLostError"] <= 2 * LAUNCHES
            if memory == "gone":
                played.model[:] = [POISON] * 6
            assert not played.submit(LAUNCHES)
            setup.rt.barrier().sync()
            assert not played.judge()["DeviceLostError"]
            played.check_memory()


# --- memory ---------------------------------------------------------------------------------------


def test_memory_that_is_gone_is_healed_by_writing_it(epochs: Epochs) -> None:
    """Row 211: views, frozen and donated buffers count as memory, too."""
    with opened(epochs, memory="gone") as setup:
        stream, x, y = setup.device.stream(), setup.put(1.0), setup.put(2.0)
        view, frozen = setup.put(3.0)[2:6], setup.put(4.0)
        frozen.freeze()
        output = setup.rt.execute(axpy, x, y, alpha=1.0).sync(TIMEOUT)
        setup.lose_and_come_back()
        for buffer in (x, y, view, frozen, output):
            with pytest.raises(DependencyError, match=r"it is gone.*fell off the bus"):
                buffer.to_numpy()
        with pytest.raises(DependencyError, match="it is gone"):
            stream.launch(axpy, x, y, alpha=1.0).sync(TIMEOUT)
        stream.fill(x, 5.0).sync(TIMEOUT)
        assert (x.to_numpy() == 5.0).all()
        stream.fill(view, 6.0).sync(TIMEOUT)
        assert (view.to_numpy() == 6.0).all()
        with pytest.raises(DependencyError):
            frozen.to_numpy()
        assert setup.works()


def test_memory_that_is_dropped_while_the_device_is_lost_is_freed_later(setup: Setup) -> None:
    """Row 211: it may still be written until the device works again."""
    x = setup.put(1.0)
    setup.rt.barrier().sync()
    held = set(setup.inside._sizes)
    setup.inside.may_recover.clear()
    setup.lose()
    setup.epochs.until("is lost")
    del x
    gc.collect()
    setup.device.trim()
    assert set(setup.inside._sizes) == held
    setup.inside.may_recover.set()
    setup.epochs.until("works again")
    assert set(setup.inside._sizes) < held


# --- what is refused, and what goes on ------------------------------------------------------------


def test_a_device_that_recovers_refuses_work_and_others_go_on(setup: Setup) -> None:
    """Row 211: what waits for its timelines ends meanwhile."""
    x, z = setup.put(1.0), setup.rt.put(np.ones(8, "f4"), setup.other)
    stream = setup.device.stream()
    setup.rt.barrier().sync()
    setup.inside.is_open.clear()
    setup.inside.may_recover.clear()
    pending = stream.fill(x, 2.0)
    event = stream.record()
    beside = setup.other.stream()
    beside.wait(event)
    waiting = beside.fill(z, 3.0)
    setup.lose()
    waiting.sync(TIMEOUT)
    for submit in (lambda: stream.fill(x, 1.0), setup.device.stream, lambda: setup.put(1.0)):
        with pytest.raises(DeviceLostError, match=r"recovering:0 is lost: .*, it is recovering"):
            submit()
    setup.inside.is_open.set()
    setup.inside.may_recover.set()
    setup.epochs.until("works again, in epoch 1; its memory is kept")
    assert setup.works()
    with pytest.raises(DeviceLostError, match="fell off the bus"):
        pending.result()
    stream.launch(axpy, x, x, alpha=1.0)
    with pytest.raises(DependencyError):
        x.to_numpy()
    stream.close()


class LostWhileOpening(RecoveringDevice):
    """Is lost while it opens the next queue, if it `shall`; others say that before it returns."""

    shall = False

    def open_queue(self, name: str, timeline: Timeline) -> ThreadedQueue:
        if self.shall:
            self.shall = False
            self.lose("it fell off the bus")
        return super().open_queue(name, timeline)


def test_a_queue_that_opens_while_its_device_is_lost_takes_nothing(epochs: Epochs) -> None:
    """Row 211: nobody would fail what it took behind the loss."""
    with opened(epochs, LostWhileOpening) as setup:
        assert isinstance(setup.inside, LostWhileOpening)
        x = setup.put(1.0)
        first = setup.device.stream()
        first.fill(x, 1.0)  # loads what it needs
        setup.rt.barrier().sync()
        setup.inside.may_recover.clear()
        setup.inside.shall = True
        stream = setup.device.stream()
        epochs.until("is lost: it fell off the bus")
        with pytest.raises(DeviceLostError, match="it is recovering"):
            stream.fill(x, 2.0)
        setup.inside.may_recover.set()
        epochs.until("works again")
        stream.fill(x, 3.0).sync(TIMEOUT)
        assert (x.to_numpy() == 3.0).all()


@pytest.mark.parametrize("memory", MEMORY)
@pytest.mark.parametrize("whole", [False, True])
def test_a_graph_goes_on_after_a_recovery(whole: bool, memory: str, epochs: Epochs) -> None:
    """Row 211: its program is loaded again, and what it read must be written again."""

    class Replaying(RecoveringDevice, ReplayingDevice):
        def recover(self) -> Recovered | None:
            self.programs.clear()
            return super().recover()

    with opened(epochs, Replaying if whole else RecoveringDevice, memory) as setup:
        stream, x = setup.device.stream(), setup.put(1.0)
        with setup.rt.capture(x=x) as graph:
            y = setup.rt.empty(8, "f4", setup.device)
            t = setup.rt.empty(8, "f4", setup.device)
            stream.fill(t, 3.0)
            stream.copy(y, x)
            stream.launch(axpy, t, y, alpha=2.0)
            graph.output("y", y)
        ready = graph.plan(setup.device).instantiate()
        assert (ready.replay(x=x).sync(TIMEOUT).to_numpy() == 7.0).all()
        setup.lose_and_come_back()
        if memory == "gone":
            with pytest.raises(DependencyError):
                ready.replay(x=x).sync(TIMEOUT)
            x = setup.put(1.0)
        assert (ready.replay(x=x).sync(TIMEOUT).to_numpy() == 7.0).all()


def test_a_launch_that_was_begun_before_a_loss_is_skipped_after_it(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 211: its plan was looked up in the epoch that ended."""
    stream, x = setup.device.stream(), setup.put(1.0)
    stream.launch(axpy, x, x, alpha=1.0).sync(TIMEOUT)
    backend = setup.device._state.backend
    assert isinstance(backend, DispatchedDevice)
    convert = backend.convert

    def lost_behind(plan: int, values: tuple[Any, ...], peer: str) -> Any:
        packed = convert(plan, values, peer)
        setup.lose_and_come_back()
        return packed

    with monkeypatch.context() as patched:
        patched.setattr(backend, "convert", lost_behind)
        late = stream.launch(axpy, x, x, alpha=1.0)
    with pytest.raises(DependencyError, match="recovering:0 was lost meanwhile"):
        late.sync(TIMEOUT)
    stream.fill(x, 3.0)
    stream.launch(axpy, x, x, alpha=1.0).sync(TIMEOUT)
    assert (x.to_numpy() == 6.0).all()


def test_a_check_of_an_epoch_that_ended_skips_nothing_of_the_next() -> None:
    """Row 211: the queue had looked at a producer that failed, and was lost before the reader."""
    block = CellBlock()
    failed, reader, later = (block.address + n * CELL_BYTES for n in range(3))
    lost = Timeline(1)
    lost.expect(failed)
    lost.expect(reader)
    assert lost.start(failed)
    lost.finish(failed, 1)
    lost.check(failed)
    lost.lose("gone")
    lost.fail_all()
    renewed = lost.renewed()
    assert (renewed.completed, renewed.expect(later)) == (2, 3)
    assert renewed.start(later)
    lost.signal()
    renewed.finish(later)
    assert (lost.completed, lost.strays, renewed.completed) == (2, 1, 3)
    renewed.close()


def test_a_device_that_recovers_under_drawn_delays_keeps_the_contract() -> None:
    perturbed = testing.perturb(RecoveringBackend(), seed=3)
    report = conformance.check(perturbed, only=lambda case: case.number.startswith("16"))
    assert [row.outcome for row in report.rows] == ["passed"] * 3, str(report)
