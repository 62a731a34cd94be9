"""A kernel of your own in ten lines: an activation, in place, between two compiled functions.

    python examples/own_kernels/own_activation.py

The activation is `x + sin(a x)^2 / a`, which lets a small network learn what repeats. The function
is ordinary NumPy, so the network in NumPy calls it as well, and the two are compared. Because the
kernel is elementwise, its output may be its input: no memory is needed for the result.
"""

from __future__ import annotations

import asyncio
from time import perf_counter
from typing import Any, TypeAlias

import numpy as np

import streamrt as srt

ROWS, WIDTH = 512, 256
CALLS = 20
PACE = 2.0

Array: TypeAlias = "np.ndarray[Any, Any]"


def snake(x: Any, y: Any, a: Any) -> None:
    """Adds a wave to the identity; `a` says how fast it repeats."""
    wave = np.sin(a * x)
    y[...] = x + wave * wave / a


activation = srt.kernel("x: f32[n, m], out y: f32[n, m], a: f32", elementwise=True)(snake)


@srt.jit
def linear(x: Any, w: Any, b: Any) -> Any:
    """Returns a layer before its activation."""
    return x @ w + b


def network(x: srt.Buffer, weights: list[srt.Buffer], stream: srt.Stream) -> srt.Buffer:
    """Submits two layers with the activation between them; what waits for what is tracked."""
    hidden = linear(x, *weights[:2])
    stream.launch(activation, hidden, hidden, a=PACE)
    y: srt.Buffer = linear(hidden, *weights[2:])
    return y


def in_numpy(x: Array, weights: list[Array]) -> Array:
    """Returns the results that the network should have."""
    hidden = x @ weights[0] + weights[1]
    snake(hidden, hidden, PACE)
    return hidden @ weights[2] + weights[3]


async def main() -> None:
    """Compares the network with NumPy's results, and with its time."""
    random = np.random.default_rng(7)
    shapes = [(WIDTH, WIDTH), (WIDTH,), (WIDTH, 10), (10,)]
    arrays = [random.normal(0, 0.1, shape).astype("f4") for shape in shapes]
    x = random.standard_normal((ROWS, WIDTH), "f4")
    async with srt.Runtime() as rt:
        weights, given = [rt.put(array) for array in arrays], rt.put(x)
        stream = rt.device().stream()
        for layer in (weights[:2], weights[2:]):
            await linear.warm(given, *layer)  # compiles beside the loop
        found = await network(given, weights, stream).fetch()
        error = np.abs(found - in_numpy(x, arrays)).max()
        print(f"the activation: {activation!r}")
        print(f"largest difference to NumPy: {error:.1e}")

        started = perf_counter()
        for _ in range(CALLS):
            network(given, weights, stream)
        await rt
        ours = (perf_counter() - started) / CALLS
        started = perf_counter()
        for _ in range(CALLS):
            in_numpy(x, arrays)
        print(f"{ours * 1e3:.2f} ms; NumPy {(perf_counter() - started) / CALLS * 1e3:.2f} ms")


if __name__ == "__main__":
    asyncio.run(main())
