"""A function of a public package, compiled as it is: SciPy's `logsumexp`.

    python examples/public_function.py

`scipy.special.logsumexp` is Python code, written with NumPy's functions. A traced array goes
through that code as an array of NumPy's does, so nothing of SciPy is replaced or rewritten.
Here it becomes one kernel together with the function that calls it; `srt.jit(logsumexp)` compiles
it alone.

The example needs the packages of `pip install streamrt[examples]`.
"""

from __future__ import annotations

import asyncio
import importlib
from time import perf_counter
from typing import Any

import numpy as np

import streamrt as srt

logsumexp: Any = importlib.import_module("scipy.special").logsumexp

POINTS, COMPONENTS, CALLS = 20_000, 64, 10


def log_density(x: Any, centres: Any, log_weights: Any) -> Any:
    """Returns the logarithm of the density of a mixture of normal distributions.

    Args:
        x: the places, (n,).
        centres: the mean of each distribution, (k,); their variances are 1.
        log_weights: the logarithm of the part that each has, (k,).
    """
    terms = log_weights - 0.5 * (x[:, None] - centres) ** 2
    return logsumexp(terms, axis=1) - 0.5 * np.log(2 * np.pi)


compiled = srt.jit(log_density)


async def main() -> None:
    """Compares the compiled function with NumPy's results, and with its time."""
    random = np.random.default_rng(7)
    centres = random.uniform(-50, 50, COMPONENTS)
    arrays = [random.choice(centres, POINTS), centres, np.full(COMPONENTS, -np.log(COMPONENTS))]
    arrays[0] += random.standard_normal(POINTS)
    async with srt.Runtime() as rt:
        buffers = [rt.put(array) for array in arrays]
        await compiled.warm(*buffers)
        found = await compiled(*buffers).fetch()
        expected = log_density(*arrays)
        print(f"kernels: {', '.join(kernel.name for kernel in compiled.lower(*buffers).kernels)}")
        print(f"mean log density: {found.mean():.3f}")
        print(f"largest difference to NumPy: {np.abs(found - expected).max():.0e}")

        started = perf_counter()
        for _ in range(CALLS):
            compiled(*buffers)
        await rt
        ours = (perf_counter() - started) / CALLS
        started = perf_counter()
        for _ in range(CALLS):
            log_density(*arrays)
        print(f"{ours * 1e3:.1f} ms; NumPy {(perf_counter() - started) / CALLS * 1e3:.1f} ms")


if __name__ == "__main__":
    asyncio.run(main())
