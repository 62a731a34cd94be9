"""Leaving a runtime: drained, told of failures, cancelled by an exception, once."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading
import weakref

import numpy as np
import pytest
from shared.trial_kernels import Gate, count, fail, latch

import streamrt as srt
from streamrt.errors import ClosedError, DependencyError, KernelError

others: set[threading.Thread] = set()


@pytest.fixture(autouse=True)
def remember_other_threads() -> None:
    """Runtimes of other tests' fixtures may be open."""
    others.clear()
    others.update(threading.enumerate())


def names_of_threads() -> set[str]:
    found = set(threading.enumerate()) - others
    return {t.name for t in found if t.name.startswith("cpu:")}


@pytest.mark.parametrize("how", ["async with", "with", "close", "aclose"])
def test_leaving_waits_for_everything_and_ends_the_threads(how: str) -> None:
    runs = np.zeros(300, "u4")

    def submit(rt: srt.Runtime) -> list[srt.Execution]:
        counters = rt.wrap(runs)
        streams = [rt.device().stream() for _ in range(3)]
        return [
            *(streams[i % 3].launch(count, counters[i : i + 1]) for i in range(300)),
            streams[0].call(lambda: None),
        ]

    async def main() -> list[srt.Execution]:
        if how == "async with":
            async with srt.Runtime() as rt:
                return submit(rt)
        rt = srt.Runtime()
        executions = submit(rt)
        await rt.aclose()
        return executions

    def synchronous() -> list[srt.Execution]:
        if how == "with":
            with srt.Runtime() as rt:
                return submit(rt)
        rt = srt.Runtime()
        executions = submit(rt)
        rt.close()
        rt.close()
        return executions

    executions = synchronous() if how in ("with", "close") else asyncio.run(main())
    assert runs.tolist() == [1] * 300
    assert all(e.done() and e.result() is None for e in executions)
    assert not names_of_threads()


def test_a_failure_nobody_retrieved_is_raised_on_leaving() -> None:
    """One failure is a group, too."""
    failed = pytest.RaisesExc(KernelError, match="returned 7")
    with (
        pytest.RaisesGroup(failed, match="1 failure in a runtime") as caught,
        srt.Runtime() as rt,
    ):
        rt.device().stream().launch(fail, rt.put(np.zeros(1, "f4")), 7)
    assert any("test_closing.py" in note for note in caught.value.exceptions[0].__notes__)
    with srt.Runtime() as rt:
        failed = rt.device().stream().launch(fail, rt.put(np.zeros(1, "f4")), 7)
        with pytest.raises(KernelError):
            failed.sync()
    rt = srt.Runtime()
    rt.device().stream().call(lambda: 1 / 0)
    with pytest.RaisesGroup(ZeroDivisionError):
        rt.close()
    rt.close()


async def test_a_failure_nobody_retrieved_is_raised_by_aclose_once() -> None:
    rt = srt.Runtime()
    rt.device().stream().call(lambda: 1 / 0)
    with pytest.RaisesGroup(ZeroDivisionError):
        await rt.aclose()
    await rt.aclose()


def test_a_retrieved_dependency_error_counts_for_its_root() -> None:
    with srt.Runtime() as rt:
        stream, y = rt.device().stream(), rt.put(np.zeros(1, "f4"))
        stream.launch(fail, y, 7)
        with pytest.raises(DependencyError):
            stream.copy(rt.empty(1), y).sync()


async def test_several_failures_are_raised_as_a_group_on_leaving() -> None:
    async def main() -> None:
        async with srt.Runtime() as rt:
            stream = rt.device().stream()
            for _ in range(2):
                stream.call(lambda: 1 / 0)
            stream.launch(fail, rt.put(np.zeros(1, "f4")), 7)
            with Gate(rt) as gate:
                gate.hold(stream)
                stream.call(print).cancel()

    three = (KernelError, ZeroDivisionError, ZeroDivisionError)
    with pytest.RaisesGroup(*three, match="3 failures in a runtime"):
        await main()


