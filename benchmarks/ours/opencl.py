"""OpenCL on the CPU's driver: launches, round trips, copies, eight streams, and idleness."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

import streamrt as srt
from benchmarks.scale import Scale
from benchmarks.work.clocks import Results, blocking_trips, median, round_trips
from benchmarks.work.opencl.work import (
    BATCH,
    COPIED,
    STREAMS,
    TEXT,
    WORDS,
    checked,
    rate_of_many,
)

IDLE = 2.0  # seconds in which nothing runs

BUMP = srt.Kernel("bump", "inout y: u32[n]", opencl=srt.OpenCL(TEXT, block=WORDS), split="n")


class Launcher:
    """Some streams, each with words of its own."""

    def __init__(self, rt: srt.Runtime, streams: int) -> None:
        self.streams = [rt.device().stream() for _ in range(streams)]
        self._words = [rt.put(np.zeros(WORDS, np.uint32)) for _ in range(streams)]
        self._launches = [0] * streams

    def launch(self, number: int = 0) -> srt.Execution[None]:
        """Launches the kernel on the stream of that number."""
        self._launches[number] += 1
        return self.streams[number].launch(BUMP, self._words[number])

    def batch(self) -> tuple[float, float]:
        """Returns the µs of a launch in a batch, by the clock, and of CPU of all threads."""
        began, used = time.perf_counter(), time.process_time()
        streams = range(len(self.streams))
        for _ in range(BATCH // len(self.streams)):
            for number in streams:
                self.launch(number)
        for stream in self.streams:
            stream.sync()
        wall, cpu = time.perf_counter() - began, time.process_time() - used
        launches = BATCH // len(self.streams) * len(self.streams)
        return wall / launches * 1e6, cpu / launches * 1e6

    def check(self) -> None:
        """Checks that each launch has run once, after those before it on its stream."""
        for words, launches in zip(self._words, self._launches, strict=True):
            checked(np.asarray(words), launches)


def _copies(rt: srt.Runtime, stream: srt.Stream, count: int) -> list[float]:
    source, target = (rt.put(np.ones(COPIED // 4, np.uint32)) for _ in range(2))
    return [us / 1e3 for us in blocking_trips(lambda: stream.copy(target, source).sync(), count)]


def _idle() -> float:
    """The CPU time of all threads in ms, for each second in which nothing runs."""
    time.sleep(0.2)
    began, used = time.perf_counter(), time.process_time()
    time.sleep(IDLE)
    return (time.process_time() - used) * 1e3 / (time.perf_counter() - began)


def _medians(batches: Sequence[tuple[float, float]]) -> Results:
    return {
        "opencl-launch": median([wall for wall, _ in batches]),
        "opencl-cpu": median([cpu for _, cpu in batches]),
    }


async def opencl(scale: Scale) -> Results:
    """All rows."""
    with srt.Runtime(["opencl:0"]) as rt:
        one, many = Launcher(rt, 1), Launcher(rt, STREAMS)
        many.batch()
        one.batch()
        results = _medians([one.batch() for _ in range(scale.count(30, 9))])
        blocking_trips(lambda: one.launch().sync(), 100)
        trips = blocking_trips(lambda: one.launch().sync(), scale.count(3000, 500))
        await round_trips(one.launch, 50)
        awaited = await round_trips(one.launch, scale.count(2000, 300))
        results |= {"opencl-trip": median(trips), "opencl-await": median(awaited)}
        _copies(rt, one.streams[0], 2)
        results["opencl-copy"] = median(_copies(rt, one.streams[0], scale.count(15, 5)))
        results["opencl-streams"] = rate_of_many(one.batch, many.batch, scale.count(30, 9))
        results["opencl-idle"] = _idle()
        one.check()
        many.check()
    return results
