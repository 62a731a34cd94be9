"""Calls that return one fresh output: the clock that the peers share.

Back to back, the value of a call is its share of a batch that is submitted and then awaited as a
whole. With gaps it is the time that the call takes in the caller's thread; the caller computes in
between, so that it stays awake, while the threads of the peer fall asleep.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from benchmarks.scale import Scale
from benchmarks.work.clocks import Results, median

BATCH = 1000
GAPS = (50, 200, 1000)  # µs

Settled = Callable[[], Awaitable[object]]


async def back_to_back(call: Callable[[], object], settled: Settled, scale: Scale) -> float:
    """The median time in µs of a call; `settled` awaits all calls before it."""
    samples: list[float] = []
    for _ in range(scale.count(20, 5) + 1):
        began = time.perf_counter()
        for _turn in range(BATCH):
            call()
        await settled()
        samples.append((time.perf_counter() - began) / BATCH * 1e6)
    return median(samples[1:])


def after_gaps(call: Callable[[], object], gap: int, count: int) -> float:
    """The median time in µs of a call that begins `gap` µs after the last one ended."""
    clock = time.perf_counter_ns
    samples: list[float] = []
    ended = clock()
    for _ in range(count):
        while clock() - ended < gap * 1000:
            pass
        began = clock()
        call()
        ended = clock()
        samples.append((ended - began) / 1e3)
    return median(samples)


async def nothing() -> None:
    """Awaits nothing, because all calls have ended."""


async def call_results(
    name: str, call: Callable[[], object], settled: Settled, scale: Scale
) -> Results:
    """The rows of a call: back to back, and after each gap."""
    results = {name: await back_to_back(call, settled, scale)}
    for gap in GAPS:
        results[f"{name}-{gap}"] = after_gaps(call, gap, scale.count(500, 200))
        await settled()
    return results


async def fresh_results(call: Callable[[], object], settled: Settled, scale: Scale) -> Results:
    """The rows of a call with one fresh output, which `call` drops at once."""
    return await call_results("fresh", call, settled, scale)
