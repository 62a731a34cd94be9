"""A device's memory as users see it: reuse, limits, trimming, statistics."""

from __future__ import annotations

import gc

import numpy as np
import pytest
from shared.trial_kernels import Gate, axpy, values

import streamrt as srt
from streamrt.errors import OutOfMemoryError


def test_a_dropped_buffers_block_is_reused_at_once_and_its_first_write_waits(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    a, b = cpu.stream("a"), cpu.stream("b")
    source, total = rt.put(np.full(300, 3, "f4")), rt.put(np.zeros(300, "f4"))
    x = rt.put(np.ones(300, "f4"))
    gate.hold(a)
    a.launch(axpy, x, total, 1.0)  # still reads the old values
    address = x._address
    del x
    y = rt.empty(300)
    assert y._address == address
    first = b.copy(y, source)
    assert "reuses memory that cpu:0/a@2 used before" in rt.explain(first)
    second = b.copy(source, y)
    assert "waits for nothing" in rt.explain(second)
    gate.open()
    assert (values(total), values(y)) == ([1.0] * 300, [3.0] * 300)


def test_reused_memory_waits_also_with_hazards_by_hand() -> None:
    with srt.Runtime(hazards="manual") as rt, Gate(rt) as gate:
        a, b = (rt.device().stream() for _ in range(2))
        total = rt.put(np.zeros(300, "f4"))
        x = rt.put(np.ones(300, "f4"))
        gate.hold(a)
        a.launch(axpy, x, total, 1.0)
        address = x._address
        del x
        y = rt.empty(300)
        assert y._address == address
        halves = [b.fill(y[:150], 9.0), rt.device().stream().fill(y[150:], 9.0)]
        assert not any(half.done() for half in halves)
        gate.open()
        for half in halves:
            half.sync()
        assert values(total) == [1.0] * 300
        assert values(y) == [9.0] * 300


def test_statistics_count_what_is_held_reserved_and_reused(cpu: srt.Device) -> None:
    with srt.Runtime() as rt:
        device = rt.device()
        assert device.memory_stats() == srt.MemoryStats(0, 0, 0, None, 0, 0.0)
        buffers = [rt.empty(1000, "u1") for _ in range(4)]
        stats = device.memory_stats()
        assert (stats.in_use, stats.reserved, stats.allocations) == (4096, 4096, 4)
        view = buffers[0][:10]
        del buffers
        assert device.memory_stats().in_use == 1024, "a view keeps its memory"
        assert device.trim(1500) == 2048
        again = rt.empty(900, "u1")
        stats = device.memory_stats()
        assert (stats.in_use, stats.reserved, stats.peak) == (2048, 2048, 4096)
        assert stats.reuse_rate == 1 / 5
        assert device.trim() == 0
        del again, view
        assert device.trim() == 2048
        assert device.memory_stats().reserved == 0


def test_the_limit_is_kept_and_what_is_free_is_flushed_for_other_sizes() -> None:
    with srt.Runtime(memory_limit=10_000) as rt:
        device = rt.device()
        assert device.memory_stats().limit == 10_000
        for size in (8000, 100, 5000, 8000):  # one after the other each of them fits
            rt.empty(size, "u1").delete()
        a = rt.put(np.zeros(5000, "u1"))
        with pytest.raises(OutOfMemoryError, match="the limit is 10000; delete buffers or raise"):
            rt.put(np.zeros(5000, "u1"))
        with pytest.raises(MemoryError):
            a.to("cpu:0")
        a.delete()
        b = rt.put(np.ones(5000, "u1"))
        assert device.memory_stats().in_use == 5120
        assert np.asarray(b).sum() == 5000


def test_a_buffer_outlives_its_runtime_without_harm() -> None:
    with srt.Runtime() as rt:
        x = rt.put(np.arange(4.0))
        shared = np.from_dlpack(x)
    assert shared.tolist() == [0, 1, 2, 3]
    del x
    assert shared.tolist() == [0, 1, 2, 3]
    del shared


def test_a_call_that_returns_its_arguments_array_leaks_nothing(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    stream = cpu.stream()
    before = cpu.memory_stats().in_use
    for _ in range(10):
        x = rt.put(np.ones(1000, "f4"))
        array = stream.call(lambda a: a, x).sync()
        del x
        assert cpu.memory_stats().in_use > before
        assert array.tolist() == [1.0] * 1000
        del array
    stream.call(int).sync()
    gc.collect()
    assert cpu.memory_stats().in_use == before
