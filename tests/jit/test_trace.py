"""Traces mean what NumPy does: values, dtypes and shapes, and they refuse what NumPy refuses.

Each expression runs on plain NumPy and through a trace and the reference interpreter. `x` and `y`
are arrays of shapes that broadcast, `m` is a matrix that fits `x @ m`, `n` and `t` are Python
numbers that the trace gets as parameters.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from streamrt._compile.signatures.dtypes import DTYPES, from_numpy
from streamrt._ir.interpret import interpret
from streamrt._jit.tracing.trace import trace
from streamrt._jit.tracing.traced import Output, Spec, Traced
from streamrt._jit.trees import flatten
from streamrt.errors import TraceError

BINARY = (
    "x + y", "x - y", "x * y", "x / y", "x // y", "x % y", "x < y", "x <= y", "x > y", "x >= y",
    "x == y", "x != y", "x & y", "x | y", "x ^ y", "np.maximum(x, y)", "np.minimum(x, y)",
    "np.fmax(x, y)", "np.fmin(x, y)", "np.fmod(x, y)", "np.arctan2(x, y)", "np.hypot(x, y)",
    "np.copysign(x, y)", "np.logical_and(x, y)", "np.logical_or(x, y)", "np.logical_xor(x, y)",
    "np.logaddexp(x, y)", "np.logaddexp2(x, y)", "np.heaviside(x, y)", "divmod(x, y)[1]",
    "np.divmod(x, y)[0]", "np.float_power(np.abs(x), 2)", "x << (y & 3)", "x >> (y & 3)",
    "np.isclose(x, y)", "np.where(x > y, x, y)", "np.where(x, y, 0)", "np.where(x, 1.5, y)",
    "np.concatenate([x, x + y])", "np.stack([x, x * 2], axis=-1)", "np.clip(x, 0, 3)",
    "np.vstack([x, x])", "np.hstack([x, x])", "np.append(x, y)", "np.add(x, y, dtype=np.float64)",
    "np.multiply.outer(x, y)", "np.outer(x, y)", "np.broadcast_arrays(x, y)",
)  # fmt: skip
UNARY = (
    "-x", "+x", "abs(x)", "~x", "x ** 2", "x ** 3", "x ** 0.5", "x ** -1", "x ** 1", "x ** 0",
    "x ** 1.5", "2 ** np.abs(x)", "2.0 ** x",
    "np.exp(x)", "np.exp2(x)", "np.expm1(x)", "np.log(x)", "np.log2(x)", "np.log10(x)",
    "np.log1p(x)", "np.sqrt(x)", "np.cbrt(x)", "np.square(x)", "np.reciprocal(x * 2 + 1)",
    "np.sign(x)",
    "np.sin(x)", "np.cos(x)", "np.tan(x)", "np.sinh(x)", "np.cosh(x)", "np.tanh(x)",
    "np.arcsin(x)", "np.arccos(x)", "np.arctan(x)", "np.arcsinh(x)", "np.arccosh(x)",
    "np.arctanh(x)", "np.floor(x)", "np.ceil(x)", "np.trunc(x)", "np.rint(x)", "np.fabs(x)",
    "np.isnan(x)", "np.isinf(x)", "np.isfinite(x)", "np.signbit(x)", "np.logical_not(x)",
    "np.modf(x)", "np.deg2rad(x)", "np.degrees(x)", "np.positive(x)", "np.conjugate(x)",
    "x + 1", "1 - x", "x * 2.5", "3 / x", "x > 300", "x == -1", "300 > x", "x + True",
    "x + np.float32(2)", "np.float64(2) * x", "np.int8(3) - x", "x + np.arange(3)",
    "np.arange(3.0, dtype='f4') * x", "x @ np.ones(3, 'f4')", "[1, 2, 3] + x",
    "n * x", "x + t", "t - x", "n // 2 + x", "n / 2 * x", "x ** n", "np.exp(t) + x", "(n > 1) + n",
    "-n * t", "np.float32(1) * t", "x * (t > 0)", "n % 2",
    "x.sum()", "x.sum(axis=0)", "x.sum(axis=-1, keepdims=True)", "x.prod(axis=0)", "np.mean(x)",
    "x.mean(axis=-1)", "np.var(x, axis=0)", "x.std(ddof=1)", "np.max(x)", "x.min(axis=-1)",
    "x.max(axis=0, keepdims=True)", "x.argmax()", "x.argmin(axis=0)", "np.argmax(x, axis=-1)",
    "np.argmax(x, axis=0, keepdims=True)", "np.any(x)", "x.all(axis=0)", "np.ptp(x)",
    "np.sum(x, axis=0, dtype=np.float32)", "np.sum(x, initial=3)", "np.sum(x, where=x > 0)",
    "np.max(x, initial=2)", "np.add.reduce(x)", "np.maximum.reduce(x, axis=None)",
    "np.logical_or.reduce(x, axis=-1)", "np.average(x, axis=0)", "np.count_nonzero(x, axis=0)",
    "np.linalg.norm(x)", "np.linalg.norm(x, axis=-1)", "np.linalg.norm(x, 1, axis=0)",
    "x.astype(np.float32)", "x.astype(bool)", "x.astype('f8', copy=False)", "x.round()",
    "np.round(x, 2)", "np.clip(x, None, 1)", "x.clip(-1, 1)", "np.nan_to_num(x)", "np.sinc(x)",
    "np.fix(x)", "x.T", "x.mT", "x.reshape(-1)", "x.reshape(3, -1)", "np.reshape(x, (-1, 1))",
    "x.ravel()", "x.flatten()", "np.transpose(x)", "np.swapaxes(x, 0, -1)", "x.squeeze()",
    "np.roll(x, 1)", "np.roll(x, -2, axis=0)", "np.roll(x, 5, axis=-1)", "np.dstack([x, x + 1])",
    "np.column_stack([x, x])", "np.diagonal(x)", "np.diagonal(x, -1)", "np.trace(x, 1)",
    "np.meshgrid(x, x + 1)", "np.meshgrid(x, m, indexing='ij', sparse=True)",
    "np.nansum(np.where(x > 1, np.nan, x), axis=0)", "np.nanmean(np.where(x > 1, np.nan, x))",
    "np.nanmax(np.where(x > 1, np.nan, x), axis=0)", "np.nanmean(x, axis=-1)",
    "np.nanmin(np.where(x > -5, np.nan, x), axis=-1)", "np.nansum(x)", "np.trapezoid(x)",
    "np.trapezoid(x, dx=2, axis=0)", "np.trapezoid(x, x * 2)",
    "np.select([x > 1, x > 0], [x, -1], 7)", "np.vecdot(x, x)",
    "np.moveaxis(x, 0, -1)", "np.expand_dims(x, (0, -1))", "np.broadcast_to(x, (2, 3, 3))",
    "np.atleast_1d(x)", "np.atleast_2d(x)", "np.flip(x)", "np.flip(x, 0)", "np.fliplr(x)",
    "np.split(x, 3, axis=-1)", "np.array_split(x, 2)", "np.tile(x, 2)", "np.tile(x, (2, 1, 2))",
    "np.repeat(x, 2)", "np.repeat(x, 2, axis=0)", "np.diff(x)", "np.diff(x, 2, axis=0)",
    "np.tril(x)", "np.triu(x, 1)", "np.zeros_like(x)", "np.ones_like(x, dtype='f4')",
    "np.full_like(x, 7)", "np.full_like(x, x.sum(), dtype='f8')", "x[0]", "x[-1]", "x[..., 0]",
    "x[::-1]", "x[1:, ..., ::2]", "x[:, None]", "x[None, ..., None]", "x[-1:0:-1]", "x[5:2]",
    "x[np.int64(0)]", "x[1, 2]", "x[3]", "x[..., 5]", "x[()]", "x[0:2][1:]", "len(x)",
    "[row.sum() for row in x]", "x.shape[0] * x", "x.size + x.ndim", "x.dtype.itemsize * x",
    "np.shape(x)", "np.result_type(x, 1.0)", "np.inner(x, x)", "np.vdot(x, x)", "x.dot(x.T)",
    "x @ x.T", "x @ m", "m.T @ x.T", "np.dot(x, m)", "np.matmul(x, m)", "np.dot(x, 2)",
    "np.arange(6.0).reshape(2, 3) @ m", "x.copy() is x", "x.real", "np.real(x)",
)  # fmt: skip
SINCE_2_2 = ("np.matvec(m.T, x[..., :3])", "np.vecmat(x[..., :3], m)")
STATEMENTS = (
    "z = x + 1; z += x; return z", "z = x * 1; a = z; z -= 1; return a, z",
    "z = x * 1; z[0] = 5; return z", "z = x * 1; z[..., 1:] = z[..., :-1] * 2; return z",
    "z = x * 1; z[::-1] += x; return z", "z = x * 1; v = z[0]; v *= 3; return z",
    "z = x * 1; v = z[0]; z += 1; return v, z",
    "z = x * 1; v = z[..., ::-1]; w = v.T; w[0] = 9; return v, w, z",
    "z = x * 1; z[z > 1] = 0; return z", "z = x * 1; z[:] = 2; return z",
    "z = np.zeros_like(x); z[0] = x[-1]; z[-1] += 1; return z",
    "z = x * 1; np.add(z, 2, out=z); return z",
    "z = x * 1; np.multiply(x, 2, out=z, where=x > 1); return z",
    "z = x * 1; w = z.reshape(-1); w[0] = 9; return z, w",
    "z = x * 1; w = z[None]; w += 1; return z", "z = x.copy(); z /= 2; return z",
    "z = x * 1; z **= 2; return z", "z = x * 1.0; z //= 2; z %= 3; return z",
    "s = x.sum(); r = s; s += 1; return r, s", "z = x * 1; z += z.T; return z",
    "z = x * 1; z += np.ones((2, 3, 3)); return z", "z = x * 1; z += 0.5; return z",
    "z = x * 1; z[0] = 1.7; return z", "z = x * 1; x = z[0]; x[...] = z[-1]; return z",
    "z = x * 1; np.sum(x, axis=0, out=z[0]); return z",
    "z = x * 1; z[0], z[-1] = z[-1], z[0] + 1; return z", "z = x * 1; z[()] = 4; return z",
    "z = x * 1; z[..., 0] = np.arange(1); return z",
)  # fmt: skip
DTYPE_NAMES = tuple(DTYPES)
SHAPES = ((), (3,), (1, 3), (3, 3), (2, 1, 3), (0, 3), (3, 0))
M = (np.arange(12.0, dtype="f4").reshape(3, 4) - 5) / 2


def array(dtype: str, shape: tuple[int, ...], seed: int) -> Any:
    """Returns small numbers, so that most results are exact."""
    numpy = DTYPES[dtype].numpy
    random = np.random.default_rng([seed, len(shape)])
    low = 0 if numpy.kind in "bu" else -4
    found: Any = random.integers(low, 2 if numpy.kind == "b" else 5, shape)
    return np.asarray(found / 2 if numpy.kind == "f" else found).astype(numpy)


def function_of(code: str) -> Callable[..., Any]:
    """Returns the function of x, y, m, n and t with that body."""
    lines = code.split("; ") if "return" in code else [f"return {code}"]
    space: dict[str, Any] = {"np": np}
    exec("def f(x, y, m, n, t):\n  " + "\n  ".join(lines), space)
    return space["f"]


def traced(function: Callable[..., Any], arguments: list[Any]) -> Traced:
    specs: list[Spec] = []
    for name, each in zip("xymnt", arguments, strict=True):
        weak = type(each) in (int, float)
        dtype = from_numpy(np.asarray(each).dtype)
        assert dtype is not None
        specs.append(Spec(dtype.name, np.shape(each), weak, weak, name))
    return trace(function, specs, lambda leaves: (tuple(leaves), {}), name="f", site="f.py:1")


def run(found: Traced, arguments: list[Any]) -> Any:
    """Returns the result of a trace: its outputs are interpreted."""
    values = interpret(found.program, arguments)
    leaves, tree = flatten(found.result)
    return tree.unflatten([values[x.index] if isinstance(x, Output) else x for x in leaves])


_NUMPY_REFUSES = (ValueError, TypeError, IndexError, OverflowError)


def check(code: str, arguments: list[Any]) -> None:
    function = function_of(code)
    fresh = [np.array(each) if isinstance(each, np.ndarray) else each for each in arguments]
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            expected = function(*fresh)
        except _NUMPY_REFUSES as error:
            with pytest.raises((TraceError, TypeError, IndexError)):
                pytest.fail(f"NumPy: {error!r}; traced: {traced(function, arguments).program}")
            return
        except ZeroDivisionError:  # np.average of nothing, which gives nothing here
            return
    leaves, _ = flatten(expected)
    if any(from_numpy(np.asarray(leaf).dtype) is None for leaf in leaves if not is_data(leaf)):
        with pytest.raises(TraceError):
            traced(function, arguments)
        return
    found, _ = flatten(run(traced(function, arguments), arguments))
    assert len(found) == len(leaves)
    for mine, theirs in zip(found, leaves, strict=True):
        assert np.shape(mine) == np.shape(theirs)
        if isinstance(theirs, np.dtype):
            assert mine == theirs
            continue
        mine, theirs = np.asarray(mine), np.asarray(theirs)
        assert mine.dtype == theirs.dtype
        if theirs.dtype.kind == "f":
            close = {2: 2e-3, 4: 1e-5, 8: 1e-12}[theirs.dtype.itemsize]
            np.testing.assert_allclose(mine, theirs, rtol=close, atol=close / 10)
        else:
            np.testing.assert_array_equal(mine, theirs)


def is_data(leaf: Any) -> bool:
    return isinstance(leaf, bool | int | float | np.dtype)


@pytest.mark.parametrize(
    "code", [*UNARY, *STATEMENTS, *(SINCE_2_2 if hasattr(np, "matvec") else ())]
)
def test_an_expression_of_one_array_means_what_numpy_does(code: str) -> None:
    for seed, dtype in enumerate(DTYPE_NAMES):
        shapes = SHAPES if dtype in ("f32", "i32", "bool") else SHAPES[3:5]
        for shape in shapes[code in STATEMENTS :]:
            check(code, [array(dtype, shape, seed), np.float32(0), M, 3, -1.5])


@pytest.mark.parametrize("half", [0, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("code", BINARY)
def test_an_expression_of_two_arrays_means_what_numpy_does(code: str, half: int) -> None:
    """Of the pairs of dtypes, a half has each dtype at either side, and beside itself."""
    for seed, left in enumerate(DTYPE_NAMES):
        for right in DTYPE_NAMES[(seed + half) % 2 :: 2]:
            x, y = array(left, (2, 3), seed), array(right, (3,), seed + 1)
            check(code, [x, y, M, 3, -1.5])
