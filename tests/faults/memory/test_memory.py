"""Memory: aliasing views, buffers dropped in flight, and the collector at the wrong moment."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest
from shared.trial_kernels import Gate, axpy, count, empty, values

import streamrt as srt
from streamrt.errors import OutOfMemoryError
from streamrt.testing import Simulator


async def test_views_of_one_buffer_are_ordered_where_their_bytes_overlap(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    """Row 28."""
    y = rt.put(np.zeros(20, "f4"))
    one = rt.put(np.ones(10, "f4"))
    held = gate.hold(cpu.stream("held"), y[:10])
    apart = cpu.stream("apart").launch(axpy, one[:5], y[10:15], 2.0)
    across = cpu.stream("across").launch(axpy, one, y[5:15], 3.0)
    backwards = cpu.stream("back").launch(axpy, one[:3], y[2::-1], 4.0)
    await apart
    assert not any(e.done() for e in (held, across, backwards))
    assert "waits for cpu:0/held@" in rt.explain(across)
    assert "waits for cpu:0/held@" in rt.explain(backwards)
    assert "waits for nothing" in rt.explain(apart)
    gate.open()
    assert (await y.fetch()).tolist() == [5, 4, 4, 0, 0, *[3] * 5, *[5] * 5, *[0] * 5]
    await backwards


def test_an_operation_in_place_on_overlapping_views_runs_in_element_order(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 28."""
    y = rt.put(np.ones(6, "f4"))
    cpu.stream().launch(axpy, y[:-1], y[1:], 1.0)
    cpu.stream().launch(axpy, y, y, 1.0)
    assert values(y) == [2, 4, 6, 8, 10, 12]


