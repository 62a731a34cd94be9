"""Arrays as hypothesis draws them, and comparisons with the strict implementation of NumPy."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import array_api_strict as strict
import numpy as np
from hypothesis import strategies as st

from streamrt import array_api as xp

Array = np.ndarray[Any, Any]

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
FLOATS = ("float32", "float64")
COMPLEX = ("complex64", "complex128")
DTYPES = ("bool", *INTEGERS, *FLOATS, *COMPLEX)

UNARY = (
    *("abs", "acos", "acosh", "asin", "asinh", "atan", "atanh", "bitwise_invert", "ceil", "conj"),
    *("cos", "cosh", "exp", "expm1", "floor", "imag", "isfinite", "isinf", "isnan", "log"),
    *("log1p", "log2", "log10", "logical_not", "negative", "positive", "real", "reciprocal"),
    *("round", "sign", "signbit", "sin", "sinh", "square", "sqrt", "tan", "tanh", "trunc"),
)
BINARY = (
    *("add", "atan2", "bitwise_and", "bitwise_left_shift", "bitwise_or", "bitwise_right_shift"),
    *("bitwise_xor", "copysign", "divide", "equal", "floor_divide", "greater", "greater_equal"),
    *("hypot", "less", "less_equal", "logaddexp", "logical_and", "logical_or", "logical_xor"),
    *("maximum", "minimum", "multiply", "nextafter", "not_equal", "pow", "remainder", "subtract"),
)

SPECIAL = (
    0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, -3.0, 1e-310, np.inf, -np.inf, np.nan,
    np.pi / 2, 100.0, -7.5, 2.5, 1.5,
)  # fmt: skip
PARTS = (0.0, -0.0, 1.0, -2.5, np.inf, -np.inf, np.nan)

SHAPES = ((), (0,), (1,), (5,), (3, 4), (2, 0, 3), (2, 3, 4))


def special(dtype: str) -> Array:
    """Every value of a dtype that the standard has special cases for, and some others."""
    kind = np.dtype(dtype).kind
    if kind == "b":
        return np.array([True, False])
    if kind in "iu":
        ends = np.iinfo(dtype)
        few = [0, 1, 2, 3, 5, 7, ends.max, ends.max - 1]
        return np.array(few + ([-1, -2, -7, ends.min] if kind == "i" else []), dtype)
    if kind == "f":
        with np.errstate(all="ignore"):
            return np.array(SPECIAL, dtype)
    return np.array([complex(re, im) for re in PARTS for im in PARTS], dtype)


@st.composite
def arrays(draw: st.DrawFn, dtypes: tuple[str, ...] = DTYPES, least: int = 0) -> Array:
    """An array with at least so many dimensions, often not dense, of ordinary elements."""
    dtype = np.dtype(draw(st.sampled_from(dtypes)))
    shape = draw(st.sampled_from([each for each in SHAPES if len(each) >= least]))
    rng = np.random.default_rng(draw(st.integers(0, 1000)))
    if dtype.kind == "b":
        return np.asarray(rng.integers(0, 2, shape), bool)
    if dtype.kind in "iu":
        return np.asarray(rng.integers(0 if dtype.kind == "u" else -9, 9, shape), dtype)
    found = rng.standard_normal(shape)
    found = found + 1j * rng.standard_normal(shape) if dtype.kind == "c" else found
    return np.asarray(found, dtype)


def given_to_both(array: Array, layout: str) -> tuple[Any, Any]:
    """An array for this namespace, as a view of some layout, and for the strict one."""
    if layout == "dense" or not array.ndim:
        return xp.asarray(array), strict.asarray(array)
    if layout == "reversed":
        turned = xp.asarray(array[(slice(None, None, -1),) * array.ndim].copy())
        return xp.flip(turned), strict.asarray(array)
    order = tuple(range(array.ndim))[::-1]
    turned = xp.asarray(np.ascontiguousarray(array.transpose(order)))
    return xp.permute_dims(turned, order), strict.asarray(array)


LAYOUTS = st.sampled_from(["dense", "reversed", "transposed"])

Function = Callable[..., Any]


def compare(function: Function, ours: tuple[Any, ...], theirs: tuple[Any, ...]) -> None:
    """The two give the same, or the strict one refuses, for which the standard has no meaning."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            wanted = function(strict, *theirs)
        except (TypeError, ValueError, IndexError, RuntimeError):
            return
    found = function(xp, *ours)
    assert_same(found, wanted)


def assert_same(found: Any, wanted: Any, rtol: float = 0.0) -> None:
    if isinstance(wanted, tuple | list):
        assert len(found) == len(wanted)
        for one, other in zip(found, wanted, strict=True):
            assert_same(one, other, rtol)
        return
    assert isinstance(found, xp.Array), found
    mine, other = np.asarray(found), np.asarray(wanted)
    assert (mine.dtype, mine.shape) == (other.dtype, other.shape)
    assert found.dtype == other.dtype
    assert found.shape == other.shape
    if mine.dtype.kind not in "fc":
        np.testing.assert_array_equal(mine, other)
        return
    if not rtol:
        rtol = 2e-5 if str(mine.dtype) in ("float32", "complex64") else 1e-11
    scale = np.abs(other[np.isfinite(other)]).max(initial=0.0)
    np.testing.assert_allclose(mine, other, rtol=rtol, atol=float(rtol * scale))


def assert_same_signs(found: Any, wanted: Any) -> None:
    """Zeros have the sign that the standard's special cases give them."""
    mine, other = np.asarray(found), np.asarray(wanted)
    if mine.dtype.kind == "f":
        is_number = ~np.isnan(other)
        np.testing.assert_array_equal(np.signbit(mine)[is_number], np.signbit(other)[is_number])
