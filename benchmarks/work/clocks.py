"""Loops and clocks that the cases of several peers share, so that they measure alike."""

from __future__ import annotations

import asyncio
import functools
import gc
import statistics
import subprocess
import sys
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

from benchmarks.scale import Scale
from benchmarks.work import native
from benchmarks.work.busy import busy_loop

Block = TypeVar("Block")
Launch = Callable[[], Awaitable[object]]
Results = dict[str, float]

DEPTH = 16
IDLE = 1e-3
median = statistics.median


def p99(samples: Sequence[float]) -> float:
    ordered = sorted(samples)
    return ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]


def check(true: bool, what: str) -> None:
    """Refuse to report the time of work that was not done.

    Raises:
        RuntimeError: `true` is false.
    """
    if not true:
        raise RuntimeError(f"measure: {what}; the time of this case means nothing")


# -- beside Python that computes -------------------------------------------------------------------


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
    idle = await kernels_per_second(launch, scale.seconds(0.5, 0.3))
    seconds = scale.seconds(1.5, 1.0)
    async with busy_loop(seconds):
        busy = await kernels_per_second(launch, seconds)
    return {"idle-rate": idle, "busy-rate": busy, "busy-kept": busy / idle}


async def edge_results(
    run: Callable[[int], Awaitable[object]], gap: Callable[[], int], scale: Scale
) -> Results:
    """The rows of the edge, behind a producer of 200 µs and behind one of 20.

    `run` awaits a producer of so many iterations and its consumer, `gap` gives the ns between.
    """
    limit, count = 1.5, scale.count(400, 50)
    results: Results = {}
    for name, iterations in (("edge", scale.iterations), ("edge-20", scale.short)):
        gaps: list[float] = []  # at least one, and then for 1.5 s at most
        deadline = time.perf_counter() + limit
        async with busy_loop(2 * limit):
            while len(gaps) < count and time.perf_counter() < deadline:
                await run(iterations)
                gaps.append(gap() / 1e3)
        results[name] = median(gaps)
    return results


# -- from a launch until its await returns ---------------------------------------------------------


def _whole(began: int, ended: int) -> int:
    return ended - began


async def round_trips(
    launch: Launch,
    count: int,
    pause: float = 0.0,
    spent: Callable[[int, int], int] = _whole,
) -> list[float]:
    """The times in µs from a launch until its await returns, with `pause` seconds between them.

    Args:
        launch: launches something.
        count: how many times.
        pause: is not counted.
        spent: the ns that count, of the times when a launch began and its await returned.
    """
    clock = time.monotonic_ns  # the clock that kernels read
    samples: list[float] = []
    for _ in range(count):
        if pause:
            await asyncio.sleep(pause)
        began = clock()
        await launch()
        ended = clock()
        samples.append(spent(began, ended) / 1e3)
    return samples


def blocking_trips(run: Callable[[], object], count: int) -> list[float]:
    """The same times for a peer that can only block the loop's thread until its work is done."""
    clock = time.monotonic_ns
    samples: list[float] = []
    for _ in range(count):
        began = clock()
        run()
        samples.append((clock() - began) / 1e3)
    return samples


def _trip_results(name: str, warm: Sequence[float], idle: Sequence[float]) -> Results:
    """The four rows of a round trip: at once, and after 1 ms of idleness."""
    return {
        name: median(warm),
        f"{name}-p99": p99(warm),
        f"idle-{name}": median(idle),
        f"idle-{name}-p99": p99(idle),
    }


