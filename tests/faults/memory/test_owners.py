"""Kernels that know a function of their owner, who keeps what the runtime gave for them.

That is a cycle through the runtime's own objects. While work is pending, its lane keeps it; once it
has ended, nothing but the cycle does, and one collection finds that.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from shared.failing_calls import settle
from shared.trial_kernels import axpy, fail

import streamrt as srt
from streamrt.errors import ExecutionError

pytestmark = pytest.mark.usefixtures("silence", "only_new_objects")

NUMBERS = ctypes.POINTER(ctypes.c_float)
FUNCTION = ctypes.CFUNCTYPE(None, NUMBERS, NUMBERS, ctypes.c_float, ctypes.c_int64)
SIGNATURE = "x: f32[n], inout y: f32[n], alpha: f32"


class Owner:
    """The owner of a kernel's functions; it keeps things."""

    kernel: srt.Kernel
    kept: object

    def grain(self, *extents: object) -> int:
        return 1 << 20

    def bound(self, *extents: object) -> int:
        return 1 << 20

    def run(self, *arguments: Any) -> None:
        pass

    def fail(self, *arguments: Any) -> None:
        raise ZeroDivisionError


def with_grain(owner: Owner) -> srt.Kernel:
    code = axpy.implementations["cpu"]
    return srt.Kernel("k", SIGNATURE, cpu=code, split="n", grain=owner.grain)


def with_bound(owner: Owner) -> srt.Kernel:
    return srt.Kernel("k", SIGNATURE, cpu=axpy.implementations["cpu"], bound_ns=owner.bound)


def native(owner: Owner) -> srt.Kernel:
    return srt.Kernel("k", SIGNATURE, cpu=srt.Native(FUNCTION(owner.run)))


def ones(rt: srt.Runtime) -> srt.Buffer:
    return rt.put(np.ones(8, "f4"))


def launched(rt: srt.Runtime, owner: Owner, y: srt.Buffer | None = None) -> srt.Execution[Any]:
    target = ones(rt) if y is None else y
    x = ones(rt)[: len(target)]
    return rt.device().stream().launch(owner.kernel, x, target, alpha=1.0)


def caught(execution: srt.Execution[Any]) -> BaseException:
    with pytest.raises((ExecutionError, ZeroDivisionError)) as info:
        execution.sync()
    return info.value


def an_execution(rt: srt.Runtime, owner: Owner) -> None:
    owner.kept = launched(rt, owner)


def a_buffer(rt: srt.Runtime, owner: Owner) -> None:
    owner.kept = y = ones(rt)
    launched(rt, owner, y)


def a_view(rt: srt.Runtime, owner: Owner) -> None:
    y = ones(rt)
    owner.kept = y[2:]
    launched(rt, owner, y[:4])


def two_buffers_of_one_memory(rt: srt.Runtime, owner: Owner) -> None:
    array = np.ones(8, "f4")
    y = rt.wrap(array)
    owner.kept = y, rt.wrap(array), rt.wrap(array[4:])
    launched(rt, owner, y[:4])


def a_donated_buffer(rt: srt.Runtime, owner: Owner) -> None:
    y = ones(rt)
    launched(rt, owner, y)
    owner.kept = y, y.donate()


def an_array(rt: srt.Runtime, owner: Owner) -> None:
    y = ones(rt)
    launched(rt, owner, y)
    array = np.from_dlpack(y)
    owner.kept = y, array, rt.wrap(array)


def a_result(rt: srt.Runtime, owner: Owner) -> None:
    owner.kept = rt.execute(owner.kernel, ones(rt), ones(rt), alpha=1.0)


def a_replay(rt: srt.Runtime, owner: Owner) -> None:
    x, stream = ones(rt), rt.device().stream()
    with rt.capture(x=x) as graph:
        y = rt.empty(8)
        stream.copy(y, x)
        stream.launch(owner.kernel, x, y, alpha=1.0)
        graph.output("y", y)
    replays = graph.plan(rt.device()).instantiate()
    owner.kept = graph, replays, replays.replay()


def errors(rt: srt.Runtime, owner: Owner) -> None:
    y = ones(rt)
    failed = rt.device().stream().launch(fail, y, 7)
    skipped = launched(rt, owner, y)
    owner.kept = failed, skipped, caught(failed), caught(skipped)


def the_error_of_a_call(rt: srt.Runtime, owner: Owner) -> None:
    y = ones(rt)
    owner.kept = y, caught(rt.device().stream().call(owner.fail, y))


def the_result_of_a_call(rt: srt.Runtime, owner: Owner) -> None:
    owner.kept = rt.device().stream().call(lambda array: (owner, array), ones(rt))


def a_chain(rt: srt.Runtime, owner: Owner) -> None:
    """Each checks the one before it, on another stream."""
    y = ones(rt)
    owner.kept = y, [launched(rt, owner, y) for _ in range(4)]


def a_cancelled_execution(rt: srt.Runtime, owner: Owner) -> None:
    owner.kept = execution = launched(rt, owner)
    execution.cancel()


def a_callback(rt: srt.Runtime, owner: Owner) -> None:
    owner.kept = execution = launched(rt, owner)
    execution.add_done_callback(owner.run)


WAYS = (
    *(an_execution, a_buffer, a_view, two_buffers_of_one_memory, a_donated_buffer, an_array),
    *(a_result, a_replay, errors, the_error_of_a_call, the_result_of_a_call, a_chain),
    *(a_cancelled_execution, a_callback),
)


def left(rt: srt.Runtime, make: Callable[[Owner], srt.Kernel]) -> list[weakref.ref[Owner]]:
    """Makes an owner of each way; returns references to them after all work has ended."""
    owners: list[weakref.ref[Owner]] = []
    for way in WAYS:
        owner = Owner()
        owner.kernel = make(owner)
        way(rt, owner)
        owners.append(weakref.ref(owner))
        del owner
    return owners


def alive(owners: list[weakref.ref[Owner]]) -> list[str]:
    return [way.__name__ for way, known in zip(WAYS, owners, strict=True) if known() is not None]


@pytest.mark.parametrize("make", [with_grain, with_bound, native])
async def test_one_who_keeps_what_came_of_his_kernel_is_freed_when_the_work_has_ended(
    make: Callable[[Owner], srt.Kernel],
) -> None:
    """Row 142: with the runtime open, and the same after its close."""
    async with srt.Runtime(["cpu:0"]) as rt:
        owners = left(rt, make)
        await settle(rt)
        assert alive(owners) == []
        owners = left(rt, make)
    for _ in range(3):  # a callback comes in a later turn of the loop
        await asyncio.sleep(0)
    gc.collect()
    assert alive(owners) == []
