"""The CUDA texts of take, cumsum and their neighbours, run on the CPU beside NumPy."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from cuda.texts.on_cpu import run_plan

from streamrt._compile.signatures.layout import Layout
from streamrt._ir.called import refer
from streamrt._ir.called_kernels import native_kernels

pytestmark = pytest.mark.cuda

KERNELS = {kernel.name: kernel for kernel in native_kernels()}
SHAPES = ((1, 1, 1), (3, 5, 7), (1, 300, 1), (40, 9, 1), (1, 6, 700), (2, 1, 3))


def _run(name: str, *arrays: Any, seed: int = 0) -> int:
    layouts = [Layout(None, a.dtype, a.shape, a.strides) for a in arrays]
    return run_plan(KERNELS[name].plan(layouts, "cuda"), arrays, seed)


def _walked(array: Any, random: Random) -> Any:
    """The same elements, with gaps, backwards, or in another order."""
    ways = (
        lambda x: x,
        lambda x: np.repeat(x, 2, axis=2)[:, :, ::2],
        lambda x: x[:, ::-1].copy()[:, ::-1],
        lambda x: x.transpose(2, 0, 1).copy().transpose(1, 2, 0),
    )
    return random.choice(ways)(array)


@pytest.mark.parametrize("dtype", ["f4", "f8", "i1", "i8", "u4"])
@pytest.mark.parametrize("name", KERNELS)
def test_a_text_computes_what_numpy_does(name: str, dtype: str) -> None:
    scale = 1 if dtype[0] == "f" else 9  # so that no product becomes infinite
    for seed, shape in enumerate(SHAPES):
        rng, random = np.random.default_rng(seed), Random(seed)
        dense = (rng.standard_normal(shape) * scale).astype(dtype)
        x, n = _walked(dense, random), shape[1]
        if name.startswith("cum"):
            if dtype[0] == "f":
                x[:, n // 2 :, 0] = np.nan
            y = np.zeros(shape, dtype)
            assert _run(name, x, y, seed=seed) == 0
            np.testing.assert_array_equal(y, refer(name, [x], (1,)))
        elif name == "take":
            at = rng.integers(-n, n, 11)
            y = np.zeros((shape[0], 11, shape[2]), dtype)
            assert _run(name, x, np.repeat(at, 2)[::2], y, seed=seed) == 0
            np.testing.assert_array_equal(y, np.take(dense, at, 1))
        else:
            at = rng.integers(-n, n, (shape[0], 4, shape[2]))
            y = np.zeros(at.shape, dtype)
            assert _run(name, x, _walked(at, random), y, seed=seed) == 0
            np.testing.assert_array_equal(y, np.take_along_axis(dense, at, 1))


@pytest.mark.parametrize("wrong", [5, -6, 2**62, -(2**63)])
def test_an_index_out_of_range_is_an_error_and_nothing_is_written(wrong: int) -> None:
    x, y = np.ones((2, 5, 3), np.float32), np.zeros((2, 2, 3), np.float32)
    assert _run("take", x, np.array([0, wrong]), y) == 3
    np.testing.assert_array_equal(y, [[[1] * 3, [0] * 3]] * 2)
    at = np.zeros((2, 2, 3), np.int64)
    at[1, 1, 2], y[...] = wrong, 0
    assert _run("take_along_axis", x, at, y) == 3
    assert y.sum() == 11
