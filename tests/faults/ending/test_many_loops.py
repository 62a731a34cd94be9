"""Loops that share a runtime: asyncio's, uvloop's and trio's, in threads of their own."""

from __future__ import annotations

import gc
import logging
import random
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import anyio
import anyio.lowlevel
import numpy as np
import pytest
from shared.event_loops import PRESENT, Main, libraries, run
from shared.threads import in_threads
from shared.trial_kernels import Gate, axpy, count, fail

import streamrt as srt
from streamrt.errors import DependencyError, ExecutionCancelledError
from streamrt.testing import Simulator

WAYS = ("stay", "raise", "cancel")


# --- one loop of each kind ------------------------------------------------------------------------


@libraries
def test_a_program_runs_alike_on_every_loop(library: str) -> None:
    async def main() -> list[int]:
        async with srt.Runtime() as rt:
            cpu = rt.device()
            streams = [cpu.stream(high_water=8) for _ in range(3)]
            n = rt.put(np.zeros(1, "u4"))
            gate = Gate(rt)

            async def again(array: np.ndarray[Any, Any]) -> None:
                await anyio.lowlevel.checkpoint()
                array += 1

            async with rt.scope() as scope:
                gate.hold(streams[0])
                for i in range(100):
                    streams[i % 3].launch(count, n)
                with anyio.move_on_after(0) as cancel_scope:
                    await streams[1].drain()
                assert cancel_scope.cancelled_caught
                assert scope.pending > 90
                gate.open()
                await streams[1].drain()
                streams[2].call(again, n)
            with pytest.RaisesGroup(ZeroDivisionError):
                async with rt.scope():
                    streams[0].call(lambda: 1 / 0)
            return list((await n.fetch()).tolist())

    assert run(library, main) == [101]


@libraries
def test_a_cancel_scope_around_a_close_waits_for_the_drain(library: str) -> None:
    """Row 6: at the level of anyio, on every loop."""
    runs = np.zeros(1, "u4")
    held: list[srt.Execution] = []

    async def main() -> None:
        gates: list[Gate] = []
        closed = anyio.Event()

        async def work(cancel_scope: anyio.CancelScope) -> None:
            with cancel_scope:
                async with srt.Runtime() as rt:
                    gates.append(Gate(rt))
                    stream = rt.device().stream()
                    held.append(gates[0].hold(stream))
                    held.append(stream.launch(count, rt.wrap(runs)))
                    gates[0].running()
            closed.set()

        cancel_scope = anyio.CancelScope()
        async with anyio.create_task_group() as group:
            group.start_soon(work, cancel_scope)
            await anyio.wait_all_tasks_blocked()
            cancel_scope.cancel()
            for _ in range(20):
                await anyio.lowlevel.checkpoint()
            assert not closed.is_set()
            gates[0].open()
        assert closed.is_set()

    run(library, main)
    assert all(e.result() is None for e in held)
    assert runs[0] == 1


@libraries
def test_a_drain_that_is_cancelled_again_and_again_leaks_no_slot(library: str) -> None:
    """Rows 24 and 25: nor does it end another one."""

    async def main() -> list[int]:
        async def drain(stream: srt.Stream, drained: anyio.Event) -> None:
            await stream.drain()
            drained.set()

        async with srt.Runtime(queue_limit=16) as rt:
            stream = rt.device().stream(high_water=4)
            n = rt.put(np.zeros(1, "u4"))
            for _ in range(50):
                drained = anyio.Event()
                async with anyio.create_task_group() as group:
                    with Gate(rt) as gate:
                        gate.hold(stream)
                        for _ in range(15):
                            stream.launch(count, n)
                        group.start_soon(drain, stream, drained)
                        for _ in range(5):
                            with anyio.move_on_after(0) as cancel_scope:
                                await stream.drain()
                            assert cancel_scope.cancelled_caught
                            assert stream.pending == 16
                        assert not drained.is_set()
                assert stream.pending <= 4
                await stream
                assert stream.pending == 0
            return list((await n.fetch()).tolist())

    assert run(library, main) == [750]


