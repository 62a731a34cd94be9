"""The cases of peers that hand prepared native calls to threads, and await them.

A peer gives functions that hand a call over, and return what is awaited.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import numpy as np

from benchmarks.scale import STAGE_FACTOR, Scale
from benchmarks.work import clocks, graphs, native
from benchmarks.work.clocks import Results

Submit = Callable[[native.Call], Awaitable[object]]
SLOTS = 8


def floats() -> native.Array:
    return np.full(graphs.FLOATS, 0.5, np.float32)


def axpy() -> native.Call:
    """A link of a chain: axpy on the same 16 floats."""
    return native.prepare(native.AXPY, floats(), floats(), scalar=np.float32(0.5))


def _stage(source: native.Array, target: native.Array, iterations: int) -> native.Call:
    return native.prepare(native.STAGE, source, target, scalar=np.int64(iterations))


async def busy(submit: Submit, scale: Scale) -> Results:
    """200 µs kernels while the loop idles, and while it computes in Python."""
    call = _stage(*native.stage_arrays(), scale.iterations)
    return await clocks.busy_results(lambda: submit(call), scale)


async def edge(load: Submit, work: Submit, scale: Scale) -> Results:
    """Time from the end of a kernel to the start of its reader, handed over elsewhere."""
    source, middle = native.stage_arrays()
    _, target = native.stage_arrays()
    produce = {n: _stage(source, middle, n) for n in (scale.iterations, scale.short)}
    consume = _stage(middle, target, 1)

    async def run(iterations: int) -> None:
        await load(produce[iterations])
        await work(consume)

    def gap() -> int:
        return int(target[native.BEGAN] - middle[native.ENDED])

    return await clocks.edge_results(run, gap, scale)


async def round_trip(submit: Submit, scale: Scale) -> Results:
    """An empty kernel, handed over and awaited."""
    call = native.prepare(native.EMPTY, floats())
    return await clocks.trip_results("round-trip", lambda: submit(call), scale, 3000)


async def round_trip_20(submit: Submit, scale: Scale) -> Results:
    """A kernel of 20 µs, handed over and awaited."""
    source, times = native.stage_arrays()
    call = _stage(source, times, scale.short)
    return await clocks.long_trip_results(lambda: submit(call), times, scale)


def layered(nodes: int) -> tuple[list[graphs.Inputs], list[native.Call]]:
    """The random layered DAG, and the call of each node."""
    graph = graphs.layered(nodes)
    values = [floats() for _ in range(graphs.WIDTH + nodes)]
    outputs = values[graphs.WIDTH :]
    return graph, [
        native.prepare(native.LERP, *(values[value] for value in inputs), output)
        for inputs, output in zip(graph, outputs, strict=True)
    ]


def stages(scale: Scale) -> tuple[int, int, Sequence[native.Call], Sequence[native.Call]]:
    """The items and the iterations of the row `overlap`, and a load and a computation a slot."""
    iterations = scale.iterations * STAGE_FACTOR
    source, total = native.stage_arrays()
    slots = [native.stage_arrays()[1] for _ in range(SLOTS)]
    load = [_stage(source, slot, iterations) for slot in slots]
    work = [_stage(slot, total, iterations) for slot in slots]
    return scale.count(500, 100), iterations, load, work
