"""The ways to wait for an awaitable: asyncio's own tools, callbacks, and blocking the thread."""

from __future__ import annotations

import asyncio
import contextvars
import itertools
import threading
from types import SimpleNamespace
from typing import Any

import anyio
import anyio.lowlevel
import numpy as np
import pytest
from shared.trial_kernels import Gate, axpy, count, fail

import streamrt as srt
from streamrt._native.core import RUNNING
from streamrt._runtime.waiting import waiters
from streamrt.testing import Simulator


async def test_asyncio_waits_for_executions_as_for_futures(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    """Type checkers want futures there: `asyncio.ensure_future(execution)` is one."""
    wait: Any = asyncio.wait
    held, free = cpu.stream(), cpu.stream()
    y = rt.put(np.zeros(1, "f4"))
    gate.hold(held)
    slow, good, bad = held.fill(y, 1.0), free.call(int), free.launch(fail, rt.empty(1), 7)
    every = {slow, good, bad}
    done, pending = await wait({slow}, timeout=0)
    assert (done, pending) == (set(), {slow})
    assert not slow._callbacks, "a wait that gave up leaves nothing behind"
    done, pending = await wait(every, return_when=asyncio.FIRST_COMPLETED)
    assert slow in pending
    assert done
    done, pending = await wait(every, return_when=asyncio.FIRST_EXCEPTION)
    assert bad in done
    assert pending == {slow}
    assert slow.cancel()
    done, pending = await wait(every)
    assert (done, pending) == (every, set())
    assert [each.cancelled() for each in (slow, good, bad)] == [True, False, False]
    gate.open()
    ended = [await each for each in asyncio.as_completed([good, free.call(str)])]
    assert sorted(map(repr, ended)) == ["''", "0"]


@pytest.mark.parametrize("where", ["loop", "thread"])
def test_a_done_callback_that_was_removed_is_not_called(where: str) -> None:
    """The result of `remove_done_callback` is that of a Future's."""
    called: list[str] = []

    def first(_: object) -> None:
        called.append("first")

    def second(_: object) -> None:
        called.append("second")

    async def main(ready: Any) -> list[int]:
        removed = [ready.remove_done_callback(first)]
        for callback in (first, second, first):
            ready.add_done_callback(callback)
        removed += [ready.remove_done_callback(first), ready.remove_done_callback(first)]
        ended = asyncio.Event()
        ready.add_done_callback(lambda _: ended.set())  # called last
        end(ready)
        await ended.wait()
        return [*removed, ready.remove_done_callback(second)]

    with srt.Runtime() as rt, Gate(rt) as gate:
        execution = gate.hold(rt.device().stream())

        def end(ready: object) -> None:
            if ready is execution:
                gate.open()
            elif isinstance(ready, asyncio.Future):
                ready.set_result(None)

        if where == "loop":
            assert asyncio.run(main(execution)) == [0, 2, 0, 0]

            async def with_future() -> list[int]:
                return await main(asyncio.get_running_loop().create_future())

            called.clear()
            assert asyncio.run(with_future()) == [0, 2, 0, 0]
        else:
            for callback in (first, second, first):
                execution.add_done_callback(callback)
            assert execution.remove_done_callback(first) == 2
            gate.open()
            rt.sync()
    assert called == ["second"]


async def test_a_done_callback_may_wait_for_other_work_and_for_its_loop(gate: Gate) -> None:
    """Without a loop callbacks have a thread of their own, and `aclose` leaves the loop free."""
    results: list[object] = []
    has_begun = threading.Event()

    loop = asyncio.get_running_loop()

    def callback(execution: srt.Execution) -> None:
        results.append(stream.call(lambda: "other work").sync())
        has_begun.set()  # from now on it submits nothing, which a closing runtime refuses
        waited = asyncio.run_coroutine_threadsafe(asyncio.sleep(0, "the loop"), loop)
        results.append(waited.result(60))
        execution.remove_done_callback(callback)

    async with srt.Runtime() as rt:
        stream = rt.device().stream()
        with Gate(rt) as held:
            execution = held.hold(stream)
            await asyncio.to_thread(execution.add_done_callback, callback)
        await asyncio.to_thread(has_begun.wait, 60)
    assert results == ["other work", "the loop"]


@pytest.mark.parametrize("error", [ValueError, SystemExit, KeyboardInterrupt, GeneratorExit])
def test_a_done_callback_that_raises_in_a_thread_keeps_nobody_waiting(
    error: type[BaseException], caplog: pytest.LogCaptureFixture
) -> None:
    """Row 35."""
    called: list[object] = []

    def broken(_: object) -> None:
        raise error("from a callback")

    with srt.Runtime() as rt:
        stream = rt.device().stream()
        for callback in (broken, called.append, broken, called.append):
            stream.call(int).add_done_callback(callback)
    assert len(called) == 2
    assert caplog.text.count("a done-callback of int on cpu:0/s1") == 2


async def test_the_context_of_a_done_callback_is_the_one_given() -> None:
    variable: contextvars.ContextVar[str] = contextvars.ContextVar("variable", default="none")
    found: list[str] = []
    async with srt.Runtime() as rt:
        variable.set("mine")
        own, ended = contextvars.Context(), asyncio.Event()  # an empty context is falsy
        execution = rt.device().stream().call(int)
        execution.add_done_callback(lambda _: found.append(variable.get()), context=own)
        execution.add_done_callback(lambda _: found.append(variable.get()))
        execution.add_done_callback(lambda _: ended.set())
        await ended.wait()
    assert found == ["none", "mine"]


@pytest.mark.parametrize("end", ["done", "cancelled"])
async def test_done_callbacks_come_in_the_order_of_asking(end: str) -> None:
    go, ended, found = threading.Event(), asyncio.Event(), list[int]()
    in_thread, of_thread = threading.Event(), list[int]()
    async with srt.Runtime() as rt:
        stream = rt.device().stream()
        stream.call(go.wait)
        execution = stream.call(int)
        for number in range(3):
            execution.add_done_callback(lambda _, number=number: found.append(number))
        if end == "cancelled":
            assert execution.cancel()
        else:
            go.set()
            execution.sync()  # the loop has no turn before the next lines
        for number in range(3, 6):
            execution.add_done_callback(lambda _, number=number: found.append(number))
        execution.add_done_callback(lambda _: ended.set())

        def outside() -> None:
            for number in range(3):
                execution.add_done_callback(lambda _, number=number: of_thread.append(number))
            execution.add_done_callback(lambda _: in_thread.set())

        await asyncio.to_thread(outside)
        await ended.wait()
        assert await asyncio.to_thread(in_thread.wait, 30)  # also before its turn
        go.set()
    assert (found, of_thread) == ([0, 1, 2, 3, 4, 5], [0, 1, 2])


async def test_every_awaitable_has_a_blocking_form(rt: srt.Runtime, cpu: srt.Device) -> None:
    x = rt.put(np.ones(4, "f4"))
    stream = cpu.stream("s", high_water=2)

    def awaitables() -> dict[str, Any]:
        for _ in range(5):
            stream.fill(x, 3.0)
        with rt.capture(x=x) as graph:
            cpu.stream().fill(x, 1.0)
        return {
            "launch": stream.launch(axpy, x, x[:], alpha=0.0),
            "call": stream.call(int, "5"),
            "event": stream.record(),
            "stream": stream,
            "drain": stream.drain(),
            "buffer": x,
            "fetch": x.fetch(),
            "runtime": rt,
            "barrier": rt.barrier(),
            "execute": rt.execute(axpy, x, rt.put(np.ones(4, "f4")), alpha=0.0),
            "warm": rt.warm(axpy, x, x),
            "aput": rt.aput(np.ones(3)),
            "replay": graph.plan(cpu).instantiate().replay(),
        }

    blocked = {name: each.sync(timeout=3600) for name, each in awaitables().items()}
    awaited = {name: await each for name, each in awaitables().items()}
    assert {name: type(each) for name, each in blocked.items()} == {
        name: type(each) for name, each in awaited.items()
    }
    assert blocked["buffer"] is awaited["buffer"] is x
    assert blocked["aput"].shape == (3,)


def test_a_blocking_form_gives_up_in_time(gate: Gate, rt: srt.Runtime, cpu: srt.Device) -> None:
    stream, x = cpu.stream(high_water=1), rt.put(np.ones(4, "f4"))
    gate.hold(stream)
    filled = [stream.fill(x, 1.0) for _ in range(3)]
    for each in (rt, x, stream, stream.record(), stream.drain(), *filled):
        with pytest.raises(TimeoutError):
            each.sync(timeout=0)
        with pytest.raises(srt.errors.ArgumentError, match="timeout"):
            each.sync(timeout=-1)
    gate.open()
    assert x.sync() is x
    failed = stream.launch(fail, x, 7)
    with pytest.raises(srt.errors.KernelError):
        x.sync()
    assert failed.done()


def test_a_drain_that_nobody_awaits_is_told(cpu: srt.Device) -> None:
    stream = cpu.stream("load")
    with pytest.warns(RuntimeWarning, match=r"in synchronous code: `stream\.drain\(\)\.sync\(\)"):
        stream.drain()
    stream.drain().sync()
    stream.drain().close()
    asyncio.run(stream.drain())
    asyncio.run(asyncio.wait_for(stream.drain(), 3600))


@pytest.mark.parametrize("library", ["asyncio", "trio"])
def test_a_task_whose_awaits_never_suspend_gives_way_to_others(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each glance here sees the end, and a millisecond passes at each look at the clock."""
    clock = itertools.count(0, 1_000_000)
    monkeypatch.setattr(waiters.time, "monotonic_ns", lambda: next(clock))

    async def main() -> list[str]:
        seen: list[str] = []

        async def other() -> None:
            while len(seen) < 400:
                seen.append("other")
                await anyio.lowlevel.checkpoint()

        with srt.Runtime() as rt:
            core, stream = rt._engine.core, rt.device().stream()
            look = core.look

            def look_until_the_end(cell: int, patience: int) -> int:
                while look(cell) <= RUNNING:
                    pass
                return look(cell)

            eager = SimpleNamespace(look=lambda cell: RUNNING, glance=look_until_the_end)
            monkeypatch.setattr(rt._engine.waiters, "_core", eager)
            looks = itertools.cycle([lambda cell: RUNNING, look])  # as it begins, at the result
            monkeypatch.setattr(stream._lane, "look", lambda cell: next(looks)(cell))
            n = rt.put(np.zeros(1, "u4"))
            async with anyio.create_task_group() as group:
                group.start_soon(other)
                await anyio.lowlevel.checkpoint()
                for _ in range(200):
                    await stream.launch(count, n)
                    seen.append("mine")
            monkeypatch.undo()
        return seen

    seen = anyio.run(main, backend=library)
    mine = "".join(each[0] for each in seen).strip("o").split("o")
    # The clock is looked at after ROW awaits. Trio shuffles the tasks of a turn.
    most = waiters.ROW + 1
    assert max(map(len, mine)) <= (most if library == "asyncio" else 2 * most)


@pytest.mark.parametrize("kind", ["cpu", "sim"])
async def test_aput_copies_in_native_threads(kind: str) -> None:
    async with srt.Runtime([f"{kind}:0"], backends=[Simulator(seed=3)]) as rt:
        array = np.arange(60, dtype="i4").reshape(3, 4, 5)
        given: list[Any] = [array, array[::-2, :, 1:], array.T, array[:0], 7.5, [[1, 2]], b"ab"]
        given.append(array.astype(">i4"))
        for each in given:
            buffer = await rt.aput(each)
            expected = np.asarray(each)
            found = await buffer.fetch()
            assert found.dtype == expected.dtype.newbyteorder("=")
            assert np.array_equal(found, expected)
        with rt.capture() as graph:
            later = rt.aput(array)  # like `put`, it is not recorded
        assert np.array_equal(np.asarray(await later), array)
        assert not graph.nodes
