"""Bugs of asyncio where things end: failures, timeouts, and cancellations beside other tasks."""

from __future__ import annotations

import asyncio

import numpy as np
from corpus.parts import SOON, N, head, outside, streams
from corpus.registry import ERROR, bug
from shared.trial_kernels import count

import streamrt as srt
from streamrt.errors import DependencyError, KernelError
from streamrt_kernels import axpy


@bug(ERROR, cites="python/cpython#75633")
async def sibling_writes_after_the_close(rt: srt.Runtime, mended: bool = False) -> None:
    """One part fails and the file is closed, but `gather` leaves the other part running."""
    is_open, late = True, list[str]()

    async def fails() -> None:
        await outside(rt, "left", 2)
        raise OSError("the disk is full")

    async def writes() -> None:
        await outside(rt, "right", 2)
        if not is_open:
            late.append("right")

    parts = [asyncio.create_task(writes()), asyncio.create_task(fails())]
    try:
        await asyncio.gather(*parts)
    except OSError:
        if mended:
            for part in parts:
                part.cancel()
            await asyncio.wait(parts)
        is_open = False
    await asyncio.wait(parts)
    assert not late  # first


@bug(ERROR, faults=("cancel",), cites="agronholm/anyio#947")
async def permit_lost_by_a_cancel(rt: srt.Runtime, mended: bool = False) -> None:
    """A task that is cancelled while it holds a permit does not give it back."""
    permits = asyncio.Semaphore(1)

    async def job() -> None:
        if mended:
            async with permits:
                await outside(rt, "work")
        else:
            await permits.acquire()
            await outside(rt, "work")
            permits.release()

    await asyncio.gather(asyncio.create_task(job()), return_exceptions=True)
    assert not permits.locked()  # first


@bug(ERROR)
async def paid_twice(rt: srt.Runtime, mended: bool = False) -> None:
    """After a timeout the work is submitted again, although the timeout ended only the wait."""
    (pay,) = streams(rt, "pay")
    payments = rt.put(np.zeros(1, "u4"))
    payment = pay.launch(count, payments)
    try:
        async with asyncio.timeout(SOON):
            await payment
    except TimeoutError:
        if mended:
            await payment
        else:
            await pay.launch(count, payments)
    assert await head(payments) == 1  # first


@bug(ERROR, faults=("fail",))
async def retried_on_what_is_left(rt: srt.Runtime, mended: bool = False) -> None:
    """A step that failed is tried again, on an output that the failure has made invalid."""
    (work,) = streams(rt, "work")
    x, y = rt.empty(N), rt.empty(N)
    is_done = False
    if not mended:
        work.fill(y, 0.0)
    for _ in range(3):
        try:
            if mended:
                work.fill(y, 0.0)
            work.fill(x, 1.0)
            await work.launch(axpy, x, y, alpha=1.0)
        except (KernelError, DependencyError):
            continue
        is_done = True
        break
    assert is_done  # first
