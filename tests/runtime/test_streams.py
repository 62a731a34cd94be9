"""Streams: order within one, hazards across several, manual and eager runtimes."""

from __future__ import annotations

import gc
import random
import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.trial_kernels import Gate, axpy, count, fail, values

import streamrt as srt
from streamrt.errors import ClosedError, KernelError

SIZE = 24
BUFFERS = 3
STREAMS = 3

VIEWS = st.sampled_from(
    [
        slice(0, 12),
        slice(12, 24),
        slice(6, 18),
        slice(0, 24, 2),
        slice(1, 24, 2),
        slice(11, None, -1),
        slice(23, 11, -1),
        slice(0, 6),
        slice(3, 3),
        slice(20, 24),
    ]
)
OPERATIONS = st.lists(
    st.tuples(
        st.sampled_from(["axpy", "copy", "fill", "call", "renew", "long copy"]),
        st.integers(0, STREAMS - 1),
        st.integers(0, BUFFERS - 1),
        VIEWS,
        st.integers(0, BUFFERS - 1),
        VIEWS,
        st.integers(-3, 3),
    ),
    min_size=1,
    max_size=40,
)


class Both:
    """A program run at once by streamrt and, in order, by NumPy."""

    def __init__(self, rt: srt.Runtime) -> None:
        self.rt = rt
        self.streams = [rt.device().stream() for _ in range(STREAMS)]
        self.arrays = [np.arange(i, i + SIZE, dtype="f4") for i in range(BUFFERS)]
        self.buffers = [rt.put(array) for array in self.arrays]

    def do(self, name: str, stream: srt.Stream, to: Any, source: Any, number: int) -> None:
        """One operation on parts of buffers, given as (index, slice)."""
        (i, part), (j, other) = to, source
        y, x = self.arrays[i][part], self.arrays[j][other]
        fits = y.shape == x.shape and not np.may_share_memory(y, x)
        view, read = self.buffers[i][part], self.buffers[j][other]
        if name == "axpy" and fits:
            stream.launch(axpy, read, view, alpha=number)
            y += np.float32(number) * x
        elif name == "copy" and fits:
            stream.copy(view, read)
            y[...] = x
        elif name == "fill":
            stream.fill(view, number)
            y[...] = number
        elif name == "call" and fits:
            stream.call(_add, view, read, number, reads=[read, view], writes=[view])
            _add(y, x, number)
        elif name == "renew":  # drops a buffer in flight; the next one may have its memory
            self.buffers[i] = self.rt.empty(SIZE)
            stream.copy(self.buffers[i], self.buffers[j] if j != i else self.rt.put(self.arrays[i]))
            self.arrays[i] = self.arrays[j].copy()
        elif name == "long copy" and i != j:
            stream.copy(self.buffers[i], self.buffers[j])
            self.arrays[i][...] = self.arrays[j]


def _add(y: np.ndarray[Any, Any], x: np.ndarray[Any, Any], number: int) -> None:
    y += x * number


def run(rt: srt.Runtime, operations: list[Any]) -> None:
    both = Both(rt)
    with Gate(rt) as gate:
        gate.hold(both.streams[0])  # so that there is a backlog to get wrong
        for name, stream, i, part, j, other, number in operations:
            both.do(name, both.streams[stream], (i, part), (j, other), number)
    for buffer, array in zip(both.buffers, both.arrays, strict=True):
        np.testing.assert_array_equal(np.asarray(buffer), array)


@settings(max_examples=120)
@given(OPERATIONS)
def test_a_program_over_several_streams_computes_what_numpy_does(operations: list[Any]) -> None:
    with srt.Runtime() as rt:
        run(rt, operations)


@settings(max_examples=15)
@given(OPERATIONS)
def test_an_eager_runtime_computes_the_same(operations: list[Any]) -> None:
    with srt.Runtime(eager=True) as rt:
        both = Both(rt)
        for name, stream, i, part, j, other, number in operations:
            both.do(name, both.streams[stream], (i, part), (j, other), number)
            for buffer, array in zip(both.buffers, both.arrays, strict=True):
                np.testing.assert_array_equal(buffer._share(readonly=True), array)


def test_an_eager_failure_is_raised_where_it_was_submitted() -> None:
    with srt.Runtime(eager=True) as rt:
        stream, y = rt.device().stream(), rt.put(np.zeros(1, "f4"))
        with pytest.raises(KernelError):
            stream.launch(fail, y, 7)
        with pytest.raises(ZeroDivisionError):
            stream.call(lambda: 1 / 0)
        assert stream.call(lambda: 3).result() == 3


def test_a_long_program_with_a_seed_computes_what_numpy_does(rt: srt.Runtime) -> None:
    seed = random.randrange(1 << 32)
    print("seed", seed)
    draw = random.Random(seed)
    parts = [slice(a, a + 6 * n) for a in range(0, 19, 3) for n in (1, 2) if a + 6 * n <= SIZE]
    names = ["axpy", "copy", "fill", "axpy", "renew"]
    operations = [
        (
            draw.choice(names),
            draw.randrange(STREAMS),
            draw.randrange(BUFFERS),
            draw.choice(parts),
            draw.randrange(BUFFERS),
            draw.choice(parts),
            draw.randint(-1, 1),
        )
        for _ in range(4000)
    ]
    run(rt, operations)


