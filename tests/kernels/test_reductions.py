"""sum_rows and normalize_rows: values, accuracy, and that the division does not matter."""

from __future__ import annotations

import math

import numpy as np
import pytest

pytest.importorskip("hypothesis")
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shared.kernel_calls import Launch, shifted

from streamrt_kernels import normalize_rows, reference, sum_rows

rows = st.integers(0, 6)
widths = st.one_of(st.integers(0, 40), st.integers(250, 520), st.integers(1000, 5000))
seeds = st.integers(0, 2**32 - 1)
cuts = st.lists(st.floats(0, 1), max_size=4)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@settings(max_examples=60)
@given(n=rows, m=widths, seed=seeds, cuts=cuts, scale=st.sampled_from([1.0, 1e-30, 1e25]))
@example(n=1, m=100_003, seed=0, cuts=[], scale=1.0)
def test_a_sum_is_as_accurate_as_pairwise(
    launch: Launch, dtype: str, n: int, m: int, seed: int, cuts: list[float], scale: float
) -> None:
    x = (np.random.default_rng(seed).standard_normal((n, m)) * scale).astype(dtype)
    y = np.full(n, np.nan, dtype)
    launch(sum_rows, x, y)
    bound = (24 + math.log2(m or 1)) * np.finfo(dtype).eps
    for row, total in zip(x, y, strict=True):
        assert abs(float(total) - math.fsum(row)) <= bound * math.fsum(abs(row))
    again = np.full(n, np.nan, dtype)
    assert launch.in_parts(sum_rows, cuts, shifted(x), again) == 0
    assert np.array_equal(y, again)


def test_a_long_sum_is_as_accurate_as_numpys(launch: Launch) -> None:
    # A sum that adds one after the other is off by about 4e-4 of itself here.
    x = np.random.default_rng(7).random((1, 1 << 22), dtype="f4")
    exact = math.fsum(x[0])
    y = np.zeros(1, "f4")
    launch(sum_rows, x, y)
    ours, numpys = abs(float(y[0]) - exact), abs(float(x.sum()) - exact)
    assert ours <= max(2 * numpys, np.spacing(np.float32(exact)))


@settings(max_examples=60)
@given(n=rows, m=widths, seed=seeds)
def test_a_sum_of_integers_wraps_as_numpys(launch: Launch, n: int, m: int, seed: int) -> None:
    limits = np.iinfo("i8")
    x = np.random.default_rng(seed).integers(limits.min, limits.max, (n, m), "i8", endpoint=True)
    y = np.full(n, -1, "i8")
    launch(sum_rows, x, y)
    assert np.array_equal(y, reference.sum_rows(x))


def test_a_sum_carries_nan_and_infinities(launch: Launch) -> None:
    x = np.ones((3, 1000), "f4")
    x[0, 999], x[1, 3], x[2, 500:502] = np.nan, np.inf, (np.inf, -np.inf)
    y = np.zeros(3, "f4")
    launch(sum_rows, x, y)
    assert np.array_equal(y, [np.nan, np.inf, np.nan], equal_nan=True)


@settings(max_examples=60)
@given(
    n=rows,
    m=widths,
    seed=seeds,
    cuts=cuts,
    scale=st.sampled_from([1.0, 1e-44, 1e-38, 1e-20, 1e25, 1e37]),
)
def test_rows_are_normalised_within_one_ulp(
    launch: Launch, n: int, m: int, seed: int, cuts: list[float], scale: float
) -> None:
    rng = np.random.default_rng(seed)
    x = (rng.standard_normal((n, m)) * scale).astype("f4")
    x[rng.random(n) < 0.3] = 0
    expected = reference.normalize_rows(x)
    again = shifted(x)
    launch(normalize_rows, x)
    np.testing.assert_array_max_ulp(x, expected, 1)
    assert launch.in_parts(normalize_rows, cuts, again) == 0
    assert np.array_equal(x, again)


def test_a_row_of_zeros_stays_and_nan_spreads_over_its_row_only(launch: Launch) -> None:
    x = np.ones((4, 37), "f4")
    x[1] = -0.0
    x[2, 5] = np.nan
    x[3, 7] = np.inf
    expected = reference.normalize_rows(x)
    launch(normalize_rows, x)
    assert np.signbit(x[1]).all()
    assert not x[1].any()
    np.testing.assert_array_max_ulp(x, expected, 1)
