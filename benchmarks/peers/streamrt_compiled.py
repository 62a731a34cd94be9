"""streamrt: functions compiled by `@streamrt.jit`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

import streamrt as srt
from benchmarks import calls, functions
from benchmarks.drivers import Results
from benchmarks.scale import Scale


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


async def compiled_1(scale: Scale) -> Results:
    """The functions on one core."""
    with srt.Runtime(threads=1) as rt:
        return functions.timed(_calls(rt), scale, "1")


async def compiled_2(scale: Scale) -> Results:
    """The functions on two threads."""
    with srt.Runtime(threads=2) as rt:
        return functions.timed(_calls(rt), scale, "2")


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
        results = {"cached": await calls.back_to_back(lambda: _three(x, w, b), settled, scale)}
        for gap in calls.GAPS:
            count = scale.count(1000, 200)
            results[f"cached-{gap}"] = calls.after_gaps(lambda: _three(x, w, b), gap, count)
            await settled()
        await _eight(tree)
        results["cached-dict"] = await calls.back_to_back(lambda: _eight(tree), settled, scale)
        return results
