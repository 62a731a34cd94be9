"""The words that users get about failed work: `explain`, and the submit site in every error."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import Gate, axpy, empty, fail

import streamrt as srt
from streamrt.errors import (
    DependencyError,
    ExecutionCancelledError,
    HostCallError,
    KernelError,
)

HERE = "test_explaining.py:"


def sites(error: BaseException) -> list[str]:
    """The notes of an error that name a line of this file."""
    return [note for note in error.__notes__ if "submitted at" in note and HERE in note]


async def test_every_error_of_an_await_names_the_line_that_submitted_the_work(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    """Row 8: the root's line, too, in what was skipped because of it."""

    def raising(error: BaseException) -> srt.Execution:
        def raise_it() -> None:
            raise error

        return cpu.stream().call(raise_it)

    stream, y = cpu.stream("work"), rt.put(np.zeros(4, "f4"))
    z = rt.put(np.zeros(4, "f4"))
    gate.hold(stream)
    root = stream.launch(fail, y, 7)
    skipped = cpu.stream().launch(axpy, y, z, 1.0)
    fetched = z.fetch()
    cancelled = stream.launch(empty, rt.put(np.zeros(1, "f4")))
    assert cancelled.cancel()
    gate.open()
    cases: list[tuple[srt.Execution, type[BaseException], int]] = [
        (root, KernelError, 1),
        (skipped, DependencyError, 2),
        (fetched, DependencyError, 2),
        (cancelled, ExecutionCancelledError, 1),
        (raising(ZeroDivisionError("by hand")), ZeroDivisionError, 1),
        (raising(StopIteration(3)), HostCallError, 1),
    ]
    for execution, kind, count in cases:
        for _ in range(2):
            with pytest.raises(kind) as info:
                await execution
            found = sites(info.value)
            assert len(found) == count
            assert execution.site in found[0]
            goes_back = f"fail on cpu:0/work@2, which caused it, submitted at {root.site}"
            assert found[1:] in ([], [goes_back])


async def test_explain_gives_the_error_of_what_failed(rt: srt.Runtime, cpu: srt.Device) -> None:
    stream, y = cpu.stream("work"), rt.put(np.zeros(4, "f4"))
    failed = stream.launch(fail, y, 7)
    with pytest.raises(KernelError) as caught:
        await failed
    assert rt.explain(failed).splitlines() == [
        "fail on cpu:0/work@1: failed",
        f"  submitted at {failed.site}",
        "  waits for nothing but its turn on its own stream",
        f"  failed: KernelError: {caught.value}",
    ]


async def test_explain_follows_a_skip_to_its_root(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    a, b = cpu.stream("a"), cpu.stream("b")
    x, y, z = (rt.put(np.zeros(4, "f4")) for _ in range(3))
    gate.hold(a)
    root = a.launch(fail, x, 7)
    first = b.launch(axpy, x, y, 1.0)
    second = b.copy(z, y)
    assert "is skipped unless cpu:0/a@2 succeeds" in rt.explain(first)
    gate.open()
    with pytest.raises(DependencyError):
        await second
    seven = "KernelError: fail on cpu:0/a@2: returned 7; seven is not allowed"
    at_root = f"fail on cpu:0/a@2, submitted at {root.site}: {seven}"
    assert rt.explain(second).splitlines()[-3:] == [
        "  was skipped: it reads what axpy on cpu:0/b@1 was to write",
        f"    axpy on cpu:0/b@1, submitted at {first.site}: was skipped: it reads what fail on "
        "cpu:0/a@2 was to write",
        f"    {at_root}",
    ]
    before = rt.explain(first)
    assert before.splitlines()[2].startswith("  waits for cpu:0/a@2: it reads #")
    assert before.splitlines()[-1] == f"    {at_root}"
    del root, y, x
    gc.collect()
    assert rt.explain(first) == before, "the story outlives the root's execution"


async def test_explaining_is_not_asking_for_the_error() -> None:
    """Row 23: what was only explained is still raised at the end."""
    with pytest.RaisesGroup(KernelError):  # at the end of the block
        async with srt.Runtime() as rt:
            failed = rt.device().stream().launch(fail, rt.put(np.zeros(1, "f4")), 7)
            await rt
            assert "KernelError" in rt.explain(failed)


async def test_explain_tells_of_cancelled_work_before_and_after_its_turn(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    stream, y = cpu.stream(), rt.put(np.zeros(1, "f4"))
    gate.hold(stream)
    cancelled = stream.launch(empty, y)
    reader = y.fetch()
    cancelled.cancel()
    assert rt.explain(cancelled).splitlines()[-1] == "  was cancelled before it started"
    gate.open()
    with pytest.raises(DependencyError):
        await reader
    assert rt.explain(cancelled).splitlines()[-1] == "  was cancelled before it started"
    assert "ExecutionCancelledError: empty on" in rt.explain(reader).splitlines()[-1]


async def test_explain_tells_what_a_host_call_raised(rt: srt.Runtime, cpu: srt.Device) -> None:
    call: Any = cpu.stream().call(int, "no number")
    with pytest.raises(ValueError, match="no number"):
        await call
    assert rt.explain(call).splitlines()[-1].startswith("  failed: ValueError: invalid literal")
