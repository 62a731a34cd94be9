"""streamrt: what it takes to trace, compile and load functions, and what that leaves behind."""

from __future__ import annotations

import asyncio
import gc
import os
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import streamrt as srt
from benchmarks.scale import Scale
from benchmarks.work import functions
from benchmarks.work.clocks import Results, fresh_process, median
from benchmarks.work.memory import resident_bytes

# Prints the seconds of the first call without a cache, and then of its compiling alone.
_FIRST = """
import time
import numpy as np
import streamrt as srt
from benchmarks.work import functions
with srt.Runtime() as rt:
    warm = srt.jit(lambda x: x + 1)
    x, w, b = (rt.put(a) for a in functions.data()["gelu"])
    warm(x).sync()
    gelu = srt.jit(functions.functions(np)["gelu"])
    gelu.lower(x, w, b).kernels
    began = time.perf_counter()
    gelu.compile(x, w, b)
    print(time.perf_counter() - began)
"""


def _ten(x: Any, w: Any) -> Any:
    u = (x - 0.5) * w + 1.0
    v = np.exp(-u) + np.tanh(u)
    return np.maximum(v * v, u) / 3.0


def _compile_and_hit(scale: Scale) -> Results:
    """A process that compiles, and others that find the code on the disk."""
    with TemporaryDirectory() as folder:
        os.environ["STREAMRT_CACHE_DIR"] = folder
        compiled = fresh_process(_FIRST)[0] * 1e3
        hits = [fresh_process(_FIRST)[0] * 1e3 for _ in range(scale.count(5, 2))]
        del os.environ["STREAMRT_CACHE_DIR"]
    return {"compile": compiled, "disk-hit": median(hits)}


def _traced(rt: srt.Runtime, scale: Scale) -> float:
    """The median time of a trace, in µs: one for each shape."""
    ten, x = srt.jit(_ten), rt.put(np.ones((1, 600), np.float32))
    samples: list[float] = []
    for columns in range(1, 1 + scale.count(500, 50)):
        before = ten.stats().trace_ms
        ten.lower(x[:, :columns], x[:, :columns])
        samples.append((ten.stats().trace_ms - before) * 1e3)
    return median(samples)


def _shapes(rt: srt.Runtime, scale: Scale) -> Results:
    """First calls with shapes that are new each time."""
    normalized = srt.jit(functions.functions(np)["layernorm"], variants=10_000)
    buffer = rt.put(np.ones((64, 2048), np.float32))
    flat = rt.put(np.ones(2048, np.float32))
    samples: list[float] = []
    for columns in range(33, 33 + scale.count(1000, 100)):
        x, w = buffer[:, :columns], flat[:columns]
        began = time.perf_counter()
        normalized(x, w, w)
        samples.append((time.perf_counter() - began) * 1e3)
    return {"new-shape": median(samples), "shape-kernels": normalized.stats().compiles}


def _dropped(rt: srt.Runtime, scale: Scale) -> float:
    """The memory in MB by which functions that are compiled and dropped make the process grow."""
    x = rt.put(np.ones(16, np.float32))

    def made(number: int) -> Callable[[Any], Any]:
        operations = (np.add, np.subtract, np.multiply, np.maximum, np.minimum)

        def function(x: Any) -> Any:
            y, left = x, number
            for _ in range(6):
                y, left = operations[left % 5](y, x), left // 5
            return y

        return function

    count = scale.count(2000, 300)
    first = scale.count(500, 100)
    for number in range(first):
        srt.jit(made(number))(x).sync()
    gc.collect()
    before = resident_bytes()
    for number in range(first, first + count):
        srt.jit(made(number))(x).sync()
    gc.collect()
    return (resident_bytes() - before) / 1e6


@srt.jit
def _millisecond(x: Any) -> Any:
    y = x
    for _ in range(MILLISECOND[0]):
        y = np.tanh(y) + x
    return y


MILLISECOND = 16, 1 << 17
"""The rounds and the elements with which `_millisecond` takes about that long."""


def _added(rt: srt.Runtime, scale: Scale) -> float:
    """The time that calls add to a kernel of about 1 ms, in percent of it.

    The kernel alone is a replay of as many, in which nothing is submitted.
    """
    x = rt.put(np.linspace(-1, 1, MILLISECOND[1], dtype=np.float32))
    count = scale.count(300, 100)
    with rt.capture() as graph:
        for _ in range(count):
            _millisecond(x)
    replays = graph.plan(rt.device()).instantiate()

    def called() -> None:
        for _ in range(count - 1):
            _millisecond(x)
        _millisecond(x).sync()

    samples: list[float] = []
    for _ in range(scale.count(5, 2)):
        times: list[float] = []
        for run in (called, lambda: replays.replay().sync()):
            began = time.perf_counter()
            run()
            times.append(time.perf_counter() - began)
        samples.append(times[0] / times[1])
    return 100 * (median(samples) - 1)


async def compiling(scale: Scale) -> Results:
    """Tracing, compiling, loading from the disk, new shapes, and functions that are dropped."""
    return await asyncio.to_thread(_compiling, scale)  # compiling would hold the loop


def _compiling(scale: Scale) -> Results:
    results = _compile_and_hit(scale)
    with TemporaryDirectory() as folder:
        os.environ["STREAMRT_CACHE_DIR"] = folder  # empty, and read by the first compilation
        with srt.Runtime() as rt:
            results["added"] = _added(rt, scale)
            results["trace"] = _traced(rt, scale)
            results |= _shapes(rt, scale)
            results["drop-bytes"] = _dropped(rt, scale)
        if not any(Path(folder).glob("*.obj")):
            raise RuntimeError("the functions came from a cache that was filled before")
    return results
