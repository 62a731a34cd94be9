"""Workers that are lost in every way: what is told, what fails, what goes on, what comes back."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any, cast

import numpy as np
import pytest
from shared.trial_kernels import Gate
from shared.workers.dask_workers import (
    PATIENT,
    backend_of,
    inner,
    kill_place,
    ones,
    place_of,
    places,
    until,
    until_back,
    until_lost,
    worker_of,
)
from shared.workers.tcp_relay import DOWN, UP, Relay, put_before

import streamrt as srt
from streamrt._backends.dask.starter import ClientPlaces
from streamrt.errors import DependencyError, DeviceLostError
from streamrt_kernels import axpy

N = 16
SILENCE = 4.0
"""Seconds, of the device that is to be silent alone; a loaded machine may be slow, too."""


def place_behind(relay: Relay, pair: Pair) -> int:
    """The place of a device that a relay is before."""
    endpoint = inner(pair.lost)._endpoint
    inner(pair.lost)._endpoint = endpoint._replace(port=relay._to[1])
    return place_of(pair.lost)


class Pair:
    """A runtime with two workers and the CPU; work is pending on all, and the first is lost."""

    def __init__(self, rt: srt.Runtime, gate: Gate) -> None:
        self.rt = rt
        self.lost, self.other, self.host = rt.devices
        stream, theirs = self.lost.stream(), self.other.stream()
        self.x, self.y = ones(rt, self.lost), ones(rt, self.other)
        self.z = ones(rt, self.host)
        self.read_before = ones(rt, self.other)
        theirs.copy(self.read_before, self.x).sync()
        gate.hold(stream)
        self.pending = stream.launch(axpy, self.x, self.x, alpha=1.0)
        copied = ones(rt, self.other)
        self.puller = theirs.copy(copied, self.x)
        self.reader = self.other.stream().launch(axpy, copied, ones(rt, self.other), alpha=1.0)
        self.goes_on = self.other.stream().launch(axpy, self.y, self.y, alpha=1.0)

    def check_what_fails(self, words: str) -> None:
        """What depends on the lost device fails, and nothing else does."""
        with pytest.raises(DeviceLostError, match=words):
            self.pending.sync()
        for each in (self.puller, self.reader):
            with pytest.raises(DependencyError, match="DeviceLostError"):
                each.sync()
        self.goes_on.sync()
        assert np.asarray(self.y).tolist() == [2.0] * N
        assert np.asarray(self.read_before).tolist() == [1.0] * N

    def check_next_epoch(self) -> None:
        """The device comes back, empty; what is written again is there."""
        until_back(self.lost, 1)
        with pytest.raises((DeviceLostError, DependencyError)):
            np.asarray(self.x)
        stream = self.lost.stream()
        stream.fill(self.x, 5.0)
        self.other.stream().copy(self.y, self.x).sync()
        stream.launch(axpy, self.x, ones(self.rt, self.lost), alpha=1.0).sync()
        assert np.asarray(self.y).tolist() == [5.0] * N
        assert self.other.epoch == 0


def kill_worker(pair: Pair, relay: Relay) -> None:
    os.kill(worker_of(pair.lost), signal.SIGKILL)


def kill_its_place(pair: Pair, relay: Relay) -> None:
    kill_place(pair.lost)


def restart_worker(pair: Pair, relay: Relay) -> None:
    """Dask closes the worker in good order, and its nanny starts another one."""
    backend = inner(pair.lost)._backend
    client = cast("ClientPlaces", backend._places)._client
    client.restart_workers([backend.workers[0].address], raise_for_error=False)


def cut(pair: Pair, relay: Relay) -> None:
    relay.cut()


ENDS: list[tuple[Callable[[Pair, Relay], None], str]] = [
    (kill_worker, "its connection ended"),
    (kill_its_place, "its connection ended"),
    (restart_worker, "is being closed|its connection ended"),
    (cut, "its connection ended"),
]


@pytest.fixture
def gated(names: list[Any]) -> Iterator[tuple[srt.Runtime, Gate, Relay]]:
    with (
        put_before(backend_of(names), 0) as relay,
        srt.Runtime(devices=[*names, "cpu:0"]) as rt,
        Gate(rt) as gate,
    ):
        yield rt, gate, relay


@pytest.mark.parametrize(("end", "words"), ENDS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_worker_that_ends_fails_what_depends_on_it_and_comes_back(
    gated: tuple[srt.Runtime, Gate, Relay], end: Callable[[Pair, Relay], None], words: str
) -> None:
    """Rows 273 and 274."""
    rt, gate, relay = gated
    pair = Pair(rt, gate)
    place = place_behind(relay, pair)
    since = time.monotonic()
    end(pair, relay)
    reason = until_lost(pair.lost)
    print(f"{end.__name__}: told after {time.monotonic() - since:.3f} s: {reason}")
    gate.open()
    worker = inner(pair.lost)._backend.workers[0].name
    assert reason.startswith(f"the worker {worker} at tcp://127.0.0.1:")
    pair.check_what_fails(words)
    pair.check_next_epoch()
    until(lambda: place not in places())


def stop_place(pair: Pair, relay: Relay) -> None:
    os.kill(place_behind(relay, pair), signal.SIGSTOP)


def swallow_results(pair: Pair, relay: Relay) -> None:
    relay.swallows = {DOWN}


def swallow_both(pair: Pair, relay: Relay) -> None:
    relay.swallows = {UP, DOWN}


def stop_reading(pair: Pair, relay: Relay) -> None:
    relay.stalls = {UP, DOWN}


SILENCES = [
    stop_place,
    *(
        pytest.param(each, marks=pytest.mark.dask)
        for each in (swallow_results, swallow_both, stop_reading)
    ),
]


@pytest.fixture
def watched(names: list[Any]) -> Iterator[tuple[srt.Runtime, Gate, Relay]]:
    """As `gated`; the first device is lost after some seconds of silence."""
    backend = backend_of(names)
    with put_before(backend, 0) as relay, srt.Runtime(devices=[*names, "cpu:0"]) as rt:
        backend.silence = SILENCE
        rt.device(names[0])
        backend.silence = PATIENT
        with Gate(rt) as gate:
            yield rt, gate, relay


@pytest.mark.parametrize("fall_silent", SILENCES, ids=lambda each: getattr(each, "__name__", ""))
def test_a_place_that_is_silent_is_lost(
    watched: tuple[srt.Runtime, Gate, Relay], fall_silent: Callable[[Pair, Relay], None]
) -> None:
    """Row 275."""
    rt, gate, relay = watched
    pair = Pair(rt, gate)
    place = place_behind(relay, pair)
    fall_silent(pair, relay)
    reason = until_lost(pair.lost)
    gate.open()
    pair.check_what_fails("it was silent for too long")
    pair.check_next_epoch()
    if fall_silent is stop_place:
        os.kill(place, signal.SIGCONT)
    until(lambda: place not in places())
    assert "the worker 0 at tcp" in reason


def test_what_is_slow_is_not_lost(names: list[Any]) -> None:
    """Each piece of bytes is 1 ms late in each direction: all goes on, and in order."""
    with put_before(backend_of(names), 0) as relay, srt.Runtime(devices=names) as rt:
        relay.delay = 0.001
        a, b = rt.devices
        x, y = ones(rt, a), rt.put(np.zeros(N, "f4"), device=a)
        stream = a.stream()
        for _ in range(300):
            stream.launch(axpy, x, y, alpha=1.0)
        b.stream().copy(z := ones(rt, b), y)
        assert np.asarray(z).tolist() == [300.0] * N
        assert (a.epoch, b.epoch) == (0, 0)
