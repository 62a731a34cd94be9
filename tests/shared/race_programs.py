"""Programs with one race each, which are right if they are told to be; and a desk for them.

Comments mark the two lines that a report has to name, `# first` and `# second`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from opencl.driver import OPENCL
from shared.trial_kernels import axpy

import streamrt as srt
from streamrt.errors import RaceError
from streamrt.testing import Simulator

N = 8
KINDS = ("cpu", "sim", OPENCL)
PROGRAMS = Path(__file__).name


def runtime(kind: str, **options: Any) -> srt.Runtime:
    """A runtime on two devices; the second one beside that of OpenCL is a CPU."""
    options = {"hazards": "manual", "races": True, **options}
    other = "cpu:0" if kind == "opencl" else f"{kind}:1"
    return srt.Runtime([f"{kind}:0", other], backends=[Simulator(7)], **options)


class Desk:
    """A runtime with two streams, and buffers of eight floats."""

    def __init__(self, rt: srt.Runtime) -> None:
        self.rt = rt
        self.device, self.other = rt.devices
        self.load, self.work = self.device.stream("load"), self.device.stream("work")

    def buffer(self, value: float = 0.0, device: srt.Device | None = None) -> srt.Buffer:
        """Returns a buffer whose contents no later submission has to wait for."""
        made = self.rt.put(np.full(N, value, "f4"), device or self.device)
        return made.sync()


@contextmanager
def racing(kind: str, error: type[RaceError] = RaceError, **options: Any) -> Generator[srt.Runtime]:
    """A runtime that has to end in a race."""
    with pytest.raises(error), runtime(kind, **options) as rt:
        yield rt


Bug = Callable[[Desk, bool], object]
BUGS: dict[str, Bug] = {}


def bug(program: Bug) -> Bug:
    """Adds a program that has a race, unless it is told to be right."""
    BUGS[program.__name__] = program
    return program


@bug
def a_wait_is_missing(at: Desk, right: bool) -> None:
    x, y = at.buffer(), at.buffer()
    at.load.fill(x, 2.0)  # first
    if right:
        at.work.wait(at.load.record())
    at.work.launch(axpy, x, y, alpha=1.0)  # second


@bug
def the_event_is_recorded_too_early(at: Desk, right: bool) -> None:
    x, y = at.buffer(), at.buffer()
    early = at.load.record()
    at.load.fill(x, 2.0)  # first
    at.work.wait(at.load.record() if right else early)
    at.work.launch(axpy, x, y, alpha=1.0)  # second


@bug
def the_next_batch_overwrites_what_is_read(at: Desk, right: bool) -> None:
    x, y = at.buffer(), at.buffer()
    at.load.fill(x, 2.0)
    at.work.wait(at.load.record())
    at.work.launch(axpy, x, y, alpha=1.0)  # first
    if right:
        at.load.wait(at.work.record())
    at.load.fill(x, 3.0)  # second


@bug
def two_streams_write(at: Desk, right: bool) -> None:
    x = at.buffer()
    written = at.load.fill(x, 2.0)  # first
    if right:
        at.work.wait(written)
    at.work.fill(x, 3.0)  # second


@bug
def views_overlap_in_one_element(at: Desk, right: bool) -> None:
    x = at.buffer()
    at.load.fill(x[4:], 2.0)  # first
    at.work.fill(x[:4] if right else x[:5], 3.0)  # second


@bug
def strided_views_meet(at: Desk, right: bool) -> None:
    x = at.buffer()
    at.load.fill(x[::2], 2.0)  # first
    at.work.fill(x[1::2] if right else x[4::3], 3.0)  # second


@bug
def the_wait_is_for_another_stream(at: Desk, right: bool) -> None:
    x, y = at.buffer(), at.buffer()
    third = at.device.stream("third")
    third.fill(y, 0.0)
    at.load.fill(x, 2.0)  # first
    at.work.wait((at.load if right else third).record())
    at.work.copy(at.buffer(), x)  # second


@bug
def a_chain_of_waits_has_a_gap(at: Desk, right: bool) -> None:
    x, y = at.buffer(), at.buffer()
    middle = at.device.stream("middle")
    at.load.fill(x, 2.0)  # first
    if right:
        middle.wait(at.load.record())
    middle.fill(y, 1.0)
    at.work.wait(middle.record())
    at.work.fill(x, 3.0)  # second


@bug
def a_copy_to_another_device_reads_early(at: Desk, right: bool) -> None:
    x, there = at.buffer(), at.buffer(device=at.other)
    at.load.fill(x, 2.0)  # first
    copying = at.other.stream("copying")
    if right:
        copying.wait(at.load.record())
    copying.copy(there, x)  # second


@bug
def a_replay_reads_early(at: Desk, right: bool) -> None:
    x = at.buffer()
    with at.rt.capture(x=x) as graph:
        y = at.rt.empty(N, device=at.device)
        at.work.copy(y, x)
        at.work.launch(axpy, x, y, alpha=1.0)
        graph.output("y", y)
    replays = graph.plan(at.device).instantiate()
    at.load.fill(x, 2.0)  # first
    if right:
        for stream in replays.streams:
            stream.wait(at.load.record())
    replays.replay()  # second


@bug
def an_old_buffer_overwrites_a_replays_input(at: Desk, right: bool) -> None:
    x = at.buffer()
    with at.rt.capture(x=x) as graph:
        y = at.rt.empty(N, device=at.device)
        at.work.copy(y, x)
        graph.output("y", y)
    replays = graph.plan(at.device).instantiate()
    replay = replays.replay()  # first
    if right:
        at.load.wait(replay)
    at.load.fill(x[N - 1 :], 2.0)  # second


@bug
def only_one_of_two_writers_is_awaited(at: Desk, right: bool) -> None:
    x = at.buffer()
    one, other = at.load.fill(x[:4], 1.0), at.work.fill(x[4:], 2.0)  # first
    one.sync()
    if right:
        other.sync()
    at.device.stream("third").fill(x, 3.0)  # second


@bug
def a_host_call_is_overtaken(at: Desk, right: bool) -> None:
    if not at.device.host_sees:
        raise NotImplementedError
    x = at.buffer()
    at.load.call(lambda view: view.fill(2.0), x, writes=[x])  # first
    if right:
        at.work.wait(at.load.record())
    at.work.fill(x, 3.0)  # second


@bug
def an_array_is_wrapped_twice(at: Desk, right: bool) -> None:
    if not at.device.host_sees:
        raise NotImplementedError
    array = np.zeros(N, "f4")
    one = at.rt.wrap(array)
    written = at.load.fill(one, 2.0)  # first
    lane, value = written.timeline, written.value
    del one, written
    while lane.queue.completed < value:
        pass
    at.rt.device().memory_stats()  # forgets the first history: it has ended, by luck
    if right:
        at.work.wait(at.load.record())
    at.work.fill(at.rt.wrap(array), 3.0)  # second


def marked(program: Bug) -> list[int]:
    """The lines of a program that a report has to name."""
    code = program.__code__
    text = Path(code.co_filename).read_text().splitlines()
    lines = itertools.count(code.co_firstlineno)
    own = list(zip(lines, itertools.takewhile(str, text[code.co_firstlineno - 1 :]), strict=False))
    return [n for mark in ("first", "second") for n, line in own if line.endswith(f"# {mark}")]


def cases() -> list[Any]:
    """The bugs on each kind of device that has what they need."""
    only_cpu = ("a_host_call_is_overtaken", "an_array_is_wrapped_twice")
    of_peers = ("a_copy_to_another_device_reads_early",)
    marks = {"cpu": (), "sim": (), "opencl": OPENCL.marks}
    return [
        pytest.param(kind, program, id=f"{name}-{kind}", marks=marks[kind])
        for name, program in BUGS.items()
        for kind in marks
        if kind == "cpu" or name not in only_cpu
        if kind != "opencl" or name not in of_peers
    ]
