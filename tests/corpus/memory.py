"""Bugs of memory: what is kept too long, given back too early, or known under a second name."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import numpy as np
from corpus.parts import SOON, N, head, outside, streams, vector
from corpus.registry import ERROR, LEAK, bug

import streamrt as srt
from streamrt.errors import OutOfMemoryError
from streamrt_kernels import axpy

_replies: dict[int, srt.Buffer] = {}
_errors: list[OutOfMemoryError | str] = []


# --- kept too long -----------------------------------------------------------------------------


@bug(LEAK)
async def reply_nobody_takes(rt: srt.Runtime, mended: bool = False) -> None:
    """A reply that comes after the timeout stays in the table for ever."""
    _replies.clear()
    arrived = asyncio.Event()

    async def answer() -> None:
        reply = rt.put(np.ones(N, "f4"))  # first
        await outside(rt, "server")
        _replies[1] = reply
        arrived.set()

    answering = asyncio.create_task(answer())
    with suppress(TimeoutError):
        async with asyncio.timeout(SOON):
            await arrived.wait()
            _replies.pop(1)
    await answering
    if mended:
        _replies.pop(1, None)


@bug(LEAK, faults=("out_of_memory",), cites="pytorch/pytorch#27600")
async def error_keeps_the_batch(rt: srt.Runtime, mended: bool = False) -> None:
    """An error that is kept for a report keeps the frame, and so the batch, in which it arose."""
    _errors.clear()

    async def step(rows: int) -> None:
        batch = rt.put(np.ones(rows, "f4"))  # first
        result = rt.put(np.zeros(rows, "f4"))
        await rt.device().stream("work").launch(axpy, batch, result, alpha=1.0)

    for rows in (64, 32, 16):
        try:
            await step(rows)
        except OutOfMemoryError as error:
            _errors.append(str(error) if mended else error)
        else:
            break


@bug(ERROR, faults=("out_of_memory",))
async def token_lost_without_memory(rt: srt.Runtime, mended: bool = False) -> None:
    """A request that runs out of memory does not give its token back."""
    tokens = ["one", "two"]

    async def request(number: int) -> None:
        token = tokens.pop()
        if mended:
            try:
                x, y = rt.put(np.full(N, number, "f4")), rt.put(np.zeros(N, "f4"))
                await rt.device().stream(token).launch(axpy, x, y, alpha=1.0)
            finally:
                tokens.append(token)
        else:
            x, y = rt.put(np.full(N, number, "f4")), rt.put(np.zeros(N, "f4"))
            await rt.device().stream(token).launch(axpy, x, y, alpha=1.0)
            tokens.append(token)

    results = await asyncio.gather(request(1), request(2), return_exceptions=True)
    assert all(error is None or isinstance(error, OutOfMemoryError) for error in results)
    assert len(tokens) == 2  # first


# --- given back too early ----------------------------------------------------------------------


@bug(ERROR)
async def slot_given_back_too_early(rt: srt.Runtime, mended: bool = False) -> None:
    """The slot of an arena is free again as soon as it is filled, before its user has read it."""
    left, right = streams(rt, "left", "right")
    arena = rt.empty(2 * N)
    free = [arena[:N], arena[N:]]

    async def use(stream: srt.Stream, steps: int, value: float) -> None:
        await outside(rt, "input", steps)
        slot = free.pop()
        filled = stream.fill(slot, value)
        if not mended:
            free.append(slot)
        await filled
        assert await head(slot) == value  # first
        if mended:
            free.append(slot)

    await asyncio.gather(use(left, 1, 1.0), use(right, 2, 2.0))


@bug(ERROR)
async def slot_given_back_twice(rt: srt.Runtime, mended: bool = False) -> None:
    """A cancelled job gives its slot back in the handler, and again in the clean-up."""
    free = [0, 1]

    async def job() -> None:
        slot = free.pop()
        try:
            await outside(rt, "work")
        except asyncio.CancelledError:
            if not mended:
                free.append(slot)
            raise
        finally:
            free.append(slot)

    running = asyncio.create_task(job())
    await asyncio.create_task(outside(rt, "client", 2))
    running.cancel()
    await asyncio.wait({running})
    assert sorted(free) == [0, 1]  # first


@bug(ERROR, cites="ApeWorX/web3.py#2446")
async def evicted_while_in_use(rt: srt.Runtime, mended: bool = False) -> None:
    """The cache deletes what it evicts, although a request has looked it up and will use it."""
    (work,) = streams(rt, "work")
    cache, y = {"weights": vector(rt, 1.0)}, vector(rt)

    async def request() -> None:
        weights = cache["weights"]
        await outside(rt, "client")
        await work.launch(axpy, weights, y, alpha=1.0)  # first

    async def evict() -> None:
        await outside(rt, "pressure", 3)
        if mended:
            cache.pop("weights")  # who uses it keeps it
        else:
            cache.pop("weights").delete()

    await asyncio.gather(request(), evict())
    if mended:
        assert await head(y) == 1.0


# --- known under a second name -----------------------------------------------------------------


@bug(ERROR, devices=("cpu:0",), cites="jax-ml/jax#37830")
async def wrapped_array_refilled(rt: srt.Runtime, mended: bool = False) -> None:
    """A host call refills an array that a buffer wraps, and declares no access to the buffer."""
    work, feed = streams(rt, "work", "feed")
    host = np.ones(N, "f4")
    x, y, z = rt.wrap(host), vector(rt), vector(rt)
    work.launch(axpy, x, y, alpha=1.0)
    feed.fill(z, 4.0)
    if mended:
        feed.call(host.fill, 5.0, writes=[x])
    else:
        feed.call(host.fill, 5.0)
    assert await head(y) == 1.0  # first


@bug(ERROR, devices=("cpu:0",))
async def donated_under_another_name(rt: srt.Runtime, mended: bool = False) -> None:
    """An array is wrapped twice, one buffer is donated, and the other one shows the new owner."""
    host = np.ones(N, "f4")
    ours, shown = rt.wrap(host), rt.put(host) if mended else rt.wrap(host)
    scratch = ours.donate()

    async def report() -> None:
        await outside(rt, "client")
        assert await head(shown) == 1.0  # first

    async def new_owner() -> None:
        await outside(rt, "input", 3)
        await rt.device().stream("work").fill(scratch, 0.0)

    await asyncio.gather(report(), new_owner())


@bug(ERROR, cites="cupy/cupy#5155")
async def source_changed_too_early(rt: srt.Runtime, mended: bool = False) -> None:
    """The next batch is written into an array that `aput` is still copying."""
    batch = np.ones(N, "f4")
    copying = rt.aput(batch)
    await outside(rt, "disk", 2)
    if mended:
        x = await copying
        batch += 1.0
    else:
        batch += 1.0
        x = await copying
    assert await head(x) == 1.0  # first
