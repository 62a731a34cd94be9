"""The OpenCL C of take, cumsum and their neighbours, run by a driver beside NumPy."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from ir.on_cuda.test_cuda_called import KERNELS, SHAPES, _walked
from ir.on_opencl.opencl_runs import run_kernel

from streamrt._ir.called import refer
from streamrt._ir.called_kernels import _guarded

pytestmark = pytest.mark.opencl


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
            assert run_kernel(KERNELS[name], x, y) == 0
            np.testing.assert_array_equal(y, refer(name, [x], (1,)))
        elif name == "take":
            at = rng.integers(-n, n, 11)
            y = np.zeros((shape[0], 11, shape[2]), dtype)
            assert run_kernel(KERNELS[name], x, np.repeat(at, 2)[::2], y) == 0
            np.testing.assert_array_equal(y, np.take(dense, at, 1))
        else:
            at = rng.integers(-n, n, (shape[0], 4, shape[2]))
            y = np.zeros(at.shape, dtype)
            assert run_kernel(KERNELS[name], x, _walked(at, random), y) == 0
            np.testing.assert_array_equal(y, np.take_along_axis(dense, at, 1))


@pytest.mark.parametrize("wrong", [5, -6, 2**62, -(2**63)])
def test_an_index_out_of_range_is_an_error_and_nothing_is_written(wrong: int) -> None:
    x, y = np.ones((2, 5, 3), np.float32), np.zeros((2, 2, 3), np.float32)
    assert run_kernel(KERNELS["take"], x, np.array([0, wrong]), y) == 3
    np.testing.assert_array_equal(y, [[[1] * 3, [0] * 3]] * 2)
    at = np.zeros((2, 2, 3), np.int64)
    at[1, 1, 2], y[...] = wrong, 0
    assert run_kernel(KERNELS["take_along_axis"], x, at, y) == 3
    assert y.sum() == 11


def test_a_code_that_is_set_fails_the_launch_and_nothing_is_written() -> None:
    kernel = _guarded("the first meaning\nthe second one")
    x, y = np.arange(700, dtype="f4")[::-1], np.zeros(700, "f4")
    assert run_kernel(kernel, x, np.array([7]), y) == 7
    assert not y.any()
    assert run_kernel(kernel, x, np.array([0]), y) == 0
    np.testing.assert_array_equal(y, x)
