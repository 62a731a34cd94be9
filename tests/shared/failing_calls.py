"""Programs that fail once, each in its own way, and what must be left of them: nothing.

Each is a coroutine that keeps what it made in its frame, and that frame is in the traceback of
what it catches. So each leaves a cycle for the collector; what the collector cannot look into (an
array, above all) must not be part of it.
"""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import numpy as np
from shared.trial_kernels import axpy, fail

import streamrt as srt
from streamrt.errors import ExecutionCancelledError, ExecutionError

NBYTES = 1 << 16

# A runtime keeps these on purpose, up to a limit: free memory, lanes to be used again, stories;
# with `races=True` the uses of memory, too.
KEPT = {
    *("Block", "CellBlock", "DispatchedQueue", "Edge", "HostLane", "Lane", "LoopBridge", "Track"),
    *("MachineQueue", "NativeQueue", "Worker", "SimQueue", "Site", "Skip", "Timeline"),
    *("_Promises", "_Real"),
    *("Facts", "Line", "Span", "Submitted", "Use", "WatchedHostLane", "WatchedLane"),
}

Program = Callable[[srt.Runtime, srt.Stream], Awaitable[object]]


def work(*arrays: Any) -> None:
    """Fails, and its frame knows the arrays."""
    raise ZeroDivisionError(f"{len(arrays)} arrays")


async def work_later(*arrays: Any) -> None:
    await asyncio.sleep(0)
    work(*arrays)


in_python = srt.Kernel("in_python", "x: f32[n], inout y: f32[n]", cpu=srt.Python(work))


def memory(rt: srt.Runtime) -> srt.Buffer:
    return rt.put(np.zeros(NBYTES // 4, "f4"))


def calls(function: Callable[..., object], how: str) -> Program:
    """A host call that fails while its buffer is used in some way."""

    async def program(rt: srt.Runtime, stream: srt.Stream) -> None:
        x = memory(rt)
        declared = {how: [x]} if how in ("reads", "writes") else {}
        call = stream.call(function, x, **declared)
        if how == "deleted":
            x.delete()
        if how == "donated":
            x = x.donate()
        if how == "frozen":
            x.freeze()
        if how == "shared":
            array = np.from_dlpack(memory(rt))
            call.add_done_callback(lambda _: array)
        try:
            await call
        except ZeroDivisionError:
            pass

    return program


async def whose_result_is_its_argument(rt: srt.Runtime, stream: srt.Stream) -> None:
    x = memory(rt)
    call = stream.call(lambda array: array, x)
    await call
    reader = stream.call(work, x)
    try:
        await reader
    except ZeroDivisionError:
        pass


async def of_a_kernel(rt: srt.Runtime, stream: srt.Stream) -> None:
    x, y = memory(rt), memory(rt)
    failed = stream.launch(fail, x, 7)
    reader = stream.launch(axpy, x, y, 1.0)
    for execution in (failed, reader):
        try:
            await execution
        except ExecutionError:
            pass


async def of_a_kernel_in_python(rt: srt.Runtime, stream: srt.Stream) -> None:
    x, y = memory(rt), memory(rt)
    launch = stream.launch(in_python, x, y)
    try:
        await launch
    except ZeroDivisionError:
        pass


async def in_a_scope(rt: srt.Runtime, stream: srt.Stream) -> None:
    x = memory(rt)
    scope = rt.scope()
    try:
        async with scope:
            stream.call(work, x)
    except* ZeroDivisionError:
        pass


async def that_nobody_awaits(rt: srt.Runtime, stream: srt.Stream) -> None:
    x = memory(rt)
    stream.call(work, x)
    await rt


async def that_is_cancelled(rt: srt.Runtime, stream: srt.Stream) -> None:
    x = memory(rt)
    may_end = asyncio.Event()
    stream.call(may_end.wait)
    cancelled = stream.call(work, x)
    cancelled.cancel()
    may_end.set()
    try:
        await cancelled
    except ExecutionCancelledError:
        pass
    await stream


async def of_a_replay(rt: srt.Runtime, stream: srt.Stream) -> None:
    x = memory(rt)
    with rt.capture(x=x) as graph:
        y = rt.empty(x.shape)
        stream.copy(y, x)
        stream.launch(fail, y, 7)
        graph.output("y", y)
    replays = graph.plan(rt.device()).instantiate()
    replay = replays.replay()
    try:
        await replay
    except ExecutionError:
        pass


PROGRAMS: dict[str, Program] = {
    **{f"function, {how}": calls(work, how) for how in ("writes", "reads", "deleted", "frozen")},
    **{f"function, {how}": calls(work, how) for how in ("plain", "donated", "shared")},
    **{f"coroutine, {how}": calls(work_later, how) for how in ("writes", "reads", "deleted")},
    "result": whose_result_is_its_argument,
    "kernel": of_a_kernel,
    "kernel in Python": of_a_kernel_in_python,
    "scope": in_a_scope,
    "dropped": that_nobody_awaits,
    "cancelled": that_is_cancelled,
    "replay": of_a_replay,
}


FORGOTTEN_LATER = ("Area", "Handles")  # of shared memory; from 256 on, those that are over


def live() -> Counter[str]:
    """The number of the library's objects, and of errors of failed work, by class."""
    kinds = Counter(type(thing) for thing in gc.get_objects())
    ours = {kind for kind in kinds if kind.__module__.startswith("streamrt")}
    ours = {kind for kind in ours if kind.__qualname__ not in FORGOTTEN_LATER}
    return Counter({kind.__qualname__: kinds[kind] for kind in (*ours, ZeroDivisionError)})


async def settle(rt: srt.Runtime) -> None:
    """Lets go of everything that nobody holds.

    Several times: a history may keep what is in a cycle until it has ended, a failure until it was
    reported; and callbacks come in later turns of the loop.
    """
    await rt
    for _ in range(3):
        await asyncio.sleep(0.001)
        gc.collect()
        rt.device().memory_stats()


async def grown(program: Program, rt: srt.Runtime, times: int) -> dict[str, int]:
    """The objects and bytes that a program adds each time it runs, except the first time."""
    found: list[Counter[str]] = []
    stream = rt.device().stream()
    for turns in (1, times):
        for turn in range(turns):
            await program(rt, stream)
            if turn % 50 == 49:
                await settle(rt)
        await settle(rt)
        found.append(live() + Counter({"bytes": rt.device().memory_stats().in_use}))
    before, after = found
    for name in KEPT:
        del before[name], after[name]
    return {name: after[name] - before[name] for name in after if after[name] > before[name]}
