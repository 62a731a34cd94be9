"""Loops and clocks that the cases of several peers share, so that they measure alike."""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from benchmarks import native
from benchmarks.busy import busy_loop
from benchmarks.scale import Scale

Block = TypeVar("Block")
Launch = Callable[[], Awaitable[object]]
Results = dict[str, float]

DEPTH = 16
IDLE = 1e-3


def median(samples: Sequence[float]) -> float:
    return statistics.median(samples)


def p99(samples: Sequence[float]) -> float:
    ordered = sorted(samples)
    return ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]


async def kernels_per_second(launch: Launch, seconds: float) -> float:
    """The rate at which kernels complete, as an awaiter sees it, with DEPTH of them in flight."""
    pending = deque(launch() for _ in range(DEPTH))
    done = 0
    deadline = time.perf_counter() + seconds
    while True:
        await pending.popleft()
        if time.perf_counter() > deadline:
            break
        done += 1
        pending.append(launch())
    for execution in pending:
        await execution
    return done / seconds


async def busy_results(launch: Launch, scale: Scale) -> Results:
    """The rows of kernels of 200 µs: first while the loop idles, then while it computes."""
    await launch()
    idle = await kernels_per_second(launch, scale.seconds(1.0, 0.3))
    seconds = scale.seconds(3.0, 1.0)
    async with busy_loop(seconds):
        busy = await kernels_per_second(launch, seconds)
    return {"idle-rate": idle, "busy-rate": busy, "busy-kept": busy / idle}


async def edge_results(
    run: Callable[[int], Awaitable[object]], gap: Callable[[], int], scale: Scale
) -> Results:
    """The rows of the edge, behind a producer of 200 µs and behind one of 20.

    `run` awaits a producer of so many iterations and its consumer, `gap` gives the ns between.
    """
    return {
        "edge": await _edge(lambda: run(scale.iterations), gap, scale),
        "edge-20": await _edge(lambda: run(scale.short), gap, scale),
    }


async def _edge(run: Launch, gap: Callable[[], int], scale: Scale) -> float:
    """The median gap in µs; at least one sample is taken, and then for 3 s at most."""
    limit, count = 3.0, scale.count(400, 50)
    gaps: list[float] = []
    deadline = time.perf_counter() + limit
    async with busy_loop(2 * limit):
        while len(gaps) < count and time.perf_counter() < deadline:
            await run()
            gaps.append(gap() / 1e3)
    return median(gaps)


async def round_trips(launch: Launch, count: int, pause: float = 0.0) -> list[float]:
    """The times in µs from a launch until its await returns, with `pause` seconds between them."""
    clock = time.perf_counter_ns
    samples: list[float] = []
    for _ in range(count):
        if pause:
            await asyncio.sleep(pause)
        start = clock()
        await launch()
        samples.append((clock() - start) / 1e3)
    return samples


async def _beyond(
    launch: Launch, times: native.Array, count: int, pause: float = 0.0
) -> list[float]:
    """The same times of a STAGE kernel, without the kernel's own, which it notes in `times`."""
    clock = time.perf_counter_ns
    samples: list[float] = []
    for _ in range(count):
        if pause:
            await asyncio.sleep(pause)
        start = clock()
        await launch()
        elapsed = clock() - start
        samples.append((elapsed - int(times[native.ENDED] - times[native.BEGAN])) / 1e3)
    return samples


async def long_round_trip_results(launch: Launch, times: native.Array, scale: Scale) -> Results:
    """The rows of the round trips of a kernel of 20 µs."""
    await _beyond(launch, times, 200)
    warm = await _beyond(launch, times, scale.count(3000, 500))
    after_idle = await _beyond(launch, times, scale.count(500, 100), IDLE)
    return {
        "round-trip-20": median(warm),
        "round-trip-20-p99": p99(warm),
        "idle-round-trip-20": median(after_idle),
        "idle-round-trip-20-p99": p99(after_idle),
    }


async def blocking_round_trips(
    run: Callable[[], object], count: int, pause: float = 0.0
) -> list[float]:
    """The same times for a peer that can only block the loop's thread until its work is done."""
    clock = time.perf_counter_ns
    samples: list[float] = []
    for _ in range(count):
        if pause:
            await asyncio.sleep(pause)
        start = clock()
        run()
        samples.append((clock() - start) / 1e3)
    return samples


