"""streamrt: functions compiled by `@streamrt.jit`."""

from __future__ import annotations

import numpy as np

import streamrt as srt
from benchmarks.scale import Scale
from benchmarks.work import calls, functions
from benchmarks.work.clocks import Results


async def compiled(scale: Scale, threads: int) -> Results:
    """The functions on so many threads."""
    with srt.Runtime(threads=threads) as rt:
        made = functions.compiled_calls(np, srt.jit, rt.put, lambda found: found.sync())
        return functions.timed(made, scale)


async def cached(scale: Scale) -> Results:
    """Cached calls: three inputs, and a dict of eight."""
    three, eight = srt.jit(functions.three), srt.jit(functions.eight)
    async with srt.Runtime() as rt:
        x, w, b = (rt.put(np.full(16, 0.5, np.float32)) for _ in range(3))
        tree = {f"w{k}": rt.put(np.full(16, 0.5, np.float32)) for k in range(8)}

        async def settled() -> None:
            await three(x, w, b)

        await settled()
        results = await calls.call_results("cached", lambda: three(x, w, b), settled, scale)
        await eight(tree)
        results["cached-dict"] = await calls.back_to_back(lambda: eight(tree), settled, scale)
        return results
