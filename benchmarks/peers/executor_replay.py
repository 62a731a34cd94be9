"""A fixed sequence of nodes on a thread pool, written by a program that knows it beforehand.

Each stream's share is one job for one worker, which calls the prepared kernels in turn, so that
the loop and the pool's queue are paid for once and not for every node.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

import numpy as np

from benchmarks.scale import Scale
from benchmarks.work import clocks, graphs, native
from benchmarks.work.clocks import Results

Tokens = SimpleQueue[None]


def _run(calls: Sequence[native.Call]) -> None:
    for call in calls:
        call()


def _run_side(calls: Sequence[native.Call], made: Tokens, awaited: Tokens) -> None:
    """Runs one side of the ladder; it goes on when the other side's node of the rung is done."""
    for call in calls:
        call()
        made.put(None)
        awaited.get()


async def _per_node(replay: clocks.Launch, count: int) -> float:
    await clocks.round_trips(replay, 3)
    return clocks.median(await clocks.round_trips(replay, count)) * 1e3 / graphs.REPLAYED


def _prepared(
    given: graphs.Floats, nodes: Sequence[graphs.Inputs]
) -> tuple[list[native.Call], list[native.Array]]:
    """The calls of the nodes, and the values: the inputs, and the output of each node."""
    values: list[native.Array] = [row.copy() for row in given]
    calls: list[native.Call] = []
    for a, b, c in nodes:
        values.append(np.zeros(graphs.FLOATS, np.float32))
        calls.append(native.prepare(native.LERP, values[a], values[b], values[c], values[-1]))
    return calls, values


async def _one_job(calls: Sequence[native.Call], count: int) -> float:
    loop = asyncio.get_running_loop()
    with ThreadPoolExecutor(1) as pool:
        return await _per_node(lambda: loop.run_in_executor(pool, _run, calls), count)


async def replay_chain(scale: Scale) -> Results:
    """1,000 times axpy on the same 16 floats, as one job."""
    x, y = (np.full(graphs.FLOATS, 0.5, np.float32) for _ in range(2))
    call = native.prepare(native.AXPY, x, y, scalar=np.float32(0.5))
    count = scale.count(500, 100)
    each = await _one_job([call] * graphs.REPLAYED, count)
    expected = graphs.chained(0.5, (3 + count) * graphs.REPLAYED)
    clocks.check(bool(np.all(y == expected)), "a link of the chain is missing")
    return {"replay-chain": each}


async def replay_dag(scale: Scale) -> Results:
    """The random layered DAG, as one job."""
    calls, values = _prepared(graphs.given(), graphs.layered(graphs.REPLAYED))
    each = await _one_job(calls, scale.count(500, 100))
    made = np.stack(values[-graphs.WIDTH :])
    clocks.check(np.array_equal(made, graphs.last_layer()), "the DAG's last layer is wrong")
    return {"replay-dag": each}


async def replay_two(scale: Scale) -> Results:
    """The ladder, each side of it a job; they hand each other a token for each node."""
    loop = asyncio.get_running_loop()
    nodes = [node for rung in graphs.rungs() for node in rung]
    calls, values = _prepared(graphs.feet(), nodes)
    left, right = Tokens(), Tokens()
    with ThreadPoolExecutor(2) as pool:

        def replay() -> asyncio.Future[tuple[None, None]]:
            return asyncio.gather(
                loop.run_in_executor(pool, _run_side, calls[0::2], left, right),
                loop.run_in_executor(pool, _run_side, calls[1::2], right, left),
            )

        each = await _per_node(replay, scale.count(50, 10))
    made = np.stack(values[-2:])
    clocks.check(np.array_equal(made, graphs.top()), "the ladder's last rung is wrong")
    return {"replay-two": each}


async def replay_start(scale: Scale) -> Results:
    """Time from the submission of a job until its first kernel runs, by the kernel's clock."""
    loop = asyncio.get_running_loop()
    source, seen = native.stage_arrays()
    x, y = (np.full(graphs.FLOATS, 0.5, np.float32) for _ in range(2))
    first = native.prepare(native.STAGE, source, seen, scalar=np.int64(1))
    then = native.prepare(native.AXPY, x, y, scalar=np.float32(0.5))
    calls = [first, *[then] * (graphs.REPLAYED - 1)]
    with ThreadPoolExecutor(1) as pool:
        return await clocks.start_results(
            lambda: loop.run_in_executor(pool, _run, calls),
            lambda: int(seen[native.BEGAN]),
            scale,
        )
