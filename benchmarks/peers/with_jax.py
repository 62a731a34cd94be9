"""jax on CPU. It has neither streams nor an awaitable: the round trips block the loop's thread.

Its dispatch is asynchronous; awaiting a result takes a thread, which the busy rows show.
jax has no empty kernel: adding 1 to one element stands for it.
"""

from __future__ import annotations

import asyncio
import functools
import importlib
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from benchmarks.scale import SHORT_KERNEL, Scale
from benchmarks.work import calls, clocks, eager, functions, graphs, models
from benchmarks.work import threads as in_threads
from benchmarks.work.clocks import Results

os.environ.setdefault("JAX_PLATFORMS", "cpu")
jax: Any = importlib.import_module("jax")


def _step(_index: Any, state: Any) -> Any:
    return state * np.uint32(1664525) + np.uint32(1013904223)


def _plus_one(x: Any) -> Any:
    return x + 1


def _axpy(x: Any, y: Any) -> Any:
    return np.float32(0.5) * x + y


def _halves(size: int = graphs.FLOATS) -> Any:
    return jax.numpy.full(size, 0.5, np.float32)


def _counted(iterations: int) -> Any:
    def kernel(state: Any) -> Any:
        return jax.lax.fori_loop(0, iterations, _step, state)

    return jax.jit(kernel)


def _counted_kernel() -> tuple[Any, Any]:
    """A chain of multiplications that takes 200 µs in jax's own code, and its first state."""
    state = jax.numpy.ones((), np.uint32)
    probe = 200_000
    kernel = _counted(probe)
    kernel(state).block_until_ready()
    seconds = clocks.batches(lambda: kernel(state).block_until_ready(), 1, 30) / 1e6
    return _counted(round(probe * SHORT_KERNEL / seconds)), state


async def busy(scale: Scale) -> Results:
    """200 µs kernels, each on the last one's output, awaited through a thread."""
    loop = asyncio.get_running_loop()
    kernel, state = _counted_kernel()
    kernel(state).block_until_ready()
    with ThreadPoolExecutor(1) as pool:

        def launch() -> asyncio.Future[Any]:
            nonlocal state
            state = kernel(state)
            return loop.run_in_executor(pool, state.block_until_ready)

        return await clocks.busy_results(launch, scale)


async def round_trip(scale: Scale) -> Results:
    """The smallest kernel, blocking."""
    kernel = jax.jit(_plus_one)
    x = _halves(1)
    return await clocks.blocking_trip_results(lambda: kernel(x).block_until_ready(), scale, 5000)


async def independent(scale: Scale) -> Results:
    """The smallest kernels on arrays of their own."""
    count = scale.count(5000, 500)
    kernel = jax.jit(_plus_one)
    arrays = [_halves(1) for _ in range(count)]

    def run(arrays: list[Any] = arrays) -> object:
        return jax.block_until_ready([kernel(array) for array in arrays])

    run(arrays[:100])
    return clocks.each("independent", count, run)


async def chain(scale: Scale) -> Results:
    """Run axpy after axpy, y donated."""
    count = scale.count(5000, 500)
    kernel = jax.jit(_axpy, donate_argnums=1)
    x = _halves()
    first = kernel(x, _halves()).block_until_ready()

    def run(y: Any = first) -> None:
        for _ in range(count):
            y = kernel(x, y)
        y.block_until_ready()

    return clocks.each("chain", count, run)


async def dag(scale: Scale) -> Results:
    """The random layered DAG."""
    nodes = scale.count(10_000, 1000)
    graph = graphs.layered(nodes)
    kernel = jax.jit(graphs.lerp)
    values = [_halves() for _ in range(graphs.WIDTH)]
    kernel(*values[:3]).block_until_ready()

    def run() -> None:
        for a, b, c in graph:
            values.append(kernel(values[a], values[b], values[c]))
        jax.block_until_ready(values)

    return clocks.each("dag", nodes, run)


async def fresh(scale: Scale) -> Results:
    """The cached call of x + 1, which also stands for the replay of three nodes."""
    kernel = jax.jit(_plus_one)
    x = _halves()

    async def settled() -> None:
        kernel(x).block_until_ready()

    await settled()
    results = await calls.fresh_results(lambda: kernel(x), settled, scale)
    return {**results, "fresh-replay": results["fresh"]}


