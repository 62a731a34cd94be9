"""`check_finite=True`: outputs that are not finite, and launches that are looked at."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Generator
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import Gate, axpy, fail, values

import streamrt as srt
from streamrt._runtime.ending import closing
from streamrt.errors import (
    ArgumentTypeError,
    DependencyError,
    ExecutionCancelledError,
    KernelError,
    NonFiniteError,
    QueueFullError,
)

_NOTHING = "define i32 @nothing(ptr %args, i64 %lo, i64 %hi) {\n  ret i32 0\n}\n"


nothing = srt.Kernel(
    "nothing",
    "inout y: T[...]",
    types={"T": ("f32", "f64", "i32")},
    cpu=srt.LLVM(lambda _: _NOTHING, entry="nothing", strided=True),
)
"""Leaves its argument as it is."""


def spoil(x: np.ndarray[Any, Any], y: np.ndarray[Any, Any]) -> None:
    y[:] = x
    y[1] = np.nan


in_python = srt.Kernel("in_python", "x: f32[n], out y: f32[n]", cpu=srt.Python(spoil))

both = srt.Kernel(
    "both",
    "inout a: f32[n], inout b: f32[n]",
    cpu=srt.LLVM(_NOTHING, entry="nothing"),
    aliasing=True,
)


@pytest.fixture
def rt() -> Generator[srt.Runtime]:
    """A runtime with both aids, which raises at its end what nobody retrieved."""
    with srt.Runtime(check_finite=True, guard=True) as runtime:
        yield runtime


async def test_a_number_that_is_not_finite_is_an_error_with_kernel_output_and_first_index(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 36."""
    stream = cpu.stream()
    array = np.zeros((3, 4, 5), "f8")
    array[2, 0, 1], array[1, 3, 2], array[1, 3, 4] = np.nan, -np.inf, np.nan
    y, unrelated = rt.put(array), rt.put(np.ones(3, "f4"))
    bad = stream.launch(nothing, y)
    reader = stream.copy(rt.empty(y.shape, y.dtype), y)
    good = stream.launch(nothing, unrelated)
    with pytest.raises(NonFiniteError, match=r"^nothing on cpu:0/s1@1: its output y, ") as info:
        await bad
    assert (info.value.parameter, info.value.index) == ("y", (1, 3, 2))
    assert "infinite at [1, 3, 2], the first" in str(info.value)
    assert bad.exception() is info.value
    (note,) = info.value.__notes__
    assert "test_finite.py" in note
    with pytest.raises(DependencyError, match="caused by NonFiniteError: nothing on") as skipped:
        await reader
    assert skipped.value.__cause__ is info.value
    with pytest.raises(NonFiniteError):
        await y
    await good
    assert (bad.done(), bad.cancelled(), good.done()) == (True, False, True)
    assert "its output y" in rt.explain(bad)
    assert rt.explain(good).startswith("nothing on cpu:0/s1@")
    await stream.fill(y, 0.0)
    await stream.launch(nothing, y)


