"""A small network, captured once and served: requests of different sizes replay one graph.

    python examples/graph_network.py

The network has blocks of `y = relu(x @ a) @ b + x`. Each block has four kernels: two products, a
relu of our own in LLVM IR, and axpy, which adds the input of the block. The network is captured for
16 rows. A replay with fewer rows runs the same graph, because every kernel in it declares its
number of rows as a symbol.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt
from streamrt_kernels import axpy, matmul

BLOCKS, ROWS, WIDTH = 4, 16, 64
REQUESTS = 200
ROUNDS = 500

Array: TypeAlias = "np.ndarray[Any, Any]"
Weights: TypeAlias = "list[tuple[srt.Buffer, srt.Buffer]]"

# `...` stands for any shape; for dense arrays, lo and hi count elements. See llvm_kernel.py.
relu = srt.Kernel(
    "relu",
    "x: f32[...], out y: f32[...]",
    cpu=srt.LLVM("""
define i32 @relu(ptr %args, i64 %lo, i64 %hi) {
entry:
  %slot.1 = getelementptr i64, ptr %args, i64 1
  %x = load ptr, ptr %slot.1
  %slot.2 = getelementptr i64, ptr %args, i64 2
  %y = load ptr, ptr %slot.2
  br label %head
head:
  %i = phi i64 [ %lo, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %hi
  br i1 %more, label %body, label %done
body:
  %at.x = getelementptr float, ptr %x, i64 %i
  %value = load float, ptr %at.x
  %is.positive = fcmp ogt float %value, 0.0
  %kept = select i1 %is.positive, float %value, float 0.0
  %at.y = getelementptr float, ptr %y, i64 %i
  store float %kept, ptr %at.y
  %next = add i64 %i, 1
  br label %head
done:
  ret i32 0
}
"""),
    split="...",
    elementwise=True,  # allows a graph to write the output over the input
)


def network(rt: srt.Runtime, stream: srt.Stream, x: srt.Buffer, weights: Weights) -> srt.Buffer:
    """Launches every kernel once, or records the launches if a capture is open."""
    for a, b in weights:
        h, r, y = rt.empty(x.shape), rt.empty(x.shape), rt.empty(x.shape)
        stream.launch(matmul, x, a, h)
        stream.launch(relu, h, r)
        stream.launch(matmul, r, b, y)
        stream.launch(axpy, x, y, alpha=1.0)
        x = y
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
    """Captures, serves requests side by side, then compares replays with launches."""
    random = np.random.default_rng(7)
    arrays = random.normal(0, 0.1, (BLOCKS, 2, WIDTH, WIDTH)).astype("f4")
    async with srt.Runtime() as rt:
        stream = rt.device().stream()
        weights = [(rt.put(a), rt.put(b)) for a, b in arrays]
        full = rt.put(random.random((ROWS, WIDTH), "f4"))

        with rt.capture(x=full) as graph:  # the weights stay bound to themselves
            graph.output("y", network(rt, stream, full, weights))
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
            launched = min(launched, await microseconds(lambda: network(rt, stream, full, weights)))
            replayed = min(replayed, await microseconds(lambda: replays.replay(x=full)))
        print(f"{len(graph.nodes)} kernels, one by one, with their buffers: {launched:.0f} µs")
        print(f"as one replay: {replayed:.0f} µs, {launched / replayed:.1f} times as fast")


if __name__ == "__main__":
    asyncio.run(main())
