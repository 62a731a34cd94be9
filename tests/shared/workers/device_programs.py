"""Programs that any device of the kind of a CPU runs with the same bits as `cpu:0`."""

from __future__ import annotations

import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import numpy as np

import streamrt as srt
from streamrt import array_api as xp
from streamrt import pipeline
from streamrt_kernels import axpy, matmul

Values = list[Any]
Program = Callable[[srt.Runtime], Awaitable[Values]]

RANDOM = np.random.default_rng(5)
X = RANDOM.standard_normal((40, 40), np.float32)
LONG = RANDOM.standard_normal(300_000, np.float32)
WEIGHTS = np.linspace(-1, 1, 1600, dtype=np.float32).reshape(40, 40)


async def kernels(rt: srt.Runtime) -> Values:
    stream, other = rt.device().stream(), rt.device().stream()
    x, y = rt.put(LONG), rt.put(LONG[::-1].copy())
    a, b, c = rt.put(X), rt.put(X.T.copy()), rt.empty((40, 40), np.float32)
    stream.launch(axpy, x, y, alpha=0.3)
    other.launch(axpy, y, x, alpha=0.7)
    await stream.launch(matmul, a, b, c)
    part = x[1000:2000:3]
    z = rt.empty(part.shape, np.float32)
    stream.copy(z, part)
    stream.fill(y[10:20], 3.0)
    return [await buffer.fetch() for buffer in (x, y, c, z)]


async def compiled(rt: srt.Runtime) -> Values:
    @srt.jit
    def elementwise(x: Any) -> Any:
        return np.tanh(x) * 2 + np.exp(-x * x)

    @srt.jit
    def reduced(x: Any) -> Any:
        return x.sum(), x.mean(axis=0), x.argmax()

    @srt.jit
    def products(x: Any) -> Any:
        return np.tanh(x @ x) + 1

    x = rt.put(X)
    found = [elementwise(x), *reduced(x), products(x)]
    return [await each.fetch() for each in found]


async def sorted_rows(rt: srt.Runtime) -> Values:
    """Sorting is a Python function: it is for devices whose memory the host sees."""

    @srt.jit
    def rows(x: Any) -> Any:
        return np.sort(x, axis=1)

    return [await rows(rt.put(X)).fetch()]


async def replayed(rt: srt.Runtime) -> Values:
    device = rt.device()
    streams = [device.stream() for _ in range(3)]
    x, results = rt.put(LONG), [rt.put(np.zeros_like(LONG)) for _ in streams]
    with rt.capture(x=x) as graph:
        for number, (stream, y) in enumerate(zip(streams, results, strict=True)):
            stream.launch(axpy, x, y, alpha=float(number + 1))
        streams[0].launch(axpy, results[1], results[0], alpha=0.5)
    replays = graph.plan(device).instantiate()
    for number in range(3):
        await replays.replay(x=rt.put(LONG * number))
    return [await y.fetch() for y in results]


async def piped(rt: srt.Runtime) -> Values:
    def load(number: int) -> np.ndarray[Any, Any]:
        return np.full(100, number, np.float32)

    @srt.jit
    def double(x: Any) -> Any:
        return x * 2

    async with pipeline.source(range(12)).map(load).submit(double).run(rt) as run:
        return [np.asarray(each) async for each in run]


async def looped(rt: srt.Runtime) -> Values:
    """Loops and branches on values, which run without Python, alone and in each other."""

    @srt.jit
    def halved(a: Any) -> Any:
        def turn(carry: Any) -> Any:
            x, count = carry
            return srt.cond(count % 3 == 0, lambda x: x / 3, lambda x: x / 2, x), count + 1

        return srt.while_loop(lambda c: np.abs(c[0]).max() > 1e-3, turn, (a, 0))

    @srt.jit
    def summed(a: Any) -> Any:
        return srt.scan(lambda carry, row: (carry + row, carry * row), a[0], a)

    x = rt.put(X)
    found = [*halved(x), *summed(x)]
    return [await each.fetch() for each in found]


async def eager(rt: srt.Runtime) -> Values:
    x = rt.asarray(X)
    y = xp.sqrt(xp.abs(x)) + xp.mean(x, axis=0)
    y[::2, 1:] = 0.5
    z = xp.matmul(xp.permute_dims(y, (1, 0)), x)
    return [np.asarray(await each) for each in (y, z, z * 2 - y)]


async def saved(rt: srt.Runtime) -> Values:
    """A module that was saved elsewhere is loaded, with its weights, and called."""

    @srt.jit
    def score(x: Any) -> Any:
        return np.exp(x - x.max(axis=1, keepdims=True)) @ WEIGHTS

    with tempfile.TemporaryDirectory() as folder, srt.Runtime(devices=["cpu:0"]) as other:
        path = Path(folder, "score.srtm")
        srt.save(path, {"score": score.lower(other.put(X))})
        loaded = srt.load(path)["score"]
        found = loaded(rt.put(X))
        return [await found.fetch()]


PROGRAMS: list[Program] = [kernels, compiled, replayed, piped]
MORE: list[Program] = [looped, eager, saved]