def test_what_is_found_is_what_numpy_finds_first_on_any_views(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 36: any strides, also divided among threads."""
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    draw = random.Random(seed)
    stream = cpu.stream()
    for turn in range(300):
        shape = tuple(draw.randrange(0, 5) for _ in range(draw.randrange(1, 5)))
        shape = (1 << 20,) if turn % 20 == 0 else shape
        base = np.ones([2 * n for n in shape], draw.choice(["f4", "f8"]))
        steps = [draw.choice([1, 2, -1, -2]) for _ in shape]
        view = base[tuple(slice(None, None, s) for s in steps)][tuple(slice(n) for n in shape)]
        view = view.transpose(draw.sample(range(view.ndim), view.ndim))
        for _ in range(draw.randrange(3) if view.size else 0):
            at = tuple(draw.randrange(n) for n in view.shape)
            view[at] = draw.choice([np.nan, np.inf, -np.inf])
        found = np.argwhere(~np.isfinite(view))
        execution = stream.launch(nothing, rt.wrap(view))
        if len(found):
            with pytest.raises(NonFiniteError) as info:
                execution.sync()
            assert info.value.index == tuple(found[0])
        else:
            execution.sync()


async def test_the_largest_and_the_least_finite_numbers_pass(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 36: subnormal numbers and all integers are finite."""
    for dtype in ("f4", "f8"):
        info = np.finfo(dtype)
        numbers = [info.max, info.min, info.smallest_subnormal, -0.0, info.tiny]
        await cpu.stream().launch(nothing, rt.put(np.array(numbers, dtype)))
    await cpu.stream().launch(nothing, rt.put(np.full(4, -1, "i4")))


async def test_of_several_outputs_the_first_bad_one_is_named_and_all_are_poisoned(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 36."""
    for bad, name in (("a", "a"), ("b", "b"), ("ab", "a")):
        a, b = (rt.put(np.full(3, np.nan if n in bad else 1, "f4")) for n in "ab")
        execution = cpu.stream().launch(both, a, b)
        readers = [a.fetch(), b.fetch()]
        with pytest.raises(NonFiniteError) as info:
            await execution
        assert info.value.parameter == name
        for reader in readers:
            with pytest.raises(DependencyError):
                await reader


def test_outputs_of_a_simulated_device_are_looked_at() -> None:
    """Row 36."""
    with srt.Runtime(["sim:0"], check_finite=True) as rt:
        stream, y = rt.device().stream("s"), rt.put(np.array([[1, 2], [np.inf, 4]]))
        bad, good = stream.launch(nothing, y), stream.launch(nothing, y[0])
        reader = y.fetch()
        with pytest.raises(NonFiniteError, match="nothing on sim:0/s@1") as info:
            bad.sync()
        assert info.value.index == (1, 0)
        with pytest.raises(DependencyError):
            reader.sync()
        with pytest.raises(DependencyError):
            good.sync()


async def test_kernels_in_python_and_execute_are_looked_at(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 36."""
    x, y = rt.put(np.ones(3, "f4")), rt.empty(3)
    with pytest.raises(
        NonFiniteError, match=r"in_python.* on cpu:0/s1.host@1: its output y"
    ) as info:
        await cpu.stream().launch(in_python, x, y)
    assert info.value.index == (1,)
    with pytest.raises(NonFiniteError):
        await rt.execute(in_python, x)
    result = await rt.execute(axpy, x, rt.put(np.zeros(3, "f4")), alpha=2.0)
    assert values(result) == [2.0] * 3
    del result
    with pytest.raises(NonFiniteError):
        await rt.execute(axpy, x, rt.put(np.full(3, np.inf, "f4")), alpha=2.0)


async def test_a_launch_that_is_looked_at_fails_cancels_and_refuses_as_any_other(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 36: the checks are not to be seen."""
    stream, y, other = cpu.stream(), rt.put(np.zeros(3, "f4")), rt.put(np.zeros(3, "f4"))
    failed = stream.launch(fail, y, 7)
    with pytest.raises(KernelError, match="fail on cpu:0/s1@1: returned 7") as caught:
        await failed
    with pytest.raises(KernelError, match="returned 7"):
        await y
    with pytest.raises(DependencyError) as info:
        await stream.launch(axpy, y, other, 1.0)
    assert info.value.__cause__ is caught.value
    stream.fill(y, 0.0)
    stream.fill(other, 0.0)
    with Gate(rt) as gate:
        gate.hold(stream)
        queued = stream.launch(axpy, y, other, 1.0)
        assert queued.cancel()
        assert queued.done()
        assert queued.cancelled()
        with pytest.raises(ExecutionCancelledError, match="axpy on cpu:0"):
            await queued
        read = other.fetch()
    with pytest.raises(DependencyError, match="caused by ExecutionCancelledError: axpy on"):
        await read
    assert "it reads what axpy on cpu:0" in rt.explain(read).splitlines()[-2]
    with pytest.raises(ExecutionCancelledError):
        await other
    stream.fill(other, 0.0)
    done = stream.launch(axpy, y, other, 1.0)
    assert done.sync() is None
    assert not done.cancel()
    assert 0 < done.times.submitted <= done.times.started <= done.times.finished
    called = asyncio.get_running_loop().create_future()
    done.add_done_callback(called.set_result)
    assert await called is done
    with pytest.raises(ArgumentTypeError, match="pass a Kernel"):
        stream.launch("axpy", y)  # type: ignore[arg-type]
    with pytest.raises(ArgumentTypeError, match="alpha"):
        stream.launch(axpy, y, other, "one")
    await stream.launch(axpy, y, other, np.float32(1))
    assert values(other) == [0.0] * 3


def test_cancelling_what_is_queued_leaves_the_checks_of_what_runs(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 36: as leaving by an exception does. A check is no work that could be cancelled."""
    stream, y = cpu.stream(), rt.put(np.zeros(3, "f4"))
    with Gate(rt) as gate:
        held, queued = gate.hold(stream, y), stream.launch(axpy, y, y, 1.0)
        gate.running()
        assert [repr(e).split()[-1] for e in (held, queued)] == ["running>", "pending>"]
        assert not held.cancel()
        closing.cancel_queued(rt._engine)
    assert held.sync() is None
    with pytest.raises(ExecutionCancelledError):
        queued.sync()
    assert queued.cancelled()
    assert repr(queued).endswith(": cancelled>")


def test_a_full_queue_takes_a_launch_with_all_its_checks_or_not_at_all() -> None:
    """Row 36."""
    with srt.Runtime(check_finite=True, guard=True, queue_limit=8) as rt, Gate(rt) as gate:
        stream, y = rt.device().stream(), rt.put(np.zeros(3, "f4"))
        gate.hold(stream)  # a launch, its canary check and one for its output
        stream.launch(both, y, y)  # one canary check, because it is one allocation, and two outputs
        before = stream.pending
        with pytest.raises(QueueFullError):
            stream.launch(axpy, y, y, 1.0)
        assert stream.pending == before


@pytest.mark.parametrize("eager", [False, True])
def test_a_bad_output_that_nobody_asked_about_is_raised_at_the_end(eager: bool) -> None:
    """Row 36; once, however many checks there are."""
    at_the_launch, at_the_end = pytest.raises(NonFiniteError), pytest.RaisesGroup(NonFiniteError)
    with (
        at_the_launch if eager else at_the_end,
        srt.Runtime(check_finite=True, guard=True, eager=eager, hazards="manual") as rt,
    ):
        stream, y = rt.device().stream(), rt.put(np.full(3, np.nan, "f4"))
        stream.launch(nothing, y)
        assert not eager
        stream.launch(nothing, y)


def test_off_by_default_nothing_is_looked_at_and_no_launch_costs_more() -> None:
    """Rows 36 and 37: the same class of stream, of memory, and one signal for one launch."""
    with srt.Runtime() as rt:
        stream, y = rt.device().stream(), rt.put(np.full(3, np.nan, "f4"))
        stream.launch(nothing, y).sync()
        assert type(stream) is srt.Stream
        assert type(rt.device()._state.memory).__name__ == "Memory"
        assert stream._lane.value == 1
        assert rt._engine.stop_watching is None
