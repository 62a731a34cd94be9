"""NumPy, in the caller's thread: np.empty in place of a pool, calls in place of kernels."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from benchmarks import (
    calls,
    drivers,
    eager,
    functions,
    graphs,
    halves,
    kernel_cases,
    kernels,
    pipelines,
)
from benchmarks.drivers import Results
from benchmarks.pipelines import ROWS, Array, Network
from benchmarks.scale import Scale


async def fresh(scale: Scale) -> Results:
    """An addition of one to 16 floats, in line."""
    x, one = np.full(graphs.FLOATS, 0.5, np.float32), np.float32(1)

    async def settled() -> None:
        pass

    return await calls.fresh_results(lambda: np.add(x, one), settled, scale)


async def alloc(scale: Scale) -> Results:
    """Allocating and freeing, first without touching the memory, then writing all of it."""

    def allocate() -> None:
        np.empty(1 << 20, np.uint8)

    results = {"alloc": drivers.batches(allocate, 1000, scale.count(30, 10))}
    for megabytes in (1, 16, 64):
        nbytes = megabytes << 20

        def allocated(nbytes: int = nbytes) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
            return np.empty(nbytes, np.uint8)

        repeats = drivers.touch_repeats(megabytes, scale)
        results[f"touch-{megabytes}"] = drivers.touched(
            allocated, lambda array: array, lambda _array: None, repeats
        )
    return results


async def start(_scale: Scale) -> Results:
    """The import that all the others' imports are compared with."""
    code = "import time; t = time.perf_counter(); import numpy; print(time.perf_counter() - t)"
    drivers.fresh_process(code)
    return {"import": drivers.median([drivers.fresh_process(code)[0] for _ in range(3)])}


def _functions() -> dict[str, Callable[[], object]]:
    data = functions.data()
    return {
        name: functools.partial(function, *data[name])
        for name, function in functions.functions(np).items()
    }


async def compiled_1(scale: Scale) -> Results:
    """The functions as they are, on one core."""
    return functions.timed(_functions(), scale, "1")


async def compiled_2(scale: Scale) -> Results:
    """The functions as they are; only the matrix product uses more than one thread."""
    return functions.timed(_functions(), scale, "2")


async def kernels_1(scale: Scale) -> Results:
    """The same as the standard kernels, on one core."""
    rng = np.random.default_rng(0)
    found: Results = {}
    for case in kernel_cases.CASES:
        found |= kernels.timed(
            {case.kernel: functools.partial(case.numpy, *case.given(rng))}, scale
        )
    call = functools.partial(halves.with_numpy, *halves.arrays(np.float16))
    return found | kernels.timed({"halves": call}, scale)


async def kernels_2(scale: Scale) -> Results:
    """The same; none of it uses more than one thread."""
    return await kernels_1(scale)


async def pipe_png(scale: Scale) -> Results:
    """A plain loop, in one thread."""

    async def run(files: Sequence[Path], network: Network) -> list[Array]:
        batches = [files[first : first + ROWS] for first in range(0, len(files), ROWS)]
        return [network(np.stack([pipelines.decoded(f) for f in batch])) for batch in batches]

    return await pipelines.png_results(run, scale)


async def eager_arrays(scale: Scale) -> Results:
    """An operation, and a chain of ten, in line."""
    x, y = (eager.numbers(eager.SMALL) for _ in range(2))
    a, b = (eager.numbers(eager.LARGE) for _ in range(2))

    async def settled() -> None:
        pass

    return await eager.timed(lambda: x + y, lambda: eager.chain(np.tanh, a, b), settled, scale)


async def eager_functions(scale: Scale) -> Results:
    """Each of the functions that streamrt's eager arrays have natively, in line."""
    given = eager.operands()
    calls = {n: functools.partial(f, *given) for n, f in eager.functions(np).items()}
    with np.errstate(all="ignore"):
        return eager.function_times(calls, scale)
