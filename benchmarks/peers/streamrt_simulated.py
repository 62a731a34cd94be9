"""streamrt on simulated devices: how many schedules of a program a second, and whether they repeat.

The program is 50 launches on 4 streams of one device, each of which reads one buffer and changes
another of 12. A schedule is all of it: the submission through streams and tracker, and the run in
an order that the seed chooses, with real kernels.
"""

from __future__ import annotations

import time

import streamrt as srt
from benchmarks.drivers import Results
from benchmarks.peers.streamrt_common import AXPY
from benchmarks.scale import Scale
from streamrt.testing import Event, Simulator

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


def trace(seed: int) -> tuple[Event, ...]:
    """What a run of the program from the start does."""
    simulator = Simulator(seed)
    with srt.Runtime(["sim:0"], backends=[simulator]) as rt:
        Program(rt).run()
    return simulator.trace


async def simulated(scale: Scale) -> Results:
    """Schedules a second, the best of several batches, and equal traces of a thousand."""
    best = 0.0
    with srt.Runtime(["sim:0"], backends=[Simulator(1)]) as rt:
        program = Program(rt)
        batch = scale.count(200, 50)
        for _ in range(scale.count(20, 3)):
            started = time.perf_counter()
            for _ in range(batch):
                program.run()
            best = max(best, batch / (time.perf_counter() - started))
    runs = scale.count(1000, 50)
    first = trace(7)
    equal = sum(trace(7) == first for _ in range(runs))
    return {"schedules": best, "same-trace": 1000 * equal / runs}
