"""Numbers that are compiled in by themselves: defaults, and those whose values a function needs."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jit.comparing import X, close
from shared.threads import in_threads

import streamrt
from streamrt.errors import TraceError

Y = np.arange(24, dtype=np.float32).reshape(4, 6)

# -- defaults -------------------------------------------------------------------------------------

EPS, SCALE = 1e-5, np.float32(2)


def normal(x: Any, axis: Any = -1, eps: Any = EPS, *, scale: Any = SCALE) -> Any:
    """Needs the value of one number, and returns another as it was passed."""
    mean = x.mean(axis=axis, keepdims=True)
    return (x - mean) / np.sqrt(x.var(axis=axis, keepdims=True) + eps) * scale, eps, {"s": scale}


PASSED = st.fixed_dictionaries(
    {},
    optional={
        "axis": st.sampled_from([-1, 0, 1, np.int64(-1)]),
        "eps": st.sampled_from([EPS, 1e-3, 1, np.float32(0.5)]),
        "scale": st.sampled_from([SCALE, np.float32(3), 2.0, 4]),
    },
)


def results(found: Any) -> tuple[Any, ...]:
    """Returns the results of `normal` as a comparison takes them."""
    y, eps, parts = found
    return np.asarray(y), eps, parts["s"]


@given(st.lists(PASSED, min_size=1, max_size=6), st.booleans())
def test_numbers_come_from_defaults_or_from_calls_in_any_order(
    calls: list[dict[str, Any]], by_place: bool
) -> None:
    jitted = streamrt.jit(normal)
    for named in calls:
        args = ()
        if by_place and {"axis", "eps"} <= named.keys():
            args = (named.pop("axis"), named.pop("eps"))
        (y, eps, scale), expected = (results(f(X, *args, **named)) for f in (jitted, normal))
        np.testing.assert_allclose(y, expected[0], rtol=1e-5)
        assert y.dtype == expected[0].dtype
        assert (type(eps), eps) == (type(expected[1]), expected[1])
        assert (type(scale), scale) == (type(expected[2]), expected[2])


def test_a_default_is_no_kind_of_call_of_its_own_when_it_is_passed() -> None:
    jitted = streamrt.jit(normal, contract=False)  # not those of the other test
    for _ in range(3):
        jitted(X)
        jitted(X, -1)
        jitted(X, eps=EPS, axis=-1, scale=SCALE)
    assert jitted.stats().traces == 1
    program = jitted.lower(X).traced
    assert program.splitlines()[0] == "normal(x: f32[2, 3])"


@pytest.mark.parametrize("before", [False, True])
def test_what_a_call_with_a_default_returns_does_not_depend_on_other_calls(before: bool) -> None:
    @streamrt.jit
    def f(x: Any, eps: Any = 0.5) -> Any:
        return x + eps, eps * 2

    for _ in range(3):
        if before:
            assert isinstance(f(X, 0.25)[1], streamrt.Buffer)
        y, doubled = f(X)
        assert (type(doubled), doubled) == (float, 1.0)
        np.testing.assert_array_equal(y, X + np.float32(0.5))


NUMBERS = (0, 1, 0.0, -0.0, 1.0, np.float32(1), np.float64(1), np.int8(1), float("nan"), 2**70)


def test_lambdas_of_one_loop_have_defaults_of_their_own() -> None:
    for traces in (1, 0):  # those of the first round serve the second
        for k in NUMBERS:
            jitted = streamrt.jit(lambda x, k=k: (np.copysign(x, k) + k, repr(k)))
            for _ in range(2):
                y, text = jitted(X)
                assert text == repr(k)
                np.testing.assert_array_equal(y, np.copysign(X, k) + k)
                assert np.asarray(y).dtype == (np.copysign(X, k) + k).dtype
            assert jitted.stats().traces == traces


# -- numbers that are needed ----------------------------------------------------------------------


def in_array(x: Any, n: Any) -> Any:
    made = np.zeros(6)
    made[0] = n
    return x + made


def assigned(x: Any, n: Any) -> Any:
    made = x.copy()
    made[n] = 7
    made[n:, n] += n
    return made


NEEDING: dict[str, Callable[[Any, Any], Any]] = {
    "range": lambda x, n: sum(x * k for k in range(n)),
    "reshape": lambda x, n: x.reshape(2 * n, -1),
    "axis": lambda x, n: np.sum(x, axis=n - 2),
    "axes": lambda x, n: x.mean(axis=(n - 2,)),
    "slice": lambda x, n: x[:n, n:],
    "step": lambda x, n: x[:, ::n],
    "of a list": lambda x, n: x * [1, 2, 3][n],
    "of an array": lambda x, n: x * np.arange(6)[n],
    "int": lambda x, n: x * int(n / 2),
    "float": lambda x, n: x * float(n),
    "round": lambda x, n: x * round(n / 4),
    "if": lambda x, n: x if n > 1 else -x,
    "min": lambda x, n: x * min(n, 2),
    "in": lambda x, n: x if n in (1, 3) else -x,
    "zeros": lambda x, n: x[0, 0] + np.zeros(n),
    "arange": lambda x, n: x[:n, 0] * np.arange(n),
    "assignment": assigned,
    "power": lambda x, n: x * 2.0**n,
    "roll": lambda x, n: np.roll(x, n),
    "tile": lambda x, n: np.tile(x, n),
    "ddof": lambda x, n: x.std(ddof=n),
}


STAYING: dict[str, Callable[[Any, Any], Any]] = {
    "an index": lambda x, n: x[n],
    "an array": lambda x, n: x * np.array([n] * 6),
    "a power": lambda x, n: x**n,
    "sqrt": lambda x, n: x * math.sqrt(n),
    "trunc": lambda x, n: x * math.trunc(n / 3),
    "floor": lambda x, n: x * math.floor(n / 2),
    "ceil": lambda x, n: x * math.ceil(n / 2),
    "into an array": in_array,
}


@pytest.mark.parametrize("name", STAYING)
def test_a_number_that_is_computed_with_stays_a_number(name: str) -> None:
    function = STAYING[name]
    jitted = streamrt.jit(function)
    for n in (2, 1, 0, 2):
        close(jitted(Y, n), np.asarray(function(Y, n)))
    assert jitted.stats().traces == 1


@pytest.mark.parametrize("name", NEEDING)
def test_a_number_that_is_needed_is_compiled_in_with_one_line(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    function = NEEDING[name]
    jitted = streamrt.jit(function)
    for kind in (int, np.int64):
        for value in (2, 1, 2, 2, 1, 2):
            n = kind(value)
            close(jitted(Y, n), np.asarray(function(Y, n)))
    assert jitted.stats().traces == 4
    assert jitted.stats().calls == 12
    (line,) = [each.getMessage() for each in caplog.records if "number n" in each.getMessage()]
    assert line.startswith("jit ")
    assert "the number n is compiled in, because " in line
    assert "test_known_numbers.py:" in line


@pytest.mark.parametrize("kind", [float, np.float32, np.float64])
def test_a_needed_number_is_known_with_its_type_and_its_sign(kind: Any) -> None:
    @streamrt.jit
    def signed(x: Any, n: Any) -> Any:
        return x * math.copysign(1, float(n)), type(n).__name__

    for _ in range(2):
        for value in (0.0, -0.0, 1.5):
            y, name = signed(X, kind(value))
            np.testing.assert_array_equal(y, X * np.float32(math.copysign(1, value)))
            assert name == kind.__name__
    assert signed.stats().traces == 3


def test_only_the_numbers_that_are_needed_are_compiled_in(
    caplog: pytest.LogCaptureFixture,
) -> None:
    @streamrt.jit
    def repeated(x: Any, sizes: Any, k: Any) -> Any:
        total = x * sizes["scale"]
        for _ in range(sizes["n"] + k):
            total = total + sizes["by"][0]
        return total, sizes["by"]

    for n, scale, by, k in [(2, 1.0, 3, 0), (2, 5.0, 4, 0), (1, 5.0, 4, 1), (2, 0.5, 1, 0)]:
        total, (same,) = repeated(X, {"n": n, "scale": scale, "by": (by,)}, k)
        np.testing.assert_allclose(total, X * scale + (n + k) * by)
        assert same == by
    assert repeated.stats().traces == 2
    text = caplog.text
    assert text.count("is compiled in") == 2
    assert "the number sizes['n'] is" in text
    assert "the number k is" in text


def test_a_value_that_depends_on_an_array_stays_unknown(caplog: pytest.LogCaptureFixture) -> None:
    @streamrt.jit
    def f(x: Any, n: Any) -> Any:
        return x[: n * x.size] if n < 2 else x[: n + np.asarray(x).sum()]

    @streamrt.jit
    def g(x: Any, n: Any) -> Any:
        return x if n * x.sum() > 3 else -x

    np.testing.assert_array_equal(f(X, 1), X)
    for jitted, message in (
        (f, "slice by f32[], made by + at test_known_numbers.py:"),
        (g, r"bool() of bool[], made by > at test_known_numbers.py:"),
    ):
        for _ in range(2):
            with pytest.raises(TraceError) as found:
                jitted(X, 2)
            assert message in str(found.value)
    assert caplog.text.count("is compiled in") == 1


def test_the_users_own_handlers_do_not_see_that_a_number_is_needed() -> None:
    @streamrt.jit
    def f(x: Any, n: Any) -> Any:
        try:
            return x[:n]
        except Exception:  # noqa: BLE001  as a user may write it
            return x

    assert f(Y, 2).shape == (2, 6)
    assert f(Y, 3).shape == (3, 6)


def test_a_needed_number_that_has_a_default() -> None:
    @streamrt.jit
    def f(x: Any, n: Any = 2, *, m: Any = 1) -> Any:
        return x[:n, m:]

    for _ in range(2):
        assert f(Y).shape == (2, 5)
        assert f(Y, 3).shape == (3, 5)
        assert f(Y, m=4).shape == (2, 2)
        assert f(Y, 1, m=4).shape == (1, 2)
        assert f(Y, n=2, m=1).shape == (2, 5)
    assert f.stats().traces == 4


# -- other ways to the same function --------------------------------------------------------------


def test_methods_streams_and_what_compiles_ahead_know_numbers_too(rt: streamrt.Runtime) -> None:
    class Model:
        scale = 2.0

        @streamrt.jit
        def head(self, x: Any, n: Any) -> Any:
            return x[:n] * self.scale

    x = rt.put(Y)
    model = Model()
    model.head.compile(x, 3)
    assert model.head.lower(x, 2).traced.startswith("head(x: f32[4, 6])")
    model.head.warm(x, 1).sync()
    assert model.head.stats().traces == 3
    stream = rt.device().stream()
    for n in (1, 2, 3, 1, 2, 3):
        for found in (model.head(x, n), model.head.on(stream)(x, n)):
            np.testing.assert_array_equal(found, Y[:n] * 2)
    assert model.head.stats().traces == 3


def test_a_function_that_is_checked_needs_numbers_twice() -> None:
    f = streamrt.jit(lambda x, n: x[:n] * n, check=True)
    for n in (1, 2, 1):
        np.testing.assert_array_equal(f(Y, n), Y[:n] * n)
    assert f.stats().traces == 2


def test_a_function_within_another_asks_for_the_arguments_of_the_outer_one() -> None:
    @streamrt.jit
    def inner(x: Any, m: Any) -> Any:
        return x[:m]

    @streamrt.jit
    def outer(x: Any, n: Any, k: Any = 1) -> Any:
        return inner(x, n + k) * factor(k), factor(k=k)

    @streamrt.jit
    def factor(k: Any) -> Any:
        return k + 1

    assert np.asarray(factor(1)) == 2
    for n in (1, 2, 1):
        found, two = outer(Y, n)
        np.testing.assert_array_equal(found, Y[: n + 1] * 2)
        assert two == 2  # a number, because no call was made while tracing
    assert (inner.stats().traces, outer.stats().traces, factor.stats().calls) == (0, 2, 1)


def test_values_beyond_the_limit_are_traced_again() -> None:
    f = streamrt.jit(lambda x, n: x[:n], variants=4)
    x = np.arange(50.0)
    for n in (*range(20), *range(20)):
        np.testing.assert_array_equal(f(x, n), x[:n])
        assert f.stats().variants <= 4
    assert f.stats().traces == 40


def test_threads_that_need_numbers_at_once_get_what_numpy_computes(rt: streamrt.Runtime) -> None:
    f = streamrt.jit(lambda x, n, k=3: sum(x * j for j in range(n)) + k)
    x = rt.put(Y)

    def work(seed: int) -> None:
        for n in np.random.default_rng(seed).integers(0, 5, 30).tolist():
            expected = sum(Y * j for j in range(n))
            np.testing.assert_array_equal(f(x, n), expected + 3)
            np.testing.assert_array_equal(f(x, n, n + 0.5), expected + np.float32(n + 0.5))

    in_threads([lambda k=k: work(k) for k in range(4)])  # type: ignore[misc]


def test_lambdas_of_one_loop_know_what_the_first_one_needed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    for scale in (1.0, 2.0, 3.0):
        f = streamrt.jit(lambda x, n: x[:n] * scale)  # noqa: B023  read at once
        for n in (1, 2):
            np.testing.assert_array_equal(f(Y, n), Y[:n] * np.float32(scale))
    assert caplog.text.count("is compiled in") == 1


def test_a_kernel_function_is_refused_as_before(rt: streamrt.Runtime) -> None:
    @streamrt.kernel("x: f32[n], k: i64, out y: f32[n]")
    def head(x: Any, k: Any, y: Any) -> None:
        y[...] = sum(x for _ in range(k))

    x, y = rt.put(X[0]), rt.put(X[1])
    with pytest.raises(TraceError) as found:
        rt.device().stream().launch(head, x, 2, y)
    assert (
        "range(), or an index, of i64[], the argument k; its value is not known while tracing; "
        "declare the argument static" in str(found.value)
    )


def test_nothing_is_compiled_in_where_nothing_is_compiled(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("STREAMRT_JIT", "0")
    caplog.set_level(logging.INFO)
    f = streamrt.jit(lambda x, n=2: x[:n] * n)
    for n in (1, 2, 3):
        np.testing.assert_array_equal(f(Y, n), Y[:n] * n)
    np.testing.assert_array_equal(f(Y), Y[:2] * 2)
    assert f.stats().traces == 0
    assert "compiled in" not in caplog.text
