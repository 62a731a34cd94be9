"""Sentences of the standard: each test is one, on drawn arrays.

They have the content of tests of the public suite, data-apis/array-api-tests, which CONTRIBUTING.md
says how to run.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt import array_api as xp
from streamrt.errors import ArgumentError

pytest.importorskip("array_api_strict")
pytest.importorskip("hypothesis")

from array_api.drawn import arrays
from hypothesis import given, settings
from hypothesis import strategies as st

SPACES = pytest.mark.parametrize("space", [xp, xp.linalg], ids=["main", "linalg"])
IN_PLACE = {
    **dict.fromkeys(("iadd", "isub", "imul", "ifloordiv", "imod"), ("int32", "float32")),
    **dict.fromkeys(("itruediv", "ipow"), ("float32",)),
    **dict.fromkeys(("iand", "ior", "ixor"), ("bool", "int32")),
    **dict.fromkeys(("ilshift", "irshift"), ("int32",)),
}


@pytest.fixture(scope="module", autouse=True)
def runtime() -> Iterator[srt.Runtime]:
    with srt.Runtime() as opened:
        yield opened


@given(st.data(), st.sampled_from(sorted(IN_PLACE)), st.booleans(), st.booleans())
@settings(max_examples=60)
def test_an_in_place_operator_writes_to_its_operand_and_to_no_copy(
    data: st.DataObject, name: str, is_scalar: bool, is_view: bool
) -> None:
    """`__iadd__`, `__isub__`, `__imul__`, `__ifloordiv__`, `__ilshift__`, `__ixor__` and others."""
    array = data.draw(arrays(dtypes=IN_PLACE[name]))
    one = array.dtype.type(1)
    other = one.item() if is_scalar else np.full(array.shape, one)
    x = xp.asarray(array)
    copied = xp.asarray(x, copy=True)
    view = copied[...] if is_view else copied
    operand: Any = other if is_scalar else xp.asarray(other)
    assert getattr(operator, name)(view, operand) is view
    wanted = getattr(operator, name)(array.copy(), other)
    np.testing.assert_array_equal(np.asarray(x), array)
    for written in (view, copied):
        assert (written.dtype, written.shape) == (array.dtype, array.shape)
        np.testing.assert_allclose(np.asarray(written), wanted, rtol=1e-6)


@given(arrays(), st.sampled_from([None, True, False]), st.booleans(), st.data())
@settings(max_examples=60)
def test_asarray_copies_if_it_is_asked_to(
    array: Any, copy: bool | None, has_dtype: bool, data: st.DataObject
) -> None:
    x = xp.asarray(array)
    found = xp.asarray(x, copy=copy, dtype=x.dtype if has_dtype else None)
    assert (found.dtype, found.shape) == (array.dtype, array.shape)
    np.testing.assert_array_equal(np.asarray(found), array)
    if array.size:
        place = tuple(data.draw(st.integers(0, extent - 1)) for extent in array.shape)
        x[place] = (array.dtype.type(array[place] == 0)).item()
        is_old = bool(np.asarray(found)[place] == array[place])
        assert is_old == bool(copy)


@given(arrays(least=1), st.booleans())
@settings(max_examples=40)
def test_nested_lists_of_elements_are_arrays(array: Any, has_dtype: bool) -> None:
    x = xp.asarray(array)

    def nested(x: Any) -> Any:
        return [nested(each) if each.ndim else each for each in x]

    if array.size:
        found = xp.asarray(nested(x), dtype=x.dtype if has_dtype else None)
        x[...] = array.dtype.type(0).item()  # which the lists read before
        assert found.dtype == array.dtype
        np.testing.assert_array_equal(np.asarray(found), array)


def test_lists_of_arrays_and_numbers_have_the_dtype_that_numpy_gives_them() -> None:
    one, two = np.asarray(1, np.int8), np.asarray(2.5, np.float32)
    mine: Any = [xp.asarray(one), xp.asarray(two)]
    lists: tuple[Any, ...] = ([0, 1], [[0, 7], (1, True)], [[[0]], [[9.5]]], [0, 2j])
    for given_ in lists:

        def filled(thing: Any, arrays: Any) -> Any:
            if isinstance(thing, list | tuple):
                return [filled(each, arrays) for each in thing]
            return arrays[thing] if type(thing) is int and thing < 2 else thing

        wanted = np.asarray(filled(given_, [one, two]))
        found = xp.asarray(filled(given_, mine))
        assert found.dtype == wanted.dtype
        np.testing.assert_array_equal(np.asarray(found), wanted)
    narrow = xp.asarray(mine, dtype=xp.float32, device=mine[0].device)
    assert narrow.dtype == xp.float32
    with pytest.raises(ArgumentError, match="300"):
        xp.asarray([mine[0], 300], dtype=xp.int8)


@SPACES
def test_matrix_transpose_swaps_the_elements(space: Any) -> None:
    x = xp.reshape(xp.arange(6), (2, 3))
    wanted = xp.asarray([[x[i, j] for i in range(2)] for j in range(3)], dtype=x.dtype)
    assert bool(xp.all(space.matrix_transpose(x) == wanted))


def test_outer_has_the_products_of_all_pairs() -> None:
    x, y = xp.arange(2, dtype=xp.float32) + 1, xp.arange(3, dtype=xp.float32) - 1
    wanted = xp.asarray([[a * b for b in y] for a in x], dtype=xp.float32)
    found = xp.linalg.outer(x, y)
    assert (found.shape, found.dtype) == ((2, 3), xp.float32)
    assert bool(xp.all(found == wanted))


@SPACES
@pytest.mark.parametrize("dtype", ["float64", "int32", "complex128"])
def test_vecdot_broadcasts_all_axes_but_one(space: Any, dtype: str) -> None:
    rng = np.random.default_rng(5)

    def drawn(*shape: int) -> Any:
        made = rng.integers(-5, 5, shape)
        return (made + 1j * made[..., ::-1] if dtype[0] == "c" else made).astype(dtype)

    for one, other, axis in (
        ((3,), (3,), -1), ((2, 3), (3,), -1), ((4, 3, 1), (3, 5), -2), ((2, 1), (1, 1), -1),
        ((2, 0), (0,), -1), ((3, 2), (4, 3, 1), -2),
    ):  # fmt: skip
        a, b = drawn(*one), drawn(*other)
        wanted = (np.conj(a) * b).sum(axis=axis)
        found = space.vecdot(xp.asarray(a), xp.asarray(b), axis=axis)
        assert (found.dtype, found.shape) == (np.dtype(dtype), wanted.shape)
        np.testing.assert_allclose(np.asarray(found), wanted)
    for one, other, axis in (((3,), (1,), -1), ((2, 1), (2, 3), -1), ((1, 3), (2, 3), -2)):
        with pytest.raises(ArgumentError, match="elements"):
            space.vecdot(xp.asarray(drawn(*one)), xp.asarray(drawn(*other)), axis=axis)
