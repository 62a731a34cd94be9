"""Host calls: functions and coroutines in the order of a stream."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import threading
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import Gate, axpy, values

import streamrt as srt
from streamrt.errors import FrozenBufferError, HostCallError, WouldDeadlockError

Array = np.ndarray[Any, Any]
variable: contextvars.ContextVar[str] = contextvars.ContextVar("variable", default="none")


async def test_functions_and_coroutines_keep_context_and_arguments(cpu: srt.Device) -> None:
    stream = cpu.stream()
    here = threading.get_ident()

    def function(*args: object, **kwargs: object) -> tuple[object, ...]:
        return (args, kwargs, variable.get(), threading.get_ident() == here)

    async def coroutine(*args: object, **kwargs: object) -> tuple[object, ...]:
        await asyncio.sleep(0)
        return function(*args, **kwargs)

    for called, on_loop in ((function, False), (coroutine, True)):
        variable.set("submitted")
        execution = stream.call(called, 1, "two", three=[3])
        variable.set("later")
        assert await execution == ((1, "two"), {"three": [3]}, "submitted", on_loop)


async def test_views_are_writable_only_where_writes_says_so(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    stream = cpu.stream()
    a, b, c = (rt.put(np.zeros((2, 3), "i4")) for _ in range(3))

    def look(x: Array, y: Array, *, z: Array) -> list[tuple[object, ...]]:
        return [(v.flags.writeable, v.shape, v.dtype.str) for v in (x, y, z)]

    shape = ((2, 3), "<i4")
    found = await stream.call(look, a, b, z=c, reads=[a], writes=[b])
    assert found == [(False, *shape), (True, *shape), (True, *shape)]
    found = await stream.call(look, a, a[:, ::-1], z=a[:1], reads=[a])
    assert [f[0] for f in found] == [False, True, True]

    def write(x: Array) -> None:
        x[...] = 1

    with pytest.raises(ValueError, match="read-only"):
        await stream.call(write, a, reads=[a])
    with pytest.raises(FrozenBufferError):
        stream.call(write, a.freeze())
    assert await stream.call(lambda x: int(x.sum()), a, reads=[a]) == 0


async def test_calls_are_ordered_with_kernels_by_what_they_declare(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    a, b, c = (cpu.stream() for _ in range(3))
    x, y, z = (rt.put(np.ones(4, "f4")) for _ in range(3))
    gate.hold(a, x)

    def double(array: Array) -> None:
        array *= 2

    def hidden() -> str:
        return "not an argument"

    called = b.call(double, x, writes=[x])
    read = c.launch(axpy, x, y, 1.0)
    declared = b.call(hidden, writes=[y])
    apart = cpu.stream().call(double, z)
    await apart
    assert not any(e.done() for e in (called, read, declared))
    gate.open()
    assert await declared == "not an argument"
    assert [values(v) for v in (x, y, z)] == [[4, 2, 2, 2], [5, 3, 3, 3], [2, 2, 2, 2]]


async def test_a_call_may_submit_and_a_coroutine_may_await(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    stream, other = cpu.stream(), cpu.stream()
    x = rt.put(np.ones(4, "f4"))

    def inner() -> float:
        y = rt.put(np.zeros(4, "f4"))
        other.launch(axpy, x, y, 3.0).sync()
        return float(np.asarray(y).sum())

    async def later() -> float:
        y = rt.put(np.zeros(4, "f4"))
        await other.launch(axpy, x, y, 4.0)
        return float((await y.fetch()).sum())

    assert await stream.call(inner) == 12.0
    assert await stream.call(later) == 16.0


async def test_calls_of_two_streams_run_at_the_same_time(cpu: srt.Device) -> None:
    barrier = threading.Barrier(3)
    executions = [cpu.stream().call(barrier.wait, 60) for _ in range(2)]
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, barrier.wait, 60)
    assert {await e for e in executions} <= {0, 1, 2}


async def test_whatever_gives_a_coroutine_is_run_on_the_loop_or_refused(cpu: srt.Device) -> None:
    stream = cpu.stream()

    async def double(number: int) -> int:
        await asyncio.sleep(0)
        return 2 * number

    class Doubling:
        async def __call__(self, number: int) -> int:
            return await double(number)

    for function in (double, Doubling(), Doubling().__call__, functools.partial(double)):
        assert await stream.call(function, 2) == 4  # type: ignore[arg-type]
    for function in (lambda n: double(n), functools.partial(Doubling())):
        call = stream.call(function, 2)
        with pytest.raises(HostCallError, match="a coroutine, which nobody runs; pass the corout"):
            await call
    assert await stream.call(int, "5") == 5


def test_a_coroutine_needs_a_loop_that_the_runtime_does_not_block(cpu: srt.Device) -> None:
    async def nothing() -> None: ...

    with pytest.raises(srt.errors.ArgumentError, match="no event loop runs here"):
        cpu.stream().call(nothing)

    async def main() -> None:
        with srt.Runtime(eager=True) as rt:
            stream = rt.device().stream()
            with pytest.raises(WouldDeadlockError, match="an eager runtime blocks the loop"):
                stream.call(nothing)
            assert stream.pending == 0

    asyncio.run(main())
