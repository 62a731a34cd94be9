"""Attention over a text of vectors: two matrix products and a softmax, from one NumPy function.

    python examples/attention.py

The function becomes three kernels: the scaled product with the mask, the softmax of each row, and
the product with the values. They are submitted in one step, and run in their order.
"""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt

HEADS, WORDS, WIDTH = 4, 256, 64
CALLS = 20

Array: TypeAlias = "np.ndarray[Any, Any]"


def attention(q: Any, k: Any, v: Any, mask: Any) -> Any:
    """Returns for each word the mean of the values, weighted by how well keys fit its query.

    Args:
        q: the queries, (heads, words, width).
        k: the keys, of the same shape.
        v: the values, of the same shape.
        mask: for each word, which others it may look at, (words, words).
    """
    scores = q @ np.swapaxes(k, 1, 2) / np.sqrt(np.float32(q.shape[-1]))
    scores = np.where(mask, scores, np.float32(-np.inf))
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ v


compiled = srt.jit(attention)


async def main() -> None:
    """Compares the compiled function with NumPy's results, and with its time."""
    random = np.random.default_rng(7)
    arrays = [random.standard_normal((HEADS, WORDS, WIDTH), np.float32) for _ in range(3)]
    arrays.append(np.tri(WORDS, dtype=bool))  # nobody looks ahead
    async with srt.Runtime() as rt:
        buffers = [rt.put(array) for array in arrays]
        await compiled.warm(*buffers)
        found = await (await compiled(*buffers)).fetch()
        error = np.abs(found - attention(*arrays)).max()
        print(f"kernels: {', '.join(kernel.name for kernel in compiled.lower(*buffers).kernels)}")
        print(f"largest difference to NumPy: {error:.1e}")

        started = perf_counter()
        for _ in range(CALLS):
            compiled(*buffers)
        await rt
        ours = (perf_counter() - started) / CALLS
        started = perf_counter()
        for _ in range(CALLS):
            attention(*arrays)
        print(f"{ours * 1e3:.2f} ms; NumPy {(perf_counter() - started) / CALLS * 1e3:.2f} ms")


if __name__ == "__main__":
    asyncio.run(main())
