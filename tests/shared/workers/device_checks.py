"""Checks of what every device does that runs as others do: what is told, skipped and found.

A runtime has the device first, and another one behind it, such as `cpu:0`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import Gate, axpy, fail

import streamrt as srt
from streamrt.errors import (
    DependencyError,
    ExecutionCancelledError,
    KernelError,
    NonFiniteError,
    OutOfMemoryError,
    RaceError,
)

N = 16


def name_of(device: srt.Device) -> str:
    return f"{device.kind}:{device.index}"


def ones(rt: srt.Runtime, device: srt.Device) -> srt.Buffer:
    return rt.put(np.ones(N, np.float32), device=device)


async def check_scopes_cancels_and_explanations(rt: srt.Runtime, gate: Gate) -> None:
    """What is held is explained and cancelled; a scope ends with what was submitted in it."""
    device = rt.device()
    stream, other = device.stream("work"), device.stream("more")
    x, y, z = ones(rt, device), ones(rt, device), ones(rt, device)
    gate.hold(stream)
    first = stream.launch(axpy, x, y, alpha=1.0)
    held = other.launch(axpy, y, z, alpha=1.0)
    assert f"{name_of(device)}/work@" in held.explain()
    assert held.cancel()
    skipped = other.copy(x, z)
    with pytest.raises(ExecutionCancelledError):
        await held
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await first
    gate.open()
    await first
    with pytest.raises(DependencyError):
        await skipped  # when its turn has come
    async with rt.scope():
        recent = stream.launch(axpy, y, y, alpha=1.0)
    assert recent.done()
    assert 0 < recent.times.submitted <= recent.times.started <= recent.times.finished
    assert (await y.fetch()).tolist() == [4.0] * N


def check_failures(rt: srt.Runtime) -> None:
    """What reads what a failed launch should have written is skipped, and a write heals it."""
    a, b = rt.devices[:2]
    stream, x = a.stream(), ones(rt, a)
    y = ones(rt, a)
    failed = stream.launch(fail, y, code=7)
    chain = [stream.launch(axpy, y, x, alpha=1.0), a.stream().copy(ones(rt, a), y)]
    z = y.to(b)
    well = stream.launch(axpy, ones(rt, a), w := ones(rt, a), alpha=1.0)
    with pytest.raises(KernelError) as caught:
        failed.sync()
    assert caught.value.code == 7
    for each in chain:
        with pytest.raises(DependencyError, match="KernelError"):
            each.sync()
    well.sync()
    assert np.asarray(w).tolist() == [2.0] * N
    with pytest.raises(DependencyError):
        np.asarray(z)
    stream.fill(y, 3.0).sync()
    assert np.asarray(y).tolist() == [3.0] * N, "a write heals it"


def check_numbers(names: Sequence[Any]) -> None:
    """An array is looked at where it is."""
    with srt.Runtime(devices=list(names), check_finite=True) as rt:
        device = rt.devices[0]
        stream, x = device.stream(), ones(rt, device)
        big = rt.put(np.full(N, 3e38, np.float32))
        stream.launch(axpy, x, y := ones(rt, device), alpha=1.0).sync()
        assert np.asarray(y).tolist() == [2.0] * N
        bad = stream.launch(axpy, big, y, alpha=3.0)
        with pytest.raises(NonFiniteError):
            bad.sync()


def check_races_and_limits(names: Sequence[Any]) -> None:
    """Races are found, and memory has a limit."""
    rt = srt.Runtime(devices=list(names), hazards="manual", races=True, memory_limit=1 << 20)
    a = rt.devices[0]
    with pytest.raises(OutOfMemoryError, match=re.escape(name_of(a))):
        rt.empty((1 << 20,), "f4")
    x, y = ones(rt, a), ones(rt, a)
    y.sync()
    a.stream("one").launch(axpy, x, y, alpha=1.0)
    a.stream("two").launch(axpy, x, y, alpha=1.0)
    with pytest.raises(RaceError, match="two"):
        rt.close()
