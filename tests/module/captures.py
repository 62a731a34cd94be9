"""Random captures that files can hold: programs and nests of other tests, calls of functions."""

from __future__ import annotations

import io
import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from graph import program_runs
from loops import recording
from loops.nests import Nest, While, fresh

import streamrt as srt
from streamrt_kernels import add, axpy, negative


def saved(*, embed: bool = True, **graphs: Any) -> bytes:
    """Returns a module that holds these, with the arrays that they are bound to."""
    file = io.BytesIO()
    srt.save(file, graphs, embed=embed)
    return file.getvalue()


def outcome(
    graph: srt.Graph, rt: srt.Runtime, inputs: Mapping[str, np.ndarray[Any, Any]], **plan: Any
) -> list[bytes]:
    """Replays a graph twice; returns the bytes of all results, and of the inputs behind them."""
    found: list[bytes] = []
    buffers = {name: rt.put(array) for name, array in inputs.items() if name in graph.inputs}
    with graph.plan(rt.device(), **plan).instantiate() as replays:
        for _ in range(2):
            made: Any = replays.replay(**buffers).sync()
            results = () if made is None else made if isinstance(made, tuple) else (made,)
            found += [np.asarray(each).tobytes() for each in results]
    return found + [np.asarray(each).tobytes() for each in buffers.values()]


# -- programs and nests ---------------------------------------------------------------------------


def use_standard_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has the programs of other tests use kernels that files hold."""
    for name, kernel in {"mix": negative, "blend": add, "line": axpy}.items():
        monkeypatch.setitem(program_runs.KERNELS, name, kernel)
    monkeypatch.setattr(recording, "mix", negative)
    monkeypatch.setattr(recording.Recorder, "_while", counted)


@srt.jit
def tick(n: Any) -> Any:
    return n - 1, n >= 1


def counted(recorder: recording.Recorder, step: While, arrays: dict[str, Any]) -> None:
    """Records a `while` that counts down by a function of `jit`, in place of a kernel."""
    n, go = recorder.empty(1, "i4"), recorder.empty(1, "?")

    def count() -> None:
        less, more = tick(n)
        recorder.copy(step.stream, n, less)
        recorder.copy(step.stream, go, more)

    recorder.copy(step.stream, n, arrays["counts"][step.count : step.count + 1])
    count()
    with recorder.graph.while_(go):
        if step.first:
            count()
        recorder.record(step.body, dict(arrays))
        if not step.first:
            count()


def captured(nest: Nest, rt: srt.Runtime) -> srt.Graph:
    """Captures a nest of blocks."""
    return recording.capture(nest, rt, {n: rt.put(array) for n, array in fresh(1).items()})


# -- calls of compiled functions ------------------------------------------------------------------

TABLE = np.random.default_rng(0).standard_normal((4, 8)).astype("f4")


@srt.jit
def dense(x: Any, n: Any) -> Any:
    return np.tanh(x @ TABLE)[:, ::2] * n


@srt.jit
def several(x: Any, y: Any, unused: Any) -> Any:
    return {"last": x[::-1] + 1, "same": y.T, "sum": [x + y, x + y, np.zeros((4, 4), "f4")]}


@srt.jit
def turned(x: Any, y: Any, n: Any) -> Any:
    carry, sums = srt.scan(lambda c, row: (c + row * n, c), np.zeros_like(x[0]), x)
    least = srt.while_loop(lambda z: z.max() > 1, lambda z: z * np.float32(0.5), np.abs(y))
    return srt.cond(carry[0] > 0, lambda: sums, lambda: least)


def call(draw: random.Random, pool: list[Any], *, loops: bool) -> list[Any]:
    """Calls a function, maybe one with loops, with arrays of a pool; returns its results."""
    x, y = (draw.choice(pool) for _ in range(2))
    kind = draw.randrange(3 + loops)
    if kind == 0:
        return [dense(x, draw.choice((2.0, np.float32(0.5))))]
    if kind == 1:
        return [dense(x[::-1].reshape(4, 4) if draw.random() < 0.2 else x, y)]
    if kind == 2:
        made = several(x, y, draw.choice(pool))
        return [made["last"], made["same"], *made["sum"]]
    return [turned(x, y, draw.choice((1.5, -0.25)))]


def record(
    draw: random.Random,
    graph: srt.Graph,
    rt: srt.Runtime,
    pool: list[Any],
    depth: int,
    *,
    loops: bool,
) -> None:
    """Records calls, launches, copies and blocks over arrays of a pool."""
    streams = [rt.device().stream() for _ in range(2)]
    for _ in range(draw.randint(2, 5)):
        stream, kind = draw.choice(streams), draw.randrange(8 if depth else 6)
        x, y = (draw.choice(pool) for _ in range(2))
        if kind < 3:
            pool += call(draw, pool, loops=loops)
        elif kind == 3:
            stream.launch(axpy, x.reshape(16), y.reshape(16), alpha=0.25)
        elif kind == 4:
            target, source = rt.empty((4, 4)), x
            stream.copy(target, y)
            stream.copy(target[1:3], source[::2])
            pool.append(target)
        elif kind == 5:
            streams[0].wait(streams[1].record()) if not depth < 2 else stream.fill(y[3], 2.0)
        elif kind == 6:
            with graph.repeat(draw.randrange(5)) as loop:
                row = loop.row(x)
                record(draw, graph, rt, inner := [*pool], depth - 1, loops=loops)
                stream.copy(row, draw.choice(inner)[0])
        else:
            flag = rt.empty((), "?")
            stream.fill(flag, draw.random() < 0.5)
            with graph.if_(flag) as branch:
                record(draw, graph, rt, [*pool], depth - 1, loops=loops)
            if draw.random() < 0.5:
                with branch.otherwise():
                    record(draw, graph, rt, [*pool], depth - 1, loops=loops)


def calling(seed: int, rt: srt.Runtime, *, loops: bool = False) -> srt.Graph:
    """Captures a random graph with calls; some of its inputs have names."""
    draw, numbers = random.Random(seed), np.random.default_rng(seed)
    put = [rt.put(numbers.standard_normal((4, 4)).astype("f4")) for _ in range(5)]
    with rt.capture(x=put[0], y=put[1], z=put[2]) as graph:
        record(draw, graph, rt, pool := [*put], 2, loops=loops)
        for number, one in enumerate(pool[-3:]):
            rt.device().stream().copy(made := rt.empty((4, 4)), one)
            graph.output(f"out{number}", made)
        graph.output("called", dense(pool[-1], 1.0))
    return graph
