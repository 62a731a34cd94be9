"""streamrt's part of the work for a GPU, over the fake driver of the tests: no GPU is measured.

The fake is compiled by the package ziglang.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

import streamrt as srt
from benchmarks.ours.common import STAGE, stage_buffers
from benchmarks.scale import Scale
from benchmarks.work.busy import busy_loop
from benchmarks.work.clocks import Results, median
from streamrt_kernels import axpy

TESTS = Path(__file__).resolve().parents[2] / "tests"
SAMPLES = 300


@contextmanager
def _fake_gpu() -> Generator[Any]:
    """A backend over the fake driver."""
    sys.path.insert(0, str(TESTS))
    try:
        from cuda.driver.fake import Fake
        from cuda.driver.fake_cuda import fake_backend

        with Fake(seed=1) as fake:
            yield fake_backend(fake)
    finally:
        sys.path.remove(str(TESTS))


async def gpu_edge(scale: Scale) -> Results:
    """The time from the end of a kernel on the CPU to the hand-over of one behind it."""
    gaps: list[float] = []
    with _fake_gpu() as backend:
        async with srt.Runtime(["cpu:0", "cuda:0"], backends=[backend]) as rt:
            cpu, gpu = rt.device("cpu:0").stream(), rt.device("cuda:0").stream()
            source, total = stage_buffers(rt)
            x = rt.put(np.ones(16, np.float32), "cuda:0")
            await gpu.launch(axpy, x, x, 1.0)
            async with busy_loop(60.0):
                for _ in range(scale.count(SAMPLES, 30)):
                    producer = cpu.launch(STAGE, source, total, scale.iterations)
                    gpu.wait(producer)
                    consumer = gpu.launch(axpy, x, x, 1.0)
                    await consumer
                    gaps.append((consumer.times.started - producer.times.finished) / 1e3)
    return {"gpu-edge": median(gaps)}
