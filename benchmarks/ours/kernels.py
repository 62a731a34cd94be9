"""streamrt: the standard kernels."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import streamrt as srt
import streamrt_kernels
from benchmarks.scale import Scale
from benchmarks.work import clocks, large
from benchmarks.work import kernels as standard
from benchmarks.work import own_kernels as heat
from benchmarks.work.clocks import Results
from benchmarks.work.large import LARGE, Memory


def _launch(stream: srt.Stream, kernel: srt.Kernel, arguments: tuple[Any, ...]) -> None:
    stream.launch(kernel, *arguments).sync()


def _calls(rt: srt.Runtime) -> Callable[..., Callable[[], object]]:
    stream = rt.device().stream()

    def call(kernel: srt.Kernel | str, *arguments: Any) -> Callable[[], object]:
        given = [rt.wrap(a) if isinstance(a, np.ndarray) else a for a in arguments]
        found = getattr(streamrt_kernels, kernel) if isinstance(kernel, str) else kernel
        return partial(_launch, stream, found, tuple(given))

    return call


def _limited(rt: srt.Runtime, threads: int, scale: Scale) -> Results:
    """Copies, fills and casts beside the C library's, and halves beside singles."""
    call, memory = _calls(rt), Memory(threads)
    x, y = (np.ones(LARGE, np.float32) for _ in range(2))
    times = standard.timed(
        {
            "memmove": memory.copy,
            "memset": memory.fill,
            "copy": call("copy", x, y),
            "fill": call("fill", y, 1.0),
            "axpy": call("axpy", x, y, 0.5),
            "cast": call("cast", x, np.empty(LARGE)),
        },
        scale,
    )
    for name, dtype in (("halves", np.float16), ("singles", np.float32)):
        arrays = large.arrays(dtype)
        halved = call(large.scaled, *arrays)
        halved()
        large.checked(*arrays)
        times |= standard.timed({name: halved}, scale)
    # Bytes that are read and written, of each element: copy 8, fill 4, axpy and cast 12.
    return {
        "memory-copy": times["memmove"] / times["copy"],
        "memory-fill": times["memset"] / times["fill"],
        "memory-axpy": 1.5 * times["memmove"] / times["axpy"],
        "memory-cast": 1.5 * times["memmove"] / times["cast"],
        "halves": times["halves"],
        "halves-over-f32": times["singles"] / times["halves"],
    }


async def kernels(scale: Scale, threads: int) -> Results:
    """The standard kernels on so many threads."""
    found: Results = {}
    rng = np.random.default_rng(0)
    with srt.Runtime(threads=threads) as rt:
        call = _calls(rt)
        for name, (given, _) in standard.CASES.items():
            found |= standard.timed({f"kernel-{name}": call(name, *given(rng))}, scale)
        return found | _limited(rt, threads, scale)


async def own_kernels(scale: Scale, threads: int) -> Results:
    """A step of heat in four ways, on so many threads."""
    found: Results = {}
    x, y = heat.plate()
    with srt.Runtime(threads=threads) as rt:
        stream = rt.device().stream()
        there = rt.wrap(x), rt.wrap(y)
        for name, kernel in heat.ways().items():
            y[...] = 0
            heat.checked(partial(_launch, stream, kernel, there), x, y)
            steps = partial(_steps, stream, kernel, there)
            found |= clocks.timed({name: steps}, scale.seconds(0.4, 0.05))
    return found


def _steps(stream: srt.Stream, kernel: srt.Kernel, there: tuple[Any, Any]) -> None:
    back = there[::-1]
    for _ in range(heat.STEPS // 2 - 1):
        stream.launch(kernel, *there)
        stream.launch(kernel, *back)
    stream.launch(kernel, *there)
    stream.launch(kernel, *back).sync()
