"""streamrt: MiniLM in NumPy's words, compiled by `@streamrt.jit`."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Generator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import streamrt as srt
from benchmarks.scale import Scale
from benchmarks.work import clocks
from benchmarks.work import minilm as work
from benchmarks.work.clocks import Results, fresh_process, median

FIRST_SHAPES = ((1, 16), (8, 32))
NEW_SHAPES = (
    *((3, 17), (2, 40), (5, 33), (6, 18), (9, 19)),
    *((4, 50), (11, 7), (2, 128), (7, 21), (12, 24)),
)
"""Sentences and tokens of calls, none of which was made before."""

# Prints the seconds of CPU time that the first call takes in a new process, until its result is
# there; the weights are on the device.
_FIRST = """
import time
import streamrt as srt
from benchmarks.ours.minilm import on_device
from benchmarks.work import minilm
with srt.Runtime() as rt:
    weights = on_device(rt, minilm.weights())
    ids, mask = map(rt.put, minilm.tokens(8, 32))
    forward = srt.jit(minilm.forward)
    began = time.process_time()
    forward(ids, mask, weights).sync()
    print(time.process_time() - began)
"""


def on_device(rt: srt.Runtime, tree: Any) -> Any:
    """The arrays of dicts, lists and tuples as Buffers."""
    if isinstance(tree, dict):
        return {name: on_device(rt, part) for name, part in tree.items()}
    if isinstance(tree, list | tuple):
        return type(tree)(on_device(rt, part) for part in tree)
    return rt.put(tree)


async def minilm(scale: Scale, threads: int) -> Results:
    """The forward pass on so many threads."""
    weights, forward, results = work.weights(), srt.jit(work.forward), Results()
    with srt.Runtime(threads=threads) as rt:
        placed = on_device(rt, weights)
        for shape in work.SHAPES:
            ids, mask = work.tokens(*shape)
            given = rt.put(ids), rt.put(mask)
            work.checked(forward(*given, placed), ids, mask, weights)

            def call(given: Any = given) -> object:
                return forward(*given, placed).sync()

            results |= work.timed(shape, call, scale)
    return results


async def minilm_calls(scale: Scale) -> Results:
    """New shapes, the same shape again, and first calls of processes."""
    results = _first_calls(scale)
    with _empty_cache():
        async with srt.Runtime() as rt:
            return results | await _calls(rt, scale) | await _layers(rt, scale)


@contextlib.contextmanager
def _empty_cache() -> Generator[None]:
    """A cache of compiled code that is empty at first, for this process and those it starts."""
    with TemporaryDirectory() as folder:
        os.environ["STREAMRT_CACHE_DIR"] = folder
        yield
        del os.environ["STREAMRT_CACHE_DIR"]
        filled = any(Path(folder).glob("*.obj"))
    clocks.check(filled, "MiniLM came from a cache that was filled before")


def _thread_ms(call: Callable[[], Any]) -> tuple[float, Any]:
    """The CPU time that a call takes from its own thread, and what it returned."""
    began = time.thread_time()
    found = call()
    return (time.thread_time() - began) * 1e3, found


async def _calls(rt: srt.Runtime, scale: Scale) -> Results:
    weights, forward = on_device(rt, work.weights()), srt.jit(work.forward)
    new: list[float] = []
    for shape in (*FIRST_SHAPES, *NEW_SHAPES):
        given = [rt.put(part) for part in work.tokens(*shape)]
        spent, found = _thread_ms(lambda given=given: forward(*given, weights))
        await found
        new.append(spent)
    given = [rt.put(part) for part in work.tokens(*FIRST_SHAPES[0])]
    again: list[float] = []
    for _ in range(scale.count(200, 50)):
        began = time.perf_counter()
        found = forward(*given, weights)
        again.append((time.perf_counter() - began) * 1e3)
        await found
    return {
        "minilm-new-shape": median(new[len(FIRST_SHAPES) :]),
        "minilm-again": median(again),
        "minilm-steps": len(forward.lower(*given, weights).steps),
    }


async def _layers(rt: srt.Runtime, scale: Scale) -> Results:
    ten, rng = srt.jit(work.ten), np.random.default_rng(0)
    x, w, b = (
        rt.put(rng.standard_normal(shape, np.float32)) for shape in ((256, 64), (64, 64), (64,))
    )
    new: list[float] = []
    for rows in range(33, 33 + scale.count(100, 20)):
        spent, found = _thread_ms(lambda rows=rows: ten(x[:rows], w, b))
        await found
        new.append(spent)
    return {"minilm-layer": median(new[2:])}


def _first_calls(scale: Scale) -> Results:
    with _empty_cache():
        cold = fresh_process(_FIRST)[0] * 1e3
        warm = [fresh_process(_FIRST)[0] * 1e3 for _ in range(scale.count(3, 1))]
    return {"minilm-cold": cold, "minilm-warm": median(warm)}
