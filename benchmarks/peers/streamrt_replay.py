"""streamrt's replays: graphs captured once, and replayed as one launch each.

A replay is awaited before the next one, so that a node's cost includes its share of submitting
and awaiting the whole. What the replayed nodes read and write lies in few buffers: the tracker
looks at each of a replay's buffers, not at each node.
"""

from __future__ import annotations

from collections.abc import Callable
from unittest import mock

import numpy as np

import streamrt as srt
from benchmarks import drivers, graphs, native
from benchmarks.drivers import Results
from benchmarks.peers.streamrt_common import AXPY, LERP, STAGE, floats, seen_stage
from benchmarks.scale import Scale


def executable(graph: srt.Graph, device: srt.Device, streams: int = 1) -> srt.GraphExec:
    """The graph, ready to be replayed."""
    return graph.plan(device, streams=streams).instantiate()


async def per_node(replay: Callable[[], srt.Execution], count: int) -> float:
    """The median time in ns from a replay until its await returns, for each node."""
    await drivers.round_trips(replay, 20)
    return drivers.median(await drivers.round_trips(replay, count)) * 1e3 / graphs.REPLAYED


async def replay_chain(scale: Scale) -> Results:
    """Run 1,000 times axpy on the same 16 floats, one replay after the other."""
    async with srt.Runtime() as rt:
        stream = rt.device("cpu").stream()
        x, y = floats(rt), floats(rt)
        with rt.capture() as graph:
            for _ in range(graphs.REPLAYED):
                stream.launch(AXPY, x, y, 0.5)
        count = scale.count(2000, 300)
        with executable(graph, rt.device("cpu")) as ready:
            each = await per_node(ready.replay, count)
        expected = graphs.chained(0.5, (20 + count) * graphs.REPLAYED)
        drivers.check(bool(np.all(np.asarray(y) == expected)), "a link of the chain is missing")
    return {"replay-chain": each}


async def replay_dag(scale: Scale) -> Results:
    """Replays the random layered DAG on one stream."""
    async with srt.Runtime() as rt:
        stream = rt.device("cpu").stream()
        given = rt.put(graphs.given())
        made = rt.empty((graphs.WIDTH, graphs.FLOATS))
        with rt.capture() as graph:
            values = [given[row] for row in range(graphs.WIDTH)]
            values += [rt.empty(graphs.FLOATS) for _ in range(graphs.REPLAYED - graphs.WIDTH)]
            values += [made[row] for row in range(graphs.WIDTH)]
            for (a, b, c), out in zip(
                graphs.layered(graphs.REPLAYED), values[graphs.WIDTH :], strict=True
            ):
                stream.launch(LERP, values[a], values[b], values[c], out)
        with executable(graph, rt.device("cpu")) as ready:
            each = await per_node(ready.replay, scale.count(2000, 300))
        same = np.array_equal(np.asarray(made), graphs.last_layer())
        drivers.check(same, "the DAG's last layer is wrong")
    return {"replay-dag": each}


def _ladder(rt: srt.Runtime, made: srt.Buffer) -> srt.Graph:
    stream = rt.device("cpu").stream()
    feet = rt.put(graphs.feet())
    with rt.capture() as graph:
        values = [feet[row] for row in range(3)]
        values += [rt.empty(graphs.FLOATS) for _ in range(graphs.REPLAYED - 2)]
        values += [made[row] for row in range(2)]
        nodes = [node for rung in graphs.rungs() for node in rung]
        for (a, b, c), out in zip(nodes, values[3:], strict=True):
            stream.launch(LERP, values[a], values[b], values[c], out)
    return graph


async def replay_two(scale: Scale) -> Results:
    """Replays the ladder on two streams."""
    async with srt.Runtime() as rt:
        made = rt.empty((2, graphs.FLOATS))
        graph = _ladder(rt, made)
        # The planner knows that crossing costs more than such small nodes, and would keep them on
        # one stream. The crossings are what is measured, so it is told that they are free.
        with mock.patch("streamrt._core.planning.issue.CROSSING_NS", 0):
            ready = executable(graph, rt.device("cpu"), streams=2)
        crossing = sum(map(bool, ready.plan.schedule.waits))
        drivers.check(crossing >= graphs.REPLAYED - 2, f"only {crossing} nodes wait for another")
        with ready:
            each = await per_node(ready.replay, scale.count(500, 100))
        same = np.array_equal(np.asarray(made), graphs.top())
        drivers.check(same, "the ladder's last rung is wrong")
    return {"replay-two": each}


async def replay_start(scale: Scale) -> Results:
    """Time from the call of replay() until the first of 1,000 kernels runs, by its own clock."""
    async with srt.Runtime() as rt:
        stream = rt.device("cpu").stream()
        source, seen, times = seen_stage(rt)
        x, y = floats(rt), floats(rt)
        with rt.capture() as graph:
            stream.launch(STAGE, source, seen, 1)
            for _ in range(graphs.REPLAYED - 1):
                stream.launch(AXPY, x, y, 0.5)
        graph.order(graph.nodes[0], graph.nodes[1])
        with executable(graph, rt.device("cpu")) as ready:
            return await drivers.start_results(
                ready.replay, lambda: int(times[native.BEGAN]), scale
            )
