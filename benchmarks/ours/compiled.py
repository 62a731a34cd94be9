"""streamrt: functions compiled by `@streamrt.jit`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

import streamrt as srt
from benchmarks.scale import Scale
from benchmarks.work import calls, functions
from benchmarks.work.clocks import Results


def _calls(rt: srt.Runtime) -> dict[str, Callable[[], object]]:
    made: dict[str, Callable[[], object]] = {}
    data = functions.data()
    for name, function in functions.functions(np).items():
        compiled = srt.jit(function)
        buffers = [rt.put(array) for array in data[name]]

        def call(compiled: Any = compiled, buffers: Any = buffers) -> Any:
            return compiled(*buffers).sync()

        functions.checked(name, call())
        made[name] = call
    return made


async def compiled(scale: Scale, threads: int) -> Results:
    """The functions on so many threads."""
    with srt.Runtime(threads=threads) as rt:
        return functions.timed(_calls(rt), scale)


@srt.jit
def _three(x: Any, w: Any, b: Any) -> Any:
    return x * w + b


@srt.jit
def _eight(tree: dict[str, Any]) -> Any:
    return functools.reduce(lambda a, b: a + b, tree.values())


async def cached(scale: Scale) -> Results:
    """Cached calls: three inputs, and a dict of eight."""
    async with srt.Runtime() as rt:
        x, w, b = (rt.put(np.full(16, 0.5, np.float32)) for _ in range(3))
        tree = {f"w{k}": rt.put(np.full(16, 0.5, np.float32)) for k in range(8)}

        async def settled() -> None:
            await _three(x, w, b)

        await settled()
        results = await calls.call_results("cached", lambda: _three(x, w, b), settled, scale)
        await _eight(tree)
        results["cached-dict"] = await calls.back_to_back(lambda: _eight(tree), settled, scale)
        return results