def test_put_has_copied_before_it_returns_and_wrap_shares(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    """Row 29."""
    stream = cpu.stream()
    gate.hold(stream)
    array = np.ones(4, "f4")
    copied, shared = rt.put(array), rt.wrap(array)
    targets = [rt.empty(4), rt.empty(4)]
    for target, source in zip(targets, (copied, shared), strict=True):
        stream.copy(target, source)
    array[:] = 2
    gate.open()
    assert [values(target) for target in targets] == [[1.0] * 4, [2.0] * 4]
    stream.fill(shared, 3.0).sync()
    assert array.tolist() == [3.0] * 4


def test_a_buffer_dropped_in_flight_keeps_its_memory_until_its_last_use(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    """Row 30."""
    stream = cpu.stream()
    total = rt.put(np.zeros(1000, "f4"))
    addresses: set[int] = set()
    gate.hold(stream)
    for i in range(50):
        x = rt.put(np.full(1000, i, "f4"))  # the host writes it now, so it needs other memory
        addresses.add(x._address)
        stream.launch(axpy, x, total, 1.0)
        del x
    assert len(addresses) == 50
    assert cpu.trim() == 0
    gate.open()
    assert values(total) == [sum(range(50))] * 1000
    assert cpu.trim() >= 50 * 4000
    assert cpu.memory_stats().in_use <= 4 * 4096


def test_deleting_a_buffer_in_flight_is_the_same(
    rt: srt.Runtime, cpu: srt.Device, gate: Gate
) -> None:
    """Row 30."""
    stream, y = cpu.stream(), rt.put(np.zeros(1000, "f4"))
    gate.hold(stream)
    x = rt.put(np.ones(1000, "f4"))
    stream.launch(axpy, x, y, 1.0)
    x.delete()
    other = rt.put(np.full(1000, 9, "f4"))
    gate.open()
    assert values(y) == [1.0] * 1000
    assert values(other) == [9.0] * 1000


def test_arrays_that_share_a_deleted_buffers_memory_keep_it(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 30: DLPack shares and pins."""
    for give_up in (srt.Buffer.delete, srt.Buffer.donate):
        x = rt.put(np.arange(1000, dtype="f4"))
        shared = np.from_dlpack(x)
        give_up(x)
        del x
        others = [rt.put(np.zeros(1000, "f4")) for _ in range(3)]
        assert cpu.trim() == 0
        assert shared.tolist() == list(range(1000))
        del shared, others
        assert cpu.trim() > 0


def test_a_finalizer_under_the_runtimes_lock_does_not_deadlock(
    rt: srt.Runtime, cpu: srt.Device
) -> None:
    """Row 42."""

    class Node:
        """Garbage that only the collector finds."""

        def __init__(self) -> None:
            self.buffer = rt.put(np.zeros(1 << 16, "u1"))
            self.itself = self

    before = cpu.memory_stats().in_use
    Node()
    with rt._engine.lock:
        gc.collect()
    assert cpu.memory_stats().in_use == before
    stream, y = cpu.stream(), rt.put(np.zeros(1, "f4"))
    threshold = gc.get_threshold()
    gc.set_threshold(1, 1, 1)  # the collector runs wherever it may, also while submitting
    try:
        for i in range(300):
            Node()
            stream.launch(empty, y)
            if i % 50 == 0:  # thresholds leave out the oldest generation
                with rt._engine.lock:
                    gc.collect()
    finally:
        gc.set_threshold(*threshold)
    gc.collect()
    stats = cpu.memory_stats()
    assert stats.in_use < before + (1 << 12)
    assert stats.reserved < 100 << 16, "the memory was not reaped while submitting"


async def test_out_of_memory_is_an_error_that_leaves_the_pool_usable() -> None:
    """Row 12."""
    async with srt.Runtime(memory_limit=1 << 20) as rt:
        cpu = rt.device()
        held = [rt.empty(1 << 18, "u1") for _ in range(4)]
        with pytest.raises(OutOfMemoryError, match="allocate 1 bytes on cpu:0: 1048576 bytes"):
            rt.empty(1, "u1")
        assert isinstance(OutOfMemoryError("x"), MemoryError)
        n = held.pop()
        n.delete()
        small = rt.put(np.zeros(1, "u4"))  # another size: what is free is flushed first
        await cpu.stream().launch(count, small)
        assert (await small.fetch()).tolist() == [1]
        assert cpu.memory_stats().reserved <= 1 << 20


def refused(rt: srt.Runtime, nbytes: int) -> list[str]:
    """The lines of the error that an allocation raises."""
    with pytest.raises(OutOfMemoryError) as info:
        rt.empty(nbytes, "u1")
    return str(info.value).splitlines()


def test_out_of_memory_lists_the_live_allocations_by_size() -> None:
    """Row 12."""
    with (
        srt.Runtime(memory_limit=1 << 20) as rt,
        srt.Runtime(memory_limit=1 << 20) as stranger,
    ):
        elsewhere = stranger.empty(1 << 19, "u1")
        middle, large = rt.empty((100, 10), "f4"), rt.empty((64, 1024), "f8")
        small = [rt.empty(2, "f4") for _ in range(20)]
        shared = np.from_dlpack(given := rt.empty(1 << 17, "u1"))
        given.delete()
        view = large[0]
        first, *lines = refused(rt, 1 << 20)
        in_use = rt.device().memory_stats().in_use
        assert first == (
            f"allocate 1048576 bytes on cpu:0: {in_use} bytes are reserved, {in_use} in use, the "
            "limit is 1048576; delete buffers or raise memory_limit"
        )
        names = [f"#{b._region.tracked.name}" for b in (large, given, middle, *small)]
        assert lines[:3] == [
            f"  524288 bytes: buffer {names[0]} float64[64, 1024]",
            f"  131072 bytes: buffer {names[1]} (deleted, but an array shares it)",
            f"  4096 bytes: buffer {names[2]} float32[100, 10]",
        ]
        assert all(line.startswith("  64 bytes: buffer #") for line in lines[3:10])
        assert lines[10:] == [f"  {13 * 64} bytes: 13 smaller ones"]
        assert sum(int(line.split()[0]) for line in lines) == in_use
        del view, shared, elsewhere


def test_an_allocation_that_fails_gets_what_garbage_held() -> None:
    """Row 12: one retry, after a collection."""

    class Node:
        """Garbage that only the collector finds."""

        def __init__(self, rt: srt.Runtime) -> None:
            self.buffer = rt.empty(1 << 19, "u1")
            self.itself = self

    gc.disable()
    try:
        with srt.Runtime(memory_limit=1 << 20) as rt:
            Node(rt)
            Node(rt)
            kept = [rt.empty(1 << 19, "u1"), rt.empty(1 << 19, "u1")]
            lines = refused(rt, 1)
            assert len(lines) == 3
            del kept
    finally:
        gc.enable()


async def test_memory_that_pending_work_still_uses_is_told_apart() -> None:
    """Row 12."""
    with srt.Runtime(memory_limit=1 << 20) as rt, Gate(rt) as gate:
        stream = rt.device().stream()
        gate.hold(stream)
        y = rt.empty(1 << 18, "u1")
        stream.fill(y, 1)
        del y
        (first, *_) = refused(rt, 1 << 20)
        assert "in use, 262144 come back when pending work is over, the limit" in first
        assert "; wait with `await rt`, delete buffers or" in first
        gate.open()
        await rt
        rt.empty(3 << 18, "u1")


async def submit_blocks(rt: srt.Runtime, device: str, is_draining: bool) -> float:
    """Sums a hundred blocks of 4 MiB, each dropped as soon as it is submitted."""

    def read_into(block: np.ndarray[Any, Any]) -> None:
        block[:] = 1.0

    here = rt.device(device)
    load, work = here.stream("load"), here.stream("work")
    total = rt.put(np.zeros(1 << 20, "f4"), device)
    for _ in range(100):
        block = rt.empty(total.shape, total.dtype, device)
        if here.host_sees:
            load.call(read_into, block, writes=[block])
        else:
            load.fill(block, 1.0)
        work.launch(axpy, block, total, alpha=1.0)
        if is_draining:
            await load.drain()
    return float((await total.fetch())[-1])


@pytest.mark.parametrize("device", ["cpu:0", "sim:0"])
async def test_a_producer_is_held_while_pending_work_holds_half_of_the_limit(device: str) -> None:
    """Row 66: with far fewer submissions than `high_water` pending."""
    with srt.Runtime([device], backends=[Simulator()], memory_limit=64_000_000) as rt:
        assert await submit_blocks(rt, device, is_draining=True) == 100
        assert rt.device().memory_stats().peak <= 48_000_000


def test_who_is_not_held_is_told_of_pending_work() -> None:
    """Row 66."""
    block, limit = np.ones(1 << 20, "f4"), 64_000_000
    with srt.Runtime(["cpu:0"], memory_limit=limit) as rt, Gate(rt) as gate:
        stream, total = rt.device().stream(), rt.put(block)
        gate.hold(stream)

        def submit_all() -> None:
            for _ in range(100):
                stream.launch(axpy, rt.put(block), total, alpha=1.0)

        with pytest.raises(OutOfMemoryError, match=r"come back when pending.*await rt`"):
            submit_all()
        gate.open()
