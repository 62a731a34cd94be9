"""Kernels of Python functions give what the functions give with NumPy, and write nothing else."""

from __future__ import annotations

import pickle
import pydoc
from collections.abc import Generator
from textwrap import indent
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jit.kernels.random_kernels import (
    NAMES,
    OUTPUTS,
    SIGNATURE,
    TYPES,
    RandomKernel,
    random_kernels,
)

import streamrt as srt
from streamrt._ir import kernels as form_kernels
from streamrt.testing import Simulator


@pytest.fixture(scope="module")
def runtimes() -> Generator[tuple[srt.Runtime, srt.Runtime]]:
    """Runtimes whose launches have one thread, and two."""
    with srt.Runtime(threads=1) as one, srt.Runtime(threads=2) as two:
        yield one, two


def launched(rt: srt.Runtime, drawn: RandomKernel) -> dict[str, np.ndarray[Any, Any]]:
    """Returns the arrays after a launch of a kernel in which each part has one element."""
    kernel = srt.kernel(SIGNATURE, types=TYPES)(drawn.function())
    bases, arguments = drawn.arguments()
    given = [rt.wrap(each) if isinstance(each, np.ndarray) else each.item() for each in arguments]
    with mock.patch.object(form_kernels, "PART_NS", 1):
        rt.device().stream().launch(kernel, *given).sync()
    return bases


def compare(runtimes: tuple[srt.Runtime, srt.Runtime], drawn: RandomKernel) -> None:
    """Compares with NumPy, one thread with two, and what is around the arguments."""
    expected, arguments = drawn.arguments()
    with np.errstate(all="ignore"):
        drawn.function()(*arguments)
    one, two = (launched(rt, drawn) for rt in runtimes)
    for name in NAMES:
        np.testing.assert_array_equal(two[name], one[name], strict=True)
        if name in drawn.exact or name not in OUTPUTS:
            np.testing.assert_array_equal(one[name], expected[name])
        else:
            close = 2e-5 if one[name].dtype == "f4" or drawn.dtype == "f32" else 1e-9
            np.testing.assert_allclose(one[name], expected[name], rtol=close, atol=close)


@pytest.mark.slow
@settings(max_examples=150)
@given(random_kernels())
def test_a_kernel_writes_what_its_function_writes_with_numpy(
    runtimes: tuple[srt.Runtime, srt.Runtime], drawn: RandomKernel
) -> None:
    """The arrays around the arguments are compared, too: nothing outside of outputs changes."""
    compare(runtimes, drawn)


SHARED = {
    "an array reversed in place": "z[::-1] = z[...]",
    "rows swapped": "z[0], z[-1] = z[-1].copy(), z[0].copy()",
    "old elements read after a write": "t = z * 1\nz[...] = x\nz[1:] += t[:-1]",
    "old elements read by another output": "z[...] = x\np[...] = z[::-1]\nz[::-1] = p",
    "two outputs with one value": "z[...] = 1\np[...] = 1",
    "an element written by equal loops": "z[:9] = x[:9] + 1\nz[3:] = 7\nz[5:14] = x[1:10] * 2",
    "an element written twice, once backwards": "z[...] = p\nz[::-1] = z",
    "one value written to two places": "z[1:] = 2\nz[1::2] *= z[1::2]\nz[1:] = 2",
    "an output that another one reads": "z[...] = x @ w\np[...] = np.maximum(z, 0)",
}


@pytest.mark.parametrize("layout", ["dense", "transposed", "strided"])
@pytest.mark.parametrize("shared", SHARED)
def test_elements_that_are_read_or_written_twice_come_out_as_with_numpy(
    runtimes: tuple[srt.Runtime, srt.Runtime], shared: str, layout: str
) -> None:
    body = f"y[...] = 1\nc[...] = 1\n{SHARED[shared]}\n"
    head = "def f(x, b, s, w, a, k, y, z, p, v, c):\n"
    for shape in ((17, 40), (14, 1)):
        layouts = (layout,) * len(NAMES)
        exact = frozenset(OUTPUTS)
        compare(runtimes, RandomKernel(head + indent(body, "  "), "f32", shape, layouts, exact))


# -- where kernels are launched -------------------------------------------------------------------

X = np.arange(-6, 6, dtype="f4").reshape(3, 4)
B = np.array([0, 1, -2, 3], "f4")


@srt.kernel("x: T[n, m], b: T[m], out y: T[n, m], inout total: T[n]", types={"T": ("f32", "f64")})
def biased_relu(x: Any, b: Any, y: Any, total: Any) -> None:
    """Adds a bias to each row, and what is positive to the totals of rows."""
    y[...] = np.maximum(x + b, 0)
    total += y.sum(axis=1)


