"""Buffers compute nothing: operators and ufuncs say what to write. Traced functions compute."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from long.fuzz import frames

import streamrt as srt
from streamrt import array_api as xp
from streamrt._core.values import told
from streamrt.errors import ArgumentTypeError, TraceError

ADVICE = (
    "a Buffer has no arithmetic; compute in a function of @streamrt.jit, with xp.asarray(buffer) "
    "after `from streamrt import array_api as xp`, or with np.asarray(buffer), which waits"
)
ONES = np.ones(3, "f4")

USES: dict[str, Callable[[Any], object]] = {
    "`+`": lambda x: x + x,
    "`*`": lambda x: 2.0 * x,
    "`@`": lambda x: x @ x,
    "`**`": lambda x: x**2,
    "`-`": lambda x: -x,
    "`abs()`": abs,
    "`<`": lambda x: x < 1,
    "`+=`": lambda x: operator.iadd(x, 1),
    "`divmod()`": lambda x: divmod(x, 2),
    "np.exp": np.exp,
    "np.add": lambda x: ONES + x,
    "np.subtract": lambda x: x - ONES,
    "np.equal": lambda x: x == ONES,
    "np.add.reduce": np.add.reduce,
    "np.multiply": lambda x: np.multiply(ONES, 2, out=x),
}


@pytest.mark.parametrize("what", USES)
def test_arithmetic_says_what_to_write(what: str, rt: srt.Runtime) -> None:
    x = rt.put(ONES)
    with pytest.raises(ArgumentTypeError) as caught:
        USES[what](x)
    assert str(caught.value) == f"{what} of {told(x)}: {ADVICE}"
    assert len(frames(caught.value)) <= 1


def test_what_the_advice_says_works(rt: srt.Runtime) -> None:
    x = rt.put(ONES)
    assert np.asarray(srt.jit(lambda x: np.exp(x) + x)(x)).shape == (3,)
    assert (np.asarray(x) + 1).tolist() == [2.0] * 3
    assert np.asarray(xp.asarray(x) + x).tolist() == [2.0] * 3
    assert np.asarray(x + xp.asarray(x)).tolist() == [2.0] * 3


def test_other_operands_are_python_errors_and_buffers_are_compared_by_identity(
    rt: srt.Runtime,
) -> None:
    x, y = rt.put(ONES), rt.put(ONES)
    with pytest.raises(TypeError, match="unsupported operand"):
        _ = x + "text"  # type: ignore[operator]
    assert x == x
    assert x != y
    assert {x: 1}[x] == 1


def test_a_traced_function_computes_with_buffers_that_it_finds(rt: srt.Runtime) -> None:
    w: Any = rt.put(np.arange(3, dtype="f4"))
    v: Any = rt.put(np.full(3, 2, "f4"))

    @srt.jit
    def function(x: Any) -> Any:
        return x + w * v - np.exp(-w) + np.add.reduce(w) + (1 - v) ** 2, w < v, abs(-v)

    a, b = np.asarray(w), np.asarray(v)
    found = function(ONES)
    expected = ONES + a * b - np.exp(-a) + a.sum() + (1 - b) ** 2, a < b, abs(-b)
    for mine, theirs in zip(found, expected, strict=True):
        np.testing.assert_allclose(np.asarray(mine), theirs, rtol=1e-6)
        assert mine.dtype == theirs.dtype
    w2: Any = rt.put(np.zeros(3, "f4"))
    w = w2  # the call is looked at again
    np.testing.assert_allclose(np.asarray(function(ONES)[0]), ONES - 1 + 1)


def test_a_traced_function_writes_to_no_buffer_that_it_finds(rt: srt.Runtime) -> None:
    w: Any = rt.put(ONES)

    @srt.jit
    def function(x: Any) -> Any:
        found = w
        found += 1
        return x + found

    with pytest.raises(TraceError, match=r"\+= on the captured Buffer f32\[3\]"):
        function(ONES)
