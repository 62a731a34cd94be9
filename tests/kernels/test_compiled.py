"""The standard kernels that the compiler makes: each beside its own function, run by NumPy."""

from __future__ import annotations

import inspect
import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("hypothesis")
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.kernel_calls import Launch

import streamrt as srt
import streamrt_kernels
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._jit.kernel_functions.decorator import NumPyFunction

COMPILED = {
    name: kernel
    for name, kernel in inspect.getmembers(streamrt_kernels)
    if isinstance(kernel, srt.Kernel)
    and isinstance(kernel.implementations["cpu"], NumPyFunction)
    and name not in ("take", "batched_matmul")  # which have tests of their own below
}
EXACT = {
    *("add", "subtract", "multiply", "divide", "maximum", "minimum", "negative", "absolute"),
    *("square", "sqrt", "reciprocal", "floor", "ceil", "rint", "clip", "relu"),
    *("max_rows", "min_rows", "argmax_rows", "argmin_rows"),
    *("cumsum_rows", "cumprod_rows"),  # one element after the other, in their own dtype
}
"""Those whose elements are NumPy's, bit by bit."""

SPECIAL = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 1e-30, -1e-30, 88.0, -88.0, 0.5, 2.0]
INDEPENDENT = st.sampled_from(["dense", "transposed", "reversed", "sliced"])


def view(array: np.ndarray[Any, Any], kind: str) -> np.ndarray[Any, Any]:
    """A view with the same elements, which lie in memory in another way."""
    if kind == "transposed":
        return np.ascontiguousarray(array.T).T
    if kind == "reversed":
        return np.ascontiguousarray(array[::-1])[::-1]
    if kind == "sliced" and array.ndim:
        wide = np.zeros((*array.shape[:-1], 2 * array.shape[-1]), array.dtype)
        wide[..., ::2] = array
        return wide[..., ::2]
    return array.copy()


def drawn(
    rng: np.random.Generator, dtype: np.dtype[Any], shape: tuple[int, ...]
) -> np.ndarray[Any, Any]:
    """Elements of a dtype; some floats are special."""
    if dtype.kind != "f":
        limits = np.iinfo(dtype)
        return rng.integers(limits.min, limits.max, shape, dtype, endpoint=True)
    found = (rng.standard_normal(shape) * rng.choice([0.1, 1.0, 10.0])).astype(dtype)
    if rng.random() < 0.3 and found.size:
        places = rng.integers(0, found.size, 3)
        found.reshape(-1)[places] = rng.choice(SPECIAL, 3)
    return found


def arguments(kernel: srt.Kernel, rng: np.random.Generator, shape: tuple[int, ...]) -> list[Any]:
    """Arguments of a kernel; outputs are filled with something."""
    types = {name: rng.choice(allowed) for name, allowed in kernel.signature.types.items()}
    found: list[Any] = []
    for p in kernel.signature.parameters:
        dtype = DTYPES[types.get(p.dtype, p.dtype)].numpy
        dims = shape if p.ellipsis else tuple(shape[0 if d == "n" else 1] for d in p.dims or ())
        if p.is_array:
            found.append(drawn(rng, dtype, dims))
        elif p.name == "epsilon":
            found.append(1e-5)
        else:
            found.append(int(rng.integers(0, 100)) if dtype.kind != "f" else float(rng.random()))
    return found


def by_numpy(kernel: srt.Kernel, given: list[Any], *, deep: bool) -> list[Any]:
    """What the function itself makes of copies; deep in f64."""
    copies = [
        (a.astype(np.float64) if deep and a.dtype.kind == "f" else a.copy())
        if isinstance(a, np.ndarray)
        else a
        for a in given
    ]
    implementation = kernel.implementations["cpu"]
    assert isinstance(implementation, NumPyFunction)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # means of no elements
        implementation.function(*copies)
    return copies


