"""NumPy, in the caller's thread: np.empty in place of a pool, calls in place of kernels."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.scale import Scale
from benchmarks.work import calls, clocks, eager, functions, graphs, large, pipelines
from benchmarks.work import kernels as standard
from benchmarks.work.clocks import Results
from benchmarks.work.pipelines import ROWS, Array, Network


async def fresh(scale: Scale) -> Results:
    """An addition of one to 16 floats, in line."""
    x, one = np.full(graphs.FLOATS, 0.5, np.float32), np.float32(1)

    return await calls.fresh_results(lambda: np.add(x, one), calls.nothing, scale)


async def alloc(scale: Scale) -> Results:
    """Allocating and freeing, first without touching the memory, then writing all of it."""

    def allocate(nbytes: int) -> Array:
        return np.empty(nbytes, np.uint8)

    return clocks.alloc_results(allocate, lambda array: array, lambda _array: None, scale)


async def start(_scale: Scale) -> Results:
    """The import that all the others' imports are compared with."""
    code = "import time; t = time.perf_counter(); import numpy; print(time.perf_counter() - t)"
    clocks.fresh_process(code)
    return {"import": clocks.median([clocks.fresh_process(code)[0] for _ in range(3)])}


async def compiled(scale: Scale, threads: int) -> Results:
    """The functions as they are; only the matrix product uses more than one thread."""
    del threads
    data = functions.data()
    made = functions.functions(np)
    return functions.timed({n: functools.partial(made[n], *data[n]) for n in made}, scale)


async def programs(scale: Scale, threads: int) -> Results:
    """Functions as people write them, in one thread: so is BLAS."""
    del threads
    from benchmarks.work import programs as work  # needs SciPy

    made = work.functions(np, work.erf_of_numpy)
    calls = work.checked_calls(made, lambda array: array, lambda found: found)
    return work.timed(calls, scale)


async def kernels(scale: Scale, threads: int) -> Results:
    """The same as the standard kernels; only BLAS uses more than one thread."""
    del threads
    rng = np.random.default_rng(0)
    found: Results = {}
    for name, (given, function) in standard.CASES.items():
        call = functools.partial(function, *given(rng))
        found |= standard.timed({f"kernel-{name}": call}, scale)
    halved = functools.partial(large.with_numpy, *large.arrays(np.float16))
    return found | standard.timed({"halves": halved}, scale)


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

    return await eager.timed(
        lambda: x + y, lambda: eager.chain(np.tanh, a, b), calls.nothing, scale
    )


async def eager_functions(scale: Scale) -> Results:
    """Each of the functions that streamrt's eager arrays have natively, in line."""
    given = eager.operands()
    calls = {n: functools.partial(f, *given) for n, f in eager.functions(np).items()}
    with np.errstate(all="ignore"):
        return eager.function_times(calls, scale)
