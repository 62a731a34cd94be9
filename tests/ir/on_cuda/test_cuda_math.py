"""Mathematical functions as CUDA C: our own have the CPU's bits, and CUDA's keep our bounds."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from ir import accuracy
from ir.accuracy import ELEMENTS, Array, arguments, errors, kernel, reference
from ir.form_runs import same
from ir.on_cuda.cuda_runs import OnCPU, compiled
from ir.operation_forms import form_of

from streamrt._ir.cpu.math import NAMES
from streamrt._ir.gpu.math import BOUNDS, DOCUMENTED, is_own
from streamrt._ir.ops import BY_NAME

pytestmark = pytest.mark.cuda

BOTH = pytest.mark.parametrize("dtype", ELEMENTS)


@cache
def codes() -> dict[tuple[str, str], OnCPU]:
    """Each function of each dtype as a kernel, compiled together."""
    keys = [(name, dtype) for name in sorted(NAMES) for dtype in ELEMENTS]
    forms = [form_of(BY_NAME[name], dtype, dtype, 1) for name, dtype in keys]
    return dict(zip(keys, compiled(forms), strict=True))


def results(name: str, dtype: str) -> tuple[list[Array], Array]:
    """The arguments, specials and huge ones among them, and the results."""
    given = list(arguments(name, dtype, 300, seed=11))
    found = np.zeros_like(given[0])
    code = codes()[name, dtype]
    replace(code, form=replace(code.form, extents=found.shape)).run([*given, found])
    return given, found


def test_a_function_is_our_own_if_the_documented_one_may_miss_the_bound() -> None:
    """The documented error is that to the rounded result, half an ulp from the exact one."""
    assert DOCUMENTED.keys() == NAMES - {"logistic"}
    assert {name: BOUNDS.get(name, 4.0) for name in NAMES} == accuracy.BOUNDS
    own = {dtype: {name for name in NAMES if is_own(name, dtype)} for dtype in ELEMENTS}
    always = {"sin", "cos", "erf", "logistic"}
    assert own == {"f32": always | {"exp", "tan", "tanh", "arccosh", "power"}, "f64": always}


@BOTH
@pytest.mark.parametrize("name", sorted(NAMES))
def test_our_own_have_the_bits_of_the_cpu_and_the_others_the_names_of_cuda(
    name: str, dtype: str
) -> None:
    given, found = results(name, dtype)
    if is_own(name, dtype):
        assert same(found, kernel(name, dtype, 1)(*given))
    else:  # the shim has the C library's function of that name
        with np.errstate(all="ignore"):
            wider = [array.astype(accuracy.WIDER[dtype]) for array in given]
            assert errors(found, reference(name, *wider)).max() <= 4.0


def test_huge_angles_are_among_the_arguments() -> None:
    for dtype, far in (("f32", 2.0**17), ("f64", 2.0**30)):
        (x,) = arguments("sin", dtype, 300, seed=11)
        assert (np.abs(x) > far).sum() > 200
