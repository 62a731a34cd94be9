"""A small network, captured once and served: requests of different sizes replay one graph.

    python examples/graph_network.py

The network has blocks of `y = relu(x @ a) @ b + x`, written with NumPy. A block is compiled to two
kernels: each is a product, with what is computed of its elements. The network is captured for 16
rows. A replay with fewer rows runs the same graph, because every kernel in it declares its number
of rows as a symbol.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt

BLOCKS, ROWS, WIDTH = 4, 16, 64
REQUESTS = 200
ROUNDS = 500

Array: TypeAlias = "np.ndarray[Any, Any]"
Weights: TypeAlias = "list[tuple[srt.Buffer, srt.Buffer]]"


@srt.jit
def block(x: Any, a: Any, b: Any) -> Any:
    """Computes one block of the network, in two kernels."""
    return np.maximum(x @ a, 0) @ b + x


def network(x: srt.Buffer, weights: Weights) -> srt.Buffer:
    """Calls the function for every block, or records its kernels if a capture is open."""
    for a, b in weights:
        x = block(x, a, b)
    return x


def in_numpy(x: Array, weights: Array) -> Array:
    """Computes the expected answer."""
    for a, b in weights:
        x = np.maximum(x @ a, 0) @ b + x
    return x


async def microseconds(run: Callable[[], Awaitable[object]]) -> float:
    """Measures the time until one execution has been awaited."""
    start = perf_counter()
    await run()
    return (perf_counter() - start) * 1e6


async def main() -> None:
    """Captures, serves requests side by side, then compares replays with calls."""
    random = np.random.default_rng(7)
    arrays = random.normal(0, 0.1, (BLOCKS, 2, WIDTH, WIDTH)).astype("f4")
    async with srt.Runtime() as rt:
        weights = [(rt.put(a), rt.put(b)) for a, b in arrays]
        full = rt.put(random.random((ROWS, WIDTH), "f4"))

        await block.warm(full, *weights[0])  # compiles beside the loop
        with rt.capture(x=full) as graph:  # the weights stay bound to themselves
            graph.output("y", network(full, weights))
        replays = graph.plan(rt.device()).instantiate(depth=2)

        async def serve(x: Array) -> bool:
            y: srt.Buffer = await replays.replay(x=rt.put(x))
            return np.allclose(await y.fetch(), in_numpy(x, arrays), rtol=1e-4, atol=1e-5)

        sizes = [int(n) for n in random.integers(1, ROWS + 1, REQUESTS)]
        answers = await asyncio.gather(*(serve(random.random((n, WIDTH), "f4")) for n in sizes))
        rows = f"{min(sizes)} to {max(sizes)} rows"
        print(f"{sum(answers)} of {REQUESTS} answers of {rows} are right")

        # Both take turns and the best of each counts, so other load on the machine matters less.
        launched = replayed = float("inf")
        for _ in range(ROUNDS):
            launched = min(launched, await microseconds(lambda: network(full, weights)))
            replayed = min(replayed, await microseconds(lambda: replays.replay(x=full)))
        print(f"{BLOCKS} calls of {len(graph.nodes)} kernels: {launched:.0f} µs")
        print(f"as one replay: {replayed:.0f} µs")


if __name__ == "__main__":
    asyncio.run(main())
