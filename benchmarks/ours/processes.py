"""A device in a child process: launches, round trips, gaps, crashes, and the start of a child."""

from __future__ import annotations

import asyncio
import os
import statistics
import time
from itertools import pairwise
from pathlib import Path

import streamrt as srt
from benchmarks.ours.common import AXPY, floats, stage_buffers
from benchmarks.scale import Scale
from benchmarks.work import futexes, native
from benchmarks.work.clocks import Results
from streamrt.errors import DeviceLostError
from streamrt.process import ProcessBackend

DEVICE = "process+cpu:0"
LAUNCHES = 2000
STAGES = 5  # of 200 µs, in a kernel of 1 ms
SPARE = 1.0  # seconds until a spare is ready

CRASH = srt.Kernel(
    "crash",
    "inout x: f32[n]",
    cpu=srt.LLVM("""
define i32 @crash(ptr %args, i64 %lo, i64 %hi) {
  store volatile i32 1, ptr null
  ret i32 0
}
"""),
)

STAGE = srt.Kernel(  # the child finds the C library's clock by itself
    native.STAGE.name,
    native.STAGE.signature,
    cpu=srt.LLVM(native.STAGE.source, entry=native.STAGE.name),
    split=native.STAGE.split,
)


def _children() -> set[int]:
    """The process ids of the children of this process."""
    found: set[int] = set()
    for thread in Path("/proc/self/task").iterdir():
        found.update(map(int, (thread / "children").read_text().split()))
    return found


def _cpu_seconds(pid: int) -> float:
    """The CPU time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _alone() -> list[ProcessBackend]:
    return [ProcessBackend(spare=False)]


def _batch(stream: srt.Stream, x: srt.Buffer, y: srt.Buffer) -> tuple[float, float]:
    """The wall time and the CPU time of a launch in a batch, in µs."""
    began, used = time.perf_counter(), time.process_time()
    for _ in range(LAUNCHES):
        stream.launch(AXPY, x, y, 0.5)
    stream.sync()
    wall, cpu = time.perf_counter() - began, time.process_time() - used
    return wall / LAUNCHES * 1e6, cpu / LAUNCHES * 1e6


async def process(scale: Scale) -> Results:
    """The rows of launches, round trips, gaps and starts."""
    futex = statistics.median(futexes.round_trip() for _ in range(scale.count(9, 3)))
    before = _children()
    with srt.Runtime([DEVICE], backends=_alone()) as rt:
        stream = rt.device().stream()
        x, y = floats(rt), floats(rt)
        stream.launch(AXPY, x, y, 0.5).sync()
        (child,) = _children() - before
        start = _cpu_seconds(child)
        batches = [_batch(stream, x, y) for _ in range(scale.count(60, 20))]
        trips: list[float] = []
        for _ in range(scale.count(5000, 1000)):
            began = time.perf_counter()
            stream.launch(AXPY, x, y, 0.5).sync()
            trips.append(time.perf_counter() - began)
        source, target = stage_buffers(rt)
        kernels = [
            stream.launch(STAGE, source, target, STAGES * scale.iterations)
            for _ in range(scale.count(200, 50))
        ]
        stream.sync()
        times = [kernel.times for kernel in kernels]
    gaps = [b.started - a.finished for a, b in pairwise(times)]
    lengths = [t.finished - t.started for t in times]
    trip = statistics.median(trips)
    return {
        "process-launch": statistics.median([wall for wall, _ in batches]),
        "process-cpu": statistics.median([cpu for _, cpu in batches]),
        "process-trip": trip * 1e6,
        "process-futex": futex * 1e6,
        "process-trip-over-futex": trip / futex,
        "process-gap": 100 * statistics.median(gaps) / statistics.median(lengths),
        "process-start": start,
    }


async def _crash(rt: srt.Runtime) -> tuple[float, float]:
    """The seconds from a launch that crashes to its error, and to the end of the next launch."""
    stream = rt.device().stream()
    x, y, lost = floats(rt), floats(rt), floats(rt)
    stream.launch(AXPY, x, y, 0.5).sync()
    await rt.warm(CRASH, lost)
    began = time.perf_counter()
    try:
        stream.launch(CRASH, lost).sync()
    except DeviceLostError:
        told = time.perf_counter() - began
    else:
        raise AssertionError("the crash was not told")
    stream.launch(AXPY, x, y, 0.5).sync()
    return told, time.perf_counter() - began


async def process_crash(scale: Scale) -> Results:
    """The rows of crashes; the longest of some, because the worst case is what counts."""
    told: list[float] = []
    again: list[float] = []
    alone: list[float] = []
    for _ in range(scale.count(5, 2)):
        with srt.Runtime([DEVICE]) as rt:
            rt.device()
            await asyncio.sleep(SPARE)
            found = await _crash(rt)
            told.append(found[0])
            again.append(found[1])
        with srt.Runtime([DEVICE], backends=_alone()) as rt:
            alone.append((await _crash(rt))[1])
    return {
        "process-told": max(told) * 1e3,
        "process-again": max(again) * 1e3,
        "process-again-alone": max(alone) * 1e3,
    }
