"""Arrays of float16: functions give what NumPy gives, and read and write two bytes an element.

`+ - * /`, `sqrt`, comparisons and what is made of them have NumPy's bits, because both round each
result once. Sums and the like are computed in f32 here, and rounded once, so they are closer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of

import streamrt as srt
from streamrt._ir.lower import lower
from streamrt._ir.passes import optimise
from streamrt._jit.tracing.trace import trace
from streamrt._jit.tracing.traced import Spec
from streamrt.errors import NonFiniteError
from streamrt.testing import Simulator

Array = np.ndarray[Any, Any]
HALVES = np.arange(1 << 16, dtype="u2").view("f2")
F16, F32 = np.float16, np.float32


@pytest.fixture(scope="module", autouse=True)
def runtime() -> Generator[srt.Runtime]:
    with srt.Runtime() as rt:
        yield rt


def both(function: Callable[..., Any], *arguments: Any) -> tuple[list[Array], list[Array]]:
    """What a compiled function returns, and what NumPy does."""
    with np.errstate(all="ignore"):  # a trace says, as NumPy does, that a number becomes infinite
        expected = function(*arguments)
        found = srt.jit(function)(*arguments)
    return [np.asarray(x) for x in found], [np.asarray(x) for x in expected]


def assert_same(function: Callable[..., Any], *arguments: Any) -> None:
    """Both agree in dtypes, shapes and bits; NaNs count as the same."""
    for place, (mine, theirs) in enumerate(zip(*both(function, *arguments), strict=True)):
        assert mine.dtype == theirs.dtype, place
        np.testing.assert_array_equal(mine, theirs, err_msg=f"result {place}", strict=True)
        if theirs.dtype.kind == "f":
            known = ~np.isnan(theirs)
            np.testing.assert_array_equal(np.signbit(mine[known]), np.signbit(theirs[known]))


def steps_of(function: Callable[..., Any], *specs: Spec) -> Any:
    traced = trace(function, specs, lambda leaves: (tuple(leaves), {}), name="f", site="f.py:1")
    return lower(optimise(traced.program)).steps


# -- elementwise -----------------------------------------------------------------------------------


def exact_of_one(x: Any) -> list[Any]:
    return [
        np.sqrt(x), -x, np.abs(x), np.floor(x), np.ceil(x), np.trunc(x), np.rint(x), np.sign(x),
        np.reciprocal(x), np.square(x), np.isnan(x), np.isinf(x), np.isfinite(x), np.signbit(x),
        x + 1, x * 0.1, x / 3, x - 1e-4, 2048 - x, x > 0.5, x == x, x.astype(F32),
        x.astype(np.float64), x.astype(bool), np.where(x > 0, x, 0.1), x[::-3], x * 1e6,
    ]  # fmt: skip


def test_every_half_through_operations_of_one_operand() -> None:
    assert_same(exact_of_one, HALVES)


def test_every_half_through_casts_to_integers_that_hold_it() -> None:
    whole = HALVES[np.abs(HALVES.astype(F32)) < 65536]  # no NaN and no infinity
    assert_same(lambda x: [x.astype(t) for t in (np.int32, np.int64)], whole)
    assert_same(lambda x: [x.astype(np.uint16), x.astype(np.uint64)], whole[whole >= 0])


def exact_of_two(x: Any, y: Any, z: Any) -> list[Any]:
    return [
        x + y, x - y, x * y, x / y, np.maximum(x, y), np.fmod(x, y), x // y, x % y, x < y, x == y,
        np.copysign(x, y), x * y + z, (x + y) * z - x, np.where(x < y, x, z), np.sqrt(x * x + y),
    ]  # fmt: skip


def test_operations_of_two_operands_and_chains_of_them() -> None:
    rng = np.random.default_rng(5)
    x, y, z = (rng.permutation(HALVES) for _ in range(3))
    assert_same(exact_of_two, x, y, z)
    moderate = [rng.standard_normal(1 << 15).astype(F16) for _ in range(3)]
    assert_same(exact_of_two, *moderate)
    with np.errstate(all="ignore"):  # so a pass that leaves a rounding out would be found
        x, y, z = (each.astype(F32) for each in moderate)
        assert ((x * y + z).astype(F16) != exact_of_two(*moderate)[11]).mean() > 0.1


def test_functions_are_as_close_as_halves_are() -> None:
    def function(x: Any) -> list[Any]:
        size = np.abs(x)
        return [
            np.exp(x), np.log(size), np.sin(x), np.tanh(x), np.cbrt(x), size**0.3, np.log1p(size),
            np.arctan(x), np.hypot(x, x), np.exp2(x), np.logaddexp(x, x),
        ]  # fmt: skip

    for mine, theirs in zip(*both(function, HALVES), strict=True):
        with np.errstate(all="ignore"):
            near = [np.nextafter(theirs, F16(end)) for end in (-np.inf, np.inf)]
        is_near = (mine == theirs) | (mine == near[0]) | (mine == near[1])
        assert (is_near | (np.isnan(mine) & np.isnan(theirs))).all()
        assert (mine == theirs).mean() > 0.9


@given(number=st.floats(-70000, 70000) | st.floats(-1e-4, 1e-4))
@settings(max_examples=60)
def test_numbers_are_rounded_once_as_numpy_does(number: float) -> None:
    def function(x: Any, known: Any, half: Any) -> list[Any]:
        return [x + number, x * known, x * half, half, np.maximum(half, known)]

    with np.errstate(all="ignore"):
        half = F16(number)
    assert_same(function, np.array([0, 1, -2, 0.25], F16), number, half)


# -- sums and products -----------------------------------------------------------------------------

SHAPES = arrays_of.array_shapes(min_dims=2, max_dims=3, max_side=40)


@given(shape=SHAPES, seed=st.integers(0, 1 << 20), scale=st.sampled_from((1, 30)))
@settings(max_examples=60)
def test_reductions_are_rounded_once(shape: tuple[int, ...], seed: int, scale: int) -> None:
    x = (scale * np.random.default_rng(seed).standard_normal(shape)).astype(F16)

    def function(x: Any) -> list[Any]:
        return [
            x.sum(), x.sum(0), x.mean(-1), x.var(), x.std(0), np.prod(x / 64, -1), np.cumsum(x, 0),
            np.sum(x, -1, initial=3), np.linalg.norm(x), x.max(0), x.min(), x.argmax(-1),
            np.median(x, 0), np.sort(x), np.any(x), x.all(0),
        ]  # fmt: skip

    wide = function(x.astype(np.float64))
    for place, (mine, theirs) in enumerate(zip(*both(function, x), strict=True)):
        assert (mine.dtype, mine.shape) == (theirs.dtype, theirs.shape), place
        if place >= 9:
            np.testing.assert_array_equal(mine, theirs, err_msg=f"result {place}")
        else:  # half an ulp of a half, and what f32 adds to it
            size = np.abs(x.astype(np.float64)).sum()
            close = 5e-4 * np.abs(wide[place]) + 1e-5 * size + 1e-7
            assert (np.abs(mine - wide[place]) <= close).all(), place


@given(n=st.integers(1, 40), k=st.integers(0, 70), m=st.integers(1, 40))
@settings(max_examples=40)
def test_products_are_numpys(n: int, k: int, m: int) -> None:
    rng = np.random.default_rng(n * k + m)
    a, b = (rng.integers(-4, 5, shape).astype(F16) / 4 for shape in ((n, k), (k, m)))

    def function(a: Any, b: Any) -> list[Any]:
        products = [a @ b, np.vecdot(a, a), np.dot(a[0], b), np.outer(a, b[:2])]
        return [each + 0 for each in products]  # which of two zeros one gives is not promised

    assert_same(function, a, b)


# -- memory ----------------------------------------------------------------------------------------


def test_a_function_that_computes_in_f32_is_one_kernel_of_two_bytes_an_element() -> None:
    def function(x: Any, y: Any) -> Any:
        wide = np.tanh(x.astype(F32)) * 0.5 + y.astype(F32)
        return wide.astype(F16)

    x, y = Spec("f16", (64, 64)), Spec("f16", (64, 64))
    (step,) = steps_of(function, x, y)
    assert [operand.dtype for operand in step.form.operands] == ["f16"] * 3
    (step,) = steps_of(lambda x: np.exp(x - x.max(-1, keepdims=True)), x)  # all in f16
    assert [operand.dtype for operand in step.form.operands] == ["f16"] * 2


def test_views_joins_and_places_are_copied_bit_by_bit() -> None:
    def function(x: Any, index: Any) -> list[Any]:
        own = x.copy()
        own[1:3] = own[5:7]
        own[0] = 0.1
        return [
            x.T, np.concatenate([x, x[:1]]), x[index], np.take(x, [3, 1], 1), np.tile(x, 2), own,
            np.pad(x, 1, constant_values=0.3), np.triu(x), x[:, None].reshape(-1), np.flip(x, 0),
        ]  # fmt: skip

    assert_same(function, HALVES.reshape(256, 256)[:, 3:40], np.array([3, 250, -1]))


@srt.kernel("x: f16[n, m], b: f16[m], out y: f16[n, m], out total: f16[n], alpha: f32")
def scaled(x: Any, b: Any, y: Any, total: Any, alpha: Any) -> None:
    """Writes all of its outputs in f16."""
    y[...] = x * b + alpha
    total[...] = y.sum(-1)


@pytest.mark.parametrize("kind", ["cpu", "sim"])
def test_a_kernel_of_halves_gives_what_its_function_does(kind: str) -> None:
    rng = np.random.default_rng(2)
    x, b = rng.standard_normal((33, 17)).astype(F16), rng.standard_normal(17).astype(F16)
    wanted = (x * b + F32(0.25)).astype(F16)
    backends = [Simulator(seed=3)] if kind == "sim" else []
    with srt.Runtime([f"{kind}:0"], backends=backends) as rt:
        stream = rt.device().stream()
        given = rt.put(x), rt.put(b), rt.put(x), rt.put(x[:, 0])
        stream.launch(scaled, *given, 0.25).sync()
        np.testing.assert_array_equal(np.asarray(given[2]), wanted)
        np.testing.assert_allclose(np.asarray(given[3]), wanted.sum(-1), rtol=2e-3, atol=2e-3)


def test_halves_come_from_other_libraries_and_go_there_without_a_copy(runtime: srt.Runtime) -> None:
    buffer = runtime.from_dlpack(HALVES[:7])
    array = np.from_dlpack(buffer)
    assert array.dtype == F16
    assert np.shares_memory(array, HALVES)


def test_check_finite_looks_at_halves() -> None:
    with srt.Runtime(check_finite=True) as rt:
        x, y = rt.put(np.array([1, -4e4, 65504, 3e4], F16)), rt.put(np.zeros(4, F16))
        stream = rt.device().stream()
        stream.launch(doubled, x[:1], y[:1]).sync()
        run = stream.launch(doubled, x, y)
        with pytest.raises(NonFiniteError, match=r"infinite at \[1\]"):
            run.sync()


@srt.kernel("x: f16[n], out y: f16[n]")
def doubled(x: Any, y: Any) -> None:
    y[...] = x * 2