async def threads(scale: Scale) -> Results:
    """Calls of axpy from several threads, each on its own y, which it donates."""
    kernel, x = jax.jit(_axpy, donate_argnums=1), _halves()

    def submit(y: Any, count: int) -> Any:
        for _ in range(count):
            y = kernel(x, y)
        return y

    return in_threads.own_results(_halves, submit, jax.block_until_ready, scale)


async def replay_chain(scale: Scale) -> Results:
    """1,000 times axpy, compiled as one function."""

    def chained(x: Any, y: Any) -> Any:
        for _ in range(graphs.REPLAYED):
            y = _axpy(x, y)
        return y

    compiled = functools.partial(jax.jit(chained), _halves(), _halves())
    return graphs.chain_results(lambda: compiled().block_until_ready(), scale)


async def replay_dag(scale: Scale) -> Results:
    """The random layered DAG, compiled as one function."""
    given = [jax.numpy.asarray(row) for row in graphs.given()]
    # Fusing computes a value again for each of its readers, layer upon layer: with it, these nodes
    # take minutes to compile.
    compiled = jax.jit(graphs.layers(), compiler_options={"xla_disable_hlo_passes": "fusion"})
    return graphs.dag_results(lambda: jax.block_until_ready(compiled(given)), scale, 200)


async def start(_scale: Scale) -> Results:
    """The time to import it, beyond that of NumPy."""
    return clocks.import_results("jax", 1)


async def compiled(scale: Scale, threads: int) -> Results:
    """Compiled functions; jax itself takes all cores of the process."""
    del threads
    place, end = jax.numpy.asarray, jax.block_until_ready
    made = functions.compiled_calls(jax.numpy, jax.jit, place, end)
    return functions.timed(made, scale)


async def programs(scale: Scale, threads: int) -> Results:
    """Functions as people write them; jax has no sliding windows."""
    del threads
    from benchmarks.work import programs as work  # needs SciPy

    special: Any = importlib.import_module("jax.scipy.special")
    named = work.functions(jax.numpy, special.erf).items()
    made = {name: jax.jit(function) for name, function in named if name != "conv-windows"}
    calls = work.checked_calls(made, jax.numpy.asarray, jax.block_until_ready)
    return work.timed(calls, scale)


async def model_functions(scale: Scale, threads: int) -> Results:
    """Parts of models; jax itself takes all cores of the process."""
    del threads
    made = {name: jax.jit(function) for name, function in models.functions(jax.numpy).items()}
    calls = models.checked_calls(made, jax.numpy.asarray, jax.block_until_ready)
    return models.timed(calls, scale)


async def loops(scale: Scale) -> Results:
    """Functions with long loops, by `lax.scan` and `lax.fori_loop`."""
    from benchmarks.work import loops as work

    lax: Any = jax.lax

    def fori(turns: int, body: Any, init: Any) -> Any:
        def turn(carried: Any, number: Any) -> Any:
            return body(number, carried), None

        return lax.scan(turn, init, jax.numpy.arange(turns))[0]

    def scan(turns: int, body: Any, init: Any) -> Any:
        return lax.scan(lambda carried, _: (body(carried), None), init, None, turns)[0]

    jax.config.update("jax_enable_x64", True)  # the set of Mandelbrot is in f64
    named = work.functions(jax.numpy, fori, scan).items()
    made = {name: jax.jit(function) for name, function in named}
    return work.timed(made, jax.numpy.asarray, jax.block_until_ready, scale)


async def cached(scale: Scale) -> Results:
    """Cached calls: three inputs, and a dict of eight."""
    three, eight = jax.jit(functions.three), jax.jit(functions.eight)
    x, w, b = (_halves() for _ in range(3))
    tree = {f"w{k}": _halves() for k in range(8)}

    async def settled() -> None:
        three(x, w, b).block_until_ready()
        eight(tree).block_until_ready()

    await settled()
    results = await calls.call_results("cached", lambda: three(x, w, b), settled, scale)
    results["cached-dict"] = await calls.back_to_back(lambda: eight(tree), settled, scale)
    return results


async def eager_arrays(scale: Scale) -> Results:
    """An operation, and a chain of ten, not compiled as a whole."""
    x, y = (jax.numpy.asarray(eager.numbers(eager.SMALL)) for _ in range(2))
    a, b = (jax.numpy.asarray(eager.numbers(eager.LARGE)) for _ in range(2))

    async def settled() -> None:
        (x + y).block_until_ready()

    def ten() -> object:
        return eager.chain(jax.numpy.tanh, a, b).block_until_ready()

    await settled()
    return await eager.timed(lambda: x + y, ten, settled, scale)
