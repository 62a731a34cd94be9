"""streamrt: loops and branches that run without Python, in compiled functions and in graphs."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np

import streamrt as srt
from benchmarks.ours.common import AXPY
from benchmarks.scale import Scale
from benchmarks.work import clocks, native
from benchmarks.work import loops as work
from benchmarks.work.clocks import Results
from streamrt.backend import HostPlan

TURNS = 100_000
FLOATS = 16


def _fori(turns: int, body: Callable[..., Any], init: Any) -> Any:
    return srt.fori(0, turns, body, init)


def _scan(turns: int, body: Callable[..., Any], init: Any) -> Any:
    return srt.scan(lambda carried, _: (body(carried), None), init, length=turns)[0]


async def loops(scale: Scale) -> Results:
    """Functions with long loops, and what a turn and a branch cost beyond their kernels."""
    made = {n: srt.jit(f) for n, f in work.functions(np, _fori, _scan).items()}
    with srt.Runtime(threads=1) as rt:

        def ended(found: Any) -> Any:
            rt.sync()
            return found

        found = work.timed(made, rt.put, ended, scale)
        found["loop-neural-in-c"] = found["loop-neural"] / _neural_in_c(scale)
        return found | _overheads(rt, scale)


# -- the same kernels in a loop in C ---------------------------------------------------------------


_kept: list[object] = []


def _step(plan: HostPlan, words: Sequence[int], arguments: Sequence[int]) -> native.Step:
    """Returns a step of a native loop: an entry, all its slots, and its extent."""
    layout = (ctypes.c_int64 * len(words))(*words)
    _kept.append((plan, layout))
    return plan.address, [ctypes.addressof(layout), *arguments], plan.extent


def _neural_in_c(scale: Scale) -> float:
    """The median time in ms of the steps, by the kernels of a turn and a native loop."""
    y, w = work.data()["loop-neural"]
    y, following = y.copy(), np.empty_like(y)
    step = srt.jit(lambda y, w: y + work.SIZE * np.tanh(y @ w))
    (kernel,) = step.lower(y, w).kernels
    arrays = [y, w, y, following]
    graph = srt.Graph()
    layouts = [
        graph.input(f"a{number}", array.shape, array.dtype).layout
        for number, array in enumerate(arrays)
    ]
    plan = kernel.plan(layouts)
    rows = (2, 4, *y.shape, *y.strides, *y.strides)
    copy = HostPlan.load_standard("copy", rows, y.shape[0])
    addresses = [array.ctypes.data for array in arrays]
    steps = [
        _step(HostPlan.load(plan), plan.words, addresses),
        _step(copy, rows, [y.ctypes.data, following.ctypes.data]),
    ]
    run = native.prepare_turns(steps, work.STEPS)
    return clocks.timed({"c": run}, scale.seconds(0.5, 0.05))["c"]


# -- a turn, and a branch --------------------------------------------------------------------------


def _overheads(rt: srt.Runtime, scale: Scale) -> Results:
    """The ns of a turn beyond its kernel, and of a branch in a turn, by loops of an axpy."""
    x, y = (rt.put(np.zeros(FLOATS, np.float32)) for _ in range(2))
    flag = rt.put(np.ones(1, bool))
    stream = rt.device().stream("loops")

    def looped(branch: Callable[[srt.Graph], AbstractContextManager[object]]) -> srt.GraphExec:
        with rt.capture() as graph, graph.repeat(TURNS), branch(graph):
            stream.launch(AXPY, x, y, alpha=1.0)
        return graph.plan(rt.device()).instantiate()

    def replayed(made: srt.GraphExec) -> Callable[[], object]:
        return lambda: made.replay().sync()

    plain = looped(lambda _: nullcontext())
    branching = looped(lambda graph: graph.if_(flag))
    one, other = (np.zeros(FLOATS, np.float32) for _ in range(2))
    layout = (ctypes.c_int64 * 1)(FLOATS)
    words = [ctypes.addressof(layout), one.ctypes.data, other.ctypes.data, 0x3F800000]
    alone = native.prepare_turns([(native.address_of(native.AXPY), words, FLOATS)], TURNS)
    calls = {"alone": alone, "plain": replayed(plain), "branching": replayed(branching)}
    ms = clocks.timed(calls, scale.seconds(0.5, 0.05))
    return {
        "loop-turn": (ms["plain"] - ms["alone"]) * 1e6 / TURNS,
        "loop-branch": (ms["branching"] - ms["plain"]) * 1e6 / TURNS,
    }
