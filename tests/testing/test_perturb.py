"""A perturbed backend keeps the contract, and shows the faults that seldom show by themselves."""

from __future__ import annotations

import itertools
import random
import threading

import numpy as np
import pytest
from conformance.broken_backends import BROKEN, Broken, OutOfOrder, RaisesFromSubmit, SignalsTwice
from conformance.null_backend import NullBackend
from shared.replaying_backend import ReplayingBackend
from shared.threaded_backend import (
    PackedBackend,
    ThreadedBackend,
    ThreadedDevice,
    ThreadedQueue,
)

import streamrt as srt
from streamrt import testing
from streamrt._native.core import core
from streamrt.backend import Backend, Command, Timeline, Wait
from streamrt.errors import ArgumentError, BackendNotFoundError
from streamrt.testing import conformance

GIVES_UP = 500_000  # ns
ROUNDS = 20
SHORT = 0.003  # seconds that a completion is held at most; a third of what it is by itself


class GivesUp(ThreadedQueue):
    """Waits for other queues, but not for long: a timeout that somebody took for long enough."""

    def _do(self, command: Command) -> None:
        if isinstance(command, Wait):
            core().srt_sync(command.queue, command.value, 0, GIVES_UP)
        else:
            super()._do(command)


class GivesUpDevice(ThreadedDevice):
    def can_wait_on(self, timeline: int) -> bool:
        return True

    def open_queue(self, name: str, timeline: Timeline) -> ThreadedQueue:
        return GivesUp(self, name, timeline)


class GivesUpBackend(ThreadedBackend):
    def open(self, index: int) -> ThreadedDevice:
        return GivesUpDevice()


def wrong_rounds(backend: Backend, hazards: str = "auto") -> int:
    """How often a stream finds something else than the other one wrote for it."""
    wrong = 0
    name = f"{backend.kind}:0"
    with srt.Runtime([name], backends=[backend], hazards=hazards) as rt:  # type: ignore[arg-type]
        one, two = (rt.device(name).stream() for _ in range(2))
        for number in range(ROUNDS):
            x, y = rt.put(np.zeros(64, "u4")), rt.put(np.zeros(64, "u4"))
            rt.barrier().sync()
            one.fill(x, number + 1)
            two.copy(y, x)
            rt.barrier().sync()
            wrong += not (y.fetch().sync() == number + 1).all()
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize(
    "inside", [NullBackend, ThreadedBackend, PackedBackend, ReplayingBackend, "cpu"]
)
def test_a_perturbed_backend_keeps_the_contract(inside: type[Backend] | str) -> None:
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    backend = testing.perturb(inside if isinstance(inside, str) else inside(), seed, longest=SHORT)
    report = conformance.check(backend, seconds=3600)
    assert report.ok, str(report)
    assert {row.outcome for row in report.rows} == {"passed", "not applicable"}
    if inside is ReplayingBackend:
        assert all(r.outcome == "passed" for r in report.rows if r.case.number.startswith("14"))


@pytest.mark.parametrize("what", [OutOfOrder, SignalsTwice, RaisesFromSubmit])
def test_what_is_always_broken_stays_broken(what: type) -> None:
    number, words = BROKEN[what]
    backend = testing.perturb(Broken(what), seed=1)
    report = conformance.check(backend, seconds=10, only=lambda case: case.number == number)
    assert words in report.failed[0].detail


@pytest.mark.slow
def test_what_is_seldom_broken_fails_more_often() -> None:
    """The device is wrong if a queue falls half a millisecond behind; by itself it seldom does.

    On a loaded machine it may, so that another try has to show it.
    """
    for tries in itertools.count(1):
        alone = sum(wrong_rounds(GivesUpBackend()) for _ in range(5))
        perturbed = sum(
            wrong_rounds(testing.perturb(GivesUpBackend(), seed, longest=0.03)) for seed in range(5)
        )
        if perturbed >= 3 and perturbed > alone:
            break
        assert tries < 20, f"{perturbed} wrong rounds, {alone} of them unperturbed"
    sound = sum(
        wrong_rounds(testing.perturb(ThreadedBackend(), seed, longest=0.03)) for seed in range(5)
    )
    assert sound == 0


def test_a_program_on_the_cpu_that_lacks_a_wait_is_seen_to_fail() -> None:
    found = [wrong_rounds(testing.perturb("cpu", seed), "manual") for seed in range(3)]
    assert sum(found) >= 3
    assert [wrong_rounds(testing.perturb("cpu", seed), "auto") for seed in range(3)] == [0, 0, 0]


def test_a_closed_runtime_leaves_no_thread() -> None:
    before = set(threading.enumerate())
    with srt.Runtime(["cpu:0"], backends=[testing.perturb("cpu")]) as rt:
        x = rt.put(np.ones(4, "u4"))
        rt.device().stream().fill(x, 3)
        assert x.fetch().sync().tolist() == [3] * 4
        assert any(thread.name == "perturb-cpu:0" for thread in threading.enumerate())
    left = set(threading.enumerate()) - before
    assert not [thread.name for thread in left if "cpu:0" in thread.name]


def test_devices_of_virtual_time_and_other_things_are_refused() -> None:
    with pytest.raises(ArgumentError, match=r"perturb sim:0: its time is virtual.*explore"):
        testing.perturb("sim").open(0)
    with pytest.raises(ArgumentError, match="pass a backend, or its kind"):
        testing.perturb(3)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="longest is -1"):
        testing.perturb("cpu", longest=-1)
    with pytest.raises(BackendNotFoundError, match="quantum"):
        testing.perturb("quantum")