async def trip_results(
    name: str,
    launch: Launch,
    scale: Scale,
    full: int,
    spent: Callable[[int, int], int] = _whole,
) -> Results:
    """The rows of launches that are awaited: `full` of them, and 500 after a pause."""
    await round_trips(launch, 200, 0.0, spent)
    warm = await round_trips(launch, scale.count(full, max(500, full // 10)), 0.0, spent)
    idle = await round_trips(launch, scale.count(500, 100), IDLE, spent)
    return _trip_results(name, warm, idle)


async def blocking_trip_results(run: Callable[[], object], scale: Scale, full: int) -> Results:
    """The rows of the round trips of a peer that blocks."""
    blocking_trips(run, 200)
    warm = blocking_trips(run, scale.count(full, full // 10))
    idle: list[float] = []
    for _ in range(scale.count(500, 100)):
        await asyncio.sleep(IDLE)
        idle += blocking_trips(run, 1)
    return _trip_results("round-trip", warm, idle)


async def long_trip_results(launch: Launch, times: native.Array, scale: Scale) -> Results:
    """The rows of a STAGE of 20 µs, without its own time, which it notes in `times`."""

    def beyond(began: int, ended: int) -> int:
        return ended - began - int(times[native.ENDED] - times[native.BEGAN])

    return await trip_results("round-trip-20", launch, scale, 3000, beyond)


async def start_results(launch: Launch, began: Callable[[], int], scale: Scale) -> Results:
    """The rows of the time from a call in Python to its first kernel, which `began` gives in ns."""
    return await trip_results(
        "replay-start", launch, scale, 5000, lambda start, _ended: began() - start
    )


# -- the time of many things, for each of them -----------------------------------------------------


def each(name: str, count: int, run: Callable[[], object]) -> Results:
    """The time of `count` things that `run` does, in µs for one of them."""
    gc.collect()
    began = time.perf_counter()
    kept = run()
    elapsed = time.perf_counter() - began
    del kept
    return {name: elapsed / count * 1e6}


async def each_awaited(name: str, count: int, run: Launch) -> Results:
    """The same of things that are awaited."""
    gc.collect()
    began = time.perf_counter()
    kept = await run()
    elapsed = time.perf_counter() - began
    del kept
    return {name: elapsed / count * 1e6}


def seconds_of(run: Callable[[], object], repeats: int) -> float:
    """The median time of `run`; dropping what it returns is not counted."""
    samples: list[float] = []
    for _ in range(repeats):
        began = time.perf_counter()
        made = run()
        samples.append(time.perf_counter() - began)
        del made
    return median(samples)


def timed(calls: Mapping[str, Callable[[], object]], seconds: float, warm: int = 2) -> Results:
    """The median time of each call in ms, after some that are not counted.

    Args:
        calls: return when their result is there.
        seconds: to spend with each; five samples are taken at least.
        warm: how many are not counted.
    """
    found: Results = {}
    for name, call in calls.items():
        for _ in range(warm):
            call()
        samples: list[float] = []
        until = time.perf_counter() + seconds
        while time.perf_counter() < until or len(samples) < 5:
            began = time.perf_counter()
            call()
            samples.append((time.perf_counter() - began) * 1e3)
        found[name] = median(samples)
    return found


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


def blocking_per_node(run: Callable[[], object], nodes: int, count: int) -> float:
    """The median time in ns for each node of a replay that blocks."""
    for _ in range(3):
        run()
    return batches(run, 1, count) * 1e3 / nodes


# -- memory, processes, and a pipeline of two stages -----------------------------------------------


def alloc_results(
    allocate: Callable[[int], Block],
    view: Callable[[Block], native.Array],
    free: Callable[[Block], object],
    scale: Scale,
) -> Results:
    """The rows of allocating and freeing: untouched, and then with all of the memory written."""
    run = functools.partial(allocate, 1 << 20)
    results = {"alloc": batches(run, 1000, scale.count(30, 10))}
    for megabytes in (1, 16, 64):
        repeats = scale.count(max(21, 200 // megabytes), 11)  # for about 200 ms
        run = functools.partial(allocate, megabytes << 20)
        results[f"touch-{megabytes}"] = _touched(run, view, free, repeats)
    return results


def _touched(
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


def fresh_process(code: str) -> list[float]:
    """The numbers that `code` prints in an interpreter of its own."""
    command = [sys.executable, "-c", code]
    finished = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    return [float(word) for word in finished.stdout.split()]


def import_results(modules: str, repeats: int) -> Results:
    """The time to import modules in a program that has imported NumPy already."""
    code = f"""
import time, numpy
start = time.perf_counter()
import {modules}
print(time.perf_counter() - start)
"""
    fresh_process(code)  # byte code and the page cache are warm afterwards
    return {"import": median([fresh_process(code)[0] for _ in range(repeats)])}


def overlap_results(items: int, iterations: int, elapsed: float) -> Results:
    """The ideal time of a pipeline of two equal stages, over the time it took.

    The ideal is max(load, compute): one stage after the other at full speed, plus the first
    load or the last computation, which nothing can hide. A stage's time is measured here, with
    nothing beside it.
    """
    ideal = (items + 1) * native.stage_seconds(iterations)
    return {"overlap": ideal / elapsed}
