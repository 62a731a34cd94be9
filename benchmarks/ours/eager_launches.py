"""streamrt without a graph: the nodes that others replay, launched one by one each time.

Every node has buffers of its own: an eager program has no planner that could share memory.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Sequence

import numpy as np

import streamrt as srt
from benchmarks.ours.common import AXPY, LERP, floats
from benchmarks.scale import Scale
from benchmarks.work import clocks, graphs
from benchmarks.work.clocks import Results


async def _per_node(
    streams: Sequence[srt.Stream], submit: Callable[[], object], scale: Scale
) -> float:
    """The time in ns to submit all nodes and await the streams, over the nodes: the median."""
    samples: list[float] = []
    for _ in range(scale.count(30, 5) + 1):
        began = time.perf_counter_ns()
        executions = submit()
        for stream in streams:
            await stream
        samples.append((time.perf_counter_ns() - began) / graphs.REPLAYED)
        del executions
    return clocks.median(samples[1:])


async def replay_chain(scale: Scale) -> Results:
    """Launch 1,000 times axpy on the same 16 floats."""
    async with srt.Runtime() as rt:
        stream = rt.device("cpu").stream()
        x, y = floats(rt), floats(rt)
        link = functools.partial(stream.launch, AXPY, x, y, 0.5)
        each = await _per_node([stream], lambda: [link() for _ in range(graphs.REPLAYED)], scale)
    return {"replay-chain": each}


def _launches(
    streams: Sequence[srt.Stream], values: Sequence[srt.Buffer], nodes: Sequence[graphs.Inputs]
) -> Callable[[], object]:
    """Launches the nodes on the streams in turn; the last of the values are theirs."""
    count = len(streams)
    made = values[len(values) - len(nodes) :]

    def submit() -> object:
        return [
            streams[node % count].launch(LERP, values[a], values[b], values[c], made[node])
            for node, (a, b, c) in enumerate(nodes)
        ]

    return submit


def _values(rt: srt.Runtime, given: graphs.Floats) -> list[srt.Buffer]:
    return [rt.put(row) for row in given] + [
        rt.empty(graphs.FLOATS) for _ in range(graphs.REPLAYED)
    ]


async def replay_dag(scale: Scale) -> Results:
    """Launches the random layered DAG on one stream."""
    async with srt.Runtime() as rt:
        streams = [rt.device("cpu").stream()]
        values = _values(rt, graphs.given())
        submit = _launches(streams, values, graphs.layered(graphs.REPLAYED))
        each = await _per_node(streams, submit, scale)
        made = np.stack([np.asarray(value) for value in values[-graphs.WIDTH :]])
    clocks.check(np.array_equal(made, graphs.last_layer()), "the DAG's last layer is wrong")
    return {"replay-dag": each}


async def replay_two(scale: Scale) -> Results:
    """Launches the ladder on two streams, one side of it on each."""
    async with srt.Runtime() as rt:
        streams = [rt.device("cpu").stream() for _ in range(2)]
        values = _values(rt, graphs.feet())
        nodes = [node for rung in graphs.rungs() for node in rung]
        each = await _per_node(streams, _launches(streams, values, nodes), scale)
        made = np.stack([np.asarray(value) for value in values[-2:]])
    clocks.check(np.array_equal(made, graphs.top()), "the ladder's last rung is wrong")
    return {"replay-two": each}
