"""Failures: of kernels and of host calls, retrieved, depended on, or dropped."""

from __future__ import annotations

import asyncio
import gc
import logging
import weakref
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import Gate, axpy, count, fail, until

import streamrt as srt
from streamrt.errors import DependencyError, HostCallError, KernelError


async def test_a_failing_kernel_poisons_exactly_its_dependents(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    """Row 8."""
    a, b = cpu.stream("a"), cpu.stream("b")
    gate.hold(a)
    y, z, n = (rt.put(np.zeros(4, t)) for t in ("f4", "f4", "u4"))
    root = a.launch(fail, y, 7)
    reader = b.launch(axpy, y, z, 1.0)
    third = b.copy(rt.empty(4), z)
    independent = [b.launch(count, n[:1]), a.launch(count, n[1:2])]
    gate.open()
    with pytest.raises(KernelError, match="fail on cpu:0/a@2: returned 7; seven is not") as caught:
        await root
    assert caught.value.code == 7
    (note,) = caught.value.__notes__
    assert "test_failing.py" in note
    assert "in test_a_failing_kernel_poisons" in note
    for skipped in (reader, third):
        with pytest.raises(DependencyError, match="caused by KernelError: fail on") as info:
            await skipped
        assert info.value.__cause__ is caught.value
        assert "test_failing.py" in info.value.__notes__[0]
    await asyncio.gather(*independent)
    assert (await n.fetch()).tolist() == [1, 1, 0, 0]


async def test_a_raising_host_call_is_the_root_cause_of_what_reads_its_output(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 8."""
    y = rt.put(np.zeros(4, "f4"))
    stream = cpu.stream()

    def broken(array: np.ndarray[Any, Any]) -> None:
        array[0] = 1
        raise ZeroDivisionError("by hand")

    async def broken_later(array: np.ndarray[Any, Any]) -> None:
        await asyncio.sleep(0)
        broken(array)

    for function in (broken, broken_later):
        call = stream.call(function, y, writes=[y])
        reader = stream.launch(axpy, y, rt.put(np.zeros(4, "f4")), 1.0)
        with pytest.raises(ZeroDivisionError, match="by hand") as caught:
            await call
        assert [n for n in caught.value.__notes__ if "test_failing.py" in n]
        with pytest.raises(DependencyError) as info:
            await reader
        assert info.value.__cause__ is caught.value
    await stream.fill(y, 2.0)
    assert (await y.fetch()).tolist() == [2.0] * 4


@pytest.mark.parametrize("writes", ["the view", "both"])
def test_a_view_of_all_its_buffer_keeps_no_host_call_from_being_skipped(
    writes: str, rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 8: the call reads the buffer, and writes through a view of the same bytes."""
    stream, ran = cpu.stream(), list[object]()
    y = rt.put(np.zeros(4, "f4"))
    view = y[:]
    broken = stream.launch(fail, y, 7)
    written = {"the view": [view], "both": [y, view]}[writes]
    call = stream.call(lambda *arrays: ran.append(arrays), y, view, reads=[y], writes=written)
    with pytest.raises(DependencyError):
        call.sync()
    assert not ran
    assert isinstance(broken.exception(), KernelError)


class AwkwardError(Exception):
    """Cannot be made from its `args`, nor pickled."""

    def __init__(self, code: int, *, reason: str) -> None:
        super().__init__(f"{reason} ({code})")
        self.callback = lambda: code


async def test_an_exception_with_an_awkward_constructor_keeps_text_and_traceback(
    cpu: srt.Device,
) -> None:
    """Row 11."""

    def raise_it() -> None:
        raise AwkwardError(3, reason="odd")

    execution = cpu.stream().call(raise_it)
    depths: list[int] = []
    for _ in range(3):
        with pytest.raises(AwkwardError, match=r"odd \(3\)") as caught:
            await execution
        assert caught.traceback[-1].name == "raise_it"
        depths.append(len(caught.traceback))
        assert len(caught.value.__notes__) == 1
    assert len(set(depths)) == 1, "the traceback grows each time"


async def test_two_failures_at_once_are_raised_as_a_group() -> None:
    """Row 9."""

    async def main() -> None:
        async with srt.Runtime() as rt:
            y = rt.put(np.zeros(2, "f4"))
            streams = [rt.device().stream() for _ in range(2)]
            for i, stream in enumerate(streams):
                stream.launch(fail, y[i : i + 1], 7 + i)
            streams[0].launch(axpy, y[:1], y[1:], 1.0)

    with pytest.raises(ExceptionGroup, match="2 failures in a runtime") as caught:
        await main()
    assert sorted(e.code for e in caught.value.exceptions if isinstance(e, KernelError)) == [7, 8]
    assert len(caught.value.exceptions) == 2


@pytest.mark.parametrize("kind", [StopIteration, StopAsyncIteration, KeyboardInterrupt, SystemExit])
def test_what_cannot_cross_an_await_is_wrapped(
    kind: type[BaseException], rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 10."""

    def raise_it() -> None:
        raise kind("stop")

    stream = cpu.stream()
    execution = stream.call(raise_it)

    async def retrieve() -> None:
        await execution

    for _ in range(2):
        with pytest.raises(HostCallError, match=f"raised {kind.__name__}: stop") as caught:
            asyncio.run(retrieve())
        assert isinstance(caught.value.__cause__, kind)
    assert stream.call(lambda: 5).sync() == 5


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_in_a_coroutine_ends_the_loop_and_hangs_nothing(
    kind: type[BaseException], rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 10."""
    stream = cpu.stream()
    calls: list[srt.Execution] = []

    async def raise_it() -> None:
        raise kind("stop")

    async def main() -> None:
        calls.append(stream.call(raise_it))
        await calls[0]

    with pytest.raises(kind):
        asyncio.run(main())
    with pytest.raises(HostCallError):
        calls[0].sync(60)
    assert stream.call(lambda: 5).sync() == 5


async def test_a_coroutine_cancelled_on_its_loop_fails_its_execution_only(cpu: srt.Device) -> None:
    """Row 10: a CancelledError that crossed would cancel whoever awaits the execution."""
    stream = cpu.stream()

    async def cancelled() -> None:
        raise asyncio.CancelledError

    with pytest.raises(HostCallError, match="CancelledError"):
        await stream.call(cancelled)
    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0


def test_a_coroutine_left_behind_by_its_loop_fails_its_execution(
    cpu: srt.Device, gate: Gate
) -> None:
    """Row 10: its stream must not wait for a loop that is gone."""
    stream = cpu.stream()

    async def never() -> None: ...

    async def main() -> srt.Execution:
        gate.hold(stream)
        return stream.call(never)

    left = asyncio.run(main())
    gate.open()
    with pytest.raises(HostCallError, match="loop it was submitted on was closed"):
        left.sync(60)


def test_a_dropped_failure_is_reported_once_with_its_submit_site(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Row 23."""
    with srt.Runtime() as rt:
        cpu = rt.device()
        stream = cpu.stream()
        n = rt.put(np.zeros(1, "u4"))
        y = rt.put(np.zeros(1, "f4"))
        stream.launch(fail, y, 7)
        stream.launch(count, n)
        stream.call(int, "no number")
        stream.sync()
        del y
        with caplog.at_level(logging.ERROR, "streamrt"):
            for _ in range(3):
                gc.collect()
                cpu.memory_stats()
        assert np.asarray(n).tolist() == [1]  # a dropped execution runs
    texts = [logging.Formatter().format(record) for record in caplog.records]
    assert len(texts) == 2
    assert all("submitted at" in text and "test_failing.py" in text for text in texts)
    assert [
        kind for kind in ("KernelError", "ValueError") if not any(kind in t for t in texts)
    ] == []


async def test_a_raising_done_callback_reaches_the_loops_handler_and_nothing_else(
    cpu: srt.Device, gate: Gate
) -> None:
    """Row 35."""
    loop = asyncio.get_running_loop()
    contexts: list[dict[str, Any]] = []
    loop.set_exception_handler(lambda _, context: contexts.append(context))
    called: list[srt.Execution] = []
    held = gate.hold(cpu.stream())

    def broken(_: srt.Execution) -> None:
        raise LookupError("callback")

    held.add_done_callback(broken)
    held.add_done_callback(called.append)
    gate.open()
    await held
    held.add_done_callback(broken)  # it is done already
    await until(lambda: len(contexts) == 2 and called)
    assert [type(context["exception"]) for context in contexts] == [LookupError] * 2
    assert called == [held]


def test_a_raising_done_callback_without_a_loop_is_logged_and_nothing_else_is_affected(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Row 35."""
    called: list[srt.Execution] = []

    def broken(_: srt.Execution) -> None:
        raise LookupError("callback")

    with srt.Runtime() as rt, Gate(rt) as gate:
        held = gate.hold(rt.device().stream())
        held.add_done_callback(broken)
        held.add_done_callback(called.append)
        gate.open()
    assert called == [held]
    (record,) = caplog.records
    assert record.exc_info
    assert record.exc_info[0] is LookupError


async def test_a_failure_is_raised_each_time_and_other_ranges_stay_usable(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 46."""
    stream = cpu.stream()
    y = rt.put(np.arange(20, dtype="f4"))
    failed = stream.launch(fail, y[:10], 7)
    for _ in range(3):
        with pytest.raises(KernelError):
            await failed
        with pytest.raises(KernelError):
            failed.result()
        with pytest.raises(DependencyError):
            await y[5:15].fetch()
        with pytest.raises(DependencyError):
            np.asarray(y)
        with pytest.raises(KernelError):
            await y
    assert isinstance(failed.exception(), KernelError)
    assert len(failed.exception().__notes__) == 1  # type: ignore[union-attr]
    assert (await y[10:].fetch()).tolist() == list(range(10, 20))
    await stream.fill(y[:5], 0.0)
    assert (await y[:5].fetch()).tolist() == [0.0] * 5
    with pytest.raises(DependencyError):
        await y[5:10].fetch()


async def test_a_failure_lives_as_long_as_anybody_can_ask_for_it(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 8: what depends on it names it, also when the failed execution itself is long gone."""
    a, b = cpu.stream(), cpu.stream()
    y, z = rt.put(np.zeros(4, "f4")), rt.put(np.zeros(4, "f4"))
    a.launch(fail, y, 7)
    reader = b.launch(axpy, y, z, 1.0)
    await rt
    del y
    a.fill(rt.empty(4), 0.0)
    await rt
    gc.collect()
    with pytest.raises(DependencyError, match="caused by KernelError: fail on") as caught:
        await reader
    assert isinstance(caught.value.__cause__, KernelError)


def test_an_error_that_nobody_can_ask_for_keeps_no_memory() -> None:
    """Row 8: its traceback holds the failed function's arrays, and those hold memory."""

    def broken(array: np.ndarray[Any, Any]) -> None:
        raise ZeroDivisionError(f"{array.size} by hand")

    with srt.Runtime() as rt:
        cpu = rt.device("cpu")
        stream = cpu.stream()
        for _ in range(3):
            x = rt.put(np.zeros(1 << 16, "u1"))
            call = stream.call(broken, x)
            with pytest.raises(ZeroDivisionError):
                call.sync()
            del x, call
            gc.collect()
            assert cpu.memory_stats().in_use == 0
        engine = weakref.ref(rt._engine)
    del rt, cpu, stream
    gc.collect()
    assert engine() is None
