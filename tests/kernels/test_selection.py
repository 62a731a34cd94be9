"""top_k: values, places, ties, NaN, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("hypothesis")
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.kernel_calls import Launch, shifted

import streamrt as srt
from streamrt_kernels import reference, top_k

FEW = np.array([0, -0.0, 1, -1, 1e-45, -1e-45, np.nan, -np.nan, np.inf, -np.inf, 2.5], "f4")


@settings(max_examples=150)
@given(
    n=st.integers(0, 5),
    m=st.one_of(st.integers(0, 40), st.integers(100, 700)),
    fraction=st.one_of(st.just(0.05), st.floats(0, 1)),
    seed=st.integers(0, 2**32 - 1),
    kind=st.sampled_from(["few", "many", "rising", "nan"]),
    cuts=st.lists(st.floats(0, 1), max_size=3),
)
def test_the_largest_come_first_and_of_equals_the_first(
    launch: Launch, n: int, m: int, fraction: float, seed: int, kind: str, cuts: list[float]
) -> None:
    rng = np.random.default_rng(seed)
    x = {
        "few": lambda: rng.choice(FEW, (n, m)),
        "many": lambda: rng.standard_normal((n, m), "f4"),
        "rising": lambda: np.sort(rng.standard_normal((n, m), "f4"), axis=1),
        "nan": lambda: np.full((n, m), np.nan, "f4"),
    }[kind]()
    k = round(fraction * m)
    values, indices = np.empty((n, k), "f4"), np.full((n, k), -1, "i8")
    launch(top_k, x, values, indices)
    expected, places = reference.top_k(x, k)
    assert np.array_equal(indices, places)
    assert np.array_equal(values.view("i4"), expected.view("i4"))
    again = np.full((n, k), -1, "i8")
    assert launch.in_parts(top_k, cuts, shifted(x), shifted(values), again) == 0
    assert np.array_equal(again, places)


def test_the_reference_orders_as_documented() -> None:
    x = np.array([[1, np.nan, 3, -0.0, 3, 0.0, -np.inf]], "f4")
    values, places = reference.top_k(x, 7)
    assert places.tolist() == [[2, 4, 0, 3, 5, 6, 1]]
    assert np.isnan(values[0, 6])


def test_more_than_a_row_holds_is_refused(launch: Launch) -> None:
    x, values, indices = np.ones((2, 3), "f4"), np.zeros((2, 4), "f4"), np.zeros((2, 4), "i8")
    with pytest.raises(srt.errors.KernelError, match="k is larger than a row of x"):
        launch(top_k, x, values, indices)
    assert launch.in_parts(top_k, [], x, values, indices) == 1
    assert not values.any()
