"""streamrt: the standard kernels."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import streamrt as srt
import streamrt_kernels
from benchmarks import halves, kernels, own_kernels
from benchmarks.drivers import Results
from benchmarks.kernel_cases import CASES
from benchmarks.kernels import LARGE, Memory
from benchmarks.scale import Scale


def _launch(stream: srt.Stream, kernel: srt.Kernel, arguments: tuple[Any, ...]) -> None:
    stream.launch(kernel, *arguments).sync()


def _measured(rt: srt.Runtime, threads: int, scale: Scale) -> Results:
    stream = rt.device().stream()

    def call(name: str, *arguments: Any) -> Callable[[], object]:
        given = [rt.wrap(a) if isinstance(a, np.ndarray) else a for a in arguments]
        return partial(_launch, stream, getattr(streamrt_kernels, name), tuple(given))

    found: Results = {}
    rng = np.random.default_rng(0)
    for case in CASES:
        found |= kernels.timed({case.kernel: call(case.kernel, *case.given(rng))}, scale)
    memory = Memory(threads)
    x, y = (np.ones(LARGE, np.float32) for _ in range(2))
    deep = np.empty(LARGE)
    times = kernels.timed(
        {
            "memmove": memory.copy,
            "memset": memory.fill,
            "copy": call("copy", x, y),
            "fill": call("fill", y, 1.0),
            "axpy": call("axpy", x, y, 0.5),
            "cast": call("cast", x, deep),
        },
        scale,
    )
    # Bytes that are read and written, of each element: copy 8, fill 4, axpy and cast 12.
    found["memory-copy"] = times["memmove"] / times["copy"]
    found["memory-fill"] = times["memset"] / times["fill"]
    found["memory-axpy"] = 1.5 * times["memmove"] / times["axpy"]
    found["memory-cast"] = 1.5 * times["memmove"] / times["cast"]
    return found | _halves(rt, scale)


def _halves(rt: srt.Runtime, scale: Scale) -> Results:
    stream = rt.device().stream()
    found: Results = {}
    for name, dtype in (("halves", np.float16), ("singles", np.float32)):
        arrays = halves.arrays(dtype)
        call = partial(_launch, stream, halves.scaled, tuple(map(rt.wrap, arrays)))
        call()
        halves.checked(*arrays)
        found |= kernels.timed({name: call}, scale)
    return {"halves": found["halves"], "halves-over-f32": found["singles"] / found["halves"]}


async def kernels_1(scale: Scale) -> Results:
    """The kernels on one core."""
    with srt.Runtime(threads=1) as rt:
        return _measured(rt, 1, scale)


async def kernels_2(scale: Scale) -> Results:
    """The kernels on two threads."""
    with srt.Runtime(threads=2) as rt:
        return _measured(rt, 2, scale)


def _own(rt: srt.Runtime, scale: Scale) -> Results:
    stream = rt.device().stream()
    x, y = own_kernels.plate()
    there = rt.wrap(x), rt.wrap(y)
    found: Results = {}
    for name, kernel in own_kernels.ways().items():
        y[...] = 0
        own_kernels.checked(partial(_launch, stream, kernel, there), x, y)
        found |= kernels.timed({name: partial(_steps, stream, kernel, there)}, scale)
    return found


def _steps(stream: srt.Stream, kernel: srt.Kernel, there: tuple[Any, Any]) -> None:
    back = there[::-1]
    for _ in range(own_kernels.STEPS // 2):
        stream.launch(kernel, *there)
        last = stream.launch(kernel, *back)
    last.sync()  # pyright: ignore[reportPossiblyUnboundVariable]


async def own_kernels_1(scale: Scale) -> Results:
    """A step of heat in four ways, on one core."""
    with srt.Runtime(threads=1) as rt:
        return _own(rt, scale)


async def own_kernels_2(scale: Scale) -> Results:
    """The same on two threads."""
    with srt.Runtime(threads=2) as rt:
        return _own(rt, scale)
