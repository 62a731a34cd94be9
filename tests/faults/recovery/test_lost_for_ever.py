"""Devices that do not come back: lost too often, by themselves, or because their runtime ends."""

from __future__ import annotations

import threading
from typing import Any, cast

import pytest
from faults.recovery.recovering_setup import TIMEOUT, Epochs, Setup, opened
from shared.threaded_backend import (
    RecoveringDevice,
    ThreadedQueue,
)
from shared.trial_kernels import axpy

from streamrt.backend import Recovered, Timeline
from streamrt.errors import DeviceLostError


def test_a_device_that_is_lost_four_times_in_a_minute_is_lost_for_ever(setup: Setup) -> None:
    """Row 212: with all reasons; losses of earlier minutes do not count."""
    recovery = setup.device._state.backend.losing.recovery  # type: ignore[union-attr]
    now = 0.0
    recovery.clock = lambda: now  # type: ignore[union-attr]
    for number in range(6):
        now += 30.1
        setup.lose_and_come_back(f"cause {number}")
        assert setup.works()
    assert setup.device.epoch == 6
    setup.lose_and_come_back("cause 6")
    setup.lose("cause 7")
    setup.epochs.until("cause 5; cause 6; cause 7")
    with pytest.raises(DeviceLostError, match=r"4 times in 60 s: cause 4;.*cause 7;.*another"):
        setup.works()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "is lost: gone; its pending"),
        (OSError("no spare"), "is lost: gone; its recovery raised OSError: no spare"),
        (SystemExit(3), "is lost: gone; its recovery raised SystemExit: 3"),
        ("yes", "is lost: gone; its `recover` returned 'yes'"),
        (
            Recovered(cast("Any", "half")),
            r"is lost: gone; its `recover` returned Recovered\(memory='half'\)",
        ),
    ],
)
def test_a_device_whose_recovery_fails_is_lost_for_ever(
    answer: Any, words: str, setup: Setup
) -> None:
    """Row 212: whether it says so, raises, or says nothing that is known."""
    setup.inside.answers.append(answer)
    setup.lose("gone")
    setup.epochs.until("is lost for ever: gone")
    with pytest.raises(DeviceLostError, match=f"{words}.*open another runtime"):
        setup.works()
    assert setup.inside.recoveries == 1


class OpensBadly(RecoveringDevice):
    """Is lost again, in one of two ways, while its queues are opened again."""

    trouble = ""

    def open_queue(self, name: str, timeline: Timeline) -> ThreadedQueue:
        opened = super().open_queue(name, timeline)
        trouble, self.trouble = self.trouble, ""
        if trouble == "raises":
            raise OSError("no room")
        if trouble == "says so":
            timeline.lose("no room")
        return opened


@pytest.mark.parametrize("trouble", ["raises", "says so"])
def test_a_loss_while_queues_are_opened_again_begins_another_recovery(
    trouble: str, epochs: Epochs
) -> None:
    """Row 211: it counts as a loss of its own."""
    with opened(epochs, OpensBadly) as setup:
        assert isinstance(setup.inside, OpensBadly)
        stream, x = setup.device.stream(), setup.put(1.0)
        setup.rt.barrier().sync()
        setup.inside.trouble = trouble
        setup.lose()
        epochs.until(r"is lost: .*no room \(executions that failed: 0\)")
        epochs.until("works again, in epoch 2")
        stream.launch(axpy, x, x, alpha=1.0).sync(TIMEOUT)
        assert (x.to_numpy() == 2.0).all()


class Slow(RecoveringDevice):
    """Says when `recover` begins, and what it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = threading.Event()
        self.order: list[str] = []

    def recover(self) -> Recovered | None:
        self.begun.set()
        found = super().recover()
        self.order.append("recovered")
        return found

    def close(self) -> None:
        self.order.append("closed")


def recovering(epochs: Epochs, **options: Any) -> tuple[Setup, Slow]:
    """A runtime whose device is in its `recover`."""
    setup = Setup(Slow, epochs, **options)
    inside = setup.inside
    assert isinstance(inside, Slow)
    setup.rt.barrier().sync()
    inside.may_recover.clear()
    setup.lose()
    assert inside.begun.wait(TIMEOUT)
    return setup, inside


def test_a_runtime_that_is_closed_while_its_device_recovers_does_not_hang(epochs: Epochs) -> None:
    """Row 212: the device is closed after `recover`, and does not come back."""
    setup, inside = recovering(epochs)
    setup.rt._engine.recoveries.append(inside.may_recover.set)  # called as the runtime ends
    setup.rt.close()
    assert inside.order == ["recovered", "closed"]
    assert setup.device.epoch == 0


def test_closing_gives_up_on_a_recovery_that_does_not_end(epochs: Epochs) -> None:
    """Row 212: after `drain_timeout`, and the device is not closed under it."""
    setup, inside = recovering(epochs, drain_timeout=0.05)
    setup.rt.close()
    epochs.until("its `recover` has not returned after 0.05 s; it is not closed")
    assert not inside.order
    inside.may_recover.set()