@libraries
def test_completions_after_the_loop_closed_are_counted_and_logged(
    library: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Row 16: pytest fails the test if any thread raises."""
    caplog.set_level(logging.INFO, "streamrt")
    called: list[srt.Execution] = []
    with srt.Runtime() as rt, Gate(rt) as gate:
        stream = rt.device().stream()
        held = gate.hold(stream)

        async def leaves() -> None:
            if library != "trio":
                held.add_done_callback(called.append)  # on the loop that will be closed
            for _ in range(3):
                with anyio.move_on_after(0):
                    await held

        async def comes_later() -> object:
            with anyio.move_on_after(0):
                await held
            gate.open()
            return await stream.call(lambda: 5)

        run(library, leaves)
        assert run(library, comes_later) == 5
        held.sync()
        assert stream.call(lambda: 1).sync() == 1
        run(library, comes_later)
    assert rt._engine.waiters.late >= 3
    assert any("came after the event loop" in r.message for r in caplog.records)
    assert not called


@libraries
def test_a_scope_on_simulated_devices_ends_with_all_over_and_memory_as_before(
    library: str,
) -> None:
    """Row 6: left in good order, by an exception and by a cancellation, at every point."""

    async def main(way: str, at: int) -> tuple[int, int]:
        simulator = Simulator(seed=at)
        cancelled = 0
        async with srt.Runtime(["sim:0", "sim:1"], backends=[simulator]) as rt:
            streams = [device.stream() for device in rt.devices]
            y = rt.put(np.zeros(8, "f4"), "sim:0")
            await rt
            before = [device.memory_stats().in_use for device in rt.devices]
            scope, fills = rt.scope(), list[srt.Execution]()
            with anyio.CancelScope() as cancel_scope:
                try:
                    async with scope:
                        for i in range(8):
                            fills.append(streams[i % 2].fill(rt.empty(8, "f4", f"sim:{i % 2}"), i))
                            fills.append(streams[0].fill(y, i))
                            if i == at and way == "cancel":
                                cancel_scope.cancel()
                            if i % 3 == 0:
                                await fills[-2]
                            if i == at and way == "raise":
                                raise LeaveError
                except* LeaveError:
                    pass
            assert scope.pending == 0
            assert all(fill.done() for fill in fills)
            done = [fill for fill in fills if not fill.cancelled()]
            cancelled = len(fills) - len(done)
            assert all(fill.exception() is None for fill in done)
            if way == "stay":
                assert (await y.fetch()).tolist() == [7.0] * 8
            await rt
            streams[0].fill(y, 9.0)
            assert (await y.fetch()).tolist() == [9.0] * 8
            assert [device.memory_stats().in_use for device in rt.devices] == before
        assert not simulator.violations
        return len(fills), cancelled

    def all_ways() -> dict[str, list[tuple[int, int]]]:
        return {way: [run(library, partial(main, way, at)) for at in range(8)] for way in WAYS}

    ways = all_ways()
    assert all(cancelled == 0 for _, cancelled in ways["stay"])
    assert any(cancelled for _, cancelled in ways["raise"])
    assert any(cancelled for _, cancelled in ways["cancel"])
    if library != "trio":  # there, a thread lets virtual time pass
        assert ways == all_ways()


# --- several at once ------------------------------------------------------------------------------


@pytest.mark.usefixtures("eager_switching")
@pytest.mark.parametrize("second", PRESENT)
def test_two_loops_submit_to_one_device_and_one_stream(second: str) -> None:
    """Row 18: serialised, no deadlock, correct values."""
    rounds = 300
    with srt.Runtime() as rt:
        stream = rt.device().stream("shared", high_water=16)
        ones, total = rt.put(np.ones(32, "f4")), rt.put(np.zeros(32, "f4"))

        async def main() -> None:
            own, expected = rt.put(np.zeros(32, "f4")), 0.0
            for i in range(rounds):
                stream.launch(axpy, own, own, 1.0)  # twice as much
                stream.launch(axpy, ones, own, 1.0)  # and one more
                stream.launch(axpy, ones, total, 1.0)
                expected = 2 * expected + 1
                await stream.drain()
                if i % 10 == 9:
                    await stream.fill(own, 0.0)
                    expected = 0.0
                elif i % 3 == 0:
                    assert (await own.fetch()).tolist() == [expected] * 32

        in_threads([lambda: run("asyncio", main), lambda: run(second, main)])
        assert np.asarray(total).tolist() == [2.0 * rounds] * 32


class LeaveError(Exception):
    """The error by which a body leaves its scope."""


class Client:
    """Runs random scopes on one loop, and knows what must come of them.

    Each kernel counts in an element of its own, so that "it ran once" and "its execution says so"
    are compared for every one; a chain of kernels has a value that shows their order.
    """

    def __init__(self, rt: srt.Runtime, streams: list[srt.Stream], seed: int) -> None:
        self.rt, self.streams, self.draw = rt, streams, random.Random(seed)
        self.runs = np.zeros(20_000, "u4")
        self.counters = rt.wrap(self.runs)
        self.used = self.way = 0
        self.ones, self.chain, self.value = rt.put(np.ones(8, "f4")), rt.put(np.zeros(8, "f4")), 0.0
        self.executions: list[tuple[int | None, srt.Execution]] = []

    def step(self) -> srt.Execution:
        """Submits something that no other submission's failure touches, except in the chain."""
        stream, index = self.draw.choice(self.streams), None
        match self.draw.randrange(4):
            case 0 | 1:
                index, self.used = self.used, self.used + 1
                execution = stream.launch(count, self.counters[index : index + 1])
            case 2:
                self.executions.append((None, stream.launch(axpy, self.chain, self.chain, 1.0)))
                execution = stream.launch(axpy, self.ones, self.chain, 1.0)
                self.value = 2 * self.value + 1
            case _:
                execution = stream.call(lambda: None)
        self.executions.append((index, execution))
        return execution

    async def body(self, scope: srt.Scope, cancel_scope: anyio.CancelScope) -> None:
        for _ in range(self.draw.randrange(1, 12)):
            execution = self.step()
            if self.draw.random() < 0.2:
                await execution
            if self.draw.random() < 0.2:
                await self.draw.choice(self.streams).drain()
            if self.draw.random() < 0.1:
                with anyio.move_on_after(0):
                    await execution
        if self.way == 0:
            raise LeaveError
        if self.way == 1:
            cancel_scope.cancel()
            await anyio.lowlevel.checkpoint()
        if self.way == 2:
            scope.cancel()
        if self.way == 3:
            self.streams[0].launch(fail, self.rt.empty(1), 7)

    async def round(self) -> None:
        self.executions.clear()
        self.value, self.way = 0.0, self.draw.randrange(6)
        failed = left = False
        with anyio.CancelScope() as cancel_scope:
            try:
                async with self.rt.scope() as scope:
                    self.executions.append((None, self.streams[1].fill(self.chain, 0.0)))
                    await self.body(scope, cancel_scope)
            except* LeaveError:
                left = True
            except* srt.errors.KernelError:
                failed = True
        assert all(execution.done() for _, execution in self.executions)
        outcomes = [execution.exception() for _, execution in self.executions]
        assert all(
            isinstance(e, ExecutionCancelledError | DependencyError | None) for e in outcomes
        )
        for (index, _), outcome in zip(self.executions, outcomes, strict=True):
            if index is not None:
                assert self.runs[index] == (outcome is None)
        if not any(outcomes):
            assert (await self.chain.fetch()).tolist() == [self.value] * 8
        assert left == (self.way == 0)
        assert cancel_scope.cancelled_caught == (self.way == 1)
        assert failed == (self.way == 3)

    async def main(self, rounds: int) -> None:
        for _ in range(rounds):
            await self.round()


@pytest.mark.usefixtures("eager_switching")
def test_threads_and_loops_share_streams_scopes_and_cancellations() -> None:
    """Uses from several threads and loops are safe."""
    seed = random.randrange(1 << 32)
    print("seed", seed)
    with srt.Runtime() as rt:
        streams = [rt.device().stream(high_water=32) for _ in range(4)]
        names = [*PRESENT, "asyncio", "asyncio"]
        clients = [Client(rt, streams, seed + i) for i in range(len(names))]

        def start(client: Client, name: str) -> Callable[[], object]:
            return lambda: run(name, lambda: client.main(150))

        in_threads([start(*pair) for pair in zip(clients, names, strict=True)])
        assert rt._engine.scopes == 0
        rt.barrier().sync()
        before = rt.device().memory_stats()
        clients.clear()
        gc.collect()
        assert rt.device().memory_stats().in_use <= before.in_use


def give(awaitable: Awaitable[Any]) -> Main:
    async def main() -> Any:
        return await awaitable

    return main


@libraries
def test_what_one_loop_submits_is_awaited_on_another(library: str) -> None:
    """Row 17."""
    with srt.Runtime() as rt, Gate(rt) as gate:
        stream = rt.device().stream()
        gate.hold(stream)
        call = stream.call(lambda: "result")
        found: list[object] = []
        opener = threading.Timer(0, gate.open)
        opener.start()
        in_threads([lambda: found.append(run(library, give(call))) for _ in range(3)])
        opener.join()
    assert found == ["result"] * 3
