"""The places to test replays: native, the simulator, threads that know no programs, and drivers."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from typing import Any

import numpy as np
from opencl.driver import OPENCL
from shared import trial_kernels
from shared.fake_gpu import CUDA, gpus
from shared.threaded_backend import ThreadedBackend
from shared.trial_kernels import Gate, axpy

import streamrt as srt
from streamrt.testing import Simulator

KINDS = ("cpu", "sim", "threaded", CUDA, OPENCL)
BEHIND_DRIVERS = ("cuda", "opencl")
N = 16

_JUDGE = f"""
define i32 @judge(ptr %args, i64 %lo, i64 %hi) {{
{trial_kernels.slots(code="ptr", y="ptr")}
  %found = load i32, ptr %code
  ret i32 %found
}}
"""

_CUDA_JUDGE = """
extern "C" __global__ void judge(const Words w, const int *code, float *y, int *error)
{
    if (!blockIdx.x && !threadIdx.x)
        *error = *code;
}
"""

_OPENCL_JUDGE = """
__kernel void judge(const Words w, __global const int *code, __global float *y, __global int *error)
{
    if (!get_global_id(0))
        *error = *code;
}
"""

judge = srt.Kernel(
    "judge",
    "code: i32[1], inout y: f32[n]",
    cpu=srt.LLVM(_JUDGE, entry="judge"),
    cuda=srt.CUDA(_CUDA_JUDGE, "judge", fallible=True),
    opencl=srt.OpenCL(_OPENCL_JUDGE, fallible=True),
    errors={7: "seven is not allowed"},
)
"""Fails with the code that it finds in memory, if that is not 0; else it does nothing."""


class Place:
    """A runtime on one kind of device; `opened` makes it.

    Attributes:
        rt: the runtime.
        simulator: what it runs on, if it is that.
    """

    def __init__(
        self, kind: str, rt: srt.Runtime, simulator: Simulator, threaded: ThreadedBackend
    ) -> None:
        self.kind, self.rt = kind, rt
        self.simulator = simulator
        self._threaded = threaded

    @contextmanager
    def held(self, buffer: srt.Buffer) -> Generator[None]:
        """Keeps readers of the buffer from starting; on the simulator until somebody waits."""
        if self.kind in ("cpu", *BEHIND_DRIVERS):
            with Gate(self.rt) as gate:
                gate.hold(self.rt.device().stream(), buffer)
                gate.running()
                yield
        elif self.kind == "threaded":
            is_open = self._threaded.devices[0].is_open
            is_open.clear()
            try:
                yield
            finally:
                is_open.set()
        else:
            yield


@contextmanager
def opened(kind: str, **options: Any) -> Generator[Place]:
    """A runtime on that kind of device, which breaks none of its rules."""
    simulator, threaded = Simulator(seed=5), ThreadedBackend()
    with ExitStack() as stack:
        backends: list[Any] = [simulator, threaded]
        if kind == "cuda":
            backends.append(stack.enter_context(gpus())[0])
        names = [f"{kind}:0", *(["cpu:0"] if kind in BEHIND_DRIVERS else [])]  # for gates
        with srt.Runtime(names, backends=backends, **options) as rt:
            yield Place(kind, rt, simulator, threaded)
    assert not simulator.violations


class Sums:
    """A small graph: h = 2 x, y = h + x, and total += h where `total` is bound to itself.

    Attributes:
        total: the buffer.
        exec: what replays it; `code` is an input that makes its last node fail.
    """

    def __init__(
        self, rt: srt.Runtime, total: srt.Buffer | None = None, streams: int = 2, depth: int = 1
    ) -> None:
        self.rt = rt
        self.total = rt.put(np.zeros(N, "f4")) if total is None else total
        one, two = rt.device().stream(), rt.device().stream()
        x, code = rt.put(np.zeros(N, "f4")), rt.put(np.zeros(1, "i4"))
        with rt.capture(x=x, code=code) as graph:
            h, y = rt.empty(N), rt.empty(N)
            one.fill(h, 0.0)
            one.launch(axpy, x, h, alpha=2.0)
            two.copy(y, x)
            two.launch(axpy, h, y, alpha=1.0)
            one.launch(axpy, h, self.total, alpha=1.0)
            two.launch(judge, code, y)
            graph.output("y", y)
        self.graph = graph
        self.exec: Any = graph.plan(rt.device(), streams=streams).instantiate(depth=depth)

    def put(self, number: float) -> srt.Buffer:
        """An input of equal elements. What is 3 times that comes of it."""
        return self.rt.put(np.full(N, number, "f4"))

    def bad(self, code: int = 7) -> srt.Buffer:
        """An input `code` that makes a replay fail."""
        return self.rt.put(np.array([code], "i4"))


def firsts(*buffers: srt.Buffer) -> list[float]:
    """The first element of each, once all of its elements were seen to be equal."""
    arrays = [np.asarray(buffer) for buffer in buffers]
    assert all((array == array[0]).all() for array in arrays)
    return [float(array[0]) for array in arrays]
