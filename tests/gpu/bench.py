"""Measures the kind `cuda` on a GPU: `python tests/gpu/bench.py --out FOLDER` from the repository.

Each row is a ratio, or a time beside the one that it is compared with, from one run. The targets
stand beside the rows; nothing fails if one is missed.
"""

from __future__ import annotations

import statistics
import sys
import threading
import time
from collections.abc import Callable, Generator
from typing import Any

import numpy as np
from gpu_loops import measured
from machine import Machine, main

import streamrt as srt
from streamrt_kernels import axpy

Found = Generator[tuple[str, object]]
MB = 1 << 20


def open_runtime(machine: Machine) -> srt.Runtime:
    return srt.Runtime(["cuda:0", "cpu:0"], backends=[machine.backend])


def seconds(run: Callable[[], object], times: int = 5) -> float:
    """The median time of a function."""
    run()
    found: list[float] = []
    for _ in range(times):
        began = time.perf_counter()
        run()
        found.append(time.perf_counter() - began)
    return statistics.median(found)


def _median(submit: Callable[[], srt.Execution[Any]], times: int) -> float:
    """The median time of an execution on the device, in seconds, after one that does not count."""
    submit().sync()
    found: list[float] = []
    for _ in range(times):
        execution = submit()
        execution.sync()
        found.append((execution.times.finished - execution.times.started) / 1e9)
    return statistics.median(found)


def launches(machine: Machine) -> Found:
    """Launches without waiting, on one stream and on several; over CuPy's RawKernel."""
    count = machine.count(20_000, 200)
    each: dict[int, float] = {}
    with open_runtime(machine) as rt:
        gpu = rt.device("cuda:0")
        x = rt.put(np.ones(256, np.float32), gpu)
        for streams in (1, 2, 4, 8):
            made = [gpu.stream() for _ in range(streams)]
            ys = [rt.put(np.ones(256, np.float32), gpu) for _ in made]

            def run(made: Any = made, ys: Any = ys) -> None:
                for at in range(count):
                    made[at % len(made)].launch(axpy, x, ys[at % len(made)], 1.0)
                for stream in made:
                    stream.sync()

            each[streams] = seconds(run) / count
            yield f"launch, {streams} streams (µs)", each[streams] * 1e6
    yield "submitting to 8 streams over one, from one thread", each[8] / each[1]
    cupy = machine.cupy
    kernel = cupy.RawKernel(
        'extern "C" __global__ void f(const float *x, float *y, float a, int n)'
        "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] += a * x[i]; }",
        "f",
    )
    a, b = cupy.ones(256, cupy.float32), cupy.ones(256, cupy.float32)
    arguments = (a, b, np.float32(1), np.int32(256))

    def theirs() -> None:
        for _ in range(count):
            kernel((1,), (256,), arguments)
        cupy.cuda.get_current_stream().synchronize()

    yield "over CuPy's RawKernel (target <= 1.2)", each[1] * count / seconds(theirs)


