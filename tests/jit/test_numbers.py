"""Numbers as arguments: passed by value to whatever kernels take them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import streamrt
from streamrt.errors import TraceValueError

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
