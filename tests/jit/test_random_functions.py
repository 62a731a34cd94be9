"""Random NumPy functions give the same results compiled: values, dtypes and shapes."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import numpy as np
import pytest
from jit.random_functions import RandomFunction, random_function

import streamrt as srt
from streamrt.errors import TraceError

FIRST = int(os.environ.get("STREAMRT_SEED", "0"))
COUNT = int(os.environ.get("STREAMRT_FUNCTIONS", "160"))
MAY_REFUSE = (
    "a reshape of the same array is in use",
    "a view made by np.diagonal or np.broadcast_to",
)


def compare(mine: Any, theirs: Any, is_exact: bool, close: float) -> None:
    """Compares a result with NumPy's; of floats, as far as sums in another order may differ."""
    found, expected = np.asarray(mine), np.asarray(theirs)
    assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
    if is_exact or expected.dtype.kind != "f":
        np.testing.assert_array_equal(found, expected)
    else:
        np.testing.assert_allclose(found, expected, rtol=close, atol=close)


def check(made: RandomFunction) -> bool:
    """Returns whether the function can be traced; compares it if so."""
    try:
        results = srt.jit(made.function)(*[np.copy(each) for each in made.arguments])
    except TraceError as error:
        if not any(text in str(error) for text in MAY_REFUSE):
            raise
        return False
    has_f16 = any(np.asarray(e).dtype == "f2" for e in [*made.arguments, *made.results])
    has_f32 = any(np.asarray(each).dtype == "f4" for each in [*made.arguments, *made.results])
    close = 2e-4 if has_f32 else 1e-9
    close = 1e-2 if has_f16 else close
    for mine, theirs, is_exact in zip(results, made.results, made.exact, strict=True):
        compare(mine, theirs, is_exact, close)
    return True


@pytest.mark.parametrize(
    "part", [*range(4), *(pytest.param(n, marks=pytest.mark.slow) for n in range(4, 8))]
)
def test_a_random_function_gives_what_numpy_does(part: int) -> None:
    """STREAMRT_SEED=7 STREAMRT_FUNCTIONS=1 runs the seventh function only."""
    compared = 0
    with srt.Runtime():
        for seed in range(FIRST + part, FIRST + COUNT, 8):
            made = random_function(Random(seed))
            try:
                compared += check(made)
            except BaseException as error:
                error.add_note(f"seed {seed}\n{made.source}\n{made.arguments!r}")
                raise
    assert compared > COUNT // 16 or COUNT < 100


FORMS = (
    "np.diagonal(v)",
    "np.einsum('ii->i', v)",
    "v.reshape(-1)[:: n + 1]",
    "v.T[0]",
    "v[::-1, 0]",
)


@pytest.mark.parametrize("form", FORMS)
def test_what_is_reduced_and_read_along_another_axis_is_computed(form: str) -> None:
    """As a function, and as a kernel; memory that nothing wrote holds NaNs."""
    n = 9
    x = np.linspace(0, 1, n * n, dtype="f4").reshape(n, n)
    space: dict[str, Any] = {"np": np, "n": n}
    code = f"""
def f(x):
    v = np.exp(x)
    return v.sum(axis=1), np.sqrt({form})

def g(x, y, z):
    y[...], z[...] = f(x)
"""
    exec(compile(code, "drawn.py", "exec"), space)
    wanted = space["f"](x)
    kernel = srt.kernel("x: f32[n, n], out y: f32[n], out z: f32[n]")(space["g"])
    with srt.Runtime(guard=True, check_finite=True) as rt:
        given, y, z = rt.put(x), rt.empty(n, "f4"), rt.empty(n, "f4")
        rt.device().stream().launch(kernel, given, y, z)
        for found in (srt.jit(space["f"])(given), (y, z)):
            for one, expected in zip(found, wanted, strict=True):
                np.testing.assert_allclose(np.asarray(one), expected, rtol=1e-6)


B, I1, F2 = np.eye(3, 4, dtype="?"), np.arange(64).reshape(8, 8).astype("i1") % 3, np.ones((8, 8))
CRASHED: dict[str, tuple[Any, ...]] = {
    "np.vecdot(x, y)": (B, B),
    "(x.sum(dtype=bool), x.prod(axis=1, dtype=bool), np.add.reduce(x, 0, dtype=bool))": (B, B),
    "x[:1] @ (y @ y) + y @ y": (F2.astype("f4"), I1),
    "x[:1] @ (x @ x) + (x @ x)": (F2.astype("f2"), I1),
    "np.cumsum(x.sum(0)) + np.exp(x.sum(0) / 8)": (F2, I1),
    "(np.full_like(y, np.nan), np.full_like(y, 1e30), np.full_like(y, -2.7))": (B, I1),
    "np.full_like(x, np.inf, dtype=np.int64)": (B, B),
}


@pytest.mark.parametrize("form", CRASHED)
@pytest.mark.filterwarnings("ignore:invalid value encountered in cast")
def test_a_form_that_the_compiler_fell_over_gives_what_numpy_does(form: str) -> None:
    function = eval(f"lambda x, y: {form}", {"np": np})
    wanted = function(*CRASHED[form])
    with srt.Runtime():
        found = srt.jit(function)(*CRASHED[form])
        pairs = zip(found, wanted, strict=True) if isinstance(wanted, tuple) else [(found, wanted)]
        for one, expected in pairs:
            compare(one, expected, expected.dtype.kind != "f", 1e-6)