def round_trips(machine: Machine) -> Found:
    """A launch that is awaited, again and again (target 25 µs, goal 12)."""
    import asyncio

    async def trips(rt: srt.Runtime) -> list[float]:
        gpu = rt.device("cuda:0")
        x, stream, found = rt.put(np.ones(256, np.float32), gpu), gpu.stream(), list[float]()
        for _ in range(machine.count(3000, 50)):
            began = time.perf_counter()
            await stream.launch(axpy, x, x, 1.0)
            found.append((time.perf_counter() - began) * 1e6)
        return sorted(found)

    with open_runtime(machine) as rt:
        found = asyncio.run(trips(rt))
        yield "round trip, median (µs)", statistics.median(found)
        yield "round trip, p99 (µs)", found[len(found) * 99 // 100]


def copies(machine: Machine) -> Found:
    """The GPU's copies over raw ones from pinned memory, and chunks that overlap."""
    size, chunks = machine.count(16 * MB, 4096), machine.count(64, 4)
    with open_runtime(machine) as rt:
        gpu = rt.device("cuda:0")
        data = np.ones(size // 4, np.float32)
        buffer = rt.put(data, gpu)
        up = _median(lambda: rt.aput(data, gpu), 9)
        down = _median(buffer.fetch, 9)
        kernel = _median(lambda: gpu.stream().launch(axpy, buffer, buffer, 0.5), 9)
        yield "copy to the GPU, by the execution's times (GB/s)", size / up / 1e9
        yield "copy from the GPU (GB/s)", size / down / 1e9

        def flow() -> None:
            work, out = gpu.stream("work"), list[Any]()
            for _ in range(chunks):
                x: Any = rt.aput(data, gpu).outcome
                work.launch(axpy, x, x, 0.5)
                out.append(x.fetch())
                if len(out) > 4:
                    out.pop(0).sync()
            for each in out:
                each.sync()

        whole = seconds(flow, 3)
        ideal = chunks * max(up, down, kernel)
        yield f"{chunks} chunks of {size} bytes, of the ideal (target >= 0.9)", ideal / whole
    cupy = machine.cupy
    pinned = cupy.cuda.alloc_pinned_memory(size)
    there = cupy.cuda.alloc(size)
    stream = cupy.cuda.Stream(non_blocking=True)

    def raw(kind: int, to: int, of: int) -> float:
        def run() -> None:
            cupy.cuda.runtime.memcpyAsync(to, of, size, kind, stream.ptr)
            stream.synchronize()

        return seconds(run)

    yield "to the GPU, over raw (target >= 0.9)", raw(1, there.ptr, pinned.ptr) / up
    yield "from the GPU, over raw (target >= 0.9)", raw(2, pinned.ptr, there.ptr) / down


def replays(machine: Machine) -> Found:
    """The replay of 1,000 nodes over a CUDA graph that CuPy captured (target <= 1.1)."""
    nodes = machine.count(1000, 50)
    with open_runtime(machine) as rt:
        gpu = rt.device("cuda:0")
        x, y = (rt.put(np.ones(256, np.float32), gpu) for _ in range(2))
        with rt.capture() as graph:
            for _ in range(nodes):
                gpu.stream().launch(axpy, x, y, 1e-6)
        replayable = graph.plan(gpu).instantiate()
        ours = seconds(lambda: replayable.replay().sync(), 50)
        yield f"replay of {nodes} nodes (µs)", ours * 1e6
    cupy = machine.cupy
    kernel = cupy.RawKernel(
        'extern "C" __global__ void f(const float *x, float *y, float a)'
        "{ y[threadIdx.x] += a * x[threadIdx.x]; }",
        "f",
    )
    a, b = cupy.ones(256, cupy.float32), cupy.ones(256, cupy.float32)
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        stream.begin_capture()
        for _ in range(nodes):
            kernel((1,), (256,), (a, b, np.float32(1e-6)))
        theirs = stream.end_capture()

        def run() -> None:
            theirs.launch(stream)
            stream.synchronize()

        yield "over a hand-built graph", ours / seconds(run, 50)


def allocations(machine: Machine) -> Found:
    """An allocation of the pool over one of the driver (target <= 0.1)."""
    count = machine.count(1000, 20)
    with open_runtime(machine) as rt:
        gpu = rt.device("cuda:0")

        def ours() -> None:
            for _ in range(count):
                rt.empty(MB, np.uint8, gpu).delete()

        each = seconds(ours) / count
        yield "pooled (µs)", each * 1e6
    cupy = machine.cupy

    def theirs() -> None:
        for _ in range(count):
            cupy.cuda.runtime.free(cupy.cuda.runtime.malloc(MB))

    yield "over cudaMalloc and cudaFree", each * count / seconds(theirs)


def busy(machine: Machine) -> Found:
    """Dependent kernels beside Python that computes: how their span grows (target < 1.1)."""
    count, size = machine.count(2000, 20), machine.count(1 << 22, 256)
    with open_runtime(machine) as rt:
        gpu = rt.device("cuda:0")
        x, stream = rt.put(np.ones(size, np.float32), gpu), gpu.stream()

        def run() -> float:
            made = [stream.launch(axpy, x, x, 0.0) for _ in range(count)]
            stream.sync()
            return (made[-1].times.finished - made[0].times.started) / 1e9

        run()
        idle, stop = run(), threading.Event()
        hog = threading.Thread(target=lambda: [sum(range(100)) for _ in iter(stop.is_set, True)])
        hog.start()
        try:
            yield "time beside busy Python over idle", run() / idle
        finally:
            stop.set()
            hog.join()


def bandwidth(machine: Machine) -> Found:
    """Fused functions over the bandwidth of a copy on the GPU (target >= 0.85)."""
    size = machine.count(1 << 26, 1 << 10)
    rows = 1 << 12 if size > 1 << 20 else 4

    def gelu(x: Any) -> Any:
        return 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x**3)))

    def softmax(x: Any) -> Any:
        powers = np.exp(x - x.max(axis=-1, keepdims=True))
        return powers / powers.sum(axis=-1, keepdims=True)

    with open_runtime(machine) as rt:
        gpu = rt.device("cuda:0")
        x = rt.put(np.zeros((rows, size // rows), np.float32), gpu)
        to = rt.empty(x.shape, x.dtype, gpu)
        copy = seconds(lambda: gpu.stream().copy(to, x).sync())
        yield "copy (GB/s)", 2 * x.nbytes / copy / 1e9
        for function in (gelu, softmax):
            compiled = srt.jit(function)
            took = seconds(lambda c=compiled: c(x).sync())  # type: ignore[misc]
            yield f"{function.__name__}, of the copy's bandwidth", copy / took


STEPS = {
    "launches": launches,
    "round trips": round_trips,
    "copies": copies,
    "replays": replays,
    "loops": measured,
    "allocations": allocations,
    "busy": busy,
    "bandwidth": bandwidth,
}

if __name__ == "__main__":
    sys.exit(main("bench", STEPS))
