"""The log of a runtime with `recompute`: what ends it, what it keeps, and what it does not do."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import numpy as np
import pytest
from faults.recovery.recovering_setup import TIMEOUT, Epochs, opened
from shared.host_simulator import HostSimulator
from shared.threaded_backend import RecoveringDevice
from shared.trial_kernels import axpy, fail

import streamrt as srt
from streamrt import testing
from streamrt.errors import (
    ArgumentError,
    DependencyError,
    DeviceLostError,
    StateError,
    StreamRTError,
)

LIMIT = 1 << 16
doubtful = srt.Kernel(
    "doubtful", "x: f32[n], inout y: f32[n], alpha: f32", split="n", aliasing=True,
    cpu=axpy.implementations["cpu"],
)  # fmt: skip
PURE_FAIL = srt.Kernel("fail", str(fail.signature), pure=True, cpu=fail.implementations["cpu"])


class Pair:
    """Two simulated devices, of which the first is lost."""

    def __init__(self, **options: Any) -> None:
        self.simulator = testing.Simulator(3, **options)
        self.rt = srt.Runtime(["sim:0", "sim:1"], backends=[self.simulator], recompute=LIMIT)
        self.stream = self.rt.device().stream()
        self.rt.device("sim:1")

    def put(self, value: float = 1.0) -> srt.Buffer:
        return self.rt.put(np.full(8, value, "f4"))

    def lose(self) -> None:
        self.rt.sync()
        self.simulator.lose(0, "unplugged")

    @property
    def held(self) -> Any:
        assert self.rt._engine.lineage is not None
        return self.rt._engine.lineage.held


@pytest.fixture
def pair() -> Generator[Pair]:
    made = Pair()
    with made.rt:
        yield made


def test_executions_that_failed_stay_failed_and_buffers_are_made_again(pair: Pair) -> None:
    """Row 267: by every way to read them, once each; views hold the same elements."""
    x, y = pair.put(2.0), pair.put()
    view = y[::2]
    done = pair.stream.launch(axpy, x, y, alpha=1.0)
    done.sync()
    pending = pair.stream.launch(axpy, x, y, alpha=1.0)
    pair.simulator.lose(0, "unplugged")
    assert (view.fetch().sync() == 5.0).all()
    assert y.sync() is y
    assert (y.to("sim:1").to_numpy() == 5.0).all()
    assert np.asarray(pair.rt.asarray(y, device="sim:1") + 1.0).tolist() == [6.0] * 8
    with pytest.raises(DeviceLostError, match="unplugged"):
        pending.result()
    assert done.result() is None
    with pytest.raises(DeviceLostError, match="unplugged"):
        pair.stream.launch(axpy, x, y, alpha=1.0)
    steps = [e for e in pair.simulator.trace if "sim:1" in str(e) and "axpy" in str(e)]
    assert len(steps) <= 3  # not once for each read


def test_eager_arrays_compiled_loops_and_replays_are_made_again(pair: Pair) -> None:
    """Row 267: all of these are launches of pure kernels."""

    @srt.jit
    def looped(x: Any) -> Any:
        for _ in range(5):
            x = x * 0.5 + 1.0
        return x

    x = pair.rt.asarray(np.arange(8, dtype="f4"))
    results = [x + 1.0, looped(x.buffer), (x * x)[2:5]]
    kept = [np.array(each) for each in results]
    pair.lose()
    for each, wanted in zip(results, kept, strict=True):
        assert np.asarray(each).tobytes() == wanted.tobytes()


def test_donated_and_frozen_buffers_are_made_again(pair: Pair) -> None:
    """Row 267: by the handle that still counts."""
    x, y = pair.put(2.0).freeze(), pair.put()
    pair.stream.launch(axpy, x, y, alpha=1.0)
    heir = y.donate()
    pair.lose()
    assert (heir.to_numpy() == 3.0).all()
    assert (x.to_numpy() == 2.0).all()


def ends(pair: Pair, x: srt.Buffer, how: str) -> str:
    """Ends the log of a buffer in one of some ways; returns a part of the reason."""
    if how == "impure":
        pair.stream.launch(doubtful, x, x, alpha=1.0)
        return "doubtful, which is not known to be pure, wrote it"
    if how == "cancelled":
        pair.stream.fill(x[2:], 1.0).cancel()
        return "fill on sim:0/s1@1, on which it depends, was cancelled"
    if how == "failed":
        with pytest.raises(StreamRTError):
            pair.stream.launch(PURE_FAIL, x, code=7).sync()
        return "fail on sim:0/s1@1, on which it depends, failed"
    assert how == "limit"
    others = [pair.rt.put(np.ones(LIMIT // 32, "f4")) for _ in range(20)]
    pair.rt.sync()
    others += [pair.rt.put(np.ones(LIMIT // 32, "f4")) for _ in range(20)]
    pair.others = others  # type: ignore[attr-defined]
    return f"the log of the runtime is at its limit, recompute={LIMIT}"


@pytest.mark.parametrize("how", ["impure", "cancelled", "failed", "limit"])
def test_what_a_log_does_not_know_is_lost_with_its_device(how: str, pair: Pair) -> None:
    """Rows 268 and 270: with the reason, and nothing else is harmed."""
    x, z = pair.put(), pair.put(4.0)
    why = ends(pair, x, how)
    y = pair.put(2.0)
    pair.stream.launch(axpy, x, y, alpha=1.0)
    pair.stream.fill(z, 3.0)
    pair.lose()
    for lost in (x, y):
        with pytest.raises(DeviceLostError, match="unplugged; it cannot be made again, b") as info:
            lost.to_numpy()
        assert why in str(info.value)
    assert (z.to_numpy() == 3.0).all()


def test_memory_that_the_host_writes_is_a_gap_until_it_is_overwritten() -> None:
    """Row 268: by a host call, by DLPack, or as a wrapped array; the last two for good."""
    simulator = HostSimulator(0, kind="cpu")
    with srt.Runtime(["cpu:0"], backends=[simulator], recompute=LIMIT) as rt:
        log, stream = rt._engine.lineage, rt.device().stream()
        assert log is not None
        called, shared = rt.put(np.ones(8, "f4")), rt.put(np.ones(8, "f4"))
        wrapped = rt.wrap(np.ones(8, "f4"))
        stream.call(lambda y: y.fill(2.0), called, writes=[called]).sync()
        np.from_dlpack(shared)[:] = 3.0

        def why(buffer: srt.Buffer) -> str:
            stream.fill(buffer[:2], 1.0)
            return str(getattr(log.held.of(buffer).latest.by, "why", ""))

        assert "which is not known to be pure, wrote it" in why(called)
        assert "its memory was shared" in why(shared)
        assert "belongs to an array of the host" in why(wrapped)
        for buffer in (called, shared, wrapped):
            stream.fill(buffer, 0.0)
        assert [bool(why(buffer)) for buffer in (called, shared, wrapped)] == [False, True, True]
        rt.checkpoint(called).sync()
        for buffer in (shared, wrapped):
            with pytest.raises(ArgumentError, match="may change without notice"):
                rt.checkpoint(buffer)


def test_a_checkpoint_begins_a_log_again(pair: Pair) -> None:
    """Row 270: what was fetched takes the place of the steps, also of an impure one."""
    x, y = pair.put(), pair.put(2.0)
    ends(pair, x, "impure")
    pair.rt.checkpoint(x, y).sync()
    pair.stream.launch(axpy, x, y, alpha=1.0)
    pair.lose()
    assert (x.to_numpy() == 2.0).all()
    assert (y.to_numpy() == 4.0).all()


def test_a_log_stays_within_its_limits_in_a_loop_that_never_ends(pair: Pair) -> None:
    """Row 270: whether many steps or many bytes are kept, and dropped buffers cost nothing."""
    held = pair.held
    held.most_steps = 64
    total, weights, most = pair.put(0.0), pair.put(0.5), 0
    for turn in range(600):
        x = pair.rt.put(np.full(8, turn, "f4"))
        pair.stream.launch(axpy, x, total, alpha=1.0)
        pair.stream.launch(axpy, weights, total, alpha=1.0)
        if turn % 8 == 0:
            pair.rt.sync()
        most = max(most, held.count)
    assert most <= 3 * 64
    block = np.ones(LIMIT // 16, "f4")
    for _ in range(100):
        y = pair.rt.put(block + 1.0)
        pair.stream.fill(y[:4], 2.0)
        pair.rt.sync()
        most = max(most, held.spent)
    assert most <= 2 * LIMIT
    pair.lose()
    assert (total.to_numpy() == sum(range(600)) + 300.0).all()


class Crashing(RecoveringDevice):
    """A device that every launch crashes, while `crashes` is True."""

    crashes = False

    def count_launch(self) -> None:
        if self.crashes:
            self.left = 0
        super().count_launch()


def test_what_crashes_the_device_each_time_is_given_up(epochs: Epochs) -> None:
    """Row 272: steps run again twice at most, unless they were seen to succeed."""
    with opened(epochs, Crashing, "gone", recompute=LIMIT) as setup:
        inside, x = setup.inside, setup.put(1.0)
        assert isinstance(inside, Crashing)
        setup.rt.barrier().sync()
        inside.crashes = True
        setup.device.stream().fill(x, 2.0)
        for _ in range(2):
            epochs.until("works again")
            with pytest.raises((DeviceLostError, DependencyError)):
                x.to_numpy()
        epochs.until("works again, in epoch 3")
        inside.crashes = False
        with pytest.raises(DeviceLostError, match="because it was made again before, and was lost"):
            x.to_numpy()
        setup.device.stream().fill(x, 3.0)
        assert (x.to_numpy() == 3.0).all()


def test_without_another_device_a_buffer_waits_for_its_own(epochs: Epochs) -> None:
    """Row 272: the error says so until the device has come back."""
    with opened(epochs, memory="gone", recompute=LIMIT) as setup:
        x = setup.put(1.0)
        setup.device.stream().fill(x, 2.0).sync(TIMEOUT)
        setup.inside.may_recover.clear()
        setup.lose()
        with pytest.raises(DeviceLostError, match="no other device of its kind works"):
            x.to_numpy()
        setup.inside.may_recover.set()
        setup.epochs.until("works again")
        assert (x.to_numpy() == 2.0).all()


@pytest.mark.parametrize("given", [0, -1, 1.5, True, "1 MB"])
def test_a_limit_that_is_no_number_of_bytes_is_refused(given: Any) -> None:
    """Row 271: by its name."""
    with pytest.raises(ArgumentError, match="Runtime: recompute"):
        srt.Runtime(recompute=given)


def test_a_checkpoint_is_refused_by_a_runtime_without_a_log() -> None:
    """Row 271: and so is what is no live buffer, in one that has a log."""
    with srt.Runtime() as rt, pytest.raises(StateError, match="recompute="):
        rt.checkpoint(rt.put(np.ones(2)))
    with srt.Runtime(recompute=LIMIT) as rt:
        with pytest.raises(ArgumentError, match="checkpoint: found ndarray"):
            rt.checkpoint(np.ones(2))  # type: ignore[arg-type]
        gone = rt.put(np.ones(2))
        gone.delete()
        with pytest.raises(StateError, match="checkpoint"):
            rt.checkpoint(gone)