def test_a_stream_runs_in_order_with_and_without_the_interpreter(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    stream, order = cpu.stream(), list[int]()
    n = rt.put(np.zeros(1, "u4"))
    seen: list[int] = []
    for i in range(200):
        stream.launch(count, n)
        if i % 5 == 0:
            stream.call(lambda i=i: order.append(i))  # type: ignore[misc]
            stream.call(lambda a: seen.append(int(a[0])), n, reads=[n])
    stream.sync()
    assert order == list(range(0, 200, 5))
    assert seen == [i + 1 for i in range(0, 200, 5)]


def test_a_long_kernel_is_split_and_computes_the_same(rt: srt.Runtime, cpu: srt.Device) -> None:
    x = np.random.default_rng(1).random(1_000_003, "f4")
    a, b = rt.put(x), rt.put(x)
    streams = [cpu.stream() for _ in range(3)]
    for i in range(9):
        streams[i % 3].launch(axpy, *((a, b) if i % 2 else (b, a)), alpha=0.5)
    y = z = x.copy()
    y = x.copy()
    for i in range(9):
        if i % 2:
            z = z + np.float32(0.5) * y
        else:
            y = y + np.float32(0.5) * z
    np.testing.assert_allclose(np.asarray(a), y, rtol=1e-6)
    np.testing.assert_allclose(np.asarray(b), z, rtol=1e-6)


def test_hazards_by_hand_insert_nothing_and_events_do() -> None:
    # Without the race detector, which finds that nothing orders the first two.
    with srt.Runtime(hazards="manual", races=False) as rt, Gate(rt) as gate:
        cpu = rt.device()
        a, b, c = (cpu.stream(name) for name in "abc")
        y = rt.put(np.zeros(2, "f4"))
        held = gate.hold(a, y)
        b.fill(y[1:], 5.0).sync()  # nothing holds it
        assert not held.done()
        c.wait(held)
        copied = c.copy(rt.empty(2), y)
        event = c.record()
        assert "waits for cpu:0/a@" in rt.explain(copied)
        gate.open()
        event.sync()
        a.wait(event)
        assert values(y) == [1.0, 5.0]


def test_failures_poison_their_readers_with_hazards_by_hand() -> None:
    with srt.Runtime(hazards="manual") as rt:
        a, b = (rt.device().stream() for _ in range(2))
        y = rt.put(np.zeros(2, "f4"))
        failed = a.launch(fail, y, 7)
        b.wait(failed)
        skipped = b.copy(rt.empty(2), y)
        assert isinstance(failed.exception(), KernelError) if failed.done() else True
        with pytest.raises(srt.errors.DependencyError):
            skipped.sync()
        with pytest.raises(KernelError):
            failed.sync()


def test_explain_names_what_is_waited_for_and_why(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    a, b, c = (cpu.stream(name) for name in "abc")
    x, y = rt.put(np.zeros(4, "f4")), rt.put(np.zeros(4, "f4"))
    gate.hold(a, x)
    raw = b.launch(axpy, x, y, 1.0)
    war = c.fill(x, 2.0)
    waw = a.fill(y, 2.0)
    text = rt.explain(raw).split("\n")
    assert text[0] == "axpy on cpu:0/b@1: pending"
    assert "test_streams.py" in text[1]
    assert text[1].endswith("in test_explain_names_what_is_waited_for_and_why")
    name = repr(x).split()[1]
    assert text[2] == f"  waits for cpu:0/a@1: it reads {name}, which cpu:0/a@1 writes (RAW)"
    assert f"it writes {name}, which cpu:0/b@1 reads (WAR)" in rt.explain(war)
    assert "cpu:0/a@1" not in rt.explain(war), "b's wait dominates it"
    assert "which cpu:0/b@1 writes (WAW)" in rt.explain(waw)
    own = a.fill(x, 0.0)
    assert "waits for cpu:0/c@1" in rt.explain(own)


async def test_256_streams_work_side_by_side(rt: srt.Runtime, cpu: srt.Device) -> None:
    before = threading.active_count()
    streams = [cpu.stream() for _ in range(256)]
    assert threading.active_count() <= before, "threads start with the first submission"
    n = rt.put(np.zeros(256, "u4"))
    total = rt.put(np.zeros(1, "f4"))
    one = rt.put(np.ones(1, "f4"))
    for _ in range(3):
        for i, stream in enumerate(streams):
            stream.launch(count, n[i : i + 1])
            stream.launch(axpy, one, total, 1.0)  # a chain through all of them
    assert (await n.fetch()).tolist() == [3] * 256
    assert (await total.fetch()).tolist() == [768.0]
    await rt
    assert all(stream.pending == 0 for stream in streams)


def test_a_closed_stream_refuses_and_what_is_in_it_goes_on(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    stream = cpu.stream("short")
    n = rt.put(np.zeros(1, "u4"))
    gate.hold(stream)
    last = stream.launch(count, n)
    stream.close()
    stream.close()
    for submit in (
        lambda: stream.launch(count, n),
        lambda: stream.fill(n, 0),
        lambda: stream.copy(n, n),
        lambda: stream.call(print),
        stream.record,
        lambda: stream.wait(last),
    ):
        with pytest.raises(ClosedError, match="the stream is closed; make another one"):
            submit()  # type: ignore[operator]
    fresh = cpu.stream()
    fresh.fill(rt.empty(1), 1).sync()  # not behind what the closed one still has to do
    assert not last.done()
    assert rt.explain(last).startswith("count on cpu:0/short@2: pending")
    gate.open()
    assert values(n) == [1]


def test_streams_that_come_and_go_reuse_their_threads(rt: srt.Runtime, cpu: srt.Device) -> None:
    n = rt.put(np.zeros(1, "u4"))
    cpu.stream().launch(count, n).sync()
    gc.collect()
    before = threading.active_count()
    for _ in range(300):
        cpu.stream().launch(count, n).sync()
    assert threading.active_count() <= before + 2
    assert values(n) == [301]
