"""torch on CPU: synchronous, in the loop's thread, so nothing is ever pending.

Its cost is a dispatch without streams, tracking or an awaitable. Zeroing one element stands
for an empty kernel.
"""

from __future__ import annotations

import functools
import gc
import importlib
import time
from typing import Any

from benchmarks import calls, drivers, eager, functions, graphs
from benchmarks import threads as in_threads
from benchmarks.drivers import Results
from benchmarks.peers.torch_pipelines import pipe_fill as pipe_fill
from benchmarks.peers.torch_pipelines import pipe_map as pipe_map
from benchmarks.peers.torch_pipelines import pipe_overlap as pipe_overlap
from benchmarks.peers.torch_pipelines import pipe_png as pipe_png
from benchmarks.peers.with_executor import FLOATS
from benchmarks.scale import Scale

torch: Any = importlib.import_module("torch")
torch.set_num_threads(1)


async def round_trip(scale: Scale) -> Results:
    """The smallest operation, synchronous."""
    run = torch.zeros(1).zero_
    await drivers.blocking_round_trips(run, 200)
    warm = await drivers.blocking_round_trips(run, scale.count(10_000, 1000))
    after_idle = await drivers.blocking_round_trips(run, scale.count(500, 100), drivers.IDLE)
    return drivers.round_trip_results(warm, after_idle)


async def independent(scale: Scale) -> Results:
    """The smallest operations, on tensors of their own."""
    count = scale.count(20_000, 2000)
    tensors = [torch.zeros(1) for _ in range(count)]
    gc.collect()
    began = time.perf_counter()
    for tensor in tensors:
        tensor.zero_()
    elapsed = time.perf_counter() - began
    return {"independent": elapsed / count * 1e6}


async def chain(scale: Scale) -> Results:
    """Run axpy after axpy, in place."""
    count = scale.count(20_000, 2000)
    x, y = torch.full((FLOATS,), 0.5), torch.full((FLOATS,), 0.5)
    began = time.perf_counter()
    for _ in range(count):
        y.add_(x, alpha=0.5)
    elapsed = time.perf_counter() - began
    return {"chain": elapsed / count * 1e6}


async def dag(scale: Scale) -> Results:
    """The random layered DAG, node after node."""
    nodes = scale.count(10_000, 2000)
    graph = graphs.layered(nodes)
    values = [torch.full((FLOATS,), 0.5) for _ in range(graphs.WIDTH + nodes)]
    gc.collect()
    began = time.perf_counter()
    for node, (a, b, c) in enumerate(graph):
        torch.lerp(values[a], values[b], values[c], out=values[node + graphs.WIDTH])
    elapsed = time.perf_counter() - began
    return {"dag": elapsed / nodes * 1e6}


async def fresh(scale: Scale) -> Results:
    """An addition of one, which makes a fresh tensor; three operations for the replay."""
    x = torch.full((FLOATS,), 0.5)

    async def settled() -> None:
        pass

    results = await calls.fresh_results(lambda: torch.add(x, 1), settled, scale)

    def three() -> None:
        x.clone().add_(x, alpha=1).clone()

    return {**results, "fresh-replay": await calls.back_to_back(three, settled, scale)}


async def threads(scale: Scale) -> Results:
    """The in-place operation from several threads, each on its own tensor."""
    x = torch.full((FLOATS,), 0.5)

    def submit(y: Any, count: int) -> None:
        for _ in range(count):
            y.add_(x, alpha=0.5)

    def own(count: int) -> in_threads.Work:
        made = [torch.full((FLOATS,), 0.5) for _ in range(count)]
        return in_threads.Work(
            [functools.partial(submit, y) for y in made],
            lambda: None,
            lambda: [y.numpy() for y in made],
        )

    return in_threads.thread_results("own", own, scale)


async def replay_chain(scale: Scale) -> Results:
    """1,000 times axpy, compiled as one function."""

    def chained(x: Any, y: Any) -> Any:
        for _ in range(graphs.REPLAYED):
            y = torch.add(y, x, alpha=0.5)
        return y

    x, y = (torch.full((FLOATS,), 0.5) for _ in range(2))
    compiled = torch.compile(chained)
    expected = graphs.chained(0.5, graphs.REPLAYED)
    drivers.check(graphs.close_to(compiled(x, y), expected), "a link of the chain is missing")
    count = scale.count(500, 100)
    each = drivers.blocking_per_node(lambda: compiled(x, y), graphs.REPLAYED, count)
    return {"replay-chain": each}


async def replay_dag(scale: Scale) -> Results:
    """The random layered DAG, compiled as one function."""
    graph = graphs.layered(graphs.REPLAYED)

    # Written out: compiled, torch.lerp has two branches that choose by the weight.
    def layers(given: list[Any]) -> list[Any]:
        values = list(given)
        for a, b, c in graph:
            values.append(graphs.lerp(values[a], values[b], values[c]))
        return values[-graphs.WIDTH :]

    given = [torch.from_numpy(row.copy()) for row in graphs.given()]
    compiled = torch.compile(layers)
    made = torch.stack(compiled(given)).numpy()
    drivers.check(graphs.close_to(made, graphs.last_layer()), "the DAG's last layer is wrong")
    count = scale.count(500, 100)
    each = drivers.blocking_per_node(lambda: compiled(given), graphs.REPLAYED, count)
    return {"replay-dag": each}


async def alloc(scale: Scale) -> Results:
    """Allocating and freeing, first without touching the memory, then writing all of it."""

    def allocated(nbytes: int) -> Any:
        return torch.empty(nbytes, dtype=torch.uint8)

    results = {"alloc": drivers.batches(lambda: allocated(1 << 20), 1000, scale.count(30, 10))}
    for megabytes in (1, 16, 64):

        def one(nbytes: int = megabytes << 20) -> Any:
            return allocated(nbytes)

        repeats = drivers.touch_repeats(megabytes, scale)
        results[f"touch-{megabytes}"] = drivers.touched(
            one, lambda block: block.numpy(), lambda _block: None, repeats
        )
    return results


async def start(_scale: Scale) -> Results:
    """The time to import it, beyond that of NumPy."""
    return {"import": drivers.import_seconds("torch", 1)}


def _compiled() -> dict[str, Any]:
    made: dict[str, Any] = {}
    data = functions.data()
    for name, function in functions.functions(torch).items():
        compiled = torch.compile(function, dynamic=False)
        tensors = [torch.from_numpy(array) for array in data[name]]
        call = functools.partial(compiled, *tensors)
        functions.checked(name, call())
        made[name] = call
    return made


async def compiled_1(scale: Scale) -> Results:
    """Functions compiled by torch.compile, on one core."""
    torch.set_num_threads(1)
    with torch.no_grad():
        return functions.timed(_compiled(), scale, "1")


async def compiled_2(scale: Scale) -> Results:
    """Functions compiled by torch.compile, on two threads."""
    torch.set_num_threads(2)
    with torch.no_grad():
        return functions.timed(_compiled(), scale, "2")


async def eager_arrays(scale: Scale) -> Results:
    """An operation, and a chain of ten, in line."""
    x, y = (torch.from_numpy(eager.numbers(eager.SMALL)) for _ in range(2))
    a, b = (torch.from_numpy(eager.numbers(eager.LARGE)) for _ in range(2))

    async def settled() -> None:
        pass

    return await eager.timed(lambda: x + y, lambda: eager.chain(torch.tanh, a, b), settled, scale)
