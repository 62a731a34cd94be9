"""streamrt: calls with fresh outputs, and submissions from several threads.

The kernels of the calls are those of streamrt_kernels, as a program would use them.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
from collections.abc import Sequence

import numpy as np

import streamrt as srt
import streamrt_kernels as kernels
from benchmarks.ours.common import AXPY, FLOATS, floats
from benchmarks.scale import Scale
from benchmarks.work import calls
from benchmarks.work import threads as in_threads
from benchmarks.work.clocks import Results, check


def _replays(rt: srt.Runtime, stream: srt.Stream) -> srt.GraphExec:
    """Three nodes: t = x, t += x, y = t."""
    x = floats(rt)
    with rt.capture(x=x) as graph:
        middle, y = rt.empty(FLOATS), rt.empty(FLOATS)
        stream.launch(kernels.copy, x, middle)
        stream.launch(kernels.axpy, x, middle, 1.0)
        stream.launch(kernels.copy, middle, y)
        graph.output("y", y)
    return graph.plan(rt.device("cpu")).instantiate()


async def fresh(scale: Scale) -> Results:
    """Copies 16 floats into a fresh buffer: by launch, by execute, by a replay of three nodes."""

    async def settled() -> None:
        await rt

    async with srt.Runtime() as rt:
        stream = rt.device("cpu").stream()
        x = floats(rt)

        def launch() -> None:
            stream.launch(kernels.copy, x, rt.empty(FLOATS))

        def execute() -> None:
            rt.execute(kernels.copy, x)

        results = await calls.fresh_results(launch, settled, scale)
        results["fresh-execute"] = await calls.back_to_back(execute, settled, scale)
        inputs = [rt.put(np.full(FLOATS, number, np.float32)) for number in range(4)]
        with _replays(rt, stream) as ready:
            turns = itertools.cycle(inputs)

            def replay() -> None:
                ready.replay(x=next(turns))

            results["fresh-replay"] = await calls.back_to_back(replay, settled, scale)
            for number, given in enumerate(inputs):
                made = np.asarray(await ready.replay(x=given))
                check(bool(np.all(made == 2 * number)), "a replay's output is wrong")
    return results


def _work(
    rt: srt.Runtime, streams: Sequence[srt.Stream], targets: Sequence[srt.Buffer]
) -> in_threads.Work:
    """Threads that change their buffer on their stream."""
    x = floats(rt)

    def submit(stream: srt.Stream, target: srt.Buffer, count: int) -> None:
        for _ in range(count):
            stream.launch(AXPY, x, target, 0.5)

    return in_threads.Work(
        [functools.partial(submit, *pair) for pair in zip(streams, targets, strict=True)],
        rt.sync,
        lambda: [np.asarray(target) for target in dict.fromkeys(targets)],
    )


def _measure(scale: Scale) -> Results:
    with srt.Runtime() as rt:
        streams = [rt.device("cpu").stream() for _ in range(max(in_threads.COUNTS))]

        def own(count: int) -> in_threads.Work:
            return _work(rt, streams[:count], [floats(rt) for _ in range(count)])

        def one(count: int) -> in_threads.Work:
            return _work(rt, streams[:1] * count, [floats(rt) for _ in range(count)])

        def shared(count: int) -> in_threads.Work:
            return _work(rt, streams[:count], [floats(rt)] * count)

        results: Results = {}
        for share in (own, one, shared):
            results |= in_threads.thread_results(share.__name__, share, scale)
    return results


async def threads(scale: Scale) -> Results:
    """Launches of axpy from several threads: on own streams, on one, and on one buffer."""
    return await asyncio.to_thread(_measure, scale)  # it blocks, which the loop's thread must not
