"""Scopes and runtimes on trio: leaving them, cancelling them, closing them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import PATIENCE, Gate, count, fail
from shared.trio_helpers import on_trio, trio, turns, until

import streamrt as srt
from streamrt.errors import (
    ClosedError,
    KernelError,
)


@on_trio
async def test_a_scope_holds_on_trio_what_its_tasks_submit(gate: Gate, rt: srt.Runtime) -> None:
    stream, executions = rt.device().stream(), list[srt.Execution]()

    async def submit() -> None:
        executions.append(stream.call(lambda: None))

    left = trio.Event()

    async def work() -> None:
        async with rt.scope() as scope, trio.open_nursery() as nursery:
            executions.append(gate.hold(stream))
            for _ in range(3):
                nursery.start_soon(submit)
        assert scope.pending == 0
        left.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(work)
        await until(lambda: len(executions) == 4)
        await turns()
        assert not left.is_set()
        gate.open()
    assert all(e.done() for e in executions)


@on_trio
@pytest.mark.parametrize("in_body", [True, False], ids=["in the body", "while it waits"])
async def test_cancelling_a_scope_on_trio_cancels_what_is_queued_and_waits_for_what_runs(
    in_body: bool, gate: Gate, rt: srt.Runtime
) -> None:
    """Row 6."""
    stream, runs = rt.device().stream(), np.zeros(1, "u4")
    executions: list[srt.Execution] = []
    over = trio.Event()

    async def work(task_status: Any) -> None:
        with trio.CancelScope() as cancel_scope:
            async with rt.scope():
                executions.append(gate.hold(stream))
                executions.append(stream.launch(count, rt.wrap(runs)))
                gate.running()
                task_status.started(cancel_scope)
                if in_body:
                    await trio.sleep_forever()
        assert cancel_scope.cancelled_caught
        over.set()

    async with trio.open_nursery() as nursery:
        cancel_scope = await nursery.start(work)
        await turns()
        cancel_scope.cancel()
        await turns()
        assert executions[1].cancelled()
        assert not over.is_set()
        gate.open()
    assert executions[0].result() is None
    assert runs[0] == 0


@on_trio
async def test_failures_of_a_scope_on_trio_arrive_together(rt: srt.Runtime) -> None:
    """Row 9."""
    stream = rt.device().stream()

    async def work() -> None:
        async with rt.scope():
            stream.launch(fail, rt.empty(1), 7)
            stream.call(lambda: 1 / 0)

    with pytest.raises(ExceptionGroup, match="2 failures in a scope") as caught:
        await work()
    assert {type(e) for e in caught.value.exceptions} == {KernelError, ZeroDivisionError}


@on_trio
@pytest.mark.parametrize("how", ["async with", "aclose"])
async def test_a_cancellation_during_close_is_shielded_until_the_drain_is_over(how: str) -> None:
    """Row 6."""
    runs, executions = np.zeros(1, "u4"), list[srt.Execution]()
    rt = srt.Runtime()
    gate, closed = Gate(rt), trio.Event()

    def submit() -> None:
        stream = rt.device().stream()
        executions.append(gate.hold(stream))
        executions.append(stream.launch(count, rt.wrap(runs)))
        gate.running()

    async def work(task_status: Any) -> None:
        with trio.CancelScope() as cancel_scope:
            if how == "async with":
                async with rt:
                    submit()
                    task_status.started(cancel_scope)
            else:
                submit()
                task_status.started(cancel_scope)
                await rt.aclose()
        assert rt._engine.state == "closed"
        closed.set()

    async with trio.open_nursery() as nursery:
        cancel_scope = await nursery.start(work)
        await turns()
        cancel_scope.cancel()
        await turns()
        assert not closed.is_set()
        gate.open()
    assert all(e.result() is None for e in executions)
    assert runs[0] == 1


@on_trio
async def test_a_cancelled_close_is_bounded_by_drain_timeout(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Row 6."""
    gates: list[Gate] = []
    with trio.CancelScope() as cancel_scope:
        async with srt.Runtime(drain_timeout=0.01) as rt:
            gates.append(Gate(rt))
            gates[0].hold(rt.device().stream("stuck"))
            gates[0].running()
            cancel_scope.cancel()
    assert any("latch on cpu:0/stuck@1 has not ended" in r.message for r in caplog.records)
    gates[0].open()


@on_trio
async def test_who_still_waits_on_trio_when_the_runtime_is_closed_is_told() -> None:
    rt = srt.Runtime(drain_timeout=0.01)
    gate = Gate(rt)
    held = gate.hold(rt.device().stream())
    told: list[str] = []

    async def wait() -> None:
        with pytest.raises(ClosedError, match="the runtime was closed while it was running"):
            await held
        told.append("told")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(wait)
        await turns()
        with trio.fail_after(PATIENCE):
            await rt.aclose()
    assert told == ["told"]
    gate.open()