@pytest.mark.parametrize("kind", [LookupError, KeyboardInterrupt, asyncio.CancelledError])
@pytest.mark.parametrize("is_async", [False, True], ids=["with", "async with"])
def test_leaving_by_an_exception_cancels_what_is_queued(
    kind: type[BaseException], is_async: bool, caplog: pytest.LogCaptureFixture
) -> None:
    runs = np.zeros(1, "u4")
    executions: list[srt.Execution] = []

    def submit(rt: srt.Runtime) -> None:
        stream = rt.device().stream()
        gate = Gate(rt)
        stream.launch(fail, rt.put(np.zeros(1, "f4")), 7)
        executions.append(gate.hold(stream))
        executions.extend(stream.launch(count, rt.wrap(runs)) for _ in range(100))
        executions.append(stream.call(runs.fill, 5))
        gate.running()
        executions[1].add_done_callback(lambda _: gate.open())  # cancelled last
        raise kind("left")

    async def main() -> None:
        async with srt.Runtime() as rt:
            submit(rt)

    def synchronous() -> None:
        with srt.Runtime() as rt:
            submit(rt)

    with pytest.raises(kind):
        asyncio.run(main()) if is_async else synchronous()
    held, *queued = executions
    assert held.result() is None
    assert all(e.cancelled() for e in queued)
    assert runs[0] == 0
    assert not names_of_threads()
    (record,) = caplog.records  # there is no other way to tell
    assert record.levelno == logging.ERROR
    assert record.exc_info
    assert record.exc_info[0] is KernelError


def test_leaving_without_waiting_for_what_is_stuck_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with srt.Runtime(drain_timeout=0.05) as rt:
        gate = Gate(rt)
        held = gate.hold(rt.device().stream("stuck"))
        gate.running()
    assert any("latch on cpu:0/stuck@1 has not ended" in r.message for r in caplog.records)
    assert not held.done()
    with pytest.raises(ClosedError):
        rt.device().stream()
    gate.open()
    while names_of_threads():
        pass


def test_what_a_stuck_kernel_uses_outlives_the_runtime_and_all_handles() -> None:
    words = np.zeros(2, "u4")
    with srt.Runtime(drain_timeout=0.01) as rt:
        stream, y = rt.device().stream(), np.zeros(1, "f4")
        used = weakref.ref(y)
        stream.launch(latch, rt.wrap(words), rt.wrap(y))
        del y
        while not words[1]:
            pass
    del rt, stream
    gc.collect()
    assert used() is not None
    words[0] = 1
    while names_of_threads():
        pass
    assert used()[0] == 1.0  # type: ignore[index]


def test_a_closed_runtime_refuses_and_what_it_did_can_still_be_read() -> None:
    with srt.Runtime() as rt:
        cpu = rt.device()
        stream, x = cpu.stream("s"), rt.put(np.ones(1, "u4"))
        done = stream.call(lambda: 5)
        event = stream.record()
    assert (done.sync(), done.result(), done.done(), done.exception()) == (5, 5, True, None)
    assert done.times.finished > 0
    assert event.done()
    event.sync()
    rt.barrier().sync()
    rt.sync()
    assert "on cpu:0/s.host@1: done" in rt.explain(done)
    assert "closed" in repr(rt)
    assert stream.pending == 0
    for use in (
        lambda: rt.put([1]),
        lambda: rt.empty(1),
        lambda: rt.wrap(np.zeros(1)),
        lambda: rt.from_dlpack(np.zeros(1)),
        lambda: rt.register("a", 4096, "x: f32[n]"),
        lambda: rt.execute(count, x),
        lambda: cpu.stream(),
        lambda: stream.launch(count, x),
        lambda: stream.fill(x, 1),
        lambda: stream.copy(x, x),
        lambda: stream.call(print),
        lambda: stream.record(),
        lambda: stream.wait(event),
        lambda: x.fetch(),
        lambda: x.to("cpu:0"),
        lambda: np.asarray(x),
        rt.__enter__,
        lambda: asyncio.run(rt.__aenter__()),
    ):
        with pytest.raises(ClosedError, match="the runtime is closed; open another one"):
            use()


def test_a_closed_runtime_still_tells_how_its_work_failed() -> None:
    ended: list[srt.Execution] = []

    def leave_by_an_error() -> None:
        with srt.Runtime() as rt:
            stream, y = rt.device().stream(), rt.put(np.zeros(1, "f4"))
            ended.extend((stream.launch(fail, y, 7), stream.copy(rt.empty(1), y)))
            stream.sync()
            raise KeyError

    with pytest.raises(KeyError):
        leave_by_an_error()
    failed, skipped = ended
    for _ in range(2):
        assert isinstance(failed.exception(), KernelError)
        assert isinstance(skipped.exception(), DependencyError)


async def test_a_runtime_left_inside_of_its_own_host_call_stays_open(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    def leave() -> None:
        with rt:
            pass

    with pytest.raises(srt.errors.WouldDeadlockError):
        await cpu.stream().call(leave)
    assert await cpu.stream().call(lambda: 1) == 1


def test_runtimes_come_and_go() -> None:
    for i in range(100):
        with srt.Runtime() as rt:
            stream, n = rt.device().stream(), rt.put(np.zeros(1, "u4"))
            stream.launch(count, n)
            if i % 2:
                rt.sync()
    assert not names_of_threads()
