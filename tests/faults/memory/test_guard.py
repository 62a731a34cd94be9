"""`guard=True`: writes outside of a buffer, and devices that cannot find them."""

from __future__ import annotations

import gc
import logging
import random
from collections.abc import Generator
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import Gate, axpy, count, values

import streamrt as srt
from streamrt._runtime.ending import closing
from streamrt.errors import (
    ArgumentError,
    DependencyError,
    ExecutionCancelledError,
    KernelError,
    NonFiniteError,
    OutOfBoundsError,
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
poke = srt.Kernel("poke", "inout y: u8[n], at: i64", cpu=srt.LLVM(_POKE, entry="poke"))
"""Clears the byte at an offset, which may be anywhere."""

peek = srt.Kernel("peek", "y: u8[n], at: i64", cpu=srt.LLVM(_POKE, entry="poke"))
"""The same to a buffer that it says it only reads."""

_NOTHING = "define i32 @f(ptr %args, i64 %lo, i64 %hi) {\n  ret i32 0\n}\n"
nothing = srt.Kernel("nothing", "inout y: u8[n]", cpu=srt.LLVM(_NOTHING, entry="f"))
only_looks = srt.Kernel("only_looks", "y: u8[n]", cpu=srt.LLVM(_NOTHING, entry="f"))


@pytest.fixture
def rt() -> Generator[srt.Runtime]:
    """A runtime with both aids, which raises at its end what nobody retrieved."""
    with srt.Runtime(check_finite=True, guard=True) as runtime:
        yield runtime


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
    assert "test_guard.py" in info.value.__notes__[0]
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
    damage = pytest.RaisesExc(OutOfBoundsError, match="found the byte at offset -1, before")
    with (
        pytest.RaisesGroup(damage),  # at its end
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


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
@pytest.mark.parametrize("size", [2, 33, 1000])
async def test_memory_that_nothing_wrote_is_full_of_nans(
    dtype: str, size: int, rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 134: also where an older array was; so a kernel that reads it is named."""
    older = rt.put(np.ones(size, dtype))
    older.delete()
    x = rt.empty(size, dtype)
    assert np.isnan(await x.fetch()).all()
    stream = cpu.stream()
    await stream.launch(only_looks, rt.empty(size, "u1"))  # it has no output
    stream.fill(x[: size - 1], 1.0)
    compiled = srt.jit(lambda x: (x * 2).sum())
    with pytest.raises(NonFiniteError, match=r"^multiply_sum on "):
        await compiled(x)
    stream.fill(x, 1.0)
    assert await compiled(x).fetch() == 2 * size


class Bare:
    """A device without the operations that aids need, whose memory the host sees if so asked."""

    kind = "bare"

    def __init__(self, host_sees: bool) -> None:
        self.host_sees = host_sees
        self.sees_host = False
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
    ("host_sees", "option", "message"),
    [
        (False, "guard", "open bare:0: the host cannot write canaries"),
        (True, "guard", "open bare:0: its backend has no operation `guard`"),
        (False, "check_finite", "open bare:0: its backend has no operation `finite`"),
    ],
)
def test_a_device_that_cannot_do_what_an_aid_needs_is_refused_when_it_is_opened(
    host_sees: bool, option: str, message: str
) -> None:
    """Rows 36 and 37."""
    bare: Any = Bare(host_sees)
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


def _returns(x: np.ndarray[Any, Any], code: int) -> None:
    if code:
        raise ValueError("it is odd")


SPLITS = {
    "only in": "x: u8[n], code: i32",
    "empty out": "x: u8[n], out y: u8[m], code: i32",
    "empty inout": "x: u8[n], inout y: u8[m], code: i32",
}
_RETURN = """
define i32 @f(ptr %args, i64 %lo, i64 %hi) {{
  %slot = getelementptr i64, ptr %args, i64 {}
  %code = load i32, ptr %slot
  ret i32 %code
}}
"""


@pytest.mark.parametrize("hazards", ["auto", "manual"])
@pytest.mark.parametrize("signature", SPLITS.values(), ids=SPLITS)
@pytest.mark.parametrize("in_python", [False, True])
def test_a_launch_that_writes_nothing_fails_and_is_cancelled_as_any_other(
    hazards: Any, signature: str, in_python: bool
) -> None:
    """Rows 36 and 37: its checks know what became of it, though no output tells them."""
    has_y = "y:" in signature
    code = _RETURN.format(3 if has_y else 2)
    function = (lambda x, y, code: _returns(x, code)) if has_y else _returns
    native, python = srt.LLVM(code, entry="f"), srt.Python(function)
    kernel = srt.Kernel("f", signature, cpu=python if in_python else native)
    failure = ValueError if in_python else KernelError
    with srt.Runtime(check_finite=True, guard=True, hazards=hazards) as rt, Gate(rt) as gate:
        stream, x = rt.device().stream(), rt.put(np.ones(100, "u1"))
        arrays = (x, x[50:50]) if has_y else (x,)
        launched = [stream.launch(kernel, *arrays, n) for n in (0, 1, 0, 1)]
        launched += [rt.execute(kernel, x, n) for n in (0, 1) if not has_y]
        for number, execution in enumerate(launched):
            if number % 2:
                with pytest.raises(failure):
                    execution.sync()
                assert execution.exception() is not None
            else:
                execution.sync()
        gate.hold(stream)
        queued = [stream.launch(kernel, *arrays, 0) for _ in range(2)]
        assert queued[0].cancel()
        closing.cancel_queued(rt._engine)
        gate.open()
        for execution in queued:
            with pytest.raises(ExecutionCancelledError):
                execution.sync()
            assert execution.cancelled()
        stream.launch(kernel, *arrays, 0).sync()


@pytest.mark.parametrize("seed", range(6))
def test_a_check_sees_the_life_that_its_kernel_saw(seed: int) -> None:
    """Row 37: also where the kernel was given an empty view, and its memory has a new life."""
    draw = random.Random(seed)
    with srt.Runtime(guard=True) as rt, Gate(rt) as gate:
        cpu = rt.device()
        streams = [cpu.stream() for _ in range(3)]
        for stream in streams:
            gate.hold(stream)
        launched: list[srt.Execution] = []
        alive: dict[int, srt.Buffer] = {}
        for turn in range(200):
            n = draw.randrange(0, 1000)
            x = rt.put(np.full(n, turn % 251, "u1"))  # one size class and another
            at = draw.randrange(n + 1)
            view = draw.choice([x[at:at], x[n:], x[:0], x[at:], x])
            kernel: Any = draw.choice([nothing, only_looks])
            launched.append(draw.choice(streams).launch(kernel, view))
            if draw.random() < 0.8:
                draw.choice([x.delete, x.donate, lambda: None])()
            else:
                alive[turn] = x
            if turn == 150:
                gate.open()
        for execution in launched:
            execution.sync()
        for turn, x in alive.items():
            assert set(values(x)) <= {turn % 251}
        stream = streams[0]
        x = rt.put(np.ones(100, "u1"))
        stream.launch(only_looks, x[3:3]).sync()
        with pytest.raises(OutOfBoundsError):  # an empty view's allocation is looked at, too
            stream.launch(poke, x[3:3], 100).sync()
