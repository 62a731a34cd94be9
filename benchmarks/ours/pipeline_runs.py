"""streamrt's pipelines: what lies around their items: memory, leaving, and resuming."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

import streamrt as srt
from benchmarks.scale import Scale
from benchmarks.work import clocks, pipelines
from benchmarks.work.clocks import Results
from benchmarks.work.memory import resident_bytes
from benchmarks.work.pipelines import AHEAD, ROWS, WIDTH
from streamrt.pipeline import Spec, source

ROW = {"x": Spec((WIDTH,), "f4")}


async def pipe_memory(scale: Scale) -> Results:
    """The resident memory while items pass: its growth from the first tenth to the last, in %."""
    count = scale.count(1_000_000, 20_000)
    made = (
        source(range(count), shuffle=1)
        .map(pipelines.add_one, workers=2)
        .fill(pipelines.write_row, ROW, workers=2)
        .batch(ROWS)
    )
    sizes: list[int] = []
    async with srt.Runtime() as rt, made.run(rt, ahead=AHEAD) as run:
        number = 0
        async for _ in run:
            number += 1
            if number % (count // ROWS // 100) == 0:
                sizes.append(resident_bytes())
    tenth = len(sizes) // 10
    before, after = max(sizes[:tenth]), max(sizes[-tenth:])
    return {"pipe-memory": (after / before - 1) * 100}


async def _leaving(rt: srt.Runtime) -> float:
    """The ms that leaving takes beyond the end of the function that runs the longest."""
    ends, has_begun = [0.0], threading.Semaphore(0)

    def wait(number: int) -> int:
        if number:
            has_begun.release()
            time.sleep(0.02 * (1 + number % 4))
            ends.append(time.perf_counter())
        return number

    async with source(range(1000)).map(wait, workers=4).run(rt) as run:
        await anext(run)
        for _ in range(4):
            has_begun.acquire()
        left = time.perf_counter()
    return (time.perf_counter() - max(left, *ends)) * 1e3


_EXIT = """
import sys, time, streamrt as srt
from streamrt.pipeline import source

def wait(number):
    if number:
        time.sleep(60)
    return number

rt = srt.Runtime().__enter__()
run = source(range(1000)).map(wait, workers=4).run(rt).__enter__()
next(run)
print(time.monotonic(), flush=True)
"""


def _exit_seconds() -> float:
    """The time from the last line of a program that leaves its run open until its process ends."""
    finished = subprocess.run(
        [sys.executable, "-c", _EXIT], capture_output=True, text=True, timeout=120
    )
    ended = time.monotonic()  # one clock for all processes
    clocks.check(finished.returncode == 0, f"the program failed: {finished.stderr[-300:]}")
    return ended - float(finished.stdout)


async def pipe_leave(scale: Scale) -> Results:
    """Leaving a run while functions run, and the end of a process that does not leave it."""
    async with srt.Runtime() as rt:
        waits = [await _leaving(rt) for _ in range(scale.count(20, 3))]
    exits = [_exit_seconds() for _ in range(scale.count(3, 1))]
    return {"pipe-leave": max(waits), "pipe-exit": clocks.median(exits)}


async def pipe_resume(scale: Scale) -> Results:
    """The time from a state at item 10^9 to the first item, in order and shuffled."""
    at, results = 10**9, Results()
    async with srt.Runtime() as rt:
        for name, seed in (("pipe-resume", None), ("pipe-resume-shuffled", 7)):
            made = source(range(2 * at), shuffle=seed).map(pipelines.add_one, workers=2)
            state = made.run(rt).state() | {"place": [at]}
            samples: list[float] = []
            for _ in range(scale.count(20, 3)):
                began = time.perf_counter()
                async with made.run(rt, resume=state) as run:
                    item = await anext(run)
                    samples.append((time.perf_counter() - began) * 1e3)
                    clocks.check(run.state()["place"] == [at + 1], "it resumed elsewhere")
                clocks.check(seed is not None or item == at + 1, "another item came first")
            results[name] = clocks.median(samples)
    return results
