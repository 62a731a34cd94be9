"""Random programs on two workers, of which one is lost at a drawn step, beside the same on the CPU.

What does not depend on the lost device is equal bit by bit. What depends on it is equal, too, if it
was in time; else it is told as lost, or as skipped because of that.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import pytest
from shared.workers.dask_workers import PATIENT, kill_place, until_back

import streamrt as srt
from streamrt._runtime.devices import recovering
from streamrt.errors import DependencyError, DeviceLostError
from streamrt_kernels import axpy

BUFFERS, STREAMS, STEPS, N = 4, 2, 40, 64
Key = tuple[int, int]  # a device and the number of a buffer
QUICK = 5
MANY = int(os.environ.get("STREAMRT_DASK_LOSSES", "200"))
LOST = (DeviceLostError, DependencyError)

LAUNCH, COPY, PUT = "launch", "copy", "put"


class Step(NamedTuple):
    """A step: a launch of `x` into `y`, a copy of it there, or a `put` that makes `y` anew.

    Attributes:
        x, y: the buffers, each as (device, number).
        stream: the device and the number of the stream.
    """

    what: str
    x: Key
    y: Key
    stream: tuple[int, int]


def program(draw: Random) -> list[Step]:
    steps: list[Step] = []
    for _ in range(STEPS):
        what = draw.choices((LAUNCH, COPY, PUT), (6, 4, 1))[0]
        here, there = draw.randrange(2), draw.randrange(2)
        x, y = draw.sample(range(BUFFERS), 2)
        if what == LAUNCH:
            there = here
        near = draw.choice((here, there))
        steps.append(Step(what, (here, x), (there, y), (near, draw.randrange(STREAMS))))
    return steps


class Outcome(NamedTuple):
    """What became of each step ("done", "lost" or "refused"), and of each buffer (None: lost)."""

    words: list[str]
    values: dict[Key, list[float] | None]


def run(
    rt: srt.Runtime,
    devices: list[srt.Device],
    steps: list[Step],
    *,
    kills: Mapping[int, Callable[[], object]] = MappingProxyType({}),
    skipped: Collection[int] = (),
) -> Outcome:
    """Runs a program; calls functions before some steps, and leaves others out."""
    keys = [(device, number) for device in range(2) for number in range(BUFFERS)]
    streams = {(d, n): devices[d].stream() for d in range(2) for n in range(STREAMS)}

    def value(number: int, key: Key) -> np.ndarray[Any, Any]:
        return np.random.default_rng([number, *key]).standard_normal(N).astype("f4")

    buffers = {key: rt.put(value(STEPS, key), device=devices[key[0]]) for key in keys}
    executions: list[srt.Execution[Any] | None] = []
    refused: set[int] = set()
    for number, (what, x, y, stream) in enumerate(steps):
        kills.get(number, int)()
        found: srt.Execution[Any] | None = None
        try:
            if number in skipped:
                continue
            if what == PUT:
                buffers[y] = rt.put(value(number, y), device=devices[y[0]])
            elif what == COPY:
                found = streams[stream].copy(buffers[y], buffers[x])
            else:
                found = streams[stream].launch(axpy, buffers[x], buffers[y], alpha=0.5)
        except DeviceLostError:
            refused.add(number)
        executions.append(found)
    words: list[str] = []
    for number, execution in enumerate(executions):
        try:
            if execution is not None:
                execution.sync()
            words.append("refused" if number in refused else "done")
        except LOST:
            words.append("lost")
    values: dict[Key, list[float] | None] = {}
    for key, buffer in buffers.items():
        try:
            values[key] = np.asarray(buffer).tolist()
        except LOST:
            values[key] = None
    for each in streams.values():
        each.close()
    return Outcome(words, values)


def touched(steps: list[Step], words: list[str], lost: int) -> tuple[set[int], set[Key]]:
    """The steps, and the buffers at the end, that may depend on a device which was lost."""
    taken: set[int] = set()
    buffers = {(lost, number) for number in range(BUFFERS)}
    for number, (what, x, y, stream) in enumerate(steps):
        if words[number] == "refused":
            taken.add(number)
            continue
        is_taken = lost in (y[0], stream[0]) if what != PUT else y[0] == lost
        is_taken |= what != PUT and (x[0] == lost or x in buffers)
        is_taken |= what == LAUNCH and y in buffers
        (buffers.add if is_taken else buffers.discard)(y)
        if is_taken:
            taken.add(number)
    return taken, buffers


@pytest.fixture(scope="module")
def rt(client: Any) -> Iterator[srt.Runtime]:
    before, recovering.MOST = recovering.MOST, 1 << 30
    client.wait_for_workers(2)
    names = srt.dask.devices(client, silence=PATIENT)
    with srt.Runtime(devices=[*names, "cpu:0"]) as found:
        assert len(found.devices) == 3
        yield found
    recovering.MOST = before


def check(rt: srt.Runtime, seed: int) -> None:
    draw = Random(seed)
    steps, lost, at = program(draw), draw.randrange(2), draw.randrange(STEPS)
    workers, epochs = list(rt.devices[:2]), [device.epoch for device in rt.devices[:2]]
    timers: list[threading.Timer] = []

    def kill() -> None:
        """At once, or a little later from another thread."""
        after = draw.choice((0.0, draw.uniform(0, 0.01)))
        timers.append(threading.Timer(after, kill_place, (workers[lost],)))
        timers[0].start()
        if not after:
            timers[0].join()

    words, values = run(rt, workers, steps, kills={at: kill})
    timers[0].join()
    until_back(workers[lost], epochs[lost] + 1)
    assert workers[1 - lost].epoch == epochs[1 - lost]
    steps_taken, buffers_taken = touched(steps, words, lost)
    said = {number for number, word in enumerate(words) if word != "done"}
    assert said <= steps_taken, f"seed {seed}: {sorted(said - steps_taken)} lost, device {lost}"
    refused = {number for number, word in enumerate(words) if word == "refused"}
    cpu = rt.devices[2]
    wanted = run(rt, [cpu, cpu], steps, skipped=refused).values
    for key, found in values.items():
        if found is None:
            assert key in buffers_taken, f"seed {seed}: buffer {key} is lost, with device {lost}"
        else:
            assert found == wanted[key], f"seed {seed}: buffer {key}, device {lost} was lost"


@pytest.mark.parametrize("seed", range(QUICK))
def test_a_loss_changes_nothing_that_does_not_depend_on_it(rt: srt.Runtime, seed: int) -> None:
    """Row 276."""
    check(rt, seed)


@pytest.mark.dask
@pytest.mark.parametrize("part", range(MANY // 10))
def test_many_losses_change_nothing_that_does_not_depend_on_them(
    rt: srt.Runtime, part: int
) -> None:
    """Ten programs each; STREAMRT_DASK_LOSSES=1000 runs as many."""
    for seed in range(1000 + 10 * part, 1010 + 10 * part):
        check(rt, seed)
