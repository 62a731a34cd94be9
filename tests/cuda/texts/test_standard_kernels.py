"""The CUDA texts of the standard kernels, executed on the CPU, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from cuda.texts import on_cpu
from hypothesis import given, settings
from hypothesis import strategies as st

import streamrt as srt
import streamrt_kernels as kernels
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt._compile.signatures.layout import Layout
from streamrt_kernels import elementwise, reference

pytestmark = pytest.mark.cuda

SEEDS = (0, 1, 2)
SHAPES = ((), (0,), (1,), (7,), (3, 0, 2), (5, 33), (2, 3, 4), (1000,), (3, 1, 300))
Array = np.ndarray[Any, Any]


def run(kernel: srt.Kernel, *values: Any, seed: int = 0) -> int:
    """Runs a kernel's CUDA text on NumPy's memory, and returns its error code."""
    arrays = [v for v in values if isinstance(v, np.ndarray)]
    layouts = [Layout(None, a.dtype, a.shape, a.strides) for a in arrays]
    plan = kernel.plan(layouts, "cuda")
    assert plan.binding is not None
    dtypes = [DTYPES[plan.binding.dtypes[name]].numpy for name in kernel.signature.names]
    arguments = [
        v if isinstance(v, np.ndarray) else dtype.type(v)
        for v, dtype in zip(values, dtypes, strict=True)
    ]
    return on_cpu.run_plan(plan, arguments, seed)


def some(shape: tuple[int, ...], dtype: str, seed: int = 0) -> Array:
    """An array of numbers of both signs, where the dtype has them."""
    numbers = np.random.default_rng(seed).normal(size=shape) * 50
    kind = DTYPES[dtype]
    return np.asarray(numbers > 0 if kind.kind == "b" else numbers.astype(kind.numpy))


def strided(array: Array, way: str) -> Array:
    """The same elements with other strides."""
    if way == "dense" or not array.ndim:
        return np.array(array)
    if way == "reversed":
        return np.array(array[..., ::-1])[..., ::-1]
    if way == "turned":
        return np.array(array.T, order="C").T
    wide = np.zeros(tuple(2 * n for n in array.shape), array.dtype)
    view = wide[tuple(slice(0, None, 2) for _ in array.shape)]
    view[...] = array
    return view


WAYS = ("dense", "reversed", "turned", "apart")


@pytest.mark.parametrize("dtype", elementwise.COPIED)
def test_fill_and_copy_write_every_element_of_every_dtype(dtype: str) -> None:
    for shape in SHAPES:
        for way in WAYS:
            x = strided(some(shape, dtype), way)
            y = strided(np.zeros_like(x), "apart")
            beside = np.zeros(0) if y.base is None else y.base
            run(kernels.copy, x, y)
            assert y.tobytes() == x.tobytes(), (shape, way)
            if dtype not in elementwise.NUMBERS:
                continue
            value = some((1,), dtype, 5)[0]
            run(kernels.fill, y, value, seed=1)
            assert (y == value).all()
            y[...] = 0
            assert not beside.any(), "wrote between the elements"


@pytest.mark.parametrize("dtype", ["f32", "f64"])
@pytest.mark.parametrize("seed", SEEDS)
def test_axpy_rounds_as_numpy(dtype: str, seed: int) -> None:
    for shape in SHAPES:
        for ways in (("dense", "dense"), ("turned", "apart"), ("reversed", "turned")):
            x, y = (strided(some(shape, dtype, k), way) for k, way in enumerate(ways))
            want = reference.axpy(x, y, 0.3)
            run(kernels.axpy, x, y, 0.3, seed=seed)
            assert y.tobytes() == want.tobytes(), (shape, ways)


SPECIAL = {
    "f": [
        *(0.0, -0.0, 1.5, -1.5, 254.9, 255.0, 256.0, -1.0, 2.0**31, 2.0**31 - 1, -(2.0**31)),
        *(2.0**63, -(2.0**63), 2.0**62, 1e30, -1e30, np.inf, -np.inf, np.nan, 1e-40),
    ],
    "i": [0, 1, -1, 255, 256, 2**31 - 1, -(2**31), 2**24 + 1],
    "u": [0, 1, 255],
    "b": [0, 1],
}


@pytest.mark.parametrize("target", elementwise.CASTABLE)
@pytest.mark.parametrize("source", elementwise.CASTABLE)
def test_cast_is_the_same_on_every_machine(source: str, target: str) -> None:
    kind = DTYPES[source]
    with np.errstate(over="ignore"):
        x = np.concatenate([np.array(SPECIAL[kind.kind]).astype(kind.numpy), some((40,), source)])
    y = strided(np.zeros(x.shape, DTYPES[target].numpy), "apart")
    run(kernels.cast, x, y)
    want = reference.cast(x, y.dtype)
    assert np.array_equal(y, want, equal_nan=target.startswith("f"))


ROWS = ((0, 5), (3, 0), (1, 1), (4, 31), (130, 33), (2, 257), (3, 5000), (1, 40000))


@pytest.mark.parametrize("dtype", ["f32", "f64", "i64"])
@pytest.mark.parametrize("seed", SEEDS)
def test_sum_rows_keeps_its_accuracy_whatever_the_order_of_threads(dtype: str, seed: int) -> None:
    for n, m in ROWS:
        x = some((n, m), dtype)
        y = np.full(n, 7, x.dtype)
        run(kernels.sum_rows, x, y, seed=seed)
        if dtype == "i64":
            assert (y == x.sum(1)).all()
            continue
        eps = np.finfo(x.dtype).eps
        exact = x.astype(np.longdouble).sum(1)
        bound = (24 + np.log2(max(m, 1))) * eps * np.abs(x).sum(1, dtype=np.float64)
        assert (np.abs(y - exact) <= bound).all(), (n, m)


def test_the_bits_of_a_sum_do_not_depend_on_the_grid() -> None:
    x = some((5, 5000), "f32")
    alone, together = np.zeros(5, np.float32), np.zeros(5, np.float32)
    run(kernels.sum_rows, x, together)
    for row in range(5):
        run(kernels.sum_rows, x[row : row + 1], alone[row : row + 1], seed=row)
    assert alone.tobytes() == together.tobytes()


def test_a_sum_of_integers_wraps_and_one_of_nan_is_nan() -> None:
    x, y = np.array([[2**63 - 1, 2]]), np.zeros(1, np.int64)
    run(kernels.sum_rows, x, y)
    assert y[0] == -(2**63) + 1
    rows = np.array([[1, np.nan], [np.inf, -np.inf], [np.inf, 1]], np.float32)
    sums = np.zeros(3, np.float32)
    run(kernels.sum_rows, rows, sums)
    assert np.isnan(sums[:2]).all()
    assert sums[2] == np.inf


@pytest.mark.parametrize("seed", SEEDS)
def test_normalize_rows_is_within_an_ulp(seed: int) -> None:
    for n, m in ROWS:
        x = some((n, m), "f32")
        x[n // 2 :] *= np.float32(1e-30)
        want = reference.normalize_rows(x)
        run(kernels.normalize_rows, x, seed=seed)
        assert (np.abs(x - want) <= np.spacing(np.abs(want))).all(), (n, m)
    odd = np.array([[0, 0], [np.inf, 1], [np.nan, 1], [-0.0, 0]], np.float32)
    want = reference.normalize_rows(odd)
    run(kernels.normalize_rows, odd)
    assert odd.tobytes() == want.tobytes() or np.array_equal(odd, want, equal_nan=True)


@pytest.mark.parametrize("seed", SEEDS)
def test_top_k_orders_ties_and_nan_as_promised(seed: int) -> None:
    random = np.random.default_rng(seed)
    for n, m, k in (
        (0, 3, 2),
        (3, 0, 0),
        (2, 5, 0),
        (1, 1, 1),
        (4, 33, 5),
        (3, 9, 9),
        (70, 300, 2),
    ):
        x = random.integers(-4, 4, (n, m)).astype(np.float32)  # many ties
        x[random.random((n, m)) < 0.2] = -0.0
        x[random.random((n, m)) < 0.1] = np.nan
        x[random.random((n, m)) < 0.1] = -np.inf
        values, indices = np.zeros((n, k), np.float32), np.zeros((n, k), np.int64)
        assert run(kernels.top_k, x, values, indices, seed=seed) == 0
        want_values, want_indices = reference.top_k(x, k)
        assert (indices == want_indices).all(), (n, m, k)
        assert values.tobytes() == want_values.tobytes()


def test_top_k_of_more_than_a_row_has_is_an_error_and_writes_nothing() -> None:
    values, indices = np.zeros((2, 4), np.float32), np.zeros((2, 4), np.int64)
    assert run(kernels.top_k, np.ones((2, 3), np.float32), values, indices) == 1
    assert not values.any()


@given(
    texts=st.lists(st.binary(max_size=60), max_size=5),
    d=st.integers(1, 40),
    length=st.integers(1, 9),
    seed=st.integers(0, 3),
)
@settings(max_examples=40)
def test_ngrams_counts_as_numpy(texts: list[bytes], d: int, length: int, seed: int) -> None:
    data = np.frombuffer(b"".join(texts) + b"rest", np.uint8)
    ends = np.cumsum([len(text) for text in texts], dtype=np.int64)
    f = np.full((len(texts), d), 9, np.float32)
    assert run(kernels.ngrams, data, ends, f, length, seed=seed) == 0
    assert (f == reference.ngrams(data, ends, d, length)).all()


def test_ngrams_refuses_what_its_cpu_twin_refuses() -> None:
    data, f = np.arange(9, dtype=np.uint8), np.zeros((2, 3), np.float32)

    def code(ends: list[int], length: int = 2, into: Array = f) -> int:
        return run(kernels.ngrams, data, np.array(ends), into, length)

    assert code([3, 9]) == 0
    assert code([3, 9], 0) == 1
    assert code([3, 9], 2, np.zeros((2, 0), np.float32)) == 2
    assert code([3, 9], 10, np.zeros((2, 0), np.float32)) == 0
    assert [code(ends) for ends in ([5, 3], [3, 10], [-1, 5])] == [3, 3, 3]


SIZES = ((0, 3, 4), (3, 0, 4), (3, 4, 0), (1, 1, 1), (5, 7, 3), (65, 17, 130), (64, 32, 64))


@pytest.mark.parametrize("dtype", ["f32", "f64"])
@pytest.mark.parametrize("kernel", [kernels.matmul, kernels.matmul_nt], ids=lambda k: k.name)
@pytest.mark.parametrize("seed", SEEDS)
def test_products_are_as_accurate_as_promised(kernel: srt.Kernel, dtype: str, seed: int) -> None:
    for n, k, m in SIZES:
        a, b = some((n, k), dtype, 1), some((k, m), dtype, 2)
        right = np.array(b.T, order="C") if kernel is kernels.matmul_nt else b
        c = np.full((n, m), np.nan, a.dtype)
        run(kernel, a, right, c, seed=seed)
        exact = a.astype(np.longdouble) @ b.astype(np.longdouble)
        bound = k * np.finfo(a.dtype).eps * (np.abs(a).astype(np.float64) @ np.abs(b))
        assert (np.abs(c - exact) <= bound).all(), (n, k, m)


def test_an_element_of_a_product_does_not_depend_on_its_tile() -> None:
    a, b = some((70, 20), "f32", 1), some((20, 70), "f32", 2)
    whole, part = np.zeros((70, 70), np.float32), np.zeros((1, 1), np.float32)
    run(kernels.matmul, a, b, whole)
    run(kernels.matmul, a[69:].copy(), b[:, 69:].copy(), part)
    assert part[0, 0] == whole[69, 69]


def test_an_infinity_at_the_edge_of_a_product_stays_in_its_row() -> None:
    a, b = np.ones((3, 5), np.float32), np.ones((5, 3), np.float32)
    a[2, 4] = np.inf
    c = np.zeros((3, 3), np.float32)
    run(kernels.matmul, a, b, c)
    assert c.tolist() == [[5] * 3, [5] * 3, [np.inf] * 3]
