"""streamrt's pipelines: what an item costs, overlap, and pictures."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import streamrt as srt
from benchmarks.ours.common import AXPY, STAGE, floats, stage_buffers
from benchmarks.scale import Scale
from benchmarks.work import clocks, native, pipelines
from benchmarks.work.clocks import Results
from benchmarks.work.pipelines import AHEAD, ROWS, SIDE, WIDTH, Array, Network
from streamrt.pipeline import Pipeline, Spec, source

ROW = {"x": Spec((WIDTH,), "f4")}


async def _taken(rt: srt.Runtime, made: Pipeline[int]) -> int:
    async with made.run(rt, ahead=AHEAD) as run:
        return await pipelines.ataken(run)


async def pipe_map(scale: Scale) -> Results:
    """A function, with one worker and with eight."""
    count = scale.count(50_000, 2000)
    results: Results = {}
    async with srt.Runtime() as rt:
        for name, workers in (("pipe-map", 1), ("pipe-map-8", 8)):

            async def run(items: int, workers: int = workers) -> int:
                numbers = source(range(items))
                return await _taken(rt, numbers.map(pipelines.add_one, workers=workers))

            results |= await pipelines.each(name, run, count)
    return results


async def pipe_coroutine(scale: Scale) -> Results:
    """A coroutine function, eight calls at once."""
    async with srt.Runtime() as rt:

        async def run(items: int) -> int:
            return await _taken(rt, source(range(items)).map(pipelines.aadd_one, workers=8))

        return await pipelines.each("pipe-coroutine", run, scale.count(20_000, 1000))


async def pipe_fill(scale: Scale) -> Results:
    """Rows of batches, written into the batch's memory."""
    async with srt.Runtime() as rt:

        async def run(items: int) -> int:
            made = source(range(items)).fill(pipelines.write_row, ROW).batch(ROWS)
            total = 0
            async with made.run(rt, ahead=AHEAD) as run:
                async for batch in run:
                    total += pipelines.taken_rows([np.from_dlpack(batch["x"])])
            return total

        count = scale.count(50_000, 2000)
        return await pipelines.each("pipe-fill", run, count, added=0)


async def pipe_batch(scale: Scale) -> Results:
    """The time that batches add to each item of a `map`."""
    count = scale.count(50_000, 2000)
    async with srt.Runtime() as rt:

        async def passed(rows: int | None) -> float:
            made = source(range(count)).map(pipelines.add_one)
            batched = made if rows is None else made.batch(rows)
            began = time.perf_counter()
            async with batched.run(rt, ahead=AHEAD) as run:
                async for _ in run:
                    pass
            return (time.perf_counter() - began) / count * 1e6

        pairs = [(await passed(None), await passed(ROWS)) for _ in range(5)]
    return {"pipe-batch": clocks.median([batched - alone for alone, batched in pairs])}


async def pipe_submit(scale: Scale) -> Results:
    """A launch by `submit`, and what it costs beyond the same launch from a loop."""
    count = scale.count(20_000, 1000)
    async with srt.Runtime() as rt:
        x, y = floats(rt), floats(rt)
        stream = rt.device("cpu").stream()
        samples: list[float] = []
        plain: list[float] = []

        def submit(stream: srt.Stream, _: int) -> srt.Buffer:
            stream.launch(AXPY, x, y, 0.0)
            return y

        for _ in range(4):
            began = time.perf_counter()
            for number in range(count):
                submit(stream, number)
            await stream
            plain.append((time.perf_counter() - began) / count * 1e6)
            began = time.perf_counter()
            async with source(range(count)).submit(submit).run(rt, ahead=AHEAD) as run:
                found = [None async for _ in run]
            samples.append((time.perf_counter() - began) / count * 1e6)
            clocks.check(len(found) == count, "items were lost")
    whole, launch = clocks.median(samples[1:]), clocks.median(plain[1:])
    return {"pipe-submit": whole, "pipe-submit-added": whole - launch}


async def pipe_overlap(scale: Scale) -> Results:
    """Loads in eight threads; the computations are launches on one stream."""
    compute = pipelines.Compute(scale)
    async with srt.Runtime() as rt:
        first, total = stage_buffers(rt)

        def submit(stream: srt.Stream, _: int) -> srt.Buffer:
            stream.launch(STAGE, first, total, compute.iterations)
            return total

        async def run(items: int) -> int:
            made = source(range(items)).map(pipelines.load, workers=pipelines.LOADERS)
            async with made.submit(submit).run(rt, ahead=AHEAD) as run:
                found = [None async for _ in run]
            # The last result is delivered when its launch was submitted.
            np.asarray(total)
            return len(found)

        return await pipelines.overlap_results(run, scale)


_PAUSE = """
declare i32 @usleep(i32)
define i32 @pause(ptr %args, i64 %lo, i64 %hi) {
  %slot = getelementptr i64, ptr %args, i64 2
  %microseconds = load i64, ptr %slot
  %short = trunc i64 %microseconds to i32
  %ignored = call i32 @usleep(i32 %short)
  ret i32 0
}
"""


def _pause() -> srt.Kernel:
    """A kernel that waits, as a load by native code does."""
    address = ctypes.cast(ctypes.CDLL(None).usleep, ctypes.c_void_p).value or 0
    code = srt.LLVM(_PAUSE, entry="pause", symbols={"usleep": address})
    return srt.Kernel("pause", "out y: i64[m], microseconds: i64", cpu=code)


async def pipe_launched(scale: Scale) -> Results:
    """Loads and computations that are both launches, beside a thread that computes in Python."""
    pause, items = _pause(), scale.count(500, 60)
    iterations = pipelines.Compute(scale).iterations
    async with srt.Runtime() as rt:
        _, total = stage_buffers(rt)

        def load(stream: srt.Stream, _: int) -> srt.Buffer:
            loaded = rt.empty(total.shape, total.dtype)
            stream.launch(pause, loaded, int(pipelines.WAIT * 1e6))
            return loaded

        def compute(stream: srt.Stream, loaded: srt.Buffer) -> srt.Buffer:
            stream.launch(STAGE, loaded, total, iterations)
            return total

        alone, began = rt.device("cpu").stream(), time.perf_counter()
        for number in range(20):
            load(alone, number)
        await alone
        loading = (time.perf_counter() - began) / 20
        computing = native.stage_seconds(iterations)
        with pipelines.python_computes():
            began = time.perf_counter()
            made = source(range(items)).submit(load).submit(compute)
            async with made.run(rt, ahead=AHEAD) as run:
                found = [None async for _ in run]
            np.asarray(total)
            elapsed = time.perf_counter() - began
        clocks.check(len(found) == items, "items were lost")
    ideal = items * max(loading, computing) + min(loading, computing)
    return {"pipe-launched-busy": ideal / elapsed}


async def pipe_png(scale: Scale) -> Results:
    """Pictures are decoded into the memory of their batch."""
    specs = {"image": Spec((SIDE, SIDE, 3), "f4")}
    async with srt.Runtime() as rt:

        async def run(files: Sequence[Path], network: Network) -> list[Array]:
            made = (
                source(files)
                .fill(pipelines.decode, specs, workers=pipelines.DECODERS)
                .batch(ROWS)
                .map(lambda batch: network(np.from_dlpack(batch["image"])))
            )
            async with made.run(rt, ahead=AHEAD) as run:
                return [found async for found in run]

        return await pipelines.png_results(run, scale)