async def starts(
    launch: Launch, began: Callable[[], int], count: int, pause: float = 0.0
) -> list[float]:
    """The times in µs from a launch to the start of its kernel, which `began` gives in ns.

    Each launch is awaited, and the next one follows `pause` seconds later.
    """
    clock = time.monotonic_ns  # the clock that kernels read
    samples: list[float] = []
    for _ in range(count):
        if pause:
            await asyncio.sleep(pause)
        start = clock()
        await launch()
        samples.append((began() - start) / 1e3)
    return samples


async def start_results(launch: Launch, began: Callable[[], int], scale: Scale) -> Results:
    """The rows of the time from a call in Python to its first kernel."""
    await starts(launch, began, 200)
    warm = await starts(launch, began, scale.count(5000, 500))
    after_idle = await starts(launch, began, scale.count(500, 100), IDLE)
    return {
        "replay-start": median(warm),
        "replay-start-p99": p99(warm),
        "idle-replay-start": median(after_idle),
        "idle-replay-start-p99": p99(after_idle),
    }


def round_trip_results(warm: Sequence[float], after_idle: Sequence[float]) -> Results:
    """The rows of the round trips."""
    return {
        "round-trip": median(warm),
        "round-trip-p99": p99(warm),
        "idle-round-trip": median(after_idle),
        "idle-round-trip-p99": p99(after_idle),
    }


def blocking_per_node(run: Callable[[], object], nodes: int, count: int) -> float:
    """The median time in ns for each node of a replay that blocks."""
    for _ in range(3):
        run()
    return batches(run, 1, count) * 1e3 / nodes


def check(true: bool, what: str) -> None:
    """Refuse to report the time of work that was not done.

    Raises:
        RuntimeError: `true` is false.
    """
    if not true:
        raise RuntimeError(f"measure: {what}; the time of this case means nothing")


def batches(run: Callable[[], object], size: int, count: int) -> float:
    """The median of `count` batches; the value of a batch is the mean time of `run` in µs."""
    clock = time.perf_counter_ns
    turns = range(size)
    samples: list[float] = []
    for _ in range(count):
        start = clock()
        for _turn in turns:
            run()
        samples.append((clock() - start) / size / 1e3)
    return median(samples)


def touched(
    allocate: Callable[[], Block],
    view: Callable[[Block], native.Array],
    free: Callable[[Block], object],
    repeats: int,
) -> float:
    """The median time in µs to allocate a block, to write all of it, and to free it.

    The time to make its memory visible as an array is not counted, because a kernel would write it.
    """
    clock = time.perf_counter_ns
    samples: list[float] = []
    for _ in range(repeats):
        start = clock()
        block = allocate()
        allocated = clock() - start
        array = view(block)
        start = clock()
        array.fill(1)
        written = clock() - start
        del array
        start = clock()
        free(block)
        del block
        samples.append((allocated + written + clock() - start) / 1e3)
    return median(samples)


def touch_repeats(megabytes: int, scale: Scale) -> int:
    """A number of repeats: enough for a median, and not more than about 200 ms."""
    return scale.count(max(21, 200 // megabytes), 11)


def fresh_process(code: str) -> list[float]:
    """The numbers that `code` prints in an interpreter of its own."""
    command = [sys.executable, "-c", code]
    finished = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    return [float(word) for word in finished.stdout.split()]


def import_seconds(module: str, repeats: int) -> float:
    """The time to import `module` in a program that has imported NumPy already."""
    code = f"""
import time, numpy
start = time.perf_counter()
import {module}
print(time.perf_counter() - start)
"""
    fresh_process(code)  # byte code and the page cache are warm afterwards
    return median([fresh_process(code)[0] for _ in range(repeats)])


def overlap_results(items: int, iterations: int, elapsed: float) -> Results:
    """The ideal time of a pipeline of two equal stages, over the time it took.

    The ideal is max(load, compute): one stage after the other at full speed, plus the first
    load or the last computation, which nothing can hide. A stage's time is measured here, with
    nothing beside it.
    """
    ideal = (items + 1) * native.stage_seconds(iterations)
    return {"overlap": ideal / elapsed}