def in_numpy(x: Any, b: Any) -> tuple[Any, Any]:
    """Returns the outputs, of totals that begin with 1."""
    y, total = np.empty_like(x), np.ones(len(x), x.dtype)
    function: Any = biased_relu.implementations["cpu"]
    function.function(x, b, y, total)
    return y, total


def test_many_shapes_and_numbers_share_two_texts(rt: srt.Runtime) -> None:
    implementation: Any = biased_relu.implementations["cpu"]
    implementation._known.clear()
    for n in range(2, 14):
        for m in range(2, 40, 3):
            x, b = np.full((n, m), n, "f4"), np.arange(m, dtype="f4") - m / 2
            y, total = rt.empty((n, m), "f4"), rt.put(np.ones(n, "f4"))
            rt.device().stream().launch(biased_relu, rt.put(x), rt.put(b), y, total)
            for found, expected in zip((y, total), in_numpy(x, b), strict=True):
                np.testing.assert_array_equal(np.asarray(found), expected)
    assert 1 <= len(implementation._known) <= 2


@pytest.mark.parametrize("kind", ["cpu", "sim"])
def test_kernels_are_captured_and_replayed_with_other_rows(kind: str) -> None:
    backends = [Simulator(seed=3)] if kind == "sim" else []
    with srt.Runtime([f"{kind}:0"], backends=backends) as rt:
        stream = rt.device().stream()
        x, b, y = rt.put(X), rt.put(B), rt.empty(X.shape, "f4")
        total = rt.put(np.ones(3, "f4"))
        with rt.capture(x=x, y=y, total=total) as graph:
            stream.launch(biased_relu, x, b, y, total)
        ready = graph.plan(rt.device()).instantiate()
        for rows in (3, 2, 1):
            given = {"x": rt.put(X[:rows] * rows), "y": rt.empty((rows, 4), "f4")}
            given["total"] = rt.put(np.ones(rows, "f4"))
            ready.replay(**given).sync()
            for name, expected in zip(("y", "total"), in_numpy(X[:rows] * rows, B), strict=True):
                np.testing.assert_array_equal(np.asarray(given[name]), expected)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
async def test_an_execution_makes_the_outputs(dtype: str) -> None:
    @srt.kernel("x: T[n, m], a: T, out y: T[n], out most: T[]", types={"T": ("f32", "f64")})
    def measured(x: Any, a: Any, y: Any, most: Any) -> None:
        y[...] = (x * a).max(axis=1)
        most[...] = y.max()

    x = X.astype(dtype)
    async with srt.Runtime() as rt:
        y, most = await rt.execute(measured, rt.put(x), a=2.0)
        np.testing.assert_array_equal(await y.fetch(), (x * 2).max(axis=1), strict=True)
        np.testing.assert_array_equal(await most.fetch(), (x * 2).max(), strict=True)


@pytest.mark.parametrize("place", [0, 13, 32, 39])
def test_an_elementwise_kernel_of_many_steps_works_in_place(rt: srt.Runtime, place: int) -> None:
    """More outputs than one step may have, so that steps read an input after its memory's output.

    They also have more operations than one step may have.
    """
    names = [f"y{k}" for k in range(40)]
    lines = [f"{name}[...] = (x * {k}) + w" for k, name in enumerate(names, 2)]
    lines.append(f"y39[...] = x{''.join(f' * 1 + {k}' for k in range(80))} - w")
    space: dict[str, Any] = {}
    exec(f"def many(x, w, {', '.join(names)}):\n  " + "\n  ".join(lines), space)
    signature = "x: f32[n], w: f32[n], " + ", ".join(f"out {name}: f32[n]" for name in names)
    kernel = srt.kernel(signature, elementwise=True)(space["many"])
    x, w = np.arange(37, dtype="f4"), np.ones(37, "f4")
    expected = [np.empty_like(x) for _ in names]
    space["many"](x, w, *expected)
    buffers = [rt.empty(37, "f4") for _ in names]
    buffers[place] = rt.put(x)
    rt.device().stream().launch(kernel, buffers[place], rt.put(w), *buffers).sync()
    for found, wanted in zip(buffers, expected, strict=True):
        np.testing.assert_array_equal(np.asarray(found), wanted)


