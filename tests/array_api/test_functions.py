"""Functions and indexes on drawn arrays, beside the strict implementation of the standard."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt import array_api as xp

strict: Any = pytest.importorskip("array_api_strict")
pytest.importorskip("hypothesis")

from array_api.drawn import FLOATS, LAYOUTS, arrays, compare, given_to_both  # noqa: E402
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from hypothesis.extra.array_api import make_strategies_namespace  # noqa: E402

AXES = st.sampled_from([None, 0, -1, 1, (0, 1), ()])
AXIS = st.sampled_from([0, -1, 1])


@pytest.fixture(scope="module", autouse=True)
def runtime() -> Iterator[srt.Runtime]:
    with srt.Runtime() as opened:
        yield opened


@given(arrays(), LAYOUTS, AXES, st.booleans())
@settings(max_examples=150)
def test_reductions(array: Any, layout: str, axis: Any, keepdims: bool) -> None:
    x, y = given_to_both(array, layout)
    for name in ("sum", "prod", "max", "min", "mean", "std", "var", "all", "any", "count_nonzero"):
        options = {"axis": axis, "keepdims": keepdims}
        compare(lambda m, x, n=name, o=options: getattr(m, n)(x, **o), (x,), (y,))
    if not isinstance(axis, tuple) and array.size:
        for name in ("argmax", "argmin"):
            options = {"axis": axis, "keepdims": keepdims}
            compare(lambda m, x, n=name, o=options: getattr(m, n)(x, **o), (x,), (y,))


@given(arrays(least=1), LAYOUTS, AXIS, st.booleans())
@settings(max_examples=150)
def test_functions_along_an_axis(array: Any, layout: str, axis: int, flag: bool) -> None:
    pair = given_to_both(array, layout)
    for function in (
        lambda m, x: m.cumulative_sum(x, axis=axis, include_initial=flag),
        lambda m, x: m.cumulative_prod(x, axis=axis, include_initial=flag),
        lambda m, x: m.sort(x, axis=axis, descending=flag),
        lambda m, x: m.argsort(x, axis=axis, descending=flag),
        lambda m, x: m.take_along_axis(x, m.argsort(x, axis=axis), axis=axis),
        lambda m, x: m.diff(x, axis=axis, n=1 + flag),
        lambda m, x: m.diff(x, axis=axis, prepend=x, append=x),
        lambda m, x: m.take(x, m.asarray([0, 1, 0, -1][: 3 + flag]), axis=axis),
    ):
        if array.shape[axis] > 2 if axis < array.ndim else False:
            compare(function, pair[:1], pair[1:])


@given(arrays(), LAYOUTS, AXIS)
@settings(max_examples=200)
def test_shapes_and_joins(array: Any, layout: str, axis: int) -> None:
    x, y = given_to_both(array, layout)
    order = tuple(range(array.ndim))[::-1]
    for function in (
        lambda m, x: m.reshape(x, (-1,)) if array.size else x,
        lambda m, x: m.reshape(x, (array.size, 1), copy=True),
        lambda m, x: m.permute_dims(x, order),
        lambda m, x: m.matrix_transpose(x),
        lambda m, x: x.T if array.ndim == 2 else m.moveaxis(x, 0, -1),
        lambda m, x: m.expand_dims(x, axis=axis),
        lambda m, x: m.squeeze(m.expand_dims(x, axis=-1), -1),
        lambda m, x: m.flip(x),
        lambda m, x: m.flip(x, axis=axis),
        lambda m, x: m.broadcast_to(x, (2, *array.shape)),
        lambda m, x: m.broadcast_arrays(x, m.expand_dims(x, axis=0)),
        lambda m, x: m.unstack(x, axis=axis),
        lambda m, x: m.concat([x, x], axis=axis),
        lambda m, x: m.concat([x, x], axis=None),
        lambda m, x: m.stack([x, x], axis=axis),
        lambda m, x: m.roll(x, 2),
        lambda m, x: m.roll(x, (1, -1), axis=(0, 1)),
        lambda m, x: m.tile(x, (2, 1, 3)),
        lambda m, x: m.repeat(x, 3, axis=axis),
        lambda m, x: m.repeat(x, m.asarray([2] * array.shape[0]), axis=0),
        lambda m, x: m.tril(x),
        lambda m, x: m.triu(x, k=1),
        lambda m, x: m.meshgrid(x, x, x, indexing="ij"),
        lambda m, x: m.where(x == x, x, m.zeros_like(x)),
        lambda m, x: m.nonzero(x),
        lambda m, x: m.unique_counts(x),
        lambda m, x: m.unique_inverse(x),
        lambda m, x: m.full_like(x, 1),
        lambda m, x: m.asarray(x, copy=True),
    ):
        compare(function, (x,), (y,))


@given(arrays(), LAYOUTS, st.sampled_from(["bool", "int32", "uint8", "float32", "complex128"]))
@settings(max_examples=100)
def test_casts_of_numbers_that_fit(array: Any, layout: str, dtype: str) -> None:
    if np.dtype(dtype).kind == "u":
        array = np.abs(array)
    x, y = given_to_both(array, layout)
    compare(lambda m, x: m.astype(x, getattr(m, dtype)), (x,), (y,))


PART = st.one_of(
    st.integers(-3, 2),
    st.just(...),
    st.none(),
    st.builds(slice, st.none() | st.integers(-3, 3), st.none() | st.integers(-3, 3)),
    st.builds(slice, st.none(), st.none(), st.sampled_from([1, 2, -1, -2])),
)


@given(arrays(), LAYOUTS, st.lists(PART, max_size=4).map(tuple), st.booleans())
@settings(max_examples=300)
def test_indexes_read_and_write_as_numpy_does(
    array: Any, layout: str, key: tuple[Any, ...], is_scalar: bool
) -> None:
    x, _ = given_to_both(array, layout)
    try:
        wanted = array[key]
    except IndexError:
        with pytest.raises(IndexError):
            x[key]
        return
    np.testing.assert_array_equal(np.asarray(x[key]), wanted)
    value: Any = array.dtype.type(1) if is_scalar else np.zeros_like(wanted)
    written = array.copy()
    written[key] = value
    x[key] = value.item() if is_scalar else xp.asarray(value)
    np.testing.assert_array_equal(np.asarray(x), written)


@given(arrays(least=1), LAYOUTS)
@settings(max_examples=100)
def test_masks_and_arrays_of_places(array: Any, layout: str) -> None:
    x, _ = given_to_both(array, layout)
    mask = array == array.ravel()[0] if array.size else array == 0
    np.testing.assert_array_equal(np.asarray(x[xp.asarray(mask)]), array[mask])
    if not array.size:
        return
    places = np.array([0, -1, 0])
    np.testing.assert_array_equal(np.asarray(x[xp.asarray(places)]), array[places])
    written, more = array.copy(), xp.asarray(array)
    written[mask], written[places] = 1, 0
    more[xp.asarray(mask)] = True
    more[xp.asarray(places)] = False
    np.testing.assert_array_equal(np.asarray(more), written)


@given(arrays(dtypes=("int32", *FLOATS, "complex64"), least=1), LAYOUTS)
@settings(max_examples=100)
def test_products(array: Any, layout: str) -> None:
    x, y = given_to_both(array, layout)
    order = tuple(range(array.ndim))[::-1]
    for function in (
        lambda m, x: m.matmul(x, m.matrix_transpose(x)),
        lambda m, x: x @ m.matrix_transpose(x),
        lambda m, x: m.tensordot(x, x, axes=((0,), (0,))),
        lambda m, x: m.tensordot(x, m.permute_dims(x, order), axes=1),
        lambda m, x: m.vecdot(x, x),
        lambda m, x: m.linalg.outer(x, x),
        lambda m, x: m.linalg.trace(x),
        lambda m, x: m.linalg.diagonal(x, offset=1),
    ):
        compare(function, (x,), (y,))


@given(arrays(dtypes=(*FLOATS, "complex128"), least=2), LAYOUTS)
@settings(max_examples=60)
def test_linear_algebra(array: Any, layout: str) -> None:
    def positive(m: Any, x: Any) -> Any:
        mirrored = (
            m.conj(m.matrix_transpose(x)) if array.dtype.kind == "c" else m.matrix_transpose(x)
        )
        return m.matmul(x, mirrored) + m.eye(array.shape[-2], dtype=x.dtype)

    x, y = given_to_both(array, layout)
    names = [
        "cholesky", "det", "eigvalsh", "inv", "matrix_norm", "matrix_rank", "pinv", "slogdet",
        "svdvals",
    ]  # fmt: skip
    for name in (*names, "slogdet", "svdvals"):
        compare(lambda m, x, n=name: getattr(m.linalg, n)(positive(m, x)), (x,), (y,))
    for function in (
        lambda m, x: m.linalg.matrix_power(positive(m, x), 3),
        lambda m, x: m.linalg.solve(positive(m, x), x),
        lambda m, x: abs(m.linalg.qr(x)[1]),
        lambda m, x: m.linalg.svd(x, full_matrices=False)[1],
        lambda m, x: m.linalg.eigh(positive(m, x))[0],
        lambda m, x: m.linalg.vector_norm(x, axis=-1, keepdims=True),
        lambda m, x: m.linalg.vector_norm(x, ord=1),
        lambda m, x: m.linalg.cross(x[..., :3], x[..., :3]),
    ):
        compare(function, (x,), (y,))


@given(arrays(dtypes=(*FLOATS, "complex64", "complex128"), least=1), LAYOUTS)
@settings(max_examples=60)
def test_fourier_transforms(array: Any, layout: str) -> None:
    if 0 in array.shape:
        return
    x, y = given_to_both(array, layout)
    for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
        compare(lambda m, x, n=name: getattr(m.fft, n)(x), (x,), (y,))
        compare(lambda m, x, n=name: getattr(m.fft, n)(x, n=6, axis=0, norm="ortho"), (x,), (y,))
    for name in ("fftn", "ifftn", "rfftn", "irfftn"):
        compare(lambda m, x, n=name: getattr(m.fft, n)(x), (x,), (y,))
        compare(lambda m, x, n=name: getattr(m.fft, n)(x, s=(4,), axes=(0,)), (x,), (y,))
    compare(lambda m, x: m.fft.fftshift(x), (x,), (y,))
    compare(lambda m, x: m.fft.ifftshift(x, axes=0), (x,), (y,))


def test_hypothesis_draws_arrays_of_the_namespace() -> None:
    """Its strategies make arrays element by element, as suites for any such library do."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # it warns of what a namespace lacks
        drawn = make_strategies_namespace(xp)

    @given(drawn.arrays(drawn.scalar_dtypes(), drawn.array_shapes(min_dims=0)), st.data())
    @settings(max_examples=100)
    def check(x: Any, data: st.DataObject) -> None:
        array = np.asarray(x)
        key = data.draw(drawn.indices(x.shape, allow_newaxis=True))
        np.testing.assert_array_equal(np.asarray(x[key]), array[key])
        np.testing.assert_array_equal(np.asarray(xp.equal(x, x)), array == array)

    check()
