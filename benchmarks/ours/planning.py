"""streamrt's planner: how long it takes, how that grows, and how much memory its plans need."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import streamrt as srt
from benchmarks.ours.common import AXPY, LERP
from benchmarks.scale import Scale
from benchmarks.work import clocks, graphs, native
from benchmarks.work.clocks import Results

# Only planned, never run: operands of three sizes make temporaries of many sizes.
MIX = srt.Kernel(
    "mix",
    "a: f32[n], b: f32[m], out y: f32[k]",
    cpu=srt.LLVM(native.EMPTY.source, entry=native.EMPTY.name),
)


def _layered(nodes: int) -> srt.Graph:
    graph = srt.Graph()
    values = [graph.input(f"given{row}", graphs.FLOATS) for row in range(graphs.WIDTH)]
    for a, b, c in graphs.layered(nodes):
        values.append(graph.empty(graphs.FLOATS))
        graph.add(LERP, values[a], values[b], values[c], values[-1])
    for row, value in enumerate(values[-graphs.WIDTH :]):
        graph.output(f"made{row}", value)
    return graph


def _over_n_log_n(seconds: float, nodes: int) -> float:
    return seconds / (nodes * math.log(nodes))


async def plan(scale: Scale) -> Results:
    """Plans the random layered DAG."""
    few, many = 3000, scale.count(30_000, 10_000)
    async with srt.Runtime() as rt:
        device = rt.device("cpu")
        _layered(200).plan(device)  # the kernel's plan is made once
        graph = _layered(10_000)
        one = clocks.seconds_of(lambda: graph.plan(device), scale.count(3, 1))
        four = clocks.seconds_of(lambda: graph.plan(device, streams=4), scale.count(3, 1))
        planned = graph.plan(device)
        ready = clocks.seconds_of(planned.instantiate, scale.count(3, 1))
        del planned
        small, large = _layered(few), _layered(many)
        of_few = clocks.seconds_of(lambda: small.plan(device), scale.count(5, 3))
        of_many = clocks.seconds_of(lambda: large.plan(device), scale.count(3, 1))
    growth = _over_n_log_n(of_many, many) / _over_n_log_n(of_few, few)
    return {"plan": one, "plan-four": four, "instantiate": ready, "plan-growth": growth}


def _random(seed: int, nodes: int) -> srt.Graph:
    """A DAG whose nodes read two values each, mostly recent ones, of 64 bytes to 1 MB."""
    choose = random.Random(seed)
    graph = srt.Graph()
    values = [graph.input(f"x{index}", 1 << choose.randint(4, 18)) for index in range(4)]
    for _ in range(nodes):
        values.append(graph.empty(int(2 ** choose.uniform(4, 18))))
        window = choose.choice((4, 16, 64))
        a, b = choose.sample(values[-1 - window : -1], 2) if len(values) > window else values[:2]
        graph.add(MIX, a, b, values[-1])
    graph.output("y", values[-1])
    return graph


def _blocks(device: srt.Device, nbytes: int) -> float:
    """The number of blocks that hold three temporaries which never overlap."""
    graph = srt.Graph()
    x, y = (graph.input(name, nbytes // 4) for name in ("x", "y"))
    for _ in range(3):
        temporary = graph.empty(nbytes // 4)
        graph.copy(temporary, x)
        graph.add(AXPY, temporary, y, 0.5)
    return graph.plan(device).arena_nbytes / nbytes


async def plan_memory(scale: Scale) -> Results:
    """The memory of temporaries over the most that live at once: the worst of the random DAGs."""
    async with srt.Runtime() as rt:
        device = rt.device("cpu")
        results = {"plan-blocks": _blocks(device, 4096)}
        drawn: Sequence[srt.Graph] = [_random(seed, 300) for seed in range(scale.count(30, 5))]
        for streams in (1, 2, 3, 4):
            plans = [graph.plan(device, streams=streams) for graph in drawn]
            name = f"plan-memory-{streams}" if streams > 1 else "plan-memory"
            results[name] = max(plan.arena_nbytes / plan.live_bytes_bound for plan in plans)
    return results
