"""Indexes by arrays and masks of traced arrays, read and written, as NumPy has them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

import streamrt as srt
from streamrt.errors import DependencyError, TraceError


def drawn(random: Random, shape: tuple[int, ...]) -> tuple[Any, ...]:
    """Returns an index that NumPy takes for an array of a shape: parts of every kind."""
    parts: list[Any] = []
    arrays = random.choice([(2,), (3,), (2, 1), ()])
    axis = 0
    while axis < len(shape):
        extent = shape[axis]
        kind = random.choice(["slice", "int", "array", "array", "list", "mask", "none", "dots"])
        if kind == "none" and len(parts) < 5:
            parts.append(None)
            continue
        if kind == "dots" and ... not in [p if p is ... else None for p in parts]:
            parts.append(...)
            axis = max(axis, len(shape) - random.randint(0, len(shape) - axis))
            continue
        if kind == "slice":
            parts.append(slice(random.randint(0, extent), None, random.choice([1, 2, -1])))
        elif kind == "int":
            parts.append(random.randrange(-extent, extent))
        elif kind == "mask" and arrays in ((2,), ()):
            mask = np.zeros(extent, bool)
            mask[random.sample(range(extent), min(2, extent))] = True
            parts.append(mask if arrays else slice(None))
        else:
            at = np.array(
                [random.randrange(-extent, extent) for _ in range(max(1, int(np.prod(arrays))))]
            ).reshape(arrays)
            parts.append(at.tolist() if kind == "list" else at)
        axis += 1
    return tuple(parts)


def _traced(key: tuple[Any, ...], given: list[Any]) -> tuple[Any, ...]:
    """Returns an index with traced arrays in the places of those of integers."""
    rest = iter(given)
    return tuple([next(rest) if _is_array(part) else part for part in key])


def _is_array(part: Any) -> bool:
    return isinstance(part, np.ndarray) and part.dtype.kind == "i"


def compare(x: Any, key: tuple[Any, ...], at: list[Any], values: Any) -> int:
    """Compares reading and writing with NumPy's, by arrays that are traced and that are known."""

    def reads(x: Any, at: Any, values: Any) -> Any:
        del values
        return x[_traced(key, at)]

    def writes(x: Any, at: Any, values: Any) -> Any:
        made = x.copy()
        made[_traced(key, at)] = values
        made[_traced(key, at)] += 1
        return made

    for function in (reads, writes):
        known = srt.jit(lambda x, values, function=function: function(x, at, values))
        np.testing.assert_allclose(np.asarray(known(x, values)), function(x, at, values))
        if function is reads or not _repeats(key, x.shape):  # which of two values stays is open
            found = srt.jit(function)(x, at, values)
            np.testing.assert_allclose(np.asarray(found), function(x, at, values))
    return 1


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(n, marks=pytest.mark.slow) for n in range(4, 8))]
)
def test_an_index_reads_and_writes_what_numpy_does(rt: srt.Runtime, seed: int) -> None:
    random, rng, compared = Random(seed), np.random.default_rng(seed), 0
    for _ in range(14):
        shape = random.choice([(6,), (4, 5), (3, 4, 5)])
        x, key = rng.random(shape), drawn(random, shape)
        try:
            expected = x[key]
        except IndexError:
            continue
        values = rng.random(expected.shape)

        compared += compare(x, key, [part for part in key if _is_array(part)], values)
    assert compared > 5


def _repeats(key: Any, shape: tuple[int, ...]) -> bool:
    places = np.arange(int(np.prod(shape))).reshape(shape)[key]
    return np.unique(places).size != places.size


def by_number(x: Any, n: Any, v: Any) -> Any:
    made = x.copy()
    made[n] = v
    made[:, n] *= 2
    return made, x[n], x[n, 1], x[::2, n]


