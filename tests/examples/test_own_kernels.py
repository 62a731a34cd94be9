"""The examples with kernels of their own compute what NumPy does."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest

import streamrt as srt

Load = Callable[[str], ModuleType]
Output = pytest.CaptureFixture[str]


async def test_own_activation_compares_a_network_in_place(example: Load, capsys: Output) -> None:
    await example("own_activation").main()
    kernel, difference, times = capsys.readouterr().out.splitlines()
    assert "snake(x: f32[n, m], out y: f32[n, m], a: f32)" in kernel
    assert float(difference.split(": ")[1]) < 1e-4
    assert re.fullmatch(r"[\d.]+ ms; NumPy [\d.]+ ms", times)


@pytest.mark.parametrize("shape", [(0, 3), (1, 1), (7, 33), (64, 64)])
def test_the_own_activation_may_overwrite_its_input(
    example: Load, rt: srt.Runtime, shape: tuple[int, int]
) -> None:
    own = example("own_activation")
    x = np.random.default_rng(5).normal(0, 3, shape).astype("f4")
    buffer, expected = rt.put(x), np.empty_like(x)
    rt.device().stream().launch(own.activation, buffer, buffer, a=0.5)
    own.snake(x, expected, np.float32(0.5))
    np.testing.assert_allclose(np.asarray(buffer), expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("shape", [(1, 4), (2, 2), (3, 3), (4, 1), (37, 41)])
@pytest.mark.parametrize("threads", [1, 2])
async def test_stencil_flows_as_with_numpy_and_keeps_the_borders(
    example: Load, shape: tuple[int, int], threads: int
) -> None:
    stencil = example("stencil")
    start = np.random.default_rng(3).random(shape, "f4") * 100
    async with srt.Runtime(threads=threads) as rt:
        found = await stencil.after(rt, start, 10)
    np.testing.assert_allclose(found, stencil.in_numpy(start, 10), rtol=1e-5, atol=1e-4)
    for border in (np.s_[0], np.s_[-1], np.s_[:, 0], np.s_[:, -1]):
        np.testing.assert_array_equal(found[border], start[border])
    assert min(shape) < 3 or not np.array_equal(found, start)


async def test_stencil_draws_a_plate_that_is_hot_above(example: Load, capsys: Output) -> None:
    await example("stencil").main()
    *picture, difference, times = capsys.readouterr().out.splitlines()
    assert len(picture) == 12
    assert set(picture[0]) == {"@"}
    assert picture[-1].strip() == ""
    assert float(difference.rpartition(" ")[2]) < 1e-3
    assert re.fullmatch(r"\d+ µs a step; NumPy \d+ µs", times)


@pytest.mark.parametrize("seed", [0, 1, 2, 7])  # in others two clouds may touch
async def test_k_means_finds_every_cloud(example: Load, seed: int) -> None:
    k_means = example("k_means")
    points, true = k_means.clouds(seed)
    start = k_means.spread(points, k_means.CLUSTERS)
    async with srt.Runtime() as rt:
        centres, counts, distance, rounds = await k_means.fit(rt, points, start)
    away = np.abs(true[:, None] - centres).max(axis=2)
    assert sorted(away.argmin(axis=1)) == list(range(k_means.CLUSTERS))
    assert away.min(axis=1).max() < 0.5
    nearest = ((points[:, None] - centres) ** 2).sum(axis=2)
    np.testing.assert_allclose(np.bincount(nearest.argmin(axis=1)), counts, atol=2)
    np.testing.assert_allclose(np.sqrt(nearest.min(axis=1)).mean(), distance, rtol=1e-3)
    assert 1 < rounds < k_means.ROUNDS


async def test_k_means_leaves_a_centre_without_points_where_it_is(example: Load) -> None:
    k_means = example("k_means")
    points = np.array([[0, 0, 1], [0, 2, 1], [9, 9, 9]], "f4")
    start = np.array([[0, 0, 0], [8, 8, 8], [-99, 0, 0]], "f4")
    async with srt.Runtime() as rt:
        centres, counts, _, _ = await k_means.fit(rt, points, start)
    np.testing.assert_array_equal(centres, [[0, 1, 1], [9, 9, 9], [-99, 0, 0]])
    np.testing.assert_array_equal(counts, [2, 1, 0])
