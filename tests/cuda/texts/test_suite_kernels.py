"""The CUDA texts of the conformance suite's kernels compute what their LLVM IR computes."""

from __future__ import annotations

import ctypes
import struct

import numpy as np
import pytest
from cuda.texts import on_cpu

from streamrt._compile.kernel import Kernel
from streamrt._compile.llvm.loading import acquire, release
from streamrt._compile.signatures.layout import Layout
from streamrt.errors import CompileError
from streamrt.testing.conformance import _kernels as suite

pytestmark = pytest.mark.cuda

KERNELS = (suite.mix, suite.blend, suite.step, suite.spoil, suite.spoil_more, suite.refuse)


def on_the_cpu(kernel: Kernel, arrays: list[np.ndarray], scalars: list[int]) -> int:
    """Runs the LLVM IR of a kernel; returns its code."""
    plan = kernel.plan([Layout(None, a.dtype, a.shape, a.strides) for a in arrays])
    loaded = acquire(plan)
    types = (ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
    words = (ctypes.c_int64 * len(plan.words))(*plan.words)
    slots = [a.ctypes.data for a in arrays]
    packed = struct.pack("<Q" + plan.slots, ctypes.addressof(words), *slots, *scalars)
    code = ctypes.CFUNCTYPE(*types)(loaded.address)(packed, 0, plan.extent)
    release(loaded)
    return int(code)


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.name)
@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("count", [0, 1, 600])
def test_both_implementations_do_the_same(kernel: Kernel, seed: int, count: int) -> None:
    random = np.random.default_rng(seed)
    names = [p.name for p in kernel.signature.scalars]
    scalars = [{"k": 2**31 + 5, "code": 7, "turns": 9}[name] for name in names]
    dtypes = {"k": np.uint32, "code": np.int32, "turns": np.int64}
    found: list[list[bytes]] = []
    start = [random.integers(0, 2**32, 3 * count, np.uint32) for _ in kernel.signature.arrays]
    for cuda in (False, True):
        whole = [array.copy() for array in start]
        arrays = [a[:: 2 + k][:count] for k, a in enumerate(whole)]
        if cuda:
            plan = kernel.plan([Layout(None, a.dtype, a.shape, a.strides) for a in arrays], "cuda")
            given = [dtypes[name](value) for name, value in zip(names, scalars, strict=True)]
            code = on_cpu.run_plan(plan, [*arrays, *given], seed)
        else:
            code = on_the_cpu(kernel, arrays, scalars)
        assert code == (7 if "code" in names else 0)
        found.append([a.tobytes() for a in whole])
    assert found[0] == found[1]


def test_the_broken_kernel_compiles_nowhere() -> None:
    y = np.zeros(1, np.uint32)
    with pytest.raises(CompileError):
        on_cpu.run_plan(suite.broken.plan([Layout(None, y.dtype, y.shape)], "cuda"), [y])