def test_python_runs_the_function_if_the_environment_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[type] = []

    def scaled(x: Any, a: Any, y: Any) -> None:
        seen.append(type(x))
        y[...] = x * a

    found: list[Any] = []
    for switch in ("1", "0"):
        monkeypatch.setenv("STREAMRT_JIT", switch)
        kernel = srt.kernel("x: i32[n], a: f32, out y: f32[n]")(scaled)
        with srt.Runtime() as rt:
            y = rt.execute(kernel, rt.put(np.arange(5, dtype="i4")), a=0.5).sync()
            found.append(np.asarray(y))
    assert seen[-1] is np.ndarray
    assert np.ndarray not in seen[:-1]
    np.testing.assert_array_equal(found[0], [0, 0.5, 1, 1.5, 2])
    np.testing.assert_array_equal(found[0], found[1], strict=True)


def test_a_kernel_is_known_by_its_name_and_helps() -> None:
    assert pickle.loads(pickle.dumps(biased_relu)) is biased_relu
    text = pydoc.plain(pydoc.render_doc(biased_relu))
    assert "biased_relu(x: T[n, m], b: T[m], out y: T[n, m], inout total: T[n])" in text
    assert "T is f32 or f64" in text
    assert "Adds a bias to each row" in text


# -- long rows, and borders -----------------------------------------------------------------------


@srt.kernel("x: T[n, m], out y: T[n, m], out z: U[n, m]")
def two_rows(x: Any, y: Any, z: Any) -> None:
    y[...] = x + x
    z[...] = x


@settings(max_examples=60, deadline=None)
@given(
    dtypes=st.tuples(*[st.sampled_from(["f4", "f8", "u1", "i2"])] * 2),
    m=st.integers(120, 700),
    begins=st.tuples(*[st.integers(0, 70)] * 3),
)
def test_long_rows_of_views_are_written_wherever_they_begin(
    runtimes: tuple[srt.Runtime, srt.Runtime],
    dtypes: tuple[str, str],
    m: int,
    begins: tuple[int, int, int],
) -> None:
    """A row begins with a vector of its own, which ends where the others are aligned."""
    ones = [np.ones((3, 800), dtype) for dtype in (dtypes[0], *dtypes)]
    ones[0][...] = np.random.default_rng(m).integers(0, 90, (3, 800))
    x, y, z = (base[:, k : k + m] for base, k in zip(ones, begins, strict=True))
    expected = [base.copy() for base in ones]
    expected[1][:, begins[1] : begins[1] + m] = x + x
    expected[2][:, begins[2] : begins[2] + m] = x
    rt = runtimes[0]
    rt.device().stream().launch(two_rows, rt.wrap(x), rt.wrap(y), rt.wrap(z)).sync()
    for found, wanted in zip(ones, expected, strict=True):
        np.testing.assert_array_equal(found, wanted)


@srt.kernel("x: f32[n, m], out y: f32[n, m]", contract=False)
def heat(x: Any, y: Any) -> None:
    around = x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:]
    y[1:-1, 1:-1] = 0.2 * x[1:-1, 1:-1] + 0.2 * around
    y[0], y[-1] = x[0], x[-1]
    y[1:-1, 0], y[1:-1, -1] = x[1:-1, 0], x[1:-1, -1]


@pytest.mark.parametrize("shape", [(3, 3), (1000, 517), (700, 702), (2, 9)])
def test_borders_go_with_their_middle_in_blocks_and_in_parts(
    runtimes: tuple[srt.Runtime, srt.Runtime], shape: tuple[int, int]
) -> None:
    x = np.random.default_rng(5).standard_normal(shape, np.float32)
    expected = np.empty_like(x)
    python: Any = heat.implementations["cpu"]
    python.function(x, expected)
    for rt in runtimes:
        y = rt.put(np.full_like(x, np.nan))
        rt.device().stream().launch(heat, rt.put(x), y).sync()
        np.testing.assert_array_equal(np.asarray(y), expected)


def test_products_of_two_dtypes_in_one_kernel_are_both_right(
    runtimes: tuple[srt.Runtime, srt.Runtime],
) -> None:
    """Each is a call of code that the kernels of its dtype share."""

    @srt.kernel("a: f32[n, n], b: f64[n, n], out c: f32[n, n], out d: f64[n, n]")
    def both(a: Any, b: Any, c: Any, d: Any) -> None:
        c[...] = a @ a
        d[...] = b @ b

    b = np.random.default_rng(0).standard_normal((40, 40))
    a, c, d = b.astype("f4"), np.zeros((40, 40), "f4"), np.zeros((40, 40))
    for rt in runtimes:
        rt.device().stream().launch(both, *map(rt.wrap, (a, b, c, d))).sync()
        np.testing.assert_allclose(c, a @ a, rtol=1e-4, atol=1e-4)
        np.testing.assert_allclose(d, b @ b, rtol=1e-12, atol=1e-12)
