"""Elementwise functions on special values, beside the strict implementation of the standard."""

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

from array_api.drawn import (  # noqa: E402
    BINARY,
    DTYPES,
    UNARY,
    assert_same,
    assert_same_signs,
    special,
)  # fmt: skip

NOT_ALIKE = {("sign", "complex64"), ("sign", "complex128")}
"""What the standard leaves open: the sign of an infinite complex number."""


@pytest.fixture(scope="module", autouse=True)
def runtime() -> Iterator[srt.Runtime]:
    with srt.Runtime() as opened, warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield opened


def defined(name: str, x2: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Second operands for which the standard has a meaning."""
    if x2.dtype.kind not in "iu":
        return x2
    if name == "pow" or "shift" in name:
        return (np.abs(x2.astype(object)) % 8).astype(x2.dtype)
    return (
        np.where(x2 == 0, 1, x2).astype(x2.dtype) if name in ("floor_divide", "remainder") else x2
    )


@pytest.mark.parametrize("dtype", DTYPES)
def test_functions_of_one_array(dtype: str) -> None:
    x, compared = special(dtype), 0
    for name in UNARY:
        try:
            wanted = getattr(strict, name)(strict.asarray(x))
        except (TypeError, ValueError):  # the standard has no meaning for it
            continue
        found = getattr(xp, name)(xp.asarray(x))
        if (name, dtype) not in NOT_ALIKE:
            compared += 1
            assert_same_each(name, found, wanted)
    assert compared >= 2


@pytest.mark.parametrize("dtype", DTYPES)
def test_functions_of_two_arrays_and_operators(dtype: str) -> None:
    x1, x2 = (each.ravel() for each in np.meshgrid(special(dtype), special(dtype)))
    compared = 0
    for name in BINARY:
        second = defined(name, x2)
        try:
            wanted = getattr(strict, name)(strict.asarray(x1), strict.asarray(second))
        except (TypeError, ValueError):
            continue
        compared += 1
        assert_same_each(name, getattr(xp, name)(xp.asarray(x1), xp.asarray(second)), wanted)
        if name in OPERATORS:
            found = getattr(xp.asarray(x1), OPERATORS[name])(xp.asarray(second))
            assert_same_each(OPERATORS[name], found, wanted)
    assert compared >= 5


OPERATORS = {
    "add": "__add__", "bitwise_and": "__and__", "divide": "__truediv__", "equal": "__eq__",
    "floor_divide": "__floordiv__", "greater": "__gt__", "less_equal": "__le__",
    "multiply": "__mul__", "pow": "__pow__", "remainder": "__mod__", "subtract": "__sub__",
    "bitwise_left_shift": "__lshift__",
}  # fmt: skip


def assert_same_each(name: str, found: Any, wanted: Any) -> None:
    mine, other = np.asarray(found), np.asarray(wanted)
    assert (mine.dtype, mine.shape) == (other.dtype, other.shape), name
    if mine.dtype.kind not in "fc":
        np.testing.assert_array_equal(mine, other, name)
        return
    rtol = 1e-5 if str(mine.dtype) in ("float32", "complex64") else 1e-12
    np.testing.assert_allclose(mine, other, rtol=rtol, atol=0, err_msg=name)
    assert_same_signs(mine, other)


@pytest.mark.parametrize("number", [2, -3, 0.5, True])
@pytest.mark.parametrize("dtype", ["int16", "uint8", "float32", "float64", "bool"])
def test_python_numbers_take_the_dtype_of_the_array(dtype: str, number: Any) -> None:
    x = special(dtype)
    for name in ("__add__", "__rsub__", "__mul__", "__lt__", "__truediv__", "__rtruediv__"):
        try:
            wanted = getattr(strict.asarray(x), name)(number)
        except (TypeError, OverflowError):
            continue
        found = getattr(xp.asarray(x), name)(number)
        assert_same(found, wanted, 1e-5)
