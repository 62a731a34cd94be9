"""streamrt: long backlogs and how they drain, memory, allocation and starting."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncGenerator, Callable, Sequence

import numpy as np

import streamrt as srt
from benchmarks.ours.common import AXPY, EMPTY, LATCH, LERP, floats
from benchmarks.scale import Scale
from benchmarks.work import clocks
from benchmarks.work.clocks import Results
from benchmarks.work.memory import python_growth, resident_growth


@contextlib.asynccontextmanager
async def held(
    rt: srt.Runtime, stream: srt.Stream, buffer: srt.Buffer
) -> AsyncGenerator[None, None]:
    """Holds a stream and a buffer while inside: work behind it, or with the buffer, cannot start.

    On the way out everything runs, so that nothing is left of it.
    """
    flag = np.zeros(1, np.int64)
    stream.launch(LATCH, rt.wrap(flag), buffer)
    try:
        yield
    finally:
        flag[0] = 1
        await rt


async def backlog(scale: Scale) -> Results:
    """Submitting while 16,000 executions wait for one buffer, over submitting behind few.

    They come from four streams; one in eight writes the buffer, the others read it.
    """
    batch, many = 500, scale.count(16_000, 4000)
    async with srt.Runtime() as rt:
        streams = [rt.device("cpu").stream() for _ in range(4)]
        shared, other = floats(rt), floats(rt)
        own = [floats(rt) for _ in streams]
        kept: list[srt.Execution] = []
        costs: list[float] = []

        def submit() -> None:
            began = time.perf_counter()
            for number in range(batch):
                stream = streams[number & 3]
                if number % 8 == 7:
                    kept.append(stream.launch(AXPY, other, shared, 0.5))
                else:
                    kept.append(stream.launch(LERP, shared, shared, shared, own[number & 3]))
            costs.append((time.perf_counter() - began) / batch)

        async with held(rt, streams[0], shared):
            while len(kept) < many + 4 * batch:
                submit()
    # The very first batch includes compilations and allocations that happen once.
    few_each, many_each = clocks.median(costs[1:5]), clocks.median(costs[-4:])
    return {"backlog-growth": many_each / few_each}


async def drain(scale: Scale) -> Results:
    """The drain loop's cost of an empty record, by the times in the executions' cells.

    The queue is filled behind a latch, so that the loop meets no gap. In the first row each
    record has a buffer of its own; in the second all have one, so each checks the one before.
    """
    count = 2000
    async with srt.Runtime() as rt:
        stream = rt.device("cpu").stream()
        gate, buffers = floats(rt), [floats(rt) for _ in range(count)]

        async def measure(targets: Sequence[srt.Buffer]) -> float:
            samples: list[float] = []
            for _ in range(scale.count(30, 5) + 1):
                async with held(rt, stream, gate):
                    executions = [stream.launch(EMPTY, target) for target in targets]
                first, last = executions[0].times, executions[-1].times
                samples.append((last.finished - first.started) / count)
            return clocks.median(samples[1:])

        return {
            "drain": await measure(buffers),
            "drain-checked": await measure(buffers[:1] * count),
        }


async def pending(scale: Scale) -> Results:
    """Memory of an execution that has not started yet, with the record of its argument's use."""
    count = scale.count(20_000, 5000)

    async def measure(grown: Callable[[Callable[[], object]], int]) -> float:
        async with srt.Runtime() as rt:
            stream = rt.device("cpu").stream()
            gate, buffers = floats(rt), [floats(rt) for _ in range(64)]
            executions: list[srt.Execution | None] = [None] * count
            await stream.launch(EMPTY, gate)

            def hold() -> None:
                for number in range(count):
                    executions[number] = stream.launch(EMPTY, buffers[number & 63])

            async with held(rt, stream, gate):
                return grown(hold) / count

    resident = await measure(resident_growth)
    return {"pending-bytes": resident, "pending-python": await measure(python_growth)}


async def alloc(scale: Scale) -> Results:
    """Allocating and freeing, first without touching the memory, then writing all of it."""
    async with srt.Runtime() as rt:

        def allocate(nbytes: int) -> srt.Buffer:
            return rt.empty((nbytes,), "u1")

        return clocks.alloc_results(allocate, np.from_dlpack, srt.Buffer.delete, scale)


_OPEN = """
import time, streamrt as srt
start = time.perf_counter()
with srt.Runtime() as rt:
    cpu = rt.device("cpu")
    stream = cpu.stream()
    opened = time.perf_counter()
    x = rt.empty((16,), "f4")
    stream.fill(x, 1.0).sync()
    used = time.perf_counter()
    streams = [cpu.stream() for _ in range(256)]
    many = time.perf_counter()
print(opened - start, used - start, many - used)
"""


async def start(scale: Scale) -> Results:
    """Importing it, over NumPy; opening a Runtime; 256 streams: each in fresh processes."""
    repeats = scale.count(5, 3)
    clocks.fresh_process(_OPEN)  # fills the disk cache
    opened, used, many = zip(*[clocks.fresh_process(_OPEN) for _ in range(repeats)], strict=True)
    return {
        **clocks.import_results("streamrt", repeats),
        "open": clocks.median(opened),
        "first-result": clocks.median(used),
        "streams-256": clocks.median(many),
    }
