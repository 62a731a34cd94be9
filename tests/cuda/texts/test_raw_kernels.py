"""The text of a `cupy.RawKernel`, which knows nothing of streamrt, called as a kernel of ours."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from cuda.texts import on_cpu

import streamrt as srt
from streamrt._compile.signatures.layout import Layout
from streamrt.errors import CompileError

pytestmark = pytest.mark.cuda

EACH = "long long i = blockDim.x * blockIdx.x + threadIdx.x; if (i < {n}) y[i] = a * x[i] + y[i];"
TEXTS = {
    "extents behind": ("x: f32[n], inout y: f32[n], a: f64", "int n", EACH.format(n="n")),
    "no extents": ("x: f32[n], inout y: f32[n], a: f64", "", EACH.format(n="700")),
    "an extent as a scalar": ("x: f32[n], inout y: f32[n], a: f64, count: i32", "int count",
        EACH.format(n="count")),
    "elements of any shape": ("x: f32[...], inout y: f32[...], a: f64", "long long n",
        EACH.format(n="n")),
    "two extents": ("x: f32[n], inout y: f32[m], a: f64", "long long n, int m",
        EACH.format(n="n") + " if (m != 700 || n != 700) y[i] = 0;"),
}  # fmt: skip


def raw(parameters: str, body: str) -> Any:
    text = f"""
    extern "C" __global__ void __launch_bounds__(256)
    axpy(const float *x, float *y, double a{", " * bool(parameters)}{parameters}) {{ {body} }}
    """
    return SimpleNamespace(code=text, name="axpy", options=())


@pytest.mark.parametrize("what", TEXTS)
@pytest.mark.parametrize("seed", [0, 1])
def test_a_raw_kernel_is_given_its_arguments_and_then_the_extents(what: str, seed: int) -> None:
    signature, parameters, body = TEXTS[what]
    kernel = srt.Kernel("mine", signature, cuda=raw(parameters, body))
    shape = (7, 100) if "..." in signature else (700,)
    x, y = np.arange(700, dtype="f4").reshape(shape), np.full(shape, 3, "f4")
    plan = kernel.plan([Layout(None, x.dtype, x.shape)] * 2, "cuda")
    more = [np.int32(700)] if "count" in signature else []
    on_cpu.run_plan(plan, [x, y, np.float64(2), *more], seed)
    assert (y == 2 * x + 3).all()


def test_a_raw_kernel_with_other_parameters_does_not_compile() -> None:
    kernel = srt.Kernel("mine", "x: f32[n], inout y: f32[n]", cuda=raw("int n", ""))
    x = np.zeros(3, "f4")
    with pytest.raises(CompileError, match="axpy"):
        on_cpu.run_plan(kernel.plan([Layout(None, x.dtype, x.shape)] * 2, "cuda"), [x, x])
