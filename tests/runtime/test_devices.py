"""Several devices in one runtime: memory spaces, copies, edges between them, selection."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Generator
from random import Random
from typing import Any

import numpy as np
import pytest
from conformance.strict_backend import StrictBackend, strict_backends
from shared.threaded_backend import ThreadedBackend

import streamrt as srt
from streamrt import errors
from streamrt.testing import Simulator
from streamrt_kernels import add, axpy, matmul

KINDS = ("threaded", "sim")


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def devices(kind: str) -> Generator[srt.Runtime]:
    """A runtime with the CPU and two devices of a kind that has memory of its own."""
    names = ["cpu:0", f"{kind}:0", f"{kind}:1"]
    with srt.Runtime(names, backends=[ThreadedBackend(), Simulator(seed=1)]) as runtime:
        yield runtime


def test_devices_are_found_by_name_by_kind_and_by_index(devices: srt.Runtime, kind: str) -> None:
    assert [str(d) for d in devices.devices] == ["cpu:0", f"{kind}:0", f"{kind}:1"]
    assert devices.device() is devices.device("cpu") is devices.device("cpu", 0)
    assert devices.device(kind, 1) is devices.device(f"{kind}:1") is devices.devices[2]
    with pytest.raises(errors.BackendNotFoundError, match="this runtime has cpu:0"):
        devices.device(kind, 7)
    with pytest.raises(errors.ArgumentError, match="name a kind"):
        devices.device("cpu:0", 1)
    with pytest.raises(errors.ArgumentError, match="at least 0"):
        devices.device("cpu", -1)


async def test_data_goes_to_every_device_and_back(devices: srt.Runtime) -> None:
    given = np.arange(60.0).reshape(5, 12)[::2, ::3]  # not contiguous
    buffer = devices.put(given)
    for number in (1, 2, 1, 0, 2):
        buffer = buffer.to(devices.devices[number])
        np.testing.assert_array_equal(await buffer.fetch(), given)
    np.testing.assert_array_equal(np.asarray(devices.put(given, devices.devices[1])), given)


async def test_what_put_was_given_may_change_at_once(devices: srt.Runtime) -> None:
    given = np.ones(1000)
    buffers = [devices.put(given, device) for device in devices.devices]
    given[:] = 2
    for buffer in buffers:
        assert (await buffer.fetch() == 1).all()


async def test_kernels_on_different_devices_are_ordered_by_what_they_touch(
    devices: srt.Runtime,
) -> None:
    random = Random(5)
    arrays = [np.full(256, float(n)) for n in range(len(devices.devices))]
    buffers = [devices.put(a, d) for a, d in zip(arrays, devices.devices, strict=True)]
    streams = [device.stream() for device in devices.devices]
    for _ in range(60):
        a, b = random.sample(range(len(arrays)), 2)
        moved = buffers[a].to(devices.devices[b])
        streams[b].launch(axpy, moved, buffers[b], alpha=0.5)
        arrays[b] = arrays[b] + 0.5 * arrays[a]
        if random.random() < 0.2:
            streams[a].fill(buffers[a], float(a))
            arrays[a] = np.full(256, float(a))
    for buffer, array in zip(buffers, arrays, strict=True):
        np.testing.assert_allclose(await buffer.fetch(), array)


async def test_execute_moves_its_inputs_to_where_it_runs(devices: srt.Runtime, kind: str) -> None:
    a, b = np.random.default_rng(3).random((2, 16, 16))
    x, y = devices.put(a, "cpu:0"), devices.put(b, f"{kind}:1")
    there = await devices.execute(matmul, x, y, device=f"{kind}:0")
    assert there.device is devices.device(kind, 0)
    np.testing.assert_allclose(await there.fetch(), a @ b)
    at_first_input = await devices.execute(matmul, x, y)
    assert at_first_input.device is devices.device("cpu")
    np.testing.assert_allclose(np.asarray(at_first_input), a @ b)


async def test_a_stream_copies_only_what_its_device_reaches(
    devices: srt.Runtime, kind: str
) -> None:
    here = devices.put(np.arange(4.0), "cpu")
    there, beside = (devices.empty(4, "f8", f"{kind}:{i}") for i in range(2))
    with pytest.raises(errors.ArgumentError, match="cpu:0 does not reach"):
        devices.device("cpu").stream().copy(there, here)
    stream = devices.device(kind, 0).stream()
    stream.copy(there, here)
    await stream.copy(beside, there)  # its own kind's memory
    assert (await beside.fetch()).tolist() == [0, 1, 2, 3]
    with pytest.raises(errors.ArgumentError, match="own device"):
        stream.fill(beside, 0.0)
    with pytest.raises(errors.ArgumentError, match="x is on"):
        stream.launch(axpy, beside, there, alpha=1.0)


async def test_the_host_is_kept_out_of_a_devices_own_memory(
    devices: srt.Runtime, kind: str
) -> None:
    buffer = devices.put(np.arange(4.0), kind)
    for share in (buffer.__dlpack__, lambda: np.from_dlpack(buffer)):
        with pytest.raises(errors.ArgumentError, match="not the host's"):
            share()
    stream = devices.device(kind).stream()
    with pytest.raises(errors.ArgumentError, match=r"copy it with buffer\.to"):
        stream.call(print, buffer)
    with pytest.raises(errors.ArgumentError, match=r"use rt\.put"):
        devices.wrap(np.zeros(3), kind)
    with pytest.raises(errors.ArgumentError, match=r"use rt\.put"):
        devices.from_dlpack(np.zeros(3), kind)
    await stream


async def test_a_host_call_takes_its_turn_on_a_stream_of_any_device(
    devices: srt.Runtime, kind: str
) -> None:
    stream = devices.device(kind).stream()
    x = devices.put(np.ones(8), kind)
    host = devices.empty(8, "f8", "cpu")
    seen: list[float] = []

    def look(array: np.ndarray[Any, Any]) -> None:
        seen.append(float(array.sum()))
        array += 1

    for round_ in range(3):
        stream.copy(host, x)
        stream.call(look, host)
        last = stream.copy(x, host)
        assert round_ < 2 or await last is None
    assert seen == [8.0, 16.0, 24.0]
    assert (await x.fetch() == 4).all()


def test_two_kinds_with_memory_of_their_own_meet_in_the_hosts() -> None:
    backends = [ThreadedBackend(), Simulator(seed=1)]
    with srt.Runtime(["threaded:0", "sim:0"], backends=backends) as rt:
        buffer = rt.put(np.arange(8.0), "threaded:0")
        for name in ("sim:0", "threaded:0", "sim:0"):
            buffer = buffer.to(name)
        assert np.asarray(buffer).tolist() == list(range(8))


async def test_a_cpu_stream_waits_for_another_device_without_anybody_asking(
    devices: srt.Runtime, kind: str
) -> None:
    """Nobody waits for the device: what waits for it is a native queue."""
    x = devices.put(np.ones(64), kind)
    y = x.to("cpu")
    z = devices.put(np.zeros(64), "cpu")
    sums = devices.device("cpu").stream().launch(axpy, y, z, alpha=3.0)
    await asyncio.wait_for(_done(sums), 3600)
    assert (await z.fetch() == 3).all()


async def _done(execution: srt.Execution) -> None:
    while not execution.done():  # noqa: ASYNC110 - that asking is enough is what is tested
        await asyncio.sleep(0)


async def test_asking_is_enough_for_a_device_to_make_progress(
    devices: srt.Runtime, kind: str
) -> None:
    stream = devices.device(kind).stream()
    execution = stream.fill(devices.empty(4, "f4", kind), 1.0)
    event = stream.record()
    await asyncio.wait_for(_done(execution), 3600)
    assert event.done()


def test_memory_of_every_device_is_counted_for_itself(devices: srt.Runtime, kind: str) -> None:
    buffers = [devices.put(np.zeros(1000), device) for device in devices.devices for _ in range(3)]
    assert all(device.memory_stats().in_use >= 24000 for device in devices.devices)
    del buffers
    devices.barrier().sync()
    assert [device.memory_stats().in_use for device in devices.devices] == [0, 0, 0]
    assert all(device.trim() > 0 for device in devices.devices)


# -- who sees whose memory -------------------------------------------------------------------------


@pytest.fixture
def strict() -> Generator[dict[str, StrictBackend]]:
    """Kinds that note each launch whose addresses break the contract; there must be none."""
    backends = {backend.kind: backend for backend in strict_backends()}
    yield backends
    assert [wrong for backend in backends.values() for wrong in backend.wrong] == []


def _runtime(strict: dict[str, StrictBackend], *names: str, **options: Any) -> srt.Runtime:
    return srt.Runtime(["cpu:0", *names], backends=list(strict.values()), **options)


@pytest.mark.parametrize("kind", ["seen", "seen+pinning", "unified"])
async def test_the_host_shares_memory_that_it_sees(
    strict: dict[str, StrictBackend], kind: str
) -> None:
    """Also with kernels of the CPU, which are ordered with those of the device."""
    with _runtime(strict, kind) as rt:
        device = rt.device(kind)
        assert device.host_sees
        x = rt.put(np.arange(64.0), device)
        assert strict[kind].launches == []  # the host itself wrote it
        stream = device.stream()
        stream.launch(axpy, x, x.to(device), alpha=1.0)
        assert "pending" not in repr(x.sync())
        view = np.from_dlpack(x)
        assert view.__array_interface__["data"][0] == x._address
        view[0] = 5.0
        assert (await stream.call(np.max, x[:1])) == np.asarray(x)[0] == 5.0
        shared = rt.wrap(view, "cpu:0")
        other = rt.device("cpu").stream()
        stream.fill(x, 0.0)
        ones = rt.put(np.ones(64), device)
        for _ in range(10):
            stream.launch(add, x, ones, x)
            other.launch(add, shared, shared, shared)
        await shared
        assert (np.asarray(x) == 2**11 - 2).all()


@pytest.mark.parametrize("kind", ["seeing", "unified"])
async def test_a_device_that_sees_the_host_uses_its_arrays(
    strict: dict[str, StrictBackend], kind: str
) -> None:
    with _runtime(strict, kind) as rt:
        array = np.zeros(64)
        shared, ones = rt.wrap(array, kind), rt.from_dlpack(np.ones(64), kind)
        assert strict[kind].launches == []
        twin = rt.wrap(array, "cpu:0")
        streams = shared.device.stream(), rt.device("cpu").stream()
        for _ in range(10):
            streams[0].launch(add, shared, ones, shared)
            streams[1].launch(add, twin, twin, twin)
        await shared
        assert (array == 2**11 - 2).all()


PAIRS = list(itertools.combinations([backend.kind for backend in strict_backends()], 2))


@pytest.mark.parametrize("kinds", PAIRS, ids="-".join)
async def test_copies_between_two_kinds_use_what_each_device_may_use(
    strict: dict[str, StrictBackend], kinds: tuple[str, str]
) -> None:
    """Random programs of copies, with strides, on streams of any device that reaches both."""
    random = Random(str(kinds))
    names = [f"{kind}:{index}" for kind in kinds for index in range(3)]
    with _runtime(strict, *names) as rt:
        streams = [device.stream() for device in rt.devices]
        arrays = [np.full((6, 8), float(n)) for n in range(2 * len(streams))]
        buffers = [rt.put(a, rt.devices[n // 2]) for n, a in enumerate(arrays)]
        for _ in range(60):
            a, b = random.sample(range(len(arrays)), 2)
            part = np.s_[:: random.choice((1, 2)), :: random.choice((1, -1, 3))]
            dst, src = buffers[a][part], buffers[b][part]
            stream = random.choice(streams)
            if random.random() < 0.3:
                buffers[a] = buffers[b].to(buffers[a].device)
                arrays[a] = arrays[b].copy()
            elif all(stream._state.reaches(each._state) for each in (dst, src)):
                stream.copy(dst, src)
                arrays[a][part] = arrays[b][part]
            else:
                with pytest.raises(errors.ArgumentError, match="does not reach"):
                    stream.copy(dst, src)
        for buffer, array in zip(buffers, arrays, strict=True):
            np.testing.assert_array_equal(await buffer.fetch(), array)


@pytest.mark.parametrize("kind", ["apart", "seen+pinning"])
async def test_a_copy_names_the_other_device_of_its_kind(
    strict: dict[str, StrictBackend], kind: str
) -> None:
    names = [f"{kind}:{index}" for index in range(3)]
    with _runtime(strict, *names) as rt:
        host, *(a, b, c) = (rt.put(np.ones(8), device) for device in rt.devices)
        near = await a.to(names[0])
        seen, s = strict[kind].launches, a.device.stream()
        for dst, src, found in (
            (b, a, (names[0], "copy", names[1])),  # the stream's device writes to its peer
            (a, c, (names[0], "copy", names[2])),
            (c, b, (names[2], "copy", names[1])),  # nor of three devices
            (a, near, (names[0], "copy", "")),
            (a, host, (names[0], "copy", "")),
        ):
            await s.copy(dst, src)
            assert seen[-1] == found
        await s.fill(a, 1.0)
        assert seen[-1] == (names[0], "fill", "")


async def test_memory_that_the_host_lends_is_copied_once_by_each_device(
    strict: dict[str, StrictBackend],
) -> None:
    """Neither device reaches the other, and one of them copies prepared memory only."""
    with _runtime(strict, "apart", "pinning") as rt:
        x = rt.put(np.arange(8.0), "apart")
        await x
        for name, other in (("pinning", "apart"), ("apart", "pinning")):
            before = {kind: len(strict[kind].launches) for kind in (name, other)}
            x = await x.to(name)
            assert [len(strict[kind].launches) - before[kind] for kind in before] == [1, 1]
        assert np.asarray(x).tolist() == list(range(8))


async def test_a_race_is_seen_across_the_devices_that_share_memory(
    strict: dict[str, StrictBackend],
) -> None:
    with _runtime(strict, "seen", "seeing", "apart", hazards="check") as rt:
        seen = rt.put(np.zeros(8), "seen")
        array = np.zeros(8)
        for here, there in (
            (seen, rt.wrap(np.from_dlpack(seen), "cpu")),
            (rt.wrap(array, "seeing"), rt.wrap(array, "cpu")),
        ):
            first, second = here.device.stream(), there.device.stream()
            await first
            filling = first.fill(here, 1.0)
            with pytest.raises(errors.RaceError):
                second.fill(there, 2.0)
            await filling
            await second.fill(there, 2.0)
            assert (await here.fetch() == 2).all()


# -- kinds that wrap others ------------------------------------------------------------------------


async def test_a_kind_may_name_the_kind_inside(strict: dict[str, StrictBackend]) -> None:
    """The first colon ends the kind, so a plus sign may stand in it."""
    with _runtime(strict, "seen+pinning", "seen+pinning:2") as rt:
        first, last = rt.devices[1:]
        assert [str(d) for d in (first, last)] == ["seen+pinning:0", "seen+pinning:2"]
        assert (last.kind, last.index) == ("seen+pinning", 2)
        assert rt.device("seen+pinning") is rt.device("seen+pinning", 0) is first
        assert rt.device("seen+pinning:2") is rt.device("seen+pinning", 2) is last
        x = rt.put(np.ones(4), "seen+pinning:2").to("seen+pinning").to("cpu").to(last)
        with pytest.raises(errors.ArgumentError, match=r"y is on seen\+pinning:2; copy it with"):
            first.stream("in").launch(axpy, x.to(first), x, alpha=1.0)
        run = last.stream("a/b").launch(axpy, x, x.to(last), alpha=1.0)
        assert "seen+pinning:2/a/b" in repr(run)
        await run
        with pytest.raises(errors.BackendNotFoundError, match=r"'seen\+pinning:1': this runtime"):
            rt.device("seen+pinning:1")
    with pytest.raises(errors.BackendNotFoundError, match=r"kind 'process\+quantum'"):
        srt.Runtime(["process+quantum:0"])