@pytest.mark.parametrize("name", COMPILED)
@settings(max_examples=15)
@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(0, 9),
    m=st.one_of(st.integers(1, 70), st.integers(200, 400)),
    kinds=st.lists(INDEPENDENT, min_size=6, max_size=6),
    cuts=st.lists(st.floats(0, 1), max_size=3),
)
def test_a_compiled_kernel_computes_what_its_function_does(
    launch: Launch, name: str, seed: int, n: int, m: int, kinds: list[str], cuts: list[float]
) -> None:
    kernel = COMPILED[name]
    rng = np.random.default_rng(seed)
    plain = arguments(kernel, rng, (n, m))
    is_exact = name in EXACT or plain[0].dtype.kind != "f"
    expected = by_numpy(kernel, plain, deep=not is_exact)
    placed = [view(a, k) if isinstance(a, np.ndarray) else a for a, k in zip(plain, kinds)]  # noqa: B905
    again = [view(a, k) if isinstance(a, np.ndarray) else a for a, k in zip(plain, kinds)]  # noqa: B905
    launch(kernel, *placed)
    assert launch.in_parts(kernel, cuts, *again) == 0
    for p, want, got, other in zip(
        kernel.signature.parameters, expected, placed, again, strict=True
    ):
        if not p.writes:
            continue
        assert got.tobytes() == other.tobytes()  # whatever the parts
        if is_exact:
            np.testing.assert_array_equal(got, want)
            continue
        largest = np.nanmax(np.abs(np.where(np.isfinite(plain[0]), plain[0], 0)), initial=1)
        limits = np.finfo(got.dtype)
        allowed = 64 * limits.eps
        with np.errstate(all="ignore"):
            # Rounding decides whether a product is infinite, and so all that follow it.
            unsure = np.isfinite(want) & (np.abs(want) > float(limits.max) / 4)
            got[np.logical_or.accumulate(unsure, axis=-1)] = np.inf
            want[np.logical_or.accumulate(unsure, axis=-1)] = np.inf
            np.testing.assert_allclose(
                got, want.astype(got.dtype), rtol=allowed, atol=allowed * float(largest)
            )


@pytest.mark.parametrize("name", [n for n, k in COMPILED.items() if k.elementwise])
def test_an_elementwise_kernel_may_write_over_its_input(launch: Launch, name: str) -> None:
    kernel = COMPILED[name]
    given = arguments(kernel, np.random.default_rng(5), (7, 33))
    out = given[-1]
    expected = [a.copy() if isinstance(a, np.ndarray) else a for a in given]
    launch(kernel, *expected)
    given[-1] = given[0]
    launch(kernel, *given)
    assert out is not given[0]
    np.testing.assert_array_equal(given[0], expected[-1])


@settings(max_examples=60)
@given(
    seed=st.integers(0, 2**32 - 1),
    shape=st.tuples(st.integers(1, 30), st.sampled_from([0, 1, 3, 17, 64, 300])),
    count=st.integers(0, 40),
    kinds=st.lists(INDEPENDENT, min_size=3, max_size=3),
    is_wrong=st.booleans(),
)
def test_take_copies_rows_and_refuses_places_that_are_none(
    launch: Launch, seed: int, shape: tuple[int, int], count: int, kinds: list[str], is_wrong: bool
) -> None:
    rng = np.random.default_rng(seed)
    dtype = DTYPES[rng.choice(streamrt_kernels.take.signature.types["T"])].numpy
    x = (rng.standard_normal(shape) * 50).astype(dtype)
    index = rng.integers(-shape[0], shape[0], count)
    is_wrong = is_wrong and x.size * count > 0
    if is_wrong:
        index[rng.integers(count)] = rng.choice([shape[0], -shape[0] - 1, 2**62, -(2**63)])
    guard = np.zeros((count + 2, shape[1]), dtype)
    placed = view(x, kinds[0]), view(index, kinds[1]), guard[1:-1]
    if is_wrong:
        with pytest.raises(srt.errors.KernelError, match="out of range"):
            launch(streamrt_kernels.take, *placed)
    else:
        launch(streamrt_kernels.take, *placed)
        np.testing.assert_array_equal(guard[1:-1], x[index])
    assert not guard[[0, -1]].any()


@settings(max_examples=40)
@given(
    seed=st.integers(0, 2**32 - 1),
    extents=st.tuples(*[st.sampled_from([0, 1, 2, 5, 16, 33, 70])] * 4),
    kinds=st.lists(INDEPENDENT, min_size=3, max_size=3),
)
def test_batched_matmul_takes_factors_as_they_lie(
    launch: Launch, seed: int, extents: tuple[int, int, int, int], kinds: list[str]
) -> None:
    b, n, k, m = extents
    rng = np.random.default_rng(seed)
    dtype = rng.choice(["f4", "f8"])
    a, w = (rng.standard_normal(shape).astype(dtype) for shape in ((b, n, k), (b, k, m)))
    c = view(np.full((b, n, m), 7, dtype), kinds[2])
    launch(streamrt_kernels.batched_matmul, view(a, kinds[0]), view(w, kinds[1]), c)
    wanted, allowed = a.astype("f8") @ w, np.abs(a).astype("f8") @ np.abs(w)
    assert (np.abs(c - wanted) <= (k + 2) * np.finfo(dtype).eps * allowed).all()
