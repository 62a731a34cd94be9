"""Branches on values: those that only raise become checks, the others are refused."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt.errors import DependencyError, TraceError

GOOD = np.array([1.0, 4.0, 9.0, 0.5])


def guards(x: Any) -> Any:
    if np.any(x < 0):
        raise ValueError("negative")
    if not np.isfinite(x).all():
        raise ValueError("not finite")
    if not x.max() < 10:
        raise AssertionError("too large")
    return np.sqrt(x), x.sum()


def nested(x: Any) -> Any:
    """As sklearn does it: the second look is needed if the first one fails only."""
    if not np.isfinite(x.sum()):
        has_inf = np.any(np.isinf(x))
        if has_inf or np.any(np.isnan(x)):
            raise ValueError(f"infinity is {bool(has_inf)}")
    return x * 2


def warned(x: Any) -> Any:
    if x.min() < 1:
        warnings.warn("small", stacklevel=1)
    return x + 1


def two(x: Any) -> Any:
    if x.size == 0 or x[0] == 7:
        raise KeyError("seven")
    if x[1] == 7:
        raise IndexError("the other seven")
    return nested(x) + warned(x)


CASES: list[tuple[Callable[[Any], Any], list[float]]] = [
    (guards, [-1, 1, 1, 1]), (guards, [1, np.nan, 1, 1]), (guards, [1, 1, 11, 1]),
    (guards, [-1, np.nan, 11, 1]), (nested, [1, np.inf, 1, 1]), (nested, [1, np.nan, 1, 1]),
    (nested, [1e308, 1e308, 1, 1]), (warned, [0, 0, 0, 0]), (two, [7, 7, np.nan, 1]),
    (two, [1, 7, 1, 1]), (two, [1, 1, np.inf, 1]), (two, [1, 1, 1, 1]),
]  # fmt: skip


@pytest.mark.parametrize(("function", "values"), CASES)
def test_a_way_that_raises_is_a_check_of_the_program(
    rt: srt.Runtime, function: Callable[[Any], Any], values: list[float]
) -> None:
    jitted, x = srt.jit(function), np.array(values, float)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for given in (GOOD, x, GOOD):
            expected, raised = outcome(function, given)
            if raised:
                with pytest.raises(DependencyError) as found:
                    np.asarray(all_of(jitted(given))[0])
                assert raised in str(found.value)
            else:
                for mine, theirs in zip(all_of(jitted(given)), all_of(expected), strict=True):
                    np.testing.assert_allclose(np.asarray(mine), theirs, rtol=1e-12)
    assert jitted.stats().traces == 1


def outcome(function: Callable[[Any], Any], given: Any) -> tuple[Any, str]:
    """Returns what a function returns, and what it raises as text."""
    try:
        return function(given), ""
    except (ValueError, AssertionError, KeyError, IndexError) as error:
        return None, f"{type(error).__name__}: {error}"


def all_of(made: Any) -> tuple[Any, ...]:
    return made if isinstance(made, tuple) else (made,)


async def test_every_result_of_a_call_that_fails_is_poisoned(rt: srt.Runtime) -> None:
    for result in srt.jit(guards)(-GOOD):
        with pytest.raises(DependencyError, match="ValueError: negative"):
            await result.fetch()


def real(x: Any) -> Any:
    return x + 1 if x.sum() > 0 else x


def loop(x: Any) -> Any:
    while np.abs(x).max() > 1:
        x = x / 2
    return x


def untraced(x: Any) -> Any:
    return np.unique(x) if x.sum() > 100 else x


def no_result(x: Any) -> Any:
    if x.sum() > 100:
        raise ValueError
    return 3


def many(x: Any) -> Any:
    for k in range(40):
        if x[0] == k:
            raise ValueError(k)
    return x


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (real, "bool() of bool[], made by > at test_branches.py"),
        (loop, "; use np.where, or declare what decides it static"),
        (untraced, "np.unique: it cannot be traced"),
        (no_result, "a branch on a value that decides nothing but whether the call fails"),
        (many, "bool() of bool[]"),
    ],
)
def test_a_branch_that_decides_what_is_computed_is_refused(
    rt: srt.Runtime, function: Callable[[Any], Any], text: str
) -> None:
    with pytest.raises(TraceError) as found:
        srt.jit(function)(GOOD)
    assert text in str(found.value)


def test_a_function_that_always_raises_raises_its_own_error(rt: srt.Runtime) -> None:
    def fails(x: Any) -> Any:
        if x.sum() > 0:
            raise KeyError("a")
        raise KeyError("b")

    with pytest.raises(KeyError):
        srt.jit(fails)(GOOD)


def test_checks_and_traces_that_are_compared_agree(rt: srt.Runtime) -> None:
    made = srt.jit(guards, check=True)(GOOD)
    np.testing.assert_allclose(np.asarray(made[0]), np.sqrt(GOOD))
