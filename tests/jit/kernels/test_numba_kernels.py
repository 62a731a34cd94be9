"""Kernels of functions of loops, which numba compiles."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from shared.processes import python

pytest.importorskip("hypothesis")
pytest.importorskip("numba")
import numba
from hypothesis import given, settings
from hypothesis import strategies as st

import streamrt as srt
from streamrt._compile.signatures.dtypes import DTYPES
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


@pytest.mark.slow
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


@pytest.mark.parametrize("switch", [("STREAMRT_JIT", "0"), ("NUMBA_DISABLE_JIT", "1")])
def test_with_the_switch_the_function_runs_as_it_is_and_its_exception_is_seen(
    rt: srt.Runtime, switch: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(*switch)
    loops: Any = add_up.implementations["cpu"]
    adding = srt.kernel("x: i64[n], inout total: i64[]", compiler="numba")(loops.function)
    total = np.zeros((), "i8")
    launch(rt, adding, np.arange(5), total)
    assert total == 10
    with pytest.raises(ValueError, match="an element is negative"):
        launch(rt, adding, np.array([1, -1]), total)
    shapes: list[tuple[object, ...]] = []

    @srt.kernel("x: f32[...], out y: f32[...]", compiler="numba", split="...", grain=1)
    def plain(x: Any, y: Any, lo: int, hi: int) -> None:
        shapes.append((x.shape, y.shape, lo, hi))
        y[lo:hi] = x[lo:hi] + 1

    y = np.zeros((2, 3), "f4")
    launch(rt, plain, np.ones((2, 3), "f4"), y)
    assert shapes == [((6,), (6,), 0, 6)]
    np.testing.assert_array_equal(y, 2)


def test_a_function_that_njit_decorates_keeps_its_options(rt: srt.Runtime) -> None:
    """A sum in the order of the loop is exact here; a reordered one has other roundings."""

    def total(x: Any, y: Any) -> None:
        found = np.float32(0)
        for i in range(x.size):
            found += x[i]
        y[0] = found

    x = np.random.default_rng(3).random(10_001, np.float32)
    results: list[float] = []
    for function in (total, numba.njit(total), numba.njit(fastmath={"reassoc"})(total)):
        y = np.zeros(1, "f4")
        launch(rt, srt.kernel("x: f32[n], out y: f32[1]", compiler="numba")(function), x, y)
        results.append(y.item())
    assert results[0] == results[1] == np.add.accumulate(x)[-1]
    assert results[2] == pytest.approx(results[0], rel=1e-4)
    assert results[2] != results[0]


def returns(x: Any, y: Any) -> Any:
    return x.sum()


def has_no_type(x: Any, y: Any) -> None:
    y[0] = x.nothing


def writes_its_input(x: Any, y: Any) -> None:
    part = x[1:]
    part[0] = y[0]


def adds_text(x: Any, y: Any) -> None:
    y[0] = x[0] + "a"


def opens(x: Any, y: Any) -> None:
    with open("a") as file:
        y[0] = file.read()


@numba.njit(parallel=True)
def is_parallel(x: Any, y: Any) -> None:
    y[0] = x[0]


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (returns, "its function returns float32; a kernel writes to its outputs"),
        (has_no_type, r"Unknown attribute 'nothing' .*test_numba_kernels\.py:\d+"),
        (writes_its_input, r"it writes an array that its signature only reads; .*_kernels\.py:\d+"),
        (adds_text, r"it knows no add\(float32, Literal\[str\]\(a\)\)"),
        (opens, "The 'with .context manager. as .variable.:' construct is not supported"),
        (is_parallel, "parallel=True; leave that out, and pass split="),
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
        ({"compiler": "numba", "contract": True}, has_no_type, ArgumentError,
            "numba has no option contract"),
        ({"compiler": "numba", "split": "n"}, has_no_type, SignatureError,
            "take a part for the whole"),
        ({"compiler": "numba"}, lambda x, z: None, SignatureError, r"it must take \(x, y\)"),
        ({"compiler": "numba"}, lambda x, y, lo, hi: None, SignatureError, "split is None"),
        ({"compiler": "numba"}, lambda x, *y: None, SignatureError, r"it must take \(x, y\)"),
    ],
)  # fmt: skip
def test_wrong_options_and_parameters_are_refused_at_once(
    options: dict[str, Any], function: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        srt.kernel(X_TO_Y, **options)(function)


@pytest.mark.slow
@pytest.mark.parametrize("split", ["m", "n*m"])
def test_a_part_of_an_inner_dimension_needs_its_bounds(rt: srt.Runtime, split: str) -> None:
    decorate = srt.kernel(
        "x: f32[n, m], out y: f32[n, m]", compiler="numba", split=split, grain=1, elementwise=True
    )
    with pytest.raises(SignatureError, match="would be given parts of first dimensions"):
        decorate(lambda x, y: None)

    @decorate
    def doubled(x: Any, y: Any, lo: int, hi: int) -> None:
        m = x.shape[1]
        for k in range(lo, hi):
            if split == "m":
                y[:, k] = 2 * x[:, k]
            else:
                y[k // m, k % m] = 2 * x[k // m, k % m]

    x = np.random.default_rng(1).random((7, 90), np.float32)
    y = np.zeros_like(x)
    launch(rt, doubled, x, y)
    np.testing.assert_array_equal(y, 2 * x)


def test_a_kernel_without_outputs_is_refused() -> None:
    with pytest.raises(SignatureError, match="it has no output; declare one"):
        srt.kernel("x: f32[n], y: f32[n]", compiler="numba")(has_no_type)


def test_scalars_may_be_called_as_bounds_are(rt: srt.Runtime) -> None:
    @srt.kernel("out y: i64[n], lo: i64, hi: i64", compiler="numba")
    def filled(y: Any, lo: Any, hi: Any) -> None:
        y[:] = lo + hi

    y = np.zeros(3, "i8")
    launch(rt, filled, y, 3, 4)
    assert y.tolist() == [7, 7, 7]


@pytest.mark.parametrize("dtype", ["f32", "f64", "i8", "i16", "i32", "i64", "u8", "u64", "bool"])
def test_scalars_of_each_dtype_arrive(rt: srt.Runtime, dtype: str) -> None:
    @srt.kernel(f"a: {dtype}, b: {dtype}, out y: {dtype}[2]", compiler="numba")
    def put(a: Any, b: Any, y: Any) -> None:
        y[0], y[1] = a, b

    low, high = {"f": (-0.5, 1e9), "i": (-128, 127), "u": (0, 255), "b": (True, False)}[dtype[0]]
    y = np.zeros(2, DTYPES[dtype].numpy)
    launch(rt, put, low, high, y)
    assert y.tolist() == [low, high]


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
    found = python("-c", code)
    assert "its compiler is numba, which is not installed; run `pip install numba`" in found.stderr
