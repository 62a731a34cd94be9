"""Debugging aids: outputs that are not finite, and writes outside of a buffer."""

from __future__ import annotations

import asyncio
import gc
import logging
import random
from collections.abc import Generator
from typing import Any

import numpy as np
import pytest
from trial_kernels import Gate, axpy, count, fail, values

import streamrt as srt
from streamrt.errors import (
    ArgumentError,
    ArgumentTypeError,
    DependencyError,
    ExecutionCancelledError,
    KernelError,
    NonFiniteError,
    OutOfBoundsError,
    QueueFullError,
)

_POKE = """
define i32 @poke(ptr %args, i64 %lo, i64 %hi) {
  %slot.y = getelementptr ptr, ptr %args, i64 1
  %y = load ptr, ptr %slot.y
  %slot.at = getelementptr ptr, ptr %args, i64 2
  %at = load i64, ptr %slot.at
  %byte = getelementptr i8, ptr %y, i64 %at
  store i8 0, ptr %byte
  ret i32 0
}
"""
_NOTHING = "define i32 @nothing(ptr %args, i64 %lo, i64 %hi) {\n  ret i32 0\n}\n"

poke = srt.Kernel("poke", "inout y: u8[n], at: i64", cpu=srt.LLVM(_POKE, entry="poke"))
"""Clears the byte at an offset, which may be anywhere."""

peek = srt.Kernel("peek", "y: u8[n], at: i64", cpu=srt.LLVM(_POKE, entry="poke"))
"""The same to a buffer that it says it only reads."""

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
)


@pytest.fixture
def rt() -> Generator[srt.Runtime]:
    """A runtime with both aids, which raises at its end what nobody retrieved."""
    with srt.Runtime(check_finite=True, guard=True) as runtime:
        yield runtime


# -- row 36 -------------------------------------------------------------------------------------


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
    assert "test_aids.py" in note
    with pytest.raises(DependencyError, match="goes back to NonFiniteError: nothing on") as skipped:
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
        shape = (1 << 20,) if turn % 100 == 0 else shape
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
    with pytest.raises(DependencyError, match="goes back to ExecutionCancelledError: axpy on"):
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


def test_leaving_by_an_exception_waits_for_what_runs_and_looks_at_it() -> None:
    """Row 36: a check is no work of its own that could be cancelled."""
    rt = srt.Runtime(check_finite=True, guard=True)
    stream, y = rt.device().stream(), rt.put(np.zeros(3, "f4"))
    gate = Gate(rt)
    held, queued = gate.hold(stream, y), stream.launch(axpy, y, y, 1.0)
    gate.running()
    assert [repr(e).split()[-1] for e in (held, queued)] == ["running>", "pending>"]
    assert not held.cancel()
    with pytest.raises(LookupError), rt, gate:
        raise LookupError
    assert held.result() is None
    assert queued.cancelled()
    assert repr(queued).endswith(": cancelled>")


def test_a_full_queue_takes_a_launch_with_all_its_checks_or_not_at_all() -> None:
    """Row 36."""
    with srt.Runtime(check_finite=True, guard=True, queue_limit=8) as rt, Gate(rt) as gate:
        stream, y = rt.device().stream(), rt.put(np.zeros(3, "f4"))
        gate.hold(stream)  # a launch, its canary check and one for its output
        stream.launch(both, y, y)  # one canary check, for it is one allocation, and two outputs
        before = stream.pending
        with pytest.raises(QueueFullError):
            stream.launch(axpy, y, y, 1.0)
        assert stream.pending == before


