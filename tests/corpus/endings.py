"""Bugs of asyncio where things end: failures, timeouts, and cancellations beside other tasks."""

from __future__ import annotations

import asyncio

import numpy as np
from corpus.parts import SOON, N, head, outside, streams
from corpus.registry import ERROR, bug, twin
from trial_kernels import count

import streamrt as srt
from streamrt.errors import DependencyError, KernelError
from streamrt_kernels import axpy


@bug(ERROR, cites="python/cpython#75633")
async def sibling_writes_after_the_close(rt: srt.Runtime) -> None:
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
        is_open = False
    await asyncio.wait(parts)
    assert not late  # first


@twin(sibling_writes_after_the_close)
async def _(rt: srt.Runtime) -> None:
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
        for part in parts:
            part.cancel()
        await asyncio.wait(parts)
        is_open = False
    await asyncio.wait(parts)
    assert not late


@bug(ERROR, faults=("cancel",), cites="agronholm/anyio#947")
async def permit_lost_by_a_cancel(rt: srt.Runtime) -> None:
    """A task that is cancelled while it holds a permit does not give it back."""
    permits = asyncio.Semaphore(1)

    async def job() -> None:
        await permits.acquire()
        await outside(rt, "work")
        permits.release()

    await asyncio.gather(asyncio.create_task(job()), return_exceptions=True)
    assert not permits.locked()  # first


@twin(permit_lost_by_a_cancel)
async def _(rt: srt.Runtime) -> None:
    permits = asyncio.Semaphore(1)

    async def job() -> None:
        async with permits:
            await outside(rt, "work")

    await asyncio.gather(asyncio.create_task(job()), return_exceptions=True)
    assert not permits.locked()


@bug(ERROR)
async def paid_twice(rt: srt.Runtime) -> None:
    """After a timeout the work is submitted again, although the timeout ended only the wait."""
    (pay,) = streams(rt, "pay")
    payments = rt.put(np.zeros(1, "u4"))
    payment = pay.launch(count, payments)
    try:
        async with asyncio.timeout(SOON):
            await payment
    except TimeoutError:
        await pay.launch(count, payments)
    assert await head(payments) == 1  # first


@twin(paid_twice)
async def _(rt: srt.Runtime) -> None:
    (pay,) = streams(rt, "pay")
    payments = rt.put(np.zeros(1, "u4"))
    payment = pay.launch(count, payments)
    try:
        async with asyncio.timeout(SOON):
            await payment
    except TimeoutError:
        await payment
    assert await head(payments) == 1


@bug(ERROR, faults=("fail",))
async def retried_on_what_is_left(rt: srt.Runtime) -> None:
    """A step that failed is tried again, on an output that the failure has made invalid."""
    (work,) = streams(rt, "work")
    x, y = rt.empty(N), rt.empty(N)
    is_done = False
    work.fill(y, 0.0)
    for _ in range(3):
        try:
            work.fill(x, 1.0)
            await work.launch(axpy, x, y, alpha=1.0)
        except (KernelError, DependencyError):
            continue
        is_done = True
        break
    assert is_done  # first


@twin(retried_on_what_is_left)
async def _(rt: srt.Runtime) -> None:
    (work,) = streams(rt, "work")
    x, y = rt.empty(N), rt.empty(N)
    is_done = False
    for _ in range(3):
        try:
            work.fill(y, 0.0)
            work.fill(x, 1.0)
            await work.launch(axpy, x, y, alpha=1.0)
        except (KernelError, DependencyError):
            continue
        is_done = True
        break
    assert is_done
