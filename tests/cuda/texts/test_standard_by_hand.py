"""The CUDA texts of kernels that find their places themselves, executed on the CPU."""

from __future__ import annotations

import numpy as np
import pytest
from cuda.texts import on_cpu

import streamrt as srt
import streamrt_kernels as kernels
from streamrt._compile.signatures.dtypes import DTYPES
from streamrt_kernels import indexing, reference

pytestmark = pytest.mark.cuda


@pytest.mark.parametrize("dtype", indexing.NUMBERS)
def test_scatter_add_and_iota_have_numpys_bits(dtype: str) -> None:
    kind, rng = DTYPES[dtype].numpy, np.random.default_rng(0)
    for n, k, m in ((1, 0, 3), (3, 20, 1), (5, 33, 300), (2, 7, 0)):
        idx = rng.integers(-n, n, k)
        x, y = ((50 * rng.random((rows, m))).astype(kind) for rows in (k, n))
        want = reference.scatter_add(idx, x, y)
        assert on_cpu.run_kernel(kernels.scatter_add, idx, x, y, seed=n) == 0
        assert y.tobytes() == want.tobytes()
    for n in (0, 1, 1000):
        y = np.zeros(n, kind)
        on_cpu.run_kernel(kernels.iota, y, 3, 2, seed=n)
        assert y.tobytes() == reference.iota(y, 3, 2).tobytes()


@pytest.mark.parametrize("bad", [3, -4, 2**63 - 1, -(2**63)])
def test_scatter_add_writes_nothing_if_an_index_is_bad(bad: int) -> None:
    idx, x, y = np.zeros(700, "i8"), np.ones((700, 600), "f4"), np.zeros((3, 600), "f4")
    idx[690] = bad
    assert on_cpu.run_kernel(kernels.scatter_add, idx, x, y) == 1
    assert not y.any()


DRAWN = [
    *[(kernels.random_bits, d) for d in ("u4", "u8")],
    *[(kernel, d) for kernel in (kernels.uniform, kernels.normal) for d in ("f4", "f8")],
]


@pytest.mark.parametrize(("kernel", "dtype"), DRAWN, ids=[f"{k.name}-{d}" for k, d in DRAWN])
def test_random_numbers_have_the_bits_that_the_cpu_gives(kernel: srt.Kernel, dtype: str) -> None:
    with srt.Runtime() as rt:
        stream = rt.device("cpu:0").stream()
        for n in (0, 1, 63, 5000):
            for seed, offset in ((0, 0), (2**64 - 1, 5), (77 << 32, 2**34 + 3)):
                there, here = np.zeros(n, dtype), np.zeros(n, dtype)
                on_cpu.run_kernel(kernel, there, seed, offset, seed=n)
                stream.launch(kernel, rt.wrap(here), seed, offset).sync()
                assert there.tobytes() == here.tobytes(), (n, seed, offset)