@pytest.mark.parametrize("eager", [False, True])
def test_a_bad_output_that_nobody_asked_about_is_raised_at_the_end(eager: bool) -> None:
    """Row 36; once, however many checks there are."""
    with (  # noqa: PT012 - whether it is raised at the launch or at the end
        pytest.raises(NonFiniteError),
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
        assert type(rt.device()._memory).__name__ == "Memory"
        assert stream._lane.value == 1
        assert rt._engine.watchdog is None


# -- row 37 -------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [-64, -1, 100, 100 + 63])
async def test_a_write_beside_a_buffer_is_an_error_with_kernel_buffer_and_byte(
    at: int, rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 37."""
    stream, y = cpu.stream(), rt.put(np.ones(100, "u1"))
    for inside in (0, 99):
        await stream.launch(poke, y, inside)
    bad = stream.launch(poke, y, at)
    reader = y.fetch()
    with pytest.raises(OutOfBoundsError, match=r"^poke on cpu:0/s1@5: found the byte ") as info:
        await bad
    assert info.value.offset == at
    name = y._region.tracked.name
    side = f"at offset {at}, {'before' if at < 0 else 'behind'} the 100 bytes"
    assert f"{side} of y (buffer #{name}, uint8[100]), overwritten" in str(info.value)
    assert "test_aids.py" in info.value.__notes__[0]
    with pytest.raises(DependencyError, match="OutOfBoundsError: poke on"):
        await reader
    stream.fill(y, 1)
    await stream.launch(poke, y[50:], 0)  # found once: the next kernel is not blamed
    assert (await y[40:60].fetch()).sum() == 19


async def test_views_and_buffers_only_read_are_looked_at_once_each(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 37."""
    stream, y = cpu.stream(), rt.put(np.ones(100, "u1"))
    with pytest.raises(OutOfBoundsError, match="poke") as info:
        await stream.launch(poke, y[40:60], 60)
    assert info.value.offset == 100
    stream.fill(y, 1)
    await stream.launch(poke, y[40:60], 59)  # inside the allocation: nobody can tell
    with pytest.raises(OutOfBoundsError, match="peek"):
        await stream.launch(peek, y, -3)
    await stream.launch(peek, y.freeze(), 5)
    given = y.donate()
    with pytest.raises(OutOfBoundsError, match="peek"):
        await stream.launch(peek, given, 101)


async def test_shared_memory_has_no_canaries(rt: srt.Runtime, cpu: srt.Device) -> None:
    """Row 37."""
    array = np.ones(300, "u1")
    y = rt.wrap(array[100:200])
    await cpu.stream().launch(poke, y, 110)
    assert array[210] == 0


def test_damage_that_no_kernel_is_blamed_for_is_reported_when_the_memory_is_freed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Row 37."""
    with srt.Runtime(guard=True) as rt:
        cpu = rt.device()
        stream = cpu.stream()
        victim, culprit = rt.put(np.ones(100, "u1")), rt.wrap(np.ones(100, "u1"))
        stream.launch(poke, culprit, victim._address + 100 - culprit._address).sync()
        name = victim._region.tracked.name
        del victim
        gc.collect()
        with caplog.at_level(logging.ERROR, "streamrt"):
            cpu.trim()
            cpu.memory_stats()
        (record,) = caplog.records
        text = logging.Formatter().format(record)
        assert (
            f"OutOfBoundsError: free buffer #{name} on cpu:0: found the byte at offset 100, behind"
            in text
        )
    caplog.clear()
    with (  # noqa: PT012 - raised at its end
        pytest.raises(OutOfBoundsError, match="found the byte at offset -1, before"),
        srt.Runtime(guard=True) as rt,
    ):
        victim, culprit = rt.put(np.ones(100, "u1")), rt.wrap(np.ones(100, "u1"))
        stream = rt.device().stream()
        stream.launch(poke, culprit, victim._address - 1 - culprit._address).sync()


def test_guarded_memory_is_reused_counted_and_limited_as_any_other() -> None:
    """Row 37: blocks are larger by the canaries, nothing else."""
    with srt.Runtime(guard=True, memory_limit=1 << 16) as rt:
        cpu = rt.device()
        stream, n = cpu.stream(), rt.put(np.zeros(1, "u4"))
        for i in range(100):
            y = rt.put(np.full(1000, i, "f4"))
            assert y._address % 64 == 0
            stream.launch(axpy, y, y, 1.0)
            stream.launch(count, n)
            stream.sync()
            assert values(y) == [2.0 * i] * 1000
            del y
        stats = cpu.memory_stats()
        assert stats.reuse_rate > 0.9
        assert stats.in_use == 192  # one word with 128 bytes around it
        for nbytes in (0, 1, 63, 64):
            empty = rt.empty(nbytes, "u1")
            assert empty._address % 64 == 0
            del empty
        del n
        gc.collect()
        cpu.trim()
        assert cpu.memory_stats().reserved == 0


class Bare:
    """A device without the operations that aids need, and without host memory if so asked."""

    kind = "bare"

    def __init__(self, host_memory: bool) -> None:
        self.host_memory = host_memory
        self.runs = "cpu"
        self.is_closed = False

    def count(self) -> int:
        return 1

    def open(self, index: int) -> Any:
        return self

    def load_standard(self, name: str, words: tuple[int, ...], extent: int, grain: int) -> int:
        raise NotImplementedError(name)

    def close(self) -> None:
        self.is_closed = True


@pytest.mark.parametrize(
    ("host_memory", "option", "message"),
    [
        (False, "guard", "open bare:0: the host cannot write canaries"),
        (True, "guard", "open bare:0: its backend has no operation `guard`"),
        (False, "check_finite", "open bare:0: its backend has no operation `finite`"),
    ],
)
def test_a_device_that_cannot_do_what_an_aid_needs_is_refused_when_it_is_opened(
    host_memory: bool, option: str, message: str
) -> None:
    """Rows 36 and 37."""
    bare: Any = Bare(host_memory)
    options: dict[str, Any] = {option: True}
    with srt.Runtime(["bare"], backends=[bare], **options) as rt:
        with pytest.raises(ArgumentError, match=f"^{message}.*; leave out {option}=True$"):
            rt.device()
        assert bare.is_closed


async def test_a_held_launch_keeps_its_memory_and_its_checks_until_they_ran(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 37: what is dropped in flight is looked at all the same."""
    with Gate(rt) as gate:
        stream = cpu.stream()
        gate.hold(stream)
        y = rt.put(np.ones(100, "u1"))
        bad = stream.launch(poke, y, 100)
        del y
        rt.put(np.ones(100, "u1"))
    with pytest.raises(OutOfBoundsError):
        await bad
