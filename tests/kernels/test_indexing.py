"""iota and scatter_add: bits, places, every split, and what they refuse."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("hypothesis")
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.kernel_calls import Array, Launch, shifted

import streamrt as srt
from streamrt_kernels import iota, reference, scatter_add
from streamrt_kernels.indexing import NUMBERS

CODES = {name: f"{'u' if name[0] == 'u' else name[0]}{int(name[1:]) // 8}" for name in NUMBERS}


def numbers(rng: np.random.Generator, shape: tuple[int, ...], dtype: str) -> Array:
    """Numbers of all the range of an integer dtype; as a float, of many magnitudes."""
    if dtype[0] == "f":
        return (rng.standard_normal(shape) * 10.0 ** rng.integers(-9, 9, shape)).astype(dtype)
    limits = np.iinfo(dtype)
    return rng.integers(limits.min, limits.max, shape, dtype, endpoint=True)


@settings(max_examples=150)
@given(
    n=st.integers(1, 9),
    k=st.one_of(st.integers(0, 30), st.just(500)),
    m=st.one_of(st.integers(0, 40), st.sampled_from([1, 64, 129])),
    dtype=st.sampled_from(sorted(CODES.values())),
    seed=st.integers(0, 2**32 - 1),
    cuts=st.lists(st.floats(0, 1), max_size=3),
)
def test_rows_grow_in_the_order_of_their_indices(
    launch: Launch, n: int, k: int, m: int, dtype: str, seed: int, cuts: list[float]
) -> None:
    rng = np.random.default_rng(seed)
    idx, x, y = rng.integers(-n, n, k), numbers(rng, (k, m), dtype), numbers(rng, (n, m), dtype)
    want, again = reference.scatter_add(idx, x, y), shifted(y)
    launch(scatter_add, idx, x, y)
    assert y.tobytes() == want.tobytes()
    assert launch.in_parts(scatter_add, cuts, shifted(idx), shifted(x), again) == 0
    assert again.tobytes() == want.tobytes()


@pytest.mark.parametrize("bad", [3, -4, 2**63 - 1, -(2**63)])
@pytest.mark.parametrize("where", [0, 7, 8, 20])
@pytest.mark.parametrize("m", [1, 5])
def test_an_index_out_of_range_is_refused_and_nothing_is_written(
    launch: Launch, bad: int, where: int, m: int
) -> None:
    idx, x, y = np.zeros(21, "i8"), np.ones((21, m), "f4"), np.zeros((3, m), "f4")
    idx[where] = bad
    with pytest.raises(srt.errors.KernelError, match="idx has an index that y has no row for"):
        launch(scatter_add, idx, x, y)
    assert launch.in_parts(scatter_add, [0.5], idx, x, y) == 1
    assert not y.any()


def test_no_row_takes_no_index(launch: Launch) -> None:
    launch(scatter_add, np.zeros(0, "i8"), np.zeros((0, 4), "f4"), np.zeros((0, 4), "f4"))
    with pytest.raises(srt.errors.KernelError, match="has no row for"):
        launch(scatter_add, np.zeros(1, "i8"), np.zeros((1, 4), "f4"), np.zeros((0, 4), "f4"))


def test_what_is_added_may_not_lie_in_what_grows(launch: Launch) -> None:
    y = np.ones((4, 3), "f4")
    with pytest.raises(srt.errors.ArgumentError, match="share"):
        launch(scatter_add, np.zeros(4, "i8"), y, y)
    with pytest.raises(srt.errors.ArgumentError, match="idx"):
        launch(scatter_add, np.zeros(4, "i4"), np.ones((4, 3), "f4"), y)


@pytest.mark.parametrize("dtype", sorted(CODES.values()))
@pytest.mark.parametrize("n", [0, 1, 7, 63, 64, 65, 1000])
def test_places_count_up_from_the_start(launch: Launch, dtype: str, n: int) -> None:
    y = np.zeros(n, dtype)
    start, step = (0.1, -0.7) if dtype[0] == "f" else (3, 5)
    want = reference.iota(y, start, step)
    launch(iota, y, start, step)
    assert y.tobytes() == want.tobytes()
    if dtype in ("f8", "i8"):  # the plan's slots hold them as they are
        again = shifted(np.zeros_like(y))
        assert launch.in_parts(iota, [0.3, 0.31, 0.8], again, start, step) == 0
        assert again.tobytes() == want.tobytes()
    if dtype[0] != "f":
        assert y.tobytes() == np.arange(3, 3 + 5 * n, 5).astype(dtype).tobytes()


def test_a_float_place_has_one_error_however_far() -> None:
    far = reference.iota(np.zeros(10**6, "f4"), 0.0, 0.1)
    assert abs(far[-1] - 99999.9) < 0.02
