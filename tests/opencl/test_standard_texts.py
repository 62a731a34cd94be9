"""The OpenCL C of the standard kernels that are written by hand, beside the CPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from cuda.texts.test_standard_kernels import SHAPES, some, strided
from ir.on_opencl.opencl_runs import run_kernel
from ir.test_halves import HALVES, rounded_places

import streamrt as srt
import streamrt_kernels as kernels
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt_kernels import elementwise, indexing, reference

Array = np.ndarray[Any, Any]


def on_cpu(kernel: srt.Kernel, *values: Any) -> None:
    """Runs a kernel's code for CPUs on NumPy's memory."""
    with srt.Runtime(devices=["cpu:0"]) as rt:
        given = [rt.wrap(v) if isinstance(v, np.ndarray) else v for v in values]
        rt.device().stream().launch(kernel, *given).sync()


def assert_equal_bits(found: Array, wanted: Array) -> None:
    assert np.ascontiguousarray(found).tobytes() == np.ascontiguousarray(wanted).tobytes()


@pytest.mark.parametrize("dtype", elementwise.COPIED)
def test_fill_and_copy_write_every_element_of_every_dtype(dtype: str) -> None:
    for shape in SHAPES:
        for way in ("dense", "reversed", "turned", "wide"):
            x, y = strided(some(shape, dtype), way), strided(some(shape, dtype, 1), "wide")
            assert run_kernel(kernels.copy, x, y) == 0
            assert_equal_bits(y, x)
            if dtype != "f16":
                assert run_kernel(kernels.fill, y, 1) == 0
                assert (y == 1).all()


@pytest.mark.parametrize("dtype", ["f32", "f64"])
def test_axpy_rounds_as_numpy(dtype: str) -> None:
    for shape in SHAPES:
        x, y = strided(some(shape, dtype), "turned"), strided(some(shape, dtype, 1), "reversed")
        alpha = DTYPES[dtype].numpy.type(1 / 3)
        wanted = y + alpha * x
        assert run_kernel(kernels.axpy, x, y, alpha) == 0
        assert_equal_bits(y, wanted)


def numbers(dtype: str) -> Array:
    """Numbers of a dtype, with the ends of others, and what lies beside them."""
    kind = DTYPES[dtype].numpy
    if dtype == "f16":
        return HALVES
    ends = [0, 1, 2, -1, 127, 128, 255, 256, 2**31 - 1, 2**31, -(2**31), 2**63 - 1, -(2**63)]
    if DTYPES[dtype].kind == "f":
        with np.errstate(all="ignore"):
            found = np.array([*ends, 0.5, -0.5, np.inf, -np.inf, np.nan, 1e30, -1e30], kind)
            near = np.concatenate([np.nextafter(found, kind.type(s)) for s in (-np.inf, np.inf)])
            return np.concatenate([found, near, rounded_places().astype(kind)])
    if dtype == "bool":
        return np.array([True, False])
    low, high = DTYPES[dtype].bounds
    return np.array([n for n in ends if low <= n <= high], kind)


@pytest.mark.parametrize("source", elementwise.CASTABLE)
def test_cast_is_the_same_on_every_machine(source: str) -> None:
    x = numbers(source)
    for target in elementwise.CASTABLE:
        found, wanted = (np.zeros(x.shape, DTYPES[target].numpy) for _ in range(2))
        assert run_kernel(kernels.cast, x, found) == 0
        on_cpu(kernels.cast, x, wanted)
        assert_equal_bits(found, wanted)


@pytest.mark.parametrize("dtype", indexing.NUMBERS)
def test_scatter_add_and_iota_have_numpys_bits(dtype: str) -> None:
    kind, rng = DTYPES[dtype].numpy, np.random.default_rng(0)
    for n, k, m in ((1, 0, 3), (3, 20, 1), (5, 33, 300), (2, 7, 0)):
        idx = rng.integers(-n, n, k)
        x, y = ((50 * rng.random((rows, m))).astype(kind) for rows in (k, n))
        wanted = reference.scatter_add(idx, x, y)
        assert run_kernel(kernels.scatter_add, idx, x, y) == 0
        assert_equal_bits(y, wanted)
    for n in (0, 1, 1000):
        y = np.zeros(n, kind)
        assert run_kernel(kernels.iota, y, 3, 2) == 0
        assert_equal_bits(y, reference.iota(y, 3, 2))


@pytest.mark.parametrize("bad", [3, -4, 2**63 - 1, -(2**63)])
def test_scatter_add_writes_nothing_if_an_index_is_bad(bad: int) -> None:
    idx, x, y = np.zeros(700, "i8"), np.ones((700, 600), "f4"), np.zeros((3, 600), "f4")
    idx[690] = bad
    assert run_kernel(kernels.scatter_add, idx, x, y) == 1
    assert not y.any()


DRAWN = [
    *[(kernels.random_bits, d) for d in ("u4", "u8")],
    *[(kernel, d) for kernel in (kernels.uniform, kernels.normal) for d in ("f4", "f8")],
]


@pytest.mark.parametrize(("kernel", "dtype"), DRAWN, ids=[f"{k.name}-{d}" for k, d in DRAWN])
def test_random_numbers_have_the_bits_that_the_cpu_gives(kernel: srt.Kernel, dtype: str) -> None:
    for n in (0, 1, 63, 5000):
        for seed, offset in ((0, 0), (2**64 - 1, 5), (77 << 32, 2**34 + 3)):
            there, here = np.zeros(n, dtype), np.zeros(n, dtype)
            assert run_kernel(kernel, there, seed, offset) == 0
            on_cpu(kernel, here, seed, offset)
            assert_equal_bits(there, here)


@pytest.mark.parametrize("dtype", ["f32", "f64", "i64"])
def test_sum_rows_keeps_its_accuracy(dtype: str) -> None:
    for shape in ((5, 0), (1, 1), (7, 3000), (300, 33), (2, 100_001)):
        x, y = some(shape, dtype), np.zeros(shape[0], DTYPES[dtype].numpy)
        assert run_kernel(kernels.sum_rows, x, y) == 0
        exact = x.sum(1, dtype=np.longdouble if dtype != "i64" else np.int64)
        slack = {"f32": 2e-6, "f64": 4e-15, "i64": 0}[dtype] * abs(x).sum(1)
        assert (abs(y - exact) <= slack).all(), shape


def test_normalize_rows_is_within_an_ulp() -> None:
    x = some((9, 1111), "f32")
    x[4] = 1e-30
    wanted = x / np.sqrt((x.astype("f8") ** 2).sum(1, keepdims=True))
    assert run_kernel(kernels.normalize_rows, x) == 0
    assert (abs(x - wanted) <= np.spacing(abs(x))).all()


def test_top_k_orders_ties_and_nan_as_promised() -> None:
    rng = np.random.default_rng(1)
    for shape, k in (((7, 300), 9), ((3, 5), 5), ((40, 33), 1), ((2, 700), 20)):
        x = rng.integers(-5, 5, shape).astype("f4")
        x[rng.random(shape) < 0.1] = np.nan
        x[rng.random(shape) < 0.1] = -0.0
        values, columns = np.zeros((shape[0], k), "f4"), np.zeros((shape[0], k), "i8")
        assert run_kernel(kernels.top_k, x, values, columns) == 0
        wanted = reference.top_k(x, k)
        np.testing.assert_array_equal(columns, wanted[1])
        assert_equal_bits(values, wanted[0])
    values, columns = np.zeros((2, 6), "f4"), np.zeros((2, 6), "i8")
    assert run_kernel(kernels.top_k, np.ones((2, 5), "f4"), values, columns) == 1
    assert not columns.any()


def test_ngrams_counts_as_numpy_and_refuses_what_its_cpu_twin_refuses() -> None:
    data = np.frombuffer(b"the quick brown fox jumps over the lazy dog" * 40, np.uint8).copy()
    ends = np.array([0, 3, 700, 701, len(data)])
    for d, length in ((1, 1), (9, 3), (64, 2)):
        f = np.ones((len(ends), d), "f4")
        assert run_kernel(kernels.ngrams, data, ends, f, length) == 0
        np.testing.assert_array_equal(f, reference.ngrams(data, ends, d, length))
    f = np.ones((1, 4), "f4")
    assert run_kernel(kernels.ngrams, data, np.array([3]), f, 0) == 1
    assert run_kernel(kernels.ngrams, data, np.array([3]), np.ones((1, 0), "f4"), 1) == 2
    assert run_kernel(kernels.ngrams, data, np.array([len(data) + 1]), f, 1) == 3


@pytest.mark.parametrize("dtype", ["f32", "f64"])
@pytest.mark.parametrize("kernel", [kernels.matmul, kernels.matmul_nt], ids=lambda k: k.name)
def test_products_of_whole_numbers_are_exact(kernel: srt.Kernel, dtype: str) -> None:
    rng, kind = np.random.default_rng(2), np.float32 if dtype == "f32" else np.float64
    for n, k, m in ((1, 1, 1), (70, 33, 130), (64, 16, 64), (3, 0, 5), (129, 100, 7)):
        a, b = (rng.integers(-9, 9, shape).astype(kind) for shape in ((n, k), (k, m)))
        c = np.ones((n, m), kind)
        given = b if kernel is kernels.matmul else np.ascontiguousarray(b.T)
        assert run_kernel(kernel, a, given, c) == 0
        np.testing.assert_array_equal(c, a @ b)
