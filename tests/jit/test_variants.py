"""Variants: what is kept, what is forgotten, and what the log says."""

from __future__ import annotations

import gc
import logging
import weakref
from functools import partial
from typing import Any

import numpy as np
import pytest
from jit.comparing import X
from shared.threads import in_threads

import streamrt
from streamrt._ir.lower import kernels


def add(x: Any, w: Any) -> Any:
    return x + w


def test_variants_are_kept_up_to_a_limit_the_used_ones_longest(rt: streamrt.Runtime) -> None:
    jitted = streamrt.jit(lambda x: x + 1.5, variants=8)
    often = rt.put(np.zeros(100, np.float32))
    for extent in range(1, 40):
        jitted(rt.put(np.zeros(extent, np.float32)))
        jitted(often)
    stats = jitted.stats()
    assert stats.traces == 40
    assert stats.variants <= 8
    assert stats.calls == 78
    jitted(rt.put(np.zeros(1, np.float32)))
    assert jitted.stats().traces == 41


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, True), (1, 1.0), (0.0, -0.0), ((1,), (True,)), ("a", b"a"), (np.int8(1), np.int64(1))],
)
def test_static_values_that_are_equal_and_not_the_same_are_told_apart(one: Any, other: Any) -> None:
    seen: list[Any] = []

    def f(x: Any, n: Any) -> Any:
        return x + len(seen) * 0 + (1 if repr(n) == repr(one) else 2)

    jitted = streamrt.jit(f, static="n")
    for _ in range(2):
        np.testing.assert_array_equal(jitted(X, one), X + 1)
        np.testing.assert_array_equal(jitted(X, other), X + 2)


def test_a_static_nan_is_one_value() -> None:
    @streamrt.jit(static=1)
    def f(x: Any, n: Any) -> Any:
        return x * 2

    for _ in range(3):
        f(X, float("nan"))
    assert f.stats().traces == 1


def test_a_closed_runtime_is_forgotten() -> None:
    jitted = streamrt.jit(lambda x: x * 2.5)
    for _ in range(2):
        with streamrt.Runtime(["cpu"]) as rt:
            x = rt.put(X)
            np.testing.assert_array_equal(jitted(x), X * 2.5)
            assert jitted.stats().variants == 1
        assert jitted.stats().variants == 0
        engine = weakref.ref(rt._engine)
        del rt, x
        gc.collect()
        assert engine() is None


def test_an_array_that_is_bound_again_is_not_kept(rt: streamrt.Runtime) -> None:
    weights = rt.put(X)

    @streamrt.jit
    def f(x: Any) -> Any:
        return x * weights

    x = rt.put(X)
    np.testing.assert_array_equal(f(x), X * X)
    np.testing.assert_array_equal(f(x), X * X)
    allocation = weakref.ref(weights)
    weights = rt.put(X + 1)
    np.testing.assert_array_equal(f(x), X * (X + 1))
    gc.collect()
    assert allocation() is None


def test_threads_that_call_at_once_get_what_numpy_computes(rt: streamrt.Runtime) -> None:
    jitted = streamrt.jit(add)
    wrong: list[Any] = []

    def work(seed: int) -> None:
        rng = np.random.default_rng(seed)
        for _ in range(30):
            shape = tuple(rng.integers(1, 4, rng.integers(0, 3)))
            x = rng.standard_normal(shape, np.float32)
            if not np.array_equal(jitted(rt.put(x), rt.put(x)), x + x):
                wrong.append(x)

    in_threads([partial(work, seed) for seed in range(4)])
    assert not wrong
    assert jitted.stats().calls == 120


# -- the log --------------------------------------------------------------------------------------


def lines(caplog: pytest.LogCaptureFixture, level: int) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == level]


def test_a_first_call_says_what_it_took(
    rt: streamrt.Runtime, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "streamrt")
    jitted = streamrt.jit(add)
    for _ in range(3):
        jitted(rt.put(X), X)
    (traced,) = [line for line in lines(caplog, logging.INFO) if "traced" in line]
    assert traced.startswith("jit add(f32[2, 3], f32[2, 3]): traced in ")
    (copied,) = [line for line in lines(caplog, logging.INFO) if "copies" in line]
    assert copied.startswith("jit add: w is a NumPy array, which each call copies;")


def powers(x: Any, mode: Any, k: Any) -> Any:
    for _ in range(k):
        x = np.tanh(x) if mode == "tanh" else np.sin(x)
    return x


def test_calls_that_need_new_code_all_the_time_are_named_once(
    rt: streamrt.Runtime, caplog: pytest.LogCaptureFixture
) -> None:
    kernels.forget()
    jitted = streamrt.jit(powers, static=("mode", "k"))
    x = rt.put(X)
    for k in range(1, 12):
        jitted(x, "tanh", k)
    (storm,) = lines(caplog, logging.WARNING)
    assert "9 kinds of calls needed code of their own" in storm
    assert "because k was 8 before, and 9 now" in storm


def test_other_shapes_and_numbers_are_no_storm(
    rt: streamrt.Runtime, caplog: pytest.LogCaptureFixture
) -> None:
    jitted = streamrt.jit(lambda x, n: np.cosh(x) * n / len(x))
    for k in range(2, 30):
        x = np.ones((k, k), np.float32)
        expected = np.cosh(x) * np.float32(k) / np.float32(k)
        np.testing.assert_allclose(jitted(rt.put(x), k), expected, rtol=1e-6)
    assert lines(caplog, logging.WARNING) == []
    assert jitted.stats().compiles <= 4  # a division by a power of two is a multiplication


async def test_a_loop_that_is_held_is_named_once(
    rt: streamrt.Runtime, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HELD", "HELD_BY_SHAPE"):
        monkeypatch.setattr(f"streamrt._jit.calling.counting.{name}", 0.0)
    jitted = streamrt.jit(add)
    await jitted(rt.put(X), rt.put(X))
    await jitted(rt.put(X[0]), rt.put(X[0]))
    (held,) = lines(caplog, logging.WARNING)
    assert held.startswith("jit add: a call of a new kind held the event loop for ")
    assert "`await add.warm(...)`" in held
    other = streamrt.jit(add)
    await other.warm(X, X)
    await other(rt.put(X), rt.put(X))
    assert len(lines(caplog, logging.WARNING)) == 1
