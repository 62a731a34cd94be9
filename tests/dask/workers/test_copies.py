"""Copies between workers: the right bytes arrive, and none of them passes this process."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import numpy as np
import pytest
from shared.workers.dask_workers import Array, ones, traffic

import streamrt as srt

RUNS = int(os.environ.get("STREAMRT_DASK_COPIES", "12"))
BIG = 1 << 21  # elements of 4 bytes


def sent_through_here(rt: srt.Runtime) -> int:
    """The bytes that both links have carried so far."""
    return sum(sum(traffic(device)) for device in rt.devices[:2])


@pytest.mark.parametrize("way", ["pull", "push"])
def test_a_copy_between_workers_does_not_pass_this_process(rt: srt.Runtime, way: str) -> None:
    a, b, _ = rt.devices
    x, y = rt.put(np.arange(BIG, dtype="u4"), device=a), rt.empty((BIG,), "u4", device=b)
    stream = (b if way == "pull" else a).stream()
    stream.copy(y, x).sync()
    before = sent_through_here(rt)
    for number in range(3):
        a.stream().fill(x[number : number + 1], 7)
        stream.copy(y, x).sync()
    carried = sent_through_here(rt) - before
    assert carried < 100_000 < x.nbytes, "commands and beats alone"
    wanted = np.arange(BIG, dtype="u4")
    wanted[:3] = 7
    np.testing.assert_array_equal(np.asarray(y), wanted)


def a_view(draw: Random, shape: tuple[int, ...]) -> tuple[slice, ...]:
    """Slices of an array that has twice the extents, and one more."""
    found: list[slice] = []
    for extent in shape:
        step = draw.choice((1, 2, -1, -2))
        span = (extent - 1) * abs(step)
        first = draw.randrange(2 * extent + 1 - span)
        ends = (first, first + span + 1) if step > 0 else (first + span, first - 1)
        found.append(slice(ends[0], None if ends[1] < 0 else ends[1], step))
    return tuple(found)


@pytest.mark.parametrize("seed", range(2))
def test_views_go_from_any_device_to_any_other(rt: srt.Runtime, seed: int) -> None:
    """Chains of copies of drawn views over both workers and the CPU, beside NumPy."""
    draw = Random(seed)
    for _ in range(RUNS):
        rank = draw.randint(1, 3)
        shape = tuple(draw.choice((1, 3, 8, 40)) for _ in range(rank))
        whole = tuple(2 * extent + 1 for extent in shape)
        dtype = draw.choice(("u1", "f4", "c16"))
        arrays: list[Array] = []
        buffers: list[srt.Buffer] = []
        for device in rt.devices:
            values = np.random.default_rng(draw.randrange(1 << 30)).integers(0, 200, whole)
            arrays.append(values.astype(dtype))
            buffers.append(rt.put(arrays[-1], device=device))
        for _ in range(4):
            dst, src = draw.sample(range(3), 2)
            to, of = a_view(draw, shape), a_view(draw, shape)
            streams = [rt.devices[at].stream() for at in (dst, src) if at != 2]
            draw.choice(streams).copy(buffers[dst][to], buffers[src][of])
            arrays[dst][to] = arrays[src][of]
        for buffer, array in zip(buffers, arrays, strict=True):
            np.testing.assert_array_equal(np.asarray(buffer), array, f"seed {seed}")


def test_halos_go_back_and_forth_in_order(rt: srt.Runtime) -> None:
    """Two workers work on halves of an array, and exchange its edge after each turn."""
    a, b, _ = rt.devices
    width, turns = 64, 30

    @srt.jit
    def step(x: Any, left: Any, right: Any) -> Any:
        wide = np.concatenate([left, x, right])
        return (wide[:-2] + wide[1:-1] + wide[2:]) / 3

    values = np.random.default_rng(1).standard_normal(2 * width).astype("f4")
    zero = np.zeros(1, "f4")
    parts = [rt.put(values[:width], device=a), rt.put(values[width:], device=b)]
    edges = [rt.put(zero, device=a), rt.put(zero, device=b)]
    inner = [rt.put(zero, device=a), rt.put(zero, device=b)]
    streams = [a.stream(), b.stream()]
    for _ in range(turns):
        streams[0].copy(inner[0], parts[1][:1])
        streams[1].copy(inner[1], parts[0][-1:])
        parts = [step(parts[0], edges[0], inner[0]), step(parts[1], inner[1], edges[1])]
    found = np.concatenate([np.asarray(part) for part in parts])
    for _ in range(turns):
        wide = np.concatenate([zero, values, zero])
        values = (wide[:-2] + wide[1:-1] + wide[2:]) / np.float32(3)
    np.testing.assert_array_equal(found, values)


def test_many_copies_at_once_between_both(rt: srt.Runtime) -> None:
    """Streams of both copy to each other and compute; each sum is what its chain makes of it."""
    a, b, _ = rt.devices
    pairs = [(ones(rt, a, 5000), ones(rt, b, 5000)) for _ in range(4)]
    for x, y in pairs:
        one, two = a.stream(), b.stream()
        for _ in range(20):
            two.copy(y, x)
            one.fill(x[::2], 2.0)
            one.copy(x[1::2], y[:2500])
    for x, y in pairs:
        wanted = np.full(5000, 2.0)
        wanted[1::2] = np.asarray(y)[:2500]
        np.testing.assert_array_equal(np.asarray(x), wanted)
        assert {1.0, 2.0} >= set(np.asarray(y).tolist())
