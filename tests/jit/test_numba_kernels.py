"""Kernels of functions of loops, which numba compiles."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

pytest.importorskip("hypothesis")
pytest.importorskip("numba")
from hypothesis import given, settings
from hypothesis import strategies as st

import streamrt as srt
from streamrt.errors import ArgumentError, CompileError, KernelError, SignatureError

X_TO_Y = "x: f32[n], out y: f32[n]"


@srt.kernel(
    "x: T[n, m], b: T[m], out y: T[n, m], alpha: T",
    types={"T": ("f32", "f64", "i32")},
    compiler="numba",
    split="n",
    grain=2,
)
def scaled_relu(x: Any, b: Any, y: Any, alpha: Any, lo: int, hi: int) -> None:
    """Scales, adds, and cuts off below 0."""
    for i in range(lo, hi):
        for j in range(x.shape[1]):
            y[i, j] = max(x[i, j] * alpha + b[j], 0)


@srt.kernel(
    "x: f64[...], flags: bool[...], out y: f64[...]",
    compiler="numba",
    split="...",
    elementwise=True,
)
def masked(x: Any, flags: Any, y: Any) -> None:
    for i in range(x.size):
        y[i] = x[i] if flags[i] else -1.0


@srt.kernel("x: i64[n], inout total: i64[]", compiler="numba")
def add_up(x: Any, total: Any) -> None:
    for i in range(x.size):
        if x[i] < 0:
            raise ValueError("an element is negative")
        total[0] += x[i]


@pytest.fixture(scope="module")
def rt() -> Any:
    with srt.Runtime(threads=2) as rt:
        yield rt


def launch(rt: srt.Runtime, kernel: srt.Kernel, *arguments: Any) -> None:
    given = [rt.wrap(a) if isinstance(a, np.ndarray) else a for a in arguments]
    rt.device().stream().launch(kernel, *given).sync()


@settings(max_examples=30, deadline=None)
@given(
    n=st.integers(0, 40),
    m=st.integers(0, 9),
    dtype=st.sampled_from(["f4", "f8", "i4"]),
    seed=st.integers(0, 2**32 - 1),
)
def test_a_function_of_loops_computes_what_numpy_does(
    rt: srt.Runtime, n: int, m: int, dtype: str, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    x, b = rng.integers(-9, 9, (n, m)).astype(dtype), rng.integers(-9, 9, m).astype(dtype)
    y = np.full((n, m), 77, dtype)
    launch(rt, scaled_relu, x, b, y, 3)
    np.testing.assert_array_equal(y, np.maximum(x * 3 + b, 0))
    deep, flags = x.astype("f8"), rng.random((n, m)) < 0.5
    found = np.full((n, m), np.nan)
    launch(rt, masked, deep, flags, found)
    np.testing.assert_array_equal(found, np.where(flags, deep, -1))


def test_an_exception_fails_the_launch(rt: srt.Runtime) -> None:
    total = np.zeros((), "i8")
    launch(rt, add_up, np.arange(5), total)
    assert total == 10
    with pytest.raises(KernelError, match="its function raised an exception"):
        launch(rt, add_up, np.array([1, -1]), total)
    assert "Scales, adds" in (scaled_relu.__doc__ or "")


def returns(x: Any, y: Any) -> Any:
    return x.sum()


def has_no_type(x: Any, y: Any) -> None:
    y[0] = x.nothing


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (returns, "its function returns float32; a kernel writes to its outputs"),
        (has_no_type, r"Unknown attribute 'nothing' .*test_numba_kernels\.py:\d+"),
    ],
)
def test_what_numba_cannot_compile_is_refused(rt: srt.Runtime, function: Any, message: str) -> None:
    kernel = srt.kernel(X_TO_Y, compiler="numba")(function)
    with pytest.raises(CompileError, match=message):
        launch(rt, kernel, np.ones(3, "f4"), np.ones(3, "f4"))


@pytest.mark.parametrize(
    ("options", "function", "error", "message"),
    [
        ({"compiler": "c"}, has_no_type, ArgumentError, 'it is "streamrt" or "numba"'),
        ({"split": "n"}, has_no_type, ArgumentError, "streamrt has no option split"),
        (
            {"compiler": "numba", "contract": True},
            has_no_type,
            ArgumentError,
            "numba has no option contract",
        ),
        (
            {"compiler": "numba", "split": "n"},
            has_no_type,
            SignatureError,
            "take a part for the whole",
        ),
        ({"compiler": "numba"}, lambda x, z: None, SignatureError, r"it must take \(x, y\)"),
        ({"compiler": "numba"}, lambda x, y, lo, hi: None, SignatureError, "split is None"),
    ],
)
def test_wrong_options_and_parameters_are_refused_at_once(
    options: dict[str, Any], function: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        srt.kernel(X_TO_Y, **options)(function)


def test_numba_is_loaded_by_the_first_launch_and_missed_with_advice() -> None:
    code = (
        "import sys, numpy as np, streamrt as srt\n"
        f"@srt.kernel({X_TO_Y!r}, compiler='numba')\n"
        "def f(x, y):\n    y[0] = 1\n"
        "assert 'numba' not in sys.modules\n"
        "sys.modules['numba'] = None\n"
        "with srt.Runtime() as rt:\n"
        "    x = rt.put(np.ones(3, 'f4'))\n"
        "    rt.device().stream().launch(f, x, rt.put(np.ones(3, 'f4')))\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert "its compiler is numba, which is not installed; run `pip install numba`" in found.stderr
