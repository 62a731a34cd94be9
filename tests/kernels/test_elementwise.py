"""fill, copy, cast and axpy against NumPy, over shapes, strides, alignments and divisions."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("hypothesis")
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.kernel_calls import Array, Launch

from streamrt_kernels import axpy, cast, copy, fill, reference

ALL = ("f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "?")
CASTABLE = ("f2", "f4", "f8", "i4", "i8", "u1", "?")

shapes = st.one_of(
    st.lists(st.integers(0, 7), max_size=4).map(tuple),
    st.tuples(st.integers(0, 300)),
    st.tuples(st.integers(0, 5), st.integers(0, 90)),
)
seeds = st.integers(0, 2**32 - 1)
cuts = st.lists(st.floats(0, 1), max_size=4)


def view(draw: st.DrawFn, shape: tuple[int, ...], dtype: str) -> Array:
    """An array of zeros within a larger one: any order of axes, any steps, any first element."""
    dense = draw(st.booleans())
    order = range(len(shape)) if dense else draw(st.permutations(range(len(shape))))
    steps = [1 if dense else draw(st.sampled_from((1, 1, 2, -1, -3))) for _ in shape]
    extents = [n * abs(step) for n, step in zip(shape, steps, strict=True)]
    offset = draw(st.integers(0, 3))
    base = np.zeros(int(np.prod(extents)) + offset, dtype)[offset:]
    array = base.reshape([extents[axis] for axis in order]).transpose(np.argsort(list(order)))
    array = array[(..., *(slice(None, None, step) for step in steps))]
    assert array.shape == shape
    return array


@st.composite
def views(draw: st.DrawFn, *dtypes: str) -> list[Array]:
    """Arrays of one shape, each of its own layout and full of numbers."""
    shape = draw(shapes)
    rng = np.random.default_rng(draw(seeds))
    arrays = [view(draw, shape, dtype) for dtype in dtypes]
    for array in arrays:
        numbers = np.asarray(rng.standard_normal(shape) * 100)
        if array.dtype.kind != "f":
            numbers = numbers.astype("i8") & (1 if array.dtype == bool else -1)
        array[...] = numbers.astype(array.dtype)
    return arrays


def same(x: Array, y: Array) -> bool:
    """Whether two arrays are equal, NaNs too, and so are the signs of their zeros."""
    equal = np.array_equal(x, y, equal_nan=x.dtype.kind == "f")
    return equal and (x.dtype.kind != "f" or np.array_equal(np.signbit(x), np.signbit(y)))


@pytest.mark.parametrize("dtype", ALL)
@settings(max_examples=15)
@given(data=st.data(), cuts=cuts)
def test_fill_sets_every_element(
    launch: Launch, dtype: str, data: st.DataObject, cuts: list[float]
) -> None:
    (y,) = data.draw(views(dtype))
    launch(fill, y, 1)
    assert same(y, reference.fill(y, 1))
    assert launch.in_parts(fill, cuts, y, 0) == 0
    assert same(y, reference.fill(y, 0))


@pytest.mark.parametrize("dtype", ALL)
@settings(max_examples=15)
@given(data=st.data(), cuts=cuts)
def test_copy_keeps_every_element(
    launch: Launch, dtype: str, data: st.DataObject, cuts: list[float]
) -> None:
    x, y = data.draw(views(dtype, dtype))
    launch(copy, x, y)
    assert same(y, reference.copy(x))
    y[...] = 0
    assert launch.in_parts(copy, cuts, x, y) == 0
    assert same(y, reference.copy(x))


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@settings(max_examples=60)
@given(data=st.data(), cuts=cuts, alpha=st.floats(-1e3, 1e3))
def test_axpy_is_numpy_bit_by_bit(
    launch: Launch, dtype: str, data: st.DataObject, cuts: list[float], alpha: float
) -> None:
    x, y = data.draw(views(dtype, dtype))
    expected = reference.axpy(x, y, alpha)
    again = y.copy()
    launch(axpy, x, y, alpha)
    assert same(y, expected)
    assert launch.in_parts(axpy, cuts, x, again, alpha) == 0
    assert same(again, expected)


def test_axpy_in_place_doubles(launch: Launch) -> None:
    x = np.arange(1000, dtype="f4")
    launch(axpy, x, x, 1.0)
    assert np.array_equal(x, 2 * np.arange(1000))


def extremes(dtype: str) -> Array:
    """What a cast may stumble over: limits of every integer, fractions, NaN and infinities."""
    if dtype == "?":
        return np.array([True, False])
    if dtype[0] in "iu":
        limits = np.iinfo(dtype)
        return np.array([limits.min, limits.max, 0, 1, limits.max - 1, limits.max // 2], dtype)
    bits = [1.0, 0.5, 255, 256, 2.0**31, 2.0**32, 2.0**52, 2.0**63, 2.0**64, 1e-40, 1e300]
    with np.errstate(over="ignore"):
        numbers = np.array([0.0, np.nan, np.inf, *bits]).astype(dtype)
    near = np.concatenate([numbers, np.nextafter(numbers, 0), numbers + np.asarray(0.5, dtype)])
    return np.concatenate([near, -near])


@pytest.mark.parametrize("target", CASTABLE)
@pytest.mark.parametrize("source", CASTABLE)
@settings(max_examples=10)
@given(data=st.data(), cuts=cuts)
def test_cast_is_astype(
    launch: Launch, source: str, target: str, data: st.DataObject, cuts: list[float]
) -> None:
    x, y = data.draw(views(source, target))
    edges = extremes(source)
    # Some of the elements are extremes, at any place of vectors and of what fills none.
    mask = np.random.default_rng(data.draw(seeds)).random(x.shape) < 0.5
    x[mask] = np.resize(edges, mask.sum())
    expected = reference.cast(x, target)
    launch(cast, x, y)
    assert same(y, expected)
    y[...] = 0
    assert launch.in_parts(cast, cuts, x, y) == 0
    assert same(y, expected)


@pytest.mark.parametrize("target", ["i4", "i8", "u1"])
def test_the_reference_cast_is_numpys_where_numpy_defines_it(target: str) -> None:
    limits = np.iinfo(target)
    x = np.linspace(limits.min, limits.max // 2, 1001)
    assert np.array_equal(reference.cast(x, target), x.astype(target))
    assert reference.cast(np.array([np.nan, np.inf, -np.inf]), target).tolist() == [
        0,
        limits.max,
        limits.min,
    ]
