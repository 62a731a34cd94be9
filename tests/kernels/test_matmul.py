"""matmul and matmul_nt, through NumPy's BLAS and by own IR: values, edges, threads."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Generator

import numpy as np
import pytest

pytest.importorskip("hypothesis")
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shared.kernel_calls import Launch, shifted

import streamrt as srt
import streamrt_kernels
from streamrt._compile.llvm import blas
from streamrt._compile.llvm.symbols import resolve
from streamrt_kernels import reference
from streamrt_kernels.linear import product

OWN = {
    "matmul": product("matmul", None, nt=False),
    "matmul_nt": product("matmul_nt", None, nt=True),
}
FOUND: dict[str, srt.Kernel] = {
    "matmul": streamrt_kernels.matmul,
    "matmul_nt": streamrt_kernels.matmul_nt,
}
extents = st.one_of(st.integers(0, 20), st.integers(30, 70))


@pytest.mark.parametrize("kernels", [FOUND, OWN], ids=["found", "own"])
@pytest.mark.parametrize("name", ["matmul", "matmul_nt"])
@pytest.mark.parametrize("dtype", ["f4", "f8"])
@settings(max_examples=40)
@given(
    n=extents,
    k=extents,
    m=extents,
    seed=st.integers(0, 2**32 - 1),
    cuts=st.lists(st.floats(0, 1), max_size=3),
)
@example(n=1, k=1, m=1, seed=0, cuts=[])
@example(n=3, k=0, m=5, seed=0, cuts=[0.5])
@example(n=130, k=65, m=67, seed=0, cuts=[0.5])
def test_a_product_is_within_its_bound(
    launch: Launch,
    kernels: dict[str, srt.Kernel],
    name: str,
    dtype: str,
    n: int,
    k: int,
    m: int,
    seed: int,
    cuts: list[float],
) -> None:
    rng = np.random.default_rng(seed)
    a = shifted(rng.standard_normal((n, k)).astype(dtype))
    b = shifted(rng.standard_normal((m, k) if name == "matmul_nt" else (k, m)).astype(dtype))
    right = b.T if name == "matmul_nt" else b
    exact = a.astype("f8") @ right.astype("f8")
    bound = (k + 1) * np.finfo(dtype).eps * (abs(a) @ abs(right)).astype("f8")
    for run in (launch, lambda kernel, *v: launch.in_parts(kernel, cuts, *v)):
        c = np.full((n, m), np.nan, dtype)  # which what it held before would make the result
        run(kernels[name], a, b, c)
        assert (abs(c - exact) <= bound).all()


@pytest.mark.parametrize("kernels", [FOUND, OWN], ids=["found", "own"])
def test_small_integers_multiply_exactly(launch: Launch, kernels: dict[str, srt.Kernel]) -> None:
    rng = np.random.default_rng(3)
    a, b = (rng.integers(-8, 8, shape).astype("f4") for shape in ((37, 53), (53, 41)))
    c, d = np.zeros((37, 41), "f4"), np.zeros((37, 41), "f4")
    launch(kernels["matmul"], a, b, c)
    launch(kernels["matmul_nt"], a, np.ascontiguousarray(b.T), d)
    assert np.array_equal(c, reference.matmul(a, b))
    assert np.array_equal(d, reference.matmul_nt(a, np.ascontiguousarray(b.T)))


@pytest.fixture
def two_threads() -> Generator[Callable[[int], int]]:
    """Two threads for NumPy's OpenBLAS; sets their number, and returns what it was before."""
    found = blas.find_blas()
    if found is None:
        pytest.skip("this NumPy brings no OpenBLAS")
    address = resolve({"set_threads": found.set_threads}, "test", lambda shared: 0)
    set_threads = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(address["set_threads"])
    before = set_threads(2)
    yield set_threads
    set_threads(before)


def test_numpys_own_products_keep_their_threads(
    launch: Launch, two_threads: Callable[[int], int]
) -> None:
    """`openblas_set_num_threads_local` sets the number of the whole process, in spite of its name.

    So the kernels set it back.
    """
    a, c = np.ones((64, 64), "f4"), np.zeros((64, 64), "f4")
    launch(streamrt_kernels.matmul, a, a, c)
    assert two_threads(2) == 2


def test_concurrent_products_leave_the_threads_as_they_were(
    two_threads: Callable[[int], int],
) -> None:
    with srt.Runtime() as rt:
        cpu = rt.device("cpu:0")
        a = rt.put(np.ones((96, 96), "f4"))
        streams = [cpu.stream() for _ in range(4)]
        for _ in range(50):
            for stream in streams:
                stream.launch(streamrt_kernels.matmul, a, a, rt.empty(a.shape, a.dtype))
    assert two_threads(2) == 2


def test_a_numpy_without_openblas_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blas, "_candidates", list)
    assert blas.find_blas() is None
