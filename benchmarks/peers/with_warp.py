"""warp on CPU: a launch runs the kernel in the calling thread; there is nothing to await.

The round trips block the loop's thread; the busy rows run the launches in a worker thread.
"""

from __future__ import annotations

import asyncio
import functools
import importlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from benchmarks.scale import SHORT_KERNEL, Scale
from benchmarks.work import calls, clocks, graphs
from benchmarks.work import threads as in_threads
from benchmarks.work.clocks import Results

wp: Any = importlib.import_module("warp")
wp.config.quiet = True
wp.init()


def _kernel(function: Callable[..., None], **types: Any) -> Any:
    """A warp kernel; warp reads types from annotations, which type checkers do not know."""
    function.__annotations__ = types
    return wp.kernel(function)


def _empty(x: Any) -> None:
    pass


def _axpy(x: Any, y: Any, alpha: Any) -> None:
    i = wp.tid()
    y[i] = alpha * x[i] + y[i]


def _plus_one(x: Any, y: Any) -> None:
    i = wp.tid()
    y[i] = x[i] + wp.float32(1.0)


def _lerp(a: Any, b: Any, c: Any, y: Any) -> None:
    i = wp.tid()
    y[i] = a[i] + c[i] * (b[i] - a[i])


def _counted(state: Any, iterations: Any) -> None:
    word = state[0]
    for _turn in range(iterations):
        word = word * wp.uint32(1664525) + wp.uint32(1013904223)
    state[0] = word


_floats = wp.array(dtype=wp.float32)
EMPTY = _kernel(_empty, x=_floats)
AXPY = _kernel(_axpy, x=_floats, y=_floats, alpha=wp.float32)
PLUS_ONE = _kernel(_plus_one, x=_floats, y=_floats)
LERP = _kernel(_lerp, a=_floats, b=_floats, c=_floats, y=_floats)
COUNTED = _kernel(_counted, state=wp.array(dtype=wp.uint32), iterations=wp.int32)


def launch(kernel: Any, size: int, *arguments: Any) -> None:
    wp.launch(kernel, dim=size, inputs=arguments, device="cpu")


def floats(size: int = graphs.FLOATS) -> Any:
    return wp.full(size, 0.5, dtype=wp.float32, device="cpu")


async def busy(scale: Scale) -> Results:
    """200 µs kernels in one worker thread."""
    loop = asyncio.get_running_loop()
    state = wp.ones(1, dtype=wp.uint32, device="cpu")
    probe = 200_000
    launch(COUNTED, 1, state, probe)
    seconds = clocks.batches(lambda: launch(COUNTED, 1, state, probe), 1, 30) / 1e6
    iterations = round(probe * SHORT_KERNEL / seconds)
    with ThreadPoolExecutor(1) as pool:
        call = functools.partial(launch, COUNTED, 1, state, iterations)
        run = functools.partial(loop.run_in_executor, pool, call)
        return await clocks.busy_results(run, scale)


async def round_trip(scale: Scale) -> Results:
    """An empty kernel, blocking."""
    run = functools.partial(launch, EMPTY, 1, floats(1))
    return await clocks.blocking_trip_results(run, scale, 5000)


async def independent(scale: Scale) -> Results:
    """Empty kernels on arrays of their own."""
    count = scale.count(5000, 500)
    arrays = [floats(1) for _ in range(count)]
    launch(EMPTY, 1, arrays[0])

    def run() -> None:
        for array in arrays:
            launch(EMPTY, 1, array)

    return clocks.each("independent", count, run)


async def chain(scale: Scale) -> Results:
    """Run axpy after axpy."""
    count = scale.count(5000, 500)
    x, y = floats(), floats()
    launch(AXPY, graphs.FLOATS, x, y, 0.5)

    def run() -> None:
        for _ in range(count):
            launch(AXPY, graphs.FLOATS, x, y, 0.5)

    return clocks.each("chain", count, run)


def _submitted(values: list[Any], graph: list[graphs.Inputs]) -> None:
    for node, (a, b, c) in enumerate(graph):
        y = values[node + graphs.WIDTH]
        launch(LERP, graphs.FLOATS, values[a], values[b], values[c], y)


async def dag(scale: Scale) -> Results:
    """The random layered DAG, node after node."""
    nodes = scale.count(10_000, 1000)
    graph = graphs.layered(nodes)
    values = [floats() for _ in range(graphs.WIDTH + nodes)]
    launch(LERP, graphs.FLOATS, *values[:4])
    return clocks.each("dag", nodes, lambda: _submitted(values, graph))


async def fresh(scale: Scale) -> Results:
    """An addition of one into an array that wp.empty makes."""
    x = floats()

    def call() -> None:
        launch(PLUS_ONE, graphs.FLOATS, x, wp.empty(graphs.FLOATS, dtype=wp.float32, device="cpu"))

    return await calls.fresh_results(call, calls.nothing, scale)


async def threads(scale: Scale) -> Results:
    """Launches of axpy from several threads, each on its own array."""
    x = floats()
    launch(AXPY, graphs.FLOATS, x, floats(), 0.5)  # warp loads the module here

    def submit(y: Any, count: int) -> Any:
        for _ in range(count):
            launch(AXPY, graphs.FLOATS, x, y, 0.5)
        return y

    return in_threads.own_results(floats, submit, len, scale)


def _captured(submit: Callable[[], object], scale: Scale) -> float:
    """The time in ns of a replay of what `submit` launches, over its nodes."""
    submit()
    with wp.ScopedCapture(device="cpu") as capture:
        submit()
    replay = functools.partial(wp.capture_launch, capture.graph)
    return clocks.blocking_per_node(replay, graphs.REPLAYED, scale.count(500, 100))


async def replay_chain(scale: Scale) -> Results:
    """1,000 times axpy, captured into one graph."""
    x, y = floats(), floats()

    def submit() -> None:
        for _ in range(graphs.REPLAYED):
            launch(AXPY, graphs.FLOATS, x, y, 0.5)

    each = _captured(submit, scale)
    replays = 1 + 3 + scale.count(500, 100)  # nothing runs while it is captured
    same = graphs.close_to(y.numpy(), graphs.chained(0.5, replays * graphs.REPLAYED))
    clocks.check(same, "a link of the chain is missing")
    return {"replay-chain": each}


async def replay_dag(scale: Scale) -> Results:
    """The random layered DAG, captured into one graph."""
    graph = graphs.layered(graphs.REPLAYED)
    values = [wp.array(row, dtype=wp.float32, device="cpu") for row in graphs.given()]
    values += [floats() for _ in graph]
    each = _captured(lambda: _submitted(values, graph), scale)
    made = [value.numpy() for value in values[-graphs.WIDTH :]]
    clocks.check(graphs.close_to(made, graphs.last_layer()), "the DAG's last layer is wrong")
    return {"replay-dag": each}


async def start(_scale: Scale) -> Results:
    """The time to import it, beyond that of NumPy."""
    return clocks.import_results("warp", 1)