def test_a_traced_integer_picks_a_row_without_another_trace(rt: srt.Runtime) -> None:
    jitted, x, v = srt.jit(by_number), np.arange(20.0).reshape(4, 5), np.full(5, 7.0)
    for n in (0, 1, -1, -4, 3):
        for found, expected in zip(jitted(x, n, v), by_number(x, n, v), strict=True):
            np.testing.assert_allclose(np.asarray(found), expected)
    assert jitted.stats().traces == 1
    for n in (4, -5):
        with pytest.raises(DependencyError, match="out of range"):
            np.asarray(jitted(x, n, v)[0])


def test_an_index_out_of_range_of_one_axis_fails_the_call(rt: srt.Runtime) -> None:
    jitted, x = srt.jit(lambda x, i, j: x[i, j]), np.arange(20.0).reshape(4, 5)
    np.testing.assert_allclose(np.asarray(jitted(x, np.array([3, -1]), np.array([4, 0]))), [19, 15])
    for i, j in (([4, 0], [0, 0]), ([0, 0], [0, 5]), ([-5, 0], [1, 1]), ([0, 0], [0, -6])):
        with pytest.raises(DependencyError, match="out of range"):
            np.asarray(jitted(x, np.array(i), np.array(j)))


# -- masks that nobody knows ----------------------------------------------------------------------


def curves(x: Any, y: Any) -> Any:
    made, bright = x.copy(), x > 0.5
    made[bright] = np.power(made[bright], 2.4) + 1
    made[~bright] *= 12
    made[(x > 0.2) & (y < 0.9)] -= y[(x > 0.2) & (y < 0.9)] / 2
    return made


def sums(x: Any, y: Any) -> Any:
    test = x > 0.4
    picked = x[test]
    return (
        picked.sum(), picked.mean(), picked.max(), np.min(y[test]), np.sum(picked * y[test]),
        (picked > 0.6).any(), np.count_nonzero(picked), np.where(picked > 0.6, picked, 0.0).sum(),
        picked.astype(np.float32).sum(), np.prod(np.clip(picked, 0, 0.7)),
    )  # fmt: skip


@pytest.mark.parametrize("function", [curves, sums])
@pytest.mark.parametrize("shape", [(16,), (4, 5)])
def test_elements_that_a_mask_picks_are_computed_with(
    rt: srt.Runtime, function: Callable[..., Any], shape: tuple[int, ...]
) -> None:
    rng = np.random.default_rng(5)
    x, y = rng.random(shape), rng.random(shape)
    found, expected = srt.jit(function)(x, y), function(x, y)
    pairs = zip(found, expected, strict=True) if function is sums else [(found, expected)]
    for mine, theirs in pairs:
        assert np.asarray(mine).dtype == np.asarray(theirs).dtype
        np.testing.assert_allclose(np.asarray(mine), theirs, rtol=1e-6)


@pytest.mark.parametrize(
    "text",
    [
        "x[x > 0]", "len(x[x > 0])", "x[x > 0].shape", "x[x > 0][0]", "np.sort(x[x > 0])",
        "x[x > 0] + y[y > 0]", "x[x > 0] + y", "np.asarray(x[x > 0])", "x[x > 0].std()",
        "[each for each in x[x > 0]]",
    ],
)  # fmt: skip
def test_what_depends_on_how_many_a_mask_picks_is_refused(rt: srt.Runtime, text: str) -> None:
    function = eval(f"lambda x, y: {text}", {"np": np})
    with pytest.raises(TraceError, match="the number of elements would depend on values"):
        srt.jit(function)(np.arange(5.0) - 2, np.arange(5.0) - 1)


def test_a_maximum_of_no_elements_fails_the_call(rt: srt.Runtime) -> None:
    jitted = srt.jit(lambda x: x[x > 10].max() + x)
    with pytest.raises(DependencyError, match="ValueError: zero-size array"):
        np.asarray(jitted(np.arange(5.0)))
    np.testing.assert_allclose(np.asarray(jitted(np.arange(5.0) + 9)), np.arange(5.0) + 22)
