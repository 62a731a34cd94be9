"""torch on CPU: synchronous, in the loop's thread, so nothing is ever pending.

Its cost is a dispatch without streams, tracking or an awaitable. Zeroing one element stands
for an empty kernel.
"""

from __future__ import annotations

import functools
import importlib
from typing import Any

from benchmarks.scale import Scale
from benchmarks.work import calls, clocks, eager, functions, graphs
from benchmarks.work import threads as in_threads
from benchmarks.work.clocks import Results

torch: Any = importlib.import_module("torch")
torch.set_num_threads(1)


def _halves() -> Any:
    return torch.full((graphs.FLOATS,), 0.5)


async def round_trip(scale: Scale) -> Results:
    """The smallest operation, synchronous."""
    return await clocks.blocking_trip_results(torch.zeros(1).zero_, scale, 10_000)


async def independent(scale: Scale) -> Results:
    """The smallest operations, on tensors of their own."""
    count = scale.count(20_000, 2000)
    tensors = [torch.zeros(1) for _ in range(count)]

    def run() -> None:
        for tensor in tensors:
            tensor.zero_()

    return clocks.each("independent", count, run)


async def chain(scale: Scale) -> Results:
    """Run axpy after axpy, in place."""
    count = scale.count(20_000, 2000)
    x, y = _halves(), _halves()

    def run() -> None:
        for _ in range(count):
            y.add_(x, alpha=0.5)

    return clocks.each("chain", count, run)


async def dag(scale: Scale) -> Results:
    """The random layered DAG, node after node."""
    nodes = scale.count(10_000, 2000)
    graph = graphs.layered(nodes)
    values = [_halves() for _ in range(graphs.WIDTH + nodes)]

    def run() -> None:
        for node, (a, b, c) in enumerate(graph):
            torch.lerp(values[a], values[b], values[c], out=values[node + graphs.WIDTH])

    return clocks.each("dag", nodes, run)


async def fresh(scale: Scale) -> Results:
    """An addition of one, which makes a fresh tensor; three operations for the replay."""
    x = _halves()

    results = await calls.fresh_results(lambda: torch.add(x, 1), calls.nothing, scale)

    def three() -> None:
        x.clone().add_(x, alpha=1).clone()

    return {**results, "fresh-replay": await calls.back_to_back(three, calls.nothing, scale)}


async def threads(scale: Scale) -> Results:
    """The in-place operation from several threads, each on its own tensor."""
    x = _halves()

    def submit(y: Any, count: int) -> Any:
        for _ in range(count):
            y.add_(x, alpha=0.5)
        return y

    return in_threads.own_results(_halves, submit, len, scale)


async def replay_chain(scale: Scale) -> Results:
    """1,000 times axpy, compiled as one function."""

    def chained(x: Any, y: Any) -> Any:
        for _ in range(graphs.REPLAYED):
            y = torch.add(y, x, alpha=0.5)
        return y

    compiled = functools.partial(torch.compile(chained), _halves(), _halves())
    return graphs.chain_results(compiled, scale)


async def replay_dag(scale: Scale) -> Results:
    """The random layered DAG, compiled as one function."""
    given = [torch.from_numpy(row.copy()) for row in graphs.given()]
    return graphs.dag_results(functools.partial(torch.compile(graphs.layers()), given), scale, 500)


async def alloc(scale: Scale) -> Results:
    """Allocating and freeing, first without touching the memory, then writing all of it."""

    def allocate(nbytes: int) -> Any:
        return torch.empty(nbytes, dtype=torch.uint8)

    return clocks.alloc_results(allocate, lambda block: block.numpy(), lambda _block: None, scale)


async def start(_scale: Scale) -> Results:
    """The time to import it, beyond that of NumPy."""
    return clocks.import_results("torch", 1)


async def compiled(scale: Scale, threads: int) -> Results:
    """Functions compiled by torch.compile."""
    torch.set_num_threads(threads)
    compile_one = functools.partial(torch.compile, dynamic=False)
    with torch.no_grad():
        made = functions.compiled_calls(torch, compile_one, torch.from_numpy, lambda found: found)
        return functions.timed(made, scale)


async def eager_arrays(scale: Scale) -> Results:
    """An operation, and a chain of ten, in line."""
    x, y = (torch.from_numpy(eager.numbers(eager.SMALL)) for _ in range(2))
    a, b = (torch.from_numpy(eager.numbers(eager.LARGE)) for _ in range(2))

    return await eager.timed(
        lambda: x + y, lambda: eager.chain(torch.tanh, a, b), calls.nothing, scale
    )
