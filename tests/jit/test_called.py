"""take, cumsum, sort and others beside NumPy: over shapes, strides, dtypes and axes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, cast

import numpy as np
import pytest

import streamrt as srt
from streamrt.errors import CaptureError, CompileError, DependencyError, TraceError, TraceValueError
from streamrt.testing import Simulator

Array = np.ndarray[Any, Any]
DTYPES = ("f4", "f8", "i4", "i8", "u1", "?")
SHARES = np.array([0.0, 0.3, 1.0])


def _kth(x: Any, axis: int) -> int:
    return x.shape[axis] // 2


# A function of an array, indexes and an axis; and whether an axis may have no elements.
FUNCTIONS: dict[str, tuple[Callable[..., Any], bool]] = {
    "take": (lambda x, at, axis: np.take(x, at, axis=axis), False),
    "take, wrapped": (lambda x, at, axis: np.take(x, at * 5, axis, mode="wrap"), False),
    "take, clipped": (lambda x, at, axis: np.take(x, at * 5, axis, mode="clip"), False),
    "take from all": (lambda x, at, axis: x.take(at), False),
    "take rows": (lambda x, at, axis: np.take(x, at.reshape(-1, 1), 0), False),
    "index": (lambda x, at, axis: x[at], False),
    "index behind": (lambda x, at, axis: x[..., at], False),
    "index beside": (lambda x, at, axis: x[None, at][:, ::-1], False),
    "take_along_axis": (lambda x, at, axis: np.take_along_axis(x, np.argsort(x, axis), axis), True),
    "cumsum": (lambda x, at, axis: np.cumsum(x, axis), True),
    "cumsum of all": (lambda x, at, axis: x.cumsum(), True),
    "cumsum in f4": (lambda x, at, axis: np.cumsum(x, axis, np.float32), True),
    "cumprod": (lambda x, at, axis: np.cumprod(x, axis), True),
    "sort": (lambda x, at, axis: np.sort(x, axis), True),
    "sort all": (lambda x, at, axis: np.sort(x, None), True),
    "argsort": (lambda x, at, axis: x.argsort(axis), True),
    "argsort, stable": (lambda x, at, axis: np.argsort(x, axis, stable=True), True),
    "partition": (lambda x, at, axis: np.partition(x, _kth(x, axis), axis), False),
    "argpartition": (lambda x, at, axis: np.argpartition(x, (0, -1), axis), False),
    "searchsorted": (lambda x, at, axis: np.searchsorted(np.sort(x, None), x), True),
    "searchsorted, right": (
        lambda x, at, axis: np.searchsorted(np.sort(x, None), 1, "right"),
        True,
    ),
    "median": (lambda x, at, axis: np.median(x, axis, keepdims=True), False),
    "median of all": (lambda x, at, axis: np.median(x), False),
    "quantile": (lambda x, at, axis: np.quantile(x, SHARES, axis, keepdims=True), False),
    "percentile": (lambda x, at, axis: np.percentile(x, 30, axis), False),
}


def _array(rng: np.random.Generator, dtype: str, shape: tuple[int, ...]) -> Array:
    found = rng.standard_normal(shape) * 3
    if dtype[0] == "f" and rng.random() < 0.3:
        found = np.where(rng.random(shape) < 0.1, np.nan, found)
    return np.abs(found).astype(dtype) if dtype in ("u1", "?") else found.astype(dtype)


def _shape(random: Random, n: int) -> tuple[int, ...]:
    return random.choice(((n,), (n, 3), (3, n), (2, n, 3), (n, 1), (1, n, 17)))


VIEWS: tuple[Callable[[Any], Any], ...] = (
    lambda x: x,
    lambda x: x[::-1],
    lambda x: x[..., ::2],
    lambda x: x.T,  # which Buffers do not have
)


LONG: dict[str, Callable[..., Any]] = {
    "take": FUNCTIONS["take"][0],
    "cumsum": FUNCTIONS["cumsum"][0],
    "take_along_axis": np.take_along_axis,
}


def _compiled(function: Callable[..., Any], axis: int) -> Callable[..., Any]:
    def f(x: Any, at: Any) -> Any:
        return function(x, at, axis)

    return srt.jit(f)


def _same(found: Any, expected: Any) -> None:
    array = np.asarray(found)
    assert (array.dtype, array.shape) == (np.asarray(expected).dtype, np.shape(expected))
    np.testing.assert_array_equal(array, expected)


SOME = (0, 1, 2, 3, 7, 8, 16, 17, 33)
ALL = (*range(20), 31, 32, 33, 63, 64, 65)


@pytest.mark.parametrize(
    "lengths", [SOME, pytest.param(ALL, marks=pytest.mark.slow)], ids=["some", "all"]
)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_gives_what_numpy_does(
    rt: srt.Runtime, name: str, lengths: tuple[int, ...]
) -> None:
    function, takes_nothing = FUNCTIONS[name]
    compared = 0
    for n in lengths:
        random, rng = Random(n), np.random.default_rng(n)
        for dtype in DTYPES:
            if dtype == "?" and name in ("quantile", "percentile"):  # NumPy refuses them
                continue
            array = _array(rng, dtype, _shape(random, n))
            view, given = random.choice(VIEWS), random.choice(VIEWS[:-1])
            axis = random.randrange(-array.ndim, array.ndim)
            least = min(view(given(array)).shape)
            if not least and not takes_nothing:
                continue
            at = rng.integers(-least, max(least, 1), 1 + n % 5)
            mine = _compiled(lambda x, at, axis, view=view: function(view(x), at, axis), axis)
            expected = function(view(given(array)), at, axis)
            _same(mine(given(rt.put(array)), at), expected)
            compared += 1
    assert compared > 100 * len(lengths) // len(ALL)


@pytest.mark.parametrize("dtype", ["f4", "i8", "u1"])
def test_rows_of_every_length_are_taken(rt: srt.Runtime, dtype: str) -> None:
    """Also those that are longer than a piece, and whose last piece overlaps the one before."""
    rng = np.random.default_rng(3)
    at = rng.integers(-11, 11, 40)
    for length in (*range(1, 70), 127, 128, 129, 1000):
        x = rng.integers(0, 100, (11, length)).astype(dtype)
        _same(srt.jit(lambda x, at: np.take(x, at, axis=0))(x, at), x[at])


@pytest.mark.parametrize(
    "shape", [(40, 20_000), (20_000, 40), (400, 300, 7), (9, 3, 5000), (70_001,)]
)
def test_threads_divide_long_arrays(shape: tuple[int, ...]) -> None:
    rng = np.random.default_rng(5)
    x = rng.standard_normal(shape).astype(np.float32)
    with srt.Runtime(threads=4):
        for axis in range(len(shape)):
            at = rng.integers(-shape[axis], shape[axis], 50_000 // (x.size // shape[axis]) + 9)
            along = rng.integers(0, shape[axis], shape)
            for name, index in (("take", at), ("take_along_axis", along), ("cumsum", at)):
                function = LONG[name]
                _same(_compiled(function, axis)(x, index), function(x, index, axis))


def _mixed(x: Any, at: Any) -> Any:
    y = np.take(np.exp(-np.abs(x)) + 1, at % 5, axis=0) * 2
    return np.sort(y, axis=0)[::-1], np.cumsum(y.T, axis=0).sum(axis=1), y[:, at] - np.median(y)


def test_what_is_around_a_call_is_fused(rt: srt.Runtime) -> None:
    x, at = np.arange(30, dtype=np.float32).reshape(5, 6) / 7, np.arange(-3, 3)
    mine = srt.jit(_mixed)
    for _ in range(3):
        for found, expected in zip(mine(x, at), _mixed(x, at), strict=True):
            np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-5)
    names = [kernel.name for kernel in mine.lower(x, at).kernels]
    calls = [name for name in names if name in ("take", "cumsum", "np.sort", "np.median")]
    assert sorted(calls) == ["cumsum", "np.median", "np.sort", "take", "take"]
    assert len(names) == 11


@pytest.mark.parametrize("at", [[0, 5], [-6, 0], [2**62, 0], [-(2**63), 0], [0] * 9 + [5]])
@pytest.mark.parametrize("shape", [(5,), (5, 64), (5, 3)])
def test_an_index_out_of_range_fails_the_call(
    rt: srt.Runtime, shape: tuple[int, ...], at: list[int]
) -> None:
    x, indexes = np.ones(shape, np.float32), np.array(at)
    mine = srt.jit(lambda x, at: np.take(x, at, axis=0) + 1)
    with pytest.raises(DependencyError, match="take: returned 3; an element of `indices` is out"):
        np.asarray(mine(x, indexes))
    along = indexes.reshape(-1, *[1] * (len(shape) - 1))
    mine = srt.jit(lambda x, at: np.take_along_axis(x, at, 0))
    with pytest.raises(DependencyError, match="returned 3; an element of `indices` is out"):
        np.asarray(mine(x, along))
    clipped = srt.jit(lambda x, at: np.take(x, at, 0, mode="clip"))
    _same(clipped(x, indexes), np.take(x, indexes, 0, mode="clip"))


async def test_a_capture_takes_them_and_a_graph_runs_them_again(rt: srt.Runtime) -> None:
    def function(x: Any, at: Any) -> Any:
        return np.take(x, at, 0) + 1, np.cumsum(x, 0)

    xs = [np.arange(12, dtype=np.float32).reshape(4, 3) * scale for scale in (1, -2)]
    at = np.array([3, -4])
    mine, x, index = srt.jit(function), rt.put(xs[0]), rt.put(at)
    with rt.capture(x=x) as graph:
        for k, made in enumerate(mine(x, index)):
            graph.output(f"made{k}", made)
    replays = graph.plan(rt.device()).instantiate()
    for given in xs:
        found = await replays.replay(x=rt.put(given))
        for one, expected in zip(found, function(given, at), strict=True):
            _same(one, expected)
    with rt.capture(x=x), pytest.raises(CaptureError, match=r"\(np.sort\) would be a host call"):
        srt.jit(lambda x: np.sort(x))(x)


REFUSED: dict[str, tuple[Callable[[Any], Any], str]] = {
    "a known index": (lambda x: np.take(x, [0, 4], 0), "index 4 is out of range of an axis with 4"),
    "an index": (lambda x: x[[-5]], "index -5 is out of range of an axis with 4 elements"),
    "floats": (lambda x: np.take(x, x), "the indexes are f32.4, 3., the argument x; they are int"),
    "a mode": (
        lambda x: np.take(x, 0, mode=cast("Any", "rise")),
        "mode is 'rise'; it is 'raise', 'wrap' or",
    ),
    "nothing": (lambda x: np.take(x[:0], 0, 0), "the axis has no elements, and i64.. indexes"),
    "a place": (lambda x: np.partition(x, 3), "kth 3 is out of range of an axis with 3 elements"),
    "a share": (lambda x: np.quantile(x, 1.5), "q is 1.5; it is from 0 to 1"),
    "a percentage": (lambda x: np.percentile(x, 101), "q is 101; it is from 0 to 100"),
    "a method": (lambda x: np.quantile(x, 0.5, method="lower"), "only 'linear' can be traced"),
    "a side": (
        lambda x: np.searchsorted(x[0], x, cast("Any", "middle")),
        "it is 'left' or 'right'",
    ),
    "an axis": (lambda x: np.cumsum(x, 2), "axis 2 is out of range of an array with 2 dimensions"),
    "a kind": (lambda x: np.argsort(x, kind="heapsort"), "leave it out, or write kind='stable'"),
    "dimensions": (lambda x: np.take_along_axis(x, np.array([0]), 0), "they differ in dimensions"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_bad_input_is_refused_while_tracing(rt: srt.Runtime, what: str) -> None:
    function, message = REFUSED[what]

    def f(x: Any) -> Any:
        return function(x)

    with pytest.raises(TraceError, match=message):
        srt.jit(f)(np.ones((4, 3), np.float32))


def test_a_known_index_out_of_range_is_an_index_error(rt: srt.Runtime) -> None:
    with pytest.raises(TraceValueError) as caught:
        srt.jit(lambda x: x[[7]])(np.ones(4))
    assert isinstance(caught.value, IndexError)


async def test_a_device_with_memory_of_its_own_refuses_host_calls() -> None:
    async with srt.Runtime(["sim:0"], backends=[Simulator(seed=1)]) as rt:
        x = rt.put(np.ones(4))
        with pytest.raises(CompileError, match=r"for sim:0: np\.sort is a host call, and the host"):
            srt.jit(lambda x: np.sort(x))(x)


def test_arrays_are_sorted_in_place(rt: srt.Runtime) -> None:
    def f(x: Any) -> Any:
        y = x * 2
        row = y[0]
        row.sort()
        return y, row

    x = np.array([[3, 1, 2], [6, 5, 4]])
    for found, expected in zip(srt.jit(f)(x), f(x), strict=True):
        _same(found, expected)
    with pytest.raises(TraceError, match="not the function's own"):
        srt.jit(lambda x: x.sort())(x)
