"""streamrt's replays: graphs captured once, and replayed as one launch each.

A replay is awaited before the next one, so that a node's cost includes its share of submitting
and awaiting the whole. What the replayed nodes read and write lies in few buffers: the tracker
looks at each of a replay's buffers, not at each node.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from unittest import mock

import numpy as np

import streamrt as srt
from benchmarks.ours.common import AXPY, LERP, STAGE, floats, seen_stage
from benchmarks.scale import Scale
from benchmarks.work import clocks, graphs, native
from benchmarks.work.clocks import Results


def executable(graph: srt.Graph, device: srt.Device, streams: int = 1) -> srt.GraphExec:
    """The graph, ready to be replayed."""
    return graph.plan(device, streams=streams).instantiate()


async def per_node(replay: Callable[[], srt.Execution], count: int) -> float:
    """The median time in ns from a replay until its await returns, for each node."""
    await clocks.round_trips(replay, 20)
    return clocks.median(await clocks.round_trips(replay, count)) * 1e3 / graphs.REPLAYED


async def _parts(replays: Mapping[str, Callable[[], srt.Execution]], count: int) -> Results:
    """The parts of the time of replays that take turns, so that a drift slows all of them.

    Returns for each name the median time of the whole in ns for each node, as NAME; that of the
    nodes alone, by the execution's times, as NAME-nodes; and as NAME-return the time in µs from
    the end of the last node until the await returned.
    """
    clock = time.monotonic_ns  # the clock of an execution's times
    samples: dict[str, list[tuple[int, int, int]]] = {name: [] for name in replays}
    for _ in range(count):
        for name, replay in replays.items():
            start = clock()
            execution = replay()
            await execution
            end = clock()
            _, began, ended = execution.times
            samples[name].append((end - start, ended - began, end - ended))
    results: Results = {}
    for name, parts in samples.items():
        whole, nodes, after = map(clocks.median, zip(*parts, strict=True))
        results[name] = whole / graphs.REPLAYED
        results[f"{name}-nodes"] = nodes / graphs.REPLAYED
        results[f"{name}-return"] = after / 1e3
    return results


def _chain(rt: srt.Runtime, x: srt.Buffer, y: srt.Buffer) -> srt.Graph:
    stream = rt.device("cpu").stream()
    with rt.capture() as graph:
        for _ in range(graphs.REPLAYED):
            stream.launch(AXPY, x, y, 0.5)
    return graph


def _lerps(
    rt: srt.Runtime, inputs: graphs.Floats, nodes: Sequence[graphs.Inputs], made: srt.Buffer
) -> srt.Graph:
    """Nodes over the rows of inputs; the last ones write the rows of `made`."""
    stream, given, last = rt.device("cpu").stream(), rt.put(inputs), made.shape[0]
    with rt.capture() as graph:
        values = [given[row] for row in range(len(inputs))]
        values += [rt.empty(graphs.FLOATS) for _ in range(len(nodes) - last)]
        values += [made[row] for row in range(last)]
        for (a, b, c), out in zip(nodes, values[len(inputs) :], strict=True):
            stream.launch(LERP, values[a], values[b], values[c], out)
    return graph


def _dag(rt: srt.Runtime, made: srt.Buffer) -> srt.Graph:
    return _lerps(rt, graphs.given(), graphs.layered(graphs.REPLAYED), made)


async def replay_chain(scale: Scale) -> Results:
    """Run 1,000 times axpy on the same 16 floats, one replay after the other."""
    async with srt.Runtime() as rt:
        x, y = floats(rt), floats(rt)
        count = scale.count(2000, 300)
        with executable(_chain(rt, x, y), rt.device("cpu")) as ready:
            each = await per_node(ready.replay, count)
        expected = graphs.chained(0.5, (20 + count) * graphs.REPLAYED)
        clocks.check(bool(np.all(np.asarray(y) == expected)), "a link of the chain is missing")
    return {"replay-chain": each}


async def replay_dag(scale: Scale) -> Results:
    """Replays the random layered DAG on one stream."""
    async with srt.Runtime() as rt:
        made = rt.empty((graphs.WIDTH, graphs.FLOATS))
        with executable(_dag(rt, made), rt.device("cpu")) as ready:
            each = await per_node(ready.replay, scale.count(2000, 300))
        same = np.array_equal(np.asarray(made), graphs.last_layer())
        clocks.check(same, "the DAG's last layer is wrong")
    return {"replay-dag": each}


async def replay_parts(scale: Scale) -> Results:
    """The chain and the DAG in turn: what their nodes cost, and what is paid around them."""
    async with srt.Runtime() as rt:
        x, y = floats(rt), floats(rt)
        made = rt.empty((graphs.WIDTH, graphs.FLOATS))
        device, count = rt.device("cpu"), scale.count(2000, 300)
        with (
            executable(_chain(rt, x, y), device) as chain,
            executable(_dag(rt, made), device) as dag,
        ):
            replays = {"chain": chain.replay, "dag": dag.replay}
            await _parts(replays, 50)
            parts = await _parts(replays, count)
    parts["dag-to-chain"] = parts.pop("dag") / parts.pop("chain")
    parts |= {"chain-floor": _chain_floor(count), "dag-floor": _dag_floor(count)}
    return {f"replay-{name}": value for name, value in parts.items()}


def _chain_floor(count: int) -> float:
    """The time in ns of a link if a native loop does nothing else than call the kernel."""
    x, y = (np.full(graphs.FLOATS, 0.5, np.float32) for _ in range(2))
    half = int(np.float32(0.5).view(np.uint32))
    calls = [(x.ctypes.data, y.ctypes.data, half)] * graphs.REPLAYED
    run = native.prepare_all(native.AXPY, calls, graphs.FLOATS)
    return clocks.blocking_per_node(run, graphs.REPLAYED, count)


def _dag_floor(count: int) -> float:
    """The same for a node of the DAG; the layers take turns in two halves of memory.

    So the memory is about as large as the arena that the planner makes.
    """
    width = graphs.WIDTH
    memory = np.zeros((3 * width, graphs.FLOATS), np.float32)
    memory[:width] = graphs.given()

    def address(value: int) -> int:
        layer, place = divmod(value, width)
        row = place + width * (1 + layer % 2 if layer else 0)
        return memory[row].ctypes.data

    calls = [
        tuple(map(address, (*inputs, width + node)))
        for node, inputs in enumerate(graphs.layered(graphs.REPLAYED))
    ]
    run = native.prepare_all(native.LERP, calls, graphs.FLOATS)
    each = clocks.blocking_per_node(run, graphs.REPLAYED, count)
    last = address(graphs.REPLAYED) - memory.ctypes.data
    made = memory[last // memory.strides[0] :][:width]
    clocks.check(np.array_equal(made, graphs.last_layer()), "the floor's last layer is wrong")
    return each


async def replay_two(scale: Scale) -> Results:
    """Replays the ladder on two streams."""
    async with srt.Runtime() as rt:
        made = rt.empty((2, graphs.FLOATS))
        nodes = [node for rung in graphs.rungs() for node in rung]
        graph = _lerps(rt, graphs.feet(), nodes, made)
        # The planner knows that crossing costs more than such small nodes, and would keep them on
        # one stream. The crossings are what is measured, so it is told that they are free.
        with mock.patch("streamrt._core.planning.issue.CROSSING_NS", 0):
            ready = executable(graph, rt.device("cpu"), streams=2)
        crossing = sum(map(bool, ready.plan.schedule.waits))
        clocks.check(crossing >= graphs.REPLAYED - 2, f"only {crossing} nodes wait for another")
        with ready:
            each = await per_node(ready.replay, scale.count(500, 100))
        same = np.array_equal(np.asarray(made), graphs.top())
        clocks.check(same, "the ladder's last rung is wrong")
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
            return await clocks.start_results(ready.replay, lambda: int(times[native.BEGAN]), scale)
