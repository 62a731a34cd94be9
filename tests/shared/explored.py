"""Programs that several tests explore, and the failure of one that must have one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import numpy as np

import streamrt as srt
from streamrt import testing
from streamrt_kernels import axpy


def failure_of(program: Callable[..., Any], **options: Any) -> testing.Failure:
    """Explores a program, and returns the failure that it must have."""
    failure = testing.explore(program, **options).failure
    assert failure is not None, "no failure was found"
    return failure


def told(failure: testing.Failure) -> tuple[object, ...]:
    """What a replay tells again."""
    return failure.kind, failure.message, failure.sites, failure.draws, failure.trace


def devices_only(rt: srt.Runtime) -> None:
    """No loop: the program blocks."""
    one, two = rt.device().stream("one"), rt.device().stream("two")
    x, y = rt.empty(8), rt.empty(8)
    one.fill(x, 1.0)
    two.fill(y, 2.0)
    one.launch(axpy, x, y, alpha=1.0).sync()
    assert np.asarray(y)[0] == 3.0


async def lost_update(rt: srt.Runtime) -> None:
    """Two tasks read, wait and write: an update is lost if the second reads before."""
    device, state = rt.device(), [0]

    async def increase(name: str) -> None:
        before = state[0]
        await device.stream(name).call(int)
        state[0] = before + 1

    async def later() -> None:
        await asyncio.sleep(1e-3)
        await increase("b")

    await asyncio.gather(increase("a"), later())
    assert state[0] == 2, "an update is lost"
