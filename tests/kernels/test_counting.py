"""bincount and histogram: counts against NumPy, values on edges, and what they refuse."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("hypothesis")
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.kernel_calls import Array, Launch, shifted

import streamrt as srt
from streamrt_kernels import bincount, histogram, reference

INTEGERS = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]


@settings(max_examples=100)
@given(
    n=st.integers(0, 300),
    m=st.integers(1, 127),
    dtype=st.sampled_from(INTEGERS),
    seed=st.integers(0, 2**32 - 1),
)
def test_each_number_is_counted(launch: Launch, n: int, m: int, dtype: str, seed: int) -> None:
    x = np.random.default_rng(seed).integers(0, m, n).astype(dtype)
    counts = np.full(m, -1, "i8")
    launch(bincount, x, counts)
    assert np.array_equal(counts, reference.bincount(x, m))
    again = shifted(np.full(m, -1, "i8"))
    assert launch.in_parts(bincount, [], shifted(x), again) == 0
    assert np.array_equal(again, counts)


@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("where", [0, 15, 16, 18])
def test_a_number_without_a_place_is_refused_and_nothing_is_written(
    launch: Launch, dtype: str, where: int
) -> None:
    for bad in (9, np.iinfo(dtype).max, np.iinfo(dtype).min):
        x, counts = np.full(19, 8, dtype), np.full(9, -1, "i8")
        x[where] = bad
        if bad == 0:  # the least number of an unsigned dtype has a place
            assert launch.in_parts(bincount, [], x, counts) == 0
            continue
        with pytest.raises(srt.errors.KernelError, match="x has a number below 0"):
            launch(bincount, x, counts)
        assert (counts == -1).all()
    assert launch.in_parts(bincount, [], np.zeros(1, dtype), np.zeros(0, "i8")) == 1
    assert launch.in_parts(bincount, [], np.zeros(0, dtype), np.zeros(0, "i8")) == 0


def near(edges: Array) -> Array:
    """The edges, the numbers beside them, and what no bin has."""
    odd = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0], edges.dtype)
    beside = [np.nextafter(edges, edges.dtype.type(side)) for side in (-np.inf, np.inf)]
    return np.concatenate([edges, *beside, odd, edges[:-1] + np.diff(edges) / 2])


@settings(max_examples=150)
@given(
    m=st.integers(1, 70),
    dtype=st.sampled_from(["f4", "f8"]),
    low=st.floats(-1e6, 1e6),
    width=st.floats(1e-3, 1e6),
    seed=st.integers(0, 2**32 - 1),
)
def test_equal_bins_count_as_numpys_to_the_last_bit(
    launch: Launch, m: int, dtype: str, low: float, width: float, seed: int
) -> None:
    edges = np.linspace(low, low + width, m + 1, dtype=dtype)
    if (edges[:-1] >= edges[1:]).any():
        edges = np.linspace(0, width, m + 1, dtype=dtype)
    rng = np.random.default_rng(seed)
    x = np.concatenate([near(edges), rng.uniform(low - width, low + 2 * width, 200).astype(dtype)])
    rng.shuffle(x)
    counts = np.full(m, -1, "i8")
    launch(histogram, x, edges, counts)
    numbers = x[~np.isnan(x)]
    # NumPy's rule for equal bins, and its rule for edges of any kind.
    bounds = (edges[0], edges[-1])
    equal, made = np.histogram(numbers, m, bounds)
    if np.array_equal(made, edges):
        assert np.array_equal(counts, equal)
    assert np.array_equal(counts, reference.histogram(x, edges))
    again = shifted(np.full(m, -1, "i8"))
    assert launch.in_parts(histogram, [], shifted(x), shifted(edges), again) == 0
    assert np.array_equal(again, counts)


@settings(max_examples=100)
@given(
    edges=st.lists(st.sampled_from([-np.inf, -2.5, -1, -0.0, 0, 1e-30, 1, 7, 1e30, np.inf])),
    dtype=st.sampled_from(["f4", "f8"]),
)
def test_bins_of_any_width_count_too(launch: Launch, edges: list[float], dtype: str) -> None:
    bounds = np.sort(np.array([*edges, 3.0], dtype))
    with np.errstate(invalid="ignore", over="ignore"):
        x = near(bounds)
    counts = np.full(len(edges), -1, "i8")
    launch(histogram, x, bounds, counts)
    assert np.array_equal(counts, reference.histogram(x, bounds))


@pytest.mark.parametrize(
    ("edges", "bins", "message"),
    [
        ([0.0, 1], 2, "one more than counts"),
        ([], 0, "one more than counts"),
        ([0, 2, 1], 2, "must not fall"),
        ([0, np.nan, 1], 2, "nor be NaN"),
        ([np.nan, 0, 1], 2, "nor be NaN"),
    ],
)
def test_edges_that_are_none_are_refused(
    launch: Launch, edges: list[float], bins: int, message: str
) -> None:
    counts = np.full(bins, -1, "i8")
    with pytest.raises(srt.errors.KernelError, match=message):
        launch(histogram, np.zeros(5, "f4"), np.array(edges, "f4"), counts)
    assert (counts == -1).all()
