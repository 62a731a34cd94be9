"""streamrt on simulated devices: how many schedules of a program a second, and whether they repeat.

The program is 50 launches on 4 streams of one device, each of which reads one buffer and changes
another of 12. `schedules-tracked` counts all of it: the submission through streams and tracker, and
the run in an order that the seed chooses, with real kernels. For `schedules` the tracker's commands
are recorded once, and only they are submitted to the simulator and run, again and again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

import streamrt as srt
from benchmarks.ours.common import AXPY
from benchmarks.scale import Scale
from benchmarks.work.clocks import Results
from streamrt.backend import BackendDevice, Check, Command, Launch, Queue, Timeline, Wait
from streamrt.testing import Simulator, TraceEvent

CELL = 8  # words from one status cell to the next; the state is in the first
DONE = 2
COMMANDS, STREAMS, BUFFERS, ELEMENTS = 50, 4, 12, 8


class Program:
    """The program on an open runtime."""

    def __init__(self, rt: srt.Runtime) -> None:
        device = rt.device("sim:0")
        self._rt = rt
        self._streams = [device.stream(f"s{number}") for number in range(STREAMS)]
        self._buffers = [rt.empty(ELEMENTS, "f4", device) for _ in range(BUFFERS)]
        for buffer in self._buffers:
            self._streams[0].fill(buffer, 1.0)
        rt.barrier().sync()

    def run(self) -> None:
        streams, buffers = self._streams, self._buffers
        for number in range(COMMANDS):
            x, y = buffers[number * 7 % BUFFERS], buffers[(number * 5 + 1) % BUFFERS]
            streams[number % STREAMS].launch(AXPY, x, y, 0.5)
        self._rt.barrier().sync()


class Recorder:
    """A backend that hands out a simulator's devices, and records their queues' commands."""

    kind = "sim"

    def __init__(self) -> None:
        self.lines: dict[int, Line] = {}  # by their timelines' handles
        self.batches: list[tuple[Line, list[Command]]] = []
        self._simulator = Simulator(1)

    def count(self) -> int:
        return 0

    def open(self, index: int) -> BackendDevice:
        device: Any = self._simulator.open(index)
        open_queue = device.open_queue

        def open_line(name: str, timeline: Timeline) -> Queue:
            line = Line(open_queue(name, timeline), timeline, self.batches)
            self.lines[timeline.handle] = line
            return cast(Queue, line)

        device.open_queue = open_line
        return cast(BackendDevice, device)


class Line:
    """A simulated queue that records its commands, and its timeline."""

    def __init__(
        self, queue: Any, timeline: Timeline, batches: list[tuple[Line, list[Command]]]
    ) -> None:
        self.timeline = timeline
        self.push: Callable[[Sequence[Command]], None] = queue.submit
        self.advance: Callable[[], bool] = queue.advance
        self.now: Callable[[], int] = queue.now
        self.close: Callable[[float], bool] = queue.close
        self._batches = batches

    def submit(self, commands: Sequence[Command]) -> None:
        self._batches.append((self, list(commands)))
        self.push(commands)


class Schedules:
    """The commands of a program, which is submitted to the simulator's queues again and again."""

    def __init__(self, recorder: Recorder, program: Program) -> None:
        recorder.batches.clear()
        self._base = {handle: line.timeline.completed for handle, line in recorder.lines.items()}
        program.run()
        self._recorder = recorder
        self._batches = list(recorder.batches)
        self._cells = np.zeros((len(self._batches), CELL), "u8")
        first, step = self._cells.ctypes.data, self._cells.strides[0]
        launches = [commands[-1] for _, commands in self._batches]
        self._address = {
            launch.cell: first + number * step
            for number, launch in enumerate(launches)
            if isinstance(launch, Launch)
        }

    def run(self) -> None:
        address, lines = self._address, self._recorder.lines
        self._cells[:] = 0
        shift = {h: line.timeline.completed - self._base[h] for h, line in lines.items()}
        line: Line | None = None
        for line, commands in self._batches:
            batch: list[Command] = []
            for command in commands:
                match command:
                    case Wait(queue, value):
                        batch.append(Wait(queue, value + shift[queue]))
                    case Check(cell):
                        batch.append(Check(address[cell]))
                    case Launch(cell, plan, arguments):
                        line.timeline.expect(address[cell])
                        batch.append(Launch(address[cell], plan, arguments))
                    case _:
                        raise ValueError(f"{command} is no command of the program")
            line.push(batch)
        while line is not None and line.advance():
            pass
        done = all((self._cells[:, 0] & 0xFFFFFFFF) == DONE)
        assert done, "some of the program did not run"


def best_rate(run: Callable[[], None], scale: Scale) -> float:
    """Runs a second: the best of several batches."""
    best, batch = 0.0, scale.count(200, 50)
    for _ in range(scale.count(8, 3)):
        started = time.perf_counter()
        for _ in range(batch):
            run()
        best = max(best, batch / (time.perf_counter() - started))
    return best


def trace(seed: int) -> tuple[TraceEvent, ...]:
    """The trace of a run of the program from the start."""
    simulator = Simulator(seed)
    with srt.Runtime(["sim:0"], backends=[simulator]) as rt:
        Program(rt).run()
    return simulator.trace


async def simulated(scale: Scale) -> Results:
    """Schedules and programs a second, and equal traces of a thousand."""
    recorder = Recorder()
    with srt.Runtime(["sim:0"], backends=[recorder]) as rt:
        program = Program(rt)
        program.run()
        rt.device().memory_stats()  # notices all that has ended
        schedules = best_rate(Schedules(recorder, program).run, scale)
    with srt.Runtime(["sim:0"], backends=[Simulator(1)]) as rt:
        tracked = best_rate(Program(rt).run, scale)
    runs = scale.count(1000, 50)
    first = trace(7)
    equal = sum(trace(7) == first for _ in range(runs))
    same = 1000 * equal / runs
    return {"schedules": schedules, "schedules-tracked": tracked, "same-trace": same}
