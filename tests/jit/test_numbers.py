"""Numbers as arguments, passed by value to whatever kernels take them; NumPy's own functions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import streamrt
from streamrt.errors import TraceError, TraceValueError

X = np.arange(6.0)


@pytest.mark.parametrize("number", [float, int, np.float32, np.float64, np.int8, np.int64])
def test_a_program_of_several_kernels_takes_numbers_of_any_type(number: Any) -> None:
    @streamrt.jit
    def scaled(x: Any, a: Any, n: Any) -> Any:
        return x + n, np.full(3, 1.0, like=x) * a  # of two shapes, so two kernels

    for value in (-3, 2):
        for _ in range(3):  # by way of Python first, then in one native step
            for found, expected in zip(
                scaled(X, number(value), -5),
                (X - 5, np.full(3, float(value))),
                strict=True,
            ):
                np.testing.assert_allclose(np.asarray(found), expected)


def test_a_number_out_of_range_is_refused_after_calls_of_other_kinds() -> None:
    scaled = streamrt.jit(lambda x, a: x * a)
    small, wide = np.ones(2, np.uint8), np.ones(2, np.int64)
    np.testing.assert_array_equal(scaled(small, 2), small * 2)
    for other in (2.0, np.int8(2), np.float32(2), np.float64(2), np.int16(2), np.uint8(2)):
        np.testing.assert_array_equal(scaled(wide, other), wide * other)
    np.testing.assert_array_equal(scaled(wide, -1), -wide)
    with pytest.raises(TraceValueError, match="-1 out of bounds for uint8"):
        scaled(small, -1)


@pytest.mark.parametrize("function", [np.exp, np.sum, np.mean, np.max, np.linalg.norm])
def test_a_function_of_numpy_is_compiled_by_itself(function: Any) -> None:
    found = np.asarray(streamrt.jit(function)(X))
    np.testing.assert_allclose(found, function(X), rtol=1e-14)
    assert found.dtype == function(X).dtype


def test_an_average_takes_weights_of_one_axis() -> None:
    x, w = X.reshape(2, 3), np.array([1.0, 2.0])
    averaged = streamrt.jit(lambda x, w: np.average(x, axis=-2, weights=w))
    np.testing.assert_allclose(np.asarray(averaged(x, w)), np.average(x, axis=-2, weights=w))


@pytest.mark.parametrize("dtype", ["i1", "u1", "i4", "u8", "i8", "f4"])
@pytest.mark.parametrize(
    "function",
    [
        lambda x, n: x + n,
        lambda x, n: x * (n + 1),
        lambda x, n: np.maximum(n, x),
        lambda x, n: x <= n,
    ],
)
def test_integers_that_do_not_fit_are_refused_as_numpy_refuses_them(
    dtype: str, function: Any
) -> None:
    jitted = streamrt.jit(function)
    x = np.arange(4).astype(dtype)
    for n in (3, 2, 300, -300, 100, -1, 2**40, 2**63 - 2, 5, -(2**63)):
        try:
            with np.errstate(all="ignore"):
                expected = function(x, n)
        except OverflowError:
            for _ in range(2):
                with pytest.raises(TraceError, match=r"Python integer .* out of bounds"):
                    jitted(x, n)
        else:
            for _ in range(2):
                np.testing.assert_array_equal(jitted(x, n), expected)
